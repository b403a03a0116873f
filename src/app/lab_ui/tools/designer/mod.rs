//! The designer's tools: puts the player anywhere, shows what objects do and what a tile is, switches layers off and makes them
//! solid, and paints tiles.
//!
//! `cells.rs` finds the tiles at a point, `brush.rs` paints and saves, `tile_palette.rs` shows a tileset, `object_list.rs` leads to
//! objects, and `overlays.rs` draws over the picture.

mod brush;
mod cells;
mod object_list;
mod overlays;
mod tile_palette;

use std::sync::Arc;

use egui_macroquad::egui::{CollapsingHeader, Context, Ui, Window};
use glam::Vec2;
use seamwalker::collide::Aabb;
use seamwalker::level::{Layer, LayerContent, Level};

use super::{Tool, ToolContext, need_play, strip};
use crate::app::lab_ui::menu_letters::MenuLetters;
use crate::app::lab_ui::style::Translate;
use crate::app::lab_ui::{MENU_MARGIN, Pen, Request, style};
use crate::app::live_edit::{MapSource, Painting, open_in_tiled};
use crate::app::play::Play;
use crate::app::render::palette;
use brush::{TileBrush, paint_page};
use cells::{describe, layer_cell};
use object_list::ObjectList;
use overlays::{DESIGNER_OVERLAYS, draw_overlay};

/// What a click in the level does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ClickMode {
    #[default]
    Look,
    PutPlayer,
    Paint,
    Erase,
}

/// All modes with their names and hints.
const CLICK_MODES: [(ClickMode, &str, &str); 4] = [
    (ClickMode::Look, "look", "Point at the level to see what is there."),
    (ClickMode::PutPlayer, "put the player", "Click where the player's feet should be. It respawns there, too."),
    (ClickMode::Paint, "paint", "Hold the button to paint; the right button picks the tile under the mouse."),
    (ClickMode::Erase, "erase", "Hold the button to empty cells of the chosen layer."),
];

/// The page of the designer.
#[derive(Default)]
pub struct Designer {
    /// No hazard hurts. Runs do not count meanwhile.
    pub is_invincible: bool,
    mode: ClickMode,
    /// The overlays that are on, as bits.
    overlays: u32,
    /// The map with its changed cells, or why it cannot be painted.
    painting: Option<(MapSource, Result<Painting, String>)>,
    /// Other maps, which were left with cells that are not saved.
    left: Vec<Painting>,
    brush: TileBrush,
    objects: ObjectList,
    /// The level that was seen last, and the last one with painted cells.
    level: Option<Arc<Level>>,
    painted: Option<Arc<Level>>,
    /// Another program has changed the map's file.
    is_stale: bool,
    /// The result of the last action.
    message: Option<Result<String, String>>,
    /// Where the mouse points in the level.
    pointer: Option<Vec2>,
    letters: MenuLetters,
}

impl Tool for Designer {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        self.pointer = cx.pointer;
        let said = self.message.clone();
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        if self.follow(play, cx.map.as_ref()) {
            self.provide_letters(ui, &play.world.level);
        }
        if play.world.level.has_no_ground() && cx.map.is_some() {
            no_ground(ui, &play.world.level, cx.requests);
        }
        ui.horizontal_wrapped(|ui| {
            for (mode, name, hint) in CLICK_MODES {
                ui.selectable_value(&mut self.mode, mode, ui.tr(name)).on_hover_text(ui.tr(hint));
            }
        });
        let hint = CLICK_MODES.iter().find(|(mode, ..)| *mode == self.mode).map_or("", |(.., hint)| hint);
        style::small(ui, hint, palette::PLUM);
        ui.separator();
        self.buttons(ui, cx.map.as_ref(), cx.requests);
        self.overlay_switches(ui);
        ui.separator();
        self.paint(ui, cx);
        for painting in &self.left {
            let text = format!("changed cells in {}, not saved: {}", painting.source.path, painting.unsaved());
            style::small(ui, text, palette::RED_DARK);
        }
        if let Some(message) = &self.message {
            let (text, ink) = match message {
                Ok(text) => (text, palette::INK),
                Err(text) => (text, palette::RED_DARK),
            };
            let line = style::small(ui, text, ink);
            if self.message != said {
                // The button can be far above.
                line.scroll_to_me(None);
            }
        }
        let Some(play) = cx.play.as_deref_mut() else { return };
        if let Some(at) = cx.pointer.filter(|_| self.mode == ClickMode::PutPlayer && cx.pressed) {
            put_player(play, at, cx.requests);
        }
        CollapsingHeader::new(ui.tr("Layers"))
            .id_salt("layers")
            .show(ui, |ui| layers(ui, play, cx.map.as_ref(), cx.requests));
        CollapsingHeader::new(ui.tr("Go to an object"))
            .id_salt("objects")
            .show(ui, |ui| self.objects.show(ui, play, cx.requests));
    }

    fn beside(&mut self, context: &Context, cx: &mut ToolContext) {
        let (Some(play), Some(at)) = (cx.play.as_deref(), cx.pointer) else { return };
        let painting = self.painting.as_ref().and_then(|(_, painting)| painting.as_ref().ok());
        strip::show(context, Window::new("what is here"), MENU_MARGIN, |ui| {
            describe(play, painting, at).into_iter().for_each(|line| drop(style::small(ui, line, palette::INK)));
        });
    }

    fn draw(&self, pen: &mut Pen, play: &Play, open: bool) {
        for (i, _) in DESIGNER_OVERLAYS.iter().enumerate().filter(|(i, _)| self.overlays & (1 << i) != 0) {
            draw_overlay(pen, play, i);
        }
        if !open {
            return;
        }
        let Some(at) = self.pointer else { return };
        let level = &play.world.level;
        let paints = matches!(self.mode, ClickMode::Paint | ClickMode::Erase);
        let layer = self.brush.layer.filter(|_| paints);
        let layer = level.layers.iter().find(|one| layer.is_some_and(|number| is_tiles(one) && one.number == number));
        let (cell, corner) = layer_cell(play, layer, at);
        let size = level.tile_size.as_vec2();
        pen.rectangle(&Aabb::from_corners(corner, corner + size), palette::RED);
        pen.text(&format!("{},{}", cell.x, cell.y), corner + Vec2::new(1.0, size.y + 1.0), palette::CREAM);
    }
}

