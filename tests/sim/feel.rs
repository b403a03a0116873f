//! The feel of the player: its speeds, times and distances, measured in small levels.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{Aabb, SolverKind, SolverSetup};
use seamwalker_lab::ascii;
use seamwalker_sim::{Event, Input, Pose, World};

use crate::play::{DOWN, JUMP, LEFT, RIGHT, deepest, hold, settle, world, world_with};

/// How high the feet get above their current position. `buttons` returns the held buttons of each tick.
fn height(world: &mut World, buttons: impl Fn(u32) -> u8) -> f32 {
    let start = world.state.player.feet().y;
    (0..120).fold(0.0, |best: f32, tick| {
        hold(world, buttons(tick), 1);
        best.max(start - world.state.player.feet().y)
    })
}

const ROOM: &str = "
    ....................
    ....................
    ....................
    ....................
    ....................
    ....................
    .P..................
    ####################
";

#[test]
fn the_player_falls_lands_and_stands() {
    let mut world = world(ROOM);
    world.start_at_point(Vec2::new(40.0, 80.0), false);
    let events = hold(&mut world, 0, 60);
    assert_eq!(world.state.player.feet(), Vec2::new(40.0, 112.0));
    assert!(matches!(events[..], [Event::Landed { speed }] if speed > 100.0), "{events:?}");
    assert_eq!((world.state.player.pose, world.state.player.is_grounded()), (Pose::Idle, true));
}

#[test]
fn the_player_runs_at_180_px_per_second() {
    let mut world = world(ROOM);
    settle(&mut world);
    hold(&mut world, RIGHT, 30);
    let x = world.state.player.feet().x;
    hold(&mut world, RIGHT, 20);
    assert!((world.state.player.feet().x - x - 60.0).abs() < 1e-3, "{}", world.state.player.feet().x - x);
    assert_eq!(world.state.player.motion.velocity, Vec2::new(180.0, 0.0));
    assert_eq!(world.state.player.pose, Pose::Run);
}

#[test]
fn a_tap_jumps_14_px_and_a_held_jump_57() {
    // Celeste's own figures, scaled from 8 px tiles to 16: 7.0 px for a tap and 28.5 px for a held jump.
    let mut tapped = world(ROOM);
    settle(&mut tapped);
    let tap = height(&mut tapped, |tick| if tick == 0 { JUMP } else { 0 });
    assert!((tap - 14.0).abs() < 0.1, "a tap rises {tap} px; expected 14 ± 0.1");
    let mut held = world(ROOM);
    settle(&mut held);
    let full = height(&mut held, |_| JUMP);
    assert!((full - 57.0).abs() < 0.1, "a held jump rises {full} px; expected 57 ± 0.1");
}

#[test]
fn a_jump_while_running_adds_80_px_per_second_along_the_wish() {
    let mut world = world(ROOM);
    settle(&mut world);
    hold(&mut world, RIGHT, 30);
    hold(&mut world, RIGHT | JUMP, 1);
    assert_eq!(world.state.player.motion.velocity, Vec2::new(260.0, -210.0));
    // The surplus falls back to the top speed by 800 * 0.65 px/s^2.
    hold(&mut world, RIGHT, 6);
    assert!(
        (world.state.player.motion.velocity.x - (260.0 - 52.0)).abs() < 0.01,
        "{}",
        world.state.player.motion.velocity.x
    );
}

#[test]
fn air_control_is_65_percent() {
    let mut world = world(ROOM);
    settle(&mut world);
    hold(&mut world, JUMP, 1);
    hold(&mut world, JUMP | RIGHT, 3);
    assert!((world.state.player.motion.velocity.x - 3.0 * 2000.0 * 0.65 / 60.0).abs() < 0.01);
}

#[test]
fn the_player_leaves_a_ledge_horizontally() {
    // The skin rounds the ledge; following the round corner down must not throw the player downwards.
    let mut world = world("..........\n.P........\n###.......\n###.......\n###.......\n");
    settle(&mut world);
    while world.state.player.is_grounded() {
        hold(&mut world, RIGHT, 1);
    }
    assert_eq!(world.state.player.motion.velocity, Vec2::new(180.0, 0.0));
}

