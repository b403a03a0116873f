//! The words of the interface in the player's language: tables in `assets/lang`, and English where one has no entry.

use std::collections::BTreeMap;
use std::fmt::Display;

use seamwalker::level::{Files, Value, without_bom};

use crate::app::window::page;

/// Where the tables are.
const FOLDER: &str = "assets/lang";
/// The language that has every entry.
const USUAL: &str = "en";
/// The entry in which a language names itself.
const OWN_NAME: &str = "language.name";

/// One language.
struct Language {
    /// Two letters, the file's name.
    code: String,
    table: BTreeMap<String, String>,
}

/// All languages, one of which is spoken.
#[derive(Default)]
pub struct Words {
    list: Vec<Language>,
    spoken: usize,
    usual: usize,
}

impl Words {
    /// Reads all tables, and why those that cannot be read cannot.
    pub fn load(files: &dyn Files) -> (Self, Vec<String>) {
        let (mut words, mut complaints) = (Self::default(), Vec::new());
        let names = files.list(FOLDER).unwrap_or_default();
        for code in names.iter().filter_map(|name| name.strip_suffix(".ron")) {
            let path = format!("{FOLDER}/{code}.ron");
            let bytes = files.read(&path).map_err(|error| error.to_string());
            let text = bytes
                .and_then(|bytes| String::from_utf8(without_bom(&bytes).to_owned()).map_err(|error| error.to_string()));
            match text.and_then(|text| ron::from_str(&text).map_err(|error| error.to_string())) {
                Ok(table) => words.list.push(Language { code: code.to_owned(), table }),
                Err(why) => complaints.push(format!("{path}: {why}")),
            }
        }
        words.usual = words.list.iter().position(|language| language.code == USUAL).unwrap_or(0);
        words.speak("");
        (words, complaints)
    }

    /// Speaks a language by its code; the system's where that is empty or unknown.
    pub fn speak(&mut self, code: &str) {
        let find = |code: &str| self.list.iter().position(|language| language.code == code);
        let own = || find(systems().get(..2).unwrap_or_default());
        self.spoken = find(code).or_else(own).unwrap_or(self.usual);
    }

    /// The code of the language that is spoken.
    pub fn code(&self) -> &str {
        self.list.get(self.spoken).map_or(USUAL, |language| &language.code)
    }

    /// The codes of all languages, and what they call themselves.
    pub fn languages(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().map(move |language| {
            let code = language.code.as_str();
            (code, language.table.get(OWN_NAME).map_or(code, String::as_str))
        })
    }

    /// What an entry says. One that no table has says itself.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        let of = |i: usize| self.list.get(i).and_then(|language| language.table.get(key));
        of(self.spoken).or_else(|| of(self.usual)).map_or(key, String::as_str)
    }

    /// What a map says in this language: a text's own property with the language's code, such as `text_de`, where there is one.
    pub fn of_map<'a>(&self, properties: &'a BTreeMap<String, Value>, name: &str, usual: &'a str) -> &'a str {
        match properties.get(&format!("{name}_{}", self.code())) {
            Some(Value::Text(own)) if !own.is_empty() => own,
            _ => usual,
        }
    }

    /// What an entry says, with values in the places of `{}`, in their order.
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

/// What the system speaks: `de_DE.UTF-8`, `en-GB`.
fn systems() -> String {
    if page::IS_THERE {
        return page::ask(&["language"]).unwrap_or_default();
    }
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    set.into_iter().find(|value| !value.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use seamwalker::level::shipped;

    use super::*;

    fn words() -> Words {
        let (words, complaints) = Words::load(&shipped());
        assert_eq!(complaints, [""; 0]);
        words
    }

    /// All texts in double quotes in the sources of the app.
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
    fn every_entry_that_is_used_is_there_and_every_one_there_is_used() {
        let words = words();
        let english = &words.list[words.usual].table;
        let mut used = BTreeSet::new();
        quoted(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app"), &mut used);
        let sections: BTreeSet<&str> = english.keys().filter_map(|key| key.split('.').next()).collect();
        let is_word = |text: &&String| {
            let ok = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            text.split_once('.').is_some_and(|(a, b)| sections.contains(a) && !b.is_empty() && b.chars().all(ok))
        };
        for key in used.iter().filter(is_word) {
            assert!(english.contains_key(key), "{key} is not in assets/lang/en.ron");
        }
        for key in english.keys().filter(|key| *key != OWN_NAME) {
            assert!(used.contains(key), "nothing says {key}");
        }
    }

    #[test]
    fn every_language_has_all_entries_with_as_many_places_and_letters_that_can_be_written() {
        let words = words();
        let english = &words.list[words.usual].table;
        let font = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/font.ron")).unwrap();
        let written = |c: &char| matches!(c, '\'' | '\\' | '\n') || font.contains(&format!("('{c}',"));
        // Whoever writes a language wants to know of all that it lacks at once.
        let mut faults = Vec::new();
        for Language { code, table } in &words.list {
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
        assert!(words.list.len() >= 2);
    }

    #[test]
    fn what_is_missing_is_said_in_english_and_what_nobody_knows_as_it_is() {
        let mut words = words();
        words.speak("de");
        assert_eq!((words.code(), words.get("menu.options")), ("de", "Einstellungen"));
        words.list[words.spoken].table.remove("menu.options");
        assert_eq!(words.get("menu.options"), "Options");
        assert_eq!(words.get("No such entry."), "No such entry.");
        words.speak("xx");
        assert!(words.list.iter().any(|language| language.code == words.code()));
    }

    #[test]
    fn maps_can_speak_several_languages() {
        let mut words = words();
        let text = |text: &str| Value::Text(text.to_owned());
        let sign = BTreeMap::from([("text_de".to_owned(), text("Spring!")), ("text_fr".to_owned(), text(""))]);
        words.speak("de");
        assert_eq!(words.of_map(&sign, "text", "Jump!"), "Spring!");
        assert_eq!(words.of_map(&sign, "title", "Jump!"), "Jump!");
        words.speak("en");
        assert_eq!(words.of_map(&sign, "text", "Jump!"), "Jump!");
    }

    #[test]
    fn values_are_put_in_their_places() {
        let words = Words::default();
        assert_eq!(words.fill("{} of {}", &[&3, &"ten"]), "3 of ten");
        assert_eq!(words.fill("{} and {}", &[&1]), "1 and ");
    }
}
