//! Edges linked into chains, as the collision crate wants them.

use glam::Vec2;

use crate::geometry::Point;
use crate::ground::patches::Patch;
use seamwalker_collide::{Direction, Edge, EdgeId, Side};

/// Edges in chains, in the order of the terrain.
#[derive(Default)]
pub struct ChainedEdges {
    pub list: Vec<Edge>,
    pub chains: u32,
}

impl ChainedEdges {
    /// Adds one chain of patches. It is closed if it is an outer outline.
    pub fn add(&mut self, patches: impl Iterator<Item = Patch>, side: Side) {
        let first = index(self.list.len());
        for (at, patch) in (first..).zip(patches) {
            self.list.push(Edge {
                chain: self.chains,
                prev: if at > first { EdgeId::new(at - 1) } else { None },
                next: EdgeId::new(at + 1),
                ..patch.edge(side)
            });
        }
        let (own, closed) = (&mut self.list[first as usize..], side == Side::Outer);
        let last = first + index(own.len()).saturating_sub(1);
        if let Some(edge) = own.first_mut() {
            edge.prev = EdgeId::new(last).filter(|_| closed);
        }
        if let Some(edge) = own.last_mut() {
            edge.next = EdgeId::new(first).filter(|_| closed);
        }
        self.chains += 1;
    }
}

impl Patch {
    /// The edge, without neighbours.
    pub fn edge(&self, side: Side) -> Edge {
        let normal = normal(self.direction);
        let (a, b) = (self.a.to_pixels(), self.b.to_pixels());
        let visible = !self.material.invisible.contains(Direction::of(normal));
        Edge { normal, visible, tag: self.material.tag(), ..Edge::new(a, b, side) }
    }
}

/// Counts fit 32 bits because of the limits.
pub fn index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The unit vector to the left of a direction: outwards, if the solid is on the right. Exact along the axes.
fn normal(direction: Point) -> Vec2 {
    match (direction.x.signum(), direction.y.signum()) {
        (1, 0) => Vec2::NEG_Y,
        (-1, 0) => Vec2::Y,
        (0, 1) => Vec2::X,
        (0, -1) => Vec2::NEG_X,
        _ => {
            let (x, y) = (f64::from(direction.x), f64::from(direction.y));
            let length = libm::sqrt(x * x + y * y).max(1.0);
            Vec2::new((y / length) as f32, (-x / length) as f32)
        }
    }
}
