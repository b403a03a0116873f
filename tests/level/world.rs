//! Tiled worlds: several maps become one level, and a selection of them the same level without the rest.

use std::sync::Arc;
use std::time::Instant;

use crate::level_kit::{Memory, SOON, layer, listed, map, objects};
use crate::temp_folder::TempFolder;
use glam::{IVec2, Vec2};
use seamwalker_assets::shipped;
use seamwalker_collide::SolverSetup;
use seamwalker_level::{
    Files, Folder, LayerContent, Level, Limits, ObjectKind, ReadOptions, Severity, TrackingFiles, Value, WorldFile,
    check, read, read_with,
};
use seamwalker_sim::World;

/// Files of a world: each map is drawn with letters, and lies so many pixels from the origin.
fn world_of(maps: &[(&[impl AsRef<str>], (i32, i32), &str)]) -> Memory {
    let mut files = Memory::default().and("tiles.tsx", crate::level_kit::TILES);
    let mut entries = Vec::new();
    for (i, (rows, at, things)) in maps.iter().enumerate() {
        let text = map(rows, &(layer(1, rows, "") + &objects(things)));
        files = files.and(&format!("m{i}.tmx"), text);
        let (w, h) = (rows[0].as_ref().chars().count() * 16, rows.len() * 16);
        entries
            .push(format!("{{\"fileName\":\"m{i}.tmx\",\"x\":{},\"y\":{},\"width\":{w},\"height\":{h}}}", at.0, at.1));
    }
    files.and("w.world", format!("{{\"type\":\"world\",\"maps\":[\n{}\n]}}", entries.join(",\n")))
}

fn level(files: &Memory) -> Level {
    let level = read(files, "w.world").unwrap_or_else(|problems| panic!("{}", listed(&problems)));
    let expected = |p: &&seamwalker_level::Problem| !p.what.contains("Player") && !p.file.ends_with(".tsx");
    let other: Vec<_> = level.warnings.iter().filter(expected).cloned().collect();
    assert!(other.is_empty(), "{}", listed(&other));
    level
}

fn problems(files: &Memory) -> String {
    listed(&check(files, "w.world"))
}

const PLAYER: &str = "<object id=\"1\" type=\"Player\" x=\"24\" y=\"32\"><point/></object>";

/// Two rooms, one floor: the floor is one edge, and there is nothing where the rooms meet.
#[test]
fn a_floor_continues_across_the_border_of_two_maps() {
    let rows: &[&str] = &["          ", "          ", "##########"];
    for at in [(160, 0), (160, -16), (155, 0), (-160, 0)] {
        let files = world_of(&[(rows, (0, 0), PLAYER), (rows, at, "")]);
        let level = level(&files);
        let floors = level.terrain.edges().iter().filter(|edge| edge.normal.y < -0.5);
        let longest = floors.clone().map(|e| e.segment.b.x - e.segment.a.x).fold(0.0, f32::max);
        if at.1 == 0 {
            assert_eq!(longest, 160.0 + (at.0 as f32).abs(), "{at:?}");
            assert_eq!(level.terrain.edges().len(), 4, "{at:?}: a single box");
        }
        assert_eq!(level.bounds.min(), Vec2::new(at.0 as f32, at.1 as f32).min(Vec2::ZERO), "{at:?}");
        assert_eq!(level.rooms.len(), 2);
    }
}

