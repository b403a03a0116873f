//! Groups trace events into frames, and describes them in plain words.

use glam::Vec2;

use super::{Frame, name, outcome};
use crate::mark::{Mark, MarkShape, Tone};
use crate::tables::capital;
use seamwalker_collide::{
    Aabb, CandidateStatus, CollisionView, Contact, Mover, Obstacle, Piece, Question, Reason, Segment, Slide,
    SolverSetup, Space, Touch, TraceEvent,
};

/// Up to this depth or distance the text says that the mover touches the obstacle, px.
const MAX_TOUCH: f32 = 5e-4;

/// The length of a drawn normal, half the length of a plane, and the arms of a cross, px.
const NORMAL_LENGTH: f32 = 3.0;
const PLANE_LENGTH: f32 = 100.0;
const CROSS_ARM: f32 = 0.4;

/// A candidate of an evaluation.
#[derive(Clone, Copy, PartialEq)]
struct Candidate {
    obstacle: Obstacle,
    contact: Option<Contact>,
    status: CandidateStatus,
    exits: Option<[Option<f32>; 2]>,
    entry: Option<(Vec2, f32, f32)>,
}

/// What a solver asks, where, and what it looks at.
type Evaluation = (Question, Vec2, Vec<Candidate>);

/// Builds the frames of one slide.
struct FrameBuilder<'a> {
    setup: &'a SolverSetup,
    space: &'a Space,
    mover: &'a Mover,
    core: (Vec2, f32),
    frames: Vec<Frame>,
    /// The offset of the mover from its start, and the last one reached with its reason.
    at: Vec2,
    reached: Option<(Vec2, Reason)>,
    /// The rest of the move.
    rest: Vec2,
    /// The current evaluation, and the previous one.
    current: Option<Evaluation>,
    previous: Option<Evaluation>,
    planes: Vec<(Obstacle, Vec2, f32)>,
}

/// Turns the trace events of one slide into frames.
pub(super) fn cut(setup: &SolverSetup, space: &Space, mover: &Mover, events: &[TraceEvent]) -> Vec<Frame> {
    let (core, [at, rest], [current, previous]) = ((mover.aabb.half, 0.0), [Vec2::ZERO; 2], [const { None }; 2]);
    let (frames, planes) = (Vec::new(), Vec::new());
    let mut builder =
        FrameBuilder { setup, space, mover, core, frames, at, reached: None, rest, current, previous, planes };
    events.iter().for_each(|event| builder.add(event));
    builder.frames
}

/// A point.
fn cross(at: Vec2) -> [Mark; 2] {
    let arms = [Vec2::splat(CROSS_ARM), Vec2::new(CROSS_ARM, -CROSS_ARM)];
    arms.map(|arm| Mark::new(Tone::Other, MarkShape::Bar(at - arm, at + arm)))
}

/// A vector as text, without negative zeros.
fn px(v: Vec2) -> String {
    let [x, y] = v.to_array().map(|px| (px * 1000.0).round() / 1000.0 + 0.0);
    format!("({x:.3}, {y:.3})")
}

