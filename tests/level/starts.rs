//! Where a player starts in maps without one.

use glam::Vec2;
use proptest::prelude::*;

use crate::level_kit::{Memory, layer, layer_of, level_of, map};
use seamwalker_collide::{Aabb, CollisionView, Mover, Space};
use seamwalker_level::{Assumption, Level, ObjectKind, read};

/// The feet of the player at the start, and what was assumed about it.
fn start(level: &Level) -> (Vec2, Option<Assumption>) {
    let found = level.objects.iter().find(|object| matches!(object.kind, ObjectKind::Player { .. })).expect("a start");
    let assumed = level.assumed.iter().find(|assumed| matches!(assumed, Assumption::Start { .. }));
    (Vec2::new(found.aabb.center.x, found.aabb.max().y), assumed.cloned())
}

const GROUND: [&str; 4] = ["          ", "          ", "          ", "##########"];

fn with(inside: &str) -> Level {
    level_of(&map(&GROUND, &(layer(1, &GROUND, "") + inside)))
}

fn group(name: &str, inside: &str) -> String {
    format!("<objectgroup id=\"5\" name=\"{name}\">{inside}</objectgroup>")
}

fn point(name: &str, class: &str, x: u32, inside: &str) -> String {
    format!("<object id=\"{x}\" name=\"{name}\" type=\"{class}\" x=\"{x}\" y=\"40\">{inside}<point/></object>")
}

#[test]
fn an_object_named_for_it_is_the_start() {
    let properties = |inside: &str| format!("<properties><property {inside}/></properties>");
    for (name, class, inside) in [
        ("Spawn", "", String::new()),
        ("", "player_start", String::new()),
        ("START", "Point", String::new()),
        ("PlayerSpawn1", "", String::new()),
        ("Starting Position", "", String::new()),
        ("hero", "", String::new()),
        ("PlayerObject", "", String::new()),
        ("", "", properties("name=\"type\" value=\"start\"")),
        ("a", "", properties("name=\"Player\" type=\"bool\" value=\"true\"")),
        ("Entrance", "", String::new()),
        ("", "", properties("name=\"class\" value=\"player\"")),
        ("", "", properties("name=\"objectType\" value=\"Start\"")),
        ("", "Thing", properties("name=\"role\" value=\"player\"")),
    ] {
        let things = group("things", &(point("enemy", "Spawner", 8, "") + &point(name, class, 40, &inside)));
        let (feet, found) = start(&with(&things));
        assert_eq!(feet, Vec2::new(40.0, 47.0), "on the ground below: {name} {class} {inside}");
        assert!(matches!(found, Some(Assumption::Start { object: Some(_) })), "{name} {class}");
    }
    for other in ["enemy spawn", "players", "restart", "checkpoint", "spawner"] {
        assert_eq!(
            start(&with(&group("things", &point(other, "", 40, "")))).1,
            Some(Assumption::Start { object: None }),
            "{other}"
        );
    }
    let both = point("spawn", "", 8, "") + &point("player", "", 40, "");
    assert_eq!(start(&with(&group("things", &both))).0.x, 40.0, "the better name wins");
    let own = group("things", &(both + &point("", "Player", 56, "")));
    assert_eq!(start(&with(&own)), (Vec2::new(56.0, 40.0), None), "a Player needs no guess");
}

/// A property of the tile is one of every object that shows it.
#[test]
fn an_object_whose_tile_says_so_is_the_start() {
    let tileset = "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"2\" columns=\"2\">
<image source=\"t.png\" width=\"32\" height=\"16\"/>
<tile id=\"1\"><properties><property name=\"type\" value=\"start\"/></properties></tile></tileset>";
    let tile = |gid: u32, x: u32| {
        format!("<object id=\"{gid}\" gid=\"{gid}\" x=\"{x}\" y=\"48\" width=\"16\" height=\"16\"/>")
    };
    let ground = layer(1, &GROUND, "").replace("name=\"l1\"", "name=\"ground\"");
    let text = map(&GROUND, &(ground + &group("things", &(tile(1, 16) + &tile(2, 80)))));
    let level = read(&Memory::with_map(&text).and("tiles.tsx", tileset), "m.tmx").unwrap();
    assert_eq!(start(&level), (Vec2::new(88.0, 47.0), Some(Assumption::Start { object: Some("start".to_owned()) })));
}

