//! Plain cloth for levels without layers, such as the scenes of the laboratory: every solid piece in one colour.

use glam::Vec2;
use seamwalker::collide::{Piece, Plane};
use seamwalker::level::Level;

use super::canvas::Canvas;
use super::chunked::Chunked;
use super::palette;
use super::view::Window;

/// The cloth of a whole level.
#[derive(Default)]
pub struct Plain {
    cloth: Chunked,
}

impl Plain {
    /// Cuts the cloth for a level that has no layers; for any other there is none. `white` is where the texture is white.
    pub fn new(level: &Level, white: Vec2) -> Self {
        let mut plain = Self::default();
        if level.layers.is_empty() {
            for piece in level.terrain.pieces() {
                let color = if piece.one_way.is_some() { palette::MUSTARD } else { palette::DENIM_LIGHT };
                plain.cloth.add(&polygon(piece), white, color.into());
            }
        }
        plain
    }

    /// Draws what is in the window.
    pub fn draw(&self, canvas: &mut Canvas, window: &Window) {
        self.cloth.draw(canvas, window);
    }
}

/// The corners of a piece: its box, cut by its slanted faces.
fn polygon(piece: &Piece) -> Vec<Vec2> {
    let (min, max) = (piece.aabb.min(), piece.aabb.max());
    let corners = vec![min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    piece.planes.iter().fold(corners, |corners, plane| cut(&corners, plane, piece.aabb.center))
}

/// What of a convex polygon lies behind a face (Sutherland and Hodgman 1974).
fn cut(corners: &[Vec2], plane: &Plane, middle: Vec2) -> Vec<Vec2> {
    let beyond = |p: Vec2| plane.normal.dot(p - middle) - plane.offset;
    let mut left = Vec::new();
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (from, to) = (beyond(a), beyond(b));
        if from <= 0.0 {
            left.push(a);
        }
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            left.push(a.lerp(b, from / (from - to)));
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_is_a_triangle() {
        let corners = [Vec2::new(0.0, 16.0), Vec2::new(16.0, 0.0), Vec2::new(16.0, 16.0)];
        let mut cut = polygon(&Piece::convex(&corners).unwrap());
        cut.dedup_by(|a, b| a.distance(*b) < 1e-3);
        let area = (0..cut.len()).map(|i| cut[i].perp_dot(cut[(i + 1) % cut.len()])).sum::<f32>() * 0.5;
        assert!((area - 128.0).abs() < 0.01, "{cut:?}");
    }
}
