//! Open bugs of other engines, each as a room named after what it was.

use std::sync::Arc;

use glam::Vec2;

use super::bodies::{game, platform, room};
use super::seams::on_floor;
use super::{Goal, HERO, MOVERS, Make, Motion, SQUARE, Scene, SceneRun, TerrainBuilder, WALK, ascii};

/// How much the height may change of whoever goes over flat ground, in pixels.
const FLAT: f32 = 0.01;

/// How far a mover that only falls or presses may go aside, in pixels.
const ASIDE: f32 = 0.01;

pub(super) fn scenes() -> Vec<Scene> {
    let mut scenes = rapier();
    scenes.push(box2d_1032());
    scenes.extend(bump());
    scenes.extend(godot());
    scenes.push(supertux());
    scenes
}

/// A flat floor of 20 parts whose lengths have nothing to do with tiles.
fn uneven_floor() -> (Vec<Vec2>, f32) {
    let points = (0_u8..=20).map(|i| Vec2::new(f32::from(i) * 21.37, 100.0)).collect();
    (points, 140.0)
}

fn rapier() -> Vec<Scene> {
    let (surface, base) = uneven_floor();
    let mut ground = TerrainBuilder::default();
    ground.island(&surface, base);
    let terrain = ground.terrain();
    let mut ghost = Vec::new();
    let mut flat = Vec::new();
    let mut offset = Vec::new();
    for (half, _) in MOVERS {
        let start = Vec2::new(40.2, 99.0 - half.y);
        for push in [Vec2::new(WALK, 5.3), Vec2::new(1.1, 0.6), Vec2::new(0.4, 5.3)] {
            ghost.push(SceneRun::new(half, start, Motion::Push(push), 100).must(Goal::Across(30.0)));
        }
        for x in [60.0, 85.48, 100.7] {
            flat.push(SceneRun::new(half, Vec2::new(x, start.y), Motion::Rest(Vec2::new(0.0, 0.5)), 160));
            flat.push(SceneRun::new(half, Vec2::new(x, start.y), Motion::Rest(Vec2::new(0.0, 5.3)), 160));
        }
        for down in [0.1, 0.5, 2.0, 5.3] {
            offset.push(SceneRun::new(half, start, Motion::Push(Vec2::new(2.0, down)), 150).must(Goal::Level(FLAT)));
        }
    }
    let lift = platform((48.0, 8.0), &[(200.0, 150.0), (200.0, 40.0)], 480.0);
    let still = Vec2::new(204.0, 146.0);
    vec![
        Scene::new(
            "rapier-669",
            "a ghost hit on a flat polyline",
            "rapier issue 669, \"Ghost Collision Handling\": a body sliding over a flat static polyline hits the \
             vertices between its segments.",
            terrain.clone(),
            ghost,
        ),
        Scene::new(
            "rapier-809",
            "jitter on flat ground",
            "rapier issue 809, \"3D kinematic character jumping/jittering on flat surface\": the character never \
             comes to rest under gravity.",
            terrain.clone(),
            flat,
        ),
        game(
            "rapier-488",
            "through a platform that moves up and down",
            "rapier issue 488, \"dips and can eventually fall through moving vertical platform\": here at 8 px per tick, \
             both ways.",
            room(still, vec![lift]),
            ("300 none", 300, Goal::Rides(0.02)),
        ),
        Scene::new(
            "rapier-418",
            "the distance to the ground is not kept",
            "rapier issue 418, \"Offset of KinematicCharacterController is not sustained when desired translation \
             points partially towards ground\": the height above flat ground must not depend on how hard the \
             character presses down.",
            terrain,
            offset,
        ),
    ]
}