/// A picture cut into four maps is, put together as a world, the picture: to the last edge.
#[test]
fn a_map_cut_into_pieces_has_the_same_ground() {
    let letters: Vec<char> = "  ###/\\7F_=-^rn".chars().collect();
    let mut seed = 7_u64;
    let mut random = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    for _ in 0..60 {
        let picture: Vec<Vec<char>> =
            (0..9).map(|_| (0..14).map(|_| letters[random(letters.len())]).collect()).collect();
        let part = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| -> Vec<String> {
            picture[rows].iter().map(|row| row[columns.clone()].iter().collect()).collect()
        };
        let (row, column) = (1 + random(7), 1 + random(12));
        let quarters = [(0..row, 0..column), (0..row, column..14), (row..9, 0..column), (row..9, column..14)];
        let parts = quarters.map(|(rows, columns)| {
            let at = (columns.start as i32 * 16, rows.start as i32 * 16);
            (part(rows, columns), at)
        });
        let maps = parts.each_ref().map(|(rows, at)| (rows.as_slice(), *at, ""));
        let whole = crate::level_kit::level(&part(0..9, 0..14));
        let world = level(&world_of(&maps));
        let show = whole.terrain.edges().len();
        assert_eq!(world.terrain.edges(), whole.terrain.edges(), "{show} edges, cut at {column},{row}");
        assert_eq!(world.hazard_edges, whole.hazard_edges);
        assert_eq!(world.bounds, whole.bounds);
        // The rooms apart, the simulation cannot tell them apart.
        let mut united = world;
        united.rooms.clone_from(&whole.rooms);
        assert_eq!(united.hash(), whole.hash());
    }
}

#[test]
fn objects_get_unique_ids_and_keep_their_references() {
    let things = "<object id=\"4\" type=\"Platform\" x=\"16\" y=\"16\" width=\"32\" height=\"8\"><properties>\
        <property name=\"path\" type=\"object\" value=\"5\"/><property name=\"twin\" type=\"object\" value=\"4\"/>\
        <property name=\"nobody\" type=\"object\" value=\"0\"/></properties></object>\
        <object id=\"5\" x=\"32\" y=\"24\"><polyline points=\"0,0 64,0\"/></object>";
    let rows: &[&str] = &["          ", "          ", "##########"];
    let both = format!("{PLAYER}{things}");
    let level = level(&world_of(&[(rows, (0, 0), &both), (rows, (160, 32), &both)]));
    let ids: Vec<u32> = level.objects.iter().map(|object| object.id).collect();
    assert_eq!(ids, [1, 4, 1_000_001, 1_000_004, 5, 1_000_005], "the line is of no class that the game has");
    assert!(ids.into_iter().map(WorldFile::map_of).eq([0, 0, 1, 1, 0, 1]));
    let ObjectKind::Platform(platform) = &level.objects[3].kind else { panic!("{:?}", level.objects[3]) };
    assert_eq!(platform.track, [Vec2::new(192.0, 56.0), Vec2::new(256.0, 56.0)], "moved with its map");
    let properties = &level.objects[3].properties;
    assert_eq!(properties["path"], Value::Object(1_000_005));
    assert_eq!(properties["twin"], Value::Object(1_000_004));
    assert_eq!(properties["nobody"], Value::Object(0));
    let world = World::new(Arc::new(level), SolverSetup::default());
    assert_eq!(world.state.spawn, Vec2::new(24.0, 32.0), "the first map's Player counts");
}

#[test]
fn the_meta_of_a_world_is_that_of_the_players_map() {
    let files = world_of(&[(&["##"], (0, 0), ""), (&["##"], (32, 0), PLAYER)]);
    let titled = |path: &str, title: &str| {
        let text = String::from_utf8(files.0[path].clone()).unwrap();
        let own = format!("<properties><property name=\"title\" value=\"{title}\"/></properties><tileset");
        text.replacen("<tileset", &own, 1)
    };
    let files = files.clone().and("m0.tmx", titled("m0.tmx", "Cellar")).and("m1.tmx", titled("m1.tmx", "Attic"));
    let level = read(&files, "w.world").unwrap();
    assert_eq!((level.meta.title.as_str(), level.name.as_str(), level.path.as_str()), ("Attic", "w", "w.world"));
    let world = WorldFile::open(&files, "w.world", &Limits::DEFAULT).unwrap();
    let part = world.read(&files, &[0], &ReadOptions::default()).unwrap();
    assert_eq!(part.meta.title, "Cellar");
    assert_eq!((part.bounds, &part.rooms), (level.bounds, &level.rooms), "the world is as large as ever");
    assert!(world.read(&files, &[], &ReadOptions::default()).unwrap_err()[0].what.contains("none"));
}

