//! The carrier of the library: riders ride, rows are pushed, what has no room is crushed, and nothing is lost.

#![allow(clippy::disallowed_methods, reason = "a test's own random worlds; their bits are stored nowhere")]

use glam::Vec2;
use seamwalker_collide::controller::{Controller, Intent, StepEvents};
use seamwalker_collide::{
    Aabb, Body, BodyId, Carrier, Crush, Layers, Mover, Passenger, Solver, SolverKind, SolverSetup, Space,
    TerrainBuilder,
};
use seamwalker_lab::Rng;

use crate::settings::is_long;
use crate::{outline, space};

const DT: f32 = 1.0 / 60.0;

fn crate_at(x: f32, bottom: f32) -> Body {
    Body { priority: 128, ..Body::new(Aabb::new(Vec2::new(x, bottom - 8.0), Vec2::splat(8.0))) }
}

struct Rig {
    space: Space,
    carrier: Carrier,
    solver: SolverSetup,
}

impl Rig {
    /// A platform 80 px wide and 8 px high, with its top at 0, as body 0, and these crates.
    fn new(crates: &[Body]) -> Self {
        let mut space = Space::default();
        space.bodies.push(Body::new(Aabb::new(Vec2::new(0.0, 4.0), Vec2::new(40.0, 4.0))));
        let ids: Vec<BodyId> = crates.iter().map(|body| space.bodies.push(*body)).collect();
        let carrier = Carrier::new(ids.into_iter().map(Passenger::new).collect());
        Self { space, carrier, solver: SolverSetup::default() }
    }

    /// The same with this ground.
    fn on(mut self, ground: &[(f32, f32)]) -> Self {
        self.space.terrain = space(outline(ground)).terrain;
        self
    }

    /// Moves the platform in one tick, and returns what was crushed.
    fn go(&mut self, by: Vec2) -> Vec<Crush> {
        self.carrier.begin();
        let to = self.space.bodies[0].aabb.center + by;
        self.carrier.start_move(&self.solver, &mut self.space, BodyId(0), to);
        std::iter::from_fn(|| self.carrier.next_crush(&self.solver, &mut self.space)).collect()
    }

    /// A tick of a hero that must not be crushed, in which platforms move by these ways.
    fn tick(&mut self, hero: &mut Controller, intent: Intent, ways: &[(BodyId, Vec2)]) -> StepEvents {
        let Self { space, carrier, solver } = self;
        let moves: Vec<_> = ways.iter().map(|(id, way)| (*id, (space.bodies[*id].aabb.center + *way).into())).collect();
        carrier.tick(solver, space, &mut [(&mut *hero, intent)], moves, DT, |_, crush, _| panic!("{crush:?}"));
        hero.step(solver, space, &intent, DT)
    }

    fn at(&self, body: usize) -> Vec2 {
        self.space.bodies[body].aabb.center
    }
}

#[test]
fn riders_of_riders_go_along_in_every_direction() {
    for by in [Vec2::X, Vec2::NEG_X, Vec2::NEG_Y, Vec2::Y, Vec2::new(3.0, -2.0), Vec2::new(-2.0, 3.0)] {
        let stack = [crate_at(0.0, 0.0), crate_at(4.0, -16.0), crate_at(-2.0, -32.0), crate_at(20.0, 0.0)];
        let mut rig = Rig::new(&stack);
        for tick in 1..=30 {
            assert!(rig.go(by).is_empty());
            for (body, start) in stack.iter().enumerate() {
                let away = rig.at(body + 1) - start.aabb.center - by * tick as f32;
                assert!(away.length() < 0.01, "{by}, tick {tick}: crate {body} is {away} off");
            }
        }
        assert!(rig.carrier.passengers().iter().all(|crate_| crate_.carried.is_some()));
        assert_eq!(rig.space.bodies[0].delta, Vec2::ZERO, "the move is over");
    }
}

/// What does not meet a platform is not carried or pushed by it, and what does not meet a crate passes it on a platform.
#[test]
fn a_passenger_meets_only_its_layers() {
    let ghosts = Layers::layer(3);
    let mut rig = Rig::new(&[crate_at(0.0, 0.0), crate_at(-30.0, 0.0), crate_at(60.0, 9.0)]);
    for body in 1..4 {
        rig.carrier.passenger_mut(BodyId(body)).unwrap().meets = !ghosts;
    }
    // The third one lies to the right of the platform and would be pushed, the second one is carried into a wall of ghosts.
    let wall = Aabb::new(Vec2::new(-20.0, -20.0), Vec2::new(2.0, 20.0));
    rig.space.bodies.push(Body { layers: ghosts, priority: 0, ..Body::new(wall) });
    rig.carrier.passenger_mut(BodyId(2)).unwrap().meets = Layers::DEFAULT;
    rig.carrier.passenger_mut(BodyId(3)).unwrap().meets = ghosts;
    for _ in 0..20 {
        assert!(rig.go(Vec2::X).is_empty());
    }
    assert_eq!([rig.at(1), rig.at(2), rig.at(3)].map(|at| at.x), [20.0, -10.0, 60.0]);
    assert!(rig.space.bodies[3].aabb.overlaps(&rig.space.bodies[0].aabb));
    rig.carrier.passenger_mut(BodyId(1)).unwrap().meets = ghosts;
    rig.go(Vec2::NEG_Y * 4.0);
    assert_eq!([rig.at(1), rig.at(2)].map(|at| at.y), [-8.0, -12.0], "the first one is not carried any more");
}

