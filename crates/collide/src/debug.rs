//! Lines to draw for debugging: what is solid, from which side, and what touches what.

use core::f32::consts::FRAC_1_SQRT_2;

use glam::Vec2;

use crate::edge::{Edge, Side};
use crate::mover::Mover;
use crate::piece::Solid;
use crate::query::{QueryShape, face_segments};
use crate::shape::{Aabb, Segment};
use crate::space::Space;
use crate::triggers::{TriggerArea, Triggers};
use crate::view::CollisionView;

/// The length of a normal, in pixels.
const NORMAL: f32 = 4.0;

/// Corners of a round corner and of half of the next side: the unit vectors from right to down in steps of 22.5 degrees.
const ARC: [Vec2; 5] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(0.923_879_5, 0.382_683_43),
    Vec2::splat(FRAC_1_SQRT_2),
    Vec2::new(0.382_683_43, 0.923_879_5),
    Vec2::new(0.0, 1.0),
];

/// A line to draw, with its colour.
///
/// ```
/// use seamwalker_collide::{Aabb, CollisionView, DebugKind, Edge, Mover, Side, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mover = Mover::new(Aabb::new(Vec2::new(32.0, 90.0), Vec2::splat(8.0)));
///
/// // All that a frame needs. Nothing is allocated.
/// let (view, camera) = (CollisionView::Thick, Aabb::new(Vec2::new(32.0, 80.0), Vec2::new(320.0, 180.0)));
/// let lines = space.debug_lines(&camera, view).chain(mover.debug_lines(view));
/// let mut drawn = 0;
/// for line in lines {
///     let [_red, _green, _blue, _alpha] = line.color;
///     assert!(line.from != line.to && line.kind != DebugKind::Piece);
///     drawn += 1; // your engine's draw_line(line.from, line.to, line.color)
/// }
/// assert!(drawn > 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLine {
    /// Where it begins.
    pub from: Vec2,
    /// Where it ends.
    pub to: Vec2,
    /// What it shows.
    pub kind: DebugKind,
    /// The colour of its kind: red, green, blue and opacity.
    pub color: [u8; 4],
}

/// What a debug line shows.
///
/// ```
/// use seamwalker_collide::DebugKind;
///
/// // Colours of your own:
/// let color = |kind| match kind {
///     DebugKind::Shape => [255, 255, 255, 255],
///     other => other.color(),
/// };
/// assert_ne!(color(DebugKind::Edge), color(DebugKind::Shape));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DebugKind {
    /// An edge that is solid.
    Edge,
    /// A one-way edge or piece.
    OneWay,
    /// The outward normal of an edge.
    Normal,
    /// The border of a piece.
    Piece,
    /// The border of a body.
    Body,
    /// The border of a mover, its skin included, or of the shape of a query.
    Shape,
    /// The core of a mover.
    Core,
    /// The border of a trigger area.
    Trigger,
}

impl DebugKind {
    /// Its colour: red, green, blue and opacity. All can be told apart with red-green colour blindness (Okabe and Ito 2008).
    #[must_use]
    pub const fn color(self) -> [u8; 4] {
        match self {
            Self::Edge => [0, 158, 115, 255],
            Self::OneWay => [86, 180, 233, 255],
            Self::Normal => [0, 158, 115, 128],
            Self::Piece => [0, 114, 178, 160],
            Self::Body => [230, 159, 0, 255],
            Self::Shape => [240, 228, 66, 255],
            Self::Core => [240, 228, 66, 128],
            Self::Trigger => [204, 121, 167, 255],
        }
    }
}

impl DebugLine {
    const fn new(from: Vec2, to: Vec2, kind: DebugKind) -> Self {
        Self { from, to, kind, color: kind.color() }
    }

    fn of_segment(Segment { a, b }: Segment, kind: DebugKind) -> Self {
        Self::new(a, b, kind)
    }

    fn of_edge(edge: &Edge) -> [Option<Self>; 2] {
        let Segment { a, b } = edge.segment;
        let kind = if edge.side == Side::OneWay { DebugKind::OneWay } else { DebugKind::Edge };
        let middle = (a + b) * 0.5;
        let normal = Self::new(middle, middle + edge.normal * NORMAL, DebugKind::Normal);
        [Some(Self::new(a, b, kind)), (edge.side != Side::Both).then_some(normal)]
    }

    fn of_solid(solid: Solid, kind: DebugKind) -> impl Iterator<Item = Self> {
        let kind = if solid.one_way.is_some() { DebugKind::OneWay } else { kind };
        face_segments(solid).map(move |segment| Self::of_segment(segment, kind))
    }

