//! Where two shapes touch.

use core::iter::once;

use glam::Vec2;

use super::convex::face_segments;
use super::shape::QueryShape;
use crate::compound::Part;
use crate::contact::Obstacle;
use crate::piece::Solid;
use crate::shape::{Aabb, Segment};
use crate::space::Space;
use crate::tolerance::{CAST_TOUCH, SAME_DIRECTION, spacing};

/// What a shape has farthest along a direction: a point, or a stretch across that direction.
struct Extreme {
    /// How far along the direction, in pixels.
    along: f32,
    /// From where to where across it, in pixels.
    across: (f32, f32),
}

impl Extreme {
    fn of(sides: &(impl Iterator<Item = Segment> + Clone), direction: Vec2) -> Option<Self> {
        let ends = || sides.clone().flat_map(|side| [side.a, side.b]);
        let along = ends().map(|end| end.dot(direction)).reduce(f32::max)?;
        let mut across = (f32::INFINITY, f32::NEG_INFINITY);
        for side in sides.clone() {
            let slack = CAST_TOUCH + 4.0 * spacing(side.a.abs().max(side.b.abs())) + side.length() * SAME_DIRECTION;
            for end in [side.a, side.b].into_iter().filter(|end| along - end.dot(direction) <= slack) {
                let at = end.dot(direction.perp());
                across = (across.0.min(at), across.1.max(at));
            }
        }
        Some(Self { along, across })
    }
}

impl Space {
    /// The point where a shape touches an obstacle, for dust, sparks and sounds: the middle of what the two share, on the obstacle's
    /// border. `shape` is where it touches, and `normal` is that of the contact or the hit. `None` for an unknown obstacle.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Edge, QueryFilter, QueryShape, Side, Solver, SolverSetup, Space, Terrain, Mover};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let ledge = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
    /// let space = Space::new(Terrain::new(vec![ledge], Vec::new()));
    ///
    /// // A box falls onto the end of the ledge.
    /// let (falling, way) = (QueryShape::from(Aabb::new(Vec2::new(60.0, 50.0), Vec2::splat(8.0))), Vec2::Y * 80.0);
    /// let hit = space.shape_cast(falling, way, &QueryFilter::default()).unwrap();
    /// let dust = space.contact_point(falling.moved(way * hit.fraction), hit.normal, hit.obstacle);
    /// assert_eq!(dust, Some(Vec2::new(58.0, 100.0)), "from x = 52 to 64");
    ///
    /// // The same for the touches of a slide.
    /// let (hero, solver) = (Mover::new(Aabb::new(Vec2::new(30.0, 80.0), Vec2::new(6.0, 11.0))), SolverSetup::default());
    /// let slide = solver.slide(&space, &hero, Vec2::Y * 20.0);
    /// let landed = QueryShape::of_mover(&hero.moved(slide.moved), solver.view());
    /// let touch = slide.touches.iter().next().unwrap();
    /// let dust = space.contact_point(landed, touch.contact.normal, touch.obstacle);
    /// assert_eq!(dust, Some(Vec2::new(30.0, 100.0)));
    /// ```
    #[must_use]
    pub fn contact_point(&self, shape: impl Into<QueryShape>, normal: Vec2, obstacle: Obstacle) -> Option<Vec2> {
        let shape = shape.into();
        let of_line = |line: Segment| Extreme::of(&once(line), normal);
        let of_solid = |solid: Solid| {
            let core = Extreme::of(&face_segments(solid.core()), normal)?;
            Some(Extreme { along: core.along + solid.corner, ..core })
        };
        let border = match obstacle {
            Obstacle::Edge(i) => of_line(self.terrain.edges().get(i as usize)?.segment),
            Obstacle::Piece(i) => of_solid(self.terrain.pieces().get(i as usize)?.solid()),
            Obstacle::Body(id) => of_solid(self.bodies.get(id)?.solid()),
            Obstacle::Part(id, part) => match self.bodies.part(id, part)? {
                Part::Edge(edge, _) => of_line(edge.segment),
                Part::Piece(solid, _) => of_solid(solid),
            },
        }?;
        let core = Extreme::of(&sides(Aabb::new(shape.center, shape.half)), -normal)?;
        // The other direction has the other sides.
        let core = (-core.across.1, -core.across.0);
        let from = border.across.0.max(core.0);
        let to = border.across.1.min(core.1);
        Some(normal * border.along + normal.perp() * ((from + to) * 0.5))
    }
}

fn sides(aabb: Aabb) -> impl Iterator<Item = Segment> + Clone {
    let corners = aabb.corners();
    (0..4).map(move |i| Segment::new(corners[i], corners[(i + 1) % 4]))
}
