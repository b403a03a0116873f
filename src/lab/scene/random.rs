//! A thousand random polylines.

use glam::Vec2;

use super::{MOVERS, Motion, Scene, SceneRun, TerrainBuilder, WALK};
use crate::lab::Rng;
use crate::lab::ground::above;

/// How many polylines there are, and how many in a row: all within 2^14 px of the origin.
const COUNT: u16 = 1000;
const ROW: u16 = 32;

/// How many parts a polyline has.
const PARTS: usize = 12;

/// How far apart the polylines are, in pixels.
const PITCH: Vec2 = Vec2::new(460.0, 400.0);

/// How long a part is along x, in pixels.
const LENGTH: std::ops::Range<f32> = 6.0..36.0;

/// The steepest part, as height per width: 70 degrees.
const STEEP: f32 = 2.75;

/// How far a polyline may rise and fall, in pixels.
const HIGH: f32 = 80.0;

/// How far below its middle the bottom of a polyline's island is, in pixels.
const DEPTH: f32 = 120.0;

/// How many steps a walk over one takes.
const STEPS: u32 = 100;

/// Every third part is flat: where nothing is flat, nobody ever gets up to speed.
const FLAT: u64 = 3;

pub(super) fn scenes() -> Vec<Scene> {
    let mut rng = Rng(1);
    let mut ground = TerrainBuilder::default();
    let mut runs = Vec::new();
    for i in 0..COUNT {
        let corner = Vec2::new(f32::from(i % ROW), f32::from(i / ROW)) * PITCH;
        let surface = polyline(&mut rng, corner);
        ground.island(&surface, corner.y + DEPTH);
        let (half, _) = MOVERS[usize::from(i) % MOVERS.len()];
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let from = if side > 0.0 { surface[0] } else { surface[PARTS] };
        let start = above(&surface, from.x + side * (half.x + 1.0), half);
        runs.push(SceneRun::new(half, start, Motion::Walk(side * WALK), STEPS));
    }
    vec![Scene::new(
        "polylines",
        "1000 random polylines, with parts of up to 70 degrees",
        "Not designed by hand: steep and flat, short and long parts in any order. All three movers walk over them \
         in both directions.",
        ground.terrain(),
        runs,
    )]
}

fn polyline(rng: &mut Rng, corner: Vec2) -> Vec<Vec2> {
    let mut at = corner;
    let mut points = vec![at];
    for _ in 0..PARTS {
        let length = rng.range(LENGTH.start, LENGTH.end);
        // The square of a random number: mostly gentle, sometimes steep.
        let slope = rng.range(-1.0, 1.0);
        let rise = if rng.bits().is_multiple_of(FLAT) { 0.0 } else { slope * slope.abs() * STEEP * length };
        let high = (at.y + rise).clamp(corner.y - HIGH, corner.y + HIGH);
        at = Vec2::new(at.x + length, high);
        points.push(at);
    }
    points
}
