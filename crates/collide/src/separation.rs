//! Exact distance between a box (or a disk) and a segment, signed inside, and the contact with a thick segment.
//!
//! Box (+) segment, their Minkowski sum, is a hexagon, and a thick segment touches the box where the box's centre is
//! nearer to that hexagon than the radius. The closed form below needs no square root for most answers; it agrees with
//! the separating-axis test on the axes x, y, segment normal and, for each end, the axis to the *closest point of the
//! box*. Source of the test: "Smooth collisions" part 2, Sebastien Alaiwan, who takes the axis to the box *centre*;
//! that one is kept in [`sat`] to show what it costs.

use core::cmp::Ordering;

use glam::Vec2;

use crate::contact::Contact;
use crate::edge::{Direction, Side};
use crate::mover::upright;
use crate::obstacle::holds;
use crate::shape::{Aabb, Segment};
use crate::tolerance::{FLUSH, ONE_SIDED_SLACK, SAME_DIRECTION};

/// The gap between two shapes, and its direction.
///
/// ```
/// use seamwalker_collide::{Aabb, Segment, separation_aabb_segment};
/// use seamwalker_collide::glam::Vec2;
///
/// let slope = Segment::new(Vec2::new(0.0, 32.0), Vec2::new(32.0, 0.0));
/// let gap = separation_aabb_segment(Aabb::new(Vec2::new(32.0, 16.0), Vec2::splat(4.0)), slope);
/// assert!(gap.distance > 0.0, "apart");
/// // For a mover with a skin of 8 px, the same gap is an overlap.
/// assert!(gap.contact(8.0).depth > 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// The gap in pixels. Inside it is negative: the least push that separates the two.
    pub distance: f32,
    /// Unit vector from the obstacle towards the mover: the direction in which the distance grows fastest.
    pub normal: Vec2,
}

impl Separation {
    /// The contact of a mover that is thicker by `radius`.
    #[must_use]
    pub fn contact(self, radius: f32) -> Contact {
        Contact { normal: self.normal, depth: radius - self.distance }
    }
}

/// Which axes the two ends of a segment add to the separating-axis test.
///
/// ```
/// use seamwalker_collide::{EndAxes, SolverKind, SolverOptions, SolverSetup};
///
/// // thick-sat with square ends: it snags on joints.
/// let options = SolverOptions { end_axes: EndAxes::None, ..SolverOptions::default() };
/// let solver = SolverSetup { kind: SolverKind::ThickSat, options };
/// assert_ne!(solver, SolverSetup::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum EndAxes {
    /// From the end to the closest point of the box: exact.
    #[default]
    ClosestPoint,
    /// From the end to the centre of the box, as in the article. A tall mover snags on apexes.
    BoxCentre,
    /// None: ends are square, and every joint of two slopes can catch.
    None,
}

/// A segment prepared for the closed form, independent of the mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hexagon {
    /// The middle of the segment.
    pub middle: Vec2,
    /// Half its extent along x and y.
    pub extent: Vec2,
    /// Its normal in the mirrored frame, where the segment always falls from the upper left to the lower right: `x <=
    /// 0`, `y > 0`.
    normal: Vec2,
    /// Its length.
    length: f32,
    /// -1 where x is mirrored in the frame, else 1.
    mirror: f32,
    /// 1 where the frame's normal is the outward normal of the edge, else -1.
    outward: f32,
}

/// A hexagon prepared for boxes of one size: box (+) segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fitted {
    /// The middle of the segment.
    pub middle: Vec2,
    /// Half extents of the box around the hexagon.
    reach: Vec2,
    /// Where the slanted face ends: its lower end in the frame is at `(notch.x, reach.y)`, its upper one at
    /// `(-reach.x, notch.y)`.
    notch: Vec2,
    /// The slanted face's normal in the world.
    normal: Vec2,
    /// How far the slanted face is from the middle.
    support: f32,
    /// The slanted face's length.
    length: f32,
    mirror: f32,
    outward: f32,
}