/// Story: what had sunk a pixel into the character below it, by landing as that one was lifted, was never carried and sank deeper with
/// every tick.
#[test]
fn a_rider_that_is_a_little_in_its_carrier_is_carried_nevertheless() {
    let mut rig = Rig::new(&[crate_at(0.0, 0.0), crate_at(0.0, -14.5)]);
    rig.carrier.passenger_mut(BodyId(1)).unwrap().pushes = false;
    rig.carrier.passenger_mut(BodyId(2)).unwrap().pushes = false;
    for _ in 0..40 {
        rig.go(Vec2::new(0.5, -1.5));
    }
    let apart = rig.at(2) - rig.at(1);
    assert!(apart.y <= -14.4 && apart.x.abs() < 0.1, "{apart}");
}

#[test]
fn a_row_is_pushed_until_a_wall_crushes_the_last() {
    // Beside the platform, not on it.
    let mut rig = Rig::new(&[crate_at(49.0, 12.0), crate_at(65.5, 12.0)]).on(&[(100.0, 50.0), (100.0, -50.0)]);
    let squeezed_at = (1..=60).find(|_| !rig.go(Vec2::X).is_empty());
    assert!((28..=30).contains(&squeezed_at.unwrap()), "28 px of room: {squeezed_at:?}");
    assert!((rig.at(2).x - 92.0).abs() < 0.02, "the last is at the wall: {}", rig.at(2));
}

#[test]
fn what_is_squeezed_may_be_removed_or_stay() {
    for removes in [true, false] {
        let mut rig = Rig::new(&[crate_at(0.0, 0.0)]).on(&[(50.0, -20.0), (-50.0, -20.0)]);
        let mut crushes = 0;
        for _ in 0..30 {
            for crush in rig.go(Vec2::NEG_Y) {
                assert_eq!((crush.pusher, crush.body), (BodyId(0), BodyId(1)));
                assert!(crush.depth > 0.0);
                crushes += 1;
                if removes {
                    rig.space.bodies.enable(BodyId(1), false);
                }
            }
        }
        assert!(if removes { crushes == 1 } else { crushes > 5 }, "{crushes}");
        assert!(rig.at(0).y < -20.0, "a platform stops for nothing");
    }
}

#[test]
fn a_push_moves_the_row_and_its_loads_or_nothing() {
    // Only what yields more is shoved ahead.
    let ahead = Body { priority: 129, ..crate_at(16.0, 0.0) };
    let mut rig = Rig::new(&[crate_at(0.0, 0.0), ahead, crate_at(16.0, -16.0)]).on(&[(60.0, 50.0), (60.0, -50.0)]);
    let shove = |rig: &mut Rig, by: f32| {
        rig.carrier.begin();
        rig.carrier.push(&rig.solver, &mut rig.space, BodyId(1), Vec2::new(by, 0.0))
    };
    for tick in 1..=35 {
        assert_eq!(shove(&mut rig, 1.0), Vec2::X, "{tick}");
        assert!((rig.at(3).x - 16.0 - tick as f32).abs() < 0.05, "the load goes along: {}", rig.at(3));
    }
    let rest = shove(&mut rig, 3.0).x;
    assert!((0.9..=1.02).contains(&rest), "as far as the last can go: {rest}");
    let before: Vec<Vec2> = (1..4).map(|body| rig.at(body)).collect();
    assert!(shove(&mut rig, 3.0).length() < 0.02);
    assert!((1..4).all(|body| rig.at(body).distance(before[body - 1]) < 0.05));
}

/// A hero on a platform that moves by `by` in every tick, 40 ticks later.
fn on_platform(by: Vec2, air: f32) -> (Rig, Controller, impl Fn(&mut Rig, &mut Controller, Intent) -> StepEvents) {
    let mut rig = Rig::new(&[]);
    let mut hero = Controller::new(Aabb::new(Vec2::new(5.0, -14.0), Vec2::new(6.0, 11.0)));
    hero.settings.run.air = air;
    rig.carrier = Carrier::new(vec![hero.add_body(&mut rig.space)]);
    let tick = move |rig: &mut Rig, hero: &mut Controller, intent: Intent| rig.tick(hero, intent, &[(BodyId(0), by)]);
    (0..40).for_each(|_| _ = tick(&mut rig, &mut hero, Intent::default()));
    (rig, hero, tick)
}

