//! Seam Gallery: every room shows what its sign says, with every solver in its default settings, and thick-sat passes all rooms
//! without a snag.
//!
//! A solver is *caught* in a run if [`Judge`] counts some snags, or if the player ends farther back than under thick-sat. The signs'
//! properties say which solvers are caught, and what to press ([`Room`]).

use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{Aabb, EndAxes, SolverKind, SolverSetup};
use seamwalker_lab::{Judge, Rng, Room};
use seamwalker_level::{Level, ObjectKind, Value};
use seamwalker_sim::{Buttons, Death, Event, Input, World};

use crate::settings::is_long;
use crate::{level, world};

/// The first column of every room, and the end of the last one.
const COLUMNS: [u16; 19] = [0, 16, 34, 52, 68, 84, 98, 116, 132, 148, 166, 180, 196, 212, 230, 250, 266, 286, 304];

/// How many rooms there are.
const ROOMS: usize = COLUMNS.len() - 1;

/// The height of the floor in all rooms, in pixels.
const FLOOR: f32 = 288.0;

/// A run with so many snags, or that ends so many pixels behind thick-sat, was caught.
const MIN_SNAGS: u64 = 10;
const MIN_BEHIND: f32 = 16.0;

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

fn solver(kind: SolverKind) -> SolverSetup {
    SolverSetup::new(kind)
}

const THICK: SolverKind = SolverKind::ThickSat;
const PER_AXIS: SolverKind = SolverKind::PerAxis;
const MANDATORY: SolverKind = SolverKind::MandatoryFirst;

fn with_end_axes(end_axes: EndAxes) -> SolverSetup {
    let mut setup = solver(THICK);
    setup.options.end_axes = end_axes;
    setup
}

// ---- What the signs say. ----

/// A run through a room.
#[derive(Clone, Copy, Debug)]
struct RoomRun {
    snags: u64,
    /// Where it ended: at the right side of the room at most.
    x: f32,
    ticks: usize,
}

impl RoomRun {
    fn is_caught(self, thick: Self) -> bool {
        self.snags >= MIN_SNAGS || self.x < thick.x - MIN_BEHIND
    }
}

/// Presses what a room's sign asks for, from a place so many pixels left of the sign, until the player leaves the room.
fn run(number: usize, room: &Room, setup: SolverSetup, left_of_sign: f32) -> RoomRun {
    let mut world = world(MAP, setup);
    room.enter(&mut world, setup.kind);
    world.switch_solver(setup);
    let (feet, right) = (world.state.player.feet(), sides(number).1 - 7.0);
    world.start_at_point(feet - Vec2::new(left_of_sign, 0.0), false);
    let (mut judge, mut ticks) = (Judge::new(&world.level), 0);
    for input in &room.inputs {
        world.step(input);
        judge.tick(&world);
        ticks += 1;
        if world.state.player.feet().x > right {
            break;
        }
    }
    RoomRun { snags: judge.snags(), x: world.state.player.feet().x.min(right), ticks }
}

/// How far a player runs in a tick at full speed, in pixels: starts as far apart lead to the same places.
const STRIDE: f32 = 3.0;

/// Runs from several places near the sign.
fn runs(number: usize, room: &Room, setup: SolverSetup) -> Vec<RoomRun> {
    let starts: u8 = if is_long() { 24 } else { 12 };
    (0..starts).map(|start| run(number, room, setup, STRIDE * f32::from(start) / f32::from(starts))).collect()
}

