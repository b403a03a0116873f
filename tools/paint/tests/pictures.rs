//! The committed pictures and lists are what `cargo run --manifest-path tools/paint/Cargo.toml` writes, and they fit the tilesets and
//! templates of Tiled.

use seamwalker_paint::{self as art, Content, all, store};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn tileset(name: &str) -> tiled::Tileset {
    tiled::Loader::new().load_tsx_tileset(format!("{ROOT}/maps/tilesets/{name}.tsx")).expect(name)
}

/// A picture that is edited by hand would be lost with the next run of the program. A level is downloaded in a browser: no single
/// picture may weigh more than 100 kB.
#[test]
fn the_committed_art_is_what_the_program_writes_and_light() {
    for (path, content) in all() {
        let file = Path::new(ROOT).join(&path);
        let current = store::is_current(&file, &content);
        let hint = "run: cargo run --manifest-path tools/paint/Cargo.toml";
        assert!(matches!(current, Ok(true)), "{path} differs ({current:?}); {hint}");
        let bytes = fs::metadata(&file).expect("just read").len();
        assert!(bytes < 100_000, "{path} has {bytes} bytes");
    }
}

/// A sprite is found by its name, so names are unique. Frames that touched would show each other's border.
#[test]
fn sprites_have_names_of_their_own_and_frames_apart() {
    #[derive(serde::Deserialize)]
    struct Entry {
        name: String,
        frames: Vec<(i32, i32, i32, i32)>,
    }
    let text = fs::read_to_string(format!("{ROOT}/assets/sprites.ron")).expect("the list");
    let entries: Vec<Entry> = ron::from_str(&text).expect("RON");
    let names: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names.len(), entries.len());
    assert!(entries.iter().all(|entry| !entry.frames.is_empty()));
    let frames: Vec<_> = entries.iter().flat_map(|entry| &entry.frames).collect();
    for (i, a) in frames.iter().enumerate() {
        for b in &frames[..i] {
            let beside = a.0 + a.2 < b.0 || b.0 + b.2 < a.0;
            let below = a.1 + a.3 < b.1 || b.1 + b.3 < a.1;
            assert!(beside || below, "{a:?} touches {b:?}");
        }
    }
}

/// The characters of languages with Latin letters, and a few signs.
const PROMISED: &str = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ\
    ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŠšŤťŮůŽžŐőŰűĂăȘșȚțĞğİıŞşŒœŸẞ\
    ¿¡«»‹›„‚‘’“”…×→←↑↓°µ–—€£§©®·•";

#[test]
fn the_font_has_every_promised_character() {
    let known: BTreeSet<char> = art::font::glyphs().into_iter().map(|glyph| glyph.0).collect();
    for c in ('!'..='~').chain(PROMISED.chars()) {
        assert!(known.contains(&c), "{c:?}");
    }
}

/// A tileset tells the size of its pictures.
#[test]
fn pictures_have_the_size_that_tilesets_expect() {
    let sizes: BTreeMap<String, (i32, i32)> = all()
        .into_iter()
        .filter_map(|(path, content)| match content {
            Content::Picture(picture) => Some((path, (picture.width, picture.height))),
            Content::Text(_) => None,
        })
        .collect();
    let fabrics = art::fabric::Fabric::ALL.map(|fabric| fabric.name);
    let others = ["trims", "notions", "haberdashery", "things", "scenery"];
    for tileset in fabrics.into_iter().chain(others).map(tileset) {
        let images = tileset.tiles().filter_map(|(_, tile)| tile.image.clone()).chain(tileset.image.clone());
        for image in images {
            let path = image.source.to_string_lossy().replace(&format!("{ROOT}/"), "");
            assert_eq!(sizes.get(&path), Some(&(image.width, image.height)), "{path}");
        }
    }
}

/// The terrain brush has a tile for every combination of painted corners, which is solid if three or four are painted.
#[test]
fn the_terrains_of_fabrics_are_whole() {
    for fabric in art::fabric::Fabric::ALL {
        let (name, tileset) = (fabric.name, tileset(fabric.name));
        let mut corners = BTreeSet::new();
        for (id, tile) in &tileset.wang_sets[0].wang_tiles {
            let [_, a, _, b, _, c, _, d] = tile.wang_id.0;
            let painted = [a, b, c, d].iter().filter(|color| **color == 1).count();
            let class = &tileset.get_tile(*id).expect("listed").user_type;
            assert_eq!(class == "Solid", painted >= 3, "{name}: tile {id}");
            corners.insert([a, b, c, d]);
        }
        assert_eq!(corners.len(), 15, "{name}: all but the cell without a painted corner");
    }
}

/// The template of every thing uses the tile with its class and picture.
#[test]
fn templates_use_the_tiles_of_their_things() {
    for (id, tile) in tileset("things").tiles() {
        let image = tile.image.as_ref().expect("a picture");
        let name = image.source.file_stem().expect("a name").to_string_lossy();
        let template = fs::read_to_string(format!("{ROOT}/maps/templates/{name}.tx")).expect("its template");
        let (class, width, height) = (&tile.user_type, image.width, image.height);
        let expected = format!("type=\"{class}\" gid=\"{}\" width=\"{width}\" height=\"{height}\"", id + 1);
        assert!(template.contains(&expected), "{name}: {expected} is missing in {template}");
    }
}
