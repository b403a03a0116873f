//! Checks the attributes and properties of every element, and reports those that the parser would reject.

use std::io;

use crate::files::reason;
use crate::format::{Element, Rule, check, excerpt, required, rule};
use crate::guard::types::{FileKind, Guard, ScannedFile, description};
use crate::limits::or_raise;
use crate::report::Place;

impl Guard<'_> {
    /// Checks all attributes and properties of a tree, so that the parser cannot fail on one. `is_root`: the element is the root
    /// of its file.
    pub fn attributes(&mut self, file: &mut ScannedFile, element: &mut Element, is_root: bool) {
        // The parser strips prefixes and the rules do not know them, so drop every name with a prefix.
        element.attributes.retain(|(name, _)| !name.contains(':'));
        element.children.retain(|child| !child.name.contains(':') && !is_ignored(&child.name));
        self.pictures_of(file, element);
        for (of, old, new) in RENAMED {
            if element.name == of && element.get(new).is_none() {
                let old = element.attributes.iter_mut().find(|(name, _)| name == old);
                old.into_iter().for_each(|(name, _)| new.clone_into(name));
            }
        }
        let missing = required(element, is_root).iter().filter(|name| element.get(name).is_none());
        let missing: Vec<String> = missing.map(|name| format!("'{name}'")).collect();
        if !missing.is_empty() {
            let what = format!("<{}> has no {}", element.name, missing.join(", "));
            self.report.error(file.described(element), what, "open the file in Tiled and save it again");
        }
        let what = description(element);
        element.attributes.retain_mut(|(name, value)| {
            let Some(rule) = rule(&element.name, name, self.limits) else { return true };
            let checked = check(rule, value);
            // Tiled writes an empty colour for "none".
            if let Err((why, help)) = &checked
                && !(rule.is_optional() && value.is_empty())
            {
                let place = Place::new(&file.path, element.line, &what);
                let what = format!("{name}=\"{}\": {why}", excerpt(value));
                if rule.is_optional() {
                    self.report.warn(place, what, "it is ignored; set it again in Tiled");
                } else {
                    self.report.error(place, what, help);
                }
            }
            checked.map(|checked| *value = checked).is_ok()
        });
        match element.name.as_str() {
            "properties" => self.properties(file, element),
            "image" => self.count_pixels(file, element),
            _ => {}
        }
        for child in &mut element.children {
            self.attributes(file, child, false);
        }
    }

    /// Brings the properties of an element into the form that the parser reads.
    fn properties(&mut self, file: &ScannedFile, list: &mut Element) {
        list.children.retain(|child| child.name == "property");
        self.budget.properties += list.children.len();
        if self.budget.properties > self.limits.properties {
            let what = format!("there are more than {} properties", self.limits.properties);
            return self.report.error(file.place(list, ""), what, or_raise("remove some", "properties"));
        }
        list.children.retain_mut(|property| self.property(file, property));
    }

    /// Checks one property or list item. Returns whether to keep it.
    fn property(&mut self, file: &ScannedFile, property: &mut Element) -> bool {
        self.replace_number_by_words(property);
        let kind = property.get("type").unwrap_or("string").to_owned();
        if kind == "class" || kind == "list" {
            property.text.clear();
            let inner = if kind == "class" { "properties" } else { "item" };
            property.children.retain(|child| child.name == inner);
            // Items are unnamed properties.
            property.children.retain_mut(|child| inner != "item" || self.property(file, child));
            return true;
        }
        property.children.clear();
        let text = std::mem::take(&mut property.text);
        if property.get("value").is_none() {
            property.set("value", text);
        }
        let value = property.get("value").unwrap_or_default().to_owned();
        let place = file.place(property, format!("property '{}'", excerpt(property.get("name").unwrap_or_default())));
        let good = match kind.as_str() {
            "string" | "file" => true,
            "bool" => value == "true" || value == "false",
            "int" => value.parse::<i32>().is_ok(),
            "float" => value.parse::<f32>().is_ok_and(f32::is_finite),
            "object" => value.parse::<u32>().is_ok(),
            "color" if !value.is_empty() => check(Rule::Colour, &value).is_ok(),
            other => {
                if other != "color" {
                    let what = format!("the type '{}' is unknown", excerpt(other));
                    self.report.warn(place, what, "it is read as text; use a type that Tiled knows");
                }
                // The parser has no value for a colour that is not set. As text it still overrides the default of a class.
                property.set("type", "string");
                return true;
            }
        };
        if !good {
            let what =
                format!("'{}' is not a valid {}", excerpt(&value), if kind == "object" { "object id" } else { &kind });
            self.report.error(place, what, "set the property again in Tiled");
        }
        good
    }

    /// Replaces the number of a stored enum value by its words: the parser drops the name of the enum.
    fn replace_number_by_words(&self, property: &mut Element) {
        let of = property.get("propertytype").filter(|_| property.get("type") == Some("int"));
        let number = property.number("value");
        if let (Some(of), Some(number)) = (of, number)
            && let Some(words) = self.project.words(of, number)
        {
            property.set("type", "string");
            property.set("value", words);
        }
    }

    /// Reads the tileset or template that an element names. Returns its path, even if the file cannot be read. The normalized
    /// path is written back, because the parser compares paths as text and would otherwise read a file twice.
    pub fn reference(&mut self, file: &ScannedFile, element: &mut Element, kind: FileKind) -> Option<String> {
        let attribute = if kind == FileKind::Template { "template" } else { "source" };
        let name = element.get(attribute)?.to_owned();
        let place = file.described(element);
        let path = match self.resolve(file, element, &name) {
            Ok(path) => {
                self.file(&path, kind, place);
                path
            }
            Err(error) => {
                self.unread(kind, place, &excerpt(&name), &error, &self.cure());
                // No file lies below a file, so none has this path.
                format!("{}/missing {}", file.path, name.replace(['/', '\\', ':'], " "))
            }
        };
        element.set(attribute, format!("/{path}"));
        Some(path)
    }

    /// Reports a file that cannot be read. As in Tiled, only maps cannot be missing.
    pub fn unread(&self, kind: FileKind, place: Place, name: &str, error: &io::Error, cure: &str) {
        let what = format!("cannot read '{name}': {}", reason(error));
        match kind {
            FileKind::Map => self.report.error(place, what, cure),
            FileKind::Tileset if name.starts_with(":/") || name.contains("/:/") => {
                let help = "its tiles are shown as crosses; remove it from the map, or save it as a file";
                self.report.warn(place, "the tileset is built into Tiled", help);
            }
            FileKind::Tileset => self.report.warn(place, what, format!("its tiles are shown as crosses; {cure}")),
            FileKind::Template => {
                self.report.warn(place, what, format!("the object has none of its template's settings; {cure}"));
            }
        }
    }

    /// The path of a file that an element names.
    pub fn resolve(&mut self, file: &ScannedFile, element: &Element, name: &str) -> io::Result<String> {
        self.finder.find_for(self.files, (&file.path, name), self.report, || file.described(element))
    }

    /// What to do about a file outside the folder that the map may read from.
    pub fn cure(&self) -> String {
        self.files.place().map_or_else(
            || "keep all files in the project's folder and choose the file again in Tiled".to_owned(),
            |place| format!("the map may read from {place}; keep its files there, or name a higher folder with --root"),
        )
    }
}

/// Attributes that older versions of Tiled wrote, each with the element and today's name: before 0.15, and in 1.9. The parser
/// does not know the former, and would let a template's type override the latter.
const RENAMED: [(&str, &str, &str); 4] = [
    ("imagelayer", "x", "offsetx"),
    ("imagelayer", "y", "offsety"),
    ("object", "class", "type"),
    ("tile", "class", "type"),
];

/// Elements that only the editor needs. The parser reads some of them and may fail.
fn is_ignored(name: &str) -> bool {
    matches!(name, "wangsets" | "terraintypes" | "editorsettings" | "export")
}
