//! The separating-axis inspector: shows how a solver tests one box against one obstacle, axis by axis, as rows and as a picture.

use glam::Vec2;

use super::mark::{Mark, MarkList, MarkShape, Tone};
use seamwalker_collide::{
    Aabb, CollisionView, Contact, Edge, EndAxes, Mover, Separation, Side, Solver, SolverKind, SolverSetup, Space,
    Terrain, axes_aabb_segment,
};

mod moves;
#[cfg(test)]
mod tests;

pub use moves::{CorrectionRound, SweepAxes, correction_marks, corrections};

/// The names of the axes: the segment's normal, y, x, and those of its two ends.
const AXIS_NAMES: [&str; 5] = ["n", "y", "x", "a", "b"];

/// Distance of the drawn shadows from box and segment, and from the shadows of a similar axis, in pixels.
const SHADOW_SPACING: (f32, f32) = (10.0, 15.0);

/// The distance of a drawn shadow from its axis, and how far an axis goes beyond its shadows, in pixels.
const SHADOW_LANE: f32 = 2.5;
const AXIS_ENDS: f32 = 5.0;
/// The distance of an axis's label from it, in pixels.
const LABEL_LANE: f32 = 7.0;

/// Above this cosine two axes are similar: one is drawn beside the other.
const SIMILAR_AXES: f32 = 0.8;

/// How far a normal may point to the inner side of a one-sided edge (cosine): rounding only, as in the solvers.
const MAX_INWARD: f32 = 1e-4;

/// The ends of a shadow on an axis, in pixels.
pub type Shadow = [f32; 2];

/// One axis: the shadows of box and obstacle on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisRow {
    /// Its name.
    pub name: &'static str,
    /// Its direction, towards the box.
    pub axis: Vec2,
    /// The shadow of the box, or of the mover's core.
    pub mover: Shadow,
    /// The shadow of the obstacle, with its radius.
    pub obstacle: Shadow,
    /// The length of the common part of the shadows, in pixels; negative for a gap.
    pub overlap: f32,
    /// How far the box must move along the axis to leave the obstacle, in pixels; negative for a gap.
    pub depth: f32,
}

/// The common part of two shadows; for a gap, from its end to its beginning.
pub(super) fn shared(one: Shadow, other: Shadow) -> Shadow {
    [one[0].max(other[0]), one[1].min(other[1])]
}

/// The result of a separating-axis test of one box and one segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// All axes: `n`, `y`, `x`, `a`, `b`.
    pub rows: Vec<AxisRow>,
    /// The index of the axis with the least depth, the first of several.
    pub winner: usize,
    /// The next depth in another direction, minus the least one, in pixels.
    pub margin: f32,
    /// The direction of the push.
    pub normal: Vec2,
    /// The length of the push, in pixels; negative if box and segment are apart.
    pub depth: f32,
    /// The contact of the solver. One-sided edges push only outwards, and only movers that are not on their inner side.
    pub contact: Option<Contact>,
}

/// The axes that the ends of a segment add under a solver.
fn end_axes(setup: &SolverSetup) -> EndAxes {
    match setup.kind {
        SolverKind::ThinSat => EndAxes::None,
        SolverKind::ThickSat => setup.options.end_axes,
        _ => EndAxes::ClosestPoint,
    }
}

/// Above this cosine two axes point in the same direction.
const SAME_DIRECTION: f32 = 0.9999;

/// Tests all axes of one mover and one edge, like a solver.
pub fn inspect(edge: &Edge, mover: &Mover, setup: &SolverSetup) -> Inspection {
    let (half, radius) = setup.view().core(mover);
    let (core, ends) = (Aabb::new(mover.aabb.center, half), end_axes(setup));
    let row = |(name, gap): (&'static str, Option<Separation>)| {
        let Separation { distance, normal } = gap?;
        let (at, reach) = (core.center.dot(normal), core.half.dot(normal.abs()));
        let [a, b] = [edge.segment.a, edge.segment.b].map(|end| end.dot(normal));
        let (mover, obstacle) = ([at - reach, at + reach], [a.min(b) - radius, a.max(b) + radius]);
        let [from, to] = shared(mover, obstacle);
        Some(AxisRow { name, axis: normal, mover, obstacle, overlap: to - from, depth: radius - distance })
    };
    let gaps = axes_aabb_segment(core, edge.segment, ends);
    let rows: Vec<AxisRow> = AXIS_NAMES.into_iter().zip(gaps).filter_map(row).collect();
    let least = |best: usize, i: usize| if rows[i].depth < rows[best].depth { i } else { best };
    let winner = (1..rows.len()).fold(0, least);
    let AxisRow { axis: normal, depth, .. } = rows[winner];
    // On flat ground the normal is the y axis again, and not another way out.
    let others = rows.iter().filter(|row| row.axis.dot(normal) < SAME_DIRECTION).map(|row| row.depth - depth);
    let margin = others.fold(f32::INFINITY, f32::min);
    let contact = contact(edge, mover, setup, ends, Contact { normal, depth });
    Inspection { rows, winner, margin, normal, depth, contact }
}

