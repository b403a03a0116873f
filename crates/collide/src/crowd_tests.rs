use super::*;
use crate::noise::noise;
use crate::piece::Piece;
use crate::terrain::Terrain;

/// A random space and crowd, from a few members far apart to heaps of hundreds, with and without bodies.
fn random(seed: u32) -> (Space, Vec<Member>) {
    let mut random = noise(seed);
    let count = 2 + random(if seed.is_multiple_of(4) { 400.0 } else { 130.0 }) as usize;
    let size = 40.0 + random(300.0);
    // Half of the crowds lie on a grid, where many pushes are equally long.
    let raster = if random(2.0) < 1.0 { 4.0 } else { 0.0625 };
    let mut place = |range: f32| Vec2::new((random(range) / raster).trunc(), (random(range) / raster).trunc()) * raster;
    let boxes: Vec<Aabb> = (0..6).map(|_| Aabb::new(place(size), place(24.0))).collect();
    let mut space = Space::new(Terrain::new(Vec::new(), boxes[..3].iter().copied().map(Piece::solid_box).collect()));
    for aabb in &boxes[3..] {
        let delta = place(8.0) - Vec2::splat(4.0);
        space.bodies.push(Body { delta, priority: aabb.half.x as u8 % 4, ..Body::new(*aabb) });
    }
    let mut member = |i: usize| {
        let aabb = Aabb::new(place(size), place(12.0) + Vec2::splat(2.0));
        let to = place(size);
        let (delta, kind) = (place(12.0) - Vec2::splat(6.0), place(160.0));
        let member = Member::new(aabb, kind.x as u8 % 6).moved(delta);
        let corner = aabb.half.min_element() * (i % 3) as f32 * 0.5;
        let member = Member { corner, one_way: kind.y < 4.0, drops_through: kind.y > 150.0, ..member };
        if i.is_multiple_of(16) { member.teleported(to) } else { member }
    };
    let members = (0..count).map(&mut member).collect();
    (space, members)
}

#[test]
fn the_broad_phase_changes_no_bit() {
    let (mut crowd, mut reference) = (Crowd::new(), Crowd { all_pairs: true, ..Crowd::new() });
    let mut crushes = 0;
    for seed in 0..800 {
        let (space, members) = random(seed);
        let (found, expected) = (crowd.resolve(&space, &members), reference.resolve(&space, &members));
        assert_eq!(found, expected, "crowd {seed}");
        crushes += found.contradictions.len();
    }
    assert!(crushes > 1000, "{crushes}");
}
