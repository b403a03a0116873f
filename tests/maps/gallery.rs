//! Seam Gallery: every room shows the failure that its sign names, and the default solver passes all rooms without a snag.
//!
//! Three faults are counted. A *snag* is a tick in which the oracle ([`Judge`]) finds that the player's slides lost progress
//! although nothing was ahead. *Held back* is a tick that gets less than half as far sideways as the same tick under thick-sat.
//! A *leap* is a tick that goes at least 3 px farther than the same tick under thick-sat.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{Aabb, EndAxes, Mover, Solver, SolverKind, SolverOptions, SolverSetup, Space};
use seamwalker_lab::{Judge, Oracle, Rng};
use seamwalker_level::{Level, ObjectKind};
use seamwalker_sim::{Buttons, Death, Event, Input, World};

use crate::settings::is_long;
use crate::{level, world};

/// The first column of every room, and the end of the last one.
const COLUMNS: [u16; 19] = [0, 16, 34, 52, 68, 84, 98, 116, 132, 148, 166, 180, 196, 212, 230, 250, 266, 286, 304];

/// How many rooms there are.
const ROOMS: usize = COLUMNS.len() - 1;

/// The height of the floor in all rooms, in pixels.
const FLOOR: f32 = 288.0;

/// The sides of a room, in pixels.
fn sides(room: usize) -> (f32, f32) {
    (f32::from(COLUMNS[room - 1]) * 16.0, f32::from(COLUMNS[room]) * 16.0)
}

/// The name of the map.
const MAP: &str = "seam_gallery";

fn gallery() -> Arc<Level> {
    level(MAP)
}

/// A world whose player has its feet at a point, looking to the right.
fn world_at(feet: Vec2, setup: SolverSetup) -> World {
    let mut world = world(MAP, setup);
    world.start_at_point(feet, false);
    world
}

/// A solver as written: the rooms show the failures of the articles' methods.
fn solver(kind: SolverKind) -> SolverSetup {
    SolverSetup { kind, options: SolverOptions::as_written() }
}

const THICK: SolverKind = SolverKind::ThickSat;
const THIN: SolverKind = SolverKind::ThinSat;
const PER_AXIS: SolverKind = SolverKind::PerAxis;
const MANDATORY: SolverKind = SolverKind::MandatoryFirst;

fn with_end_axes(end_axes: EndAxes) -> SolverSetup {
    let mut setup = solver(THICK);
    setup.options.end_axes = end_axes;
    setup
}

/// The faults that were counted while playing at random in a room.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Faults {
    /// Ticks that the oracle calls a snag.
    snags: u32,
    /// Ticks that got less than half as far sideways as under thick-sat.
    held_back: u32,
    /// Ticks that went at least 3 px farther than under thick-sat.
    leaps: u32,
}

/// Runs of up to four seconds from random places of a room, with random buttons; the same for every solver.
fn play_at_random(level: &Arc<Level>, room: usize, setup: SolverSetup, runs: u32) -> Faults {
    let (left, right) = sides(room);
    let mut rng = Rng(3);
    let mut faults = Faults::default();
    for run in 0..runs {
        let Some(feet) = free_place(level, &mut rng, left, right) else { continue };
        let mut world = world(MAP, setup);
        world.start_at_point(feet, run % 2 == 0);
        let mut judge = Judge::new(level);
        let (mut buttons, mut ticks_left) = (0, 0);
        for _ in 0..240 {
            if ticks_left == 0 {
                ticks_left = 4 + rng.bits() % 40;
                let side = [Buttons::LEFT, Buttons::RIGHT, Buttons::LEFT, Buttons::RIGHT, 0][(rng.bits() % 5) as usize];
                buttons = side | [0, Buttons::JUMP, Buttons::JUMP, Buttons::DOWN][(rng.bits() % 4) as usize];
            }
            ticks_left -= 1;
            let before = world.state.player.feet();
            let mut other = world.clone();
            other.switch_solver(solver(THICK));
            other.step(Input { buttons });
            world.step(Input { buttons });
            if world.state.deaths + other.state.deaths > 0 || !(left..right).contains(&world.state.player.feet().x) {
                break;
            }
            let (way, wanted) = (world.state.player.feet() - before, other.state.player.feet() - before);
            judge.tick(&world);
            faults.held_back += u32::from(wanted.x.abs() > 1.5 && way.x * wanted.x.signum() < wanted.x.abs() * 0.5);
            faults.leaps += u32::from(way.length() > wanted.length().max(1.0) + 3.0);
        }
        faults.snags += judge.snags() as u32;
    }
    faults
}

