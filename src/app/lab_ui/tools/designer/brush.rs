//! The brush: a tile, a layer, strokes of the mouse, and the buttons that undo and save them.

use egui_macroquad::egui::{Button, ComboBox, Ui};
use glam::{IVec2, Vec2};
use macroquad::input::{MouseButton, is_mouse_button_down};
use macroquad::time::get_time;
use seamwalker::level::{CellEdit, Layer, LayerContent, Level, Turn};

use super::cells::layer_cell;
use super::is_tiles;
use super::tile_palette::TilePalette;
use crate::app::lab_ui::style;
use crate::app::lab_ui::style::Translate;
use crate::app::live_edit::{CellPlace, Painting};
use crate::app::play::Play;
use crate::app::render::palette;

/// A level that takes longer to read follows at the end of a stroke, in seconds: painting must not stutter.
const MAX_READING_TIME: f64 = 0.03;
/// The longest part of a stroke in one frame, in cells: beyond it the mouse has jumped.
const MAX_STROKE_STEP: i32 = 64;

/// The bits of a global tile id that are not flips.
const TILE_BITS: u32 = 0x0fff_ffff;

/// What is painted, and where.
#[derive(Default)]
pub struct TileBrush {
    /// The layer's number in the map's file.
    pub layer: Option<u32>,
    /// The painted cells are not in the level yet.
    pub has_changed: bool,
    /// A tile was clicked in the palette in this frame.
    pub was_chosen: bool,
    /// The global id of the tile, without flips.
    tile: u32,
    turn: Turn,
    /// Index of the shown tileset.
    tileset: usize,
    palette: TilePalette,
    /// The cell that the stroke reached in the last frame.
    last: Option<IVec2>,
    /// How long the last reading of the level took, in seconds.
    reading_time: f64,
}

impl TileBrush {
    /// Chooses the ground, unless the chosen layer is still there.
    pub fn choose_layer(&mut self, level: &Level) {
        let layers = || level.layers.iter().filter(|layer| is_tiles(layer));
        let is_ground = |layer: &&Layer| matches!(layer.content, LayerContent::Tiles { collides: true, .. });
        if !self.layer.is_some_and(|number| layers().any(|layer| layer.number == number)) {
            self.layer = layers().find(is_ground).or_else(|| layers().next()).map(|layer| layer.number);
        }
    }

    /// Paints or erases along the way of the mouse while its button is held; the right button picks a tile.
    ///
    /// # Errors
    /// Why a cell cannot be painted.
    pub fn stroke(
        &mut self,
        play: &Play,
        painting: &mut Painting,
        (pointer, held): (Option<Vec2>, bool),
        erases: bool,
    ) -> Result<(), String> {
        let mut layers = play.world.level.layers.iter().enumerate();
        let layer = layers.find(|(_, layer)| is_tiles(layer) && Some(layer.number) == self.layer);
        let (Some((i, layer)), Some(at)) = (layer, pointer) else {
            self.last = None;
            return Ok(());
        };
        let (cell, _) = layer_cell(play, Some(layer), at);
        let place = |cell: IVec2| -> CellPlace { (layer.number, cell.x, cell.y) };
        if is_mouse_button_down(MouseButton::Right) {
            self.pick(painting, place(cell));
        }
        if !held {
            self.last = None;
            return Ok(());
        }
        if play.scenery.hidden.contains(&i) {
            return Err(format!("the layer '{}' is hidden: show it under Layers, or paint on another", layer.name));
        }
        let gid = if erases { 0 } else { CellEdit::gid(self.tile, self.turn) };
        if gid == 0 && !erases {
            return Err(
                "choose a tile first: click one in the grid, or pick one in the level with the right button".to_owned()
            );
        }
        if self.last.is_none() {
            painting.begin_stroke();
        }
        let from = self.last.replace(cell).filter(|from| (*from - cell).abs().max_element() <= MAX_STROKE_STEP);
        for cell in line(from.unwrap_or(cell), cell) {
            self.has_changed |= painting.paint(place(cell), gid)?;
        }
        Ok(())
    }

    /// Takes over the tile of a cell.
    fn pick(&mut self, painting: &Painting, place: CellPlace) {
        let Some(gid) = painting.get(place).filter(|gid| *gid != 0) else { return };
        (self.tile, self.turn) =
            (gid & TILE_BITS, Turn { h: gid >> 31 & 1 == 1, v: gid >> 30 & 1 == 1, d: gid >> 29 & 1 == 1 });
        let tileset = painting.map.tilesets.iter().rposition(|tileset| tileset.first <= self.tile);
        self.tileset = tileset.unwrap_or(self.tileset);
    }