/// Story: a hero placed on a moving platform stood still for a tick, and the platform moved on under it.
#[test]
fn a_hero_placed_on_a_moving_platform_is_carried_in_its_first_tick() {
    let rng = &mut Rng(47);
    for case in 0..if is_long() { 5_000 } else { 300 } {
        let by = Vec2::new(rng.range(-8.0, 8.0), rng.range(-4.0, 4.0));
        let at = Vec2::new(rng.range(-40.0, 40.0), -11.0 - rng.range(0.0, 0.04));
        let mut rig = Rig::new(&[]);
        rig.space.bodies.change(BodyId(0), |body| body.one_way = case % 2 == 0);
        let mut hero = Controller::new(Aabb::new(at, Vec2::new(6.0, 11.0)));
        rig.carrier = Carrier::new(vec![hero.add_body(&mut rig.space)]);
        if case % 3 == 0 {
            // It falls from elsewhere, and is put there by a door.
            hero.teleport(Vec2::new(at.x, -300.0));
            (0..9).for_each(|_| _ = hero.step(&rig.solver, &rig.space, &Intent::default(), DT));
            hero.teleport(at);
        }
        for tick in 1..=9 {
            let events = rig.tick(&mut hero, Intent::default(), &[(BodyId(0), by)]);
            let slipped = hero.state.mover.aabb.center - rig.at(0) - (at - Vec2::new(0.0, 4.0));
            assert!(slipped.length() < 0.05, "{case}, {at}, {by}, tick {tick}: slipped by {slipped}");
            assert!(hero.rides() == Some(BodyId(0)) && events.landed.is_none(), "{case}, tick {tick}: {events:?}");
        }
    }
}

/// Story: in the tick of a jump, the platform carried the jumper, and then its speed moved the jumper once more.
#[test]
fn a_character_rides_a_platform_that_goes_anywhere_and_jumps_with_its_speed() {
    for by in [(4.0, 0.0), (-2.0, 0.5), (-3.0, -0.5), (0.5, -2.0), (0.0, 2.5)].map(Vec2::from) {
        let (mut rig, mut hero, tick) = on_platform(by, 0.65);
        let before = hero.state.mover.aabb.center - rig.at(0);
        for _ in 0..60 {
            tick(&mut rig, &mut hero, Intent::default());
            assert_eq!(hero.rides(), Some(BodyId(0)), "{by}");
        }
        let slipped = hero.state.mover.aabb.center - rig.at(0) - before;
        assert!(slipped.length() < 0.05, "{by}: slipped by {slipped}");
        let mut places = vec![hero.state.mover.aabb.center];
        assert!(tick(&mut rig, &mut hero, Intent { jump: true, pressed: true, ..Intent::default() }).jumped);
        places.push(hero.state.mover.aabb.center);
        let expected = Vec2::new(by.x * 60.0, (by.y * 60.0).min(0.0) - hero.settings.jump.speed);
        assert!(hero.state.velocity.distance(expected) < 0.5, "{} instead of {expected}", hero.state.velocity);
        tick(&mut rig, &mut hero, Intent { jump: true, ..Intent::default() });
        let second = hero.state.mover.aabb.center - places[1];
        // A platform that sinks still carries the jumper down in the first tick.
        let is_same = second.distance(places[1] - places[0]) < 0.01;
        assert!(is_same || by.y > 0.0, "{by}: {places:?}, then {second}");
    }
}

/// Story: a platform's speed went into a jump and was not taken out when the jumper came down on the same platform.
#[test]
fn a_hop_on_a_platform_ends_at_rest_where_it_began() {
    let ways = [Vec2::X * 2.0, Vec2::X * -4.0, Vec2::new(1.0, -0.5), Vec2::new(-1.5, 1.0)];
    // Without a brake in the air, and with one.
    for (by, air) in ways.into_iter().flat_map(|by| [(by, 0.0), (by, 0.65)]) {
        let (mut rig, mut hero, tick) = on_platform(by, air);
        let place = |rig: &Rig, hero: &Controller| hero.state.mover.aabb.center - rig.at(0);
        let before = place(&rig, &hero);
        for i in 0..60 {
            let intent = Intent { pressed: i == 0, jump: i < 9, ..Intent::default() };
            tick(&mut rig, &mut hero, intent);
            let slipped = place(&rig, &hero).x - before.x;
            assert!(slipped.abs() < 0.01, "{by}, tick {i}: {slipped}");
            assert_eq!(hero.rides().is_none(), (0..10).contains(&i) || hero.state.ground.is_none(), "{by}, tick {i}");
        }
        assert_eq!((hero.rides(), hero.state.velocity.x), (Some(BodyId(0)), 0.0), "{by}");
    }
}

