//! What can be stood on, for the player and for crates alike.

use glam::Vec2;

use super::meter::Meter;
use crate::collide::{Mover, Obstacle, Touch, Touches};

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

impl Meter<'_> {
    /// The ground at most `reach` pixels below a mover.
    ///
    /// A steep face can hide walkable ground just below it, in the corner between the two: then a slide down the face finds
    /// out. A mover wedged between two steep faces stands, or it could never jump out.
    pub fn ground_below(&mut self, mover: &Mover, reach: f32) -> Option<Ground> {
        let (probe, feel) = (self.probe, &self.probe.rules.feel);
        let down = Vec2::new(0.0, reach);
        let hit = probe.cast(mover, down)?;
        if feel.walkable(hit.normal) {
            return Some(Ground { drop: down * hit.fraction, normal: hit.normal, obstacle: hit.obstacle });
        }
        let slide = self.slide(mover, down);
        let (mut flattest, mut leans_left, mut leans_right) = (None::<Touch>, false, false);
        probe.each_touching(&mover.moved(slide.moved), GROUND_REACH, |touch| {
            let normal = touch.contact.normal;
            if feel.walkable(normal) && flattest.is_none_or(|best| normal.y < best.contact.normal.y) {
                flattest = Some(touch);
            }
            leans_left |= normal.x < -WEDGE_LEAN && normal.y < -WEDGE_LEAN;
            leans_right |= normal.x > WEDGE_LEAN && normal.y < -WEDGE_LEAN;
        });
        if let Some(Touch { contact, obstacle }) = flattest {
            return Some(Ground { drop: slide.moved, normal: contact.normal, obstacle });
        }
        let wedged = slide.moved.y < reach * WEDGE_SINK && leans_left && leans_right;
        wedged.then_some(Ground { drop: slide.moved, normal: Vec2::NEG_Y, obstacle: hit.obstacle })
    }
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
