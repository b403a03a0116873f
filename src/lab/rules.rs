//! What a run keeps to beyond its inputs, and what may change between two ticks.

use serde::{Deserialize, Serialize};

use crate::collide::{DEFAULT_THICKNESS, SolverSetup};
use crate::sim::{Assist, Feel, OutOfRange, World, check_rules, check_thickness};

/// The settings of a world: with the same ones, the same inputs lead to the same bits.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::collide::{SolverKind, SolverSetup};
/// use seamwalker::lab::Rules;
/// use seamwalker::level::{shipped, read};
/// use seamwalker::sim::World;
///
/// let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
/// let mut world = World::new(level, SolverSetup::default());
/// let rules = Rules { solver: SolverSetup::new(SolverKind::Swept), ..Rules::of(&world) };
/// rules.apply(&mut world).unwrap();
/// assert_eq!(Rules::of(&world), rules);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Who resolves collisions.
    pub solver: SolverSetup,
    /// The numbers of the feel.
    #[serde(skip_serializing_if = "is_usual")]
    pub feel: Feel,
    /// The help that was asked for.
    #[serde(skip_serializing_if = "is_usual")]
    pub assist: Assist,
    /// Depth of the skin, px.
    pub thickness: f32,
    /// Moving by bare slides.
    pub bare: bool,
    /// Flying through everything.
    pub noclip: bool,
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            solver: SolverSetup::default(),
            feel: Feel::default(),
            assist: Assist::default(),
            thickness: DEFAULT_THICKNESS,
            bare: false,
            noclip: false,
        }
    }
}

impl Rules {
    /// Those of a world.
    #[must_use]
    pub const fn of(world: &World) -> Self {
        let &World { solver, feel, assist, thickness, bare, noclip, .. } = world;
        Self { solver, feel, assist, thickness, bare, noclip }
    }

    /// Lets a world go on by these rules; it is touched only where they differ from its own.
    ///
    /// # Errors
    /// [`OutOfRange`] for a number that cannot be used; then the world is as before.
    pub fn apply(&self, world: &mut World) -> Result<(), OutOfRange> {
        check_rules(&self.solver, self.feel, &self.assist)?;
        check_thickness(self.thickness)?;
        if self.feel != world.feel {
            world.change_feel(self.feel);
        }
        world.thickness = self.thickness;
        (world.assist, world.bare, world.noclip) = (self.assist, self.bare, self.noclip);
        if self.solver != world.solver {
            world.switch_solver(self.solver);
        }
        Ok(())
    }
}
