//! Colours for red-green colour blindness: in the pictures of hazards, the colour of danger becomes a violet that differs from
//! all cloth.

use macroquad::prelude::Image;

/// The violet, and the colour that it replaces.
const VIOLET: [f32; 3] = [195.0, 30.0, 240.0];
const HAZARD_COLOR: [f32; 3] = [255.0, 45.0, 138.0];
/// A colour counts as red if green and blue are below this fraction of its red.
const REDDISH: f32 = 0.72;

/// Prefixes of the names of hazard sprites.
const HAZARD_PREFIXES: [&str; 6] = ["aglet", "pin_", "iron", "scissors", "moth", "needle"];

/// Whether a sprite shows a hazard.
pub fn is_hazard(name: &str) -> bool {
    HAZARD_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Recolours parts of a picture: x, y, width, height in pixels.
pub fn recolor(image: &mut Image, parts: impl IntoIterator<Item = [u32; 4]>) {
    let (width, height) = (u32::from(image.width), u32::from(image.height));
    for [x, y, w, h] in parts {
        for row in y..y.saturating_add(h).min(height) {
            for column in x..x.saturating_add(w).min(width) {
                let at = ((row * width + column) * 4) as usize;
                if let Some(color) = image.bytes.get_mut(at..at + 3).and_then(|bytes| bytes.first_chunk_mut::<3>()) {
                    *color = safe(*color);
                }
            }
        }
    }
}

/// Turns a red into a violet of the same brightness and paleness; leaves other colours unchanged.
pub fn safe(color: [u8; 3]) -> [u8; 3] {
    let [r, g, b] = color.map(f32::from);
    let other = g.max(b);
    if r < 40.0 || other > r * REDDISH {
        return color;
    }
    let bright = r / HAZARD_COLOR[0];
    let pale = (other / r - HAZARD_COLOR[2] / HAZARD_COLOR[0]).max(0.0);
    VIOLET.map(|channel| {
        let full = (channel * bright).min(255.0);
        (full + (255.0 - full) * pale).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use macroquad::color::Color;

    use super::super::palette;
    use super::*;

    /// Normal vision, and vision without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1).
    const EYES: [(&str, [[f64; 3]; 3]); 4] = [
        ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        ("protan", [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
        ("deutan", [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
        ("tritan", [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.147], [0.005, 0.691, 0.304]]),
    ];

    /// The distance of colours that clearly differ, in CIE 1976 L*a*b*; 2 can just be seen.
    const APART: f64 = 25.0;

    fn bytes(color: Color) -> [u8; 3] {
        [color.r, color.g, color.b].map(|channel| (channel * 255.0).round() as u8)
    }

    /// A colour in L*a*b* under this kind of vision.
    fn lab(color: [u8; 3], eyes: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = color.map(|byte| {
            let c = f64::from(byte) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        let dot = |row: &[f64; 3], v: &[f64; 3]| row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
        let seen = [0, 1, 2].map(|i| dot(&eyes[i], &linear).clamp(0.0, 1.0));
        // sRGB to XYZ under D65, each by its white.
        let xyz = [[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0177, 0.1095, 0.8728]];
        let [x, y, z] = xyz.map(|row| {
            let t = dot(&row, &seen);
            if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The smallest distance of two colours over all kinds of vision.
    fn apart(a: [u8; 3], b: [u8; 3]) -> (f64, &'static str) {
        let distance = |(name, eyes): &(&'static str, [[f64; 3]; 3])| {
            let (a, b) = (lab(a, eyes), lab(b, eyes));
            ((0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt(), *name)
        };
        EYES.iter().map(distance).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
    }

    const CLOTH: [Color; 7] = {
        use palette::{DENIM, DENIM_LIGHT, LEAF, MOSS, PLUM, RED, ROSE};
        [DENIM, DENIM_LIGHT, MOSS, LEAF, PLUM, RED, ROSE]
    };
    const COLLECTIBLES: [Color; 2] = [palette::MUSTARD, palette::CREAM];

    #[test]
    fn hazards_and_collectibles_differ_from_what_is_behind_them() {
        let behind = CLOTH.into_iter().chain(COLLECTIBLES).chain([palette::SKY, palette::SAND, palette::LINEN]);
        let to_violet = behind.clone().map(|other| (safe(bytes(palette::DANGER)), other));
        let cloth = [palette::DENIM, palette::MOSS, palette::PLUM, palette::RED];
        let to_cloth = COLLECTIBLES.into_iter().flat_map(|one| cloth.map(|cloth| (bytes(one), cloth)));
        for (color, other) in to_violet.chain(to_cloth) {
            let (distance, eyes) = apart(color, bytes(other));
            assert!(distance >= APART, "{other:?} is only {distance:.0} away from {color:?} for {eyes} eyes");
        }
        // With normal vision the colour of danger is apart from all others as it is; other eyes need the violet.
        let nearest = behind.map(|other| apart(bytes(palette::DANGER), bytes(other)));
        let nearest = nearest.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert!(nearest.0 < APART && nearest.1 != "normal", "{nearest:?}");
        // Black and white are 100 apart.
        assert!((apart([0; 3], [255; 3]).0 - 100.0).abs() < 0.1);
    }

    #[test]
    fn only_reds_are_recoloured_and_only_in_the_parts() {
        let colors = [palette::DENIM, palette::MUSTARD, palette::CREAM, palette::INK, palette::MOSS, palette::SAND];
        for color in colors.map(bytes) {
            assert_eq!(safe(color), color);
        }
        let [r, g, b] = bytes(palette::RED);
        let mut image = Image { bytes: [r, g, b, 255].repeat(4), width: 2, height: 2 };
        recolor(&mut image, [[1, 0, 9, 1], [7, 7, 1, 1]]);
        let changed: Vec<bool> = image.bytes.chunks(4).map(|pixel| pixel[..3] != [r, g, b]).collect();
        assert_eq!(changed, [false, true, false, false]);
        assert!(is_hazard("pin_ball") && is_hazard("scissors") && !is_hazard("spring"));
    }
}
