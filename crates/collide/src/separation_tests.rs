use super::*;
use crate::noise::noise;

#[test]
fn the_axes_to_the_closest_point_are_exact() {
    let mut random = noise(1);
    let mut point = |range: f32| Vec2::new(random(2.0 * range) - range, random(2.0 * range) - range);
    for _ in 0..2_000 {
        let (c, h, a, b) = (point(40.0), point(20.0).abs() + 0.5, point(40.0), point(40.0));
        let segment = Segment::new(a, b);
        let hexagon = Hexagon::new(segment, segment.left_normal());
        let exact = hexagon.separation(c - hexagon.middle, h, false);
        let by_axes = sat::separation(&hexagon, c - hexagon.middle, h, EndAxes::ClosestPoint);
        let case = format!("{c} {h} {a} {b}: {exact:?} but {by_axes:?}");
        assert!((exact.distance - by_axes.distance).abs() < 1e-4, "{case}");
        let centre = sat::separation(&hexagon, c - hexagon.middle, h, EndAxes::BoxCentre);
        assert!(centre.distance <= exact.distance + 1e-4, "an axis can only overlook a gap: {case}");
    }
}

#[test]
fn degenerate_shapes_have_finite_answers() {
    let o = Vec2::ZERO;
    let cases = [
        (Aabb::new(o, o), Segment::new(o, o)),
        (Aabb::new(o, Vec2::new(3.0, 4.0)), Segment::new(o, o)),
        (Aabb::new(o, Vec2::new(3.0, 4.0)), Segment::new(Vec2::new(-9.0, 0.0), Vec2::new(9.0, 0.0))),
        (Aabb::new(o, Vec2::new(3.0, 4.0)), Segment::new(Vec2::new(-1.0, -1.0), Vec2::new(1.0, 1.0))),
        (Aabb::new(Vec2::splat(1e18), Vec2::ONE), Segment::new(Vec2::splat(-1e18), Vec2::splat(1e18))),
    ];
    for (aabb, segment) in cases {
        let got = separation_aabb_segment(aabb, segment);
        assert!(got.distance.is_finite() && got.normal.is_finite(), "{aabb:?} {segment:?}: {got:?}");
        assert!((got.normal.length() - 1.0).abs() < 1e-5, "{aabb:?} {segment:?}: {got:?}");
    }
}

#[test]
fn a_one_sided_edge_pushes_only_outwards() {
    // A floor drawn from left to right; the box has sunk in so far that its centre is below the line.
    let floor = Segment::new(Vec2::new(-50.0, 0.0), Vec2::new(50.0, 0.0));
    let hexagon = Hexagon::new(floor, Vec2::NEG_Y);
    let sunk = Vec2::new(0.0, 2.0);
    let two_sided = hexagon.separation(sunk - hexagon.middle, Vec2::splat(5.0), false);
    assert_eq!((two_sided.distance, two_sided.normal), (-3.0, Vec2::Y));
    let outer = hexagon.separation(sunk - hexagon.middle, Vec2::splat(5.0), true);
    assert_eq!((outer.distance, outer.normal), (-7.0, Vec2::NEG_Y));
}
