//! Stretches of the shipped maps, read as the game reads them.

use glam::Vec2;

use super::bodies::game;
use super::{Goal, MOVERS, Motion, Scene, SceneRun, WALK};
use crate::level::{Level, ObjectKind, read, shipped};

/// Where the floor of Seam Gallery is in all rooms, in pixels.
const FLOOR: f32 = 288.0;

/// Where rooms 2 and 3 begin to be flat at their outer ends, off the pixel grid.
const BUMPS: (f32, f32) = (278.3, 818.6);

/// How far along x a walk over the bumps must get, in pixels.
const ACROSS: f32 = 500.0;

/// The feet of somebody who stands on the crate on the lift of room 10.
const ON_LIFT: Vec2 = Vec2::new(2600.0, 248.0);

pub(super) fn scenes() -> Vec<Scene> {
    let gallery = read(&shipped(), "maps/seam_gallery.tmx");
    let gallery = gallery.expect("build.rs embeds no map that cannot be read");
    vec![bumps(gallery.clone()), lift(gallery)]
}

/// Pressed down, from one side of the two rooms to the other and back.
fn bumps(gallery: Level) -> Scene {
    let mut runs = Vec::new();
    for (half, _) in MOVERS {
        for (from, side) in [(BUMPS.0, 1.0), (BUMPS.1, -1.0)] {
            let start = Vec2::new(from, FLOOR - half.y - 0.25);
            for push in [Vec2::new(WALK, 1.0), Vec2::new(5.3, 2.0)] {
                let motion = Motion::Push(push * Vec2::new(side, 1.0));
                runs.push(SceneRun::new(half, start, motion, 300).must(Goal::Across(side * ACROSS)));
            }
        }
    }
    Scene::played(
        "gallery-bumps",
        "rooms 2 and 3 of the map Seam Gallery, pressed down",
        "The actual map, as saved by Tiled and read by the game: peaks where two slopes meet, then floors of every \
         angle of the tileset in a row.",
        starting_at(gallery, Vec2::new(BUMPS.0, FLOOR)),
        runs,
    )
}

/// Up and down with the lift.
fn lift(gallery: Level) -> Scene {
    game(
        "gallery-lift",
        "the lift in room 10 of the map Seam Gallery",
        "A map's own terrain, platform and crate: the player stands on a crate on a lift.",
        starting_at(gallery, ON_LIFT),
        ("300 none", 300, Goal::Lives),
    )
}

/// The same level with the player's feet somewhere else.
fn starting_at(mut level: Level, feet: Vec2) -> Level {
    for object in &mut level.objects {
        if matches!(object.kind, ObjectKind::Player { .. }) {
            object.aabb = crate::collide::Aabb::new(feet, Vec2::ZERO);
        }
    }
    level
}
