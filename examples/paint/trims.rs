//! The trims tileset: ribbons, pins and small sewn decoration, 8 x 8 tiles.
//!
//! | ids | tiles |
//! |---|---|
//! | 0-3 | red ribbon (OneWay): left end, middle, right end, single |
//! | 4-7 | mustard ribbon: the same |
//! | 8-13 | red ribbon slopes (OneWay): 45 up, 45 down, 22.5 low up, high up, high down, low down |
//! | 14, 15 | what the red 45 up and 45 down leave over for the tile below them (decor) |
//! | 16-23 | the mustard slopes, in the same order |
//! | 24-27 | for the tile below: red low up, red low down, mustard low up, mustard low down (decor) |
//! | 28-31 | hanging tails (decor): red left, red right, mustard left, mustard right |
//! | 32-39 | pins (Hazard): up, up with a bare needle, down x2, left x2, right x2 |
//! | 40-42 | thread flowers: red, mustard, plum |
//! | 43-45 | tufts of thread fringe |
//! | 46, 47 | sewn-on buttons: red, denim |
//! | 48, 49 | patches with cross-stitches: mustard, denim |
//! | 50, 51 | needle stuck in the ground, safety pin |
//! | 52-54 | lace border hanging from a ceiling: left, middle, right |
//! | 55-57 | bow, star, hanging tassel |
//! | 58-61 | arrows made of stitches: left, right, up, down |
//! | 62, 63 | heart, spiral of thread |

use crate::art::palette::{
    CREAM, Color, DENIM, DENIM_DARK, INK, LEAF, LINEN, MOSS, MUSTARD, MUSTARD_DARK, PLUM,
    PLUM_DARK, RED, RED_DARK, ROSE, SAND, STEEL, STEEL_DARK, STEEL_LIGHT, mix,
};
use crate::art::picture::{Picture, curve};
use crate::art::ribbon::{self, MUSTARD_SILK, RED_SILK, Silk};
use crate::art::shape::Shape;
use crate::art::tsx::{Classed, tileset};

/// Tiles per row.
const COLUMNS: i32 = 8;

/// The tileset's picture.
pub fn picture() -> Picture {
    let mut sheet = Picture::new(128, 128);
    for (id, tile) in tiles().iter().enumerate() {
        sheet.draw(tile, id as i32 % COLUMNS * 16, id as i32 / COLUMNS * 16);
    }
    sheet
}

/// The .tsx text.
pub fn text() -> String {
    let mut tiles = Vec::new();
    let edge = Shape::rect(0, 0, 16, 4);
    tiles.extend((0..8).map(|id| Classed {
        id,
        class: "OneWay",
        shape: edge.clone(),
    }));
    for first in [8, 16] {
        let slopes = slope_shapes().into_iter().enumerate();
        tiles.extend(slopes.map(|(i, shape)| Classed {
            id: first + i,
            class: "OneWay",
            shape,
        }));
    }
    let pins = pin_shapes().into_iter().enumerate();
    tiles.extend(pins.map(|(i, shape)| Classed {
        id: 32 + i,
        class: "Hazard",
        shape,
    }));
    tileset("trims", 8, &tiles)
}

/// Every tile by id.
fn tiles() -> Vec<Picture> {
    let red = slopes(RED_SILK);
    let mustard = slopes(MUSTARD_SILK);
    let below = |strip: &Picture| strip.crop(0, 16, 16, 16);
    let mut tiles = [flat(RED_SILK), flat(MUSTARD_SILK)].concat();
    for strips in [&red, &mustard] {
        tiles.extend(strips.iter().map(|strip| strip.crop(0, 0, 16, 16)));
        tiles.extend([below(&strips[0]), below(&strips[1])]);
    }
    tiles.extend([
        below(&red[2]),
        below(&red[5]),
        below(&mustard[2]),
        below(&mustard[5]),
    ]);
    for silk in [RED_SILK, MUSTARD_SILK] {
        let tail = hanging_tail(silk);
        tiles.extend([tail.clone(), tail.mirrored()]);
    }
    tiles.extend(pins());
    tiles.extend(decor());
    tiles
}

/// Left end, middle, right end, single.
fn flat(silk: Silk) -> Vec<Picture> {
    vec![
        ribbon::left(silk),
        ribbon::middle(silk),
        ribbon::right(silk),
        ribbon::single(silk),
    ]
}

/// The six slopes as 16 x 32 strips.
fn slopes(silk: Silk) -> Vec<Picture> {
    [(16, -16), (0, 16), (16, -8), (8, -8), (0, 8), (8, 8)]
        .into_iter()
        .map(|(top, drop)| ribbon::slope(silk, top, drop))
        .collect()
}

