//! Pushes a box out of obstacles that it begins in: by the shortest exit, whatever moved.

use glam::Vec2;

use super::boxes::{Boxes, Exit};
use crate::contact::Obstacle;
use crate::shape::Aabb;
use crate::tolerance::BOX_SLACK;
use crate::trace::words::{Question, Reason};
use crate::trace::{TraceEvent, TraceSink};

/// How many obstacles one escape may lead out of. Smaller values leave a mover in the ground that begins deep in small
/// tiles; larger ones cost time where there is no escape at all.
const MAX_ESCAPES: u32 = 6;

/// The four directions. Of equally long exits the first is taken: up is first, so that ties put a mover on top.
const DIRECTIONS: [Vec2; 4] = [Vec2::NEG_Y, Vec2::NEG_X, Vec2::X, Vec2::Y];

impl Boxes<'_> {
    /// Pushes a mover that began inside an obstacle out by the shortest exit. Between two obstacles, where the exits of
    /// one lead into the other, the mover stays about where it is: a long detour would look like a jump.
    pub fn escape(&mut self) {
        self.emit_question(Question::Began);
        let Some(first) = self.shortest(false) else { return };
        // Attempts emit no trace events.
        let mut quiet = *self;
        quiet.sink = TraceSink::OFF;
        let (greedy, out) = quiet.greedy(first, false);
        let end = if out { quiet.straightest(Some(&greedy)).unwrap_or(greedy) } else { greedy };
        let sink = self.sink;
        *self = end;
        self.sink = sink;
        for &touch in &end.slide.touches {
            let push = touch.contact.normal * touch.contact.depth;
            self.sink.emit(|| TraceEvent::Chosen { touch, push, why: Reason::BeganInside });
        }
        self.emit_reached(Reason::BeganInside);
    }

    /// The shortest escape out of everything that the box overlaps, along slanted faces' normals as well; `None` where
    /// there is none.
    pub fn shortest_escape(&mut self) -> Option<Self> {
        let Some(first) = self.shortest(true) else { return Some(*self) };
        let (greedy, out) = self.greedy(first, true);
        self.straightest(out.then_some(&greedy))
    }

    /// The shortest straight escape, unless the known one is as short, give or take rounding.
    fn straightest(&self, known: Option<&Self>) -> Option<Self> {
        let length = |end: &Self| (end.aabb.center - self.aabb.center).length();
        let straight = DIRECTIONS.iter().filter_map(|&direction| self.straight(direction));
        known
            .copied()
            .into_iter()
            .chain(straight)
            .reduce(|best, end| if length(&end) < length(&best) - BOX_SLACK { end } else { best })
    }

    /// Leaves the deepest obstacle by its shortest exit, again and again. Returns whether the box is free in the end.
    fn greedy(&self, first: Exit, slanted: bool) -> (Self, bool) {
        let mut end = *self;
        let mut next = Some(first);
        for _ in 0..MAX_ESCAPES {
            let Some(exit) = next else { return (end, true) };
            end.take(&exit, f32::INFINITY);
            end.start = end.aabb;
            next = end.shortest(slanted);
        }
        (end, next.is_none())
    }

    /// Goes along one direction until the box is free.
    fn straight(&self, direction: Vec2) -> Option<Self> {
        let mut end = *self;
        for _ in 0..MAX_ESCAPES {
            let Some(exit) = end.longest(direction, &|_| true) else { break };
            end.take(&exit, f32::INFINITY);
            end.start = end.aabb;
        }
        (end.depth() <= BOX_SLACK).then_some(end)
    }

    /// The shortest exit of the deepest obstacle: the one whose shortest exit is the longest. `None` when the box is
    /// free.
    pub fn shortest(&mut self, slanted: bool) -> Option<Exit> {
        let aabb = self.aabb;
        let mut best: Option<(Exit, Aabb)> = None;
        self.overlaps(&mut |obstacle, solid| {
            let leads_out = |direction: &&Vec2| solid.one_way.is_none_or(|side| **direction == side.normal());
            let exits = DIRECTIONS.iter().filter(leads_out).map(|&direction| {
                let (way, normal) = solid.exit(&aabb, direction);
                Exit { obstacle, direction, way, normal }
            });
            let faces = solid.planes.iter().filter(|_| slanted).map(|plane| {
                let depth = plane.depth(aabb.center - solid.aabb.center, aabb.half);
                Exit { obstacle, direction: plane.normal, way: depth, normal: plane.normal }
            });
            let shortest = exits.chain(faces).reduce(|a, b| if b.way < a.way { b } else { a });
            let Some(new) = shortest else { return };
            // Of equally deep pieces the uppermost counts, then the leftmost: their order must not decide.
            let corners = |aabb: &Aabb| [aabb.min().y, aabb.min().x, aabb.max().y, aabb.max().x];
            let are_pieces = |a, b| matches!((a, b), (Obstacle::Piece(_), Obstacle::Piece(_)));
            let is_deeper = |(known, place): &(Exit, Aabb)| {
                let is_first = || are_pieces(obstacle, known.obstacle) && corners(&solid.aabb) < corners(place);
                new.way > known.way || new.way == known.way && is_first()
            };
            if best.as_ref().is_none_or(is_deeper) {
                best = Some((new, solid.aabb));
            }
        });
        best.map(|(exit, _)| exit)
    }
}
