//! Random ground: a polyline from a seed, walked over by two solvers, and every step judged.

use seamwalker::collide::{Aabb, EndAxes, Mover, PushOrder, SolverOptions, SolverSetup};
use seamwalker::glam::Vec2;
use seamwalker::lab::story::{Course, Knob, StoryNumber, Walker};
use seamwalker::lab::{Mark, MarkShape, Rng, Tone};

use crate::figure::Figure;

/// Half extents of the walkers: tall ones, as heroes are.
const HALF: Vec2 = Vec2::new(6.0, 20.0);
/// How many parts the ground has, the range of their lengths along x, and the steepest as height per width.
const PARTS: u32 = 30;
const PART_LENGTH: std::ops::Range<f32> = 8.0..36.0;
const MAX_SLOPE: f32 = 2.75;
/// The highest rise and fall of the ground, and its lower edge, in pixels.
const MAX_RISE: f32 = 34.0;
const BOTTOM: f32 = 52.0;
const WALK_TICKS: u32 = 150;
/// The width of the view, in pixels: less than the shortest ground.
const WIDTH: f32 = 260.0;

const SEED: Knob = Knob { name: Some("seed"), from: 1.0, to: 100.0, step: 1.0, start: START_SEED };
/// A ground on which one of the two snags.
const START_SEED: f32 = 20.0;

/// The figure.
pub(crate) struct RandomGround {
    seed: f32,
    surface: Vec<Vec2>,
    course: Course,
    start: Mover,
    walkers: [Walker; 2],
    tick: u32,
}

impl Default for RandomGround {
    fn default() -> Self {
        Self::new(SEED.start)
    }
}

/// A polyline that begins flat.
fn polyline(seed: f32) -> Vec<Vec2> {
    let mut rng = Rng(seed as u64);
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

/// The loop of "Smooth collisions" with its axes to the centre, and the solver of the game.
fn walkers(start: Mover) -> [Walker; 2] {
    let exact = SolverSetup::default();
    let (end_axes, push_order) = (EndAxes::BoxCentre, PushOrder::Deepest);
    let centre = SolverOptions { end_axes, push_order, corrections: false, ..exact.options };
    [SolverSetup { options: centre, ..exact }, exact].map(|setup| Walker::new(setup, start))
}

impl RandomGround {
    fn new(seed: f32) -> Self {
        let surface = polyline(seed);
        let view = Aabb::from_corners(Vec2::new(0.0, -MAX_RISE - 46.0), Vec2::new(WIDTH, BOTTOM));
        let start = Mover::new(Aabb::new(Vec2::new(HALF.x + 2.0, -HALF.y - 0.5), HALF));
        let course = Course::over(view, &surface, BOTTOM);
        Self { seed, surface, course, start, walkers: walkers(start), tick: 0 }
    }
}

impl Figure for RandomGround {
    fn view(&self) -> Aabb {
        self.course.view
    }

    fn knob(&self) -> Knob {
        SEED
    }

    fn value(&self) -> f32 {
        self.seed
    }

    fn set(&mut self, value: f32) {
        *self = Self::new(SEED.limit(value).round());
    }

    fn handle(&self) -> Option<Aabb> {
        None
    }

    fn step(&mut self, _: Option<Vec2>) {
        self.tick += 1;
        if self.tick > WALK_TICKS {
            (self.walkers, self.tick) = (walkers(self.start), 0);
        }
        self.walkers.iter_mut().for_each(|walker| walker.step(&self.course));
    }

    fn moves(&self) -> bool {
        true
    }

    fn marks(&self) -> Vec<Mark> {
        let below = |p: Vec2| Vec2::new(p.x, BOTTOM);
        let columns = self.surface.windows(2).map(|pair| vec![pair[0], pair[1], below(pair[1]), below(pair[0])]);
        let ground = columns.map(|column| Mark { shape: MarkShape::Area(column), tone: Tone::Ground });
        let [centre, exact] = &self.walkers;
        ground.chain(centre.marks(Tone::Bad, None)).chain(exact.marks(Tone::End, None)).collect()
    }

    fn numbers(&self) -> Vec<StoryNumber> {
        let [centre, exact] = &self.walkers;
        let number = |name, value, tone| StoryNumber { name, value, tone };
        vec![
            number("seed", self.seed, Tone::Winner),
            number("steps", exact.steps() as f32, Tone::Other),
            number("snags", centre.snags as f32, Tone::Bad),
            number("snags", exact.snags as f32, Tone::End),
        ]
    }
}