/// A sky that repeats is the same in all maps, and there once; what is behind the things of one map is behind those of all.
#[test]
fn layers_are_sorted_into_far_behind_and_front() {
    let text = |name: &str| {
        let sky = "<imagelayer id=\"7\" name=\"sky\" offsetx=\"-320\" parallaxx=\"0.5\" parallaxy=\"0\" repeatx=\"1\">\
            <image source=\"sky.png\" width=\"64\" height=\"64\"/></imagelayer>\n\
            <imagelayer id=\"8\" name=\"sun\" parallaxx=\"0.5\"><image source=\"sun.png\" width=\"8\" height=\"8\"/></imagelayer>";
        let ground = layer(1, &["##"], "offsetx=\"4\"").replace("l1", &format!("ground {name}"));
        let front = layer(2, &["  "], "").replace("l2", &format!("front {name}"));
        map(&["##"], &format!("{sky}{ground}{}{front}", objects("").replace("things", &format!("things {name}"))))
    };
    let files = world_of(&[(&["##"], (0, 0), ""), (&["##"], (640, 100), "")]);
    let files = files.and("m0.tmx", text("a")).and("m1.tmx", text("b"));
    let level = read(&files, "w.world").unwrap();
    let names: Vec<&str> = level.layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(names, ["sky", "sun", "sun", "ground a", "ground b", "things a", "front a", "things b", "front b"]);
    let rooms: Vec<&[usize]> = level.layers.iter().map(|layer| layer.rooms.as_slice()).collect();
    assert_eq!(rooms[..4], [&[0, 1][..], &[0], &[1], &[]], "the backdrop of which maps");
    assert_eq!(level.pictures.len(), 3, "each once: {:?}", level.pictures);
    assert_eq!(level.tiles.len(), 1);
    // Wherever the camera is, a layer lies as its map alone would show it, moved by the map's place.
    let alone = read(&files, "m1.tmx").unwrap();
    let view = Vec2::new(640.0, 360.0);
    for corner in [Vec2::ZERO, Vec2::new(700.0, 50.0)] {
        let shift = |level: &Level, i: usize, corner| level.layers[i].shift(corner, view, level.parallax_origin);
        let place = Vec2::new(640.0, 100.0);
        assert_eq!(shift(&level, 2, corner), shift(&alone, 1, corner - place), "sun");
        assert_eq!(shift(&level, 4, corner), shift(&alone, 2, corner - place), "ground");
    }
    let LayerContent::Tiles { collides: true, .. } = level.layers[4].content else { panic!() };
}

