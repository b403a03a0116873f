use super::*;
use crate::noise::noise;
use crate::shape::Aabb;

/// Whether a point is in solid ground, as the pieces have it and as the edges have it.
fn is_solid(terrain: &Terrain, at: Vec2) -> [bool; 2] {
    let point = Aabb::new(at, Vec2::ZERO);
    let in_piece = terrain.pieces().iter().any(|piece| piece.solid().depth(&point) > 0.0);
    // How often the edges lead around the point, by those to the right of it.
    let around: i32 = terrain
        .edges()
        .iter()
        .map(|edge| {
            let [a, b] = [edge.segment.a, edge.segment.b];
            let is_right = |top: Vec2, bottom: Vec2| side_of([top, bottom], at) > 0.0;
            match (a.y <= at.y, b.y <= at.y) {
                (true, false) if is_right(a, b) => 1,
                (false, true) if is_right(b, a) => -1,
                _ => 0,
            }
        })
        .sum();
    [in_piece, around == 1]
}

#[test]
fn edges_and_pieces_are_the_same_ground() {
    let mut random = noise(5);
    for count in [3_u16, 4, 5, 9, 20] {
        // A star: corners around a middle, at any distance. A square hole in it, and an island in that.
        let angle = |i: u16| f32::from(i) / f32::from(count);
        let way = |turn: f32| {
            let (x, y) = (1.0 - (turn * 4.0 - 2.0).abs(), 1.0 - ((turn + 0.75) % 1.0 * 4.0 - 2.0).abs());
            Vec2::new(x, y)
        };
        let mut star: Vec<Vec2> = (0..count).map(|i| way(angle(i)) * (60.0 + random(60.0)) + 150.0).collect();
        let square = |size: f32| Aabb::new(Vec2::splat(150.0), Vec2::splat(size)).corners().to_vec();
        if count % 2 == 0 {
            star.reverse();
        }
        let mut builder = TerrainBuilder::default();
        builder.solid(&[star, square(12.0), square(5.0)]).unwrap();
        let terrain = builder.build();
        let mut counts = [0; 2];
        for _ in 0..4000 {
            let at = Vec2::new(random(300.0), random(300.0));
            let near = terrain.edges().iter().any(|edge| edge.segment.closest_point(at).distance(at) < 0.1);
            let [pieces, edges] = is_solid(&terrain, at);
            assert!(near || pieces == edges, "{at} in {count} corners");
            counts[usize::from(edges)] += 1;
        }
        assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
        assert_eq!(is_solid(&terrain, Vec2::new(150.0, 158.0)), [false; 2], "in the hole");
        assert_eq!(is_solid(&terrain, Vec2::splat(151.0)), [true; 2], "on the island");
        for (i, edge) in (0..).zip(terrain.edges()) {
            let next = &terrain.edges()[edge.next.unwrap().index()];
            assert_eq!((next.segment.a, next.prev, next.chain), (edge.segment.b, EdgeId::new(i), edge.chain));
        }
    }
}

#[test]
fn a_second_shape_keeps_its_neighbours_and_has_its_own_chain_and_tag() {
    let mut builder = TerrainBuilder::default();
    let square = Aabb::new(Vec2::ZERO, Vec2::splat(8.0)).corners();
    builder.solid(&[square]).unwrap();
    builder.tag = Tag(5);
    builder.line(&[Vec2::new(20.0, 0.0), Vec2::new(40.0, 0.0), Vec2::new(40.0, 0.0), Vec2::new(60.0, 9.0)]).unwrap();
    let terrain = builder.build();
    let [.., one, two] = terrain.edges() else { panic!("two lines") };
    assert_eq!((terrain.edges().len(), terrain.pieces().len()), (6, 3));
    assert_eq!((one.next, two.prev, one.prev, two.next), (EdgeId::new(5), EdgeId::new(4), None, None));
    assert_eq!((one.tag, one.chain, terrain.pieces()[2].tag, terrain.edges()[0].tag), (Tag(5), 1, Tag(5), Tag(0)));
}

#[test]
fn what_is_no_polygon_is_refused() {
    let mut builder = TerrainBuilder::default();
    let line = vec![Vec2::ZERO, Vec2::X, Vec2::X * 2.0];
    assert_eq!(builder.solid(&[line]).unwrap_err(), BadPolygon::Empty { polygon: 0 });
    assert_eq!(builder.solid::<[Vec2; 0]>(&[[]]).unwrap_err(), BadPolygon::Empty { polygon: 0 });
    assert_eq!(builder.ribbon(&[Vec2::ONE, Vec2::ONE]).unwrap_err(), BadPolygon::Empty { polygon: 0 });
    let bad = [Vec2::ZERO, Vec2::X, Vec2::NAN];
    assert_eq!(builder.solid(&[bad]).unwrap_err(), BadPolygon::NotFinite { polygon: 0, corner: 2 });
    let square = |x: f32| Aabb::new(Vec2::new(x, x), Vec2::splat(8.0)).corners();
    assert!(matches!(builder.solid(&[square(0.0), square(4.0)]), Err(BadPolygon::Crossing { .. })));
    assert!(builder.build().edges().is_empty());
}
