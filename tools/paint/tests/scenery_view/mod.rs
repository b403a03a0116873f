//! What the game shows behind a thing: the skies, motifs and tiles of a shipped map, put together around a place of the level, in a
//! view with the thing in its middle.

use std::path::Path;

use glam::{IVec2, Vec2};
use seamwalker_level::{Decoration, Figure, Folder, Layer, LayerContent, Level, Limits, Tile, decode_picture, read};
use seamwalker_paint::palette::{Color, mix};

/// The view, in pixels.
pub const VIEW: Vec2 = Vec2::new(640.0, 360.0);

/// A place appears behind the level where its area has the first of these opacities, and stays as long as it has the second
/// (`scenery/backdrops.rs`): both are looked at.
pub const SHOWN: [f32; 2] = [0.7, 0.3];

/// A map with its pictures.
pub struct Map {
    pub level: Level,
    pictures: Vec<Option<(Vec<u8>, IVec2)>>,
}

/// The pixels around a thing.
pub struct Patch {
    /// The upper left corner, in pixels of the level.
    pub corner: Vec2,
    pub size: IVec2,
    colors: Vec<Color>,
    is_cloth: Vec<bool>,
}

impl Patch {
    /// The colour at a pixel of the patch; `None` for cloth, which nothing moves in front of.
    pub fn get(&self, at: IVec2) -> Option<Color> {
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size).all();
        let index = (at.y * self.size.x + at.x) as usize;
        (inside && !self.is_cloth[index]).then(|| self.colors[index])
    }

    /// Lays `over(pixel)` over each pixel between two corners, in pixels of the patch.
    fn lay(&mut self, min: Vec2, max: Vec2, over: impl Fn(IVec2) -> Color) {
        let (from, to) = (min.floor().as_ivec2().max(IVec2::ZERO), max.ceil().as_ivec2().min(self.size));
        for at in (from.y..to.y).flat_map(|y| (from.x..to.x).map(move |x| IVec2::new(x, y))) {
            let color = over(at);
            let below = &mut self.colors[(at.y * self.size.x + at.x) as usize];
            let opaque = [color[0], color[1], color[2], 255];
            *below = mix(*below, opaque, (i32::from(color[3]) * 100 + 127) / 255);
        }
    }
}

impl Map {
    pub fn read(name: &str) -> Self {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let files = Folder::new(root);
        let level = read(&files, &format!("maps/{name}.tmx")).expect("a shipped map");
        let decoded = level.pictures.iter().map(|picture| {
            let bytes = picture.read(&files).ok()?;
            let (size, pixels) = decode_picture(&bytes, &Limits::DEFAULT).ok()?;
            Some((pixels, size.as_ivec2()))
        });
        Self { pictures: decoded.collect(), level }
    }

    /// What is behind things in a box of the level, in a view around its middle. Places are there that have this opacity.
    pub fn behind(&self, corner: Vec2, size: IVec2, shown: f32) -> Patch {
        let bounds = &self.level.bounds;
        let middle = corner + size.as_vec2() * 0.5;
        let view = (middle - VIEW * 0.5).max(bounds.min()).min((bounds.max() - VIEW).max(bounds.min())).round();
        let count = (size.x * size.y) as usize;
        let sky = self.level.meta.background.unwrap_or([168, 206, 214, 255]);
        let mut patch = Patch { corner, size, colors: vec![sky; count], is_cloth: vec![false; count] };
        let is_here = |layer: &&Layer| {
            !layer.is_backdrop() || layer.shown_in.is_none_or(|area| area.opacity(view + VIEW * 0.5) > shown)
        };
        let is_behind = |layer: &&Layer| layer.is_backdrop() || matches!(layer.content, LayerContent::Tiles { .. });
        for layer in self.level.layers.iter().take_while(is_behind).filter(is_here) {
            self.lay(&mut patch, layer, view);
        }
        patch
    }

