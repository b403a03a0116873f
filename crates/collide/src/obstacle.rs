//! The shape of one obstacle: its distance, the sides from which it is solid, and the time of impact of a moving box.

use glam::Vec2;

use crate::contact::Contact;
use crate::edge::{Direction, Side};
use crate::mover::Mover;
use crate::piece::Solid;
use crate::query::convex_separation;
use crate::separation::{Hexagon, Separation, separation_boxes};
use crate::shape::Aabb;
use crate::tolerance::{BOX_SLACK, CAST_TOUCH, ONE_SIDED_SLACK, ONE_WAY_FACING, ONE_WAY_SLACK, spacing};
use crate::trace::words::CandidateStatus;

/// The most rounds of the search for a time of impact. Flat faces need one round, round corners up to five.
const CAST_ROUNDS: u32 = 16;

/// Whether a one-way surface holds what goes from one place to another: at first its flat bottom was at least `lowest` above the
/// surface, and it touches the surface by the time it has sunk below that. So a round corner that passes an end is not caught.
pub fn holds([from, to]: [Vec2; 2], lowest: f32, height: impl Fn(Vec2) -> f32, gap: impl Fn(Vec2) -> f32) -> bool {
    let (before, after, least) = (height(from), height(to), lowest.min(-ONE_WAY_SLACK));
    before > lowest
        && (lowest >= -ONE_WAY_SLACK || gap(from) > -ONE_WAY_SLACK)
        && (after >= least || gap(from.lerp(to, (before - least) / (before - after))) <= 0.0)
}

/// The shape of one obstacle.
#[derive(Clone, Copy)]
pub enum ObstacleShape<'a> {
    /// A segment of the outline, or the top of a one-way body.
    Edge(Hexagon, Side),
    /// A piece of the terrain, or a body.
    Solid(Solid<'a>),
    /// The same with exact distances also around its slanted corners, as movers with a radius need.
    Rounded(Solid<'a>),
}

/// What a contact asks of a shape.
pub trait Shape {
    /// Signed distance from the mover's core at `center`.
    fn separation(&self, center: Vec2, half: Vec2) -> Separation;

    /// The direction from which a one-way obstacle is solid.
    fn one_way(&self) -> Option<Vec2>;

    /// The outward direction of an obstacle that never pushes inwards.
    fn outward(&self) -> Option<Vec2>;

    /// How far a core is above a one-way obstacle, as [`Fitted::height`](crate::separation::Fitted::height).
    fn height(&self, center: Vec2, core: (Vec2, f32)) -> f32;

    /// Whether it is solid, given the contact normal, and where the mover began and is now. `lowest` is
    /// [`Mover::lowest`](crate::Mover::lowest).
    fn blocks(&self, normal: Vec2, way: [Vec2; 2], core: (Vec2, f32), lowest: (f32, Vec2)) -> bool {
        let Some(outward) = self.one_way() else {
            return self.outward().is_none_or(|outward| normal.dot(outward) >= -ONE_SIDED_SLACK);
        };
        let gap = |at| self.separation(at, core.0).distance - core.1;
        normal.dot(outward) > ONE_WAY_FACING
            && holds(way, lowest_towards(outward, lowest), |at| self.height(at, core), gap)
    }

    /// Whether it is open to a mover that drops through what faces up.
    #[inline]
    fn is_dropped_through(&self, mover: &Mover) -> bool {
        mover.drops_through && self.one_way().is_some_and(|outward| mover.falls_through(outward))
    }
}

impl Shape for ObstacleShape<'_> {
    fn separation(&self, center: Vec2, half: Vec2) -> Separation {
        match self {
            Self::Edge(hexagon, side) => hexagon.separation(center - hexagon.middle, half, *side != Side::Both),
            Self::Solid(solid) => {
                let p = center - solid.aabb.center;
                let core = separation_boxes(p, half, solid.aabb.half - solid.corner);
                let box_gap = Separation { distance: core.distance - solid.corner, ..core };
                solid.planes.iter().fold(box_gap, |best, plane| {
                    let distance = -plane.depth(p, half);
                    if distance > best.distance { Separation { distance, normal: plane.normal } } else { best }
                })
            }
            Self::Rounded(solid) => {
                let (distance, normal) = convex_separation(solid, center - solid.aabb.center, half);
                Separation { distance, normal }
            }
        }
    }

    fn one_way(&self) -> Option<Vec2> {
        match self {
            Self::Edge(hexagon, Side::OneWay) => Some(hexagon.outward()),
            Self::Edge(..) => None,
            Self::Solid(solid) | Self::Rounded(solid) => solid.one_way.map(Direction::normal),
        }
    }

    fn outward(&self) -> Option<Vec2> {
        match self {
            Self::Edge(hexagon, Side::Outer | Side::OneWay) => Some(hexagon.outward()),
            _ => None,
        }
    }

    fn height(&self, center: Vec2, (half, radius): (Vec2, f32)) -> f32 {
        let height = match self {
            Self::Edge(hexagon, _) => hexagon.fitted(half).height(center - hexagon.middle),
            Self::Solid(solid) | Self::Rounded(solid) => solid.height(&Aabb::new(center, half)),
        };
        height - radius
    }
}

