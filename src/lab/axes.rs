//! The separating-axis inspector: what a solver asks of one box and one obstacle, axis by axis, as rows and as a picture.

use glam::Vec2;
use serde::Serialize;

use super::mark::{Mark, MarkList, MarkShape, Tone};
use crate::collide::{
    Aabb, CollisionView, Contact, Edge, EndAxes, Mover, Separation, Side, Solver, SolverKind, SolverSetup, Space,
    Terrain, axes_aabb_segment,
};

mod field;
mod moves;
#[cfg(test)]
mod tests;

pub use field::ContactField;
pub use moves::{CorrectionRound, PossibleRow, SweepAxes, SweepRow, correction_marks, corrections};

/// What the axes are called: the segment's normal, y, x, and those of its two ends.
const NAMES: [&str; 5] = ["n", "y", "x", "a", "b"];

/// How far beside box and segment the shadows are drawn, and how much farther those of the next similar axis, in pixels.
const BESIDE: (f32, f32) = (10.0, 15.0);

/// How much two directions must agree for the one to be drawn beside the other (cosine).
const SIMILAR: f32 = 0.8;

/// How far a normal may turn to the inner side of a one-sided edge (cosine): rounding only, as in the solvers.
const INWARD: f32 = 1e-4;

/// The ends of a shadow on an axis, in pixels.
pub type Shadow = [f32; 2];

/// One axis: the shadows of box and obstacle on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AxisRow {
    /// What it is called.
    pub name: &'static str,
    /// Its direction, towards the box.
    pub axis: Vec2,
    /// The shadow of the box, or of the mover's core.
    pub mover: Shadow,
    /// The shadow of the obstacle, with its radius.
    pub obstacle: Shadow,
    /// How much of the two shadows is the same, in pixels; negative where there is a gap.
    pub overlap: f32,
    /// How far the box must go along the axis to leave the obstacle, in pixels; negative where there is a gap.
    pub depth: f32,
}

/// What two shadows share; where there is a gap, from its end to its beginning.
pub(super) fn shared(one: Shadow, other: Shadow) -> Shadow {
    [one[0].max(other[0]), one[1].min(other[1])]
}

impl AxisRow {
    /// What a core and an obstacle with these corners, and so much around them, cover of an axis that leads to the core.
    pub(super) fn new(name: &'static str, axis: Vec2, core: &Aabb, corners: &[Vec2], radius: f32) -> Self {
        let (at, reach) = (core.center.dot(axis), core.half.dot(axis.abs()));
        let along = corners.iter().map(|corner| corner.dot(axis));
        let [from, to] = along.fold([f32::INFINITY, f32::NEG_INFINITY], |[from, to], t| [t.min(from), t.max(to)]);
        let (mover, obstacle) = ([at - reach, at + reach], [from - radius, to + radius]);
        let [from, to] = shared(mover, obstacle);
        Self { name, axis, mover, obstacle, overlap: to - from, depth: obstacle[1] - mover[0] }
    }
}

/// All that a separating-axis test says of one box and one segment.
///
/// ```
/// use seamwalker::collide::{Aabb, Edge, Mover, Side, SolverSetup};
/// use seamwalker::glam::Vec2;
/// use seamwalker::lab::axes::inspect;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let mover = Mover::new(Aabb::new(Vec2::new(32.0, 90.0), Vec2::new(6.0, 11.0)));
/// let seen = inspect(&floor, &mover, &SolverSetup::default());
/// assert_eq!((seen.normal, seen.depth), (Vec2::NEG_Y, 1.0), "1 px in the floor");
/// assert!(seen.margin > 20.0, "no other way out is nearly as short");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Inspection {
    /// Every axis that there is: `n`, `y`, `x`, `a`, `b`.
    pub rows: Vec<AxisRow>,
    /// The axis that wins: the least deep one, the first of several.
    pub winner: usize,
    /// By how much it is less deep than the next one that leads elsewhere, in pixels.
    pub margin: f32,
    /// The direction in which it pushes.
    pub normal: Vec2,
    /// How far, in pixels; negative where box and segment are apart.
    pub depth: f32,
    /// What the solver makes of it: one-sided edges push only outwards, and not at all who is on the inner side of them.
    pub contact: Option<Contact>,
}

/// Which axes the ends of a segment add under a solver.
pub(super) fn end_axes(setup: &SolverSetup) -> EndAxes {
    match setup.kind {
        SolverKind::ThinSat => EndAxes::None,
        SolverKind::ThickSat => setup.options.end_axes,
        _ => EndAxes::ClosestPoint,
    }
}

/// The axis that wins: the one with the largest gap, the first of several.
fn best(gaps: &[Option<Separation>; 5]) -> Option<Separation> {
    gaps.iter().flatten().copied().reduce(|best, gap| if gap.distance > best.distance { gap } else { best })
}

/// The cosine from which on two axes lead the same way.
const SAME_WAY: f32 = 0.9999;

