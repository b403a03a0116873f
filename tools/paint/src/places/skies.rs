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
    Sky { name: "drawer_morning", colors: &[0x9c_c6d6, 0xbc_d8d6, 0xe8_e2c8, 0xf2_dfc2] },
    Sky { name: "drawer_meadow", colors: &[0xa8_ced6, 0xc9_d9d3, 0xe2_dcc4, 0xd8_d8b4] },
    Sky { name: "drawer_rose", colors: &[0xb4_bcd2, 0xd4_c4cc, 0xec_d0c0, 0xf0_dcc0] },
    Sky { name: "drawer_wood", colors: &[0xc9_b59a, 0xd6_c4a8, 0xe2_d2b8, 0xe8_dcc2] },
    Sky { name: "drawer_sill", colors: &[0xbc_bcd6, 0xdc_c8cc, 0xf0_d4ba, 0xf6_e2c2] },
    Sky { name: "loom_dusk", colors: &[0xb8_aac8, 0xd2_bad0, 0xec_d0cc, 0xf8_e4cc] },
    Sky { name: "loom_hall", colors: &[0xdc_c89a, 0xe6_d6ae, 0xee_e0be, 0xf2_e8ce] },
    Sky { name: "loom_steam", colors: &[0xa2_cac8, 0xb8_d6d2, 0xce_e4da, 0xe2_ecda] },
    Sky { name: "loom_store", colors: &[0xaa_bcd4, 0xc0_cede, 0xd6_dee2, 0xe8_e4d6] },
    Sky { name: "works_noon", colors: &[0x9c_c6da, 0xbe_dbe2, 0xdc_e8de, 0xf0_ecd6] },
    Sky { name: "night_plum", colors: &[0x8a_7aa8, 0xa0_8cb4, 0xb8_9ec0, 0xcc_b2cc] },
    Sky { name: "night_teal", colors: &[0x6c_90a6, 0x84_a4b2, 0x9c_bac2, 0xb8_d0d0] },
    Sky { name: "night_linen", colors: &[0x8c_86b2, 0xa2_9cc2, 0xb8_b2ce, 0xce_c6da] },
    Sky { name: "eye_gold", colors: &[0xfa_ecc4, 0xf4_e0b0, 0xee_d4a4, 0xe8_cc9e] },
    Sky { name: "eye_rose", colors: &[0xf4_dcd2, 0xee_cec6, 0xe6_c0ba, 0xde_b8b6] },
    Sky { name: "eye_steel", colors: &[0xd8_deec, 0xca_d2e6, 0xbe_c8e0, 0xb6_c0dc] },
    Sky { name: "eye_velvet", colors: &[0xe8_d0e0, 0xdd_c2d6, 0xd2_b6cc, 0xca_aec6] },
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
