//! Other solvers beside a game: ghosts that are fed the same inputs, each with a past of its own or from the player's place.

use std::fmt;
use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::Judge;
use crate::collide::{DEFAULT_SKIN, EndAxes, Setting, Solver, SolverKind, SolverOptions, SolverSetup};
use crate::level::Level;
use crate::sim::Rules;
use crate::sim::{Event, Input, Player, World};

/// How the ghosts live.
///
/// ```
/// use seamwalker::lab::GhostMode;
///
/// assert_eq!(GhostMode::default(), GhostMode::FreeRun);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GhostMode {
    /// Each in a world of its own, with its own past: ways part.
    #[default]
    FreeRun,
    /// Each makes the player's present tick from the player's place: what it would have done with this very step.
    SameStart,
}

/// A solver with its settings and the depth of the skin. Its text is its name, and what differs from the usual.
///
/// ```
/// use seamwalker::collide::{SolverKind, SolverSetup};
/// use seamwalker::lab::GhostSetup;
///
/// let usual = GhostSetup::from(SolverKind::Swept);
/// assert_eq!(usual.to_string(), "swept");
/// let thin = GhostSetup { solver: SolverSetup::default(), skin: 1.5 };
/// assert_eq!(thin.to_string(), "thick-sat 1.5px");
/// ```
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
        let usual = SolverOptions::default();
        let says = |setting, differs: bool| differs && kind.uses(setting);
        write!(f, "{kind}")?;
        if says(Setting::Skin, self.skin != DEFAULT_SKIN) {
            write!(f, " {:.1}px", self.skin)?;
        }
        if says(Setting::Rounds, options.rounds != usual.rounds) {
            write!(f, " {}r", options.rounds)?;
        }
        if says(Setting::Epsilon, options.epsilon != usual.epsilon) {
            write!(f, " e{:.3}", options.epsilon)?;
        }
        if says(Setting::StepUp, options.step_up != usual.step_up) {
            write!(f, " up{:.0}", options.step_up)?;
        }
        let words = [
            (Setting::EndAxes, options.end_axes == EndAxes::BoxCentre, " centre"),
            (Setting::EndAxes, options.end_axes == EndAxes::None, " endless"),
            (Setting::SubSteps, !options.sub_steps, " uncut"),
            (Setting::DeepestFirst, !options.deepest_first, " in order"),
            (Setting::Disk, options.disk, " disk"),
        ];
        words
            .into_iter()
            .filter(|(setting, differs, _)| says(*setting, *differs))
            .try_for_each(|(.., word)| f.write_str(word))
    }
}

/// What somebody did in the last tick.
///
/// ```
/// use seamwalker::{collide::SolverKind, glam::Vec2, lab::GhostTick};
///
/// let tick = GhostTick { id: 0, kind: SolverKind::Swept, at: Vec2::ZERO, snagged: true, cost_us: 2.5 };
/// assert_eq!(tick.id, 0, "the player");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GhostTick {
    /// Who: 0 is the player, ghosts count from 1.
    pub id: u32,
    /// With which solver.
    pub kind: SolverKind,
    /// Where: the middle of the hitbox after the tick, in pixels.
    pub at: Vec2,
    /// Whether the tick snagged, as [`Judge`] sees it.
    pub snagged: bool,
    /// What the tick took, in microseconds.
    pub cost_us: f32,
}

/// Whether a ghost goes on.
///
/// ```
/// use seamwalker::lab::GhostState;
///
/// assert_ne!(GhostState::Runs, GhostState::Died);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GhostState {
    /// It does.
    #[default]
    Runs,
    /// It died, and waits.
    Died,
    /// It reached the exit, and waits.
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

/// A line of the table.
///
/// ```
/// use seamwalker::collide::SolverKind;
/// use seamwalker::lab::Ghosts;
///
/// let mut ghosts = Ghosts::default();
/// ghosts.add(SolverKind::PerAxis.into());
/// let names: Vec<String> = ghosts.table().rows.into_iter().map(|row| row.name).collect();
/// assert_eq!(names, ["you", "per-axis"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GhostRow {
    /// The ghost's name; "you" is the player.
    pub name: String,
    /// With which solver; the one of the last tick.
    pub kind: SolverKind,
    /// How far it is from the player, feet to feet, in pixels.
    pub apart: f32,
    /// How far it was at most.
    pub farthest: f32,
    /// How many of its ticks snagged; `None` in a level that is too large to be judged.
    pub snags: Option<u64>,
    /// The deepest overlap that a tick left, in pixels, as its solver sees it.
    pub worst_depth: f32,
    /// What a tick costs, in microseconds, averaged over the last second or so.
    pub cost_us: f32,
    /// Whether it goes on.
    pub state: GhostState,
}

/// The table of all: the player, then the ghosts.
///
/// ```
/// use seamwalker::lab::Ghosts;
///
/// let json = serde_json::to_value(Ghosts::default().table()).unwrap();
/// assert_eq!(json["mode"], "free-run");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GhostTable {
    /// How the ghosts live.
    pub mode: GhostMode,
    /// The player, then the ghosts.
    pub rows: Vec<GhostRow>,
}

