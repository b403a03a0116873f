//! Small sewn decoration of the trims tileset: flowers, tufts, darns, patches, lace, arrows.
//!
//! Decoration is flat and muted, and never red, gold, round or pointed: red and points warn, round gold is collected.

use crate::palette::{Color, DENIM, DENIM_DARK, INK, LEAF, LINEN, MOSS, PLUM, PLUM_DARK, SAND, faded, mix, rgb};
use crate::picture::{Picture, curve};

/// Muted colours, each with its shade: washed denim, undyed cloth, and faded velvet.
const WASHED: [[Color; 2]; 3] =
    [[rgb(0x81_8c9e), rgb(0x58_6a8b)], [rgb(0xd4_bd94), rgb(0xaf_9270)], [rgb(0x9d_7a8b), rgb(0x74_5570)]];

/// Every decoration, in the order of its id (see [`crate::trims`]).
pub fn tiles() -> Vec<Picture> {
    let [lace_left, lace_middle, lace_right] = lace();
    let arrow = Picture::drawing("arrow");
    vec![
        flower(WASHED[0], 4),
        flower(WASHED[1], 2),
        flower(WASHED[2], 6),
        tuft(&[(2, 11, 0), (5, 8, 3), (8, 10, 9), (11, 7, 13), (13, 11, 15)]),
        tuft(&[(3, 12, 1), (6, 11, 6), (8, 12, 10)]),
        tuft(&[(1, 13, 0), (4, 9, 2), (7, 5, 8), (9, 8, 12), (12, 10, 14), (14, 13, 15)]),
        darn(WASHED[1]),
        darn(WASHED[0]),
        patch(WASHED[1]),
        patch(WASHED[0]),
        thread_loop(),
        Picture::drawing("hook_and_eye").recolored(washed),
        lace_left,
        lace_middle,
        lace_right,
        Picture::drawing("bow").recolored(washed),
        label(),
        Picture::drawing("tassel").recolored(washed),
        shadowed(&arrow.mirrored()),
        shadowed(&arrow),
        shadowed(&arrow.turned().flipped()),
        shadowed(&arrow.turned()),
        pocket(),
        shadowed(&Picture::drawing("warning")),
    ]
}

/// A bell of cloth on a stem of thread, `lean` pixels from the left.
fn flower([petal, dark]: [Color; 2], lean: i32) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.dots(curve((8, 15), (8, 11), (lean + 4, 8)), MOSS);
    tile.line((8, 13), (11, 11), mix(LEAF, MOSS, 50));
    tile.line((7, 14), (5, 13), mix(LEAF, MOSS, 50));
    let bloom = Picture::drawing("bloom");
    tile.draw(&bloom.recolored(|c| if c == DENIM { petal } else { dark }), lean, 3);
    tile
}

/// Blades of fringe: root x, tip y, tip x.
fn tuft(blades: &[(i32, i32, i32)]) -> Picture {
    let mut tile = Picture::new(16, 16);
    for (i, &(root, tip, to)) in blades.iter().enumerate() {
        let color = [MOSS, LEAF, mix(MOSS, INK, 15)][i % 3];
        for (x, y) in curve((root, 15), (root, i32::midpoint(tip, 15)), (to, tip)) {
            tile.rect(x, y, 1, 1, color);
            tile.rect(x + 1, (y + 2).min(15), 1, 1, mix(color, INK, 30));
        }
    }
    tile
}

/// A hole that was darned: threads woven over and under each other, with loose ends at its sides.
fn darn([face, dark]: [Color; 2]) -> Picture {
    Picture::from_fn(16, 16, |x, y| {
        let inside = (3..13).contains(&x) && (3..13).contains(&y);
        let loose = ((1..15).contains(&x) && (3..13).contains(&y) && y % 4 == 1)
            || ((1..15).contains(&y) && (3..13).contains(&x) && x % 4 == 1);
        match ((x / 2) + (y / 2)) % 2 {
            _ if !inside => loose.then_some(dark),
            0 if x % 2 == 0 => Some(mix(face, dark, 45)),
            1 if y % 2 == 0 => Some(mix(face, dark, 45)),
            _ => Some(face),
        }
    })
}