/// A face of a hexagon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Face {
    /// The slanted face on the side of the hexagon's normal; in a box, one of the four.
    Front,
    /// The opposite one.
    Back,
    /// The level face on top.
    Up,
    /// The level face below.
    Down,
    /// The upright face on the left.
    Left,
    /// The upright face on the right.
    Right,
}

impl Face {
    const ALL: [Self; 6] = [Self::Front, Self::Back, Self::Up, Self::Down, Self::Left, Self::Right];
}

/// The sign of a number, 1 for both zeros.
fn sign(x: f32) -> f32 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

/// The larger of two numbers, neither of them NaN. One instruction, where `f32::max` needs five.
#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

impl Hexagon {
    /// The hexagon of an edge that was removed: near to nothing.
    pub const NOWHERE: Self =
        Self { middle: Vec2::INFINITY, extent: Vec2::ZERO, normal: Vec2::Y, length: 0.0, mirror: 1.0, outward: 1.0 };

    /// Prepares a segment whose outward unit normal is `outward`.
    pub fn new(segment: Segment, outward: Vec2) -> Self {
        let run = segment.b - segment.a;
        let extent = run.abs() * 0.5;
        let half_length = extent.length();
        let mirror = sign(run.x * run.y);
        let normal = if half_length > 0.0 { Vec2::new(-extent.y, extent.x) / half_length } else { Vec2::Y };
        let world = Vec2::new(normal.x * mirror, normal.y);
        Self {
            // Half the sum instead of the start plus half the run: swapping the ends gives the same middle.
            middle: (segment.a + segment.b) * 0.5,
            extent,
            normal,
            length: half_length * 2.0,
            mirror,
            outward: sign(world.dot(outward)),
        }
    }

    /// The same, moved.
    pub fn moved(&self, by: Vec2) -> Self {
        Self { middle: self.middle + by, ..*self }
    }

    /// The edge's outward normal in the world.
    pub fn outward(&self) -> Vec2 {
        Vec2::new(self.normal.x * self.mirror, self.normal.y) * self.outward
    }

    /// Whether a box with half extents `half`, at `p` relative to the middle, may be within `limit` pixels.
    #[inline(always)]
    pub fn is_within(&self, p: Vec2, half: Vec2, limit: f32) -> bool {
        let (gap, limit) = (p.abs() - (self.extent + half), larger(limit, 0.0));
        gap.x <= limit && gap.y <= limit
    }

    /// The hexagon for a box with half extents `half`.
    #[inline]
    pub fn fitted(&self, half: Vec2) -> Fitted {
        Fitted {
            middle: self.middle,
            reach: self.extent + half,
            notch: Vec2::new(self.extent.x - half.x, half.y - self.extent.y),
            normal: Vec2::new(self.normal.x * self.mirror, self.normal.y),
            support: half.dot(self.normal.abs()),
            length: self.length,
            mirror: self.mirror,
            outward: self.outward,
        }
    }

    /// The gap from this hexagon to another, both for boxes with half extents `half`: as wide as the gap between the
    /// segments, less the box. `None` where they overlap, or are at least `limit` apart.
    #[inline]
    pub fn gap(&self, other: &Self, half: Vec2, limit: f32) -> Option<Separation> {
        let (way, size) = (other.middle - self.middle, half * 2.0);
        let sides = way.abs() - (self.extent + other.extent + size);
        let is_straight = |hexagon: &Self| hexagon.extent.x * hexagon.extent.y == 0.0;
        let overlap = sides.x <= 0.0 && sides.y <= 0.0 && is_straight(self) && is_straight(other);
        if overlap || sides.max(Vec2::ZERO).length_squared() >= limit * limit {
            return None;
        }
        self.gap_of_near(other, way, size, limit)
    }

