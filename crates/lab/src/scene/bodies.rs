//! Scenes for the whole game: platforms, crates, and a player without room between them.

use glam::Vec2;

use super::{Goal, Motion, Scene, SceneGround, SceneRun, ascii};
use seamwalker_collide::Aabb;
use seamwalker_level::{Level, ObjectKind, Platform, Start};
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
        ride(("platform-up", "riding a platform up and down"), &[(200.0, 150.0), (200.0, 50.0)], 90.0),
        ride(
            ("platform-down", "riding a platform down and up, faster than a fall starts"),
            &[(200.0, 60.0), (200.0, 150.0)],
            300.0,
        ),
        ride(("platform-sideways", "riding a platform sideways"), &[(120.0, 120.0), (360.0, 120.0)], 240.0),
        into_wall(),
        crate_train(),
        squish(),
        near_squish(),
    ]
}

/// A scene for the whole game.
pub(super) fn game(name: (&str, &str), story: &str, level: Level, steps: u32, goal: Goal) -> Scene {
    let half = Feel::default().half(false);
    let feet = level.objects.iter().find(|o| matches!(o.kind, ObjectKind::Player { .. })).map(|o| o.aabb);
    let feet = feet.map_or(Vec2::ZERO, |aabb| Vec2::new(aabb.center.x, aabb.max().y));
    let run = SceneRun::new(half, feet - Vec2::new(0.0, half.y), Motion::Game, steps).must(goal);
    Scene::new(name, story, SceneGround::Level(Box::new(level)), vec![run])
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

fn ride(name: (&str, &str), track: &[(f32, f32)], speed: f32) -> Scene {
    let feet = Vec2::from(track[0]) - Vec2::new(-4.0, 4.0);
    let (aabb, platform) = ascii::platform((48.0, 8.0), track);
    let waits = Platform { speed, pause: 0.2, start: Start::Ridden, ..platform };
    let level = room(feet, vec![ascii::placed((aabb, waits))]);
    let story = "The rider moves exactly with the platform: no slip, no bounce at the turning points, no tick in \
                 the air.";
    game(name, story, level, 400, Goal::Rides(MAX_SLIP))
}

fn into_wall() -> Scene {
    let level = room(Vec2::new(400.0, 96.0), vec![platform((64.0, 8.0), &[(390.0, 100.0), (460.0, 100.0)], 120.0)]);
    let story = "The rider meets the wall before the platform turns around. It must stay there, on the platform and \
                 not in the wall.";
    game(("platform-into-wall", "a platform carries its rider into a wall"), story, level, 240, Goal::Lives)
}

fn crate_train() -> Scene {
    let crates = [(150.0, 152.0), (166.5, 152.0), (183.0, 152.0)].map(|(x, y)| ascii::crate_at(x, y));
    let pusher = platform((16.0, 24.0), &[(100.0, 148.0), (300.0, 148.0)], 120.0);
    let level = room(Vec2::new(210.0, 160.0), [&crates[..], &[pusher]].concat());
    let story = "The push passes through the whole train to the player at its end, in the same tick, without gaps \
                 or overlap.";
    game(("crate-train", "a platform pushes three crates and the player"), story, level, 200, Goal::Lives)
}

/// Two platforms that close on the player, up to these positions.
fn presses(left: f32, right: f32) -> Level {
    let presses =
        [(150.0, left), (330.0, right)].map(|(from, to)| platform((32.0, 24.0), &[(from, 148.0), (to, 148.0)], 90.0));
    room(Vec2::new(236.0, 160.0), presses.to_vec())
}

fn squish() -> Scene {
    let story = "Two platforms close to a gap of four pixels. The player must not overlap either of them, not even \
                 for a tick, so the game removes the player.";
    let level = presses(216.0, 252.0);
    game(("squish", "two platforms press from both sides"), story, level, 90, Goal::Dies)
}

fn near_squish() -> Scene {
    let story = "Two platforms close to a gap of sixteen pixels, four more than the player's width. The player is \
                 pushed back and forth and survives.";
    let level = presses(212.0, 260.0);
    game(("squish-spared", "two platforms press but leave enough room"), story, level, 200, Goal::Lives)
}
