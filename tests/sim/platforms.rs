//! Platforms and crates: carrying, pushing and squishing. Platforms move one pixel per tick here.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{Aabb, BodyId, Pose, SolverKind, SolverSetup};
use seamwalker_lab::ascii::{crate_at, level_with, placed, platform};
use seamwalker_level::{ObjectKind, Platform, Start, Turning};
use seamwalker_sim::{Death, Event, World};

use crate::play::{DOWN, JUMP, LEFT, RIGHT, hold};

type Thing = (Aabb, ObjectKind);

fn world_with(kind: SolverKind, picture: &str, things: Vec<Thing>) -> World {
    World::new(Arc::new(level_with(picture, things)), SolverSetup::new(kind))
}

fn world(picture: &str, things: Vec<Thing>) -> World {
    world_with(SolverKind::ThickSat, picture, things)
}

fn body(world: &World, id: BodyId) -> Aabb {
    world.state.space.bodies[id].aabb
}

fn crate_box(world: &World, index: usize) -> Aabb {
    body(world, world.state.crates[index].body)
}

fn platform_box(world: &World, index: usize) -> Aabb {
    body(world, world.state.platforms[index].body)
}

fn died(events: &[Event], of: Death) -> bool {
    events.iter().any(|e| matches!(e, Event::Died { cause, .. } if *cause == of))
}

/// A room of 20 x 10 tiles with a floor at y = 144.
const ROOM: &str = "
    ....................
    ....................
    ....................
    ....................
    ....................
    ....................
    ....................
    ....................
    ....................
    ####################
";