    #[inline(never)]
    fn gap_of_near(&self, other: &Self, way: Vec2, size: Vec2, limit: f32) -> Option<Separation> {
        let (ours, theirs) = (self.half_run(), other.half_run());
        let ends = [(-theirs, -ours), (-theirs, ours), (theirs, -ours), (theirs, ours)];
        if ends.into_iter().any(|(theirs, ours)| (way + theirs - ours).abs().cmple(size).all()) {
            return None;
        }
        // Two convex shapes that do not overlap are nearest at a corner of one of them.
        let fitted = [self.fitted(size), other.fitted(size)];
        let from_self = |end: Vec2| fitted[0].separation(way + end, false);
        let from_other = |end: Vec2| {
            let Separation { distance, normal } = fitted[1].separation(end - way, false);
            Separation { distance, normal: -normal }
        };
        let gaps = [from_self(theirs), from_self(-theirs), from_other(ours), from_other(-ours)];
        let nearest = gaps.into_iter().min_by(|a, b| a.distance.total_cmp(&b.distance))?;
        (nearest.distance > 0.0 && nearest.distance < limit).then_some(nearest)
    }

    /// The face or the corner of the hexagon, for boxes with half extents `half`, that is farthest along `normal`: its
    /// middle relative to the middle of the segment, and half its length. A corner has no length.
    pub fn farthest(&self, normal: Vec2, half: Vec2) -> (Vec2, f32) {
        let run = self.half_run();
        let sine = run.dot(normal);
        let (end, along) = if sine.abs() > SAME_DIRECTION * self.length {
            (run * sign(sine), 0.0)
        } else {
            (Vec2::ZERO, self.length * 0.5)
        };
        let level = normal.abs().cmple(Vec2::splat(SAME_DIRECTION));
        let corner = Vec2::select(level, Vec2::ZERO, half * normal.signum());
        (end + corner, along + Vec2::select(level, half, Vec2::ZERO).element_sum())
    }

    /// From the middle of the segment to its lower end, or to the right one.
    fn half_run(&self) -> Vec2 {
        self.extent * Vec2::new(self.mirror, 1.0)
    }

    /// Exact signed distance of a box with half extents `half` whose centre lies at `p` relative to the middle of the
    /// segment. With `outer`, a box that the line crosses is pushed to the outward side only.
    pub fn separation(&self, p: Vec2, half: Vec2, outer: bool) -> Separation {
        self.fitted(half).separation(p, outer)
    }
}

impl Fitted {
    /// The edge's outward normal in the world.
    #[inline]
    pub fn outward(&self) -> Vec2 {
        self.normal * self.outward
    }

    /// In which order two segments count whose contacts with a core at `center + offset` are equally deep: the farther
    /// middle first, then the one that faces the core, then the one on the left, where `up` is up. The order of a list makes no
    /// difference, and neither does a mirror, except for two segments that mirror each other.
    #[cold]
    #[inline(never)]
    pub fn order(&self, other: &Self, center: Vec2, offset: Vec2, up: Vec2) -> Ordering {
        let [p, q] = [self, other].map(|fitted| (center - fitted.middle) + offset);
        let farther = q.length_squared().total_cmp(&p.length_squared());
        farther.then_with(|| self.order_of_equally_near(other, p, q, up))
    }

