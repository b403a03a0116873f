//! Tiles by the library's builder have the outline that the laboratory draws by another method.

use glam::{IVec2, Vec2};
use seamwalker_collide::{Edge, Side, Tag, TerrainBuilder};
use seamwalker_lab::Rng;
use seamwalker_lab::ascii::{self, Make};

#[test]
fn tiles_with_slopes_have_the_outline_of_the_laboratory() {
    let kinds = b"......####/\\vw_abcdefghABCDEFGH";
    for seed in 0..40 {
        let mut rng = Rng(seed);
        let mut row = || (0..30).map(|_| char::from(kinds[(rng.bits() % kinds.len() as u64) as usize])).collect();
        let rows: Vec<String> = (0..20).map(|_| row()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let want = ascii::terrain(&rows, Make::Outline, Vec2::ZERO);
        let cells = (0_i32..).zip(&rows).flat_map(|(y, row)| (0_i32..).zip(row.chars()).map(move |(x, c)| (x, y, c)));
        let tiles = cells.filter_map(|(x, y, cell)| {
            let place = |corner: IVec2| ((IVec2::new(x, y) * 2 + corner) * 8).as_vec2();
            Some((ascii::tile(cell)?.into_iter().map(place).collect::<Vec<Vec2>>(), Tag(0)))
        });
        let mut builder = TerrainBuilder::default();
        builder.tiles(tiles).unwrap();
        let got = builder.build();
        for edge in got.edges() {
            let next = &got.edges()[edge.next.expect("outlines of tiles are closed").index()];
            assert_eq!(next.segment.a, edge.segment.b);
            assert_ne!(next.normal, edge.normal, "straight runs are one edge");
        }
        // In steps from one lattice point to the next: the laboratory does not join edges where another solid touches them.
        let steps = |edges: &[Edge]| {
            let mut list = Vec::new();
            for edge in edges.iter().filter(|edge| edge.side == Side::Outer) {
                let [a, b] = [edge.segment.a, edge.segment.b].map(|at| (at / 8.0).as_ivec2());
                let way = b - a;
                let count = (1..=way.abs().max_element()).rev().find(|n| way % *n == IVec2::ZERO).unwrap_or(1);
                list.extend((0..count).map(|k| {
                    let (from, step) = (a + way / count * k, way / count);
                    [from.x, from.y, step.x, step.y]
                }));
            }
            list.sort_unstable();
            list
        };
        let [got, want] = [steps(got.edges()), steps(want.edges())];
        let without = |a: &[[i32; 4]], b: &[[i32; 4]]| a.iter().copied().filter(|x| !b.contains(x)).collect::<Vec<_>>();
        let differ = [without(&got, &want), without(&want, &got)];
        assert!(differ.iter().all(Vec::is_empty), "seed {seed}: {differ:?}\n{}", rows.join("\n"));
    }
}
