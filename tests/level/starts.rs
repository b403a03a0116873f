//! Where a player starts in maps without one.

use glam::Vec2;
use proptest::prelude::*;

use crate::level_kit::{layer, level_of, map};
use seamwalker_collide::{Aabb, CollisionView, Mover, Space};
use seamwalker_level::{Assumption, Level, ObjectKind};

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
        ("", "", properties("name=\"type\" value=\"start\"")),
        ("a", "", properties("name=\"Player\" type=\"bool\" value=\"true\"")),
    ] {
        let things = group("things", &(point("enemy", "Spawner", 8, "") + &point(name, class, 40, &inside)));
        let (feet, found) = start(&with(&things));
        assert_eq!(feet, Vec2::new(40.0, 40.0), "{name} {class} {inside}");
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

#[test]
fn an_object_or_a_tile_on_a_layer_named_for_it_is_the_start() {
    for name in ["Start", "PlayerStart", "PLAYER SPAWN", "player", "spawn", "spawn_points"] {
        let things = group(name, &(point("coin", "", 8, "") + &point("", "", 88, "")));
        assert_eq!(
            start(&with(&things)),
            (Vec2::new(88.0, 40.0), Some(Assumption::Start { object: Some(name.to_owned()) })),
            "{name}"
        );
        let rows = ["          ", "     #    ", "     #    ", "          "];
        let tiles = layer(2, &rows, "").replace("name=\"l2\"", &format!("name=\"{name}\""));
        assert_eq!(start(&with(&tiles)).0, Vec2::new(88.0, 48.0), "{name}: the lower of two tiles");
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
    assert_eq!(place(&open), Vec2::new(36.0, 47.0), "above the cellar");
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

proptest! {
    /// The player has room, stands on ground, and does so within the map.
    #[test]
    fn a_start_is_free_and_on_ground(rows in prop::collection::vec("[ #]{16}|[ ]{16}", 3..14)) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let level = level_of(&map(&rows, &layer(1, &rows, "")));
        let found = level.objects.iter().find(|object| matches!(object.kind, ObjectKind::Player { .. }));
        if let Some(player) = found {
            let space = Space::new((*level.terrain).clone());
            let (aabb, view) = (player.aabb, CollisionView::Thick);
            prop_assert!(space.is_free(view, &Mover::new(aabb)), "{aabb:?}");
            prop_assert!(!space.is_free(view, &Mover::new(aabb.moved(Vec2::new(0.0, 3.0)))), "{aabb:?}");
            let inside = Aabb::from_corners(Vec2::new(level.bounds.min().x, f32::MIN), level.bounds.max());
            prop_assert!(inside.contains(aabb.min()) && inside.contains(aabb.max()), "{aabb:?}");
        }
    }
}