    fn of_box(aabb: Aabb, kind: DebugKind) -> impl Iterator<Item = Self> {
        let corners = aabb.corners();
        (0..4).map(move |i| Self::new(corners[i], corners[(i + 1) % 4], kind))
    }
}

impl Space {
    /// Lines for the terrain and the bodies near `area`, as a view sees them. It looks at everything once: in a debug view, that
    /// is fast enough for a hundred thousand edges.
    pub fn debug_lines(&self, area: &Aabb, view: CollisionView) -> impl Iterator<Item = DebugLine> {
        let (area, pieces) = (area.grown(NORMAL), view == CollisionView::Pieces);
        let edges = if pieces { &[][..] } else { self.terrain.edges() };
        let pieces = if pieces { self.terrain.pieces() } else { &[][..] };
        let edges =
            edges.iter().filter(move |edge| !edge.is_vacant() && edge.segment.aabb().grown(1.0).overlaps(&area));
        let pieces = pieces.iter().filter(move |piece| !piece.is_vacant() && piece.aabb.overlaps(&area));
        let bodies = self.bodies.listed().filter(move |(_, body)| body.enabled && body.aabb.overlaps(&area));
        edges
            .flat_map(|edge| DebugLine::of_edge(edge).into_iter().flatten())
            .chain(pieces.flat_map(|piece| DebugLine::of_solid(piece.solid(), DebugKind::Piece)))
            .chain(bodies.flat_map(|(id, body)| {
                let kind = if body.one_way { DebugKind::OneWay } else { DebugKind::Body };
                let is_box = self.bodies.compound(id).is_none();
                let shape = is_box.then(|| QueryShape::rounded(body.aabb, body.corner).debug_lines());
                let lines = self.bodies.edges(id).map(move |edge| DebugLine::of_segment(edge.segment, kind));
                shape.into_iter().flatten().map(move |line| DebugLine::new(line.from, line.to, kind)).chain(lines)
            }))
    }
}

impl QueryShape {
    /// Its border, with round corners.
    ///
    /// ```
    /// use seamwalker_collide::{Disk, QueryShape};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let ball = QueryShape::from(Disk::new(Vec2::ZERO, 8.0));
    /// assert!(ball.debug_lines().all(|line| (line.from.length() - 8.0).abs() < 1e-4));
    /// ```
    pub fn debug_lines(self) -> impl Iterator<Item = DebugLine> {
        let QueryShape { center, half, radius } = self;
        let corner = move |i: usize| {
            let (quarter, unit) = (i / ARC.len() % 4, ARC[i % ARC.len()]);
            // Quarter turns.
            let turn = |v: Vec2| (0..quarter).fold(v, |v, _| v.perp());
            let side = turn(Vec2::ONE);
            center + half * side + turn(unit) * radius
        };
        let lines = (0..ARC.len() * 4).map(move |i| DebugLine::new(corner(i), corner(i + 1), DebugKind::Shape));
        lines.filter(|line| line.from != line.to)
    }
}

impl Mover {
    /// Its border as a view sees it, with corners as round as the skin, and its core.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, CollisionView, DebugKind, Mover};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let hero = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
    /// let cores = |view| hero.debug_lines(view).filter(|line| line.kind == DebugKind::Core).count();
    /// assert_eq!((cores(CollisionView::Thick), cores(CollisionView::Pieces)), (4, 0));
    /// assert_eq!(hero.debug_lines(CollisionView::Pieces).count(), 4);
    /// ```
    pub fn debug_lines(&self, view: CollisionView) -> impl Iterator<Item = DebugLine> {
        let (half, radius) = view.core(self);
        let has_core = radius > 0.0 && half != Vec2::ZERO;
        let core = has_core.then(|| DebugLine::of_box(Aabb::new(self.aabb.center, half), DebugKind::Core));
        QueryShape::of_mover(self, view).debug_lines().chain(core.into_iter().flatten())
    }
}

impl Triggers {
    /// The borders of all areas.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, DebugKind, TriggerArea, Triggers};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut triggers = Triggers::default();
    /// let door = triggers.add(TriggerArea::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0))));
    /// assert_eq!(triggers.debug_lines().count(), 4);
    /// assert!(triggers.debug_lines().all(|line| line.color == DebugKind::Trigger.color()));
    /// triggers.remove(door);
    /// assert_eq!(triggers.debug_lines().count(), 0);
    /// ```
    pub fn debug_lines(&self) -> impl Iterator<Item = DebugLine> {
        let lines = |area: TriggerArea| {
            area.shape.debug_lines().map(|line| DebugLine::new(line.from, line.to, DebugKind::Trigger))
        };
        self.areas().flat_map(move |(_, area)| lines(area))
    }
}
