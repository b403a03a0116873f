//! Draws a level: its layers from back to front, the outline over the ground, and the things between them. `backdrops.rs` has what is
//! far behind and before it.

mod backdrops;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::Terrain;
use seamwalker_level::{Blend, Decoration, Files, Hem, Layer, LayerContent, Level};

use backdrops::{backdrop, continued};

use super::letters::SystemLetters;
use super::outline_mesh::OutlineMesh;
use super::quilting::Quilting;
use super::surface_mesh::Dent;
use super::tiles::{self, Tiles};
use super::{decorations, light, plain};
use crate::app::render::{Assets, Canvas, Chunked, Decoded, Pictures, Region, Viewport, palette};

/// The most pixels of the picture per view pixel: a picture of 2560 x 1440 pixels.
pub const MAX_DENSITY: f32 = 4.0;

/// In high contrast: how far plates reach beyond hazards, in pixels.
const PLATE_MARGIN: f32 = 3.0;

/// How a level is shown, whatever becomes of it.
#[derive(Default)]
pub struct SceneryLook {
    /// Layers that are not drawn, by their indices.
    pub hidden: BTreeSet<usize>,
    /// High contrast: thick outlines and pale backdrops.
    pub bold: bool,
    /// Backdrops do not move, and silk does not glint.
    pub still: bool,
    /// Where elastic gives way.
    pub dents: Vec<Dent>,
    /// The light behind the player, on backdrops: its middle, and whether it is night.
    pub glow: Option<(Vec2, bool)>,
    /// Nothing moves against the ground: all layers lie where they were painted, as in a picture of the whole map. Only repeated
    /// backdrops are those of the game, in a view of this place and size.
    pub painted: Option<Viewport>,
}

/// The pictures and triangles of a level.
pub struct Scenery {
    /// The packed tiles.
    pub tiles: Tiles,
    quilting: Quilting,
    /// Ground without pictures.
    plain: Chunked,
    outline: OutlineMesh,
    pub look: SceneryLook,
    /// The level's pictures by its indices, and the cache that they come from.
    decoded: Vec<Option<Rc<Decoded>>>,
    pub pictures: Pictures,
    /// Plain cloth is drawn before this layer: below all ground, or else before the objects.
    plain_before: usize,
    /// The outline is drawn before this layer: after all ground, or else before the objects.
    outline_before: usize,
    /// Things are drawn after this layer.
    things_after: Option<usize>,
    /// The opacity of each layer, and the time of its last update: backdrops of the maps of a world cross-fade.
    strength: Vec<f32>,
    faded_at: Option<f32>,
    /// Pictures that could not be loaded, and why.
    pub complaints: Vec<String>,
    /// Letters that the game's font lacks, once a text is drawn.
    letters: Option<SystemLetters>,
    /// Pixels of the picture per view pixel at which the level's pictures lose nothing.
    pub density: u32,
}

impl Scenery {
    /// Loads the pictures and builds the outline.
    pub fn new(level: &Level, files: &dyn Files) -> Self {
        Self::after(None, level, files)
    }

    /// Switches to another version of the level. Unchanged pictures, textures and outlines are reused.
    pub fn follow(&mut self, level: &Level, files: &dyn Files) {
        let look = std::mem::take(&mut self.look);
        *self = Self { look, ..Self::after(Some(self), level, files) };
    }

    /// Spreads work that may appear late over several frames: for play, but not for pictures.
    pub fn work_gradually(&mut self) {
        self.quilting.at_once = false;
    }

    /// Builds everything anew, in the current colours.
    pub fn rebuild(&mut self, level: &Level, files: &dyn Files) {
        let look = std::mem::take(&mut self.look);
        *self = Self { look, ..Self::new(level, files) };
    }

    fn after(mut before: Option<&mut Self>, level: &Level, files: &dyn Files) -> Self {
        let mut pictures = before.as_mut().map(|before| std::mem::take(&mut before.pictures)).unwrap_or_default();
        let (decoded, complaints) = pictures.of(level, files);
        let hems: Rc<[Hem]> = level.hems().into();
        let mut quilting = Quilting::new(level);
        let tiles = before.as_ref().map(|before| &before.tiles);
        let tiles = Tiles::new(level, (&decoded, quilting.room()), Rc::clone(&hems), tiles);
        quilting.use_room(&tiles.page, tiles.room);
        let white = tiles.page.white;
        let line = level.meta.hem_colour.map_or(palette::INK, Color::from);
        let new = |terrain: &Arc<Terrain>| OutlineMesh::new(terrain, white, false, (Rc::clone(&hems), line));
        let outline = before.map(|before| std::mem::replace(&mut before.outline, new(&Arc::default())));
        let same = |old: &OutlineMesh| {
            old.white == white && old.line == line && old.hems == hems && old.terrain.edges() == level.terrain.edges()
        };
        let outline = outline.filter(same).unwrap_or_else(|| new(&level.terrain));
        let ground = level.layers.iter().rposition(collides);
        let moves_with_ground = |l: &Layer| matches!(l.content, LayerContent::Objects(_)) && !l.is_backdrop();
        let objects = level.layers.iter().position(moves_with_ground);
        Self {
            plain: plain::cloth(level, white),
            outline,
            look: SceneryLook::default(),
            tiles,
            quilting,
            decoded,
            pictures,
            plain_before: level.layers.iter().position(collides).or(objects).unwrap_or(level.layers.len()),
            outline_before: ground.map(|index| index + 1).or(objects).unwrap_or(level.layers.len()),
            things_after: things_after(&level.layers, objects, !level.assumed.is_empty()),
            strength: vec![1.0; level.layers.len()],
            faded_at: None,
            complaints,
            letters: None,
            density: density(level),
        }
    }

