//! Static triangles in a grid, so that only those in view are drawn.

use std::collections::HashMap;

use glam::{IVec2, Vec2};
use macroquad::color::Color;

use super::canvas::{Canvas, MeshPart, Point};
use super::view::Viewport;

/// The side of a cell, in pixels.
const GRID_CELL: f32 = 256.0;

/// Static triangles by cell.
#[derive(Default)]
pub struct Chunked {
    cells: HashMap<IVec2, Vec<MeshPart>>,
    /// How far a polygon may reach beyond its middle.
    reach: f32,
    /// Where the texture is white.
    white: Vec2,
}

impl Chunked {
    /// An empty grid; `white` is where the texture is white.
    pub fn new(white: Vec2) -> Self {
        Self { white, ..Self::default() }
    }

    /// Adds a convex polygon in one colour.
    pub fn add(&mut self, corners: &[Vec2], color: Color) {
        if corners.len() < 3 {
            return;
        }
        self.add_near(corners.iter().sum::<Vec2>() / corners.len() as f32, corners, color);
    }

    /// The same for a polygon near a place: those with the same place are drawn in the order in which they were added.
    pub fn add_near(&mut self, place: Vec2, corners: &[Vec2], color: Color) {
        let reach = corners.iter().map(|c| c.distance(place)).fold(0.0, f32::max);
        self.reach = self.reach.max(reach);
        let parts = self.cells.entry((place / GRID_CELL).floor().as_ivec2()).or_default();
        let point = |&at: &Vec2| Point { at, uv: self.white, color: super::palette::own(color).into() };
        MeshPart::with_room(parts).fan(corners.iter().map(point));
    }

    /// Draws what is in the viewport.
    pub fn draw(&self, canvas: &mut Canvas, viewport: &Viewport) {
        let from = ((viewport.corner - self.reach) / GRID_CELL).floor().as_ivec2();
        let to = ((viewport.corner + viewport.size + self.reach) / GRID_CELL).floor().as_ivec2();
        let cells = (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| IVec2::new(x, y)));
        cells.filter_map(|cell| self.cells.get(&cell)).flatten().for_each(|part| canvas.part(part));
    }
}
