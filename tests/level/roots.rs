//! The folder that a map on disk may read from.

use std::path::Path;

use seamwalker_level::pack::Pack;
use seamwalker_level::{Files, MapAccess, check, read};

use crate::level_kit::{TILES, listed, small_map};
use crate::temp_folder::TempFolder;

/// The root of a map's files, relative to the test's folder, and the map's path in it.
fn root(place: &TempFolder, map: &str) -> (String, String) {
    let (folder, path) = place.open(map);
    let root = folder.root.strip_prefix(&place.0).unwrap_or_else(|_| panic!("{} is too high", folder.root.display()));
    (root.display().to_string(), path)
}

/// A map that refers to a tileset.
fn map(tileset: &str) -> String {
    small_map("").replace("tiles.tsx", tileset)
}

#[test]
fn a_map_alone_may_read_its_own_folder() {
    let place = TempFolder::new("alone").with(&[("a/b/m.tmx", &map("tiles.tsx")), ("a/b/tiles.tsx", TILES)]);
    assert_eq!(root(&place, "a/b/m.tmx"), ("a/b".to_owned(), "m.tmx".to_owned()));
}

/// The commonest layout of all: 336 of 790 maps were refused.
#[test]
fn tilesets_and_their_pictures_beside_the_maps_folder_are_found() {
    let tileset = TILES.replace("<tile ", "<image source=\"../../art/t.png\" width=\"16\" height=\"16\"/><tile ");
    let text = map("../sets/tiles.tsx");
    let place = TempFolder::new("beside").with(&[
        ("game/data/maps/m.tmx", &text),
        ("game/data/sets/tiles.tsx", &tileset),
        ("game/art/t.png", "not yet"),
    ]);
    let json = "{\"type\":\"map\",\"tilesets\":[{\"firstgid\":1,\"source\":\"..\\/sets\\/tiles.tsx\"}]}";
    let place = place
        .with(&[("game/data/maps/j.tmj", json), ("game/data/maps/w.world", "{\"maps\":[{\"fileName\":\"m.tmx\"}]}")]);
    for name in ["m.tmx", "j.tmj", "w.world"] {
        assert_eq!(root(&place, &format!("game/data/maps/{name}")), ("game".to_owned(), format!("data/maps/{name}")));
    }
    let (folder, path) = place.open("game/data/maps/m.tmx");
    assert!(read(&folder, &path).is_ok_and(|level| level.path == path));
}

#[test]
fn files_begin_at_the_outermost_project_or_working_copy() {
    let place = TempFolder::new("marked").with(&[
        ("out/side", ""),
        ("out/game/outer.tiled-project", "{}"),
        ("out/game/data/inner.tiled-project", "{\"propertyTypes\":[]}"),
        ("out/game/data/levels/m.tmx", &map("tiles.tsx")),
        ("out/game/data/levels/tiles.tsx", TILES),
    ]);
    assert_eq!(root(&place, "out/game/data/levels/m.tmx"), ("out/game".to_owned(), "data/levels/m.tmx".to_owned()));
    let (folder, path) = place.open("out/game/data/levels/m.tmx");
    assert_eq!(folder.project(&path).as_deref(), Some("data/inner.tiled-project"), "the nearest has the classes");
    for kind in [".git/", ".hg/", ".jj/", ".svn/"] {
        let folder = format!("out/{kind}");
        let place = TempFolder::new("copy").with(&[(&folder, ""), ("out/a/m.tmx", "<map/>")]);
        assert_eq!(root(&place, "out/a/m.tmx"), ("out".to_owned(), "a/m.tmx".to_owned()), "{kind}");
    }
}

/// What plays a folder, checks it or checks one of its maps reads the same files.
#[test]
fn the_root_of_a_folder_is_the_outermost_of_its_maps() {
    let place = TempFolder::new("folder").with(&[
        ("game/levels/m.tmx", &map("../tiles.tsx")),
        ("game/levels/n.tmx", &map("tiles.tsx")),
        ("game/levels/tiles.tsx", TILES),
        ("game/tiles.tsx", TILES),
    ]);
    assert_eq!(root(&place, "game/levels"), ("game".to_owned(), "levels".to_owned()));
    assert_eq!(root(&place, "game/levels/n.tmx"), ("game/levels".to_owned(), "n.tmx".to_owned()));
    let pack = Pack::open(place.0.join("game/levels"), &MapAccess::default()).unwrap();
    assert_eq!(pack.maps, ["levels/m.tmx", "levels/n.tmx"]);
    assert!(pack.maps.iter().all(|map| check(&*pack.files, map).iter().all(|p| !p.what.starts_with("cannot read '"))));
    place.write("game/.git/", "");
    assert_eq!(root(&place, "game/levels/n.tmx").0, "game");
    assert_eq!(root(&place, "game").0, "game", "without maps it is its own");
}

/// A deeper project file does not lock out files above it.
#[test]
fn a_project_below_the_files_is_no_obstacle() {
    let place = TempFolder::new("below").with(&[
        ("game/maps/p.tiled-project", "{}"),
        ("game/maps/m.tmx", &map("../sets/tiles.tsx")),
        ("game/sets/tiles.tsx", TILES),
    ]);
    assert_eq!(root(&place, "game/maps/m.tmx"), ("game".to_owned(), "maps/m.tmx".to_owned()));
}

