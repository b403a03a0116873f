use super::*;
use crate::geometry::rectangle;
use crate::limits::Limits;

fn px(x: i32, y: i32) -> Point {
    Point::new(x * UNIT, y * UNIT)
}

#[test]
fn corners_near_the_border_snap_to_it_unless_the_shape_collapses() {
    let size = px(16, 16);
    assert_eq!(snapped(&rectangle(px(1, 8), px(15, 17)), size), Some(rectangle(px(0, 8), px(16, 16))));
    assert_eq!(snapped(&rectangle(px(0, 8), px(16, 16)), size), None);
    assert_eq!(snapped(&rectangle(px(3, 3), px(13, 13)), size), None);
    assert_eq!(snapped(&rectangle(px(0, 0), px(16, 2)), size), None, "a thin plank stays thin");
}

/// The polygons of a form, and the number of warnings.
fn polygons(points: &[DVec2]) -> (Vec<Polygon>, usize) {
    let report = Report::new(&Limits::DEFAULT);
    (cut(points, &mut Effort(CROSSING), &report, Place::default), report.finish("").len())
}

#[test]
fn a_bow_tie_becomes_two_triangles() {
    let bow = [(0.0, 0.0), (16.0, 16.0), (16.0, 0.0), (0.0, 16.0)].map(DVec2::from);
    let (triangles, warnings) = polygons(&bow);
    assert_eq!((triangles.len(), warnings), (2, 1));
    assert_eq!(polygons(&[DVec2::ZERO, DVec2::splat(8.0)]), (Vec::new(), 1));
}