#[test]
fn a_platform_carries_its_rider() {
    // In all directions, at 1, 4 and 8 px per tick: the feet stay at their place on the platform.
    for kind in SolverKind::ALL {
        for (dx, dy) in [(100.0, 0.0), (-100.0, 0.0), (0.0, -60.0), (0.0, 60.0), (80.0, -48.0), (80.0, 48.0)] {
            for speed in [60.0, 240.0, 480.0] {
                for one_way in [false, true] {
                    let (aabb, track) = platform((48.0, 8.0), &[(160.0, 76.0), (160.0 + dx, 76.0 + dy)]);
                    let track = Platform { speed, one_way, pause: 0.1, start: Start::Ridden, ..track };
                    let mut world = world_with(kind, ROOM, vec![placed((aabb, track))]);
                    world.start_at_point(Vec2::new(164.0, 72.0), false);
                    hold(&mut world, 0, 3);
                    let offset = world.state.player.feet() - platform_box(&world, 0).center;
                    for tick in 0..200 {
                        hold(&mut world, 0, 1);
                        let now = world.state.player.feet() - platform_box(&world, 0).center;
                        let what = format!("{} {dx},{dy} at {speed} {one_way} tick {tick}", kind.name());
                        assert!(now.distance(offset) < 0.01, "{what}: {now} instead of {offset}");
                        assert!(
                            world.state.player.is_grounded() && world.state.player.rides() == Some(BodyId(0)),
                            "{what}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_platform_carries_a_stack_of_crates_with_a_player_on_top() {
    for kind in SolverKind::ALL {
        for (dx, dy) in [(100.0, 0.0), (0.0, -40.0), (60.0, 40.0)] {
            let (aabb, track) = platform((64.0, 8.0), &[(120.0, 100.0), (120.0 + dx, 100.0 + dy)]);
            let track = Platform { speed: 120.0, ..track };
            let things =
                vec![placed((aabb, track)), crate_at(120.0, 88.0), crate_at(121.0, 72.0), crate_at(140.0, 88.0)];
            let mut world = world_with(kind, ROOM, things);
            world.start_at_point(Vec2::new(120.0, 64.0), false);
            hold(&mut world, 0, 10);
            let places = |world: &World| {
                let center = platform_box(world, 0).center;
                let crates = [0, 1, 2].map(|i| crate_box(world, i).center - center);
                [crates[0], crates[1], crates[2], world.state.player.feet() - center]
            };
            let start = places(&world);
            for tick in 0..150 {
                hold(&mut world, 0, 1);
                for (now, then) in places(&world).iter().zip(&start) {
                    assert!(now.distance(*then) < 0.02, "{} tick {tick}: {now} instead of {then}", kind.name());
                }
            }
        }
    }
}

#[test]
fn a_player_beside_a_platform_is_pushed_and_stays_flush() {
    for kind in SolverKind::ALL {
        for side in [-1.0, 1.0] {
            let (aabb, track) = platform((16.0, 16.0), &[(160.0, 136.0), (160.0 + 60.0 * side, 136.0)]);
            let mut world = world_with(kind, ROOM, vec![placed((aabb, Platform { speed: 120.0, ..track }))]);
            world.start_at_point(Vec2::new(160.0 + 20.0 * side, 144.0), false);
            let events = hold(&mut world, 0, 29);
            let gap = (world.state.player.feet().x - platform_box(&world, 0).center.x) * side - 14.0;
            assert!(gap.abs() < 0.02, "{} {side}: {gap}", kind.name());
            assert_eq!(world.state.player.feet().y, 144.0);
            assert!(!events.iter().any(|e| matches!(e, Event::Died { .. })), "{events:?}");
        }
    }
}

#[test]
fn a_platform_above_pushes_down_and_one_below_lifts() {
    for kind in SolverKind::ALL {
        // From above, in the air: the platform is faster than the fall.
        let (aabb, track) = platform((64.0, 16.0), &[(160.0, 20.0), (160.0, 116.0)]);
        let mut world = world_with(kind, ROOM, vec![placed((aabb, Platform { speed: 600.0, ..track }))]);
        world.start_at_point(Vec2::new(160.0, 60.0), false);
        hold(&mut world, 0, 7);
        let gap = world.state.player.aabb().min().y - platform_box(&world, 0).max().y;
        assert!((-0.02..6.0).contains(&gap), "{}: {gap}", kind.name());
        // From below.
        let (aabb, track) = platform((64.0, 16.0), &[(160.0, 136.0), (160.0, 60.0)]);
        let mut world = world_with(kind, ROOM, vec![placed((aabb, Platform { speed: 480.0, ..track }))]);
        world.start_at_point(Vec2::new(160.0, 110.0), false);
        hold(&mut world, 0, 8);
        let gap = world.state.player.feet().y - platform_box(&world, 0).min().y;
        assert!(gap.abs() < 0.02, "{}: {gap}", kind.name());
    }
}

/// A corridor that is closed on the right.
const DEAD_END: &str = "
    ..............#
    ..............#
    ..............#
    ..............#
    ..............#
    ..............#
    ###############
";

#[test]
fn the_player_without_room_is_squished() {
    for kind in SolverKind::ALL {
        // (platform size, from, to, player): sideways against a wall, down onto the floor, up against a ceiling.
        let cases = [
            ((16.0, 32.0), (160.0, 79.0), (220.0, 79.0), (200.0, 96.0)),
            ((32.0, 16.0), (100.0, 40.0), (100.0, 92.0), (100.0, 96.0)),
        ];
        for (size, from, to, at) in cases {
            let mut world = world_with(kind, DEAD_END, vec![placed(platform(size, &[from, to]))]);
            world.start_at_point(at.into(), false);
            let mut events = Vec::new();
            for _ in 0..80 {
                events.extend(hold(&mut world, 0, 1));
                if world.state.deaths > 0 {
                    break;
                }
            }
            assert!(died(&events, Death::Squished), "{} {size:?}: {:?}", kind.name(), world.state.player.aabb());
            // The player ducked first, and died only when that was not enough.
            if size.0 > size.1 {
                let room = 96.0 - platform_box(&world, 0).max().y;
                assert!((10.0..12.1).contains(&room), "{}: {room}", kind.name());
            }
        }
    }
}

#[test]
fn a_player_lifted_against_a_ceiling_ducks_and_then_is_squished() {
    let picture = "
        ############
        ............
        ............
        ............
        ............
        ............
        ############
    ";
    for kind in SolverKind::ALL {
        let mut world =
            world_with(kind, picture, vec![placed(platform((32.0, 16.0), &[(100.0, 80.0), (100.0, 30.0)]))]);
        world.start_at_point(Vec2::new(100.0, 72.0), false);
        let mut ducked = false;
        let mut events = Vec::new();
        for _ in 0..60 {
            events.extend(hold(&mut world, 0, 1));
            ducked |= world.state.player.ducked;
        }
        assert!(ducked && died(&events, Death::Squished), "{}", kind.name());
    }
}

#[test]
fn a_squeezed_player_is_nudged_out_by_a_few_pixels() {
    for kind in SolverKind::ALL {
        // The platform comes down on the player's shoulder. 3 px to the side there is room.
        let mut world =
            world_with(kind, DEAD_END, vec![placed(platform((32.0, 16.0), &[(100.0, 40.0), (100.0, 87.0)]))]);
        world.start_at_point(Vec2::new(119.0, 96.0), false);
        hold(&mut world, 0, 60);
        assert_eq!(world.state.deaths, 0, "{}", kind.name());
        assert!(world.state.player.aabb().min().x >= 115.9, "{}: {:?}", kind.name(), world.state.player.aabb());
    }
}

#[test]
fn a_crate_without_room_breaks_and_returns_after_a_second() {
    for kind in SolverKind::ALL {
        let (aabb, track) = platform((16.0, 32.0), &[(120.0, 79.0), (212.0, 79.0)]);
        let mut world = world_with(kind, DEAD_END, vec![placed((aabb, track)), crate_at(190.0, 88.0)]);
        let mut broke = None;
        let mut returned = None;
        for tick in 0..400 {
            for event in hold(&mut world, 0, 1) {
                match event {
                    Event::CrateBroke { index: 0 } if broke.is_none() => broke = Some(tick),
                    Event::CrateReturned { index: 0 } if returned.is_none() => returned = Some(tick),
                    _ => {}
                }
            }
        }
        let (broke, returned) = (broke.unwrap(), returned.unwrap());
        // The platform passes the crate's place again. The crate waits until it is free.
        assert!(returned >= broke + 60, "{}: {broke} {returned}", kind.name());
        assert!((crate_box(&world, 0).center.y - 88.0).abs() < 0.02);
    }
}

#[test]
fn a_one_way_platform_lifts_the_player_and_does_nothing_else() {
    for kind in SolverKind::ALL {
        // Sideways through the player.
        let (aabb, track) = platform((16.0, 8.0), &[(100.0, 130.0), (200.0, 130.0)]);
        let track = Platform { one_way: true, ..track };
        let mut world = world_with(kind, ROOM, vec![placed((aabb, track.clone()))]);
        world.start_at_point(Vec2::new(140.0, 144.0), false);
        hold(&mut world, 0, 90);
        assert_eq!(world.state.player.feet(), Vec2::new(140.0, 144.0), "{}", kind.name());
        // It lifts from below, and passes the player at a ceiling.
        let (aabb, track) = platform((32.0, 8.0), &[(100.0, 130.0), (100.0, 20.0)]);
        let track = Platform { one_way: true, ..track };
        let low = ROOM.replacen("....................", "####################", 1);
        let mut world = world_with(kind, &low, vec![placed((aabb, track))]);
        world.start_at_point(Vec2::new(100.0, 110.0), false);
        hold(&mut world, 0, 40);
        assert!((world.state.player.feet().y - platform_box(&world, 0).min().y).abs() < 0.02, "{}", kind.name());
        hold(&mut world, 0, 80);
        assert_eq!(world.state.deaths, 0, "{}", kind.name());
        assert!(world.state.player.aabb().min().y > 15.98);
    }
}

#[test]
fn down_and_jump_drop_through_a_one_way_platform() {
    let (aabb, track) = platform((32.0, 8.0), &[(100.0, 60.0), (100.0, 100.0)]);
    let mut world = world(ROOM, vec![placed((aabb, Platform { one_way: true, ..track }))]);
    world.start_at_point(Vec2::new(100.0, 56.0), false);
    hold(&mut world, DOWN, 3);
    assert!(world.state.player.is_grounded());
    let events = hold(&mut world, DOWN | JUMP, 1);
    assert!(events.contains(&Event::Dropped), "{events:?}");
    hold(&mut world, 0, 60);
    assert_eq!(world.state.player.feet().y, 144.0);
}

#[test]
fn a_jump_adds_the_speed_of_the_platform_up_to_a_maximum() {
    for (speed, want) in [(120.0, 120.0), (480.0, 480.0), (900.0, 500.0)] {
        let (aabb, track) = platform((48.0, 8.0), &[(60.0, 100.0), (260.0, 100.0)]);
        let mut world = world(ROOM, vec![placed((aabb, Platform { speed, ..track }))]);
        world.start_at_point(Vec2::new(60.0, 96.0), false);
        hold(&mut world, 0, 6);
        hold(&mut world, JUMP, 1);
        assert!(
            (world.state.player.motion.velocity.x - want).abs() < 5.0,
            "{speed}: {}",
            world.state.player.motion.velocity
        );
        assert_eq!(world.state.player.motion.velocity.y, -210.0);
    }
    for (speed, want) in [(120.0, 330.0), (480.0, 470.0)] {
        let (aabb, track) = platform((48.0, 8.0), &[(60.0, 130.0), (60.0, 30.0)]);
        let mut world = world(ROOM, vec![placed((aabb, Platform { speed, ..track }))]);
        world.start_at_point(Vec2::new(60.0, 126.0), false);
        hold(&mut world, 0, 6);
        hold(&mut world, JUMP, 1);
        assert!(
            (world.state.player.motion.velocity.y + want).abs() < 5.0,
            "{speed}: {}",
            world.state.player.motion.velocity
        );
    }
    // A sinking platform does not lower a jump.
    let (aabb, track) = platform((48.0, 8.0), &[(60.0, 40.0), (60.0, 130.0)]);
    let mut world = world(ROOM, vec![placed((aabb, Platform { speed: 120.0, ..track }))]);
    world.start_at_point(Vec2::new(60.0, 36.0), false);
    hold(&mut world, 0, 30);
    assert!(world.state.player.is_grounded() && world.state.player.motion.lift.velocity.y > 100.0);
    hold(&mut world, JUMP, 1);
    assert_eq!(world.state.player.motion.velocity.y, -210.0);
}

#[test]
fn the_speed_of_a_platform_that_stopped_is_kept_for_six_ticks() {
    let boost = |late: u32| {
        let (aabb, track) = platform((48.0, 8.0), &[(60.0, 100.0), (80.0, 100.0)]);
        let mut world = world(ROOM, vec![placed((aabb, Platform { pause: 2.0, ..track }))]);
        world.start_at_point(Vec2::new(60.0, 96.0), false);
        hold(&mut world, 0, 20 + late);
        hold(&mut world, JUMP, 1);
        world.state.player.motion.velocity.x
    };
    let boosts: Vec<f32> = (0..8).map(|late| boost(late).round()).collect();
    assert_eq!(boosts, [60.0, 60.0, 60.0, 60.0, 60.0, 0.0, 0.0, 0.0]);
}

#[test]
fn a_ridden_platform_starts_with_its_first_rider() {
    let (aabb, track) = platform((48.0, 8.0), &[(100.0, 100.0), (200.0, 100.0)]);
    let things = vec![placed((aabb, Platform { start: Start::Ridden, ..track }))];
    let mut world = world(ROOM, things);
    world.start_at_point(Vec2::new(40.0, 144.0), false);
    hold(&mut world, 0, 60);
    assert_eq!(platform_box(&world, 0).center, Vec2::new(100.0, 100.0));
    world.start_at_point(Vec2::new(100.0, 96.0), false);
    hold(&mut world, 0, 30);
    assert!(platform_box(&world, 0).center.x > 120.0);
    assert!((world.state.player.feet().x - platform_box(&world, 0).center.x).abs() < 0.01);
}

/// Story: an iron that follows the player had gone to the end of its way when the player came back.
#[test]
fn a_ridden_platform_waits_again_after_a_death() {
    let (aabb, track) = platform((48.0, 8.0), &[(100.0, 100.0), (200.0, 100.0)]);
    let lift = placed((aabb, Platform { start: Start::Ridden, ..track }));
    let board = turning((160.0, 60.0), (96.0, 8.0), Start::Ridden, (15.0, 30.0));
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, ROOM, vec![lift.clone(), board.clone()]);
        let start = [0, 1].map(|index| platform_box(&world, index));
        for feet in [Vec2::new(160.0, 56.0), Vec2::new(100.0, 96.0)] {
            world.start_at_point(feet, false);
            hold(&mut world, 0, 30);
        }
        assert!([0, 1].iter().all(|index| world.state.platforms[*index].moving), "{}", kind.name());
        world.state.spawn = Vec2::new(40.0, 144.0);
        world.state.player.motion.mover.aabb.center.y += 1e4;
        hold(&mut world, 0, 120);
        assert_eq!([0, 1].map(|index| platform_box(&world, index)), start, "{}", kind.name());
    }
}

#[test]
fn a_platform_reports_when_it_turns() {
    let (aabb, track) = platform((48.0, 8.0), &[(100.0, 100.0), (130.0, 100.0)]);
    let mut world = world(ROOM, vec![placed((aabb, track))]);
    let turned: Vec<u32> =
        (1..=125).filter(|_| hold(&mut world, 0, 1).contains(&Event::PlatformTurned { index: 0 })).collect();
    assert_eq!(turned, [30, 60, 90, 120]);
}

#[test]
fn a_crate_is_pushed_at_60_px_per_second_and_not_through_another() {
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, ROOM, vec![crate_at(100.0, 136.0), crate_at(150.0, 136.0)]);
        world.start_at_point(Vec2::new(60.0, 144.0), false);
        let mut pushed = false;
        hold(&mut world, RIGHT, 30);
        let before = crate_box(&world, 0).center.x;
        for _ in 0..10 {
            pushed |= hold(&mut world, RIGHT, 1).contains(&Event::CratePushed { index: 0 });
        }
        let way = crate_box(&world, 0).center.x - before;
        assert!(pushed && (way - 10.0).abs() < 0.01, "{}: {way}", kind.name());
        assert!(
            (world.state.player.motion.velocity.x - 60.0).abs() < 1.0,
            "{}: {}",
            kind.name(),
            world.state.player.motion.velocity
        );
        hold(&mut world, RIGHT, 120);
        assert!((crate_box(&world, 0).center.x - 134.0).abs() < 0.02, "{}: {:?}", kind.name(), crate_box(&world, 0));
        assert_eq!(crate_box(&world, 1).center.x, 150.0);
        // A player in the air pushes nothing.
        hold(&mut world, RIGHT | JUMP, 2);
        assert!(!hold(&mut world, RIGHT | JUMP, 3).iter().any(|e| matches!(e, Event::CratePushed { .. })));

        hold(&mut world, LEFT, 1);
    }
}

/// A crate of 16 px with a priority.
fn crate_of(x: f32, y: f32, priority: u8) -> Thing {
    (crate_at(x, y).0, ObjectKind::Crate { priority })
}

/// Story: a crate was pushed across a hole of its own width. It falls in from either side, alone and as the second of a row.
#[test]
fn a_crate_falls_into_a_hole_of_its_own_width() {
    let pit = ROOM.replace("####################", "##########.#########\n    ####################");
    for (side, button, second) in [(1.0, RIGHT, 0.0), (-1.0, LEFT, 0.0), (1.0, RIGHT, 16.5), (-1.0, LEFT, 16.5)] {
        for fraction in 0..10 {
            let at = |away: f32| 168.0 - side * away;
            let mut things = vec![crate_of(at(40.3 + fraction as f32 * 0.1), 136.0, 1)];
            things.extend((second > 0.0).then(|| crate_of(at(40.0 - second), 136.0, 5)));
            let mut world = world(&pit, things);
            world.start_at_point(Vec2::new(at(70.0), 144.0), false);
            hold(&mut world, button, 120);
            let last = crate_box(&world, world.state.crates.len() - 1);
            assert!(last.center.distance(Vec2::new(168.0, 152.0)) < 0.1, "{side}, {second}, {fraction}: {last:?}");
        }
    }
}

/// ```text
///     P> 0 1 2 . #    each yields to the one before it: the row moves up to the wall, and nothing is squished
/// ```
#[test]
fn a_crate_pushes_crates_that_yield_and_stops_at_others() {
    for kind in SolverKind::ALL {
        let row = |a, b, c| vec![crate_of(80.0, 88.0, a), crate_of(100.0, 88.0, b), crate_of(130.0, 88.0, c)];
        let pushed = |things: Vec<Thing>| {
            let mut world = world_with(kind, DEAD_END, things);
            world.start_at_point(Vec2::new(60.0, 96.0), false);
            let events = hold(&mut world, RIGHT, 400);
            let squished = events.iter().any(|e| matches!(e, Event::CrateBroke { .. } | Event::Died { .. }));
            assert!(!squished, "{}: {events:?}", kind.name());
            (0..world.state.crates.len()).map(|i| crate_box(&world, i).center).collect::<Vec<_>>()
        };
        let near = |got: &[Vec2], want: [f32; 3]| {
            let wrong = got.iter().zip(want).find(|(at, x)| at.distance(Vec2::new(*x, 88.0)) > 0.03);
            assert!(wrong.is_none(), "{}: {got:?} instead of {want:?}", kind.name());
        };
        // The wall is at 224.
        near(&pushed(row(2, 3, 4)), [184.0, 200.0, 216.0]);
        // The yielding crate in the middle carries the priority of the one behind it.
        near(&pushed(row(2, 4, 3)), [184.0, 200.0, 216.0]);
        near(&pushed(row(2, 4, 2)), [98.0, 114.0, 130.0]);
        near(&pushed(row(3, 3, 4)), [84.0, 100.0, 130.0]);
        near(&pushed(row(4, 3, 5)), [84.0, 100.0, 130.0]);
        near(&pushed(row(10, 200, 255)), [184.0, 200.0, 216.0]);
        // With a platform behind them, all crates are pushed.
        let mut things = row(9, 1, 5);
        things.push(placed(platform((16.0, 15.0), &[(40.0, 88.0), (167.0, 88.0)])));
        let mut world = world_with(kind, DEAD_END, things);
        world.start_at_point(Vec2::new(20.0, 60.0), false);
        let events = hold(&mut world, 0, 126);
        let xs: Vec<Vec2> = (0..3).map(|i| crate_box(&world, i).center).collect();
        assert!(!events.iter().any(|e| matches!(e, Event::CrateBroke { .. })), "{}: {xs:?}", kind.name());
        near(&xs, [182.0, 198.0, 214.0]);
    }
}

#[test]
fn crates_fall_stack_and_report_that_they_land() {
    for kind in SolverKind::ALL {
        let mut world =
            world_with(kind, ROOM, vec![crate_at(100.0, 20.0), crate_at(104.0, 60.0), crate_at(98.0, 100.0)]);
        world.start_at_point(Vec2::new(30.0, 144.0), false);
        let events = hold(&mut world, 0, 90);
        let landed = events.iter().filter(|e| matches!(e, Event::CrateLanded { .. })).count();
        assert_eq!(landed, 3, "{}: {events:?}", kind.name());
        let ys = [0, 1, 2].map(|i| crate_box(&world, i).center.y);
        for (y, want) in ys.iter().zip([104.0, 120.0, 136.0]) {
            assert!((y - want).abs() < 0.01, "{}: {ys:?}", kind.name());
        }
        let before = [0, 1, 2].map(|i| crate_box(&world, i).center);
        hold(&mut world, 0, 600);
        assert_eq!([0, 1, 2].map(|i| crate_box(&world, i).center), before, "{}: at rest", kind.name());
    }
}

#[test]
fn a_crate_that_falls_on_a_player_does_no_harm() {
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, ROOM, vec![crate_at(100.0, 40.0)]);
        world.start_at_point(Vec2::new(100.0, 144.0), false);
        hold(&mut world, 0, 60);
        assert_eq!(world.state.deaths, 0);
        assert!((crate_box(&world, 0).max().y - world.state.player.aabb().min().y).abs() < 0.02, "{}", kind.name());
        assert_eq!(world.state.player.feet().y, 144.0, "{}", kind.name());
    }
}

