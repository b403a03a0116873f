//! Ghosts: other solvers that run beside a game with the same inputs.

use std::sync::Arc;

use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_level::Level;
use seamwalker_sim::{Event, Input, Rules, World};

/// Another solver beside the player.
#[derive(Clone, Debug)]
pub struct Ghost {
    /// Its solver, with the default settings.
    pub kind: SolverKind,
    /// Its world after the last tick; `None` before the first one.
    pub world: Option<World>,
}

impl Ghost {
    /// Whether it died or reached the exit, and waits for the next start.
    pub fn waits(&self) -> bool {
        self.world.as_ref().is_some_and(|world| world.state.player.is_dead() || world.state.finished)
    }

    /// Starts from the player's world.
    fn join(&mut self, world: &World) {
        let (mut own, setup) = (world.clone(), SolverSetup::new(self.kind));
        if own.rules.solver != setup {
            own.switch_solver(setup);
        }
        self.world = Some(own);
    }

    /// Makes one tick by the player's rules.
    fn step(&mut self, rules: &Rules, input: Input) {
        let Some(world) = &mut self.world else { return };
        world.rules = Rules { solver: world.rules.solver, ..*rules };
        let _ = world.step(input);
    }
}

/// All ghosts. Call [`Ghosts::before`] and [`Ghosts::after`] around every tick of the player's world; they never change it.
#[derive(Clone, Debug, Default)]
pub struct Ghosts {
    /// In the order of the solvers.
    pub list: Vec<Ghost>,
    level: Option<Arc<Level>>,
    /// The tick of the player's world after the last call.
    last_tick: u64,
    /// Whether all ghosts start again from the player's world.
    restart: bool,
}

impl Ghosts {
    /// A ghost of every solver.
    pub fn of_all_solvers() -> Self {
        Self { list: SolverKind::ALL.map(|kind| Ghost { kind, world: None }).into(), ..Self::default() }
    }

    /// To be called before a tick of the player's world: the ghosts make their tick.
    pub fn before(&mut self, world: &World, input: Input) {
        // Another level, or other maps of the same world.
        let is_new = self.level.as_ref().is_none_or(|level| !Arc::ptr_eq(level, &world.level));
        self.level = Some(Arc::clone(&world.level));
        let restart = std::mem::take(&mut self.restart) || is_new || world.state.ticks != self.last_tick;
        for ghost in &mut self.list {
            if restart || ghost.world.is_none() {
                ghost.join(world);
            }
            if !ghost.waits() {
                ghost.step(&world.rules, input);
            }
        }
    }

    /// To be called after the tick of the player's world.
    pub fn after(&mut self, world: &World, events: &[Event]) {
        self.last_tick = world.state.ticks;
        // After a respawn all continue from the checkpoint.
        self.restart |= events.contains(&Event::Respawned);
    }
}
