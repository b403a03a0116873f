//! A mover that walks over a course, moved by a solver alone.

use glam::Vec2;

use crate::Oracle;
use crate::drive::{DriveStep, Fall, Phase};
use crate::ground::UnjoinedTerrain;
use crate::mark::{Mark, MarkList, MarkShape, Tone};
use crate::scene::WALK_STEP;
use seamwalker_collide::{Aabb, EndAxes, Mover, Solver, SolverSetup, Space, Terrain, Touches};

/// The number of first steps, in which a walker lands, that do not count for its price.
const UNPRICED_STEPS: usize = 6;

/// The maximum distance from the apex at which a walker's axis is drawn, in pixels.
const AXIS_DISTANCE: f32 = 60.0;

/// The ground that walkers pass, and how they walk.
#[derive(Debug)]
pub struct Course {
    /// The visible area. Walkers stop where they leave it.
    pub view: Aabb,
    /// The ground as the solvers see it.
    pub space: Space,
    /// The judge, which sees the ground without seams.
    pub oracle: Oracle,
    /// Their speed, in pixels per step.
    pub speed: f32,
    /// Their move down in each step, in pixels; `None` for gravity.
    pub press: Option<f32>,
    /// A corner that all walkers pass: the axis from there to each walker is drawn.
    pub apex: Option<Vec2>,
}

impl Course {
    /// Over ground with this surface from left to right, and a flat bottom at `base`. Walkers have the usual speed and fall.
    pub fn over(view: Aabb, surface: &[Vec2], base: f32) -> Self {
        let mut ground = UnjoinedTerrain::default();
        ground.island(surface, base);
        let terrain = ground.terrain();
        Self::new(view, terrain.clone(), &terrain)
    }

    /// Over boxes side by side, each a shape of its own; the judge sees one box around all of them.
    pub fn over_boxes(view: Aabb, boxes: &[Aabb]) -> Self {
        let (mut apart, mut whole) = (UnjoinedTerrain::default(), UnjoinedTerrain::default());
        boxes.iter().for_each(|part| apart.block(part.min(), part.max()));
        let all = Aabb::around(boxes.iter().flat_map(Aabb::corners)).unwrap_or_default();
        whole.block(all.min(), all.max());
        Self::new(view, apart.terrain(), &whole.terrain())
    }

    /// Without ground.
    pub(super) fn empty(view: Aabb) -> Self {
        Self::new(view, Terrain::default(), &Terrain::default())
    }

    fn new(view: Aabb, apart: Terrain, whole: &Terrain) -> Self {
        let (space, oracle) = (Space::new(apart), Oracle::new(whole));
        Self { view, space, oracle, speed: WALK_STEP, press: None, apex: None }
    }
}

/// A mover that a solver moves over a [`Course`], and what became of its steps.
#[derive(Debug)]
pub struct Walker {
    /// The solver.
    pub setup: SolverSetup,
    /// How many of its steps the judge calls snags.
    pub snags: u32,
    mover: Mover,
    fall: Fall,
    /// Its centre after every step.
    trail: Vec<Vec2>,
    /// The touches of the last step.
    touches: Touches,
    /// The longest step, relative to the wanted one.
    price: f32,
}

impl Walker {
    /// A walker at its start.
    pub fn new(setup: SolverSetup, mover: Mover) -> Self {
        let (trail, touches) = (vec![mover.aabb.center], Touches::new());
        Self { setup, mover, fall: Fall::default(), trail, snags: 0, touches, price: 0.0 }
    }

    /// One step to the right, with gravity or pressed down; none outside of the view.
    pub fn step(&mut self, course: &Course) {
        let mover = self.mover;
        if mover.aabb.min().x > course.view.max().x {
            return;
        }
        let delta = Vec2::new(course.speed, course.press.unwrap_or_else(|| self.fall.next()));
        let slide = self.setup.slide(&course.space, &mover, delta);
        let moved = slide.moved;
        self.touches = slide.touches;
        let step = DriveStep { mover, delta, moved, phase: Phase::Move };
        self.fall.update(&step);
        self.mover = step.after();
        self.snags += u32::from(course.oracle.snags(self.setup.view(), &mover, delta, moved));
        if self.trail.len() > UNPRICED_STEPS {
            self.price = self.price.max(moved.length() / delta.length());
        }
        self.trail.push(self.mover.aabb.center);
    }

    /// How far it has come along x, in pixels.
    pub fn way(&self) -> f32 {
        self.mover.aabb.center.x - self.trail[0].x
    }

    /// Its snags, its way, and its longest step relative to the wanted one.
    pub(super) fn figures(&self) -> [(&'static str, f32); 3] {
        [("snags", self.snags as f32), ("way", self.way()), ("price", self.price)]
    }

    /// How many steps it has made.
    pub fn steps(&self) -> usize {
        self.trail.len() - 1
    }

    /// Its picture: box and core, trail, and what pushes it.
    pub fn marks(&self, tone: Tone, apex: Option<Vec2>) -> Vec<Mark> {
        let mut marks = MarkList::default();
        self.draw(&mut marks, tone, apex);
        marks.0
    }

    /// Draws its box and core, its trail, and the axis from the corner that it passes to its core.
    pub(super) fn draw(&self, marks: &mut MarkList, tone: Tone, apex: Option<Vec2>) {
        for pair in self.trail.windows(2) {
            marks.add(tone, MarkShape::Line(pair[0], pair[1]));
        }
        let (half, radius) = self.setup.view().core(&self.mover);
        let core = Aabb::new(self.mover.aabb.center, half);
        marks.add(tone, MarkShape::Frame(self.mover.aabb));
        if radius > 0.0 {
            marks.add(Tone::Other, MarkShape::Frame(core));
        }
        if apex.is_none() {
            for touch in &self.touches {
                marks.arrow(Tone::Winner, core.center, touch.contact.normal * (touch.contact.depth + 8.0));
            }
        }
        let Some(apex) = apex.filter(|apex| apex.distance(core.center) < AXIS_DISTANCE) else { return };
        let to = match self.setup.options.end_axes {
            EndAxes::BoxCentre => core.center,
            EndAxes::None => return,
            _ => core.closest_point(apex),
        };
        marks.arrow(Tone::Winner, apex, to - apex);
    }
}
