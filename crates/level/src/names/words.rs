//! Which surface a name stands for, by its words.

use crate::model::Surface;

/// Words that are a surface by themselves, with spaces between them as in all lists here: in English, Spanish, French, German,
/// Portuguese, Italian, Polish, Russian, Japanese and Chinese. Of a name with several, the first row decides.
const WORDS: [(Surface, &str); 6] = [
    (
        Surface::OneWay,
        "oneway onewayplatform onewayplatforms jumpthrough jumpthru passthrough semisolid semisolids atravesable \
         traversable durchspringbar atravessável attraversabile すり抜け 单向 單向",
    ),
    (
        Surface::Hazard,
        "hazard hazards spike spikes lava deadly dead death kill kills killer danger dangerous acid thorn thorns pit pits \
         pincho pinchos púas espinas peligro muerte picos pics pointes piège pièges mort stachel stacheln gefahr tod \
         espinho espinhos perigo morte spuntoni spine pericolo kolce śmierć шипы шип смерть опасность лава \
         トゲ とげ 棘 溶岩 尖刺 地刺 岩浆 熔岩 陷阱 致命",
    ),
    (
        Surface::Ladder,
        "ladder ladders climb climbable escalera escaleras échelle échelles leiter leitern escada escadas scaletta \
         scalette drabina drabiny лестница лестницы はしご ハシゴ 梯子",
    ),
    (Surface::Water, "water agua eau wasser água acqua woda вода 水"),
    (Surface::Ice, "ice icy slippery hielo glace eis gelo ghiaccio lód лёд лед 氷 冰"),
    (
        Surface::Solid,
        "solid solids wall walls ground grounds floor floors platform platforms plat plats terrain block blocks blocked blocking \
         blocker blockers obstacle obstacles barrier barriers impassable unwalkable \
         suelo suelos piso pisos pared paredes muro muros plataforma plataformas sólido sólidos solido solidos terreno \
         bloque bloques obstáculo obstáculos sol sols mur murs plateforme plateformes solide solides bloc blocs \
         boden böden wand wände mauer mauern plattform plattformen fest hindernis hindernisse gelände untergrund \
         chão chao parede sólida bloco blocos suolo pavimento muri parete pareti piattaforma piattaforme solidi \
         blocco blocchi ostacolo ostacoli podłoga podłoże ziemia grunt ściana ściany platforma platformy blok bloki \
         przeszkoda przeszkody земля пол стена стены платформа платформы блок блоки препятствие препятствия грунт \
         地面 地形 床 壁 足場 ブロック 障害物 地板 墙 牆 平台 平臺 障碍 障礙 方块 方塊",
    ),
];

/// Words that only stand for collision, and so mean it even where a layer is hidden.
const COLLISION: &str = "collision collisions collide collides collider colliders collidable collidables hitbox hitboxes \
     colisión colisiones colision colisão colisões colisao kollision kollisionen collisione collisioni kolizja kolizje \
     коллизия коллизии столкновение столкновения 当たり判定 衝突 コリジョン 碰撞";

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
     foregrounds fg above over overlay visual deco decor decoration decorations decorative detail details \
     parallax shadow shadows light lights moving movable trigger triggers sensor sensors camera \
     enemy enemies spawn text edge finish goal exit door doors portal fondo fond arrière décor hintergrund vordergrund \
     fundo frente sfondo tło фон 背景 前景 遠景 装飾 装饰";

/// Words for what lies behind the ground.
const BEHIND: &str = "back background backgrounds bg behind backdrop sky cloud clouds parallax far deco decor \
     decoration decorations shadow shadows";

/// Words that add nothing to the name of a property or object.
const NEUTRAL: &str = "is can has does be ge the a tile tiles layer object objects map type on";

/// Words that name a part or a form of the ground, where it is known that something is ground.
const PARTS: &str = "border borders bound bounds boundary left right top bottom upper lower middle center outer inner side \
     sides roof ceiling stairs stair step steps slope slopes ramp ramps hill hills rock rocks stone stones brick bricks box \
     boxes rect rectangle poly polygon polyline line shape area ledge ledges bridge pipe pipes column pillar base body static \
     dirt grass sand earth edge edges";

/// The surface that a name stands for by any of its words: `Collision Layer`, `solid_tiles`, `WallsAndFloors`. Words are
/// separated by capitals, digits and everything that is no letter.
pub(crate) fn surface_named(name: &str) -> Option<Surface> {
    surface_of(&words(name))
}

/// Whether a word is in a list. Words of languages without spaces are found within others.
fn is_in(list: &str, word: &str) -> bool {
    let is_within = |known: &str| known.starts_with(|first| first >= '\u{2e80}') && word.contains(known);
    list.split(' ').any(|known| known == word || !word.is_ascii() && is_within(known))
}

/// Whether a name on a layer of ground is that of something else: a start, a coin, an enemy.
pub fn is_thing(name: &str) -> bool {
    let mut words = words(name);
    words.retain(|word| word.chars().nth(1).is_some() && !is_in(NEUTRAL, word));
    !words.is_empty() && surface_of(&words).is_none() && !words.iter().any(|word| is_in(PARTS, word))
}

/// Whether a name says that something is no ground.
pub fn is_otherwise(name: &str) -> bool {
    words(name).iter().any(|word| is_in(OTHERWISE, word))
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
