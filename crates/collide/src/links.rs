//! Neighbours of edges by place: which edge goes on where another one ends.

use alloc::vec::Vec;
use core::cmp::Ordering;

use glam::Vec2;

use crate::edge::{Edge, EdgeId};

/// How far a way turns to the right where it goes on in another direction: grows with the angle, from -2 for a way almost
/// back on the left to 2 for the way back.
fn turn(from: Vec2, to: Vec2) -> f64 {
    let (from, to) = (from.as_dvec2(), to.as_dvec2());
    let (right, ahead) = (from.perp_dot(to), from.dot(to));
    let part = 1.0 - ahead / (right.abs() + ahead.abs()).max(f64::MIN_POSITIVE);
    if right < 0.0 { -part } else { part }
}

/// The edges of one kind that meet at a point.
#[derive(Default)]
pub(super) struct Joint {
    incoming: Vec<u32>,
    outgoing: Vec<u32>,
}

impl Joint {
    /// Adds an edge with its index if it has an end at the point.
    pub fn add(&mut self, point: Vec2, index: u32, edge: &Edge) {
        if edge.segment.b == point {
            self.incoming.push(index);
        }
        if edge.segment.a == point {
            self.outgoing.push(index);
        }
    }

    /// Links every edge that ends here with the one that starts here and turns right most sharply, which is the other border of
    /// the same solid. Solids that touch only in the point keep outlines of their own.
    pub fn link(&self, edges: &mut [Edge]) {
        let way = |index: &u32| {
            let segment = edges[*index as usize].segment;
            segment.b - segment.a
        };
        // The lowest index where two are equal.
        let sharper = |a: f64, b: f64| if b > a { Ordering::Less } else { Ordering::Greater };
        let next = |from: &u32| {
            let others = self.outgoing.iter().filter(|to| *to != from);
            others.max_by(|a, b| sharper(turn(way(from), way(a)), turn(way(from), way(b)))).copied()
        };
        let previous = |to: &u32| {
            let others = self.incoming.iter().filter(|from| *from != to);
            others.max_by(|a, b| sharper(turn(way(a), way(to)), turn(way(b), way(to)))).copied()
        };
        let is_mutual = |from: &u32, to: &u32| previous(to) == Some(*from);
        let nexts: Vec<Option<u32>> =
            self.incoming.iter().map(|from| next(from).filter(|to| is_mutual(from, to))).collect();
        self.outgoing.iter().for_each(|to| edges[*to as usize].prev = None);
        for (from, to) in self.incoming.iter().zip(nexts) {
            edges[*from as usize].next = to.and_then(EdgeId::new);
            if let Some(to) = to {
                edges[to as usize].prev = EdgeId::new(*from);
            }
        }
    }
}
