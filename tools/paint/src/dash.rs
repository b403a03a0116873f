//! The needle dash: the pose, its shadow, and the spool that refills it.

use crate::atlas::Sprite;
use crate::contour::Stitch;
use crate::figure::{FRONT, LINE};
use crate::noise::{cos_turns, sin_turns};
use crate::palette::{
    BARK, CREAM, DENIM, DENIM_DARK, DENIM_LIGHT, INK, LINEN, MUSTARD, RED, RED_DARK, ROSE, SAND, STEEL, STEEL_LIGHT,
    WHITE, mix,
};
use crate::picture::{Picture, in_ellipse};

/// The pose, its shadow in stitches, the spool, and particles.
pub fn sprites() -> Vec<Sprite> {
    let trail = ["thread_trail_1", "thread_trail_2", "thread_trail_3"].map(Picture::drawing);
    vec![
        Sprite::animated("player_dash", 20.0, (18, 9), (0..2).map(needle)),
        Sprite::still("dash_ghost", (18, 9), ghost()),
        Sprite::animated("dash_spool", 8.0, (12, 12), (0..4).map(spool)),
        Sprite::still("dash_spool_empty", (12, 12), empty_spool()),
        Sprite::animated("refill", 16.0, (12, 12), (0..5).map(refill)),
        Sprite::animated("thread_trail", 0.0, (3, 2), trail),
    ]
}

/// The picture of a player with the dash used: the red of the scarf becomes washed denim. Red pixels away from the scarf, such as the
/// mouth, stay.
pub fn pale(picture: &Picture) -> Picture {
    Picture::from_fn(picture.width, picture.height, |x, y| match picture.get(x, y) {
        RED => DENIM_LIGHT,
        RED_DARK if (-1..=1).any(|dx| [-2, -1, 0].iter().any(|dy| picture.get(x + dx, y + dy) == RED)) => DENIM_DARK,
        color if color == mix(RED, ROSE, 45) => mix(DENIM_LIGHT, CREAM, 10),
        color => color,
    })
}

/// The body as a needle, flying to the right, 36 x 18: the point ahead, the boots behind.
fn needle(step: i32) -> Picture {
    let mut body = Picture::new(36, 18);
    for (y, color) in [(6 + step, mix(DENIM_DARK, INK, 35)), (10 - step, DENIM)] {
        body.rect(4, y, 8, 2, color);
        body.rect(2, y - 1, 3, 4, mix(color, INK, 60));
    }
    body.rect(11, 3, 3, 12, RED);
    body.rect(11, 3, 1, 12, RED_DARK);
    body.rect(13, 4, 1, 10, mix(RED, ROSE, 45));
    body.pill(14, 2, 14, 14, FRONT);
    body.pill(14, 3, 15, 12, FRONT);
    body.rect(15, 2, 11, 1, mix(CREAM, WHITE, 50));
    body.rect(15, 3, 12, 1, CREAM);
    body.rect(15, 14, 12, 2, mix(LINEN, SAND, 65));
    body.dots((15..27).filter(|x| x % 3 != 0).map(|x| (x, 15)), BARK);
    for x in [19, 25] {
        body.rect(x, 6, 3, 4, INK);
        body.rect(x + 2, 7, 1, 1, WHITE);
    }
    body.rect(22, 12, 3, 1, RED_DARK);
    body.rect(29, 8, 5, 2, STEEL);
    body.rect(29, 8, 6, 1, STEEL_LIGHT);
    body.outlined(LINE)
}

/// The outline of the needle pose in stitches, white, to be coloured. It stays behind for a moment.
fn ghost() -> Picture {
    let mut picture = Picture::new(36, 18);
    picture.sew_around(&needle(0), 12, Stitch { on: 3, off: 2, thick: 1, color: WHITE });
    picture
}

/// A standing spool of red thread with a halo of stitches that breathes, 24 x 24.
fn spool(step: i32) -> Picture {
    let mut picture = Picture::new(24, 24);
    let radius = [9.6, 10.4, 11.2, 10.4][step as usize];
    for i in 0..12 {
        let turn = (i as f32 + step as f32 * 0.25) / 12.0;
        let (x, y) = (12.0 + cos_turns(turn) * radius, 12.0 + sin_turns(turn) * radius);
        let color = if i % 2 == 0 { mix(MUSTARD, CREAM, 45) } else { ROSE };
        picture.rect(x as i32, y as i32, 1 + i32::from(step == 2 && i % 3 == 0), 1, color);
    }
    picture.disk((12.0, 12.0), 8.6, mix(MUSTARD, CREAM, 60));
    picture.paint(|x, y| {
        let ring = in_ellipse(x, y, (12.0, 12.0), (8.6, 8.6)) && (x + y + step) % 2 == 0;
        ring.then_some(mix(CREAM, WHITE, 30))
    });
    picture.draw(&Picture::drawing("full_spool"), 6, 5);
    picture.rect(9 + step % 4, 10 + step % 2, 1, 2, WHITE);
    picture
}

/// The same without its thread: a bare core of wood in the shade, with the last end of the thread hanging from it.
fn empty_spool() -> Picture {
    let mut picture = Picture::new(24, 24);
    let place = Picture::mask(24, 24, |x, y| in_ellipse(x, y, (12.0, 12.0), (9.0, 9.0)));
    picture.sew_around(&place, 0, Stitch { on: 2, off: 4, thick: 1, color: INK });
    picture.draw(&Picture::drawing("bare_spool"), 6, 5);
    picture
}

/// A ring of stitches that opens around the player when the dash is refilled, 24 x 24.
fn refill(step: i32) -> Picture {
    let mut picture = Picture::new(24, 24);
    let radius = 3.5 + 2.0 * step as f32;
    for i in 0..8 {
        let turn = i as f32 / 8.0 + step as f32 * 0.02;
        let at = |far: f32| ((12.0 + cos_turns(turn) * far) as i32, (12.0 + sin_turns(turn) * far) as i32);
        let length = [3.0, 3.0, 2.5, 1.5, 0.5][step as usize];
        picture.line(at(radius - length), at(radius), if i % 2 == 0 { RED } else { CREAM });
    }
    if step < 2 {
        picture.rect(11, 9 + step, 2, 6 - 2 * step, WHITE);
        picture.rect(9 + step, 11, 6 - 2 * step, 2, WHITE);
    }
    picture
}
