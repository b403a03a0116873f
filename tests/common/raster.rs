//! Draws a level pixel by pixel, in simple and slow code, to be compared with the pictures of Tiled.

use glam::{IVec2, UVec2, Vec2};
use seamwalker_level::{Blend, Decoration, Figure, Files, Layer, LayerContent, Level};

/// Red, green, blue and alpha from 0 to 1, not premultiplied.
pub type Color = [f32; 4];

/// A picture in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Canvas {
    pub size: UVec2,
    pub pixels: Vec<Color>,
}

impl Canvas {
    /// Reads a PNG of any common kind.
    pub fn from_png(bytes: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut bytes).expect("a whole PNG");
        let channels = info.color_type.samples();
        let part = |v: u8| f32::from(v) / 255.0;
        let color = |p: &[u8]| match *p {
            [grey, alpha] => [part(grey), part(grey), part(grey), part(alpha)],
            [r, g, b, a] => [r, g, b, a].map(part),
            _ => panic!("{channels} channels"),
        };
        let pixels = bytes[..info.buffer_size()].chunks_exact(channels).map(color).collect();
        Self { size: UVec2::new(info.width, info.height), pixels }
    }

    pub fn get(&self, at: IVec2) -> Option<Color> {
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size.as_ivec2()).all();
        inside.then(|| self.pixels[(at.y * self.size.x as i32 + at.x) as usize])
    }

    fn put(&mut self, at: IVec2, front: Color, blend: Blend) {
        let Some(behind) = self.get(at) else { return };
        let alpha = front[3];
        let mixed = |f: f32, b: f32| match blend {
            Blend::Normal => f,
            Blend::Add => (b + f).min(1.0),
            other => panic!("Tiled draws no map of ours in the mode {other:?}"),
        };
        let mix = |f: f32, b: f32| b + alpha * (mixed(f, b) - b);
        let mixed = [0, 1, 2].map(|i| mix(front[i], behind[i]));
        self.pixels[(at.y * self.size.x as i32 + at.x) as usize] = [mixed[0], mixed[1], mixed[2], 1.0];
    }

    /// Draws a part of a picture with its upper left, upper right, lower right and lower left corner at `corners`.
    fn quad(&mut self, picture: &Self, rect: [u32; 4], corners: [Vec2; 4], tint: Color, blend: Blend) {
        let [corner, right, _, down] = corners;
        let (x, y) = (right - corner, down - corner);
        let area = x.perp_dot(y);
        let low = corners.into_iter().fold(corner, Vec2::min).floor().as_ivec2().max(IVec2::ZERO);
        let high = corners.into_iter().fold(corner, Vec2::max).ceil().as_ivec2().min(self.size.as_ivec2());
        let [left, top, wide, tall] = rect;
        for py in low.y..high.y {
            for px in low.x..high.x {
                let p = IVec2::new(px, py).as_vec2() + 0.5 - corner;
                let (u, v) = (p.perp_dot(y) / area, x.perp_dot(p) / area);
                if !(0.0..1.0).contains(&u) || !(0.0..1.0).contains(&v) {
                    continue;
                }
                let from = UVec2::new(left + (u * wide as f32) as u32, top + (v * tall as f32) as u32);
                if let Some(color) = picture.get(from.as_ivec2()) {
                    self.put(IVec2::new(px, py), [0, 1, 2, 3].map(|i| color[i] * tint[i]), blend);
                }
            }
        }
    }
}

/// Draws a view of a level with its upper left corner at `corner`, on black. All layers are where they were painted.
pub fn draw(level: &Level, files: &dyn Files, corner: Vec2, size: UVec2) -> Canvas {
    let pictures: Vec<Canvas> = level
        .pictures
        .iter()
        .map(|picture| {
            let mut canvas = Canvas::from_png(&picture.read(files).expect("the picture is there"));
            if let Some(key) = picture.transparent.map(|c| c.map(|v| f32::from(v) / 255.0)) {
                canvas.pixels.iter_mut().filter(|p| p[..3] == key).for_each(|p| p[3] = 0.0);
            }
            canvas
        })
        .collect();
    let mut canvas = Canvas { size, pixels: vec![[0.0; 4]; (size.x * size.y) as usize] };
    level.layers.iter().for_each(|layer| draw_layer(&mut canvas, level, &pictures, layer, layer.offset - corner));
    canvas
}

fn draw_layer(canvas: &mut Canvas, level: &Level, pictures: &[Canvas], layer: &Layer, shift: Vec2) {
    let mut tint = layer.tint.map(|v| f32::from(v) / 255.0);
    tint[3] *= layer.opacity;
    match &layer.content {
        LayerContent::Tiles { origin, size, cells, .. } => {
            for (i, cell) in cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let (column, row) = (i as u32 % size.x, i as u32 / size.x);
                let at = (*origin + UVec2::new(column, row).as_ivec2()).as_vec2() * level.tile_size.as_vec2() + shift;
                let tile = &level.tiles[cell.tile() as usize];
                let corners = tile.corners(cell.turn(), level.tile_size).map(|p| p + at);
                canvas.quad(
                    &pictures[tile.picture.expect("all tiles have one")],
                    tile.rect,
                    corners,
                    tint,
                    layer.blend,
                );
            }
        }
        LayerContent::Image { picture, repeat_x, repeat_y, scale } => {
            let picture = &pictures[*picture];
            let size = picture.size.as_vec2() * *scale;
            let copies = |repeat: bool, shift: f32, size: f32, view: u32| {
                if repeat { (-shift / size).floor() as i32..((view as f32 - shift) / size).ceil() as i32 } else { 0..1 }
            };
            for y in copies(*repeat_y, shift.y, size.y, canvas.size.y) {
                for x in copies(*repeat_x, shift.x, size.x, canvas.size.x) {
                    let at = shift + IVec2::new(x, y).as_vec2() * size;
                    let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(|c| at + c * size);
                    canvas.quad(picture, [0, 0, picture.size.x, picture.size.y], corners, tint, layer.blend);
                }
            }
        }
        LayerContent::Objects(list) => {
            for Decoration { corners, opacity, figure } in list {
                let Figure::Tile(tile) = figure else { continue };
                let tile = &level.tiles[*tile as usize];
                let tint = [tint[0], tint[1], tint[2], tint[3] * opacity];
                canvas.quad(
                    &pictures[tile.picture.expect("all tiles have one")],
                    tile.rect,
                    corners.map(|p| p + shift),
                    tint,
                    layer.blend,
                );
            }
        }
    }
}

/// The fraction of pixels that differ by more than `most` in some channel.
pub fn differing(a: &Canvas, b: &Canvas, most: f32) -> f64 {
    assert_eq!(a.size, b.size);
    let differs = |(a, b): (&Color, &Color)| a.iter().zip(b).take(3).any(|(a, b)| (a - b).abs() > most);
    let count = a.pixels.iter().zip(&b.pixels).filter(|pair| differs(*pair)).count();
    count as f64 / a.pixels.len() as f64
}
