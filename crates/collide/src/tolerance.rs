//! All tolerances of the crate, smallest first: lengths, fractions and angles that say how exact something is.
//!
//! Some only work in this order. A cast must touch earlier ([`CAST_TOUCH`]) than a slide may overlap
//! ([`ALLOWED_OVERLAP`]), and a slide must leave less than counts as beginning inside ([`BEGAN_INSIDE`]). Limits that
//! belong to one method, such as the steepest slope or the longest step, stay with that method.

use glam::Vec2;

/// Rounding of a box's sides, as a fraction of its distance from the origin: eight times the rounding of `f32`. Larger
/// values make body queries visit more cells; smaller ones miss bodies far from the origin.
pub const COORDINATE_ROUNDING: f32 = 1e-6;

/// Overlap with a second obstacle that a push may leave without another look, in pixels: half of [`SETTLED`]. Larger
/// values skip necessary looks; smaller ones cost time.
pub const CLEARED: f32 = 5e-5;

/// Overlap that counts as none, in pixels. Larger values let movers creep into slopes; smaller ones make `f32` rounding
/// cost extra rounds.
pub const SETTLED: f32 = 1e-4;

/// How far a contact normal may lean to the inner side of a one-sided edge (cosine): rounding only. Larger values let
/// edges push inwards; smaller ones open vertical joints.
pub const ONE_SIDED_SLACK: f32 = 1e-4;

/// Two directions that differ by less count as the same (sine). Larger values turn correct normals; smaller ones react
/// to rounding.
pub const SAME_DIRECTION: f32 = 1e-4;

/// How near a ray must pass a corner or a face of a convex solid to graze it, in pixels: the rounding of its slanted faces. Larger
/// values let rays cut corners; smaller ones find a way into the tips of slopes.
pub const RAY_GRAZE: f32 = 1e-4;

/// How far a corner must be past the other shape, on both sides, to make a vertex-vertex pair, in pixels. Larger values
/// discard faces; below the rounding of offsets, a step would be cut in the same place forever.
pub const PAST_VERTEX: f32 = 1e-4;

/// How far aside a step that rounding turned backwards must lead to be made, in pixels. With smaller values, movers
/// wedged into a corner jitter; larger ones hold movers that could still slide along one side.
pub const MIN_ASIDE: f32 = 5e-4;

/// Below this the normals of two planes count as parallel (sine of the angle), and no point lies on both. Larger values
/// lose corners between nearly parallel edges; smaller ones put corners far away.
pub const PARALLEL: f32 = 1e-3;

/// Edges that are farther than the deepest contact by less than this are still evaluated, in pixels. Without it,
/// rounding could drop one of two equally deep edges, and the order of edges would matter. Larger values cost time.
pub const DEPTH_TIE: f32 = 1e-3;

/// A cast counts as touching at this gap, in pixels. Larger values report hits too early; smaller ones cost extra
/// rounds.
pub const CAST_TOUCH: f32 = 1e-3;

/// Hits closer together than this happen at once, in pixels. Larger values let a mover pick a face that it has not
/// reached; smaller ones leave the choice at the corner of two stacked tiles to rounding.
pub const SAME_HIT: f32 = 1e-3;

/// A step that a single obstacle pushed and that covers less than this fraction of its length counts as no movement: 32 times
/// the rounding of `f32`. Larger values stop slow slides under a hard press; smaller ones let resting movers drift.
pub const SINGLE_STILL_FRACTION: f32 = 4e-6;

/// A pushed step that covers less than this fraction of its length, and less than [`SETTLED`], counts as no movement.
/// Larger values stop slow slides on slopes; smaller ones let wedged movers jitter.
pub const STILL_FRACTION: f32 = 1e-3;

/// A pushed move that covers less than this fraction of the wanted one, and no more than the spacing of positions in `f32`,
/// counts as none. Larger values stop slow movers far from the origin; smaller ones let pressed movers jitter there.
pub const MAX_ROUNDING_PART: f32 = 0.1;

/// The deepest overlap that a slide may leave, in pixels (law 2). Larger values let movers sink in; smaller ones take
/// back steps that are only off by rounding.
pub const ALLOWED_OVERLAP: f32 = 1.5e-3;

/// From this overlap on, a mover began inside an obstacle, in pixels. It must exceed [`ALLOWED_OVERLAP`], because the
/// next slide measures the same overlap from another place. Larger values take back steps that could lead out; smaller
/// ones push out movers that only rest.
pub const BEGAN_INSIDE: f32 = 1.8e-3;

/// A refinement that comes nearer by less than this is the last one, in pixels. Larger values leave movers short of
/// tight corners; smaller ones cost rounds.
pub const MIN_REFINEMENT: f32 = 2e-3;

/// Overlap of boxes that counts as none, in pixels: the rounding of box edges within 2^14 px of the origin. Larger
/// values let movers sink into floors; smaller ones let the next floor tile catch their edge.
pub const BOX_SLACK: f32 = 2e-3;

/// A box that is no deeper than this in the end of a one-sided edge, seen from the inner side, is flush with the edge's
/// solid and not inside it, in pixels. Larger values let boxes into walls; below the rounding of coordinates, a box
/// that slides along a wall is thrown out through the slope that ends at it.
pub const FLUSH: f32 = 2e-3;