#[test]
fn an_object_or_a_tile_on_a_layer_named_for_it_is_the_start() {
    for name in ["Start", "PlayerStart", "PLAYER SPAWN", "player", "Player Layer", "spawn", "spawn_points"] {
        let things = group(name, &(point("coin", "", 8, "") + &point("", "", 88, "")));
        assert_eq!(
            start(&with(&things)),
            (Vec2::new(88.0, 47.0), Some(Assumption::Start { object: Some(name.to_owned()) })),
            "{name}"
        );
        let rows = ["        # ", "     #    ", "     #    ", "          "];
        let tiles = layer_of(2, &rows, "", |letter| if letter == '#' { 10 } else { 0 });
        let tiles = tiles.replace("name=\"l2\"", &format!("name=\"{name}\""));
        assert_eq!(start(&with(&tiles)).0, Vec2::new(88.0, 47.0), "{name}: the lower of two tiles, the left of two");
    }
    for around in [("player_startend", "things"), ("things", "player_startend"), ("Objects", "Player")] {
        let things = group(around.0, &point("", "", 88, ""));
        let level = with(&format!("<group id=\"6\" name=\"{}\">{things}</group>", around.1));
        assert_eq!(start(&level).0, Vec2::new(88.0, 47.0), "{around:?}: the name of a group counts as well");
    }
    let other = group("start", &point("", "", 8, "")) + &group("things", &point("spawn", "", 88, ""));
    assert_eq!(start(&with(&other)).0.x, 88.0, "an own name says more than that of a layer");
}

/// The start in a map of these rows.
fn place(rows: &[&str]) -> Vec2 {
    let (feet, found) = start(&level_of(&map(rows, &layer(1, rows, ""))));
    assert_eq!(found, Some(Assumption::Start { object: None }));
    feet
}

#[test]
fn it_is_in_the_open_in_a_room_and_away_from_the_border() {
    let open = [
        "            ",
        "            ",
        "            ",
        "############",
        " #        # ",
        " #        # ",
        " ########## ",
    ];
    assert_eq!(place(&open), Vec2::new(32.0, 47.0), "above the cellar");
    let room = [
        "                  ",
        "                  ",
        "   ############   ",
        "   #          #   ",
        "   #          #   ",
        "   #          #   ",
        "   ############   ",
        "                  ",
    ];
    let feet = place(&room);
    assert_eq!(feet.y, 95.0, "not on the roof: {feet}");
    let cells: Vec<String> = (0..16)
        .map(|y| (0..120).map(|x| if y == 15 || x < 80 && (x % 4 == 0 || y % 5 == 0) { '#' } else { ' ' }).collect())
        .collect();
    let rows: Vec<&str> = cells.iter().map(String::as_str).collect();
    assert!(place(&rows).x > 1280.0, "in none of sixty cells without a door");
    let pit = ["            ", "            ", "#           ", "#   ########", "#   ########"];
    assert!(place(&pit).x > 80.0, "not on the pillar beside the pit");
    assert!(level_of(&map(&["  "], "")).objects.is_empty(), "there is no ground at all");
}

#[test]
fn a_tower_begins_at_its_lower_end() {
    let mut rows = vec!["#        #"; 40];
    for row in (4..38).step_by(3) {
        rows[row] = if row % 2 == 0 { "####     #" } else { "#     ####" };
    }
    rows.extend(["##########"]);
    assert_eq!(place(&rows).y, 639.0);
}

