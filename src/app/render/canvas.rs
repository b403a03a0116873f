//! Collects triangles and hands them to the window library in few, large draw calls. Everything is in pixels of the view.

use std::collections::HashMap;

use glam::{Vec2, Vec3, Vec4};
use macroquad::color::Color;
use macroquad::material::{Material, gl_use_default_material, gl_use_material};
use macroquad::miniquad::TextureId;
use macroquad::models::{Mesh, Vertex, draw_mesh};
use macroquad::window::get_internal_gl;

use seamwalker_level::Blend;

use super::atlas::{AtlasPage, Region};
use super::palette;
use super::shaders::material;
use super::stitch::{self, Stitch};
use super::view::ScreenFormat;

/// Vertices per draw call. The window library gets the same number.
pub const MAX_VERTICES: usize = 10_000;
/// Indices per draw call: enough for quads that fill all the vertices.
pub const MAX_INDICES: usize = 15_000;

/// How opaque the shadows of things are, and how far they are from the things, in pixels.
const DROP_SHADOW_ALPHA: f32 = 0.24;
const DROP_SHADOW_OFFSET: Vec2 = Vec2::new(2.0, 3.0);
/// How opaque each layer of a soft shadow is.
const CAST_ALPHA: f32 = 0.08;

/// The corners of a picture: upper left, upper right, lower right, lower left.
const UNIT_SQUARE: [Vec2; 4] = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];

/// A corner of a triangle that was computed once and is drawn in every frame.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Pixels, in the space of the mesh.
    pub at: Vec2,
    /// Texture coordinate, 0 to 1.
    pub uv: Vec2,
    /// Multiplied with the texture.
    pub color: [u8; 4],
}

/// Triangles that were computed once. At most [`MAX_VERTICES`] / 2 points, so that two always share a draw call.
#[derive(Clone, Debug, Default)]
pub struct MeshPart {
    /// The corners.
    pub points: Vec<Point>,
    /// Three per triangle.
    pub indices: Vec<u16>,
}

impl MeshPart {
    /// Adds a convex polygon as a fan around its first corner.
    pub fn fan(&mut self, corners: impl IntoIterator<Item = Point>) {
        let first = self.points.len() as u16;
        self.points.extend(corners);
        let last = self.points.len() as u16;
        for i in first + 1..last.saturating_sub(1).max(first + 1) {
            self.indices.extend([first, i, i + 1]);
        }
    }

    /// The last of some parts, or a new one if another polygon of up to 64 corners may not fit.
    pub fn with_room(parts: &mut Vec<Self>) -> &mut Self {
        let is_full =
            |part: &Self| part.points.len() + 64 > MAX_VERTICES / 2 || part.indices.len() + 192 > MAX_INDICES / 2;
        if parts.last().is_none_or(is_full) {
            parts.push(Self::default());
        }
        parts.last_mut().expect("it was just added")
    }
}

/// How a picture is put on the canvas.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Mirrored left to right about the pivot.
    pub flip: bool,
    /// Stretched about the pivot.
    pub scale: Vec2,
    /// Turned about the pivot, in radians, clockwise on screen.
    pub turn: f32,
    /// Leans to the right by this many pixels for every pixel above the pivot.
    pub lean: f32,
    /// Multiplied with the picture.
    pub color: Color,
}

impl Default for Style {
    fn default() -> Self {
        Self { flip: false, scale: Vec2::ONE, turn: 0.0, lean: 0.0, color: palette::PLAIN }
    }
}

/// Eight offsets around the origin, the diagonal ones a little nearer.
const fn ring(by: f32) -> [Vec2; 8] {
    let slant = if by > 1.0 { by - 0.5 } else { by };
    let (x, y) = (Vec2::new(by, 0.0), Vec2::new(0.0, by));
    let (p, q) = (Vec2::new(slant, slant), Vec2::new(slant, -slant));
    let (nx, ny) = (Vec2::new(-by, 0.0), Vec2::new(0.0, -by));
    [x, y, nx, ny, p, q, Vec2::new(-slant, slant), Vec2::new(-slant, -slant)]
}

/// An outline or a shadow that is drawn instead of the pictures themselves.
#[derive(Clone, Copy, Debug)]
pub struct Halo {
    color: Color,
    /// The offsets at which it is drawn.
    ring: &'static [Vec2],
}

