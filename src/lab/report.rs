//! What the tools of the laboratory know of a run, without a window.

use std::collections::BTreeMap;

use glam::Vec2;
use serde::Serialize;
use serde_json::Value;

use super::{Film, Ghosts, History, Judge, Loop, MarkerKind, PressLog, SessionPlace, TimelineMarker};
use crate::collide::SolverKind;
use crate::sim::{Event, Input, InputTimeline, Rules, RunResult, World};

/// A tool that watches a run and has rows to tell. It never changes the world.
///
/// ```
/// use seamwalker::lab::{History, Witness};
/// use seamwalker::sim::{Event, World};
///
/// /// How deep the player was pushed out of what it touched, tick by tick.
/// struct Depths(Vec<f32>);
///
/// impl Witness for Depths {
///     fn name(&self) -> &'static str {
///         "depths"
///     }
///
///     fn after(&mut self, world: &World, _events: &[Event], _snagged: bool) {
///         self.0.push(world.stats.touches.iter().map(|touch| touch.contact.depth).fold(0.0, f32::max));
///     }
///
///     fn rows(&self, _history: &History) -> serde_json::Value {
///         self.0.clone().into()
///     }
/// }
/// ```
pub trait Witness {
    /// The key of its rows in the report.
    fn name(&self) -> &'static str;

    /// A tick is about to run; who judges it.
    fn before(&mut self, _world: &World, _input: Input, _judge: Option<&Judge>) {}

    /// It has run, and snagged or not.
    fn after(&mut self, _world: &World, _events: &[Event], _snagged: bool) {}

    /// What it knows, or can tell of the past.
    fn rows(&self, history: &History) -> Value;
}

/// Every tool that has rows: one line for each.
#[must_use]
pub fn witnesses() -> Vec<Box<dyn Witness>> {
    vec![Box::new(all_ghosts()), Box::new(PressLog::default()), Box::new(LastTick)]
}

/// A ghost of every solver.
fn all_ghosts() -> Ghosts {
    let mut ghosts = Ghosts::default();
    for kind in SolverKind::ALL {
        ghosts.add(kind.into());
    }
    ghosts
}

impl Witness for Ghosts {
    fn name(&self) -> &'static str {
        "ghosts"
    }

    // Nobody brings a clock along: what depends on the machine is no part of a report.
    fn before(&mut self, world: &World, input: Input, judge: Option<&Judge>) {
        self.before(world, input, judge, &|| 0.0);
    }

    fn after(&mut self, world: &World, events: &[Event], snagged: bool) {
        self.after(world, events, snagged, 0.0);
    }

    fn rows(&self, _history: &History) -> Value {
        serde_json::json!(self.table())
    }
}

impl Witness for PressLog {
    fn name(&self) -> &'static str {
        "chronicle"
    }

    fn before(&mut self, world: &World, input: Input, _judge: Option<&Judge>) {
        self.before(world, input);
    }

    fn after(&mut self, world: &World, events: &[Event], _snagged: bool) {
        self.after(world, events, 0.0);
    }

    fn rows(&self, _history: &History) -> Value {
        serde_json::json!(self)
    }
}

/// The film of the last tick.
struct LastTick;

impl Witness for LastTick {
    fn name(&self) -> &'static str {
        "film"
    }

    fn rows(&self, history: &History) -> Value {
        let last = history.ticks().end().checked_sub(1);
        serde_json::json!(last.and_then(|last| Some(Film::of(&history.at(last)?, history.input(last)?))))
    }
}

/// What the tools know of a run, made by [`report`].
#[derive(Clone, Debug, Serialize)]
pub struct LabReport {
    /// Where it was.
    pub place: SessionPlace,
    /// What it kept to.
    pub rules: Rules,
    /// What was held.
    pub inputs: InputTimeline,
    /// How it ended.
    pub result: RunResult,
    /// How often each thing happened.
    pub counts: BTreeMap<&'static str, usize>,
    /// When each thing happened.
    pub marks: Vec<TimelineMarker>,
    /// Where the middle of the player was, tick by tick.
    pub trail: Vec<Vec2>,
    /// The ticks that could be visited again at the end, and how many bytes they take.
    pub kept: (u64, u64, usize),
    /// The rows of every tool, by its name.
    pub tools: BTreeMap<&'static str, Value>,
}

/// Plays a section from its beginning by these rules, for so many ticks or until the exit is reached; nothing is held after its end.
///
/// ```
/// use seamwalker::lab::{Loop, SessionPlace, Take, report};
/// use seamwalker::sim::Rules;
/// use seamwalker::level::Limits;
/// use seamwalker::sim::World;
///
/// let place = SessionPlace::Map("first_stitch".into());
/// let start = World::new(place.level(&Limits::DEFAULT).unwrap(), Default::default());
/// let mut walk = Loop::new(Take::new(start, "60 right".parse().unwrap()));
/// let report = report(place, Rules::default(), &mut walk, 90);
/// assert_eq!((report.result.ticks, report.trail.len(), report.counts["snag"]), (90, 91, 0));
/// // The tools: ghosts of all solvers, what became of every press, and the film of the last tick.
/// assert_eq!(report.tools.keys().copied().collect::<Vec<_>>(), ["chronicle", "film", "ghosts"]);
/// ```
#[must_use]
pub fn report(place: SessionPlace, rules: Rules, looped: &mut Loop, ticks: u32) -> LabReport {
    let mut world = looped.at(looped.from, &rules);
    let judge = Judge::fits(&world.level).then(|| Judge::new(&world.level));
    let mut history = History::default();
    let mut witnesses = witnesses();
    let (mut marks, mut trail) = (Vec::new(), vec![world.state.player.aabb.center]);
    for _ in 0..ticks {
        let input = looped.next(&world).unwrap_or_default();
        history.before(&world, input);
        witnesses.iter_mut().for_each(|witness| witness.before(&world, input, judge.as_ref()));
        let events = world.step(input);
        let snagged = judge.as_ref().is_some_and(|judge| judge.snagged(&world));
        history.after(&world, &events, snagged);
        witnesses.iter_mut().for_each(|witness| witness.after(&world, &events, snagged));
        marks.extend(history.marks().rev().take_while(|mark| mark.tick == world.state.ticks).copied());
        trail.push(world.state.player.aabb.center);
        if world.state.finished {
            break;
        }
    }
    let count = |what| marks.iter().filter(|mark| mark.what == what).count();
    let kept = history.ticks();
    LabReport {
        place,
        rules,
        inputs: looped.take().inputs.clone(),
        result: RunResult::of(&world),
        counts: MarkerKind::ALL.into_iter().map(|(what, word)| (word, count(what))).collect(),
        kept: (*kept.start(), *kept.end(), history.bytes()),
        tools: witnesses.iter().map(|witness| (witness.name(), witness.rows(&history))).collect(),
        marks,
        trail,
    }
}