/// The start in a map of these rows with objects of these names at the middle of cells.
fn named_in(rows: &[&str], starts: &[(&str, i32, i32)]) -> (Vec2, Option<Assumption>) {
    let objects = starts.iter().zip(1..).map(|((name, column, row), id)| {
        let (x, y) = (column * 16 + 8, row * 16 + 8);
        format!("<object id=\"{id}\" name=\"{name}\" x=\"{x}\" y=\"{y}\"><point/></object>")
    });
    start(&level_of(&map(rows, &(layer(1, rows, "") + &group("things", &objects.collect::<String>())))))
}

#[test]
fn a_named_start_is_moved_to_the_ground_that_belongs_to_it() {
    let rows = ["            ", "   #        ", "   # #      ", "   # #      ", "####### ####"];
    let at = |x: f32, y: f32| (Vec2::new(x, y), Some(Assumption::Start { object: Some("spawn".to_owned()) }));
    for (cell, feet, why) in [
        ((1, 0), (24.0, 63.0), "in the air"),
        ((4, 2), (72.0, 63.0), "a shaft as wide as a tile"),
        ((5, 4), (88.0, 31.0), "in the ground"),
        ((7, 2), (128.0, 63.0), "above a pit"),
        ((20, 2), (184.0, 63.0), "outside"),
    ] {
        assert_eq!(named_in(&rows, &[("spawn", cell.0, cell.1)]), at(feet.0, feet.1), "{why}");
    }
}

#[test]
fn a_start_is_in_no_exit() {
    let exit = "<object id=\"7\" type=\"Exit\" x=\"24\" y=\"0\" width=\"32\" height=\"64\"/>";
    let (feet, found) = start(&with(&group("things", &(exit.to_owned() + &point("spawn", "", 40, "")))));
    assert!(feet.x + 6.0 <= 24.0 || feet.x - 6.0 >= 56.0, "{feet} {found:?}");
}

#[test]
fn of_several_starts_the_one_that_leads_farthest_counts() {
    let rows = ["          ", "####      ", "#  #      ", "#  #      ", "##########"];
    let (closet, open, far) = (("spawn", 1, 3), ("spawn", 6, 3), ("spawn", 8, 3));
    assert_eq!(named_in(&rows, &[closet, open, far]).0.x, 104.0, "the first of equally good ones");
    assert_eq!(
        named_in(&rows, &[("player", 1, 3), open]).1,
        Some(Assumption::Start { object: Some("player".to_owned()) })
    );
    let wide = rows.map(|row| row.to_owned() + &row[9..].repeat(40));
    let (_, elsewhere) = named_in(&wide.each_ref().map(String::as_str), &[closet]);
    assert_eq!(elsewhere, Some(Assumption::Start { object: None }), "it leads nowhere");
}

proptest! {
    /// The player has room, stands on ground, and does so within the map, wherever an object says that it starts.
    #[test]
    fn a_start_is_free_and_on_ground(
        rows in prop::collection::vec("[ #]{16}|[ ]{16}", 3..14),
        named in prop::collection::vec((-4..20, -4..18), 0..3),
    ) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let point = |(x, y): &(i32, i32)| format!("<object name=\"spawn\" x=\"{}\" y=\"{}\"><point/></object>", x * 16, y * 16);
        let starts = group("things", &named.iter().map(point).collect::<String>());
        let level = level_of(&map(&rows, &(layer(1, &rows, "") + &starts)));
        let found = level.objects.iter().find(|object| matches!(object.kind, ObjectKind::Player { .. }));
        if let Some(player) = found.filter(|_| !level.has_no_ground()) {
            let space = Space::new((*level.terrain).clone());
            let (aabb, view) = (player.aabb, CollisionView::Thick);
            prop_assert!(space.is_free(view, &Mover::new(aabb)), "{aabb:?}");
            prop_assert!(!space.is_free(view, &Mover::new(aabb.moved(Vec2::new(0.0, 3.0)))), "{aabb:?}");
            let inside = Aabb::from_corners(Vec2::new(level.bounds.min().x, f32::MIN), level.bounds.max());
            prop_assert!(inside.contains(aabb.min()) && inside.contains(aabb.max()), "{aabb:?}");
        }
    }
}
