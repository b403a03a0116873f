//! Random ground: a polyline from a seed, walked over by two solvers, and every step judged.

use glam::Vec2;
use seamwalker_collide::{Aabb, EndAxes, Mover, SolverOptions, SolverSetup};
use seamwalker_lab::Rng;
use seamwalker_lab::story::{Course, Knob};

use crate::walk::{Ground, Walk};

/// Half extents of the walkers: tall ones, as heroes are.
const HALF: Vec2 = Vec2::new(6.0, 20.0);
/// How many parts the ground has, the range of their lengths along x, and the steepest as height per width.
const PARTS: u32 = 30;
const PART_LENGTH: std::ops::Range<f32> = 8.0..36.0;
const MAX_SLOPE: f32 = 2.75;
/// The highest rise and fall of the ground, and its lower edge, in pixels.
const MAX_RISE: f32 = 34.0;
const BOTTOM: f32 = 52.0;
/// The width of the view, in pixels: less than the shortest ground.
const WIDTH: f32 = 260.0;

const SEED: Knob = Knob { name: Some("seed"), from: 1.0, to: 100.0, step: 1.0, start: START_SEED };
/// A ground on which one of the two snags.
const START_SEED: f32 = 5.0;

/// A polyline that begins flat.
fn polyline(seed: f32) -> Vec<Vec2> {
    let mut rng = Rng(seed.round() as u64);
    let mut at = Vec2::new(40.0, 0.0);
    let mut points = vec![Vec2::ZERO, at];
    for _ in 0..PARTS {
        let length = rng.range(PART_LENGTH.start, PART_LENGTH.end);
        // The square of a random number: mostly gentle, sometimes steep.
        let slope = rng.range(-1.0, 1.0);
        let rise = slope * slope.abs() * MAX_SLOPE * length;
        at = Vec2::new(at.x + length, (at.y + rise).clamp(-MAX_RISE, MAX_RISE));
        points.push(at);
    }
    points
}

fn ground(seed: f32) -> Ground {
    let surface = polyline(seed);
    let view = Aabb::from_corners(Vec2::new(0.0, -MAX_RISE - 46.0), Vec2::new(WIDTH, BOTTOM));
    let below = |p: Vec2| Vec2::new(p.x, BOTTOM);
    let columns = surface.windows(2).map(|pair| vec![pair[0], pair[1], below(pair[1]), below(pair[0])]);
    Ground { course: Course::over(view, &surface, BOTTOM), parts: columns.collect() }
}

/// The figure: the solver of the game, with its axes to the centre of the box and to the closest point.
pub(crate) fn walk() -> Walk {
    let exact = SolverSetup::default();
    let options = SolverOptions { end_axes: EndAxes::BoxCentre, ..exact.options };
    let start = Mover::new(Aabb::new(Vec2::new(HALF.x + 2.0, -HALF.y - 0.5), HALF));
    Walk::new(SEED, ground, [SolverSetup { options, ..exact }, exact], start, true)
}
