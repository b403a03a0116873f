//! What the tools of the laboratory know of a run, without a window.

use std::collections::BTreeMap;

use glam::Vec2;
use serde::Serialize;
use serde_json::Value;

use super::{Chronicle, Film, Ghosts, Happened, History, Incident, Loop, Place, Rules};
use crate::collide::SolverKind;
use crate::sim::{Event, Input, RunResult, World};

/// A tool that watches a run and has rows to tell. It never changes the world.
///
/// ```
/// use seamwalker::lab::Witness;
/// use seamwalker::sim::{Event, Input, World};
///
/// /// How deep the player was pushed out of what it touched, tick by tick.
/// struct Depths(Vec<f32>);
///
/// impl Witness for Depths {
///     fn name(&self) -> &'static str {
///         "depths"
///     }
///
///     fn tick(&mut self, _before: &World, _input: Input, after: &World, _events: &[Event]) {
///         self.0.push(after.stats.touches.iter().map(|touch| touch.contact.depth).fold(0.0, f32::max));
///     }
///
///     fn rows(&self) -> serde_json::Value {
///         self.0.clone().into()
///     }
/// }
/// ```
pub trait Witness {
    /// The key of its rows in the report.
    fn name(&self) -> &'static str;

    /// A tick has run: the world before it, what was held, and the world after it.
    fn tick(&mut self, before: &World, input: Input, after: &World, events: &[Event]);

    /// What it knows.
    fn rows(&self) -> Value;
}

/// Every tool that has rows: one line for each.
#[must_use]
pub fn witnesses() -> Vec<Box<dyn Witness>> {
    vec![Box::new(all_ghosts()), Box::new(Chronicle::default()), Box::new(LastTick::default())]
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

    fn tick(&mut self, before: &World, input: Input, after: &World, events: &[Event]) {
        // Nobody brings a clock along: what depends on the machine is no part of a report.
        self.before(before, input, &|| 0.0);
        self.after(after, events, 0.0);
    }

    fn rows(&self) -> Value {
        serde_json::json!(self.table())
    }
}

impl Witness for Chronicle {
    fn name(&self) -> &'static str {
        "chronicle"
    }

    fn tick(&mut self, before: &World, input: Input, after: &World, events: &[Event]) {
        self.before(before, input);
        self.after(after, events, 0.0);
    }

    fn rows(&self) -> Value {
        serde_json::json!(self)
    }
}

/// What the last tick began with: its film is made when somebody asks.
#[derive(Default)]
struct LastTick(Option<(World, Input)>);

impl Witness for LastTick {
    fn name(&self) -> &'static str {
        "film"
    }

    fn tick(&mut self, before: &World, input: Input, _after: &World, _events: &[Event]) {
        self.0 = Some((before.clone(), input));
    }

    fn rows(&self) -> Value {
        serde_json::json!(self.0.as_ref().map(|(before, input)| Film::of(before, *input)))
    }
}

/// What the tools know of a run, made by [`report`].
#[derive(Clone, Debug, Serialize)]
pub struct LabReport {
    /// Where it was.
    pub place: Place,
    /// What it kept to.
    pub rules: Rules,
    /// What was held, as an input file.
    pub inputs: String,
    /// How it ended.
    pub result: RunResult,
    /// How often each thing happened.
    pub counts: BTreeMap<&'static str, usize>,
    /// When each thing happened.
    pub marks: Vec<Incident>,
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
/// use seamwalker::lab::{Loop, Place, Rules, Take, report};
/// use seamwalker::level::Limits;
/// use seamwalker::sim::World;
///
/// let place = Place::Map("first_stitch".into());
/// let start = World::new(place.level(&Limits::USUAL).unwrap(), Default::default());
/// let mut walk = Loop::new(start, Take::parse("60 right").unwrap());
/// let report = report(place, Rules::default(), &mut walk, 90);
/// assert_eq!((report.result.ticks, report.trail.len(), report.counts["snag"]), (90, 91, 0));
/// // The tools: ghosts of all solvers, what became of every press, and the film of the last tick.
/// assert_eq!(report.tools.keys().copied().collect::<Vec<_>>(), ["chronicle", "film", "ghosts"]);
/// ```
#[must_use]
pub fn report(place: Place, rules: Rules, looped: &mut Loop, ticks: u32) -> LabReport {
    let mut world = looped.at(looped.from, &rules);
    let mut history = History::default();
    history.judges = true;
    let mut witnesses = witnesses();
    let (mut marks, mut trail) = (Vec::new(), vec![world.player.aabb.center]);
    for _ in 0..ticks {
        let input = looped.next(&world).unwrap_or_default();
        history.before(&world, input);
        let before = (!witnesses.is_empty()).then(|| world.clone());
        let events = world.step(input);
        history.after(&world, &events);
        if let Some(before) = before {
            witnesses.iter_mut().for_each(|witness| witness.tick(&before, input, &world, &events));
        }
        marks.extend(history.marks().rev().take_while(|mark| mark.tick == world.ticks).copied());
        trail.push(world.player.aabb.center);
        if world.finished {
            break;
        }
    }
    let count = |what| marks.iter().filter(|mark| mark.what == what).count();
    let kept = history.ticks();
    LabReport {
        place,
        rules,
        inputs: looped.take().text(),
        result: RunResult::of(&world),
        counts: Happened::ALL.into_iter().map(|(what, word)| (word, count(what))).collect(),
        kept: (*kept.start(), *kept.end(), history.bytes()),
        tools: witnesses.iter().map(|witness| (witness.name(), witness.rows())).collect(),
        marks,
        trail,
    }
}
