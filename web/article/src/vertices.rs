//! Two boxes walk over bricks: one is pushed out of each brick by the least overlap, the other discards pairs of vertices.

use seamwalker::collide::{Aabb, Mover, PushOrder, SolverKind, SolverOptions, SolverSetup};
use seamwalker::glam::Vec2;
use seamwalker::lab::story::{Course, Knob, StoryNumber, Walker};
use seamwalker::lab::{Mark, MarkShape, Tone};

use crate::figure::Figure;

/// The side of a brick, how many there are, and how many ticks a walk takes.
const BRICK: f32 = 28.0;
const BRICKS: u8 = 6;
const WALK_TICKS: u32 = 150;
/// Half the side of the box, and its speed in pixels per step.
const HALF: f32 = 8.0;
const SPEED: f32 = 1.5;

const PRESS: Knob = Knob { name: Some("press"), from: 0.5, to: 4.0, step: 0.25, start: 2.0 };

/// The figure.
pub(crate) struct Vertices {
    press: f32,
    course: Course,
    walkers: [Walker; 2],
    tick: u32,
}

impl Default for Vertices {
    fn default() -> Self {
        Self::new(PRESS.start)
    }
}

/// The last brick comes first, as can happen in any unordered list.
fn bricks() -> Vec<Aabb> {
    let brick =
        |i| Aabb::from_corners(Vec2::new(f32::from(i) * BRICK, 0.0), Vec2::new(f32::from(i + 1) * BRICK, BRICK));
    (0..BRICKS).rev().map(brick).collect()
}

fn walkers() -> [Walker; 2] {
    let listed = SolverOptions { push_order: PushOrder::Listed, ..SolverOptions::default() };
    let start = Mover::new(Aabb::new(Vec2::new(HALF + 2.0, -HALF - 0.5), Vec2::splat(HALF)));
    let walker = |setup| Walker::new(setup, start);
    [
        walker(SolverSetup { kind: SolverKind::ThinSat, options: listed }),
        walker(SolverSetup::new(SolverKind::VertexDiscard)),
    ]
}

impl Vertices {
    fn new(press: f32) -> Self {
        let view = Aabb::from_corners(Vec2::new(-8.0, -40.0), Vec2::new(f32::from(BRICKS) * BRICK + 8.0, BRICK));
        let course = Course { speed: SPEED, press: Some(press), ..Course::over_boxes(view, &bricks()) };
        Self { press, course, walkers: walkers(), tick: 0 }
    }
}

impl Figure for Vertices {
    fn view(&self) -> Aabb {
        self.course.view
    }

    fn knob(&self) -> Knob {
        PRESS
    }

    fn value(&self) -> f32 {
        self.press
    }

    fn set(&mut self, value: f32) {
        *self = Self::new(PRESS.limit(value));
    }

    fn handle(&self) -> Option<Aabb> {
        None
    }

    fn step(&mut self, _: Option<Vec2>) {
        self.tick += 1;
        if self.tick > WALK_TICKS {
            (self.walkers, self.tick) = (walkers(), 0);
        }
        self.walkers.iter_mut().for_each(|walker| walker.step(&self.course));
    }

    fn moves(&self) -> bool {
        true
    }

    fn marks(&self) -> Vec<Mark> {
        let area = |brick: Aabb| Mark { shape: MarkShape::Area(brick.corners().to_vec()), tone: Tone::Ground };
        let ground = bricks().into_iter().map(area);
        let [thin, discards] = &self.walkers;
        ground.chain(thin.marks(Tone::Bad, None)).chain(discards.marks(Tone::End, None)).collect()
    }

    fn numbers(&self) -> Vec<StoryNumber> {
        let [thin, discards] = &self.walkers;
        let number = |name, value, tone| StoryNumber { name, value, tone };
        vec![
            number("press", self.press, Tone::Winner),
            number("snags", thin.snags as f32, Tone::Bad),
            number("snags", discards.snags as f32, Tone::End),
        ]
    }
}
