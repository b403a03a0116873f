//! Movers that begin inside of bodies, as after a squeeze that the game ignores: no slide leads them into the ground.

use glam::Vec2;
use seamwalker_collide::controller::{Controller, Intent};
use seamwalker_collide::{
    Aabb, Body, Carrier, CollisionView, Edge, Layers, Mover, Outcome, Side, Solver, SolverKind, SolverSetup, Space,
    Terrain,
};
use seamwalker_lab::Rng;

use crate::random_field;
use crate::settings::is_long;

const DT: f32 = 1.0 / 60.0;

/// How much deeper in the ground a mover may end than it began, px.
const DEEPER: f32 = 0.05;

/// How deep a mover is in the terrain alone.
fn in_ground(space: &Space, solver: &SolverSetup, mover: &Mover) -> f32 {
    space.overlap(solver.view(), &Mover { meets: Layers::NONE, ..*mover })
}

/// Story: in a crate beside a wall, the solver pushed out of both, and each slide ended half way in the wall.
#[test]
fn a_slide_from_inside_a_body_never_leads_into_the_ground() {
    let (mut inside, mut stuck) = (0, 0);
    for seed in 0..if is_long() { 200 } else { 20 } {
        let rng = &mut Rng(seed);
        let mut space = random_field(rng);
        for kind in [SolverKind::ThickSat, SolverKind::Disk] {
            let solver = SolverSetup::new(kind);
            for _ in 0..40 {
                let at = Vec2::new(rng.range(-100.0, 540.0), rng.range(40.0, 420.0));
                let mut mover = Mover::new(Aabb::new(at, Vec2::new(rng.range(2.0, 8.0), rng.range(2.0, 11.0))));
                if in_ground(&space, &solver, &mover) > 0.0 {
                    continue;
                }
                space.bodies.clear();
                for _ in 0..3 {
                    let aside = Vec2::new(rng.range(-9.0, 9.0), rng.range(-9.0, 9.0));
                    let half = Vec2::new(rng.range(2.0, 12.0), rng.range(2.0, 12.0));
                    space.bodies.push(Body::new(Aabb::new(at + aside, half)));
                }
                inside += u32::from(space.overlap(solver.view(), &mover) > 1.0);
                for _ in 0..6 {
                    let before = in_ground(&space, &solver, &mover);
                    let delta = Vec2::new(rng.range(-4.0, 4.0), rng.range(-4.0, 4.0));
                    let slide = solver.slide(&space, &mover, delta);
                    mover = mover.moved(slide.moved);
                    let after = in_ground(&space, &solver, &mover);
                    stuck += u32::from(slide.outcome == Outcome::Stuck);
                    assert!(
                        after < before.max(0.0) + DEEPER,
                        "{kind}, field {seed}: {after} after {before}, {delta} {slide:?}"
                    );
                }
            }
        }
    }
    assert!(inside > 200 && stuck > 50, "{inside} {stuck}");
}

/// Story: a character between two others and a floor, one of which was a pixel in it, was thrown 360 px through the other: the nearest
/// point that was free of all planes lay there.
#[test]
fn a_slide_from_inside_goes_no_farther_than_the_way_and_a_few_times_the_overlap() {
    let floor = Edge::new(Vec2::new(-10_000.0, 100.0), Vec2::new(10_000.0, 100.0), Side::Outer);
    for right in [Vec2::new(214.27, 64.45), Vec2::new(213.67, 64.45)] {
        let mut space = Space::new(Terrain::new(vec![floor], Vec::new()));
        space.bodies.push(Body::new(Aabb::new(Vec2::new(183.0, 88.41), Vec2::splat(7.0))));
        space.bodies.push(Body::new(Aabb::new(right, Vec2::splat(7.0))));
        let mover = Mover::new(Aabb::new(Vec2::new(200.0, 85.0), Vec2::new(10.0, 15.0)));
        for x in [1.35, 0.0, -1.35] {
            let slide = SolverSetup::default().slide(&space, &mover, Vec2::new(x, 0.0));
            assert!(slide.moved.length() < 2.0, "{slide:?}");
            let left = space.overlap(CollisionView::Thick, &mover.moved(slide.moved));
            assert!((left - slide.overlap).abs() < 0.01, "{left} px: {slide:?}");
        }
    }
    let rng = &mut Rng(4242);
    let (mut inside, mut stuck) = (0, 0);
    for case in 0..if is_long() { 400_000 } else { 40_000 } {
        let half = Vec2::new(rng.range(5.0, 11.0), rng.range(5.0, 15.0));
        let mover = Mover::new(Aabb::new(Vec2::ZERO, half));
        let floor = Aabb::from_corners(Vec2::new(-5000.0, half.y), Vec2::new(5000.0, 900.0));
        let blocks: Vec<Aabb> = (0..=case % 4)
            .map(|_| {
                let at = Vec2::new(rng.range(-30.0, 30.0), rng.range(-35.0, 35.0));
                Aabb::new(at, Vec2::new(rng.range(3.0, 16.0), rng.range(3.0, 16.0)))
            })
            .collect();
        let is_ground = case % 3 == 0;
        let outline = |aabb: &Aabb| Edge::outline(&[aabb.corners()]).unwrap();
        let separate = |edge: Edge| Edge { prev: None, next: None, ..edge };
        let ground: Vec<&Aabb> = blocks.iter().filter(|_| is_ground).chain([&floor]).collect();
        let edges = ground.into_iter().flat_map(outline).map(separate).collect();
        let mut space = Space::new(Terrain::new(edges, Vec::new()));
        space.bodies.extend(blocks.iter().filter(|_| !is_ground).map(|aabb| Body::new(*aabb)));
        let solver = SolverSetup::new(if case % 2 == 0 { SolverKind::ThickSat } else { SolverKind::Disk });
        let before = space.overlap(solver.view(), &mover);
        let delta = Vec2::new(rng.range(-3.0, 3.0), rng.range(-2.0, 3.0));
        if before > 1.5 {
            continue;
        }
        let slide = solver.slide(&space, &mover, delta);
        let after = space.overlap(solver.view(), &mover.moved(slide.moved));
        let about = || format!("case {case}, {before} px deep, {delta}, {after} px after {slide:?}");
        assert!(slide.moved.length() < delta.length() + before * 4.0 + 0.1, "too far: {}", about());
        assert!(after < before + 0.05, "deeper: {}", about());
        assert!((slide.overlap - after).abs() < 0.05, "wrong overlap: {}", about());
        inside += u32::from(before > 0.01);
        stuck += u32::from(slide.outcome == Outcome::Stuck);
    }
    assert!(inside > 1000 && stuck > 100, "{inside} {stuck}");
}