/// Asks all axes of one mover and one edge, as a solver would.
#[must_use]
pub fn inspect(edge: &Edge, mover: &Mover, setup: &SolverSetup) -> Inspection {
    let (half, radius) = setup.view().core(mover);
    let (core, ends) = (Aabb::new(mover.aabb.center, half), end_axes(setup));
    let row = |(name, gap): (&'static str, Option<Separation>)| {
        let Separation { distance, normal } = gap?;
        let row = AxisRow::new(name, normal, &core, &[edge.segment.a, edge.segment.b], radius);
        Some(AxisRow { depth: radius - distance, ..row })
    };
    let gaps = axes_aabb_segment(core, edge.segment, ends);
    let rows: Vec<AxisRow> = NAMES.into_iter().zip(gaps).filter_map(row).collect();
    let least = |best: usize, i: usize| if rows[i].depth < rows[best].depth { i } else { best };
    let winner = (1..rows.len()).fold(0, least);
    let AxisRow { axis: normal, depth, .. } = rows[winner];
    // The ground's own axis is y again: it is no other way out.
    let others = rows.iter().filter(|row| row.axis.dot(normal) < SAME_WAY).map(|row| row.depth - depth);
    let margin = others.fold(f32::INFINITY, f32::min);
    Inspection {
        contact: contact(edge, mover, setup, ends, Contact { normal, depth }),
        rows,
        winner,
        margin,
        normal,
        depth,
    }
}

/// What a solver makes of the winning axis.
fn contact(edge: &Edge, mover: &Mover, setup: &SolverSetup, ends: EndAxes, won: Contact) -> Option<Contact> {
    if ends != EndAxes::ClosestPoint {
        let open = edge.side != Side::Both && won.normal.dot(edge.normal) < -INWARD;
        return Some(won).filter(|_| !open);
    }
    let alone = Edge { prev: None, next: None, ..*edge };
    let space = Space::new(Terrain::new(vec![alone], Vec::new()));
    // A view of pieces sees no edges.
    let view = if setup.view() == CollisionView::Pieces { CollisionView::Thin } else { setup.view() };
    let touches = space.touching(view, mover, won.depth.abs() + 1.0);
    touches.iter().next().map(|touch| touch.contact)
}

impl Inspection {
    /// The shadows on every axis, beside box and segment; the axis that wins is the one that is drawn strongly.
    #[must_use]
    pub fn marks(&self, edge: &Edge, mover: &Mover) -> Vec<Mark> {
        let mut marks = MarkList::default();
        let corners = mover.aabb.corners();
        // All to the upper right; those of nearly the same direction one beside the other, the one that wins over all.
        let lane = |row: &AxisRow| {
            let across = row.axis.perp();
            if across.x < across.y { -across } else { across }
        };
        let order = (0..self.rows.len()).filter(|i| *i != self.winner).chain([self.winner]);
        for i in order {
            let (row, won) = (&self.rows[i], i == self.winner);
            let across = lane(row);
            let similar = self.rows[..i].iter().filter(|other| other.axis.dot(row.axis).abs() > SIMILAR).count();
            let beside = corners.iter().chain([&edge.segment.a, &edge.segment.b]).map(|p| p.dot(across));
            let beside = beside.fold(f32::NEG_INFINITY, f32::max) + BESIDE.0 + BESIDE.1 * similar as f32;
            let at = |t: f32, lane: f32| row.axis * t + across * (beside + lane);
            let (mover_tone, segment_tone) = if won { (Tone::Mover, Tone::Ground) } else { (Tone::Other, Tone::Other) };
            // A segment has no length on its own normal: a stub shows where it is.
            let stub = |[from, to]: Shadow| if to - from < 1.0 { [from - 0.5, to + 0.5] } else { [from, to] };
            let bar = |lane: f32, shadow: Shadow| (at(stub(shadow)[0], lane), at(stub(shadow)[1], lane));
            let ((a, b), (c, d)) = (bar(1.5, row.mover), bar(-1.5, row.obstacle));
            marks.add(mover_tone, if won { MarkShape::Bar(a, b) } else { MarkShape::Line(a, b) });
            marks.add(segment_tone, if won { MarkShape::Bar(c, d) } else { MarkShape::Line(c, d) });
            let both = shared(row.mover, row.obstacle);
            let tone = if won { Tone::Winner } else { Tone::Other };
            if both[0] < both[1] {
                marks.add(tone, MarkShape::Line(at(both[0], 0.0), at(both[1], 0.0)));
            }
            // Beside both, to the right or above; in another place for each of similar axes.
            let all = [row.mover[0].min(row.obstacle[0]), row.mover[1].max(row.obstacle[1])];
            let up = if across.y < -0.5 { 9.0 } else { 4.0 };
            let part = [0.5, 0.85, 0.15][similar % 3];
            let word = at(all[0] + (all[1] - all[0]) * part, 4.0) - Vec2::new(0.0, up);
            marks.add(tone, MarkShape::Word(word, format!("{} {:.2}", row.name, row.depth)));
            if won {
                let drop = |t: f32| {
                    corners
                        .iter()
                        .copied()
                        .min_by(|p, q| (p.dot(row.axis) - t).abs().total_cmp(&(q.dot(row.axis) - t).abs()))
                };
                for (t, foot) in row.mover.into_iter().zip([a, b]) {
                    drop(t).into_iter().for_each(|corner| marks.add(Tone::Other, MarkShape::Line(corner, foot)));
                }
            }
        }
        marks.arrow(Tone::Winner, mover.aabb.center, self.normal * self.depth.abs().max(8.0));
        marks.0
    }
}
