//! What lies behind and beyond art that is not the game's: a colour that the ground differs from, and tiles that go on beyond the border
//! of a map that is smaller than the view.

use std::rc::Rc;

use glam::{IVec2, Vec3, Vec4};
use macroquad::color::Color;
use macroquad::prelude::Image;
use seamwalker_level::{Cell, Layer, LayerContent, Level, Tile};

use super::tiles::used;
use crate::app::render::{Decoded, palette};

/// The least difference in CIE L* between the ground and the colour behind it. Larger values darken the sky of more maps, smaller ones
/// let pale ground vanish in it.
const CONTRAST: f32 = 25.0;
/// A tile goes on beyond the border if at least this share of it is opaque: ground with grass does, clouds and half trees do not.
const MIN_COVER: f32 = 0.75;
/// The most pixels along a side of a tile that are looked at.
const MAX_SAMPLES: u32 = 16;

/// What lies behind and beyond a level.
pub struct Backing {
    /// The colour behind everything.
    pub color: Color,
    /// For each tile of the level, whether it goes on beyond the border. Empty for the game's own art.
    goes_on: Vec<bool>,
    /// The first and the last cell of the map.
    cells: [IVec2; 2],
}

impl Backing {
    /// The backing of a level with these pictures.
    pub fn new(level: &Level, pictures: &[Option<Rc<Decoded>>]) -> Self {
        let own = level.meta.background.map(|[r, g, b, _]| Color::from_rgba(r, g, b, 255));
        let size = level.tile_size.as_vec2();
        let cells = [level.bounds.min() / size, level.bounds.max() / size - 1.0].map(|at| at.round().as_ivec2());
        if level.layers.is_empty() || level.tiles.iter().any(|tile| tile.hem.is_cloth()) {
            return Self { color: own.unwrap_or(palette::SKY), goes_on: Vec::new(), cells };
        }
        let mean = |(tile, is_used): (&Tile, bool)| {
            let picture = pictures.get(tile.picture.filter(|_| is_used)?)?.as_ref()?;
            Some(mean(&picture.image, tile.rect))
        };
        let means = level.tiles.iter().zip(used(level, |_| true)).map(|tile| mean(tile).unwrap_or_default());
        let means: Vec<Vec4> = means.collect();
        let covers = level.tiles.iter().zip(&means).map(|(tile, mean)| tile.fills(size) && mean.w >= MIN_COVER);
        let color = own.unwrap_or_else(|| behind(ground(level, &means)));
        Self { color, goes_on: covers.collect(), cells }
    }

    /// Whether tiles go on beyond the border.
    pub fn goes_on(&self) -> bool {
        !self.goes_on.is_empty()
    }

    /// The cell of a layer; beyond the border, the nearest one within it, if that goes on.
    pub fn cell(&self, layer: &Layer, at: IVec2) -> Option<Cell> {
        let [first, last] = self.cells;
        let near = if self.goes_on() { at.clamp(first, last.max(first)) } else { at };
        layer.cell(near).filter(|cell| near == at || self.goes_on.get(cell.tile() as usize) == Some(&true))
    }
}

/// The mean of the ground's tiles as in [`mean`], or of all tiles in a map without ground of tiles.
fn ground(level: &Level, means: &[Vec4]) -> Vec4 {
    let (mut solid, mut all) = (Vec4::ZERO, Vec4::ZERO);
    for layer in level.layers.iter().filter(|layer| layer.opacity > 0.0) {
        let LayerContent::Tiles { cells, collides, .. } = &layer.content else { continue };
        let tiles = cells.iter().flatten().filter_map(|cell| means.get(cell.tile() as usize));
        let sum = tiles.sum::<Vec4>() * linear([layer.tint[0], layer.tint[1], layer.tint[2]]).extend(1.0);
        all += sum;
        solid += if *collides { sum } else { Vec4::ZERO };
    }
    if solid.w > 0.0 { solid } else { all }
}