/// What is known of somebody.
#[derive(Clone, Debug, Default)]
struct GhostStats {
    snags: u64,
    last: Option<GhostTick>,
    apart: f32,
    farthest: f32,
    worst_depth: f32,
    cost_us: f32,
    ticks: u32,
}

/// So many ticks count for the average cost.
const AVERAGED: u32 = 60;

/// For how many ticks a difference is kept in view.
const KEPT: u32 = 30;

impl GhostStats {
    /// Looks at a tick that took `cost_us`.
    fn note(&mut self, id: u32, world: &World, snagged: bool, cost_us: f32) {
        self.snags += u64::from(snagged);
        let player = &world.state.player;
        let kind = world.rules.solver.kind;
        self.last = Some(GhostTick { id, kind, at: player.aabb.center, snagged, cost_us });
        if !world.rules.noclip && !player.is_dead() {
            let depth = world.state.space.overlap(world.rules.solver.view(), &world.player_mover());
            self.worst_depth = self.worst_depth.max(depth);
        }
        self.ticks = (self.ticks + 1).min(AVERAGED);
        self.cost_us += (cost_us - self.cost_us) / self.ticks as f32;
    }

    fn row(&self, name: String, kind: SolverKind, judged: bool, state: GhostState) -> GhostRow {
        let &Self { apart, farthest, worst_depth, cost_us, .. } = self;
        let snags = judged.then_some(self.snags);
        GhostRow { name, kind, apart, farthest, snags, worst_depth, cost_us, state }
    }
}

/// Another solver beside the player.
///
/// ```
/// use seamwalker::collide::SolverKind;
/// use seamwalker::lab::Ghosts;
///
/// let mut ghosts = Ghosts::default();
/// ghosts.add(SolverKind::Swept.into());
/// let ghost = &ghosts.each()[0];
/// assert_eq!((ghost.id, ghost.setup.solver.kind), (1, SolverKind::Swept));
/// assert!(ghost.world.is_none(), "it begins with the next tick");
/// ```
#[derive(Clone, Debug)]
pub struct Ghost {
    /// Its number, never used again.
    pub id: u32,
    /// Its solver.
    pub setup: GhostSetup,
    /// Its world after the last tick, once there was one.
    pub world: Option<World>,
    figures: GhostStats,
    /// The largest recent difference to the player, and how old it is in ticks.
    kept: (Vec2, u32),
}

impl Ghost {
    /// Whether it goes on.
    #[must_use]
    pub fn state(&self) -> GhostState {
        self.world.as_ref().map_or(GhostState::Runs, GhostState::of)
    }

    /// The largest difference to the player's place within the last half second, in pixels.
    #[must_use]
    pub const fn difference(&self) -> Vec2 {
        self.kept.0
    }

    /// Begins at the player's place.
    fn join(&mut self, world: &World) {
        let mut own = world.clone();
        if (own.rules.solver, own.rules.skin) != (self.setup.solver, self.setup.skin) {
            own.rules.skin = self.setup.skin;
            own.switch_solver(self.setup.solver);
        }
        self.world = Some(own);
    }

    /// Keeps what the player changes between two ticks.
    fn heed(&mut self, world: &World) {
        let Some(own) = &mut self.world else { return };
        own.rules = Rules { solver: own.rules.solver, skin: own.rules.skin, ..world.rules };
    }

    /// One tick, measured.
    fn step(&mut self, input: Input, judge: Option<&Judge>, clock: &dyn Fn() -> f64) {
        let Some(world) = &mut self.world else { return };
        let began = clock();
        let _ = world.step(input);
        let cost = (clock() - began) as f32 * 1e6;
        let snagged = judge.is_some_and(|judge| judge.snagged(world));
        self.figures.note(self.id, world, snagged, cost);
    }

    /// Compares it with the player. Between a death and a new beginning distances say nothing: they are not kept.
    fn compare(&mut self, player: &Player, counts: bool) {
        let Some(world) = &self.world else { return };
        let difference = world.state.player.feet() - player.feet();
        self.figures.apart = difference.length();
        if counts && !player.is_dead() && self.state() == GhostState::Runs {
            self.figures.farthest = self.figures.farthest.max(self.figures.apart);
        }
        let (kept, age) = self.kept;
        let stays = age < KEPT && kept.length_squared() > difference.length_squared();
        self.kept = if stays { (kept, age + 1) } else { (difference, 0) };
    }
}

