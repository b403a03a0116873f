//! Maps without the game's classes: what is solid by name, where the player starts, and what is drawn along the ground.

use crate::level_kit::{Memory, layer, level_of, listed, map, problems_of};
use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::{
    Assumption, Folder, Hem, Level, Limits, ObjectKind, ReadOptions, Surface, TileScale, check, read, read_with,
};

/// A foreign tileset: tile 1 is plain, tile 2 has this property, tile 3 this class, tile 4 a shape.
fn tileset(property: &str, class: &str) -> String {
    format!(
        "<tileset name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"4\">
<image source=\"t.png\" width=\"64\" height=\"16\"/>
<tile id=\"1\"><properties>{property}</properties></tile>
<tile id=\"2\" type=\"{class}\"/>
<tile id=\"3\"><objectgroup><object id=\"1\" x=\"0\" y=\"8\" width=\"16\" height=\"8\"/></objectgroup></tile>
</tileset>"
    )
}

/// A layer of these tiles in a row.
fn row(name: &str, gids: &str, attributes: &str) -> String {
    let width = gids.split(',').count();
    let size = format!("width=\"{width}\" height=\"1\"");
    format!("<layer id=\"1\" name=\"{name}\" {size} {attributes}><data encoding=\"csv\">{gids}</data></layer>")
}

/// A map of 8 x 1 cells.
fn files(inside: &str, tileset: &str) -> Memory {
    Memory::with_map(&map(&["        "], inside)).and("tiles.tsx", tileset)
}

fn level(inside: &str) -> Level {
    with_tileset(inside, &tileset("", ""))
}

fn with_tileset(inside: &str, tileset: &str) -> Level {
    let files = files(inside, tileset);
    read(&files, "m.tmx").unwrap_or_else(|problems| panic!("{}", listed(&problems)))
}

/// The cells below which there is ground.
fn solid(level: &Level) -> Vec<u32> {
    let space = seamwalker_collide::Space::new((*level.terrain).clone());
    let probe = |x: u32| Aabb::new(glam::Vec2::new(x as f32 * 16.0 + 8.0, 14.0), glam::Vec2::splat(0.5));
    let is_solid = |x: &u32| space.terrain.pieces().iter().any(|piece| piece.solid().depth(&probe(*x)) > 0.0);
    (0..8).filter(is_solid).collect()
}

fn assumed(level: &Level) -> Vec<String> {
    let surfaces = level.assumed.iter().filter(|assumed| assumed.surface().is_some());
    surfaces.map(ToString::to_string).collect()
}

#[test]
fn layers_are_solid_by_name_and_background_is_not() {
    for name in ["Platforms", "ground", "Collision Layer", "solidTiles", "main walls"] {
        let level = level(&(row("Background", "0,0,1,1", "") + &row(name, "1,1,0,0", "")));
        assert_eq!(solid(&level), [0, 1], "{name}");
        assert_eq!(assumed(&level), [format!("Solid by name: layer '{name}'")]);
    }
    assert_eq!(assumed(&level(&row("Spikes", "1", ""))), ["Hazard by name: layer 'Spikes'"]);
    assert_eq!(level(&row("Spikes", "1", "")).hazards.len(), 1);
    let ladder = level(&(row("Ladders", "1", "") + &row("walls", "0,1", "")));
    assert_eq!((ladder.ladders.len(), solid(&ladder)), (1, vec![1]));
    let one_way = level(&row("one-way platforms", "1,1", ""));
    assert!(one_way.terrain.edges().iter().all(|edge| Surface::from_tag(edge.tag) == Surface::OneWay));
}

#[test]
fn properties_and_classes_of_tiles_and_layers_count() {
    let flag = |name: &str, value: &str| format!("<property name=\"{name}\" type=\"bool\" value=\"{value}\"/>");
    let text = |name: &str, value: &str| format!("<property name=\"{name}\" value=\"{value}\"/>");
    let tiles = "1,2,3,4";
    for property in [
        flag("collides", "true"),
        flag("isSolid", "true"),
        text("solid", ""),
        text("type", "wall"),
        text("blocked", "1"),
    ] {
        assert_eq!(solid(&with_tileset(&row("main", tiles, ""), &tileset(&property, ""))), [1, 3], "{property}");
    }
    for property in [flag("collides", "false"), text("solid", "no"), flag("wall_jump", "true")] {
        assert_eq!(solid(&with_tileset(&row("main", tiles, ""), &tileset(&property, ""))), [3], "{property}");
    }
    assert_eq!(solid(&with_tileset(&row("main", tiles, ""), &tileset("", "Wall"))), [2, 3]);
    let on_layer = |property: &str| {
        let plain = row("main", "1,1", "");
        solid(&level(&plain.replace("<data", &format!("<properties>{property}</properties><data"))))
    };
    assert_eq!((on_layer(&flag("collides", "true")), on_layer(&flag("visible", "true"))), (vec![0, 1], vec![0, 1]));
    // A tile may say that it is not what its layer is.
    let excluded = with_tileset(&row("walls", tiles, ""), &tileset(&flag("collides", "false"), ""));
    assert_eq!(solid(&excluded), [0, 2, 3]);
}

