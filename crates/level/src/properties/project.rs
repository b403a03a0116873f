//! The classes and enums of a Tiled project, with the defaults of their members.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value as Json;
use tiled::PropertyValue;

use crate::files::without_bom;
use crate::model::Value;

/// The project that ships with the game. Its classes apply wherever a map's own project does not declare them.
const SHIPPED: &str = include_str!("../seamwalker.tiled-project");

/// Nesting depth of classes. Tiled allows no recursion; a handmade file may contain it.
const MAX_CLASS_DEPTH: u32 = 8;

/// Maximum number of default members of one element, including nested classes.
pub const MAX_MEMBERS: u32 = 1000;

/// A class with the defaults of its members.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// Members by name.
    members: BTreeMap<String, ClassMember>,
    /// What it can be the class of: "object", "tile", "layer", "map", "property", ...
    uses: Vec<String>,
}

/// A member of a class.
#[derive(Clone, Debug, PartialEq)]
struct ClassMember {
    value: Value,
    /// The name of its own class or enum, if any.
    of: String,
}

/// All classes and enums.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Project {
    classes: BTreeMap<String, Class>,
    enums: BTreeMap<String, Enum>,
    /// The project's own properties that are texts, by name.
    pub texts: BTreeMap<String, String>,
}

/// An enum.
#[derive(Clone, Debug, Default, PartialEq)]
struct Enum {
    /// Its words. The index is the number, or for flags the bit.
    values: Vec<String>,
    /// Whether a value can combine several words.
    flags: bool,
}

impl Project {
    /// The project that comes with the game.
    pub fn shipped() -> &'static Self {
        static PARSED: LazyLock<Project> = LazyLock::new(|| {
            // A test parses it. A broken one would only leave the classes without defaults.
            Project::parse(SHIPPED.as_bytes()).unwrap_or_default()
        });
        &PARSED
    }

    /// Reads a `.tiled-project` file.
    ///
    /// # Errors
    /// The line, and what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, (u32, String)> {
        let root: Json = serde_json::from_slice(without_bom(bytes)).map_err(|error| {
            (u32::try_from(error.line()).unwrap_or(0), format!("the project is not valid JSON: {error}"))
        })?;
        let mut project = Self::default();
        for kind in root.get("propertyTypes").and_then(Json::as_array).into_iter().flatten() {
            let name = text(kind, "name");
            match text(kind, "type").as_str() {
                "enum" => {
                    let flags = kind.get("valuesAsFlags").and_then(Json::as_bool).unwrap_or(false);
                    // An i32 has room for 31 flags.
                    let max_words = if flags { 31 } else { usize::MAX };
                    let values = strings(kind, "values").into_iter().take(max_words).collect();
                    project.enums.insert(name, Enum { values, flags });
                }
                "class" => drop(project.classes.insert(name, class(kind))),
                _ => {}
            }
        }
        for property in root.get("properties").and_then(Json::as_array).into_iter().flatten() {
            if let Some(value) = property.get("value").and_then(Json::as_str) {
                project.texts.insert(text(property, "name"), value.to_owned());
            }
        }
        Ok(project)
    }

    /// This project's types, on top of those of another project.
    pub fn over(mut self, lower: &Self) -> Self {
        let mut lower = Self { texts: std::mem::take(&mut self.texts), ..lower.clone() };
        lower.classes.append(&mut self.classes);
        lower.enums.append(&mut self.enums);
        lower
    }

    /// Whether the project declares this class.
    pub fn knows(&self, class: &str) -> bool {
        self.classes.contains_key(class)
    }

    /// The classes that an element of this kind ("object", "tile", "layer") can have.
    pub fn classes_for<'a>(&'a self, what: &'a str) -> impl Iterator<Item = &'a str> + Clone {
        let fits = move |class: &Class| class.uses.is_empty() || class.uses.iter().any(|u| u == what);
        self.classes.iter().filter(move |(_, class)| fits(class)).map(|(name, _)| name.as_str())
    }

    /// The names of a class's members.
    pub fn members_of(&self, class: &str) -> impl Iterator<Item = &str> {
        self.classes.get(class).into_iter().flat_map(|class| class.members.keys().map(String::as_str))
    }

    /// The default of a member, including nested defaults. `left` is the number of members that may still be added.
    pub fn default_of(&self, class: &str, member: &str, left: &mut u32) -> Option<Value> {
        let member = self.classes.get(class)?.members.get(member)?;
        Some(self.whole(member, MAX_CLASS_DEPTH, left))
    }

    /// A value that the map sets, completed by the defaults of its class. The class is the one that the value names, or else
    /// the declared class of the member.
    pub fn completed(&self, class: &str, name: &str, set: &PropertyValue, left: &mut u32) -> Value {
        let declared = self.classes.get(class).and_then(|class| class.members.get(name));
        let named = match set {
            PropertyValue::ListValue(items) => {
                return Value::List(items.iter().map(|item| self.completed("", "", item, left)).collect());
            }
            PropertyValue::ClassValue { property_type, .. } if !property_type.is_empty() => {
                Some(ClassMember { value: Value::Nothing, of: property_type.clone() })
            }
            _ => None,
        };
        let same = |member: &&ClassMember| named.as_ref().is_none_or(|named| named.of == member.of);
        let Some(member) = declared.filter(same).or(named.as_ref()) else { return Value::of(set) };
        match self.fitted(Value::of(set), member) {
            value @ Value::Class(_) => merged(value, self.whole(member, MAX_CLASS_DEPTH, left)),
            value => value,
        }
    }

    /// A member's default, on top of the defaults of its own class. `left` counts down, so that nested classes cannot
    /// multiply without end.
    fn whole(&self, member: &ClassMember, depth: u32, left: &mut u32) -> Value {
        let value = self.fitted(member.value.clone(), member);
        let Some(class) = self.classes.get(&member.of).filter(|_| depth > 0) else { return value };
        let mut defaults = BTreeMap::new();
        for (name, inner) in &class.members {
            if *left == 0 {
                break;
            }
            *left -= 1;
            defaults.insert(name.clone(), self.whole(inner, depth - 1, left));
        }
        merged(value, Value::Class(defaults))
    }

    /// Converts a value to the member's type. JSON does not distinguish object ids and whole floats from integers, and an
    /// enum may be stored as a number.
    fn fitted(&self, value: Value, member: &ClassMember) -> Value {
        match (value, &member.value) {
            (Value::Int(number), Value::Object(_)) => Value::Object(u32::try_from(number).unwrap_or(0)),
            (Value::Int(number), Value::Float(_)) => Value::Float(number as f64),
            (Value::Int(number), _) => self.words(&member.of, number).map_or(Value::Int(number), Value::Text),
            (Value::Class(members), _) => {
                let class = self.classes.get(&member.of);
                let inner = |name: &str| class.and_then(|class| class.members.get(name));
                let fit = |(name, value): (String, Value)| match inner(&name) {
                    Some(member) => (name, self.fitted(value, member)),
                    None => (name, value),
                };
                Value::Class(members.into_iter().map(fit).collect())
            }
            (value, _) => value,
        }
    }

    /// The word for a stored enum number; for flags, the words joined by commas.
    pub fn words(&self, of: &str, number: i64) -> Option<String> {
        let Enum { values, flags } = self.enums.get(of)?;
        if !flags {
            return values.get(usize::try_from(number).ok()?).cloned();
        }
        let is_set =
            |bit: usize| number.checked_shr(u32::try_from(bit).unwrap_or(u32::MAX)).is_some_and(|n| n & 1 == 1);
        let known = (0..values.len()).filter(|bit| is_set(*bit));
        let all: i64 = known.clone().map(|bit| 1 << bit).sum();
        let words: Vec<&str> = known.map(|bit| values[bit].as_str()).collect();
        (all == number).then(|| words.join(","))
    }
}

