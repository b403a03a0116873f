//! The things of the game: springs, patches, doors, irons, scissors, spools, bugs, moths, wind, and the dash, in numbers, in
//! levels drawn with letters.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{Aabb, Direction, SolverKind, SolverSetup};
use seamwalker_lab::{Rng, ascii};
use seamwalker_level::{Easing, Flight, GivesWay, Level, Object, ObjectKind, Platform, Start, Turning};
use seamwalker_sim::{Assist, Buttons, Death, Event, Input, Pose, Snapshot, World};

use crate::play::{DASH, DOWN, JUMP, LEFT, RIGHT, UP, deepest, highest, hold, measured};

/// The solvers under which the levels of the game are finished.
const SOLVERS: [SolverKind; 3] = [SolverKind::ThickSat, SolverKind::PerAxis, SolverKind::MandatoryFirst];

/// A room with a floor whose top is at y 160, and the player at x 40.
const ROOM: &str = "
    #..............................#
    #..............................#
    #..............................#
    #..............................#
    #..............................#
    #..............................#
    #..............................#
    #..............................#
    #..............................#
    #.P............................#
    ################################
";

const FLOOR: f32 = 160.0;

/// A level of a picture, with things in boxes (x, y, width, height).
fn level(picture: &str, things: &[([f32; 4], ObjectKind)]) -> Level {
    let mut level = ascii::level(picture);
    level.meta.dash = true;
    for (id, ([x, y, width, height], kind)) in (900..).zip(things) {
        let aabb = Aabb::from_corners(Vec2::new(*x, *y), Vec2::new(x + width, y + height));
        level.objects.push(Object { id, name: String::new(), aabb, kind: kind.clone(), properties: [].into() });
    }
    level
}

fn world_with(kind: SolverKind, things: &[([f32; 4], ObjectKind)]) -> World {
    let mut world = measured(World::new(Arc::new(level(ROOM, things)), SolverSetup::new(kind)));
    hold(&mut world, 0, 3);
    world
}

/// Steps until an event happens. Returns the number of ticks.
fn until(world: &mut World, buttons: u8, most: u32, happens: impl Fn(&Event) -> bool) -> u32 {
    (1..=most)
        .find(|_| hold(world, buttons, 1).iter().any(&happens))
        .unwrap_or_else(|| panic!("nothing within {most} ticks; the player is at {}", world.state.player.feet()))
}

fn spring(direction: Direction, height: f32) -> ObjectKind {
    ObjectKind::Spring { direction, height }
}

fn standing([x, y, width, height]: [f32; 4], platform: Platform) -> ([f32; 4], ObjectKind) {
    let middle = Vec2::new(x + width * 0.5, y + height * 0.5);
    let track = if platform.track.is_empty() { vec![middle] } else { platform.track };
    ([x, y, width, height], ObjectKind::Platform(Platform { track, ..platform }))
}

// ---- springs ----

#[test]
fn a_spring_throws_to_its_height() {
    for kind in SOLVERS {
        for height in [48.0, 104.0] {
            let mut world = world_with(kind, &[([64.0, 152.0, 16.0, 8.0], spring(Direction::Up, height))]);
            until(&mut world, RIGHT, 60, |event| matches!(event, Event::Sprung { .. }));
            let from = world.state.player.feet().y;
            let top = highest(&mut world, 0, 60);
            assert!((from - top - height).abs() < 6.0, "{kind}: {height} px, but {}", from - top);
        }
    }
}

#[test]
fn a_spring_in_a_wall_throws_sideways_and_one_in_the_floor_throws_crates() {
    let side = ([120.0, 144.0, 8.0, 16.0], spring(Direction::Left, 104.0));
    let mut world = world_with(SolverKind::ThickSat, &[side]);
    until(&mut world, RIGHT, 60, |event| matches!(event, Event::Sprung { .. }));
    hold(&mut world, RIGHT, 5);
    assert!(
        world.state.player.motion.velocity.x < -200.0 && world.state.player.motion.velocity.y < 0.0,
        "{}",
        world.state.player.motion.velocity
    );

    let up = ([200.0, 152.0, 16.0, 8.0], spring(Direction::Up, 64.0));
    let above = ([200.0, 100.0, 16.0, 16.0], ObjectKind::Crate { priority: 3 });
    let mut world = world_with(SolverKind::ThickSat, &[up, above]);
    until(&mut world, 0, 60, |event| matches!(event, Event::Sprung { .. }));
    let body = world.state.crates[0].body.0 as usize;
    let top = (0..40).fold(f32::INFINITY, |top: f32, _| {
        hold(&mut world, 0, 1);
        top.min(world.state.space.bodies[body].aabb.max().y)
    });
    assert!((FLOOR - top - 64.0).abs() < 8.0, "{top}");
}

// ---- patches ----

fn patch(falls: bool) -> Platform {
    let gives_way = GivesWay { falls, after: 0.4, back: 1.0 };
    Platform { one_way: falls, gives_way: Some(gives_way), ..Platform::default() }
}