/// Story: in the room of the peaks the sign said that mandatory-first sticks, and it glided. The tests had the settings of the articles, and the
/// player had not.
#[test]
fn the_solvers_that_fail_in_a_room_are_those_that_its_sign_lists() {
    let mut wrong = Vec::new();
    for (room, number) in Room::all(&gallery()).iter().zip(1..) {
        let thick = runs(number, room, solver(THICK));
        assert!(thick.iter().all(|run| run.snags == 0), "room {number}: {thick:?}");
        for kind in SolverKind::ALL {
            let all = runs(number, room, solver(kind));
            let caught = all.iter().zip(&thick).filter(|(run, thick)| run.is_caught(**thick)).count();
            if (caught * 2 > all.len()) != room.fails.contains(&kind) {
                wrong.push(format!("room {number}: {kind} is caught in {caught} of {} runs", all.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The rooms in which the solvers that look only at one axis at a time climb almost twice as fast.
const TOO_FAST: [(usize, [SolverKind; 2]); 2] = [(2, [PER_AXIS, MANDATORY]), (5, [PER_AXIS, MANDATORY])];

#[test]
fn solvers_that_climb_too_fast_take_six_tenths_of_the_time_at_most() {
    let rooms = Room::all(&gallery());
    for (number, kind) in TOO_FAST.into_iter().flat_map(|(room, kinds)| kinds.map(|kind| (room, kind))) {
        let [thick, fast] = [THICK, kind].map(|kind| run(number, &rooms[number - 1], solver(kind), 0.0).ticks);
        assert!(fast * 10 <= thick * 6, "room {number}: {kind} takes {fast} ticks, thick-sat {thick}");
    }
}

/// The solvers that a text names, each with its number in brackets.
fn named(text: &str) -> Vec<SolverKind> {
    let is_named = |kind: &SolverKind| {
        let is_there = text.contains(&kind.to_string());
        let number = format!("{kind} ({})", *kind as usize + 1);
        assert!(!is_there || text.contains(&number), "'{text}' does not say '{number}'");
        is_there
    };
    SolverKind::ALL.into_iter().filter(is_named).collect()
}

#[test]
fn a_sign_names_only_solvers_whose_faults_are_tested_and_the_key_of_the_ground_assist() {
    let level = gallery();
    let rooms = Room::all(&level);
    assert_eq!(rooms.len(), ROOMS);
    for (room, number) in rooms.iter().zip(1..) {
        let sign = &level.objects[room.sign];
        let listed = sign.properties.get("fails").map_or(0, |value| match value {
            Value::Text(names) => names.split(' ').count(),
            _ => usize::MAX,
        });
        assert_eq!(listed, room.fails.len(), "room {number}: an unknown solver in 'fails'");
        assert!(!room.inputs.is_empty(), "room {number} has no inputs");
        for property in ["text", "text_de"] {
            let Some(Value::Text(text)) = sign.properties.get(property) else { panic!("room {number}: no {property}") };
            let fast = TOO_FAST.iter().filter(|(fast, _)| *fast == number).flat_map(|(_, kinds)| kinds);
            let known: Vec<&SolverKind> = room.fails.iter().chain([&THICK]).chain(fast).collect();
            assert!(named(text).iter().all(|kind| known.contains(&kind)), "room {number}: '{text}'");
            assert_eq!(text.contains("(B)"), !room.ground_assist, "room {number}: '{text}'");
            let agrees = named(text).is_empty();
            assert_eq!(agrees, room.fails.is_empty(), "room {number}: '{text}'");
        }
    }
}

/// With other end axes, thick-sat sticks in the rooms whose signs say so.
#[test]
fn thick_sat_sticks_in_rooms_3_and_9_with_other_end_axes() {
    let rooms = Room::all(&gallery());
    for (number, axes) in
        [3, 9].into_iter().flat_map(|room| [EndAxes::BoxCentre, EndAxes::None].map(|axes| (room, axes)))
    {
        let room = &rooms[number - 1];
        let thick = runs(number, room, solver(THICK));
        let caught =
            runs(number, room, with_end_axes(axes)).iter().zip(&thick).all(|(run, thick)| run.is_caught(*thick));
        assert!(caught, "room {number}: {axes:?}");
    }
}

#[test]
fn only_thick_sat_comes_to_rest_in_the_wedges_of_room_4() {
    let room = &Room::all(&gallery())[3];
    let sway = |kind| {
        let mut world = world(MAP, solver(kind));
        room.enter(&mut world, kind);
        let mut step = |input| {
            world.step(input);
            world.state.player.feet()
        };
        room.inputs.iter().for_each(|input| {
            step(input);
        });
        let feet: Vec<Vec2> = (0..60).map(|_| step(Input { buttons: Buttons::RIGHT })).collect();
        feet.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f32::max)
    };
    assert_eq!(sway(THICK), 0.0);
    for kind in [PER_AXIS, MANDATORY] {
        assert!(sway(kind) > 0.25, "{kind}: {}", sway(kind));
    }
}

/// A player that runs over the first gap of room 8 gets across or falls in, depending on the start. There are 48 starts, 1/16 px apart.
#[test]
fn round_corners_carry_runners_over_the_first_gap_of_room_8() {
    let gap = 121.0 * 16.0;
    let across = |setup: SolverSetup| {
        let gets_across = |phase: &u8| {
            let mut world = world_at(Vec2::new(gap - 40.0 + f32::from(*phase) / 16.0, FLOOR), setup);
            (0..40).any(|_| {
                world.step(Input { buttons: Buttons::RIGHT });
                world.state.player.feet().x > gap + 24.0 && world.state.player.feet().y < FLOOR + 6.0
            })
        };
        (0..48).filter(gets_across).count()
    };
    let counts = [solver(THICK), solver(PER_AXIS), solver(MANDATORY), with_end_axes(EndAxes::None)].map(across);
    assert!(counts[0] > 24, "{counts:?}");
    assert_eq!(counts[1..], [0; 3]);
}

/// How many of 16 players, each from another start, get through a room with ground assist by holding right.
fn through(room: usize, kind: SolverKind) -> usize {
    let (left, right) = sides(room);
    let gets_through = |phase: &u8| {
        let mut world = world_at(Vec2::new(left + 24.0 + f32::from(*phase) * 0.37, FLOOR), solver(kind));
        (0..480).any(|_| {
            world.step(Input { buttons: Buttons::RIGHT });
            world.state.player.feet().x > right - 7.0 || world.state.finished
        })
    };
    (0..16).filter(gets_through).count()
}

#[test]
fn holding_right_leads_through_the_rooms_with_slopes() {
    for room in [2, 3, 5, 9, 11] {
        let counts = SolverKind::ALL.map(|kind| through(room, kind));
        assert_eq!(counts, [16; SolverKind::ALL.len()], "room {room}");
    }
}

/// The snags of runs of up to four seconds from random places of a room, with random buttons, under thick-sat.
fn snags_at_random(level: &Arc<Level>, room: usize, runs: u32) -> u64 {
    let (left, right) = sides(room);
    let (mut rng, mut judge) = (Rng(3), Judge::new(level));
    for run in 0..runs {
        let Some(feet) = free_place(level, &mut rng, left, right) else { continue };
        let mut world = world(MAP, solver(THICK));
        world.start_at_point(feet, run % 2 == 0);
        let (mut buttons, mut ticks_left) = (0, 0);
        for _ in 0..240 {
            if ticks_left == 0 {
                ticks_left = 4 + rng.bits() % 40;
                let side = [Buttons::LEFT, Buttons::RIGHT, Buttons::LEFT, Buttons::RIGHT, 0][(rng.bits() % 5) as usize];
                buttons = side | [0, Buttons::JUMP, Buttons::JUMP, Buttons::DOWN][(rng.bits() % 4) as usize];
            }
            ticks_left -= 1;
            world.step(Input { buttons });
            if world.state.deaths > 0 || !(left..right).contains(&world.state.player.feet().x) {
                break;
            }
            judge.tick(&world);
        }
    }
    judge.snags()
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
fn thick_sat_snags_in_no_room() {
    let (level, runs) = (gallery(), if is_long() { 90 } else { 30 });
    for room in 1..=ROOMS {
        assert_eq!(snags_at_random(&level, room, runs), 0, "room {room}");
    }
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
    world.state.player.is_grounded() && (world.state.player.feet().y - (FLOOR - above)).abs() < 0.1
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
