//! Moments become frames: what belongs together is put together, and said in simple words.

use glam::Vec2;

use super::super::compare::capital;
use super::{AxisRow, Drawn, Frame, axes, corners, grown, name, outcome};
use crate::collide::{
    Aabb, CollisionView, Contact, Mover, Obstacle, Question, Reason, Slide, SolverSetup, Space, Touch, TraceEvent,
    Verdict,
};

/// How many candidates are put into words; all are drawn.
const SPOKEN: usize = 8;

/// How many of those that count have a frame of their own for their axes, in one evaluation.
const INSPECTED: usize = 3;

/// How far around the mover obstacles are drawn where a grid lists far more, px.
const AROUND: f32 = 96.0;

/// What is no deeper and no farther away only touches, in words, px.
const TOUCHING: f32 = 5e-4;

/// How many cells of the grid are drawn.
const MAX_CELLS: usize = 64;

/// One that was asked.
#[derive(Clone, Copy, PartialEq)]
struct Asked {
    obstacle: Obstacle,
    contact: Option<Contact>,
    verdict: Verdict,
    /// What else it said: its exits, its entry.
    exits: Option<[Option<f32>; 2]>,
    entry: Option<(Vec2, f32, f32)>,
}

/// The cutting table.
struct Table<'a> {
    setup: &'a SolverSetup,
    space: &'a Space,
    mover: &'a Mover,
    view: CollisionView,
    core: (Vec2, f32),
    frames: Vec<Frame>,
    /// Where the mover is by now, as an offset, and why it is there.
    at: Vec2,
    reached: Option<(Vec2, Reason)>,
    /// What of the move is still to be made.
    rest: Vec2,
    /// What is asked at present, and of which place.
    question: Option<(Question, Vec2)>,
    area: Option<Aabb>,
    /// The cells that were shown so far.
    cells: Vec<Aabb>,
    asked: Vec<Asked>,
    /// The last evaluation.
    known: Option<(Question, Vec2, Vec<Asked>)>,
    planes: Vec<(Obstacle, Vec2, f32)>,
}

/// Makes frames of the moments of one slide.
pub(super) fn cut(setup: &SolverSetup, space: &Space, mover: &Mover, moments: &[TraceEvent]) -> Vec<Frame> {
    let mut table = Table {
        setup,
        space,
        mover,
        view: CollisionView::Thick,
        core: (mover.aabb.half, 0.0),
        frames: Vec::new(),
        at: Vec2::ZERO,
        reached: None,
        rest: Vec2::ZERO,
        question: None,
        area: None,
        cells: Vec::new(),
        asked: Vec::new(),
        known: None,
        planes: Vec::new(),
    };
    moments.iter().for_each(|moment| table.take(moment));
    table.frames
}

/// A vector in words, without negative zeros.
fn px(v: Vec2) -> String {
    let [x, y] = v.to_array().map(|px| (px * 1000.0).round() / 1000.0 + 0.0);
    format!("({x:.3}, {y:.3})")
}

