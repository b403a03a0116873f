//! Reports what the designer of a map probably overlooked: misspelt properties, lost classes, things on layers with parallax.
//!
//! Says nothing about a map that uses none of the game's surfaces: its properties belong to another game.

use std::collections::BTreeSet;

use glam::Vec2;
use tiled::Properties;

use crate::context::{BACKDROP, FlatLayer, MapContext};
use crate::format::excerpt;
use crate::guard::ElementKey;
use crate::model::Surface;
use crate::names::is_name_list;
use crate::objects::{Item, is_entity, items};
use crate::properties::{misspelling_of, suggestion};
use crate::report::Place;
use crate::tiles::tile_place;

/// Properties of layers and tilesets that are members of no class.
const OF_LAYERS: &[&str] = &["hem"];

/// Properties of maps that are members of no class.
const OF_MAPS: &[&str] = &["hem", "hem_colour", "idea", "tile_scale", "view_height", "view_width"];

/// Members whose translations are properties of their own, such as `text_de`.
const TRANSLATED: [&str; 2] = ["text", "title"];

/// Most classes that an element without one may have lost. Properties that fit more are too common to tell, such as `speed`.
const MAX_FITTING: usize = 3;

/// The advice for lost classes.
const SET_AGAIN: &str = "set it again in Tiled 1.10 or newer; older versions do not keep all classes";

/// Adds everything that was probably overlooked in a map that uses the game's surfaces to its report.
pub fn report_oversights(context: &MapContext, flat: &[FlatLayer], groups: &[FlatLayer]) {
    let items = items(flat);
    map(context);
    groups.iter().chain(flat).filter(|layer| layer.visible).for_each(|layer| self::layer(context, layer));
    tilesets(context);
    for item in items.iter().filter(|item| item.flat.visible && item.object.visible) {
        object(context, item);
    }
    parallax(context, &items);
}

/// Reports the layers that the user asked for and the map does not have.
pub fn report_missing_layers(context: &MapContext, flat: &[FlatLayer], asked_for: &[String]) {
    let is_there = |name: &str| flat.iter().any(|layer| layer.layer.name.eq_ignore_ascii_case(name.trim()));
    for name in asked_for.iter().filter(|name| !is_there(name)) {
        let help = suggestion(name, flat.iter().map(|layer| layer.layer.name.as_str()));
        let what = format!("no layer is called '{}'", excerpt(name));
        context.report.warn(context.here(ElementKey::Root, ""), what, help);
    }
}

fn map(context: &MapContext) {
    let (own, place) = (&context.map.properties, || context.here(ElementKey::Root, ""));
    let class = if context.map.user_type.is_empty() { "Level" } else { &context.map.user_type };
    misspelt(context, own, class, OF_MAPS, place);
    let members: BTreeSet<&str> = context.project.members_of("Level").filter(|name| own.contains_key(*name)).collect();
    let (version, keeps_classes) = (context.map.version(), keeps_classes(context.map.version()));
    if context.map.user_type.is_empty() && !keeps_classes && !members.is_empty() {
        let what = format!(
            "it has properties of a Level ({}), but no class: Tiled {} saved it, which keeps no classes of maps and layers",
            quoted(members),
            excerpt(version)
        );
        let help = "set the classes of the map and its layers again in Tiled 1.10 or newer";
        context.report.warn(place(), what, help);
    }
}

/// Whether a version of the file format has classes of maps and layers.
fn keeps_classes(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(u32::MAX));
    let (major, minor) = (parts.next().unwrap_or(u32::MAX), parts.next().unwrap_or(0));
    (major, minor) >= (1, 9)
}

fn layer(context: &MapContext, flat: &FlatLayer) {
    let (own, class) = (&flat.layer.properties, flat.layer.user_type.as_str());
    misspelt(context, own, class, OF_LAYERS, || flat.place(context));
    lost_class(context, own, class, "layer", || flat.place(context));
}

