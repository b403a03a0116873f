//! What lies behind everything: skies and walls, each a strip that repeats sideways.

use crate::palette::{Color, mix, rgb};
use crate::picture::Picture;

/// Size of a strip, in pixels.
const WIDE: i32 = 64;
const HIGH: i32 = 360;

/// Steps of brightness from top to bottom.
const BANDS: i32 = 120;

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
    Sky { name: "drawer_wood", colors: &[0xb0_9678, 0xc4_aa88, 0xd8_c2a0, 0xe0_cfae] },
    Sky { name: "drawer_sill", colors: &[0xa4_a6c6, 0xd0_b4bc, 0xee_c4a4, 0xf4_d8ac] },
    Sky { name: "loom_dusk", colors: &[0x96_84ae, 0xbe_9ebc, 0xe4_bcb8, 0xf6_dab8] },
    Sky { name: "loom_hall", colors: &[0xdc_c89a, 0xe6_d6ae, 0xee_e0be, 0xf2_e8ce] },
    Sky { name: "loom_steam", colors: &[0x8c_b8ba, 0xa6_cac8, 0xc2_dcd4, 0xdc_e6d4] },
    Sky { name: "loom_store", colors: &[0x90_a6c4, 0xac_bed2, 0xca_d4dc, 0xe2_dccc] },
    Sky { name: "works_noon", colors: &[0x9c_c6da, 0xbe_dbe2, 0xdc_e8de, 0xf0_ecd6] },
    Sky { name: "night_plum", colors: &[0x3e_3052, 0x54_3e66, 0x70_507a, 0x8a_6488] },
    Sky { name: "night_teal", colors: &[0x2e_3a52, 0x3c_5066, 0x50_707e, 0x6c_8e92] },
    Sky { name: "night_linen", colors: &[0x4a_4260, 0x64_5a78, 0x82_7590, 0x9c_8ea4] },
    Sky { name: "eye_gold", colors: &[0xe4_c48f, 0xd3_af81, 0xc4_9e7c, 0xba_947b] },
    Sky { name: "eye_rose", colors: &[0xdd_b7ad, 0xcd_a39f, 0xbe_9295, 0xb2_8993] },
    Sky { name: "eye_steel", colors: &[0xb9_c2d7, 0x9d_a7c3, 0x8f_99b9, 0x87_90b3] },
    Sky { name: "eye_velvet", colors: &[0xcd_aac0, 0xbc_98b4, 0xac_89a9, 0xa3_82a4] },
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
