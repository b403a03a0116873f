//! The separating-axis inspector: what a solver asks of one box and one obstacle, axis by axis, as rows and as a picture.

use glam::Vec2;
use serde::Serialize;

use super::mark::{Mark, Marks, Shape, Tone};
use crate::collide::{
    Aabb, Contact, Edge, EndAxes, MandatoryFirst, Mover, Obstacle, Piece, Separation, Side, Solver, SolverKind,
    SolverSetup, Space, Swept, Terrain, axes_aabb_segment,
};

/// What the axes are called: the segment's normal, y, x, and those of its two ends.
const NAMES: [&str; 5] = ["n", "y", "x", "a", "b"];

/// How far beside box and segment the shadows are drawn, and how much farther those of the next similar axis, in pixels.
const BESIDE: (f32, f32) = (10.0, 15.0);

/// How much two directions must agree for the one to be drawn beside the other (cosine).
const SIMILAR: f32 = 0.8;

/// The most cells of a field along x and y.
const MOST_CELLS: f32 = 48.0;

/// The sides of a field's cells, in pixels, where that is not too many.
const CELL: f32 = 4.0;

/// How far beyond everything that touches a field goes, in pixels.
const AROUND: f32 = 14.0;

/// How often corrections are looked through, as in mandatory-first.
const ROUNDS: usize = 8;

/// How far a normal may turn to the inner side of a one-sided edge (cosine): rounding only, as in the solvers.
const INWARD: f32 = 1e-4;

/// The ends of a shadow on an axis, in pixels.
pub type Shadow = [f32; 2];

/// One axis: the shadows of box and segment on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AxisRow {
    /// What it is called: `n`, `y`, `x`, `a`, `b`.
    pub name: &'static str,
    /// Its direction, towards the box.
    pub axis: Vec2,
    /// The shadow of the box, or of the mover's core.
    pub mover: Shadow,
    /// The shadow of the segment, with its radius.
    pub segment: Shadow,
    /// How much of the two shadows is the same, in pixels; negative where there is a gap.
    pub overlap: f32,
    /// How far the box must go along the axis to leave the segment, in pixels; negative where there is a gap.
    pub depth: f32,
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
    /// Every axis that there is.
    pub rows: Vec<AxisRow>,
    /// The axis that wins: the least deep one, the first of several.
    pub winner: usize,
    /// By how much it is less deep than the next one, in pixels.
    pub margin: f32,
    /// The direction in which it pushes.
    pub normal: Vec2,
    /// How far, in pixels; negative where box and segment are apart.
    pub depth: f32,
    /// What the solver makes of it: one-sided edges push only outwards, and not at all who is on the inner side of them.
    pub contact: Option<Contact>,
}

