//! The world *The Wardrobe at Night*: sequins for stars, a felt moon, clothes on their hangers for hills. All are 640 wide and
//! join themselves.

use crate::backgrounds::{HEIGHT, WIDTH, wrap};
use crate::contour::Stitch;
use crate::noise::{between, chance, hash};
use crate::palette::{CREAM, Color, DENIM, INK, LINEN, MUSTARD, PLUM, RED, SKY, STEEL, WHITE, mix, rgb, shade};
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

/// Moths far away, 640 x 180.
pub fn moths() -> Picture {
    let mut picture = Picture::new(WIDTH, 180);
    let shapes = [
        "LL...LL\nLLL.LLL\n.LLKLL.\n...K...",
        ".......\nLLLKLLL\n.LLKLL.\n...K...",
        "...K...\n..LKL..\n.LLKLL.\n.L...L.",
    ]
    .map(|art| Picture::from_art(art).recolored(|c| mix(c, rgb(0x59_5a84), 40)));
    for i in 0..11 {
        let shape = &shapes[hash(511, i, 0) as usize % 3];
        wrap(&mut picture, shape, i * 58 + between(512, i, 0, 0, 40), between(513, i, 0, 8, 165));
    }
    picture
}

/// A row of clothes.
struct Row {
    /// The height of the rail that they hang on.
    rail: i32,
    /// How far apart they hang, and how wide the widest are.
    step: i32,
    wide: i32,
    /// The colour of the row, into which all its clothes fade by so many percent.
    color: Color,
    fade: i32,
    seed: u32,
}

impl Row {
    fn draw(&self) -> Picture {
        let mut picture = Picture::new(WIDTH, HEIGHT);
        let count = WIDTH / self.step;
        for (y, light) in [(0, 30), (1, 12), (2, -14)] {
            picture.rect(0, self.rail + y, WIDTH, 1, shade(self.color, light));
        }
        for i in 0..count {
            let width = between(self.seed, i, 0, self.wide * 3 / 4, self.wide) / 2 * 2;
            let middle = i * self.step + between(self.seed, i, 1, 0, self.step / 3);
            let dress = hash(self.seed, i, 2).is_multiple_of(2);
            let cloth = [PLUM, DENIM, RED, rgb(0x4a_7a84), MUSTARD][hash(self.seed, i, 3) as usize % 5];
            let part = self.garment(width, dress, mix(cloth, self.color, self.fade), i);
            wrap(&mut picture, &part, middle - part.width / 2, self.rail - 6);
        }
        picture
    }

    /// A coat or a dress on a hanger, down to the lower border.
    fn garment(&self, width: i32, dress: bool, cloth: Color, i: i32) -> Picture {
        let size = width * 3 / 2;
        let height = HEIGHT - self.rail + 6;
        let middle = size / 2;
        // Half the width at a row: shoulders, then a waist for dresses, and ever wider folds.
        let half = |y: i32| {
            let down = y - 16;
            let shoulder = (down * 2).min(width / 2);
            match down {
                ..0 => -1,
                _ if dress && down > width / 2 => (width / 3 + (down - width / 2) / 3).min(middle),
                _ if dress => shoulder.min(width / 2 - (down - width / 4).max(0) * 2 / 3),
                _ => (shoulder + down / 14).min(middle),
            }
        };
        let mut picture = Picture::new(size, height);
        let hook = [(0, 0), (1, -1), (2, 0), (2, 1), (2, 2), (1, 3), (0, 4), (0, 5), (0, 6), (0, 7), (0, 8)];
        picture.dots(hook.map(|(x, y)| (middle + x, 6 + y)), mix(self.color, CREAM, 40));
        picture.paint(|x, y| {
            let (from, half) = (x - middle, half(y));
            let edge = half - from.abs();
            let lapel = !dress && from.abs() == 2 + (30 - (y - 16)).max(0) / 4 && y < 90;
            let fold = dress && (from * 12 / half.max(1)).rem_euclid(5) == 0 && y > 20 + width / 2;
            match edge {
                ..0 => None,
                0 | 1 => Some(mix(cloth, INK, 30)),
                5 if y % 9 < 5 => Some(mix(cloth, CREAM, 32)),
                _ if lapel || fold || (!dress && from == 0) => Some(mix(cloth, INK, 22)),
                _ if (x + y) % 4 == 0 => Some(mix(cloth, INK, 7)),
                _ => Some(cloth),
            }
        });
        if !dress {
            for y in (44..height).step_by(26) {
                picture.rect(middle + 3, y, 3, 3, mix(cloth, [MUSTARD, CREAM][i as usize % 2], 55));
                picture.rect(middle + 4, y + 1, 1, 1, mix(cloth, INK, 40));
            }
        }
        picture
    }
}

/// Three rows of clothes, the nearest the darkest.
pub fn far() -> Picture {
    Row { rail: 168, step: 64, wide: 60, color: rgb(0x6a_6c92), fade: 66, seed: 521 }.draw()
}

pub fn mid() -> Picture {
    Row { rail: 214, step: 80, wide: 84, color: rgb(0x56_5680), fade: 62, seed: 522 }.draw()
}

pub fn near() -> Picture {
    Row { rail: 268, step: 128, wide: 128, color: rgb(0x46_446a), fade: 62, seed: 523 }.draw()
}
