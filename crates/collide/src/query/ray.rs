//! Rays.

use glam::{DVec2, Vec2};

use super::candidate::{Candidate, Precedence};
use super::convex::{HalfPlane, faces};
use super::filter::QueryFilter;
use crate::contact::Obstacle;
use crate::edge::{Direction, Edge, Side};
use crate::layers::Layers;
use crate::piece::Solid;
use crate::shape::{Aabb, Segment, sqrt};
use crate::space::Space;
use crate::tolerance::{ONE_WAY_FACING, RAY_GRAZE};

/// Where a ray meets an obstacle.
///
/// ```
/// use seamwalker_collide::{Edge, QueryFilter, RayHit, Side, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// // How high above the ground is the bat?
/// let bat = Vec2::new(32.0, 60.0);
/// let RayHit { fraction, point, normal, .. } = space.ray_cast(bat, Vec2::Y * 80.0, &QueryFilter::default()).unwrap();
/// assert_eq!((fraction, point, normal), (0.5, Vec2::new(32.0, 100.0), Vec2::NEG_Y));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The fraction of the ray that is free, 0 to 1.
    pub fraction: f32,
    /// Where the ray meets the obstacle.
    pub point: Vec2,
    /// Unit vector out of the obstacle, against the ray.
    pub normal: Vec2,
    /// The obstacle that was hit.
    pub obstacle: Obstacle,
}

impl Space {
    /// The first obstacle that the ray from `origin` to `origin + delta` meets; `None` when the way is free. Computed in f64,
    /// so that no ray slips through the joint of two edges.
    ///
    /// An edge that is solid from one side is met from that side only, and a piece or a body only from outside: a ray that
    /// starts in solid ground leaves it. A ray that starts on a border and leads in meets it at fraction 0. A ray that only
    /// grazes a corner, or runs along a face, does not meet it; one that runs exactly between two corners does.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, BodyId, Obstacle, QueryFilter, Space};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut space = Space::default();
    /// space.bodies.push(Body::new(Aabb::new(Vec2::new(50.0, 0.0), Vec2::splat(10.0))));
    /// let hit = space.ray_cast(Vec2::ZERO, Vec2::X * 80.0, &QueryFilter::default()).unwrap();
    /// assert_eq!((hit.point, hit.obstacle), (Vec2::new(40.0, 0.0), Obstacle::Body(BodyId(0))));
    /// // The body itself looks ahead: it does not see itself.
    /// let its_own = QueryFilter { ignores: Some(BodyId(0)), ..QueryFilter::default() };
    /// assert!(space.ray_cast(Vec2::ZERO, Vec2::X * 80.0, &its_own).is_none());
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "linecast")]
    #[must_use]
    pub fn ray_cast(&self, origin: Vec2, delta: Vec2, filter: &QueryFilter) -> Option<RayHit> {
        let mut first = FirstMet::new(origin, delta, false);
        self.look_along(&mut first, filter);
        let [Some(left), Some(right)] = &first.sides else { return None };
        let by_fraction = left.hit.fraction.total_cmp(&right.hit.fraction);
        let is_left = by_fraction.is_gt()
            || by_fraction.is_eq() && (left.hit.obstacle == right.hit.obstacle || left.key.is_before(&right.key));
        Some(if is_left { left.hit } else { right.hit })
    }

    /// Whether nothing is in the way from one point to another: whether [`Space::ray_cast`] from `from` by `to - from` would meet
    /// nothing. It ends at the first obstacle that it finds, which takes less time.
    ///
    /// ```
    /// use seamwalker_collide::{Edge, QueryFilter, Side, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let wall = Edge::new(Vec2::new(50.0, 0.0), Vec2::new(50.0, 90.0), Side::Both);
    /// let space = Space::new(Terrain::new(vec![wall], Vec::new()));
    /// let guard_sees = |y| space.is_visible(Vec2::new(10.0, 40.0), Vec2::new(90.0, y), &QueryFilter::default());
    /// assert!(!guard_sees(40.0) && guard_sees(160.0), "past the end of the wall, but not through it");
    /// ```
    #[must_use]
    pub fn is_visible(&self, from: Vec2, to: Vec2, filter: &QueryFilter) -> bool {
        let mut first = FirstMet::new(from, to - from, true);
        self.look_along(&mut first, filter);
        from.is_finite() && to.is_finite() && first.sides.iter().any(Option::is_none)
    }

    fn look_along(&self, first: &mut FirstMet, filter: &QueryFilter) {
        let ray = first.ray;
        if !(ray.origin + ray.delta).is_finite() {
            return;
        }
        let terrain = &*self.terrain;
        if filter.sees_edges() {
            let edges = terrain.edges();
            let mut walk = terrain.index().grid.walk(ray.origin, ray.delta);
            let mut before = u32::MAX;
            while let Some(indices) = walk.next_lists() {
                for &i in indices {
                    if i != before && ray.may_meet(&edges[i as usize]) {
                        before = i;
                        first.meet(Obstacle::Edge(i), filter.edge(terrain, i));
                    }
                }
                walk.end_at(first.latest);
            }
        } else if filter.terrain {
            let mut walk = terrain.parts.pieces.get().grid.walk(ray.origin, ray.delta);
            while let Some(indices) = walk.next_lists() {
                indices.iter().for_each(|&i| first.meet(Obstacle::Piece(i), filter.piece(terrain, i)));
                walk.end_at(first.latest);
            }
        }
        if filter.bodies == Layers::NONE || first.any && first.latest == 0.0 {
            return;
        }
        self.bodies.each_along(ray.origin, ray.delta, first.latest.into(), &mut |id, body| {
            if filter.sees(id, body) {
                self.visit_seen((id, body), filter, &body.aabb.grown(1.0), &mut |obstacle, candidate| {
                    first.meet(obstacle, Some(*candidate));
                });
            }
            first.latest.into()
        });
    }
}

