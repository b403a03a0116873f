//! Walking along ground: up and down slopes, up small ledges, to a stop at walls.

use glam::Vec2;

use super::character::Query;
use super::ground::{Ground, GroundSettings, end_height, tangent};
use crate::contact::{Obstacle, Touches};
use crate::mover::Mover;
use crate::slide::Slide;
use crate::solver::Solver;
use crate::space::Space;

/// How often the ground may change its slope within one walk; a faster change costs the rest of the way.
pub(super) const MAX_LEGS: u32 = 4;

/// Shorter ways are not worth a slide, in pixels.
const MIN_WALK: f32 = 1e-4;

/// How much a normal must oppose the walk to matter (cosine). Rounding alone reaches 1e-4.
const OPPOSING: f32 = 1e-3;

/// How far a slide may turn from the walk and still count as having gone straight, in pixels.
const STRAIGHT_SLIDE: f32 = 1e-3;

/// How much higher than a ledge, and farther than its own rounded corner, a walker must get to stand on top of it, in pixels.
const LEDGE_CLEAR: f32 = 0.05;

/// What is ahead of a walker.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ahead {
    /// Nothing that matters.
    Free,
    /// Ground that is steeper but can be walked on.
    Slope(Vec2),
    /// Something to stop at.
    Wall,
}

/// The velocity of a walker that leaves ground with this normal at a speed along it, px/s: off a ledge straight ahead, off a ramp as
/// the ramp leads.
///
/// ```
/// use seamwalker_collide::controller::walk_off;
/// use seamwalker_collide::glam::Vec2;
///
/// let ramp = Vec2::new(-0.6, -0.8);
/// assert_eq!(walk_off(ramp, 100.0).round(), Vec2::new(80.0, -60.0), "it rises to the right");
/// assert_eq!(walk_off(ramp, -100.0), Vec2::new(-100.0, 0.0), "and falls to the left");
/// ```
#[must_use]
pub fn walk_off(normal: Vec2, speed: f32) -> Vec2 {
    let along = tangent(normal) * speed;
    if along.y > 0.0 { Vec2::new(speed, 0.0) } else { along }
}

/// A walk, before the walker steps down.
///
/// ```
/// use seamwalker_collide::controller::GroundSettings;
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, SolverSetup, Space, Terrain};
///
/// let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
/// let ground = vec![line((0.0, 100.0), (64.0, 100.0)), line((64.0, 100.0), (128.0, 68.0))];
/// let space = Space::new(Terrain::new(ground, Vec::new()));
/// let mut hero = Mover::new(Aabb::new(Vec2::new(52.0, 89.0), Vec2::new(6.0, 11.0)));
/// let walk = GroundSettings::default().walk(&SolverSetup::default(), &space, &mut hero, Vec2::NEG_Y, 24.0);
/// assert!(walk.wall.is_none());
/// assert!(hero.aabb.center.y < 85.0 && walk.normal.x < 0.0, "it is on the slope now");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// The normal of the ground where it ends.
    pub normal: Vec2,
    /// What the last slide touched, if something among it stopped the walker: too steep to walk on, and too high for a step.
    pub wall: Option<Touches>,
}

impl GroundSettings {
    /// Walks `way` pixels (negative to the left) along ground with this normal, without gravity. Where the slope changes, the rest
    /// of the way follows the new one, so that the speed along the surface stays. Afterwards, [`GroundSettings::step_down`] finds
    /// the ground again.
    pub fn walk(
        &self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        mover: &mut Mover,
        normal: Vec2,
        way: f32,
    ) -> Walk {
        self.walk_on((solver, space), mover, normal, way, MAX_LEGS)
    }

    /// The same on at most so many slopes.
    #[inline(always)]
    pub(super) fn walk_on<S: Solver + ?Sized>(
        &self,
        query: Query<S>,
        mover: &mut Mover,
        normal: Vec2,
        way: f32,
        legs: u32,
    ) -> Walk {
        let (solver, space) = query;
        let (side, left) = (if way < 0.0 { -1.0 } else { 1.0 }, way.abs());
        if left < MIN_WALK || legs == 0 {
            return Walk { normal, wall: None };
        }
        let delta = tangent(normal) * side * left;
        let slide = solver.slide(space, mover, delta);
        match self.ahead(&slide.touches, tangent(normal) * side) {
            Ahead::Free => {
                mover.aabb.center += slide.moved;
                Walk { normal, wall: None }
            }
            Ahead::Slope(next) => {
                mover.aabb.center += slide.moved;
                let left = (left - slide.moved.length()).max(0.0);
                self.walk_rest(query, mover, next, left * side, legs - 1)
            }
            Ahead::Wall => {
                let up = self.step_up(solver, space, mover, delta);
                mover.aabb.center += up.unwrap_or_else(|| stop_at_wall(solver, space, mover, delta, &slide));
                Walk { normal, wall: up.is_none().then_some(slide.touches) }
            }
        }
    }