    fn order_of_equally_near(&self, other: &Self, p: Vec2, q: Vec2, up: Vec2) -> Ordering {
        let relative = |fitted: &Self, p: Vec2| {
            let faces = Vec2::new(-p.dot(fitted.outward()), upright(up, p).x.abs());
            [faces, upright(up, fitted.reach).abs(), Vec2::ZERO - upright(up, p)]
        };
        let place = |fitted: &Self| {
            let Self { middle, normal, notch, support, length, mirror, outward, .. } = *fitted;
            [middle, normal, notch, Vec2::new(support, length), Vec2::new(mirror, outward)]
        };
        let numbers =
            |fitted: &Self, p: Vec2| relative(fitted, p).into_iter().chain(place(fitted)).flat_map(|v| [v.x, v.y]);
        let mut both = numbers(self, p).zip(numbers(other, q)).map(|(a, b)| a.total_cmp(&b));
        both.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// As [`Hexagon::separation`].
    #[inline]
    pub fn separation(&self, p: Vec2, outer: bool) -> Separation {
        let (across, faces) = self.faces(p);
        self.resolved(p, across, faces, outer)
    }

    /// The same, or `None` when the distance is certainly more than `limit`. Most nearby edges are not near enough, and
    /// a few comparisons show that.
    #[inline(always)]
    pub fn separation_within(&self, p: Vec2, outer: bool, limit: f32) -> Option<Separation> {
        let (across, faces) = self.faces(p);
        // Inside, a one-sided edge may push farther than its nearest face, so there is no bound.
        let gap = larger(larger(faces[0], faces[1]), faces[2]);
        if gap <= 0.0 {
            return Some(self.inside(p, outer));
        }
        if gap > limit { None } else { Some(self.outside(p, across, faces[2])) }
    }

    /// Whether the hexagon is a box, because the segment is level or upright.
    #[inline]
    pub fn is_box(&self) -> bool {
        self.normal.x == 0.0 || self.normal.y == 0.0
    }

    /// [`Fitted::separation_within`] for a hexagon that is a box.
    #[inline(always)]
    pub fn box_separation_within(&self, p: Vec2, outer: bool, limit: f32) -> Option<Separation> {
        let gap = p.abs() - self.reach;
        let limit = larger(limit, 0.0);
        if gap.x > limit || gap.y > limit {
            return None;
        }
        let sides = Vec2::new(sign(p.x), sign(p.y));
        if gap.x <= 0.0 {
            if gap.y <= 0.0 {
                return Some(self.inside(p, outer));
            }
            Some(Separation { distance: gap.y, normal: Vec2::new(0.0, sides.y) })
        } else if gap.y <= 0.0 {
            Some(Separation { distance: gap.x, normal: Vec2::new(sides.x, 0.0) })
        } else {
            let distance = gap.length();
            Some(Separation { distance, normal: gap * sides / distance })
        }
    }

    /// How far a core is above a one-way edge, in pixels: on the outer side, at `p` relative to the middle. Negative below it. The
    /// line counts as if it went on, straight from its lower end and level from its upper one, where a flat bottom rests on it.
    pub fn height(&self, p: Vec2) -> f32 {
        let outward = self.outward();
        let line = p.dot(outward) - self.support;
        if self.is_box() {
            return line;
        }
        let up = Direction::of(outward).normal();
        let end = p.dot(up) - self.reach.dot(up.abs());
        let (cos, sin) = (outward.dot(up), outward.perp_dot(up).abs());
        // Between the two normals the upper end itself is nearest.
        let aside = (line - end * cos) / sin;
        if aside > 0.0 && aside * cos < end * sin { Vec2::new(aside, end).length() } else { line.max(end) }
    }

    /// Whether a one-way edge holds a core on its way between two places relative to the middle: see [`holds`].
    #[cold]
    #[inline(never)]
    pub fn holds(&self, way: [Vec2; 2], radius: f32, lowest: f32) -> bool {
        let gap = |p| self.separation(p, true).distance - radius;
        holds(way, lowest, |p| self.height(p) - radius, gap)
    }

    /// The normal of a face and its distance from the middle.
    pub fn face(&self, face: Face) -> (Vec2, f32) {
        match face {
            // Adding zero removes negative zeros: a box has none in its normals.
            Face::Front => (self.normal + 0.0, self.support),
            Face::Back => (self.normal * -1.0 + 0.0, self.support),
            Face::Up => (Vec2::NEG_Y, self.reach.y),
            Face::Down => (Vec2::Y, self.reach.y),
            Face::Left => (Vec2::NEG_X, self.reach.x),
            Face::Right => (Vec2::X, self.reach.x),
        }
    }

    /// The only face of the hexagon that is visible from everywhere within `half` of `p` (relative to the middle), at
    /// least `ends` pixels away from the ends of the face. `None` when more is visible, or when the edge is open from
    /// there.
    pub fn only_face(&self, p: Vec2, half: Vec2, ends: f32, side: Side) -> Option<Face> {
        let sees = |face: &Face| {
            let (normal, support) = self.face(*face);
            // In front of the face, or inside.
            let (across, spread) = (p.dot(normal), half.dot(normal.abs()));
            let inside = |slab: Vec2, reach: f32| {
                slab.perp_dot(normal) == 0.0 || p.dot(slab).abs() + half.dot(slab.abs()) <= reach
            };
            let never_behind = across - spread > support
                || (across - spread > -support
                    && inside(Vec2::X, self.reach.x)
                    && inside(Vec2::Y, self.reach.y)
                    && inside(self.normal, self.support));
            let solid = match side {
                Side::Both => true,
                Side::Outer => normal.dot(self.outward()) >= -ONE_SIDED_SLACK,
                Side::OneWay => false,
            };
            solid && never_behind && self.before_face(*face, p, half) > ends
        };
        Face::ALL.into_iter().find(sees)
    }

    /// How far everything within `half` of `p` is from the ends of the strip in front of a face. The corners are those
    /// of [`Fitted::resolved`].
    fn before_face(&self, face: Face, p: Vec2, half: Vec2) -> f32 {
        let (normal, _) = self.face(face);
        let within = |at: f32, spread: f32, from: f32, to: f32| (at - spread - from).min(to - at - spread);
        match face {
            Face::Front | Face::Back if self.is_box() => {
                let free = self.reach - p.abs() - half;
                if self.normal.x == 0.0 { free.x } else { free.y }
            }
            Face::Front | Face::Back => {
                // Along the face, in the frame.
                let along = Vec2::new(self.normal.y, -self.normal.x * self.mirror);
                let side = if face == Face::Front { 1.0 } else { -1.0 };
                let corner = p * Vec2::new(self.mirror * side, side) - Vec2::new(-self.reach.x, self.notch.y);
                within(corner.dot(along), half.dot(along.abs()), 0.0, self.length)
            }
            Face::Up | Face::Down => within(p.x * normal.y * self.mirror, half.x, self.notch.x, self.reach.x),
            Face::Left | Face::Right => within(-p.y * normal.x * self.mirror, half.y, -self.reach.y, self.notch.y),
        }
    }

    /// How far the place is from the line, and the signed distances from the three pairs of faces: upright, level,
    /// slanted.
    #[inline]
    fn faces(&self, p: Vec2) -> (f32, [f32; 3]) {
        let across = p.dot(self.normal);
        (across, [p.x.abs() - self.reach.x, p.y.abs() - self.reach.y, across.abs() - self.support])
    }

    #[inline]
    fn resolved(&self, p: Vec2, across: f32, faces: [f32; 3], outer: bool) -> Separation {
        let [x, y, s] = faces;
        if larger(larger(x, y), s) > 0.0 {
            return self.outside(p, across, s);
        }
        // On the line itself the outward side decides, so that a mirrored world gives the mirrored result.
        let side = if across == 0.0 { self.outward } else { sign(across) };
        // In the frame the place is on the far side of a segment that falls to the right.
        let frame = Vec2::new(self.mirror * side, side);
        let normal = Vec2::new(self.normal.x * self.mirror, self.normal.y);
        let (distance, n) = self.push(p * frame, normal, faces, outer && side != self.outward);
        Separation { distance, normal: n * frame }
    }

    /// The same for a place inside.
    #[cold]
    #[inline(never)]
    fn inside(self, p: Vec2, outer: bool) -> Separation {
        self.separation(p, outer)
    }

    /// The same for a place outside, which is `s` from the slanted face's line.
    #[inline(always)]
    fn outside(&self, p: Vec2, across: f32, s: f32) -> Separation {
        let side = if across == 0.0 { self.outward } else { sign(across) };
        let frame = Vec2::new(self.mirror * side, side);
        let p = p * frame;
        let normal = Vec2::new(self.normal.x * self.mirror, self.normal.y);
        // A box has no slanted face, and its frame is not mirrored with it: rounding must not favour one side.
        let (distance, n) = if p.y <= self.notch.y || p.x >= self.notch.x || self.is_box() {
            away(p - p.clamp(-self.reach, self.reach))
        } else {
            let corner = p - Vec2::new(-self.reach.x, self.notch.y);
            // The slanted face falls along (normal.y, -normal.x).
            let t = corner.dot(Vec2::new(normal.y, -normal.x));
            if t <= 0.0 {
                away(corner)
            } else if t >= self.length {
                away(p - Vec2::new(self.notch.x, self.reach.y))
            } else {
                (s, normal)
            }
        };
        Separation { distance, normal: n * frame + 0.0 }
    }

    /// The least push out of the hexagon: towards its nearest face. With `back`, the centre is on the inner side of a
    /// one-sided edge, where faces that look inwards do not count.
    #[cold]
    fn push(&self, p: Vec2, normal: Vec2, [x, y, s]: [f32; 3], back: bool) -> (f32, Vec2) {
        let horizontal = (x, Vec2::new(sign(p.x), 0.0));
        let vertical = (y, Vec2::new(0.0, sign(p.y)));
        let straight = if y >= x { vertical } else { horizontal };
        if back && straight.0 <= -FLUSH {
            let through = -(p.dot(normal).abs() + self.support);
            let outwards = |face: (f32, Vec2)| face.1.dot(normal) <= 0.0;
            let best = (through, -normal);
            return [horizontal, vertical]
                .into_iter()
                .filter(|f| outwards(*f))
                .fold(best, |best, face| if face.0 > best.0 { face } else { best });
        }
        if s >= straight.0 { (s, normal) } else { straight }
    }
}

/// Length and direction of a vector. A vector along an axis needs no square root and keeps its bits.
#[inline]
fn away(v: Vec2) -> (f32, Vec2) {
    if v.x == 0.0 {
        (v.y.abs(), Vec2::new(0.0, sign(v.y)))
    } else if v.y == 0.0 {
        (v.x.abs(), Vec2::new(sign(v.x), 0.0))
    } else {
        let length = v.length();
        (length, v / length)
    }
}

/// Exact signed distance between a box and a segment without thickness.
///
/// ```
/// use seamwalker_collide::{Aabb, Segment, separation_aabb_segment};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Segment::new(Vec2::new(-50.0, 0.0), Vec2::new(50.0, 0.0));
/// let above = |y| separation_aabb_segment(Aabb::new(Vec2::new(0.0, y), Vec2::splat(8.0)), floor);
/// assert_eq!((above(-20.0).distance, above(-20.0).normal), (12.0, Vec2::NEG_Y));
/// // Inside, the distance is the least push out, and negative. A segment alone has two equal sides: the nearest one counts.
/// assert_eq!((above(-2.0).distance, above(-2.0).normal), (-6.0, Vec2::NEG_Y));
/// assert_eq!((above(2.0).distance, above(2.0).normal), (-6.0, Vec2::Y));
/// ```
#[must_use]
pub fn separation_aabb_segment(aabb: Aabb, segment: Segment) -> Separation {
    let hexagon = Hexagon::new(segment, segment.left_normal());
    hexagon.separation(aabb.center - hexagon.middle, aabb.half, false)
}

/// The separating-axis test, axis by axis: the gaps along the segment's normal, y, x, and the axes that its upper (or
/// left) and its lower (or right) end add. The largest gap is the result of the whole test. With
/// [`EndAxes::ClosestPoint`] it equals [`separation_aabb_segment`].
///
/// ```
/// use seamwalker_collide::{Aabb, EndAxes, Segment, axes_aabb_segment};
/// use seamwalker_collide::glam::Vec2;
///
/// let slope = Segment::new(Vec2::new(0.0, 32.0), Vec2::new(32.0, 0.0));
/// let beside = Aabb::new(Vec2::new(6.0, 8.0), Vec2::splat(4.0));
/// let [normal, y, x, ..] = axes_aabb_segment(beside, slope, EndAxes::None).map(|gap| gap.map(|gap| gap.distance));
/// // The two overlap on both axes of the box. Only the slope's normal separates them.
/// assert!(x.unwrap() < 0.0 && y.unwrap() < 0.0 && normal.unwrap() > 7.0);
/// ```
#[must_use]
pub fn axes_aabb_segment(aabb: Aabb, segment: Segment, ends: EndAxes) -> [Option<Separation>; 5] {
    let hexagon = Hexagon::new(segment, segment.left_normal());
    sat::axes(&hexagon, aabb.center - hexagon.middle, aabb.half, ends)
}

/// Exact signed distance between the centre of a box with half extents `half`, at `p` relative to another box with half
/// extents `other`.
pub(super) fn separation_boxes(p: Vec2, half: Vec2, other: Vec2) -> Separation {
    let reach = half + other;
    let gap = p.abs() - reach;
    let (distance, normal) = if gap.max_element() > 0.0 {
        away(p - p.clamp(-reach, reach))
    } else if gap.y >= gap.x {
        (gap.y, Vec2::new(0.0, sign(p.y)))
    } else {
        (gap.x, Vec2::new(sign(p.x), 0.0))
    };
    Separation { distance, normal }
}

/// The separating-axis test of the article: [`Hexagon::separation`], computed axis by axis. It is exact for
/// [`EndAxes::ClosestPoint`] and shows what goes wrong with the others.
pub(super) mod sat {
    use super::{EndAxes, Hexagon, Separation, Vec2, sign};