/// Story: a running jump on a raft ended slower or faster than it began, because the raft's speed was still in what the jumper brought
/// along. Now it runs on the raft as on the ground, in the air and after landing.
#[test]
fn a_running_hop_on_a_platform_is_that_on_the_ground() {
    let hop = |by: Vec2, x: f32| {
        let (mut rig, mut hero, tick) = on_platform(by, 0.65);
        rig.space.bodies.change(BodyId(0), |body| body.aabb.half.x = 4000.0);
        let start = hero.state.mover.aabb.center - rig.at(0);
        (0..150)
            .map(|i| {
                tick(&mut rig, &mut hero, Intent { x, pressed: i % 50 == 20, jump: i % 50 < 26, ..Intent::default() });
                (hero.state.mover.aabb.center - rig.at(0) - start, hero.rides().is_some())
            })
            .collect::<Vec<_>>()
    };
    for x in [1.0, -1.0] {
        let still = hop(Vec2::ZERO, x);
        for by in [Vec2::X, Vec2::NEG_X, Vec2::X * 3.0, Vec2::X * -5.0, Vec2::new(2.0, 0.5)] {
            for (i, (moving, still)) in hop(by, x).iter().zip(&still).enumerate() {
                let apart = (moving.0 - still.0).x.abs();
                let flight = if by.y == 0.0 { 0.05 } else { 6.0 };
                assert!(apart < flight, "{by}, {x}, tick {i}: {apart} px apart, rides {} and {}", moving.1, still.1);
            }
        }
    }
}

/// A crate is pushed at one speed, with what stands on it, over ground and off a ledge, and falls with its load.
#[test]
fn a_hero_pushes_a_crate_off_a_ledge() {
    let mut rig = Rig::new(&[crate_at(-20.0, 0.0), crate_at(-18.0, -16.0)]).on(&[
        (-400.0, 0.0),
        (60.0, 0.0),
        (60.0, 60.0),
        (400.0, 60.0),
    ]);
    rig.space.bodies.enable(BodyId(0), false);
    let mut hero = Controller::new(Aabb::new(Vec2::new(-60.0, -11.0), Vec2::new(6.0, 11.0)));
    let (lower, upper) = (BodyId(1), BodyId(2));
    rig.carrier.add(hero.add_body(&mut rig.space));
    let intent = Intent { x: 1.0, ..Intent::default() };
    let (mut pushes, mut before) = (0, rig.at(1).x);
    for i in 0..240 {
        let Rig { space, carrier, solver } = &mut rig;
        carrier.begin();
        hero.update_passenger(carrier, space);
        // The lower one first.
        let _ = [lower, upper].map(|body| carrier.fall(solver, space, body, Vec2::new(0.0, 3.0)));
        hero.follow_passenger(carrier, space, DT);
        let pushed = hero.push(solver, space, carrier, &intent, DT);
        hero.step(solver, space, &intent, DT);
        let moved = rig.at(1).x - before;
        before = rig.at(1).x;
        if pushed.is_some() {
            pushes += 1;
            let gap = rig.space.bodies[lower].aabb.min().x - hero.state.mover.aabb.max().x;
            let is_steady =
                (moved - 1.0).abs() < 0.01 && (hero.state.velocity.x - 60.0).abs() < 0.01 && gap.abs() < 0.15;
            assert!(
                pushes < 6 || rig.at(1).x > 58.0 || is_steady,
                "{i}: {moved} px, {} px/s, {gap} px apart",
                hero.state.velocity
            );
        }
        if rig.at(1).y < 0.0 {
            let load = rig.at(2) - rig.at(1);
            assert!(load.distance(Vec2::new(2.0, -16.0)) < 0.05, "{i}: {load}");
        }
    }
    assert!(pushes > 60, "{pushes}");
    assert!((rig.at(1).y - 52.0).abs() < 0.05, "it fell to the ground below: {}", rig.at(1));
}

