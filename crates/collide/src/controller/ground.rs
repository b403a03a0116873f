//! Ground: what can be stood on, and where it is.

use glam::Vec2;

use crate::contact::{BodyId, Obstacle, Touch, Touches};
use crate::edge::{Edge, Side};
use crate::layers::Layers;
use crate::mover::Mover;
use crate::shape::Aabb;
use crate::slide::Slide;
use crate::solver::Solver;
use crate::space::Space;
use crate::tolerance::ONE_WAY_SLACK;

/// How near ground counts as stood on, in pixels. A cast stops at a gap of up to 0.001 px: with less than that, standing
/// flickers; with much more, movers hover.
pub const GROUND_REACH: f32 = 0.02;

/// How far below a mover in the air its ground may be for it to land, in pixels: a landing slide already leads to it.
pub const LANDING_REACH: f32 = 0.05;

/// How far a normal must look sideways for its face to hold one side of a wedge (sine). Larger values leave movers hanging between
/// faces that are nearly level.
const WEDGE_LEAN: f32 = 0.1;

/// How far a normal must look up for its face to bear what is wedged (cosine). Rounding alone reaches 1e-4.
const WEDGE_BEARING: f32 = 1e-3;

/// How closely a contact normal must agree with the normal of an edge for the contact to lie on its face (cosine): within half a
/// degree. Smaller values take the upper part of a ledge's rounded corner for a face.
const ON_FACE: f32 = 0.99996;

/// A slide that leads this much higher than wanted was turned up, in pixels: more than slides leave of an overlap.
pub(super) const LIFTED: f32 = 0.01;

/// A mover wedged between two faces sinks by less than this part of the way down that it tries.
const WEDGE_SINK: f32 = 0.1;

/// Which ground can be walked on, and how closely a walker follows it.
///
/// ```
/// use seamwalker_collide::controller::GroundSettings;
/// use seamwalker_collide::glam::Vec2;
///
/// let settings = GroundSettings { max_slope: 1.0, ..GroundSettings::default() };
/// assert!(settings.is_walkable(Vec2::new(1.0, -1.0).normalize()), "45 degrees");
/// assert!(!settings.is_walkable(Vec2::new(1.1, -1.0).normalize()), "48 degrees");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct GroundSettings {
    /// The steepest ground that can be walked on, as height per width: 1 is 45 degrees. What is steeper is a wall on the way up, and
    /// slid down. 1.0355 by default, which is 46 degrees.
    pub max_slope: f32,
    /// How far ground may drop without the walker leaving it, in pixels, beyond what slopes up to `max_slope` drop by. 1 by default.
    pub step_down: f32,
    /// The highest ledge that is walked up like a slope, and down again whatever `step_down` says, in pixels. 0 by default: none.
    pub step_up: f32,
}

impl Default for GroundSettings {
    /// Slopes up to 46 degrees, ledges of 1 px down, none up.
    fn default() -> Self {
        Self { max_slope: 1.035_530_3, step_down: 1.0, step_up: 0.0 }
    }
}

/// Ground under a mover.
///
/// ```
/// use seamwalker_collide::controller::GroundSettings;
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, SolverSetup, Space, Terrain};
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let hero = Mover::new(Aabb::new(Vec2::new(32.0, 80.0), Vec2::new(6.0, 11.0)));
/// let (solver, settings) = (SolverSetup::default(), GroundSettings::default());
/// let ground = settings.find(&solver, &space, &hero, 16.0).unwrap();
/// assert!((ground.drop.y - 9.0).abs() < 0.01 && ground.normal == Vec2::NEG_Y);
/// assert!(settings.find(&solver, &space, &hero, 8.0).is_none(), "it is 9 px away");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ground {
    /// How far the mover goes until it stands, in pixels.
    pub drop: Vec2,
    /// Normal of what it stands on.
    pub normal: Vec2,
    /// What it stands on.
    pub obstacle: Obstacle,
}