    /// Lays a layer over a patch.
    fn lay(&self, patch: &mut Patch, layer: &Layer, view: Vec2) {
        // The layer's corner, in pixels of the patch.
        let origin = layer.shift(view, VIEW, self.level.parallax_origin).round() + view - patch.corner;
        match &layer.content {
            LayerContent::Image { picture, repeat_x, repeat_y, scale } => {
                let Some(Some((_, size))) = self.pictures.get(*picture) else { return };
                patch.lay(Vec2::ZERO, patch.size.as_vec2(), |at| {
                    let place = ((at.as_vec2() - origin) / *scale).floor().as_ivec2();
                    let wrapped = place.rem_euclid(*size);
                    let x = if *repeat_x { wrapped.x } else { place.x };
                    tinted(self.pixel(*picture, IVec2::new(x, if *repeat_y { wrapped.y } else { place.y })), layer, 1.0)
                });
            }
            LayerContent::Objects(list) => {
                list.iter().for_each(|decoration| self.lay_decoration(patch, layer, decoration, origin));
            }
            LayerContent::Tiles { collides: true, .. } => {
                for index in 0..patch.is_cloth.len() {
                    let at = IVec2::new(index as i32 % patch.size.x, index as i32 / patch.size.x);
                    patch.is_cloth[index] |= self.tile_pixel(layer, at.as_vec2() - origin)[3] > 0;
                }
            }
            LayerContent::Tiles { .. } => {
                patch.lay(Vec2::ZERO, patch.size.as_vec2(), |at| self.tile_pixel(layer, at.as_vec2() - origin));
            }
        }
    }

    /// Lays a motif over a patch.
    fn lay_decoration(&self, patch: &mut Patch, layer: &Layer, decoration: &Decoration, origin: Vec2) {
        let Figure::Tile(tile) = decoration.figure else { return };
        let tile = &self.level.tiles[tile as usize];
        let [corner, right, far, down] = decoration.corners.map(|corner| corner + origin);
        let (min, max) = (corner.min(right).min(far).min(down), corner.max(right).max(far).max(down));
        let (across, along) = (right - corner, down - corner);
        patch.lay(min, max, |at| {
            let from = at.as_vec2() + 0.5 - corner;
            let place = Vec2::new(from.dot(across) / across.length_squared(), from.dot(along) / along.length_squared());
            tinted(self.pixel_of_tile(tile, place), layer, decoration.opacity)
        });
    }

    /// A tile's colour at a place from (0, 0) to (1, 1).
    fn pixel_of_tile(&self, tile: &Tile, place: Vec2) -> Color {
        let [left, top, width, height] = tile.rect.map(|side| side as f32);
        let inside = place.cmpge(Vec2::ZERO).all() && place.cmplt(Vec2::ONE).all();
        let at = Vec2::new(left, top) + place * Vec2::new(width, height);
        tile.picture.filter(|_| inside).map_or([0; 4], |picture| self.pixel(picture, at.floor().as_ivec2()))
    }

    /// The colour of a layer of tiles at a place from its corner.
    fn tile_pixel(&self, layer: &Layer, place: Vec2) -> Color {
        let LayerContent::Tiles { origin, size, cells, .. } = &layer.content else { return [0; 4] };
        let tile_size = self.level.tile_size.as_vec2();
        let cell = (place / tile_size).floor();
        let local = cell.as_ivec2() - *origin;
        let inside = local.cmpge(IVec2::ZERO).all() && local.cmplt(size.as_ivec2()).all();
        let index = || (local.y * size.x as i32 + local.x) as usize;
        let Some(here) = inside.then(|| cells[index()]).flatten() else { return [0; 4] };
        let within = place / tile_size - cell;
        tinted(self.pixel_of_tile(&self.level.tiles[here.tile() as usize], within), layer, 1.0)
    }

    fn pixel(&self, picture: usize, at: IVec2) -> Color {
        let Some(Some((rgba, size))) = self.pictures.get(picture) else { return [0; 4] };
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(*size).all();
        let index = || (at.y * size.x + at.x) as usize * 4;
        if inside { [0, 1, 2, 3].map(|i| rgba[index() + i]) } else { [0; 4] }
    }
}

/// A colour of a layer with the layer's tint and opacity.
fn tinted(color: Color, layer: &Layer, opacity: f32) -> Color {
    let channel = |i: usize| f32::from(color[i]) * f32::from(layer.tint[i]) / 255.0;
    [0, 1, 2, 3].map(|i| (channel(i) * if i == 3 { layer.opacity * opacity } else { 1.0 }).round() as u8)
}