impl Halo {
    /// Ink, one pixel wide.
    pub const INK: Self = Self { color: palette::INK, ring: &ring(1.0) };
    /// Cream, two pixels wide.
    pub const CREAM: Self = Self { color: palette::CREAM, ring: &ring(2.0) };
    /// Shadows on the cloth behind, at the lower right.
    pub const SHADOW: Self =
        Self { color: Color { a: DROP_SHADOW_ALPHA, ..palette::INK }, ring: &[DROP_SHADOW_OFFSET] };
    /// The longer, soft shadow of a thing on a backdrop.
    pub const CAST: Self = Self {
        color: Color { a: CAST_ALPHA, ..palette::INK },
        ring: &[Vec2::new(3.0, 4.0), Vec2::new(5.0, 7.0), Vec2::new(7.0, 10.0)],
    };
}

/// The canvas. Nothing reaches the screen before [`Canvas::flush`].
pub struct Canvas {
    mesh: Mesh,
    texture: Option<TextureId>,
    white: Vec2,
    texel: Vec2,
    blend: Blend,
    /// The shaders of the blend modes, compiled when first needed.
    materials: HashMap<Blend, Option<Material>>,
    halo: Option<Halo>,
    /// What screens are laid out by: its size, and that of letters and targets.
    pub format: ScreenFormat,
    /// Added to every point; whole pixels keep everything crisp.
    pub offset: Vec2,
    /// Factor of every point, before the offset.
    pub zoom: f32,
    /// Factor of everything, after the offset: small levels are enlarged.
    pub scale: f32,
    /// Opacity of everything that is not precomputed, 0 to 1.
    pub alpha: f32,
    /// What can be clicked in the picture that is being drawn: corners and sizes, in pixels of the view. For tests.
    pub targets: Vec<(Vec2, Vec2)>,
    /// Draw calls since the last [`Canvas::take_calls`].
    calls: u32,
}