/// Which axes the ends of a segment add under a solver.
fn end_axes(setup: &SolverSetup) -> EndAxes {
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

/// Asks all axes of one mover and one edge, as a solver would.
#[must_use]
pub fn inspect(edge: &Edge, mover: &Mover, setup: &SolverSetup) -> Inspection {
    let (half, radius) = setup.view().core(mover);
    let (core, ends) = (Aabb::new(mover.aabb.center, half), end_axes(setup));
    let row = |(name, gap): (&'static str, Option<Separation>)| {
        let Separation { distance, normal } = gap?;
        let (at, reach) = (core.center.dot(normal), half.dot(normal.abs()));
        let (a, b) = (edge.segment.a.dot(normal), edge.segment.b.dot(normal));
        let (mover, segment) = ([at - reach, at + reach], [a.min(b) - radius, a.max(b) + radius]);
        let overlap = mover[1].min(segment[1]) - mover[0].max(segment[0]);
        Some(AxisRow { name, axis: normal, mover, segment, overlap, depth: radius - distance })
    };
    let gaps = axes_aabb_segment(core, edge.segment, ends);
    let rows: Vec<AxisRow> = NAMES.into_iter().zip(gaps).filter_map(row).collect();
    let least = |best: usize, i: usize| if rows[i].depth < rows[best].depth { i } else { best };
    let winner = (1..rows.len()).fold(0, least);
    let AxisRow { axis: normal, depth, .. } = rows[winner];
    let others = rows.iter().enumerate().filter(|(i, _)| *i != winner).map(|(_, row)| row.depth - depth);
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
    let view = setup.view();
    let alone = Edge { prev: None, next: None, ..*edge };
    let space = Space::new(Terrain::new(vec![alone], Vec::new()));
    let view = if view == crate::collide::View::Pieces { crate::collide::View::Thin } else { view };
    let touches = space.touching(view, mover, won.depth.abs() + 1.0);
    touches.iter().next().map(|touch| touch.contact)
}

impl Inspection {
    /// The shadows on every axis, beside box and segment; the axis that wins is the one that is drawn strongly.
    #[must_use]
    pub fn marks(&self, edge: &Edge, mover: &Mover) -> Vec<Mark> {
        let mut marks = Marks::default();
        let corners = corners(&mover.aabb);
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
            let ((a, b), (c, d)) = (bar(1.5, row.mover), bar(-1.5, row.segment));
            marks.add(mover_tone, if won { Shape::Bar(a, b) } else { Shape::Line(a, b) });
            marks.add(segment_tone, if won { Shape::Bar(c, d) } else { Shape::Line(c, d) });
            let both = [row.mover[0].max(row.segment[0]), row.mover[1].min(row.segment[1])];
            let tone = if won { Tone::Winner } else { Tone::Other };
            if both[0] < both[1] {
                marks.add(tone, Shape::Line(at(both[0], 0.0), at(both[1], 0.0)));
            }
            // Beside the middle of both, to the right or above.
            let all = [row.mover[0].min(row.segment[0]), row.mover[1].max(row.segment[1])];
            let up = if across.y < -0.5 { 9.0 } else { 4.0 };
            let word = at((all[0] + all[1]) * 0.5, 4.0) - Vec2::new(0.0, up);
            marks.add(tone, Shape::Word(word, format!("{} {:.2}", row.name, row.depth)));
            if won {
                let drop = |t: f32| {
                    corners
                        .iter()
                        .copied()
                        .min_by(|p, q| (p.dot(row.axis) - t).abs().total_cmp(&(q.dot(row.axis) - t).abs()))
                };
                for (t, foot) in row.mover.into_iter().zip([a, b]) {
                    drop(t).into_iter().for_each(|corner| marks.add(Tone::Other, Shape::Line(corner, foot)));
                }
            }
        }
        marks.arrow(Tone::Winner, mover.aabb.center, self.normal * self.depth.abs().max(8.0));
        marks.0
    }
}

/// The corners of a box.
pub(super) fn corners(aabb: &Aabb) -> [Vec2; 4] {
    let (min, max) = (aabb.min(), aabb.max());
    [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
}

/// What an edge says to movers everywhere around it: a normal and a depth for every place of the mover's centre.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Field {
    /// The middle of the first cell.
    pub corner: Vec2,
    /// From one cell to the next, in pixels.
    pub step: f32,
    /// How many cells are in a row.
    pub columns: usize,
    /// Row by row.
    pub cells: Vec<Contact>,
}