#[test]
fn shapes_in_groups_named_for_collision_are_solid_and_invisible() {
    let shapes = |name: &str, attributes: &str| {
        let shape = "<object id=\"3\" x=\"0\" y=\"0\" width=\"32\" height=\"16\"/><object id=\"4\" x=\"60\" y=\"4\"><point/></object>";
        format!("<objectgroup id=\"5\" name=\"{name}\" {attributes}>{shape}</objectgroup>")
    };
    let art = row("art", "0,0,0,0,1", "");
    for (group, attributes) in [("Platforms", ""), ("collision", "visible=\"0\""), ("Solid", "opacity=\"0\"")] {
        let level = level(&(art.clone() + &shapes(group, attributes)));
        assert_eq!((solid(&level), level.untextured.len()), (vec![0, 1], 0), "{group}");
        assert!(level.hems().iter().all(|hem| *hem == Hem::None), "{group}");
    }
    // Hidden on purpose: only collision itself says that it is meant.
    assert_eq!(solid(&level(&(art.clone() + &shapes("Platforms", "visible=\"0\"")))), [4], "the only layer of tiles");
    let named = art
        + "<objectgroup id=\"5\" name=\"things\"><object id=\"3\" name=\"Wall\" width=\"16\" height=\"16\"/></objectgroup>";
    assert_eq!(solid(&level(&named)), [0]);
}

#[test]
fn hidden_layers_named_for_collision_collide_in_any_map() {
    let hidden = |name: &str, class: &str| row(name, "1,1", &format!("class=\"{class}\" visible=\"0\""));
    let floor = row("art", "0,0,0,1", "class=\"Solid\"");
    let solid_of = |name: &str| solid(&level(&(floor.clone() + &hidden(name, "Solid"))));
    assert_eq!((solid_of("collision"), solid_of("walls"), solid_of("draft")), (vec![0, 1, 3], vec![3], vec![3]));
    assert_eq!(solid(&level(&(row("art", "0,0,1", "") + &hidden("Collisions", "")))), [0, 1]);
    assert_eq!(level(&(floor + &hidden("collision", "Solid"))).layers.len(), 1, "they are not drawn");
}

#[test]
fn lists_of_a_map_or_project_or_the_user_replace_guesses() {
    let layers = row("walls", "1,0,0", "") + &row("Kacheln", "0,1,0", "") + &row("water", "0,0,1", "");
    let list = |properties: &str| format!("<properties>{properties}</properties>");
    let by_map = level(&(list("<property name=\"solid_layers\" value=\"kacheln\"/>") + &layers));
    assert_eq!((solid(&by_map), by_map.waters.len()), (vec![1], 1), "water is still guessed");
    assert_eq!(assumed(&by_map), ["Water by name: layer 'water'"]);

    let project = r#"{"properties":[{"name":"solid_words","type":"string","value":"bumpy, hard"},
        {"name":"water_layers","type":"string","value":""}]}"#;
    let bumpy = tileset("<property name=\"bumpy\" type=\"bool\" value=\"true\"/>", "");
    let files = files(&(layers.clone() + &row("main", "0,0,0,2", "")), &bumpy).and("p.tiled-project", project);
    let by_project = read(&files, "m.tmx").unwrap();
    assert_eq!((solid(&by_project), by_project.waters.len()), (vec![3], 0));
    assert!(assumed(&by_project).is_empty());

    let options = ReadOptions { solid_layers: vec!["Kacheln".to_owned()], ..ReadOptions::default() };
    let files = self::files(&layers, &tileset("", ""));
    assert_eq!(solid(&read_with(&files, "m.tmx", &options).unwrap()), [1]);
}

#[test]
fn nothing_is_guessed_in_maps_with_ground_of_the_game() {
    let level = level_of(&map(&["# "], &(layer(1, &["# "], "") + &row("walls", "9,9", ""))));
    assert_eq!((solid(&level), assumed(&level)), (vec![0], Vec::new()));
}

