//! The meadow behind the patches: woven sky, felt clouds, three ranges of quilted hills. All are 640 wide and join
//! themselves at left and right.

use crate::contour::{Stitch, sew};
use crate::noise::{between, chance, dither, hash, sin_turns};
use crate::palette::{
    BARK, CREAM, Color, INK, LEAF, LINEN, MOSS, MOSS_DARK, MUSTARD, ROSE, SAND, SKY, mix, rgb, shade,
};
use crate::picture::{Picture, in_ellipse};
use crate::wardrobe;

/// The pictures by name, from back to front.
pub fn pictures() -> [(&'static str, Picture); 6] {
    [
        ("sky", sky()),
        ("clouds", clouds()),
        ("hills_far", FAR.draw(Picture::new(WIDTH, HEIGHT))),
        ("hills_mid", hills_mid()),
        ("hills_near", hills_near()),
        ("night_sky", wardrobe::sky()),
    ]
}

pub const WIDTH: i32 = 640;
pub const HEIGHT: i32 = 360;

/// Linen sky: blue above, warm towards the horizon, in dithered bands with a diagonal weave.
fn sky() -> Picture {
    const BANDS: i32 = 22;
    Picture::from_fn(WIDTH, HEIGHT, |x, y| {
        // Thresholds that fall along diagonals make the bands fray like twill.
        let threshold = (x + y).rem_euclid(4) * 4 + dither(x, y) / 4;
        let band = (y * BANDS * 16 / HEIGHT + threshold) / 16;
        let color = sky_band(band * 100 / BANDS);
        if (x - y).rem_euclid(4) == 0 { mix(color, rgb(0x86_aab2), 9) } else { color }
    })
}

/// The sky's colour at a percentage of its height.
fn sky_band(percent: i32) -> Color {
    let warm = rgb(0xee_e2c6);
    match percent {
        ..55 => mix(SKY, rgb(0xc9_d9d3), percent * 100 / 55),
        _ => mix(rgb(0xc9_d9d3), warm, (percent - 55) * 100 / 45),
    }
}

/// What distinguishes one range of hills.
struct Range {
    /// Mean height of the crest in the picture.
    level: f32,
    /// Waves: height in pixels, cycles across the picture, phase in turns.
    waves: &'static [(f32, f32, f32)],
    color: Color,
    stitch: Color,
    /// Width of the quilted fields.
    field: i32,
    seed: u32,
}

impl Range {
    /// The first row of the hill in a column.
    fn crest(&self, x: i32) -> i32 {
        let at = x as f32 / WIDTH as f32;
        let height: f32 = self.waves.iter().map(|(high, cycles, phase)| high * sin_turns(cycles * at + phase)).sum();
        (self.level - height) as i32
    }

    /// Lays the range over what grows behind its crest, with a running stitch along it.
    fn draw(&self, mut picture: Picture) -> Picture {
        let down = |x, y| y - self.crest(x);
        picture.paint(|x, y| (down(x, y) >= 0).then(|| self.thread(x, y, down(x, y))));
        let walk: Vec<(i32, i32)> = (0..WIDTH).map(|x| (x, self.crest(x) + 5)).collect();
        sew(&mut picture, &walk, Stitch { on: 5, off: 5, thick: 2, color: self.stitch });
        picture
    }

    /// Which field a pixel lies in: slanted strips, the same at both ends of the picture.
    fn strip(&self, x: i32, y: i32) -> i32 {
        let slant = (y - self.level as i32) / 3;
        (x + slant).rem_euclid(WIDTH) / self.field
    }

    /// One pixel of cloth: fields of slightly different shade with dashes between them, a diagonal weave, a lit edge.
    fn thread(&self, x: i32, y: i32, down: i32) -> Color {
        let strip = self.strip(x, y);
        let field = mix(self.color, CREAM, between(self.seed, strip, 0, 0, 2) * 4);
        let thread = match (x + y).rem_euclid(8) {
            _ if down == 0 => mix(field, CREAM, 30),
            0 => mix(field, INK, 6),
            4 => mix(field, INK, 3),
            _ => field,
        };
        let is_seam = down > 9 && strip != self.strip(x - 1, y) && y % 9 < 5;
        if is_seam { mix(thread, INK, 13) } else { thread }
    }
}

/// Blue-grey hills.
const FAR: Range = Range {
    level: 208.0,
    waves: &[(26.0, 1.0, 0.62), (22.0, 2.0, 0.15), (6.0, 5.0, 0.4)],
    color: rgb(0x94_b4b2),
    stitch: rgb(0xfc_f6e6),
    field: 128,
    seed: 71,
};

const MID: Range = Range {
    level: 244.0,
    waves: &[(14.0, 2.0, 0.1), (18.0, 3.0, 0.55), (5.0, 7.0, 0.2)],
    color: rgb(0x83_a38a),
    stitch: CREAM,
    field: 80,
    seed: 72,
};

const NEAR: Range = Range {
    level: 296.0,
    waves: &[(10.0, 1.0, 0.3), (9.0, 4.0, 0.8), (5.0, 9.0, 0.1)],
    color: rgb(0x73_9470),
    stitch: rgb(0xe0_dcba),
    field: 64,
    seed: 73,
};

/// Green-grey hills with small pompom trees.
fn hills_mid() -> Picture {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    for i in 0..7 {
        let x = i * 91 + between(5, i, 0, 0, 40);
        let radius = between(5, i, 1, 6, 9);
        let color = mix(MID.color, [MOSS, LEAF, MOSS_DARK][i as usize % 3], 40);
        tree(&mut picture, x, MID.crest(x.rem_euclid(WIDTH)) + 3, radius, color);
    }
    MID.draw(picture)
}

/// Green hills with bushes of felt and pompom trees.
fn hills_near() -> Picture {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    for i in 0..11 {
        let x = i * 58 + between(6, i, 0, 0, 24);
        let ground = NEAR.crest(x.rem_euclid(WIDTH)) + 4;
        let tones = [MOSS, mix(MOSS, LEAF, 50), mix(ROSE, SAND, 30), mix(MUSTARD, LEAF, 30)];
        let tone = tones[hash(6, i, 2) as usize % 4];
        if i % 5 < 3 {
            tree(&mut picture, x, ground, between(6, i, 3, 10, 16), mix(NEAR.color, tone, 58));
        } else {
            let felt = mix(NEAR.color, mix(MOSS, LEAF, 40 * (i % 2)), 55);
            bush(&mut picture, x, ground + 5, between(6, i, 3, 11, 16), felt);
        }
    }
    NEAR.draw(picture)
}

/// A pompom on a stick, at `x` modulo the width.
fn tree(picture: &mut Picture, x: i32, ground: i32, radius: i32, color: Color) {
    let top = ground - radius * 3;
    let stick = mix(mix(BARK, color, 45), INK, 8);
    for y in top + radius..ground + 2 {
        picture.put((x - 1).rem_euclid(WIDTH), y, stick);
        picture.put(x.rem_euclid(WIDTH), y, mix(stick, CREAM, 14));
    }
    wrap(picture, &pompom(radius, color), x - radius - 1, top - 1);
}

/// A ball of cut yarn: tufts that are lighter above left, with a ragged edge.
fn pompom(radius: i32, color: Color) -> Picture {
    let size = 2 * radius + 3;
    Picture::from_fn(size, size, |x, y| {
        let (dx, dy) = (x - radius - 1, y - radius - 1);
        let ragged = radius * radius + between(9, dx, dy, -radius, radius);
        let light = -(dx + 2 * dy) * 12 / radius;
        let tuft = [0, 8, -7, 4][hash(10, dx / 2, dy) as usize % 4];
        (dx * dx + dy * dy <= ragged).then(|| shade(color, light + tuft))
    })
}

/// A felt bush: three scallops with a running stitch.
fn bush(picture: &mut Picture, x: i32, ground: i32, size: i32, color: Color) {
    let width = size * 4;
    let middle = (width / 2) as f32;
    let high = size as f32;
    let lobe = |px: i32, py: i32, cx: f32, r: f32| in_ellipse(px, py, (middle + cx, high * 1.6), (r, r * 1.25));
    let mask = Picture::mask(width, size * 8 / 5, |px, py| {
        lobe(px, py, 0.0, high) || lobe(px, py, -high * 0.95, high * 0.72) || lobe(px, py, high * 0.95, high * 0.64)
    });
    let left = x - width / 2;
    let top = ground - mask.height;
    let mut felt = Picture::from_fn(mask.width, mask.height, |px, py| {
        let rim = !mask.is_drawn(px, py - 1);
        let fleck = if chance(12, px, py, 12) { 8 } else { 0 };
        let fleck = if rim { 24 } else { fleck };
        mask.is_drawn(px, py).then(|| mix(color, CREAM, fleck))
    });
    for walk in mask.shrunk(2).walks() {
        let above: Vec<_> = walk.into_iter().filter(|&(_, py)| py < felt.height - 4).collect();
        sew(&mut felt, &above, Stitch { on: 3, off: 3, thick: 1, color: mix(color, CREAM, 55) });
    }
    wrap(picture, &felt, left, top);
}

/// Lays a picture down so that what leaves at one side enters at the other.
pub fn wrap(picture: &mut Picture, part: &Picture, left: i32, top: i32) {
    let width = picture.width;
    for shift in [-width, 0, width] {
        picture.draw(part, left + shift, top);
    }
}

/// Felt clouds, 640 x 180.
fn clouds() -> Picture {
    let mut sheet = Picture::new(WIDTH, 180);
    for (i, (x, y, size)) in [(40, 34, 20), (214, 84, 13), (352, 20, 15), (500, 66, 24)].into_iter().enumerate() {
        let cloud = cloud(size, i as u32);
        wrap(&mut sheet, &cloud, x, y);
    }
    sheet
}

/// One cloud: bumps on a flat seam, with a border stitch.
fn cloud(size: i32, seed: u32) -> Picture {
    let (width, height) = (size * 6, size * 5 / 2);
    let floor = height - 3;
    let bumps: Vec<(f32, f32)> = (0..5)
        .map(|i| {
            let x = size + i * size + between(seed, i, 0, -size / 6, size / 6);
            let swell = [55, 85, 110, 90, 60][i as usize] + between(seed, i, 1, -8, 8);
            (x as f32, (size * swell / 100) as f32)
        })
        .collect();
    let mask = Picture::mask(width, height, |x, y| {
        let bump = |&(cx, r): &(f32, f32)| in_ellipse(x, y, (cx, floor as f32 - r * 0.55), (r, r));
        y < floor && bumps.iter().any(bump)
    });
    let edge = mask.shrunk(1);
    let mut felt = Picture::from_fn(width, height, |x, y| {
        let low = y > floor - size / 3 - between(seed, x / 3, 7, 0, 2);
        let tone = mix(CREAM, SKY, if low { 30 } else { 10 });
        let hair = chance(seed + 20, x, y, 10);
        let color = if hair { mix(tone, CREAM, 45) } else { tone };
        mask.is_drawn(x, y).then(|| if edge.is_drawn(x, y) { color } else { mix(color, rgb(0x92_b4be), 55) })
    });
    felt.sew_around(&mask.shrunk(3), 12, Stitch { on: 4, off: 4, thick: 1, color: mix(SAND, LINEN, 40) });
    felt
}
