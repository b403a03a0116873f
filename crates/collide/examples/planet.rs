//! A small planet: up is away from its middle, wherever the character is. It walks round, jumps, and its path is printed.
//!
//! ```text
//! cargo run -p seamwalker-collide --example planet
//! ```

use seamwalker_collide::controller::{Controller, Intent};
use seamwalker_collide::glam::Vec2;
use seamwalker_collide::{Aabb, Edge, SolverKind, SolverSetup, Space, Terrain};

fn main() {
    println!("{}", picture());
}

/// The path of a disk round the planet `#`: o on the ground and ' in the air.
pub(crate) fn picture() -> String {
    // 1. A planet with 48 sides, drawn clockwise on screen, so that outside is free. A side turns by 7.5 degrees.
    let turn = Vec2::new(0.991_444_9, 0.130_526_2);
    let corners: Vec<Vec2> =
        std::iter::successors(Some(Vec2::new(0.0, -100.0)), |at| Some(turn.rotate(*at))).take(48).collect();
    let edges = Edge::outline(&[&corners]).expect("the planet is closed and far larger than a pixel");
    let space = Space::new(Terrain::new(edges, Vec::new()));

    // 2. A disk above it. The box of a disk is square.
    let mut hero = Controller::new(Aabb::new(Vec2::new(0.0, -130.0), Vec2::splat(8.0)));
    let solver = SolverSetup::new(SolverKind::Disk);

    // 3. One letter is 6 x 12 px.
    let (size, letter) = (Vec2::splat(192.0), Vec2::new(6.0, 12.0));
    let mut rows = vec![vec![b' '; 64]; 32];
    let mut draw = |at: Vec2, with: u8| {
        let place = (at + size) / letter;
        rows[place.y as usize][place.x as usize] = with;
    };
    corners.iter().for_each(|corner| draw(*corner * 0.97, b'#'));
    for tick in 0..230 {
        // The only line that is special to planets.
        hero.state.mover.up = hero.state.mover.aabb.center.normalize();
        let pressed = tick % 60 == 59;
        let intent = Intent { x: 1.0, jump: tick % 60 > 50, pressed, ..Intent::default() };
        hero.step(&solver, &space, &intent, 1.0 / 60.0);
        draw(hero.state.mover.aabb.center, if hero.state.ground.is_some() { b'o' } else { b'\'' });
    }
    let lines = rows.iter().map(|row| String::from_utf8_lossy(row).trim_end().to_owned());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}