/// A class value on top of another, which fills in missing members.
fn merged(upper: Value, lower: Value) -> Value {
    match (upper, lower) {
        (Value::Class(upper), Value::Class(mut lower)) => {
            for (name, value) in upper {
                let value = match lower.remove(&name) {
                    Some(below) => merged(value, below),
                    None => value,
                };
                lower.insert(name, value);
            }
            Value::Class(lower)
        }
        // A class member without a value of its own.
        (Value::Nothing, lower) => lower,
        (upper, _) => upper,
    }
}

fn class(kind: &Json) -> Class {
    let members = kind.get("members").and_then(Json::as_array).into_iter().flatten();
    let members = members.map(|m| (text(m, "name"), member(m))).collect();
    Class { members, uses: strings(kind, "useAs") }
}

fn member(json: &Json) -> ClassMember {
    let value = json.get("value").map_or(Value::Nothing, |value| read_value(&text(json, "type"), value));
    ClassMember { value, of: text(json, "propertyType") }
}

/// A JSON value of a given Tiled type. JSON itself does not distinguish object ids and whole floats.
fn read_value(of: &str, json: &Json) -> Value {
    match json {
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(value) if of == "object" => {
            Value::Object(value.as_u64().and_then(|id| u32::try_from(id).ok()).unwrap_or(0))
        }
        Json::Number(value) if of == "float" => Value::Float(value.as_f64().unwrap_or(0.0)),
        Json::Number(value) => value.as_i64().map_or_else(|| Value::Float(value.as_f64().unwrap_or(0.0)), Value::Int),
        Json::String(value) => Value::Text(value.clone()),
        Json::Object(members) => {
            // Members of a nested class have no type, so their object ids stay integers.
            Value::Class(members.iter().map(|(name, value)| (name.clone(), read_value("", value))).collect())
        }
        Json::Array(items) => Value::List(items.iter().map(read_item).collect()),
        Json::Null => Value::Nothing,
    }
}

/// A list item with the type that Tiled writes.
fn read_item(json: &Json) -> Value {
    match json.get("value").filter(|_| json.get("type").is_some()) {
        Some(value) => read_value(&text(json, "type"), value),
        None => read_value("", json),
    }
}

fn text(json: &Json, key: &str) -> String {
    json.get(key).and_then(Json::as_str).unwrap_or_default().to_owned()
}

fn strings(json: &Json, key: &str) -> Vec<String> {
    let list = json.get(key).and_then(Json::as_array).into_iter().flatten();
    list.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
#[path = "project_tests.rs"]
mod tests;