#[test]
fn patches_hold_for_a_while_give_way_and_come_back() {
    for kind in SOLVERS {
        for falls in [true, false] {
            let at = [32.0, 112.0, 32.0, 16.0];
            let mut world = world_with(kind, &[standing(at, patch(falls))]);
            hold(&mut world, 0, 60);
            assert_eq!(world.state.platforms[0].clock, 0, "nothing was on it");
            world.start_at_point(Vec2::new(48.0, 112.0), false);
            until(&mut world, 0, 10, |event| matches!(event, Event::Loosened { .. }));
            let held = until(&mut world, 0, 60, |event| matches!(event, Event::GaveWay { .. }));
            assert_eq!(held, 24, "0.4 s");
            hold(&mut world, 0, 50);
            assert!((world.state.player.feet().y - FLOOR).abs() < 0.1, "{kind}: {}", world.state.player.feet());
            until(&mut world, 0, 120, |event| matches!(event, Event::CameBack { .. }));
            let body = &world.state.space.bodies[world.state.platforms[0].body.0 as usize];
            assert!(body.enabled && body.aabb.min() == Vec2::new(at[0], at[1]));
        }
    }
}

#[test]
fn a_worn_patch_waits_until_its_place_is_free() {
    let at = [32.0, 130.0, 32.0, 16.0];
    let mut world = world_with(SolverKind::ThickSat, &[standing(at, patch(false))]);
    world.start_at_point(Vec2::new(48.0, 130.0), false);
    until(&mut world, 0, 60, |event| matches!(event, Event::GaveWay { .. }));
    let events = hold(&mut world, 0, 200);
    assert!(!events.iter().any(|event| matches!(event, Event::CameBack { .. })), "the player stands in its place");
    until(&mut world, RIGHT, 60, |event| matches!(event, Event::CameBack { .. }));
    assert!(world.state.player.aabb().min().x >= 64.0 - 0.1);
}

#[test]
fn patches_give_way_under_crates() {
    for kind in SOLVERS {
        for falls in [true, false] {
            let above = ([136.0, 80.0, 16.0, 16.0], ObjectKind::Crate { priority: 3 });
            let mut world = world_with(kind, &[standing([128.0, 112.0, 32.0, 16.0], patch(falls)), above]);
            until(&mut world, 0, 60, |event| matches!(event, Event::Loosened { .. }));
            until(&mut world, 0, 60, |event| matches!(event, Event::GaveWay { .. }));
            hold(&mut world, 0, 60);
            let body = world.state.crates[0].body;
            let lowest = world.state.space.bodies[body].aabb.max().y;
            assert!((lowest - FLOOR).abs() < 0.1, "{kind}: the crate is at {lowest}");
        }
    }
}

#[test]
fn worn_patches_fray_in_the_wind_and_loose_ones_hold() {
    let wind = ([200.0, 64.0, 96.0, 64.0], ObjectKind::Wind { direction: Direction::Up, speed: 120.0 });
    let at = |x| [x, 112.0, 32.0, 16.0];
    let list =
        [standing(at(208.0), patch(false)), standing(at(256.0), patch(true)), standing(at(320.0), patch(false)), wind];
    let mut world = world_with(SolverKind::ThickSat, &list);
    let mut gone = [0; 3];
    for event in hold(&mut world, 0, 300) {
        if let Event::GaveWay { index } = event {
            gone[index as usize] += 1;
        }
    }
    assert_eq!(gone, [4, 0, 0], "0.4 s until it is gone and 1 s until it is back, again and again");
}

/// After a respawn, the player never has to wait for a patch.
#[test]
fn patches_return_when_the_player_respawns() {
    for falls in [true, false] {
        let mut slow = patch(falls);
        slow.gives_way = Some(GivesWay { falls, after: 0.4, back: 9.0 });
        let mut world = world_with(SolverKind::ThickSat, &[standing([32.0, 112.0, 32.0, 16.0], slow)]);
        world.start_at_point(Vec2::new(48.0, 112.0), false);
        until(&mut world, 0, 60, |event| matches!(event, Event::GaveWay { .. }));
        hold(&mut world, Buttons::RETRY, 1);
        until(&mut world, 0, 120, |event| matches!(event, Event::Respawned));
        until(&mut world, 0, 2, |event| matches!(event, Event::CameBack { .. }));
        assert!(world.state.space.bodies[world.state.platforms[0].body.0 as usize].enabled);
        assert_eq!(world.state.platforms[0].clock, 0);
    }
}

/// A loose patch is a ribbon, which is open for a player inside it.
#[test]
fn a_loose_patch_can_come_back_around_the_player() {
    let mut world = world_with(SolverKind::ThickSat, &[standing([32.0, 144.0, 32.0, 16.0], patch(true))]);
    world.start_at_point(Vec2::new(48.0, 144.0), false);
    until(&mut world, 0, 60, |event| matches!(event, Event::GaveWay { .. }));
    until(&mut world, 0, 200, |event| matches!(event, Event::CameBack { .. }));
    assert!((world.state.player.feet().y - FLOOR).abs() < 0.1, "the player stands below, in its place");
    hold(&mut world, Buttons::JUMP, 40);
    assert!(world.state.player.feet().y <= 144.1, "{}", world.state.player.feet());
}

