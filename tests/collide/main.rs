//! The collision library: solvers against their laws, against each other, and against vectors from elsewhere.

#[path = "../common/judge.rs"]
mod judge;
#[path = "../common/outlines.rs"]
mod outlines;
#[path = "../common/settings.rs"]
mod settings;

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
mod slow;
mod small_movers;
mod solver_options;
mod squeezed;
mod tiles;
mod trace;
mod triggers;
mod types;
mod vectors;

use glam::Vec2;
use seamwalker_collide::{Aabb, Mover, Space};
use seamwalker_lab::Rng;
use seamwalker_lab::ascii::{self, Make};

/// The hitbox of the game's player.
const HALF: Vec2 = Vec2::new(6.0, 11.0);

fn mover(at: Vec2) -> Mover {
    Mover::new(Aabb::new(at, HALF))
}

/// A field of random tiles, about a third of it empty, with ribbons.
fn random_field(rng: &mut Rng) -> Space {
    let tiles = b"...........##/\\vw_abcdefghABCDEFGH==";
    let rows: Vec<String> = (0..24)
        .map(|_| (0..40).map(|_| char::from(tiles[(rng.bits() % tiles.len() as u64) as usize])).collect())
        .collect();
    ascii::space(&rows.iter().map(String::as_str).collect::<Vec<_>>(), Make::Outline, Vec2::new(-100.0, 37.0))
}