/// All ghosts. Tell them of every tick of the player's world, before and after: they never change it. Who judges the player
/// judges them, too; without a judge nobody snags.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::collide::{SolverKind, SolverSetup};
/// use seamwalker::lab::{Ghosts, Judge};
/// use seamwalker::level::{shipped, read};
/// use seamwalker::sim::{Buttons, Input, World};
///
/// let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
/// let judge = Judge::new(&level);
/// let mut world = World::new(level, SolverSetup::default());
/// let mut ghosts = Ghosts::default();
/// ghosts.add(SolverKind::ThickSat.into());
/// let right = Input { buttons: Buttons::RIGHT };
/// for _ in 0..60 {
///     ghosts.before(&world, right, Some(&judge), &|| 0.0);
///     let events = world.step(right);
///     ghosts.after(&world, &events, judge.snagged(&world), 0.0);
/// }
/// assert_eq!(ghosts.each()[0].world.as_ref().unwrap().hash(), world.hash());
/// assert_eq!(ghosts.table().rows[1].farthest, 0.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ghosts {
    /// How they live.
    pub mode: GhostMode,
    /// Whether the player is looked at although there are no ghosts.
    pub watching: bool,
    list: Vec<Ghost>,
    player: GhostStats,
    /// Whether somebody judges all.
    judged: bool,
    level: Option<Arc<Level>>,
    /// The player's solver in the last tick.
    kind: SolverKind,
    /// Whether the player goes on.
    state: GhostState,
    /// How many ticks the player's world counted when it was last seen.
    seen: u64,
    /// Everybody begins anew at the player's place.
    together: bool,
    ids: u32,
}

impl Ghosts {
    /// The most ghosts at a time.
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

    /// Adds a ghost, which begins at the player's place. False when there are too many.
    pub fn add(&mut self, setup: GhostSetup) -> bool {
        if self.list.len() >= Self::MAX {
            return false;
        }
        self.ids += 1;
        self.list.push(Ghost {
            id: self.ids,
            setup,
            world: None,
            figures: GhostStats::default(),
            kept: (Vec2::ZERO, 0),
        });
        true
    }

    /// Takes a ghost away, by its number.
    pub fn remove(&mut self, id: u32) {
        self.list.retain(|ghost| ghost.id != id);
    }

    /// The ghosts, in the order in which they were added.
    #[must_use]
    pub fn each(&self) -> &[Ghost] {
        &self.list
    }

    /// Whether anybody is looked at.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.watching || !self.list.is_empty()
    }

    /// All begin anew at the player's place with the next tick. What was counted stays.
    pub const fn start_together(&mut self) {
        self.together = true;
    }

    /// Counts from nothing.
    pub fn count_anew(&mut self) {
        self.player = GhostStats::default();
        self.list.iter_mut().for_each(|ghost| ghost.figures = GhostStats::default());
    }

    /// The player's world is about to make a tick: the ghosts make theirs. `clock` tells seconds, from any beginning.
    pub fn before(&mut self, world: &World, input: Input, judge: Option<&Judge>, clock: &dyn Fn() -> f64) {
        if !self.is_on() {
            return;
        }
        self.follow(world);
        self.judged = judge.is_some();
        let together = std::mem::take(&mut self.together) || world.state.ticks != self.seen;
        // What comes first after a frame pays for memory that is far away: a tick that nobody measures.
        if !self.list.is_empty() {
            let _ = world.clone().step(input);
        }
        for ghost in &mut self.list {
            if together || self.mode == GhostMode::SameStart || ghost.world.is_none() {
                ghost.join(world);
            }
            ghost.figures.last = None;
            if self.mode == GhostMode::SameStart || ghost.state() == GhostState::Runs {
                ghost.heed(world);
                ghost.step(input, judge, clock);
            }
        }
    }

    /// The player's world made the tick in so many seconds, and snagged or not.
    pub fn after(&mut self, world: &World, events: &[Event], snagged: bool, seconds: f32) {
        if !self.is_on() {
            return;
        }
        (self.kind, self.state) = (world.rules.solver.kind, GhostState::of(world));
        self.player.note(0, world, snagged, seconds * 1e6);
        self.seen = world.state.ticks;
        // A checkpoint is a place that all share.
        self.together |= events.iter().any(|event| matches!(event, Event::Respawned));
        let counts = !self.together || self.mode == GhostMode::SameStart;
        self.list.iter_mut().for_each(|ghost| ghost.compare(&world.state.player, counts));
    }

    /// Another level, or other maps of the same world: all begin anew in it.
    fn follow(&mut self, world: &World) {
        if self.level.as_ref().is_some_and(|level| Arc::ptr_eq(level, &world.level)) {
            return;
        }
        self.level = Some(Arc::clone(&world.level));
        self.together = true;
        self.count_anew();
    }

    /// What everybody did in the last tick: the player, then the ghosts that did not wait.
    pub fn ticks(&self) -> impl Iterator<Item = GhostTick> + '_ {
        let all = std::iter::once(&self.player).chain(self.list.iter().map(|ghost| &ghost.figures));
        all.filter_map(|figures| figures.last)
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> GhostTable {
        let you = self.player.row("you".to_owned(), self.kind, self.judged, self.state);
        let ghosts = self.list.iter().map(|ghost| {
            ghost.figures.row(ghost.setup.to_string(), ghost.setup.solver.kind, self.judged, ghost.state())
        });
        GhostTable { mode: self.mode, rows: std::iter::once(you).chain(ghosts).collect() }
    }
}