// ---- doors ----

fn door(speed: f32) -> ([f32; 4], ObjectKind) {
    let at = [160.0, 112.0, 16.0, 48.0];
    let track = vec![Vec2::new(168.0, 136.0), Vec2::new(168.0, 88.0)];
    standing(at, Platform { track, speed, start: Start::Opened, ..Platform::default() })
}

#[test]
fn a_door_opens_for_good_when_all_its_keys_are_taken() {
    for kind in SOLVERS {
        let key = |x: f32| ([x, 140.0, 16.0, 16.0], ObjectKind::KeyButton { opens: Some(900) });
        let mut world = world_with(kind, &[door(160.0), key(80.0), key(120.0)]);
        hold(&mut world, RIGHT, 20);
        assert_eq!(world.state.platforms[0].clock, 0, "one key is not enough");
        until(&mut world, RIGHT, 60, |event| matches!(event, Event::Opened { .. }));
        hold(&mut world, RIGHT, 120);
        assert!(
            world.state.player.feet().x > 300.0,
            "{kind}: the player passed the door: {}",
            world.state.player.feet()
        );
        assert_eq!(world.state.space.bodies[0].aabb.center.y, 88.0);
    }
}

#[test]
fn a_gate_is_open_while_its_button_is_pressed_and_does_not_crush_the_player() {
    let button = |stays| ([80.0, 156.0, 16.0, 4.0], ObjectKind::PressureButton { opens: Some(900), stays });
    let mut world = world_with(SolverKind::ThickSat, &[door(120.0), button(0.0)]);
    until(&mut world, RIGHT, 60, |event| matches!(event, Event::Pressed { .. }));
    hold(&mut world, 0, 60);
    assert!(world.state.switches[0].is_pressed() && world.state.space.bodies[0].aabb.center.y == 88.0);
    until(&mut world, RIGHT, 60, |event| matches!(event, Event::Released { .. }));
    until(&mut world, 0, 60, |event| matches!(event, Event::Closed { .. }));
    assert_eq!(world.state.space.bodies[0].aabb.center.y, 136.0);

    // While the player stands in it, it stays open.
    let mut world = world_with(SolverKind::ThickSat, &[door(120.0), button(2.0)]);
    until(&mut world, RIGHT, 60, |event| matches!(event, Event::Pressed { .. }));
    while world.state.player.feet().x < 168.0 {
        hold(&mut world, RIGHT, 1);
    }
    let events = hold(&mut world, 0, 300);
    assert!(!events.iter().any(|event| matches!(event, Event::Closed { .. } | Event::Died { .. })));
    assert_eq!(deepest(&world), 0.0);

    let mut world = world_with(SolverKind::ThickSat, &[door(120.0), button(-1.0)]);
    until(&mut world, RIGHT, 60, |event| matches!(event, Event::Pressed { .. }));
    hold(&mut world, LEFT, 600);
    assert!(world.state.switches[0].is_pressed(), "for ever");
}

/// A bridge that stands upright comes down to the right, and stays down while the player is on it.
#[test]
fn a_drawbridge_opens_by_a_button_and_does_not_rise_under_the_player() {
    let outline = Aabb::from_corners(Vec2::new(-4.0, -64.0), Vec2::new(4.0, 0.0)).corners().to_vec();
    let turning = Some(Turning { outline, angle: 90.0 });
    let track = vec![Vec2::new(124.0, FLOOR)];
    let bridge = Platform { track, turning, start: Start::Opened, speed: 90.0, ..Platform::default() };
    let button = ([80.0, 156.0, 16.0, 4.0], ObjectKind::PressureButton { opens: Some(900), stays: 1.5 });
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, &[standing([120.0, 96.0, 8.0, 64.0], bridge.clone()), button.clone()]);
        until(&mut world, RIGHT, 90, |event| matches!(event, Event::Opened { .. }));
        hold(&mut world, 0, 60);
        while world.state.player.feet().x < 150.0 && world.state.ticks < 400 {
            hold(&mut world, RIGHT | JUMP, 1);
        }
        let events = hold(&mut world, 0, 300);
        let ends = |event: &Event| matches!(event, Event::Closed { .. } | Event::Died { .. });
        assert!(!events.iter().any(ends), "{kind}: {:?}", world.state.player.feet());
        assert!(world.state.player.feet().y < FLOOR - 3.0, "{kind}: on the bridge, {}", world.state.player.feet());
        while world.state.player.feet().x < 220.0 && world.state.ticks < 900 {
            hold(&mut world, RIGHT, 1);
        }
        until(&mut world, 0, 120, |event| matches!(event, Event::Closed { .. }));
    }
}