impl FrameBuilder<'_> {
    fn add(&mut self, event: &TraceEvent) {
        match *event {
            // The events of an evaluation are collected.
            TraceEvent::Asks { question, at } => {
                self.evaluated();
                self.current = Some((question, at, Vec::new()));
            }
            TraceEvent::Candidate { obstacle, contact, status } => {
                self.candidate(obstacle, |known| (known.contact, known.status) = (Some(contact), status));
            }
            TraceEvent::Exits { obstacle, x, y } => self.candidate(obstacle, |known| known.exits = Some([x, y])),
            TraceEvent::Entry { obstacle, normal, enters, leaves, status } => {
                let entry = Some((normal, enters, leaves));
                self.candidate(obstacle, |known| (known.entry, known.status) = (entry, status));
            }
            TraceEvent::Plane { obstacle, normal, limit } => self.planes.push((obstacle, normal, limit)),
            TraceEvent::Looks { .. } => {}
            _ => {
                self.evaluated();
                self.frame_of(event);
            }
        }
    }

    /// Updates the candidate of this obstacle in the current evaluation.
    fn candidate(&mut self, obstacle: Obstacle, update: impl FnOnce(&mut Candidate)) {
        let Some((.., candidates)) = &mut self.current else { return };
        let known = candidates.iter().position(|candidate| candidate.obstacle == obstacle);
        let index = known.unwrap_or(candidates.len());
        if known.is_none() {
            candidates.push(Candidate {
                obstacle,
                contact: None,
                status: CandidateStatus::Apart,
                exits: None,
                entry: None,
            });
        }
        update(&mut candidates[index]);
    }

    /// Adds the frame of an event that does not belong to an evaluation.
    fn frame_of(&mut self, event: &TraceEvent) {
        match *event {
            TraceEvent::Begins { view, half, radius, delta } => {
                self.core = (half, radius);
                let headline = format!("{}: move by {} px", self.setup.kind, px(delta));
                let lines = vec![self.setup.kind.description().to_owned(), describe_view(view, half, radius)];
                self.add_move(headline, lines, self.at, delta);
            }
            TraceEvent::Step { number, of, from, wanted } => {
                (self.at, self.rest) = (from, wanted);
                if of > 1 {
                    self.add_move(format!("Step {number} of {of}: {} px", px(wanted)), Vec::new(), from, wanted);
                }
            }
            TraceEvent::Chosen { touch, push, why } => self.chosen(&touch, push, why),
            TraceEvent::Solved { target, point } => self.solved(target, point),
            TraceEvent::Rest { at, rest } => {
                (self.at, self.rest) = (at, rest);
                self.add_move(format!("{} px of the move are left", px(rest)), Vec::new(), at, rest);
            }
            TraceEvent::Decides { why } => {
                let frame = self.frame(capital(why.text()));
                self.frames.push(frame);
            }
            TraceEvent::Reached { at, why } => {
                if self.reached.replace((at, why)) == Some((at, why)) {
                    return;
                }
                let before = std::mem::replace(&mut self.at, at);
                let lines = vec![format!("now {} px from the start", px(at))];
                self.add_move(capital(why.text()), lines, before, at - before);
            }
            TraceEvent::Ends { slide } => self.ended(&slide),
            _ => {}
        }
    }

    /// A frame with the mover at its start and at its current position.
    fn frame(&self, headline: String) -> Frame {
        let marks = [self.mover(Vec2::ZERO, Tone::Mover), self.mover(self.at, Tone::Winner)].concat();
        Frame { headline, marks, ..Frame::default() }
    }

    /// Adds a frame with an arrow.
    fn add_move(&mut self, headline: String, lines: Vec<String>, from: Vec2, way: Vec2) {
        let mut frame = Frame { lines, ..self.frame(headline) };
        frame.marks.push(self.arrow(from, way, Tone::Other));
        self.frames.push(frame);
    }

    /// The mover at an offset from its start, with its core.
    fn mover(&self, offset: Vec2, tone: Tone) -> Vec<Mark> {
        let aabb = self.mover.aabb.moved(offset);
        let core = Aabb { half: self.core.0, ..aabb };
        let has_core = core != aabb && core.half != Vec2::ZERO;
        let core = has_core.then(|| Mark::new(Tone::Bad, MarkShape::Frame(core)));
        std::iter::once(Mark::new(tone, MarkShape::Frame(aabb))).chain(core).collect()
    }

    /// A wanted move ([`Tone::Other`]), or a push ([`Tone::Ground`]).
    fn arrow(&self, from: Vec2, way: Vec2, tone: Tone) -> Mark {
        let from = self.mover.aabb.center + from;
        Mark::new(tone, MarkShape::Arrow(from, from + way))
    }

    fn obstacle(&self, obstacle: Obstacle, status: CandidateStatus) -> Mark {
        let tone = match status {
            CandidateStatus::Counts | CandidateStatus::Turned => Tone::Ground,
            CandidateStatus::Apart | CandidateStatus::PassedBy | CandidateStatus::TooFar => Tone::Other,
            _ => Tone::Bad,
        };
        Mark::new(tone, MarkShape::Thick(corners(self.space, obstacle), self.core.1))
    }

    /// Adds the frame of an evaluation with all its candidates.
    fn evaluated(&mut self) {
        let Some((question, at, candidates)) = self.current.take() else { return };
        self.at = at;
        // Solvers repeat some evaluations.
        let current = Some((question, at, candidates.clone()));
        if self.previous == current {
            return;
        }
        self.previous = current;
        let (counting, others): (Vec<Candidate>, Vec<Candidate>) =
            candidates.iter().partition(|c| matches!(c.status, CandidateStatus::Counts | CandidateStatus::Turned));
        let answer = match (candidates.len(), counting.len()) {
            (0, _) => "nothing is near".to_owned(),
            (near, 0) => format!("none of {near} nearby"),
            (near, count) => format!("{count} of {near} nearby"),
        };
        let mut frame = self.frame(format!("{} {}", capital(question.text()), capital(&answer)));
        frame.marks.splice(0..0, candidates.iter().map(|c| self.obstacle(c.obstacle, c.status)));
        frame.lines = counting.iter().chain(&others).map(describe).collect();
        for candidate in &counting {
            let Some((_, enters, _)) = candidate.entry else { continue };
            frame.marks.push(self.arrow(at, self.rest, Tone::Other));
            frame.marks.extend(cross(self.mover.aabb.center + at + self.rest * enters));
        }
        let contacts = counting.iter().filter_map(|candidate| self.contact(candidate.obstacle, candidate.contact?));
        frame.marks.extend(contacts.flatten());
        self.frames.push(frame);
    }

    /// A contact, at the point of the obstacle that is nearest to the mover's side.
    fn contact(&self, obstacle: Obstacle, contact: Contact) -> Option<[Mark; 2]> {
        let aabb = self.mover.aabb.moved(self.at);
        let Contact { normal, depth } = contact;
        let side = |x: f32| if x.abs() < 1e-3 { 0.0 } else { x.signum() };
        let support = aabb.center - Vec2::new(side(normal.x), side(normal.y)) * aabb.half;
        let corners = corners(self.space, obstacle);
        let around = Aabb::around(corners.iter().copied())?;
        let at = match corners[..] {
            [a, b] => Segment::new(a, b).closest_point(support),
            _ => around.closest_point(support),
        };
        let reach = normal * NORMAL_LENGTH;
        let word = MarkShape::Word(at - reach, format!("{depth:.3}"));
        Some([Mark::new(Tone::Ground, MarkShape::Arrow(at, at + reach)), Mark::new(Tone::Ground, word)])
    }

    fn chosen(&mut self, touch: &Touch, push: Vec2, why: Reason) {
        let Touch { contact, obstacle } = *touch;
        let headline = format!("{}: {}", capital(&name(obstacle)), why.text());
        let mut frame = self.frame(headline);
        frame.lines.push(format!("normal {}, {:.3} px", px(contact.normal), contact.depth));
        // Swept makes no corrections. It stops, and removes the part of the move that leads into the face.
        let what = if why == Reason::EarliestEntry { "taken from the move:" } else { "correction" };
        frame.lines.push(format!("{what} {} px", px(push)));
        frame.marks.insert(0, self.obstacle(obstacle, CandidateStatus::Counts));
        frame.marks.extend(self.contact(obstacle, contact).into_iter().flatten());
        frame.marks.push(self.arrow(self.at, push, Tone::Ground));
        self.frames.push(frame);
    }

    fn solved(&mut self, target: Vec2, point: Option<Vec2>) {
        let planes = std::mem::take(&mut self.planes);
        let center = self.mover.aabb.center;
        let what = match planes.len() {
            1 => "One plane".to_owned(),
            2 => "Two planes solved together".to_owned(),
            count => format!("{count} planes solved together"),
        };
        let found = point.map_or_else(
            || "they leave no room".to_owned(),
            |point| format!("the nearest point is {:.3} px from the target", point.distance(target)),
        );
        let mut frame = self.frame(format!("{what}: {found}"));
        for &(obstacle, normal, limit) in &planes {
            frame.marks.insert(0, self.obstacle(obstacle, CandidateStatus::Counts));
            frame.lines.push(format!("{}: normal {}", name(obstacle), px(normal)));
            let foot = point.unwrap_or(target);
            let at = center + foot + normal * (limit - normal.dot(foot));
            let along = normal.perp() * PLANE_LENGTH;
            frame.marks.push(Mark::new(Tone::End, MarkShape::Bar(at - along, at + along)));
            frame.marks.push(Mark::new(Tone::End, MarkShape::Arrow(at, at + normal * NORMAL_LENGTH)));
        }
        frame.lines.push(format!("target {}", px(target)));
        if let Some(point) = point {
            frame.lines.push(format!("point {}", px(point)));
            frame.marks.push(self.arrow(target, point - target, Tone::Ground));
            frame.marks.extend(self.mover(point, Tone::Winner));
            frame.marks.extend(cross(center + point));
        }
        frame.marks.extend(cross(center + target));
        self.frames.push(frame);
    }

    fn ended(&mut self, slide: &Slide) {
        self.at = slide.moved;
        let mut frame = self.frame(format!("It moved {} px: {}", px(slide.moved), outcome(slide.outcome)));
        let plural = |count: u32, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let (steps, rounds) = (plural(slide.steps, "step"), plural(slide.rounds, "round"));
        let candidates = plural(slide.candidates, "candidate");
        frame.lines.push(format!("{steps}, {rounds}, {candidates}, {:.4} px of overlap left", slide.overlap));
        for &Touch { obstacle, contact } in &slide.touches {
            let (name, normal) = (name(obstacle), px(contact.normal));
            frame.lines.push(format!("touched {name}: normal {normal}, {:.3} px", contact.depth));
            frame.marks.insert(0, self.obstacle(obstacle, CandidateStatus::Counts));
            frame.marks.extend(self.contact(obstacle, contact).into_iter().flatten());
        }
        frame.marks.push(self.arrow(Vec2::ZERO, slide.moved, Tone::Other));
        self.frames.push(frame);
    }
}

