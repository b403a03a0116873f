//! Colours as they are seen.

use seamwalker_paint::palette::Color;

/// CIE L*a*b* of an sRGB colour under D65.
pub fn lab(color: Color) -> [f32; 3] {
    let linear = [0, 1, 2].map(|i| {
        let c = f32::from(color[i]) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { libm::powf((c + 0.055) / 1.055, 2.4) }
    });
    // sRGB to XYZ, each by its white.
    let xyz = [[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0177, 0.1095, 0.8728]];
    let [x, y, z] = xyz.map(|row: [f32; 3]| {
        let t: f32 = row.iter().zip(linear).map(|(a, b)| a * b).sum();
        if t > 0.008_856 { libm::cbrtf(t) } else { 7.787 * t + 16.0 / 116.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}
