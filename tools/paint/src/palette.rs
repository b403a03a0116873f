//! The colours of the world, and how two of them mix.

/// Red, green, blue and opacity, one byte each.
pub type Color = [u8; 4];

/// An opaque colour from `0xrrggbb`.
pub const fn rgb(hex: u32) -> Color {
    let [_, r, g, b] = hex.to_be_bytes();
    [r, g, b, 255]
}

pub const CLEAR: Color = [0, 0, 0, 0];
pub const WHITE: Color = rgb(0xff_ffff);
pub const INK: Color = rgb(0x2b_2136);
pub const CREAM: Color = rgb(0xf6_ead0);
pub const LINEN: Color = rgb(0xe2_d0ac);
pub const DENIM: Color = rgb(0x46_6296);
pub const DENIM_DARK: Color = rgb(0x3a_5484);
pub const DENIM_LIGHT: Color = rgb(0x60_7eb2);
pub const RED: Color = rgb(0xcb_4b49);
pub const RED_DARK: Color = rgb(0xa8_343e);
pub const ROSE: Color = rgb(0xe9_8e80);
pub const MUSTARD: Color = rgb(0xe8_b248);
pub const MUSTARD_DARK: Color = rgb(0xcd_8f30);
pub const MOSS: Color = rgb(0x6e_8c50);
pub const MOSS_DARK: Color = rgb(0x54_6e44);
pub const LEAF: Color = rgb(0x98_b260);
pub const PLUM: Color = rgb(0x7a_4e7a);
pub const PLUM_DARK: Color = rgb(0x62_3a66);

/// `percent` hundredths of the way from `from` to `to`, in every channel.
pub fn mix(from: Color, to: Color, percent: i32) -> Color {
    let percent = percent.clamp(0, 100);
    std::array::from_fn(|i| {
        let (a, b) = (i32::from(from[i]), i32::from(to[i]));
        // Between two bytes, hence a byte.
        ((a * (100 - percent) + b * percent + 50) / 100) as u8
    })
}

/// Nearer to cream by `percent`; negative numbers go towards ink.
pub fn shade(color: Color, percent: i32) -> Color {
    if percent < 0 { mix(color, INK, -percent) } else { mix(color, CREAM, percent) }
}