#[test]
fn patterns_find_maps_by_their_names() {
    let pattern = |text: &str| format!("{{\"type\":\"world\",\"maps\":[],\"patterns\":[{text}]}}");
    let files = world_of(&[(&["##"], (0, 0), PLAYER)]);
    let room = files.0["m0.tmx"].clone();
    let files = files
        .and("maps/tiles.tsx", crate::level_kit::TILES)
        .and("maps/ow-p02-n03-o0000.tmx", &room)
        .and("maps/ow-p01-n03-o0000.tmx", &room)
        .and("maps/cellar.tmx", &room)
        .and("maps/deeper/ow-p09-n09-o0000.tmx", &room);
    let shown = |text: &str| {
        let files = files.clone().and("maps/w.world", text);
        let world = WorldFile::open(&files, "maps/w.world", &Limits::DEFAULT);
        world.map(|world| (world.maps.iter().map(|m| (m.path.clone(), m.at)).collect::<Vec<_>>(), world.warnings))
    };
    let tiled = "{\"regexp\":\"ow-p0*(\\\\d+)-n0*(\\\\d+)-o0000\\\\.tmx\",\"multiplierX\":32,\"multiplierY\":16,\
        \"offsetX\":-320,\"offsetY\":-48}";
    let (maps, warnings) = shown(&pattern(tiled)).unwrap();
    let at = |path: &str, x, y| (format!("maps/{path}"), IVec2::new(x, y));
    assert_eq!(maps, [at("ow-p01-n03-o0000.tmx", -288, 0), at("ow-p02-n03-o0000.tmx", -256, 0)]);
    assert!(warnings.is_empty(), "{}", listed(&warnings));
    let found = files.clone().and("maps/w.world", pattern(tiled));
    let level = read(&found, "maps/w.world").unwrap();
    assert!(level.warnings.is_empty(), "{}", listed(&level.warnings));
    assert_eq!(level.terrain.edges().len(), 4, "both rooms are one box");

    // What is listed counts before what is matched.
    let both = pattern(tiled).replace("[]", "[{\"fileName\":\"ow-p02-n03-o0000.tmx\",\"x\":0,\"y\":0}]");
    assert_eq!(shown(&both).unwrap().0[0], at("ow-p02-n03-o0000.tmx", 0, 0));
    for (text, line, what) in [
        ("{\"regexp\":\"(\"}", 1, "cannot be used"),
        ("{\"regexp\":\"(a)(?=b)\"}", 1, "cannot be used"),
        ("{\"regexp\":\"((a{99}){99}){99}()\"}", 1, "cannot be used"),
        ("{\"regexp\":\"cellar\"}", 1, "captures 0 texts"),
        ("\n{}", 2, "no 'regexp'"),
        ("{\"regexp\":\"(a)(b)\",\n\"multiplierX\":0.5}", 1, "'multiplierX' is 0.5"),
    ] {
        let problem = shown(&pattern(text)).unwrap_err().remove(0);
        assert!(problem.what.contains(what) && problem.line == line, "{problem}");
    }
    for (text, what) in [("(cel)(lar)", "does not capture two numbers"), ("no(1)(2)", "matches no map")] {
        let problem = shown(&pattern(&format!("{{\"regexp\":\"{text}\"}}"))).unwrap_err().remove(0);
        assert!(problem.what.contains(what) && problem.severity == Severity::Warning, "{problem}");
    }
    // Where files cannot be listed, what the world lists counts all the same.
    let problem = &WorldFile::open(&Unlisted(files.and("maps/w.world", &both)), "maps/w.world", &Limits::DEFAULT)
        .unwrap()
        .warnings[0];
    assert!(problem.what.contains("cannot be listed"), "{problem}");
}

/// Files in memory that cannot be listed.
struct Unlisted(Memory);

impl Files for Unlisted {
    fn read(&self, path: &str) -> std::io::Result<std::borrow::Cow<'_, [u8]>> {
        self.0.read(path)
    }
}

/// Other programs write worlds with a type of their own, or without one.
#[test]
fn the_type_of_a_world_may_be_missing_or_different() {
    let files = world_of(&[(&["##"], (0, 0), PLAYER)]);
    for kind in ["", ", \"type\": \"levels/world\"", ", \"type\": 7", ", \"type\": \"map\""] {
        let world = format!("{{\"maps\": [{{\"fileName\": \"m0.tmx\", \"x\": 0, \"y\": 0}}]{kind}}}");
        let level = read(&files.clone().and("w.world", world), "w.world");
        assert_eq!(level.unwrap_or_else(|problems| panic!("{}", listed(&problems))).rooms.len(), 1);
    }
}

