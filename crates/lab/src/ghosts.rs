//! Ghosts: other solvers that run beside a game with the same inputs.

use std::sync::Arc;

use glam::Vec2;
use serde::Serialize;

use super::{Hold, Judge};
use seamwalker_collide::{Solver, SolverKind, SolverSetup};
use seamwalker_level::Level;
use seamwalker_sim::{Event, Input, Player, Rules, World};

/// The last tick of the player or a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GhostTick {
    /// Whether it is the player's.
    pub is_player: bool,
    /// The solver.
    pub kind: SolverKind,
    /// The centre of the hitbox after the tick, in pixels.
    pub at: Vec2,
    /// Whether [`Judge`] found a snag.
    pub snagged: bool,
}

/// Whether a ghost is running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GhostState {
    /// It is running.
    #[default]
    Runs,
    /// It died and waits for the next start.
    Died,
    /// It reached the exit and waits for the next start.
    Finished,
}

impl GhostState {
    fn of(world: &World) -> Self {
        if world.state.player.is_dead() {
            Self::Died
        } else if world.state.finished {
            Self::Finished
        } else {
            Self::Runs
        }
    }
}

/// A row of the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GhostRow {
    /// The ghost's name; "you" is the player.
    pub name: String,
    /// The solver of the last tick.
    pub kind: SolverKind,
    /// The distance from the player's feet, in pixels.
    pub apart: f32,
    /// The largest distance so far.
    pub farthest: f32,
    /// The number of snags; `None` in a level that is too large for the judge.
    pub snags: Option<u64>,
    /// The deepest overlap after a tick, in pixels, in the view of its solver.
    pub worst_depth: f32,
    /// The duration of a tick in microseconds, averaged over about a second.
    pub cost_us: f32,
    /// Whether it is running.
    pub state: GhostState,
}

/// The table of the player and all ghosts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GhostTable {
    /// The player, then the ghosts.
    pub rows: Vec<GhostRow>,
}

/// The measurements of the player or a ghost.
#[derive(Clone, Debug, Default)]
struct GhostStats {
    row: GhostRow,
    hold: Hold,
    last: Option<GhostTick>,
    /// The number of ticks in the average cost.
    ticks: u32,
}

/// The number of ticks in the average cost.
const AVERAGED_TICKS: u32 = 60;

impl GhostStats {
    /// Measures the last tick of a world. Without a judge, `snagged` is `None`.
    fn record(&mut self, is_player: bool, world: &World, snagged: Option<bool>, cost_us: f32) {
        let (row, player, kind) = (&mut self.row, &world.state.player, world.rules.solver.kind);
        self.last = Some(GhostTick { is_player, kind, at: player.aabb.center, snagged: snagged == Some(true) });
        (row.kind, row.state) = (kind, GhostState::of(world));
        row.snags = snagged.map(|snagged| row.snags.unwrap_or(0) + u64::from(snagged));
        if !world.rules.noclip && !player.is_dead() {
            let depth = world.state.space.overlap(world.rules.solver.view(), &world.player_mover());
            row.worst_depth = row.worst_depth.max(depth);
        }
        self.ticks = (self.ticks + 1).min(AVERAGED_TICKS);
        row.cost_us += (cost_us - row.cost_us) / self.ticks as f32;
    }
}

/// Another solver beside the player.
#[derive(Clone, Debug)]
pub struct Ghost {
    /// Its solver, with the default settings.
    pub kind: SolverKind,
    /// Its world after the last tick; `None` before the first one.
    pub world: Option<World>,
    stats: GhostStats,
}

impl Ghost {
    /// A ghost that starts from the player's world.
    fn new(kind: SolverKind) -> Self {
        let row = GhostRow { name: kind.to_string(), kind, ..GhostRow::default() };
        Self { kind, world: None, stats: GhostStats { row, ..GhostStats::default() } }
    }

    /// Whether it is running.
    #[must_use]
    pub fn state(&self) -> GhostState {
        self.world.as_ref().map_or(GhostState::Runs, GhostState::of)
    }

    /// Starts from the player's world.
    fn join(&mut self, world: &World) {
        let (mut own, setup) = (world.clone(), SolverSetup::new(self.kind));
        if own.rules.solver != setup {
            own.switch_solver(setup);
        }
        self.world = Some(own);
    }

    /// Makes and measures one tick by the player's rules.
    fn step(&mut self, rules: &Rules, input: Input, judge: Option<&Judge>, clock: &dyn Fn() -> f64) {
        let Some(world) = &mut self.world else { return };
        world.rules = Rules { solver: world.rules.solver, ..*rules };
        let start = clock();
        let _ = world.step(input);
        let cost = (clock() - start) as f32 * 1e6;
        let snagged = judge.map(|judge| judge.snagged(world, &mut self.stats.hold));
        self.stats.record(false, world, snagged, cost);
    }

