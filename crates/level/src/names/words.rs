//! Which surface a name stands for, by its words.

use crate::model::Surface;

/// Words that are a surface by themselves, with spaces between them as in all lists here. Of a name with several, the first row
/// decides.
const WORDS: [(Surface, &str); 5] = [
    (Surface::OneWay, "oneway onewayplatform onewayplatforms jumpthrough jumpthru passthrough semisolid semisolids"),
    (
        Surface::Hazard,
        "hazard hazards spike spikes lava deadly death kill kills killer danger dangerous acid thorn \
         thorns pit pits",
    ),
    (Surface::Ladder, "ladder ladders climb climbable"),
    (Surface::Water, "water"),
    (
        Surface::Solid,
        "solid solids wall walls ground grounds floor floors platform platforms terrain block blocks \
         blocked blocking blocker blockers obstacle obstacles barrier barriers impassable unwalkable",
    ),
];

/// Words that only stand for collision, and so mean it even where a layer is hidden.
const COLLISION: &str =
    "collision collisions collide collides collider colliders collidable collidables hitbox hitboxes";

/// Two words that together are a one-way platform.
const ONE_WAY: [[&str; 2]; 6] = [
    ["one", "way"],
    ["one", "sided"],
    ["jump", "through"],
    ["pass", "through"],
    ["drop", "through"],
    ["semi", "solid"],
];

/// A name with one of these is something else: decoration, its opposite, or about other things than ground.
const OTHERWISE: &str = "not non no without never ignore back background backgrounds bg behind front foreground \
     foregrounds fg above over overlay deco decor decoration decorations decorative detail details \
     parallax shadow shadows light lights moving movable trigger triggers sensor sensors camera \
     enemy enemies spawn text edge finish goal exit door doors portal";

/// Words for what lies behind the ground.
const BEHIND: &str = "back background backgrounds bg behind backdrop sky cloud clouds parallax far deco decor \
     decoration decorations shadow shadows";

/// Words that add nothing to the name of a property or object.
const NEUTRAL: &str = "is can has does be ge the a tile tiles layer object objects map type on";

/// The surface that a name stands for by any of its words: `Collision Layer`, `solid_tiles`, `WallsAndFloors`. Words are
/// separated by capitals, digits and everything that is no letter.
pub(crate) fn surface_named(name: &str) -> Option<Surface> {
    surface_of(&words(name))
}

/// Whether a word is in a list.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// The surface that a name stands for if it says nothing else: `isSolid` and `collides`, but not `wall_jump` or `ground_speed`.
pub fn surface_exactly_named(name: &str) -> Option<Surface> {
    let mut words = words(name);
    words.retain(|word| !is_in(NEUTRAL, word));
    let surface = surface_of(&words)?;
    let is_known = |word: &String| {
        let in_pair = surface == Surface::OneWay && ONE_WAY.iter().flatten().any(|part| part == word);
        in_pair || is_in(COLLISION, word) || WORDS.iter().any(|(_, known)| is_in(known, word))
    };
    words.iter().all(is_known).then_some(surface)
}

/// Whether a name is that of something far away, such as a sky.
pub fn is_behind(name: &str) -> bool {
    words(name).iter().any(|word| is_in(BEHIND, word))
}

/// Whether a name stands for collision alone, as that of a layer that is hidden on purpose.
pub fn is_collision(name: &str) -> bool {
    let words = words(name);
    let is_solid = |word: &String| is_in(COLLISION, word) || word == "solid" || word == "solids";
    surface_of(&words).is_some() && words.iter().any(is_solid)
}

fn surface_of(words: &[String]) -> Option<Surface> {
    let has_any = |list: &str| words.iter().any(|word| is_in(list, word));
    if has_any(OTHERWISE) {
        return None;
    }
    if words.windows(2).any(|pair| ONE_WAY.iter().any(|two| pair == two)) {
        return Some(Surface::OneWay);
    }
    let known = WORDS.iter().find(|(_, known)| has_any(known)).map(|(surface, _)| *surface);
    known.or_else(|| has_any(COLLISION).then_some(Surface::Solid))
}

/// The words of a name, in small letters: `WallTiles_2` has wall and tiles.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in name.chars() {
        if !letter.is_alphabetic() {
            before = ' ';
            continue;
        }
        let begins = !before.is_alphabetic() || (letter.is_uppercase() && before.is_lowercase());
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_surfaces_by_whole_words() {
        use Surface::{Hazard, Ladder, OneWay, Solid, Water};

        let cases = [
            (Some(Solid), "Collision Layer, collisions, WALLS, wallTiles2, main_ground, Platforms"),
            (Some(OneWay), "One-Way Platforms, OneWay, jump_through"),
            (Some(Hazard), "Spikes, death zone"),
            (Some(Ladder), "Ladders"),
            (Some(Water), "water"),
            (
                None,
                "Background, back ground, BackGround, Foreground, playground, walls_bg, wallpaper, non-solid, No Collision",
            ),
            (None, "moving platforms, enemy walls, Tile Layer 1, "),
        ];
        for (expected, names) in cases {
            for name in names.split(", ") {
                assert_eq!(surface_named(name), expected, "{name:?}");
            }
        }
    }

    #[test]
    fn properties_must_say_nothing_else() {
        for (name, expected) in [
            ("collides", Some(Surface::Solid)),
            ("isSolid", Some(Surface::Solid)),
            ("ge_collide", Some(Surface::Solid)),
            ("one way platform", Some(Surface::OneWay)),
            ("wall_jump", None),
            ("ground_speed", None),
            ("solid color", None),
        ] {
            assert_eq!(surface_exactly_named(name), expected, "{name:?}");
        }
        assert!(is_collision("Collision") && is_collision("solid tiles") && is_collision("spike collision"));
        assert!(!is_collision("walls") && !is_collision("no collision") && !is_collision("ground"));
    }
}
