//! The properties of one element, resolved in Tiled's order.

use std::collections::{BTreeMap, BTreeSet};

use strsim::{levenshtein, osa_distance};
use tiled::Properties;

use crate::model::Value;
use crate::properties::project::{MAX_MEMBERS, Project};

/// The properties of one element, resolved.
#[derive(Clone, Copy)]
pub struct Resolved<'a> {
    /// Its own properties. For an object, the parser has already added those of its template.
    pub own: &'a Properties,
    /// The properties of the tile that an object shows.
    pub tile: Option<&'a Properties>,
    /// Its class; empty for none.
    pub class: &'a str,
    /// Declares the defaults.
    pub project: &'a Project,
}

impl Resolved<'_> {
    /// The value of a property; `None` if neither the element nor its class has it.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.find(name, &mut MAX_MEMBERS.clone())
    }

    fn find(&self, name: &str, left: &mut u32) -> Option<Value> {
        let set = self.own.get(name).or_else(|| self.tile.and_then(|tile| tile.get(name)));
        match set {
            Some(value) => Some(self.project.completed(self.class, name, value, left)),
            None => self.project.default_of(self.class, name, left),
        }
    }

    /// All properties of the element or its class.
    pub fn all(&self) -> BTreeMap<String, Value> {
        let mut left = MAX_MEMBERS;
        let members = self.project.members_of(self.class).take(MAX_MEMBERS as usize);
        let names: BTreeSet<&str> = members
            .chain(self.own.keys().chain(self.tile.into_iter().flat_map(|t| t.keys())).map(String::as_str))
            .collect();
        names.into_iter().filter_map(|name| Some((name.to_owned(), self.find(name, &mut left)?))).collect()
    }
}

/// The known name most similar to `name`, if any is similar enough.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name: String = name.chars().take(64).collect();
    let scored = known.map(|k| (levenshtein(&name.to_lowercase(), &k.to_lowercase()), k));
    let best = scored.min_by_key(|(score, k)| (*score, *k))?;
    (best.0 <= 1 + name.chars().count() / 3).then_some(best.1)
}

/// Length from which two wrong letters are still taken for a misspelling; in shorter names one is.
const LONG_NAME: usize = 6;

/// Length up to which one letter instead of another makes a different word, such as loot and look.
const SHORT_NAME: usize = 4;

/// The known name that `name` probably stands for: it differs in one or two letters, in case, or in separators. Stricter than
/// [`nearest`], because an unknown name may be intended.
pub fn misspelling_of<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |name: &str| -> String {
        name.chars().filter(|letter| letter.is_alphanumeric()).take(64).flat_map(char::to_lowercase).collect()
    };
    let name = plain(name);
    let scored = known.map(|known| (osa_distance(&name, &plain(known)), known));
    let (score, best) = scored.min_by_key(|(score, known)| (*score, *known))?;
    let letters = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    let (own, other) = (letters(&name), letters(&plain(best)));
    let differs = own.len() == other.len() && own != other;
    let max_score = match best.len() {
        ..=SHORT_NAME if differs => 0,
        ..LONG_NAME => 1,
        _ => 2,
    };
    (score <= max_score).then_some(best)
}

/// The advice for an unknown name: a similar one, or else all that are known.
pub fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("choose one of {}", known.collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
#[path = "resolved_tests.rs"]
mod tests;