#[test]
fn a_crate_that_falls_out_of_the_level_returns() {
    let mut world = world(".P..x.\n###...\n......", vec![]);
    let events = hold(&mut world, 0, 120);
    assert!(events.contains(&Event::CrateBroke { index: 0 }) && events.contains(&Event::CrateReturned { index: 0 }));
}

#[test]
fn two_platforms_squish_and_the_sides_of_the_level_are_walls() {
    for kind in SolverKind::ALL {
        let things = vec![
            placed(platform((16.0, 32.0), &[(100.0, 127.0), (140.0, 127.0)])),
            placed(platform((16.0, 32.0), &[(180.0, 127.0), (140.0, 127.0)])),
        ];
        let mut world = world_with(kind, ROOM, things);
        world.start_at_point(Vec2::new(140.0, 144.0), false);
        let events = hold(&mut world, 0, 40);
        assert!(died(&events, Death::Squished), "{}", kind.name());

        let mut world = world_with(kind, ROOM, vec![]);
        world.start_at_point(Vec2::new(20.0, 144.0), false);
        hold(&mut world, LEFT, 30);
        // 0.02 px, because swept stops 0.016 px before a wall.
        assert!((world.state.player.aabb().min().x).abs() < 0.02, "{}: {:?}", kind.name(), world.state.player.aabb());
        hold(&mut world, RIGHT, 200);
        assert!(
            (world.state.player.aabb().max().x - 320.0).abs() < 0.02,
            "{}: {:?}",
            kind.name(),
            world.state.player.aabb()
        );
        // The top of the level is open.
        world.start_at_point(Vec2::new(100.0, -200.0), false);
        hold(&mut world, 0, 5);
        assert!(world.state.player.feet().y < -190.0);
    }
}

