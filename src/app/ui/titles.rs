//! Titles of levels. A map without one gets a readable title instead of its file name.

use seamwalker_level::Level;

use super::Words;

/// The title of a level in the current language.
pub fn level_title(level: &Level, words: &Words) -> String {
    let meta = &level.meta;
    let translated = words.of_map(&meta.properties, "title", &meta.title);
    // The reader takes the file name for the title of a map that has none.
    if translated == level.name { readable_title(translated) } else { translated.to_owned() }
}

/// A title made of a file name: `my_first-map2` becomes `My First Map 2`.
pub fn readable_title(name: &str) -> String {
    let mut title = String::new();
    let mut last = ' ';
    for letter in name.chars() {
        let letter = if letter.is_whitespace() || "_-.+".contains(letter) { ' ' } else { letter };
        let is_new = (last.is_lowercase() && (letter.is_uppercase() || letter.is_numeric()))
            || (last.is_numeric() && letter.is_alphabetic());
        if (is_new || letter == ' ') && !title.is_empty() && !title.ends_with(' ') {
            title.push(' ');
        }
        if letter != ' ' {
            let begins = title.is_empty() || title.ends_with(' ');
            if begins { title.extend(letter.to_uppercase()) } else { title.push(letter) }
        }
        last = letter;
    }
    title.truncate(title.trim_end().len());
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_becomes_a_title() {
        for (name, title) in [
            ("attic", "Attic"),
            ("my_first-map2", "My First Map 2"),
            ("__old..attic__", "Old Attic"),
            ("dasDachgeschoss", "Das Dachgeschoss"),
            ("level03b", "Level 03 B"),
            ("ärger im_schrank", "Ärger Im Schrank"),
            ("FAQ", "FAQ"),
            ("___", ""),
        ] {
            assert_eq!(readable_title(name), title, "{name}");
        }
    }
}
