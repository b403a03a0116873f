//! What is on each page: the ground, who moves there, and what its knob turns.

use glam::Vec2;

use super::Page;
use crate::collide::{Aabb, Edge, EndAxes, Mover, Side, SolverKind, SolverOptions, SolverSetup, Terrain};
use crate::lab::ground::{TerrainBuilder, above};

/// How fast walkers go, in pixels per step.
const WALK: f32 = 3.0;
/// How fast a box goes over bricks, in pixels per step.
const SLOW: f32 = 1.5;
/// Half extents of a box of one tile.
const SQUARE: Vec2 = Vec2::new(8.0, 8.0);
/// Half extents of the hero of the last pages: tall.
const TALL: Vec2 = Vec2::new(6.0, 20.0);
/// How long the flat, the slope before the corner of a ridge, and the part after it are, in pixels.
const LEGS: [f32; 3] = [44.0, 40.0, 64.0];
/// How far below the corner the bottom of the ground is, in pixels.
const DEPTH: f32 = 34.0;
/// The sharpest turn at the top of a ridge that is not steeper than 45 degrees before: half of it is left after, in degrees.
const STEEP: f32 = 45.0;

/// The one thing to try on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Knob {
    pub from: f32,
    pub to: f32,
    pub step: f32,
    pub start: f32,
}

impl Page {
    /// What its knob turns: a place, a force in pixels per step, an angle in degrees, a length or the skin in pixels.
    pub(super) const fn knob(self) -> Knob {
        let (from, to, step, start) = match self {
            Self::Ranges => (-50.0, 50.0, 2.0, -22.0),
            Self::Shadows => (0.0, 24.0, 1.0, 22.0),
            Self::Winner => (-1.5, 1.5, 0.1, 0.0),
            Self::Bricks => (0.5, 4.0, 0.25, 2.0),
            Self::PerAxis => (10.0, 50.0, 2.5, 35.0),
            Self::Mandatory => (1.0, 6.0, 0.5, 3.0),
            Self::Sweep => (20.0, 220.0, 10.0, 170.0),
            Self::Thick => (0.5, 6.0, 0.5, 3.0),
            Self::Centre => (12.0, 48.0, 2.0, 40.0),
            Self::Exact => (10.0, 50.0, 2.5, 45.0),
        };
        Knob { from, to, step, start }
    }
}

impl Page {
    /// What the number of its knob is called, where it is worth showing.
    pub(super) const fn knob_name(self) -> Option<&'static str> {
        match self {
            Self::Ranges | Self::Shadows | Self::Winner => None,
            Self::Bricks | Self::Mandatory => Some("press"),
            Self::PerAxis | Self::Exact => Some("angle"),
            Self::Sweep => Some("length"),
            Self::Thick => Some("skin"),
            Self::Centre => Some("height"),
        }
    }
}

/// A page in the making, and what is fixed once it is made.
#[derive(Debug)]
pub(super) struct PageBuilder {
    pub view: Aabb,
    /// The ground in convex parts, as it is drawn, and as the solvers get it: a part is a shape of its own.
    pub parts: Vec<Vec<Vec2>>,
    /// The surface from left to right, if the parts are one island below it.
    surface: Vec<Vec2>,
    pub edge: Option<Edge>,
    pub mover: Mover,
    pub delta: Vec2,
    pub walkers: Vec<SolverSetup>,
    pub speed: f32,
    pub press: Option<f32>,
    /// The corner that everybody passes.
    pub apex: Option<Vec2>,
}