/// Four pixels below the upper edge, kept inside the cell.
fn slope_shapes() -> Vec<Shape> {
    vec![
        Shape::polygon(&[(0, 16), (16, 0), (16, 4), (4, 16)]),
        Shape::polygon(&[(0, 0), (16, 16), (12, 16), (0, 4)]),
        Shape::polygon(&[(0, 16), (16, 8), (16, 12), (8, 16)]),
        Shape::polygon(&[(0, 8), (16, 0), (16, 4), (0, 12)]),
        Shape::polygon(&[(0, 0), (16, 8), (16, 12), (0, 4)]),
        Shape::polygon(&[(0, 8), (16, 16), (8, 16), (0, 12)]),
    ]
}

/// A swallow-tail that hangs from the tile above.
fn hanging_tail(silk: Silk) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.draw(&ribbon::tail(silk), 4, 0);
    tile
}

/// The dangerous part of the pins: up, down, left, right, each twice.
fn pin_shapes() -> Vec<Shape> {
    let up = Shape::rect(1, 5, 14, 11);
    let (left, right) = (Shape::rect(5, 1, 11, 14), Shape::rect(0, 1, 11, 14));
    [up.clone(), up.flipped(), left, right]
        .into_iter()
        .flat_map(|shape| [shape.clone(), shape])
        .collect()
}

/// The pin tiles in the same order.
fn pins() -> Vec<Picture> {
    let up = [
        pin_row(&[(4, 5), (12, 5)], &[]),
        pin_row(&[(4, 6), (12, 5)], &[(8, 1)]),
    ];
    let right = up.each_ref().map(Picture::turned);
    let left = right.each_ref().map(Picture::mirrored);
    let down = up.each_ref().map(Picture::flipped);
    [up, down, left, right].concat()
}

/// Pins with the middle of their heads, and bare needles with their points, on one tile.
fn pin_row(heads: &[(i32, i32)], needles: &[(i32, i32)]) -> Picture {
    let mut tile = Picture::new(16, 16);
    for &(x, y) in needles {
        tile.rect(x - 1, y + 2, 3, 16, INK);
        tile.rect(x, y + 1, 1, 16, STEEL_LIGHT);
        tile.rect(x, y, 1, 1, INK);
        tile.rect(x - 1, y + 1, 1, 1, INK);
        tile.rect(x + 1, y + 1, 1, 1, INK);
        tile.rect(x, y + 6, 1, 10, STEEL);
    }
    for &(x, y) in heads {
        tile.rect(x - 2, y + 3, 4, 16, INK);
        tile.rect(x - 1, y + 3, 1, 16, STEEL_LIGHT);
        tile.rect(x, y + 3, 1, 16, STEEL_DARK);
        tile.draw(&pin_head(), x - 4, y - 4);
    }
    tile
}

/// A glass ball, 8 x 8.
pub fn pin_head() -> Picture {
    Picture::from_art(
        "..KKKK..
         .KRRRRK.
         KROORRRK
         KROORRRK
         KRRRRRrK
         KRRRRrrK
         .KRrrrK.
         ..KKKK..",
    )
}

/// Tiles 40 to 63.
fn decor() -> Vec<Picture> {
    let lace = lace();
    let arrow = arrow();
    vec![
        flower(RED, RED_DARK, 4),
        flower(MUSTARD, MUSTARD_DARK, 2),
        flower(PLUM, PLUM_DARK, 6),
        tuft(&[(2, 11, 0), (5, 8, 3), (8, 10, 9), (11, 7, 13), (13, 11, 15)]),
        tuft(&[(3, 12, 1), (6, 11, 6), (8, 12, 10)]),
        tuft(&[
            (1, 13, 0),
            (4, 9, 2),
            (7, 5, 8),
            (9, 8, 12),
            (12, 10, 14),
            (14, 13, 15),
        ]),
        sewn_button(RED, RED_DARK, ROSE),
        sewn_button(DENIM, DENIM_DARK, mix(DENIM, CREAM, 50)),
        patch(MUSTARD, MUSTARD_DARK),
        patch(DENIM, DENIM_DARK),
        stuck_needle(),
        safety_pin(),
        lace.0,
        lace.1.clone(),
        lace.2,
        bow(),
        star(),
        tassel(),
        arrow.turned().turned(),
        arrow.clone(),
        arrow.turned().turned().turned(),
        arrow.turned(),
        heart(),
        spiral(),
    ]
}