impl ObstacleShape<'_> {
    /// The same at an offset from a place: two nearby positions are subtracted first, so that a small offset is added to a small
    /// number.
    pub fn separation_at(&self, center: Vec2, offset: Vec2, half: Vec2) -> Separation {
        match self {
            Self::Edge(hexagon, side) => {
                hexagon.separation((center - hexagon.middle) + offset, half, *side != Side::Both)
            }
            Self::Solid(_) | Self::Rounded(_) => self.separation(center + offset, half),
        }
    }

    /// For traces: why it does not block a mover.
    pub fn pass_reason(&self) -> CandidateStatus {
        if self.one_way().is_some() { CandidateStatus::Open } else { CandidateStatus::Behind }
    }

    /// The contact with a core within `reach` pixels, if it is solid there.
    #[inline]
    pub fn touching(&self, center: Vec2, core: (Vec2, f32), reach: f32, lowest: (f32, Vec2)) -> Option<Contact> {
        let contact = self.separation(center, core.0).contact(core.1);
        (contact.depth >= -reach && self.blocks(contact.normal, [center; 2], core, lowest)).then_some(contact)
    }
}

/// [`Mover::one_way_height`](crate::Mover::one_way_height) for a surface that faces this way: it is about those that face up.
pub fn lowest_towards(outward: Vec2, (one_way_height, up): (f32, Vec2)) -> f32 {
    if outward.dot(up) > 0.0 { one_way_height } else { -ONE_WAY_SLACK }
}

/// When a moving box, whose separation from an obstacle is `first`, first touches it: the fraction of `delta`, at most `latest` (give or take
/// [`CAST_TOUCH`]), and the normal there.
///
/// The distance to a convex obstacle is a convex function of the fraction, so Newton's method never overshoots.
pub fn time_of_impact(
    shape: &impl Shape,
    first: Separation,
    start: Vec2,
    core: (Vec2, f32),
    delta: Vec2,
    latest: f32,
    lowest: (f32, Vec2),
) -> Option<(f32, Vec2)> {
    let (half, radius) = core;
    let mut separation = first;
    let solid = |t: f32, normal: Vec2| shape.blocks(normal, [start, start + delta * t], core, lowest);
    // Without a skin, corners are sharp. A mover that grazes one flush touches it but can go on, straight in or
    // straight on. A slide judges it the same.
    let is_free = |at: Vec2| shape.separation(at, half).distance > -BOX_SLACK;
    let grazes = |t: f32, closing: f32, normal: Vec2| {
        // Farther than rounding: the position itself is rounded.
        let farther = 2.0 * BOX_SLACK.max(spacing(start.abs().max((start + delta).abs())));
        is_free(start + delta * t - normal * farther) && is_free(start + delta * (t + farther / closing))
    };
    let (mut t, mut normal) = (0.0, separation.normal);
    for _ in 0..CAST_ROUNDS {
        let gap = separation.distance - radius;
        if separation.normal.dot(normal) < 0.0 && gap <= CAST_TOUCH {
            // Rounding carried a mover without size behind a line.
            separation.normal = normal;
        }
        normal = separation.normal;
        let closing = -normal.dot(delta);
        if closing <= 0.0 {
            return None;
        }
        if gap <= CAST_TOUCH {
            // A mover without size has no corners to graze with: it is a ray.
            let has_corners = radius == 0.0 && half.min_element() > 2.0 * BOX_SLACK;
            let blocks = solid(t, separation.normal) && !(has_corners && grazes(t, closing, separation.normal));
            return blocks.then_some((t, separation.normal));
        }
        t += gap / closing;
        if t > latest + CAST_TOUCH / closing || t > 1.0 {
            return None;
        }
        separation = shape.separation(start + delta * t, half);
    }
    // The rounds ran out just before the obstacle, so stopping here is safe.
    Some((t, separation.normal)).filter(|(t, n)| solid(*t, *n))
}
