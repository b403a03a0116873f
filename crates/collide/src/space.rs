//! A space: the terrain, and the few bodies that move in it. Queries read it, nothing writes to it while they do.

use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::config_space_grid::MARGIN;
use super::separation::{Hexagon, Separation, separation_boxes};
use super::solver::SLACK;
use super::{
    Aabb, Bodies, BodyId, CollisionView, Contact, Direction, Hit, Mover, Obstacle, Segment, Side, Solid, Tag, Terrain,
    Touch, Touches, Verdict,
};

/// A box that moves by itself: a platform or a crate. The game moves it between slides. Build it from [`Body::new`] and
/// `..`, as below: fields may be added.
///
/// ```
/// use seamwalker_collide::{Aabb, Body};
/// use seamwalker_collide::glam::Vec2;
///
/// // A raft that goes 2 px to the right in every tick. The game moves it, and tells how far.
/// let mut raft = Body { one_way: true, ..Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0))) };
/// raft.delta = Vec2::new(2.0, 0.0);
/// raft.aabb = raft.aabb.moved(raft.delta);
/// assert_eq!(raft.aabb.center.x, 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Where it is now.
    pub aabb: Aabb,
    /// How far it moved in this tick, in pixels, for solvers that ask for the relative movement.
    pub delta: Vec2,
    /// Who yields: lower numbers yield less (walls 0).
    pub priority: u8,
    /// Solid only from above.
    pub one_way: bool,
    /// Whether it is there at all; a body keeps its place in the list while it is away.
    pub enabled: bool,
    /// What the caller wants to know about it.
    pub tag: Tag,
}

impl Body {
    /// A solid body that yields to nothing but walls.
    #[must_use]
    pub const fn new(aabb: Aabb) -> Self {
        Self { aabb, delta: Vec2::ZERO, priority: 1, one_way: false, enabled: true, tag: Tag(0) }
    }
}

impl Body {
    /// The contact of a mover that is within `reach` pixels of this body, as if nothing else were there and the body were
    /// enabled, whatever its priority; the depth is negative when the two are apart. `None` as well where the body is one-way and open to the mover.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, Mover, CollisionView};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let raft = Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0)));
    /// let rider = Mover::new(Aabb::new(Vec2::new(0.0, -12.0), Vec2::splat(8.0)));
    /// let contact = raft.touching(CollisionView::Thick, &rider, 0.5).unwrap();
    /// assert_eq!((contact.normal, contact.depth), (Vec2::NEG_Y, 0.0));
    /// ```
    #[must_use]
    pub fn touching(&self, view: CollisionView, mover: &Mover, reach: f32) -> Option<Contact> {
        let shape = self.alone(view, mover, &mover.aabb.grown(reach.max(0.0) + CAST_TOUCH))?;
        let (half, radius) = view.core(mover);
        let contact = shape.separation(mover.aabb.center, half).contact(radius);
        let touches = contact.depth >= -reach && shape.blocks(contact.normal, || -contact.depth);
        touches.then_some(contact)
    }

    /// Which part of the move `delta` is free until the mover meets this body, and the normal there; as if nothing else were
    /// there and the body were enabled, whatever its priority. `None` when the whole move is free.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, Mover, CollisionView};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let raft = Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0)));
    /// let above = Mover::new(Aabb::new(Vec2::new(0.0, -22.0), Vec2::splat(8.0)));
    /// let (fraction, normal) = raft.cast(CollisionView::Thick, &above, Vec2::new(0.0, 20.0)).unwrap();
    /// assert!((fraction - 0.5).abs() < 1e-3);
    /// assert_eq!(normal, Vec2::NEG_Y);
    /// ```
    #[must_use]
    pub fn cast(&self, view: CollisionView, mover: &Mover, delta: Vec2) -> Option<(f32, Vec2)> {
        let shape = self.alone(view, mover, &mover.aabb.swept(delta).grown(CAST_TOUCH))?;
        let (half, radius) = view.core(mover);
        time_of_impact(&shape, mover.aabb.center, half, radius, delta, 1.0)
    }

