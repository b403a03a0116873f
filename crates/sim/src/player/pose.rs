//! What the player looks like.

use serde::{Deserialize, Serialize};

use super::{Player, intent::Intent};
use crate::{Event, Feel, TICK};

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
    /// Holds on to a ladder.
    Climb,
    /// Is in water, and does not stand.
    Swim,
    /// Shoots through the air like a needle.
    Dash,
}

/// From which part of the top speed turning around is a skid.
const SKID_PART: f32 = 0.4;

/// Slower than this counts as standing, px/s.
const STANDING_SPEED: f32 = 1.0;

impl Player {
    /// Pose, facing and the sound of steps.
    pub(crate) fn update_pose(&mut self, feel: &Feel, finished: bool, intent: &Intent, events: &mut Vec<Event>) {
        let before = self.pose;
        let pose = self.next_pose(feel, finished, intent);
        self.pose = pose;
        if pose == Pose::Skid && before != Pose::Skid {
            events.push(Event::Skidded);
        }
        if intent.x != 0.0 && self.wall_lock == 0 && !self.is_dead() {
            self.faces_left = intent.x < 0.0;
        }
        if !matches!(pose, Pose::Run | Pose::Skid) {
            self.stride = 0.0;
            return;
        }
        self.stride += self.surface_speed().abs() * TICK;
        if self.stride >= feel.stride {
            self.stride -= feel.stride;
            events.push(Event::Stepped);
        }
    }

    fn next_pose(&self, feel: &Feel, finished: bool, intent: &Intent) -> Pose {
        let speed = self.surface_speed();
        let turning = intent.x * speed < 0.0;
        let fast = speed.abs() > feel.run * SKID_PART || self.pose == Pose::Skid;
        if self.is_dead() {
            Pose::Dead
        } else if finished {
            Pose::Cheer
        } else if self.dash > 0 {
            Pose::Dash
        } else if self.climbs {
            Pose::Climb
        } else if self.swims && !self.is_grounded() {
            Pose::Swim
        } else if self.ducked {
            Pose::Duck
        } else if self.is_grounded() && turning && fast {
            Pose::Skid
        } else if self.is_grounded() && speed.abs() > STANDING_SPEED {
            Pose::Run
        } else if self.is_grounded() {
            Pose::Idle
        } else if self.on_wall {
            Pose::WallSlide
        } else if self.motion.velocity.y < 0.0 {
            Pose::Jump
        } else {
            Pose::Fall
        }
    }
}