    /// The same, not inlined: few walks lead onto a second slope.
    #[cold]
    #[inline(never)]
    fn walk_rest<S: Solver + ?Sized>(
        &self,
        query: Query<S>,
        mover: &mut Mover,
        normal: Vec2,
        way: f32,
        legs: u32,
    ) -> Walk {
        self.walk_on(query, mover, normal, way, legs)
    }

    /// The ground under a walker that has gone `way` pixels: as deep as it could be steep, and [`GroundSettings::step_down`] more,
    /// or as deep as what it steps up. `None` where it walked off. `from` is what it stood on: past the end of a one-way
    /// surface, its round corner rolls down over the end.
    #[must_use]
    #[inline]
    pub fn step_down(
        &self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        mover: &Mover,
        way: f32,
        from: Option<Obstacle>,
    ) -> Option<Ground> {
        let step = if self.step_up > self.step_down { self.step_up } else { self.step_down };
        let one_way = from.and_then(|obstacle| solver.one_way(space, obstacle));
        let rolling = one_way.map(|_| Mover { one_way_height: end_height(solver, mover), ..*mover });
        self.find(solver, space, rolling.as_ref().unwrap_or(mover), step + way.abs() * self.max_slope)
    }

    /// What is ahead, judging by what a slide touched.
    #[inline(always)]
    fn ahead(&self, touches: &Touches, direction: Vec2) -> Ahead {
        let mut ahead = Ahead::Free;
        let mut steepest = -OPPOSING;
        for normal in touches.iter().map(|touch| touch.contact.normal) {
            let facing = normal.dot(direction);
            if facing >= -OPPOSING {
                continue;
            }
            if !self.is_walkable(normal) {
                return Ahead::Wall;
            }
            if facing < steepest {
                steepest = facing;
                ahead = Ahead::Slope(normal);
            }
        }
        ahead
    }

    /// The way onto a ledge ahead: up, onto it, and down again. `None` if it is too high, or there is no room or no ground on top.
    /// A mover whose corners are rounded goes far enough to stand on top and not on the ledge's corner.
    fn step_up(&self, solver: &(impl Solver + ?Sized), space: &Space, mover: &Mover, delta: Vec2) -> Option<Vec2> {
        if self.step_up <= 0.0 {
            return None;
        }
        let free =
            |mover: &Mover, delta: Vec2| delta * solver.cast(space, mover, delta).map_or(1.0, |hit| hit.fraction);
        // Where the walker is stopped now, and on top from there.
        let until = free(mover, delta);
        let onto = solver.view().core(mover).1 + LEDGE_CLEAR;
        let ahead = Vec2::new((delta - until).x.abs().max(onto).copysign(delta.x), 0.0);
        let up = until + free(&mover.moved(until), Vec2::new(0.0, -self.step_up - LEDGE_CLEAR));
        let on_top = up + free(&mover.moved(up), ahead);
        let is_on_it = (on_top - up).x.abs() >= onto;
        let ground = self.find(solver, space, &mover.moved(on_top), self.step_up + LEDGE_CLEAR).filter(|_| is_on_it)?;
        Some(on_top + ground.drop)
    }
}

/// How far a walker goes until it touches a wall: it neither climbs steep ground nor is lifted by a wall on a slope.
fn stop_at_wall(solver: &(impl Solver + ?Sized), space: &Space, mover: &Mover, delta: Vec2, slide: &Slide) -> Vec2 {
    let aside = slide.moved.perp_dot(delta.normalize_or_zero()).abs();
    if aside < STRAIGHT_SLIDE {
        return slide.moved;
    }
    match solver.cast(space, mover, delta) {
        Some(hit) => solver.slide(space, mover, delta * hit.fraction).moved,
        None => slide.moved,
    }
}