/// The mean of a part of a picture: linear red, green and blue, each times its opacity, and the opacity.
fn mean(image: &Image, [x, y, width, height]: [u32; 4]) -> Vec4 {
    let along = |from: u32, size: u32, end: u16| {
        (from..from.saturating_add(size).min(end.into())).step_by(size.div_ceil(MAX_SAMPLES).max(1) as usize)
    };
    let (mut sum, mut count) = (Vec4::ZERO, 0.0);
    for row in along(y, height, image.height) {
        for column in along(x, width, image.width) {
            let at = (row as usize * usize::from(image.width) + column as usize) * 4;
            if let Some(&[r, g, b, a]) = image.bytes.get(at..).and_then(|bytes| bytes.first_chunk::<4>()) {
                sum += linear([r, g, b]).extend(1.0) * (f32::from(a) / 255.0);
            }
            count += 1.0;
        }
    }
    sum / f32::max(count, 1.0)
}

/// The colour behind ground of this mean: the sky, or night where the ground is about as bright as the sky.
fn behind(ground: Vec4) -> Color {
    let Color { r, g, b, .. } = palette::SKY;
    let sky = luminous(linear([r, g, b].map(|channel| (channel * 255.0).round() as u8)));
    let differs = ground.w == 0.0 || (luminous(ground.truncate() / ground.w) - sky).abs() >= CONTRAST;
    if differs { palette::SKY } else { palette::NIGHT }
}

/// A colour of sRGB with linear channels.
fn linear(color: [u8; 3]) -> Vec3 {
    Vec3::from(color.map(|channel| {
        let channel = f32::from(channel) / 255.0;
        if channel <= 0.040_45 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    }))
}

/// CIE L* of a colour of sRGB, 0 to 100.
pub fn lightness(color: [u8; 3]) -> f32 {
    luminous(linear(color))
}

/// CIE L* of a colour with linear channels.
fn luminous(linear: Vec3) -> f32 {
    let luminance = linear.dot(Vec3::new(0.2126, 0.7152, 0.0722));
    if luminance <= 0.008_856 { luminance * 903.3 } else { luminance.cbrt() * 116.0 - 16.0 }
}

#[cfg(test)]
mod tests {
    use glam::UVec2;
    use seamwalker_level::Turn;

    use super::*;

    fn bytes(color: Color) -> [u8; 3] {
        [color.r, color.g, color.b].map(|channel| (channel * 255.0).round() as u8)
    }

    /// White one-bit art vanished in the pale sky.
    #[test]
    fn ground_of_any_colour_differs_from_what_is_behind_it() {
        for i in 0..16_u32.pow(3) {
            let color = [i / 256, i / 16 % 16, i % 16].map(|channel| channel as u8 * 17);
            let [r, g, b] = color;
            // One half of the picture is transparent, of the opposite colour.
            let image = Image { bytes: vec![r, g, b, 255, 255 - r, 255 - g, 255 - b, 0], width: 2, height: 1 };
            let mean = mean(&image, [0, 0, 2, 1]);
            assert_eq!(mean.w, 0.5);
            let apart = (lightness(bytes(behind(mean))) - lightness(color)).abs();
            assert!(apart >= CONTRAST, "{color:?}: {apart}");
        }
        assert_eq!([behind(linear([20; 3]).extend(1.0)), behind(Vec4::ONE)], [palette::SKY, palette::NIGHT]);
    }

    #[test]
    fn only_tiles_that_fill_their_cell_go_on_beyond_the_border() {
        let tiles = |list: [u32; 4]| list.map(|tile| Some(Cell::new(tile, Turn::default()))).to_vec();
        let content = LayerContent::Tiles {
            origin: IVec2::ZERO,
            size: UVec2::splat(2),
            cells: tiles([0, 1, 1, 1]),
            collides: true,
        };
        let layer = Layer { content, ..Layer::default() };
        let mut backing = Backing { color: palette::SKY, goes_on: vec![false, true], cells: [IVec2::ZERO, IVec2::ONE] };
        let tile = |backing: &Backing, x, y| backing.cell(&layer, IVec2::new(x, y)).map(Cell::tile);
        assert_eq!([tile(&backing, 0, 0), tile(&backing, -1, 0), tile(&backing, -9, 1)], [Some(0), None, Some(1)]);
        assert_eq!([tile(&backing, 0, -1), tile(&backing, 1, -1), tile(&backing, 5, 5)], [None, Some(1), Some(1)]);
        backing.goes_on.clear();
        assert_eq!([tile(&backing, 1, 1), tile(&backing, 5, 5)], [Some(1), None]);
    }
}
