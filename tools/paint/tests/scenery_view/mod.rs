//! What the game shows behind a thing: the skies, motifs and tiles of a shipped map, put together around a place of the level, in a
//! view with the thing in its middle.

use std::path::Path;

use glam::{IVec2, Vec2};
use seamwalker_level::{Figure, Folder, Layer, LayerContent, Level, Limits, Tile, decode_picture, read};
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

/// The pixels around a thing: their colours, and none for cloth, which nothing moves in front of.
pub struct Patch {
    pub size: IVec2,
    colors: Vec<Option<Color>>,
}

impl Patch {
    pub fn get(&self, at: IVec2) -> Option<Color> {
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size).all();
        inside.then(|| self.colors[(at.y * self.size.x + at.x) as usize]).flatten()
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
        let is_here = |layer: &&Layer| {
            !layer.is_backdrop() || layer.shown_in.is_none_or(|area| area.opacity(view + VIEW * 0.5) > shown)
        };
        let is_behind = |layer: &&Layer| layer.is_backdrop() || matches!(layer.content, LayerContent::Tiles { .. });
        // The upper left corner of a layer, in pixels of the level.
        let place = |layer: &Layer| layer.shift(view, VIEW, self.level.parallax_origin).round() + view;
        let layers = self.level.layers.iter().take_while(is_behind).filter(is_here);
        let layers: Vec<(&Layer, Vec2)> = layers.map(|layer| (layer, place(layer))).collect();
        let sky = self.level.meta.background.unwrap_or([168, 206, 214, 255]);
        let color = |i: i32| {
            let at = corner + IVec2::new(i % size.x, i / size.x).as_vec2();
            layers.iter().try_fold(sky, |below, (layer, origin)| self.over(below, layer, at - *origin))
        };
        Patch { size, colors: (0..size.x * size.y).map(color).collect() }
    }

    /// What a layer makes of the colour below it, at a place from its corner; `None` for cloth.
    fn over(&self, below: Color, layer: &Layer, place: Vec2) -> Option<Color> {
        let lay = |below, color, opacity: f32| {
            let [r, g, b, alpha] = tinted(color, layer, opacity);
            mix(below, [r, g, b, 255], (i32::from(alpha) * 100 + 127) / 255)
        };
        match &layer.content {
            LayerContent::Image { picture, repeat_x, repeat_y, scale } => {
                let Some(Some((_, size))) = self.pictures.get(*picture) else { return Some(below) };
                let place = (place / *scale).floor().as_ivec2();
                let wrapped = place.rem_euclid(*size);
                let (x, y) = (if *repeat_x { wrapped.x } else { place.x }, if *repeat_y { wrapped.y } else { place.y });
                Some(lay(below, self.pixel(*picture, IVec2::new(x, y)), 1.0))
            }
            LayerContent::Objects(list) => Some(list.iter().fold(below, |below, decoration| {
                let Figure::Tile(tile) = decoration.figure else { return below };
                let [corner, right, _, down] = decoration.corners;
                let (from, across, along) = (place + 0.5 - corner, right - corner, down - corner);
                let at =
                    Vec2::new(from.dot(across) / across.length_squared(), from.dot(along) / along.length_squared());
                lay(below, self.pixel_of_tile(&self.level.tiles[tile as usize], at), decoration.opacity)
            })),
            LayerContent::Tiles { collides, .. } => {
                let color = self.tile_pixel(layer, place);
                (!*collides || color[3] == 0).then(|| lay(below, color, 1.0))
            }
        }
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
        self.pixel_of_tile(&self.level.tiles[here.tile() as usize], within)
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
