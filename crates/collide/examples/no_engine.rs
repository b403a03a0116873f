//! A character without any engine: it runs over a hill and jumps, and its path is printed.
//!
//! ```text
//! cargo run -p seamwalker-collide --example no_engine
//! ```

use seamwalker_collide::controller::{Controller, Intent};
use seamwalker_collide::glam::Vec2;
use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Terrain};

/// Seconds of one tick.
const TICK: f32 = 1.0 / 60.0;

/// One letter of the picture is 6 x 12 px.
const LETTER: Vec2 = Vec2::new(6.0, 12.0);

fn main() {
    // 1. Ground: points from left to right, in pixels, y down. What is solid is below.
    let hill =
        [(0.0, 160.0), (120.0, 160.0), (220.0, 70.0), (290.0, 70.0), (430.0, 130.0), (600.0, 130.0)].map(Vec2::from);
    let edges: Vec<Edge> = hill.windows(2).map(|line| Edge::new(line[0], line[1], Side::Outer)).collect();
    let space = Space::new(Terrain::new(edges, Vec::new()));

    // 2. A character of 12 x 22 px, above the ground.
    let mut hero = Controller::new(Aabb::new(Vec2::new(20.0, 120.0), Vec2::new(6.0, 11.0)));

    // 3. Ticks: what it wants goes in, and it has moved. It holds jump for a while.
    let solver = SolverSetup::default();
    let mut path = Vec::new();
    for tick in 0..200 {
        let intent = Intent { x: 1.0, jump: (150..160).contains(&tick), pressed: tick == 150, ..Intent::default() };
        let events = hero.step(&solver, &space, &intent, TICK);
        let bottom = hero.state.mover.aabb.max().y;
        path.push((Vec2::new(hero.state.mover.aabb.center.x, bottom), hero.state.ground.is_some()));
        if events.jumped || events.landed.is_some() {
            let word = if events.jumped { "jumps" } else { "lands" };
            println!("tick {tick:3}: {word} with its feet at {}", path[tick].0);
        }
    }

    // 4. The feet, as o on the ground and ' in the air.
    let mut picture = vec![[b' '; 100]; 15];
    for (feet, grounded) in path {
        let (column, row) = ((feet / LETTER).x as usize, (feet / LETTER).y as usize);
        if let Some(letter) = picture.get_mut(row).and_then(|row| row.get_mut(column)) {
            *letter = if grounded { b'o' } else { b'\'' };
        }
    }
    picture.retain(|row| row.contains(&b'o') || row.contains(&b'\''));
    picture.iter().for_each(|row| println!("{}", String::from_utf8_lossy(row).trim_end()));
}
