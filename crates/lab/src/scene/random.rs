//! A walk over a thousand random polylines.

use glam::Vec2;

use super::{MOVERS, Motion, Scene, SceneGround, SceneRun, UnjoinedTerrain, WALK_STEP};
use crate::Rng;
use crate::ground::above;

/// The number of polylines, in all and per row: all lie within 2^14 px of the origin.
const POLYLINES: u16 = 1000;
const POLYLINES_PER_ROW: u16 = 32;

/// The number of parts of a polyline.
const POLYLINE_PARTS: usize = 12;

/// The distance between polylines, in pixels.
const POLYLINE_PITCH: Vec2 = Vec2::new(460.0, 400.0);

/// The length of a part along x, in pixels.
const PART_LENGTH: std::ops::Range<f32> = 6.0..36.0;

/// The steepest part, as height per width: 70 degrees.
const MAX_PART_SLOPE: f32 = 2.75;

/// The maximum rise and fall of a polyline, in pixels.
const MAX_RISE: f32 = 80.0;

/// The depth of the ground below the middle of a polyline, in pixels.
const POLYLINE_DEPTH: f32 = 120.0;

/// The number of steps of a walk.
const POLYLINE_STEPS: u32 = 100;

/// Every third part is flat, so that movers can gain speed.
const FLAT_EVERY: u64 = 3;

pub(super) fn scenes() -> Vec<Scene> {
    let mut rng = Rng(1);
    let mut ground = UnjoinedTerrain::default();
    let mut runs = Vec::new();
    for i in 0..POLYLINES {
        let cell = Vec2::new(f32::from(i % POLYLINES_PER_ROW), f32::from(i / POLYLINES_PER_ROW));
        let corner = cell * POLYLINE_PITCH;
        let surface = polyline(&mut rng, corner);
        ground.island(&surface, corner.y + POLYLINE_DEPTH);
        let half = MOVERS[usize::from(i) % MOVERS.len()];
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let from = if side > 0.0 { surface[0] } else { surface[POLYLINE_PARTS] };
        let start = above(&surface, from.x + side * (half.x + 1.0), half);
        runs.push(SceneRun::new(half, start, Motion::Walk(side * WALK_STEP), POLYLINE_STEPS));
    }
    vec![Scene::new("polylines", SceneGround::plain(ground.terrain()), runs)]
}

fn polyline(rng: &mut Rng, corner: Vec2) -> Vec<Vec2> {
    let mut at = corner;
    let mut points = vec![at];
    for _ in 0..POLYLINE_PARTS {
        let length = rng.range(PART_LENGTH.start, PART_LENGTH.end);
        // The square of a random number: mostly gentle, sometimes steep.
        let slope = rng.range(-1.0, 1.0);
        let is_flat = rng.bits().is_multiple_of(FLAT_EVERY);
        let rise = if is_flat { 0.0 } else { slope * slope.abs() * MAX_PART_SLOPE * length };
        let y = (at.y + rise).clamp(corner.y - MAX_RISE, corner.y + MAX_RISE);
        at = Vec2::new(at.x + length, y);
        points.push(at);
    }
    points
}
