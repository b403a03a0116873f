//! Slopes: a walking player keeps its speed and stays on the ground, a resting player does not slide, and steep slopes are walls.

use glam::Vec2;
use seamwalker_collide::SolverKind;
use seamwalker_sim::Event;

use crate::play::{JUMP, LEFT, RIGHT, hold, settle, world_with};

/// A hill of 45 degrees between two plains.
const HILL: &str = "
    ......................................
    ......................................
    .............../####\\\\.................
    ............../######\\\\................
    ............./########\\\\...............
    ............/##########\\\\..............
    .........../############\\\\.............
    ........../##############\\\\............
    .P......./################\\\\...........
    ######################################
";

/// The same at 26.6 degrees.
const GENTLE: &str = "
    ......................................
    ......................................
    ......................................
    ..............ab##cd..................
    ............ab######cd................
    ..........ab##########cd..............
    .P......ab##############cd............
    ######################################
";

/// A valley that changes from 45 degrees to 26.6 and back without a plain between them.
const MIXED: &str = "
    ......................................
    .P....................................
    #######\\..................../#########
    ########\\................../##########
    #########cd..............ab###########
    ###########cd..........ab#############
    #############cd......ab###############
    ######################################
    ######################################
";

fn hills() -> [String; 2] {
    [HILL, GENTLE].map(|picture| picture.replace("\\\\", "\\"))
}

#[test]
fn walking_over_a_hill_never_leaves_the_ground() {
    // Without ground snap, a player hops down slopes and flies off at the top.
    for kind in SolverKind::ALL {
        for picture in hills() {
            let mut world = world_with(kind, &picture);
            settle(&mut world);
            for tick in 0..300 {
                hold(&mut world, RIGHT, 1);
                assert!(world.state.player.grounded, "{} tick {tick}: {:?}", kind.name(), world.state.player);
            }
            assert!(world.state.player.feet().x > 36.0 * 16.0, "{}", world.state.player.feet().x);
            assert_eq!(world.state.player.feet().y, world.level.bounds.max().y - 16.0);
        }
    }
}

#[test]
fn the_speed_along_the_surface_is_kept() {
    let mixed = MIXED.replace("\\\\", "\\");
    let [hill, gentle] = hills();
    for picture in [hill, gentle, mixed] {
        let mut world = world_with(SolverKind::ThickSat, &picture);
        settle(&mut world);
        hold(&mut world, RIGHT, 10);
        let (mut way, mut ticks) = (0.0, 0.0);
        while world.state.player.feet().x < world.level.bounds.max().x - 40.0 {
            let before = world.state.player.feet();
            hold(&mut world, RIGHT, 1);
            way += world.state.player.feet().distance(before);
            ticks += 1.0;
            assert!((world.state.player.surface_speed() - 180.0).abs() < 0.01, "{:?}", world.state.player);
            assert!(ticks < 600.0, "stuck at {:?}", world.state.player);
        }
        // Three px per tick, less where a corner is cut and more where the player snaps down to the ground.
        let mean = way / ticks;
        assert!((mean - 3.0).abs() < 0.03, "{mean} px per tick\n{picture}");
    }
}

#[test]
fn on_a_slope_of_45_degrees_3_px_per_tick_are_2_12_px_sideways() {
    for side in [LEFT, RIGHT] {
        let mut world = world_with(SolverKind::ThickSat, &hills()[0]);
        world.start_at_point(Vec2::new(if side == RIGHT { 200.0 } else { 220.0 }, 80.0), false);
        settle(&mut world);
        hold(&mut world, side, 8);
        let before = world.state.player.feet();
        hold(&mut world, side, 4);
        let way = (world.state.player.feet() - before).abs();
        let want = 12.0 * std::f32::consts::FRAC_1_SQRT_2;
        assert!((way.x - want).abs() < 0.01 && (way.y - want).abs() < 0.01, "{way}");
    }
}