impl Field {
    /// The field of a mover around an edge, with these end axes; at most 48 x 48 cells.
    ///
    /// ```
    /// use seamwalker::collide::{Aabb, Edge, EndAxes, Mover, Side};
    /// use seamwalker::glam::Vec2;
    /// use seamwalker::lab::axes::Field;
    ///
    /// let slope = Edge::new(Vec2::new(0.0, 32.0), Vec2::new(32.0, 0.0), Side::Both);
    /// let tall = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 24.0)));
    /// let [exact, centre] = [EndAxes::ClosestPoint, EndAxes::BoxCentre].map(|ends| Field::around(&slope, &tall, ends));
    /// assert!(exact.jump() <= exact.step, "depth changes by no more than the way");
    /// assert!(centre.error(&exact).0 > 0.5, "the centre of a tall box is far from its corners");
    /// ```
    #[must_use]
    pub fn around(edge: &Edge, mover: &Mover, ends: EndAxes) -> Self {
        let (half, radius) = (mover.core_half(), mover.skin());
        let area = edge.segment.aabb();
        let reach = area.half + half + Vec2::splat(radius + AROUND);
        let step = (reach.max_element() * 2.0 / MOST_CELLS).max(CELL);
        let columns = (reach * 2.0 / step).floor().max(Vec2::ONE);
        let corner = area.center - (columns - Vec2::ONE) * 0.5 * step;
        let (columns, rows) = (columns.x as usize, columns.y as usize);
        let mut field = Self { corner, step, columns, cells: Vec::with_capacity(columns * rows) };
        for i in 0..columns * rows {
            let gaps = axes_aabb_segment(Aabb::new(field.place(i), half), edge.segment, ends);
            let gap = best(&gaps).unwrap_or(Separation { distance: 0.0, normal: Vec2::NEG_Y });
            field.cells.push(gap.contact(radius));
        }
        field
    }

    /// The middle of a cell.
    #[must_use]
    pub fn place(&self, cell: usize) -> Vec2 {
        let columns = self.columns.max(1);
        self.corner + Vec2::new((cell % columns) as f32, (cell / columns) as f32) * self.step
    }

    /// The largest difference of depth between two cells that are neighbours, in pixels.
    #[must_use]
    pub fn jump(&self) -> f32 {
        let depth = |i: usize| self.cells.get(i).map_or(f32::NAN, |cell| cell.depth);
        let beside = |i: usize| if (i + 1).is_multiple_of(self.columns.max(1)) { f32::NAN } else { depth(i + 1) };
        let each = (0..self.cells.len()).flat_map(|i| [beside(i) - depth(i), depth(i + self.columns) - depth(i)]);
        // Beyond the last cell there is none: a NaN, which `max` passes by.
        each.map(f32::abs).fold(0.0, f32::max)
    }

    /// How much deeper this field is than another one of the same size, at most, in pixels; and where.
    #[must_use]
    pub fn error(&self, exact: &Self) -> (f32, Vec2) {
        let errors = self.cells.iter().zip(&exact.cells).map(|(own, exact)| own.depth - exact.depth);
        let (worst, at) = errors.enumerate().fold((0.0, 0), |worst, (i, e)| if e > worst.0 { (e, i) } else { worst });
        (worst, self.place(at))
    }
}

/// When a move enters and leaves the shadow of a piece on one axis, as parts of the move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SweepRow {
    /// `x`, `y`, or `n` for a slanted face.
    pub name: &'static str,
    /// The normal through which it enters.
    pub normal: Vec2,
    /// When it enters; negative infinity where it always was inside.
    pub entry: f32,
    /// When it leaves; infinity where it never does.
    pub exit: f32,
}

/// What swept finds on the way of a box to one piece.
///
/// ```
/// use seamwalker::collide::{Aabb, Piece};
/// use seamwalker::glam::Vec2;
/// use seamwalker::lab::axes::Sweep;
///
/// let wall = Piece::solid_box(Aabb::new(Vec2::new(40.0, 0.0), Vec2::new(2.0, 50.0)));
/// let sweep = Sweep::new(&wall, &Aabb::new(Vec2::ZERO, Vec2::splat(8.0)), Vec2::new(100.0, 10.0));
/// assert!(sweep.hits && sweep.normal == Vec2::NEG_X);
/// assert!((sweep.entry - 0.3).abs() < 1e-3 && (sweep.exit - 0.5).abs() < 1e-3);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sweep {
    /// Every axis.
    pub rows: Vec<SweepRow>,
    /// The last entry, as a part of the move.
    pub entry: f32,
    /// The first exit.
    pub exit: f32,
    /// The face that is hit.
    pub normal: Vec2,
    /// Whether the box meets the piece within the move: it enters the last shadow before it leaves the first.
    pub hits: bool,
}