impl Ground {
    /// The body that it stands on; `None` on terrain.
    #[must_use]
    pub const fn body(&self) -> Option<BodyId> {
        self.obstacle.body()
    }
}

impl GroundSettings {
    /// Whether ground with this normal can be walked on.
    #[must_use]
    pub fn is_walkable(&self, normal: Vec2) -> bool {
        normal.y < 0.0 && normal.x.abs() <= self.max_slope * -normal.y
    }

    /// The ground under a mover that has fallen: it wanted to go by `delta` and went by `moved`. What stops a fall bears, also where it is
    /// no single face: see [`GroundSettings::find`].
    #[must_use]
    pub fn find_after(
        &self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        mover: &Mover,
        delta: Vec2,
        moved: Vec2,
    ) -> Option<Ground> {
        let is_held = moved.y < delta.y * WEDGE_SINK;
        self.find(solver, space, mover, if is_held { delta.y.max(LANDING_REACH) } else { LANDING_REACH })
    }

    /// The ground at most `reach` pixels below a mover.
    ///
    /// A steep face can hide walkable ground just below it, in the corner between the two: then a slide down the face finds
    /// out. A mover wedged between two faces, of which one is steep and the other may be a wall, stands, or it could never jump out.
    #[must_use]
    #[inline]
    pub fn find(&self, solver: &(impl Solver + ?Sized), space: &Space, mover: &Mover, reach: f32) -> Option<Ground> {
        let down = Vec2::new(0.0, reach);
        let hit = solver.cast(space, mover, down)?;
        if self.is_walkable(hit.normal) {
            return Some(Ground { drop: down * hit.fraction, normal: hit.normal, obstacle: hit.obstacle });
        }
        self.find_below_steep(solver, space, mover, down, hit.obstacle)
    }

    #[cold]
    #[inline(never)]
    fn find_below_steep(
        &self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        mover: &Mover,
        down: Vec2,
        below: Obstacle,
    ) -> Option<Ground> {
        let slide = solver.slide(space, mover, down);
        let (mut flattest, mut is_borne) = (None::<Touch>, false);
        let (mut leans_left, mut leans_right) = (false, false);
        solver.each_touching(space, &mover.moved(slide.moved), GROUND_REACH, &mut |touch| {
            let normal = touch.contact.normal;
            let is_flatter = flattest.is_none_or(|best| normal.y < best.contact.normal.y);
            if is_flatter && self.is_walkable(normal) && self.is_ledge(solver, space, &touch) {
                flattest = Some(touch);
            }
            is_borne |= normal.y < -WEDGE_BEARING;
            leans_left |= normal.x < -WEDGE_LEAN;
            leans_right |= normal.x > WEDGE_LEAN;
        });
        if let Some(Touch { contact, obstacle }) = flattest {
            return Some(Ground { drop: slide.moved, normal: contact.normal, obstacle });
        }
        let wedged = slide.moved.y < down.y * WEDGE_SINK && is_borne && leans_left && leans_right;
        wedged.then_some(Ground { drop: slide.moved, normal: Vec2::NEG_Y, obstacle: below })
    }
}

/// A move through the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirMove {
    /// How far the mover goes, and what it touches.
    pub slide: Slide,
    /// The velocity afterwards, px/s: without what led into the touched obstacles.
    pub velocity: Vec2,
    /// Whether a face stopped its run that is too steep to walk on.
    pub is_steep: bool,
}