    /// Compares it with the player. Distances between a death and the next start mean nothing and do not count.
    fn compare(&mut self, player: &Player, counts: bool) {
        let Some(world) = &self.world else { return };
        let row = &mut self.stats.row;
        (row.apart, row.state) = (world.state.player.feet().distance(player.feet()), GhostState::of(world));
        if counts && !player.is_dead() && row.state == GhostState::Runs {
            row.farthest = row.farthest.max(row.apart);
        }
    }
}

/// All ghosts. Call [`Ghosts::before`] and [`Ghosts::after`] around every tick of the player's world; they never change it.
/// Without a judge no snags are counted.
#[derive(Clone, Debug, Default)]
pub struct Ghosts {
    /// Whether the player is measured even without ghosts.
    pub watching: bool,
    list: Vec<Ghost>,
    player: GhostStats,
    /// Whether there is a judge.
    judged: bool,
    level: Option<Arc<Level>>,
    /// The tick of the player's world after the last call.
    last_tick: u64,
    /// Whether all ghosts start again from the player's world.
    restart: bool,
}

impl Ghosts {
    /// A ghost of every solver.
    #[must_use]
    pub fn of_all_solvers() -> Self {
        Self { list: SolverKind::ALL.map(Ghost::new).into(), ..Self::default() }
    }

    /// Adds or removes the ghost of a solver.
    pub fn toggle(&mut self, kind: SolverKind) {
        if self.list.iter().any(|ghost| ghost.kind == kind) {
            self.list.retain(|ghost| ghost.kind != kind);
        } else {
            self.list.push(Ghost::new(kind));
        }
    }

    /// The ghosts, in the order in which they were added.
    #[must_use]
    pub fn each(&self) -> &[Ghost] {
        &self.list
    }

    /// Whether there is anything to measure.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.watching || !self.list.is_empty()
    }

    /// Starts all ghosts again from the player's world in the next tick, and clears the measurements.
    pub fn start_together(&mut self) {
        self.player = GhostStats::default();
        self.list.iter_mut().for_each(|ghost| *ghost = Ghost::new(ghost.kind));
    }

    /// To be called before a tick of the player's world: the ghosts make their tick. `clock` returns seconds.
    pub fn before(&mut self, world: &World, input: Input, judge: Option<&Judge>, clock: &dyn Fn() -> f64) {
        if !self.is_on() {
            return;
        }
        // Another level, or other maps of the same world.
        if self.level.as_ref().is_none_or(|level| !Arc::ptr_eq(level, &world.level)) {
            self.level = Some(Arc::clone(&world.level));
            self.start_together();
        }
        self.judged = judge.is_some();
        let restart = std::mem::take(&mut self.restart) || world.state.ticks != self.last_tick;
        // The first tick of a frame loads the caches: one that is not measured.
        if !self.list.is_empty() {
            let _ = world.clone().step(input);
        }
        for ghost in &mut self.list {
            if restart || ghost.world.is_none() {
                ghost.join(world);
            }
            ghost.stats.last = None;
            if ghost.state() == GhostState::Runs {
                ghost.step(&world.rules, input, judge, clock);
            }
        }
    }

    /// To be called after the tick of the player's world, with its duration and whether it snagged.
    pub fn after(&mut self, world: &World, events: &[Event], snagged: bool, seconds: f32) {
        if !self.is_on() {
            return;
        }
        self.player.record(true, world, self.judged.then_some(snagged), seconds * 1e6);
        self.last_tick = world.state.ticks;
        // After a respawn all continue from the checkpoint.
        self.restart |= events.contains(&Event::Respawned);
        let counts = !self.restart;
        self.list.iter_mut().for_each(|ghost| ghost.compare(&world.state.player, counts));
    }

    /// The last tick of the player, then those of the running ghosts.
    pub fn ticks(&self) -> impl Iterator<Item = GhostTick> + '_ {
        let all = std::iter::once(&self.player).chain(self.list.iter().map(|ghost| &ghost.stats));
        all.filter_map(|stats| stats.last)
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> GhostTable {
        let you = GhostRow { name: "you".to_owned(), ..self.player.row.clone() };
        let ghosts = self.list.iter().map(|ghost| ghost.stats.row.clone());
        GhostTable { rows: std::iter::once(you).chain(ghosts).collect() }
    }
}
