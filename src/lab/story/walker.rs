//! A mover that walks through a page, moved by a solver alone.

use glam::Vec2;

use super::pages::PagePlan;
use crate::collide::{Aabb, EndAxes, Mover, Solver, SolverSetup, Touches};
use crate::lab::drive::{DriveStep, Fall, Phase};
use crate::lab::mark::{MarkList, MarkShape, Tone};

/// The number of first steps, in which a walker lands, that do not count for its price.
const UNPRICED_STEPS: usize = 6;

/// The maximum distance from the apex at which a walker's axis is drawn, in pixels.
const AXIS_DISTANCE: f32 = 60.0;

#[derive(Debug)]
pub(super) struct Walker {
    pub setup: SolverSetup,
    mover: Mover,
    fall: Fall,
    /// Its centre after every step.
    trail: Vec<Vec2>,
    snags: u32,
    /// The touches of the last step.
    touches: Touches,
    /// The longest step, relative to the wanted one.
    price: f32,
}

impl Walker {
    pub fn new(setup: SolverSetup, mover: Mover) -> Self {
        let (trail, touches) = (vec![mover.aabb.center], Touches::new());
        Self { setup, mover, fall: Fall::default(), trail, snags: 0, touches, price: 0.0 }
    }

    /// One step to the right, with gravity or pressed down; none outside of the view.
    pub fn step(&mut self, page: &PagePlan) {
        let mover = self.mover;
        if mover.aabb.min().x > page.view.max().x {
            return;
        }
        let delta = Vec2::new(page.speed, page.press.unwrap_or_else(|| self.fall.next()));
        let slide = self.setup.slide(&page.space, &mover, delta);
        let moved = slide.moved;
        self.touches = slide.touches;
        let step = DriveStep { mover, delta, moved, phase: Phase::Move };
        self.fall.update(&step);
        self.mover = step.after();
        self.snags += u32::from(page.oracle.snags(self.setup.view(), &mover, delta, moved));
        if self.trail.len() > UNPRICED_STEPS {
            self.price = self.price.max(moved.length() / delta.length());
        }
        self.trail.push(self.mover.aabb.center);
    }

    /// Its snags, its distance along x, and its longest step relative to the wanted one.
    pub fn figures(&self) -> [(&'static str, f32); 3] {
        let way = self.mover.aabb.center.x - self.trail[0].x;
        [("snags", self.snags as f32), ("way", way), ("price", self.price)]
    }

    /// Draws its box and core, its trail, and the axis from the corner that it passes to its core.
    pub fn draw(&self, marks: &mut MarkList, tone: Tone, apex: Option<Vec2>) {
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
