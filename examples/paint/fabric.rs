//! The five fabrics, thread by thread. Every pattern repeats after 16 pixels in both directions.

use crate::art::noise::{chance, hash};
use crate::art::palette::{
    CREAM, Color, DENIM, DENIM_DARK, DENIM_LIGHT, INK, LEAF, LINEN, MOSS, MOSS_DARK, MUSTARD, MUSTARD_DARK, PLUM,
    PLUM_DARK, RED, RED_DARK, ROSE, lit, mix,
};

/// What a patch is cut from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fabric {
    Denim,
    Gingham,
    Dots,
    Herringbone,
    Velvet,
}

/// Which roll of the same fabric: flecks differ between variants, brightness between patches.
#[derive(Clone, Copy)]
pub struct Roll {
    pub variant: u32,
    /// Percent brighter than the main shade, or darker.
    pub light: i32,
}

impl Roll {
    /// The main shade.
    pub const fn main(variant: u32) -> Self {
        Self { variant, light: 0 }
    }
}

impl Fabric {
    pub const ALL: [Self; 5] = [Self::Denim, Self::Gingham, Self::Dots, Self::Herringbone, Self::Velvet];

    /// The name of the tileset.
    pub fn name(self) -> &'static str {
        match self {
            Self::Denim => "denim",
            Self::Gingham => "gingham",
            Self::Dots => "dots",
            Self::Herringbone => "herringbone",
            Self::Velvet => "velvet",
        }
    }

    /// The colour by which Tiled marks its terrain.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Denim => "#3a5484",
            Self::Gingham => "#cb4b49",
            Self::Dots => "#e8b248",
            Self::Herringbone => "#6e8c50",
            Self::Velvet => "#7a4e7a",
        }
    }

    /// The colour of the thread at a pixel.
    pub fn thread(self, x: i32, y: i32, roll: Roll) -> Color {
        let (u, v) = (x.rem_euclid(16), y.rem_euclid(16));
        let color = match self {
            Self::Denim => denim(u, v, roll.variant),
            Self::Gingham => gingham(u, v),
            Self::Dots => dots(u, v),
            Self::Herringbone => herringbone(u, v, roll.variant),
            Self::Velvet => velvet(u, v, roll.variant),
        };
        lit(color, roll.light)
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
fn gingham(x: i32, y: i32) -> Color {
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
fn dots(x: i32, y: i32) -> Color {
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
