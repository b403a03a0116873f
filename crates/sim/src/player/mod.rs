//! The player: how input becomes velocity, how velocity becomes a move, and what the move reaches.
//!
//! It is the library's [`Controller`], which runs, jumps, drops, walks and lands, with abilities beside it, between the two halves of
//! its tick or in place of them. [`PlayerTick`] is the player during one tick. `velocity.rs` begins it, with the settings of this place;
//! `jump.rs`, `dash.rs`, `places.rs` (water, ladders) and `surfaces.rs` (belts, elastic, velcro) hold the abilities; `walk.rs`
//! finishes it, `triggers.rs` looks at what the player overlaps then, and `pose.rs` decides what the player looks like.

pub(crate) mod dash;
pub(crate) mod intent;
mod jump;
mod places;
mod pose;
pub(crate) mod surfaces;
pub(crate) mod triggers;
mod velocity;
mod walk;

pub(crate) use dash::DASHES;
pub use intent::Intent;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::level_cache::LevelCache;
use crate::meter::Meter;
use crate::probe::Probe;
use crate::{Event, Rules, SlideRecord, State, Stats};
use seamwalker_collide::controller::{Controller, ControllerSettings, ControllerState, Ground, tangent};
use seamwalker_collide::{Aabb, BodyId, Mover, Slide, Solver, Space, Tag};
use seamwalker_level::Level;

pub use pose::Pose;
pub use walk::GROUND_PRESS;

/// The player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The library's character: where it is, how fast, and what it stands on.
    pub motion: ControllerState,
    /// Where the centre of the hitbox's bottom was a tick ago, for interpolation; equal to now after a teleport.
    pub previous_feet: Vec2,
    /// Faces left.
    pub faces_left: bool,
    /// What it looks like.
    pub pose: Pose,
    /// Has the small hitbox.
    pub ducked: bool,
    /// The [`Material`](seamwalker_level::Material) of the ground that it stands on, as a tag.
    pub material: Tag,
    /// Holds on to a ladder.
    pub climbs: bool,
    /// Ticks for which it takes hold of no ladder.
    pub ladder_cooldown: u32,
    /// Its middle is in water.
    pub swims: bool,

    /// How many dashes are left until the next ground or spare thread.
    pub dashes: u32,
    /// Ticks for which a dash lasts.
    pub dash: u32,
    /// Where it leads, of length 1.
    pub dash_direction: Vec2,
    /// Ticks for which no other dash begins.
    pub dash_wait: u32,
    /// Ticks for which the last press of dash waits for that.
    pub dash_buffer: u32,

    /// Ticks for which walls slow the fall.
    pub wall_slide: u32,
    /// Whether a wall slowed the fall in this tick.
    pub on_wall: bool,
    /// Ticks for which a wall jump keeps its direction.
    pub wall_lock: u32,
    /// The direction that it keeps, -1 or 1.
    pub wall_lock_x: f32,
    /// Fastest fall at the moment, px/s: between the normal and the fast one.
    pub max_fall: f32,
    /// The sideways speed that a wall stopped, px/s.
    pub retained_wall_speed: f32,
    /// Ticks for which that speed comes back when the wall ends.
    pub retain_ticks: u32,
    /// How far it walked since the last footstep, px.
    pub stride: f32,
    /// Ticks until it respawns; 0 when it is alive.
    pub respawn_timer: u32,
}

impl Player {
    /// The middle of the hitbox's bottom.
    #[must_use]
    pub fn feet(&self) -> Vec2 {
        let aabb = self.aabb();
        Vec2::new(aabb.center.x, aabb.max().y)
    }

    /// Whether it died and has not returned yet.
    #[must_use]
    pub const fn is_dead(&self) -> bool {
        self.respawn_timer > 0
    }

    /// The hitbox.
    #[must_use]
    pub const fn aabb(&self) -> Aabb {
        self.motion.mover.aabb
    }

    /// Whether it stands on something.
    #[must_use]
    pub const fn is_grounded(&self) -> bool {
        self.motion.ground.is_some()
    }

    /// The normal of what it stands on; up when in the air.
    #[must_use]
    pub fn ground_normal(&self) -> Vec2 {
        self.motion.ground.map_or(Vec2::NEG_Y, |ground| ground.normal)
    }

    /// The body it stands on.
    #[must_use]
    pub fn rides(&self) -> Option<BodyId> {
        self.motion.ground?.body()
    }

    /// The direction along the ground to the right.
    #[must_use]
    pub fn tangent(&self) -> Vec2 {
        tangent(self.ground_normal())
    }

    /// Speed along the ground, positive to the right; sideways speed in the air. Px/s.
    #[must_use]
    pub fn surface_speed(&self) -> f32 {
        if self.is_grounded() { self.motion.velocity.dot(self.tangent()) } else { self.motion.velocity.x }
    }

    /// Is in the air from now on.
    pub(crate) fn leave_ground(&mut self) {
        (self.motion.ground, self.motion.drop, self.material) = (None, None, Tag::default());
    }

    /// The same feet with another hitbox.
    pub(crate) fn with_half(&self, half: Vec2) -> Aabb {
        let feet = self.feet();
        Aabb::new(Vec2::new(feet.x, feet.y - half.y), half)
    }
}

/// The player during one tick, with everything that its rules read and change.
pub struct PlayerTick<'a> {
    pub level: &'a Level,
    pub rules: &'a Rules,
    pub cache: &'a LevelCache,
    pub state: &'a mut State,
    pub stats: &'a mut Stats,
    pub slide_log: &'a mut Option<Vec<SlideRecord>>,
    pub intent: Intent,
    pub events: &'a mut Vec<Event>,
}

impl PlayerTick<'_> {
    pub fn probe(&self) -> Probe<'_> {
        Probe { rules: self.rules, state: self.state }
    }

    /// The player as the solver sees it.
    fn mover(&self) -> Mover {
        self.probe().player_mover()
    }

    /// The solver, whose slides are counted, and the space that it acts on.
    fn meter(&mut self) -> (Meter<'_>, &Space) {
        (Meter::new(self.rules, self.state, self.stats, self.slide_log).of_player(), &self.state.space)
    }

    /// A slide of the player.
    fn slide_player(&mut self, delta: Vec2) -> Slide {
        let mover = self.mover();
        let (meter, space) = self.meter();
        meter.slide(space, &mover, delta)
    }

    /// Lets the library's character act with these settings.
    fn control<T>(
        &mut self,
        settings: ControllerSettings,
        act: impl FnOnce(&mut Controller, &Meter, &Space) -> T,
    ) -> T {
        let state = ControllerState { mover: self.mover(), ..self.state.player.motion };
        let mut controller = Controller { settings, state };
        let (meter, space) = self.meter();
        let answer = act(&mut controller, &meter, space);
        self.state.player.motion = controller.state;
        answer
    }

    /// The ground at most `reach` pixels below the player.
    fn ground_below(&mut self, reach: f32) -> Option<Ground> {
        let mover = self.mover();
        let (meter, space) = self.meter();
        meter.ground_below(space, &mover, reach)
    }
}
