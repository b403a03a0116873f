//! What lives in the cloth: bugs with pins on their backs, and moths. They look to the right.

use crate::atlas::Sprite;
use crate::palette::{CREAM, INK, RED, RED_DARK, ROSE, STEEL, WHITE};
use crate::picture::Picture;

/// Every creature.
pub fn sprites() -> Vec<Sprite> {
    vec![
        Sprite::animated("pin_bug", 9.0, (10, 20), (0..4).map(pin_bug)),
        Sprite::animated("moth", 14.0, (14, 11), [0, 1, 2, 1].map(|wing| moth(wing, false))),
        Sprite::still("moth_stomped", (14, 11), moth(1, true)),
    ]
}

/// The body of a pin bug.
const BUG_BODY: &str = "
    ....KKKKKKKKK....
    ..KKPPPPPPPPPKK..
    .KPPPPCPPPPPPPPK.
    KPPPPPCCPPPKKKPPK
    KPPCPPPPPPKRCRKPK
    KPPPCPPPPPKRRRKPK
    KpPPPPCPPPPKKKPpK
    KppPPPPPPPPPPPpK.
    .KppppppppppppK..
    ..KKKKKKKKKKKK...";

/// A pincushion that has learned to walk, 20 x 20: pins with red heads stand out of its back.
fn pin_bug(step: i32) -> Picture {
    let mut picture = Picture::new(20, 20);
    let bob = i32::from(step % 2 == 1);
    for (i, x) in [4, 9, 14].into_iter().enumerate() {
        // The middle leg is half a step behind the others.
        let forward = [1, 0, -1, 0][(step as usize + 2 * (i % 2)) % 4];
        picture.rect(x + forward, 16, 2, 4, INK);
        picture.rect(x + forward + 1, 19, 2, 1, INK);
    }
    for (root, head) in [((4, 9), (1, 4)), ((7, 7), (6, 1)), ((11, 7), (12, 0)), ((15, 9), (17, 3))] {
        let (root, head) = ((root.0, root.1 + bob), (head.0, head.1 + bob));
        picture.line(root, head, STEEL);
        picture.line((root.0 + 1, root.1), (head.0 + 1, head.1), INK);
        picture.rect(head.0 - 1, head.1, 3, 2, RED);
        picture.rect(head.0, head.1 - 1, 1, 4, RED);
        picture.rect(head.0 + 1, head.1 + 1, 1, 2, RED_DARK);
        picture.rect(head.0 - 1, head.1, 1, 1, ROSE);
    }
    let body = Picture::from_art(BUG_BODY);
    picture.draw(&body, 1, 7 + bob);
    picture
}

/// The right wing while it is up, level and down.
const WINGS: [&str; 3] = [
    "........KKK.
     ......KKLLLK
     .....KLLCLLK
     ....KLLLPLLK
     ...KLCLPPLSK
     ..KLLLLLPLSK
     .KLLLLLLLSK.
     .KSLLLLLSK..
     ..KKSSSKK...
     ....KKK.....",
    "....KKKKKKK.
     ..KKLLLLLLLK
     .KLLCLLLPLSK
     .KLLLLLPPPSK
     .KSLLLLLPSK.
     ..KSSSSSKK..
     ...KKKKK....",
    ".KKK........
     .KLLKK......
     .KLCLLKK....
     ..KLLLLLK...
     ..KSLLPLLK..
     ...KSLPPLSK.
     ....KSLPLSK.
     .....KSSSSK.
     ......KKKK..",
];

/// The body of a moth.
const MOTH_BODY: &str = "
    RR......RR
    RRK....KRR
    ...K..K...
    ..KKKKKK..
    .KCLLLLSK.
    KLLKRLLKRK
    KLLKKLLKKK
    .KLLLLLSK.
    .KPSPSPpK.
    .KSPSPSpK.
    ..KPSPpK..
    ...KKKK...";

/// A moth of linen, 28 x 22, its wings up, level or down, or flat and seeing stars.
fn moth(wing: usize, stomped: bool) -> Picture {
    let mut picture = Picture::new(28, 22);
    let right = Picture::from_art(WINGS[wing]);
    let top = [1, 7, 10][wing];
    picture.draw(&right, 15, top);
    picture.draw(&right.mirrored(), 1, top);
    let body = Picture::from_art(MOTH_BODY);
    picture.draw(&body, 9, 5 - [-1, 0, 1][wing]);
    if !stomped {
        return picture;
    }
    let mut flat = Picture::from_fn(28, 22, |x, y| picture.get(x, (y - 14) * 2 + 10));
    for (x, y) in [(5, 6), (14, 3), (22, 7)] {
        flat.rect(x - 1, y, 3, 1, CREAM);
        flat.rect(x, y - 1, 1, 3, WHITE);
    }
    flat
}
