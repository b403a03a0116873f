//! The judge: the outline by brute force, in f64 and tiny steps. Slow and simple on purpose.

use glam::{DVec2, Vec2};

use crate::collide::{Edge, Mover, Side, Terrain, View};

/// The longest step of the oracle's own slide, in pixels.
const TINY: f64 = 0.125;

/// How often one tiny step is pushed out.
const PUSHES: u32 = 24;

/// Progress that is too short to be called lost, in pixels.
const WORTH: f64 = 0.25;

/// A judge of slides. It takes every edge but the one-way ones as two-sided, and knows nothing of grids, rounds or planes
/// solved together: a mover that comes from free space can do without all that if its steps are short enough.
///
/// ```
/// use seamwalker::collide::{Aabb, Edge, Mover, Side, Terrain, View};
/// use seamwalker::{glam::Vec2, lab::Oracle};
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let oracle = Oracle::new(&Terrain::new(vec![floor], Vec::new()));
/// let mover = Mover::new(Aabb::new(Vec2::new(20.0, 92.0), Vec2::splat(8.0)));
/// let walk = Vec2::new(4.0, 0.5);
/// assert!(oracle.progress(View::Thick, &mover, walk) > 3.9, "nothing is ahead");
/// assert!(oracle.snags(View::Thick, &mover, walk, Vec2::ZERO), "so who stood still has snagged");
/// ```
#[derive(Clone, Debug)]
pub struct Oracle {
    edges: Vec<Edge>,
}

/// The part of the outline that one slide can meet, and the mover's core.
struct Place<'a> {
    edges: Vec<&'a Edge>,
    half: DVec2,
    radius: f64,
}

impl Oracle {
    /// The judge of a terrain.
    #[must_use]
    pub fn new(terrain: &Terrain) -> Self {
        Self { edges: terrain.edges().to_vec() }
    }

    /// How deep a mover overlaps the outline, in pixels; 0 when it is free. One-way edges are left out.
    #[must_use]
    pub fn overlap(&self, view: View, mover: &Mover) -> f64 {
        let place = self.place(view, mover, 1.0);
        let center = mover.aabb.center.as_dvec2();
        place.edges.iter().filter(|e| e.side != Side::OneWay).map(|e| place.contact(e, center).0).fold(0.0, f64::max)
    }

    /// The edges near a mover that goes `reach` pixels.
    fn place(&self, view: View, mover: &Mover, reach: f32) -> Place<'_> {
        // The box solvers have no skin; the surfaces that they follow are those of the thin view.
        let (half, radius) = view.core(mover);
        let area = mover.aabb.grown(reach + 1.0);
        let near = |e: &&Edge| e.segment.aabb().grown(0.5).overlaps(&area);
        Place { edges: self.edges.iter().filter(near).collect(), half: half.as_dvec2(), radius: f64::from(radius) }
    }

    /// How far a mover gets along `delta`, measured along it, by tiny steps.
    #[must_use]
    pub fn progress(&self, view: View, mover: &Mover, delta: Vec2) -> f64 {
        let place = self.place(view, mover, delta.length());
        let start = mover.aabb.center.as_dvec2();
        let way = delta.as_dvec2();
        let length = way.length();
        if length == 0.0 {
            return 0.0;
        }
        let steps = (length / TINY).ceil().min(1e6) as u32;
        let mut at = start;
        for _ in 0..steps {
            let from = at;
            at += way / f64::from(steps);
            for _ in 0..PUSHES {
                let contacts = place.edges.iter().map(|e| (place.contact(e, at), *e));
                let open = |e: &Edge, n: DVec2| {
                    e.side == Side::OneWay
                        && (mover.drops_through || n.dot(e.normal.as_dvec2()) < 0.3 || place.contact(e, from).0 > 0.25)
                };
                let solid = contacts.filter(|((_, n), e)| !open(e, *n)).map(|(c, _)| c);
                let Some((depth, normal)) = solid.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|c| c.0 > 1e-9) else {
                    break;
                };
                at += normal * depth;
            }
        }
        (at - start).dot(way) / length
    }

    /// Whether a slide lost more than half of the progress that the outline allows, although nothing real is ahead.
    #[must_use]
    pub fn snags(&self, view: View, mover: &Mover, delta: Vec2, moved: Vec2) -> bool {
        let length = delta.length();
        if length < 0.5 {
            return false;
        }
        let got = f64::from(moved.dot(delta) / length);
        // What the slide has beyond half of the asked way cannot be a snag: no need to ask.
        if got >= f64::from(length) * 0.5 {
            return false;
        }
        let possible = self.progress(view, mover, delta);
        possible > WORTH && possible - got > WORTH && got < possible * 0.5
    }
}

impl Place<'_> {
    /// Depth and normal of the thick edge against the core at `center`, by the separating-axis test with the axes from
    /// the ends to the closest point of the box. Negative depth: apart.
    fn contact(&self, edge: &Edge, center: DVec2) -> (f64, DVec2) {
        let (a, b) = (edge.segment.a.as_dvec2(), edge.segment.b.as_dvec2());
        let to_end = |end: DVec2| {
            let v = center - end;
            (v - v.clamp(-self.half, self.half)).normalize_or_zero()
        };
        let axes = [DVec2::X, DVec2::Y, (b - a).perp().normalize_or_zero(), to_end(a), to_end(b)];
        let mut best = (f64::INFINITY, DVec2::ZERO);
        for axis in axes.into_iter().filter(|axis| *axis != DVec2::ZERO) {
            for axis in [axis, -axis] {
                let top = a.dot(axis).max(b.dot(axis)) + self.half.dot(axis.abs()) + self.radius;
                let depth = top - center.dot(axis);
                if depth < best.0 {
                    best = (depth, axis);
                }
            }
        }
        best
    }
}
