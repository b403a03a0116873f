//! The committed pictures, tilesets and lists are what `cargo run --manifest-path tools/paint/Cargo.toml` writes.

use seamwalker_paint::{self as art, Content, all, store};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// An entry of `assets/sprites.ron`, as the game reads it.
#[derive(Deserialize)]
struct Entry {
    name: String,
    frames: Vec<(i32, i32, i32, i32)>,
    fps: f32,
    origin: (i32, i32),
}

/// `assets/font.ron`, as the game reads it.
#[derive(Deserialize)]
struct Font {
    height: i32,
    ascent: i32,
    glyphs: Vec<(char, i32, i32, i32, i32)>,
}

/// The text among the outputs with this path.
fn text(wanted: &str) -> String {
    let found = all().into_iter().find_map(|(path, content)| match content {
        Content::Text(text) if path == wanted => Some(text),
        _ => None,
    });
    found.expect("one of the outputs")
}

/// A picture that is edited by hand would be lost with the next run of the program.
#[test]
fn the_committed_art_is_what_the_program_writes() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for (path, content) in all() {
        let current = store::is_current(&root.join(&path), &content);
        assert!(
            matches!(current, Ok(true)),
            "{path} differs ({current:?}); run: cargo run --manifest-path tools/paint/Cargo.toml"
        );
    }
}

/// A sprite is found by its name, so names are unique; an animation has at least one frame.
#[test]
fn sprites_have_unique_names_and_frames() {
    let sprites = art::sprites();
    let names: BTreeSet<&str> = sprites.iter().map(|sprite| sprite.name.as_str()).collect();
    assert_eq!(names.len(), sprites.len());
    assert!(sprites.iter().all(|sprite| !sprite.frames.is_empty()));
}

/// A level is downloaded in a browser: no single picture may weigh more than 100 kB.
#[test]
fn no_picture_is_heavy() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for (path, _) in all() {
        let bytes = std::fs::metadata(root.join(&path)).map_or(u64::MAX, |file| file.len());
        assert!(bytes < 100_000, "{path} has {bytes} bytes");
    }
}

/// The list is valid RON with all sprites, and no two frames touch.
#[test]
fn the_sprite_list_is_read_back() {
    let entries: Vec<Entry> = ron::from_str(&text("assets/sprites.ron")).expect("RON");
    let mut frames: Vec<(i32, i32, i32, i32)> = Vec::new();
    for (entry, sprite) in entries.iter().zip(art::sprites()) {
        assert_eq!((&entry.name, entry.origin), (&sprite.name, sprite.origin));
        assert_eq!(entry.frames.len(), sprite.frames.len());
        assert!(entry.fps >= 0.0);
        frames.extend(&entry.frames);
    }
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
    let font: Font = ron::from_str(&text("assets/font.ron")).expect("RON");
    assert!(font.ascent < font.height);
    let known: BTreeSet<char> = font.glyphs.iter().map(|glyph| glyph.0).collect();
    for c in (' '..='~').chain(PROMISED.chars()) {
        assert!(known.contains(&c), "{c:?}");
    }
}

/// Tiled's own parser reads the tilesets: full tiles without a shape, slopes and halves with one.
#[test]
fn the_tilesets_are_read_by_tiled() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("maps/tilesets");
    let fabrics = art::fabric::Fabric::ALL.iter().map(|fabric| (fabric.name, 48));
    for (name, tiles) in fabrics.chain([("trims", 64), ("notions", 24), ("haberdashery", 16)]) {
        let tileset = tiled::Loader::new().load_tsx_tileset(folder.join(format!("{name}.tsx"))).expect(name);
        assert_eq!((tileset.tilecount, tileset.columns), (tiles, 8), "{name}");
        if tiles == 48 {
            let shaped = (0..32).filter(|&id| tileset.get_tile(id).is_some_and(|tile| tile.collision.is_some()));
            assert!(shaped.eq(8..32), "{name}");
            terrain_is_whole(&tileset);
        }
    }
}

/// The terrain brush has a tile for every combination of painted corners, which is solid if three or four are painted.
fn terrain_is_whole(tileset: &tiled::Tileset) {
    let name = &tileset.name;
    assert_eq!(tileset.wang_sets.len(), 1, "{name}");
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

/// Maps store the id of a tile: a new thing comes behind these.
#[test]
fn shipped_tiles_keep_their_ids() {
    const SHIPPED: [&str; 23] = [
        "player",
        "exit",
        "checkpoint",
        "bead",
        "golden-bead",
        "sign",
        "platform",
        "ribbon-platform",
        "crate",
        "spring",
        "loose-patch",
        "worn-patch",
        "key-button",
        "zip-door",
        "pressure-button",
        "gate",
        "iron",
        "scissors",
        "rolling-spool",
        "pin-bug",
        "moth",
        "dash-spool",
        "aglet",
    ];
    let text = text("maps/tilesets/things.tsx");
    let names: Vec<&str> =
        text.split("source=\"things/").skip(1).filter_map(|rest| Some(rest.split_once(".png")?.0)).collect();
    assert_eq!(names[..SHIPPED.len()], SHIPPED);
    for (id, tile) in text.split("<tile id=\"").skip(1).enumerate() {
        assert!(tile.starts_with(&format!("{id}\"")), "tile {id}: {tile}");
    }
}

/// The template of every thing uses the tile of its class.
#[test]
fn templates_use_the_tiles_of_their_things() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("maps/tilesets");
    let things = tiled::Loader::new().load_tsx_tileset(folder.join("things.tsx")).expect("things");
    for (gid, (name, template)) in (1..).zip(art::things::templates()) {
        let tile = things.get_tile(gid - 1).expect("as many tiles as templates");
        let image = tile.image.as_ref().expect("a picture");
        let expected = [
            format!("gid=\"{gid}\""),
            format!("type=\"{}\"", tile.user_type),
            format!("width=\"{}\" height=\"{}\"", image.width, image.height),
        ];
        for words in expected {
            assert!(template.contains(&words), "{name}: {words} is missing in {template}");
        }
    }
}