    /// How it is seen by a mover that can meet it within `area`.
    fn alone(&self, view: CollisionView, mover: &Mover, area: &Aabb) -> Option<ObstacleShape<'_>> {
        (self.is_near(area) && !(mover.drops_through && self.one_way)).then(|| self.shape(view))
    }

    /// Whether it is there, or a hair beside, for a query about `area`.
    fn is_near(&self, area: &Aabb) -> bool {
        self.aabb.grown(CAST_TOUCH).overlaps(area)
    }

    /// Whether it is there for this mover at all.
    fn blocks(&self, id: BodyId, mover: &Mover) -> bool {
        self.enabled
            && self.priority <= mover.priority
            && mover.ignores != Some(id)
            && !(mover.drops_through && self.one_way)
    }

    /// A one-way body is its top to those who see edges, and a box to those who see boxes.
    fn shape(&self, view: CollisionView) -> ObstacleShape<'_> {
        if self.one_way && view != CollisionView::Pieces {
            let (min, max) = (self.aabb.min(), self.aabb.max());
            let top = Segment::new(min, Vec2::new(max.x, min.y));
            return ObstacleShape::Edge(Hexagon::new(top, Vec2::NEG_Y), Side::OneWay);
        }
        ObstacleShape::Solid(Solid { aabb: self.aabb, planes: &[], one_way: self.one_way.then_some(Direction::Up) })
    }
}

/// Everything a mover can meet.
///
/// ```
/// use seamwalker_collide::{Aabb, Body, BodyId, Edge, Mover, Obstacle, Side, Space, Terrain, CollisionView};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let mut space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// space.bodies.push(Body::new(Aabb::new(Vec2::new(40.0, 92.0), Vec2::splat(8.0))));
/// // A mover that stands on the floor, beside a crate: who is within half a pixel?
/// let mover = Mover::new(Aabb::new(Vec2::new(24.0, 92.0), Vec2::splat(8.0)));
/// let near: Vec<Obstacle> = space.touching(CollisionView::Thick, &mover, 0.5).iter().map(|t| t.obstacle).collect();
/// assert_eq!(near, [Obstacle::Edge(0), Obstacle::Body(BodyId(0))]);
/// assert_eq!(space.overlap(CollisionView::Thick, &mover), 0.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// What never moves; shared, so that a space is cheap to clone.
    pub terrain: Arc<Terrain>,
    /// What moves, in the order that names it.
    pub bodies: Bodies,
}

impl Space {
    /// A space without bodies.
    #[must_use]
    pub fn new(terrain: Terrain) -> Self {
        Self { terrain: Arc::new(terrain), bodies: Bodies::default() }
    }

    /// What the caller attached to an obstacle; the default tag for a name that is not of this space.
    #[must_use]
    pub fn tag(&self, obstacle: Obstacle) -> Tag {
        let found = match obstacle {
            Obstacle::Edge(i) => self.terrain.edges().get(i as usize).map(|e| e.tag),
            Obstacle::Piece(i) => self.terrain.pieces().get(i as usize).map(|p| p.tag),
            Obstacle::Body(id) => self.bodies.get(id.0 as usize).map(|b| b.tag),
        };
        found.unwrap_or_default()
    }

    /// The direction from which an obstacle is solid, if it is one-way; none for a name that is not of this space.
    ///
    /// ```
    /// use seamwalker_collide::{Edge, Obstacle, Side, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let ribbon = Edge::new(Vec2::new(0.0, 48.0), Vec2::new(64.0, 48.0), Side::OneWay);
    /// let space = Space::new(Terrain::new(vec![ribbon], Vec::new()));
    /// assert_eq!(space.one_way(Obstacle::Edge(0)), Some(Vec2::NEG_Y));
    /// ```
    #[must_use]
    pub fn one_way(&self, obstacle: Obstacle) -> Option<Vec2> {
        match obstacle {
            Obstacle::Edge(i) => {
                self.terrain.edges().get(i as usize).filter(|e| e.side == Side::OneWay).map(|e| e.normal)
            }
            Obstacle::Piece(i) => self.terrain.pieces().get(i as usize)?.one_way.map(Direction::normal),
            Obstacle::Body(id) => self.bodies.get(id.0 as usize).filter(|b| b.one_way).map(|_| Vec2::NEG_Y),
        }
    }
}

