//! Snapshots from files: those of the game are loaded, and invalid numbers are refused by name.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_assets::shipped;
use seamwalker_collide::controller::Ground;
use seamwalker_collide::{Obstacle, SolverSetup};
use seamwalker_level::{Level, Overlay, read};
use seamwalker_sim::{BadSnapshot, Buttons, Input, Snapshot, World};
use serde_json::{Value, json};

use super::level_kit::Memory;

/// A map with one of every thing in it.
fn things() -> Arc<Level> {
    let map = Memory::default().and("maps/things.tmx", include_str!("../fixtures/things/things.tmx"));
    Arc::new(read(&Overlay(map, shipped()), "maps/things.tmx").unwrap())
}

fn walked(level: Arc<Level>) -> World {
    let mut world = World::new(level, SolverSetup::default());
    (0..40).for_each(|_| drop(world.step(Input { buttons: Buttons::RIGHT | Buttons::JUMP })));
    world
}

/// The paths of all numbers in a tree.
fn numbers(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(path.to_owned()),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, value)| numbers(value, &format!("{path}/{i}"), found));
        }
        Value::Object(map) => map.iter().for_each(|(key, value)| numbers(value, &format!("{path}/{key}"), found)),
        _ => {}
    }
}

/// Each number of a snapshot is replaced by a wild one. Most are refused. The others neither panic nor lead to a tick of thousands
/// of steps.
#[test]
fn no_number_of_a_snapshot_can_stop_the_game() {
    let world = walked(things());
    let whole = json!(world.save());
    let mut paths = Vec::new();
    numbers(&whole, "", &mut paths);
    assert!(paths.len() > 200, "{}", paths.len());
    let wild = [json!(1e30), json!(-1e30), json!(1e7), json!(-1e7), json!(u32::MAX), json!(u64::MAX), json!(0)];
    let mut refused = 0;
    for path in &paths {
        for wild in &wild {
            let mut changed = whole.clone();
            *changed.pointer_mut(path).unwrap() = wild.clone();
            let Ok(snapshot) = serde_json::from_value::<Snapshot>(changed) else { continue };
            let Ok(mut world) = World::load(Arc::clone(&world.level), snapshot) else {
                refused += 1;
                continue;
            };
            for _ in 0..3 {
                world.step(Input { buttons: Buttons::RIGHT });
                assert!(world.stats.steps < 2000, "{path} = {wild}: {} steps", world.stats.steps);
                assert!(
                    world.state.player.aabb().is_valid() && world.state.player.motion.velocity.is_finite(),
                    "{path} = {wild}"
                );
            }
        }
    }
    assert!(refused > paths.len() * 3, "{refused} of {}", paths.len() * wild.len());
}

#[test]
fn an_invalid_number_is_refused_with_its_name_and_range() {
    let mut world = walked(things());
    // Default values are not stored.
    world.rules.feel.run += 1.0;
    let ground = Ground { drop: Vec2::ZERO, normal: Vec2::NEG_Y, obstacle: Obstacle::Edge(0) };
    world.state.player.motion.ground = Some(ground);
    let refused = |path: &str, value: Value| {
        let mut changed = json!(world.save());
        *changed.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
        let why = World::load(Arc::clone(&world.level), serde_json::from_value(changed).unwrap()).unwrap_err();
        assert!(matches!(why, BadSnapshot::OutOfRange(_)), "{why}");
        why.to_string()
    };
    for (path, value, words) in [
        (
            "/state/player/motion/ground/normal",
            json!([0.0, -1e30]),
            ["`player.ground_normal` is [0, -1000", "a direction of length 1"],
        ),
        (
            "/state/player/motion/velocity/0",
            json!(1e9),
            ["`player.velocity` is [1000000000,", "-20000 to 20000 in both directions"],
        ),
        (
            "/state/player/motion/mover/aabb/center/1",
            json!(-1e9),
            ["`player.aabb.center` is [", "in the level, or not far from it"],
        ),
        ("/state/crates/0/velocity/1", json!(-1e30), ["`crates[0].velocity` is [", "-20000 to 20000"]),
        ("/state/bodies/0/aabb/half/0", json!(1e6), ["`bodies[0].aabb.half` is [1000000,", "as in the level"]),
        ("/rules/feel/gravity", json!(1e9), ["`feel.gravity` is 1000000000", "0 to 10000"]),
        ("/rules/solver/options/rounds", json!(u32::MAX), ["`solver.options.rounds` is 4294967295", "1 to 64"]),
        ("/state/ticks", json!(u64::MAX), ["`ticks` is 18446744073709551615", "0 to 4294967296"]),
    ] {
        let why = refused(path, value);
        assert!(words.iter().all(|word| why.contains(word)), "{path}: {why}");
    }
}
