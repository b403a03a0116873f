//! What lives in the cloth: bugs with pins on their backs, and moths. They look to the right.

use crate::atlas::Sprite;
use crate::figure::FRONT;
use crate::palette::{
    CREAM, Color, DANGER, DANGER_DARK, DANGER_LIGHT, INK, LINEN, PLUM, ROSE, SAND, STEEL_LIGHT, WHITE, mix, rgb,
};
use crate::picture::Picture;

/// Every creature.
pub fn sprites() -> Vec<Sprite> {
    vec![
        Sprite::animated("pin_bug", 9.0, (10, 20), (0..4).map(pin_bug)),
        Sprite::animated("moth", 14.0, (14, 11), [0, 1, 2, 1].map(|wing| moth(wing, false))),
        Sprite::still("moth_stomped", (14, 11), moth(1, true)),
    ]
}

/// A pincushion that has learned to walk, 20 x 20: pins stand out of its back.
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
        // Thick and bound with thread below, a bare point above.
        let middle = (i32::midpoint(root.0, head.0), i32::midpoint(root.1, head.1) + 1);
        for (x, color) in [(-2, INK), (3, INK), (2, DANGER_DARK), (-1, DANGER), (0, DANGER_LIGHT), (1, DANGER)] {
            picture.line((root.0 + x, root.1), (middle.0 + x.signum(), middle.1), color);
        }
        for (x, color) in [(-1, INK), (1, INK), (0, STEEL_LIGHT)] {
            picture.line((middle.0 + x, middle.1), (head.0, head.1), color);
        }
        picture.rect(head.0, head.1 - 1, 1, 2, INK);
    }
    let body = Picture::drawing("bug_body");
    let lit = body.recolored(|color| if color == PLUM { mix(PLUM, ROSE, 35) } else { color });
    picture.draw(&lit, 1, 7 + bob);
    // A light along its back, so that it stands out from dark cloth.
    picture.rect(6, 8 + bob, 7, 1, mix(ROSE, CREAM, 40));
    picture.rect(4, 9 + bob, 2, 1, mix(ROSE, CREAM, 20));
    picture.rect(13, 9 + bob, 2, 1, ROSE);
    picture
}

/// The dusk at the edge of a moth's wings: far from the light of its wings, so that it differs from any background.
const DUSK: Color = rgb(0x8d_7a7c);

/// A moth of linen, 28 x 22, its wings up, level or down, or flat and seeing stars.
fn moth(wing: usize, stomped: bool) -> Picture {
    let picture = linen_moth(wing, stomped);
    picture.recolored(|color| match color {
        LINEN => FRONT,
        SAND => DUSK,
        _ => color,
    })
}

/// A moth in the letters' colours.
fn linen_moth(wing: usize, stomped: bool) -> Picture {
    let mut picture = Picture::new(28, 22);
    let (right, top) = [("moth_wing_up", 1), ("moth_wing_level", 7), ("moth_wing_down", 10)][wing];
    let right = Picture::drawing(right);
    picture.draw(&right, 15, top);
    picture.draw(&right.mirrored(), 1, top);
    let body = Picture::drawing("moth_body");
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
