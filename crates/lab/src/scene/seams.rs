//! Flat surfaces made of many parts: floors, walls, ceilings and their joints.

use std::sync::Arc;

use glam::Vec2;

use super::{Goal, HERO, MOVERS, Make, Motion, Scene, SceneGround, SceneRun, UnjoinedTerrain, WALK_STEP, ascii, runs};
use crate::ground::{above, columns};

/// The minimum distance of a walk over a floor of 40 tiles, in pixels.
const FLOOR_DISTANCE: f32 = 400.0;

/// A floor of 40 tiles.
const FLAT_FLOOR: &str = "
    ........................................ *3
    ########################################
";

pub(super) fn scenes() -> Vec<Scene> {
    let mut scenes = vec![
        Scene::new("flat-seams", SceneGround::drawn(FLAT_FLOOR, Make::Cut), floor_runs()),
        Scene::new("separate-boxes", SceneGround::drawn(FLAT_FLOOR, Make::Separate), floor_runs()),
        walls(),
        ceilings(),
        joints_of_walls(),
    ];
    scenes.extend(firth());
    scenes
}

/// Walks and pushes in both directions, with every mover, from positions off the pixel grid.
fn floor_runs() -> Vec<SceneRun> {
    let mut runs = Vec::new();
    for half in MOVERS {
        for (i, side) in [1.0, -1.0].into_iter().enumerate() {
            let start = Vec2::new(320.0 - side * 290.3, 48.0 - half.y - 0.25 - 0.1 * i as f32);
            let across = Goal::Across(side * FLOOR_DISTANCE);
            runs.push(SceneRun::new(half, start, Motion::Walk(side * WALK_STEP), 180).must(across));
            runs.push(SceneRun::new(half, start, Motion::Walk(side * 1.7), 320).must(across));
            runs.push(SceneRun::new(half, start, Motion::Push(Vec2::new(side * WALK_STEP, 2.0)), 180).must(across));
            runs.push(SceneRun::new(half, start, Motion::Push(Vec2::new(side * 2.6, 5.3)), 200).must(across));
        }
    }
    runs
}

fn walls() -> Scene {
    let picture = "
        #..............# *10
        ################
    ";
    let slides =
        [1.0, -1.0].map(|side| [(side, 20.0, 2.3), (side, 130.0, -2.3), (side, 20.0, 5.3), (side, 130.0, -3.5)]);
    let runs = runs(&MOVERS, slides.as_flattened(), |half, (side, y, along)| {
        let start = Vec2::new(128.0 + side * (112.0 - half.x - 0.4), y);
        SceneRun::new(half, start, Motion::Push(Vec2::new(side * WALK_STEP, along)), 40)
    });
    Scene::new("wall-slide", SceneGround::drawn(picture, Make::Separate), runs)
}

fn ceilings() -> Scene {
    let picture = "
        ########################
        ........................ *3
        ########################
    ";
    let pushes = [1.0, -1.0].map(|side| [(side, WALK_STEP, -1.5), (side, WALK_STEP, -3.5), (side, 1.3, -0.4)]);
    let runs = runs(&MOVERS, pushes.as_flattened(), |half, (side, speed, up)| {
        let start = Vec2::new(192.0 - side * 150.7, 16.0 + half.y + 0.3);
        let run = SceneRun::new(half, start, Motion::Push(Vec2::new(side * speed, up)), 90);
        run.must(Goal::Across(side * 100.0))
    });
    Scene::new("ceiling-slide", SceneGround::drawn(picture, Make::Separate), runs)
}

/// Walls on the middle of a floor's edge: wall and floor share no vertex.
fn joints_of_walls() -> Scene {
    let picture = "
        ########################
        #....#.........#.......#
        #....#.........#.......#
        #..............#.......#
        #......................#
        #........#.............#
        #........#......#####..#
        ########################
    ";
    let mut ground = UnjoinedTerrain::default();
    let tile = |x: f32, y: f32| Vec2::new(x, y) * ascii::CELL;
    let blocks = [
        (0.0, 0.0, 24.0, 1.0),
        (0.0, 7.0, 24.0, 8.0),
        (0.0, 1.0, 1.0, 7.0),
        (23.0, 1.0, 24.0, 7.0),
        (5.0, 1.0, 6.0, 3.0),
        (15.0, 1.0, 16.0, 4.0),
        (9.0, 5.0, 10.0, 7.0),
        (16.0, 6.0, 21.0, 7.0),
    ];
    for (left, top, right, bottom) in blocks {
        ground.block(tile(left, top), tile(right, bottom));
    }
    let union = Arc::new(ascii::terrain(&ascii::rows(picture), Make::Outline, Vec2::ZERO));
    let mut runs = Vec::new();
    for half in MOVERS {
        for push in [Vec2::new(3.0, 2.5), Vec2::new(-3.0, 2.5), Vec2::new(2.5, -3.0), Vec2::new(-2.5, -3.0)] {
            for at in [Vec2::new(200.0, 70.0), Vec2::new(52.3, 60.0), Vec2::new(300.4, 56.0)] {
                runs.push(SceneRun::new(half, at, Motion::Push(push), 80));
            }
        }
        runs.push(SceneRun::new(half, Vec2::new(120.3, 90.0), Motion::Walk(WALK_STEP), 60));
        runs.push(SceneRun::new(half, Vec2::new(290.0, 80.0), Motion::Walk(WALK_STEP), 60));
    }
    Scene::new("t-junctions", SceneGround::Terrain(Arc::new(ground.terrain()), union), runs)
}

/// The figures of Firth's article: convex parts of a concave shape, and a block that slides from one to the next.
fn firth() -> Vec<Scene> {
    let step = [(0.0, 100.0), (160.0, 100.0), (160.0, 40.0), (220.0, 40.0)];
    vec![
        firth_scene("firth-concave", (&step, 140.0), Goal::NoClimb(0.5)),
        firth_scene("firth-hill", (&[(0.0, 40.0), (160.0, 110.0), (400.0, 110.0)], 150.0), Goal::Across(140.0)),
        firth_scene("firth-flat", (&[(0.0, 100.0), (160.0, 100.0), (400.0, 100.0)], 140.0), Goal::Across(150.0)),
    ]
}

/// A separate part below every slope of a surface, down to a base.
fn firth_scene(name: &str, (surface, base): (&[(f32, f32)], f32), goal: Goal) -> Scene {
    let surface: Vec<Vec2> = surface.iter().map(|&point| point.into()).collect();
    let (mut apart, mut whole) = (UnjoinedTerrain::default(), UnjoinedTerrain::default());
    let slopes = columns(&surface, base).filter(|[left, right, ..]| left.x < right.x);
    slopes.for_each(|column| apart.polygon(&column));
    whole.island(&surface, base);
    let runs = runs(&MOVERS, &[(WALK_STEP, 0.5), (WALK_STEP, 2.5), (2.0, 4.5)], |half, push| {
        SceneRun::new(half, above(&surface, 40.3, half), Motion::Push(push.into()), 90).must(goal)
    });
    let ground = SceneGround::Terrain(Arc::new(apart.terrain()), Arc::new(whole.terrain()));
    Scene::new(name, ground, runs)
}

/// The centre of a [`HERO`] half a pixel above a floor at `y`.
pub(super) fn on_floor(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y - HERO.y - 0.5)
}
