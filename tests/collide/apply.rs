//! A changed terrain gives the same slides and answers as one that was built like that from the start, and a compiled one as one that
//! is not, bit for bit.

use glam::Vec2;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use seamwalker_collide::{
    Aabb, BadChange, Body, Edge, EdgeId, Mover, Obstacle, Piece, QueryFilter, Side, Solver, SolverKind, SolverSetup,
    Space, Terrain, TerrainChange, Touch,
};
use seamwalker_lab::Rng;

use crate::settings::is_long;
use crate::{HALF, mover, outline, random_field, ring};

/// The same terrain, built from its edges and pieces in their order, without vacant ones.
fn fresh(terrain: &Terrain) -> Terrain {
    let mut place = 0;
    let mut new_index = |edge: &Edge| {
        place += u32::from(!edge.is_vacant());
        place.wrapping_sub(1)
    };
    let moved_to: Vec<u32> = terrain.edges().iter().map(&mut new_index).collect();
    let id = |edge: Option<EdgeId>| edge.and_then(|edge| EdgeId::new(moved_to[edge.index()]));
    let edges = terrain.edges().iter().filter(|edge| !edge.is_vacant());
    let edges = edges.map(|edge| Edge { prev: id(edge.prev), next: id(edge.next), ..*edge }).collect();
    let pieces = terrain.pieces().iter().filter(|piece| !piece.is_vacant()).cloned().collect();
    Terrain::new(edges, pieces)
}

fn compiled(terrain: &Terrain, mover: &Mover) -> Terrain {
    let mut terrain = terrain.clone();
    assert!(terrain.compile(mover));
    terrain
}

/// A touch, whatever the index of the obstacle: it is the obstacle itself.
fn shown(space: &Space, touch: &Touch) -> String {
    let Touch { contact, obstacle } = touch;
    match *obstacle {
        Obstacle::Edge(i) => {
            let edge = space.terrain.edges()[i as usize];
            format!("{contact:?} {:?}", Edge { prev: None, next: None, chain: 0, ..edge })
        }
        Obstacle::Piece(i) => format!("{contact:?} {:?}", space.terrain.pieces()[i as usize]),
        Obstacle::Body(_) | Obstacle::Part(..) => format!("{touch:?}"),
    }
}

/// Everything that a solver says about one move.
fn said(setup: &SolverSetup, space: &Space, mover: &Mover, delta: Vec2) -> String {
    let slide = setup.slide(space, mover, delta);
    let touches: Vec<String> = slide.touches.iter().map(|touch| shown(space, touch)).collect();
    let mut near: Vec<String> = setup.touching(space, mover, 0.5).iter().map(|touch| shown(space, touch)).collect();
    near.sort();
    let hit = setup.cast(space, mover, delta).map(|hit| (hit.fraction, hit.normal));
    let overlap = space.overlap(setup.view(), mover);
    let filter = QueryFilter { view: setup.view(), ..QueryFilter::default() };
    let at = mover.aabb.center;
    let ray = space.ray_cast(at, delta * 8.0, &filter).map(|hit| (hit.fraction, hit.normal));
    let closest = space.closest_point(at, 64.0, &filter).map(|closest| closest.distance);
    let asked = (ray, closest, space.is_solid(at, &filter));
    let moved = slide.moved.to_array().map(f32::to_bits);
    format!("{moved:?} {:?} {} {touches:?} {near:?} {hit:?} {overlap} {asked:?}", slide.outcome, slide.overlap)
}