impl Designer {
    /// Opens the map of the level for painting, and notices when the level was replaced. Returns whether it was.
    fn follow(&mut self, play: &Play, map: Option<&MapSource>) -> bool {
        let level = &play.world.level;
        let is_level = |known: &Option<Arc<Level>>| known.as_ref().is_some_and(|known| Arc::ptr_eq(known, level));
        if is_level(&self.level) {
            return false;
        }
        let is_painted = is_level(&self.painted);
        self.level = Some(Arc::clone(level));
        match (&mut self.painting, map) {
            (Some((known, Ok(painting))), Some(map)) if known.is_same(map) => painting.source = map.clone(),
            (known, _) => {
                if !known.as_ref().zip(map).is_some_and(|((known, _), map)| known.is_same(map)) {
                    (self.brush, self.message, self.is_stale) = Default::default();
                }
                let painting = known.take().and_then(|(_, painting)| painting.ok());
                self.left.extend(painting.filter(|painting| painting.unsaved() > 0));
                self.painting = map.map(|map| (map.clone(), self.open(map)));
            }
        }
        self.brush.choose_layer(level);
        if let Some((_, Ok(painting))) = &self.painting
            && !is_painted
        {
            // The map was read again. Cells that are not saved stay, unless it is another file now: then the designer decides.
            self.is_stale = painting.unsaved() > 0 && painting.is_stale();
            if !self.is_stale {
                self.reread();
            }
        }
        true
    }

    /// Makes all names of a level readable, in any script.
    fn provide_letters(&mut self, ui: &Ui, level: &Level) {
        let painting = self.painting.iter().filter_map(|(_, painting)| painting.as_ref().ok());
        let hidden = painting.flat_map(|painting| painting.map.layers.iter().map(|layer| layer.name.as_str()));
        let layers = level.layers.iter().map(|layer| layer.name.as_str());
        let tilesets = level.tiles.iter().flat_map(|tile| [tile.tileset.as_str(), tile.class.as_str()]);
        let objects = level.objects.iter().map(|object| object.name.as_str());
        self.letters.provide(ui.ctx(), hidden.chain(layers).chain(tilesets).chain(objects));
    }

    /// Opens a map, with the cells that it was left with.
    fn open(&mut self, map: &MapSource) -> Result<Painting, String> {
        let Some(i) = self.left.iter().position(|painting| painting.source.is_same(map)) else {
            return Painting::open(map.clone());
        };
        let mut painting = self.left.remove(i);
        painting.source = map.clone();
        Ok(painting)
    }

    /// How many painted cells are not saved, in all maps.
    pub fn unsaved(&self) -> usize {
        let current = self.painting.as_ref().and_then(|(_, painting)| painting.as_ref().ok());
        self.left.iter().chain(current).map(Painting::unsaved).sum()
    }

    /// Reads the map's file again; changed cells stay changed.
    fn reread(&mut self) {
        let Some((_, Ok(painting))) = &mut self.painting else { return };
        if let Err(why) = painting.reread() {
            self.message = Some(Err(why));
        }
        self.brush.has_changed = painting.unsaved() > 0;
        self.is_stale = false;
    }

    /// Buttons for the whole level.
    fn buttons(&mut self, ui: &mut Ui, map: Option<&MapSource>, requests: &mut Vec<Request>) {
        ui.checkbox(&mut self.is_invincible, ui.tr("invincible")).on_hover_text(ui.tr("Nothing hurts but falling out of the level and being squished. A run that begins or goes on like this counts for no record."));
        let Some(map) = map else { return };
        ui.horizontal_wrapped(|ui| {
            if ui.button(ui.tr("reload  F5")).clicked() {
                requests.push(Request::Reload);
            }
            if let Some(file) = map.file()
                && ui.button(ui.tr("open in Tiled")).on_hover_text(file.display().to_string()).clicked()
            {
                self.message = open_in_tiled(&file).err().map(Err);
            }
            for (text, by) in [("previous level", -1), ("next level", 1)] {
                if ui.button(ui.tr(text)).clicked() {
                    requests.push(Request::OtherMap(by));
                }
            }
        });
    }

