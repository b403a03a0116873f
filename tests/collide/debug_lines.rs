//! Debug lines run along what they show.

use glam::Vec2;
use seamwalker_collide::{Aabb, Body, CollisionView, DebugKind, DebugLine, Disk, QueryFilter, QueryShape};
use seamwalker_lab::Rng;

use crate::random_field;

fn middle(line: &DebugLine) -> Vec2 {
    (line.from + line.to) * 0.5
}

#[test]
fn the_lines_of_a_space_run_along_its_obstacles() {
    let space = &mut random_field(&mut Rng(5));
    space.bodies.push(Body::new(Aabb::new(Vec2::new(50.0, 100.0), Vec2::new(20.0, 8.0))));
    space.bodies.push(Body { enabled: false, ..space.bodies[0] });
    let all = Aabb::new(Vec2::new(220.0, 229.0), Vec2::splat(600.0));
    for view in [CollisionView::Thick, CollisionView::Pieces] {
        let filter = QueryFilter { view, ..QueryFilter::default() };
        let lines: Vec<DebugLine> = space.debug_lines(&all, view).collect();
        let of = |kind| lines.iter().filter(|line| line.kind == kind).count();
        assert_eq!(of(DebugKind::Body), 4, "the disabled one is not drawn");
        assert!(of(DebugKind::OneWay) > 0 && lines.iter().all(|line| line.color == line.kind.color()));
        for line in lines.iter().filter(|line| line.kind != DebugKind::Normal) {
            assert!(space.closest_point(middle(line), 0.01, &filter).is_some(), "{line:?}");
        }
        let few = space.debug_lines(&Aabb::new(Vec2::ZERO, Vec2::splat(40.0)), view).count();
        assert!(few > 0 && few * 4 < lines.len());
    }
    let edges: usize =
        space.debug_lines(&all, CollisionView::Thick).filter(|line| line.kind == DebugKind::Edge).count();
    let solid = space.terrain.edges().iter().filter(|edge| edge.side != seamwalker_collide::Side::OneWay).count();
    assert_eq!(edges, solid);
}

#[test]
fn the_lines_of_a_shape_are_closed_and_as_far_from_its_core_as_its_radius() {
    let rounded = QueryShape::rounded(Aabb::new(Vec2::new(10.0, 20.0), Vec2::new(6.0, 11.0)), 3.0);
    for (shape, count) in
        [(rounded, 20), (Disk::new(Vec2::ZERO, 5.0).into(), 16), (Aabb::new(Vec2::ONE, Vec2::ONE).into(), 4)]
    {
        let lines: Vec<DebugLine> = shape.debug_lines().collect();
        assert_eq!(lines.len(), count);
        for (i, line) in lines.iter().enumerate() {
            assert!(line.to.distance(lines[(i + 1) % count].from) < 1e-4);
            assert!(shape.bounds().grown(1e-4).contains(line.from));
        }
        let width = lines.iter().map(|line| line.from.x).fold(f32::NEG_INFINITY, f32::max) - shape.bounds().center.x;
        assert!((width - shape.bounds().half.x).abs() < 1e-4);
    }
}
