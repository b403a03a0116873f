//! Jumps: coyote time, buffer, variable height; and the speed that a platform lends to them.

use glam::Vec2;

use super::ground::{Ground, LANDING_REACH};
use super::ticks;

/// How jumps work.
///
/// ```
/// use seamwalker_collide::controller::JumpSettings;
///
/// // Jumps of one height, and strict: no time after a ledge, no press too early.
/// let strict = JumpSettings { hold: 0.0, coyote: 0.0, buffer: 0.0, ..JumpSettings::default() };
/// assert_eq!(strict.speed, 210.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct JumpSettings {
    /// Upward speed, px/s. 210 by default. [`ControllerSettings::with_jump`](super::ControllerSettings::with_jump) finds it for a height.
    pub speed: f32,
    /// Variable height: how long holding jump keeps that speed, s. 0.2 by default.
    pub hold: f32,
    /// How long after walking off a ledge a jump still works, s. 0.1 by default. After a bounce, a press this late still makes it higher.
    pub coyote: f32,
    /// How long a press waits for the ground, s. 0.1 by default.
    pub buffer: f32,
    /// A bump of the head this early in a jump does not end it, s. 0.05 by default.
    pub bump_grace: f32,
}

impl Default for JumpSettings {
    fn default() -> Self {
        Self { speed: 210.0, hold: 0.2, coyote: 0.1, buffer: 0.1, bump_grace: 0.05 }
    }
}

/// The windows of jumps, counted in ticks: the same length on every machine.
///
/// ```
/// use seamwalker_collide::controller::{JumpSettings, JumpState};
///
/// let (settings, dt) = (JumpSettings { coyote: 0.1, buffer: 0.1, ..JumpSettings::default() }, 1.0 / 60.0);
/// let mut jump = JumpState::default();
/// jump.stand(&settings, dt);
/// assert_eq!(jump.coyote, 6, "for six ticks in the air a jump works as if on the ground");
/// assert!(!jump.wants(&settings, false, dt));
/// assert!(jump.wants(&settings, true, dt), "pressed now");
/// assert!(jump.wants(&settings, false, dt), "pressed a tick ago");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JumpState {
    /// Ticks for which a jump works as if on the ground.
    pub coyote: u32,
    /// Ticks for which the last press waits for the ground.
    pub buffer: u32,
    /// Ticks for which holding jump keeps the upward speed.
    pub hold: u32,
    /// Ticks for which a press counts as if it had been held when something threw the mover up.
    pub late: u32,
    /// The vertical speed that holding jump keeps, px/s (negative is up).
    pub speed: f32,
}

impl JumpState {
    /// Stands on ground, from where a jump works until some time after leaving it.
    pub fn stand(&mut self, settings: &JumpSettings, dt: f32) {
        self.coyote = ticks(settings.coyote, dt);
    }

    /// A tick in the air.
    pub const fn wait(&mut self) {
        self.coyote = self.coyote.saturating_sub(1);
        self.late = self.late.saturating_sub(1);
    }

    /// Whether jump was pressed in this tick, or a moment ago. To be called once in every tick.
    pub fn wants(&mut self, settings: &JumpSettings, pressed: bool, dt: f32) -> bool {
        let before = self.buffer;
        self.buffer = if pressed { ticks(settings.buffer, dt) } else { before.saturating_sub(1) };
        pressed || before > 0
    }

    /// Takes off with a vertical speed, px/s (negative is up): every window is used up.
    pub fn take_off(&mut self, settings: &JumpSettings, speed: f32, dt: f32) {
        *self = Self { hold: ticks(settings.hold, dt), speed, ..Self::default() };
    }

    /// Something throws the mover up. If jump is held, the vertical `speed`, px/s (negative is up), is kept as in a jump; if not, a
    /// press that comes soon enough still does that: see [`JumpState::catch_up`].
    pub fn throw(&mut self, settings: &JumpSettings, speed: f32, held: bool, dt: f32) {
        let (hold, late) = if held { (ticks(settings.hold, dt), 0) } else { (0, ticks(settings.coyote, dt)) };
        *self = Self { hold, late, speed, ..Self::default() };
    }

