//! Exact distances from a convex solid: a box, cut by slanted planes.

use glam::{DVec2, Vec2};

use crate::piece::Solid;
use crate::shape::Segment;
use crate::tolerance::{CUT_SLACK, SAME_DIRECTION};

/// A half-plane relative to the middle of the solid: the points with `normal . p <= offset` are inside.
#[derive(Clone, Copy)]
pub(super) struct HalfPlane {
    pub normal: DVec2,
    pub offset: f64,
}

/// The faces of a solid, grown by a box with half extents `half` (their Minkowski sum): four straight ones, then the slanted
/// ones.
pub(super) fn faces<'a>(solid: &Solid<'a>, half: Vec2) -> impl Iterator<Item = HalfPlane> + Clone + use<'a> {
    let (size, half) = ((solid.aabb.half + half).as_dvec2(), half.as_dvec2());
    let straight = [(DVec2::X, size.x), (DVec2::NEG_X, size.x), (DVec2::Y, size.y), (DVec2::NEG_Y, size.y)];
    let slanted = solid.planes.iter().map(move |plane| {
        let normal = plane.normal.as_dvec2();
        HalfPlane { normal, offset: f64::from(plane.offset) + normal.abs().dot(half) }
    });
    straight.into_iter().map(|(normal, offset)| HalfPlane { normal, offset }).chain(slanted)
}

/// The signed distance of a place from the border of a solid.
#[derive(Clone, Copy)]
pub(super) struct BorderDistance {
    /// Negative inside.
    pub distance: f64,
    /// Unit vector away from the solid.
    pub normal: DVec2,
    /// The nearest point of the border, relative to the middle of the solid.
    pub point: DVec2,
}

/// The distance of a place, relative to the middle of a solid that is grown by a box with half extents `half`.
pub(super) fn border_distance(solid: &Solid, half: Vec2, p: DVec2) -> BorderDistance {
    if solid.corner > 0.0 {
        let (near, corner) = (border_distance(&solid.core(), half, p), f64::from(solid.corner));
        return BorderDistance { distance: near.distance - corner, point: near.point + near.normal * corner, ..near };
    }
    let mut nearest = BorderDistance { distance: f64::NEG_INFINITY, normal: DVec2::NEG_Y, point: p };
    for HalfPlane { normal, offset } in faces(solid, half) {
        let distance = normal.dot(p) - offset;
        if distance > nearest.distance {
            nearest = BorderDistance { distance, normal, point: p - normal * distance };
        }
    }
    // Inside, the nearest face is the answer; outside, the nearest point of any face.
    if nearest.distance > 0.0 { nearest_of_faces(solid, half, p).unwrap_or(nearest) } else { nearest }
}

/// The nearest point of the faces of a solid, seen from outside.
fn nearest_of_faces(solid: &Solid, half: Vec2, p: DVec2) -> Option<BorderDistance> {
    let (mut best, mut least) = (None, f64::INFINITY);
    for face in faces(solid, half) {
        let Some(point) = closest_on_face(solid, half, face, p) else { continue };
        let square = (p - point).length_squared();
        if square < least {
            (best, least) = (Some(point), square);
        }
    }
    let point = best?;
    let distance = p.distance(point);
    (distance > 0.0).then(|| BorderDistance { distance, normal: (p - point) / distance, point })
}

/// The point of a face that is closest to `p`; `None` when the others leave nothing of it.
fn closest_on_face(solid: &Solid, half: Vec2, face: HalfPlane, p: DVec2) -> Option<DVec2> {
    let along = face.normal.perp();
    let base = face.normal * face.offset;
    let (from, to) = extent_of_face(solid, half, face)?;
    Some(base + along * along.dot(p - base).clamp(from, to))
}

/// Where a face begins and ends, along its normal turned by a quarter, from the foot of the middle of the solid; `None` when the
/// other faces leave nothing of it.
fn extent_of_face(solid: &Solid, half: Vec2, face: HalfPlane) -> Option<(f64, f64)> {
    let (base, along) = (face.normal * face.offset, face.normal.perp());
    let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
    for other in faces(solid, half) {
        let (slope, room) = (other.normal.dot(along), other.offset - other.normal.dot(base));
        // Nearly parallel faces, the face itself among them, do not cut it.
        if slope.abs() < f64::from(SAME_DIRECTION) {
            if room < -f64::from(CUT_SLACK) && other.normal.dot(face.normal) > 0.0 {
                return None;
            }
        } else if slope > 0.0 {
            to = to.min(room / slope);
        } else {
            from = from.max(room / slope);
        }
    }
    (from <= to).then_some((from, to))
}

/// The sides of a solid, without those that are shorter than rounding.
pub(crate) fn face_segments(solid: Solid) -> impl Iterator<Item = Segment> + Clone {
    faces(&solid, Vec2::ZERO).filter_map(move |face| {
        let (from, to) = extent_of_face(&solid, Vec2::ZERO, face)?;
        let base = solid.aabb.center.as_dvec2() + face.normal * face.offset;
        let at = |t: f64| (base + face.normal.perp() * t).as_vec2();
        (to - from > f64::from(CUT_SLACK)).then(|| Segment::new(at(from), at(to)))
    })
}

/// The separation of a box with half extents `half` at `p`, relative to the middle of a solid, exact also at corners.
pub(crate) fn convex_separation(solid: &Solid, p: Vec2, half: Vec2) -> (f32, Vec2) {
    let BorderDistance { distance, normal, .. } = border_distance(solid, half, p.as_dvec2());
    (distance as f32, normal.as_vec2())
}