fn tilesets(context: &MapContext) {
    for (index, tileset) in context.tilesets.iter().enumerate() {
        misspelt(context, &tileset.properties, "", OF_LAYERS, || {
            let (file, _) = context.tileset_file(index);
            Place::new(&file, context.line(&file, ElementKey::Root), format!("tileset '{}'", tileset.name))
        });
        for (id, tile) in tileset.tiles() {
            let place = || tile_place(context, (index, id), ElementKey::Tile, "");
            misspelt(context, &tile.properties, &tile.user_type, &[], place);
        }
    }
}

fn object(context: &MapContext, item: &Item) {
    let own = &item.object.properties;
    misspelt(context, own, &item.class, &[], || item.place(context));
    if item.material(context).is_none() {
        lost_class(context, own, &item.class, "object", || item.place(context));
    }
}

/// Reports properties that are nearly a member of the game's class, or nearly one of the `others`.
fn misspelt(context: &MapContext, own: &Properties, class: &str, others: &[&str], place: impl Fn() -> Place) {
    let class = if is_game_class(class) { class } else { "" };
    let known: BTreeSet<&str> = context.project.members_of(class).chain(others.iter().copied()).collect();
    // Sorted: the parser keeps properties in a hash map.
    let names: BTreeSet<&String> = own.keys().collect();
    for name in names.into_iter().filter(|name| !is_known(name, &known)) {
        if let Some(meant) = misspelling_of(name, known.iter().copied()) {
            let what = format!("its property '{}' has no effect", excerpt(name));
            context.report.warn(place(), what, format!("did you mean '{meant}'?"));
        }
    }
}

/// Whether the game reads a property, given the members of the class that has it.
fn is_known(name: &str, members: &BTreeSet<&str>) -> bool {
    let is_translation = |text: &str| name.strip_prefix(text).is_some_and(|rest| rest.starts_with('_'));
    members.contains(name) || is_name_list(name) || TRANSLATED.into_iter().any(is_translation)
}

/// Whether the game itself reads the members of a class.
fn is_game_class(class: &str) -> bool {
    is_entity(class) || Surface::from_name(class).is_some() || class == "Level" || class == BACKDROP
}

/// Reports an element without a class whose properties are all members of one of the game's classes.
fn lost_class(context: &MapContext, own: &Properties, class: &str, used_as: &str, place: impl FnOnce() -> Place) {
    if !class.is_empty() || own.is_empty() {
        return;
    }
    let has_all = |class: &&str| {
        let members: BTreeSet<&str> = context.project.members_of(class).collect();
        own.keys().all(|name| members.contains(name.as_str()))
    };
    let fitting: Vec<&str> =
        context.project.classes_for(used_as).filter(|class| is_game_class(class)).filter(has_all).collect();
    if (1..=MAX_FITTING).contains(&fitting.len()) {
        let names = quoted(own.keys().map(String::as_str).collect());
        let what = format!("it has the properties of {} ({names}), but no class", fitting.join(" or "));
        context.report.warn(place(), what, SET_AGAIN);
    }
}

/// Reports layers with parallax whose objects take part in the game, where they are drawn but do not act.
fn parallax(context: &MapContext, items: &[Item]) {
    let mut reported = BTreeSet::new();
    for item in items.iter().filter(|item| item.flat.visible && !item.flat.is_fixed()) {
        let acts = is_entity(&item.class) || item.material_by_class(context).is_some();
        if acts && reported.insert(item.flat.index) {
            let Vec2 { x, y } = item.flat.parallax;
            let what = format!(
                "it has parallax ({x}, {y}), but {} on it is part of the game, which ignores parallax",
                item.description()
            );
            let help = "set the Parallax Factor of the layer and its groups to 1, or move the object to another layer";
            context.report.warn(item.flat.place(context), what, help);
        }
    }
}

fn quoted(names: BTreeSet<&str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("'{}'", excerpt(name))).collect();
    quoted.join(", ")
}
