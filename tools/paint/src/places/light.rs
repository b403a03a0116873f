//! Light in the air: white pictures, see-through in dithered steps. The tint of their layer in Tiled gives them the
//! colour of a lamp, its opacity their strength.

use crate::noise::dither;
use crate::picture::Picture;

/// Size of the glow, in pixels.
const GLOW: i32 = 320;

/// Steps from full light to none.
const STEPS: i32 = 16;

/// How opaque the glow is in its middle, and the strongest beam at its upper end.
const BRIGHTEST: i32 = 230;

/// Size of the beams, in pixels. They join themselves at left and right.
const WIDE: i32 = 640;
const HIGH: i32 = 360;

/// How far a beam moves to the left on its way down, and how much wider it gets, in pixels.
const SLANT: i32 = 250;
const SPREAD: i32 = 40;

/// Beams: the left end at the top, the width there, and the strength as a percentage.
const BEAMS: [(i32, i32, i32); 5] = [(300, 26, 60), (352, 74, 100), (452, 18, 50), (500, 40, 75), (40, 30, 45)];

/// The pictures by name.
pub fn lights() -> [(&'static str, Picture); 2] {
    [("glow", glow()), ("beams", beams())]
}

/// White, with this many of the steps of light.
fn white(step: i32) -> [u8; 4] {
    [255, 255, 255, (step * BRIGHTEST / STEPS).clamp(0, 255) as u8]
}

/// Light around a lamp, which falls off evenly.
fn glow() -> Picture {
    let half = GLOW / 2;
    Picture::from_fn(GLOW, GLOW, |x, y| {
        let (right, down) = ((x - half) as f32 + 0.5, (y - half) as f32 + 0.5);
        let light = (1.0 - (right * right + down * down).sqrt() / half as f32).clamp(0.0, 1.0);
        let light = light * light.sqrt();
        // Dithered: even fine steps would be seen as rings.
        white((light * STEPS as f32 + dither(x, y) as f32 / 16.0) as i32)
    })
}

/// Slanted beams from a window above, weaker further down.
fn beams() -> Picture {
    Picture::from_fn(WIDE, HIGH, |x, y| {
        let strength = |&(left, wide, percent): &(i32, i32, i32)| {
            let from = left - y * SLANT / HIGH - y * SPREAD / HIGH / 2;
            let inside = (x - from).rem_euclid(WIDE) < wide + y * SPREAD / HIGH;
            if inside { percent } else { 0 }
        };
        let percent: i32 = BEAMS.iter().map(strength).max().unwrap_or(0);
        let left = (HIGH - y) * STEPS / HIGH;
        white(percent * left / 100)
    })
}
