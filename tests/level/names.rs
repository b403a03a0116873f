//! Maps without the game's classes: what is solid by name, where the player starts, and what is drawn along the ground.

use crate::level_kit::{Memory, layer, level_of, listed, map, problems_of};
use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::{
    Folder, Hem, Level, Limits, ObjectKind, ReadOptions, Surface, TileScale, check, read, read_with,
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
fn shapes_named_for_ground_are_solid_and_drawn_where_nothing_else_is() {
    let shapes = |name: &str, attributes: &str| {
        let shape = "<object id=\"3\" x=\"0\" y=\"0\" width=\"32\" height=\"16\"/><object id=\"4\" x=\"60\" y=\"4\"><point/></object>";
        format!("<objectgroup id=\"5\" name=\"{name}\" {attributes}>{shape}</objectgroup>")
    };
    let image = |repeat: &str| {
        format!(
            "<imagelayer id=\"9\" name=\"bg\" {repeat}><image source=\"b.png\" width=\"128\" height=\"16\"/></imagelayer>"
        )
    };
    let bare = row("art", "0,0,0,0,1", "");
    let over = [row("art", "1,1,0,0,1", ""), row("Background", "1,1,1", ""), bare.clone() + &image("")];
    let drawn = |art: &str, group: &str, attributes: &str| {
        let level = level(&(art.to_owned() + &shapes(group, attributes)));
        assert_eq!(solid(&level), [0, 1], "{group}");
        let has_cloth = level.hems().contains(&Hem::Cloth);
        assert_eq!(has_cloth, !level.untextured.is_empty(), "{group}");
        has_cloth
    };
    assert!(drawn(&bare, "Platforms", "") && drawn(&(image("repeatx=\"1\"") + &bare), "collision", ""));
    for art in over {
        assert!(!drawn(&art, "Platforms", "") && !drawn(&art, "collision", ""), "{art}");
    }
    assert!(!drawn(&bare, "collision", "visible=\"0\"") && !drawn(&bare, "Solid", "opacity=\"0\""));
    // Hidden on purpose: only collision itself says that it is meant.
    assert_eq!(solid(&level(&(bare.clone() + &shapes("Platforms", "visible=\"0\"")))), [4], "the only layer of tiles");
    let group = |object: &str| {
        format!("<objectgroup id=\"5\" name=\"things\"><object id=\"3\" name=\"Wall\" {object}</object></objectgroup>")
    };
    let named = level(&(bare.clone() + &group("width=\"16\" height=\"16\">")));
    assert_eq!((solid(&named), named.untextured.len()), (vec![0], 1));
    let line = |art: &str| level(&(art.to_owned() + &group("y=\"8\"><polyline points=\"0,0 16,0\"/>"))).hems();
    assert_eq!((line(&bare), line(&row("art", "1,0,0,0,1", ""))), (vec![Hem::Cloth], vec![Hem::None]));
}

#[test]
fn hidden_layers_named_for_collision_collide_in_any_map() {
    let hidden = |name: &str, class: &str| row(name, "1,1", &format!("class=\"{class}\" visible=\"0\""));
    let floor = row("art", "0,0,0,1", "class=\"Solid\"");
    let solid_of = |name: &str| solid(&level(&(floor.clone() + &hidden(name, "Solid"))));
    assert_eq!((solid_of("collision"), solid_of("walls"), solid_of("draft")), (vec![0, 1, 3], vec![3], vec![3]));
    assert_eq!(solid(&level(&(row("art", "0,0,1", "") + &hidden("Collisions", "")))), [0, 1]);
    let within = format!("<group id=\"7\" name=\"collision\" visible=\"0\">{}</group>", row("Tile Layer 1", "1,1", ""));
    assert_eq!(solid(&level(&(row("art", "0,0,1", "") + &within))), [0, 1], "the name of a group around it counts");
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
fn the_layer_with_the_most_tiles_is_ground_where_no_name_says_anything() {
    let only = level(&(row("Sky", "1,1,1", "") + &row("Tile Layer 1", "0,1,1", "")));
    assert_eq!(
        (solid(&only), assumed(&only)),
        (vec![1, 2], vec!["Solid as the layer with the most tiles: 'Tile Layer 1'".to_owned()])
    );
    for name in ["background", "", "Tiles, of all kinds"] {
        assert_eq!(solid(&level(&row(name, "1,1", ""))), [0, 1], "there is no other, whatever its name: {name}");
    }
    let climbed = with_tileset(&row("Tile Layer 1", "1,3", ""), &tileset("", "ladder"));
    assert_eq!((solid(&climbed), climbed.ladders.len()), (vec![0], 1), "the top of a ladder is no ground");
    let two = row("Tile Layer 1", "1,1", "") + &row("main", "0,0,1,1,1", "") + &row("front", "1,1,1,1", "");
    assert_eq!(solid(&level(&two)), [2, 3, 4], "the larger one");
    let front = row("Background", "1,1", "") + &row("Foreground", "0,0,1", "");
    assert_eq!(solid(&level(&front)), [2], "there is no better one");
    let full = row("Tile Layer 1", "1,1,1,1,1,1,1,1", "");
    let problems = listed(&check(&files(&full, &tileset("", "")), "m.tmx"));
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

/// What is on a layer of ground and has a name of its own is ground only if the name says so.
#[test]
fn named_things_on_a_layer_of_ground_are_no_ground() {
    let shape =
        |name: &str, x: u32| format!("<object id=\"{}\" name=\"{name}\" x=\"{x}\" width=\"16\" height=\"16\"/>", x + 1);
    for (names, expected) in [
        (["start", "Coin", "enemy_2", "Flagge"], vec![]),
        (["wall 1", "left border", "obj3", "12"], vec![0, 1, 2, 3]),
        (["Spielfigur", "Boden", "плат", "стена"], vec![1, 3]),
    ] {
        let shapes: String = names.iter().zip((0..).step_by(16)).map(|(name, x)| shape(name, x)).collect();
        let level = level(&format!("<objectgroup id=\"5\" name=\"Collisions\">{shapes}</objectgroup>"));
        assert_eq!(solid(&level), expected, "{names:?}");
    }
}

#[test]
fn layers_are_solid_by_the_name_of_a_group_around_them() {
    let grouped = |group: &str, layer: &str| {
        level(&format!(
            "<group id=\"7\" name=\"{group}\"><group id=\"8\" name=\"a\">{}</group></group>{}",
            row(layer, "1,1", ""),
            row("b", "0,0,1", "")
        ))
    };
    assert_eq!(solid(&grouped("Collision", "Tile Layer 1")), [0, 1]);
    assert_eq!(solid(&grouped("Collision", "background")), [2], "it says that it is none");
    assert_eq!(solid(&grouped("World", "Tile Layer 1")), [0, 1], "no name says anything: the larger layer");
    for group in ["Background", "Parallax 2", "decor"] {
        let with_ground = |layer: &str| {
            level(&format!(
                "<group id=\"7\" name=\"{group}\"><group id=\"8\" name=\"a\">{}</group></group>{}",
                row(layer, "1,1", ""),
                row("ground", "0,0,1", "")
            ))
        };
        assert_eq!(solid(&with_ground("walls")), [2], "{group}: they are painted far away");
        assert_eq!(solid(&with_ground("wall collision")), [0, 1, 2], "{group}: it says that it collides");
    }
    assert_eq!(solid(&grouped("Foreground", "walls")), [0, 1], "in front of the background");
    let only = format!("<group id=\"7\" name=\"Background\">{}</group>", row("walls", "1,1", ""));
    assert_eq!(solid(&level(&only)), [0, 1], "there is nothing else");
}

#[test]
fn names_stand_for_surfaces_by_whole_words() {
    for (expected, names) in [
        ("Solid", "Collision Layer, collisions, WALLS, wallTiles2, main_ground, Platforms"),
        ("OneWay", "One-Way Platforms, OneWay, jump_through"),
        ("Hazard", "Spikes, death zone"),
        ("Ladder", "Ladders"),
        ("Water", "water"),
        (
            "",
            "Background, back ground, BackGround, Foreground, playground, walls_bg, wallpaper, non-solid, No Collision",
        ),
        ("", "moving platforms, enemy walls, Tile Layer 1, Grunt, pics, sol, "),
    ] {
        for name in names.split(", ") {
            let level = level(&(row(name, "1", "") + &row("x", "0,1", "") + &row("y", "0,0,1", "")));
            let mut said = assumed(&level);
            said.retain(|line| !line.starts_with("Solid as"));
            let wanted = if expected.is_empty() { vec![] } else { vec![format!("{expected} by name: layer '{name}'")] };
            assert_eq!(said, wanted, "{name:?}");
        }
    }
}

#[test]
fn names_are_known_in_ten_languages() {
    let solids = "suelo plataformas sols murs Boden Wände chão paredes pavimento muri podłoga ściany земля стены 地面 床 \
                  当たり判定 墙壁 碰撞层 地面レイヤー";
    for name in solids.split_whitespace() {
        assert_eq!(solid(&level(&(row(name, "1", "") + &row("x", "0,1", "")))), [0], "{name}");
    }
    let surfaces = |name: &str| {
        let level = level(&(row(name, "1", "") + &row("walls", "0,1", "")));
        (
            level.hazards.len(),
            level.ladders.len(),
            level.waters.len(),
            level.terrain.edges().iter().any(|e| Surface::from_tag(e.tag) == Surface::Ice),
        )
    };
    for (name, expected) in [
        ("pinchos piques-pièges Stacheln espinhos kolce шипы トゲ 尖刺", (1, 0, 0, false)),
        ("escalera échelle Leiter escada drabina лестница はしご 梯子", (0, 1, 0, false)),
        ("agua eau Wasser água acqua woda вода 水", (0, 0, 1, false)),
        ("ice hielo glace Eis gelo ghiaccio lód лёд 氷 冰", (0, 0, 0, true)),
    ] {
        for name in name.split_whitespace() {
            assert_eq!(surfaces(name), expected, "{name}");
        }
    }
    for name in ["fondo", "Hintergrund", "arrière-plan", "фон", "背景", "前景レイヤー"] {
        assert_eq!(solid(&level(&(row(name, "1,1", "") + &row("x", "0,1", "")))), [1], "{name}");
    }
}

/// Only the game's own classes are more than a word.
#[test]
fn classes_that_a_project_of_another_game_declares_change_nothing() {
    let project = r#"{"propertyTypes":[{"id":1,"name":"Grass","type":"class","useAs":["tile"],"members":[]},
        {"id":2,"name":"Wall","type":"class","useAs":["tile"],"members":[]}]}"#;
    for (class, layer, expected) in [("Grass", "Platforms", vec![0, 1]), ("Wall", "x", vec![1])] {
        let files = files(&(row(layer, "1,3", "") + &row("y", "0,0,1", "")), &tileset("", class))
            .and("p.tiled-project", project);
        assert_eq!(solid(&read(&files, "m.tmx").unwrap()), expected, "{class}");
    }
}

#[test]
fn a_map_of_another_game_gets_no_advice_about_our_classes() {
    let things = "<objectgroup id=\"5\" name=\"things\"><object id=\"9\" type=\"pig\" x=\"8\" y=\"8\"><point/></object></objectgroup>";
    let level = with_tileset(&(row("ground", "3,1", "class=\"Solids\"") + things), &tileset("", "oneway"));
    assert!(level.warnings.is_empty(), "{}", listed(&level.warnings));
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
                "Start: a place in the largest area that can be reached",
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
