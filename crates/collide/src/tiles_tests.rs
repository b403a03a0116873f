use super::*;
use crate::shape::Aabb;

fn square(column: usize, row: usize) -> (Vec<Vec2>, Tag) {
    let corner = Vec2::new(column as f32, row as f32) * 16.0;
    (Aabb::from_corners(corner, corner + 16.0).corners().to_vec(), Tag(0))
}

#[test]
fn slopes_half_tiles_and_tags_join() {
    let points = |list: &[(f32, f32)]| list.iter().map(|point| Vec2::from(*point)).collect::<Vec<_>>();
    // A slope up to a tile, a half tile behind it, and ice on the right.
    let tiles = [
        (points(&[(0.0, 16.0), (16.0, 0.0), (16.0, 16.0)]), Tag(0)),
        square(1, 0),
        (points(&[(32.0, 8.0), (48.0, 8.0), (48.0, 16.0), (32.0, 16.0)]), Tag(0)),
        (points(&[(48.0, 8.0), (64.0, 8.0), (64.0, 16.0), (48.0, 16.0)]), Tag(1)),
    ];
    let edges = border(&tiles);
    let ends: Vec<[Vec2; 2]> = edges.iter().map(|edge| [edge.segment.a, edge.segment.b]).collect();
    let has = |a: (f32, f32), b: (f32, f32)| ends.contains(&[Vec2::from(a), Vec2::from(b)]);
    assert!(has((0.0, 16.0), (16.0, 0.0)) && has((16.0, 0.0), (32.0, 0.0)), "{ends:?}");
    assert!(has((32.0, 0.0), (32.0, 8.0)), "the upper half of a side is a border: {ends:?}");
    assert!(has((32.0, 8.0), (48.0, 8.0)) && has((48.0, 8.0), (64.0, 8.0)), "ice is an edge of its own: {ends:?}");
    assert_eq!(edges.len(), 8);
}