#[test]
fn a_player_on_two_platforms_is_carried_by_one() {
    let things = vec![
        placed(platform((32.0, 8.0), &[(100.0, 100.0), (160.0, 100.0)])),
        placed(platform((32.0, 8.0), &[(132.0, 100.0), (192.0, 100.0)])),
    ];
    let mut world = world(ROOM, things);
    world.start_at_point(Vec2::new(116.0, 96.0), false);
    hold(&mut world, 0, 2);
    let x = world.state.player.feet().x;
    hold(&mut world, 0, 20);
    assert!((world.state.player.feet().x - x - 20.0).abs() < 0.01, "{}", world.state.player.feet().x - x);
}

/// A board of this size that turns around its middle.
fn turning(at: (f32, f32), size: (f32, f32), start: Start, (angle, speed): (f32, f32)) -> Thing {
    let (aabb, platform) = platform(size, &[at]);
    let outline = Aabb::new(Vec2::ZERO, aabb.half).corners().to_vec();
    placed((aabb, Platform { turning: Some(Turning { outline, angle }), start, speed, ..platform }))
}

/// Whether the first platform is turned by an angle, in degrees.
fn is_turned(world: &World, angle: f32) -> bool {
    let pose = world.state.space.bodies.pose(world.state.platforms[0].body).unwrap();
    pose.rotation.distance(Pose::new(Vec2::ZERO, angle.to_radians()).rotation) < 1e-3
}

