//! Configuration space: while the box shrinks to a point, the segment grows into a hexagon, and the distance stays the same.

use glam::Vec2;
use seamwalker_collide::{Aabb, DEFAULT_SKIN, Segment, separation_aabb_segment};
use seamwalker_lab::story::{Knob, StoryNumber};
use seamwalker_lab::{Mark, MarkShape, Tone};

use crate::figure::{Drag, Figure, FigureSpec, number};

const VIEW: Aabb = Aabb::new(Vec2::new(0.0, -2.0), Vec2::new(84.0, 60.0));
const SEGMENT: Segment = Segment { a: Vec2::new(-30.0, 22.0), b: Vec2::new(34.0, -6.0) };
/// Half extents of the box, and where it is at first.
const HALF: Vec2 = Vec2::new(10.0, 18.0);
const START: Vec2 = Vec2::new(-18.0, -26.0);
/// Half the side of what can be grabbed when the box is a point, in pixels.
const GRIP: f32 = 6.0;
/// How many sides a drawn circle has, and the cosine and sine of the angle between two of them.
const ARC_SIDES: usize = 24;
const ARC_STEP: Vec2 = Vec2::new(0.965_925_8, 0.258_819_04);

const GROWTH: Knob = Knob { name: Some("growth"), from: 0.0, to: 100.0, step: 5.0, start: 50.0 };

/// The figure.
pub(crate) struct Minkowski {
    /// How much of the box has gone over to the segment, in percent.
    growth: f32,
    center: Drag,
}

impl Default for Minkowski {
    fn default() -> Self {
        Self { growth: GROWTH.start, center: Drag::new(START) }
    }
}

impl Minkowski {
    /// What is left of the box.
    fn mover(&self) -> Aabb {
        Aabb::new(self.center.at, HALF * (1.0 - self.growth / 100.0))
    }

    /// The segment and what the box has lost, as a convex polygon: the corners of that box at both ends, without the two inside. The
    /// segment rises to the right. Clockwise on screen.
    fn obstacle(&self) -> [Vec2; 6] {
        let (half, Segment { a, b }) = (HALF * (self.growth / 100.0), SEGMENT);
        let [left, right] = [Vec2::new(-half.x, half.y), Vec2::new(half.x, -half.y)];
        [a - half, b - half, b + right, b + half, a + half, a + left]
    }
}

/// The outline of a convex polygon that is grown by a radius, with round corners. `corners` are clockwise on screen.
fn rounded(corners: &[Vec2], radius: f32) -> Vec<Vec2> {
    // The corner that is farthest in each direction.
    let farthest = |towards: Vec2| {
        let along = |corner: &&Vec2| corner.dot(towards);
        corners.iter().max_by(|p, q| along(p).total_cmp(&along(q))).map(|corner| *corner + towards * radius)
    };
    let circle = std::iter::successors(Some(Vec2::X), |at| Some(at.rotate(ARC_STEP))).take(ARC_SIDES);
    circle.filter_map(farthest).collect()
}

impl Figure for Minkowski {
    fn spec(&self) -> FigureSpec {
        let mover = self.mover();
        let handle = Some(Aabb::new(mover.center, mover.half.max(Vec2::splat(GRIP))));
        FigureSpec { view: VIEW, slider: Some((GROWTH, self.growth)), handle, moves: false }
    }

    fn set(&mut self, value: f32) {
        self.growth = GROWTH.limit(value);
    }

    fn step(&mut self, finger: Option<Vec2>) {
        self.center.step(finger, &VIEW);
    }

    fn marks(&self) -> Vec<Mark> {
        let obstacle = self.obstacle();
        let skin = rounded(&obstacle, DEFAULT_SKIN);
        let mut marks = vec![Mark::new(Tone::Ground, MarkShape::Area(obstacle.to_vec()))];
        let next = skin.iter().cycle().skip(1);
        marks.extend(skin.iter().zip(next).map(|(a, b)| Mark::new(Tone::Other, MarkShape::Line(*a, *b))));
        marks.push(Mark::new(Tone::Ground, MarkShape::Bar(SEGMENT.a, SEGMENT.b)));
        let mover = self.mover();
        // A point is drawn as a small box.
        marks.push(Mark::new(Tone::Mover, MarkShape::Frame(Aabb::new(mover.center, mover.half.max(Vec2::splat(1.0))))));
        let gap = separation_aabb_segment(Aabb::new(self.center.at, HALF), SEGMENT);
        let push = gap.normal * (DEFAULT_SKIN - gap.distance);
        if gap.distance < DEFAULT_SKIN {
            marks.push(Mark::new(Tone::Winner, MarkShape::Arrow(self.center.at, self.center.at + push)));
            marks.push(Mark::new(Tone::End, MarkShape::Frame(mover.moved(push))));
        } else {
            // From the part of the box that is nearest: a corner, or the middle of a side.
            let towards = gap.normal.signum() * gap.normal.abs().ceil();
            let from = mover.center - towards * mover.half;
            marks.push(Mark::new(Tone::Winner, MarkShape::Line(from, from - gap.normal * gap.distance)));
        }
        marks
    }

    fn numbers(&self) -> Vec<StoryNumber> {
        let gap = separation_aabb_segment(Aabb::new(self.center.at, HALF), SEGMENT);
        vec![number("growth", self.growth, Tone::Winner), number("distance", gap.distance, Tone::Winner)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance of a box from a convex polygon by the axes of both: exact if the nearest features are not two corners.
    fn largest_gap(mover: &Aabb, polygon: &[Vec2]) -> f32 {
        let next = polygon.iter().cycle().skip(1);
        let sides = polygon.iter().zip(next).map(|(a, b)| (*b - *a).perp().normalize());
        let axes = sides.flat_map(|axis| [axis, -axis]).chain([Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y]);
        let gap = |axis: Vec2| {
            let own = mover.center.dot(axis) - mover.half.dot(axis.abs());
            own - polygon.iter().map(|corner| corner.dot(axis)).fold(f32::NEG_INFINITY, f32::max)
        };
        axes.map(gap).fold(f32::NEG_INFINITY, f32::max)
    }

    #[test]
    fn shrinking_the_box_and_growing_the_segment_changes_no_distance() {
        let mut figure = Minkowski::default();
        for center in [START, Vec2::new(0.0, -40.0), Vec2::new(4.0, 6.0), Vec2::new(20.0, 30.0)] {
            figure.center = Drag::new(center);
            let gap = separation_aabb_segment(Aabb::new(center, HALF), SEGMENT);
            for growth in [1.0, 25.0, 50.0, 75.0, 99.0] {
                figure.growth = growth;
                let found = largest_gap(&figure.mover(), &figure.obstacle());
                assert!((found - gap.distance).abs() < 1e-3, "{found} and {gap:?} at {center}, {growth} %");
            }
        }
    }
}
