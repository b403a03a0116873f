//! What is probably wrong with a terrain that was made by hand.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use glam::Vec2;

use crate::builder::contains;
use crate::edge::{Edge, Side};
use crate::layers::Layers;
use crate::query::QueryFilter;
use crate::space::Space;
use crate::terrain::Terrain;

/// How far from an edge its two sides are looked at, in pixels. Larger values look beyond what is thinner.
const BESIDE: f32 = 0.01;

/// Edges whose normals have a smaller part along y than this are walls, which do not tell on which side of them ground is.
const LEVEL: f32 = 0.1;

/// Something about a terrain that is probably a mistake. It says where, and what to do.
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
    /// An outline has its solid outside: most edges of its chain have no ground behind them, and no other chain lies in it, as in a
    /// room.
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
        let space = Space::new(self.clone());
        let mut chains = chains(edges, &borders().map(|(i, _)| i).collect::<Vec<u32>>(), &starts);
        chains.sort_unstable();
        let ring = |chain: &Vec<u32>| chain.iter().map(|i| edges[*i as usize].segment.a).collect();
        let rings: Vec<Vec<Vec2>> = chains.iter().map(ring).collect();
        for (chain, ring) in chains.iter().zip(&rings) {
            let own = || chain.iter().map(|i| &edges[*i as usize]);
            let is_room = || rings.iter().any(|other| other != ring && contains(ring, other));
            // Other ground may lie behind some of them.
            let level = || own().filter(|edge| edge.normal.y.abs() >= LEVEL);
            let most_are_bare = level().filter(|edge| has_ground(&space, edge)).count() * 2 < level().count();
            if most_are_bare && !is_room() {
                found.push(Lint::Reversed { edge: chain[0], at: middle(&edges[chain[0] as usize]) });
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

/// Whether the ground is behind an edge.
fn has_ground(space: &Space, edge: &Edge) -> bool {
    let filter = QueryFilter { bodies: Layers::NONE, ..QueryFilter::default() };
    space.is_solid(middle(edge) - edge.normal * BESIDE, &filter)
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