    fn overlay_switches(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            for (i, (name, hint)) in DESIGNER_OVERLAYS.into_iter().enumerate() {
                let mut on = self.overlays & (1 << i) != 0;
                if ui.checkbox(&mut on, ui.tr(name)).on_hover_text(ui.tr(hint)).changed() {
                    self.overlays ^= 1 << i;
                }
            }
        });
    }

    /// The page of the brush, and painting with the mouse.
    fn paint(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        if self.is_stale {
            let text = "Another program has changed the map's file. Your cells are not saved.";
            style::small(ui, text, palette::RED_DARK);
            if ui.button(ui.tr("read the file again and keep my cells")).clicked() {
                self.reread();
            }
        }
        let (painting, play) = match (&mut self.painting, cx.play.as_deref()) {
            (Some((_, Ok(painting))), Some(play)) => (painting, play),
            (Some((_, Err(why))), _) => {
                style::small(ui, format!("It cannot be painted: {why}"), palette::RED_DARK);
                return;
            }
            _ => return,
        };
        if matches!(self.mode, ClickMode::Paint | ClickMode::Erase) {
            let erases = self.mode == ClickMode::Erase;
            match self.brush.stroke(play, painting, (cx.pointer, cx.held), erases) {
                Ok(()) if cx.held => self.message = None,
                Ok(()) => {}
                Err(why) => self.message = Some(Err(why)),
            }
        }
        if let Some(message) = paint_page(ui, &mut self.brush, (&play.world.level, painting)) {
            self.is_stale = message.is_err() && painting.is_stale();
            self.message = Some(message).filter(|message| *message != Ok(String::new()));
        }
        if self.brush.was_chosen {
            self.mode = ClickMode::Paint;
        }
        match self.brush.changed_level(painting, cx.held) {
            Some(Ok(level)) => {
                let level = Arc::new(level);
                self.painted = Some(Arc::clone(&level));
                cx.requests.push(Request::Edited(level));
            }
            Some(Err(why)) => self.message = Some(Err(why)),
            None => {}
        }
    }
}

fn is_tiles(layer: &Layer) -> bool {
    matches!(layer.content, LayerContent::Tiles { .. })
}

/// Puts the player's feet at a point, or where there is room near it. The run no longer counts.
fn put_player(play: &Play, feet: Vec2, requests: &mut Vec<Request>) {
    let mut world = play.world.clone();
    world.start_at_point(feet, world.state.player.faces_left);
    // Moves the player out of walls.
    world.change_feel(world.rules.feel);
    requests.push(Request::Travel(Box::new(world)));
}

/// Says that nothing is solid, with a button for each layer of tiles.
fn no_ground(ui: &mut Ui, level: &Level, requests: &mut Vec<Request>) {
    style::small(ui, ui.tr("Nothing here is solid. Which layer of tiles is the ground?"), palette::RED_DARK);
    for layer in level.layers.iter().filter(|layer| is_tiles(layer)) {
        if ui.button(ui.tr(format!("make '{}' solid", layer.name))).clicked() {
            requests.push(Request::SolidLayer(layer.name.clone(), true));
        }
    }
    let text = "That is until the game ends. `seamwalker adopt MAP --solid-layer NAME` writes it into the map's Tiled project.";
    style::small(ui, text, palette::INK);
    ui.separator();
}

/// All layers: drawn or not, solid or not.
fn layers(ui: &mut Ui, play: &mut Play, map: Option<&MapSource>, requests: &mut Vec<Request>) {
    let solid = map.map_or(&[][..], |map| &map.files.options().solid_layers);
    for (i, layer) in play.world.level.layers.iter().enumerate().rev() {
        ui.horizontal(|ui| {
            let mut shown = !play.scenery.hidden.contains(&i);
            let name = if layer.name.is_empty() { "(no name)" } else { &layer.name };
            if ui.checkbox(&mut shown, name).changed() && !play.scenery.hidden.remove(&i) {
                play.scenery.hidden.insert(i);
            }
            if is_tiles(layer) && map.is_some() {
                let mut is_solid = solid.iter().any(|one| one.trim().eq_ignore_ascii_case(layer.name.trim()));
                let hint = "As with --solid-layer NAME, until the game ends. `seamwalker adopt MAP --solid-layer NAME` writes it \
                            into the map's Tiled project.";
                if ui.checkbox(&mut is_solid, ui.tr("make solid")).on_hover_text(ui.tr(hint)).changed() {
                    requests.push(Request::SolidLayer(layer.name.clone(), is_solid));
                }
            }
        });
    }
}
