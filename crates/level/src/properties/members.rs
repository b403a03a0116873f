//! Reads class members with defaults, and reports bad values.

use crate::model::{Material, Sides, Surface, Value};
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
    /// The value of a property, converted; `None` if neither the element nor its class has it. A value that cannot be converted
    /// is reported.
    fn value<T>(&self, name: &str, want: &str, convert: impl FnOnce(&Value) -> Option<Option<T>>) -> Option<T> {
        let value = self.properties.get(name)?;
        convert(&value).unwrap_or_else(|| {
            self.report.warn(self.place.clone(), wrong(name, want, &value), self.help);
            None
        })
    }

    /// A number of any size.
    pub fn any_number(&self, name: &str) -> Option<f64> {
        self.value(name, "a number", |value| match value {
            Value::Float(value) => Some(Some(*value)),
            Value::Int(value) => Some(Some(*value as f64)),
            _ => None,
        })
    }

    /// A number, clamped to a range.
    pub fn number(&self, name: &str, default: f64, low: f64, high: f64) -> f64 {
        let value = self.any_number(name).unwrap_or(default);
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
        let flag = self.value(name, "true or false", |value| match value {
            Value::Bool(value) => Some(Some(*value)),
            _ => None,
        });
        flag.unwrap_or(false)
    }

    /// A text.
    pub fn text(&self, name: &str) -> String {
        let text = self.value(name, "a text", |value| match value {
            Value::Nothing => Some(None),
            Value::Text(value) => Some(Some(value.clone())),
            _ => None,
        });
        text.unwrap_or_default()
    }

    /// The id of an object; `None` also if the reference is not set.
    pub fn object(&self, name: &str) -> Option<u32> {
        self.value(name, "an object reference", |value| match value {
            Value::Nothing | Value::Object(0) => Some(None),
            Value::Object(id) => Some(Some(*id)),
            _ => None,
        })
    }

    /// A word of an enum, stored as text or as a number.
    pub fn any_word(&self, name: &str, of: &str) -> Option<String> {
        self.value(name, "a word", |value| match value {
            Value::Nothing => Some(None),
            Value::Text(value) => Some(Some(value.clone())),
            Value::Int(number) => {
                let word = self.properties.project.words(of, *number);
                if word.is_none() {
                    let what = format!("property '{name}' is {number}, which the enum {of} does not have");
                    self.report.warn(self.place.clone(), what, self.help);
                }
                Some(word)
            }
            _ => None,
        })
    }

    /// A word of an enum, converted to its value.
    pub fn word<T: Copy + Default>(&self, name: &str, of: &str, values: &[(&str, T)]) -> T {
        let Some(word) = self.any_word(name, of) else { return T::default() };
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == word) {
            return *value;
        }
        let help = suggestion(&word, values.iter().map(|(known, _)| *known));
        self.report.warn(self.place.clone(), format!("property '{name}' is '{word}'"), help);
        T::default()
    }

    /// Words of an enum whose values are flags, separated by commas.
    pub fn sides(&self, name: &str, of: &str) -> Sides {
        let words = self.any_word(name, of).unwrap_or_default();
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

/// Describes a property of the wrong type.
fn wrong(name: &str, want: &str, found: &Value) -> String {
    let found = match found {
        Value::Nothing => "nothing".to_owned(),
        Value::List(_) => "a list".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
        Value::Text(value) => format!("'{}'", value.chars().take(40).collect::<String>()),
        Value::Object(id) => format!("object {id}"),
        Value::Class(_) => "a class".to_owned(),
    };
    format!("property '{name}' is {found}, not {want}")
}
