//! The least that the library needs: a map, a box, a move.
//!
//! ```text
//! cargo run --example minimal --no-default-features              walks through maps/first_stitch.tmx
//! cargo run --example minimal --no-default-features -- MAP.tmx   walks through yours
//! ```

use std::error::Error;
use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{Aabb, Mover, Solver, SolverSetup, Space};
use seamwalker_level::{Folder, ObjectKind, Surface};

/// What the box wants to go in every step, in pixels: to the right, and down a little, as if it had weight.
const WISH: Vec2 = Vec2::new(3.0, 1.0);

fn main() -> Result<(), Box<dyn Error>> {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/first_stitch.tmx");
    let map = std::env::args().nth(1).unwrap_or_else(|| shipped.to_owned());

    // 1. Read the map. A folder lets a map read its own project, and nothing outside of it.
    let (folder, path) = Folder::for_map(&map).map_err(|error| format!("{map}: {error}"))?;
    let level = seamwalker_level::read(&folder, &path).map_err(|problems| problems[0].clone())?;
    println!("{}: {} edges, {} pieces", level.meta.title, level.terrain.edges().len(), level.terrain.pieces().len());

    // 2. A space is what can be met: the terrain, and the bodies that you move (none here).
    let space = Space { terrain: Arc::clone(&level.terrain), ..Space::default() };

    // 3. A mover is a box. Put it where the map has its player.
    let is_player = |kind: &ObjectKind| matches!(kind, ObjectKind::Player { .. });
    let start = level.objects.iter().find(|object| is_player(&object.kind)).map_or(Vec2::ZERO, |o| o.aabb.center);
    let mut mover = Mover::new(Aabb::new(start, Vec2::new(6.0, 11.0)));

    // 4. Slide it. What was in the way comes back with the move; nothing is kept in the solver.
    let solver = SolverSetup::default();
    for step in 0..60 {
        let slide = solver.slide(&space, &mover, WISH);
        mover = mover.moved(slide.moved);
        print!("{step:2}: moved {:6.2} {:6.2}", slide.moved.x, slide.moved.y);
        for touch in &slide.touches {
            let surface = Surface::from_tag(space.tag(touch.obstacle)).name();
            let (normal, depth) = (touch.contact.normal, touch.contact.depth);
            print!("  {surface} {:?}, normal {:.2} {:.2}, {depth:.2} px", touch.obstacle, normal.x, normal.y);
        }
        println!();
    }
    Ok(())
}