/// Two crates, one on the other, ride on a lift with a hero on top, fall off it with the hero, rest on a slope, and are at rest again.
#[test]
fn crates_fall_and_ride_in_a_tick() {
    let mut rig =
        Rig::new(&[crate_at(0.0, 0.0), crate_at(2.0, -16.0)]).on(&[(-400.0, 100.0), (0.0, 100.0), (90.0, 70.0)]);
    let mut hero = Controller::new(Aabb::new(Vec2::new(3.0, -43.0), Vec2::new(6.0, 11.0)));
    rig.carrier.add(hero.add_body(&mut rig.space));
    for by in [Vec2::new(0.0, -1.0), Vec2::new(1.5, 0.5), Vec2::new(-0.5, 3.0)] {
        for tick in 0..20 {
            rig.tick(&mut hero, Intent::default(), &[(BodyId(0), by)]);
            let places = [rig.at(1), rig.at(2), hero.state.mover.aabb.center].map(|at| at - rig.at(0));
            let away = [(0.0, -12.0), (2.0, -28.0), (3.0, -47.0)].map(Vec2::from);
            assert!(places.iter().zip(away).all(|(at, to)| at.distance(to) < 0.1), "{by}, tick {tick}: {places:?}");
        }
    }
    // The lift is pulled away.
    rig.space.bodies.enable(BodyId(0), false);
    let (mut falling, mut before) = (0, rig.at(1));
    for tick in 0..120 {
        rig.tick(&mut hero, Intent::default(), &[]);
        let loads = [rig.at(2) - rig.at(1), hero.state.mover.aabb.center - rig.at(2)];
        assert!(loads[0].distance(Vec2::new(2.0, -16.0)) < 0.3 && (loads[1].y + 19.0).abs() < 0.6, "{tick}: {loads:?}");
        falling += u32::from(rig.at(1).y > before.y + 0.1);
        before = rig.at(1);
    }
    assert!(falling > 5 && rig.at(1).y > 70.0, "{falling}: {}", rig.at(1));
    assert!(rig.carrier.passengers().iter().all(|one| one.fall_speed == 0.0), "at rest on the slope");
}

/// A hero pushes a crate into a hole of the crate's width. A second hero stands on the crate, and comes along.
#[test]
fn a_hero_pushes_a_crate_in_a_tick() {
    let ground = [(-400.0, 0.0), (60.0, 0.0), (60.0, 30.0), (76.0, 30.0), (76.0, 0.0), (400.0, 0.0)];
    let mut rig = Rig::new(&[crate_at(0.0, 0.0)]).on(&ground);
    rig.space.bodies.enable(BodyId(0), false);
    let hero_at = |x, y| Controller::new(Aabb::new(Vec2::new(x, y), Vec2::new(6.0, 11.0)));
    let (mut pusher, mut rider) = (hero_at(-40.0, -11.0), hero_at(1.0, -27.0));
    for hero in [&mut pusher, &mut rider] {
        rig.carrier.add(hero.add_body(&mut rig.space));
    }
    let Rig { mut space, mut carrier, solver } = rig;
    let intent = Intent { x: 1.0, ..Intent::default() };
    for tick in 0..240 {
        let mut heroes = [(&mut pusher, intent), (&mut rider, Intent::default())];
        carrier.tick(&solver, &mut space, &mut heroes, [], DT, |_, crush, _| panic!("{crush:?}"));
        for (hero, intent) in heroes {
            hero.step(&solver, &space, &intent, DT);
        }
        let item = space.bodies[1].aabb.center;
        let rides = rider.state.mover.aabb.center - item;
        assert!(item.y > -7.9 || rides.distance(Vec2::new(1.0, -19.0)) < 0.1, "{tick}: {item}, {rides}");
    }
    let item = space.bodies[1].aabb.center;
    assert!(item.distance(Vec2::new(68.0, 22.0)) < 0.05, "in the hole: {item}");
}

/// A hero that the closure puts elsewhere stays there.
#[test]
fn a_squeezed_hero_may_be_teleported() {
    let mut rig = Rig::new(&[]).on(&[(-200.0, 30.0), (200.0, 30.0)]);
    let mut hero = Controller::new(Aabb::new(Vec2::new(0.0, 19.0), Vec2::new(6.0, 11.0)));
    rig.carrier.add(hero.add_body(&mut rig.space));
    let (spawn, mut deaths) = (Vec2::new(-150.0, 19.0), 0);
    let Rig { mut space, mut carrier, solver } = rig;
    for y in 4..20 {
        let (intent, moves) = (Intent::default(), [(BodyId(0), Vec2::new(0.0, y as f32).into())]);
        carrier.tick(&solver, &mut space, &mut [(&mut hero, intent)], moves, DT, |_, _, hero| {
            deaths += 1;
            hero.unwrap().teleport(spawn);
        });
        hero.step(&solver, &space, &intent, DT);
    }
    assert!(
        deaths == 1 && hero.state.mover.aabb.center.distance(spawn) < 0.1,
        "{deaths}: {}",
        hero.state.mover.aabb.center
    );
}

