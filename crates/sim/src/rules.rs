//! The settings of a world, which may change between two ticks.

use serde::{Deserialize, Serialize};

use super::ranges::{FieldPath, MAX_ASSIST_COYOTE, check_skin, check_solver, within};
use super::{Feel, OutOfRange};
use seamwalker_collide::{DEFAULT_SKIN, SolverSetup};

/// The settings of a world: with the same ones, the same inputs lead to the same bits. [`World::set_rules`](super::World::set_rules)
/// changes them between two ticks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// The solver that resolves collisions.
    pub solver: SolverSetup,
    /// The numbers of the feel.
    #[serde(skip_serializing_if = "is_default")]
    pub feel: Feel,
    /// The assists that the player chose.
    #[serde(skip_serializing_if = "is_default")]
    pub assist: Assist,
    /// Depth of the movers' skin, px.
    pub skin: f32,
    /// The player snaps to the ground, steps over small ledges and slips past corners. Without it the player moves by one
    /// slide per tick, pressed down by gravity, which shows the solver alone.
    pub ground_assist: bool,
    /// The player flies through everything.
    pub noclip: bool,
}

/// The assists that are on. A replay stores those it was played with: see [`Replay`](super::Replay).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Assist {
    /// Every dash is given back at once.
    pub endless_dashes: bool,
    /// Nothing hurts but falling out of the level, and being squished.
    pub no_hazards: bool,
    /// How much longer after leaving the ground a jump still works, s.
    pub coyote: f32,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Rules {
    fn default() -> Self {
        Self::new(SolverSetup::default())
    }
}

impl Rules {
    /// The default rules with a solver.
    #[must_use]
    pub fn new(solver: SolverSetup) -> Self {
        Self {
            solver,
            feel: Feel::default(),
            assist: Assist::default(),
            skin: DEFAULT_SKIN,
            ground_assist: true,
            noclip: false,
        }
    }

    /// Checks rules that come from a file. They are refused rather than corrected: with other rules it would be another run.
    ///
    /// # Errors
    /// [`OutOfRange`] for the first number that has no meaning in the game.
    pub fn check(&self) -> Result<(), OutOfRange> {
        check_solver(&self.solver)?;
        within("assist.coyote", self.assist.coyote, &(0.0..=MAX_ASSIST_COYOTE))?;
        let mut done = Ok(());
        let mut feel = self.feel;
        feel.each_mut(&mut |number, value| {
            if done.is_ok() {
                done = within(FieldPath("feel", None, number.name), *value, &number.range);
            }
        });
        done?;
        check_skin(self.skin)
    }
}