/// A random position of the feet at which the player's box overlaps nothing.
fn free_place(level: &Level, rng: &mut Rng, left: f32, right: f32) -> Option<Vec2> {
    let column = rng.range(left / 16.0, right / 16.0).floor();
    (0..30).find_map(|_| {
        let feet = Vec2::new(column * 16.0 + 8.0, rng.range(5.0, 19.0).floor() * 16.0);
        let hitbox = Aabb::new(feet - Vec2::new(0.0, 11.0), Vec2::new(6.0, 11.0));
        level.terrain.pieces().iter().all(|piece| piece.solid().depth(&hitbox) <= -0.5).then_some(feet)
    })
}

#[test]
fn every_room_shows_the_failure_that_its_sign_names() {
    let level = gallery();
    // The room, and the least that must be counted there: snags, ticks held back, leaps.
    let table = [
        (1, solver(THIN), [0, 8, 0]),
        (1, solver(PER_AXIS), [0, 12, 0]),
        (1, solver(MANDATORY), [0, 20, 0]),
        (2, with_end_axes(EndAxes::None), [20, 0, 0]),
        (3, with_end_axes(EndAxes::None), [5, 0, 0]),
        (4, solver(PER_AXIS), [300, 0, 20]),
        (6, solver(PER_AXIS), [20, 0, 0]),
        (7, solver(MANDATORY), [5, 0, 0]),
        (9, with_end_axes(EndAxes::BoxCentre), [0, 40, 0]),
        (9, with_end_axes(EndAxes::None), [20, 100, 0]),
    ];
    let mut wrong = Vec::new();
    for (room, setup, [snags, held_back, leaps]) in table {
        let faults = play_at_random(&level, room, setup, 90);
        if faults.snags < snags || faults.held_back < held_back || faults.leaps < leaps {
            wrong.push(format!("room {room}: {} shows only {faults:?}", setup.kind.name()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn thick_sat_shows_no_fault_in_any_room() {
    let (level, runs) = (gallery(), if is_long() { 90 } else { 30 });
    for room in 1..=ROOMS {
        assert_eq!(play_at_random(&level, room, solver(THICK), runs), Faults::default(), "room {room}");
    }
}

/// How many of 16 players, each from another start, get through a room by holding right.
fn through(room: usize, setup: SolverSetup, ground_assist: bool) -> usize {
    let (left, right) = sides(room);
    let gets_through = |phase: &u8| {
        let mut world = world_at(Vec2::new(left + 24.0 + f32::from(*phase) * 0.37, FLOOR), setup);
        world.rules.ground_assist = ground_assist;
        (0..480).any(|_| {
            world.step(Input { buttons: Buttons::RIGHT });
            world.state.player.feet().x > right - 7.0 || world.state.finished
        })
    };
    (0..16).filter(gets_through).count()
}

/// Holding right leads through the rooms with slopes under every solver. With other end axes, the bends of the thread in room 9
/// stop the player for good.
#[test]
fn holding_right_leads_through_the_rooms_with_slopes() {
    for room in [2, 3, 5, 9, 11] {
        let counts = SolverKind::ALL.map(|kind| through(room, solver(kind), true));
        assert_eq!(counts, [16; SolverKind::ALL.len()], "room {room}");
    }
    let [centre, none] = [EndAxes::BoxCentre, EndAxes::None].map(|axes| through(9, with_end_axes(axes), true));
    assert!(centre < 8 && none == 0, "{centre}, {none}");
}

/// Without ground assist, holding right leads through every room with slopes under thick-sat, and through none of them under
/// thin-sat and mandatory-first. In room 3, thick-sat sticks with other end axes. The signs there say so.
#[test]
fn without_ground_assist_only_thick_sat_with_the_exact_end_axes_gets_through() {
    for room in [2, 3, 5] {
        let counts = [THICK, THIN, MANDATORY].map(|kind| through(room, solver(kind), false));
        assert_eq!(counts, [16, 0, 0], "room {room}");
    }
    let [centre, none] = [EndAxes::BoxCentre, EndAxes::None].map(|axes| through(3, with_end_axes(axes), false));
    assert!(centre < 8 && none < 8, "{centre}, {none}");
}

/// What 32 movers show that are slid along the floor of a room, each from a start 1/8 px farther on.
#[derive(Debug, Default)]
struct Slides {
    snags: u32,
    /// Movers that reach the other side.
    over: u32,
    /// The longest slide, as a multiple of the wanted move.
    farthest: f32,
}

fn slide_through(room: usize, setup: SolverSetup) -> Slides {
    let level = gallery();
    let oracle = Oracle::new(&level.terrain);
    let space = Space { terrain: Arc::clone(&level.terrain), ..Space::default() };
    let (left, right) = sides(room);
    let delta = Vec2::new(3.0, 1.0);
    let mut slides = Slides::default();
    for phase in 0..32_u8 {
        let start = Vec2::new(left + 20.0 + f32::from(phase) / 8.0, FLOOR - 11.0);
        let mut mover = Mover::new(Aabb::new(start, Vec2::new(6.0, 11.0)));
        for _ in 0..200 {
            let moved = setup.slide(&space, &mover, delta).moved;
            slides.snags += u32::from(oracle.snags(setup.view(), &mover, delta, moved));
            slides.farthest = slides.farthest.max(moved.length() / delta.length());
            mover = mover.moved(moved);
            if mover.aabb.center.x > right - 20.0 {
                slides.over += 1;
                break;
            }
        }
    }
    slides
}

/// Per-axis speeds up and mandatory-first snags on the slope of room 5. With the end axes of the article, to the centre of the box,
/// tall movers stick on the hill of room 3 where its slope changes.
#[test]
fn slides_show_the_faults_of_rooms_5_and_3() {
    let [thick, _, per_axis, mandatory, ..] = SolverKind::ALL.map(|kind| slide_through(5, solver(kind)));
    assert!(thick.snags == 0 && thick.farthest < 1.001, "{thick:?}");
    assert!(per_axis.farthest > 1.3, "{per_axis:?}");
    assert!(mandatory.snags > 10, "{mandatory:?}");
    let (exact, centre) = (slide_through(3, solver(THICK)), slide_through(3, with_end_axes(EndAxes::BoxCentre)));
    assert_eq!((exact.snags, exact.over), (0, 32));
    assert!(centre.snags > 100 && centre.over < 32, "{centre:?}");
}

/// A player who runs over one of the gaps of room 8 gets across or falls in, depending on the start. There are 48 starts, 1/16 px
/// apart.
#[test]
fn round_corners_carry_more_runners_over_the_gaps_of_room_8() {
    let across = |setup: SolverSetup| {
        let mut across = 0;
        for gap in [121.0, 123.0, 125.0_f32] {
            for phase in 0..48_u8 {
                let mut world = world_at(Vec2::new(gap * 16.0 - 40.0 + f32::from(phase) / 16.0, FLOOR), setup);
                across += u32::from((0..40).any(|_| {
                    world.step(Input { buttons: Buttons::RIGHT });
                    world.state.player.feet().x > gap * 16.0 + 24.0 && world.state.player.feet().y < FLOOR + 6.0
                }));
            }
        }
        across
    };
    let (thick, mandatory, bare) =
        (across(solver(THICK)), across(solver(MANDATORY)), across(with_end_axes(EndAxes::None)));
    assert!(thick >= 2 * mandatory, "{thick} against {mandatory}");
    assert_eq!(bare, 0);
}

// ---- The rooms with platforms, belts, ladders and water: the same under every solver. ----

/// A world whose player starts in a room: `tiles` from its left side, `above` pixels over the floor.
fn in_room(kind: SolverKind, room: usize, tiles: f32, above: f32) -> World {
    world_at(Vec2::new(sides(room).0 + tiles * 16.0, FLOOR - above), solver(kind))
}

/// Holds buttons for some ticks. Returns the events and the highest position of the feet.
fn hold(world: &mut World, buttons: u8, ticks: u32) -> (Vec<Event>, f32) {
    let mut highest = world.state.player.feet().y;
    let mut all = Vec::new();
    for _ in 0..ticks {
        all.extend(world.step(Input { buttons }));
        highest = highest.min(world.state.player.feet().y);
    }
    (all, highest)
}

/// Whether the player stands so many pixels above the floor.
fn stands_at(world: &World, above: f32) -> bool {
    world.state.player.grounded && (world.state.player.feet().y - (FLOOR - above)).abs() < 0.1
}

/// The pusher breaks the cushion that it drives against the block, and squishes a player there. The lift takes the other cushion
/// up.
#[test]
fn room_10_pushes_carries_and_squashes() {
    for kind in SolverKind::ALL {
        let (events, _) = hold(&mut in_room(kind, 10, 9.5, 0.0), 0, 300);
        assert!(events.iter().any(|e| matches!(e, Event::Died { cause: Death::Squished, .. })), "{kind}");
        let mut world = in_room(kind, 10, 14.5, 16.0);
        let (events, highest) = hold(&mut world, 0, 300);
        assert!(highest < FLOOR - 90.0, "{kind}: the lift took the player only to {highest}");
        assert!(events.iter().any(|e| matches!(e, Event::CrateBroke { .. })), "{kind}");
        assert_eq!(world.state.deaths, 0, "{kind}");
    }
}

#[test]
fn room_15_carries_right_left_and_up() {
    for kind in SolverKind::ALL {
        for (tiles, way) in [(7.0, 32.0), (11.0, -32.0)] {
            let mut world = in_room(kind, 15, tiles, 0.0);
            hold(&mut world, 0, 32);
            let carried = world.state.player.feet().x - sides(15).0 - tiles * 16.0;
            assert!((carried - way).abs() < 3.0, "{kind}: {carried} for {way}");
        }
        let mut world = in_room(kind, 15, 14.5, 20.0);
        let (_, highest) = hold(&mut world, Buttons::RIGHT, 110);
        let is_over = world.state.player.feet().x > sides(15).0 + 15.2 * 16.0;
        assert!((highest - (FLOOR - 96.0)).abs() < 12.0 && is_over, "{kind}");
    }
}

#[test]
fn room_16_can_be_climbed_up_and_down() {
    for kind in SolverKind::ALL {
        for (tiles, from, to, buttons) in [(7.5, 0.0, 128.0, Buttons::UP), (10.5, 128.0, 0.0, Buttons::DOWN)] {
            let mut world = in_room(kind, 16, tiles, from);
            hold(&mut world, 0, 2);
            hold(&mut world, buttons, 120);
            assert!(stands_at(&world, to), "{kind}: at {} and not {to} px up", world.state.player.feet());
        }
    }
}

/// Under the wall, then up by strokes and onto the bank.
#[test]
fn room_17_can_be_swum_through() {
    for kind in SolverKind::ALL {
        let mut world = in_room(kind, 17, 6.0, 60.0);
        hold(&mut world, 0, 40);
        hold(&mut world, Buttons::RIGHT, 130);
        for tick in 0..200 {
            let jump = if world.state.player.swims && tick % 12 == 0 { 0 } else { Buttons::JUMP };
            hold(&mut world, Buttons::RIGHT | jump, 1);
        }
        assert!(world.state.player.feet().x > sides(17).0 + 16.0 * 16.0, "{kind}: {}", world.state.player.feet());
        assert_eq!(world.state.deaths, 0, "{kind}");
    }
}

#[test]
fn every_room_has_a_sign_and_a_checkpoint() {
    let level = gallery();
    for room in 1..=ROOMS {
        let (left, right) = sides(room);
        let here = |wanted: fn(&ObjectKind) -> bool| {
            level.objects.iter().filter(|o| wanted(&o.kind) && (left..right).contains(&o.aabb.center.x)).count()
        };
        assert_eq!(here(|kind| matches!(kind, ObjectKind::Sign { .. })), 1, "room {room}");
        assert_eq!(here(|kind| matches!(kind, ObjectKind::Checkpoint)), usize::from(room > 1), "room {room}");
    }
}
