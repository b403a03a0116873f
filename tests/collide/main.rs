//! The collision library: solvers against their laws, against each other, and against vectors from elsewhere.

#[path = "../common/judge.rs"]
mod judge;
#[path = "../common/outlines.rs"]
mod outlines;
#[path = "../common/settings.rs"]
mod settings;
#[path = "../common/walk.rs"]
mod walk;

mod apply;
mod bodies;
mod box_solvers;
mod carrier;
mod controller;
mod crowd;
mod debug_lines;
mod laws;
mod long_moves;
mod many;
mod one_way;
mod pinches;
mod queries;
mod random;
mod room;
mod small_movers;
mod solver_options;
mod squeezed;
mod tiles;
mod trace;
mod triggers;
mod turning;
mod types;
mod up;
mod vectors;

use glam::Vec2;
use seamwalker_collide::{Aabb, Edge, Mover, Piece, Side, SolverKind, Space, Terrain};
use seamwalker_lab::Rng;
use seamwalker_lab::ascii::{self, Make};

/// The hitbox of the game's player.
const HALF: Vec2 = Vec2::new(6.0, 11.0);

fn mover(at: Vec2) -> Mover {
    Mover::new(Aabb::new(at, HALF))
}

/// The solvers that keep every law.
const LAWFUL: [SolverKind; 2] = [SolverKind::ThickSat, SolverKind::Disk];

/// Edges from each of these points to the next, with no neighbours, solid on the right.
fn outline<P: Copy + Into<Vec2>>(points: &[P]) -> Vec<Edge> {
    points.windows(2).map(|pair| Edge::new(pair[0].into(), pair[1].into(), Side::Outer)).collect()
}

/// The same, and from the last point back to the first.
fn ring<P: Copy + Into<Vec2>>(corners: &[P]) -> Vec<Edge> {
    outline(&[corners, &corners[..1]].concat())
}

fn space(edges: Vec<Edge>) -> Space {
    Space::new(Terrain::new(edges, Vec::new()))
}

/// Boxes, as edges and as pieces.
fn solids(boxes: &[Aabb]) -> Space {
    let edges = boxes.iter().flat_map(|solid| ring(&solid.corners())).collect();
    Space::new(Terrain::new(edges, boxes.iter().copied().map(Piece::solid_box).collect()))
}

/// The same space, compiled for a mover of this size.
fn compiled(space: &Space, mover: &Mover) -> Space {
    let mut terrain = (*space.terrain).clone();
    assert!(terrain.compile(mover));
    Space { terrain: terrain.into(), bodies: space.bodies.clone() }
}

/// A field of random tiles, about a third of it empty, with ribbons.
fn random_field(rng: &mut Rng) -> Space {
    let tiles = b"...........##/\\vw_abcdefghABCDEFGH==";
    let rows: Vec<String> = (0..24)
        .map(|_| (0..40).map(|_| char::from(tiles[(rng.bits() % tiles.len() as u64) as usize])).collect())
        .collect();
    ascii::space(&rows.iter().map(String::as_str).collect::<Vec<_>>(), Make::Outline, Vec2::new(-100.0, 37.0))
}
