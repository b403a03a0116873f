//! Reads class members with defaults, and reports bad values.

use crate::model::{Material, Sides, Surface};
use crate::properties::resolved::{Resolved, suggestion};
use crate::report::{Place, Report};
use seamwalker_collide::Direction;

/// The words of the enum Direction.
pub const DIRECTIONS: [(&str, Direction); 4] =
    [("up", Direction::Up), ("down", Direction::Down), ("left", Direction::Left), ("right", Direction::Right)];

/// Speed of a conveyor without a `speed`, in pixels per second: a third of the running speed.
const DEFAULT_CONVEYOR_SPEED: f64 = 60.0;

/// Reads members of a class and reports bad values.
pub struct Members<'a> {
    pub properties: Resolved<'a>,
    pub place: Place,
    pub report: &'a Report,
    /// The remedy for a value of the wrong type.
    pub help: &'static str,
}

impl Members<'_> {
    /// The value; reports an error and returns `None`.
    pub fn or_report<T>(&self, result: Result<Option<T>, String>) -> Option<T> {
        result.unwrap_or_else(|why| {
            self.report.warn(self.place.clone(), why, self.help);
            None
        })
    }

    /// A number, clamped to a range.
    pub fn number(&self, name: &str, default: f64, low: f64, high: f64) -> f64 {
        let value = self.or_report(self.properties.number(name)).unwrap_or(default);
        let fits = value.clamp(low, high);
        if fits != value {
            let what = format!("property '{name}' is {value}, not between {low} and {high}");
            self.report.warn(self.place.clone(), what, format!("{fits} is used"));
        }
        fits
    }

    /// The priority in collisions.
    pub fn priority(&self, default: f64) -> u8 {
        self.number("priority", default, 0.0, 255.0) as u8
    }

    /// True or false.
    pub fn flag(&self, name: &str) -> bool {
        self.or_report(self.properties.flag(name)).unwrap_or(false)
    }

    /// A text.
    pub fn text(&self, name: &str) -> String {
        self.or_report(self.properties.text(name)).unwrap_or_default()
    }

    /// A word of an enum, converted to its value.
    pub fn word<T: Copy + Default>(&self, name: &str, of: &str, values: &[(&str, T)]) -> T {
        let Some(word) = self.or_report(self.properties.word(name, of)) else { return T::default() };
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == word) {
            return *value;
        }
        let help = suggestion(&word, values.iter().map(|(known, _)| *known));
        self.report.warn(self.place.clone(), format!("property '{name}' is '{word}'"), help);
        T::default()
    }

    /// Words of an enum whose values are flags, separated by commas.
    pub fn sides(&self, name: &str, of: &str) -> Sides {
        let words = self.or_report(self.properties.word(name, of)).unwrap_or_default();
        let side = |word: &str| {
            let known = DIRECTIONS.iter().find(|(known, _)| *known == word).map(|(_, side)| *side);
            if known.is_none() {
                let help = suggestion(word, DIRECTIONS.iter().map(|(known, _)| *known));
                self.report.warn(self.place.clone(), format!("property '{name}' has '{word}'"), help);
            }
            known
        };
        words.split(',').map(str::trim).filter(|word| !word.is_empty()).filter_map(side).collect()
    }

    /// A surface with the members of its class.
    pub fn material(&self, surface: Surface) -> Material {
        match surface {
            Surface::OneWay => Material::one_way(self.word("direction", "Direction", &DIRECTIONS)),
            Surface::Conveyor => {
                let max = f64::from(Material::MAX_SPEED);
                Material::conveyor(libm::round(self.number("speed", DEFAULT_CONVEYOR_SPEED, -max, max)) as i16)
            }
            Surface::Solid => Material::solid(self.sides("invisible", "Sides")),
            _ => surface.into(),
        }
    }
}