/// A missing call is named, in debug builds: here the same five calls without one of them.
#[test]
fn a_missing_call_is_named() {
    let calls = |without: &str| {
        let mut rig = Rig::new(&[]);
        let mut hero = Controller::new(Aabb::new(Vec2::new(0.0, -11.0), Vec2::new(6.0, 11.0)));
        rig.carrier.add(hero.add_body(&mut rig.space));
        for tick in 0..3 {
            let Rig { space, carrier, solver } = &mut rig;
            let to = Vec2::new(tick as f32, 4.0);
            // The first tick is complete: a call may be missing later.
            let is_there = |call| tick == 0 || call != without;
            is_there("begin").then(|| carrier.begin());
            is_there("update_passenger").then(|| hero.update_passenger(carrier, space));
            carrier.move_body(solver, space, BodyId(0), to, |_, _| {});
            is_there("follow_passenger").then(|| hero.follow_passenger(carrier, space, DT));
            hero.step(solver, space, &Intent::default(), DT);
        }
    };
    calls("");
    for call in ["begin", "update_passenger", "follow_passenger"] {
        let panic = std::panic::catch_unwind(|| calls(call)).map_err(|panic| *panic.downcast::<&str>().unwrap());
        assert!(!cfg!(debug_assertions) || panic.is_err_and(|text| text.contains(&format!("::{call} "))), "{call}");
    }
}

/// Story: a lift that came down beside a hero and touched two pixels of it was reported as if it had crushed the hero.
#[test]
fn a_press_that_grazes_a_hero_moves_it_aside() {
    for (below, dies) in [(0.5, false), (1.5, false), (2.5, false), (3.5, false), (5.5, true), (9.0, true)] {
        let mut rig = Rig::new(&[]).on(&[(-200.0, 100.0), (200.0, 100.0)]);
        let mut hero = Controller::new(Aabb::new(Vec2::new(46.0 - below, 89.0), Vec2::new(6.0, 11.0)));
        rig.carrier.add(hero.add_body(&mut rig.space));
        let Rig { mut space, mut carrier, solver } = rig;
        let (mut is_dead, mut worst) = (false, 0.0_f32);
        for y in 4..90 {
            let (intent, moves) = (Intent::default(), [(BodyId(0), Vec2::new(0.0, y as f32).into())]);
            carrier.tick(&solver, &mut space, &mut [(&mut hero, intent)], moves, DT, |space, crush, hero| {
                worst = worst.max(crush.depth);
                is_dead |= !hero.unwrap().slip_out(&solver, space, 4.0);
            });
            hero.step(&solver, &space, &intent, DT);
        }
        assert_eq!(is_dead, dies, "{below} px below the press, {worst} px deep");
        if !dies {
            assert!(hero.state.mover.aabb.min().x >= 39.99, "{:?}", hero.state.mover.aabb);
        }
    }
}

/// What cannot be lifted any further sinks through a one-way platform, and is not crushed.
#[test]
fn a_one_way_platform_crushes_nothing() {
    let mut rig = Rig::new(&[crate_at(0.0, 0.0)]).on(&[(50.0, -20.0), (-50.0, -20.0)]);
    rig.space.bodies.change(BodyId(0), |body| body.one_way = true);
    assert!((0..30).all(|_| rig.go(Vec2::NEG_Y).is_empty()));
    assert!(rig.at(1).y > -12.5 && rig.at(0).y < -20.0, "{} {}", rig.at(1), rig.at(0));
}

/// Two rafts side by side, with the same speed: a walker keeps its own speed from one to the other, and loses what it has in common
/// with a raft that it walks onto from the ground.
#[test]
fn a_walker_boards_rafts_with_its_own_speed() {
    let mut rig = Rig::new(&[]).on(&[(-600.0, 0.0), (0.0, 0.0)]);
    let second = rig.space.bodies.push(Body::new(Aabb::new(Vec2::new(80.0, 4.0), Vec2::new(40.0, 4.0))));
    let mut hero = Controller::new(Aabb::new(Vec2::new(-60.0, -11.0), Vec2::new(6.0, 11.0)));
    rig.carrier = Carrier::new(vec![hero.add_body(&mut rig.space)]);
    let (mut ridden, mut least) = (Vec::new(), f32::INFINITY);
    for i in 0..120 {
        rig.carrier.begin();
        hero.update_passenger(&mut rig.carrier, &mut rig.space);
        for body in [BodyId(0), second] {
            let to = rig.space.bodies[body].aabb.center + Vec2::X;
            rig.carrier.start_move(&rig.solver, &mut rig.space, body, to);
            assert!(rig.carrier.next_crush(&rig.solver, &mut rig.space).is_none());
        }
        hero.follow_passenger(&mut rig.carrier, &rig.space, DT);
        if hero.rides().is_some() && ridden.last() != Some(&hero.rides()) {
            ridden.push(hero.rides());
            assert!((hero.state.velocity.x - hero.settings.run.speed).abs() < 61.0, "{i}: {}", hero.state.velocity);
        }
        if hero.rides() == Some(second) {
            least = least.min(hero.state.velocity.length().round());
        }
        hero.step(&rig.solver, &rig.space, &Intent { x: 1.0, ..Intent::default() }, DT);
    }
    assert_eq!(ridden, [Some(BodyId(0)), Some(second)]);
    assert_eq!(least, hero.settings.run.speed, "the seam between the rafts brakes nobody");
}

