//! The judge of slides: brute force over the outline, in f64 and tiny steps. Slow and simple on purpose.

use glam::{DVec2, Vec2};

use seamwalker_collide::{
    Aabb, Bodies, Body, BodyId, CollisionView, Edge, EdgeId, Mover, Piece, Segment, Side, Terrain,
};

/// The longest step of the oracle's own slide, in pixels.
const TINY: f64 = 0.125;

/// The maximum number of pushes per tiny step.
const MAX_PUSHES: u32 = 24;

/// Less overlap counts as none, in pixels.
const MIN_DEPTH: f64 = 1e-9;

/// A step that ends deeper in an obstacle than this, in pixels, found no room.
const MAX_DEPTH: f64 = 0.01;

/// The minimum progress that a snag must lose, in pixels.
pub(super) const MIN_LOSS: f64 = 0.25;

/// Half of shorter moves would be less than [`MIN_LOSS`], in pixels: they are judged by [`MIN_SLOW_LOSS`].
const MIN_JUDGED_MOVE: f32 = 0.5;

/// The minimum progress that a slow snag must lose, in pixels: far more than the rounding of positions.
const MIN_SLOW_LOSS: f64 = 0.02;

/// How far a corner must bend to count as one, in pixels: more than the rounding of corners.
const STRAIGHT: f64 = 1e-6;

/// How near to another edge an end lies on it, in pixels.
const ON_EDGE: f32 = 1e-3;

/// The width of a strip, in pixels.
const STRIP_WIDTH: f32 = 64.0;

/// The maximum number of strips; the last one extends to infinity.
const MAX_STRIPS: usize = 4096;

/// A judge of slides. It treats every edge except one-way edges as two-sided, and uses no grid, no rounds and no joint solution of
/// planes: a mover from free space does not need them if its steps are short enough.
#[derive(Clone, Debug)]
pub struct Oracle {
    edges: Vec<Edge>,
    pieces: Vec<Piece>,
    edge_strips: Strips,
    piece_strips: Strips,
}

/// Indices of boxes, by vertical strips of the world.
#[derive(Clone, Debug)]
struct Strips {
    left: f32,
    strips: Vec<Vec<u32>>,
}

/// The maximum number of points to which the outline goes on from one end of an edge.
const BEYOND: usize = 4;

/// An edge, and where the outline goes on from its two ends: to the other end of the next edge, or, where it ends on the side of
/// another edge, to both ends of that.
struct JoinedEdge {
    edge: Edge,
    beyond: [[Option<DVec2>; BEYOND]; 2],
}

/// The part of the outline that one slide can touch, and the mover's core.
struct OraclePlace {
    edges: Vec<JoinedEdge>,
    half: DVec2,
    radius: f64,
}

impl Oracle {
    /// The judge of a terrain.
    pub fn new(terrain: &Terrain) -> Self {
        let (edges, pieces) = (terrain.edges().to_vec(), terrain.pieces().to_vec());
        Self {
            edge_strips: Strips::new(&edges.iter().map(|e| e.segment.aabb()).collect::<Vec<_>>()),
            piece_strips: Strips::new(&pieces.iter().map(|p| p.aabb).collect::<Vec<_>>()),
            edges,
            pieces,
        }
    }

    /// The depth of a mover in the outline, in pixels; 0 if it is free. One-way edges are ignored.
    pub fn overlap(&self, view: CollisionView, mover: &Mover) -> f64 {
        (-self.distance(view, mover, 1.0)).max(0.0)
    }

    /// The depth of a mover in solid ground, in pixels: the overlap with the outline, or, if the core is behind the outline, the
    /// depth of the core in a piece plus the skin. 0 if it is free.
    pub fn buried(&self, view: CollisionView, mover: &Mover) -> f64 {
        let (half, radius) = view.core(mover);
        let core = Aabb::new(mover.aabb.center, half);
        let pieces = self.piece_strips.near(&core).map(|i| &self.pieces[i]).filter(|piece| piece.one_way.is_none());
        let deepest = pieces.fold(0.0_f32, |deepest, piece| deepest.max(piece.solid().depth(&core)));
        let behind = if deepest > 0.0 { f64::from(deepest + radius) } else { 0.0 };
        behind.max(self.overlap(view, mover))
    }

    /// The distance between a mover and the outline, in pixels, at most `reach`; negative if they overlap. One-way edges are
    /// ignored.
    pub fn distance(&self, view: CollisionView, mover: &Mover, reach: f32) -> f64 {
        let place = self.place(view, mover, reach, &Bodies::default());
        let center = mover.aabb.center.as_dvec2();
        let solid = place.edges.iter().filter(|e| e.edge.side != Side::OneWay);
        solid.map(|e| -place.contact(e, center).0).fold(f64::from(reach), f64::min)
    }