impl GroundSettings {
    /// A move by `way` pixels through the air in a tick of `dt` seconds, of which the slide is known. A face too steep to walk on stops
    /// a run into it like a wall, and turns none of it into height; a mover that falls slides down it. Only solvers that see edges do
    /// that: the others have ways of their own with slanted pieces, and climb steep ones. `run` is the sideways speed that running added
    /// in this tick, px/s: such a face takes that as well.
    ///
    /// ```
    /// use seamwalker_collide::controller::GroundSettings;
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, SolverSetup, Space, Terrain};
    ///
    /// // 60 degrees, rising to the right.
    /// let face = Edge::new(Vec2::ZERO, Vec2::new(100.0, -173.0), Side::Outer);
    /// let space = Space::new(Terrain::new(vec![face], Vec::new()));
    /// let hero = Mover::new(Aabb::new(Vec2::new(40.0, -89.0), Vec2::new(6.0, 11.0)));
    /// let (solver, velocity, dt) = (SolverSetup::default(), Vec2::new(180.0, 60.0), 1.0 / 60.0);
    /// let slide = solver.slide(&space, &hero, velocity * dt);
    /// let flight = GroundSettings::default().fly(&solver, &space, &hero, (velocity, 20.0), (velocity * dt, dt), slide);
    /// assert!(flight.is_steep && flight.slide.moved.y > 0.0 && flight.velocity.x < 0.0, "it slides down");
    /// ```
    #[must_use]
    #[inline(never)]
    pub fn fly(
        &self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        mover: &Mover,
        (velocity, run): (Vec2, f32),
        (way, dt): (Vec2, f32),
        slide: Slide,
    ) -> AirMove {
        let is_met = |touch: &Touch| {
            let side = -touch.contact.normal.x;
            (way.x * side > 0.0 || run * side > 0.0) && self.is_steep(solver, space, touch)
        };
        let mut touches: Touches = slide.touches.iter().filter(|touch| is_met(touch)).copied().collect();
        if touches.is_empty() && slide.moved.y < way.y - LIFTED {
            // Solvers that see boxes and slopes step up slopes without a touch.
            let lift = Vec2::new(0.0, LIFTED);
            solver.each_touching(space, &mover.moved(slide.moved + lift), GROUND_REACH, &mut |touch| {
                if is_met(&touch) {
                    touches.add(touch);
                }
            });
        }
        if touches.is_empty() {
            return AirMove { slide, velocity: clip(velocity, &slide.touches), is_steep: false };
        }
        let free = solver.cast(space, mover, way).map_or(0.0, |hit| hit.fraction);
        let (mut rest, mut velocity) = (way * (1.0 - free), velocity);
        for normal in touches.iter().map(|touch| touch.contact.normal) {
            rest = stop_run(rest, run * dt * (1.0 - free), normal);
            velocity = stop_run(velocity, run, normal);
        }
        let there = mover.moved(way * free);
        let mut slide = solver.slide(space, &there, rest);
        if slide.moved.y < rest.y.min(0.0) - LIFTED {
            // An even steeper face behind the first one.
            (rest.x, velocity.x) = (0.0, 0.0);
            slide = solver.slide(space, &there, rest);
        }
        slide.moved += way * free;
        slide.touches.iter().for_each(|touch| touches.add(*touch));
        slide.touches = touches;
        AirMove { slide, velocity: clip(velocity, &touches), is_steep: true }
    }

    /// Whether a touched face looks up and is too steep to walk on. The rounded corner of a ledge is none, or a mover that reaches
    /// the ledge with its skin only would not get onto it.
    fn is_steep(&self, solver: &(impl Solver + ?Sized), space: &Space, touch: &Touch) -> bool {
        let normal = touch.contact.normal;
        if self.is_walkable(normal) || normal.y > -WEDGE_BEARING {
            return false;
        }
        match solver.edge(space, touch.obstacle) {
            Some(edge) if edge.normal.dot(normal).abs() > ON_FACE => true,
            Some(_) => !self.is_ledge(solver, space, touch),
            // A box is touched from above and aside only at its corners.
            None => !matches!(touch.obstacle, Obstacle::Body(_)),
        }
    }

    /// Whether a touched edge can be walked on, or one beyond its corner that is touched. Other corners between steep faces are no ground,
    /// however far up the way to them looks.
    fn is_ledge(&self, solver: &(impl Solver + ?Sized), space: &Space, touch: &Touch) -> bool {
        let (Some(edge), normal) = (solver.edge(space, touch.obstacle), touch.contact.normal) else { return true };
        let has_ground =
            |edge: &Edge| self.is_walkable(edge.normal) || edge.side == Side::Both && self.is_walkable(-edge.normal);
        let segment = edge.segment;
        let corner = if (segment.b - segment.a).dot(normal) > 0.0 { segment.b } else { segment.a };
        let point = Mover::new(Aabb::new(corner + normal * GROUND_REACH, Vec2::ZERO));
        let mut is_ledge = has_ground(&edge);
        let meets = if touch.obstacle.body().is_some() { point.meets } else { Layers::NONE };
        let point = Mover { meets, ..point };
        solver.each_touching(space, &point, GROUND_REACH * 2.0, &mut |touch| {
            is_ledge |= solver.edge(space, touch.obstacle).as_ref().is_some_and(has_ground);
        });
        is_ledge
    }
}