/// A daisy of looped thread on a stem, `lean` pixels from the left.
fn flower(petal: Color, dark: Color, lean: i32) -> Picture {
    let mut tile = Picture::new(16, 16);
    for (x, y) in curve((8, 15), (8, 11), (lean + 4, 6)) {
        tile.rect(x, y, 1, 1, MOSS);
    }
    tile.line((8, 13), (11, 11), LEAF);
    tile.line((8, 14), (11, 12), MOSS);
    tile.line((7, 14), (5, 13), LEAF);
    let bloom = Picture::from_art(
        "..OO.OO..
         .ORROORO.
         .ORRRRRO.
         ..RRCCRR.
         OORCMMCOO
         .RRCMMCRR
         ..RRCCRR.
         .rRRrRRr.
         ..rr.rr..",
    );
    let bloom = bloom.recolored(|c| match c {
        RED => petal,
        RED_DARK => dark,
        ROSE => mix(petal, CREAM, 30),
        MUSTARD if petal == MUSTARD => RED,
        other => other,
    });
    tile.draw(&bloom.outlined(INK), lean - 1, 0);
    tile
}

/// Blades of fringe: root x, tip y, tip x.
fn tuft(blades: &[(i32, i32, i32)]) -> Picture {
    let mut tile = Picture::new(16, 16);
    for (i, &(root, tip, to)) in blades.iter().enumerate() {
        let color = [MOSS, LEAF, mix(MOSS, INK, 15)][i % 3];
        for (x, y) in curve((root, 15), (root, (tip + 15) / 2), (to, tip)) {
            tile.rect(x, y, 1, 1, color);
            tile.rect(x + 1, (y + 2).min(15), 1, 1, mix(color, INK, 30));
        }
    }
    tile
}

/// A button with thread through its holes, 16 x 16.
fn sewn_button(face: Color, dark: Color, light: Color) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.disk((8.0, 8.5), 6.6, mix(INK, dark, 20));
    tile.disk((8.0, 8.0), 6.2, INK);
    tile.disk((8.0, 8.0), 5.2, face);
    tile.paint(|x, y| {
        let ring = crate::art::picture::in_ellipse(x, y, (8.0, 8.0), (4.3, 4.3))
            && !crate::art::picture::in_ellipse(x, y, (8.0, 8.0), (3.4, 3.4));
        ring.then_some(if x + y < 16 { dark } else { light })
    });
    for (x, y) in [(6, 6), (9, 6), (6, 9), (9, 9)] {
        tile.rect(x, y, 1, 1, INK);
    }
    tile.line((6, 6), (9, 9), CREAM);
    tile.line((9, 6), (6, 9), CREAM);
    tile
}

/// A mending patch with cross-stitches at its border.
fn patch(face: Color, dark: Color) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.pill(2, 2, 12, 12, face);
    tile.paint(|x, y| {
        let inside = (3..13).contains(&x) && (3..13).contains(&y);
        (inside && (x + y) % 4 == 0).then(|| mix(face, dark, 55))
    });
    for (x, y) in [
        (1, 3),
        (1, 7),
        (1, 11),
        (12, 3),
        (12, 7),
        (12, 11),
        (5, 1),
        (9, 1),
        (5, 12),
        (9, 12),
    ] {
        tile.line((x, y), (x + 2, y + 2), CREAM);
        tile.line((x + 2, y), (x, y + 2), CREAM);
    }
    tile
}

/// A sewing needle standing in the ground with a bit of red thread.
fn stuck_needle() -> Picture {
    let mut tile = Picture::new(16, 16);
    for (x, y) in curve((8, 2), (0, 3), (3, 10)) {
        tile.rect(x, y, 1, 1, RED);
    }
    for (x, y) in curve((3, 10), (5, 15), (1, 15)) {
        tile.rect(x, y, 1, 1, RED_DARK);
    }
    tile.draw(
        &Picture::from_art(
            ".KKK.
             KITTK
             KIKTK
             KIKTK
             KITTK
             .KITK
             .KITK
             .KITK
             .KITK
             .KITK
             .KITK
             .KITK
             ..KTK
             ..KTK
             ..KTK
             ..KTK",
        ),
        7,
        0,
    );
    tile
}

/// A closed safety pin.
fn safety_pin() -> Picture {
    Picture::from_art(
        "................
         ................
         ................
         ................
         ..KKKKKKKKKKK...
         .KITTTTTTTTTTKK.
         KIKKKKKKKKKKITTK
         KTK.......KITTTK
         KTK.......KITTTK
         KTKKKKKKKKKKTTtK
         .KTTTTTTTTTTTtK.
         ..KKKKKKKKKKKK..",
    )
}

