//! One who walks through a page by a bare solver, and what became of it.

use glam::Vec2;

use crate::collide::{Aabb, EndAxes, Mover, Solver, SolverSetup, Space, Touches};
use crate::lab::Oracle;
use crate::lab::drive::{DriveStep, Fall, Phase};
use crate::lab::mark::{MarkList, MarkShape, Tone};

/// The first steps, in which a walker lands: they cost nothing.
const LANDING: usize = 6;

/// How near the apex a walker's axis is shown, in pixels.
const NEAR: f32 = 60.0;

/// A walker on its way.
#[derive(Debug)]
pub(super) struct Walker {
    pub setup: SolverSetup,
    mover: Mover,
    fall: Fall,
    /// Where it was.
    trail: Vec<Vec2>,
    snags: u32,
    /// What pushed it in the last step.
    touches: Touches,
    /// The longest step, as a part of the wanted one.
    price: f32,
}

impl Walker {
    /// A walker where a mover is.
    pub fn new(setup: SolverSetup, mover: Mover) -> Self {
        Self {
            setup,
            mover,
            fall: Fall::default(),
            trail: vec![mover.aabb.center],
            snags: 0,
            touches: Touches::new(),
            price: 0.0,
        }
    }

    /// One step to the right, with gravity or pressed down by so much; none outside of the view.
    pub fn step(&mut self, space: &Space, oracle: &Oracle, speed: f32, press: Option<f32>, view: &Aabb) {
        let mover = self.mover;
        if mover.aabb.min().x > view.max().x {
            return;
        }
        let delta = Vec2::new(speed, press.unwrap_or_else(|| self.fall.next()));
        let slide = self.setup.slide(space, &mover, delta);
        let moved = slide.moved;
        self.touches = slide.touches;
        let step = DriveStep { mover, delta, moved, phase: Phase::Move };
        self.fall.made(&step);
        self.mover = step.after();
        self.snags += u32::from(oracle.snags(self.setup.view(), &mover, delta, moved));
        if self.trail.len() > LANDING {
            self.price = self.price.max(moved.length() / delta.length());
        }
        self.trail.push(self.mover.aabb.center);
    }

    /// Snags; how far it came along x; its longest step as a part of what was asked.
    pub fn figures(&self) -> [(&'static str, f32); 3] {
        let way = self.mover.aabb.center.x - self.trail[0].x;
        [("snags", self.snags as f32), ("way", way), ("price", self.price)]
    }

    /// Its box and core, its trail, and the axis to its core from the corner that it passes.
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
        let Some(apex) = apex.filter(|apex| apex.distance(core.center) < NEAR) else { return };
        let to = match self.setup.options.end_axes {
            EndAxes::BoxCentre => core.center,
            EndAxes::None => return,
            _ => core.closest_point(apex),
        };
        marks.arrow(Tone::Winner, apex, to - apex);
    }
}