/// What a ray has met so far.
struct FirstMet {
    ray: Ray,
    /// Whether anything that stops the ray will do.
    any: bool,
    /// The nearest hits of two rays that run infinitely close on either side. The ray is stopped where both are: so it passes
    /// corners that it grazes, and no joint.
    sides: [Option<Met>; 2],
    /// The fraction after which nothing matters.
    latest: f32,
}

impl FirstMet {
    fn new(origin: Vec2, delta: Vec2, any: bool) -> Self {
        let ray = Ray { origin: origin.as_dvec2(), delta: delta.as_dvec2() };
        Self { ray, any, sides: [None; 2], latest: 1.0 }
    }

    // Apart from the loop over edges, most of which a ray passes.
    #[inline(never)]
    fn meet(&mut self, obstacle: Obstacle, candidate: Option<Candidate>) {
        // An edge in several cells comes several times.
        if self.sides.iter().flatten().any(|met| met.hit.obstacle == obstacle) {
            return;
        }
        let Some((met, sides)) = candidate.and_then(|candidate| self.ray.meets(obstacle, &candidate)) else { return };
        for (nearest, _) in self.sides.iter_mut().zip(sides).filter(|(_, counts)| *counts) {
            if nearest.as_ref().is_none_or(|nearest| met.key.is_before(&nearest.key)) {
                *nearest = Some(met);
            }
        }
        if let [Some(left), Some(right)] = &self.sides {
            self.latest = if self.any { 0.0 } else { left.hit.fraction.max(right.hit.fraction) };
        }
    }
}

/// A ray, in f64: differences and products of f32 are exact there, or nearly so.
#[derive(Clone, Copy)]
struct Ray {
    origin: DVec2,
    delta: DVec2,
}

/// A hit, and what is needed to choose between two.
#[derive(Clone, Copy)]
struct Met {
    hit: RayHit,
    /// Nearest first, then the one that faces the ray most.
    key: Precedence,
}

/// The two rays that run infinitely close on the left and on the right of a ray, and meet an obstacle that it grazes or not.
type Sides = [bool; 2];

impl Ray {
    /// Whether the two ends of an edge are not on the same side of the ray's line, and the edge is solid from where the ray comes.
    #[inline]
    fn may_meet(&self, edge: &Edge) -> bool {
        let at = |end: Vec2| self.delta.perp_dot(end.as_dvec2() - self.origin);
        (at(edge.segment.a) * at(edge.segment.b) <= 0.0)
            & ((edge.side == Side::Both) | (edge.normal.as_dvec2().dot(self.delta) < 0.0))
    }

    fn meets(&self, obstacle: Obstacle, candidate: &Candidate) -> Option<(Met, Sides)> {
        let (fraction, normal, sides) = match *candidate {
            Candidate::Line { segment, normal, side } => self.meets_line(segment, normal, side)?,
            Candidate::Solid(solid) => self.meets_solid(&solid)?,
        };
        if !(0.0..=1.0).contains(&fraction) {
            return None;
        }
        let point = (self.origin + self.delta * fraction).as_vec2();
        let hit = RayHit { fraction: fraction as f32, point, normal, obstacle };
        let facing = normal.dot(self.delta.as_vec2());
        let key = Precedence::new([hit.fraction, facing], normal, candidate.place(), obstacle);
        Some((Met { hit, key }, sides))
    }

    fn meets_line(&self, segment: Segment, outward: Vec2, side: Side) -> Option<(f64, Vec2, Sides)> {
        let (a, b) = (segment.a.as_dvec2() - self.origin, segment.b.as_dvec2() - self.origin);
        // On which side of the ray the two ends are. A shared end of two edges gives the same number for both.
        let (at_a, at_b) = (self.delta.perp_dot(a), self.delta.perp_dot(b));
        let sides = [at_a.min(at_b) < 0.0, at_a.max(at_b) > 0.0];
        let misses = (at_a > 0.0 && at_b > 0.0) || (at_a < 0.0 && at_b < 0.0) || at_a == at_b;
        let closing = -outward.as_dvec2().dot(self.delta);
        if misses || (side != Side::Both && closing <= 0.0) {
            return None;
        }
        let along = b - a;
        // Adding zero removes negative zeros.
        let fraction = a.perp_dot(along) / self.delta.perp_dot(along) + 0.0;
        // With an end where the ray begins, the rays beside it meet the edge only if it leads ahead; with an end where the ray
        // ends, only if it leads back.
        let other = if at_a == 0.0 { b } else { a };
        let ahead = if at_a == 0.0 || at_b == 0.0 { other.dot(self.delta) } else { 0.0 };
        if (fraction == 0.0 && ahead < 0.0) || (fraction == 1.0 && ahead > 0.0) {
            return None;
        }
        Some((fraction, if closing < 0.0 { -outward + 0.0 } else { outward }, sides))
    }

