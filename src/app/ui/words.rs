//! The texts of the interface in the player's language: tables in `assets/lang`, with English as fallback.

use std::collections::BTreeMap;
use std::fmt::Display;

use seamwalker_level::{Files, Value};

use crate::app::art_file::parse;
use crate::app::input::Device;
use crate::app::window::page;

/// The folder of the tables.
const LANGUAGE_FOLDER: &str = "assets/lang";
/// The language that has every entry.
const DEFAULT_LANGUAGE: &str = "en";
/// The entry with the language's own name.
const NATIVE_NAME: &str = "language.name";

/// All languages, one of which is current.
#[derive(Default)]
pub struct Words {
    /// The entries of each language by its code: two letters, which are also the file's name.
    tables: BTreeMap<String, BTreeMap<String, String>>,
    current: String,
}

impl Words {
    /// Reads all tables; also returns why some could not be read.
    pub fn load(files: &dyn Files) -> (Self, Vec<String>) {
        let (mut words, mut complaints) = (Self::default(), Vec::new());
        let names = files.list(LANGUAGE_FOLDER).unwrap_or_default();
        for code in names.iter().filter_map(|name| name.strip_suffix(".ron")) {
            let path = format!("{LANGUAGE_FOLDER}/{code}.ron");
            match parse(files, &path) {
                Ok(table) => drop(words.tables.insert(code.to_owned(), table)),
                Err(why) => complaints.push(format!("{path}: {why}")),
            }
        }
        words.speak("");
        (words, complaints)
    }

    /// Selects a language by its code, or the system's if that is empty or unknown.
    pub fn speak(&mut self, code: &str) {
        let known = |code: &str| self.tables.contains_key(code).then(|| code.to_owned());
        let own = || known(system_language().get(..2).unwrap_or_default());
        self.current = known(code).or_else(own).unwrap_or_else(|| DEFAULT_LANGUAGE.to_owned());
    }

    /// The code of the language that is current.
    pub fn code(&self) -> &str {
        &self.current
    }

    /// The codes and native names of all languages.
    pub fn languages(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tables.iter().map(|(code, table)| (code.as_str(), table.get(NATIVE_NAME).unwrap_or(code).as_str()))
    }

    /// The keys of all entries.
    #[cfg(test)]
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.tables[DEFAULT_LANGUAGE].keys().map(String::as_str)
    }

    /// The text of an entry, or the key itself if no table has it.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.find(key).unwrap_or(key)
    }

    /// The text of an entry, if a table has it.
    pub fn find(&self, key: &str) -> Option<&str> {
        let of = |code: &str| self.tables.get(code).and_then(|table| table.get(key));
        of(&self.current).or_else(|| of(DEFAULT_LANGUAGE)).map(String::as_str)
    }

    /// The same for the device that was used last: on a touch screen the text `KEY_touch`, if there is one.
    pub fn for_device<'a>(&'a self, key: &'a str, device: Device) -> &'a str {
        let own = (device == Device::Touch).then(|| self.find(&format!("{key}_touch"))).flatten();
        own.unwrap_or_else(|| self.get(key))
    }

    /// A map's text in this language: the property with the language's code, such as `text_de`, if there is one.
    pub fn of_map<'a>(&self, properties: &'a BTreeMap<String, Value>, name: &str, default: &'a str) -> &'a str {
        match properties.get(&format!("{name}_{}", self.code())) {
            Some(Value::Text(own)) if !own.is_empty() => own,
            _ => default,
        }
    }

    /// The text of an entry with each `{}` replaced by a value.
    pub fn fill(&self, key: &str, values: &[&dyn Display]) -> String {
        let mut parts = self.get(key).split("{}");
        let mut text = parts.next().unwrap_or_default().to_owned();
        let mut values = values.iter();
        for part in parts {
            if let Some(value) = values.next() {
                text += &value.to_string();
            }
            text += part;
        }
        text
    }
}

