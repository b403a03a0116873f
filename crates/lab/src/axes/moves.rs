//! The inside of solvers that test moves: when swept enters and leaves, and which corrections mandatory-first considers.

use glam::Vec2;

use crate::mark::{Mark, MarkList, MarkShape, Tone};
use seamwalker_collide::{Aabb, Choice, Crossing, Mover, Piece, SlopeAxes, Space};

/// The maximum number of correction rounds, as in mandatory-first.
const MAX_ROUNDS: usize = 8;

/// The sweep of a box against one piece.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepAxes {
    /// When the move passes each face.
    crossings: Vec<Crossing>,
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
    pub fn new(piece: &Piece, aabb: &Aabb, delta: Vec2) -> Self {
        let crossings: Vec<Crossing> = Crossing::of_faces(&piece.solid(), aabb, delta).collect();
        let (entries, exits): (Vec<Crossing>, Vec<Crossing>) = crossings.iter().partition(|crossing| crossing.enters);
        let (entry, normal) = entries.iter().fold((f32::NEG_INFINITY, Vec2::ZERO), |last, entry| {
            if entry.fraction > last.0 { (entry.fraction, entry.normal) } else { last }
        });
        let exit = exits.iter().fold(f32::INFINITY, |first, exit| first.min(exit.fraction));
        let hits = entry < exit && (0.0..=1.0).contains(&entry);
        Self { crossings, entry, exit, normal, hits }
    }

    /// Draws the move, its entry into the piece and its exit.
    pub fn marks(&self, aabb: &Aabb, delta: Vec2) -> Vec<Mark> {
        let mut marks = MarkList::default();
        marks.arrow(Tone::Other, aabb.center, delta);
        marks.add(Tone::Other, MarkShape::Frame(aabb.moved(delta)));
        for crossing in self.crossings.iter().filter(|crossing| (0.0..=1.0).contains(&crossing.fraction)) {
            let name = match crossing.normal.to_array() {
                [0.0, _] => "y",
                [_, 0.0] => "x",
                _ => "n",
            };
            let (word, aside) =
                if crossing.enters { ("in", Vec2::new(-42.0, -24.0)) } else { ("out", Vec2::new(6.0, 8.0)) };
            let at = aabb.center + delta * crossing.fraction;
            let tone = if crossing.fraction == self.entry { Tone::Winner } else { Tone::Ground };
            let tick = delta.perp().normalize_or_zero() * 5.0;
            marks.add(tone, MarkShape::Bar(at - tick, at + tick));
            marks.add(tone, MarkShape::Word(at + aside, format!("{name} {word} {:.2}", crossing.fraction)));
        }
        if self.hits {
            let end = aabb.moved(delta * self.entry);
            marks.add(Tone::End, MarkShape::Frame(end));
            marks.arrow(Tone::Winner, end.center, self.normal * 10.0);
        }
        marks.0
    }
}

/// One round of mandatory-first: all overlaps, and the correction that it makes.
#[derive(Clone, Debug, PartialEq)]
pub struct CorrectionRound {
    /// The box, before the correction.
    pub aabb: Aabb,
    /// The corrections of every overlap that the movement may have caused.
    pub choices: Vec<Choice>,
    /// The correction.
    pub by: Vec2,
}

/// The rounds of mandatory-first after a mover has moved by `delta`, until nothing overlaps: at most eight.
pub fn corrections(space: &Space, mover: &Mover, delta: Vec2) -> Vec<CorrectionRound> {
    let mut moved = mover.moved(delta);
    let mut rounds = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let (choices, first) = Choice::of_overlaps(space, &moved, delta, SlopeAxes::One);
        let Some(first) = first else { break };
        let by = first.direction * first.way;
        rounds.push(CorrectionRound { aabb: moved.aabb, choices, by });
        moved = moved.moved(by);
    }
    rounds
}

/// Draws the rounds: possible corrections, and those that were made.
pub fn correction_marks(rounds: &[CorrectionRound], mover: &Mover, delta: Vec2) -> Vec<Mark> {
    let mut marks = MarkList::default();
    marks.arrow(Tone::Other, mover.aabb.center, delta);
    marks.add(Tone::Other, MarkShape::Frame(mover.aabb.moved(delta)));
    for round in rounds {
        for (i, choice) in round.choices.iter().enumerate() {
            let (tone, sign) = if choice.mandatory().is_some() { (Tone::Winner, '!') } else { (Tone::Ground, '?') };
            // Side by side, and longer than they are, so that they are visible.
            let from = round.aabb.center + Vec2::new(9.0, 3.0) * i as f32;
            for exit in [choice.x, choice.y].into_iter().flatten() {
                let arrow = exit.direction * (exit.way + 8.0);
                let label = format!("{:.1}{sign}", exit.way);
                let beside = if exit.direction.x == 0.0 { Vec2::new(2.0, 0.0) } else { Vec2::new(-6.0, 1.0) };
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