impl Canvas {
    /// An empty canvas.
    pub fn new() -> Self {
        Self {
            mesh: Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None },
            texture: None,
            white: Vec2::ZERO,
            texel: Vec2::ONE,
            blend: Blend::Normal,
            materials: HashMap::new(),
            halo: None,
            format: ScreenFormat::default(),
            offset: Vec2::ZERO,
            zoom: 1.0,
            scale: 1.0,
            alpha: 1.0,
            targets: Vec::new(),
            calls: 0,
        }
    }

    /// Draws from this texture from now on.
    pub fn page(&mut self, page: &AtlasPage) {
        if self.halo.is_some() {
            return;
        }
        let id = page.texture.raw_miniquad_id();
        if self.texture != Some(id) {
            self.flush();
            self.texture = Some(id);
            self.mesh.texture = Some(page.texture.weak_clone());
        }
        self.white = page.white;
        self.texel = Vec2::ONE / page.size;
    }

    /// Draws only outlines from now on, from a page of white shapes; with `None`, draws normally again.
    pub fn halo(&mut self, halo: Option<(Halo, &AtlasPage)>) {
        self.halo = None;
        if let Some((halo, shapes)) = halo {
            self.page(shapes);
            self.halo = Some(halo);
        }
    }

    /// Sets the blend mode.
    pub fn blend(&mut self, blend: Blend) {
        if self.blend != blend {
            self.flush();
            self.blend = blend;
            match self.materials.entry(blend).or_insert_with(|| material(blend)) {
                Some(material) => gl_use_material(material),
                None => gl_use_default_material(),
            }
        }
    }

    /// Draws only inside of this rectangle (corner and size) from now on, or everywhere again. `density` is the number of pixels of the
    /// picture per pixel of the view.
    #[allow(unsafe_code, reason = "the window library has no other way to its scissor rectangle")]
    pub fn clip(&mut self, area: Option<(Vec2, Vec2)>, density: u32) {
        self.flush();
        let pixel = |at: Vec2| (at * density.max(1) as f32).round().as_ivec2();
        let area = area.map(|(at, size)| (pixel(at), pixel(at + size) - pixel(at)));
        // SAFETY: the reference is dropped at once, so that there is never a second one, and drawing has begun: there is a window.
        unsafe { get_internal_gl() }.quad_gl.scissor(area.map(|(at, size)| (at.x, at.y, size.x, size.y)));
    }

    /// Submits the collected triangles.
    pub fn flush(&mut self) {
        if !self.mesh.indices.is_empty() {
            draw_mesh(&self.mesh);
            self.calls += 1;
        }
        self.mesh.vertices.clear();
        self.mesh.indices.clear();
    }

    /// Returns the number of draw calls since the last call, and resets it.
    pub fn take_calls(&mut self) -> u32 {
        std::mem::take(&mut self.calls)
    }

    /// Draws a precomputed part, moved by the canvas' offset.
    pub fn part(&mut self, part: &MeshPart) {
        let Some(first) = self.reserve(part.points.len(), part.indices.len()) else { return };
        let (zoom, offset, scale) = (self.zoom, self.offset, self.scale);
        self.mesh.vertices.extend(part.points.iter().map(|p| vertex((p.at * zoom + offset) * scale, p.uv, p.color)));
        self.mesh.indices.extend(part.indices.iter().map(|i| i + first));
    }

    /// A filled convex polygon in one colour.
    pub fn polygon(&mut self, corners: &[Vec2], color: Color) {
        let uv = self.white;
        self.fan(&corners.iter().map(|&at| (at, uv)), corners.len(), color);
    }

    /// A filled convex quadrangle with a colour at each corner, which run into each other.
    pub fn blended(&mut self, corners: [Vec2; 4], colors: [[u8; 4]; 4]) {
        let Some(first) = self.reserve(4, 6) else { return };
        let (uv, offset, scale) = (self.white, self.offset, self.scale);
        let points = corners.into_iter().zip(colors);
        self.mesh.vertices.extend(points.map(|(at, color)| vertex((at + offset) * scale, uv, color)));
        self.mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: f32, y: f32, w: f32, h: f32, color: Color) {
        let corners = [Vec2::new(x, y), Vec2::new(x + w, y), Vec2::new(x + w, y + h), Vec2::new(x, y + h)];
        self.polygon(&corners, color);
    }

    /// A straight line with square ends.
    pub fn line(&mut self, a: Vec2, b: Vec2, width: f32, color: Color) {
        let across = (b - a).normalize_or_zero().perp() * (width * 0.5);
        self.polygon(&[a - across, b - across, b + across, a + across], color);
    }

    /// The same with its long sides blended over `soft` pixels, which should be one pixel of the picture or window.
    pub fn smooth_line(&mut self, a: Vec2, b: Vec2, width: f32, soft: f32, color: Color) {
        let along = (b - a).normalize_or_zero();
        let (across, solid) = (along.perp(), (width - soft).max(0.0) * 0.5);
        let color = palette::own(palette::faded(color, self.alpha));
        let (full, clear): ([u8; 4], [u8; 4]) = (color.into(), palette::faded(color, 0.0).into());
        let Some(first) = self.reserve(8, 18) else { return };
        let rows = [(-solid - soft, clear), (-solid, full), (solid, full), (solid + soft, clear)];
        for (by, color) in rows {
            for end in [a, b] {
                self.mesh.vertices.push(vertex(end + across * by + self.offset, self.white, color));
            }
        }
        for row in [0, 2, 4].map(|row| first + row) {
            self.mesh.indices.extend([row, row + 1, row + 3, row, row + 3, row + 2]);
        }
    }

    /// The outline of a polygon.
    pub fn outline(&mut self, corners: &[Vec2], width: f32, color: Color) {
        for (i, corner) in corners.iter().enumerate() {
            self.line(*corner, corners[(i + 1) % corners.len()], width, color);
        }
    }

    /// A piece of the page in its own size, its left top corner at `at`.
    pub fn image(&mut self, region: Region, at: Vec2, color: Color) {
        self.stretched(region, at, region.size, color);
    }

    /// A piece of the page, stretched over a rectangle.
    pub fn stretched(&mut self, region: Region, at: Vec2, size: Vec2, color: Color) {
        self.quad(region, UNIT_SQUARE.map(|corner| at + corner * size), color);
    }

    /// Fills a rectangle (corner and size) with copies of a piece of the page, one of which begins at `origin`. Those at the borders
    /// are cut, so that nothing is stretched.
    pub fn tiled(&mut self, region: Region, origin: Vec2, (at, size): (Vec2, Vec2), color: Color) {
        let step = region.size;
        if step.min_element() < 1.0 {
            return;
        }
        let cell = |place: Vec2| (place - origin) / step;
        let (first, last) = (cell(at).floor().as_ivec2(), cell(at + size).ceil().as_ivec2());
        for (x, y) in (first.y..last.y).flat_map(|y| (first.x..last.x).map(move |x| (x, y))) {
            let tile = origin + Vec2::new(x as f32, y as f32) * step;
            let (from, to) = (tile.max(at), (tile + step).min(at + size));
            let ([x, y], [width, height]) = ((from - tile).to_array(), (to - from).to_array());
            self.image(region.part(x, y, width, height), from, color);
        }
    }

    /// A stitch along a path.
    pub fn stitches(&mut self, stitch: Stitch, path: &[Vec2], closed: bool, color: Color) {
        for dash in stitch.along(path, closed) {
            self.strip(&dash, stitch.width, color);
        }
    }

    /// A strip of this width along a path.
    pub fn strip(&mut self, path: &[Vec2], width: f32, color: Color) {
        for quad in stitch::strip(path, width) {
            self.polygon(&quad, color);
        }
    }

    /// A rectangle with an ink border of one pixel.
    pub fn framed(&mut self, at: Vec2, size: Vec2, color: Color) {
        self.rect(at.x, at.y, size.x, size.y, palette::INK);
        self.rect(at.x + 1.0, at.y + 1.0, size.x - 2.0, size.y - 2.0, color);
    }

    /// The same without the four corner pixels, all of it enlarged by `scale`.
    pub fn framed_round(&mut self, at: Vec2, size: Vec2, scale: f32, color: Color) {
        self.rect(at.x + scale, at.y, size.x - 2.0 * scale, size.y, palette::INK);
        self.rect(at.x, at.y + scale, size.x, size.y - 2.0 * scale, palette::INK);
        self.rect(at.x + scale, at.y + scale, size.x - 2.0 * scale, size.y - 2.0 * scale, color);
    }

    /// A piece of the page with its corners (upper left, upper right, lower right, lower left) at these places.
    pub fn quad(&mut self, region: Region, corners: [Vec2; 4], color: Color) {
        let texel = self.texel;
        let uv = UNIT_SQUARE.map(|corner| (region.at + corner * region.size) * texel);
        self.fan(&corners.into_iter().zip(uv), 4, color);
    }

    /// A piece of the page with its pivot (in its own pixels) at `at`, transformed by the style.
    pub fn sprite(&mut self, region: Region, pivot: Vec2, at: Vec2, style: Style) {
        let (sin, cos) = style.turn.sin_cos();
        let mirror = if style.flip { -1.0 } else { 1.0 };
        let place = |corner: Vec2| {
            let p = (corner * region.size - pivot) * style.scale * Vec2::new(mirror, 1.0);
            let p = Vec2::new(p.x - p.y * style.lean, p.y);
            at + Vec2::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos)
        };
        self.quad(region, UNIT_SQUARE.map(place), style.color);
    }

    fn fan(&mut self, corners: &(impl Iterator<Item = (Vec2, Vec2)> + Clone), count: usize, color: Color) {
        if count < 3 {
            return;
        }
        let halo = self.halo;
        let (places, color) = match &halo {
            None => (&[Vec2::ZERO][..], color),
            Some(halo) => (halo.ring, palette::faded(halo.color, color.a)),
        };
        let color = palette::own(palette::faded(color, self.alpha)).into();
        for place in places {
            let Some(first) = self.reserve(count, (count - 2) * 3) else { return };
            let (zoom, offset, scale) = (self.zoom, self.offset + *place, self.scale);
            self.mesh.vertices.extend(corners.clone().map(|(at, uv)| vertex((at * zoom + offset) * scale, uv, color)));
            for i in 1..count as u16 - 1 {
                self.mesh.indices.extend([first, first + i, first + i + 1]);
            }
        }
    }

    /// Makes room for a polygon and returns the index of its first vertex; `None` for one that never fits.
    fn reserve(&mut self, vertices: usize, indices: usize) -> Option<u16> {
        if vertices >= MAX_VERTICES || indices >= MAX_INDICES {
            return None;
        }
        if self.mesh.vertices.len() + vertices >= MAX_VERTICES || self.mesh.indices.len() + indices >= MAX_INDICES {
            self.flush();
        }
        Some(self.mesh.vertices.len() as u16)
    }
}

fn vertex(at: Vec2, uv: Vec2, color: [u8; 4]) -> Vertex {
    Vertex { position: Vec3::new(at.x, at.y, 0.0), uv, color, normal: Vec4::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_halo_surrounds_the_shape() {
        for (halo, by) in [(Halo::INK, 1.0), (Halo::CREAM, 2.0)] {
            let mut canvas = Canvas::new();
            canvas.halo = Some(halo);
            canvas.rect(10.0, 20.0, 5.0, 6.0, palette::RED);
            let xs = || canvas.mesh.vertices.iter().map(|vertex| vertex.position.x);
            let (min, max) = (xs().fold(f32::MAX, f32::min), xs().fold(f32::MIN, f32::max));
            assert_eq!((min, max), (10.0 - by, 15.0 + by), "{halo:?}");
            let ink: [u8; 4] = halo.color.into();
            assert!(canvas.mesh.vertices.iter().all(|vertex| vertex.color == ink), "{halo:?}: the wrong colour");
        }
    }
}