#[test]
fn a_resting_player_does_not_slide() {
    // Ten seconds on every walkable slope, without the change of a bit under any solver.
    let [hill, gentle] = hills();
    for kind in SolverKind::ALL {
        for (picture, xs) in [(&hill, [170.0, 231.0, 340.0, 391.5]), (&gentle, [150.0, 213.0, 300.0, 351.5])] {
            for x in xs {
                let mut world = world_with(kind, picture);
                world.start_at_point(Vec2::new(x, 30.0), false);
                settle(&mut world);
                let before = world.state.player.aabb.center;
                hold(&mut world, 0, 600);
                assert_eq!(world.state.player.aabb.center, before, "{} at {x}", kind.name());
                assert!(world.state.player.grounded);
            }
        }
    }
}

#[test]
fn a_player_that_falls_onto_a_slope_stays_where_it_lands() {
    // A slide alone would turn a fall of 5 px into 2.5 px downhill.
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, &hills()[0]);
        world.start_at_point(Vec2::new(340.0, 30.0), false);
        settle(&mut world);
        let moved = (world.state.player.feet().x - 340.0).abs();
        // Swept stops 0.016 px off the slope, which is 0.011 px sideways.
        assert!(moved < 0.012, "{}: {moved}", kind.name());
    }
}

const STEEP: &str = "
    ..............
    ..............
    .......e######
    .......f######
    ......e#######
    ......f#######
    .P...e########
    .....f########
    ##############
";

#[test]
fn a_slope_of_63_degrees_cannot_be_walked_up() {
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, STEEP);
        settle(&mut world);
        hold(&mut world, RIGHT, 30);
        let before = world.state.player.feet();
        for _ in 0..60 {
            hold(&mut world, RIGHT, 1);
            assert!(world.state.player.grounded, "{}: the player left the floor", kind.name());
            assert!(
                world.state.player.feet().distance(before) < 0.01,
                "{}: {}",
                kind.name(),
                world.state.player.feet()
            );
        }
        assert_eq!(world.state.player.feet().y, 128.0, "{}", kind.name());
    }
}

#[test]
fn a_player_slides_down_a_slope_of_63_degrees() {
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, STEEP);
        world.start_at_point(Vec2::new(110.0, 28.0), false);
        for _ in 0..30 {
            hold(&mut world, RIGHT, 1);
            assert!(!world.state.player.grounded || world.state.player.feet().y > 127.0, "{}", kind.name());
        }
        hold(&mut world, RIGHT, 60);
        assert!((world.state.player.feet().y - 128.0).abs() < 0.01, "{}: {}", kind.name(), world.state.player.feet());
        assert!(world.state.player.grounded);
    }
}

#[test]
fn a_player_between_two_steep_slopes_stands_and_can_jump_out() {
    // Nothing in this pit is walkable. A player that could not stand there could never jump out.
    let pit = "
        ................
        ................
        .....h....e.....
        .....g....f.....
        .....#h..e#.....
        .....#g..f#.....
        .....##he##.....
        .....##gf##.....
        ################
    ";
    let mut world = world_with(SolverKind::ThickSat, pit);
    world.start_at_point(Vec2::new(128.0, 60.0), false);
    settle(&mut world);
    let feet = world.state.player.feet();
    hold(&mut world, 0, 120);
    assert_eq!(world.state.player.feet(), feet, "the player rests there");
    let events = hold(&mut world, JUMP, 10);
    assert!(events.contains(&Event::Jumped), "{events:?}");
    assert!(world.state.player.feet().y < feet.y - 20.0);
}

#[test]
fn a_player_in_a_wedge_of_slope_and_ceiling_stops_and_can_leave() {
    let wedge = "
        ################
        ................
        ............/###
        .P........./####
        ################
    ";
    let mut world = world_with(SolverKind::ThickSat, wedge);
    settle(&mut world);
    hold(&mut world, RIGHT, 120);
    let stopped = world.state.player.feet();
    hold(&mut world, RIGHT, 60);
    assert!(world.state.player.feet().distance(stopped) < 0.05, "{stopped} {}", world.state.player.feet());
    hold(&mut world, LEFT, 30);
    assert!(world.state.player.feet().x < stopped.x - 40.0);
    assert!(world.stats.worst_depth <= 0.01, "{}", world.stats.worst_depth);
}