/// Scalloped lace: left end, middle, right end.
fn lace() -> (Picture, Picture, Picture) {
    let middle = Picture::from_art(
        "CCCCCCCCCCCCCCCC
         LCLCLCLCLCLCLCLC
         CCCCCCCCCCCCCCCC
         C.CC.C.CC.CC.C.C
         C..CCC..CC.CCC..
         CC.CCC.CCCCCCC.C
         CCC.C.CC.CC.C.CC
         .CC.C.CC.CC.C.CC
         ..CCCCC...CCCCC.
         ...CCC.....CCC..
         ....L.......L...",
    );
    let mut left = middle.clone();
    left.rect(0, 0, 1, 3, SAND);
    let mut middle_tile = Picture::new(16, 16);
    middle_tile.draw(
        &middle.recolored(|c| if c == CREAM { CREAM } else { LINEN }),
        0,
        0,
    );
    let mut left_tile = Picture::new(16, 16);
    left_tile.draw(&left.crop(0, 0, 16, 11), 0, 0);
    let right_tile = left_tile.mirrored();
    (left_tile, middle_tile, right_tile)
}

/// A tied bow.
fn bow() -> Picture {
    Picture::from_art(
        "................
         ................
         .KKK........KKK.
         KRRRKK....KKRRRK
         KROORRKKKKRROORK
         KRORRRRKKRRRRORK
         KRRRRrKRRKrRRRRK
         KRRRrrKRrKrrRRRK
         KRRRRrKrrKrRRRRK
         .KRRRKKKKKKRRRK.
         ..KKKRRKKRRKKK..
         ...KRRrKKrRRK...
         ...KRrK..KrRK...
         ..KRRrK..KrRRK..
         ..KRKK....KKRK..
         ..KK........KK..",
    )
}

/// A mustard star, stitched on.
fn star() -> Picture {
    Picture::from_art(
        ".......KK.......
         ......KMMK......
         ......KMMK......
         .....KMCMMK.....
         .KKKKKMMMMKKKKK.
         KMMMMMMCMMMMMMMK
         KMMCMMMMMMMCMmMK
         .KMMMMMCMMMMMmK.
         ..KKMMMMMMMmKK..
         ...KMMCMCMMmK...
         ...KMMMMMMMmK...
         ..KMMMMmmMMMmK..
         ..KMCMmKKmMCmK..
         .KMMmKK..KKmmMK.
         .KmKK......KKmK.
         ..K..........K..",
    )
}

/// A tassel that hangs from a ceiling.
fn tassel() -> Picture {
    Picture::from_art(
        "......KMMK......
         ......KMMK......
         .......KK.......
         .....KKKKKK.....
         ....KMMMMMmK....
         ....KMCMMMmK....
         .....KKKKKK.....
         .....KRRRrK.....
         ....KMKMMKmK....
         ....KMMKMMmK....
         ....KMMKMKmK....
         ....KMKMMKmK....
         ....KMKMMKmK....
         ...KMMKMKMKmK...
         ...KMKMMKMKmK...
         ....K.KK.K.K....",
    )
}

/// An arrow of cream stitches that points to the right.
fn arrow() -> Picture {
    let drawing = Picture::from_art(
        "................
         ................
         .........CC.....
         .........CCC....
         ..........CCC...
         ................
         CCCC.CCCC...CCC.
         CCCC.CCCC...CCCC
         LLLL.LLLL...LCCC
         ............CCCL
         ..........CCCL..
         .........CCCL...
         .........CCL....
         .........LL.....",
    );
    let mut tile = Picture::new(16, 16);
    tile.draw(&drawing, 0, 0);
    tile
}

/// A felt heart.
fn heart() -> Picture {
    Picture::from_art(
        "................
         ..KKKK....KKKK..
         .KROORK..KRRRRK.
         KROCRCRKKRCRCRRK
         KROROORRRRRRRRRK
         KRCRRRRRRRRRRCrK
         KRRRRRRRRRRRRRrK
         KRCRRRRRRRRRRCrK
         .KRRRRRRRRRRRrK.
         .KRRCRRRRRRCRrK.
         ..KRRRRRRRRRrK..
         ...KRRCRRCRrK...
         ....KRRRRRrK....
         .....KRRRrK.....
         ......KRrK......
         .......KK.......",
    )
}

/// A spiral of running stitches.
fn spiral() -> Picture {
    Picture::from_art(
        "................
         .....CCCC.......
         ...CC....CCC....
         ..C.........C...
         .C....CCC....C..
         .....C...CC..C..
         C...C......C....
         C...C..CC..C..C.
         C......CC..C..C.
         C...C.....C...C.
         .....CCCCC....C.
         .C...........C..
         ..C..........C..
         ...CC......CC...
         .....CCCCCC.....",
    )
}