#[test]
fn a_seesaw_sinks_on_the_side_that_bears_more_under_every_solver() {
    for kind in SolverKind::ALL {
        let seesaw = || turning((160.0, 100.0), (128.0, 8.0), Start::Weighed, (20.0, 30.0));
        let riders = [crate_at(120.0, 88.0), crate_at(140.0, 88.0)];
        let mut world = world_with(kind, ROOM, vec![seesaw()]);
        world.start_at_point(Vec2::new(30.0, 144.0), false);
        hold(&mut world, 0, 60);
        assert!(is_turned(&world, 0.0), "{kind}: nothing is on it");
        world.start_at_point(Vec2::new(205.0, 96.0), false);
        hold(&mut world, 0, 90);
        assert!(is_turned(&world, 20.0), "{kind}");
        assert!(world.state.player.is_grounded() && world.state.deaths == 0, "{kind}");
        // Two crates weigh more than the player; all three stay where they are on it.
        let mut world = world_with(kind, ROOM, [&[seesaw()], &riders[..]].concat());
        world.start_at_point(Vec2::new(180.0, 96.0), false);
        hold(&mut world, 0, 120);
        assert!(is_turned(&world, -20.0), "{kind}");
        // Along the board, by the corner that touches it once it is tilted.
        let pose = world.state.space.bodies.pose(world.state.platforms[0].body).unwrap();
        for (index, (before, _)) in riders.iter().enumerate() {
            let (at, from) = (pose.local(crate_box(&world, index).max()), before.max() - pose.at);
            assert!((at.x - from.x).abs() < 1.0, "{kind}: crate {index} slid from {from} to {at}");
        }
        assert!(world.state.player.is_grounded() && world.state.deaths == 0, "{kind}");
    }
}

