//! No main path lets the player wait: what carries the player comes back soon, and what bars the way leaves it soon.

use std::collections::BTreeMap;

use glam::Vec2;
use seamwalker_collide::{Aabb, BodyId, CollisionView, Mover, SolverKind, SolverSetup};
use seamwalker_level::{Level, ObjectKind, Start};
use seamwalker_sim::{Input, TICK_RATE, World};

use crate::{inputs, maps, world};

/// The longest wait on a main path, in ticks: two seconds.
const MAX_WAIT: usize = 2 * TICK_RATE as usize;

/// For how long machines are watched, in ticks. No cycle is longer.
const WATCHED: usize = 40 * TICK_RATE as usize;

/// A platform this near to the place where it was boarded can be jumped on, in pixels.
const REACH: f32 = 48.0;

/// Feet this near to the top of a platform stand on it, and a player this deep in its outline is in its way, in pixels.
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

/// What is seen of a machine while the player does nothing.
#[derive(Default)]
struct Watch {
    /// Its box over time.
    motion: Vec<Aabb>,
    /// For how many ticks it has filled each place of the player, and the longest that it filled one.
    fills: Vec<usize>,
    longest: usize,
}

fn watch(mut world: World, machines: &[Machine], path: &Path) -> Vec<Watch> {
    let new = || Watch { fills: vec![0; path.player.len()], ..Watch::default() };
    let mut watches: Vec<Watch> = machines.iter().map(|_| new()).collect();
    for _ in 0..WATCHED {
        world.step(Input::default());
        for (watch, &machine) in watches.iter_mut().zip(machines) {
            let place = place(&world, machine);
            watch.motion.push(place);
            for (player, ticks) in path.player.iter().zip(&mut watch.fills) {
                *ticks = if place.overlaps(player) && is_in(&world, machine, player) { *ticks + 1 } else { 0 };
                watch.longest = watch.longest.max(*ticks);
            }
        }
    }
    watches
}

/// Whether a player would be inside a machine, whose outline may be smaller than its box.
fn is_in(world: &World, (_, body): Machine, player: &Aabb) -> bool {
    let contact = world.state.space.bodies.touching(body, CollisionView::Thin, &Mover::new(*player), 0.0);
    contact.is_some_and(|contact| contact.depth > TOUCH)
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
fn wait(path: &Path, index: usize, watches: &[Watch]) -> usize {
    let Some(&boarded) = path.boarded.get(&index) else { return watches[index].longest };
    let is_near = |tick: usize| watches.iter().any(|watch| watch.motion[tick].center.distance(boarded) < REACH);
    longest((0..WATCHED).map(|tick| !is_near(tick)))
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
    let watches = watch(world, &machines, &path);
    let mut long = Vec::new();
    for (index, &(object, _)) in machines.iter().enumerate() {
        let ticks = wait(&path, index, &watches);
        if ticks > MAX_WAIT && moves_by_itself(level, object, &watches[index].motion) {
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
