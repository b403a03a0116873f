//! The content of each page: the ground, the movers, and the effect of its knob.

use glam::Vec2;

use super::{Course, Page};
use crate::ground::{above, columns, rising};
use crate::scene::SQUARE;
use seamwalker_collide::{Aabb, Edge, EndAxes, Mover, PushOrder, Side, SolverKind, SolverOptions, SolverSetup};

/// The speed of a box over bricks, in pixels per step.
const BRICK_STEP: f32 = 1.5;
/// Half extents of the tall hero of the last pages.
const TALL: Vec2 = Vec2::new(6.0, 20.0);
/// The lengths of the flat ground, the slope before the corner of a ridge, and the slope after it, in pixels.
const RIDGE_LEGS: [f32; 3] = [44.0, 40.0, 64.0];
/// The depth of the ground below the corner, in pixels.
const PAGE_DEPTH: f32 = 34.0;
/// The slope before the corner of a ridge, in degrees.
const RIDGE_ANGLE: f32 = 45.0;

/// The setting that a page lets the player change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knob {
    /// The name of its number, if it is shown.
    pub name: Option<&'static str>,
    /// The lowest value.
    pub from: f32,
    /// The highest value.
    pub to: f32,
    /// By how much one turn changes it.
    pub step: f32,
    /// The value at the start.
    pub start: f32,
}

impl Knob {
    /// The nearest value of its range; the lowest for NaN.
    pub const fn limit(&self, value: f32) -> f32 {
        // `clamp` would return NaN for NaN.
        value.max(self.from).min(self.to)
    }
}

impl Page {
    /// Its knob: a position, a force in pixels per step, an angle in degrees, a length or the skin in pixels.
    pub const fn knob(self) -> Knob {
        let (name, from, to, step, start) = match self {
            Self::Ranges => (None, -50.0, 50.0, 2.0, -22.0),
            Self::Shadows => (None, 0.0, 24.0, 1.0, 22.0),
            Self::Winner => (None, -1.5, 1.5, 0.1, 0.0),
            Self::Bricks => (Some("press"), 0.5, 4.0, 0.25, 2.0),
            Self::PerAxis => (Some("angle"), 10.0, 50.0, 2.5, 35.0),
            Self::Mandatory => (Some("press"), 1.0, 6.0, 0.5, 3.0),
            Self::Sweep => (Some("length"), 20.0, 220.0, 10.0, 170.0),
            Self::Thick => (Some("skin"), 0.5, 6.0, 0.5, 3.0),
            Self::Centre => (Some("height"), 12.0, 48.0, 2.0, 40.0),
            Self::Exact => (Some("angle"), 10.0, 50.0, 2.5, 45.0),
        };
        Knob { name, from, to, step, start }
    }
}

/// The fixed content of a page.
#[derive(Debug)]
pub(super) struct PagePlan {
    pub course: Course,
    /// The ground as convex parts, for drawing and for the solvers: every part is a separate shape.
    pub parts: Vec<Vec<Vec2>>,
    pub edge: Option<Edge>,
    pub mover: Mover,
    pub delta: Vec2,
    pub walkers: Vec<SolverSetup>,
}