/// Two ways out of a solid whose lengths differ by less than this count as equal, in pixels: the rounding of
/// coordinates within 2^14 px of the origin. Larger values leave through slopes instead of walls; smaller ones find
/// walls at the foot of slopes.
pub const EXIT_TIE: f32 = 2e-3;

/// A crowd member that came less than this towards another has not pushed it, in pixels: the rounding of coordinates
/// within 2^14 px of the origin. Larger values let slow platforms push without passing on their priority; smaller ones
/// let rounding push.
pub const MIN_PUSH: f32 = 2e-3;

/// By how much a gap must be narrower than the mover to be no way through, in pixels: twice [`ALLOWED_OVERLAP`], which a
/// mover may overlap either side. Larger values let movers squeeze through; smaller ones close corridors that fit exactly.
pub const MIN_PINCH: f32 = 2.0 * ALLOWED_OVERLAP;

/// How much less deep than the skin a contact must be for the fast path, in pixels. Deeper contacts may be behind the
/// edge, and the general path judges those. Larger values use the general path more often.
pub const BEHIND_MARGIN: f32 = 0.01;

/// Overlap that still counts as having room, in pixels: what stands side by side touches. It must exceed what a slide may leave. Larger
/// values let movers be placed inside others; smaller ones refuse to place them beside others by rounding.
pub const ROOM_SLACK: f32 = 0.01;

/// Corners that are no farther beyond a slanted face than this lie on it, in pixels. Larger values cut corners off;
/// smaller ones give pieces slivers for sides.
pub const CUT_SLACK: f32 = 1.0 / 64.0;

/// How far from any line the middle of a mover stays during a step, in pixels: more than [`ALLOWED_OVERLAP`]. Larger
/// values cost steps; smaller ones let movers that are all skin step behind a line.
pub const MIDDLE_CLEAR: f32 = 0.02;

/// How much farther a step must get in halves to count, and how far backwards rounding may turn one, in pixels. Larger
/// values stop movers in narrow places; smaller ones make wedged movers creep.
pub const MIN_GAIN: f32 = 0.02;

/// How much longer than the movement a correction may be that the movement caused, in pixels: an earlier push may have
/// left this much. Larger values let the sides of floor tiles catch a walker; smaller ones let a head into a platform
/// that came down.
pub const CAUSED_SLACK: f32 = 0.02;

/// Error of a position in `f32`, in pixels, within 2^16 px of the origin. Larger values list edges in more cells;
/// smaller ones miss edges.
pub const CELL_ROUNDING: f32 = 0.02;

/// The highest box that per-axis still walks onto at the end of a slope, in pixels: rounding only. Larger values climb
/// real steps; smaller ones stop at the upper ends of slopes.
pub const SLOPE_END_STEP: f32 = 0.05;

/// The thinnest skin, in pixels; thinner ones are raised to it. With smaller values, rounding at joints catches movers; larger
/// ones take the choice from users.
pub const MIN_SKIN: f32 = 0.1;

/// How far a cell must stay from the ends of a face to see only that face, in pixels. Larger values list fewer faces;
/// smaller ones could list a face where its round end counts.
pub const FACE_ENDS: f32 = 0.1;

/// Edges that a push of this length could reach are always evaluated exactly, in pixels. Larger values evaluate more
/// edges; smaller ones look again after more pushes.
pub const SHORT_PUSH: f32 = 0.25;

/// How deep a mover may already be in a one-way surface that still carries it, in pixels. Smaller values let riders of
/// fast platforms fall through; larger ones lift a mover that rises through a ribbon before it is all out.
pub const ONE_WAY_SLACK: f32 = 0.25;

/// How much a contact normal must agree with the outward normal of a one-way surface (cosine). Smaller values make the
/// ends of ribbons catch a mover from the side; larger ones let it slip off the last pixel.
pub const ONE_WAY_FACING: f32 = 0.3;

/// Movers with a smaller half extent are swept instead of moved in steps, in pixels. Larger values slide more movers the slower
/// way; below that, steps lead through lines.
pub const SMALL_MOVER: f32 = 0.5;

/// How far beyond its skin a mover with a thin one looks for obstacles, in pixels. Larger values evaluate more edges; smaller
/// ones look again after more pushes.
pub const THIN_REACH: f32 = 0.5;

/// How far outside an area bodies are looked up, in pixels: more than the rounding of a box's sides near the origin.
/// Larger values visit more cells; smaller ones miss bodies.
pub const BODY_MARGIN: f32 = 1.0;

/// How far beyond the skin a cell of compiled terrain lists edges, in pixels. Larger values list more edges; smaller
/// ones need a second look after shorter pushes.
pub const LISTED_MARGIN: f32 = 1.25;

/// The distance between two places that `f32` can hold near a place, in pixels, or up to twice as much: 0.0078 at 2^16 px.
#[inline]
pub fn spacing(place: Vec2) -> f32 {
    place.abs().max_element() * f32::EPSILON
}

/// [`BEGAN_INSIDE`] for a mover at a place. The position where a slide ends is rounded afterwards, by up to 0.7 of the spacing,
/// and far from the origin that exceeds all other errors.
#[inline]
pub fn began_inside(place: Vec2) -> f32 {
    BEGAN_INSIDE.max(ALLOWED_OVERLAP + spacing(place))
}