    fn meets_solid(&self, solid: &Solid) -> Option<(f64, Vec2, Sides)> {
        let Chord { enter, leave, normal, exit, flush } = self.chord(solid)?;
        // What is left at a corner. The rays beside one that begins there are inside, or pass.
        let short = f64::from(RAY_GRAZE) / self.delta.length();
        if enter > leave + short || (enter >= -short && leave <= short) || normal == DVec2::ZERO {
            return None;
        }
        let grazes = leave <= enter + short;
        // Where it grazes, the solid is on one side.
        let outward = flush.or(grazes.then_some(normal + exit));
        let sides = outward.map_or([true; 2], |outward| {
            let outside = self.delta.perp_dot(outward);
            [outside > 0.0, outside < 0.0]
        });
        let normal = normal.as_vec2() + 0.0;
        if solid.one_way.is_some_and(|side: Direction| normal.dot(side.normal()) <= ONE_WAY_FACING) {
            return None;
        }
        let enter = if enter < 0.0 && enter >= -short { 0.0 } else { enter + 0.0 };
        Some((enter, normal, sides))
    }

    /// The part of the ray's line that is in a solid; `None` when it passes beside a face that is parallel to it.
    fn chord(&self, solid: &Solid) -> Option<Chord> {
        if solid.corner == 0.0 {
            return self.sharp_chord(solid);
        }
        // A box with round corners is two boxes, each less high or less wide, and four disks.
        let (Aabb { center, half }, corner) = (solid.aabb, solid.corner);
        if half == Vec2::splat(corner) && self.delta.x != 0.0 && self.delta.y != 0.0 {
            // The boxes of a disk are lines in it, along which no slanted ray runs.
            return self.chord_of_disk(center, corner.into());
        }
        let boxes = [Vec2::X, Vec2::Y].into_iter().filter_map(|axis| {
            let aabb = Aabb::new(center, half - axis * corner);
            let chord = self.sharp_chord(&Solid { aabb, corner: 0.0, ..*solid }).filter(|c| c.enter <= c.leave)?;
            Some(Chord { flush: chord.flush.filter(|face| face.dot(axis.as_dvec2()) == 0.0), ..chord })
        });
        let middles = Aabb::new(center, half - corner).corners().into_iter();
        let disks = middles.filter_map(|middle| self.chord_of_disk(middle, f64::from(corner)));
        boxes.chain(disks).reduce(|one, other| {
            let (first, last) = (
                if other.enter < one.enter { &other } else { &one },
                if other.leave > one.leave { &other } else { &one },
            );
            Chord { leave: last.leave, exit: last.exit, flush: one.flush.or(other.flush), ..*first }
        })
    }

    fn chord_of_disk(&self, middle: Vec2, radius: f64) -> Option<Chord> {
        let start = self.origin - middle.as_dvec2();
        let (square, along) = (self.delta.length_squared(), start.dot(self.delta));
        let root = sqrt(along * along - square * (start.length_squared() - radius * radius))?;
        let [enter, leave] = [-root, root].map(|root| (root - along) / square);
        let normal = |at: f64| (start + self.delta * at) / radius;
        (enter <= leave).then(|| Chord { enter, leave, normal: normal(enter), exit: normal(leave), flush: None })
    }

    fn sharp_chord(&self, solid: &Solid) -> Option<Chord> {
        let start = self.origin - solid.aabb.center.as_dvec2();
        let (enter, leave) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut chord = Chord { enter, leave, normal: DVec2::ZERO, exit: DVec2::ZERO, flush: None };
        for HalfPlane { normal: face, offset } in faces(solid, Vec2::ZERO) {
            let (room, slope) = (offset - face.dot(start), face.dot(self.delta));
            let at = room / slope;
            if slope == 0.0 {
                if room < -f64::from(RAY_GRAZE) {
                    return None;
                }
                chord.flush = chord.flush.or((room <= f64::from(RAY_GRAZE)).then_some(face));
            } else if slope > 0.0 {
                if at < chord.leave {
                    (chord.leave, chord.exit) = (at, face);
                }
            } else if at > chord.enter || (at == chord.enter && slope < chord.normal.dot(self.delta)) {
                (chord.enter, chord.normal) = (at, face);
            }
        }
        Some(chord)
    }
}

/// The part of a line that is in a convex solid, as fractions of a ray, with the normals of the faces at its ends.
struct Chord {
    enter: f64,
    leave: f64,
    normal: DVec2,
    exit: DVec2,
    /// The normal of a face that the line runs along.
    flush: Option<DVec2>,
}
