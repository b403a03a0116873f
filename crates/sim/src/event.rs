//! What happened in a tick: for sound, particles, the HUD and tests. Nothing in the simulation reads them back.

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Why the player died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Death {
    /// Touched something of class Hazard.
    Hazard,
    /// Fell out of the level.
    Fell,
    /// Had no room between a platform and something else.
    Squished,
    /// Gave up.
    Retry,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Event {
    /// Left the ground by jumping.
    Jumped,
    /// Jumped off a wall; the normal points away from it.
    WallJumped {
        /// Away from the wall.
        normal: Vec2,
    },
    /// Came down on ground.
    Landed {
        /// The speed at which it happened, in px/s.
        speed: f32,
    },
    /// Hit the head.
    Bonked,
    /// Walked another step (for sound and dust).
    Stepped,
    /// Turned around at speed.
    Skidded,
    /// Began to slide down a wall.
    WallSlid,
    /// Was thrown by bouncy ground.
    Bounced {
        /// The speed away from the ground, in px/s.
        speed: f32,
    },
    /// Took hold of a ladder.
    Climbed,
    /// Fell into water, or leapt out of it.
    Splashed {
        /// The speed at which it happened, in px/s.
        speed: f32,
    },
    /// Made a stroke in water.
    Swam,
    /// Ducked.
    Ducked,
    /// Dropped through a one-way surface.
    Dropped,
    /// Took a bead or button.
    Took {
        /// Index into the level's objects.
        object: u32,
    },
    /// Reached a checkpoint for the first time.
    Checkpoint {
        /// Index into the level's objects.
        object: u32,
    },
    /// Died.
    Died {
        /// Of what.
        cause: Death,
        /// Where.
        at: Vec2,
    },
    /// Is back at the checkpoint.
    Respawned,
    /// Reached the exit.
    Finished,
    /// A crate was pushed.
    CratePushed {
        /// Index into the world's crates.
        index: u32,
    },
    /// A crate came down.
    CrateLanded {
        /// Index into the world's crates.
        index: u32,
        /// The speed at which it happened, in px/s.
        speed: f32,
    },
    /// A platform turned around or stopped.
    PlatformTurned {
        /// Index into the world's platforms.
        index: u32,
    },
    /// A crate had no room, or fell out of the level, and is gone for a while.
    CrateBroke {
        /// Index into the world's crates.
        index: u32,
    },
    /// A crate is back at its place.
    CrateReturned {
        /// Index into the world's crates.
        index: u32,
    },
    /// Was thrown by a spring.
    Sprung {
        /// Index into the level's objects.
        object: u32,
    },
    /// Began to dash.
    Dashed {
        /// Where, of length 1.
        direction: Vec2,
    },
    /// Took spare thread, and can dash again.
    DashRefilled {
        /// Index into the level's objects.
        object: u32,
    },
    /// Stomped a moth, or dashed through one.
    Stomped {
        /// Index into the level's objects.
        object: u32,
    },
    /// A moth or spare thread is there again.
    Returned {
        /// Index into the level's objects.
        object: u32,
    },
    /// A button in the floor was pressed.
    Pressed {
        /// Index into the level's objects.
        object: u32,
    },
    /// A button in the floor came up again.
    Released {
        /// Index into the level's objects.
        object: u32,
    },
    /// A door begins to open.
    Opened {
        /// Index into the world's platforms.
        index: u32,
    },
    /// A door is shut again.
    Closed {
        /// Index into the world's platforms.
        index: u32,
    },
    /// Something stands on a patch that will give way.
    Loosened {
        /// Index into the world's platforms.
        index: u32,
    },
    /// A patch gave way.
    GaveWay {
        /// Index into the world's platforms.
        index: u32,
    },
    /// A patch is there again.
    CameBack {
        /// Index into the world's platforms.
        index: u32,
    },
    /// A steam iron came down.
    Slammed {
        /// Index into the world's platforms.
        index: u32,
    },
    /// Scissors closed.
    Snipped {
        /// Index into the level's objects.
        object: u32,
    },
}
