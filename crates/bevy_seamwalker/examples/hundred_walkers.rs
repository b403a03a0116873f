//! A hundred walkers on hills, without a window: it prints where they are, once a second.
//!
//! ```text
//! cargo run --manifest-path crates/bevy_seamwalker/Cargo.toml --example hundred_walkers
//! ```

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_seamwalker::collide::controller::Intent;
use bevy_seamwalker::collide::{Side, Terrain};
use bevy_seamwalker::{Character, CharacterIntent, SeamwalkerPlugin, SeamwalkerSpace, SeamwalkerSystems};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// How far apart the walkers begin, in units.
const DISTANCE: f32 = 40.0;

/// The height of the ground at x, in units: round hills, up to 36 degrees steep, with a wall at both ends.
fn height(x: f32) -> f32 {
    let from_top = (x / 110.0).rem_euclid(2.0) - 1.0;
    if (0.0..=DISTANCE * 100.0).contains(&x) { 40.0 * (1.0 - from_top * from_top) } else { 400.0 }
}

fn main() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, SeamwalkerPlugin::default()))
        // Ticks as fast as the computer can. A game leaves this out.
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, turn_at_walls.after(SeamwalkerSystems::Characters));
    for tick in 0..=640 {
        app.update();
        if tick % 64 == 0 {
            print(&mut app, tick / 64);
        }
    }
}

fn spawn(mut commands: Commands, mut space: ResMut<SeamwalkerSpace>) {
    let hills: Vec<Vec2> = (-1..=401).map(|i| i as f32 * 10.0).map(|x| Vec2::new(x, height(x))).collect();
    let edges = space.units.outline(&hills, Side::Outer);
    space.set_terrain(Terrain::new(edges, Vec::new()));
    for i in 0..100_u8 {
        let x = (f32::from(i) + 0.5) * DISTANCE;
        let intent = CharacterIntent(Intent { x: if i % 2 == 0 { 1.0 } else { -1.0 }, ..Intent::default() });
        commands.spawn((Character::new(Vec2::new(12.0, 22.0)), intent, Transform::from_xyz(x, height(x) + 30.0, 0.0)));
    }
}

/// A wall is anything too steep to walk on: the ends of the hills, and other walkers.
fn turn_at_walls(mut walkers: Query<(&Character, &mut CharacterIntent)>) {
    for (walker, mut intent) in &mut walkers {
        if let Some(normal) = walker.events.wall {
            intent.x = normal.x.signum();
        }
    }
}

fn print(app: &mut App, second: u32) {
    let mut walkers = app.world_mut().query::<(&Character, &Transform)>();
    let (mut row, mut standing) = (vec![b'.'; 80], 0);
    for (walker, transform) in walkers.iter(app.world()) {
        let column = transform.translation.x / (DISTANCE * 100.0) * 80.0;
        row[(column as usize).min(79)] = b'o';
        standing += usize::from(walker.is_grounded());
    }
    println!("{second:2} s  {}  {standing} stand", String::from_utf8_lossy(&row));
}