#[test]
fn a_buffered_jump_works_on_a_ledge_that_the_player_leaves_at_once() {
    // SuperTux #3822: a press was lost just before the player touched a ledge and ran off it in the next tick.
    let picture = "
        ..................
        ..................
        ..................
        ..................
        ......#...........
        ..................
        ..................
        ..................
        ";
    let mut jumped = 0;
    for start in 0..40_u16 {
        let mut world = world(picture);
        world.start_at_point(Vec2::new(60.0 + f32::from(start) * 0.5, 40.0), false);
        world.state.player.motion.velocity.x = 180.0;
        let mut touched = false;
        let mut did = false;
        for tick in 0..60 {
            // Press once, 5 ticks before the player would reach the ground.
            let press = if (9..=10).contains(&tick) { JUMP } else { 0 };
            let events = hold(&mut world, RIGHT | press, 1);
            touched |= events.iter().any(|e| matches!(e, Event::Landed { .. }));
            did |= events.contains(&Event::Jumped);
        }
        assert!(did || !touched, "started {start} half pixels to the right: landed and did not jump");
        jumped += u32::from(did);
    }
    assert!(jumped > 5, "only {jumped} starts led over the ledge");
}

/// Jumps straight up under a block that covers the head by `overlap` pixels. Returns the height of the jump.
fn jump_under_a_corner(overlap: f32) -> (f32, Vec<Event>) {
    let mut world = world(
        "
        ..........
        ..........
        ..........
        ......##..
        ..........
        ..........
        ..P.......
        ##########
        ",
    );
    // The block's left side is at x = 96.
    world.start_at_point(Vec2::new(90.0 + overlap, 112.0), false);
    settle(&mut world);
    let start = world.state.player.feet().y;
    let mut best = 0.0_f32;
    let mut events = Vec::new();
    for _ in 0..40 {
        events.extend(hold(&mut world, JUMP, 1));
        best = best.max(start - world.state.player.feet().y);
    }
    (best, events)
}

#[test]
fn a_jump_slips_past_a_corner_that_covers_8_px_of_the_head_but_not_9() {
    for overlap in [0.5, 1.0, 3.0, 5.5, 8.0] {
        let (height, events) = jump_under_a_corner(overlap);
        assert!((height - 57.0).abs() < 0.1, "{overlap} px: {height}");
        assert!(!events.contains(&Event::Bonked), "{overlap} px: {events:?}");
    }
    let (height, events) = jump_under_a_corner(9.0);
    // 112 px of floor, less 22 px of player, less 64 px of ceiling.
    assert!((height - 26.0).abs() < 0.01, "{height}");
    assert!(events.contains(&Event::Bonked));
}

#[test]
fn a_jump_slips_past_no_corner_against_the_held_direction() {
    let mut world = world(
        "
        ..........
        ......##..
        ..........
        ..........
        ..P.......
        ##########
        ",
    );
    world.start_at_point(Vec2::new(92.0, 80.0), false);
    settle(&mut world);
    let events = hold(&mut world, JUMP | RIGHT, 20);
    assert!(events.contains(&Event::Bonked), "{events:?}");
    assert!(world.state.player.feet().x > 92.0);
}

