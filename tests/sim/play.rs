//! Helpers of tests that play: worlds drawn with letters, and buttons that are held for some ticks.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::ascii;
use seamwalker_sim::{Buttons, Event, Input, World};

pub const LEFT: u8 = Buttons::LEFT;
pub const RIGHT: u8 = Buttons::RIGHT;
pub const UP: u8 = Buttons::UP;
pub const DOWN: u8 = Buttons::DOWN;
pub const JUMP: u8 = Buttons::JUMP;
pub const DASH: u8 = Buttons::DASH;
pub const RETRY: u8 = Buttons::RETRY;

pub fn world_with(kind: SolverKind, picture: &str) -> World {
    measured(World::new(Arc::new(ascii::level(picture)), SolverSetup::new(kind)))
}

/// The same world, which keeps the deepest overlap that a tick leaves.
pub fn measured(mut world: World) -> World {
    world.stats.worst_depth = Some(0.0);
    world
}

/// That overlap.
pub fn deepest(world: &World) -> f32 {
    world.stats.worst_depth.expect("a measured world")
}

pub fn world(picture: &str) -> World {
    world_with(SolverKind::ThickSat, picture)
}

/// Holds the same buttons for a number of ticks.
pub fn hold(world: &mut World, buttons: u8, ticks: u32) -> Vec<Event> {
    (0..ticks).flat_map(|_| world.step(Input { buttons })).collect()
}

/// Waits until the player stands still, at most three seconds.
pub fn settle(world: &mut World) {
    for _ in 0..180 {
        hold(world, 0, 1);
        if world.state.player.is_grounded() && world.state.player.motion.velocity == Vec2::ZERO {
            return;
        }
    }
    panic!("the player never came to rest: {:?}", world.state.player);
}

/// The highest position of the feet within some ticks, in pixels.
pub fn highest(world: &mut World, buttons: u8, ticks: u32) -> f32 {
    (0..ticks).fold(f32::INFINITY, |best, _| {
        hold(world, buttons, 1);
        best.min(world.state.player.feet().y)
    })
}
