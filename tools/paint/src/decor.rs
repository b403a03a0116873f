//! Small sewn decoration of the trims tileset: flowers, tufts, buttons, patches, lace, arrows.

use crate::palette::{
    CREAM, Color, DENIM, DENIM_DARK, INK, LEAF, MOSS, MUSTARD, MUSTARD_DARK, PLUM, PLUM_DARK, RED, RED_DARK, ROSE,
    SAND, faded, mix,
};
use crate::picture::{Picture, curve, in_ring};

/// Every decoration, in the order of its id (see [`crate::trims`]).
pub fn tiles() -> Vec<Picture> {
    let [lace_left, lace_middle, lace_right] = lace();
    let arrow = Picture::from_art(ARROW);
    vec![
        flower(RED, RED_DARK, 4),
        flower(MUSTARD, MUSTARD_DARK, 2),
        flower(PLUM, PLUM_DARK, 6),
        tuft(&[(2, 11, 0), (5, 8, 3), (8, 10, 9), (11, 7, 13), (13, 11, 15)]),
        tuft(&[(3, 12, 1), (6, 11, 6), (8, 12, 10)]),
        tuft(&[(1, 13, 0), (4, 9, 2), (7, 5, 8), (9, 8, 12), (12, 10, 14), (14, 13, 15)]),
        sewn_button(RED, RED_DARK, ROSE),
        sewn_button(DENIM, DENIM_DARK, mix(DENIM, CREAM, 50)),
        patch(MUSTARD, MUSTARD_DARK),
        patch(DENIM, DENIM_DARK),
        stuck_needle(),
        Picture::from_art(SAFETY_PIN),
        lace_left,
        lace_middle,
        lace_right,
        Picture::from_art(BOW),
        Picture::from_art(STAR),
        Picture::from_art(TASSEL),
        shadowed(&arrow.mirrored()),
        shadowed(&arrow),
        shadowed(&arrow.turned().flipped()),
        shadowed(&arrow.turned()),
        Picture::from_art(HEART),
        shadowed(&Picture::from_art(WARNING)),
    ]
}

/// The head of a daisy.
const BLOOM: &str = "
    ..OO.OO..
    .ORROORO.
    .ORRRRRO.
    ..RRCCRR.
    OORCMMCOO
    .RRCMMCRR
    ..RRCCRR.
    .rRRrRRr.
    ..rr.rr..";

/// A daisy of looped thread on a stem, `lean` pixels from the left.
fn flower(petal: Color, dark: Color, lean: i32) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.dots(curve((8, 15), (8, 11), (lean + 4, 6)), MOSS);
    tile.line((8, 13), (11, 11), LEAF);
    tile.line((8, 14), (11, 12), MOSS);
    tile.line((7, 14), (5, 13), LEAF);
    let bloom = Picture::from_art(BLOOM);
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
        for (x, y) in curve((root, 15), (root, i32::midpoint(tip, 15)), (to, tip)) {
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
    tile.paint(|x, y| in_ring(x, y, (8.0, 8.0), 4.3, 3.4).then_some(if x + y < 16 { dark } else { light }));
    tile.dots([(6, 6), (9, 6), (6, 9), (9, 9)], INK);
    tile.line((6, 6), (9, 9), CREAM);
    tile.line((9, 6), (6, 9), CREAM);
    tile
}

/// A mending patch with a cross-stitch in every corner and whip stitches between them.
fn patch(face: Color, dark: Color) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.pill(2, 2, 13, 13, mix(dark, INK, 40));
    tile.rect(2, 2, 12, 12, face);
    tile.paint(|x, y| {
        let inside = (3..13).contains(&x) && (3..13).contains(&y);
        (inside && (x + y) % 4 == 0).then(|| mix(face, dark, 55))
    });
    for (x, y) in [(1, 1), (12, 1), (1, 12), (12, 12)] {
        tile.line((x, y), (x + 2, y + 2), CREAM);
        tile.line((x + 2, y), (x, y + 2), CREAM);
    }
    for along in [6, 9] {
        tile.rect(along, 1, 1, 3, CREAM);
        tile.rect(along, 12, 1, 3, CREAM);
        tile.rect(1, along, 3, 1, CREAM);
        tile.rect(12, along, 3, 1, CREAM);
    }
    tile
}

/// A sewing needle with its point down.
const STUCK_NEEDLE: &str = "
    .KKK.
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
    ..KTK";

/// A sewing needle standing in the ground with a bit of red thread.
fn stuck_needle() -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.dots(curve((8, 2), (0, 3), (3, 10)), RED);
    tile.dots(curve((3, 10), (5, 15), (1, 15)), RED_DARK);
    tile.draw(&Picture::from_art(STUCK_NEEDLE), 7, 0);
    tile
}

/// A closed safety pin with a brass cap.
const SAFETY_PIN: &str = "
    ................
    ................
    ................
    .....KKKKKKKKK..
    ...KKIITTTTKMMK.
    ..KITTKKKKKMMMMK
    .KITKK...KMMMMmK
    KITK.....KMMMMmK
    KTKKK....KMMMmmK
    KTKTKKKKKKKMMmmK
    .KTTIIIIIIIKmmK.
    ..KKKKKKKKKKKK..";

/// A stretch of scalloped lace.
const LACE: &str = "
    CCCCCCCCCCCCCCCC
    LCLCLCLCLCLCLCLC
    CCCCCCCCCCCCCCCC
    C.CC.C.CC.CC.C.C
    C..CCC..CC.CCC..
    CC.CCC.CCCCCCC.C
    CCC.C.CC.CC.C.CC
    .CC.C.CC.CC.C.CC
    ..CCCCC...CCCCC.
    ...CCC.....CCC..
    ....L.......L...";

/// Scalloped lace: left end, middle, right end.
fn lace() -> [Picture; 3] {
    let middle = Picture::from_art(LACE);
    let middle = middle.crop(0, 0, 16, 16);
    let mut left = middle.clone();
    left.rect(0, 0, 1, 3, SAND);
    let right = left.mirrored();
    [left, middle, right]
}

/// A tied bow.
const BOW: &str = "
    ................
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
    ..KK........KK..";

/// A mustard star, stitched on.
const STAR: &str = "
    .......KK.......
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
    ..K..........K..";

/// A tassel that hangs from a ceiling.
const TASSEL: &str = "
    ......KMMK......
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
    ....K.KK.K.K....";

/// An arrow of cream stitches that points to the right.
const ARROW: &str = "
    ................
    ................
    ........CC......
    ........CCC.....
    .........CCC....
    ...........C....
    .............C..
    CCCC.CCCC.CCCCC.
    CCCC.CCCC.CCCCC.
    .............C..
    ...........C....
    .........CCC....
    ........CCC.....
    ........CC......
    ................
    ................";

/// With a translucent shadow one pixel to the lower right, so that cream shows on any fabric.
fn shadowed(stitches: &Picture) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.draw(&stitches.recolored(|_| faded(INK, 110)), 1, 1);
    tile.draw(stitches, 0, 0);
    tile
}

/// A felt heart.
const HEART: &str = "
    ................
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
    .......KK.......";

/// An exclamation mark of mustard stitches: something dangerous is near.
const WARNING: &str = "
    ................
    .....MMMMMM.....
    .....MMMMMM.....
    ................
    .....MMMMMM.....
    .....MMMMMm.....
    ................
    ......MMMM......
    ......MMMm......
    ................
    ......MMMM......
    ................
    ................
    ......MMMM......
    ......MMmm......
    ................";
