use super::*;

#[test]
fn a_crowded_cell_lists_all_of_its_edges() {
    for many in [254_u16, 255, 256, 700] {
        let hair = |i: u16| Vec2::new(40.0 + f32::from(i) * 0.01, 40.0);
        let edge = |i| Edge::new(hair(i), hair(i) + Vec2::new(3.0, 5.0), Side::Both);
        let edges: Vec<Edge> = (0..many).map(edge).collect();
        let index = EdgeIndex::new(&edges, crate::Terrain::CELL, None);
        let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(6.0)));
        let compiled = ConfigSpaceGrid::new(&edges, &index, &mover, None).unwrap();
        let (faces, others) = compiled.listed(compiled.head(Vec2::new(42.0, 38.0)));
        let mut listed: Vec<u32> = faces.iter().chain(others).map(|entry| entry.edge).collect();
        listed.sort_unstable();
        assert_eq!(listed, (0..u32::from(many)).collect::<Vec<_>>());
    }
}