/// So many of something.
fn many(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl Table<'_> {
    fn take(&mut self, moment: &TraceEvent) {
        match *moment {
            // What belongs to an evaluation is collected.
            TraceEvent::Looks { area } => self.area = Some(area),
            TraceEvent::Asks { question, at } => {
                self.evaluated();
                self.question = Some((question, at));
            }
            TraceEvent::Candidate { obstacle, contact, verdict } => {
                let asked = self.asked(obstacle);
                (asked.contact, asked.verdict) = (Some(contact), verdict);
            }
            TraceEvent::Exits { obstacle, x, y } => self.asked(obstacle).exits = Some([x, y]),
            TraceEvent::Entry { obstacle, normal, enters, leaves, verdict } => {
                let asked = self.asked(obstacle);
                (asked.entry, asked.verdict) = (Some((normal, enters, leaves)), verdict);
            }
            TraceEvent::Plane { obstacle, normal, limit } => self.planes.push((obstacle, normal, limit)),
            _ => {
                self.evaluated();
                self.act(moment);
            }
        }
    }

    /// What this obstacle has said so far in this evaluation.
    fn asked(&mut self, obstacle: Obstacle) -> &mut Asked {
        let known = self.asked.iter().position(|asked| asked.obstacle == obstacle);
        let index = known.unwrap_or(self.asked.len());
        if known.is_none() {
            self.asked.push(Asked { obstacle, contact: None, verdict: Verdict::Apart, exits: None, entry: None });
        }
        &mut self.asked[index]
    }

    /// A moment that is a frame by itself.
    fn act(&mut self, moment: &TraceEvent) {
        match *moment {
            TraceEvent::Begins { view, half, radius, delta } => {
                (self.view, self.core) = (view, (half, radius));
                let mut frame = self.frame(format!("{}: move by {} px", self.setup.kind, px(delta)));
                frame.lines.push(self.setup.kind.description().to_owned());
                frame.lines.push(seen(view, half, radius));
                frame.marks.push(self.way(self.at, delta));
                self.frames.push(frame);
            }
            TraceEvent::Step { number, of, from, wanted } => {
                (self.at, self.rest) = (from, wanted);
                if of > 1 {
                    let mut frame = self.frame(format!("Step {number} of {of}: {} px", px(wanted)));
                    frame.marks.push(self.way(from, wanted));
                    self.frames.push(frame);
                }
            }
            TraceEvent::Chosen { touch, push, why } => self.chosen(&touch, push, why),
            TraceEvent::Solved { target, point } => self.solved(target, point),
            TraceEvent::Rest { at, rest } => {
                (self.at, self.rest) = (at, rest);
                let mut frame = self.frame(format!("{} px of the move are left", px(rest)));
                frame.marks.push(self.way(at, rest));
                self.frames.push(frame);
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
                let mut frame = self.frame(capital(why.text()));
                frame.lines.push(format!("now {} px from the start", px(at)));
                frame.marks.push(self.way(before, at - before));
                self.frames.push(frame);
            }
            TraceEvent::Ends { slide } => self.ended(&slide),
            _ => {}
        }
    }

    /// A frame with the mover where it is, and where it began.
    fn frame(&self, headline: String) -> Frame {
        Frame { headline, marks: vec![self.ghost(Vec2::ZERO, true), self.ghost(self.at, false)], ..Frame::default() }
    }

    fn ghost(&self, offset: Vec2, began: bool) -> Drawn {
        let (core, radius) = self.core;
        Drawn::Mover { aabb: self.mover.aabb.moved(offset), core, radius, began }
    }

    fn way(&self, from: Vec2, way: Vec2) -> Drawn {
        let from = self.mover.aabb.center + from;
        Drawn::Arrow { from, to: from + way, push: false }
    }

    fn obstacle(&self, obstacle: Obstacle, verdict: Verdict, chosen: bool) -> Drawn {
        Drawn::Obstacle { corners: corners(self.space, obstacle), radius: self.core.1, verdict, chosen }
    }

    /// The frames of an evaluation: the cells that were looked into, all candidates, and the axes of those that count.
    fn evaluated(&mut self) {
        let Some((question, at)) = self.question.take() else { return };
        let asked = std::mem::take(&mut self.asked);
        self.at = at;
        // Some places are looked at twice, to be sure.
        let now = Some((question, at, asked.clone()));
        if std::mem::replace(&mut self.known, now.clone()) == now {
            return;
        }
        if let Some(area) = self.area.take() {
            self.looked(&area);
        }
        let here = self.mover.aabb.moved(at).grown(AROUND);
        let near = |asked: &&Asked| {
            let around = Aabb::around(corners(self.space, asked.obstacle));
            around.is_some_and(|aabb| aabb.overlaps(&here))
        };
        let counting: Vec<Asked> =
            asked.iter().filter(|a| matches!(a.verdict, Verdict::Counts | Verdict::Turned)).copied().collect();
        let answer = match (asked.len(), counting.len()) {
            (0, _) => "nothing is near".to_owned(),
            (near, 0) => format!("none of {near} nearby"),
            (near, count) => format!("{count} of {near} nearby"),
        };
        let mut frame = self.frame(format!("{} {}", capital(question.text()), capital(&answer)));
        frame.marks.splice(0..0, asked.iter().filter(near).map(|a| self.obstacle(a.obstacle, a.verdict, false)));
        // Those that count come first.
        let others = asked.iter().filter(|a| counting.iter().all(|c| c.obstacle != a.obstacle));
        frame.lines = counting.iter().chain(others).take(SPOKEN).map(said).collect();
        if asked.len() > SPOKEN {
            frame.lines.push(format!("and {} more", asked.len() - SPOKEN));
        }
        for asked in &counting {
            let Some((_, enters, _)) = asked.entry else { continue };
            let middle = self.mover.aabb.center + at;
            frame.marks.push(Drawn::Grown(grown(&corners(self.space, asked.obstacle), self.mover.aabb.half)));
            frame.marks.push(self.way(at, self.rest));
            frame.marks.push(Drawn::Point(middle + self.rest * enters));
        }
        for (asked, contact) in counting.iter().filter_map(|a| a.contact.map(|contact| (a, contact))) {
            frame.marks.extend(self.contact(asked.obstacle, contact));
        }
        self.frames.push(frame);
        if !matches!(question, Question::Room | Question::Began | Question::Ahead | Question::Gaps) {
            counting.iter().take(INSPECTED).for_each(|asked| self.inspect(asked));
        }
    }

    /// The grid, unless no cell is new.
    fn looked(&mut self, area: &Aabb) {
        let mut cells = Vec::new();
        let mut listed = 0;
        let grid = if self.view == CollisionView::Pieces {
            self.space.terrain.piece_grid()
        } else {
            self.space.terrain.edge_grid()
        };
        grid.cells(area, |cell, count| {
            listed += count;
            if cells.len() < MAX_CELLS {
                cells.push(cell);
            }
        });
        if cells.iter().all(|cell| self.cells.contains(cell)) {
            return;
        }
        let size = cells[0].size().x;
        let mut frame = self.frame(format!("Grid query: {} cells, {listed} entries", cells.len()));
        frame.lines.push(format!(
            "a cell is {size} px wide; the query covers {:.1} x {:.1} px",
            area.size().x,
            area.size().y
        ));
        frame.marks.splice(0..0, cells.iter().map(|cell| Drawn::Cell(*cell)));
        self.frames.push(frame);
        self.cells.extend(cells);
    }

    /// The axes of one candidate.
    fn inspect(&mut self, asked: &Asked) {
        let (half, radius) = self.core;
        let core = Aabb::new(self.mover.aabb.center + self.at, half);
        let axes = axes(self.setup, self.space, asked.obstacle, &core, radius);
        let depth = |i: &usize| axes[*i].depth;
        let Some(least) = (0..axes.len()).min_by(|a, b| depth(a).total_cmp(&depth(b))) else { return };
        let AxisRow { name: way, axis, depth, .. } = axes[least];
        let headline = format!("{}: least overlap {depth:.3} px, along {way}", capital(&name(asked.obstacle)));
        let mut frame = self.frame(headline);
        frame.lines = axes.iter().enumerate().map(|(i, row)| spoken(row, i == least)).collect();
        if let Some(contact) = asked.contact {
            if contact.normal.perp_dot(axis).abs() > 1e-3 {
                frame.lines.push(format!(
                    "the contact is along {}: only outwards, or as neighbours allow",
                    px(contact.normal)
                ));
            }
            frame.marks.extend(self.contact(asked.obstacle, contact));
        }
        frame.marks.insert(0, self.obstacle(asked.obstacle, asked.verdict, true));
        (frame.axes, frame.least) = (axes, least);
        self.frames.push(frame);
    }

    /// Where a contact is: at the point of the obstacle that is nearest to the mover's side.
    fn contact(&self, obstacle: Obstacle, contact: Contact) -> Option<Drawn> {
        let aabb = self.mover.aabb.moved(self.at);
        let Contact { normal, depth } = contact;
        let side = |x: f32| if x.abs() < 1e-3 { 0.0 } else { x.signum() };
        let support = aabb.center - Vec2::new(side(normal.x), side(normal.y)) * aabb.half;
        let corners = corners(self.space, obstacle);
        let around = Aabb::around(corners.iter().copied())?;
        let at = match corners[..] {
            [a, b] => crate::collide::Segment::new(a, b).closest_point(support),
            _ => around.closest_point(support),
        };
        Some(Drawn::Contact { at, normal, depth })
    }

    fn chosen(&mut self, touch: &Touch, push: Vec2, why: Reason) {
        let Touch { contact, obstacle } = *touch;
        let headline = format!("{}: {}", capital(&name(obstacle)), why.text());
        let mut frame = self.frame(headline);
        frame.lines.push(format!("normal {}, {:.3} px", px(contact.normal), contact.depth));
        // Swept corrects nothing: it stops, and takes from the move what leads into the face.
        let what = if why == Reason::EarliestEntry { "taken from the move:" } else { "correction" };
        frame.lines.push(format!("{what} {} px", px(push)));
        frame.marks.insert(0, self.obstacle(obstacle, Verdict::Counts, true));
        frame.marks.extend(self.contact(obstacle, contact));
        let from = self.mover.aabb.center + self.at;
        frame.marks.push(Drawn::Arrow { from, to: from + push, push: true });
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
            frame.marks.insert(0, self.obstacle(obstacle, Verdict::Counts, true));
            frame.lines.push(format!("{}: normal {}", name(obstacle), px(normal)));
            let foot = point.unwrap_or(target);
            let at = center + foot + normal * (limit - normal.dot(foot));
            frame.marks.push(Drawn::Plane { at, normal });
        }
        frame.lines.push(format!("target {}", px(target)));
        if let Some(point) = point {
            frame.lines.push(format!("point {}", px(point)));
            frame.marks.push(Drawn::Arrow { from: center + target, to: center + point, push: true });
            frame.marks.push(self.ghost(point, false));
            frame.marks.push(Drawn::Point(center + point));
        }
        frame.marks.push(Drawn::Point(center + target));
        self.frames.push(frame);
    }

    fn ended(&mut self, slide: &Slide) {
        self.at = slide.moved;
        let mut frame = self.frame(format!("It moved {} px: {}", px(slide.moved), outcome(slide.outcome)));
        frame.lines.push(format!(
            "{}, {}, {}, {:.4} px of overlap left",
            many(slide.steps, "step"),
            many(slide.rounds, "round"),
            many(slide.candidates, "candidate"),
            slide.overlap
        ));
        for touch in &slide.touches {
            frame.lines.push(format!(
                "touched {}: normal {}, {:.3} px",
                name(touch.obstacle),
                px(touch.contact.normal),
                touch.contact.depth
            ));
            frame.marks.insert(0, self.obstacle(touch.obstacle, Verdict::Counts, true));
            frame.marks.extend(self.contact(touch.obstacle, touch.contact));
        }
        frame.marks.push(self.way(Vec2::ZERO, slide.moved));
        self.frames.push(frame);
    }
}