/// A pusher closes in on a character, which stands, walks towards the wall or away from it. The game ignores the squeezes.
#[test]
fn a_squeezed_character_stays_out_of_the_wall() {
    for (speed, x, stop) in [1.0_f32, 3.0].into_iter().flat_map(|speed| {
        [-1.0, 0.0, 1.0].into_iter().flat_map(move |x| [11.0, 6.0, 3.0, 0.0].map(|stop| (speed, x, stop)))
    }) {
        let line = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
        let terrain = Terrain::new(vec![line((0.0, -200.0), (0.0, 0.0)), line((0.0, 0.0), (400.0, 0.0))], Vec::new());
        let (mut space, solver) = (Space::new(terrain), SolverSetup::default());
        let mut face = 72.0;
        let pusher = space.bodies.push(Body::new(Aabb::new(Vec2::new(face + 20.0, -50.0), Vec2::new(20.0, 50.0))));
        let mut hero = Controller::new(Aabb::new(Vec2::new(8.0, -11.0), Vec2::new(6.0, 11.0)));
        let mut carrier = Carrier::new(vec![hero.add_body(&mut space)]);
        let mut squeezes = 0;
        for tick in 0..300 {
            carrier.begin();
            hero.update_passenger(&mut carrier, &mut space);
            face = (face - speed).max(stop);
            carrier.start_move(&solver, &mut space, pusher, Vec2::new(face + 20.0, -50.0));
            while carrier.next_squeeze(&solver, &mut space).is_some() {
                squeezes += 1;
            }
            hero.follow_passenger(&carrier, &space, DT);
            hero.step(&solver, &space, &Intent { x, ..Intent::default() }, DT);
            let deep = in_ground(&space, &solver, &hero.state.mover);
            assert!(deep < DEEPER, "{speed} px per tick to {stop}, walks {x}, tick {tick}: {deep} px in the ground");
        }
        assert!(squeezes > 0 || stop == 12.0);
    }
}

/// Story: a press closed completely, and threw its victim out at its top. What is squeezed stays where it is until there is room.
#[test]
fn a_press_leaves_its_victim_where_it_is() {
    for (speed, half, gap) in [0.5_f32, 1.0, 3.0].into_iter().flat_map(|speed| {
        [30.0, 200.0].into_iter().flat_map(move |half| [12.0, 2.0, 0.0].map(|gap| (speed, half, gap)))
    }) {
        let floor = Edge::new(Vec2::new(-400.0, 0.0), Vec2::new(400.0, 0.0), Side::Outer);
        let (mut space, solver) = (Space::new(Terrain::new(vec![floor], Vec::new())), SolverSetup::default());
        let press = space.bodies.push(Body::new(Aabb::new(Vec2::new(0.0, -70.0), Vec2::new(half, 10.0))));
        let mut hero = Controller::new(Aabb::new(Vec2::new(1.0, -11.0), Vec2::new(6.0, 11.0)));
        let mut carrier = Carrier::new(vec![hero.add_body(&mut space)]);
        let (mut bottom, mut squeezed) = (-60.0_f32, 0);
        for tick in 0..300 {
            carrier.begin();
            hero.update_passenger(&mut carrier, &mut space);
            bottom = if tick < 150 { (bottom + speed).min(-gap) } else { (bottom - speed).max(-60.0) };
            carrier.start_move(&solver, &mut space, press, Vec2::new(0.0, bottom - 10.0));
            let mut squeezes = 0;
            while carrier.next_squeeze(&solver, &mut space).is_some() {
                squeezes += 1;
            }
            squeezed += squeezes;
            assert!(squeezes == 1 || bottom < -21.9, "speed {speed}, {half} px, to {gap}, tick {tick}: {squeezes}");
            hero.follow_passenger(&carrier, &space, DT);
            hero.step(&solver, &space, &Intent::default(), DT);
            let at = hero.state.mover.aabb.center;
            assert!(at.distance(Vec2::new(1.0, -11.0)) < 0.1, "speed {speed}, {half} px, to {gap}, tick {tick}: {at}");
        }
        assert!(squeezed > 50);
    }
}
