//! Joints of two straight parts at many angles, and wedges.

use glam::Vec2;

use super::{MOVERS, Motion, Scene, SceneGround, SceneRun, UnjoinedTerrain, WALK_STEP, runs};
use crate::ground::{above, rising};

/// The angles between two parts, in degrees.
const ANGLES: [u16; 11] = [10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60];

/// The length of each of the two parts, in pixels.
const LEG: f32 = 72.0;

/// The distance between joints, in pixels.
const JOINT_PITCH: Vec2 = Vec2::new(224.0, 320.0);

/// The depth of the ground below a joint, in pixels.
const JOINT_DEPTH: f32 = 90.0;

/// The number of steps of a walk over a joint.
const JOINT_STEPS: u32 = 70;

pub(super) fn scenes() -> Vec<Scene> {
    vec![joints("joints-convex", 1.0), joints("joints-concave", -1.0), slow(), ceiling_wedge(), valley(), standing()]
}

fn joints(name: &str, turn: f32) -> Scene {
    let mut ground = UnjoinedTerrain::default();
    let mut runs = Vec::new();
    for (column, angle) in (0_u16..).zip(ANGLES) {
        let angle = f32::from(angle);
        // The slopes before and after the joint.
        for (row, (before, after)) in (0_u16..).zip([(0.0, -angle), (angle * 0.5, angle * -0.5), (angle, 0.0)]) {
            let joint = JOINT_PITCH * Vec2::new(f32::from(column), f32::from(row));
            let (first, second) = (rising(before * turn), rising(after * turn));
            let surface = [joint - first * LEG, joint, joint + second * LEG];
            let lowest = surface.iter().fold(0.0_f32, |low, p| low.max(p.y - joint.y));
            ground.island(&surface, lowest + joint.y + JOINT_DEPTH);
            runs.extend(super::runs(&MOVERS, &[(surface[0].x, 1.0), (surface[2].x, -1.0)], |half, (x, side)| {
                let start = above(&surface, x + side * (half.x + 2.3), half);
                SceneRun::new(half, start, Motion::Walk(side * WALK_STEP), JOINT_STEPS)
            }));
        }
    }
    Scene::new(name, SceneGround::plain(ground.terrain()), runs)
}

/// Steps of less than half a pixel along flat ground, up and down slopes.
fn slow() -> Scene {
    let mut ground = UnjoinedTerrain::default();
    let mut runs = Vec::new();
    for (column, angle) in (0_u16..).zip([0.0, 15.0, 30.0, 45.0]) {
        let joint = JOINT_PITCH * Vec2::new(f32::from(column), 0.0);
        let surface = [joint - Vec2::new(LEG, 0.0), joint, joint + rising(angle) * LEG];
        ground.island(&surface, joint.y + JOINT_DEPTH);
        runs.extend(super::runs(&MOVERS, &[(0.1, 0.05), (0.3, 0.1), (0.45, 0.0)], |half, push: (f32, f32)| {
            let start = above(&surface, joint.x - half.x - 12.0, half);
            SceneRun::new(half, start, Motion::Push(push.into()), (36.0 / push.0) as u32)
        }));
    }
    Scene::new("slow", SceneGround::plain(ground.terrain()), runs)
}

/// Slopes that are not too steep to stand on.
fn standing() -> Scene {
    let mut ground = UnjoinedTerrain::default();
    let mut runs = Vec::new();
    for (column, angle) in (0_u16..).zip([0.0, 5.0, 10.0, 20.0, 26.565, 30.0, 40.0, 45.0]) {
        let foot = Vec2::new(f32::from(column) * JOINT_PITCH.x, 0.0);
        let top = foot + rising(angle) * 120.0;
        let surface = [foot - Vec2::new(40.0, 0.0), foot, top, top + Vec2::new(30.0, 0.0)];
        ground.island(&surface, JOINT_DEPTH);
        runs.extend(super::runs(&MOVERS, &[0.3, 0.5, 0.62], |half, part| {
            let at = foot.lerp(top, part) + Vec2::new(0.3, 0.0);
            let start = above(&surface, at.x, half) - Vec2::new(0.0, 3.0);
            SceneRun::new(half, start, Motion::Stand, 1)
        }));
    }
    Scene::new("standing", SceneGround::plain(ground.terrain()), runs)
}

/// A floor, and a ceiling that descends to it at 30 degrees.
fn ceiling_wedge() -> Scene {
    let mut ground = UnjoinedTerrain::default();
    ground.block(Vec2::new(0.0, 200.0), Vec2::new(400.0, 232.0));
    let (tip, top) = (Vec2::new(392.0, 200.0), Vec2::new(392.0, 40.0));
    ground.polygon(&[top, tip, tip - Vec2::new(160.0 * 1.732_050_8, 160.0)]);
    let runs = runs(&MOVERS, &[(WALK_STEP, 0.5), (WALK_STEP, 2.5), (5.3, -1.0)], |half, push| {
        SceneRun::new(half, Vec2::new(60.0, 199.0 - half.y), Motion::Rest(push.into()), 160)
    });
    Scene::new("wedge-30", SceneGround::plain(ground.terrain()), runs)
}

/// Two walls of 70 degrees that meet below.
fn valley() -> Scene {
    let mut ground = UnjoinedTerrain::default();
    let (bottom, high) = (Vec2::new(200.0, 200.0), 170.0);
    let aside = high * 0.363_970_23;
    ground.polygon(&[Vec2::new(60.0, 30.0), bottom - Vec2::new(aside, high), bottom, Vec2::new(60.0, 200.0)]);
    ground.polygon(&[bottom + Vec2::new(aside, -high), Vec2::new(340.0, 30.0), Vec2::new(340.0, 200.0), bottom]);
    let runs = runs(&MOVERS, &[(0.0, 3.0), (0.5, 3.0), (0.0, 5.3), (2.0, 2.0)], |half, push| {
        SceneRun::new(half, Vec2::new(197.0, 40.0), Motion::Rest(push.into()), 160)
    });
    Scene::new("wedge-v70", SceneGround::plain(ground.terrain()), runs)
}
