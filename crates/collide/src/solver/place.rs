//! Finds the place of one crowd member among those that do not yield to it: mandatory-first for a single box whose
//! obstacles have moved as well. It may find that there is no room. The crowd decides the order of members, and which
//! of them yields.

use glam::Vec2;

use super::boxes::{Boxes, Exit};
use super::mandatory_first::{Prefer, correction, next};
use super::options::SlopeAxes;
use crate::contact::{Obstacle, Touches};
use crate::mover::Mover;
use crate::shape::Aabb;
use crate::space::Space;
use crate::tolerance::BOX_SLACK;
use crate::trace::TraceSink;

/// The most corrections of one box. Each leads out of at least one obstacle. Smaller values call a box squeezed that
/// only stands on many small tiles.
const MAX_CORRECTIONS: usize = 16;

/// A crowd member after its own move.
pub(crate) struct Placing<'a> {
    pub space: &'a Space,
    /// The box after its own move.
    pub mover: &'a Mover,
    /// The radius of its corners.
    pub corner: f32,
    /// The box before it.
    pub start: Aabb,
    /// Whether its movement says nothing about where it came from, so that the shortest exit in any direction will do.
    pub teleported: bool,
    /// How a box has moved relative to an obstacle since the two last did not overlap.
    pub relative: &'a dyn Fn(&Aabb, Obstacle) -> Vec2,
}

/// The place of a crowd member.
#[derive(Clone, Copy)]
pub(crate) struct SlideTarget {
    pub aabb: Aabb,
    /// The obstacles that corrected it, each with its normal and, as the depth, its longest correction.
    pub touches: Touches,
    /// The two obstacles whose corrections contradict each other. The place is then inside one of them.
    pub between: Option<[Obstacle; 2]>,
}

impl SlideTarget {
    /// A place that nothing corrected.
    pub fn at(aabb: Aabb) -> Self {
        Self { aabb, touches: Touches::new(), between: None }
    }
}

impl Placing<'_> {
    /// Finds the place. If the smaller corrections contradict each other, it tries corrections along one axis only. If
    /// that fails, it takes the member's own move back, provided there still is room.
    pub fn find(&self) -> SlideTarget {
        if self.depth() == 0.0 {
            return SlideTarget::at(self.mover.aabb);
        }
        let escape = if self.teleported { self.at_end().shortest_escape() } else { None };
        // An escape longer than its width and height together would be another teleport, not a correction.
        let max_distance = self.mover.aabb.size().element_sum();
        if let Some(end) = escape.filter(|end| end.aabb.center.distance(self.mover.aabb.center) <= max_distance) {
            return SlideTarget { aabb: end.aabb, touches: end.slide.touches, between: None };
        }
        let squeezed = self.corrected(Prefer::Smaller);
        if squeezed.between.is_none() {
            return squeezed;
        }
        let length = |place: &SlideTarget| (place.aabb.center - self.mover.aabb.center).length();
        let others = [Prefer::Y, Prefer::X].map(|axis| self.corrected(axis));
        let others = others.into_iter().filter(|place| place.between.is_none());
        let shortest = others.reduce(|y, x| if length(&x) < length(&y) - BOX_SLACK { x } else { y });
        shortest.or_else(|| self.taken_back(&squeezed)).unwrap_or(squeezed)
    }

    /// Calls `visit` with every obstacle that the box overlaps, and the normal and length of its correction.
    pub fn pressed_by(&self, mut visit: impl FnMut(Obstacle, Vec2, f32)) {
        let aabb = self.mover.aabb;
        self.at_end().overlaps(&mut |obstacle, solid| {
            let caused = correction(obstacle, solid, &aabb, (self.relative)(&aabb, obstacle));
            let (normal, way) = caused.map_or((Vec2::ZERO, solid.depth(&aabb)), |exit| (exit.normal, exit.way));
            visit(obstacle, normal, way);
        });
    }

    /// How deep the box overlaps anything.
    pub fn depth(&self) -> f32 {
        self.at_end().depth()
    }

    fn at_end(&self) -> Boxes<'_> {
        let mut boxes = Boxes::at(self.space, self.mover, self.start, TraceSink::OFF);
        boxes.corner = self.corner;
        boxes
    }

    /// Corrects by mandatory-first until the box is free, or until one correction undoes an earlier one.
    fn corrected(&self, prefer: Prefer) -> SlideTarget {
        let mut boxes = self.at_end();
        let mut taken: [Option<Exit>; MAX_CORRECTIONS] = [None; MAX_CORRECTIONS];
        for at in 0..MAX_CORRECTIONS {
            let exit = next(&mut boxes, prefer, SlopeAxes::Both, self.relative);
            // An overlap that no movement caused was there before: leave it by the shortest exit.
            let exit = exit.or_else(|| boxes.shortest(false));
            let Some(exit) = exit else { break };
            boxes.take(&exit, f32::INFINITY);
            taken[at] = Some(exit);
            if let Some(before) = contradicted(&mut boxes, &taken[..at], &exit) {
                return place(&boxes, Some([before, exit.obstacle]));
            }
        }
        let left = deepest(&mut boxes);
        let last = taken.iter().flatten().last().map(|exit| exit.obstacle);
        place(&boxes, left.map(|obstacle| [last.unwrap_or(obstacle), obstacle]))
    }

    /// The place where it came from, if that is free.
    fn taken_back(&self, squeezed: &SlideTarget) -> Option<SlideTarget> {
        let mut boxes = self.at_end();
        boxes.aabb = self.start;
        (boxes.depth() <= BOX_SLACK).then_some(SlideTarget { aabb: self.start, between: None, ..*squeezed })
    }
}

/// The obstacle of an earlier correction that the last one, in the opposite direction, has undone.
fn contradicted(boxes: &mut Boxes, taken: &[Option<Exit>], last: &Exit) -> Option<Obstacle> {
    let mut undone = None;
    boxes.overlaps(&mut |obstacle, _| {
        let opposite = |exit: &&Exit| exit.obstacle == obstacle && exit.direction == -last.direction;
        if taken.iter().flatten().any(|exit| opposite(&exit)) {
            undone = undone.or(Some(obstacle));
        }
    });
    undone
}

/// The obstacle that the box overlaps the deepest; of equal ones the first.
fn deepest(boxes: &mut Boxes) -> Option<Obstacle> {
    let aabb = boxes.aabb;
    let mut best: Option<(f32, Obstacle)> = None;
    boxes.overlaps(&mut |obstacle, solid| {
        let depth = solid.depth(&aabb);
        best = best.filter(|known| known.0 >= depth).or(Some((depth, obstacle)));
    });
    best.map(|(_, obstacle)| obstacle)
}

fn place(boxes: &Boxes, between: Option<[Obstacle; 2]>) -> SlideTarget {
    SlideTarget { aabb: boxes.aabb, touches: boxes.slide.touches, between }
}