fn box2d_1032() -> Scene {
    let picture = "
        ..............................
        ..............................
        ..............................
        ....................##########
        ....................##########
        ....................##########
        ##############################
    ";
    let mut runs = Vec::new();
    // Feet so many pixels below the top of the ledge, flying straight at its corner.
    for below in [4.0, 6.0, 9.0, 12.0] {
        for speed in [2.0, 5.0, 9.0, 14.0] {
            for half in [HERO, SQUARE] {
                let start = Vec2::new(200.3, 48.0 + below - half.y);
                runs.push(
                    SceneRun::new(half, start, Motion::Push(Vec2::new(speed, 0.0)), 60).must(Goal::NoClimb(0.01)),
                );
            }
        }
    }
    Scene::drawn(
        "box2d-1032",
        "a fast mover climbs a corner that should stop it",
        "box2d issue 1032, \"Using a box for a mover instead of a capsule\": the round end of a capsule lifts a \
         mover that dashes at a ledge at the right height. A skin of 3 px may round the last 3 px, no more.",
        picture,
        Make::Outline,
        runs,
    )
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
    let mut teleports = Vec::new();
    for half in [HERO, SQUARE] {
        for push in [Vec2::new(-3.0, 0.0), Vec2::new(-2.0, 3.0), Vec2::new(-2.0, -3.0), Vec2::new(0.5, -4.0)] {
            for at in [Vec2::new(160.0 + half.x + 0.2, 48.0), Vec2::new(144.0, 64.0 + half.y + 0.2)] {
                teleports.push(SceneRun::new(half, at, Motion::Push(push), 40));
            }
        }
    }
    let block = "
        .##.......
        .##.......
        ..........
        ..........
    ";
    // The upper left corner of the mover on the lower right corner of the block, to the last bit.
    let corner = Vec2::new(48.0, 32.0);
    let mut corners = Vec::new();
    for half in [SQUARE, HERO] {
        for push in [Vec2::new(-3.0, -3.0), Vec2::new(-3.0, 0.0), Vec2::new(0.0, -3.0), Vec2::new(-1.0, -4.0)] {
            corners.push(SceneRun::new(half, corner + half, Motion::Push(push), 24));
        }
    }
    let crossing = "
        ####......####
        ####......####
        ..............
        ..............
        ..............
        ####......####
        ####......####
    ";
    let mut crossings = Vec::new();
    for push in [Vec2::new(3.0, -3.0), Vec2::new(3.0, 3.0), Vec2::new(-3.0, -3.0), Vec2::new(-3.0, 3.0)] {
        for half in [HERO, SQUARE] {
            crossings.push(SceneRun::new(half, Vec2::new(112.0, 56.0), Motion::Push(push), 60));
        }
    }
    vec![
        Scene::drawn(
            "bump-37",
            "a slide that teleports",
            "bump.lua issue 37, \"Slide collision response teleports an item\": walking against a block that the \
             item already touches moved it backwards to the block's far end.",
            arrow,
            Make::Separate,
            teleports,
        ),
        Scene::drawn(
            "bump-33",
            "corner on corner",
            "bump.lua issue 33, \"Incorrect corner collision\": the corners of two boxes meet exactly, without \
             overlap. Neither may stop a diagonal move along both.",
            block,
            Make::Outline,
            corners,
        ),
        Scene::drawn(
            "bump-48",
            "two corners in one move",
            "Listed as issue 48 of bump.lua; its text was not available when this scene was made. A diagonal move \
             from the middle of a crossing meets two sides, one after the other.",
            crossing,
            Make::Separate,
            crossings,
        ),
    ]
}

fn godot() -> Vec<Scene> {
    let shelf = "
        ....................
        ....................
        ....................
        ....................
        ......####..........
        ......####..........
        ......####..........
        ....................
        ####################
    ";
    let mut edge = Vec::new();
    for half in [HERO, SQUARE] {
        for push in [Vec2::new(0.0, 3.0), Vec2::new(0.0, 5.3)] {
            // Flush with the side of the shelf to the last bit, on its right and on its left.
            for x in [160.0 + half.x, 96.0 - half.x] {
                let run = SceneRun::new(half, Vec2::new(x, 30.0), Motion::Push(push), 60);
                edge.push(run.must(Goal::Column(ASIDE)));
            }
        }
    }
    let ceiling = "
        ############################
        ############....############
        #########..........#########
        ............................
        ............................
        ############################
    ";
    let mut below = Vec::new();
    for half in [HERO, SQUARE] {
        for push in [Vec2::new(WALK, 0.0), Vec2::new(WALK, -0.5), Vec2::new(WALK, -2.0)] {
            below.push(
                SceneRun::new(half, Vec2::new(20.0, 48.0 + half.y), Motion::Push(push), 42).must(Goal::Across(110.0)),
            );
        }
    }
    vec![
        Scene::drawn(
            "godot-44882",
            "falling exactly along a tile's edge",
            "Godot issue 44882, \"odd move_and_slide behaviour when exactly on tile edge\": a body flush with the \
             side of a tile hangs there with nothing below it.",
            shelf,
            Make::Separate,
            edge,
        ),
        Scene::drawn(
            "godot-87477",
            "stuck under a ceiling of tiles",
            "Godot issue 87477, \"stuck when performing move_and_slide on a tilemap ceiling\": walking along a \
             ceiling, exactly below it.",
            ceiling,
            Make::Separate,
            below,
        ),
        godot_40498(),
        godot_92621(),
    ]
}