/// The solver's contact for the winning axis.
fn contact(edge: &Edge, mover: &Mover, setup: &SolverSetup, ends: EndAxes, winner: Contact) -> Option<Contact> {
    if ends != EndAxes::ClosestPoint {
        let inward = edge.side != Side::Both && winner.normal.dot(edge.normal) < -MAX_INWARD;
        return (!inward).then_some(winner);
    }
    let alone = Edge { prev: None, next: None, ..*edge };
    let space = Space::new(Terrain::new(vec![alone], Vec::new()));
    // A view of pieces sees no edges.
    let view = if setup.view() == CollisionView::Pieces { CollisionView::Thin } else { setup.view() };
    let touches = space.touching(view, mover, winner.depth.abs() + 1.0);
    touches.first().map(|touch| touch.contact)
}

impl Inspection {
    /// Draws the shadows on every axis beside box and segment, the winning axis with strong lines.
    pub fn marks(&self, edge: &Edge, mover: &Mover) -> Vec<Mark> {
        let mut marks = MarkList::default();
        let corners = mover.aabb.corners();
        // The winner last, so that it covers the others.
        let order = (0..self.rows.len()).filter(|i| *i != self.winner).chain([self.winner]);
        for i in order {
            let (row, won) = (&self.rows[i], i == self.winner);
            // All shadows lie to the upper right, those of similar axes side by side.
            let across = row.axis.perp();
            let across = if across.x < across.y { -across } else { across };
            let similar = self.rows[..i].iter().filter(|other| other.axis.dot(row.axis).abs() > SIMILAR_AXES).count();
            let beside = corners.iter().chain([&edge.segment.a, &edge.segment.b]).map(|p| p.dot(across));
            let spacing = SHADOW_SPACING.0 + SHADOW_SPACING.1 * similar as f32;
            let beside = beside.fold(f32::NEG_INFINITY, f32::max) + spacing;
            let at = |t: f32, lane: f32| row.axis * t + across * (beside + lane);
            let tone = if won { Tone::Winner } else { Tone::Other };
            let all = [row.mover[0].min(row.obstacle[0]), row.mover[1].max(row.obstacle[1])];
            marks.add(tone, MarkShape::Line(at(all[0] - AXIS_ENDS, 0.0), at(all[1] + AXIS_ENDS, 0.0)));
            // Every shadow has the colour of the shape that casts it.
            for (shape, [from, to], lane) in
                [(Tone::Mover, row.mover, SHADOW_LANE), (Tone::Ground, row.obstacle, -SHADOW_LANE)]
            {
                // A segment has no length on its own normal: a stub shows where it is.
                let stub = if to - from < 1.0 { 0.5 } else { 0.0 };
                marks.add(shape, MarkShape::Bar(at(from - stub, lane), at(to + stub, lane)));
            }
            // The overlap, or the gap.
            let both = shared(row.mover, row.obstacle);
            if won {
                marks.add(tone, MarkShape::Bar(at(both[0], 0.0), at(both[1], 0.0)));
            }
            // The label is to the right of the shadows or above, elsewhere for each of several similar axes.
            let up = if across.y < -0.5 { 9.0 } else { 4.0 };
            let part = [0.5, 0.85, 0.15][similar % 3];
            let label = at(all[0] + (all[1] - all[0]) * part, LABEL_LANE) - Vec2::new(0.0, up);
            marks.add(tone, MarkShape::Word(label, format!("{} {:.2}", row.name, row.depth)));
            if won {
                for t in row.mover {
                    let away = |p: &Vec2| (p.dot(row.axis) - t).abs();
                    let Some(corner) = corners.into_iter().min_by(|p, q| away(p).total_cmp(&away(q))) else { continue };
                    marks.add(Tone::Other, MarkShape::Line(corner, at(t, SHADOW_LANE)));
                }
            }
        }
        marks.arrow(Tone::Winner, mover.aabb.center, self.normal * self.depth.abs().max(8.0));
        marks.0
    }
}
