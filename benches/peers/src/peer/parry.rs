//! parry2d's shape casts in the usual loop: move to just before the first hit, and slide the rest along it.

use glam::Vec2;
use parry2d::math::{Pose, Vector};
use parry2d::query::{ShapeCastOptions, cast_shapes};
use parry2d::shape::{
    Capsule, Compound, ConvexPolygon, Cuboid, Polyline, PolylineFlags, RoundShape, Shape, SharedShape,
};

use super::{Peer, Slider};
use crate::ground::{Form, Ground};

/// The most slides of one move.
const ROUNDS: u32 = 4;

pub fn all() -> Vec<Peer> {
    let mut peers = Vec::new();
    for shape in super::Shape::ALL {
        for form in Form::ALL {
            for pixels in [1.0, 16.0] {
                for (gap, nudge) in [(0.01, 0.0), (0.01, 0.001), (0.05, 0.001), (0.05, 0.01), (0.2, 0.01)] {
                    peers.push(Peer {
                        library: "parry2d",
                        settings: format!(
                            "{}, {}, {pixels} px per unit, {gap} px apart, nudge {nudge} px",
                            shape.name(),
                            form.name()
                        ),
                        shape,
                        gap,
                        make: Box::new(move |ground| {
                            Some(Box::new(Cast::new(ground, shape, form, pixels, (gap, nudge))))
                        }),
                    });
                }
            }
        }
    }
    peers
}

/// The outlines of terrain, by `point` in parry's units.
pub fn outlines(ground: &Ground, form: Form, point: impl Fn(&Vec2) -> Vector) -> Polyline {
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    for ring in &ground.rings {
        let first = vertices.len() as u32;
        vertices.extend(ring.iter().map(&point));
        indices.extend(Ground::segments(ring).into_iter().map(|pair| pair.map(|i| first + i)));
    }
    let flags = if form == Form::OneSided { PolylineFlags::ORIENTED } else { PolylineFlags::empty() };
    Polyline::with_flags(vertices, Some(indices), flags)
}

struct Cast {
    ground: SharedShape,
    shape: super::Shape,
    pixels: f32,
    /// In units: the distance that is kept, and the move away from every face that was hit, without which a cast may hit the
    /// same face again.
    gap: f32,
    nudge: f32,
}

impl Cast {
    fn new(ground: &Ground, shape: super::Shape, form: Form, pixels: f32, (gap, nudge): (f32, f32)) -> Self {
        let point = |p: &Vec2| Vector::new(p.x / pixels, p.y / pixels);
        let ground = if form == Form::Pieces {
            let hull =
                |piece: &Vec<Vec2>| ConvexPolygon::from_convex_hull(&piece.iter().map(point).collect::<Vec<_>>());
            let parts = ground.pieces.iter().filter_map(hull);
            SharedShape::new(Compound::new(parts.map(|part| (Pose::IDENTITY, SharedShape::new(part))).collect()))
        } else {
            SharedShape::new(outlines(ground, form, point))
        };
        Self { ground, shape, pixels, gap: gap / pixels, nudge: nudge / pixels }
    }

    fn moved(&self, shape: &dyn Shape, start: Vector, wanted: Vector) -> Vector {
        let (mut at, mut rest) = (start, wanted);
        for _ in 0..ROUNDS {
            if rest.length_squared() < 1e-10 {
                break;
            }
            let options = ShapeCastOptions {
                max_time_of_impact: 1.0,
                target_distance: self.gap,
                stop_at_penetration: false,
                compute_impact_geometry_on_penetration: true,
            };
            let place = Pose::from_translation(at);
            let hit = cast_shapes(&place, rest, shape, &Pose::IDENTITY, Vector::ZERO, &*self.ground, options);
            let Ok(Some(hit)) = hit else {
                at += rest;
                break;
            };
            at += rest * hit.time_of_impact;
            rest *= 1.0 - hit.time_of_impact;
            rest -= hit.normal1 * (rest.dot(hit.normal1).max(0.0) + self.nudge);
        }
        at - start
    }
}

impl Slider for Cast {
    fn slide(&mut self, half: Vec2, at: Vec2, delta: Vec2) -> Vec2 {
        let (start, wanted) = (Vector::new(at.x, at.y) / self.pixels, Vector::new(delta.x, delta.y) / self.pixels);
        let half = half / self.pixels;
        let moved = match self.shape {
            super::Shape::Box => self.moved(&Cuboid::new(Vector::new(half.x, half.y)), start, wanted),
            super::Shape::Capsule => {
                let (end, radius) = super::Shape::capsule(half);
                let capsule = Capsule::new(Vector::new(-end.x, -end.y), Vector::new(end.x, end.y), radius);
                self.moved(&capsule, start, wanted)
            }
            super::Shape::RoundBox => {
                let (core, border_radius) = super::Shape::round_box(half, self.pixels);
                let inner_shape = Cuboid::new(Vector::new(core.x, core.y));
                self.moved(&RoundShape { inner_shape, border_radius }, start, wanted)
            }
        };
        Vec2::new(moved.x, moved.y) * self.pixels
    }
}