/// How deep a mover may already be in a one-way surface that still carries it, in pixels. Smaller values let riders of
/// fast platforms fall through; larger ones lift a mover that rises through a ribbon before it is all out.
pub const ONE_WAY_SLACK: f32 = 0.25;

/// How much a contact normal must agree with the outward normal of a one-way surface (cosine). Smaller values make the ends
/// of ribbons catch a mover from the side; larger ones let it slip off the last pixel.
pub const ONE_WAY_FACING: f32 = 0.3;

/// A cast counts as touching at this gap, in pixels. It must stay below the overlap that a slide may leave.
const CAST_TOUCH: f32 = 1e-3;

/// Bound of the search for the moment of touching. Flat faces need one round, round corners up to five.
const CAST_ROUNDS: u32 = 16;

/// One obstacle, seen by a mover.
#[derive(Clone, Copy)]
pub(super) enum ObstacleShape<'a> {
    /// A segment of the outline, or the top of a one-way body.
    Edge(Hexagon, Side),
    /// A piece of the terrain, or a body.
    Solid(Solid<'a>),
}

impl ObstacleShape<'_> {
    /// Signed distance from the mover's core at `center`.
    pub fn separation(&self, center: Vec2, half: Vec2) -> Separation {
        match self {
            Self::Edge(hexagon, side) => hexagon.separation(center - hexagon.middle, half, *side != Side::Both),
            Self::Solid(solid) => {
                let p = center - solid.aabb.center;
                let box_gap = separation_boxes(p, half, solid.aabb.half);
                solid.planes.iter().fold(box_gap, |best, plane| {
                    let distance = -plane.depth(p, half);
                    if distance > best.distance { Separation { distance, normal: plane.normal } } else { best }
                })
            }
        }
    }

    /// The direction from which a one-way obstacle is solid.
    pub fn one_way(&self) -> Option<Vec2> {
        match self {
            Self::Edge(hexagon, Side::OneWay) => Some(hexagon.outward()),
            Self::Edge(..) => None,
            Self::Solid(solid) => solid.one_way.map(Direction::normal),
        }
    }

    /// Why it does not block who it does not block, to be told.
    pub fn open(&self) -> Verdict {
        if self.one_way().is_some() { Verdict::Open } else { Verdict::Behind }
    }

    /// Whether it is one-way and looks up: open to who drops through.
    pub fn is_ribbon(&self) -> bool {
        self.one_way().is_some_and(|outward| outward.y < 0.0)
    }

    /// The direction into which an obstacle never pushes, turned round: outwards.
    fn outward(&self) -> Option<Vec2> {
        match self {
            Self::Edge(hexagon, Side::Outer | Side::OneWay) => Some(hexagon.outward()),
            _ => None,
        }
    }

    /// Whether an obstacle with this contact normal is solid for a mover that began at distance `gap` from it.
    pub fn blocks(&self, normal: Vec2, gap_at_start: impl FnOnce() -> f32) -> bool {
        if let Some(outward) = self.one_way() {
            return normal.dot(outward) > ONE_WAY_FACING && gap_at_start() > -ONE_WAY_SLACK;
        }
        self.outward().is_none_or(|outward| normal.dot(outward) >= -ONE_SIDED_SLACK)
    }
}

/// How far a contact normal may turn to the inner side of a one-sided edge (cosine): rounding only.
pub(super) const ONE_SIDED_SLACK: f32 = 1e-4;