#[test]
fn a_crate_presses_a_button_too() {
    let button = ([80.0, 156.0, 16.0, 4.0], ObjectKind::PressureButton { opens: Some(900), stays: 0.0 });
    let falls = ([80.0, 100.0, 16.0, 16.0], ObjectKind::Crate { priority: 3 });
    let mut world = world_with(SolverKind::ThickSat, &[door(120.0), button, falls]);
    until(&mut world, 0, 60, |event| matches!(event, Event::Opened { .. }));
}

// ---- irons, scissors ----

#[test]
fn a_steam_iron_squishes_the_player_under_it() {
    for kind in SOLVERS {
        let track = vec![Vec2::new(40.0, 48.0), Vec2::new(40.0, 144.0)];
        let iron = Platform { track, easing: Easing::Slam, pause: 0.5, rest: Some(0.3), ..Platform::default() };
        let mut world = world_with(kind, &[standing([24.0, 32.0, 32.0, 32.0], iron)]);
        until(&mut world, 0, 90, |event| matches!(event, Event::Died { cause: Death::Squished, .. }));
        until(&mut world, 0, 10, |event| matches!(event, Event::Slammed { .. }));
    }
}

#[test]
fn scissors_hurt_while_they_are_closed() {
    let scissors = ObjectKind::Scissors { open: 1.0, closed: 0.5, phase: 0.0 };
    let mut world = world_with(SolverKind::ThickSat, &[([30.0, 128.0, 32.0, 32.0], scissors.clone())]);
    let open = until(&mut world, 0, 90, |event| matches!(event, Event::Died { cause: Death::Hazard, .. }));
    assert_eq!(open + 3, 61, "the tick in which they close is the first after a second");
    let mut world = world_with(SolverKind::ThickSat, &[([200.0, 128.0, 32.0, 32.0], scissors.clone())]);
    let closed = (0..180).map(|_| {
        hold(&mut world, 0, 1);
        world.state.scissors(&scissors)
    });
    let closed: Vec<f32> = closed.collect();
    assert_eq!(closed.iter().filter(|c| **c == 1.0).count(), 60, "a third of the time");
    assert_eq!(closed.iter().filter(|c| **c > 0.0 && **c < 1.0).count(), 36, "they tremble for 0.3 s before");
}

#[test]
fn an_aglet_swings_to_and_fro_and_its_point_hurts() {
    let aglet = |x: f32| ([x, 96.0, 96.0, 64.0], ObjectKind::Aglet { period: 2.0, phase: 0.25 });
    let mut world = world_with(SolverKind::ThickSat, &[aglet(200.0)]);
    let object = world.level.objects.last().expect("the aglet").clone();
    let anchor = Vec2::new(248.0, 96.0);
    let places: Vec<Vec2> = (0..120)
        .map(|_| {
            hold(&mut world, 0, 1);
            world.state.aglet(&object, 0).expect("an aglet")
        })
        .collect();
    let x = |of: fn(f32, f32) -> f32, from| places.iter().map(|at| at.x).fold(from, of);
    assert!((x(f32::min, 9e9) - 204.0).abs() < 0.1 && (x(f32::max, 0.0) - 292.0).abs() < 0.1);
    assert!(places.iter().all(|at| (at.distance(anchor) - 58.0).abs() < 0.01), "the lace is always as long");
    let way = places.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f32::max);
    assert!(way < 5.0, "{way} px in a tick");
    hold(&mut world, 0, 1);
    assert_eq!(world.state.aglet(&object, 0), Some(places[0]), "every two seconds");
    let mut world = world_with(SolverKind::ThickSat, &[aglet(4.0)]);
    until(&mut world, 0, 60, |event| matches!(event, Event::Died { cause: Death::Hazard, .. }));
    let mut world = world_with(SolverKind::ThickSat, &[aglet(120.0)]);
    let events = hold(&mut world, 0, 240);
    assert!(!events.iter().any(|event| matches!(event, Event::Died { .. })), "its box alone hurts nothing");
}

// ---- bugs, moths, spare thread ----

#[test]
fn a_pin_bug_walks_over_slopes_turns_at_edges_and_walls_and_hurts() {
    let hill = "
        ............................#
        ............................#
        ............................#
        ............/####\\..........#
        .P....#####################..
        #############################
    ";
    let bug = ObjectKind::PinBug { speed: 60.0, faces_left: false };
    let level = level(hill, &[([160.0, 50.0, 16.0, 12.0], bug.clone())]);
    let mut world = World::new(Arc::new(level), SolverSetup::default());
    let places: Vec<Vec2> = (0..900)
        .map(|_| {
            hold(&mut world, 0, 1);
            world.state.things[0].center
        })
        .collect();
    let (left, right) = places.iter().fold((f32::MAX, f32::MIN), |(l, r), p| (l.min(p.x), r.max(p.x)));
    assert!((96.0..112.0).contains(&left) && (416.0..432.0).contains(&right), "from edge to edge: {left} to {right}");
    let (high, low) = places.iter().fold((f32::MAX, f32::MIN), |(h, l), p| (h.min(p.y), l.max(p.y)));
    assert_eq!((high, low), (42.0, 58.0), "over the hill");
    assert!(places.windows(2).all(|pair| pair[0].distance(pair[1]) < 1.01));

    let mut world = world_with(SolverKind::PerAxis, &[([200.0, 148.0, 16.0, 12.0], bug)]);
    until(&mut world, 0, 900, |event| matches!(event, Event::Died { cause: Death::Hazard, .. }));
}