    /// Draws all layers; `things` draws what stands in the level when its turn comes.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas,
        level: &Level,
        viewport: &Viewport,
        (time, assets): (f32, &Assets),
        things: impl FnOnce(&mut Canvas),
    ) {
        self.fade(level, viewport, time);
        if self.look.bold != self.outline.bold {
            let OutlineMesh { terrain, white, hems, line, .. } = &self.outline;
            self.outline = OutlineMesh::new(terrain, *white, self.look.bold, (Rc::clone(hems), *line));
        }
        let mut things = Some(things);
        for (i, layer) in level.layers.iter().enumerate() {
            self.ground(canvas, level, i, viewport, time);
            if !self.look.hidden.contains(&i) {
                canvas.blend(layer.blend);
                self.layer(canvas, level, i, viewport, (time, assets));
                canvas.blend(Blend::Normal);
            }
            if self.things_after == Some(i) {
                let Some(things) = things.take() else { continue };
                canvas.offset = -viewport.corner;
                things(canvas);
            }
        }
        self.ground(canvas, level, level.layers.len(), viewport, time);
        canvas.offset = -viewport.corner;
        if let Some(things) = things {
            things(canvas);
        }
        self.tiles.chunks.end_frame();
        self.quilting.end_frame();
        self.outline.chunks.end_frame();
    }

    /// Draws the shadow of the ground with plain cloth, and the padding of all cloth with the outline, if they come before this layer.
    fn ground(&mut self, canvas: &mut Canvas, level: &Level, index: usize, viewport: &Viewport, time: f32) {
        canvas.page(&self.tiles.page);
        canvas.offset = -viewport.corner;
        if self.plain_before == index {
            if let Some((middle, is_night)) = self.look.glow {
                light::glow(canvas, middle, is_night);
            }
            self.outline.draw_cast(canvas, viewport);
            self.plain.draw(canvas, viewport);
            if self.look.bold {
                plates(canvas, level, viewport);
            }
        }
        if self.outline_before != index {
            return;
        }
        for layer in (0..level.layers.len()).filter(|layer| !self.look.bold && !self.look.hidden.contains(layer)) {
            if self.quilting.is_on(layer) {
                let shift = self.shift(level, &level.layers[layer], viewport).round();
                let seen = Viewport { corner: -shift, size: viewport.size };
                self.quilting.find((level, layer), &self.decoded, &seen, shift);
            }
        }
        self.quilting.draw(canvas);
        canvas.page(&self.tiles.page);
        canvas.offset = -viewport.corner;
        self.outline.draw(canvas, viewport, time, &self.look);
    }

    fn layer(
        &mut self,
        canvas: &mut Canvas,
        level: &Level,
        index: usize,
        viewport: &Viewport,
        (time, assets): (f32, &Assets),
    ) {
        let layer = &level.layers[index];
        // Whole pixels.
        let shift = self.shift(level, layer, viewport).round();
        let seen = Viewport { corner: -shift, size: viewport.size };
        let opacity = self.backdrop_opacity(index, layer);
        match &layer.content {
            LayerContent::Tiles { .. } => {
                self.tiles.draw(canvas, level, index, &seen, shift, time);
            }
            LayerContent::Image { picture, repeat_x, repeat_y, scale } => {
                let Some(Some(decoded)) = self.decoded.get(*picture) else { return };
                let color = palette::faded(tiles::faded(layer, 1.0).into(), opacity);
                if color.a <= 0.0 {
                    return;
                }
                let (page, whole) = match self.tiles.backdrop(*picture) {
                    Some(region) => (&self.tiles.page, region),
                    None => (decoded.page(), Region { at: Vec2::ZERO, size: decoded.page().size }),
                };
                canvas.page(page);
                canvas.offset = Vec2::ZERO;
                let mut shown = (whole.size * *scale, viewport.size);
                let mut corner = shift;
                let mut continued = [0.0; 2];
                if *repeat_x && !*repeat_y {
                    let [up, low] = self.heighten(layer, (shift.y, shown.0.y), viewport);
                    continued = [up, low];
                    if up > 0.0 && !decoded.is_even(0) {
                        // Rays of light would go on straight up.
                        corner.y -= up;
                        shown.0.y += up + low;
                        continued = [0.0; 2];
                    }
                }
                let is_here = |left: f32| self.is_painted_at(layer, viewport.corner.x + left + shown.0.x * 0.5);
                let repeat = ([*repeat_x, *repeat_y], continued);
                backdrop(canvas, whole, corner, repeat, shown, color, is_here);
            }
            LayerContent::Objects(list) => {
                let opacity = if layer.is_backdrop() { opacity } else { 1.0 };
                if opacity <= 0.0 {
                    return;
                }
                let is_spread = self.look.painted.is_some() && layer.is_backdrop();
                let spread = is_spread.then(|| self.spread(layer, list, level.parallax_origin.x));
                let seen_by = if is_spread { (viewport, -viewport.corner, opacity) } else { (&seen, shift, opacity) };
                let usual = self.usual(level, layer, viewport, shift.y);
                let new = || SystemLetters::new(level, &assets.font, self.density);
                let letters = self.letters.get_or_insert_with(new);
                let list = spread.as_ref().unwrap_or(list);
                let pictures = (level, self.decoded.as_slice());
                let continued = |decoration: &Decoration| {
                    usual.map_or([0.0; 2], |usual| continued(pictures, decoration, usual, (shift.y, viewport.size.y)))
                };
                decorations::draw(
                    canvas,
                    (&self.tiles, letters, assets),
                    (level, layer),
                    (list, continued),
                    seen_by,
                    time,
                );
            }
        }
    }
}

