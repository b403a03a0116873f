//! No main path lets the player wait: what carries the player comes back soon, and what bars the way leaves it soon.

use std::collections::BTreeMap;

use glam::Vec2;
use seamwalker_collide::{Aabb, BodyId, SolverKind, SolverSetup};
use seamwalker_level::{Level, ObjectKind, Start};
use seamwalker_sim::{Input, TICK_RATE, World};

use crate::{inputs, maps, world};

/// The longest wait on a main path, in ticks: two seconds.
const MAX_WAIT: usize = 2 * TICK_RATE as usize;

/// For how long machines are watched, in ticks. No cycle is longer.
const WATCHED: usize = 40 * TICK_RATE as usize;

/// A platform this near to the place where it was boarded can be jumped on, in pixels.
const REACH: f32 = 48.0;

/// Feet this near to the top of a platform stand on it, in pixels.
const TOUCH: f32 = 1.0;

/// A machine that moves: the index of its object, and its body.
type Machine = (usize, BodyId);

/// All platforms and rolling spools.
fn machines(world: &World) -> Vec<Machine> {
    let rolls = |object: u32| matches!(world.level.objects[object as usize].kind, ObjectKind::RollingSpool { .. });
    let spools = world.state.crates.iter().filter(|c| rolls(c.object)).map(|c| (c.object as usize, c.body));
    world.state.platforms.iter().map(|p| (p.object as usize, p.body)).chain(spools).collect()
}

/// Where a machine is now; a broken spool is nowhere.
fn place(world: &World, (_, body): Machine) -> Aabb {
    let body = &world.state.space.bodies[body];
    if body.enabled { body.aabb } else { Aabb::new(Vec2::splat(f32::MIN / 4.0), Vec2::ZERO) }
}

/// What a recorded run tells: where the player was, and where each machine was when the player first stood on it.
#[derive(Default)]
struct Path {
    player: Vec<Aabb>,
    boarded: BTreeMap<usize, Vec2>,
}

fn stands_on(player: Aabb, platform: Aabb) -> bool {
    let beside = (player.center.x - platform.center.x).abs() < player.half.x + platform.half.x;
    beside && (player.max().y - platform.min().y).abs() < TOUCH
}

fn path(name: &str) -> Path {
    let mut world = world(name, SolverSetup::new(SolverKind::ThickSat));
    let mut path = Path::default();
    for input in &inputs(&format!("{name}.txt")) {
        world.step(input);
        let player = world.state.player.aabb();
        for (index, machine) in machines(&world).into_iter().enumerate() {
            let place = place(&world, machine);
            if world.state.player.is_grounded() && stands_on(player, place) {
                path.boarded.entry(index).or_insert(place.center);
            }
        }
        path.player.push(player);
    }
    path
}

/// The boxes of each machine over time, while the player does nothing.
fn motions(mut world: World, machines: &[Machine]) -> Vec<Vec<Aabb>> {
    let mut motions = vec![Vec::new(); machines.len()];
    for _ in 0..WATCHED {
        world.step(Input::default());
        for (motion, &machine) in motions.iter_mut().zip(machines) {
            motion.push(place(&world, machine));
        }
    }
    motions
}

/// The longest run of ticks for which something holds.
fn longest(holds: impl Iterator<Item = bool>) -> usize {
    let (mut longest, mut now) = (0, 0);
    for holds in holds {
        now = if holds { now + 1 } else { 0 };
        longest = longest.max(now);
    }
    longest
}

/// How long no machine is where the player got on this one, or how long this one fills a place that the player passes; in ticks.
fn wait(path: &Path, index: usize, motions: &[Vec<Aabb>]) -> usize {
    if let Some(&boarded) = path.boarded.get(&index) {
        let is_near = |tick: usize| motions.iter().any(|motion| motion[tick].center.distance(boarded) < REACH);
        return longest((0..WATCHED).map(|tick| !is_near(tick)));
    }
    let fills = |player: &Aabb| longest(motions[index].iter().map(|place| player.overlaps(place)));
    path.player.iter().map(fills).max().unwrap_or_default()
}

/// Whether a machine moves by itself: no door, no seesaw, nothing that starts with a rider.
fn moves_by_itself(level: &Level, object: usize, motion: &[Aabb]) -> bool {
    let waits = matches!(&level.objects[object].kind, ObjectKind::Platform(p) if p.start != Start::Always);
    !waits && motion.iter().any(|place| place.center != motion[0].center)
}

/// The waits of a level that are too long.
fn long_waits(name: &str, level: &Level) -> Vec<String> {
    let world = world(name, SolverSetup::default());
    let (path, machines) = (path(name), machines(&world));
    let motions = motions(world, &machines);
    let mut long = Vec::new();
    for (index, &(object, _)) in machines.iter().enumerate() {
        let ticks = wait(&path, index, &motions);
        if ticks > MAX_WAIT && moves_by_itself(level, object, &motions[index]) {
            let (object, seconds) = (&level.objects[object], ticks as f32 / TICK_RATE as f32);
            long.push(format!("{name}: object {} at {}: {seconds:.1} s", object.id, object.aabb.center));
        }
    }
    long
}

#[test]
fn no_wait_on_a_main_path_is_longer_than_two_seconds() {
    // The gallery is no level: its machines are looked at.
    let levels = maps().iter().filter(|(name, _)| *name != "seam_gallery");
    let long: Vec<String> = levels.flat_map(|(name, level)| long_waits(name, level)).collect();
    assert!(long.is_empty(), "{} waits:\n{}", long.len(), long.join("\n"));
}

/// Scissors and aglets are passed when they are open, or on the other side.
#[test]
fn scissors_and_aglets_leave_the_way_within_two_seconds() {
    for (name, level) in maps() {
        for object in &level.objects {
            let seconds = match object.kind {
                ObjectKind::Scissors { closed, .. } => closed,
                ObjectKind::Aglet { period, .. } => period / 2.0,
                _ => continue,
            };
            assert!(seconds <= 2.0, "{name}: object {}: {seconds} s", object.id);
        }
    }
}
