//! The seven fabrics, thread by thread. Every pattern repeats after 16 pixels in both directions.

use crate::noise::{chance, hash};
use crate::palette::{
    CREAM, Color, DENIM, DENIM_DARK, DENIM_LIGHT, INK, LEAF, LINEN, MOSS, MOSS_DARK, MUSTARD, MUSTARD_DARK, PLUM,
    PLUM_DARK, RED, RED_DARK, ROSE, mix, rgb,
};

/// What a patch is cut from.
#[derive(Clone, Copy)]
pub struct Fabric {
    /// The name of the tileset.
    pub name: &'static str,
    /// The colour at a pixel of the pattern, by place and variant.
    weave: fn(i32, i32, u32) -> Color,
}

impl Fabric {
    pub const ALL: [Self; 7] = [
        Self { name: "denim", weave: denim },
        Self { name: "gingham", weave: gingham },
        Self { name: "dots", weave: dots },
        Self { name: "herringbone", weave: herringbone },
        Self { name: "velvet", weave: velvet },
        Self { name: "wool", weave: wool },
        Self { name: "silk", weave: silk },
    ];

    /// The colour of the thread at a pixel; flecks differ between variants.
    pub fn thread(self, x: i32, y: i32, variant: u32) -> Color {
        (self.weave)(x.rem_euclid(16), y.rem_euclid(16), variant)
    }
}

/// Diagonal twill: a dark groove every fourth diagonal, worn white flecks on the ridges.
fn denim(x: i32, y: i32, variant: u32) -> Color {
    let diagonal = (x + y) % 16;
    // Flecks lie along the ridge: one chance per ridge and per step of three pixels along it.
    let along = (x - y).rem_euclid(16) / 4;
    let worn = chance(11 + variant, diagonal / 4, along, 22);
    match diagonal % 4 {
        0 => mix(DENIM, DENIM_DARK, 92),
        2 if worn => mix(DENIM, DENIM_LIGHT, 78),
        2 => mix(DENIM, DENIM_LIGHT, 14),
        3 if hash(7, x, y).is_multiple_of(3) => mix(DENIM, DENIM_DARK, 45),
        _ => DENIM,
    }
}

/// Red checks in three tones; the half tones show which way their thread runs.
fn gingham(x: i32, y: i32, _: u32) -> Color {
    let (warp, weft) = ((x / 4) % 2 == 0, (y / 4) % 2 == 0);
    let even = (x + y) % 2 == 0;
    match (warp, weft) {
        (true, true) => mix(RED_DARK, INK, if even { 6 } else { 0 }),
        (false, false) => mix(ROSE, RED, if even { 8 } else { 2 }),
        (true, false) => mix(RED, RED_DARK, if x % 2 == 0 { 18 } else { 4 }),
        (false, true) => mix(RED, RED_DARK, if y % 2 == 0 { 18 } else { 4 }),
    }
}

/// Mustard plain weave with embroidered cream polka dots, two in sixteen pixels.
fn dots(x: i32, y: i32, _: u32) -> Color {
    const DOT: [&[u8; 5]; 5] = [b".ccc.", b"ccccc", b"ccccc", b"ccccl", b".cll."];
    let spot = [(1, 1), (9, 9)].into_iter().find_map(|(left, top)| {
        let (column, row) = (x - left, y - top);
        let inside = (0..5).contains(&column) && (0..5).contains(&row);
        inside.then(|| DOT[row as usize][column as usize])
    });
    match spot {
        Some(b'c') => CREAM,
        Some(b'l') => mix(LINEN, MUSTARD, 10),
        _ if (x + y) % 2 == 0 => mix(MUSTARD, MUSTARD_DARK, if x % 4 == 0 { 18 } else { 9 }),
        _ => MUSTARD,
    }
}

/// Wool in a zigzag of four-pixel flanks, with lighter hairs.
fn herringbone(x: i32, y: i32, variant: u32) -> Color {
    let flank = x % 8;
    let climb = if flank < 4 { flank } else { 7 - flank };
    match (y + climb) % 4 {
        0 => mix(MOSS, MOSS_DARK, 88),
        1 => mix(MOSS, MOSS_DARK, 30),
        2 if chance(31 + variant, x, y, 14) => mix(MOSS, LEAF, 85),
        2 => mix(MOSS, LEAF, 34),
        _ => mix(MOSS, LEAF, 8),
    }
}

/// Plum pile, brushed into short soft waves.
fn velvet(x: i32, y: i32, variant: u32) -> Color {
    let row = y / 8;
    let phase = (x + row * 4) % 8;
    let crest = 8 * row + if phase < 4 { 3 } else { 4 };
    match y - crest {
        0 => mix(PLUM, PLUM_DARK, if phase % 4 == 3 { 45 } else { 85 }),
        1 if phase % 4 != 3 => mix(PLUM, ROSE, 9),
        _ if chance(51 + variant, x, y, 6) => mix(PLUM, PLUM_DARK, 22),
        _ if chance(61 + variant, x, y, 4) => mix(PLUM, ROSE, 6),
        _ => PLUM,
    }
}

/// Russet wool in thick stitches: two strands each that meet in a v, with a little fuzz.
fn wool(x: i32, y: i32, variant: u32) -> Color {
    let (yarn, deep) = (rgb(0xb5_744f), rgb(0x7e_4a3e));
    let arm = if x % 8 < 4 { x % 8 } else { 7 - x % 8 };
    match (y - 2 * arm).rem_euclid(8) {
        0 => mix(yarn, deep, 90),
        _ if arm == 0 => mix(yarn, deep, if y % 4 == 1 { 82 } else { 58 }),
        1 | 7 => mix(yarn, deep, 46),
        3 | 4 if chance(71 + variant, x, y, 18) => mix(yarn, CREAM, 40),
        3 | 4 => mix(yarn, CREAM, 22),
        2 | 5 if arm < 3 => mix(yarn, CREAM, 8),
        _ => mix(yarn, deep, 10),
    }
}

/// Old rose silk: soft folds of light that run down it aslant.
fn silk(x: i32, y: i32, variant: u32) -> Color {
    const SWAY: [i32; 16] = [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 2, 2, 2, 1, 1, 0];
    let silk = mix(ROSE, PLUM, 52);
    let fold = (x + y + SWAY[y as usize]) % 16;
    // Every other thread is a step further into the light, so that the sheen is woven and not a gradient.
    let fold = if (x + y) % 2 == 0 { fold } else { (fold + 1) % 16 };
    match fold {
        0 | 1 => mix(silk, CREAM, 30),
        2 | 3 | 15 => mix(silk, ROSE, 42),
        4 => mix(silk, ROSE, 20),
        8..=10 => mix(silk, PLUM_DARK, 22),
        11 if chance(91 + variant, x, y, 30) => mix(silk, PLUM_DARK, 28),
        7 | 11 => mix(silk, PLUM_DARK, 10),
        _ => silk,
    }
}
