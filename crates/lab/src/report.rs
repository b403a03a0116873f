//! Plays a section without a window and reports everything that the laboratory's tools measure.

use std::collections::BTreeMap;

use glam::Vec2;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Film, Ghosts, History, Judge, Loop, MarkerKind, PressLog, SessionPlace, TimelineMarker};
use seamwalker_sim::{InputTimeline, Rules, RunResult};

/// The measurements of a run, made by [`report`].
#[derive(Clone, Debug, Serialize)]
pub struct LabReport {
    /// Where the run was played.
    pub place: SessionPlace,
    /// Solver, feel and the other settings.
    pub rules: Rules,
    /// The inputs of the take.
    pub inputs: InputTimeline,
    /// How it ended.
    pub result: RunResult,
    /// The number of markers of each kind.
    pub counts: BTreeMap<&'static str, usize>,
    /// All markers, in order.
    pub marks: Vec<TimelineMarker>,
    /// The centre of the player, tick by tick.
    pub trail: Vec<Vec2>,
    /// The first and last tick in the history at the end, and its size in bytes.
    pub kept: (u64, u64, usize),
    /// The results of every tool, by its name.
    pub tools: BTreeMap<&'static str, Value>,
}

/// Plays a section by these rules for `ticks` ticks or until the exit is reached. After the end of the section no button is held.
#[must_use]
pub fn report(place: SessionPlace, rules: Rules, looped: &mut Loop, ticks: u32) -> LabReport {
    let mut world = looped.at(looped.from, &rules);
    let judge = Judge::fits(&world.level).then(|| Judge::new(&world.level));
    let (mut history, mut ghosts, mut presses) = (History::default(), Ghosts::of_all_solvers(), PressLog::default());
    let (mut marks, mut trail) = (Vec::new(), vec![world.state.player.aabb.center]);
    for _ in 0..ticks {
        let input = looped.next(&world).unwrap_or_default();
        history.before(&world, input);
        // Without a clock: a report contains nothing that depends on the machine.
        ghosts.before(&world, input, judge.as_ref(), &|| 0.0);
        presses.before(&world, input);
        let events = world.step(input);
        let snagged = judge.as_ref().is_some_and(|judge| judge.snagged(&world));
        history.after(&world, &events, snagged);
        ghosts.after(&world, &events, snagged, 0.0);
        presses.after(&world, &events, 0.0);
        marks.extend(history.marks().rev().take_while(|mark| mark.tick == world.state.ticks).copied());
        trail.push(world.state.player.aabb.center);
        if world.state.finished {
            break;
        }
    }
    let count = |what| marks.iter().filter(|mark| mark.what == what).count();
    let kept = history.ticks();
    let last = kept.end().checked_sub(1);
    let film = last.and_then(|last| Some(Film::of(&history.at(last)?, history.input(last)?)));
    LabReport {
        place,
        rules,
        inputs: looped.take().inputs.clone(),
        result: RunResult::of(&world),
        counts: MarkerKind::ALL.into_iter().map(|(what, word)| (word, count(what))).collect(),
        kept: (*kept.start(), *kept.end(), history.bytes()),
        tools: [("ghosts", json!(ghosts.table())), ("chronicle", json!(presses)), ("film", json!(film))]
            .into_iter()
            .collect(),
        marks,
        trail,
    }
}
