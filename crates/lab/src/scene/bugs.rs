//! Bugs of other engines, each as a scene named after its issue.

use glam::Vec2;

use super::bodies::{game, platform, room};
use super::seams::on_floor;
use super::{Goal, HERO, MOVERS, Make, Motion, SQUARE, Scene, SceneGround, SceneRun, UnjoinedTerrain, WALK_STEP, runs};

/// The maximum change of height over flat ground, in pixels.
const MAX_HEIGHT_CHANGE: f32 = 0.01;

/// The maximum sideways move of a mover that only falls or presses down, in pixels.
const MAX_SHIFT: f32 = 0.01;

pub(super) fn scenes() -> Vec<Scene> {
    [rapier(), vec![box2d_1032()], bump(), godot(), vec![supertux()]].concat()
}

fn rapier() -> Vec<Scene> {
    // A flat floor of 20 parts that do not match tiles.
    let surface: Vec<Vec2> = (0_u8..=20).map(|i| Vec2::new(f32::from(i) * 21.37, 100.0)).collect();
    let mut ground = UnjoinedTerrain::default();
    ground.island(&surface, 140.0);
    let terrain = ground.terrain();
    let start = |half: Vec2, x| Vec2::new(x, 99.0 - half.y);
    let ghost = runs(&MOVERS, &[(WALK_STEP, 5.3), (1.1, 0.6), (0.4, 5.3)], |half, push| {
        SceneRun::new(half, start(half, 40.2), Motion::Push(push.into()), 100).must(Goal::Across(30.0))
    });
    let rests = [60.0, 85.48, 100.7].map(|x| [(x, 0.5), (x, 5.3)]);
    let flat = runs(&MOVERS, rests.as_flattened(), |half, (x, down)| {
        SceneRun::new(half, start(half, x), Motion::Rest(Vec2::new(0.0, down)), 160)
    });
    let offset = runs(&MOVERS, &[0.1, 0.5, 2.0, 5.3], |half, down| {
        let run = SceneRun::new(half, start(half, 40.2), Motion::Push(Vec2::new(2.0, down)), 150);
        run.must(Goal::Level(MAX_HEIGHT_CHANGE))
    });
    let lift = platform((48.0, 8.0), &[(200.0, 150.0), (200.0, 40.0)], 480.0);
    let still = Vec2::new(204.0, 146.0);
    vec![
        Scene::new("rapier-669", SceneGround::plain(terrain.clone()), ghost),
        Scene::new("rapier-809", SceneGround::plain(terrain.clone()), flat),
        game("rapier-488", room(still, vec![lift]), 300, Goal::Rides(0.02)),
        Scene::new("rapier-418", SceneGround::plain(terrain), offset),
    ]
}

fn box2d_1032() -> Scene {
    let picture = "
        .............................. *3
        ....................########## *3
        ##############################
    ";
    // Straight at the corner of the ledge, with the feet a few pixels below its top.
    let flights = [4.0, 6.0, 9.0, 12.0].map(|below| [2.0, 5.0, 9.0, 14.0].map(|speed| (below, speed)));
    let runs = runs(&[HERO, SQUARE], flights.as_flattened(), |half, (below, speed)| {
        let start = Vec2::new(200.3, 48.0 + below - half.y);
        SceneRun::new(half, start, Motion::Push(Vec2::new(speed, 0.0)), 60).must(Goal::NoClimb(0.01))
    });
    Scene::new("box2d-1032", SceneGround::drawn(picture, Make::Outline), runs)
}

fn bump() -> Vec<Scene> {
    let arrow = "
        ....................
        ....................
        ........##..........
        ........##..........
        ....................
        ....................
    ";
    // From its right side and from below.
    let pushes = [(-3.0, 0.0), (-2.0, 3.0), (-2.0, -3.0), (0.5, -4.0)].map(|push| [(push, true), (push, false)]);
    let teleports = runs(&[HERO, SQUARE], pushes.as_flattened(), |half, (push, beside): ((f32, f32), bool)| {
        let at = if beside { Vec2::new(160.0 + half.x + 0.2, 48.0) } else { Vec2::new(144.0, 64.0 + half.y + 0.2) };
        SceneRun::new(half, at, Motion::Push(push.into()), 40)
    });
    let block = "
        .##.......
        .##.......
        ..........
        ..........
    ";
    // The upper left corner of the mover on the lower right corner of the block, to the last bit.
    let corner = Vec2::new(48.0, 32.0);
    let pushes = [(-3.0, -3.0), (-3.0, 0.0), (0.0, -3.0), (-1.0, -4.0)];
    let corners =
        runs(&[SQUARE, HERO], &pushes, |half, push| SceneRun::new(half, corner + half, Motion::Push(push.into()), 24));
    let crossing = "
        ####......####
        ####......####
        .............. *3
        ####......####
        ####......####
    ";
    let pushes = [(3.0, -3.0), (3.0, 3.0), (-3.0, -3.0), (-3.0, 3.0)];
    let crossings = runs(&[HERO, SQUARE], &pushes, |half, push| {
        SceneRun::new(half, Vec2::new(112.0, 56.0), Motion::Push(push.into()), 60)
    });
    vec![
        Scene::new("bump-37", SceneGround::drawn(arrow, Make::Separate), teleports),
        Scene::new("bump-33", SceneGround::drawn(block, Make::Outline), corners),
        Scene::new("bump-48", SceneGround::drawn(crossing, Make::Separate), crossings),
    ]
}