impl PageBuilder {
    /// A page with its knob set.
    pub fn new(page: Page, knob: f32) -> Self {
        let thick = SolverSetup::default();
        let ends = |end_axes| SolverSetup { options: SolverOptions { end_axes, ..thick.options }, ..thick };
        match page {
            Page::Ranges => {
                let edge = Edge::new(Vec2::new(-18.0, 0.0), Vec2::new(18.0, 0.0), Side::Both);
                let mover = boxed(Vec2::new(knob, 0.0), Vec2::new(12.0, 4.0));
                Self { edge: Some(edge), ..Self::empty(mover, (-70.0, -24.0), (70.0, 16.0)) }
            }
            Page::Shadows | Page::Winner => {
                let edge = Edge::new(Vec2::new(-26.0, 18.0), Vec2::new(26.0, -12.0), Side::Both);
                let (middle, along) = ((edge.segment.a + edge.segment.b) * 0.5, edge.segment.b - edge.segment.a);
                let at =
                    if page == Page::Shadows { edge.normal * knob } else { edge.normal * 5.0 + along * 0.5 * knob };
                let mover = boxed(middle + at, Vec2::new(9.0, 7.0));
                Self { edge: Some(edge), ..Self::empty(mover, (-70.0, -66.0), (86.0, 34.0)) }
            }
            Page::Bricks => Self {
                walkers: vec![in_order()],
                parts: bricks(),
                speed: SLOW,
                press: Some(knob),
                ..Self::empty(boxed(Vec2::new(14.0, -8.5), SQUARE), (-10.0, -36.0), (140.0, 20.0))
            },
            Page::PerAxis => {
                let top = rising(knob) * 70.0;
                let surface = vec![Vec2::new(-60.0, 0.0), Vec2::ZERO, top, top + Vec2::new(90.0, 0.0)];
                let mover = boxed(above(&surface, -48.0, SQUARE), SQUARE);
                let walkers = vec![SolverSetup::new(SolverKind::PerAxis), thick];
                Self { walkers, ..Self::empty(mover, (-60.0, -76.0), (120.0, 16.0)) }.island(surface)
            }
            Page::Mandatory => Self {
                parts: bricks(),
                delta: Vec2::new(10.0, knob),
                ..Self::empty(boxed(Vec2::new(39.0, -9.0), SQUARE), (4.0, -30.0), (100.0, 18.0))
            },
            Page::Sweep => {
                let wall = Aabb::from_corners(Vec2::new(96.0, -34.0), Vec2::new(102.0, 40.0)).corners().to_vec();
                let delta = Vec2::new(1.0, 0.14) * knob;
                Self {
                    parts: vec![wall],
                    delta,
                    ..Self::empty(boxed(Vec2::ZERO, SQUARE), (-20.0, -40.0), (236.0, 46.0))
                }
            }
            Page::Thick => {
                let walkers = vec![ends(EndAxes::None), ends(EndAxes::ClosestPoint)];
                Self::over_a_ridge((STEEP, 0.0), Vec2::new(6.0, 12.0), knob, walkers)
            }
            Page::Centre => {
                let half = Vec2::new(TALL.x, knob * 0.5);
                Self::over_a_ridge((STEEP, STEEP * 0.5), half, 3.0, vec![ends(EndAxes::BoxCentre)])
            }
            Page::Exact => Self::over_a_ridge((knob, knob * 0.5), TALL, 3.0, vec![ends(EndAxes::ClosestPoint)]),
        }
    }

    fn empty(mover: Mover, from: (f32, f32), to: (f32, f32)) -> Self {
        Self {
            view: Aabb::from_corners(from.into(), to.into()),
            parts: Vec::new(),
            surface: Vec::new(),
            edge: None,
            mover,
            delta: Vec2::ZERO,
            walkers: Vec::new(),
            speed: WALK,
            press: None,
            apex: None,
        }
    }

    /// A walk over a ridge: so many degrees up to the corner, so many after it.
    fn over_a_ridge((before, after): (f32, f32), half: Vec2, skin: f32, walkers: Vec<SolverSetup>) -> Self {
        let foot = rising(before) * -LEGS[1];
        let surface = vec![foot - Vec2::new(LEGS[0], 0.0), foot, Vec2::ZERO, rising(after) * LEGS[2]];
        let mover = boxed(above(&surface, surface[0].x + half.x + 2.3, half), half).with_skin(skin);
        Self { walkers, apex: Some(Vec2::ZERO), ..Self::empty(mover, (-88.0, -80.0), (80.0, DEPTH)) }.island(surface)
    }

    /// Ground below a surface: one convex column below every part of it.
    fn island(mut self, surface: Vec<Vec2>) -> Self {
        let below = |p: Vec2| Vec2::new(p.x, DEPTH);
        self.parts = surface.windows(2).map(|p| vec![p[0], p[1], below(p[1]), below(p[0])]).collect();
        self.surface = surface;
        self
    }

    /// What the solvers get.
    pub fn terrain(&self) -> Terrain {
        if !self.surface.is_empty() {
            return self.union();
        }
        let mut ground = TerrainBuilder::default();
        self.parts.iter().for_each(|part| ground.polygon(part));
        ground.terrain()
    }

    /// What the judge knows: ground without seams.
    pub fn union(&self) -> Terrain {
        let mut ground = TerrainBuilder::default();
        if self.surface.is_empty() {
            // Boxes side by side, or a single one, or nothing.
            if let Some(all) = Aabb::around(self.parts.iter().flatten().copied()) {
                ground.block(all.min(), all.max());
            }
        } else {
            ground.island(&self.surface, DEPTH);
        }
        ground.terrain()
    }
}

/// Asks one brick after the other, in the order of the list, and takes the least push of each.
pub(super) fn in_order() -> SolverSetup {
    let options = SolverOptions { deepest_first: false, ..SolverOptions::default() };
    SolverSetup { kind: SolverKind::ThinSat, options }
}

fn boxed(center: Vec2, half: Vec2) -> Mover {
    Mover::new(Aabb::new(center, half))
}

/// Bricks side by side. The second one comes first in the list, as it may wherever nobody thought of the order.
fn bricks() -> Vec<Vec<Vec2>> {
    let brick = |x: f32| Aabb::from_corners(Vec2::new(x, 0.0), Vec2::new(x + 56.0, 16.0)).corners().to_vec();
    [56.0, 0.0, 112.0].map(brick).to_vec()
}

/// The unit vector that rises by `degrees`.
fn rising(degrees: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(degrees.to_radians());
    Vec2::new(cos, -sin)
}