#[test]
fn bumping_the_head_early_does_not_end_the_jump_and_late_does() {
    // Within the first 3 ticks a held jump continues after a bump, because the player may soon be past the ledge. Later it ends.
    let height_after_a_bump_in_tick = |tick: u32| {
        let mut world = world(ROOM);
        settle(&mut world);
        let start = world.state.player.feet().y;
        hold(&mut world, JUMP, tick);
        world.state.player.motion.velocity.y = -210.0;
        let roof =
            ascii::platform((64.0, 16.0), &[(world.state.player.feet().x, world.state.player.aabb().min().y - 9.0)]);
        let mut bumped = World::new(
            Arc::new(ascii::level_with(ROOM, vec![ascii::placed(roof)])),
            SolverSetup::new(SolverKind::ThickSat),
        );
        bumped.state.player = world.state.player.clone();
        bumped.state.previous_input = Input { buttons: JUMP };
        let events = hold(&mut bumped, JUMP, 1);
        assert!(events.contains(&Event::Bonked), "{events:?}");
        world.state.player = bumped.state.player;
        start - world.state.player.feet().y + height(&mut world, |_| JUMP)
    };
    assert!(height_after_a_bump_in_tick(2) > 50.0, "{}", height_after_a_bump_in_tick(2));
    assert!(height_after_a_bump_in_tick(6) < 30.0, "{}", height_after_a_bump_in_tick(6));
}

