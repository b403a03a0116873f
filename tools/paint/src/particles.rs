//! Dust, loose threads, cotton, sparkles, steam, lint, splinters and crumbs of cloth.

use crate::atlas::Sprite;
use crate::palette::{BARK, CLEAR, CREAM, Color, DENIM, DENIM_LIGHT, LINEN, MOSS, MUSTARD, RED, SAND, SKY, WHITE, mix};
use crate::picture::Picture;

/// Every particle.
pub fn sprites() -> Vec<Sprite> {
    vec![
        Sprite::animated("dust", 14.0, (4, 4), Picture::drawings("dust")),
        Sprite::animated("sparkle", 14.0, (4, 4), Picture::drawings("sparkle")),
        Sprite::animated("stuffing", 0.0, (3, 3), [puff(2), puff(3).crop(0, 0, 7, 7)]),
        Sprite::animated("thread_bit", 0.0, (2, 2), [RED, MUSTARD, DENIM, MOSS].map(thread_bit)),
        Sprite::animated("steam", 10.0, (6, 6), (0..4).map(steam)),
        Sprite::animated("lint", 0.0, (4, 1), (1..=4).map(|i| Picture::drawing(&format!("lint_{i}")))),
        Sprite::animated("splinter", 0.0, (3, 2), (1..=4).map(|i| Picture::drawing(&format!("splinter_{i}")))),
        Sprite::animated("crumb", 0.0, (2, 2), [mix(LINEN, SAND, 45), mix(DENIM_LIGHT, LINEN, 50)].map(crumb)),
    ]
}

/// A ball of cotton of about `radius` pixels, shaded below.
pub fn puff(radius: i32) -> Picture {
    let size = 2 * radius + 2;
    let middle = size as f32 / 2.0;
    let mut picture = Picture::new(size, size);
    picture.disk((middle, middle), middle - 0.2, mix(LINEN, SAND, 60));
    picture.disk((middle - 0.3, middle - 0.4), middle - 0.9, CREAM);
    picture
}

/// A snippet of thread.
fn thread_bit(color: Color) -> Picture {
    Picture::drawing("thread_bit").recolored(|_| color)
}

/// A puff out of an iron, white and round, that swells and tears.
fn steam(step: i32) -> Picture {
    let mut picture = Picture::new(12, 12);
    let size = [2.4, 3.6, 4.6, 5.4][step as usize];
    for (dx, dy, part) in [(0.0, 0.6, 1.0), (-1.6, -0.8, 0.7), (1.8, -0.6, 0.6)] {
        picture.disk((6.0 + dx, 6.0 + dy), size * part, mix(SKY, WHITE, 62));
    }
    picture.disk((5.6, 5.6), size * 0.6, WHITE);
    picture.paint(|x, y| (step > 1 && (x + y * 2) % (6 - step) == 0).then_some(mix(SKY, WHITE, 35)));
    picture.change(|x, y, old| if step == 3 && (x - y) % 3 == 0 { CLEAR } else { old });
    picture
}

/// A crumb of woven cloth.
fn crumb(color: Color) -> Picture {
    let dark = mix(color, BARK, 55);
    Picture::from_fn(4, 4, |x, y| match (x, y) {
        (0 | 3, 0 | 3) => CLEAR,
        _ if (x + y) % 2 == 0 => color,
        _ => dark,
    })
}
