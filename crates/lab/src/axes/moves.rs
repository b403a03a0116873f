//! The inside of solvers that test moves: when swept enters and leaves, and which corrections mandatory-first considers.

use glam::Vec2;

use crate::mark::{Mark, MarkList, MarkShape, Tone};
use seamwalker_collide::{Aabb, Choice, Crossing, Mover, Obstacle, Piece, SlopeAxes, Space};

/// The maximum number of correction rounds, as in mandatory-first.
const MAX_ROUNDS: usize = 8;

/// When a move enters and leaves the shadow of a piece on one axis, as parts of the move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepRow {
    /// `x`, `y`, or `n` for a slanted face.
    pub name: &'static str,
    /// The normal through which it enters.
    pub normal: Vec2,
    /// When it enters; negative infinity if it starts inside.
    pub entry: f32,
    /// When it leaves; infinity if it never does.
    pub exit: f32,
}

/// The sweep of a box against one piece.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepAxes {
    /// Every axis.
    pub rows: Vec<SweepRow>,
    /// The last entry, as a part of the move.
    pub entry: f32,
    /// The first exit.
    pub exit: f32,
    /// The face that is hit.
    pub normal: Vec2,
    /// Whether the box hits the piece within the move: it enters the last shadow before it leaves the first.
    pub hits: bool,
}

impl SweepAxes {
    /// Tests the move against every face of a piece.
    #[must_use]
    pub fn new(piece: &Piece, aabb: &Aabb, delta: Vec2) -> Self {
        let mut rows: Vec<SweepRow> = Vec::new();
        for crossing in Crossing::of_faces(&piece.solid(), aabb, delta) {
            let n = crossing.normal;
            let name = match n.to_array() {
                [0.0, _] => "y",
                [_, 0.0] => "x",
                _ => "n",
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

    /// Draws the move, its entry into the piece and its exit.
    #[must_use]
    pub fn marks(&self, aabb: &Aabb, delta: Vec2) -> Vec<Mark> {
        let mut marks = MarkList::default();
        marks.arrow(Tone::Other, aabb.center, delta);
        marks.add(Tone::Other, MarkShape::Frame(aabb.moved(delta)));
        for row in &self.rows {
            let ends = [("in", row.entry, Vec2::new(-42.0, -24.0)), ("out", row.exit, Vec2::new(6.0, 8.0))];
            for (word, part, aside) in ends.into_iter().filter(|(_, part, _)| (0.0..=1.0).contains(part)) {
                let at = aabb.center + delta * part;
                let tone = if part == self.entry { Tone::Winner } else { Tone::Ground };
                let tick = delta.perp().normalize_or_zero() * 5.0;
                marks.add(tone, MarkShape::Bar(at - tick, at + tick));
                marks.add(tone, MarkShape::Word(at + aside, format!("{} {word} {part:.2}", row.name)));
            }
        }
        if self.hits {
            let end = aabb.moved(delta * self.entry);
            marks.add(Tone::End, MarkShape::Frame(end));
            marks.arrow(Tone::Winner, end.center, self.normal * 10.0);
        }
        marks.0
    }
}

/// The possible corrections of one overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PossibleRow {
    /// The overlapped obstacle.
    pub obstacle: Obstacle,
    /// The correction along x, if the movement may have caused the overlap along x.
    pub x: Option<Vec2>,
    /// The same along y.
    pub y: Option<Vec2>,
    /// Only one correction is possible.
    pub mandatory: bool,
}

/// One round of mandatory-first: all overlaps, and the correction that it makes.
#[derive(Clone, Debug, PartialEq)]
pub struct CorrectionRound {
    /// The box, before the correction.
    pub aabb: Aabb,
    /// Every overlap.
    pub rows: Vec<PossibleRow>,
    /// The obstacle whose correction is made.
    pub taken: Obstacle,
    /// The correction.
    pub by: Vec2,
}

/// The rounds of mandatory-first after a mover has moved by `delta`, until nothing overlaps: at most eight.
#[must_use]
pub fn corrections(space: &Space, mover: &Mover, delta: Vec2) -> Vec<CorrectionRound> {
    let mut moved = mover.moved(delta);
    let mut rounds = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let (choices, first) = Choice::of_overlaps(space, &moved, delta, SlopeAxes::One);
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

/// Draws the rounds: possible corrections, and those that were made.
#[must_use]
pub fn correction_marks(rounds: &[CorrectionRound], mover: &Mover, delta: Vec2) -> Vec<Mark> {
    let mut marks = MarkList::default();
    marks.arrow(Tone::Other, mover.aabb.center, delta);
    marks.add(Tone::Other, MarkShape::Frame(mover.aabb.moved(delta)));
    for round in rounds {
        for (i, row) in round.rows.iter().enumerate() {
            let tone = if row.mandatory { Tone::Winner } else { Tone::Ground };
            // Side by side, and longer than they are, so that they are visible.
            let from = round.aabb.center + Vec2::new(9.0, 3.0) * i as f32;
            for way in [row.x, row.y].into_iter().flatten() {
                let arrow = way.normalize_or_zero() * (way.length() + 8.0);
                let label = format!("{:.1}{}", way.length(), if row.mandatory { '!' } else { '?' });
                let beside = if way.x == 0.0 { Vec2::new(2.0, 0.0) } else { Vec2::new(-6.0, 1.0) };
                marks.arrow(tone, from, arrow);
                marks.add(tone, MarkShape::Word(from + arrow + beside, label));
            }
        }
    }
    if let Some(last) = rounds.last() {
        marks.add(Tone::End, MarkShape::Frame(last.aabb.moved(last.by)));
    }
    marks.0
}
