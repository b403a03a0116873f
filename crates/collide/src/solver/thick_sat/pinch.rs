//! Pinches: gaps a little narrower than the mover, between corners. A step that begins and ends in free places can lead
//! through one, because it overlaps the two corners only on its way.
//!
//! In configuration space the mover is a point, every obstacle a hexagon with a round rim as thick as the skin, and a pinch
//! is a place where two rims overlap in a lens that is shorter than a step. A step is no longer than the skin, and its ends
//! are no nearer to a hexagon than that, so it passes each at 0.86 of the skin or more: half the square root of three. So
//! the gap between the hexagons is at least 1.73 times the skin, and the step leads through its middle to 0.14.

use glam::Vec2;

use crate::separation::Hexagon;
use crate::tolerance::MIN_PINCH;

/// The narrowest gap between two hexagons that a step can lead through, as a multiple of the skin.
const MIN_GAP: f32 = 1.7;

/// How far from the middle of the gap a step through it may lead, as a multiple of the skin.
const ASIDE: f32 = 0.2;

/// How far from the mover's core the two hexagons can be where a step that leads between them wants to end, as a multiple
/// of the skin: the skin, a step, and the rest of the gap.
const END_REACH: f32 = 2.2;

/// The same in the middle of such a step: the skin, half a step, and the rest of the gap.
const MIDDLE_REACH: f32 = 1.7;

/// A pinch between two edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pinch {
    /// Where the middle of a mover in it is.
    pub place: Vec2,
    /// Over what length two faces are opposite there, in pixels; less than a step.
    pub long: f32,
}

impl Pinch {
    /// How far from the place of a pinch a step through it may end, in pixels: a step, half the length of opposite faces,
    /// and the rest of the gap.
    pub fn reach(radius: f32) -> f32 {
        radius * (1.5 + ASIDE)
    }

    /// How far from the mover's core an edge must be known where a step ends, in pixels.
    pub fn end_reach(radius: f32) -> f32 {
        radius * END_REACH
    }

    /// The same in the middle of a step.
    pub fn middle_reach(radius: f32) -> f32 {
        radius * MIDDLE_REACH
    }

    /// The pinch that two edges leave for movers with cores of half extents `half` and a skin of `radius`. Its place is
    /// relative to the middle of the edge `a`.
    #[inline]
    pub fn between(a: &Hexagon, b: &Hexagon, half: Vec2, radius: f32) -> Option<Self> {
        let gap = a.gap(b, half, 2.0 * radius - MIN_PINCH)?;
        if gap.distance <= radius * MIN_GAP {
            return None;
        }
        let ((from, from_half), (to, to_half)) = (a.farthest(gap.normal, half), b.farthest(-gap.normal, half));
        let to = to + (b.middle - a.middle);
        // What is opposite, along the two faces.
        let along = gap.normal.perp();
        let (from_at, to_at) = (from.dot(along), to.dot(along));
        let first = (from_at - from_half).max(to_at - to_half);
        let last = (from_at + from_half).min(to_at + to_half);
        let place = along * ((first + last) * 0.5) + gap.normal * ((from + to).dot(gap.normal) * 0.5);
        // Where faces are opposite for longer than a step, no step leads through.
        (last - first < radius).then_some(Self { place, long: (last - first).max(0.0) })
    }

    /// Whether a step from one place to another may lead through it.
    pub fn is_on(&self, radius: f32, from: Vec2, to: Vec2) -> bool {
        let way = to - from;
        let part = ((self.place - from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        (from + way * part).distance(self.place) <= radius * ASIDE + self.long * 0.5
    }
}
