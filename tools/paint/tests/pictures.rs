//! The committed pictures and lists are what `cargo run --manifest-path tools/paint/Cargo.toml` writes, and they fit the tilesets and
//! templates of Tiled.

mod committed;

use committed::ROOT;
use seamwalker_paint::palette::WHITE;
use seamwalker_paint::shape::cut;
use seamwalker_paint::{self as art, all, store};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn tileset(name: &str) -> tiled::Tileset {
    tiled::Loader::new().load_tsx_tileset(format!("{ROOT}/maps/tilesets/{name}.tsx")).expect(name)
}

/// What the program makes would be lost with its next run if it were edited by hand.
#[test]
fn the_committed_art_is_what_the_program_writes() {
    for (path, content) in all().expect("the sprites") {
        let current = store::is_current(&Path::new(ROOT).join(&path), &content);
        let hint = "run: cargo run --manifest-path tools/paint/Cargo.toml";
        assert!(matches!(current, Ok(true)), "{path} differs ({current:?}); {hint}");
    }
}

/// A level is downloaded in a browser: no single picture may weigh more than 100 kB.
#[test]
fn pictures_are_light() {
    for path in committed::pictures() {
        let bytes = fs::metadata(&path).expect("just listed").len();
        assert!(bytes < 100_000, "{} has {bytes} bytes", path.display());
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
    let fabrics = art::fabric::Fabric::ALL.map(|fabric| fabric.name);
    let others = ["trims", "notions", "haberdashery", "things", "scenery"];
    for tileset in fabrics.into_iter().chain(others).map(tileset) {
        let images = tileset.tiles().filter_map(|(_, tile)| tile.image.clone()).chain(tileset.image.clone());
        for image in images {
            let picture = store::read(&image.source).expect("a picture");
            assert_eq!((picture.width, picture.height), (image.width, image.height), "{}", image.source.display());
        }
    }
}

/// What is seen of cloth with a behaviour is what collides. The program cuts the other fabrics in this way.
#[test]
fn notions_are_drawn_within_their_shapes() {
    let sheet = store::read(&Path::new(ROOT).join("maps/tilesets/notions.png")).expect("the notions");
    for (id, shape) in (4..).zip(cut("notions", 4..24, |_, _, _| WHITE)) {
        for (x, y) in (0..16).flat_map(|y| (0..16).map(move |x| (x, y))) {
            let is_drawn = sheet.is_drawn(id % 8 * 16 + x, id / 8 * 16 + y);
            assert_eq!(is_drawn, shape.is_drawn(x, y), "tile {id} at {x}, {y}");
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