/// A mending patch with a cross-stitch in every corner and whip stitches between them.
fn patch([face, dark]: [Color; 2]) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.pill(2, 2, 13, 13, mix(dark, INK, 20));
    tile.rect(2, 2, 12, 12, face);
    tile.paint(|x, y| {
        let inside = (3..13).contains(&x) && (3..13).contains(&y);
        (inside && (x + y) % 4 == 0).then(|| mix(face, dark, 40))
    });
    for (x, y) in [(1, 1), (12, 1), (1, 12), (12, 12)] {
        tile.line((x, y), (x + 2, y + 2), LINEN);
        tile.line((x + 2, y), (x, y + 2), LINEN);
    }
    for along in [6, 9] {
        tile.rect(along, 1, 1, 3, LINEN);
        tile.rect(along, 12, 1, 3, LINEN);
        tile.rect(1, along, 3, 1, LINEN);
        tile.rect(12, along, 3, 1, LINEN);
    }
    tile
}

/// A loop of linen thread that was left in the cloth.
fn thread_loop() -> Picture {
    let mut tile = Picture::new(16, 16);
    for (down, color) in [(1, WASHED[1][1]), (0, LINEN)] {
        tile.dots(curve((8, 2 + down), (0, 3 + down), (3, 9 + down)), color);
        tile.dots(curve((3, 9 + down), (8, 14 + down), (12, 8 + down)), color);
        tile.dots(curve((12, 8 + down), (13, 3 + down), (8, 6 + down)), color);
        tile.dots(curve((8, 6 + down), (4, 10 + down), (6, 14 + down)), color);
    }
    tile
}

/// The colours of a drawing, washed out.
fn washed(color: Color) -> Color {
    match color {
        INK => WASHED[2][1],
        PLUM => WASHED[2][0],
        PLUM_DARK => mix(WASHED[2][0], WASHED[2][1], 50),
        DENIM => WASHED[0][0],
        DENIM_DARK => WASHED[0][1],
        other => other,
    }
}

/// Scalloped lace: left end, middle, right end.
fn lace() -> [Picture; 3] {
    let middle = Picture::drawing("lace");
    let middle = middle.crop(0, 0, 16, 16);
    let mut left = middle.clone();
    left.rect(0, 0, 1, 3, SAND);
    let right = left.mirrored();
    [left, middle, right]
}

/// A woven label, sewn on at both ends.
fn label() -> Picture {
    let [face, dark] = WASHED[1];
    let mut tile = Picture::new(16, 16);
    tile.rect(1, 4, 14, 9, dark);
    tile.rect(2, 5, 12, 7, mix(face, LINEN, 50));
    for (y, width) in [(7, 8), (9, 6)] {
        tile.rect(4, y, width, 1, mix(face, dark, 60));
    }
    for x in [1, 14] {
        tile.dots([(x, 5), (x, 7), (x, 9), (x, 11)], LINEN);
    }
    tile
}

/// A small pocket with a flap.
fn pocket() -> Picture {
    let [face, dark] = WASHED[0];
    let mut tile = Picture::new(16, 16);
    tile.rect(2, 2, 12, 13, dark);
    tile.rect(3, 3, 10, 11, face);
    tile.rect(3, 7, 10, 1, dark);
    tile.rect(3, 4, 10, 3, mix(face, LINEN, 20));
    tile.dots((4..13).filter(|x| x % 3 != 0).flat_map(|x| [(x, 12), (x, 5)]), LINEN);
    tile
}

/// With a translucent shadow one pixel to the lower right, so that cream shows on any fabric.
fn shadowed(stitches: &Picture) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.draw(&stitches.recolored(|_| faded(INK, 110)), 1, 1);
    tile.draw(stitches, 0, 0);
    tile
}