#[test]
fn a_windmill_goes_round_and_carries_its_rider_until_it_is_steep() {
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, ROOM, vec![turning((160.0, 90.0), (96.0, 8.0), Start::Always, (0.0, 45.0))]);
        world.start_at_point(Vec2::new(160.0, 86.0), false);
        hold(&mut world, 0, 30);
        assert!(is_turned(&world, 22.5), "{kind}");
        assert!(world.state.player.is_grounded(), "{kind}");
        hold(&mut world, 0, 450);
        assert!(is_turned(&world, 0.0), "{kind}: after a whole turn");
        assert_eq!(world.state.deaths, 0, "{kind}: it fell off and was not crushed");
    }
}

#[test]
fn a_board_that_waits_turns_once_something_stands_on_it() {
    for kind in SolverKind::ALL {
        let board = turning((160.0, 100.0), (96.0, 8.0), Start::Ridden, (15.0, 30.0));
        let mut world = world_with(kind, ROOM, vec![board]);
        world.start_at_point(Vec2::new(30.0, 144.0), false);
        hold(&mut world, 0, 60);
        assert!(is_turned(&world, 0.0), "{kind}: it waits");
        world.start_at_point(Vec2::new(150.0, 90.0), false);
        hold(&mut world, 0, 45);
        assert!(world.state.platforms[0].moving && !is_turned(&world, 0.0), "{kind}");
        assert!(world.state.player.is_grounded(), "{kind}");
    }
}

#[test]
fn a_turning_world_resumes_from_a_snapshot_to_the_same_bits() {
    let seesaw = turning((120.0, 110.0), (96.0, 8.0), Start::Weighed, (20.0, 30.0));
    let mill = turning((230.0, 80.0), (96.0, 8.0), Start::Always, (0.0, -90.0));
    let mut world =
        world(ROOM, vec![seesaw, mill, crate_at(100.0, 98.0), crate_at(130.0, 98.0), crate_at(215.0, 60.0)]);
    world.start_at_point(Vec2::new(150.0, 106.0), false);
    for round in 0..20 {
        let text = serde_json::to_string(&world.save()).unwrap();
        let mut again = World::load(Arc::clone(&world.level), serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(again.hash(), world.hash(), "round {round}");
        for tick in 0..23 {
            let buttons = [RIGHT, LEFT, JUMP, 0][(round + tick / 7) % 4];
            hold(&mut world, buttons, 1);
            hold(&mut again, buttons, 1);
        }
        assert_eq!(again.hash(), world.hash(), "after round {round}");
    }
}
