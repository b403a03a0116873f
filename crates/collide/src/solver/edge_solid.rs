//! The solid behind an edge, for the box solver of crowds: so crowds work on terrain of edges alone.
//!
//! An edge only says where the ground begins. It counts as the solid behind it for a box that was in front of it when the step
//! began, however far the box has been shoved since. For any other box it counts while the box is across the line: one that starts
//! inside is pushed out, and one that stands behind, in the next room, is left alone.

use glam::Vec2;

use crate::edge::{Direction, Side};
use crate::piece::{Plane, Solid};
use crate::separation::Hexagon;
use crate::shape::Aabb;
use crate::tolerance::{BOX_SLACK, ONE_WAY_SLACK};

/// How far the solid reaches behind its edge, in pixels. Larger values cost precision: at 256 px, a side is rounded by 0.00002.
/// Smaller ones let members be shoved through.
const DEPTH: f32 = 256.0;

/// An edge as a convex solid: a column behind it, or the line itself.
pub(super) struct EdgeSolid {
    aabb: Aabb,
    planes: [Plane; 2],
    /// How many of the planes count: a level or upright edge has none.
    count: usize,
    one_way: Option<Direction>,
}

impl EdgeSolid {
    /// The edge as it counts for a box that is now `at` and was at `start` when the step began; `None` when it does not count.
    pub fn seen(edge: &Hexagon, side: Side, start: &Aabb, at: &Aabb) -> Option<Self> {
        let outward = edge.outward();
        let column = Self::behind(edge, outward);
        // `Boxes::each_in` judges whether a one-way solid is open.
        if side == Side::OneWay {
            return Some(Self { one_way: Some(Direction::of(outward)), ..column });
        }
        let came_from = |outward: Vec2, column: &Self| {
            column.solid().exit(start, Direction::of(outward).normal()).0 <= ONE_WAY_SLACK
        };
        if came_from(outward, &column) {
            return Some(column);
        }
        let line = Self::line(edge, outward);
        if side == Side::Both {
            let other = Self::behind(edge, -outward);
            return Some(if came_from(-outward, &other) { other } else { line });
        }
        (line.solid().depth(at) > BOX_SLACK).then_some(column)
    }

    /// As the box solver reads it.
    pub fn solid(&self) -> Solid<'_> {
        Solid { aabb: self.aabb, planes: &self.planes[..self.count], one_way: self.one_way }
    }

    /// The column behind an edge with this outward normal: below a floor or a gentle slope, beside a wall or a steep one.
    fn behind(edge: &Hexagon, outward: Vec2) -> Self {
        let half_depth = Direction::of(outward).normal() * (-0.5 * DEPTH);
        let aabb = Aabb::new(edge.middle + half_depth, edge.extent + half_depth.abs());
        let face = Plane { normal: outward, offset: -outward.dot(half_depth) };
        Self { aabb, planes: [face; 2], count: usize::from(is_slanted(edge)), one_way: None }
    }

    /// The line itself, without thickness.
    fn line(edge: &Hexagon, outward: Vec2) -> Self {
        let planes = [outward, -outward].map(|normal| Plane { normal, offset: 0.0 });
        let count = if is_slanted(edge) { planes.len() } else { 0 };
        Self { aabb: Aabb::new(edge.middle, edge.extent), planes, count, one_way: None }
    }
}

fn is_slanted(edge: &Hexagon) -> bool {
    edge.extent.x > 0.0 && edge.extent.y > 0.0
}
