//! Gaps, hops and high speed.

use glam::Vec2;

use super::{
    FALL_STEP, Goal, HERO, MOVERS, Make, Motion, Scene, SceneGround, SceneRun, UnjoinedTerrain, WALK_STEP, runs,
};
use seamwalker_collide::Aabb;

/// The thickness of thin floors and walls, in pixels.
const THICKNESS: f32 = 2.0;

pub(super) fn scenes() -> Vec<Scene> {
    vec![gap(), hops(), thin_floor(), thin_walls()]
}

fn gap() -> Scene {
    let picture = "
        ........................................ *3
        ################.#######.####.####.#####
        ################.#######.####.####.#####
        ########################################
    ";
    let walks = [1.0, -1.0].map(|side| [2.0, WALK_STEP, 5.0, 8.0, 12.0].map(|speed| (side, speed)));
    let runs = runs(&MOVERS, walks.as_flattened(), |half, (side, speed): (f32, f32)| {
        let start = Vec2::new(320.0 - side * 280.0, 47.5 - half.y);
        SceneRun::new(half, start, Motion::Walk(side * speed), (560.0 / speed) as u32)
    });
    Scene::new("one-tile-gap", SceneGround::drawn(picture, Make::Outline), runs)
}

fn hops() -> Scene {
    let picture = "
        ................................................ *3
        .........................eh.....................
        .........../\\............fg.................##.
        ........../##\\..........e##h.......ab##cd.....
        ......##./####\\..abcd...f##g._...ab######cd...
        ################################################
    ";
    let hops = [1.0, -1.0].map(|side| [(side, WALK_STEP), (side, 2.3)]);
    let runs = runs(&MOVERS, hops.as_flattened(), |half, (side, speed)| {
        let start = Vec2::new(384.0 - side * 340.0, 112.0 - half.y - 0.5);
        SceneRun::new(half, start, Motion::Hop(side * speed), 300)
    });
    Scene::new("hops", SceneGround::drawn(picture, Make::Outline), runs)
}

fn thin_floor() -> Scene {
    let mut ground = UnjoinedTerrain::default();
    ground.block(Vec2::new(0.0, 1000.0), Vec2::new(1600.0, 1000.0 + THICKNESS));
    let room = Aabb::from_corners(Vec2::new(-1e5, -1e5), Vec2::new(1e5, 1000.0));
    let throws = [(0.0, FALL_STEP), (1.0, FALL_STEP), (-2.0, 3.0)];
    let throws = throws.map(|throw| [10.0, 77.7, 180.0].map(|height| (throw, height)));
    let runs = runs(&MOVERS, throws.as_flattened(), |half, (throw, height)| {
        let start = Vec2::new(800.0, 1000.0 - half.y - height);
        SceneRun::new(half, start, Motion::Throw(throw.into()), 1).must(Goal::Inside(room))
    });
    Scene::new("thin-floor", SceneGround::plain(ground.terrain()), runs)
}

fn thin_walls() -> Scene {
    let mut ground = UnjoinedTerrain::default();
    let (side, thin) = (640.0, THICKNESS);
    ground.block(Vec2::new(0.0, -thin), Vec2::new(side, 0.0));
    ground.block(Vec2::new(0.0, side), Vec2::new(side, side + thin));
    ground.block(Vec2::new(-thin, -thin), Vec2::new(0.0, side + thin));
    ground.block(Vec2::new(side, -thin), Vec2::new(side + thin, side + thin));
    let room = Aabb::from_corners(Vec2::ZERO, Vec2::splat(side));
    let throws = [(5.0, 1.0), (-5.0, 2.0), (3.0, -5.0), (-4.0, -4.0), (5.3, 5.3), (0.0, -5.0)];
    let throws = throws.map(|throw| [(throw, (320.0, 320.0)), (throw, (101.3, 555.5))]);
    let runs = runs(&[HERO], throws.as_flattened(), |half, (throw, at): ((f32, f32), (f32, f32))| {
        SceneRun::new(half, at.into(), Motion::Throw(throw.into()), 1).must(Goal::Inside(room))
    });
    Scene::new("thin-walls", SceneGround::plain(ground.terrain()), runs)
}