    /// Makes up for a press that came late, while [`JumpState::late`] is not 0. Returns the vertical speed.
    #[must_use]
    pub fn catch_up(&mut self, settings: &JumpSettings, speed: f32, dt: f32) -> f32 {
        let late = ticks(settings.coyote, dt).saturating_sub(self.late);
        self.hold = ticks(settings.hold, dt).saturating_sub(late);
        (self.late, self.buffer) = (0, 0);
        speed.min(self.speed)
    }

    /// The vertical speed while jump is held or not, px/s: a held jump keeps its upward speed for a while; letting go ends that.
    #[must_use]
    pub fn keep(&mut self, speed: f32, held: bool) -> f32 {
        if !held {
            self.hold = 0;
        } else if self.hold > 0 {
            self.hold -= 1;
            return speed.min(self.speed);
        }
        speed
    }

    /// Whether a mover that comes to stand was placed on its ground, by a spawn or a teleport: it has not jumped since, nor fallen for
    /// longer than the tick in which gravity gave it the speed `fall`, px/s. That is no landing.
    pub(super) fn is_placed(&self, ground: &Ground, velocity: Vec2, fall: f32) -> bool {
        self.speed == 0.0 && velocity.y <= fall && ground.drop.y <= LANDING_REACH
    }

    /// A bump of the head ends a held jump, except at its very beginning.
    pub fn bump(&mut self, settings: &JumpSettings, dt: f32) {
        let held_for = ticks(settings.hold, dt).saturating_sub(self.hold);
        if held_for > ticks(settings.bump_grace, dt) {
            self.hold = 0;
        }
    }
}

/// The speed of what carried or pushed a mover. A jump takes it along, for a moment even after a platform has stopped.
///
/// ```
/// use seamwalker_collide::controller::Lift;
/// use seamwalker_collide::glam::Vec2;
///
/// let mut lift = Lift::new(Vec2::new(60.0, -300.0), 0.05, 1.0 / 60.0);
/// assert_eq!(lift.for_jump(Vec2::new(500.0, 260.0)), Vec2::new(60.0, -260.0), "no more than that");
/// (0..3).for_each(|_| lift.wait());
/// assert_eq!(lift.for_jump(Vec2::splat(500.0)), Vec2::ZERO, "too late");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lift {
    /// The speed, px/s.
    pub velocity: Vec2,
    /// Ticks for which a jump still gets it.
    pub ticks: u32,
}

impl Lift {
    /// A lift that lasts for `seconds`.
    #[must_use]
    pub fn new(velocity: Vec2, seconds: f32, dt: f32) -> Self {
        Self { velocity, ticks: ticks(seconds, dt) }
    }

    /// A tick later.
    pub fn wait(&mut self) {
        self.ticks = self.ticks.saturating_sub(1);
        if self.ticks == 0 {
            self.velocity = Vec2::ZERO;
        }
    }

    /// What a jump gets of it, px/s: at most `max`, and nothing downwards.
    #[must_use]
    pub fn for_jump(&self, max: Vec2) -> Vec2 {
        if self.ticks == 0 {
            return Vec2::ZERO;
        }
        Vec2::new(self.velocity.x.clamp(-max.x, max.x), self.velocity.y.clamp(-max.y, 0.0))
    }
}

/// What two ways or velocities have in common, on each axis.
pub(super) fn shared(a: Vec2, b: Vec2) -> Vec2 {
    Vec2::new(shared_length(a.x, b.x), shared_length(a.y, b.y))
}

pub(super) fn shared_length(a: f32, b: f32) -> f32 {
    if a * b <= 0.0 {
        0.0
    } else if a.abs() < b.abs() {
        a
    } else {
        b
    }
}
