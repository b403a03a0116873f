//! What is probably wrong with a terrain that was made by hand.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use glam::Vec2;

use crate::builder::contains;
use crate::edge::{Edge, EdgeId, Side};
use crate::shape::Aabb;
use crate::terrain::Terrain;
use crate::tiles::link;

/// Something about a terrain that is probably a mistake. It says where, and what to do: print it.
///
/// ```
/// use seamwalker_collide::{Edge, Lint, Side, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// // Drawn from right to left: its solid is above, and a hero hangs in it.
/// let floor = Edge::new(Vec2::new(64.0, 100.0), Vec2::new(0.0, 100.0), Side::Outer);
/// let terrain = Terrain::new(vec![floor], Vec::new());
/// assert_eq!(terrain.lint()[0], Lint::Reversed { edge: 0, at: Vec2::new(32.0, 100.0) });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Lint {
    /// An outline has its solid outside, is no hole in other ground, and has nothing in it, as a room has. Or a line that is not closed,
    /// or a one-way surface, faces down (+y) and has no floor below it, as a ceiling has.
    Reversed {
        /// The first edge of the chain, by its index.
        edge: u32,
        /// Its middle.
        at: Vec2,
    },
    /// An outline is not closed: an edge that is the border of a solid ends where no other begins. A floor may be drawn so, as a line
    /// from one side of the level to the other, but a mover that gets to its end gets behind it.
    Open {
        /// The edge, by its index.
        edge: u32,
        /// Its end.
        at: Vec2,
    },
    /// Two edges are the same line. A seam between two solids is one: [`TerrainBuilder::tiles`](crate::TerrainBuilder::tiles) leaves it
    /// out.
    Double {
        /// The two edges, by their indices.
        edges: [u32; 2],
        /// Their middle.
        at: Vec2,
    },
}

impl fmt::Display for Lint {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Reversed { edge, at } => write!(
                to,
                "edge {edge} at {at}: its solid is on the wrong side, so movers hang in it or are pushed out below; swap its ends \
                 and those of its chain, so that the solid is on the right-hand side"
            ),
            Self::Open { edge, at } => {
                write!(
                    to,
                    "edge {edge} ends at {at}, where no other edge begins, so movers get behind it: close the outline there"
                )
            }
            Self::Double { edges: [a, b], at } => write!(
                to,
                "edges {a} and {b} are the same line, at {at}: remove both if they are the seam between two solids, and one if not"
            ),
        }
    }
}

impl Terrain {
    /// Probable mistakes in its edges: outlines with the solid on the wrong side, outlines that are not closed, and lines that are there
    /// twice. Ask it when ground is drawn by hand, or made by a tool; it takes about as long as building the terrain.
    #[must_use]
    pub fn lint(&self) -> Vec<Lint> {
        let all = self.edges();
        let present = || (0..).zip(all).filter(|(_, edge)| !edge.is_vacant());
        let (mut lines, mut found, mut chains, mut open) = (BTreeMap::new(), Vec::new(), Vec::new(), Vec::new());
        for side in [Side::Outer, Side::OneWay] {
            let (ids, mut edges): (Vec<u32>, Vec<Edge>) = present().filter(|(_, edge)| edge.side == side).unzip();
            link(&mut edges);
            let id = |i: usize| ids[i];
            chains
                .extend(self::chains(&edges).into_iter().map(|chain| chain.into_iter().map(id).collect::<Vec<u32>>()));
            let ends = ids.iter().zip(&edges).filter(|(_, edge)| side == Side::Outer && edge.next.is_none());
            open.extend(ends.map(|(edge, own)| Lint::Open { edge: *edge, at: own.segment.b }));
        }
        chains.sort_unstable();
        let own = |chain: &[u32]| chain.iter().map(|i| all[*i as usize]).collect::<Vec<Edge>>();
        let is_ring = |chain: &[Edge]| key(chain[0].segment.a) == key(chain[chain.len() - 1].segment.b);
        let ring = |chain: &Vec<Edge>| chain.iter().map(|edge| edge.segment.a).collect::<Vec<Vec2>>();
        let own: Vec<Vec<Edge>> = chains.iter().map(|chain| own(chain)).collect();
        let rings: Vec<Vec<Vec2>> = own.iter().filter(|chain| is_ring(chain)).map(ring).collect();
        for (chain, own) in chains.iter().zip(&own) {
            let is_reversed = if is_ring(own) {
                let ring = ring(own);
                let others = || rings.iter().filter(|other| **other != ring);
                let around: f32 = others().filter(|other| contains(other, &ring)).map(|other| turn(other)).sum();
                turn(&ring) < 0.0 && around <= 0.0 && !others().any(|other| contains(&ring, other))
            } else {
                let down: f32 = own.iter().map(|edge| edge.normal.y * edge.segment.a.distance(edge.segment.b)).sum();
                let around =
                    Aabb::around(own.iter().flat_map(|edge| [edge.segment.a, edge.segment.b])).unwrap_or_default();
                let is_floor = |edge: &Edge| {
                    let apart = (middle(edge) - around.center).abs().x - around.half.x - edge.segment.aabb().half.x;
                    edge.normal.y < 0.0 && middle(edge).y > around.center.y && apart < 0.0
                };
                down > 0.0 && !present().any(|(_, edge)| is_floor(edge))
            };
            if is_reversed {
                found.push(Lint::Reversed { edge: chain[0], at: middle(&own[0]) });
            }
        }
        found.append(&mut open);
        for (i, edge) in present() {
            let [a, b] = [edge.segment.a, edge.segment.b].map(key);
            if let Some(first) = lines.insert((a.min(b), a.max(b)), i) {
                found.push(Lint::Double { edges: [first, i], at: middle(edge) });
            }
        }
        found
    }
}

/// A point that can be looked up. Both zeros are the same.
fn key(point: Vec2) -> (u32, u32) {
    let point = point + Vec2::ZERO;
    (point.x.to_bits(), point.y.to_bits())
}

fn middle(edge: &Edge) -> Vec2 {
    (edge.segment.a + edge.segment.b) * 0.5
}

/// 1 for a ring that goes clockwise on the screen, around a solid; -1 for another.
fn turn(ring: &[Vec2]) -> f32 {
    (0..ring.len()).map(|i| ring[i].perp_dot(ring[(i + 1) % ring.len()])).sum::<f32>().signum()
}

/// Edges that follow each other, each list from the first one that has none before it, or from the one with the lowest index.
fn chains(edges: &[Edge]) -> Vec<Vec<usize>> {
    let (mut is_taken, mut chains) = (vec![false; edges.len()], Vec::new());
    let begins = |i: &usize| edges[*i].prev.is_none();
    for first in (0..edges.len()).filter(begins).chain(0..edges.len()) {
        let (mut chain, mut next) = (Vec::new(), Some(first));
        while let Some(i) = next.filter(|i| !core::mem::replace(&mut is_taken[*i], true)) {
            chain.push(i);
            next = edges[i].next.map(EdgeId::index);
        }
        if !chain.is_empty() {
            chains.push(chain);
        }
    }
    chains
}
