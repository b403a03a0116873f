//! What lies behind everything: skies and walls, each a strip that repeats sideways.

use crate::palette::{Color, mix, rgb};
use crate::picture::Picture;

/// Size of a strip, in pixels.
const WIDE: i32 = 64;
const HIGH: i32 = 360;

/// Steps of brightness from top to bottom.
const BANDS: i32 = 24;

/// The colours of a strip from top to bottom, evenly spaced.
struct Sky {
    name: &'static str,
    colors: &'static [u32],
}

/// Every strip. Each world has four or more, in the order of its levels.
const SKIES: &[Sky] = &[
    Sky { name: "drawer_morning", colors: &[0x9cc6d6, 0xbcd8d6, 0xe8e2c8, 0xf2dfc2] },
    Sky { name: "drawer_meadow", colors: &[0xa8ced6, 0xc9d9d3, 0xe2dcc4, 0xd8d8b4] },
    Sky { name: "drawer_rose", colors: &[0xb4bcd2, 0xd4c4cc, 0xecd0c0, 0xf0dcc0] },
    Sky { name: "drawer_wood", colors: &[0xb09678, 0xc4aa88, 0xd8c2a0, 0xe0cfae] },
    Sky { name: "drawer_sill", colors: &[0xa4a6c6, 0xd0b4bc, 0xeec4a4, 0xf4d8ac] },
    Sky { name: "loom_dusk", colors: &[0x7c5a60, 0xa4706a, 0xcc906c, 0xe2b27a] },
    Sky { name: "loom_hall", colors: &[0x8c6658, 0xa47a62, 0xb88c6c, 0xc49a78] },
    Sky { name: "loom_steam", colors: &[0x86746e, 0xa48e80, 0xbea692, 0xccb8a0] },
    Sky { name: "loom_store", colors: &[0x86706a, 0x9e8270, 0xb49478, 0xc0a07e] },
    Sky { name: "works_noon", colors: &[0xc8a684, 0xd4b693, 0xe0c8a4, 0xd8bc94] },
    Sky { name: "night_plum", colors: &[0x3e3052, 0x543e66, 0x70507a, 0x8a6488] },
    Sky { name: "night_teal", colors: &[0x2e3a52, 0x3c5066, 0x50707e, 0x6c8e92] },
    Sky { name: "night_linen", colors: &[0x4a4260, 0x645a78, 0x827590, 0x9c8ea4] },
    Sky { name: "eye_gold", colors: &[0xf6e6bc, 0xeed6a0, 0xe4c488, 0xd4ae70] },
    Sky { name: "eye_rose", colors: &[0xf0d8bc, 0xe6bea2, 0xd8a48c, 0xc48c78] },
    Sky { name: "eye_steel", colors: &[0xbcbec2, 0xaaacb2, 0x9698a0, 0x86868e] },
    Sky { name: "eye_velvet", colors: &[0xc89c86, 0xb48478, 0xa0706c, 0x8c5e62] },
];

/// The strips by name.
pub fn skies() -> impl Iterator<Item = (&'static str, Picture)> {
    SKIES.iter().map(|sky| (sky.name, strip(sky.colors)))
}

/// Bands so near to each other that they need no dithering.
fn strip(colors: &[u32]) -> Picture {
    Picture::from_fn(WIDE, HIGH, |_, y| between_colors(colors, y * BANDS / HIGH))
}

/// The colour of a band.
fn between_colors(colors: &[u32], band: i32) -> Color {
    let parts = colors.len() as i32 - 1;
    let at = band * parts * 100 / BANDS;
    let first = (at / 100).min(parts - 1);
    mix(rgb(colors[first as usize]), rgb(colors[first as usize + 1]), at - first * 100)
}
