//! The value of a custom property.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tiled::PropertyValue;

/// The value of a custom property.
///
/// ```
/// use seamwalker_level::Value;
///
/// let loot = Value::List(vec![Value::Text("thimble".into()), Value::Int(3)]);
/// let Value::List(items) = &loot else { unreachable!() };
/// assert_eq!(items.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Value {
    /// A class member without a value.
    Nothing,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// Text, a file path, a colour as `#aarrggbb` (empty if not set), or an enum: its word, or for flags the words, separated by
    /// commas.
    Text(String),
    /// The id of an object, 0 for none.
    Object(u32),
    /// A list.
    List(Vec<Value>),
    /// The members of a class.
    Class(BTreeMap<String, Value>),
}

impl Value {
    /// Adds to all object ids in the value, because each map of a world has its own ids. 0, which means no object, stays.
    pub(crate) fn renumber(&mut self, first_id: u32) {
        match self {
            Self::Object(id) if *id != 0 => *id = id.saturating_add(first_id),
            Self::List(items) => items.iter_mut().for_each(|item| item.renumber(first_id)),
            Self::Class(members) => members.values_mut().for_each(|value| value.renumber(first_id)),
            _ => {}
        }
    }

    /// The approximate size in memory.
    pub(crate) fn bytes(&self) -> usize {
        let inner = match self {
            Self::Text(text) => text.len(),
            Self::List(items) => items.iter().map(Self::bytes).sum(),
            Self::Class(members) => members.iter().map(|(name, value)| name.len() + value.bytes()).sum(),
            _ => 0,
        };
        size_of::<Self>() + inner
    }

    /// Converts a value of the parser.
    pub(crate) fn of(value: &PropertyValue) -> Self {
        match value {
            PropertyValue::BoolValue(value) => Self::Bool(*value),
            PropertyValue::FloatValue(value) => Self::Float(f64::from(*value)),
            PropertyValue::IntValue(value) => Self::Int(i64::from(*value)),
            PropertyValue::ColorValue(c) => {
                Self::Text(format!("#{:02x}{:02x}{:02x}{:02x}", c.alpha, c.red, c.green, c.blue))
            }
            PropertyValue::StringValue(value) | PropertyValue::FileValue(value) => Self::Text(value.clone()),
            PropertyValue::ObjectValue(id) => Self::Object(*id),
            PropertyValue::ListValue(items) => Self::List(items.iter().map(Self::of).collect()),
            PropertyValue::ClassValue { properties, .. } => {
                Self::Class(properties.iter().map(|(name, value)| (name.clone(), Self::of(value))).collect())
            }
        }
    }
}
