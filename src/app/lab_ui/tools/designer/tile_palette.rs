//! The tiles of a tileset as a grid that can be clicked.

use std::collections::BTreeMap;

use egui_macroquad::egui::{
    Color32, ColorImage, Context, CornerRadius, Rect, ScrollArea, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, pos2, vec2,
};
use seamwalker::level::{MapTileset, decode_picture};

use crate::app::lab_ui::style;
use crate::app::lab_ui::style::Translate;
use crate::app::live_edit::Painting;
use crate::app::render::palette;

/// Side of a tile in the grid, in points: as wide as the page where that is between these.
const TILE_SIDE: (f32, f32) = (22.0, 34.0);
/// Tiles beside each other where every tile has a picture of its own.
const COLLECTION_COLUMNS: u32 = 9;
/// Height of the grid, in points.
const GRID_HEIGHT: f32 = 150.0;

/// The pictures of the tilesets as textures, loaded when they are first shown; `None` for those that cannot be read.
#[derive(Default)]
pub struct TilePalette {
    textures: BTreeMap<usize, Option<TextureHandle>>,
}

impl TilePalette {
    /// Shows a tileset with the chosen global id. Returns the id that was clicked.
    pub fn show(&mut self, ui: &mut Ui, painting: &Painting, tileset: &MapTileset, chosen: u32) -> Option<u32> {
        let columns = if tileset.columns == 0 { COLLECTION_COLUMNS } else { tileset.columns };
        let side = (ui.available_width() / columns as f32).clamp(TILE_SIDE.0, TILE_SIDE.1);
        let place = |index: u32| vec2((index % columns) as f32, (index / columns) as f32) * side;
        // A tile's id is its place in the picture; tiles with own pictures lie one after the other.
        let index = |i: usize, id: u32| if tileset.columns == 0 { u32::try_from(i).unwrap_or(0) } else { id };
        let last = tileset.tiles.iter().enumerate().map(|(i, tile)| index(i, tile.id)).max()?;
        let area = ScrollArea::both()
            .max_height(GRID_HEIGHT)
            .min_scrolled_height(GRID_HEIGHT)
            .id_salt(("tiles", tileset.first))
            .show(ui, |ui| {
                let size = vec2(columns as f32 * side, place(last).y + side);
                let (grid, response) = ui.allocate_exact_size(size, Sense::click());
                let painter = ui.painter_at(grid);
                let mut clicked = None;
                for (i, tile) in tileset.tiles.iter().enumerate() {
                    let frame = Rect::from_min_size(grid.min + place(index(i, tile.id)), vec2(side, side)).shrink(1.0);
                    if !ui.is_rect_visible(frame) {
                        continue;
                    }
                    let texture = tile.picture.and_then(|picture| self.texture(ui.ctx(), painting, picture));
                    if let Some(texture) = texture {
                        let [x, y, w, h] = tile.rect.map(|v| v as f32);
                        let size = texture.size_vec2();
                        let part =
                            Rect::from_min_max(pos2(x / size.x, y / size.y), pos2((x + w) / size.x, (y + h) / size.y));
                        painter.image(texture.id(), frame, part, Color32::WHITE);
                    } else {
                        painter.rect_filled(frame, CornerRadius::ZERO, style::color(palette::ROSE));
                    }
                    let gid = tileset.first + tile.id;
                    if gid == chosen {
                        let stroke = Stroke::new(2.0, style::color(palette::RED));
                        painter.rect_stroke(frame, CornerRadius::ZERO, stroke, StrokeKind::Outside);
                    }
                    if response.hover_pos().is_some_and(|at| frame.contains(at)) {
                        let class = if tile.class.is_empty() { "no class" } else { &tile.class };
                        response.clone().on_hover_text_at_pointer(ui.tr(format!("tile {}, {class}", tile.id)));
                        clicked = response.clicked().then_some(gid).or(clicked);
                    }
                }
                clicked
            });
        area.inner
    }

    fn texture(&mut self, context: &Context, painting: &Painting, index: usize) -> Option<&TextureHandle> {
        let load = || {
            let picture = painting.map.pictures.get(index)?;
            let bytes = picture.read(&*painting.source.files).ok()?;
            let (size, mut pixels) = decode_picture(&bytes, &painting.source.limits).ok()?;
            if let Some([r, g, b]) = picture.transparent {
                pixels.chunks_exact_mut(4).filter(|pixel| pixel[..3] == [r, g, b]).for_each(|pixel| pixel[3] = 0);
            }
            let image = ColorImage::from_rgba_unmultiplied([size.x as usize, size.y as usize], &pixels);
            Some(context.load_texture(format!("tileset {index}"), image, TextureOptions::NEAREST))
        };
        self.textures.entry(index).or_insert_with(load).as_ref()
    }
}