/// Story: a wall of 8 px passed a hero at 1,440 px/s, and lifts passed their riders. Here a body of at least a pixel goes up to 1,000 px
/// along an axis, alone or towards a second one that comes after it, with up to three passengers in its way: they are ahead of it
/// afterwards, in their order, or have been crushed.
#[test]
fn nothing_passes_through_a_carrier_at_any_speed() {
    let (mut crushed, mut pushed) = (0, 0);
    for seed in 0..if is_long() { 100_000 } else { 2000 } {
        let rng = &mut Rng(seed);
        let ahead = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y][seed as usize % 4];
        let size = |rng: &mut Rng| rng.range(-1.0, 4.5).exp2();
        let half = |along: f32, across: f32| ahead.abs() * along + ahead.perp().abs() * across;
        let far = |rng: &mut Rng| rng.range(1.0, 9.97).exp2();
        let (thin, way) = (size(rng), far(rng));
        let one_way = ahead == Vec2::NEG_Y && rng.bits().is_multiple_of(2);
        let mut space = Space::default();
        space.bodies.push(Body { one_way, ..Body::new(Aabb::new(Vec2::ZERO, half(thin, 40.0))) });
        let (mut front, mut passengers) = (thin + rng.range(0.01, 2.0), Vec::new());
        let last = rng.bits() % 3;
        for _ in 0..=last {
            let along = size(rng);
            front += along + rng.range(0.01, 0.6) * way;
            let at = ahead * front + ahead.perp() * rng.range(-5.0, 5.0);
            let aabb = Aabb::new(at, half(along, rng.range(10.0, 16.0)));
            let body = space.bodies.push(Body { priority: 128 + rng.bits() as u8 % 2, ..Body::new(aabb) });
            // A stack of riders that push nothing sinks together below a ceiling.
            let (rides, pushes) = (rng.bits().is_multiple_of(2), last > 0 || rng.bits().is_multiple_of(2));
            passengers.push(Passenger { rides, pushes, ..Passenger::new(body) });
            front += along;
        }
        let (kind, thick) = (rng.bits() % 3, size(rng));
        let wall = ahead * (front + rng.range(0.0, 1.2) * way + thick);
        if kind > 0 && !one_way {
            space.bodies.push(Body { priority: kind as u8 - 1, ..Body::new(Aabb::new(wall, half(thick, 60.0))) });
        }
        let ids: Vec<BodyId> = passengers.iter().map(|passenger| passenger.body).collect();
        let mut rig = Rig { space, carrier: Carrier::new(passengers), solver: SolverSetup::default() };
        let mut crushes = rig.go(ahead * way).len();
        if kind == 2 && !one_way {
            let second = BodyId(rig.space.bodies.len() as u32 - 1);
            let to = wall - ahead * far(rng);
            rig.carrier.start_move(&rig.solver, &mut rig.space, second, to);
            crushes += std::iter::from_fn(|| rig.carrier.next_crush(&rig.solver, &mut rig.space)).count();
        }
        crushed += u32::from(crushes > 0);
        if crushes == 0 {
            let row: Vec<Aabb> = [BodyId(0)].iter().chain(&ids).map(|id| rig.space.bodies[*id].aabb).collect();
            for (i, pair) in row.windows(2).enumerate() {
                let (apart, halves) = (pair[1].center - pair[0].center, pair[0].half + pair[1].half);
                let gap = apart.dot(ahead) - halves.dot(ahead.abs());
                // What two bodies press may leave to the side.
                let aside = apart.dot(ahead.perp()).abs() - halves.dot(ahead.perp().abs());
                assert!(
                    gap.max(aside) > -0.05,
                    "seed {seed}, {way} px to {ahead}: {i} is {gap} px from the next: {row:?}"
                );
            }
            pushed += u32::from(row[1].center.dot(ahead) - row[1].half.dot(ahead.abs()) < way + thin + 0.05);
        }
    }
    assert!(crushed > 200 && pushed > 400, "{crushed} {pushed}");
}

#[test]
fn unknown_bodies_do_nothing() {
    let mut rig = Rig::new(&[crate_at(0.0, 0.0)]);
    let bad = BodyId(u32::MAX);
    rig.carrier = Carrier::new(vec![Passenger::new(bad), Passenger::new(BodyId(1)), Passenger::new(BodyId(77))]);
    assert!(rig.go(Vec2::X).is_empty());
    assert_eq!(rig.at(1).x, 1.0);
    rig.carrier.start_move(&rig.solver, &mut rig.space, bad, Vec2::ONE);
    assert!(rig.carrier.next_crush(&rig.solver, &mut rig.space).is_none());
    rig.carrier.start_push(&rig.space, bad, Vec2::ONE);
    assert!(rig.carrier.next_crush(&rig.solver, &mut rig.space).is_none());
    assert_eq!(rig.carrier.push(&rig.solver, &mut rig.space, bad, Vec2::X), Vec2::ZERO);
    assert_eq!(rig.carrier.push(&rig.solver, &mut rig.space, BodyId(99), Vec2::X), Vec2::ZERO);
    assert_eq!(rig.carrier.slide(&rig.solver, &mut rig.space, BodyId(99), Vec2::X, &[bad]), Vec2::ZERO);
    assert!(rig.carrier.passenger_mut(BodyId(99)).is_none() && rig.carrier.passenger(BodyId(5)).is_none());
}