fn moth(at: Vec2) -> ObjectKind {
    ObjectKind::Moth(Flight { track: vec![at], speed: 0.0, ..Flight::default() })
}

fn hovering_moth() -> ([f32; 4], ObjectKind) {
    ([30.0, 100.0, 20.0, 14.0], moth(Vec2::new(40.0, 107.0)))
}

/// A world whose player is about to fall onto a moth.
fn above_a_moth(kind: SolverKind) -> World {
    let mut world = world_with(kind, &[hovering_moth()]);
    world.start_at_point(Vec2::new(40.0, 60.0), false);
    world
}

#[test]
fn a_stomped_moth_throws_the_player_up_and_comes_back() {
    for kind in SOLVERS {
        let mut world = above_a_moth(kind);
        world.state.player.dashes = 0;
        until(&mut world, 0, 60, |event| matches!(event, Event::Stomped { .. }));
        let from = world.state.player.feet().y;
        assert_eq!(world.state.player.dashes, 1, "it refills the dash");
        let mut held = world.clone();
        let (low, high) = (highest(&mut world, 0, 30), highest(&mut held, JUMP, 30));
        assert!(from - low > 12.0, "{kind}: {}", from - low);
        assert!((30.0..70.0).contains(&(low - high)), "{kind}: higher while jump is held: {low} {high}");
        let back = until(&mut world, RIGHT, 200, |event| matches!(event, Event::Returned { .. }));
        assert_eq!(back + 30, 180, "3 s");
        // From below it hurts.
        let mut world = world_with(kind, &[hovering_moth()]);
        until(&mut world, JUMP, 60, |event| matches!(event, Event::Died { cause: Death::Hazard, .. }));
    }
}

#[test]
fn a_jump_pressed_just_after_a_stomp_still_counts() {
    for kind in SOLVERS {
        let mut world = above_a_moth(kind);
        until(&mut world, 0, 60, |event| matches!(event, Event::Stomped { .. }));
        let rises = |late: u32| {
            let mut world = world.clone();
            hold(&mut world, 0, late);
            highest(&mut world, JUMP, 40)
        };
        let (at_once, never) = (rises(0), highest(&mut world.clone(), 0, 40));
        for late in 1..6 {
            assert!(rises(late) < at_once + 10.0 && rises(late) >= at_once, "{kind}: {late} {} {at_once}", rises(late));
        }
        assert!(rises(7) > never - 2.0, "{kind}: 0.1 s are over");
    }
}

#[test]
fn a_moth_does_not_come_back_onto_the_player() {
    let things = [([30.0, 140.0, 20.0, 14.0], moth(Vec2::new(40.0, 147.0)))];
    let mut world = world_with(SolverKind::ThickSat, &things);
    world.start_at_point(Vec2::new(40.0, 100.0), false);
    until(&mut world, 0, 60, |event| matches!(event, Event::Stomped { .. }));
    let events = hold(&mut world, 0, 400);
    let ends = |event: &&Event| matches!(event, Event::Returned { .. } | Event::Died { .. });
    assert_eq!(events.iter().find(ends), None, "the player stands where it was");
    let ticks = until(&mut world, RIGHT, 60, |event| matches!(event, Event::Returned { .. }));
    assert!(
        ticks < 30 && world.state.player.feet().x > 40.0 + 10.0 + 16.0 + 6.0,
        "{ticks} {}",
        world.state.player.feet()
    );
}

#[test]
fn moths_return_when_the_player_respawns() {
    let things = [([30.0, 100.0, 20.0, 14.0], moth(Vec2::new(200.0, 107.0)))];
    let mut world = world_with(SolverKind::ThickSat, &things);
    world.start_at_point(Vec2::new(200.0, 60.0), false);
    until(&mut world, 0, 60, |event| matches!(event, Event::Stomped { .. }));
    until(&mut world, Buttons::RETRY, 60, |event| matches!(event, Event::Respawned));
    assert_eq!(until(&mut world, 0, 60, |event| matches!(event, Event::Returned { .. })), 1);
}

#[test]
fn a_key_just_above_the_head_is_taken() {
    for (above, taken) in [(-1.0, true), (3.9, true), (4.1, false)] {
        let head = FLOOR - 22.0;
        let key = ([36.0, head - above - 8.0, 8.0, 8.0], ObjectKind::KeyButton { opens: None });
        let mut world = world_with(SolverKind::ThickSat, &[key]);
        let took = hold(&mut world, 0, 10).iter().any(|event| matches!(event, Event::Took { .. }));
        assert_eq!(took || world.state.done.contains(&true), taken, "{above} px above");
    }
}