impl Sweep {
    /// Asks every face of a piece when the move passes it.
    #[must_use]
    pub fn new(piece: &Piece, aabb: &Aabb, delta: Vec2) -> Self {
        let mut rows: Vec<SweepRow> = Vec::new();
        for crossing in Swept::crossings(&piece.solid(), aabb, delta) {
            let n = crossing.normal;
            let name = if n.x == 0.0 {
                "y"
            } else if n.y == 0.0 {
                "x"
            } else {
                "n"
            };
            let known = rows.iter().position(|row| row.name == name && name != "n");
            let at = known.unwrap_or_else(|| {
                rows.push(SweepRow { name, normal: n, entry: f32::NEG_INFINITY, exit: f32::INFINITY });
                rows.len() - 1
            });
            let row = &mut rows[at];
            if crossing.enters {
                (row.entry, row.normal) = (crossing.fraction, n);
            } else {
                row.exit = row.exit.min(crossing.fraction);
            }
        }
        let (entry, normal) = rows.iter().fold((f32::NEG_INFINITY, Vec2::ZERO), |best, row| {
            if row.entry > best.0 { (row.entry, row.normal) } else { best }
        });
        let exit = rows.iter().fold(f32::INFINITY, |first, row| first.min(row.exit));
        let hits = entry < exit && (0.0..=1.0).contains(&entry);
        Self { rows, entry, exit, normal, hits }
    }

    /// The move, where it meets the piece, and where it would leave it.
    #[must_use]
    pub fn marks(&self, aabb: &Aabb, delta: Vec2) -> Vec<Mark> {
        let mut marks = Marks::default();
        marks.arrow(Tone::Other, aabb.center, delta);
        marks.add(Tone::Other, Shape::Frame(aabb.moved(delta)));
        for row in &self.rows {
            let ends = [("in", row.entry, Vec2::new(-16.0, -20.0)), ("out", row.exit, Vec2::new(1.0, 4.0))];
            for (word, part, aside) in ends.into_iter().filter(|(_, part, _)| (0.0..=1.0).contains(part)) {
                let at = aabb.center + delta * part;
                let tone = if part == self.entry { Tone::Winner } else { Tone::Ground };
                let tick = delta.perp().normalize_or_zero() * 5.0;
                marks.add(tone, Shape::Bar(at - tick, at + tick));
                marks.add(tone, Shape::Word(at + aside, format!("{} {word} {part:.2}", row.name)));
            }
        }
        if self.hits {
            let end = aabb.moved(delta * self.entry);
            marks.add(Tone::End, Shape::Frame(end));
            marks.arrow(Tone::Winner, end.center, self.normal * 10.0);
        }
        marks.0
    }
}

/// Which corrections of one overlap are possible.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PossibleRow {
    /// What is overlapped.
    pub obstacle: Obstacle,
    /// The correction along x, if the movement may have caused the overlap along x.
    pub x: Option<Vec2>,
    /// The same along y.
    pub y: Option<Vec2>,
    /// There is no choice.
    pub mandatory: bool,
}

/// One look of mandatory-first at all overlaps: what is possible, and what it subtracts from the place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CorrectionRound {
    /// The box, before the correction.
    pub aabb: Aabb,
    /// Every overlap.
    pub rows: Vec<PossibleRow>,
    /// Whose correction is made.
    pub taken: Obstacle,
    /// The correction.
    pub by: Vec2,
}