/// How the mover is seen, in words.
fn seen(view: CollisionView, half: Vec2, radius: f32) -> String {
    let what = match view {
        CollisionView::Thick => "thick edges",
        CollisionView::Round => "thick edges, for a disk",
        CollisionView::Pieces => "boxes and slopes",
        _ => "edges without thickness",
    };
    if radius == 0.0 {
        return format!("it sees {what}; all {:.1} x {:.1} px of the box stay clear", half.x * 2.0, half.y * 2.0);
    }
    format!("it sees {what}; the core is {:.1} x {:.1} px, and stays {radius:.1} px away", half.x * 2.0, half.y * 2.0)
}

/// What one candidate answered.
fn said(asked: &Asked) -> String {
    let name = name(asked.obstacle);
    if let Some((normal, enters, leaves)) =
        asked.entry.filter(|(_, enters, leaves)| enters.is_finite() && leaves.is_finite())
    {
        return format!(
            "{name}: enters at {enters:.3}, leaves at {leaves:.3}, {}: {}",
            px(normal),
            asked.verdict.text()
        );
    }
    if let Some([x, y]) = asked.exits.filter(|_| asked.verdict == Verdict::Counts) {
        let way = |way: Option<f32>| way.map_or_else(|| "not possible".to_owned(), |way| format!("{way:.3} px"));
        return match (x, y) {
            (Some(x), None) => format!("{name}: out along x only, {x:.3} px"),
            (None, Some(y)) => format!("{name}: out along y only, {y:.3} px"),
            _ => format!("{name}: out along x {}, along y {}", way(x), way(y)),
        };
    }
    let Some(Contact { normal, depth }) = asked.contact else { return format!("{name}: {}", asked.verdict.text()) };
    if depth.abs() < TOUCHING {
        format!("{name}: touches along {}: {}", px(normal), asked.verdict.text())
    } else if depth > 0.0 {
        format!("{name}: {depth:.3} px deep along {}: {}", px(normal), asked.verdict.text())
    } else {
        format!("{name}: {:.3} px away: {}", -depth, asked.verdict.text())
    }
}

/// An axis in words.
fn spoken(row: &AxisRow, least: bool) -> String {
    let what = if row.depth > 0.0 { "overlap" } else { "gap" };
    let end = if least { ", the least" } else { "" };
    format!("{} {}: {what} {:.3} px{end}", row.name, px(row.axis), row.depth.abs())
}