    /// The edges near a mover that moves `reach` pixels, with those of bodies.
    fn place(&self, view: CollisionView, mover: &Mover, reach: f32, bodies: &Bodies) -> OraclePlace {
        // The box solvers have no skin and follow the surfaces of the thin view.
        let (half, radius) = view.core(mover);
        let area = mover.aabb.grown(reach + 1.0);
        let is_near = |edge: &Edge| edge.segment.aabb().grown(0.5).overlaps(&area);
        let mut edges: Vec<Edge> = self.edge_strips.near(&area).map(|i| self.edges[i]).filter(is_near).collect();
        let terrain = edges.len();
        bodies.near(&area, |id, body| {
            if body.enabled && mover.ignores != Some(id) && body.priority <= mover.priority {
                edges.extend(body_edges(bodies, id, body).filter(is_near));
            }
        });
        let beyond = |i: usize, next: Option<EdgeId>, end: Vec2| {
            let meets = |j: &usize| *j != i && edges[*j].segment.closest_point(end).distance(end) < ON_EDGE;
            let next = next.and_then(|id| self.edges.get(id.index()));
            let next = next.or_else(|| (0..terrain).find(meets).map(|j| &edges[j]));
            // Bodies go on from whatever they lie flush with, and the other way round.
            let from = if i < terrain { terrain } else { 0 };
            let others = (from..edges.len()).filter(meets).map(|j| &edges[j]);
            let ends = next.into_iter().chain(others).flat_map(|other| [other.segment.a, other.segment.b]);
            let mut points = ends.filter(|point| point.distance(end) >= ON_EDGE).map(|point| point.as_dvec2());
            std::array::from_fn(|_| points.next())
        };
        let join = |(i, edge): (usize, &Edge)| {
            let Segment { a, b } = edge.segment;
            JoinedEdge { edge: *edge, beyond: [beyond(i, edge.prev, a), beyond(i, edge.next, b)] }
        };
        let edges = edges.iter().enumerate().map(join).collect();
        OraclePlace { edges, half: half.as_dvec2(), radius: f64::from(radius) }
    }

    /// The progress of a mover in tiny steps, measured along `delta`, in pixels.
    pub fn progress(&self, view: CollisionView, mover: &Mover, delta: Vec2) -> f64 {
        if delta == Vec2::ZERO { 0.0 } else { along(self.slide(view, mover, delta), delta) }
    }

    /// How far a mover moves in tiny steps, in pixels.
    pub fn slide(&self, view: CollisionView, mover: &Mover, delta: Vec2) -> DVec2 {
        self.slide_among(&Bodies::default(), view, mover, delta)
    }

    /// The same among bodies, which stand still.
    pub(super) fn slide_among(&self, bodies: &Bodies, view: CollisionView, mover: &Mover, delta: Vec2) -> DVec2 {
        let place = self.place(view, mover, delta.length(), bodies);
        let start = mover.aabb.center.as_dvec2();
        let way = delta.as_dvec2();
        let length = way.length();
        if length == 0.0 {
            return DVec2::ZERO;
        }
        let steps = (length / TINY).ceil().min(1e6) as u32;
        let mut at = start;
        for _ in 0..steps {
            let from = at;
            at += way / f64::from(steps);
            let mut left = 0.0;
            for _ in 0..MAX_PUSHES {
                let contacts = place.edges.iter().map(|e| (place.contact(e, at), e));
                let open = |e: &JoinedEdge, n: DVec2| {
                    e.edge.side == Side::OneWay
                        && (mover.drops_through
                            || n.dot(e.edge.normal.as_dvec2()) < 0.3
                            || place.contact(e, from).0 > 0.25)
                };
                let solid = contacts.filter(|((_, n), e)| !open(e, *n)).map(|(c, _)| c);
                let deepest = solid.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|c| c.0 > MIN_DEPTH);
                left = deepest.map_or(0.0, |(depth, _)| depth);
                let Some((depth, normal)) = deepest else { break };
                at += normal * depth;
            }
            if left > MAX_DEPTH {
                at = from;
                break;
            }
        }
        at - start
    }

    /// Whether a slide is a snag: it lost more than half of the progress that the outline allows, although nothing real is
    /// ahead.
    ///
    /// Exactly: for a wanted move `delta` of at least half a pixel, let `got` be the actual progress and `possible` the progress of
    /// this oracle, both measured along `delta`. The step is a snag if `got < possible / 2` and `possible - got > 0.25 px`.
    pub fn snags(&self, view: CollisionView, mover: &Mover, delta: Vec2, moved: Vec2) -> bool {
        Self::is_snag(delta, moved, || self.progress(view, mover, delta))
    }

    /// The same, given [`Oracle::progress`], which is called only if the slide may be a snag.
    pub(super) fn is_snag(delta: Vec2, moved: Vec2, possible: impl FnOnce() -> f64) -> bool {
        delta.length() >= MIN_JUDGED_MOVE && falls_behind(delta, moved, MIN_LOSS, possible)
    }

    /// The same for a wanted move of less than half a pixel, which must fall behind by more than 0.02 px to be a snag.
    pub fn snags_slowly(&self, view: CollisionView, mover: &Mover, delta: Vec2, moved: Vec2) -> bool {
        let possible = || self.progress(view, mover, delta);
        delta.length() < MIN_JUDGED_MOVE && falls_behind(delta, moved, MIN_SLOW_LOSS, possible)
    }
}