#[test]
fn the_only_layer_of_tiles_is_ground_where_no_name_says_anything() {
    let only = level(&(row("Sky", "1,1,1", "") + &row("Tile Layer 1", "0,1,1", "")));
    assert_eq!(
        (solid(&only), assumed(&only)),
        (vec![1, 2], vec!["Solid as the only layer of tiles: 'Tile Layer 1'".to_owned()])
    );
    let two = row("Tile Layer 1", "0,1", "") + &row("Tile Layer 2", "1", "");
    let problems = listed(&check(&files(&two, &tileset("", "")), "m.tmx"));
    assert!(level(&two).has_no_ground());
    assert!(problems.contains("warning: nothing here is solid; name a layer with --solid-layer NAME"), "{problems}");
}

/// A drawing of thousands of tiles that is no ground at all can at least be looked at.
#[test]
fn too_much_assumed_ground_is_left_out() {
    let limits = Limits { edges: 10, ..Limits::DEFAULT };
    for name in ["ground", "Tile Layer 1"] {
        let files = files(&row(name, "1,0,1,0,1,0,1", ""), &tileset("", ""));
        let level =
            read_with(&files, "m.tmx", &limits.into()).unwrap_or_else(|problems| panic!("{}", listed(&problems)));
        let warnings = listed(&level.warnings);
        assert!(
            level.has_no_ground() && warnings.contains("what looks like ground is not solid: the tiles' outline has"),
            "{warnings}"
        );
    }
    let classed = files(&row("ground", "1,0,1,0,1,0,1", "class=\"Solid\""), &tileset("", ""));
    assert!(read_with(&classed, "m.tmx", &limits.into()).is_err(), "what the map says itself is no guess");
}

/// The feet of the player at the start, and what was assumed about it.
fn start(level: &Level) -> (glam::Vec2, Option<Assumption>) {
    let found = level.objects.iter().find(|object| matches!(object.kind, ObjectKind::Player { .. })).expect("a start");
    let assumed = level.assumed.iter().find(|assumed| matches!(assumed, Assumption::Start { .. }));
    (glam::Vec2::new(found.aabb.center.x, found.aabb.max().y), assumed.cloned())
}

#[test]
fn without_a_player_the_game_starts_at_an_object_named_for_it() {
    let ground = row("ground", "1,1,1,1", "offsety=\"32\"");
    let things =
        |inside: &str| ground.clone() + &format!("<objectgroup id=\"5\" name=\"things\">{inside}</objectgroup>");
    let point = |name: &str, class: &str, x: u32| {
        format!("<object id=\"{x}\" name=\"{name}\" type=\"{class}\" x=\"{x}\" y=\"20\"><point/></object>")
    };
    for (name, class) in [("Spawn", ""), ("", "player_start"), ("START", "Point"), ("PlayerSpawn1", "")] {
        let (feet, found) = start(&level(&things(&(point("enemy", "Spawner", 8) + &point(name, class, 40)))));
        assert_eq!(feet, glam::Vec2::new(40.0, 20.0), "{name} {class}");
        assert!(matches!(found, Some(Assumption::Start { object: Some(_) })), "{name} {class}");
    }
    let both = point("spawn", "", 8) + &point("player", "", 40);
    assert_eq!(start(&level(&things(&both))).0.x, 40.0, "the better name wins");
    let own = things(&(both + &point("", "Player", 56)));
    assert_eq!(start(&level(&own)), (glam::Vec2::new(56.0, 20.0), None), "a Player needs no guess");
}

#[test]
fn without_any_object_it_starts_at_the_first_free_place_from_the_left() {
    let rows = ["          ", "          ", "#         ", "#    ##   ", "##  ######", "##########"];
    let (feet, found) = start(&level_of(&map(&rows, &layer(1, &rows, ""))));
    assert_eq!((feet, found), (glam::Vec2::new(7.0, 31.0), Some(Assumption::Start { object: None })), "on the wall");
    let rows = ["#####     ", "#   #     ", "#   #     ", "#   #     ", "##########"];
    let (feet, _) = start(&level_of(&map(&rows, &layer(1, &rows, ""))));
    assert_eq!(feet, glam::Vec2::new(23.0, 63.0), "not in the wall");
    let rows = ["    ", "    ", "-   ", "    ", "####"];
    let (feet, _) = start(&level_of(&map(&rows, &layer(1, &rows, ""))));
    assert_eq!(feet, glam::Vec2::new(7.0, 63.0), "the lowest of two");
    assert!(level_of(&map(&["  "], "")).objects.is_empty(), "there is no ground at all");
}

