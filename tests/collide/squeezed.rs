//! Movers that begin inside of bodies, as after a squeeze that the game ignores: no slide leads them into the ground.

use glam::Vec2;
use seamwalker_collide::controller::{Controller, Intent};
use seamwalker_collide::{Aabb, Body, Carrier, Layers, Mover, Outcome, Solver, SolverSetup, Space};
use seamwalker_lab::Rng;

use crate::settings::is_long;
use crate::{LAWFUL, outline, random_field, ring, space};

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
        for kind in LAWFUL {
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
        let ground = blocks.iter().filter(|_| is_ground).chain([&floor]);
        let mut space = space(ground.flat_map(|aabb| ring(&aabb.corners())).collect());
        space.bodies.extend(blocks.iter().filter(|_| !is_ground).map(|aabb| Body::new(*aabb)));
        let solver = SolverSetup::new(LAWFUL[case % 2]);
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

/// A character on this ground, and a body that goes to another place in each of 300 ticks. The game ignores the squeezes: `judge` gets
/// the tick, the number of squeezes in it, and the character.
fn press(
    ground: &[(f32, f32)],
    at: Vec2,
    half: Vec2,
    x: f32,
    mut place: impl FnMut(u32) -> Vec2,
    mut judge: impl FnMut(u32, u32, &Space, &Mover),
) {
    let (mut space, solver) = (space(outline(ground)), SolverSetup::default());
    let body = space.bodies.push(Body::new(Aabb::new(place(0), half)));
    let mut hero = Controller::new(Aabb::new(at, Vec2::new(6.0, 11.0)));
    let mut carrier = Carrier::new(vec![hero.add_body(&mut space)]);
    for tick in 1..=300 {
        carrier.begin();
        hero.update_passenger(&mut carrier, &mut space);
        carrier.start_move(&solver, &mut space, body, place(tick));
        let mut squeezes = 0;
        while carrier.next_crush(&solver, &mut space).is_some() {
            squeezes += 1;
        }
        hero.follow_passenger(&mut carrier, &space, DT);
        hero.step(&solver, &space, &Intent { x, ..Intent::default() }, DT);
        judge(tick, squeezes, &space, &hero.state.mover);
    }
}

/// A pusher closes in on a character, which stands, walks towards the wall or away from it.
#[test]
fn a_squeezed_character_stays_out_of_the_wall() {
    let ground = [(0.0, -200.0), (0.0, 0.0), (400.0, 0.0)];
    for (speed, x, stop) in [1.0_f32, 3.0].into_iter().flat_map(|speed| {
        [-1.0, 0.0, 1.0].into_iter().flat_map(move |x| [11.0, 6.0, 3.0, 0.0].map(|stop| (speed, x, stop)))
    }) {
        let place = |tick| Vec2::new((72.0 - speed * tick as f32).max(stop) + 20.0, -50.0);
        let mut all = 0;
        press(&ground, Vec2::new(8.0, -11.0), Vec2::new(20.0, 50.0), x, place, |tick, squeezes, space, hero| {
            all += squeezes;
            let deep = in_ground(space, &SolverSetup::default(), hero);
            assert!(deep < DEEPER, "{speed} px per tick to {stop}, walks {x}, tick {tick}: {deep} px in the ground");
        });
        assert!(all > 0);
    }
}

/// Story: a press closed completely, and threw its victim out at its top. What is squeezed stays where it is until there is room.
#[test]
fn a_press_leaves_its_victim_where_it_is() {
    for (speed, half, gap) in [0.5_f32, 1.0, 3.0].into_iter().flat_map(|speed| {
        [30.0, 200.0].into_iter().flat_map(move |half| [12.0, 2.0, 0.0].map(|gap| (speed, half, gap)))
    }) {
        let bottom = |tick: u32| (speed * tick.min(300 - tick) as f32 - 60.0).min(-gap);
        let (place, start) = (|tick| Vec2::new(0.0, bottom(tick) - 10.0), Vec2::new(1.0, -11.0));
        let mut all = 0;
        press(&[(-400.0, 0.0), (400.0, 0.0)], start, Vec2::new(half, 10.0), 0.0, place, |tick, squeezes, _, hero| {
            all += squeezes;
            let at = hero.aabb.center;
            let about = || format!("speed {speed}, {half} px, to {gap}, tick {tick}");
            assert!(squeezes == 1 || bottom(tick) < -21.9, "{}: {squeezes}", about());
            assert!(at.distance(start) < 0.1, "{}: {at}", about());
        });
        assert!(all > 50);
    }
}
