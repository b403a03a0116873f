//! Parts of the shipped maps.

use glam::Vec2;

use super::bodies::game;
use super::{Goal, MOVERS, Motion, Scene, SceneGround, SceneRun, WALK_STEP, runs};
use seamwalker_assets::shipped;
use seamwalker_collide::Aabb;
use seamwalker_level::{Level, ObjectKind, read};

/// The y of the floor in all rooms of Seam Gallery, in pixels.
const GALLERY_FLOOR: f32 = 288.0;

/// The x of the flat outer ends of rooms 2 and 3, off the pixel grid.
const BUMPS: (f32, f32) = (278.3, 818.6);

/// The minimum distance of a walk over the bumps, in pixels.
const BUMPS_DISTANCE: f32 = 500.0;

/// The feet of a player on the crate on the lift of room 10.
const ON_LIFT: Vec2 = Vec2::new(2600.0, 248.0);

pub(super) fn scenes() -> Vec<Scene> {
    let gallery = read(&shipped(), "maps/seam_gallery.tmx");
    let gallery = gallery.expect("tests/maps reads every embedded map");
    let lift = game("gallery-lift", starting_at(gallery.clone(), ON_LIFT), 300, Goal::Lives);
    vec![bumps(gallery), lift]
}

/// Pressed down, from one side of the two rooms to the other and back.
fn bumps(gallery: Level) -> Scene {
    let pushes = [(BUMPS.0, 1.0), (BUMPS.1, -1.0)].map(|from| [(from, (WALK_STEP, 1.0)), (from, (5.3, 2.0))]);
    let runs = runs(&MOVERS, pushes.as_flattened(), |half, ((from, side), (x, y))| {
        let start = Vec2::new(from, GALLERY_FLOOR - half.y - 0.25);
        let run = SceneRun::new(half, start, Motion::Push(Vec2::new(x * side, y)), 300);
        run.must(Goal::Across(side * BUMPS_DISTANCE))
    });
    let level = starting_at(gallery, Vec2::new(BUMPS.0, GALLERY_FLOOR));
    Scene::new("gallery-bumps", SceneGround::Level(Box::new(level)), runs)
}

/// The same level with another start of the player.
fn starting_at(mut level: Level, feet: Vec2) -> Level {
    for object in &mut level.objects {
        if matches!(object.kind, ObjectKind::Player { .. }) {
            object.aabb = Aabb::new(feet, Vec2::ZERO);
        }
    }
    level
}