/// A shaft of 25 tiles between two walls.
fn shaft() -> World {
    world(
        &("#......#
"
        .repeat(24)
            + "#.P....#
########"),
    )
}

#[test]
fn a_wall_slows_the_fall_to_40_px_per_second_and_less_and_less_over_1_2_seconds() {
    let mut world = shaft();
    // The right wall is at x = 112.
    world.start_at_point(Vec2::new(106.0, 60.0), false);
    let events = hold(&mut world, RIGHT, 10);
    assert!(events.contains(&Event::WallSlid), "{events:?}");
    assert_eq!(world.state.player.pose, Pose::WallSlide);
    let fall = |world: &World| world.state.player.motion.velocity.y;
    assert!((fall(&world) - (40.0 + 280.0 * 8.0 / 72.0)).abs() < 6.0, "{}", fall(&world));
    hold(&mut world, RIGHT, 26);
    assert!((fall(&world) - 180.0).abs() < 6.0, "half the time, half the loss: {}", fall(&world));
    hold(&mut world, RIGHT, 36);
    assert!((fall(&world) - 320.0).abs() < 6.0, "{}", fall(&world));
}

#[test]
fn a_wall_jump_leads_away_at_260_px_per_second_for_10_ticks_with_any_keys() {
    let mut world = shaft();
    world.start_at_point(Vec2::new(106.0, 200.0), false);
    hold(&mut world, RIGHT, 10);
    let events = hold(&mut world, RIGHT | JUMP, 1);
    assert!(events.contains(&Event::WallJumped { normal: Vec2::NEG_X }), "{events:?}");
    assert_eq!(world.state.player.motion.velocity, Vec2::new(-260.0, -210.0));
    assert!(world.state.player.faces_left);
    // The key towards the wall counts as the opposite one for 10 ticks.
    hold(&mut world, RIGHT | JUMP, 10);
    let locked = world.state.player.motion.velocity.x;
    assert_eq!(locked, -180.0, "the surplus is gone after 9.2 ticks, the direction is kept");
    hold(&mut world, RIGHT | JUMP, 1);
    assert!((world.state.player.motion.velocity.x - locked - 2000.0 * 0.65 / 60.0).abs() < 0.1);
}

#[test]
fn a_wall_jump_works_from_6_px_away_but_not_from_7() {
    let jumps = |gap: f32| {
        let mut world = shaft();
        world.start_at_point(Vec2::new(106.0 - gap, 200.0), false);
        hold(&mut world, 0, 3);
        hold(&mut world, JUMP, 1).iter().any(|e| matches!(e, Event::WallJumped { .. }))
    };
    assert!(jumps(0.0) && jumps(3.0) && jumps(5.9));
    assert!(!jumps(6.1) && !jumps(7.0));
}

#[test]
fn the_end_of_a_ribbon_is_not_a_wall() {
    let picture = "
    ............
    ............
    .P..........
    .====.......
    ............
    ............
    ............
    ############
";
    for kind in SolverKind::ALL {
        // The player has fallen past the end, which is at x = 80.
        for gap in [0.0, 0.5, 2.0, 4.0] {
            for fallen in [1.0, 2.0, 4.0, 8.0, 16.0] {
                let mut world = world_with(kind, picture);
                world.start_at_point(Vec2::new(80.0 + 6.0 + gap, 48.0 + fallen), true);
                world.state.player.motion.ground = None;
                let mut events = hold(&mut world, LEFT, 4);
                events.extend(hold(&mut world, LEFT | JUMP, 1));
                let walls = |event: &&Event| matches!(event, Event::WallSlid | Event::WallJumped { .. });
                assert_eq!(events.iter().find(walls), None, "{}: {gap} px away, {fallen} px below", kind.name());
            }
        }
    }
}

#[test]
fn holding_down_falls_at_480_px_per_second_instead_of_320() {
    let mut slow = shaft();
    slow.start_at_point(Vec2::new(56.0, 40.0), false);
    hold(&mut slow, 0, 40);
    assert_eq!(slow.state.player.motion.velocity.y, 320.0);
    let mut fast = shaft();
    fast.start_at_point(Vec2::new(56.0, 40.0), false);
    hold(&mut fast, DOWN, 40);
    assert_eq!(fast.state.player.motion.velocity.y, 480.0);
    hold(&mut fast, 0, 10);
    assert!(fast.state.player.motion.velocity.y < 480.0, "releasing it slows the fall again");
}

const TUNNEL: &str = "
    ...............
    ....#####......
    ....#####......
    .P.............
    ###############
";

#[test]
fn a_ducked_player_fits_through_a_gap_of_one_tile() {
    let mut world = world(TUNNEL);
    settle(&mut world);
    hold(&mut world, RIGHT, 120);
    assert!(world.state.player.feet().x <= 58.001, "a standing player does not fit: {}", world.state.player.feet().x);
    assert_eq!(world.state.player.aabb().half.y, 11.0);
    let events = hold(&mut world, DOWN, 5);
    assert_eq!((world.state.player.aabb().half.y, world.state.player.pose), (6.0, Pose::Duck));
    assert_eq!(events, [Event::Ducked]);
    assert_eq!(world.state.player.feet().y, 64.0, "the feet stay where they are");
    hold(&mut world, RIGHT | DOWN, 60);
    assert!(world.state.player.feet().x > 90.0, "the player crawls in: {}", world.state.player.feet().x);
}

#[test]
fn a_ducked_player_stands_up_only_behind_the_ceiling() {
    let mut world = world(TUNNEL);
    settle(&mut world);
    hold(&mut world, RIGHT, 10);
    hold(&mut world, RIGHT | DOWN, 20);
    let x = world.state.player.feet().x;
    assert!(x > 58.0, "the player slid in: {x}");
    for _ in 0..150 {
        hold(&mut world, RIGHT, 1);
        let x = world.state.player.feet().x;
        // The room above is checked at the start of a tick, one pixel earlier.
        assert!(world.state.player.ducked || x > 150.0, "at {x}");
        assert!(!world.state.player.ducked || x < 151.0, "at {x}");
    }
    assert!(world.state.player.feet().x > 150.0);
    assert_eq!(deepest(&world), 0.0);
}

#[test]
fn a_ducked_player_does_not_stand_up_into_a_stalactite() {
    // Its tip is 16 px above the floor: 6 px in the head of a player that stands.
    let picture = "
        ...............
        .P.....EH......
        ...............
        ###############
    ";
    for kind in SolverKind::ALL {
        for aside in -8..=8 {
            let mut world = world_with(kind, picture);
            settle(&mut world);
            let place = Vec2::new(128.0 + aside as f32 * 0.5, 42.0);
            (world.state.player.ducked, world.state.player.motion.mover.aabb) =
                (true, Aabb::new(place, Vec2::splat(6.0)));
            hold(&mut world, 0, 3);
            assert!(world.state.player.ducked, "{kind} {aside}");
        }
    }
}

#[test]
fn ducking_slows_a_run_by_1000_px_per_second_squared() {
    let mut world = world(ROOM);
    settle(&mut world);
    hold(&mut world, RIGHT, 30);
    hold(&mut world, RIGHT | DOWN, 6);
    assert!((world.state.player.motion.velocity.x - 80.0).abs() < 0.01, "{}", world.state.player.motion.velocity.x);
}

#[test]
fn down_and_jump_drop_through_a_ribbon_onto_the_next() {
    let mut world = world(
        "
        .P......
        ========
        ........
        ........
        ========
        ........
        ........
        ########
        ",
    );
    settle(&mut world);
    assert_eq!(world.state.player.feet().y, 16.0);
    for floor in [64.0, 112.0] {
        hold(&mut world, DOWN, 1);
        let events = hold(&mut world, DOWN | JUMP, 1);
        assert!(events.contains(&Event::Dropped), "{events:?}");
        hold(&mut world, 0, 60);
        assert_eq!(world.state.player.feet().y, floor);
    }
    // On solid ground the same keys jump.
    hold(&mut world, DOWN, 1);
    let events = hold(&mut world, DOWN | JUMP, 1);
    assert!(events.contains(&Event::Jumped) && !events.contains(&Event::Dropped), "{events:?}");
}

/// A press just before landing is buffered. With down held it drops through the ribbon, and does not jump.
#[test]
fn a_drop_pressed_just_before_landing_on_a_ribbon_drops() {
    let rows = "
        .P......
        ........
        ========
        ........
        ........
        ########
        ";
    for early in 1..5 {
        let mut world = world(rows);
        let lands = (0..60).position(|_| hold(&mut world, DOWN, 1).iter().any(|e| matches!(e, Event::Landed { .. })));
        let mut world = self::world(rows);
        hold(&mut world, DOWN, lands.unwrap() as u32 + 1 - early);
        let events = hold(&mut world, DOWN | JUMP, 8);
        assert!(events.contains(&Event::Dropped) && !events.contains(&Event::Jumped), "{early}: {events:?}");
    }
}

/// A player with one foot on solid ground moves off it to drop through the ribbon beside it.
#[test]
fn a_player_half_on_a_ribbon_drops_through_it() {
    for (row, x) in [("###=====", 47.0), ("=====###", 81.0)] {
        let mut world = world(&format!("........\n.P......\n{row}\n........\n........\n########"));
        world.start_at_point(Vec2::new(x, 32.0), false);
        hold(&mut world, DOWN, 1);
        let events = hold(&mut world, DOWN | JUMP, 1);
        assert!(events.contains(&Event::Dropped), "{row}: {events:?}");
        hold(&mut world, 0, 60);
        assert_eq!(world.state.player.feet().y, 80.0, "{row}");
    }
}

/// Jumps against the side of a block whose top is `below_top` pixels above the feet. Returns the speed at the block and after it.
fn speed_after_a_block(below_top: f32) -> (f32, f32) {
    let mut world = world(
        "
        ..............
        ..............
        ..............
        .....#########
        .....#########
        .P...#########
        ##############
        ",
    );
    world.start_at_point(Vec2::new(73.5, 48.0 + below_top), false);
    world.state.player.motion.velocity = Vec2::new(180.0, -210.0);
    world.state.player.motion.jump.speed = -210.0;
    world.state.player.motion.jump.hold = 12;
    world.state.previous_input = Input { buttons: JUMP };
    hold(&mut world, RIGHT | JUMP, 1);
    let stopped = world.state.player.motion.velocity.x;
    hold(&mut world, RIGHT | JUMP, 4);
    (stopped, world.state.player.motion.velocity.x)
}

#[test]
fn a_wall_that_ends_within_four_ticks_returns_the_speed() {
    // A jump that just clips the edge of a block continues at full speed. After a longer climb it starts from zero.
    let (stopped, after) = speed_after_a_block(12.0);
    assert!(stopped < 1.0 && after > 175.0, "{stopped} {after}");
    let (stopped, after) = speed_after_a_block(30.0);
    assert!(stopped < 1.0 && after < 30.0, "{stopped} {after}");
}
