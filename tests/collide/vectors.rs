//! Exact results of box against thick segment, computed by an independent program.

use glam::Vec2;
use seamwalker_collide::{Aabb, Segment, separation_aabb_segment};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    tolerance: f32,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    kind: String,
    center: Vec2,
    half: Vec2,
    a: Vec2,
    b: Vec2,
    radius: f32,
    separation: f32,
    normal: Option<Vec2>,
}

#[test]
fn every_separation_agrees_with_the_independent_program() {
    let vectors: Vectors = serde_json::from_str(include_str!("../vectors/box_thick_segment.json")).unwrap();
    assert_eq!(vectors.cases.len(), 400);
    for (i, case) in vectors.cases.iter().enumerate() {
        let core = Aabb::new(case.center, case.half);
        let got = separation_aabb_segment(core, Segment::new(case.a, case.b));
        let separation = got.distance - case.radius;
        assert!(
            (separation - case.separation).abs() <= vectors.tolerance,
            "case {i} ({}): {separation} but {}",
            case.kind,
            case.separation
        );
        if let Some(normal) = case.normal {
            assert!((got.normal - normal).length() <= vectors.tolerance, "case {i}: {} but {normal}", got.normal);
        }
    }
}