/// What mandatory-first does after a mover has moved by `delta`, round by round, until nothing overlaps: at most eight.
///
/// ```
/// use seamwalker::collide::{Aabb, Mover, Piece, Space, Terrain};
/// use seamwalker::glam::Vec2;
/// use seamwalker::lab::axes::corrections;
///
/// let tile = |x| Piece::solid_box(Aabb::from_corners(Vec2::new(x, 10.0), Vec2::new(x + 16.0, 26.0)));
/// let space = Space::new(Terrain::new(Vec::new(), vec![tile(0.0), tile(16.0)]));
/// let rounds = corrections(&space, &Mover::new(Aabb::new(Vec2::new(6.0, 2.0), Vec2::splat(8.0))), Vec2::new(6.0, 2.0));
/// assert_eq!(rounds.len(), 1, "the first tile has no choice, and its correction leads out of the second one, too");
/// assert_eq!((rounds[0].rows.len(), rounds[0].by), (2, Vec2::new(0.0, -2.0)));
/// ```
#[must_use]
pub fn corrections(space: &Space, mover: &Mover, delta: Vec2) -> Vec<CorrectionRound> {
    let mut moved = mover.moved(delta);
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let (choices, first) = MandatoryFirst::choices(space, &moved, delta);
        let Some(first) = first else { break };
        let rows = choices.iter().map(|choice| PossibleRow {
            obstacle: choice.obstacle,
            x: choice.x.map(|exit| exit.direction * exit.way),
            y: choice.y.map(|exit| exit.direction * exit.way),
            mandatory: choice.mandatory().is_some(),
        });
        let by = first.direction * first.way;
        rounds.push(CorrectionRound { aabb: moved.aabb, rows: rows.collect(), taken: first.obstacle, by });
        moved = moved.moved(by);
    }
    rounds
}