impl Space {
    /// Calls `visit` with everything that a mover may meet within `area`, in the order of [`Obstacle`].
    pub(super) fn each(
        &self,
        view: CollisionView,
        mover: &Mover,
        area: &Aabb,
        mut visit: impl FnMut(Obstacle, ObstacleShape),
    ) {
        self.each_in_terrain(view, mover, area, &mut visit);
        self.each_body(view, mover, area, |id, shape| visit(Obstacle::Body(id), shape));
    }

    /// The edges or pieces among them.
    fn each_in_terrain(
        &self,
        view: CollisionView,
        mover: &Mover,
        area: &Aabb,
        mut visit: impl FnMut(Obstacle, ObstacleShape),
    ) {
        let terrain = &*self.terrain;
        let hexagons = if view == CollisionView::Pieces { &[][..] } else { terrain.hexagons() };
        match view {
            CollisionView::Thick | CollisionView::Thin | CollisionView::Round => terrain.edges_near(area, |i| {
                let side = terrain.edges()[i as usize].side;
                let shape = ObstacleShape::Edge(hexagons[i as usize], side);
                if !(mover.drops_through && shape.is_ribbon()) {
                    visit(Obstacle::Edge(i), shape);
                }
            }),
            CollisionView::Pieces => terrain.pieces_near(area, |i| {
                let shape = ObstacleShape::Solid(terrain.pieces()[i as usize].solid());
                if !(mover.drops_through && shape.is_ribbon()) {
                    visit(Obstacle::Piece(i), shape);
                }
            }),
        }
    }

    /// The same for a query about one place or a short way: there a compiled terrain lists what can be met.
    #[inline]
    fn each_close(
        &self,
        view: CollisionView,
        mover: &Mover,
        area: &Aabb,
        mut visit: impl FnMut(Obstacle, ObstacleShape),
    ) {
        let terrain = &*self.terrain;
        let slack = area.half - mover.aabb.half;
        let close = view == CollisionView::Thick && !mover.drops_through && slack.x + slack.y <= MARGIN - CAST_TOUCH;
        let compiled = if close { terrain.compiled(mover) } else { None };
        match compiled.and_then(|compiled| compiled.few(area.center)) {
            Some((listed, count)) => {
                for &i in &listed[..count] {
                    let hexagon = terrain.hexagons()[i as usize];
                    if hexagon.is_within(area.center - hexagon.middle, area.half, 0.0) {
                        visit(Obstacle::Edge(i), ObstacleShape::Edge(hexagon, terrain.edges()[i as usize].side));
                    }
                }
            }
            None => self.each_in_terrain(view, mover, area, &mut visit),
        }
        self.each_body(view, mover, area, |id, shape| visit(Obstacle::Body(id), shape));
    }

    /// The bodies among them.
    pub(super) fn each_body(
        &self,
        view: CollisionView,
        mover: &Mover,
        area: &Aabb,
        mut visit: impl FnMut(BodyId, ObstacleShape),
    ) {
        let is_met = |id: BodyId, body: &Body| body.is_near(area) && body.blocks(id, mover);
        self.bodies.each_near(area, is_met, |id, body| visit(id, body.shape(view)));
    }

