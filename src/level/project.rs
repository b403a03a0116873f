//! The classes and enums of a Tiled project, with the defaults of their members.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::properties::Value;

/// The project that comes with the game: its classes count wherever a map's own project does not declare them.
const SHIPPED: &str = include_str!("../../maps/seamwalker.tiled-project");

/// How deep classes may hold classes. Tiled allows no circles; a file made by hand may have one.
const DEPTH: u32 = 8;

/// How many members one default may have, those of classes in classes included.
const MOST_MEMBERS: u32 = 1000;

/// A class: what its members are when nobody sets them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// Members by name.
    members: BTreeMap<String, Member>,
    /// What it may be the class of: "object", "tile", "layer", "map", "property", ...
    uses: Vec<String>,
}

/// A member of a class.
#[derive(Clone, Debug, PartialEq)]
struct Member {
    value: Value,
    /// The name of its own class or enum, if it has one.
    of: String,
}

/// All classes and enums.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Project {
    classes: BTreeMap<String, Class>,
    enums: BTreeMap<String, Vec<String>>,
}

impl Project {
    /// The project that comes with the game.
    pub fn shipped() -> Self {
        // A test reads it; a broken one would leave the classes without defaults, not without effect.
        Self::parse(SHIPPED.as_bytes()).unwrap_or_default()
    }

    /// Reads a `.tiled-project` file.
    ///
    /// # Errors
    /// The line, and what is wrong there.
    pub fn parse(bytes: &[u8]) -> Result<Self, (u32, String)> {
        let root: Json = serde_json::from_slice(bytes).map_err(|error| {
            (u32::try_from(error.line()).unwrap_or(0), format!("the project is no valid JSON: {error}"))
        })?;
        let mut project = Self::default();
        for kind in root.get("propertyTypes").and_then(Json::as_array).into_iter().flatten() {
            let name = text(kind, "name");
            match text(kind, "type").as_str() {
                "enum" => drop(project.enums.insert(name, strings(kind, "values"))),
                "class" => drop(project.classes.insert(name, class(kind))),
                _ => {}
            }
        }
        Ok(project)
    }

    /// This project's types over another's.
    pub fn over(mut self, mut lower: Self) -> Self {
        lower.classes.append(&mut self.classes);
        lower.enums.append(&mut self.enums);
        lower
    }

    /// Whether a class with this name may be given to objects, tiles or layers.
    pub fn knows(&self, class: &str) -> bool {
        self.classes.contains_key(class)
    }

    /// The classes that something ("object", "tile", "layer") can have.
    pub fn classes_for<'a>(&'a self, what: &'a str) -> impl Iterator<Item = &'a str> {
        let fits = move |class: &Class| class.uses.is_empty() || class.uses.iter().any(|u| u == what);
        self.classes.iter().filter(move |(_, class)| fits(class)).map(|(name, _)| name.as_str())
    }

    /// The default of a member, with everything that its own class adds.
    pub fn default_of(&self, class: &str, member: &str) -> Option<Value> {
        let member = self.classes.get(class)?.members.get(member)?;
        Some(self.whole(member, DEPTH, &mut MOST_MEMBERS.clone()))
    }

    /// A value that someone set, with what the class of the member adds to it where it says nothing.
    pub fn completed(&self, class: &str, member: &str, value: Value) -> Value {
        match (self.default_of(class, member), value) {
            (Some(lower), value @ Value::Class(_)) => merged(value, lower),
            (_, value) => value,
        }
    }

    /// A member's value over the defaults of its class. `left` counts down, so that classes within classes within classes
    /// cannot multiply without end.
    fn whole(&self, member: &Member, depth: u32, left: &mut u32) -> Value {
        let Some(class) = self.classes.get(&member.of).filter(|_| depth > 0) else { return member.value.clone() };
        let mut defaults = BTreeMap::new();
        for (name, inner) in &class.members {
            if *left == 0 {
                break;
            }
            *left -= 1;
            defaults.insert(name.clone(), self.whole(inner, depth - 1, left));
        }
        merged(member.value.clone(), Value::Class(defaults))
    }

    /// The word that an enum stores as a number.
    pub fn word(&self, of: &str, number: i64) -> Option<&str> {
        let index = usize::try_from(number).ok()?;
        self.enums.get(of)?.get(index).map(String::as_str)
    }
}

/// A class value over another: what the upper one does not say, the lower one does.
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

fn member(json: &Json) -> Member {
    let value = json.get("value").map_or(Value::Nothing, |value| read_value(&text(json, "type"), value));
    Member { value, of: text(json, "propertyType") }
}

/// A JSON value of a type that Tiled names. JSON itself does not tell an object's id from a number.
fn read_value(of: &str, json: &Json) -> Value {
    match json {
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(value) if of == "object" => {
            Value::Object(value.as_u64().and_then(|id| u32::try_from(id).ok()).unwrap_or(0))
        }
        Json::Number(value) => value.as_i64().map_or_else(|| Value::Float(value.as_f64().unwrap_or(0.0)), Value::Int),
        Json::String(value) => Value::Text(value.clone()),
        Json::Object(members) => {
            // Members of a nested class have no type of their own; ids among them stay numbers.
            Value::Class(members.iter().map(|(name, value)| (name.clone(), read_value("", value))).collect())
        }
        Json::Null | Json::Array(_) => Value::Nothing,
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
mod tests {
    use super::*;
    use crate::level::Surface;

    #[test]
    fn the_shipped_project_declares_every_class_of_the_game() {
        let project = Project::parse(SHIPPED.as_bytes()).unwrap();
        for name in ["Level", "Player", "Exit", "Checkpoint", "Bead", "Sign", "Platform", "Crate"] {
            assert!(project.knows(name), "{name}");
        }
        assert!(Surface::ALL.into_iter().all(|surface| project.knows(surface.name())));
        assert!(matches!(project.default_of("Platform", "speed"), Some(Value::Int(_) | Value::Float(_))));
        assert_eq!(project.default_of("Platform", "easing"), Some(Value::Text("linear".to_owned())));
        assert_eq!(project.default_of("OneWay", "direction"), Some(Value::Text("up".to_owned())));
    }

    #[test]
    fn a_map_can_choose_any_solver() {
        let solvers = crate::collide::SolverKind::ALL.map(crate::collide::SolverKind::name);
        assert_eq!(Project::shipped().enums["Solver"][1..], solvers);
    }

    #[test]
    fn class_members_of_classes_add_their_own_defaults() {
        let json = br#"{"propertyTypes":[
            {"type":"class","name":"Inner","members":[{"name":"a","type":"int","value":1},{"name":"b","type":"int","value":2}]},
            {"type":"class","name":"Outer","members":[{"name":"in","type":"class","propertyType":"Inner","value":{"b":5}}]},
            {"type":"class","name":"Loop","members":[{"name":"x","type":"class","propertyType":"Loop","value":{}}]},
            {"type":"enum","name":"E","values":["p","q"],"storageType":"int"}]}"#;
        let project = Project::parse(json).unwrap();
        let class = |a, b| Value::Class([("a".to_owned(), Value::Int(a)), ("b".to_owned(), Value::Int(b))].into());
        assert_eq!(project.default_of("Outer", "in"), Some(class(1, 5)));
        let set = Value::Class([("a".to_owned(), Value::Int(9))].into());
        assert_eq!(project.completed("Outer", "in", set), class(9, 5));
        assert!(project.default_of("Loop", "x").is_some());
        assert_eq!((project.word("E", 1), project.word("E", 2)), (Some("q"), None));
        assert_eq!(Project::parse(b"{\n]").unwrap_err().0, 2);
    }
}