/// Many crates and platforms at random, under every solver: all of it stays finite, and no crate is left deep inside a platform without
/// having been crushed. A platform with no crate within 1 px of its way moves only itself: the game does not call the carrier then.
#[test]
fn a_crowd_of_platforms_and_crates_stays_apart_or_is_crushed() {
    for kind in SolverKind::ALL {
        let mut rng = Rng(7);
        let mut space = Space::default();
        let place = |rng: &mut Rng| Vec2::new(rng.range(-150.0, 150.0), rng.range(-100.0, 100.0));
        for _ in 0..6 {
            let half = Vec2::new(rng.range(12.0, 40.0), 4.0);
            space.bodies.push(Body { priority: 1, ..Body::new(Aabb::new(place(&mut rng), half)) });
        }
        let crates: Vec<BodyId> = (0..30)
            .map(|_| {
                let at = place(&mut rng);
                space.bodies.push(crate_at(at.x, at.y))
            })
            .collect();
        let mut carrier = Carrier::new(crates.iter().copied().map(Passenger::new).collect());
        let (solver, mut alone) = (SolverSetup::new(kind), 0);
        for tick in 0..200 {
            carrier.begin();
            for platform in 0..6 {
                let id = BodyId(platform);
                let to =
                    space.bodies[platform as usize].aabb.center + Vec2::new(rng.range(-2.0, 2.0), rng.range(-2.0, 2.0));
                let before = space.bodies.clone();
                let way = before[id].aabb.swept(to - before[id].aabb.center).grown(1.0);
                let is_alone = !before.any_near(&way, |other, _| crates.contains(&other));
                carrier.start_move(&solver, &mut space, id, to);
                let mut crushed = Vec::new();
                while let Some(crush) = carrier.next_crush(&solver, &mut space) {
                    crushed.push(crush.body);
                    space.bodies.enable(crush.body, false);
                }
                if is_alone {
                    alone += 1;
                    space.bodies.iter().zip(&before).skip(6).for_each(|(now, before)| assert_eq!(now, before));
                    assert_eq!(space.bodies[id], Body { aabb: Aabb { center: to, ..before[id].aabb }, ..before[id] });
                }
                for &body in crates.iter().filter(|body| space.bodies[**body].enabled) {
                    let mover = Mover::new(space.bodies[body].aabb);
                    let depth = space.bodies.touching(id, solver.view(), &mover, 0.0).map_or(0.0, |touch| touch.depth);
                    assert!(
                        depth < 0.5 || crushed.contains(&body),
                        "{kind:?}, tick {tick}: {body:?} is {depth} px deep"
                    );
                    assert!(space.bodies[body].aabb.is_valid());
                }
            }
        }
        let left = space.bodies.iter().filter(|body| body.enabled).count();
        assert!(left >= 6 && alone > 100, "{kind:?}: {left}, {alone}");
    }
}

/// Ground that a character passes does not stop it while it is carried.
#[test]
fn a_ghost_is_carried_through_what_it_passes() {
    const DOOR: Layers = Layers::layer(3);
    let mut ground = TerrainBuilder::default();
    ground.layers = DOOR;
    ground.solid(&[Aabb::new(Vec2::new(100.0, 30.0), Vec2::new(8.0, 60.0)).corners()]).unwrap();
    for (passes, end) in [(DOOR, 140.0), (Layers::NONE, 86.0)] {
        let (solver, mut space) = (SolverSetup::default(), Space::new(ground.clone().build()));
        let raft = space.bodies.push(Body::new(Aabb::new(Vec2::new(60.0, 100.0), Vec2::new(24.0, 4.0))));
        let mut hero = Controller::new(Aabb::new(Vec2::new(60.0, 85.0), Vec2::new(6.0, 11.0)));
        hero.state.mover.passes = passes;
        let mut carrier = Carrier::new(vec![hero.add_body(&mut space)]);
        for tick in 1..=80_u8 {
            let to = Vec2::new(60.0 + f32::from(tick), 100.0);
            let intent = Intent::default();
            carrier.tick(&solver, &mut space, &mut [(&mut hero, intent)], [(raft, to.into())], DT, |_, _, _| {});
            hero.step(&solver, &space, &intent, DT);
        }
        assert!((hero.state.mover.aabb.center.x - end).abs() < 0.1, "{passes:?}: {}", hero.state.mover.aabb.center);
    }
}
