//! A player who is held where the ground goes on is counted while it lasts, in Seam Gallery, on every slope, under every solver.

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverOptions, SolverSetup};
use seamwalker_lab::Judge;
use seamwalker_sim::{Buttons, Input};

use crate::world;

/// The first and the last column of the rooms with slopes that can be walked.
const SLOPES: [[f32; 2]; 5] = [[16.0, 34.0], [34.0, 52.0], [68.0, 84.0], [132.0, 148.0], [166.0, 180.0]];
/// The height of the floor in all rooms, in pixels.
const FLOOR: f32 = 288.0;
/// How many ticks a player has, and the share of them that counts for one who never arrives, in percent: what remains is the way there.
const TICKS: u64 = 600;
const MIN_COUNTED: u64 = 90;

/// Story: in the room of the peaks, without ground assist and under thin-sat, the player stood still at the foot of the slope for good, and the
/// count of snags was 0. The solver's moves were those of the judge; but it reported a wall, so the game took the player's speed.
#[test]
fn a_player_held_where_the_ground_goes_on_is_counted_while_it_lasts() {
    let mut held = 0;
    for (options, [left, right]) in
        [SolverOptions::default(), SolverOptions::as_written()].into_iter().flat_map(|o| SLOPES.map(|room| (o, room)))
    {
        for kind in SolverKind::ALL {
            let mut world = world("seam_gallery", SolverSetup { kind, options });
            world.rules.ground_assist = false;
            world.start_at_point(Vec2::new(left * 16.0 + 24.0, FLOOR), false);
            let mut judge = Judge::new(&world.level);
            let arrives = (0..TICKS).any(|_| {
                world.step(Input { buttons: Buttons::RIGHT });
                judge.tick(&world);
                world.state.player.feet().x > right * 16.0 - 7.0
            });
            let (place, snags) = (world.state.player.feet(), judge.snags());
            held += u32::from(!arrives);
            if kind == SolverKind::ThickSat {
                assert!(arrives && snags == 0, "{place}: {snags}");
            } else {
                assert!(arrives || snags * 100 >= TICKS * MIN_COUNTED, "{kind} at {place}: {snags} of {TICKS}");
            }
        }
    }
    assert!(held >= 12, "{held} were held");
}

#[test]
fn a_wall_holds_nobody() {
    for (options, kind) in [SolverOptions::default(), SolverOptions::as_written()]
        .into_iter()
        .flat_map(|o| SolverKind::ALL.map(|k| (o, k)))
    {
        for assist in [true, false] {
            let mut world = world("seam_gallery", SolverSetup { kind, options });
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
