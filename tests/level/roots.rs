//! The folder that a map on disk may read from.

use std::fs;
use std::path::{Path, PathBuf};

use seamwalker_level::{Files, Folder, MapAccess, read};

use crate::level_kit::{TILES, listed, small_map};

/// A folder for one test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("seamwalker-root-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    /// Writes files, and folders for names that end with `/`.
    fn with(self, files: &[(&str, &str)]) -> Self {
        for (name, text) in files {
            let path = self.0.join(name);
            fs::create_dir_all(if name.ends_with('/') { &path } else { path.parent().unwrap() }).unwrap();
            if !name.ends_with('/') {
                fs::write(path, text).unwrap();
            }
        }
        self
    }

    /// The root of a map's files, relative to this folder, and the map's path in it.
    fn root(&self, map: &str) -> (String, String) {
        let (folder, path) = Folder::for_map(self.0.join(map)).unwrap();
        let root =
            folder.root.strip_prefix(&self.0).unwrap_or_else(|_| panic!("{} is too high", folder.root.display()));
        (root.display().to_string(), path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A map that refers to a tileset.
fn map(tileset: &str) -> String {
    small_map("").replace("tiles.tsx", tileset)
}

fn pair(root: &str, path: &str) -> (String, String) {
    (root.to_owned(), path.to_owned())
}

#[test]
fn a_map_alone_may_read_its_own_folder() {
    let place = Place::new("alone").with(&[("a/b/m.tmx", &map("tiles.tsx")), ("a/b/tiles.tsx", TILES)]);
    assert_eq!(place.root("a/b/m.tmx"), pair("a/b", "m.tmx"));
}

/// The commonest layout of all: 336 of 790 maps were refused.
#[test]
fn tilesets_and_their_pictures_beside_the_maps_folder_are_found() {
    let tileset = TILES.replace("<tile ", "<image source=\"../../art/t.png\" width=\"16\" height=\"16\"/><tile ");
    let text = map("../sets/tiles.tsx");
    let place = Place::new("beside").with(&[
        ("game/data/maps/m.tmx", &text),
        ("game/data/sets/tiles.tsx", &tileset),
        ("game/art/t.png", "not yet"),
    ]);
    let json = "{\"type\":\"map\",\"tilesets\":[{\"firstgid\":1,\"source\":\"..\\/sets\\/tiles.tsx\"}]}";
    let place = place
        .with(&[("game/data/maps/j.tmj", json), ("game/data/maps/w.world", "{\"maps\":[{\"fileName\":\"m.tmx\"}]}")]);
    for name in ["m.tmx", "j.tmj", "w.world"] {
        assert_eq!(place.root(&format!("game/data/maps/{name}")), pair("game", &format!("data/maps/{name}")));
    }
    let (folder, path) = Folder::for_map(place.0.join("game/data/maps/m.tmx")).unwrap();
    assert!(read(&folder, &path).is_ok_and(|level| level.path == path));
}

#[test]
fn files_begin_at_the_outermost_project_or_working_copy() {
    let place = Place::new("marked").with(&[
        ("out/side", ""),
        ("out/game/outer.tiled-project", "{}"),
        ("out/game/data/inner.tiled-project", "{\"propertyTypes\":[]}"),
        ("out/game/data/levels/m.tmx", &map("tiles.tsx")),
        ("out/game/data/levels/tiles.tsx", TILES),
    ]);
    assert_eq!(place.root("out/game/data/levels/m.tmx"), pair("out/game", "data/levels/m.tmx"));
    let (folder, path) = Folder::for_map(place.0.join("out/game/data/levels/m.tmx")).unwrap();
    assert_eq!(folder.project(&path).as_deref(), Some("data/inner.tiled-project"), "the nearest has the classes");
    for kind in [".git/", ".hg/", ".jj/", ".svn/"] {
        let folder = format!("out/{kind}");
        let place = Place::new("copy").with(&[(&folder, ""), ("out/a/m.tmx", "<map/>")]);
        assert_eq!(place.root("out/a/m.tmx"), pair("out", "a/m.tmx"), "{kind}");
    }
}

/// A deeper project file does not lock out files above it.
#[test]
fn a_project_below_the_files_is_no_obstacle() {
    let place = Place::new("below").with(&[
        ("game/maps/p.tiled-project", "{}"),
        ("game/maps/m.tmx", &map("../sets/tiles.tsx")),
        ("game/sets/tiles.tsx", TILES),
    ]);
    assert_eq!(place.root("game/maps/m.tmx"), pair("game", "maps/m.tmx"));
}

#[test]
fn only_files_that_exist_within_eight_levels_count() {
    let deep = "a/b/c/d/e/f/g/h/i";
    let up = |levels: usize| "../".repeat(levels) + "tiles.tsx";
    for (levels, root) in [(8, "a"), (9, deep)] {
        let place = Place::new("deep").with(&[("a/tiles.tsx", TILES), ("tiles.tsx", TILES)]);
        let place = place.with(&[(&format!("{deep}/m.tmx"), &map(&up(levels)))]);
        assert_eq!(place.root(&format!("{deep}/m.tmx")).0, root, "{levels}");
    }
    let place = Place::new("gone").with(&[("a/b/m.tmx", &map("../gone.tsx"))]);
    assert_eq!(place.root("a/b/m.tmx").0, "a/b");
}

#[cfg(unix)]
#[test]
fn links_do_not_raise_the_root() {
    let place = Place::new("links").with(&[("secret.tsx", TILES), ("a/b/m.tmx", &map("link.tsx"))]);
    std::os::unix::fs::symlink(place.0.join("secret.tsx"), place.0.join("a/b/link.tsx")).unwrap();
    assert_eq!(place.root("a/b/m.tmx").0, "a/b");
    let (folder, path) = Folder::for_map(place.0.join("a/b/m.tmx")).unwrap();
    let problems = listed(&read(&folder, &path).unwrap_err());
    assert!(problems.contains("it lies outside"), "{problems}");
}

#[test]
fn a_root_that_is_named_wins_and_a_refusal_says_how() {
    let place = Place::new("named").with(&[("game/maps/m.tmx", &map("../tiles.tsx")), ("game/tiles.tsx", TILES)]);
    let open = |root: &Path| {
        MapAccess { root: Some(root.to_owned()), ..MapAccess::default() }.open(place.0.join("game/maps/m.tmx"))
    };
    let (folder, path) = open(&place.0.join("game/maps")).unwrap();
    let problems = listed(&read(&folder, &path).unwrap_err());
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
    let other = Place::new("other");
    assert!(open(&other.0).unwrap_err().to_string().contains("lies outside of"));
}

/// Old versions of Tiled wrote them on Windows.
#[test]
fn back_slashes_separate_folders_unless_a_file_is_called_so() {
    let place =
        Place::new("back").with(&[("game/maps/m.tmx", &map("..\\sets\\tiles.tsx")), ("game/sets/tiles.tsx", TILES)]);
    assert_eq!(place.root("game/maps/m.tmx").0, "game");
    let (folder, path) = Folder::for_map(place.0.join("game/maps/m.tmx")).unwrap();
    read(&folder, &path).unwrap_or_else(|problems| panic!("{}", listed(&problems)));
}
