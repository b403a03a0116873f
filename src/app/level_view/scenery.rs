//! What a level looks like: its layers from back to front, hem and trim over the ground, and the things between them.

use std::rc::Rc;
use std::sync::Arc;

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::{Aabb, Terrain};
use seamwalker::level::{Area, Blend, Files, Layer, LayerContent, Level};

use super::decorations;
use super::outline_mesh::OutlineMesh;
use super::plain::Plain;
use super::tiles::{self, Tiles};
use crate::app::render::assets::Assets;
use crate::app::render::atlas::{AtlasPage, Region};
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::pictures::{Decoded, Pictures};
use crate::app::render::view::Viewport;

/// How many copies of a repeated picture are drawn at most in one direction: a tiny picture would otherwise cost a frame.
const MAX_COPIES: i32 = 80;

/// In high contrast: how strong backdrops still are, and how far plates reach beyond what hurts, in pixels.
const PALE: f32 = 0.4;
const PLATE: f32 = 3.0;

/// Seconds in which the backdrop of one map becomes that of the next.
const FADE: f32 = 0.6;

/// The pictures and triangles of a level.
pub struct Scenery {
    tiles: Tiles,
    /// What is drawn of what has no picture.
    plain: Plain,
    hem: OutlineMesh,
    /// What the hem was sewn around.
    terrain: Arc<Terrain>,
    /// Whether the hem is left out.
    pub hemless: bool,
    /// Whether all that matters has a thick outline and backdrops are pale, and whether the hem is sewn like that.
    pub bold: bool,
    sewn_bold: bool,
    /// Whether pictures that move more slowly than the ground stand still in the view.
    pub still: bool,
    /// The pictures that image layers show, by the level's index.
    backdrops: Vec<Option<AtlasPage>>,
    pub pictures: Pictures,
    /// Plain cloth is drawn before this layer: under all ground, or else before the objects.
    plain_before: usize,
    /// The hem is drawn before this layer: after all ground, or else before the objects.
    hem_before: usize,
    /// Things are drawn after this layer.
    things_after: Option<usize>,
    /// How strongly each layer is seen, from 0 to 1, and at what time that was so: backdrops of the maps of a world fade into
    /// each other.
    strength: Vec<f32>,
    faded: Option<f32>,
    /// What could not be loaded.
    pub complaints: Vec<String>,
}

impl Scenery {
    /// Loads the pictures and sews the hem.
    pub fn new(level: &Level, files: &dyn Files) -> Self {
        Self::after(None, level, files)
    }

    /// Shows another version of the level from now on. Pictures whose files are as before are not read again, and so with the
    /// texture and the hem.
    pub fn follow(&mut self, level: &Level, files: &dyn Files) {
        *self =
            Self { hemless: self.hemless, still: self.still, bold: self.bold, ..Self::after(Some(self), level, files) };
    }

    fn after(mut before: Option<&mut Self>, level: &Level, files: &dyn Files) -> Self {
        let mut pictures =
            before.as_mut().map_or_else(Pictures::default, |before| std::mem::take(&mut before.pictures));
        let (decoded, complaints) = pictures.of(level, files);
        let tiles = Tiles::new(level, &decoded, before.as_ref().map(|before| &before.tiles));
        let white = tiles.page.white;
        let same =
            |before: &&mut Self| before.tiles.page.white == white && before.terrain.edges() == level.terrain.edges();
        let hem = before
            .filter(same)
            .map(|before| (std::mem::replace(&mut before.hem, OutlineMesh::none()), before.sewn_bold));
        let (hem, sewn_bold) = hem.unwrap_or_else(|| (OutlineMesh::new(&level.terrain, white, false), false));
        let ground = level.layers.iter().rposition(collides);
        let objects = level.layers.iter().position(|l| matches!(l.content, LayerContent::Objects(_)));
        Self {
            plain: Plain::new(level, white),
            hem,
            bold: false,
            sewn_bold,
            terrain: Arc::clone(&level.terrain),
            backdrops: backdrops(level, &decoded),
            tiles,
            pictures,
            hemless: false,
            still: false,
            plain_before: level.layers.iter().position(collides).or(objects).unwrap_or(level.layers.len()),
            hem_before: ground.map(|index| index + 1).or(objects).unwrap_or(level.layers.len()),
            things_after: objects.or(ground).or(level.layers.len().checked_sub(1)),
            strength: vec![1.0; level.layers.len()],
            faded: None,
            complaints,
        }
    }

    /// The tiles, packed.
    pub fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// The colour behind everything.
    pub fn background(level: &Level) -> Color {
        level.meta.background.map_or(palette::SKY, |[r, g, b, _]| Color::from_rgba(r, g, b, 255))
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
        if self.bold != self.sewn_bold {
            (self.hem, self.sewn_bold) = (OutlineMesh::new(&self.terrain, self.tiles.page.white, self.bold), self.bold);
        }
        let mut things = Some(things);
        for (i, layer) in level.layers.iter().enumerate() {
            self.sew(canvas, level, i, viewport, time);
            canvas.blend(layer.blend);
            self.layer(canvas, level, i, viewport, (time, assets));
            canvas.blend(Blend::Normal);
            if self.things_after == Some(i) {
                let Some(things) = things.take() else { continue };
                canvas.offset = -viewport.corner;
                things(canvas);
            }
        }
        self.sew(canvas, level, level.layers.len(), viewport, time);
        canvas.offset = -viewport.corner;
        if let Some(things) = things {
            things(canvas);
        }
        self.tiles.tidy();
        self.hem.tidy();
    }