    /// How a body is seen; `None` when there is none with this name.
    pub(super) fn body_shape(&self, view: CollisionView, id: BodyId) -> Option<ObstacleShape<'_>> {
        self.bodies.get(id.0 as usize).map(|body| body.shape(view))
    }

    /// Whether a body that the mover cannot pass may be within `area`.
    pub(super) fn meets_body(&self, mover: &Mover, area: &Aabb) -> bool {
        self.bodies.any_near(area, |id, body| body.blocks(id, mover))
    }

    /// Everything within `reach` pixels of the mover, with depths that are negative for what is apart. One-way surfaces
    /// are listed only where the mover is on their outer side.
    #[must_use]
    pub fn touching(&self, view: CollisionView, mover: &Mover, reach: f32) -> Touches {
        let (half, radius) = view.core(mover);
        let center = mover.aabb.center;
        let mut touches = Touches::new();
        self.each_close(view, mover, &mover.aabb.grown(reach.max(0.0) + CAST_TOUCH), |obstacle, shape| {
            let separation = shape.separation(center, half);
            let contact = separation.contact(radius);
            if contact.depth >= -reach && shape.blocks(contact.normal, || -contact.depth) {
                touches.add(Touch { contact, obstacle });
            }
        });
        touches
    }

    /// The deepest overlap of the mover with anything solid, in pixels; zero when it is free. One-way surfaces do not
    /// count: who rises through a ribbon is inside it for a while.
    #[must_use]
    pub fn overlap(&self, view: CollisionView, mover: &Mover) -> f32 {
        let (half, radius) = view.core(mover);
        let mut deepest = 0.0_f32;
        self.each_close(view, mover, &mover.aabb, |_, shape| {
            let contact = shape.separation(mover.aabb.center, half).contact(radius);
            if shape.one_way().is_none() && shape.blocks(contact.normal, || 0.0) {
                deepest = deepest.max(contact.depth);
            }
        });
        deepest
    }

    /// How far the mover can go along `delta` before it first touches something that is in the way; `None` when it can go
    /// all the way. An obstacle that it already touches counts only when the move leads into it, and one whose sharp corner
    /// it goes past flush does not count. (A round corner that it brushes does, with a normal all but square to the move.) Of
    /// several obstacles met at once, the one that opposes the move most is named.
    ///
    /// The distance to a convex obstacle is a convex function of the way, so that Newton's method never overshoots.
    #[must_use]
    pub fn cast(&self, view: CollisionView, mover: &Mover, delta: Vec2) -> Option<Hit> {
        let (half, radius) = view.core(mover);
        let start = mover.aabb.center;
        let mut best: Option<Hit> = None;
        self.each_close(view, mover, &mover.aabb.swept(delta).grown(CAST_TOUCH), |obstacle, shape| {
            let latest = best.map_or(1.0, |hit| hit.fraction);
            let Some((fraction, normal)) = time_of_impact(&shape, start, half, radius, delta, latest) else { return };
            let nearer = best.is_none_or(|hit| {
                let gain = (hit.fraction - fraction) * delta.length();
                gain > CAST_TOUCH || (gain >= -CAST_TOUCH && normal.dot(delta) < hit.normal.dot(delta))
            });
            if nearer {
                best = Some(Hit { fraction, normal, obstacle });
            }
        });
        best
    }
}

/// When the mover meets one obstacle on its way: the fraction, at most `latest` (and a touch more), and the normal there.
fn time_of_impact(
    shape: &ObstacleShape,
    start: Vec2,
    half: Vec2,
    radius: f32,
    delta: Vec2,
    latest: f32,
) -> Option<(f32, Vec2)> {
    let mut separation = shape.separation(start, half);
    let at_start = separation.distance - radius;
    // Without a skin corners are sharp: who goes past one flush meets it, but is not stopped by it, straight in or straight
    // on. So a slide sees it, too.
    let is_free = |at: Vec2| shape.separation(at, half).distance > -SLACK;
    let grazes = |t: f32, closing: f32, normal: Vec2| {
        is_free(start + delta * t - normal * (2.0 * SLACK)) && is_free(start + delta * (t + 2.0 * SLACK / closing))
    };
    let mut t = 0.0;
    for _ in 0..CAST_ROUNDS {
        let gap = separation.distance - radius;
        let closing = -separation.normal.dot(delta);
        if closing <= 0.0 {
            return None;
        }
        if gap <= CAST_TOUCH {
            let blocks = shape.blocks(separation.normal, || at_start)
                && !(radius == 0.0 && grazes(t, closing, separation.normal));
            return blocks.then_some((t, separation.normal));
        }
        t += gap / closing;
        if t > latest + CAST_TOUCH / closing || t > 1.0 {
            return None;
        }
        separation = shape.separation(start + delta * t, half);
    }
    // The rounds ran out a hair before the obstacle: stopping here is safe.
    Some((t, separation.normal)).filter(|(_, n)| shape.blocks(*n, || at_start))
}
