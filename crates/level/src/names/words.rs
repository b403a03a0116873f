//! Which surface a name stands for, by its words.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::model::Surface;

/// The lists of `words.txt` that name surfaces, each with what it stands for; properties that list names begin with the same
/// words. Of a name with several, the first row decides.
pub const SURFACES: [(Surface, &str); 6] = [
    (Surface::OneWay, "oneway"),
    (Surface::Hazard, "hazard"),
    (Surface::Ladder, "ladder"),
    (Surface::Water, "water"),
    (Surface::Ice, "ice"),
    (Surface::Solid, "solid"),
];

/// The words of each list.
static WORDS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut lists: HashMap<&str, Vec<&str>> = HashMap::new();
    for (list, words) in include_str!("words.txt").lines().filter_map(|line| line.split_once(": ")) {
        lists.entry(list).or_default().extend(words.split_whitespace());
    }
    lists
});

/// The surface that a name stands for by any of its words: `Collision Layer`, `solid_tiles`, `WallsAndFloors`. Words are
/// separated by capitals, digits and everything that is no letter.
pub(crate) fn surface_named(name: &str) -> Option<Surface> {
    surface_of(&words(name))
}

/// Whether a word in small letters is in a list: `kind` for properties whose text says what something is. Words of languages
/// without spaces are found within others.
pub fn is_in(list: &str, word: &str) -> bool {
    let is_within = |known: &str| known.starts_with(|first| first >= '\u{2e80}') && word.contains(known);
    let mut words = WORDS.get(list).into_iter().flatten();
    words.any(|known| *known == word || !word.is_ascii() && is_within(known))
}

/// Whether a name on a layer of ground is that of something else: a start, a coin, an enemy.
pub fn is_thing(name: &str) -> bool {
    let mut words = telling_words(name);
    words.retain(|word| word.chars().nth(1).is_some());
    !words.is_empty() && surface_of(&words).is_none() && !words.iter().any(|word| is_in("part", word))
}

/// Whether a name has a word of a list: `otherwise` for what is no ground, `behind` for what is far away, such as a sky.
pub fn says(name: &str, list: &str) -> bool {
    words(name).iter().any(|word| is_in(list, word))
}

/// The surface that a name stands for if it says nothing else: `isSolid` and `collides`, but not `wall_jump` or `ground_speed`.
pub fn surface_exactly_named(name: &str) -> Option<Surface> {
    let words = telling_words(name);
    let surface = surface_of(&words)?;
    let is_known = |word: &String| is_in("collision", word) || SURFACES.iter().any(|(_, list)| is_in(list, word));
    words.iter().all(is_known).then_some(surface)
}

/// Whether a name stands for collision alone, as that of a layer that is hidden on purpose.
pub fn is_collision(name: &str) -> bool {
    surface_named(name).is_some() && says(name, "collision")
}

fn surface_of(words: &[String]) -> Option<Surface> {
    let has_any = |list: &str| words.iter().any(|word| is_in(list, word));
    if has_any("otherwise") {
        return None;
    }
    let known = SURFACES.into_iter().find(|(_, list)| has_any(list)).map(|(surface, _)| surface);
    known.or_else(|| has_any("collision").then_some(Surface::Solid))
}

/// The words of a name without those that add nothing: `PlayerLayer` has player.
pub fn telling_words(name: &str) -> Vec<String> {
    words(name).into_iter().filter(|word| !is_in("neutral", word)).collect()
}

/// The words of a name, in small letters: `WallTiles_2` has wall and tiles. Two that together are a one-way platform, such as `jump
/// through`, are one.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in name.chars() {
        let begins = !before.is_alphabetic() || (letter.is_uppercase() && before.is_lowercase());
        before = letter;
        if !letter.is_alphabetic() {
            continue;
        }
        if begins {
            words.push(String::new());
        }
        words.last_mut().into_iter().for_each(|word| word.extend(letter.to_lowercase()));
    }
    words.dedup_by(|second, first| {
        let pair = format!("{first}{second}");
        let is_one = is_in("oneway", &pair) && !is_in("oneway", first);
        if is_one {
            *first = pair;
        }
        is_one
    });
    words
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