/// How far a way leads along a wanted move, which is not zero, in pixels.
pub(super) fn along(way: DVec2, delta: Vec2) -> f64 {
    let delta = delta.as_dvec2();
    way.dot(delta) / delta.length()
}

/// Whether a slide made less than half of the possible progress, and lost more than `min_loss` pixels.
fn falls_behind(delta: Vec2, moved: Vec2, min_loss: f64, possible: impl FnOnce() -> f64) -> bool {
    let length = delta.length();
    if f64::from(length) <= min_loss {
        return false;
    }
    let got = f64::from(moved.dot(delta) / length);
    // More than half of the wanted move cannot be a snag.
    if got >= f64::from(length) * 0.5 {
        return false;
    }
    let possible = possible();
    possible - got > min_loss && got < possible * 0.5 && possible > min_loss
}

/// The sides of a body; only its top if it is one-way.
fn body_edges(bodies: &Bodies, id: BodyId, body: &Body) -> impl Iterator<Item = Edge> {
    let (corners, one_way) = (body.aabb.corners(), body.one_way);
    let side = if one_way { Side::OneWay } else { Side::Outer };
    let sides = match (bodies.edges(id).next(), one_way) {
        (Some(_), _) => 0,
        (None, true) => 1,
        (None, false) => 4,
    };
    bodies.edges(id).chain((0..sides).map(move |i| Edge::new(corners[i], corners[(i + 1) % 4], side)))
}

impl Strips {
    fn new(boxes: &[Aabb]) -> Self {
        let left = boxes.iter().map(|b| b.min().x).fold(f32::INFINITY, f32::min);
        let mut index = Self { left: if left.is_finite() { left } else { 0.0 }, strips: Vec::new() };
        for (i, aabb) in (0..).zip(boxes) {
            let (first, last) = index.range(aabb);
            if index.strips.len() <= last {
                index.strips.resize(last + 1, Vec::new());
            }
            index.strips[first..=last].iter_mut().for_each(|strip| strip.push(i));
        }
        index
    }

    fn range(&self, aabb: &Aabb) -> (usize, usize) {
        let index = |x: f32| (((x - self.left) / STRIP_WIDTH).max(0.0) as usize).min(MAX_STRIPS - 1);
        (index(aabb.min().x), index(aabb.max().x))
    }

    /// Every box that may touch `area`, once.
    fn near(&self, area: &Aabb) -> impl Iterator<Item = usize> {
        let (first, last) = self.range(area);
        let strips = self.strips.iter().enumerate().take(last + 1).skip(first);
        strips.flat_map(move |(at, strip)| {
            // A box in the previous strip was visited there. Strips are sorted.
            let before = if at > first { &self.strips[at - 1][..] } else { &[] };
            strip.iter().filter(|i| before.binary_search(i).is_err()).map(|i| *i as usize)
        })
    }
}

impl OraclePlace {
    /// Depth and normal of the thick edge against the core at `center`, by the separating-axis test with the axes from the ends to
    /// the closest point of the box. Negative depth: apart.
    ///
    /// At an end where another edge continues, it pushes only along what is a normal of that corner: what leads into the other edge
    /// is no way out.
    fn contact(&self, joined: &JoinedEdge, center: DVec2) -> (f64, DVec2) {
        let (a, b) = (joined.edge.segment.a.as_dvec2(), joined.edge.segment.b.as_dvec2());
        let [before, after] = joined.beyond;
        let to_end = |end: DVec2| {
            let v = center - end;
            (v - v.clamp(-self.half, self.half)).normalize_or_zero()
        };
        let normal_to = |beyond: Option<DVec2>, end: DVec2| {
            beyond.map_or(DVec2::ZERO, |beyond| (beyond - end).perp().normalize_or_zero())
        };
        let axes = [(b - a).perp().normalize_or_zero(), DVec2::X, DVec2::Y, to_end(a), to_end(b)];
        let corners =
            before.map(|beyond| normal_to(beyond, a)).into_iter().chain(after.map(|beyond| normal_to(beyond, b)));
        let mut best = (f64::INFINITY, DVec2::ZERO);
        for axis in axes.into_iter().chain(corners).filter(|axis| *axis != DVec2::ZERO) {
            for axis in [axis, -axis] {
                let top = a.dot(axis).max(b.dot(axis)) + self.half.dot(axis.abs()) + self.radius;
                let depth = top - center.dot(axis);
                let leads_into = |end: DVec2, other: DVec2, beyond: [Option<DVec2>; BEYOND]| {
                    axis.dot(end - other) > STRAIGHT
                        && beyond.into_iter().flatten().any(|beyond| axis.dot(beyond - end) > STRAIGHT)
                };
                let is_way_out = !leads_into(a, b, before) && !leads_into(b, a, after);
                if depth < best.0 && (depth < 0.0 || is_way_out) {
                    best = (depth, axis);
                }
            }
        }
        best
    }
}