#[test]
fn the_hem_follows_layer_tileset_and_map() {
    let hems = |map: &str, tileset_property: &str, layer_property: &str, class: &str| {
        let property = |value: &str| format!("<properties><property name=\"hem\" value=\"{value}\"/></properties>");
        let own = tileset("", class).replace("<image", &(property(tileset_property) + "<image"));
        let layer = row("walls", "3", "").replace("<data", &(property(layer_property) + "<data"));
        let level = with_tileset(&(property(map) + &layer), &own);
        let first = level.hems()[0];
        assert!(level.hems().iter().all(|hem| *hem == first));
        first
    };
    assert_eq!((hems("", "", "", "Wall"), hems("", "", "", "Solid")), (Hem::None, Hem::Cloth), "only with our classes");
    assert_eq!(hems("cloth", "", "", "Wall"), Hem::Cloth);
    assert_eq!(hems("cloth", "colour", "", "Wall"), Hem::Colour);
    assert_eq!(hems("cloth", "colour", "none", "Solid"), Hem::None);
    let unknown = "<properties><property name=\"hem\" value=\"fur\"/></properties>";
    let files = Memory::with_map(&map(&["#"], &(unknown.to_owned() + &layer(1, &["#"], ""))));
    assert!(listed(&problems_of(&files)).contains("the hem 'fur' is unknown; choose one of none, colour, cloth"));
}

#[test]
fn shapes_over_drawn_tiles_and_invisible_layers_have_no_cloth() {
    let shape = |attributes: &str| {
        format!(
            "<objectgroup id=\"5\" name=\"g\" class=\"Solid\" {attributes}><object id=\"3\" x=\"0\" y=\"0\" width=\"64\" height=\"16\"/></objectgroup>"
        )
    };
    let shown = |art: &str, attributes: &str| {
        let level = level(&(row("art", art, "") + &shape(attributes)));
        (level.untextured.len(), level.hems().contains(&Hem::Cloth))
    };
    assert_eq!(shown("0,0,0,0,0,1", ""), (1, true), "by itself it is cloth");
    assert_eq!(shown("1,1,1,1", ""), (0, false), "the art shows it");
    let chosen =
        shape("").replace("<object ", "<properties><property name=\"hem\" value=\"cloth\"/></properties><object ");
    assert_eq!(level(&(row("art", "1,1,1,1", "") + &chosen)).untextured.len(), 1, "its layer says so");
    assert_eq!(level(&(row("back wall", "1,1,1,1", "") + &shape(""))).untextured.len(), 1, "that is far behind");
    assert_eq!(shown("0,0,0,0,0,1", "opacity=\"0\""), (0, false));
    let ground = row("walls", "1,1", "class=\"Solid\" opacity=\"0\"");
    assert!(level(&ground).hems().iter().all(|hem| *hem == Hem::None), "09b: a layer of tiles at opacity 0");
}

/// The maps of `docs/EXISTING_MAPS.md`.
#[test]
fn the_three_layouts_can_be_played_as_they_are() {
    let expected: [(&str, &[&str]); 3] = [
        ("layers", &["Solid by name: layer 'Platforms'", "Start: the object 'player_start'"]),
        (
            "properties",
            &[
                "Solid by name: 'collides'",
                "OneWay by name: 'oneway'",
                "Hazard by name: 'spikes'",
                "Ladder by name: 'ladder'",
                "Water by name: 'water'",
                "Start: the first free place from the left",
            ],
        ),
        ("rectangles", &["Solid by name: layer 'collisions'", "Start: the object 'Spawn'"]),
    ];
    for (name, assumptions) in expected {
        let options = ReadOptions { tile_scale: TileScale::Game, ..ReadOptions::default() };
        let (files, path) = Folder::for_map(format!("../examples/existing_maps/{name}.tmx")).unwrap();
        let level = read_with(&files, &path, &options).unwrap();
        let said: Vec<String> = level.assumed.iter().map(ToString::to_string).collect();
        assert_eq!(said, assumptions, "{name}");
        let player = level.objects.iter().find(|object| matches!(object.kind, ObjectKind::Player { .. })).unwrap();
        let below = Aabb::new(player.aabb.center + Vec2::Y * 16.0, player.aabb.half);
        let mut stands = false;
        level.terrain.edges_near(&below, |_| stands = true);
        assert!(stands, "{name}: nothing is below {:?}", player.aabb);
    }
}