#[test]
fn broken_worlds_are_reported_with_file_and_line() {
    let files = world_of(&[(&["##"], (0, 0), PLAYER)]);
    let small = map(&["##"], "").replace("tilewidth=\"16\"", "tilewidth=\"8\"");
    let far = map(&["##"], &objects("<object id=\"1000000\" type=\"Bead\" x=\"1\" y=\"1\"/>"));
    let files = files.and("small.tmx", small).and("far.tmx", far).and("v.world", "{\"type\":\"world\"}");
    // Its width in pixels is beyond i64.
    let files =
        files.and("huge.tmx", "<map width=\"4294967295\" height=\"1\" tilewidth=\"4294967295\" tileheight=\"1\"/>");
    let one = |entry: &str| format!("{{\"type\":\"world\",\n\"maps\":[\n{entry}]}}");
    for (world, place, what) in [
        (String::new(), "w.world:1: ", "not a world"),
        ("<map/>".into(), "w.world:1: ", "not a world"),
        ("[]".into(), "w.world:1: ", "not an object"),
        ("{".into(), "w.world:1: ", "is truncated"),
        ("{}".into(), "w.world:1: ", "no maps"),
        ("{\n\"type\":\"map\"}".into(), "w.world:1: ", "no maps"),
        ("{\"maps\":\n7}".into(), "w.world:2: ", "not a list"),
        ("{\"maps\":\n[1,2]}".into(), "w.world:2: ", "not an object"),
        ("{\"maps\":[\n\"m0.tmx\"]}".into(), "w.world:2: ", "not an object"),
        (one("{\"x\":0}"), "w.world:3: ", "no 'fileName'"),
        (one("{\"fileName\":\"gone.tmx\"}"), "w.world:3: ", "there is no such file"),
        (one("{\"fileName\":\"w.world\"}"), "w.world:1: ", "holds a <world>, not a <map>"),
        (one("{\"fileName\":\"v.world\"}"), "v.world:1: ", "holds a <world>, not a <map>"),
        (one("{\"fileName\":\"tiles.tsx\"}"), "tiles.tsx:2: ", "holds a <tileset>"),
        (one("{\"fileName\":\"../../etc/passwd\"}"), "w.world:3: ", "leads out of the project's folder"),
        (one("{\"fileName\":\"/etc/passwd\"}"), "w.world:3: ", "cannot read '/etc/passwd'"),
        (one("{\"fileName\":\"c:\\\\x.tmx\"}"), "w.world:3: ", "cannot read 'c:"),
        (one("{\"fileName\":\"m0.tmx\",\n\"x\":0.5}"), "w.world:3: ", "'x' is 0.5"),
        (one("{\"fileName\":\"m0.tmx\",\n\"y\":NaN}"), "w.world:4: ", "not valid JSON"),
        (one("{\"fileName\":\"m0.tmx\",\n\"y\":1e400}"), "w.world:3: ", "'y' is 1e400"),
        (one("{\"fileName\":\"m0.tmx\",\n\"x\":99999999999}"), "w.world:3: ", "'x' is 99999999999"),
        (one("{\"fileName\":\"m0.tmx\",\"x\":2147483647}"), "w.world:3: ", "pixels from"),
        (one("{\"fileName\":\"m0.tmx\",\"y\":-2147483648}"), "w.world:3: ", "2147483648 pixels from"),
        (one("{\"fileName\":\"m0.tmx\",\"width\":2147483647,\"height\":9}"), "w.world:3: ", "pixels from"),
        (one("{\"fileName\":\"m0.tmx\",\n\"x\":1,\"x\":1}"), "w.world:3: ", "twice"),
        (one("{\"fileName\":\"m0.tmx\"},{\"fileName\":\"small.tmx\"}"), "small.tmx:2: ", "tiles are [8, 16]"),
        (one("{\"fileName\":\"far.tmx\"}"), "far.tmx:5: ", "not below 1000000"),
        (one("{\"fileName\":\"huge.tmx\"}"), "w.world:3: ", "pixels from"),
    ] {
        let text = problems(&files.clone().and("w.world", &world));
        assert!(text.starts_with(place) && text.contains(what), "{world}\n{text}");
        assert!(read(&files.clone().and("w.world", &world), "w.world").is_err(), "{world}");
    }
    for (entry, what) in [
        ("{\"fileName\":\"m0.tmx\"},{\"fileName\":\"./m0.tmx\",\"x\":32}", "twice, first in line 3"),
        ("{\"fileName\":\"m0.tmx\",\"width\":99,\"height\":16}", "is [32, 16] pixels"),
    ] {
        let text = problems(&files.clone().and("w.world", one(entry)));
        assert!(text.starts_with("w.world:3: warning") && text.contains(what), "{text}");
    }
    assert!(problems(&Memory::default()).contains("w.world: cannot read 'w.world': there is no such file"));
    assert!(check(&files, "../w.world")[0].what.contains("leads out"));
}

