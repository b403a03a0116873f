//! Every solver on the same random walk through the same map, judged step by step by brute force.
//!
//! ```text
//! cargo run --example compare --no-default-features              through maps/seam_gallery.tmx
//! cargo run --example compare --no-default-features -- MAP.tmx   through yours
//! ```

#[path = "../tests/common/walk.rs"]
mod walk;

use std::error::Error;
use std::time::Instant;

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_level::Folder;
use walk::Walk;

/// How long the walk is, and where its random numbers begin.
const STEPS: u64 = 20_000;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/seam_gallery.tmx");
    let map = std::env::args().nth(1).unwrap_or_else(|| shipped.to_owned());
    let (folder, path) = Folder::for_map(&map).map_err(|error| format!("{map}: {error}"))?;
    let level = seamwalker_level::read(&folder, &path).map_err(|problems| problems[0].clone())?;
    let walk = Walk::in_level(&level, Vec2::new(6.0, 11.0));

    println!("{}, {STEPS} steps of a box of 12 x 22 px", level.meta.title);
    println!("{:16} {:>8} {:>12} {:>12} {:>8}", "solver", "snags", "taken back", "worst depth", "seconds");
    for kind in SolverKind::ALL {
        let clock = Instant::now();
        let report = walk.run(&SolverSetup::new(kind), STEPS, SEED);
        // Most of the time is the judge's.
        let seconds = clock.elapsed().as_secs_f32();
        let (snags, back, depth) = (report.snags, report.taken_back, report.worst_depth);
        println!("{kind:16} {snags:8} {back:12} {depth:9.3} px {seconds:8.2}");
    }
    Ok(())
}
