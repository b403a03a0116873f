use super::*;

fn polygon(points: &[(i32, i32)]) -> Polygon {
    points.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

#[test]
fn tidy_makes_polygons_clockwise_and_drops_superfluous_corners() {
    let messy = polygon(&[(0, 0), (0, 8), (0, 8), (8, 8), (8, 4), (8, 0)]);
    let clean = tidy(messy);
    assert_eq!(clean.len(), 4);
    assert_eq!(double_area(&clean), 128);
    assert!(tidy(polygon(&[(0, 0), (4, 0), (8, 0)])).is_empty());
}

#[test]
fn what_a_polygon_covers_twice_is_free_and_everything_else_is_in_one_part() {
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        i32::try_from((state >> 33) % below).unwrap()
    };
    for round in 0..4000 {
        // Few places, so that corners and edges often coincide; or many.
        let side = [4, 6, 40, 4000][round % 4];
        let messy: Polygon = (0..4 + round % 13).map(|_| Point::new(random(side), random(side))).collect();
        let parts = untangled(&messy);
        let contours = overlay(std::slice::from_ref(&messy), FillRule::EvenOdd);
        let area = contours.iter().flatten().map(|contour| double_area(contour)).sum::<i64>();
        assert_eq!(parts.iter().map(|part| double_area(part)).sum::<i64>(), area, "{messy:?}");
        assert!(parts.iter().all(|part| double_area(part) > 0), "{messy:?}");
        let convex = parts.iter().flat_map(|part| convex_parts(part));
        assert_eq!(convex.map(|part| double_area(&part)).sum::<i64>(), area, "{messy:?}");
    }
}

#[test]
fn a_ring_is_cut_around_its_hole() {
    let square = |inset: i32| rectangle(Point::new(inset, inset), Point::new(96 - inset, 96 - inset));
    let ring = |outer: Polygon, hole: Polygon| {
        let there = outer[0];
        outer.into_iter().chain([there]).chain(hole.into_iter().rev().cycle().take(5)).collect::<Polygon>()
    };
    assert_eq!(untangled(&ring(square(0), square(16))).len(), 4, "rectangles");
    let slanted = polygon(&[(48, 20), (70, 48), (48, 70), (20, 48)]);
    let parts = untangled(&ring(square(0), slanted));
    assert!(parts.len() <= 8 && parts.iter().all(|part| is_convex(part)), "{parts:?}");
}

#[test]
fn concave_polygons_split_into_few_convex_parts() {
    let shapes = [
        polygon(&[(0, 0), (16, 0), (16, 8), (8, 8), (8, 16), (0, 16)]),
        polygon(&[(0, 0), (16, 0), (16, 16), (8, 4), (0, 16)]),
        polygon(&[(0, 0), (20, 0), (20, 16), (16, 16), (16, 4), (12, 4), (12, 16), (8, 16), (8, 4), (0, 4)]),
    ];
    for (shape, max_parts) in shapes.iter().zip([2, 3, 3]) {
        let parts = convex_parts(shape);
        assert!(parts.iter().all(|p| is_convex(p)));
        assert_eq!(parts.iter().map(|p| double_area(p)).sum::<i64>(), double_area(shape));
        assert!(parts.len() <= max_parts, "{} parts", parts.len());
    }
}

#[test]
#[allow(clippy::disallowed_methods, reason = "tests may be off by a bit")]
fn ellipses_stay_within_a_quarter_pixel() {
    for (w, h) in [(8.0, 8.0), (3.0, 40.0), (200.0, 120.0)] {
        let corners = ellipse(w, h);
        assert_eq!(corners[0], (w, 0.0));
        for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let middle = (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
            let k = (middle.0 / w).hypot(middle.1 / h);
            let gap = (middle.0 / k - middle.0).hypot(middle.1 / k - middle.1);
            assert!(gap <= 0.25, "{gap}");
        }
    }
}
