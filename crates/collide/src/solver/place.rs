//! Where one of a crowd goes, among those that do not yield to it: mandatory-first for a single box whose obstacles have
//! moved, too, and who may have to be told that there is no room. Whose turn it is, and who yields, is up to the crowd.

use glam::Vec2;

use super::boxes::{Boxes, Exit};
use super::mandatory_first::{Prefer, correction, next};
use crate::contact::{Obstacle, Touches};
use crate::mover::Mover;
use crate::shape::Aabb;
use crate::space::Space;
use crate::tolerance::BOX_SLACK;

/// The most corrections of one box. Each leads out of one obstacle at least; smaller numbers call it squeezed what only
/// stands on many small tiles.
const CORRECTIONS: usize = 16;

/// One of a crowd after its own move. `relative` says how its box has moved as an obstacle sees it, since both were last
/// known not to overlap.
pub(crate) struct Placing<'a> {
    pub space: &'a Space,
    /// The box after its own move.
    pub mover: &'a Mover,
    /// The box before it.
    pub start: Aabb,
    /// Its movement says nothing of where it came from: the least way out in any direction will do.
    pub teleported: bool,
    pub relative: &'a dyn Fn(&Aabb, Obstacle) -> Vec2,
}

/// Where it goes.
#[derive(Clone, Copy)]
pub(crate) struct SlideTarget {
    pub aabb: Aabb,
    /// What it was corrected by, with the normal and the longest correction of each as the depth.
    pub touches: Touches,
    /// The two obstacles whose corrections contradict each other; then the place is inside of one of them.
    pub between: Option<[Obstacle; 2]>,
}

impl SlideTarget {
    /// A place that nothing corrected.
    pub fn at(aabb: Aabb) -> Self {
        Self { aabb, touches: Touches::new(), between: None }
    }
}

impl Placing<'_> {
    /// Finds the place. Where the smaller corrections contradict each other, those along one axis may not; else its own move
    /// is taken back, if there still is room where it came from.
    pub fn find(&self) -> SlideTarget {
        let way_out = if self.teleported { self.at_end().least_way_out() } else { None };
        // A way longer than its width and height together is no correction but another teleport.
        let most = self.mover.aabb.size().element_sum();
        if let Some(end) = way_out.filter(|end| end.aabb.center.distance(self.mover.aabb.center) <= most) {
            return SlideTarget { aabb: end.aabb, touches: end.slide.touches, between: None };
        }
        let squeezed = self.corrected(Prefer::Smaller);
        if squeezed.between.is_none() {
            return squeezed;
        }
        let way = |place: &SlideTarget| (place.aabb.center - self.mover.aabb.center).length();
        let others = [Prefer::Y, Prefer::X].map(|axis| self.corrected(axis));
        let others = others.into_iter().filter(|place| place.between.is_none());
        let shortest = others.reduce(|y, x| if way(&x) < way(&y) - BOX_SLACK { x } else { y });
        shortest.or_else(|| self.taken_back(&squeezed)).unwrap_or(squeezed)
    }

    /// Calls `visit` with everything that the box overlaps: its name, the normal and the length of the correction.
    pub fn pressed_by(&self, mut visit: impl FnMut(Obstacle, Vec2, f32)) {
        let aabb = self.mover.aabb;
        self.at_end().overlaps(|obstacle, solid| {
            let caused = correction(obstacle, solid, &aabb, (self.relative)(&aabb, obstacle));
            let (normal, way) = caused.map_or((Vec2::ZERO, solid.depth(&aabb)), |exit| (exit.normal, exit.way));
            visit(obstacle, normal, way);
        });
    }

    /// How deep the box is in anything.
    pub fn depth(&self) -> f32 {
        self.at_end().depth()
    }

    fn at_end(&self) -> Boxes<'_> {
        Boxes::at(self.space, self.mover, self.start, ())
    }

    /// Mandatory-first until the box is free, or until a correction leads back into what an earlier one led out of.
    fn corrected(&self, prefer: Prefer) -> SlideTarget {
        let mut boxes = self.at_end();
        let mut taken: [Option<Exit>; CORRECTIONS] = [None; CORRECTIONS];
        for at in 0..CORRECTIONS {
            let exit = next(&mut boxes, prefer, self.relative);
            // What no movement caused has been there before: out of it by the shortest way.
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

    /// Back where it came from, if that is free.
    fn taken_back(&self, squeezed: &SlideTarget) -> Option<SlideTarget> {
        let mut boxes = self.at_end();
        boxes.aabb = self.start;
        (boxes.depth() <= BOX_SLACK).then_some(SlideTarget { aabb: self.start, between: None, ..*squeezed })
    }
}

/// Of the earlier corrections, one that the last one, in the opposite direction, has undone.
fn contradicted(boxes: &mut Boxes, taken: &[Option<Exit>], last: &Exit) -> Option<Obstacle> {
    let mut undone = None;
    boxes.overlaps(|obstacle, _| {
        let opposite = |exit: &&Exit| exit.obstacle == obstacle && exit.direction == -last.direction;
        if taken.iter().flatten().any(|exit| opposite(&exit)) {
            undone = undone.or(Some(obstacle));
        }
    });
    undone
}

/// What the box is in the deepest; the first of several.
fn deepest(boxes: &mut Boxes) -> Option<Obstacle> {
    let aabb = boxes.aabb;
    let mut best: Option<(f32, Obstacle)> = None;
    boxes.overlaps(|obstacle, solid| {
        let depth = solid.depth(&aabb);
        best = best.filter(|known| known.0 >= depth).or(Some((depth, obstacle)));
    });
    best.map(|(_, obstacle)| obstacle)
}

fn place(boxes: &Boxes, between: Option<[Obstacle; 2]>) -> SlideTarget {
    SlideTarget { aabb: boxes.aabb, touches: boxes.slide.touches, between }
}
