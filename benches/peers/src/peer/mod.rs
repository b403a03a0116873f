//! Movers of other libraries, each used as its documentation recommends.

use std::cell::RefCell;

use glam::Vec2;
use seamwalker_collide::{CollisionView, DEFAULT_SKIN, Hit, Mover, Slide, Solver, Space};

use crate::ground::Ground;

mod avian;
mod box2d;
pub mod godot;
pub mod parry;
mod platformer;
mod rapier;

/// Moves boxes of any size through one ground.
pub trait Slider {
    /// The actual move of a mover with these half extents and this centre, in pixels.
    fn slide(&mut self, half: Vec2, at: Vec2, delta: Vec2) -> Vec2;
}

/// The shape that stands for a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The mover's box.
    Box,
    /// The largest capsule in the box, along its longer side; a disk in a square.
    Capsule,
    /// The box with corners as round as thick-sat's.
    RoundBox,
}

impl Shape {
    pub const ALL: [Self; 3] = [Self::Box, Self::Capsule, Self::RoundBox];

    pub fn name(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Capsule => "capsule",
            Self::RoundBox => "round box",
        }
    }

    /// The view in which the oracle judges the shape.
    fn view(self) -> CollisionView {
        match self {
            Self::Box => CollisionView::Thin,
            Self::Capsule => CollisionView::Round,
            Self::RoundBox => CollisionView::Thick,
        }
    }

    /// One end of the capsule's middle line relative to its centre, and its radius. The other end is opposite.
    fn capsule(half: Vec2) -> (Vec2, f32) {
        let radius = half.min_element();
        (half - Vec2::splat(radius), radius)
    }

    /// Half extents of the box inside a round box, and the radius of its corners, in units of so many pixels.
    fn round_box(half: Vec2, pixels: f32) -> (Vec2, f32) {
        let radius = half.min_element().min(DEFAULT_SKIN / pixels);
        (half - Vec2::splat(radius), radius)
    }
}

/// Creates the mover of a ground; `None` if the library cannot express it.
type Make = Box<dyn Fn(&Ground) -> Option<Box<dyn Slider>> + Sync>;

/// A library with settings.
pub struct Peer {
    /// Its name.
    pub library: &'static str,
    /// The settings in a few words.
    pub settings: String,
    pub shape: Shape,
    /// How far above the ground it may stop, in pixels.
    pub gap: f32,
    pub make: Make,
}

impl Peer {
    pub fn name(&self) -> String {
        format!("{}, {}", self.library, self.settings)
    }

    /// Whether the main table has these settings.
    pub fn is_shown(&self) -> bool {
        BEST.iter().chain(&FASTEST).any(|name| *name == self.name())
    }

    /// The name in the main table.
    pub fn title(&self) -> String {
        let fastest = FASTEST.contains(&&*self.name());
        format!("{}, {}{}", self.library, if fastest { "fastest: " } else { "" }, self.settings)
    }

    /// Whether its time is not that of a socket.
    pub fn is_in_process(&self) -> bool {
        self.library != godot::LIBRARY
    }
}

/// The settings with the fewest faults of each library and shape.
const BEST: [&str; 15] = [
    "Box2D, one-sided outlines, 1 px per meter",
    "Box2D, one-sided outlines, 16 px per meter",
    "rapier2d, box, outlines, 16 px per meter, plain slide, offset 0.01 m",
    "rapier2d, capsule, convex pieces, 16 px per meter, plain slide, offset 0.001 m, nudge 0.001",
    "rapier2d, round box, outlines, 16 px per meter, plain slide, offset 0.001 m, nudge 0.001",
    "avian2d, box, convex pieces, length unit 16 px, skin 0.0005",
    "avian2d, capsule, outlines, length unit 1 px, skin 0.01",
    "avian2d, round box, outlines, length unit 16 px, skin 0.001",
    "parry2d, box, outlines, 1 px per unit, 0.05 px apart, nudge 0.01 px",
    "parry2d, capsule, outlines, 1 px per unit, 0.05 px apart, nudge 0.01 px",
    "parry2d, round box, outlines, 16 px per unit, 0.05 px apart, nudge 0.01 px",
    "macroquad-platformer, tiles, move_v first",
    "Godot, box, convex pieces, any slope, no snapping, slides down, margin 0.02 px",
    "Godot, capsule, convex pieces, any slope, no snapping, slides down, margin 0.02 px",
    "Godot, capsule, convex pieces, floating, margin 0.02 px",
];

/// The settings of each library that walk with the fewest instructions, of those that stand on the ground as often as ours.
const FASTEST: [&str; 4] = [
    "Box2D, one-sided outlines, 64 px per meter",
    "rapier2d, box, convex pieces, 16 px per meter, plain slide, offset 0.001 m, nudge 0.001",
    "avian2d, box, convex pieces, length unit 16 px, skin 0.05",
    "parry2d, box, outlines, 1 px per unit, 0.2 px apart, nudge 0.01 px",
];

/// All libraries with all settings that were tried.
pub fn all() -> Vec<Peer> {
    let libraries = [box2d::all(), rapier::all(), avian::all(), parry::all(), platformer::all(), godot::all()];
    libraries.into_iter().flatten().collect()
}

/// A library's mover as a solver, for the laboratory.
pub struct Judged {
    slider: RefCell<Box<dyn Slider>>,
    shape: Shape,
    gap: f32,
}

impl Judged {
    pub fn new(peer: &Peer, ground: &Ground) -> Option<Self> {
        Some(Self { slider: RefCell::new((peer.make)(ground)?), shape: peer.shape, gap: peer.gap })
    }
}

impl Solver for Judged {
    fn slide(&self, _: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let moved = self.slider.borrow_mut().slide(mover.aabb.half, mover.aabb.center, delta);
        Slide { moved, ..Slide::default() }
    }

    fn view(&self) -> CollisionView {
        self.shape.view()
    }

    /// Reaches farther by the gap that the library keeps.
    fn cast(&self, space: &Space, mover: &Mover, delta: Vec2) -> Option<Hit> {
        space.cast(self.view(), mover, delta + delta.normalize_or_zero() * self.gap)
    }
}
