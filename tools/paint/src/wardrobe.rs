//! The sky of the world *The Wardrobe at Night*: sequins for stars, and a felt moon.

use crate::backgrounds::{HEIGHT, WIDTH, wrap};
use crate::contour::Stitch;
use crate::noise::{between, chance, hash};
use crate::palette::{CREAM, INK, LINEN, MUSTARD, PLUM, SKY, STEEL, WHITE, mix, rgb};
use crate::picture::{Picture, in_ellipse};

/// Night cloth in bands, from ink above to a blue that is almost day below, with sequins and the moon.
pub fn sky() -> Picture {
    const BANDS: [u32; 6] = [0x3a_3558, 0x40_3c62, 0x47_446d, 0x4f_4e78, 0x59_5a84, 0x66_688e];
    let mut picture = Picture::from_fn(WIDTH, HEIGHT, |x, y| {
        let band = ((y + (x + y) % 4 * 3) / 60).clamp(0, 5) as usize;
        let color = rgb(BANDS[band]);
        if (x - y).rem_euclid(4) == 0 { mix(color, INK, 12) } else { color }
    });
    for i in 0..70 {
        let (x, y) = (between(501, i, 0, 0, WIDTH - 1), between(501, i, 1, 0, 230));
        let star = [mix(SKY, WHITE, 40), mix(MUSTARD, WHITE, 40), mix(STEEL, WHITE, 20)][hash(502, i, 0) as usize % 3];
        match i % 5 {
            0 => {
                picture.rect(x - 1, y, 3, 1, star);
                picture.rect(x, y - 1, 1, 3, WHITE);
            }
            1 | 2 => picture.rect(x, y, 2, 1, star),
            _ => picture.rect(x, y, 1, 1, star),
        }
    }
    wrap(&mut picture, &moon(), 430, 34);
    picture
}

/// A moon of cream felt with a stitched border and three darns, 84 x 84.
fn moon() -> Picture {
    let mask = Picture::mask(84, 84, |x, y| in_ellipse(x, y, (42.0, 42.0), (40.0, 40.0)));
    let mut picture = Picture::from_fn(84, 84, |x, y| {
        let spot = [(28, 30, 9.0), (56, 50, 12.0), (36, 62, 6.0)]
            .iter()
            .any(|&(sx, sy, r)| in_ellipse(x, y, (sx as f32, sy as f32), (r, r)));
        let halo = in_ellipse(x, y, (42.0, 42.0), (42.0, 42.0));
        if !mask.is_drawn(x, y) {
            return halo.then_some(rgb(0x7c_7ca0));
        }
        Some(match (x + y) % 2 {
            0 if spot => mix(LINEN, PLUM, 14),
            _ if spot => LINEN,
            _ if chance(503, x / 2, y, 10) => mix(CREAM, WHITE, 50),
            _ => CREAM,
        })
    });
    picture.sew_around(&mask.shrunk(4), 0, Stitch { on: 5, off: 4, thick: 1, color: mix(LINEN, PLUM, 35) });
    picture
}