impl PagePlan {
    /// A page with its knob set.
    pub fn new(page: Page, knob: f32) -> Self {
        let thick = SolverSetup::default();
        let ends = |end_axes| SolverSetup { options: SolverOptions { end_axes, ..thick.options }, ..thick };
        match page {
            Page::Ranges => {
                let edge = Edge::new(Vec2::new(-18.0, 0.0), Vec2::new(18.0, 0.0), Side::Both);
                let mover = boxed(Vec2::new(knob, 0.0), Vec2::new(12.0, 4.0));
                Self { edge: Some(edge), ..Self::empty(mover, (-64.0, -46.0), (64.0, 30.0)) }
            }
            Page::Shadows | Page::Winner => {
                let edge = Edge::new(Vec2::new(-26.0, 18.0), Vec2::new(26.0, -12.0), Side::Both);
                let (middle, along) = ((edge.segment.a + edge.segment.b) * 0.5, edge.segment.b - edge.segment.a);
                let at =
                    if page == Page::Shadows { edge.normal * knob } else { edge.normal * 5.0 + along * 0.5 * knob };
                let mover = boxed(middle + at, Vec2::new(9.0, 7.0));
                Self { edge: Some(edge), ..Self::empty(mover, (-50.0, -56.0), (88.0, 32.0)) }
            }
            Page::Bricks => {
                let mover = boxed(Vec2::new(14.0, -8.5), SQUARE);
                let page = Self::empty(mover, (-10.0, -36.0), (140.0, 20.0)).boxes(&bricks());
                let course = Course { speed: BRICK_STEP, press: Some(knob), ..page.course };
                Self { walkers: vec![in_order()], course, ..page }
            }
            Page::PerAxis => {
                let top = rising(knob) * 70.0;
                let surface = [Vec2::new(-60.0, 0.0), Vec2::ZERO, top, top + Vec2::new(90.0, 0.0)];
                let mover = boxed(above(&surface, -48.0, SQUARE), SQUARE);
                let written = SolverSetup { kind: SolverKind::PerAxis, options: SolverOptions::as_written() };
                let walkers = vec![written, thick];
                Self { walkers, ..Self::empty(mover, (-60.0, -76.0), (120.0, 16.0)) }.island(&surface)
            }
            Page::Mandatory => Self {
                delta: Vec2::new(10.0, knob),
                ..Self::empty(boxed(Vec2::new(39.0, -9.0), SQUARE), (4.0, -30.0), (100.0, 18.0)).boxes(&bricks())
            },
            Page::Sweep => {
                let wall = Aabb::from_corners(Vec2::new(96.0, -34.0), Vec2::new(102.0, 40.0));
                let page = Self::empty(boxed(Vec2::ZERO, SQUARE), (-20.0, -40.0), (236.0, 46.0)).boxes(&[wall]);
                Self { delta: Vec2::new(1.0, 0.14) * knob, ..page }
            }
            Page::Thick => {
                let walkers = vec![ends(EndAxes::None), ends(EndAxes::ClosestPoint)];
                Self::over_a_ridge((RIDGE_ANGLE, 0.0), Vec2::new(6.0, 12.0), knob, walkers)
            }
            Page::Centre => {
                let half = Vec2::new(TALL.x, knob * 0.5);
                Self::over_a_ridge((RIDGE_ANGLE, RIDGE_ANGLE * 0.5), half, 3.0, vec![ends(EndAxes::BoxCentre)])
            }
            Page::Exact => Self::over_a_ridge((knob, knob * 0.5), TALL, 3.0, vec![ends(EndAxes::ClosestPoint)]),
        }
    }

    fn empty(mover: Mover, from: (f32, f32), to: (f32, f32)) -> Self {
        let view = Aabb::from_corners(from.into(), to.into());
        let course = Course::empty(view);
        Self { course, parts: Vec::new(), edge: None, mover, delta: Vec2::ZERO, walkers: Vec::new() }
    }

    /// A walk over a ridge, with slopes in degrees before and after its corner.
    fn over_a_ridge((before, after): (f32, f32), half: Vec2, skin: f32, walkers: Vec<SolverSetup>) -> Self {
        let foot = rising(before) * -RIDGE_LEGS[1];
        let surface = [foot - Vec2::new(RIDGE_LEGS[0], 0.0), foot, Vec2::ZERO, rising(after) * RIDGE_LEGS[2]];
        let mover = boxed(above(&surface, surface[0].x + half.x + 2.3, half), half).with_skin(skin);
        let page = Self::empty(mover, (-88.0, -80.0), (80.0, PAGE_DEPTH)).island(&surface);
        Self { walkers, course: Course { apex: Some(Vec2::ZERO), ..page.course }, ..page }
    }

    /// Adds ground below a surface: a convex column below every part of it.
    fn island(mut self, surface: &[Vec2]) -> Self {
        self.parts = columns(surface, PAGE_DEPTH).map(Vec::from).collect();
        self.course = Course::over(self.course.view, surface, PAGE_DEPTH);
        self
    }

    /// Adds boxes side by side.
    fn boxes(mut self, boxes: &[Aabb]) -> Self {
        self.parts = boxes.iter().map(|part| part.corners().to_vec()).collect();
        self.course = Course::over_boxes(self.course.view, boxes);
        self
    }
}

/// A thin-sat that resolves obstacles in the order of the list instead of the deepest first.
pub(super) fn in_order() -> SolverSetup {
    let options = SolverOptions { push_order: PushOrder::Listed, ..SolverOptions::default() };
    SolverSetup { kind: SolverKind::ThinSat, options }
}

fn boxed(center: Vec2, half: Vec2) -> Mover {
    Mover::new(Aabb::new(center, half))
}

/// Bricks side by side. The second one comes first in the list, as can happen in any unordered list.
fn bricks() -> [Aabb; 3] {
    [56.0, 0.0, 112.0].map(|x| Aabb::from_corners(Vec2::new(x, 0.0), Vec2::new(x + 56.0, 16.0)))
}