    /// The level with the painted cells, once they are to be seen: at once, or at the end of a stroke if reading takes long.
    pub fn changed_level(&mut self, painting: &Painting, held: bool) -> Option<Result<Level, String>> {
        if !self.has_changed || held && self.reading_time > MAX_READING_TIME {
            return None;
        }
        self.has_changed = false;
        let before = get_time();
        let level = painting.level();
        self.reading_time = get_time() - before;
        Some(level)
    }
}

/// The cells from one to another, without gaps along the longer axis.
fn line(from: IVec2, to: IVec2) -> impl Iterator<Item = IVec2> {
    let (way, count) = ((to - from).as_vec2(), (to - from).abs().max_element());
    (0..=count).map(move |i| from + (way * (i as f32 / count.max(1) as f32)).round().as_ivec2())
}

/// The page of the brush. Returns the result of a button; it is empty if there is nothing to say.
pub fn paint_page(
    ui: &mut Ui,
    brush: &mut TileBrush,
    (level, painting): (&Level, &mut Painting),
) -> Option<Result<String, String>> {
    ui.horizontal(|ui| {
        let name = |number: Option<u32>| {
            let layer = number.and_then(|number| painting.map.layer(number));
            layer.map_or_else(|| "no layer".to_owned(), |layer| layer.name.clone())
        };
        ui.label(ui.tr("paint on"));
        ComboBox::from_id_salt("layer").selected_text(ui.tr(name(brush.layer))).show_ui(ui, |ui| {
            // A hidden layer could be painted, but not seen.
            let is_shown = |number: u32| level.layers.iter().any(|layer| is_tiles(layer) && layer.number == number);
            for layer in painting.map.layers.iter().filter(|layer| is_shown(layer.number)) {
                ui.selectable_value(&mut brush.layer, Some(layer.number), &layer.name);
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        let Turn { h, v, d } = &mut brush.turn;
        ui.checkbox(h, ui.tr("flip x"));
        ui.checkbox(v, ui.tr("flip y"));
        ui.checkbox(d, ui.tr("diagonal"))
            .on_hover_text(ui.tr("Swaps the axes before the other flips, as Tiled does to rotate a tile."));
    });
    let tilesets = &painting.map.tilesets;
    if let Some(tileset) = tilesets.get(brush.tileset) {
        ComboBox::from_id_salt("tileset").selected_text(&tileset.name).show_ui(ui, |ui| {
            for (i, tileset) in tilesets.iter().enumerate() {
                ui.selectable_value(&mut brush.tileset, i, &tileset.name);
            }
        });
        let clicked = brush.palette.show(ui, painting, tileset, brush.tile);
        (brush.was_chosen, brush.tile) = (clicked.is_some(), clicked.unwrap_or(brush.tile));
    }
    undo_and_save(ui, brush, painting)
}

fn undo_and_save(ui: &mut Ui, brush: &mut TileBrush, painting: &mut Painting) -> Option<Result<String, String>> {
    let mut said = None;
    let (count, [undo, redo]) = (painting.unsaved(), painting.can_undo());
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(undo, Button::new(ui.tr("undo"))).clicked() {
            painting.undo();
            (brush.has_changed, said) = (true, Some(Ok(String::new())));
        }
        if ui.add_enabled(redo, Button::new(ui.tr("redo"))).clicked() {
            painting.redo();
            (brush.has_changed, said) = (true, Some(Ok(String::new())));
        }
        let can_save = count > 0 && painting.source.root.is_some();
        let hint = "Writes these cells into the map, and changes nothing else in the file.";
        if ui.add_enabled(can_save, Button::new(ui.tr("save into the map"))).on_hover_text(ui.tr(hint)).clicked() {
            said = Some(painting.save().map(|file| format!("saved: {file}")));
        }
        if ui
            .add_enabled(count > 0, Button::new(ui.tr("discard")))
            .on_hover_text(ui.tr("Back to the map's file."))
            .clicked()
        {
            said = Some(painting.discard().map(|()| "as in the file".to_owned()));
            brush.has_changed = true;
        }
    });
    let place =
        if painting.source.root.is_some() { "" } else { "; this map is not a file on disk, so it cannot be saved" };
    if count > 0 || !place.is_empty() {
        style::small(ui, format!("changed cells: {count}{place}"), palette::INK);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_stroke_has_no_gaps() {
        let cells: Vec<IVec2> = line(IVec2::new(2, 1), IVec2::new(-3, 3)).collect();
        assert_eq!((cells[0], *cells.last().unwrap(), cells.len()), (IVec2::new(2, 1), IVec2::new(-3, 3), 6));
        assert!(cells.windows(2).all(|pair| (pair[1] - pair[0]).abs().max_element() == 1));
        assert_eq!(line(IVec2::ONE, IVec2::ONE).collect::<Vec<_>>(), [IVec2::ONE]);
    }
}
