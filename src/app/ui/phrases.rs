//! The laboratory's texts in other languages. Its sources write English, which measurements and the command line share; a table
//! maps every English phrase to its translation. `{}` stands for anything: what it matches is translated in turn.

use std::collections::BTreeMap;

/// How deep phrases lie within phrases, at most.
const MAX_PHRASE_DEPTH: u8 = 8;

/// A phrase with less text than this, in bytes, is not told from other sentences: it matches only what is translated as a whole.
const MIN_PHRASE_TEXT: usize = 12;
/// A value with at most this many words may stay as it is: names and numbers.
const MAX_NAME_WORDS: usize = 2;

/// The phrases of one language.
#[derive(Debug, Default)]
pub struct Phrases {
    /// Phrases without `{}`.
    fixed: BTreeMap<String, String>,
    /// The texts around each `{}`, and those of the translation. Phrases with more text come first.
    open: Vec<(Vec<String>, Vec<String>)>,
}

/// The texts around each `{}`.
fn cut(phrase: &str) -> Vec<String> {
    phrase.split("{}").map(str::to_owned).collect()
}

impl Phrases {
    /// The phrases of a table.
    pub fn new(table: BTreeMap<String, String>) -> Self {
        let (open, fixed): (BTreeMap<_, _>, BTreeMap<_, _>) =
            table.into_iter().partition(|(phrase, _)| phrase.contains("{}"));
        let mut open: Vec<_> = open.iter().map(|(phrase, own)| (cut(phrase), cut(own))).collect();
        open.sort_by_key(|(parts, _)| std::cmp::Reverse(parts.iter().map(String::len).sum::<usize>()));
        Self { fixed, open }
    }

    /// The translation of a text; the text itself if there is none.
    pub fn get(&self, text: &str) -> String {
        self.translated(text, MAX_PHRASE_DEPTH).unwrap_or_else(|| text.to_owned())
    }

    fn translated(&self, text: &str, depth: u8) -> Option<String> {
        if let Some(own) = self.fixed.get(text) {
            return Some(own.clone());
        }
        if depth == 0 || !text.contains(char::is_alphabetic) {
            return None;
        }
        let mut matches = self.open.iter().filter_map(|(parts, own)| Some((parts, values(parts, text)?, own)));
        let whole = matches.find_map(|(parts, values, own)| self.filled(parts, &values, own, depth));
        whole.or_else(|| self.translated_sentence(text, depth))
    }

    /// A translation with its translated values; `None` if the phrase is short and a value seems to be a sentence of its own.
    fn filled(&self, parts: &[String], values: &[&str], own: &[String], depth: u8) -> Option<String> {
        let is_short = parts.iter().map(String::len).sum::<usize>() < MIN_PHRASE_TEXT;
        let mut result = own.first().cloned().unwrap_or_default();
        for (value, part) in values.iter().zip(own.iter().skip(1)) {
            let translated = self.translated(value, depth - 1);
            if translated.is_none() && is_short && value.split(' ').count() > MAX_NAME_WORDS {
                return None;
            }
            result += translated.as_deref().unwrap_or(value);
            result += part;
        }
        Some(result)
    }

    /// A text that begins with a capital letter, where the phrase does not.
    fn translated_sentence(&self, text: &str, depth: u8) -> Option<String> {
        let first = text.chars().next().filter(char::is_ascii_uppercase)?;
        let own = self.translated(&format!("{}{}", first.to_ascii_lowercase(), &text[1..]), depth)?;
        let mut letters = own.chars();
        let first = letters.next()?;
        Some(first.to_uppercase().chain(letters).collect())
    }
}

/// What each `{}` between these parts matches in a text.
fn values<'a>(parts: &[String], text: &'a str) -> Option<Vec<&'a str>> {
    let (first, rest) = parts.split_first()?;
    let (last, between) = rest.split_last()?;
    let mut left = text.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
    let mut values = Vec::with_capacity(rest.len());
    for part in between {
        let at = left.find(part.as_str())?;
        values.push(&left[..at]);
        left = &left[at + part.len()..];
    }
    values.push(left);
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_phrases_are_translated_in_turn() {
        let table = [
            ("edge {}", "Kante {}"),
            ("counts", "zählt"),
            ("{}: {} px deep: {}", "{}: {} px tief: {}"),
            ("go", "los"),
            ("{} go {}", "{} los {}"),
        ];
        let phrases = Phrases::new(table.map(|(phrase, own)| (phrase.to_owned(), own.to_owned())).into());
        assert_eq!(phrases.get("edge 3: 0.5 px deep: counts"), "Kante 3: 0.5 px tief: zählt");
        assert_eq!(phrases.get("Edge 3: 0.5 px deep: counts"), "Kante 3: 0.5 px tief: zählt");
        assert_eq!(phrases.get("go"), "los");
        assert_eq!(phrases.get("edge"), "edge");
        assert_eq!(phrases.get("then go on along this way"), "then go on along this way", "another sentence");
        assert_eq!(phrases.get("12.5 px"), "12.5 px");
        assert_eq!(Phrases::default().get("edge 3"), "edge 3");
    }
}
