//! The designer's tools: puts the player anywhere, shows what objects do and what a tile is, switches layers off and makes them
//! solid.
//!
//! `cells.rs` finds the tiles at a point, `object_list.rs` leads to objects, and `overlays.rs` draws over the picture.

mod object_list;
mod overlays;

use std::sync::Arc;

use egui_macroquad::egui::{CollapsingHeader, Context, Ui};
use glam::{IVec2, Vec2};
use seamwalker_collide::Aabb;
use seamwalker_level::{Layer, LayerContent, Level, Tile};
use seamwalker_sim::World;

use super::overlays::Switches;
use super::{Tool, ToolContext, need_play, strip};
use crate::app::lab_ui::menu_letters::MenuLetters;
use crate::app::lab_ui::{Pen, Request, style};
use crate::app::library::MapSource;
use crate::app::live_edit::open_in_tiled;
use crate::app::play::Play;
use crate::app::render::palette;
use object_list::{ObjectList, title};
use overlays::DESIGNER_OVERLAYS;

/// The most objects that are listed at a point.
const MAX_OBJECTS_AT_POINT: usize = 3;

/// The page of the designer.
#[derive(Default)]
pub struct Designer {
    /// A click in the level puts the player there.
    puts_player: bool,
    /// Which overlays are on.
    overlays: Switches,
    objects: ObjectList,
    /// The level that was seen last.
    level: Option<Arc<Level>>,
    /// Why Tiled could not be started.
    message: Option<String>,
    /// Where the mouse points in the level.
    pointer: Option<Vec2>,
    letters: MenuLetters,
}

impl Tool for Designer {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        self.pointer = cx.pointer;
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        self.follow(ui, &play.world.level);
        if play.world.level.has_no_ground() && cx.map.is_some() {
            style::small(ui, "Nothing here is solid. Make a layer of tiles solid below.", palette::RED_DARK);
        }
        ui.checkbox(&mut self.puts_player, "put the player")
            .on_hover_text("Click where the player's feet should be. It respawns there, too.");
        self.file_buttons(ui, cx.map.as_ref(), cx.requests);
        self.overlays.show(ui, &DESIGNER_OVERLAYS);
        ui.separator();
        if let Some(at) = cx.pointer.filter(|_| self.puts_player && cx.pressed) {
            // The feet there, or where there is room near it.
            let faces_left = play.world.state.player.faces_left;
            put_player(play, cx.requests, |world| world.start_at_point(at, faces_left));
        }
        let header = CollapsingHeader::new("Layers").default_open(play.world.level.has_no_ground());
        header.id_salt("layers").show(ui, |ui| layers(ui, play, cx.map.as_ref(), cx.requests));
        CollapsingHeader::new("Go to an object")
            .id_salt("objects")
            .show(ui, |ui| self.objects.show(ui, play, cx.requests));
    }

    fn beside(&mut self, context: &Context, cx: &mut ToolContext) {
        let (Some(play), Some(at)) = (cx.play.as_deref(), cx.pointer) else { return };
        strip::show(context, cx.place, "what is here", |ui| {
            describe(play, at).into_iter().for_each(|line| drop(style::small(ui, line, palette::INK)));
        });
    }

    fn draw(&self, pen: &mut Pen, play: &Play, open: bool) {
        self.overlays.draw(&DESIGNER_OVERLAYS, pen, play);
        let Some(at) = self.pointer.filter(|_| open) else { return };
        let level = &play.world.level;
        let (cell, corner) = layer_cell(play, None, at);
        let size = level.tile_size.as_vec2();
        pen.rectangle(&Aabb::from_corners(corner, corner + size), palette::RED);
        pen.text(&format!("{},{}", cell.x, cell.y), corner + Vec2::new(1.0, size.y + 1.0), palette::CREAM);
    }
}

impl Designer {
    /// Makes all names of a new level readable, in any script.
    fn follow(&mut self, ui: &Ui, level: &Arc<Level>) {
        if self.level.as_ref().is_some_and(|known| Arc::ptr_eq(known, level)) {
            return;
        }
        (self.level, self.message) = (Some(Arc::clone(level)), None);
        let layers = level.layers.iter().map(|layer| layer.name.as_str());
        let tilesets = level.tiles.iter().flat_map(|tile| [tile.tileset.as_str(), tile.class.as_str()]);
        let objects = level.objects.iter().map(|object| object.name.as_str());
        self.letters.provide(ui.ctx(), layers.chain(tilesets).chain(objects));
    }