    /// Calls `visit` with the number, the gap and the direction of each axis: the segment's normal, y, x, and those of
    /// its upper and lower end. Directions are in the mirrored frame.
    #[inline(always)]
    fn each(hexagon: &Hexagon, p: Vec2, half: Vec2, ends: EndAxes, mut visit: impl FnMut(usize, f32, Vec2)) {
        let p = Vec2::new(p.x * hexagon.mirror, p.y);
        let mut test = |number: usize, axis: Vec2| {
            let along = p.dot(axis);
            let distance = along.abs() - hexagon.extent.dot(axis).abs() - half.dot(axis.abs());
            visit(number, distance, axis * sign(along));
        };
        test(0, hexagon.normal);
        test(1, Vec2::Y);
        test(2, Vec2::X);
        for (number, end) in [(3, -hexagon.extent), (4, hexagon.extent)] {
            let v = p - end;
            let axis = match ends {
                EndAxes::None => Vec2::ZERO,
                EndAxes::BoxCentre => v.normalize_or_zero(),
                EndAxes::ClosestPoint => (v - v.clamp(-half, half)).normalize_or_zero(),
            };
            if axis != Vec2::ZERO {
                test(number, axis);
            }
        }
    }

    /// The gaps along all axes, in that order.
    pub fn axes(hexagon: &Hexagon, p: Vec2, half: Vec2, ends: EndAxes) -> [Option<Separation>; 5] {
        let mut all = [None; 5];
        each(hexagon, p, half, ends, |number, distance, normal| {
            let normal = Vec2::new(normal.x * hexagon.mirror, normal.y);
            all[number] = Some(Separation { distance, normal });
        });
        all
    }

    /// The largest gap over all axes; negative when no axis separates box and segment. Of equal gaps the first counts.
    pub fn separation(hexagon: &Hexagon, p: Vec2, half: Vec2, ends: EndAxes) -> Separation {
        let mut best = Separation { distance: f32::NEG_INFINITY, normal: Vec2::ZERO };
        each(hexagon, p, half, ends, |_, distance, normal| {
            if distance > best.distance {
                best = Separation { distance, normal };
            }
        });
        best.normal.x *= hexagon.mirror;
        best
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests may be off by a bit")]
#[path = "separation_tests.rs"]
mod tests;
