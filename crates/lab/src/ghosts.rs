//! Ghosts: other solvers that run beside a game with the same inputs.

use std::fmt;
use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::Judge;
use seamwalker_collide::{DEFAULT_SKIN, EndAxes, Setting, Solver, SolverKind, SolverOptions, SolverSetup};
use seamwalker_level::Level;
use seamwalker_sim::{Event, Input, Player, Rules, World};

/// What the ghosts continue from in each tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GhostMode {
    /// Each continues its own world, so that the paths diverge.
    #[default]
    FreeRun,
    /// Each starts every tick from the player's world, and shows what its solver does with the same step.
    SameStart,
}

/// A solver with its settings and the depth of the skin. Displays its name and the settings that differ from the default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GhostSetup {
    /// The solver.
    pub solver: SolverSetup,
    /// Depth of the skin, in pixels.
    pub skin: f32,
}

impl From<SolverKind> for GhostSetup {
    fn from(kind: SolverKind) -> Self {
        Self { solver: SolverSetup::new(kind), skin: DEFAULT_SKIN }
    }
}

impl fmt::Display for GhostSetup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let SolverSetup { kind, options } = self.solver;
        let default = SolverOptions::default();
        write!(f, "{kind}")?;
        let settings = [
            (Setting::Skin, self.skin != DEFAULT_SKIN, format!("{:.1}px", self.skin)),
            (Setting::Rounds, options.rounds != default.rounds, format!("{}r", options.rounds)),
            (Setting::Epsilon, options.epsilon != default.epsilon, format!("e{:.3}", options.epsilon)),
            (Setting::MaxStep, options.max_step != default.max_step, format!("step{:.2}", options.max_step)),
            (Setting::SlopeAxes, options.slope_axes != default.slope_axes, "both axes".into()),
            (Setting::EqualClimb, !options.equal_climb, "constant x".into()),
            (Setting::Gap, options.gap != default.gap, "early".into()),
            (Setting::EdgeVisibility, !options.edge_visibility, "all visible".into()),
            (Setting::EndAxes, options.end_axes == EndAxes::BoxCentre, "centre".into()),
            (Setting::EndAxes, options.end_axes == EndAxes::None, "endless".into()),
            (Setting::SubSteps, !options.sub_steps, "uncut".into()),
            (Setting::PushOrder, options.push_order != default.push_order, options.push_order.name().into()),
            (Setting::Corrections, !options.corrections, "as pushed".into()),
            (Setting::Disk, options.disk, "disk".into()),
        ];
        let mut shown = settings.iter().filter(|(setting, differs, _)| *differs && kind.uses(*setting));
        shown.try_for_each(|(.., text)| write!(f, " {text}"))
    }
}

/// The last tick of the player or a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GhostTick {
    /// 0 for the player, from 1 for ghosts.
    pub id: u32,
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
    /// What the ghosts continue from.
    pub mode: GhostMode,
    /// The player, then the ghosts.
    pub rows: Vec<GhostRow>,
}

/// The measurements of the player or a ghost.
#[derive(Clone, Debug, Default)]
struct GhostStats {
    row: GhostRow,
    last: Option<GhostTick>,
    /// The number of ticks in the average cost.
    ticks: u32,
}

/// The number of ticks in the average cost.
const AVERAGED_TICKS: u32 = 60;

/// The number of ticks that a difference stays visible.
const DIFFERENCE_TICKS: u32 = 30;

impl GhostStats {
    /// Measures the last tick of a world. Without a judge, `snagged` is `None`.
    fn record(&mut self, id: u32, world: &World, snagged: Option<bool>, cost_us: f32) {
        let (row, player, kind) = (&mut self.row, &world.state.player, world.rules.solver.kind);
        self.last = Some(GhostTick { id, kind, at: player.aabb.center, snagged: snagged == Some(true) });
        (row.kind, row.state) = (kind, GhostState::of(world));
        row.snags = snagged.map(|snagged| row.snags.unwrap_or(0) + u64::from(snagged));
        if !world.rules.noclip && !player.is_dead() {
            let depth = world.state.space.overlap(world.rules.solver.view(), &world.player_mover());
            row.worst_depth = row.worst_depth.max(depth);
        }
        self.ticks = (self.ticks + 1).min(AVERAGED_TICKS);
        row.cost_us += (cost_us - row.cost_us) / self.ticks as f32;
    }

    fn clear(&mut self) {
        let GhostRow { name, kind, snags, state, .. } = std::mem::take(&mut self.row);
        let row = GhostRow { name, kind, snags: snags.map(|_| 0), state, ..GhostRow::default() };
        *self = Self { row, ..Self::default() };
    }
}

/// Another solver beside the player.
#[derive(Clone, Debug)]
pub struct Ghost {
    /// Its number, which is not reused.
    pub id: u32,
    /// Its solver.
    pub setup: GhostSetup,
    /// Its world after the last tick; `None` before the first one.
    pub world: Option<World>,
    stats: GhostStats,
    /// The largest recent difference to the player, and its age in ticks.
    recent_difference: (Vec2, u32),
}

impl Ghost {
    /// Whether it is running.
    #[must_use]
    pub fn state(&self) -> GhostState {
        self.world.as_ref().map_or(GhostState::Runs, GhostState::of)
    }

