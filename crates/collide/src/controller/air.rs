//! In the air: falling, landing, and slipping past corners.

use glam::Vec2;

use super::ground::{Ground, GroundSettings, approach};
use crate::contact::Hit;
use crate::mover::Mover;
use crate::solver::Solver;
use crate::space::Space;
use crate::tolerance::ROOM_SLACK;

/// The farthest that a mover slips past a corner, in pixels.
const MAX_SLIP: f32 = 64.0;

/// How far a normal must lie on its side to be a wall (cosine): 0.9 is within 26 degrees of upright.
pub const MIN_WALL_NORMAL: f32 = 0.9;

/// How a mover falls.
///
/// ```
/// use seamwalker_collide::controller::AirSettings;
///
/// let air = AirSettings { gravity: 1800.0, max_fall: 320.0, ..AirSettings::default() };
/// assert_eq!(air.fall(100.0, false, 0.1), 280.0);
/// assert_eq!(air.fall(300.0, false, 0.1), 320.0, "no faster");
/// assert_eq!(air.gravity_at(0.0, true), 900.0, "half of it at the apex of a held jump");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct AirSettings {
    /// Downward acceleration, px/s^2. 1800 by default.
    pub gravity: f32,
    /// Fastest fall, px/s. 320 by default.
    pub max_fall: f32,
    /// Below this vertical speed a jump is at its apex, px/s. 80 by default.
    pub apex_speed: f32,
    /// Gravity at the apex while jump is held, as a factor: less than 1 makes jumps easier to aim. 0.5 by default.
    pub apex_gravity: f32,
    /// Corner correction: how far a rising mover is moved sideways past a corner above its head, in whole pixels. 8 by default.
    pub corner: f32,
}

impl Default for AirSettings {
    fn default() -> Self {
        Self { gravity: 1800.0, max_fall: 320.0, apex_speed: 80.0, apex_gravity: 0.5, corner: 8.0 }
    }
}

impl AirSettings {
    /// Gravity for a mover with this vertical speed whose jump is held or not, px/s^2.
    #[must_use]
    pub fn gravity_at(&self, speed: f32, held: bool) -> f32 {
        let is_apex = held && speed.abs() < self.apex_speed;
        self.gravity * if is_apex { self.apex_gravity } else { 1.0 }
    }

    /// The vertical speed after `dt` seconds of gravity, px/s.
    #[must_use]
    pub fn fall(&self, speed: f32, held: bool, dt: f32) -> f32 {
        approach(speed, self.max_fall, self.gravity_at(speed, held) * dt)
    }
}

/// A mover that lands on the way.
///
/// ```
/// use seamwalker_collide::controller::GroundSettings;
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, SolverSetup, Space, Terrain};
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let hero = Mover::new(Aabb::new(Vec2::new(32.0, 87.0), Vec2::new(6.0, 11.0)));
/// let landing = GroundSettings::default().land(&SolverSetup::default(), &space, &hero, Vec2::new(3.0, 8.0)).unwrap();
/// // Three quarters of the tick are left for walking.
/// assert!((landing.fraction - 0.25).abs() < 0.01 && landing.ground.normal == Vec2::NEG_Y);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// The ground, with the way to it.
    pub ground: Ground,
    /// The fraction of the move that was needed for it, 0 to 1.
    pub fraction: f32,
}

impl GroundSettings {
    /// The landing on the first obstacle along a move, if that is ground: landing before sliding keeps the speed of the rest of the
    /// tick, whatever the slope.
    #[must_use]
    pub fn land(&self, solver: &(impl Solver + ?Sized), space: &Space, mover: &Mover, delta: Vec2) -> Option<Landing> {
        let Hit { fraction, normal, obstacle } =
            solver.cast(space, mover, delta).filter(|hit| self.is_walkable(hit.normal))?;
        let drop = solver.slide(space, mover, delta * fraction).moved;
        Some(Landing { ground: Ground { drop, normal, obstacle }, fraction })
    }
}