/// The rounds as a picture: possible corrections, and those that were made.
#[must_use]
pub fn correction_marks(rounds: &[CorrectionRound], mover: &Mover, delta: Vec2) -> Vec<Mark> {
    let mut marks = Marks::default();
    marks.arrow(Tone::Other, mover.aabb.center, delta);
    marks.add(Tone::Other, Shape::Frame(mover.aabb.moved(delta)));
    for round in rounds {
        for (i, row) in round.rows.iter().enumerate() {
            let tone = if row.mandatory { Tone::Winner } else { Tone::Ground };
            // One beside the other, longer than they are, so that they can be seen.
            let from = round.aabb.center + Vec2::new(9.0, 3.0) * i as f32;
            for way in [row.x, row.y].into_iter().flatten() {
                marks.arrow(tone, from, way.normalize_or_zero() * (way.length() + 8.0));
                let word =
                    if row.mandatory { format!("{:.1}!", way.length()) } else { format!("{:.1}?", way.length()) };
                let beside = if way.x == 0.0 { Vec2::new(2.0, 0.0) } else { Vec2::new(-6.0, 1.0) };
                marks.add(tone, Shape::Word(from + way.normalize_or_zero() * (way.length() + 8.0) + beside, word));
            }
        }
    }
    if let Some(last) = rounds.last() {
        marks.add(Tone::End, Shape::Frame(last.aabb.moved(last.by)));
    }
    marks.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::{SolverOptions, separation_aabb_segment};
    use crate::lab::Rng;

    fn place(rng: &mut Rng, range: f32) -> Vec2 {
        Vec2::new(rng.range(-range, range), rng.range(-range, range))
    }

    /// A random edge, some of them level or upright, and a random mover about it.
    fn pair(rng: &mut Rng) -> (Edge, Mover) {
        let (a, mut b) = (place(rng, 40.0), place(rng, 40.0));
        match rng.bits() % 4 {
            0 => b.x = a.x,
            1 => b.y = a.y,
            _ => {}
        }
        let half = Vec2::new(rng.range(4.0, 14.0), rng.range(4.0, 24.0));
        let mover = Mover::new(Aabb::new(place(rng, 50.0), half)).with_thickness(rng.range(0.5, 4.0));
        (Edge::new(a, b, Side::Both), mover)
    }

    fn with_ends(end_axes: EndAxes) -> SolverSetup {
        SolverSetup { kind: SolverKind::ThickSat, options: SolverOptions { end_axes, ..SolverOptions::default() } }
    }

    #[test]
    fn the_axis_that_wins_is_the_solvers_contact_and_the_closed_form() {
        let mut rng = Rng(7);
        let mut compared = 0;
        for _ in 0..4000 {
            let (edge, mover) = pair(&mut rng);
            let seen = inspect(&edge, &mover, &SolverSetup::default());
            let core = Aabb::new(mover.aabb.center, mover.core_half());
            let exact = separation_aabb_segment(core, edge.segment).contact(mover.skin());
            assert!((seen.depth - exact.depth).abs() < 1e-4, "{edge:?} {mover:?}: {seen:?} but {exact:?}");
            let contact = seen.contact.unwrap();
            assert!((contact.depth - seen.depth).abs() < 1e-4);
            // Where two axes are equally good, either may win.
            assert!(seen.margin < 1e-3 || contact.normal.dot(seen.normal) > 0.9999, "{edge:?} {mover:?}: {seen:?}");
            for ends in [EndAxes::ClosestPoint, EndAxes::BoxCentre, EndAxes::None] {
                let setup = with_ends(ends);
                let seen = inspect(&edge, &mover, &setup);
                // In the least of moves the solver pushes out of nothing but this.
                let space = Space::new(Terrain::new(vec![edge], Vec::new()));
                let slide = setup.slide(&space, &mover, seen.normal * 1e-3);
                if let (true, [touch]) = (seen.depth > 0.1 && seen.margin > 0.1, slide.touches.as_slice()) {
                    let Contact { normal, depth } = touch.contact;
                    assert!(
                        (depth - seen.depth).abs() < 2e-3 && normal.dot(seen.normal) > 0.999,
                        "{ends:?} {edge:?} {mover:?}: {seen:?} but {slide:?}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn shadows_and_depths_agree() {
        let mut rng = Rng(8);
        for _ in 0..2000 {
            let (edge, mover) = pair(&mut rng);
            let seen = inspect(&edge, &mover, &SolverSetup::default());
            for row in &seen.rows {
                // The way along the axis parts the two shadows, and no shorter one does.
                assert!((row.mover[0] + row.depth - row.segment[1]).abs() < 1e-3, "{row:?}");
                assert!(
                    row.overlap <= row.depth + 1e-3,
                    "a shadow inside the other must go farther than they share: {row:?}"
                );
                assert_eq!(row.overlap > 1e-3, row.depth > 1e-3, "{row:?}");
            }
            assert!(seen.rows.iter().all(|row| row.depth >= seen.depth) && seen.margin >= 0.0);
            assert!(!seen.marks(&edge, &mover).is_empty());
        }
    }

    #[test]
    fn a_one_sided_edge_is_open_from_within() {
        let floor = Edge::new(Vec2::new(-60.0, 0.0), Vec2::new(60.0, 0.0), Side::Outer);
        let at = |y: f32| Mover::new(Aabb::new(Vec2::new(0.0, y), Vec2::new(6.0, 11.0)));
        assert_eq!(inspect(&floor, &at(-10.0), &SolverSetup::default()).contact.map(|c| c.normal), Some(Vec2::NEG_Y));
        assert_eq!(inspect(&floor, &at(40.0), &SolverSetup::default()).contact, None);
        assert_eq!(inspect(&floor, &at(9.0), &with_ends(EndAxes::BoxCentre)).contact, None, "the article pushes down");
    }

    #[test]
    fn the_exact_field_has_no_jumps_and_the_others_are_too_deep_at_the_ends() {
        let mut rng = Rng(9);
        let mut worst = [0.0_f32; 2];
        for _ in 0..60 {
            let (edge, mover) = pair(&mut rng);
            let [exact, centre, none] = [EndAxes::ClosestPoint, EndAxes::BoxCentre, EndAxes::None]
                .map(|ends| Field::around(&edge, &mover, ends));
            assert!(exact.cells.len() <= 48 * 48 && exact.cells.len() > 20);
            // A distance changes by no more than the way.
            assert!(exact.jump() <= exact.step + 1e-3, "{edge:?} {mover:?}: {}", exact.jump());
            // An axis can only overlook a gap, and one more can only find one.
            for (own, least) in [(&exact, &centre), (&exact, &none), (&centre, &none)] {
                assert!(own.cells.iter().zip(&least.cells).all(|(own, least)| own.depth <= least.depth + 1e-3));
            }
            for (worst, field) in worst.iter_mut().zip([&centre, &none]) {
                *worst = worst.max(field.error(&exact).0);
            }
        }
        assert!(worst[0] > 1.0 && worst[1] > 4.0, "{worst:?}");
    }

    #[test]
    fn a_tall_box_is_said_to_touch_an_end_that_it_does_not() {
        // The documented error of the axis to the centre: past the end of a floor, at the corner of a tall box.
        let floor = Edge::new(Vec2::new(-45.0, 0.0), Vec2::ZERO, Side::Outer);
        let tall = Mover::new(Aabb::new(Vec2::new(5.0, -19.0), Vec2::new(6.0, 20.0))).with_thickness(4.0);
        let [exact, centre] =
            [EndAxes::ClosestPoint, EndAxes::BoxCentre].map(|e| inspect(&floor, &tall, &with_ends(e)));
        assert!(exact.depth < -0.2 && centre.depth > 0.05, "{} {}", exact.depth, centre.depth);
    }

    #[test]
    fn what_a_sweep_says_is_where_the_solver_stops() {
        let mut rng = Rng(10);
        let mut hits = 0;
        for _ in 0..2000 {
            let corners = [Vec2::new(0.0, 20.0), Vec2::new(24.0, -4.0), Vec2::new(24.0, 20.0)];
            let slope = Piece::convex(&corners).unwrap();
            let block = Piece::solid_box(Aabb::new(Vec2::ZERO, Vec2::new(rng.range(2.0, 20.0), rng.range(2.0, 20.0))));
            let piece = if rng.bits().is_multiple_of(2) { slope } else { block };
            let mover = Mover::new(Aabb::new(place(&mut rng, 70.0), Vec2::new(6.0, 11.0)));
            let delta = place(&mut rng, 90.0);
            let space = Space::new(Terrain::new(Vec::new(), vec![piece.clone()]));
            if piece.solid().depth(&mover.aabb) > -0.1 {
                continue;
            }
            let sweep = Sweep::new(&piece, &mover.aabb, delta);
            let options = SolverOptions { epsilon: 0.0, rounds: 1, ..SolverOptions::default() };
            let slide = SolverSetup { kind: SolverKind::Swept, options }.slide(&space, &mover, delta);
            assert_eq!(sweep.hits, !slide.touches.is_empty(), "{piece:?} {mover:?} {delta}: {sweep:?} {slide:?}");
            if sweep.hits {
                hits += 1;
                assert!((slide.moved - delta * sweep.entry).length() < 0.2, "{sweep:?} {slide:?}");
                assert!(slide.touches.as_slice()[0].contact.normal == sweep.normal);
            }
        }
        assert!(hits > 200, "{hits}");
    }

    #[test]
    fn the_rounds_of_corrections_end_where_mandatory_first_does() {
        let tile =
            |x: f32, y: f32| Piece::solid_box(Aabb::from_corners(Vec2::new(x, y), Vec2::new(x + 16.0, y + 16.0)));
        let tiles = vec![tile(0.0, 0.0), tile(16.0, 0.0), tile(32.0, 0.0), tile(48.0, -16.0), tile(64.0, 0.0)];
        let space = Space::new(Terrain::new(Vec::new(), tiles));
        let mut rng = Rng(11);
        let mut made = 0;
        for _ in 0..3000 {
            let mover =
                Mover::new(Aabb::new(Vec2::new(rng.range(0.0, 90.0), rng.range(-40.0, 30.0)), Vec2::new(6.0, 11.0)));
            let delta = place(&mut rng, 5.5);
            if space.terrain.pieces().iter().any(|piece| piece.solid().depth(&mover.aabb) > 0.0) {
                continue;
            }
            let rounds = corrections(&space, &mover, delta);
            let end = rounds.last().map_or(mover.aabb.moved(delta), |last| last.aabb.moved(last.by));
            let slide = SolverSetup::new(SolverKind::MandatoryFirst).slide(&space, &mover, delta);
            if slide.outcome != crate::collide::Outcome::TakenBack {
                assert!(
                    (mover.aabb.center + slide.moved - end.center).length() < 1e-3,
                    "{mover:?} {delta}: {rounds:?}"
                );
            }
            made += usize::from(!rounds.is_empty());
        }
        assert!(made > 100, "{made}");
    }
}
