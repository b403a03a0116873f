//! The scenery before and behind the levels: places that change, a landmark, and nothing before the level that could hide danger.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;
use seamwalker_level::pack::Manifest;
use seamwalker_level::{Layer, LayerContent, Level};

use crate::{maps, root};

/// A backdrop may repeat itself after three screens, in pixels of the level.
const MIN_PERIOD: f32 = 1920.0;

/// The names of the levels by their worlds.
fn worlds() -> BTreeMap<String, Vec<String>> {
    let text = std::fs::read_to_string(root().join("maps/pack.ron")).unwrap();
    let manifest = Manifest::parse(&text).unwrap();
    manifest.worlds.into_iter().map(|world| (world.name, world.levels)).collect()
}

fn levels() -> Vec<(String, &'static Level)> {
    let names = worlds().into_values().flatten().chain(["needles_eye".to_owned()]);
    names.map(|name| (name.clone(), &*maps()[name.as_str()])).collect()
}

/// The skies and walls of a level: what stands still while everything moves.
fn skies(level: &Level) -> BTreeSet<String> {
    let sky = |layer: &Layer| match layer.content {
        LayerContent::Image { picture, .. } if layer.parallax == Vec2::ZERO => {
            Some(level.pictures[picture].path.clone())
        }
        _ => None,
    };
    level.layers.iter().filter_map(sky).collect()
}

#[test]
fn every_world_has_at_least_four_places() {
    for (world, names) in worlds() {
        let places: BTreeSet<String> = names.iter().flat_map(|name| skies(&maps()[name.as_str()])).collect();
        assert!(places.len() >= 4, "{world}: {places:?}");
    }
    assert!(skies(&maps()["needles_eye"]).len() >= 4);
    for (name, level) in levels() {
        assert!(skies(level).len() >= 2, "{name}");
    }
}

/// A place appears where its area has this opacity, in `scenery/backdrops.rs`.
const ENTER: f32 = 0.7;

#[test]
fn there_is_a_place_behind_every_spot() {
    for (name, level) in levels() {
        let is_sky = |layer: &&Layer| {
            matches!(layer.content, LayerContent::Image { repeat_x: true, .. }) && layer.parallax == Vec2::ZERO
        };
        let skies: Vec<&Layer> = level.layers.iter().filter(is_sky).collect();
        let count = (level.bounds.size() / 32.0).ceil().as_ivec2();
        for (x, y) in (0..=count.y).flat_map(|y| (0..=count.x).map(move |x| (x, y))) {
            let middle = level.bounds.min() + Vec2::new(x as f32, y as f32) * 32.0;
            let is_there = |layer: &&Layer| layer.shown_in.is_none_or(|area| area.opacity(middle) > ENTER);
            assert!(skies.iter().any(is_there), "{name}: nothing at {middle}");
        }
    }
}

#[test]
fn every_level_has_a_landmark() {
    for (name, level) in levels() {
        let is_one =
            |layer: &&Layer| layer.name == "landmark" && layer.is_backdrop() && layer.parallax.max_element() < 1.0;
        assert!(level.layers.iter().any(|layer| is_one(&layer)), "{name}");
    }
}

#[test]
fn backdrops_do_not_repeat_within_three_screens() {
    for (name, level) in levels() {
        for layer in level.layers.iter().filter(|layer| layer.parallax.x > 0.0) {
            let LayerContent::Image { picture, repeat_x: true, scale, .. } = layer.content else { continue };
            let period = level.pictures[picture].size.x as f32 * scale / layer.parallax.x;
            assert!(period >= MIN_PERIOD, "{name}: '{}' repeats itself after {period} px", layer.name);
        }
    }
}

#[test]
fn nothing_passes_before_a_level_and_hides_danger() {
    for (name, level) in levels() {
        let before = level.layers.iter().find(|layer| layer.parallax.max_element() > 1.0);
        assert!(before.is_none(), "{name}: '{}'", before.unwrap().name);
    }
}