/// Pixels of the picture per view pixel for a level: more than one where its pictures are shown smaller than they are.
fn density(level: &Level) -> u32 {
    let images = level.layers.iter().filter_map(|layer| match layer.content {
        LayerContent::Image { scale, .. } => Some(scale),
        _ => None,
    });
    let least = level.tiles.iter().map(|tile| tile.scale).chain(images).fold(1.0, f32::min);
    (1.0 / least).ceil().clamp(1.0, MAX_DENSITY) as u32
}

/// The layer after which things are drawn: the first of objects, but no ground is drawn over them. In maps of other games, objects
/// may come first in the list; where their ground is shapes, no tiles are drawn over things.
fn things_after(layers: &[Layer], objects: Option<usize>, is_foreign: bool) -> Option<usize> {
    let is_tiles = |layer: &Layer| matches!(layer.content, LayerContent::Tiles { .. });
    let art = || layers.iter().rposition(is_tiles).filter(|_| is_foreign);
    let ground = layers.iter().rposition(collides).or_else(art);
    objects.max(ground).or(layers.len().checked_sub(1))
}

fn collides(layer: &Layer) -> bool {
    matches!(layer.content, LayerContent::Tiles { collides: true, .. })
}

/// A cream plate with an ink border behind every static hazard.
fn plates(canvas: &mut Canvas, level: &Level, viewport: &Viewport) {
    for (by, color) in [(PLATE_MARGIN, palette::INK), (PLATE_MARGIN - 1.0, palette::CREAM)] {
        for area in level.hazards.iter().filter(|area| viewport.shows_points(&area.corners)) {
            let middle = area.corners.iter().sum::<Vec2>() / area.corners.len().max(1) as f32;
            let corners: Vec<Vec2> = area.corners.iter().map(|&at| at + (at - middle).signum() * by).collect();
            canvas.polygon(&corners, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{IVec2, UVec2};

    #[test]
    fn no_ground_is_drawn_over_the_things() {
        let tiles =
            |collides| LayerContent::Tiles { origin: IVec2::ZERO, size: UVec2::ZERO, cells: Vec::new(), collides };
        let [objects, ground, art] = [LayerContent::Objects(Vec::new()), tiles(true), tiles(false)];
        for (layers, is_foreign, expected) in [
            (vec![&ground, &objects, &art], false, Some(1)),
            (vec![&objects, &art, &ground, &art], false, Some(2)),
            (vec![&objects, &art, &objects], false, Some(0)),
            (vec![&objects, &art, &objects], true, Some(1)),
            (vec![], false, None),
        ] {
            let layers: Vec<Layer> =
                layers.into_iter().map(|content| Layer { content: content.clone(), ..Layer::default() }).collect();
            let first = layers.iter().position(|layer| layer.content == objects);
            assert_eq!(things_after(&layers, first, is_foreign), expected);
        }
    }
}
