//! A player who is held where the ground goes on is counted while it lasts, in Seam Gallery, on every slope, under every solver.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{Judge, Recorded, ascii};
use seamwalker_level::{Easing, Platform};
use seamwalker_sim::{Buttons, Input, World};

use crate::world;

/// The first and the last column of the rooms with slopes that can be walked.
const SLOPES: [[f32; 2]; 5] = [[16.0, 34.0], [34.0, 52.0], [68.0, 84.0], [132.0, 148.0], [166.0, 180.0]];
/// The height of the floor in all rooms, in pixels.
const FLOOR: f32 = 288.0;
/// How many ticks a player has to arrive, how many of them count at the end, and the share of these that must be counted, in percent.
const TICKS: u64 = 600;
const LAST: u64 = 300;
const MIN_COUNTED: u64 = 95;

/// Story: in the room of the peaks, without ground assist and under thin-sat, the player stood still at the foot of the slope for good, and the
/// count of snags was 0. The solver's moves were those of the judge; but it reported a wall, so the game took the player's speed.
#[test]
fn a_player_held_where_the_ground_goes_on_is_counted_while_it_lasts() {
    let mut held = 0;
    for (form, [left, right]) in
        [SolverSetup::new, SolverSetup::as_written].into_iter().flat_map(|o| SLOPES.map(|room| (o, room)))
    {
        for kind in SolverKind::ALL {
            let mut world = world("seam_gallery", form(kind));
            world.rules.ground_assist = false;
            world.start_at_point(Vec2::new(left * 16.0 + 24.0, FLOOR), false);
            let mut judge = Judge::new(&world.level);
            let mut before = 0;
            let arrives = (0..TICKS).any(|tick| {
                before = if tick < TICKS - LAST { judge.snags() } else { before };
                world.step(Input { buttons: Buttons::RIGHT });
                judge.tick(&world);
                world.state.player.feet().x > right * 16.0 - 7.0
            });
            let (place, snags) = (world.state.player.feet(), judge.snags() - before);
            held += u32::from(!arrives);
            if kind == SolverKind::ThickSat {
                assert!(arrives && judge.snags() == 0, "{place}");
            } else {
                assert!(arrives || snags * 100 >= LAST * MIN_COUNTED, "{kind} at {place}: {snags} of {LAST}");
            }
        }
    }
    assert!(held >= 12, "{held} were held");
}

#[test]
fn a_wall_holds_nobody() {
    for (form, kind) in
        [SolverSetup::new, SolverSetup::as_written].into_iter().flat_map(|o| SolverKind::ALL.map(|k| (o, k)))
    {
        for assist in [true, false] {
            let mut world = world("seam_gallery", form(kind));
            world.rules.ground_assist = assist;
            world.start_at_point(Vec2::new(24.0, FLOOR), false);
            let mut judge = Judge::new(&world.level);
            for tick in 0..300 {
                let jump = if tick % 60 < 20 { Buttons::JUMP } else { 0 };
                world.step(Input { buttons: Buttons::LEFT | jump });
                judge.tick(&world);
            }
            assert_eq!(judge.snags(), 0, "{kind}, ground assist {assist}, at {}", world.state.player.feet());
        }
    }
}

/// Story: on a slope in front of a wall, gravity presses the player down while the box solvers hold it there, as with friction. The judge would
/// slide down, and counted every tick.
#[test]
fn a_wall_at_the_end_of_a_slope_holds_nobody() {
    let level = Arc::new(ascii::level(
        "
        ####..........#####
        ####..........#####
        ####.........######
        ####P......./######
        ###################",
    ));
    for kind in
        [SolverKind::ThickSat, SolverKind::PerAxis, SolverKind::MandatoryFirst, SolverKind::Swept, SolverKind::Disk]
    {
        let mut world = World::new(Arc::clone(&level), SolverSetup::new(kind));
        world.rules.ground_assist = false;
        let mut judge = Judge::new(&level);
        for tick in 0..300 {
            world.step(Input { buttons: if tick < 200 { Buttons::RIGHT } else { 0 } });
            judge.tick(&world);
        }
        assert_eq!(judge.snags(), 0, "{kind} at {}", world.state.player.feet());
    }
}

/// Story: on a slow lift along a wall, the oracle came over the corner of the ledge some ticks before thick-sat did, along a way that was too
/// steep to walk where it began.
#[test]
fn a_lift_along_a_wall_holds_nobody() {
    for (speed, phase) in (12_u8..34).step_by(2).flat_map(|speed| [0.0, 0.3, 0.6].map(|phase| (speed, phase))) {
        let (aabb, lift) = ascii::platform((32.0, 8.0), &[(80.0, 68.0), (80.0, 36.0)]);
        let lift = Platform { speed: speed.into(), easing: Easing::Smooth, phase, ..lift };
        let picture = "
            #...............
            #...............
            #.....##########
            #P....##########
            ####..##########
            ################
        ";
        let level = Arc::new(ascii::level_with(picture, vec![ascii::placed((aabb, lift))]));
        let mut world = World::new(Arc::clone(&level), SolverSetup::default());
        world.rules.ground_assist = false;
        let mut judge = Judge::new(&level);
        for _ in 0..600 {
            world.step(Input { buttons: Buttons::RIGHT });
            judge.tick(&world);
        }
        assert_eq!(judge.snags(), 0, "{speed} px/s, phase {phase}, at {}", world.state.player.feet());
    }
}

/// Story: in Scissor Hours, a player who slid against the foot of a slope of 63 degrees, which is too steep to walk, counted as held: on its way
/// the oracle slid up along it.
#[test]
fn a_slope_that_is_too_steep_to_walk_holds_nobody() {
    let files = shipped();
    for run in Recorded::list(&files)
        .unwrap()
        .iter()
        .filter(|run| run.map == "scissor_hours" && run.solver == SolverKind::ThickSat)
    {
        let mut world = world("scissor_hours", SolverSetup::default());
        let mut judge = Judge::new(&world.level);
        for input in &run.inputs(&files).unwrap() {
            world.step(input);
            assert!(!judge.tick(&world), "tick {}", world.state.ticks);
        }
    }
}
