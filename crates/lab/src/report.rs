//! Plays a section without a window, and reports what the laboratory's tools measure.

use serde::Serialize;

use super::press_log::TrackedPress;
use super::{GhostTable, Ghosts, History, Judge, PressLog, SessionPlace, Take, TimelineMarker};
use seamwalker_sim::{Rules, RunResult};

/// The measurements of a run, made by [`report`].
#[derive(Clone, Debug, Serialize)]
pub struct LabReport {
    /// Where the run was played.
    place: SessionPlace,
    /// Solver, feel and the other settings.
    rules: Rules,
    /// How it ended.
    result: RunResult,
    /// All markers, in order.
    marks: Vec<TimelineMarker>,
    /// The last presses of jump and dash, and what became of them.
    presses: Vec<TrackedPress>,
    /// The player, and every solver on the same inputs.
    ghosts: GhostTable,
}

/// Plays a section by these rules for `ticks` ticks or until the exit is reached. After the end of the section no button is held.
#[must_use]
pub fn report(place: SessionPlace, rules: Rules, take: &mut Take, ticks: u32) -> LabReport {
    let mut world = take.begin(&rules);
    let judge = Judge::fits(&world.level).then(|| Judge::new(&world.level));
    let (mut history, mut ghosts, mut log) = (History::default(), Ghosts::of_all_solvers(), PressLog::default());
    let mut marks: Vec<TimelineMarker> = Vec::new();
    for _ in 0..ticks {
        let input = take.next(&world).unwrap_or_default();
        history.before(&world, input);
        // Without a clock: a report contains nothing that depends on the machine.
        ghosts.before(&world, input, judge.as_ref(), &|| 0.0);
        log.before(&world, input);
        let events = world.step(input);
        let snagged = judge.as_ref().is_some_and(|judge| judge.snagged(&world));
        history.after(&world, &events, snagged);
        ghosts.after(&world, &events, snagged, 0.0);
        log.after(&world, &events, 0.0);
        marks.extend(history.marks().rev().take_while(|mark| mark.tick == world.state.ticks));
        if world.state.finished {
            break;
        }
    }
    let (result, presses) = (RunResult::of(&world), log.presses.into());
    LabReport { place, rules, result, marks, presses, ghosts: ghosts.table() }
}
