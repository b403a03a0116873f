//! The deepest edges at a place, found one by one.

use glam::Vec2;

use crate::contact::{Contact, Obstacle, Touch};
use crate::edge::{Edge, Side};
use crate::separation::Hexagon;
use crate::solver::thick_sat::edge_record::EdgeRecord;
use crate::tolerance::{
    CLEARED, DEPTH_TIE, LISTED_MARGIN, ONE_SIDED_SLACK, ONE_WAY_FACING, ONE_WAY_SLACK, SETTLED, SHORT_PUSH,
};

/// The deepest and the second deepest edge at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeepestContacts {
    /// Depth of the deepest edge, in pixels; negative when nothing is touched.
    pub depth: f32,
    second: f32,
    second_normal: Vec2,
    second_edge: u32,
    /// Upper bound for the depth of everything else.
    rest: f32,
    /// Contact normal of the deepest edge.
    pub normal: Vec2,
    /// Index of the deepest edge.
    pub edge: u32,
    /// Head of the compiled cell that this is about; else 0.
    pub head: u32,
    /// Whether all cells with this head see only one face of the deepest edge.
    pub face: bool,
    /// How many edges were evaluated.
    pub evaluated: u32,
    /// Depth of the deepest edge that is open here. It may be solid a push farther on.
    open: f32,
}

impl DeepestContacts {
    /// Before the first edge, in a cell with this head. Edges that will not be evaluated are farther than
    /// [`LISTED_MARGIN`].
    #[inline(always)]
    pub fn new(head: u32) -> Self {
        Self {
            depth: -LISTED_MARGIN,
            normal: Vec2::ZERO,
            second: -LISTED_MARGIN,
            second_normal: Vec2::ZERO,
            second_edge: u32::MAX,
            rest: -LISTED_MARGIN,
            edge: u32::MAX,
            head,
            face: false,
            evaluated: 0,
            open: -LISTED_MARGIN,
        }
    }

    /// Adds an edge that is certainly too far away.
    #[inline(always)]
    pub fn add_distant(&mut self) {
        self.add_to_rest(-LISTED_MARGIN);
    }

    /// Evaluates an edge for a core at `at` relative to the edge's middle, in a step that began at `start`.
    #[inline(always)]
    pub fn evaluate(&mut self, record: &EdgeRecord, [at, start]: [Vec2; 2], radius: f32) {
        let (push, limit) = self.limit(radius);
        let Some(found) = record.separation_within(at, limit) else { return self.add_to_rest(-push) };
        let depth = radius - found.distance;
        let facing = found.normal.dot(record.outward);
        let blocks = match record.side {
            Side::Both => true,
            Side::Outer => facing >= -ONE_SIDED_SLACK,
            Side::OneWay if facing > ONE_WAY_FACING => {
                let is_held = record.fitted.holds([start, at], radius, -ONE_WAY_SLACK);
                if !is_held
                    && depth > SETTLED
                    && record.fitted.separation(start, true).distance - radius > -ONE_WAY_SLACK
                {
                    // It passes an end, or came over a joint: the general path can tell.
                    self.add(f32::INFINITY, found.normal, record.index, false);
                }
                is_held
            }
            Side::OneWay => false,
        };
        if blocks {
            self.add(depth, found.normal, record.index, false);
        } else {
            self.open = if depth > self.open { depth } else { self.open };
        }
    }

    /// Evaluates an edge that may be far away, or may have been evaluated before.
    #[inline(always)]
    pub fn evaluate_distant(
        &mut self,
        edges: &[Edge],
        hexagon: &Hexagon,
        index: u32,
        [at, start, half]: [Vec2; 3],
        radius: f32,
    ) {
        if index == self.edge || index == self.second_edge {
            return;
        }
        let (push, limit) = self.limit(radius);
        if hexagon.is_within(at, half, limit) {
            self.evaluated += 1;
            let side = edges[index as usize].side;
            self.evaluate(&EdgeRecord::new(hexagon, side, index, half), [at, start], radius);
        } else {
            self.add_to_rest(-push);
        }
    }

    /// The longest push so far, and how far from the core an edge still matters: within that push, and nearer than what
    /// `rest` already allows for.
    #[inline(always)]
    fn limit(&self, radius: f32) -> (f32, f32) {
        let push = if self.depth > SHORT_PUSH { self.depth } else { SHORT_PUSH };
        let rest = DEPTH_TIE - self.rest;
        (push, radius + if push < rest { push } else { rest })
    }

    #[inline(always)]
    fn add_to_rest(&mut self, depth: f32) {
        self.rest = if self.rest > depth { self.rest } else { depth };
    }

    /// Adds a contact. Of two that are equally deep, the first one added stays the deepest.
    #[inline(always)]
    pub fn add(&mut self, depth: f32, normal: Vec2, edge: u32, face: bool) {
        if depth > self.depth {
            self.add_to_rest(self.second);
            (self.second, self.second_normal, self.second_edge) = (self.depth, self.normal, self.edge);
            (self.depth, self.normal, self.edge, self.face) = (depth, normal, edge, face);
        } else if depth > self.second {
            self.add_to_rest(self.second);
            (self.second, self.second_normal, self.second_edge) = (depth, normal, edge);
        } else {
            self.add_to_rest(depth);
        }
    }

    /// Whether the push out of the deepest edge certainly ends outside of everything else. A move leads into an
    /// obstacle by at most its length. The distance to a convex obstacle is a convex function, so the move leads out of
    /// it by at least its part along the obstacle's normal, as long as the core is less than `behind` deep: deeper,
    /// another way out is shorter.
    #[inline(always)]
    pub fn push_clears_all(&self, behind: f32) -> bool {
        let out = self.depth * self.normal.dot(self.second_normal);
        let leaves = self.second < behind && self.second - out <= CLEARED;
        self.rest + self.depth <= 0.0 && (self.second + self.depth <= 0.0 || leaves)
    }

    /// Whether another edge is equally deep.
    #[inline(always)]
    pub fn is_tied(&self) -> bool {
        self.second == self.depth
    }

    /// Infinitely deep where another edge is equally deep, so that it counts as no room.
    #[inline(always)]
    pub fn unless_tied(mut self) -> Self {
        if self.depth > SETTLED && self.is_tied() {
            self.depth = f32::INFINITY;
        }
        self
    }

    /// The touch of the deepest edge.
    #[inline(always)]
    pub fn touch(&self) -> Touch {
        let contact = Contact { normal: self.normal, depth: self.depth };
        Touch { contact, obstacle: Obstacle::Edge(self.edge) }
    }

    /// The two deepest edges, if no other is as deep as they are.
    pub fn pair(&self) -> Option<[u32; 2]> {
        (self.rest < self.depth).then_some([self.edge, self.second_edge])
    }

    /// Whether the two deepest edges are faces that mirror each other.
    pub fn is_mirrored(&self) -> bool {
        self.normal != self.second_normal && self.normal.abs() == self.second_normal.abs()
    }

    /// The second deepest edge as the deepest one. Both are equally deep.
    pub fn swapped(self) -> Self {
        Self {
            normal: self.second_normal,
            edge: self.second_edge,
            second_normal: self.normal,
            second_edge: self.edge,
            face: false,
            ..self
        }
    }

    /// Ends the evaluation.
    #[inline(always)]
    pub fn finish(mut self) -> Self {
        self.add_to_rest(self.open);
        self
    }
}