fn godot() -> Vec<Scene> {
    let shelf = "
        .................... *4
        ......####.......... *3
        ....................
        ####################
    ";
    // Exactly flush with the side of the shelf, on its right and on its left.
    let falls = [(3.0, 160.0, 1.0), (3.0, 96.0, -1.0), (5.3, 160.0, 1.0), (5.3, 96.0, -1.0)];
    let edge = runs(&[HERO, SQUARE], &falls, |half, (down, x, side)| {
        let start = Vec2::new(x + side * half.x, 30.0);
        SceneRun::new(half, start, Motion::Push(Vec2::new(0.0, down)), 60).must(Goal::Column(MAX_SHIFT))
    });
    let ceiling = "
        ############################
        ############....############
        #########..........#########
        ............................
        ............................
        ############################
    ";
    let below = runs(&[HERO, SQUARE], &[0.0, -0.5, -2.0], |half, up| {
        let start = Vec2::new(20.0, 48.0 + half.y);
        SceneRun::new(half, start, Motion::Push(Vec2::new(WALK_STEP, up)), 42).must(Goal::Across(110.0))
    });
    vec![
        Scene::new("godot-44882", SceneGround::drawn(shelf, Make::Separate), edge),
        Scene::new("godot-87477", SceneGround::drawn(ceiling, Make::Separate), below),
        godot_40498(),
        godot_92621(),
    ]
}

fn godot_40498() -> Scene {
    let floor = "
        ........................ *3
        ########################
    ";
    let starts = [40.0, 56.7, 64.0].map(|x| [(x, 0.0, 60), (x, 1.3, 120)]);
    let runs = runs(&MOVERS, starts.as_flattened(), |half, (x, speed, steps)| {
        let run = SceneRun::new(half, Vec2::new(x, 47.0 - half.y), Motion::Push(Vec2::new(speed, 5.166)), steps);
        run.must(Goal::Level(MAX_HEIGHT_CHANGE))
    });
    Scene::new("godot-40498", SceneGround::drawn(floor, Make::Separate), runs)
}

fn godot_92621() -> Scene {
    let slope = "
        .................... *3
        ........../#########
        ........./..........
        ......../...........
        ########............
        ########............
    ";
    let mut runs = runs(&MOVERS, &[(WALK_STEP, 200), (1.9, 300)], |half, (speed, steps)| {
        SceneRun::new(half, Vec2::new(40.0, 95.0 - half.y), Motion::Walk(speed), steps).must(Goal::Across(150.0))
    });
    for x in [134.0, 146.5, 158.0] {
        runs.push(SceneRun::new(HERO, Vec2::new(x, 112.0 - (x - 122.0) - 30.0), Motion::Stand, 1));
    }
    Scene::new("godot-92621", SceneGround::drawn(slope, Make::Separate), runs)
}

/// Falls onto a ledge that is only a few pixels below the mover's side.
fn supertux() -> Scene {
    let pit = "
        #..................# *4
        ####............#### *3
        ####################
    ";
    let mut runs = Vec::new();
    for on in [4.0, 5.0, 6.0, 7.0] {
        for (half, down) in [(HERO, 3.0), (SQUARE, 5.3)] {
            let right = Vec2::new(64.0 + half.x - on, 20.0);
            let left = Vec2::new(256.0 - half.x + on, 20.0);
            for start in [right, left] {
                let run = SceneRun::new(half, start, Motion::Push(Vec2::new(0.0, down)), 60);
                runs.push(run.must(Goal::Column(MAX_SHIFT)));
            }
        }
    }
    runs.push(SceneRun::new(HERO, on_floor(160.0, 112.0), Motion::Stand, 1));
    Scene::new("supertux-shift", SceneGround::drawn(pit, Make::Separate), runs)
}
