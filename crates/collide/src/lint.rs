//! What is probably wrong with a terrain that was made by hand.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use glam::Vec2;

use crate::builder::contains;
use crate::edge::{Edge, Side};
use crate::shape::Aabb;
use crate::terrain::Terrain;

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
        let edges = self.edges();
        let present = || (0..).zip(edges).filter(|(_, edge)| !edge.is_vacant());
        let borders = || present().filter(|(_, edge)| edge.side == Side::Outer);
        let (mut starts, mut lines, mut found) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for (i, edge) in borders() {
            starts.entry(key(edge.segment.a)).or_insert_with(Vec::new).push(i);
        }
        let mut chains = chains(edges, &borders().map(|(i, _)| i).collect::<Vec<u32>>(), &starts);
        chains.sort_unstable();
        chains.extend(present().filter(|(_, edge)| edge.side == Side::OneWay).map(|(i, _)| vec![i]));
        let own = |chain: &[u32]| chain.iter().map(|i| edges[*i as usize]).collect::<Vec<Edge>>();
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
        let is_open = |edge: &Edge| !starts.contains_key(&key(edge.segment.b));
        found.extend(
            borders().filter(|(_, edge)| is_open(edge)).map(|(edge, own)| Lint::Open { edge, at: own.segment.b }),
        );
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
fn chains(edges: &[Edge], borders: &[u32], starts: &BTreeMap<(u32, u32), Vec<u32>>) -> Vec<Vec<u32>> {
    let ends: BTreeSet<_> = borders.iter().map(|i| key(edges[*i as usize].segment.b)).collect();
    let begins = |i: &&u32| !ends.contains(&key(edges[**i as usize].segment.a));
    let mut is_taken = vec![false; edges.len()];
    let mut chains = Vec::new();
    for &first in borders.iter().filter(begins).chain(borders) {
        let (mut chain, mut next) = (Vec::new(), Some(first));
        while let Some(i) = next.filter(|i| !is_taken[*i as usize]) {
            is_taken[i as usize] = true;
            chain.push(i);
            let after = starts.get(&key(edges[i as usize].segment.b));
            next = after.and_then(|after| after.iter().copied().find(|i| !is_taken[*i as usize]));
        }
        if !chain.is_empty() {
            chains.push(chain);
        }
    }
    chains
}