/// Problems of the maps are reported with the map's own file, line, ids and cells.
#[test]
fn problems_name_the_map_they_are_in() {
    let rows: &[&str] = &["   /_", " /###", "#####"];
    let lost = "<object id=\"9\" type=\"Bead\" x=\"-900\" y=\"0\" width=\"8\" height=\"8\"/>";
    let files = world_of(&[(&["   "; 6], (0, 0), PLAYER), (rows, (48, 0), lost)]);
    let text = problems(&files);
    let expected = [
        "m1.tmx:6: warning: object 9: it lies outside the map",
        "m1.tmx:4: warning: layer 'l1', tile (3,0): a notch of 0 x 8 px",
        "w.world:1: warning: there is no Exit",
    ];
    for part in expected {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = problems(&world_of(&[(&["   "], (0, 0), "")]));
    assert!(text.contains("w.world:1: no map has a visible Player"), "{text}");
}

#[test]
fn endless_worlds_are_refused_in_bounded_time() {
    let start = Instant::now();
    let files = world_of(&[(&["##"], (0, 0), PLAYER)]);
    let entry = |i: u32| format!("{{\"fileName\":\"{i}.tmx\"}}");
    let many: Vec<String> = (0..100_000).map(entry).collect();
    let text = problems(&files.clone().and("w.world", format!("{{\"maps\":[\n{}]}}", many.join(","))));
    assert!(text.contains("more than 4096 maps"), "{}", &text[..200]);
    // The same map 100 000 times is there once.
    let same = format!("{{\"maps\":[\n{}]}}", vec!["{\"fileName\":\"m0.tmx\"}"; 100_000].join(","));
    assert!(problems(&files.clone().and("w.world", same)).contains("twice"));
    let deep = "[".repeat(100_000);
    assert!(problems(&files.clone().and("w.world", format!("{{\"maps\":{deep}"))).contains("nested deeper"));
    let patterns = vec!["{\"regexp\":\"(a)(b)\"}"; 100_000].join(",");
    let patterns = files.clone().and("w.world", format!("{{\"patterns\":[{patterns}]}}"));
    assert!(problems(&patterns).contains("more than 16 patterns"));
    // Two maps at the ends of the world.
    let corners = "{\"maps\":[{\"fileName\":\"m0.tmx\",\"x\":-1048576,\"y\":-1048576},{\"fileName\":\"m1.tmx\",\"x\":1048000,\"y\":1048000}]}";
    let far = files.clone().and("m1.tmx", &files.0["m0.tmx"]).and("w.world", corners);
    assert!(problems(&far).contains("there is no Exit"), "{}", problems(&far));
    // All maps together have one budget.
    let limits = Limits { cells: 3, ..Limits::DEFAULT };
    let two = world_of(&[(&["##"], (0, 0), PLAYER), (&["##"], (32, 0), "")]);
    let refused = read_with(&two, "w.world", &limits.into()).unwrap_err();
    assert!(refused[0].file == "m1.tmx" && refused[0].what.contains("more than 3 cells"), "{}", refused[0]);
    let limits = Limits { maps: 1, ..Limits::DEFAULT };
    assert!(read_with(&two, "w.world", &limits.into()).unwrap_err()[0].what.contains("more than 1 maps"));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

#[cfg(unix)]
#[test]
fn a_world_on_disk_stays_in_its_folder() {
    let room = String::from_utf8(world_of(&[(&["##"], (0, 0), PLAYER)]).0.remove("m0.tmx").unwrap()).unwrap();
    let root = TempFolder::new("world").with(&[
        ("game/rooms/", ""),
        ("game/tiles.tsx", crate::level_kit::TILES),
        ("game/room-1-0.tmx", &room),
        ("secret-2-0.tmx", &room),
    ]);
    root.link("secret-2-0.tmx", "game/link-2-0.tmx");
    root.link("", "game/up");
    let inner = root.0.join("game");
    let open = |text: &str| {
        root.write("game/w.world", text);
        let (folder, path) = Folder::for_map_in(&inner, inner.join("w.world")).unwrap();
        read(&folder, &path)
    };
    let pattern =
        |name: &str| format!("{{\"patterns\":[{{\"regexp\":\"{name}-(\\\\d+)-(\\\\d+)\",\"multiplierX\":32}}]}}");
    let found = open(&pattern("room")).unwrap();
    assert_eq!(found.bounds.min(), Vec2::new(32.0, 0.0), "{:?}", found.bounds);
    for bad in ["link-2-0.tmx", "up/secret-2-0.tmx", "../secret-2-0.tmx", "rooms", "/dev/zero"] {
        let problems = open(&format!("{{\n\"maps\":[{{\"fileName\":\"{bad}\"}}]}}")).unwrap_err();
        assert!(problems[0].line == 2 && problems[0].file == "w.world", "{bad}: {}", problems[0]);
    }
    assert!(open(&pattern("link")).unwrap_err()[0].what.contains("outside"));
    let (folder, _) = Folder::for_map_in(&inner, inner.join("w.world")).unwrap();
    assert!(folder.list("").unwrap().contains(&"room-1-0.tmx".to_owned()));
    for bad in ["up", "..", "../", "/", "/etc", "nowhere", "tiles.tsx"] {
        assert!(folder.list(bad).is_err(), "{bad}");
    }
    // New maps count as changes.
    open(&pattern("room")).unwrap();
    let noted = TrackingFiles::new(&folder);
    read(&noted, "w.world").unwrap();
    let mut notes = noted.into_dependencies();
    assert!(notes.changed(&folder).is_empty());
    root.write("game/notes.txt", "no map");
    assert!(notes.changed(&folder).is_empty());
    root.write("game/room-2-0.tmx", &room);
    assert_eq!(notes.changed(&folder), [""]);
}

#[test]
fn embedded_files_can_be_listed() {
    let shipped = shipped();
    let names = shipped.list("maps").unwrap();
    assert!(names.contains(&"first_stitch.tmx".to_owned()) && !names.iter().any(|name| name.contains('/')));
    assert_eq!(shipped.project("maps/any.tmx").as_deref(), Some("maps/seamwalker.tiled-project"));
    assert!(shipped.0.is_sorted_by_key(|(name, _)| *name));
}

#[test]
fn maps_that_touch_or_lie_within_a_view_are_near() {
    // 0 and 1 touch; 2 is a gap of 300 px to the right of 1; 3 lies far below; 4 touches 0 by a corner.
    let rows: &[&str] = &["####"; 4];
    let wide: Vec<String> = vec!["#".repeat(125); 4];
    let wide: Vec<&str> = wide.iter().map(String::as_str).collect();
    let files = world_of(&[
        (&wide, (0, 0), PLAYER),
        (&wide, (2000, 0), ""),
        (rows, (4300, 0), ""),
        (rows, (0, 2000), ""),
        (rows, (-64, 64), ""),
    ]);
    let world = WorldFile::open(&files, "w.world", &Limits::DEFAULT).unwrap();
    assert_eq!(world.near(Vec2::new(10.0, 10.0), 0.0), [0, 1, 4]);
    assert_eq!(world.near(Vec2::new(1990.0, 10.0), 0.0), [0, 1, 4]);
    assert_eq!(world.near(Vec2::new(2100.0, 10.0), 0.0), [0, 1]);
    assert_eq!(world.near(Vec2::new(2100.0, 10.0), 200.0), [0, 1, 4], "the map that the player just left");
    assert_eq!(world.near(Vec2::new(3990.0, 10.0), 0.0), [0, 1, 2]);
    assert_eq!(world.near(Vec2::new(4310.0, 10.0), 0.0), [1, 2]);
    assert_eq!(world.near(Vec2::new(9000.0, 10.0), 0.0), [0; 0]);
    assert_eq!(world.near(Vec2::NAN, 0.0), [0; 0]);
}

#[test]
fn a_world_without_a_player_starts_where_one_map_would_and_its_parts_do_not() {
    let named = r#"<object id="1" name="spawn" x="24" y="16"><point/></object>"#;
    let files = world_of(&[(&["  ", "##"], (0, 0), ""), (&["  ", "##"], (32, 0), named)]);
    let whole = level(&files);
    let start = &whole.objects[0];
    assert!(matches!(start.kind, ObjectKind::Player { .. }) && start.aabb.center.x == 56.0, "{start:?}");
    let world = WorldFile::open(&files, "w.world", &Limits::DEFAULT).unwrap();
    let part = world.read(&files, &[1], &ReadOptions::default()).unwrap();
    assert!(part.objects.iter().all(|object| object.kind.is_other()), "its player has started already");
}