#[test]
fn only_files_that_exist_within_eight_levels_count() {
    let deep = "a/b/c/d/e/f/g/h/i";
    let up = |levels: usize| "../".repeat(levels) + "tiles.tsx";
    for (levels, expected) in [(8, "a"), (9, deep)] {
        let place = TempFolder::new("deep").with(&[("a/tiles.tsx", TILES), ("tiles.tsx", TILES)]);
        let place = place.with(&[(&format!("{deep}/m.tmx"), &map(&up(levels)))]);
        assert_eq!(root(&place, &format!("{deep}/m.tmx")).0, expected, "{levels}");
    }
    let place = TempFolder::new("gone").with(&[("a/b/m.tmx", &map("../gone.tsx"))]);
    assert_eq!(root(&place, "a/b/m.tmx").0, "a/b");
}

#[cfg(unix)]
#[test]
fn links_do_not_raise_the_root() {
    let place = TempFolder::new("links").with(&[("secret.tsx", TILES), ("a/b/m.tmx", &map("link.tsx"))]);
    place.link("secret.tsx", "a/b/link.tsx");
    assert_eq!(root(&place, "a/b/m.tmx").0, "a/b");
    let (folder, path) = place.open("a/b/m.tmx");
    let problems = listed(&read(&folder, &path).unwrap().warnings);
    assert!(problems.contains("it lies outside"), "{problems}");
}

#[test]
fn a_root_that_is_named_wins_and_a_refusal_says_how() {
    let place = TempFolder::new("named").with(&[("game/maps/m.tmx", &map("../tiles.tsx")), ("game/tiles.tsx", TILES)]);
    let open = |root: &Path| {
        MapAccess { root: Some(root.to_owned()), ..MapAccess::default() }.open(place.0.join("game/maps/m.tmx"))
    };
    let (folder, path) = open(&place.0.join("game/maps")).unwrap();
    let problems = listed(&read(&folder, &path).unwrap().warnings);
    let cure = format!(
        "the map may read from {}; keep its files there, or name a higher folder with --root",
        folder.root.display()
    );
    assert!(problems.contains(&cure), "{problems}");
    let (folder, path) = open(&place.0).unwrap();
    assert_eq!(path, "game/maps/m.tmx");
    assert!(read(&folder, &path).is_ok());
    let outside = open(&place.0.join("game/maps/..").join("nowhere"));
    assert!(outside.is_err());
    let other = TempFolder::new("other");
    assert!(open(&other.0).unwrap_err().to_string().contains("lies outside of"));
}

/// Old versions of Tiled wrote them on Windows.
#[test]
fn back_slashes_separate_folders_unless_a_file_is_called_so() {
    let place = TempFolder::new("back")
        .with(&[("game/maps/m.tmx", &map("..\\sets\\tiles.tsx")), ("game/sets/tiles.tsx", TILES)]);
    assert_eq!(root(&place, "game/maps/m.tmx").0, "game");
    let (folder, path) = place.open("game/maps/m.tmx");
    read(&folder, &path).unwrap_or_else(|problems| panic!("{}", listed(&problems)));
}

/// JSON files end in `.json`, whatever they are.
#[test]
fn the_files_of_a_tileset_in_json_count_as_well() {
    let json = r#"{"orientation":"orthogonal","layers":[],"tilesets":[{"firstgid":1,"source":"../sets/t.json"}]}"#;
    let tileset = r#"{"type":"tileset","tilewidth":16,"tileheight":16,"image":"../../art/t.png"}"#;
    let files = [("data/levels/m.json", json), ("data/sets/t.json", tileset), ("art/t.png", "")];
    let place = TempFolder::new("json_sets").with(&files);
    assert_eq!(root(&place, "data/levels/m.json"), (String::new(), "data/levels/m.json".to_owned()));
}

/// The maps of most repositories lie in a folder of their own.
#[test]
fn a_folder_without_maps_stands_for_the_only_one_below_with_some_or_names_them() {
    let opened = |place: &TempFolder| Pack::open(&place.0, &MapAccess::default());
    let place = TempFolder::new("repository").with(&[
        (".git/old/m.tmx", ""),
        ("readme.md", ""),
        ("art/tiles.tsx", TILES),
        ("game/levels/m.tmx", &map("../../art/tiles.tsx")),
        ("game/levels/drafts/n.tmx", &map("../../../art/tiles.tsx")),
    ]);
    let pack = opened(&place).unwrap();
    assert_eq!(pack.maps, ["game/levels/m.tmx"]);
    assert!(read(&*pack.files, &pack.maps[0]).is_ok());
    place.write("more/.hidden.tmx", "");
    assert!(opened(&place).is_ok());
    place.write("more/x/w.world", "{}");
    let why = opened(&place).unwrap_err().to_string();
    assert!(why.ends_with("no maps in it; name a folder in it that has some, game/levels/ or more/x/"), "{why}");
    let none = TempFolder::new("mapless").with(&[("a/b/", "")]);
    assert!(opened(&none).unwrap_err().to_string().contains("no maps in it; maps are files that"));
}
