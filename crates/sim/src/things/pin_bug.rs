//! Pin bugs: they patrol their ground and hurt from every side.

use glam::Vec2;

use crate::Feel;
use crate::track::Track;
use seamwalker_collide::{Aabb, Mover, Solver, SolverSetup, Space};
use seamwalker_level::{Flight, Level, Object, ObjectKind};
use std::sync::Arc;

/// The length of the steps in which a bug's track is measured when the level begins, px.
const STEP_LENGTH: f32 = 2.0;

/// The maximum number of such steps in each direction.
const MAX_STEPS: usize = 2048;

/// How far below a bug its ground may be, at its start and at each step, px.
const GROUND_DISTANCE: f32 = 32.0;

/// How far the ground may go down within a step, px: 45 degrees, and what the round corners of a bug hang over where a slope
/// begins.
const MAX_STEP_DOWN: f32 = 5.0;

/// Half the width of a bug's foremost foot, px.
const FOOT_HALF_WIDTH: f32 = 1.0;

/// A bug that gets less than this part of a step has met a wall.
const WALL_SHARE: f32 = 0.3;

/// The distance that a bug keeps from what it shuns, px.
const SHUN_DISTANCE: f32 = 8.0;

/// The track of a bug: from where it stands as far as its ground goes, to both sides. Bodies do not stop it, but it keeps away
/// from scissors, and from checkpoints, where the player may respawn.
pub fn patrol(level: &Level, place: Aabb, speed: f32, faces_left: bool) -> Track {
    let space = Space { terrain: Arc::clone(&level.terrain), ..Space::default() };
    let solver = SolverSetup::default();
    let mover = Mover::new(place);
    let down = Vec2::new(0.0, GROUND_DISTANCE);
    let landed = solver.cast(&space, &mover, down).map_or(mover, |hit| mover.moved(down * hit.fraction));
    // The height of the ground under the foremost foot.
    let ground_ahead = |bug: &Mover, side: f32| {
        let foot = bug.aabb.center + Vec2::new(side * (bug.aabb.half.x - FOOT_HALF_WIDTH), 0.0);
        let foot =
            Mover::new(Aabb::new(foot, Vec2::new(FOOT_HALF_WIDTH, bug.aabb.half.y))).with_skin(FOOT_HALF_WIDTH * 0.5);
        solver.cast(&space, &foot, down).map(|hit| foot.aabb.max().y + GROUND_DISTANCE * hit.fraction)
    };
    let shunned = |o: &&Object| matches!(o.kind, ObjectKind::Checkpoint | ObjectKind::Scissors { .. });
    let shunned: Vec<Aabb> =
        level.objects.iter().filter(shunned).map(|object| object.aabb.grown(SHUN_DISTANCE)).collect();
    let walk = |side: f32| {
        let (mut at, mut ahead) = (landed, ground_ahead(&landed, side));
        let mut way = Vec::new();
        for _ in 0..MAX_STEPS {
            let slide = solver.slide(&space, &at, Vec2::new(side * STEP_LENGTH, 0.0));
            let there = at.moved(slide.moved);
            let reach = Vec2::new(0.0, MAX_STEP_DOWN);
            let (Some(ground), Some(before), Some(now)) =
                (solver.cast(&space, &there, reach), ahead, ground_ahead(&there, side))
            else {
                break;
            };
            let is_edge = now - before > MAX_STEP_DOWN || !Feel::default().walkable(ground.normal);
            let is_shunned = shunned.iter().any(|area| area.overlaps(&there.aabb) && !area.overlaps(&at.aabb));
            if is_edge || is_shunned || slide.moved.x * side < STEP_LENGTH * WALL_SHARE {
                break;
            }
            (at, ahead) = (there.moved(reach * ground.fraction), Some(now));
            way.push(at.aabb.center);
        }
        way
    };
    let (left, right) = (walk(-1.0), walk(1.0));
    let track: Vec<Vec2> = left.iter().rev().copied().chain([landed.aabb.center]).chain(right).collect();
    let along: f32 = track.windows(2).take(left.len()).map(|pair| pair[0].distance(pair[1])).sum();
    Track::of_flight(&Flight { track, speed, ..Flight::default() }, landed.aabb.center).begun(along, faces_left)
}
