//! The world and its one verb.

use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::{Event, Feel, Input};
use crate::collide::{Aabb, BodyId, SolverSetup, Space, Touches};
use crate::level::{Level, Platform};

/// What the player is seen doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pose {
    /// Stands.
    #[default]
    Idle,
    /// Walks or runs.
    Run,
    /// Stops or turns at speed.
    Skid,
    /// Rises.
    Jump,
    /// Falls.
    Fall,
    /// Slides down a wall.
    WallSlide,
    /// Is ducked.
    Duck,
    /// Is dead and about to return.
    Dead,
    /// Has reached the exit.
    Cheer,
}

/// The player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The hitbox.
    pub aabb: Aabb,
    /// Where the centre of the hitbox's bottom was a tick ago, for interpolation; equal to now after a teleport.
    pub previous_feet: Vec2,
    /// Pixels per second.
    pub velocity: Vec2,
    /// Looks to the left.
    pub faces_left: bool,
    /// What it is seen doing.
    pub pose: Pose,
    /// Stands on something.
    pub grounded: bool,
    /// The normal of what it stands on; up when in the air.
    pub ground_normal: Vec2,
    /// The body it stands on.
    pub rides: Option<BodyId>,
}

impl Player {
    /// The middle of the hitbox's bottom.
    #[must_use]
    pub fn feet(&self) -> Vec2 {
        Vec2::new(self.aabb.center.x, self.aabb.max().y)
    }
}

/// A platform as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlatformState {
    /// Index into the level's objects.
    pub object: u32,
    /// Its body in the space.
    pub body: BodyId,
    /// What the level says of it.
    pub platform: Platform,
    /// Its middle a tick ago.
    pub previous_center: Vec2,
    /// Pixels per second during this tick.
    pub velocity: Vec2,
}

/// A crate as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crate {
    /// Index into the level's objects.
    pub object: u32,
    /// Its body in the space.
    pub body: BodyId,
    /// Its middle a tick ago.
    pub previous_center: Vec2,
    /// Pixels per second.
    pub velocity: Vec2,
    /// Stands on something.
    pub grounded: bool,
}

/// Figures of the last tick and of the whole run, for the debug menu and `run`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Solver candidates in the last tick.
    pub candidates: u32,
    /// Solver rounds in the last tick.
    pub rounds: u32,
    /// Solver steps in the last tick.
    pub steps: u32,
    /// What the player touched in the last tick.
    pub touches: Touches,
    /// The deepest overlap ever left after a tick, in pixels.
    pub worst_depth: f32,
    /// Ticks in which progress along a surface was lost although nothing real was ahead.
    pub snags: u32,
}

/// The whole game state.
#[derive(Clone, Debug)]
pub struct World {
    /// The level; never changes while it is played.
    pub level: Arc<Level>,
    /// Terrain and bodies.
    pub space: Space,
    /// The numbers of the feel.
    pub feel: Feel,
    /// The solver in use. May be replaced between two steps.
    pub solver: SolverSetup,
    /// Depth of the movers' skin, in pixels. May be replaced between two steps.
    pub thickness: f32,
    /// The player flies through everything.
    pub noclip: bool,
    /// The player.
    pub player: Player,
    /// The platforms.
    pub platforms: Vec<PlatformState>,
    /// The crates.
    pub crates: Vec<Crate>,
    /// For every object of the level: taken (beads) or reached (checkpoints).
    pub done: Vec<bool>,
    /// Ticks since the start.
    pub ticks: u64,
    /// How often the player died.
    pub deaths: u32,
    /// Whether the exit is reached.
    pub finished: bool,
    /// Figures for the debug menu.
    pub stats: Stats,
}

impl World {
    /// A level at its beginning.
    #[must_use]
    pub fn new(level: Arc<Level>, solver: SolverSetup) -> Self {
        let _ = (level, solver);
        todo!()
    }

    /// One tick.
    pub fn step(&mut self, input: Input) -> Vec<Event> {
        let _ = input;
        Vec::new()
    }

    /// A number that two worlds share only when their states are the same to the bit.
    #[must_use]
    pub fn hash(&self) -> u64 {
        0
    }
}