/// What is left of a way, or of a velocity, at a steep face with this normal: on the way up as much to the side as the rise makes room
/// for, on the way down nothing into the face, nor what `run` has added in that direction.
fn stop_run(way: Vec2, run: f32, normal: Vec2) -> Vec2 {
    let side = -normal.x.signum();
    let (into, run) = (way.x * side, (run * side).max(0.0));
    let most = if way.y < 0.0 { way.y * normal.y / normal.x.abs() } else { (into - run).min(0.0) };
    Vec2::new(into.min(most) * side, way.y)
}

/// [`Mover::one_way_height`] of a mover whose round corner may rest on the end of a one-way surface.
pub(super) fn end_height(solver: &(impl Solver + ?Sized), mover: &Mover) -> f32 {
    -solver.view().core(mover).1.max(ONE_WAY_SLACK)
}

/// The direction along ground with this normal, to the right.
///
/// ```
/// use seamwalker_collide::controller::tangent;
/// use seamwalker_collide::glam::Vec2;
///
/// assert_eq!(tangent(Vec2::NEG_Y), Vec2::X);
/// let slope = tangent(Vec2::new(-1.0, -1.0).normalize());
/// assert!(slope.x > 0.0 && slope.y < 0.0, "it rises to the right");
/// ```
#[must_use]
pub fn tangent(normal: Vec2) -> Vec2 {
    Vec2::new(-normal.y, normal.x)
}

/// Takes out of a velocity what leads into the touched obstacles, and nothing else. Two passes, because being clipped by one
/// wall of a corner can turn it into the other.
///
/// ```
/// use seamwalker_collide::controller::clip;
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Contact, Obstacle, Touch};
///
/// let floor = Touch { contact: Contact { normal: Vec2::NEG_Y, depth: 0.0 }, obstacle: Obstacle::Edge(0) };
/// assert_eq!(clip(Vec2::new(90.0, 200.0), &[floor].into_iter().collect()), Vec2::new(90.0, 0.0));
/// ```
#[must_use]
pub fn clip(velocity: Vec2, touches: &Touches) -> Vec2 {
    let mut velocity = velocity;
    for touch in touches.iter().chain(touches) {
        let normal = touch.contact.normal;
        velocity -= normal * velocity.dot(normal).min(0.0);
    }
    velocity
}

/// `value` moved towards `target` by at most `by`.
///
/// ```
/// use seamwalker_collide::controller::approach;
///
/// assert_eq!(approach(10.0, 100.0, 25.0), 35.0);
/// assert_eq!(approach(90.0, 100.0, 25.0), 100.0, "it never overshoots");
/// assert_eq!(approach(10.0, -100.0, 25.0), -15.0);
/// ```
#[must_use]
pub fn approach(value: f32, target: f32, by: f32) -> f32 {
    // Faster than `f32::min` and `max`. What is not a number becomes the target.
    if value < target {
        let next = value + by;
        if next < target { next } else { target }
    } else {
        let next = value - by;
        if next > target { next } else { target }
    }
}