    /// Draws what comes before a layer of plain cloth and hem.
    fn sew(&mut self, canvas: &mut Canvas, level: &Level, index: usize, viewport: &Viewport, time: f32) {
        canvas.page(&self.tiles.page);
        canvas.offset = -viewport.corner;
        if self.plain_before == index {
            self.plain.draw(canvas, viewport);
            if self.bold {
                plates(canvas, level, viewport);
            }
        }
        if self.hem_before == index && !self.hemless {
            self.hem.draw(canvas, viewport, time);
        }
    }

    /// Lets the backdrops of the room appear that the middle of the view is in, or is nearest to, and those of others vanish.
    fn fade(&mut self, level: &Level, viewport: &Viewport, time: f32) {
        let middle = viewport.corner + viewport.size * 0.5;
        let distance = |room: &Aabb| room.closest_point(middle).distance_squared(middle);
        let near = level.rooms.iter().enumerate().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
        let Some((room, _)) = near else { return };
        let most = self.faded.map_or(1.0, |before| ((time - before) / FADE).clamp(0.0, 1.0));
        self.faded = Some(time);
        for (layer, strength) in level.layers.iter().zip(&mut self.strength) {
            let wanted = if layer.rooms.is_empty() || layer.rooms.contains(&room) { 1.0 } else { 0.0 };
            *strength += (wanted - *strength).clamp(-most, most);
        }
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
        let stands = self.still && layer.parallax != Vec2::ONE && matches!(layer.content, LayerContent::Image { .. });
        let corner = if stands { level.bounds.center - viewport.size * 0.5 } else { viewport.corner };
        // Whole pixels.
        let shift = layer.shift(corner, viewport.size, level.parallax_origin).round();
        let seen = Viewport { corner: -shift, size: viewport.size };
        match &layer.content {
            LayerContent::Tiles { .. } => {
                self.tiles.draw(canvas, level, index, &seen, shift, time);
            }
            LayerContent::Image { picture, repeat_x, repeat_y } => {
                let Some(Some(page)) = self.backdrops.get(*picture) else { return };
                let pale = if self.bold { PALE } else { 1.0 };
                let strength = self.strength.get(index).copied().unwrap_or(1.0) * pale;
                let color = Color::from(tiles::color(layer));
                let color = Color { a: color.a * strength, ..color };
                if color.a <= 0.0 {
                    return;
                }
                canvas.page(page);
                canvas.offset = Vec2::ZERO;
                backdrop(canvas, page, shift, [*repeat_x, *repeat_y], viewport.size, color);
            }
            LayerContent::Objects(list) => {
                decorations::draw(canvas, (&self.tiles, assets), (level, layer), list, (&seen, shift), time);
            }
        }
    }
}

fn collides(layer: &Layer) -> bool {
    matches!(layer.content, LayerContent::Tiles { collides: true, .. })
}

/// A plate of cream with a border of ink behind everything that hurts and does not move.
fn plates(canvas: &mut Canvas, level: &Level, viewport: &Viewport) {
    let seen =
        |area: &&Area| Aabb::around(area.corners.iter().copied()).is_some_and(|b| viewport.shows(b.center, b.half));
    for (by, color) in [(PLATE, palette::INK), (PLATE - 1.0, palette::CREAM)] {
        for area in level.hazards.iter().filter(seen) {
            let middle = area.corners.iter().sum::<Vec2>() / area.corners.len().max(1) as f32;
            let corners: Vec<Vec2> = area.corners.iter().map(|&at| at + (at - middle).signum() * by).collect();
            canvas.polygon(&corners, color);
        }
    }
}

/// A picture, once or repeated.
fn backdrop(canvas: &mut Canvas, page: &AtlasPage, shift: Vec2, repeat: [bool; 2], view: Vec2, color: Color) {
    let whole = Region { at: Vec2::ZERO, size: page.size };
    let range = |repeat: bool, shift: f32, size: f32, view: f32| {
        if !repeat {
            return 0..1;
        }
        let first = (-shift / size).floor() as i32;
        let last = ((view - shift) / size).ceil() as i32;
        first..last.min(first + MAX_COPIES)
    };
    for y in range(repeat[1], shift.y, page.size.y, view.y) {
        for x in range(repeat[0], shift.x, page.size.x, view.x) {
            canvas.image(whole, shift + Vec2::new(x as f32, y as f32) * page.size, color);
        }
    }
}

fn backdrops(level: &Level, pictures: &[Option<Rc<Decoded>>]) -> Vec<Option<AtlasPage>> {
    let shown = |i: usize| {
        level.layers.iter().any(|l| matches!(l.content, LayerContent::Image { picture, .. } if picture == i))
    };
    let page =
        |(i, picture): (usize, &Option<Rc<Decoded>>)| picture.as_ref().filter(|_| shown(i)).map(|p| p.page().clone());
    pictures.iter().enumerate().map(page).collect()
}
