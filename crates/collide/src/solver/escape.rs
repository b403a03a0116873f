//! How a box that is already inside of something gets out of it: by the least way, whatever moved where.

use glam::Vec2;

use super::boxes::{Boxes, Exit};
use crate::tolerance::BOX_SLACK;
use crate::trace::words::{Question, Reason};
use crate::trace::{TraceEvent, TraceSink};

/// How many obstacles one way out may lead out of. Fewer leave a mover in the ground that was put deep into small tiles;
/// more cost time where there is no way out at all.
const ESCAPES: u32 = 6;

/// The four ways; of equal ones the first is taken. Up is first, so that ties put a mover on top of things.
const WAYS: [Vec2; 4] = [Vec2::NEG_Y, Vec2::NEG_X, Vec2::X, Vec2::Y];

impl<V: TraceSink> Boxes<'_, V> {
    /// Pushes a mover that began inside something out of it, by the least way. Squeezed between two obstacles, where the
    /// ways out of one lead into the other, it stays about where it is: a long way round would be a lurch.
    pub fn escape(&mut self) {
        self.emit_question(Question::Began);
        let Some(first) = self.shortest(false) else { return };
        // Ways are tried in silence.
        let quiet = self.with(());
        let (greedy, out) = quiet.greedy(first, false);
        let end = if out { quiet.straightest(Some(&greedy)).unwrap_or(greedy) } else { greedy };
        *self = end.with(self.sink);
        for &touch in &end.slide.touches {
            let push = touch.contact.normal * touch.contact.depth;
            self.sink.emit(|| TraceEvent::Chosen { touch, push, why: Reason::BeganInside });
        }
        self.emit_reached(Reason::BeganInside);
    }
}

impl Boxes<'_> {
    /// The least of the ways that lead out of everything the box is in, the normals of slanted faces among them; `None`
    /// where no way does.
    pub fn least_way_out(&mut self) -> Option<Self> {
        let Some(first) = self.shortest(true) else { return Some(*self) };
        let (greedy, out) = self.greedy(first, true);
        self.straightest(out.then_some(&greedy))
    }

    /// The shortest straight way out, unless the known one is no longer than that and a little for rounding.
    fn straightest(&self, known: Option<&Self>) -> Option<Self> {
        let way = |end: &Self| (end.aabb.center - self.aabb.center).length();
        let straight = WAYS.iter().filter_map(|&direction| self.straight(direction));
        known
            .copied()
            .into_iter()
            .chain(straight)
            .reduce(|best, end| if way(&end) < way(&best) - BOX_SLACK { end } else { best })
    }

    /// Out of the deepest obstacle by its shortest way, and again, until the box is free; whether it is in the end.
    fn greedy(&self, first: Exit, slanted: bool) -> (Self, bool) {
        let mut end = *self;
        let mut next = Some(first);
        for _ in 0..ESCAPES {
            let Some(exit) = next else { return (end, true) };
            end.take(&exit, f32::INFINITY);
            end.start = end.aabb;
            next = end.shortest(slanted);
        }
        (end, next.is_none())
    }

    /// Along one direction until the box is free.
    fn straight(&self, direction: Vec2) -> Option<Self> {
        let mut end = *self;
        for _ in 0..ESCAPES {
            let Some(exit) = end.longest(direction, |_| true) else { break };
            end.take(&exit, f32::INFINITY);
            end.start = end.aabb;
        }
        (end.depth() <= BOX_SLACK).then_some(end)
    }
}

impl<V: TraceSink> Boxes<'_, V> {
    /// The shortest way out of the obstacle whose shortest way out is the longest; `None` when the box is free.
    pub fn shortest(&mut self, slanted: bool) -> Option<Exit> {
        let aabb = self.aabb;
        let mut best: Option<Exit> = None;
        self.overlaps(|obstacle, solid| {
            let leads_out = |way: &&Vec2| solid.one_way.is_none_or(|side| **way == side.normal());
            let exits = WAYS.iter().filter(leads_out).map(|&direction| {
                let (way, normal) = solid.exit(&aabb, direction);
                Exit { obstacle, direction, way, normal }
            });
            let faces = solid.planes.iter().filter(|_| slanted).map(|plane| {
                let way = plane.depth(aabb.center - solid.aabb.center, aabb.half);
                Exit { obstacle, direction: plane.normal, way, normal: plane.normal }
            });
            let shortest = exits.chain(faces).reduce(|a, b| if b.way < a.way { b } else { a });
            best = match (best, shortest) {
                (Some(known), Some(new)) if known.way >= new.way => Some(known),
                (known, new) => new.or(known),
            };
        });
        best
    }
}