fn godot_40498() -> Scene {
    let floor = "
        ........................
        ........................
        ........................
        ########################
    ";
    let mut runs = Vec::new();
    for (half, _) in MOVERS {
        for x in [40.0, 56.7, 64.0] {
            let start = Vec2::new(x, 47.0 - half.y);
            runs.push(SceneRun::new(half, start, Motion::Push(Vec2::new(0.0, 5.166)), 60).must(Goal::Level(FLAT)));
            runs.push(SceneRun::new(half, start, Motion::Push(Vec2::new(1.3, 5.166)), 120).must(Goal::Level(FLAT)));
        }
    }
    Scene::drawn(
        "godot-40498",
        "y jitters on three tiles",
        "Godot issue 40498, \"KinematicBody2D spanning 3 collision blocks causes Y jitter\": on two tiles there was \
         no jitter.",
        floor,
        Make::Separate,
        runs,
    )
}

fn godot_92621() -> Scene {
    let slope = "
        ....................
        ....................
        ....................
        ........../#########
        ........./..........
        ......../...........
        ########............
        ########............
    ";
    let mut runs = Vec::new();
    for (half, _) in MOVERS {
        let start = Vec2::new(40.0, 95.0 - half.y);
        runs.push(SceneRun::new(half, start, Motion::Walk(WALK), 200).must(Goal::Across(150.0)));
        runs.push(SceneRun::new(half, start, Motion::Walk(1.9), 300).must(Goal::Across(150.0)));
    }
    for x in [134.0, 146.5, 158.0] {
        runs.push(SceneRun::new(HERO, Vec2::new(x, 112.0 - (x - 122.0) - 30.0), Motion::Stand, 1));
    }
    Scene::drawn(
        "godot-92621",
        "a slope whose cells float in the air",
        "Godot issue 92621, \"Tilemap colliders have inconsistent behavior with move_and_slide() Max Angle\": a \
         slope of single tiles with nothing below was treated as a wall at one end.",
        slope,
        Make::Separate,
        runs,
    )
}

/// Falls onto a ledge that is only a few pixels below the mover's side.
fn supertux() -> Scene {
    let rows = ascii::rows(
        "
        #..................#
        #..................#
        #..................#
        #..................#
        ####............####
        ####............####
        ####............####
        ####################
        ",
    );
    let union = Arc::new(ascii::terrain(&rows, Make::Outline, Vec2::ZERO));
    let terrain = Arc::new(ascii::terrain(&rows, Make::Separate, Vec2::ZERO));
    let mut runs = Vec::new();
    for on in [4.0, 5.0, 6.0, 7.0] {
        for (half, down) in [(HERO, 3.0), (SQUARE, 5.3)] {
            let right = Vec2::new(64.0 + half.x - on, 20.0);
            let left = Vec2::new(256.0 - half.x + on, 20.0);
            for start in [right, left] {
                let run = SceneRun::new(half, start, Motion::Push(Vec2::new(0.0, down)), 60);
                runs.push(run.must(Goal::Column(ASIDE)));
            }
        }
    }
    runs.push(SceneRun::new(HERO, on_floor(160.0, 112.0), Motion::Stand, 1));
    Scene::with_union(
        "supertux-shift",
        "shifted sideways by seven pixels",
        "SuperTux hides its seams by shifting an overlapping mover up to 7 px sideways (its constant SHIFT_DELTA): \
         a mover that lands with a toe on a ledge is pushed off.",
        &terrain,
        union,
        runs,
    )
}