    /// Buttons for the map's file.
    fn file_buttons(&mut self, ui: &mut Ui, map: Option<&MapSource>, requests: &mut Vec<Request>) {
        let Some(map) = map else { return };
        ui.horizontal_wrapped(|ui| {
            if ui.button("reload  F5").clicked() {
                requests.push(Request::Reload);
            }
            if let Some(file) = map.file()
                && ui.button("open in Tiled").on_hover_text(file.display().to_string()).clicked()
            {
                self.message = open_in_tiled(&file).err();
            }
        });
        self.message.iter().for_each(|message| drop(style::small(ui, message, palette::RED_DARK)));
    }
}

/// Starts the player elsewhere. The run no longer counts.
fn put_player(play: &Play, requests: &mut Vec<Request>, start: impl FnOnce(&mut World)) {
    let mut world = play.world.clone();
    start(&mut world);
    // Moves the player out of walls.
    world.change_feel(world.rules.feel);
    requests.push(Request::Travel(Box::new(world)));
}

/// All layers: drawn or not, solid or not.
fn layers(ui: &mut Ui, play: &mut Play, map: Option<&MapSource>, requests: &mut Vec<Request>) {
    let solid = map.map_or(&[][..], |map| &map.options.solid_layers);
    for (i, layer) in play.world.level.layers.iter().enumerate().rev() {
        ui.horizontal(|ui| {
            let mut shown = !play.scenery.look.hidden.contains(&i);
            let name = if layer.name.is_empty() { "(no name)" } else { &layer.name };
            if ui.checkbox(&mut shown, name).changed() && !play.scenery.look.hidden.remove(&i) {
                play.scenery.look.hidden.insert(i);
            }
            if matches!(layer.content, LayerContent::Tiles { .. }) && map.is_some() {
                let mut is_solid = solid.iter().any(|one| one.trim().eq_ignore_ascii_case(layer.name.trim()));
                let hint = "As with --solid-layer NAME, until the game ends. `seamwalker adopt MAP --solid-layer NAME` writes it \
                            into the map's Tiled project.";
                if ui.checkbox(&mut is_solid, "make solid").on_hover_text(hint).changed() {
                    requests.push(Request::SolidLayer(layer.name.clone(), is_solid));
                }
            }
        });
    }
}

/// The cell of a layer at a point of the level, and the cell's upper left corner; without a layer, of one that lies at the origin.
fn layer_cell(play: &Play, layer: Option<&Layer>, at: Vec2) -> (IVec2, Vec2) {
    let (viewport, level) = (play.viewport(), &play.world.level);
    let shift =
        |layer: &Layer| layer.shift(viewport.corner, viewport.size, level.parallax_origin).round() + viewport.corner;
    let corner = layer.map_or(Vec2::ZERO, shift);
    let size = level.tile_size.as_vec2().max(Vec2::ONE);
    let cell = ((at - corner) / size).floor();
    (cell.as_ivec2(), corner + cell * size)
}

/// What is at a point, from front to back, a line each.
fn describe(play: &Play, at: Vec2) -> Vec<String> {
    let level = &play.world.level;
    let mut lines = vec![format!("at {:.0}, {:.0} px", at.x, at.y)];
    for layer in level.layers.iter().rev() {
        let (cell, _) = layer_cell(play, Some(layer), at);
        let Some(tile) = layer.cell(cell).and_then(|of| level.tiles.get(of.tile() as usize)) else { continue };
        lines.push(format!("{} ({},{}): {}", layer.name, cell.x, cell.y, tile_title(tile)));
    }
    if lines.len() == 1 {
        lines.push("no tile".to_owned());
    }
    let objects = level.objects.iter().filter(|object| object.aabb.grown(2.0).contains(at));
    lines.extend(objects.take(MAX_OBJECTS_AT_POINT).map(title));
    lines
}

/// A tile with its tileset and class.
fn tile_title(tile: &Tile) -> String {
    let class = if tile.class.is_empty() { "no class" } else { &tile.class };
    format!("tile {} of '{}', {class}", tile.id, tile.tileset)
}
