//! Demos: small models that the app steers and draws, each with a tick of its own.

mod planets;
mod top_down;

use glam::Vec2;

use seamwalker_collide::{Aabb, CollisionView, Mover, Solver, SolverOptions, SolverSetup, Space, Touch, named_enum};
use seamwalker_sim::{Input, Pose};

pub use planets::Planets;
pub use top_down::TopDown;

/// Width and height of the world of a demo, in pixels.
pub const DEMO_SIZE: Vec2 = Vec2::new(608.0, 300.0);

/// The thickness of the walls around it, in pixels.
const DEMO_WALL: f32 = 12.0;

/// Thickness of the skin, in pixels: thick enough to be seen.
const DEMO_SKIN: f32 = 4.0;

/// Contacts are shown within this distance, in pixels. Larger values show walls that the mover only passes.
const CONTACT_REACH: f32 = 0.25;

/// A world with one mover.
pub trait Demo {
    /// One tick.
    fn step(&mut self, input: Input, solver: SolverSetup);

    /// What is drawn.
    fn view(&self) -> DemoView<'_>;
}

/// What is drawn of a demo.
#[derive(Clone, Copy, Debug)]
pub struct DemoView<'a> {
    /// The obstacles.
    pub space: &'a Space,
    /// The mover.
    pub mover: &'a Mover,
    /// Its shape, as chosen.
    pub shape: MoverShape,
    /// Foot and tip of the arrow that shows its direction.
    pub arrow: [Vec2; 2],
    /// Collisions are on.
    pub collides: bool,
    /// What the mover does if it is a character, and whether it faces left.
    pub pose: Option<(Pose, bool)>,
}

impl DemoView<'_> {
    /// What the mover touches or overlaps.
    #[must_use]
    pub fn contacts(&self, solver: SolverSetup) -> Vec<Touch> {
        self.space.touching(self.shape.solver(solver).view(), self.mover, CONTACT_REACH)
    }
}

named_enum! {
    /// The demos, in the order of the menu. Their names are those on the command line.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum DemoKind {
        /// A mover seen from above.
        TopDown = "top-down",
        /// A character on small planets.
        Planets = "planets",
    }
}

impl DemoKind {
    /// Its start.
    #[must_use]
    pub fn start(self) -> Box<dyn Demo> {
        match self {
            Self::TopDown => Box::new(TopDown::default()),
            Self::Planets => Box::new(Planets::default()),
        }
    }
}

/// The bounds of a demo, in pixels.
fn bounds() -> Aabb {
    Aabb::from_corners(Vec2::ZERO, DEMO_SIZE)
}

/// -1, 0 or 1 as one of two buttons is held, or none or both.
fn axis(input: Input, less: u8, more: u8) -> f32 {
    f32::from(u8::from(input.holds(more))) - f32::from(u8::from(input.holds(less)))
}

/// The shape of the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoverShape {
    /// A square, 24 px wide.
    Square,
    /// A disk of the same width.
    Disk,
    /// A box, 16 px wide and 30 px high.
    Box,
    /// The same with half circles as its ends.
    Capsule,
}

impl MoverShape {
    /// All of them: every second one is round, and the last two are tall.
    pub const ALL: [Self; 4] = [Self::Square, Self::Disk, Self::Box, Self::Capsule];

    fn half(self) -> Vec2 {
        match self {
            Self::Square | Self::Disk => Vec2::splat(12.0),
            Self::Box | Self::Capsule => Vec2::new(8.0, 15.0),
        }
    }

    fn mover(self, center: Vec2) -> Mover {
        Mover::new(Aabb::new(center, self.half())).with_skin(DEMO_SKIN)
    }

    /// The solver with its setting for this shape.
    #[must_use]
    pub fn solver(self, solver: SolverSetup) -> SolverSetup {
        let disk = matches!(self, Self::Disk | Self::Capsule);
        SolverSetup { options: SolverOptions { disk, ..solver.options }, ..solver }
    }

    /// The shape that a solver makes of it: some know boxes only, and disk knows no boxes.
    #[must_use]
    pub fn under(self, solver: SolverSetup) -> Self {
        let round = self.solver(solver).view() == CollisionView::Round;
        Self::ALL[self as usize / 2 * 2 + usize::from(round)]
    }

    /// The next of these, the first ones of all, that is another shape under this solver.
    fn next(self, among: &[Self], solver: SolverSetup) -> Self {
        let others = among.iter().cycle().skip(self as usize + 1).take(among.len());
        others.copied().find(|shape| shape.under(solver) != self.under(solver)).unwrap_or(self)
    }
}
