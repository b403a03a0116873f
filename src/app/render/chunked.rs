//! Triangles that never change, filed by place, so that only what is in view is drawn.

use std::collections::HashMap;

use glam::{IVec2, Vec2};

use super::canvas::{Canvas, MeshPart, Point};
use super::view::Viewport;

/// The side of a file, in pixels.
const SIDE: f32 = 256.0;

/// Static triangles by place.
#[derive(Default)]
pub struct Chunked {
    cells: HashMap<IVec2, Vec<MeshPart>>,
    /// How far a polygon reaches beyond the file that its middle lies in.
    reach: f32,
}

impl Chunked {
    /// Files a convex polygon in one colour; `white` is where the texture is white.
    pub fn add(&mut self, corners: &[Vec2], white: Vec2, color: [u8; 4]) {
        if corners.len() < 3 {
            return;
        }
        let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
        let reach = corners.iter().map(|c| c.distance(middle)).fold(0.0, f32::max);
        self.reach = self.reach.max(reach);
        let parts = self.cells.entry((middle / SIDE).floor().as_ivec2()).or_default();
        if parts.last().is_none_or(MeshPart::is_full) {
            parts.push(MeshPart::default());
        }
        if let Some(part) = parts.last_mut() {
            part.fan(corners.iter().map(|&at| Point { at, uv: white, color }));
        }
    }

    /// Draws what is in the viewport.
    pub fn draw(&self, canvas: &mut Canvas, viewport: &Viewport) {
        let from = ((viewport.corner - self.reach) / SIDE).floor().as_ivec2();
        let to = ((viewport.corner + viewport.size + self.reach) / SIDE).floor().as_ivec2();
        for y in from.y..=to.y {
            for x in from.x..=to.x {
                for part in self.cells.get(&IVec2::new(x, y)).into_iter().flatten() {
                    canvas.part(part);
                }
            }
        }
    }
}
