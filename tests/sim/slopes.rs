//! Slopes: walking keeps its speed, nobody hops on the way down, nobody slides at rest, and what is too steep is a wall.

use std::sync::Arc;

use glam::Vec2;
use seamwalker::collide::{SolverKind, SolverSetup};
use seamwalker::lab::ascii;
use seamwalker::sim::{Buttons, Event, Input, World};

const LEFT: u8 = Buttons::LEFT;
const RIGHT: u8 = Buttons::RIGHT;
const JUMP: u8 = Buttons::JUMP;

fn world_with(kind: SolverKind, picture: &str) -> World {
    World::new(Arc::new(ascii::level(picture)), SolverSetup::new(kind))
}

fn hold(world: &mut World, buttons: u8, ticks: u32) -> Vec<Event> {
    (0..ticks).flat_map(|_| world.step(Input { buttons })).collect()
}

fn settle(world: &mut World) {
    for _ in 0..180 {
        hold(world, 0, 1);
        if world.state.player.grounded && world.state.player.velocity == Vec2::ZERO {
            return;
        }
    }
    panic!("it never came to rest: {:?}", world.state.player);
}

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
    // Down a slope a walker without ground snap hops from step to step; over the top it flies off.
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
        // Three px in a tick, less where a corner is cut and more where the ground is stepped down to.
        let mean = way / ticks;
        assert!((mean - 3.0).abs() < 0.03, "{mean} px per tick\n{picture}");
    }
}

#[test]
fn on_a_slope_of_45_degrees_three_px_in_a_tick_are_2_12_to_the_side() {
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
fn nobody_slides_at_rest() {
    // Ten seconds on every walkable slope: not a bit may change, with any solver.
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
fn landing_straight_down_on_a_slope_stays_where_it_landed() {
    // A slide alone would turn a fall of 5 px into 2.5 px downhill.
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, &hills()[0]);
        world.start_at_point(Vec2::new(340.0, 30.0), false);
        settle(&mut world);
        let moved = (world.state.player.feet().x - 340.0).abs();
        // Swept stops 0.016 off the slope, which is 0.011 to the side.
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
fn a_slope_of_63_degrees_is_a_wall_to_a_walker() {
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, STEEP);
        settle(&mut world);
        hold(&mut world, RIGHT, 30);
        let before = world.state.player.feet();
        for _ in 0..60 {
            hold(&mut world, RIGHT, 1);
            assert!(world.state.player.grounded, "{}: it stays on the floor", kind.name());
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
fn down_a_slope_of_63_degrees_one_slides() {
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
fn between_two_steep_slopes_one_stands_and_can_jump_out() {
    // Nothing in this pit is walkable: whoever falls in would never stand, and never jump again.
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
    assert_eq!(world.state.player.feet(), feet, "it rests there");
    let events = hold(&mut world, JUMP, 10);
    assert!(events.contains(&Event::Jumped), "{events:?}");
    assert!(world.state.player.feet().y < feet.y - 20.0);
}

#[test]
fn a_slope_gives_way_under_a_low_ceiling_without_squeezing() {
    // Walking up a slope into a flat ceiling: the wedge stops the walker, and lets it go again.
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