/// Some random changes: edges and pieces near a place go and come.
fn changes(terrain: &Terrain, rng: &mut Rng) -> Vec<TerrainChange> {
    let place = Vec2::new(rng.range(-140.0, 560.0), rng.range(0.0, 440.0));
    let area = Aabb::new(place, Vec2::splat(rng.range(4.0, 60.0)));
    let mut changes = Vec::new();
    terrain.edges_near(&area, |i| changes.push(TerrainChange::RemoveEdge(i)));
    terrain.pieces_near(&area, |i| changes.push(TerrainChange::RemovePiece(i)));
    changes.retain(|_| rng.bits().is_multiple_of(2));
    for _ in 0..rng.bits() % 4 {
        let corner = (place / 8.0).round() * 8.0 + Vec2::new(rng.range(-3.0, 3.0), rng.range(-3.0, 3.0)).round() * 8.0;
        let block =
            Aabb::from_corners(corner, corner + Vec2::new(rng.range(1.0, 9.0), rng.range(1.0, 4.0)).round() * 8.0);
        let corners = block.corners();
        let tilt = Vec2::new(0.0, [0.0, 8.0, 5.5][(rng.bits() % 3) as usize]);
        let corners = [corners[0], corners[1] - tilt, corners[2], corners[3]];
        let side = [Side::Outer, Side::Outer, Side::Both, Side::OneWay][(rng.bits() % 4) as usize];
        let count = if side == Side::Outer { 4 } else { 1 };
        let edges = (0..count).map(|i| Edge::new(corners[i], corners[(i + 1) % 4], side));
        changes.extend(edges.map(TerrainChange::AddEdge));
        changes.extend(Piece::convex(&corners).map(TerrainChange::AddPiece));
    }
    changes
}

