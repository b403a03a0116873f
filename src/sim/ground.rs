//! What can be stood on, for the player and for crates alike.

use glam::Vec2;

use super::Rules;
use super::meter::Meter;
use super::probe::Probe;
use crate::collide::{Mover, Obstacle, Solver, Touches};

/// Ground under a mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ground {
    /// How far the mover goes until it stands.
    pub drop: Vec2,
    /// Normal of what it stands on.
    pub normal: Vec2,
    /// What it stands on.
    pub obstacle: Obstacle,
}

/// How near ground counts as stood on, in pixels. A cast stops at a gap of up to 0.001 px: with less than that, standing
/// flickers; with much more, movers hover.
pub(super) const GROUND_REACH: f32 = 0.02;

/// How far below a mover in the air its ground may be, in pixels: a landing slide already leads to it.
pub(super) const LANDING_REACH: f32 = 0.05;

/// How deep a standing mover looks for its ground although it does not walk, in pixels: small ledges are stepped down.
pub(super) const STEP_DOWN: f32 = 1.0;

/// From which slope (as the sideways part of the normal) two steep faces hold what is wedged between them.
const WEDGE_LEAN: f32 = 0.1;

/// A mover wedged between two steep faces sinks by less than this part of the way down that it tries.
const WEDGE_SINK: f32 = 0.1;

impl Probe<'_> {
    /// The ground at most `reach` pixels below a mover.
    ///
    /// A steep face can hide walkable ground a hair below it, in the corner between the two: then a slide down the face finds
    /// out. A mover wedged between two steep faces stands, or it could never jump out.
    pub fn ground_below(&self, mover: &Mover, reach: f32, meter: &mut Meter) -> Option<Ground> {
        let down = Vec2::new(0.0, reach);
        let hit = self.cast(mover, down)?;
        if self.rules.feel.walkable(hit.normal) {
            return Some(Ground { drop: down * hit.fraction, normal: hit.normal, obstacle: hit.obstacle });
        }
        let slide = meter.slide(*self, mover, down);
        let touches = self.rules.solver.touching(&self.state.space, &mover.moved(slide.moved), GROUND_REACH);
        if let Some((normal, obstacle)) = self.rules.flattest(&touches) {
            return Some(Ground { drop: slide.moved, normal, obstacle });
        }
        let wedged = slide.moved.y < reach * WEDGE_SINK && holds_from_both_sides(&touches);
        wedged.then_some(Ground { drop: slide.moved, normal: Vec2::NEG_Y, obstacle: hit.obstacle })
    }
}

/// Whether faces on both sides lean under the mover.
fn holds_from_both_sides(touches: &Touches) -> bool {
    let leans =
        |side: f32| touches.iter().map(|t| t.contact.normal).any(|n| n.x * side > WEDGE_LEAN && n.y < -WEDGE_LEAN);
    leans(1.0) && leans(-1.0)
}

/// Takes out of a velocity what leads into the touched surfaces, and nothing else. Two passes, because being clipped by one
/// wall of a corner can turn it into the other.
pub(super) fn clip(velocity: Vec2, touches: &Touches) -> Vec2 {
    let mut velocity = velocity;
    for touch in touches.iter().chain(touches) {
        let normal = touch.contact.normal;
        velocity -= normal * velocity.dot(normal).min(0.0);
    }
    velocity
}

/// `value` moved towards `target` by at most `by`.
pub(super) fn approach(value: f32, target: f32, by: f32) -> f32 {
    if value < target { (value + by).min(target) } else { (value - by).max(target) }
}

impl Rules {
    /// The most level walkable ground among what is touched.
    fn flattest(&self, touches: &Touches) -> Option<(Vec2, Obstacle)> {
        let walkable = touches.iter().filter(|t| self.feel.walkable(t.contact.normal));
        let best = walkable.min_by(|a, b| a.contact.normal.y.total_cmp(&b.contact.normal.y))?;
        Some((best.contact.normal, best.obstacle))
    }
}