/// The way to one of the `sides` (unit vectors), in whole pixels and at most `farthest`, after which nothing is in the way `ahead`.
/// Zero if nothing is now, or if no such place is near.
///
/// ```
/// use seamwalker_collide::controller::slip_past;
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, SolverSetup, Space, Terrain};
///
/// // A ceiling that ends at x = 64, and a head that is 2.5 px under it.
/// let ceiling = Edge::new(Vec2::new(64.0, 50.0), Vec2::new(0.0, 50.0), Side::Outer);
/// let wall = Edge::new(Vec2::new(64.0, 0.0), Vec2::new(64.0, 50.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![ceiling, wall], Vec::new()));
/// let hero = Mover::new(Aabb::new(Vec2::new(67.5, 61.0), Vec2::new(6.0, 11.0)));
/// let solver = SolverSetup::default();
/// let slip = slip_past(&solver, &space, &hero, Vec2::new(0.0, -4.0), &[Vec2::NEG_X, Vec2::X], 8.0);
/// assert_eq!(slip, Vec2::new(3.0, 0.0));
/// ```
#[must_use]
pub fn slip_past(
    solver: &(impl Solver + ?Sized),
    space: &Space,
    mover: &Mover,
    ahead: Vec2,
    sides: &[Vec2],
    farthest: f32,
) -> Vec2 {
    let is_blocked = |mover: &Mover| solver.cast(space, mover, ahead).is_some_and(|hit| hit.normal.dot(ahead) < 0.0);
    if !is_blocked(mover) {
        return Vec2::ZERO;
    }
    let farthest = farthest.clamp(0.0, MAX_SLIP) as u8;
    for side in sides {
        for by in (1..=farthest).map(f32::from) {
            let aside = *side * by;
            if solver.cast(space, mover, aside).is_some() {
                break;
            }
            let there = mover.moved(aside);
            if !is_blocked(&there) && solver.overlap(space, &there) <= ROOM_SLACK {
                return aside;
            }
        }
    }
    Vec2::ZERO
}

/// The corner correction of a rising head: [`slip_past`] in the direction of the move, or to both sides of a move straight up.
///
/// ```
/// use seamwalker_collide::controller::corner_correction;
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, SolverSetup, Space, Terrain};
///
/// // A jump to the right hits a beam with 1.5 px of the head, and is moved past its end by whole pixels. One to the left is not.
/// let beam = Edge::new(Vec2::new(64.0, 50.0), Vec2::new(0.0, 50.0), Side::Outer);
/// let end = Edge::new(Vec2::new(64.0, 0.0), Vec2::new(64.0, 50.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![beam, end], Vec::new()));
/// let hero = Mover::new(Aabb::new(Vec2::new(68.5, 61.0), Vec2::new(6.0, 11.0)));
/// let slip = |x| corner_correction(&SolverSetup::default(), &space, &hero, Vec2::new(x, -4.0), 8.0);
/// assert_eq!((slip(1.0), slip(-1.0)), (Vec2::new(2.0, 0.0), Vec2::ZERO));
/// ```
#[must_use]
pub fn corner_correction(
    solver: &(impl Solver + ?Sized),
    space: &Space,
    mover: &Mover,
    delta: Vec2,
    farthest: f32,
) -> Vec2 {
    let sides: &[Vec2] = if delta.x < 0.0 {
        &[Vec2::NEG_X]
    } else if delta.x > 0.0 {
        &[Vec2::X]
    } else {
        &[Vec2::NEG_X, Vec2::X]
    };
    slip_past(solver, space, mover, Vec2::new(0.0, delta.y), sides, farthest)
}

/// The wall within `reach` pixels on one side (-1 left, 1 right): to slide down, or to jump off. The round end of a one-way surface
/// is none.
///
/// ```
/// use seamwalker_collide::controller::find_wall;
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, SolverSetup, Space, Terrain};
///
/// let wall = Edge::new(Vec2::new(100.0, 100.0), Vec2::new(100.0, 0.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![wall], Vec::new()));
/// let hero = Mover::new(Aabb::new(Vec2::new(93.0, 50.0), Vec2::new(6.0, 11.0)));
/// let wall = |side| find_wall(&SolverSetup::default(), &space, &hero, side, 2.0);
/// assert_eq!(wall(1.0).map(|hit| hit.normal), Some(Vec2::NEG_X), "a wall jump leads to the left");
/// assert!(wall(-1.0).is_none());
/// ```
#[must_use]
pub fn find_wall(solver: &(impl Solver + ?Sized), space: &Space, mover: &Mover, side: f32, reach: f32) -> Option<Hit> {
    let faces = |normal: Vec2| normal.x * side < -MIN_WALL_NORMAL;
    let hit = solver.cast(space, mover, Vec2::new(side * reach, 0.0)).filter(|hit| faces(hit.normal))?;
    solver.one_way(space, hit.obstacle).is_none_or(faces).then_some(hit)
}

/// Whether a mover that stands is held by one-way surfaces only, within `reach` pixels below it: it can drop through them.
///
/// ```
/// use seamwalker_collide::controller::can_drop;
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, SolverSetup, Space, Terrain};
///
/// let hero = Mover::new(Aabb::new(Vec2::new(32.0, 89.0), Vec2::new(6.0, 11.0)));
/// let can_drop = |side| {
///     let ground = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), side);
///     can_drop(&SolverSetup::default(), &Space::new(Terrain::new(vec![ground], Vec::new())), &hero, 1.0)
/// };
/// assert!(can_drop(Side::OneWay) && !can_drop(Side::Outer));
/// ```
#[must_use]
pub fn can_drop(solver: &(impl Solver + ?Sized), space: &Space, mover: &Mover, reach: f32) -> bool {
    let through = Mover { drops_through: true, ..*mover };
    solver.cast(space, &through, Vec2::new(0.0, reach)).is_none()
}