/// The text about the solver's view.
fn describe_view(view: CollisionView, half: Vec2, radius: f32) -> String {
    let what = match view {
        CollisionView::Thick => "thick edges",
        CollisionView::Round => "thick edges, for a disk",
        CollisionView::Pieces => "boxes and slopes",
        _ => "edges without thickness",
    };
    let [width, height] = (half * 2.0).to_array();
    if radius == 0.0 {
        return format!("it sees {what}; all {width:.1} x {height:.1} px of the box stay clear");
    }
    format!("it sees {what}; the core is {width:.1} x {height:.1} px, and stays {radius:.1} px away")
}

/// The text about one candidate.
fn describe(candidate: &Candidate) -> String {
    let (name, status) = (name(candidate.obstacle), candidate.status.text());
    if let Some((normal, enters, leaves)) = candidate.entry
        && enters.is_finite()
        && leaves.is_finite()
    {
        return format!("{name}: enters at {enters:.3}, leaves at {leaves:.3}, {}: {status}", px(normal));
    }
    if let Some([x, y]) = candidate.exits.filter(|_| candidate.status == CandidateStatus::Counts) {
        let way = |way: Option<f32>| way.map_or_else(|| "not possible".to_owned(), |way| format!("{way:.3} px"));
        return match (x, y) {
            (Some(x), None) => format!("{name}: out along x only, {x:.3} px"),
            (None, Some(y)) => format!("{name}: out along y only, {y:.3} px"),
            _ => format!("{name}: out along x {}, along y {}", way(x), way(y)),
        };
    }
    match candidate.contact {
        None => format!("{name}: {status}"),
        Some(Contact { normal, depth }) if depth.abs() < MAX_TOUCH => {
            format!("{name}: touches along {}: {status}", px(normal))
        }
        Some(Contact { normal, depth }) if depth > 0.0 => {
            format!("{name}: {depth:.3} px deep along {}: {status}", px(normal))
        }
        Some(Contact { depth, .. }) => format!("{name}: {:.3} px away: {status}", -depth),
    }
}

/// The corners of an obstacle, two for an edge; none for an unknown obstacle.
fn corners(space: &Space, obstacle: Obstacle) -> Vec<Vec2> {
    let terrain = &space.terrain;
    match obstacle {
        Obstacle::Edge(i) => {
            terrain.edges().get(i as usize).map(|e| vec![e.segment.a, e.segment.b]).unwrap_or_default()
        }
        Obstacle::Piece(i) => terrain.pieces().get(i as usize).map_or_else(Vec::new, Piece::corners),
        Obstacle::Part(id, part) if usize::from(part) < space.bodies.edges(id).count() => {
            space.bodies.edges(id).skip(part.into()).take(1).flat_map(|e| [e.segment.a, e.segment.b]).collect()
        }
        Obstacle::Body(id) | Obstacle::Part(id, _) => {
            space.bodies.get(id).map_or_else(Vec::new, |body| body.aabb.corners().to_vec())
        }
    }
}
