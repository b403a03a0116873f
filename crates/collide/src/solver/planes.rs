//! The faces that a step has met, and the nearest point beyond them all.

use glam::Vec2;

use crate::contact::{Contact, Obstacle, Touch};
use crate::tolerance::{PARALLEL, SETTLED};
use crate::trace::words::Reason;
use crate::trace::{TraceEvent, TraceSink};

/// How many planes one step remembers. In 2D, two planes determine the nearest point; the others compete with them.
const MAX_PLANES: usize = 6;

/// A face that the offset must stay beyond: `normal . offset >= limit`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactPlane {
    /// Unit vector away from the obstacle.
    pub normal: Vec2,
    /// Where the face is, along the normal.
    pub limit: f32,
    /// How deep the mover was behind it when it was taken, in pixels.
    pub depth: f32,
    /// The obstacle whose face it is.
    pub obstacle: Obstacle,
}

impl ContactPlane {
    /// The face of a contact found at an offset.
    #[inline]
    pub fn new(contact: Contact, offset: Vec2, obstacle: Obstacle) -> Self {
        let Contact { normal, depth } = contact;
        Self { normal, limit: normal.dot(offset) + depth, depth, obstacle }
    }

    /// Takes the face of the same obstacle at another offset. A convex obstacle has one face for each normal, so the
    /// same normal means the same face.
    #[inline]
    pub fn renew(&mut self, contact: Contact, offset: Vec2) {
        if self.normal == contact.normal {
            self.depth = contact.depth;
        } else {
            *self = Self::new(contact, offset, self.obstacle);
        }
    }

    /// Emits that it was chosen.
    pub fn emit_chosen(&self, sink: TraceSink, why: Reason) {
        sink.emit(|| TraceEvent::Chosen { touch: self.touch(), push: self.normal * self.depth, why });
    }

    pub fn touch(&self) -> Touch {
        Touch { contact: Contact { normal: self.normal, depth: self.depth }, obstacle: self.obstacle }
    }

    /// How far an offset is behind the face; negative when it is beyond.
    fn violation(&self, offset: Vec2) -> f32 {
        self.limit - self.normal.dot(offset)
    }
}

/// The planes that a step has met, one for each obstacle.
#[derive(Clone, Copy)]
pub(super) struct Planes {
    list: [ContactPlane; MAX_PLANES],
    /// How many obstacles were met so far.
    pub count: usize,
}

impl Default for Planes {
    fn default() -> Self {
        let nothing = ContactPlane { normal: Vec2::ZERO, limit: 0.0, depth: 0.0, obstacle: Obstacle::Edge(0) };
        Self { list: [nothing; MAX_PLANES], count: 0 }
    }
}

impl Planes {
    /// A step that has met one plane.
    pub fn of(plane: ContactPlane) -> Self {
        Self { list: [plane; MAX_PLANES], count: 1 }
    }

    /// Remembers a plane. It replaces that of the same obstacle, or the oldest one if the list is full.
    pub fn add(&mut self, plane: ContactPlane) {
        let known = self.as_slice().iter().position(|p| p.obstacle == plane.obstacle);
        let slot = known.unwrap_or(self.count % MAX_PLANES);
        self.list[slot] = plane;
        self.count += usize::from(known.is_none());
    }

    /// The planes that are remembered.
    pub fn as_slice(&self) -> &[ContactPlane] {
        &self.list[..self.count.min(MAX_PLANES)]
    }

    /// The nearest point to a target beyond all of them; emits the planes and the point.
    pub fn solve(&self, sink: TraceSink, target: Vec2) -> Option<Vec2> {
        let point = nearest(self.as_slice(), target);
        for &ContactPlane { normal, limit, obstacle, .. } in self.as_slice() {
            sink.emit(|| TraceEvent::Plane { obstacle, normal, limit });
        }
        sink.emit(|| TraceEvent::Solved { target, point });
        point
    }

    /// The planes that are remembered, for renewal.
    pub fn as_mut_slice(&mut self) -> &mut [ContactPlane] {
        &mut self.list[..self.count.min(MAX_PLANES)]
    }
}

/// The point nearest to `target` that lies beyond all planes; `None` when they leave no room. It is the target, or lies
/// on one or two of the planes.
fn nearest(planes: &[ContactPlane], target: Vec2) -> Option<Vec2> {
    let mut best: Option<Vec2> = None;
    let mut offer = |point: Vec2| {
        if best.is_none_or(|best| is_nearer(point, best, target))
            && planes.iter().all(|p| p.violation(point) <= SETTLED)
        {
            best = Some(point);
        }
    };
    for (i, a) in planes.iter().enumerate() {
        offer(target + a.normal * a.violation(target).max(0.0));
        for b in &planes[i + 1..] {
            if let Some(corner) = corner(a, b) {
                offer(corner);
            }
        }
    }
    best
}

/// The same for two planes, to the same bit.
#[inline(always)]
pub(super) fn nearest_of_two(a: &ContactPlane, b: &ContactPlane, target: Vec2) -> Option<Vec2> {
    let beyond_a = target + a.normal * a.violation(target).max(0.0);
    let beyond_b = target + b.normal * b.violation(target).max(0.0);
    let mut best = fits(a, b, beyond_a).then_some(beyond_a);
    if let Some(corner) = corner(a, b) {
        best = nearer(best, a, b, corner, target);
    }
    nearer(best, a, b, beyond_b, target)
}

/// Whether a point lies beyond two planes.
#[inline(always)]
fn fits(a: &ContactPlane, b: &ContactPlane, point: Vec2) -> bool {
    (a.violation(point) <= SETTLED) & (b.violation(point) <= SETTLED)
}

/// The best point so far, or another one that fits and is nearer.
#[inline(always)]
fn nearer(best: Option<Vec2>, a: &ContactPlane, b: &ContactPlane, point: Vec2, target: Vec2) -> Option<Vec2> {
    let nearer = best.is_none_or(|best| is_nearer(point, best, target));
    if nearer && fits(a, b, point) { Some(point) } else { best }
}

/// Whether a point is nearer to the target than another. Where rounding makes the distances equal, the order of the planes
/// would decide.
#[inline(always)]
fn is_nearer(point: Vec2, other: Vec2, target: Vec2) -> bool {
    let (new, known) = (point.distance_squared(target), other.distance_squared(target));
    new < known || (new == known && is_slightly_nearer(point, other, target))
}

#[cold]
fn is_slightly_nearer(point: Vec2, other: Vec2, target: Vec2) -> bool {
    let distance = |point: Vec2| point.as_dvec2().distance_squared(target.as_dvec2());
    distance(point) < distance(other)
}

/// The point on both planes; `None` when they are parallel.
#[inline(always)]
fn corner(a: &ContactPlane, b: &ContactPlane) -> Option<Vec2> {
    let sine = a.normal.perp_dot(b.normal);
    (sine.abs() > PARALLEL).then(|| {
        Vec2::new(a.limit * b.normal.y - b.limit * a.normal.y, b.limit * a.normal.x - a.limit * b.normal.x) / sine
    })
}

#[cfg(test)]
#[path = "planes_tests.rs"]
mod tests;
