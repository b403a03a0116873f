//! Scenes for the whole game: platforms, crates, and a player without room between them.

use glam::Vec2;

use super::{Goal, Motion, Scene, SceneGround, SceneRun, ascii};
use seamwalker_collide::Aabb;
use seamwalker_level::{Level, ObjectKind, Platform, Start, Turning};
use seamwalker_sim::Feel;

/// The maximum slip of a rider on its platform, in pixels.
const MAX_SLIP: f32 = 0.02;

/// A room of 30 tiles.
const PLATFORM_ROOM: &str = "
    #............................# *10
    ##############################
";

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        ride("platform-up", &[(200.0, 150.0), (200.0, 50.0)], 90.0),
        ride("platform-down", &[(200.0, 60.0), (200.0, 150.0)], 300.0),
        ride("platform-sideways", &[(120.0, 120.0), (360.0, 120.0)], 240.0),
        into_wall(),
        crate_train(),
        seesaw(),
        game("squish", presses(216.0, 252.0), 90, Goal::Dies),
        game("squish-spared", presses(212.0, 260.0), 200, Goal::Lives),
    ]
}

/// A scene for the whole game.
pub(super) fn game(name: &str, level: Level, steps: u32, goal: Goal) -> Scene {
    let half = Feel::default().half(false);
    let feet = level.objects.iter().find(|o| matches!(o.kind, ObjectKind::Player { .. })).map(|o| o.aabb);
    let feet = feet.map_or(Vec2::ZERO, |aabb| Vec2::new(aabb.center.x, aabb.max().y));
    let run = SceneRun::new(half, feet - Vec2::new(0.0, half.y), Motion::Game, steps).must(goal);
    Scene::new(name, SceneGround::Level(Box::new(level)), vec![run])
}

/// An object in a level.
type SceneThing = (Aabb, ObjectKind);

/// A room with objects, and the player with its feet at a position.
pub(super) fn room(feet: Vec2, mut things: Vec<SceneThing>) -> Level {
    things.push((Aabb::new(feet, Vec2::ZERO), ObjectKind::Player { faces_left: false }));
    ascii::level_with(PLATFORM_ROOM, things)
}

/// A platform on a track.
pub(super) fn platform(size: (f32, f32), track: &[(f32, f32)], speed: f32) -> SceneThing {
    let (aabb, platform) = ascii::platform(size, track);
    ascii::placed((aabb, Platform { speed, pause: 0.2, ..platform }))
}

fn ride(name: &str, track: &[(f32, f32)], speed: f32) -> Scene {
    let feet = Vec2::from(track[0]) - Vec2::new(-4.0, 4.0);
    let (aabb, platform) = ascii::platform((48.0, 8.0), track);
    let waits = Platform { speed, pause: 0.2, start: Start::Ridden, ..platform };
    let level = room(feet, vec![ascii::placed((aabb, waits))]);
    game(name, level, 400, Goal::Rides(MAX_SLIP))
}

fn into_wall() -> Scene {
    let level = room(Vec2::new(400.0, 96.0), vec![platform((64.0, 8.0), &[(390.0, 100.0), (460.0, 100.0)], 120.0)]);
    game("platform-into-wall", level, 240, Goal::Lives)
}

fn crate_train() -> Scene {
    let crates = [(150.0, 152.0), (166.5, 152.0), (183.0, 152.0)].map(|(x, y)| ascii::crate_at(x, y));
    let pusher = platform((16.0, 24.0), &[(100.0, 148.0), (300.0, 148.0)], 120.0);
    let level = room(Vec2::new(210.0, 160.0), [&crates[..], &[pusher]].concat());
    game("crate-train", level, 200, Goal::Lives)
}

/// A seesaw whose right end bears two crates and the player.
fn seesaw() -> Scene {
    let outline = Aabb::new(Vec2::ZERO, Vec2::new(56.0, 4.0)).corners().to_vec();
    let turning = Some(Turning { outline, angle: 20.0 });
    let (aabb, platform) = ascii::platform((112.0, 8.0), &[(200.0, 110.0)]);
    let seesaw = Platform { turning, start: Start::Weighed, speed: 30.0, ..platform };
    let crates = [(180.0, 98.0), (216.0, 98.0)].map(|(x, y)| ascii::crate_at(x, y));
    let level = room(Vec2::new(240.0, 106.0), [&[ascii::placed((aabb, seesaw))], &crates[..]].concat());
    game("seesaw", level, 240, Goal::Lives)
}

/// Two platforms that close on the player, up to these positions.
fn presses(left: f32, right: f32) -> Level {
    let presses =
        [(150.0, left), (330.0, right)].map(|(from, to)| platform((32.0, 24.0), &[(from, 148.0), (to, 148.0)], 90.0));
    room(Vec2::new(236.0, 160.0), presses.to_vec())
}