/// Changes a terrain again and again, and compares it with fresh ones.
fn compare(seed: u64, rounds: u32, moves: u32) {
    let mut rng = Rng(seed ^ 0xd16);
    let half = if seed.is_multiple_of(2) { HALF } else { Vec2::new(rng.range(2.0, 20.0), rng.range(2.0, 24.0)) };
    let skin = if seed.is_multiple_of(2) { 3.0 } else { rng.range(0.5, 6.0) };
    let size = Mover::new(Aabb::new(Vec2::ZERO, half)).with_skin(skin);
    let crates = [(100.0, 100.0, false), (260.0, 200.0, true)]
        .map(|(x, y, one_way)| Body { one_way, ..Body::new(Aabb::new(Vec2::new(x, y), Vec2::new(35.0, 8.0))) });
    let mut plain = (*random_field(&mut Rng(seed)).terrain).clone();
    let mut fast = compiled(&fresh(&plain), &size);
    for round in 0..rounds {
        let wanted = changes(&plain, &mut rng);
        let added = plain.apply(wanted.clone()).unwrap();
        assert_eq!(fast.apply(wanted), Ok(added), "the indices follow from the changes alone");
        assert_eq!((plain.edges(), plain.pieces()), (fast.edges(), fast.pieces()));
        let new = fresh(&plain);
        let spaces = [&plain, &fast, &compiled(&new, &size), &new]
            .map(|terrain| Space { bodies: crates.to_vec().into(), ..Space::new(terrain.clone()) });
        let mut at = Vec2::ZERO;
        for i in 0..moves {
            if i % 20 == 0 {
                at = Vec2::new(rng.range(-140.0, 560.0), rng.range(0.0, 440.0));
            }
            let speed = [1.0, 4.0, 12.0, 60.0][(rng.bits() % 4) as usize];
            let delta = Vec2::new(rng.range(-speed, speed), rng.range(-speed, speed));
            // Zeros of both signs are moves, too.
            let zero = [Vec2::ONE, Vec2::new(-0.0, 1.0), Vec2::new(1.0, -0.0), Vec2::new(0.0, -0.0)];
            let delta = delta * zero[(rng.bits() % 12).saturating_sub(8) as usize];
            let mover = Mover { aabb: Aabb::new(at, half), drops_through: rng.bits().is_multiple_of(16), ..size };
            let kinds = SolverKind::ALL.into_iter().filter(|kind| *kind == SolverKind::ThickSat || i % 5 == 0);
            for setup in kinds.map(SolverSetup::new) {
                let want = said(&setup, &spaces[3], &mover, delta);
                for space in &spaces[..3] {
                    let got = said(&setup, space, &mover, delta);
                    assert_eq!(got, want, "seed {seed}, round {round}, move {i}: {} at {at} {delta}", setup.kind);
                }
            }
            at += SolverSetup::default().slide(&spaces[3], &mover, delta).moved;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if is_long() { 96 } else { 8 }, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn a_changed_terrain_equals_a_fresh_one(seed in 0_u64..1 << 40) {
        compare(seed, 12, 60);
    }
}

#[test]
fn neighbours_are_those_at_the_same_corner_of_the_same_solid() {
    let square = |x: f32, y: f32| {
        ring(&Aabb::from_corners(Vec2::new(x, y), Vec2::new(x + 16.0, y + 16.0)).corners()).into_iter()
    };
    // Two squares that touch in a corner: each keeps an outline of its own.
    let mut terrain = Terrain::default();
    let added = terrain.apply(square(0.0, 0.0).chain(square(16.0, 16.0)).map(TerrainChange::AddEdge)).unwrap();
    assert_eq!(added, (0..8).map(Obstacle::Edge).collect::<Vec<_>>());
    let next = |terrain: &Terrain, i: usize| terrain.edges()[i].next.map(EdgeId::index);
    assert_eq!((0..8).map(|i| next(&terrain, i).unwrap()).collect::<Vec<_>>(), [1, 2, 3, 0, 5, 6, 7, 4]);
    assert!((0..8).all(|i| terrain.edges()[next(&terrain, i).unwrap()].prev.unwrap().index() == i));
    // Without an edge, its neighbours end.
    terrain.apply([TerrainChange::RemoveEdge(2)]).unwrap();
    assert_eq!((next(&terrain, 1), terrain.edges()[3].prev), (None, None));
    // A square between the two makes one outline: from the right side of the first to the top of the second.
    let gone = [TerrainChange::RemoveEdge(1), TerrainChange::RemoveEdge(4)];
    let come = outline(&[(16.0, 0.0), (32.0, 0.0), (32.0, 16.0)]).into_iter().map(TerrainChange::AddEdge);
    let added = terrain.apply(gone.into_iter().chain(come)).unwrap();
    assert_eq!(added, [1, 2].map(Obstacle::Edge), "the lowest vacant indices");
    assert_eq!([0, 1, 2, 5].map(|i| next(&terrain, i)), [Some(1), Some(2), Some(5), Some(6)]);
}

/// Story: a terrain without anything in it could not be changed: its grid had cells of size zero, and the call never returned.
#[test]
fn an_empty_terrain_can_be_built_in() {
    let block = Aabb::new(Vec2::ZERO, Vec2::splat(8.0));
    let edges = Edge::outline(&[block.corners()]).unwrap().into_iter().map(TerrainChange::AddEdge);
    let all: Vec<TerrainChange> = edges.chain([TerrainChange::AddPiece(Piece::solid_box(block))]).collect();
    for mut terrain in [Terrain::default(), Terrain::new(Vec::new(), Vec::new())] {
        for change in all.clone() {
            terrain.apply([change]).unwrap();
        }
        let mut near = 0;
        terrain.pieces_near(&block, |_| near += 1);
        terrain.edges_near(&block, |_| near += 1);
        assert_eq!(near, 5);
    }
}

#[test]
fn a_bad_change_is_refused_and_changes_nothing() {
    let floor = Edge::new(Vec2::ZERO, Vec2::new(64.0, 0.0), Side::Outer);
    let mut terrain = Terrain::new(vec![floor], vec![Piece::solid_box(Aabb::default())]);
    let nan = Edge { normal: Vec2::NAN, ..floor };
    let nan_piece = Piece::solid_box(Aabb::new(Vec2::NAN, Vec2::ONE));
    let bad = [
        (TerrainChange::RemoveEdge(1), BadChange::NoEdge { change: 1, index: 1 }),
        (TerrainChange::RemoveEdge(0), BadChange::NoEdge { change: 1, index: 0 }),
        (TerrainChange::RemovePiece(9), BadChange::NoPiece { change: 1, index: 9 }),
        (TerrainChange::AddEdge(nan), BadChange::NotFinite { change: 1 }),
        (TerrainChange::AddEdge(Edge::VACANT), BadChange::NotFinite { change: 1 }),
        (TerrainChange::AddPiece(nan_piece), BadChange::NotFinite { change: 1 }),
        (TerrainChange::AddPiece(Piece::VACANT), BadChange::NotFinite { change: 1 }),
    ];
    for (change, why) in bad {
        assert_eq!(terrain.apply([TerrainChange::RemoveEdge(0), change]), Err(why));
        assert_eq!((terrain.edges(), terrain.pieces().len()), (&[floor][..], 1), "{why}");
    }
    assert_eq!(terrain.apply([]), Ok(Vec::new()));
}

#[test]
fn a_terrain_that_is_too_large_or_empty_is_not_compiled_and_still_works() {
    let far = |x: f32| Edge::new(Vec2::new(x, 0.0), Vec2::new(x + 10.0, 100_000.0), Side::Outer);
    let mut terrain = Terrain::new(vec![far(0.0), far(100_000.0)], Vec::new());
    let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
    assert!(!terrain.compile(&mover));
    assert!(SolverSetup::default().slide(&Space::new(terrain), &mover, Vec2::X).moved.is_finite());
    assert!(!Terrain::default().compile(&mover), "there is nothing to compile");
}

#[test]
fn a_terrain_grows_in_all_directions_and_stays_compiled() {
    let hero = mover(Vec2::ZERO);
    let mut terrain = Terrain::new(vec![Edge::new(Vec2::ZERO, Vec2::new(64.0, 0.0), Side::Outer)], Vec::new());
    assert!(terrain.compile(&hero));
    let bytes = terrain.compiled_bytes();
    for i in 1..60_u16 {
        let at = f32::from(i) * 30.0;
        for from in [Vec2::new(at, at), Vec2::new(-at, at), Vec2::new(at, -at), Vec2::new(-at, -at)] {
            let edge = Edge::new(from, from + Vec2::new(20.0, 0.0), Side::Outer);
            terrain.apply([TerrainChange::AddEdge(edge)]).unwrap();
        }
    }
    assert!(terrain.compiled_bytes() > bytes * 100);
    let (plain, space) = (Space::new(fresh(&terrain)), Space::new(terrain));
    let above = mover(Vec2::new(-1490.0, 1450.0));
    let [got, want] = [&space, &plain].map(|space| said(&SolverSetup::default(), space, &above, Vec2::new(3.0, 60.0)));
    assert_eq!(got, want);
    assert!(got.contains("Slid"), "{got}");
}

#[test]
fn a_saved_space_is_the_same_when_it_is_loaded() {
    let hero = mover(Vec2::new(120.0, 100.0));
    let mut space = random_field(&mut Rng(4));
    let terrain = space.terrain_mut();
    terrain.reserve(&Aabb::new(Vec2::ZERO, Vec2::splat(900.0)));
    assert!(terrain.compile(&hero));
    let mut rng = Rng(5);
    for _ in 0..6 {
        let changes = changes(terrain, &mut rng);
        terrain.apply(changes).unwrap();
    }
    space
        .bodies
        .extend((0..100_u8).map(|i| Body::new(Aabb::new(Vec2::new(f32::from(i) * 9.0, 90.0), Vec2::splat(4.0)))));
    let text = serde_json::to_string(&space).unwrap();
    let mut loaded: Space = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&loaded).unwrap(), text);
    assert_eq!(loaded.terrain.compiled_bytes() > 0, space.terrain.compiled_bytes() > 0);
    // The same goes for what happens next: an edge gets the same index.
    let next = changes(&space.terrain, &mut rng);
    let added = [&mut space, &mut loaded].map(|space| space.terrain_mut().apply(next.clone()).unwrap());
    assert_eq!(added[0], added[1]);
    let mut at = hero;
    for _ in 0..300 {
        let delta = Vec2::new(rng.range(-9.0, 9.0), rng.range(-9.0, 9.0));
        let [one, other] = [&space, &loaded].map(|space| SolverSetup::default().slide(space, &at, delta));
        assert_eq!(one, other);
        at = at.moved(one.moved);
    }
}