    /// The largest difference to the player's position within the last half second, in pixels.
    #[must_use]
    pub const fn difference(&self) -> Vec2 {
        self.recent_difference.0
    }

    /// Starts from the player's world.
    fn join(&mut self, world: &World) {
        let mut own = world.clone();
        if (own.rules.solver, own.rules.skin) != (self.setup.solver, self.setup.skin) {
            own.rules.skin = self.setup.skin;
            own.switch_solver(self.setup.solver);
        }
        self.world = Some(own);
    }

    /// Makes and measures one tick by the player's rules.
    fn step(&mut self, rules: &Rules, input: Input, judge: Option<&Judge>, clock: &dyn Fn() -> f64) {
        let Some(world) = &mut self.world else { return };
        world.rules = Rules { solver: world.rules.solver, skin: world.rules.skin, ..*rules };
        let start = clock();
        let _ = world.step(input);
        let cost = (clock() - start) as f32 * 1e6;
        let snagged = judge.map(|judge| judge.snagged(world));
        self.stats.record(self.id, world, snagged, cost);
    }

    /// Compares it with the player. Distances between a death and the next start mean nothing and do not count.
    fn compare(&mut self, player: &Player, counts: bool) {
        let Some(world) = &self.world else { return };
        let difference = world.state.player.feet() - player.feet();
        let row = &mut self.stats.row;
        (row.apart, row.state) = (difference.length(), GhostState::of(world));
        if counts && !player.is_dead() && row.state == GhostState::Runs {
            row.farthest = row.farthest.max(row.apart);
        }
        let (recent, age) = self.recent_difference;
        let stays = age < DIFFERENCE_TICKS && recent.length_squared() > difference.length_squared();
        self.recent_difference = if stays { (recent, age + 1) } else { (difference, 0) };
    }
}

/// All ghosts. Call [`Ghosts::before`] and [`Ghosts::after`] around every tick of the player's world; they never change it.
/// Without a judge no snags are counted.
#[derive(Clone, Debug, Default)]
pub struct Ghosts {
    /// What they continue from.
    pub mode: GhostMode,
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
    last_id: u32,
}

impl Ghosts {
    /// The maximum number of ghosts.
    pub const MAX: usize = 16;

    /// A ghost of every solver.
    #[must_use]
    pub fn of_all_solvers() -> Self {
        let mut ghosts = Self::default();
        for kind in SolverKind::ALL {
            ghosts.add(kind.into());
        }
        ghosts
    }

    /// Adds a ghost, which starts from the player's world. Returns false if there are too many.
    pub fn add(&mut self, setup: GhostSetup) -> bool {
        if self.list.len() >= Self::MAX {
            return false;
        }
        self.last_id += 1;
        let row = GhostRow { name: setup.to_string(), kind: setup.solver.kind, ..GhostRow::default() };
        let stats = GhostStats { row, ..GhostStats::default() };
        self.list.push(Ghost { id: self.last_id, setup, world: None, stats, recent_difference: (Vec2::ZERO, 0) });
        true
    }

    /// Removes a ghost by its number.
    pub fn remove(&mut self, id: u32) {
        self.list.retain(|ghost| ghost.id != id);
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

    /// Starts all ghosts again from the player's world in the next tick. The measurements are kept.
    pub const fn start_together(&mut self) {
        self.restart = true;
    }

    /// Clears the measurements.
    pub fn count_anew(&mut self) {
        self.player.clear();
        self.list.iter_mut().for_each(|ghost| ghost.stats.clear());
    }

    /// To be called before a tick of the player's world: the ghosts make their tick. `clock` returns seconds.
    pub fn before(&mut self, world: &World, input: Input, judge: Option<&Judge>, clock: &dyn Fn() -> f64) {
        if !self.is_on() {
            return;
        }
        // Another level, or other maps of the same world.
        if self.level.as_ref().is_none_or(|level| !Arc::ptr_eq(level, &world.level)) {
            self.level = Some(Arc::clone(&world.level));
            self.restart = true;
            self.count_anew();
        }
        self.judged = judge.is_some();
        let restart = std::mem::take(&mut self.restart) || world.state.ticks != self.last_tick;
        // The first tick of a frame loads the caches: one that is not measured.
        if !self.list.is_empty() {
            let _ = world.clone().step(input);
        }
        for ghost in &mut self.list {
            if restart || self.mode == GhostMode::SameStart || ghost.world.is_none() {
                ghost.join(world);
            }
            ghost.stats.last = None;
            if self.mode == GhostMode::SameStart || ghost.state() == GhostState::Runs {
                ghost.step(&world.rules, input, judge, clock);
            }
        }
    }

    /// To be called after the tick of the player's world, with its duration and whether it snagged.
    pub fn after(&mut self, world: &World, events: &[Event], snagged: bool, seconds: f32) {
        if !self.is_on() {
            return;
        }
        self.player.record(0, world, self.judged.then_some(snagged), seconds * 1e6);
        self.last_tick = world.state.ticks;
        // After a respawn all continue from the checkpoint.
        self.restart |= events.contains(&Event::Respawned);
        let counts = !self.restart || self.mode == GhostMode::SameStart;
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
        GhostTable { mode: self.mode, rows: std::iter::once(you).chain(ghosts).collect() }
    }
}