#[test]
fn beads_around_an_exit_are_taken_with_it() {
    let bead = |x: f32, golden| ([x, 100.0, 8.0, 8.0], ObjectKind::Bead { golden });
    let exit = ([80.0, 120.0, 32.0, 40.0], ObjectKind::Exit { next: String::new() });
    // Two within 48 px, one of them golden; one further away.
    let mut world =
        world_with(SolverKind::ThickSat, &[exit, bead(150.0, false), bead(130.0, true), bead(170.0, false)]);
    until(&mut world, RIGHT, 60, |event| matches!(event, Event::Finished));
    let done: Vec<bool> =
        world.level.objects.iter().zip(&world.state.done).filter(|(o, _)| o.id >= 900).map(|(_, d)| *d).collect();
    assert_eq!(done, [true, true, false, false]);
}

#[test]
fn jumping_over_a_checkpoint_reaches_it() {
    let checkpoint = ([200.0, 128.0, 16.0, 32.0], ObjectKind::Checkpoint);
    let reached = |picture: &str, feet: f32| {
        let mut world = World::new(Arc::new(level(picture, std::slice::from_ref(&checkpoint))), SolverSetup::default());
        world.start_at_point(Vec2::new(170.0, feet), false);
        world.state.player.motion.velocity = Vec2::new(180.0, -60.0);
        hold(&mut world, RIGHT, 11).iter().any(|event| matches!(event, Event::Checkpoint { .. }))
    };
    assert!(reached(ROOM, 80.0), "three tiles above it");
    assert!(!reached(ROOM, 30.0), "more than five above it");
    let row = "    #..............................#\n";
    let floor = "    #........##########............#\n";
    let floor_between = format!(
        "\n{}{floor}{}    #.P............................#\n    {}\n",
        row.repeat(6),
        row.repeat(2),
        "#".repeat(32)
    );
    assert!(!reached(&floor_between, 80.0), "on another floor");
}

#[test]
fn a_pin_bug_turns_at_checkpoints_and_scissors() {
    let bug = ([100.0, 150.0, 16.0, 10.0], ObjectKind::PinBug { speed: 60.0, faces_left: false });
    let checkpoint = ([200.0, 128.0, 16.0, 32.0], ObjectKind::Checkpoint);
    let scissors = ([60.0, 128.0, 16.0, 32.0], ObjectKind::Scissors { open: 1.0, closed: 1.0, phase: 0.0 });
    let mut world = world_with(SolverKind::ThickSat, &[bug, checkpoint, scissors]);
    let (mut left, mut right) = (f32::INFINITY, 0.0_f32);
    for _ in 0..600 {
        hold(&mut world, 0, 1);
        let x = world.state.things[0].center.x;
        (left, right) = (left.min(x), right.max(x));
    }
    assert!((92.0..=93.0).contains(&left) && (182.0..=184.0).contains(&right), "{left} {right}");
}

#[test]
fn a_dash_spool_refills_a_used_dash() {
    let spool = ([100.0, 90.0, 16.0, 16.0], ObjectKind::DashSpool);
    let mut world = world_with(SolverKind::ThickSat, &[spool]);
    world.start_at_point(Vec2::new(60.0, 104.0), false);
    hold(&mut world, RIGHT | DASH, 1);
    assert_eq!(world.state.player.dashes, 0);
    until(&mut world, RIGHT, 20, |event| matches!(event, Event::DashRefilled { .. }));
    assert_eq!(world.state.player.dashes, 1);
    assert!(world.state.things[0].is_away());
}

// ---- rolling spools, wind ----

#[test]
fn a_rolling_spool_carries_its_rider_and_breaks_at_a_wall() {
    for kind in SOLVERS {
        let spool = ObjectKind::RollingSpool { speed: 90.0, back: 0.5 };
        let mut world = world_with(kind, &[([60.0, 128.0, 32.0, 32.0], spool)]);
        let body = world.state.crates[0].body.0 as usize;
        let x = world.state.space.bodies[body].aabb.center.x;
        let top = world.state.space.bodies[body].aabb.min().y;
        world.start_at_point(Vec2::new(x, top), false);
        hold(&mut world, 0, 60);
        let now = world.state.space.bodies[body].aabb.center.x;
        assert!((now - x - 90.0).abs() < 4.0, "{kind}: {}", now - x);
        assert!((world.state.player.feet().x - now).abs() < 4.0, "{kind}: the player rides on it");
        until(&mut world, 0, 600, |event| matches!(event, Event::CrateBroke { .. }));
        until(&mut world, 0, 40, |event| matches!(event, Event::CrateReturned { .. }));
        assert!((world.state.space.bodies[body].aabb.center.x - 76.0).abs() < 2.0);
    }
}

