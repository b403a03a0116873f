//! Slides of movers that are too small for steps: bullets, points. A step of half a pixel would carry them through a line, so
//! they are swept instead: to the first obstacle, then along it.

use glam::Vec2;

use crate::contact::{Contact, Touch};
use crate::mover::Mover;
use crate::slide::{Outcome, Slide};
use crate::space::Space;
use crate::tolerance::CAST_TOUCH;
use crate::view::CollisionView;

/// How many obstacles a move may meet. A move that meets more ends there and is incomplete.
const MAX_SWEEPS: u32 = 64;

/// The distance that is kept from obstacles, in pixels: more than [`CAST_TOUCH`], or the next seam of a floor would be hit.
const CLEARANCE: f32 = 3.0 * CAST_TOUCH;

/// Sweeps a small mover along `delta`. `None` if it is not that small, or starts inside an obstacle: then it has to be pushed out.
pub(super) fn slide(view: CollisionView, space: &Space, mover: &Mover, delta: Vec2) -> Option<Slide> {
    if !mover.is_small() || space.border_overlap(view, mover) > 0.0 {
        return None;
    }
    let mut slide = Slide { steps: 1, ..Slide::default() };
    let (mut rest, mut before) = (delta, None::<Vec2>);
    for _ in 0..MAX_SWEEPS {
        slide.rounds += 1;
        let Some(hit) = space.cast(view, &mover.moved(slide.moved), rest) else {
            // Without an obstacle the move is exact.
            slide.moved = if slide.outcome == Outcome::Free { delta } else { slide.moved + rest };
            return Some(slide);
        };
        slide.outcome = Outcome::Slid;
        slide.touches.add(Touch { contact: Contact { normal: hit.normal, depth: 0.0 }, obstacle: hit.obstacle });
        // Stop where the distance to the obstacle is the clearance, but never go back for that.
        let closing = -hit.normal.dot(rest);
        let free = (hit.fraction - CLEARANCE / closing).max(0.0);
        slide.moved += rest * free;
        rest *= 1.0 - free;
        rest -= hit.normal * rest.dot(hit.normal).min(0.0);
        // Between two obstacles, or backwards, there is nowhere to go.
        let is_wedged = before.is_some_and(|normal| rest.dot(normal) < 0.0) || rest.dot(delta) <= 0.0;
        before = Some(hit.normal);
        if is_wedged {
            return Some(slide);
        }
    }
    slide.outcome = Outcome::Incomplete;
    Some(slide)
}