/// The system's language, such as `de_DE.UTF-8` or `en-GB`.
fn system_language() -> String {
    if page::IS_THERE {
        return page::language();
    }
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    set.into_iter().find(|value| !value.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use seamwalker_assets::shipped;

    use super::*;

    fn words() -> Words {
        let (words, complaints) = Words::load(&shipped());
        assert_eq!(complaints, [""; 0]);
        words
    }

    /// All texts in double quotes in the sources of a folder.
    fn quoted(folder: &Path, into: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                quoted(&path, into);
            } else if path.file_name().unwrap() != "words.rs" {
                into.extend(fs::read_to_string(&path).unwrap().split('"').map(str::to_owned));
            }
        }
    }

    #[test]
    fn every_entry_that_is_used_exists_and_every_one_is_used() {
        let words = words();
        let english = &words.tables[DEFAULT_LANGUAGE];
        let mut used = BTreeSet::new();
        for folder in ["src/app", "crates/lab/src/story", "crates/lab/src/snag", "crates/collide/src/solver"] {
            quoted(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut used);
        }
        // Screens build these keys from the names of figures, pages, places and solvers, which are in kebab-case.
        let part_of_key = |key: &str| {
            let (section, name) = key.split_once('.')?;
            let name =
                Some(name.to_owned()).filter(|_| ["figure", "story", "place", "solver", "why"].contains(&section))?;
            let page = name.strip_suffix("_words").or_else(|| name.strip_suffix("_try"));
            Some(page.map_or(name.clone(), str::to_owned))
        };
        let sections: BTreeSet<&str> = english.keys().filter_map(|key| key.split('.').next()).collect();
        let is_word = |text: &&String| {
            let ok = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            text.split_once('.').is_some_and(|(a, b)| sections.contains(a) && !b.is_empty() && b.chars().all(ok))
        };
        for key in used.iter().filter(is_word) {
            assert!(english.contains_key(key), "{key} is not in assets/lang/en.ron");
        }
        for key in english.keys().filter(|key| *key != NATIVE_NAME) {
            let key = key.strip_suffix("_touch").or(key.strip_suffix("_more")).unwrap_or(key).to_owned();
            let is_name = |name: String| used.contains(&name) || used.contains(&name.replace('_', "-"));
            let is_used = used.contains(&key) || part_of_key(&key).is_some_and(is_name);
            assert!(is_used, "{key} is not used");
        }
    }

    #[test]
    fn every_language_has_all_entries_with_the_same_placeholders_and_known_letters() {
        let words = words();
        let english = &words.tables[DEFAULT_LANGUAGE];
        let font = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/font.ron")).unwrap();
        let written = |c: &char| matches!(c, '\'' | '\\' | '\n') || font.contains(&format!("('{c}',"));
        // A translator wants to see all faults at once.
        let mut faults = Vec::new();
        for (code, table) in &words.tables {
            for (key, text) in english {
                let Some(own) = table.get(key) else {
                    faults.push(format!("{code}.ron has no {key}"));
                    continue;
                };
                if own.matches("{}").count() != text.matches("{}").count() {
                    faults.push(format!("{code}.ron: {key}: en.ron has another number of {{}}"));
                }
                faults.extend(
                    own.chars().filter(|c| !written(c)).map(|c| format!("{code}.ron: {key}: the font has no {c}")),
                );
            }
            let more = table.keys().filter(|key| !english.contains_key(*key));
            faults.extend(more.map(|key| format!("{code}.ron: en.ron has no {key}")));
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        assert!(words.tables.len() >= 2);
    }

    #[test]
    fn missing_entries_fall_back_to_english_and_then_to_the_key() {
        let mut words = words();
        words.speak("de");
        assert_eq!((words.code(), words.get("menu.options")), ("de", "Einstellungen"));
        words.tables.get_mut("de").unwrap().remove("menu.options");
        assert_eq!(words.get("menu.options"), "Options");
        assert_eq!(words.get("No such entry."), "No such entry.");
        assert_eq!(words.fill("{} of {}", &[&3, &"ten"]), "3 of ten");
        assert_eq!(words.fill("{} and {}", &[&1]), "1 and ");
        // Maps have texts in several languages.
        let text = |text: &str| Value::Text(text.to_owned());
        let sign = BTreeMap::from([("text_de".to_owned(), text("Spring!")), ("text_fr".to_owned(), text(""))]);
        assert_eq!(words.of_map(&sign, "text", "Jump!"), "Spring!");
        assert_eq!(words.of_map(&sign, "title", "Jump!"), "Jump!");
        words.speak("en");
        assert_eq!(words.of_map(&sign, "text", "Jump!"), "Jump!");
        words.speak("xx");
        assert!(words.tables.contains_key(words.code()));
    }
}