#[test]
fn a_rolling_spool_carries_its_rider_down_a_slope() {
    let slope = "
        ................................
        ................................
        .P..............................
        ######\\.........................
        #######\\........................
        ########\\.......................
        #########\\......................
        ##########\\.....................
        ###########\\....................
        ################################
    ";
    let spool = ([60.0, 16.0, 32.0, 32.0], ObjectKind::RollingSpool { speed: 120.0, back: 0.5 });
    for kind in SOLVERS {
        let mut world = World::new(Arc::new(level(slope, std::slice::from_ref(&spool))), SolverSetup::new(kind));
        let body = world.state.crates[0].body.0 as usize;
        let spool = |world: &World| world.state.space.bodies[body].aabb;
        world.start_at_point(Vec2::new(76.0, 16.0), false);
        let mut worst = 0.0_f32;
        for _ in 0..90 {
            hold(&mut world, 0, 1);
            worst = worst.max((world.state.player.feet().x - spool(&world).center.x).abs());
        }
        assert!(spool(&world).center.x > 190.0, "{kind}: the spool came down: {}", spool(&world).center);
        assert!(worst < 4.0, "{kind}: the rider slid by {worst} px");
    }
}

#[test]
fn a_rolling_spool_pushes_the_player_and_squishes_it_at_a_wall() {
    let spool = ObjectKind::RollingSpool { speed: -120.0, back: 0.5 };
    let mut world = world_with(SolverKind::ThickSat, &[([160.0, 128.0, 32.0, 32.0], spool)]);
    until(&mut world, 0, 120, |event| matches!(event, Event::Died { cause: Death::Squished, .. }));
    assert!(deepest(&world) < 0.02, "{}", deepest(&world));
}

#[test]
fn wind_lifts_and_pushes_the_player() {
    let wind = |direction| ([32.0, 0.0, 480.0, 160.0], ObjectKind::Wind { direction, speed: 160.0 });
    let mut world = world_with(SolverKind::ThickSat, &[wind(Direction::Up)]);
    hold(&mut world, 0, 30);
    assert!((world.state.player.motion.velocity.y + 160.0).abs() < 1.0, "{}", world.state.player.motion.velocity);
    let mut world = world_with(SolverKind::ThickSat, &[wind(Direction::Right)]);
    hold(&mut world, 0, 60);
    assert_eq!(world.state.player.motion.velocity.x, 80.0, "half of it on the ground");
    hold(&mut world, JUMP, 20);
    assert_eq!(world.state.player.motion.velocity.x, 160.0);
}

// ---- the dash ----

#[test]
fn a_dash_leads_in_eight_directions_at_one_speed_without_gravity() {
    for kind in SOLVERS {
        for (x, y) in [(1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1)] {
            let mut world = world_with(kind, &[]);
            world.start_at_point(Vec2::new(200.0, 90.0), false);
            hold(&mut world, 0, 2);
            let buttons = [(x < 0, LEFT), (x > 0, RIGHT), (y < 0, UP), (y > 0, DOWN)];
            let aim = buttons.iter().filter(|(held, _)| *held).fold(0, |all, (_, bit)| all | bit);
            let from = world.state.player.feet();
            let events = hold(&mut world, aim | DASH, 1);
            assert!(events.iter().any(|event| matches!(event, Event::Dashed { .. })));
            assert_eq!(world.state.player.pose, Pose::Dash);
            let wanted = Vec2::new(x as f32, y as f32).normalize() * 480.0;
            assert!(
                (world.state.player.motion.velocity - wanted).length() < 0.01,
                "{kind}: {}",
                world.state.player.motion.velocity
            );
            hold(&mut world, aim, 7);
            let moved = world.state.player.feet() - from;
            assert!((moved - wanted * 8.0 / 60.0).length() < 1.0, "{kind}: {moved}");
            hold(&mut world, aim, 2);
            assert_ne!(world.state.player.pose, Pose::Dash, "0.15 s");
            let speed = world.state.player.motion.velocity.length();
            assert!(y > 0 || speed <= 320.0, "{kind}: {speed}");
        }
    }
}

#[test]
fn there_is_one_dash_until_the_player_lands() {
    let mut world = world_with(SolverKind::ThickSat, &[]);
    world.start_at_point(Vec2::new(60.0, 60.0), false);
    let dashes = |world: &mut World, ticks: u32| {
        let events = (0..ticks).flat_map(|t| hold(world, RIGHT | if t % 4 == 0 { DASH } else { 0 }, 1));
        events.filter(|event| matches!(event, Event::Dashed { .. })).count()
    };
    assert_eq!(dashes(&mut world, 24), 1);
    until(&mut world, 0, 60, |event| matches!(event, Event::Landed { .. }));
    assert_eq!(dashes(&mut world, 4), 1);

    let mut world = world_with(SolverKind::ThickSat, &[]);
    world.rules.assist = Assist { endless_dashes: true, ..Assist::default() };
    world.start_at_point(Vec2::new(60.0, 60.0), false);
    assert!(dashes(&mut world, 40) > 2);
    let mut plain = (*world.level).clone();
    plain.meta.dash = false;
    let mut world = World::new(Arc::new(plain), SolverSetup::default());
    hold(&mut world, 0, 5);
    assert_eq!(dashes(&mut world, 40), 0, "a level without the dash has none");
}

#[test]
fn a_jump_keeps_the_speed_of_a_dash_along_the_ground() {
    let mut world = world_with(SolverKind::ThickSat, &[]);
    hold(&mut world, RIGHT | DASH, 4);
    assert!(world.state.player.is_grounded());
    hold(&mut world, RIGHT | JUMP, 1);
    assert!(
        world.state.player.motion.velocity.x >= 480.0 && world.state.player.motion.velocity.y < -200.0,
        "{}",
        world.state.player.motion.velocity
    );
}

