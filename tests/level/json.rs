//! Tiled's JSON files: they give the same levels as XML.

use crate::level_kit::tmj::{renamed, to_json};
use crate::level_kit::{Memory, listed, sink};
use crate::mangle::settings::is_long;
use seamwalker_assets::shipped;
use seamwalker_level::{Level, Overlay, read};

/// Everything but where it came from.
fn assert_same(json: &Level, xml: &Level) {
    assert_eq!(json.hash(), xml.hash());
    assert_eq!((&json.name, &json.meta), (&xml.name, &xml.meta));
    assert_eq!((json.bounds, json.tile_size), (xml.bounds, xml.tile_size));
    assert_eq!(json.terrain.edges(), xml.terrain.edges());
    assert_eq!((&json.hazard_edges, &json.hazards), (&xml.hazard_edges, &xml.hazards));
    assert_eq!(json.objects, xml.objects);
    assert_eq!((&json.layers, &json.tiles, &json.pictures), (&xml.layers, &xml.tiles, &xml.pictures));
    assert_eq!(listed(&json.warnings), listed(&xml.warnings));
}

/// All shipped maps, tilesets and templates, those for which `as_json` says so as JSON; the other files as they are.
fn as_shipped(as_json: fn(&str) -> bool) -> Memory {
    let mut files = Memory::default();
    for (path, bytes) in shipped().0 {
        if renamed(path) == *path {
            files = files.and(path, bytes);
            continue;
        }
        let xml = String::from_utf8(bytes.to_vec()).unwrap();
        // Both forms are there; the references decide which is read.
        files = files.and(&renamed(path), to_json(&xml)).and(path, &xml);
        if !as_json(path) {
            files = files.and(&renamed(path), &xml);
        }
    }
    files
}

/// Everything in JSON; and with one map, or all with `LONG=1`: JSON maps with XML tilesets and templates, and the other way round.
#[test]
fn shipped_maps_give_the_same_level_as_json() {
    let mixes: [fn(&str) -> bool; 3] = [|_| true, |path| path.ends_with(".tmx"), |path| !path.ends_with(".tmx")];
    let mixed = mixes.map(as_shipped);
    for (i, map) in shipped().maps().enumerate().step_by(if is_long() { 1 } else { 3 }) {
        let xml = read(&shipped(), map).unwrap();
        for files in mixed.iter().take(if i == 0 || is_long() { mixed.len() } else { 1 }) {
            let json = read(files, &renamed(map)).unwrap_or_else(|p| panic!("{}", listed(&p)));
            assert_same(&json, &xml);
        }
    }
}

/// What Tiled 1.8 itself exported from the maps beside the exports: without classes of maps, and without the sizes of the pictures
/// of image layers.
#[test]
fn the_exports_of_tiled_give_the_same_level() {
    for name in ["first_stitch", "seam_gallery", "spool_works"] {
        let text = std::fs::read(format!("fixtures/tiled-1.8/{name}.tmj")).unwrap();
        let source = std::fs::read(format!("fixtures/tiled-1.8/{name}.tmx")).unwrap();
        let own = Memory::default().and(&format!("maps/{name}.tmj"), text).and(&format!("maps/{name}.tmx"), source);
        let files = Overlay(own, shipped());
        let mut json = read(&files, &format!("maps/{name}.tmj")).unwrap_or_else(|p| panic!("{}", listed(&p)));
        let xml = read(&files, &format!("maps/{name}.tmx")).unwrap();
        let lost = json.warnings.iter().filter(|warning| warning.what.contains("Tiled 1.8 saved it")).count();
        assert_eq!(lost, 1, "the class of the map is missed: {}", listed(&json.warnings));
        json.warnings.clear();
        assert_same(&json, &xml);
    }
}

/// Everything that Tiled can put into a map, template or project, from both forms.
#[test]
fn a_map_with_everything_gives_the_same_level_as_json() {
    let files = sink();
    let mut xml = read(&files, "m.tmx").unwrap_or_else(|p| panic!("{}", listed(&p)));
    let mut json = read(&files.as_json(), "m.tmj").unwrap_or_else(|p| panic!("{}", listed(&p)));
    let plain = |level: &Level| level.warnings.iter().map(|p| (p.place.clone(), p.what.clone())).collect::<Vec<_>>();
    assert_eq!(plain(&json), plain(&xml));
    xml.warnings.clear();
    json.warnings.clear();
    assert_same(&json, &xml);
}
