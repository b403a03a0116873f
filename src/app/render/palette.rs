//! The colours of the world, each named once. None is pure black or pure white.

use std::cell::RefCell;
use std::collections::BTreeMap;

use macroquad::color::Color;
use seamwalker_collide::SolverKind;

/// An opaque colour from `0xrrggbb`.
const fn rgb(hex: u32) -> Color {
    let [_, r, g, b] = hex.to_be_bytes();
    Color::new(r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0, 1.0)
}

/// No tint.
pub const PLAIN: Color = Color::new(1.0, 1.0, 1.0, 1.0);
/// Writes a constant for each colour, and the list of all, so that each is named once.
macro_rules! colors {
    ($($(#[$doc:meta])* $constant:ident $name:literal $hex:literal;)*) => {
        $($(#[$doc])* pub const $constant: Color = rgb($hex);)*

        /// The colours that a pack may replace, by name.
        const NAMED: &[(&str, Color)] = &[$(($name, $constant)),*];
    };
}

colors! {
    /// Outlines and dark text.
    INK "ink" 0x2b_2136;
    /// The dark cloth around everything: ink with a little plum.
    NIGHT "night" 0x3d_3046;
    /// Stitches and light text.
    CREAM "cream" 0xf6_ead0;
    /// Unbleached cloth.
    LINEN "linen" 0xe2_d0ac;
    /// Wood, and cloth in the shade.
    SAND "sand" 0xc9_ad80;
    /// The sky of a level without a background colour.
    SKY "sky" 0xa8_ced6;
    /// Blue work cloth.
    DENIM "denim" 0x46_6296;
    /// Lit denim.
    DENIM_LIGHT "denim_light" 0x60_7eb2;
    /// Scarf and ribbons.
    RED "red" 0xcb_4b49;
    /// Washed denim, and wind.
    PALE "pale" 0x62_80b4;
    /// What kills, and nothing else: at least 25 from every other colour in CIE L*a*b*.
    DANGER "danger" 0xff_2d8a;
    /// Red in the shade.
    RED_DARK "red_dark" 0xa8_343e;
    /// Lit red.
    ROSE "rose" 0xe9_8e80;
    /// Buttons and thread, and the scarf of a player whose dash is used.
    MUSTARD "mustard" 0xe8_b248;
    /// Grass-green cloth.
    MOSS "moss" 0x6e_8c50;
    /// Lit moss.
    LEAF "leaf" 0x98_b260;
    /// Velvet.
    PLUM "plum" 0x7a_4e7a;
}

thread_local! {
    /// The colours of the current pack: each with the one that it replaces.
    static OWN_COLORS: RefCell<Vec<(Color, Color)>> = const { RefCell::new(Vec::new()) };
}

/// Reads colours by name, such as `{"ink": "#2b2136"}`.
///
/// # Errors
/// Which of them is wrong, and why.
pub fn parse(colors: &BTreeMap<String, String>) -> Result<Vec<(Color, Color)>, String> {
    let color = |(name, value): (&String, &String)| {
        let known = NAMED.iter().find(|(known, _)| known == name);
        let (_, from) = known.ok_or_else(|| {
            let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
            format!("there is no colour '{name}'; there is {}", names.join(", "))
        })?;
        let digits = value.strip_prefix('#').filter(|digits| digits.len() == 6 && !digits.starts_with('+'));
        let hex = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let hex = hex.ok_or_else(|| format!("'{value}' is no colour; write it as in \"#2b2136\""))?;
        Ok((*from, rgb(hex)))
    };
    colors.iter().map(color).collect()
}

/// Draws with these colours from now on.
pub fn set_own(colors: Vec<(Color, Color)>) {
    OWN_COLORS.set(colors);
}

/// The colour that the current pack has for one of the game's colours; any other colour is unchanged.
pub fn own(color: Color) -> Color {
    OWN_COLORS.with_borrow(|all| {
        let same = |from: &Color| from.r == color.r && from.g == color.g && from.b == color.b;
        all.iter().find(|(from, _)| same(from)).map_or(color, |(_, to)| Color { a: color.a, ..*to })
    })
}

/// The same colour, `alpha` times as opaque.
pub fn faded(color: Color, alpha: f32) -> Color {
    Color { a: color.a * alpha.clamp(0.0, 1.0), ..color }
}

/// Linear interpolation from one colour to another.
pub fn mix(from: Color, to: Color, t: f32) -> Color {
    let at = |a: f32, b: f32| a + (b - a) * t.clamp(0.0, 1.0);
    let (from, to) = (own(from), own(to));
    Color::new(at(from.r, to.r), at(from.g, to.g), at(from.b, to.b), at(from.a, to.a))
}

/// The colour of a solver.
pub fn of_solver(kind: SolverKind) -> Color {
    of_index(kind as usize)
}

/// One colour per solver or other member of a list, so that trails and labels agree. Always shown with a label, because
/// hue alone does not distinguish them for all players.
pub fn of_index(index: usize) -> Color {
    const SERIES: [Color; 8] = [RED, DENIM, MUSTARD, MOSS, PLUM, ROSE, DENIM_LIGHT, LEAF];
    SERIES[index % SERIES.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(name: &str, value: &str) -> Result<Vec<(Color, Color)>, String> {
        parse(&BTreeMap::from([(name.to_owned(), value.to_owned())]))
    }

    #[test]
    fn a_pack_replaces_colours_by_name() {
        assert!(parsed("inc", "#000000").unwrap_err().contains("there is ink"));
        for bad in ["", "red", "#12345", "#+12345", "#12345g"] {
            assert!(parsed("ink", bad).is_err(), "{bad}");
        }
        set_own(parsed("ink", "#102030").unwrap());
        assert_eq!(own(faded(INK, 0.5)), faded(rgb(0x10_2030), 0.5));
        assert_eq!(own(CREAM), CREAM);
        assert_eq!(mix(INK, INK, 0.5), rgb(0x10_2030));
        set_own(Vec::new());
        assert_eq!(own(INK), INK);
    }
}