#[test]
fn a_dash_slips_past_a_corner() {
    let slot = "
        ..............................
        ..............................
        ...............##############
        ..............................
        .P.............##############
        ##############################
    ";
    for off in [-4.0, 0.0, 4.0] {
        let mut low = level(slot, &[]);
        low.meta.dash = true;
        let mut world = World::new(Arc::new(low), SolverSetup::default());
        world.rules.feel.height = 14.0;
        world.start_at_point(Vec2::new(190.0, 63.0 + off), false);
        hold(&mut world, RIGHT | DASH, 9);
        assert!(world.state.player.feet().x > 240.0, "{off}: {}", world.state.player.feet());
    }
}

#[test]
fn a_dash_goes_through_a_moth() {
    let things = [([100.0, 80.0, 20.0, 14.0], moth(Vec2::new(110.0, 87.0)))];
    let mut world = world_with(SolverKind::ThickSat, &things);
    world.start_at_point(Vec2::new(60.0, 98.0), false);
    hold(&mut world, RIGHT | DASH, 1);
    until(&mut world, RIGHT, 20, |event| matches!(event, Event::Stomped { .. }));
    assert_eq!((world.state.player.motion.velocity.x, world.state.player.dashes), (480.0, 1));
}

// ---- all of it ----

/// A level with one of every thing.
fn fair() -> Arc<Level> {
    let scissors = ObjectKind::Scissors { open: 0.7, closed: 0.3, phase: 0.2 };
    let button = ObjectKind::PressureButton { opens: Some(900), stays: 1.0 };
    let things = [
        door(120.0),
        ([80.0, 156.0, 16.0, 4.0], button),
        ([120.0, 152.0, 16.0, 8.0], spring(Direction::Up, 80.0)),
        standing([200.0, 112.0, 32.0, 16.0], patch(true)),
        standing([240.0, 112.0, 32.0, 16.0], patch(false)),
        ([300.0, 128.0, 32.0, 32.0], ObjectKind::RollingSpool { speed: 60.0, back: 0.5 }),
        ([400.0, 128.0, 32.0, 32.0], scissors),
        ([420.0, 64.0, 96.0, 64.0], ObjectKind::Aglet { period: 1.7, phase: 0.3 }),
        ([280.0, 148.0, 16.0, 12.0], ObjectKind::PinBug { speed: 30.0, faces_left: true }),
        ([140.0, 90.0, 20.0, 14.0], moth(Vec2::new(150.0, 97.0))),
        ([180.0, 70.0, 16.0, 16.0], ObjectKind::DashSpool),
        ([230.0, 0.0, 60.0, 100.0], ObjectKind::Wind { direction: Direction::Up, speed: 120.0 }),
    ];
    Arc::new(level(ROOM, &things))
}

/// Random inputs, each held for 7 ticks.
fn wild(seed: u64) -> impl Iterator<Item = Input> {
    let mut rng = Rng(seed);
    (0..).scan(0, move |held: &mut u8, tick| {
        if tick % 7 == 0 {
            *held = rng.bits() as u8 & !Buttons::RETRY;
        }
        Some(Input { buttons: *held })
    })
}

#[test]
fn a_loaded_world_of_things_continues_to_the_same_bits() {
    for seed in 1..20 {
        let mut world = measured(World::new(fair(), SolverSetup::default()));
        for (tick, input) in wild(seed).take(900).enumerate() {
            world.step(input);
            if tick % 150 == 77 {
                let text = serde_json::to_string(&world.save()).unwrap();
                let stored: Snapshot = serde_json::from_str(&text).unwrap();
                let mut again = World::load(fair(), stored).unwrap();
                let mut clone = world.clone();
                for input in wild(seed + 1).take(60) {
                    again.step(input);
                    clone.step(input);
                }
                assert_eq!(again.hash(), clone.hash(), "seed {seed}, tick {tick}");
            }
        }
        assert!(deepest(&world) < 0.02, "seed {seed}: {}", deepest(&world));
    }
}

#[test]
fn an_edited_world_keeps_its_things() {
    let mut world = World::new(fair(), SolverSetup::default());
    wild(3).take(300).for_each(|input| drop(world.step(input)));
    let same = world.edited(fair());
    assert_eq!(same.hash(), world.hash());
}

#[test]
fn nothing_hurts_while_hazards_are_off() {
    let bug = ([60.0, 148.0, 16.0, 12.0], ObjectKind::PinBug { speed: 0.0, faces_left: false });
    let mut world = world_with(SolverKind::ThickSat, &[bug]);
    world.rules.assist = Assist { no_hazards: true, ..Assist::default() };
    let events = hold(&mut world, RIGHT, 120);
    assert!(!events.iter().any(|event| matches!(event, Event::Died { .. })));
    assert!(world.state.player.feet().x > 200.0);
}
