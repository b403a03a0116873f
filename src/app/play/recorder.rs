//! Writes down the run that is being played: what is pressed, and when the checkpoints are reached.

use std::sync::Arc;

use seamwalker::collide::{DEFAULT_SKIN, SolverSetup};
use seamwalker::lab::Recorded;
use seamwalker::level::{Files, Level};
use seamwalker::sim::{
    Assist, Event, Feel, Input, InputTimeline, MAX_TICKS, Replay, Rules, RunResult, TICK_RATE, World,
};

use crate::app::save::replay_file::{ReplayFile, Split};

/// Whether the rules are the game's own; every solver is, and a jump may be late.
fn are_fair(rules: &Rules) -> bool {
    let Assist { endless_dashes, no_hazards, .. } = rules.assist;
    rules.feel == Feel::default() && !endless_dashes && !no_hazards && fit_a_tape(rules)
}

/// Whether a tape can tell the rules.
fn fit_a_tape(rules: &Rules) -> bool {
    rules.skin == DEFAULT_SKIN && rules.ground_assist && !rules.noclip
}

/// A run so far.
#[derive(Debug)]
pub struct Recorder {
    /// What must stay as it was for the run to be the same when it is played again.
    rules: Option<Rules>,
    inputs: InputTimeline,
    hashes: Vec<u64>,
    /// When the checkpoints were reached, in that order.
    pub splits: Vec<Split>,
    fair: bool,
    whole: bool,
    /// How it ended, once it has.
    outcome: Option<RunResult>,
}

impl Recorder {
    /// For a world at its beginning; `from_the_start` if that is where its level begins.
    pub fn new(from_the_start: bool) -> Self {
        let (inputs, hashes, splits) = Default::default();
        Self { rules: None, inputs, hashes, splits, fair: from_the_start, whole: from_the_start, outcome: None }
    }

    /// The level became another one under the player's feet.
    pub fn level_was_edited(&mut self) {
        (self.fair, self.whole) = (false, false);
    }

    /// Only a part of the level is there.
    pub fn level_is_streamed(&mut self) {
        self.whole = false;
    }

    /// Whether the run's time counts: nobody changed level or rules, but for the solver.
    pub fn is_fair(&self) -> bool {
        self.fair
    }

    /// Takes in what was pressed in a tick, and what came of it.
    pub fn tick(&mut self, input: Input, world: &World, events: &[Event]) {
        if self.outcome.is_some() {
            return;
        }
        self.outcome = world.state.finished.then(|| RunResult::of(world));
        let rules = world.rules;
        self.fair &= are_fair(&rules);
        self.whole &= *self.rules.get_or_insert(rules) == rules && self.inputs.len() < MAX_TICKS;
        for event in events {
            if let Event::Checkpoint { object } = event
                && let Some(object) = world.level.objects.get(*object as usize)
            {
                self.splits.push(Split { checkpoint: object.id, ticks: world.state.ticks });
            }
        }
        if self.whole {
            self.inputs.push(input);
            // As in a replay: the last second is told by the outcome.
            if world.state.ticks.is_multiple_of(u64::from(TICK_RATE)) && !world.state.finished {
                self.hashes.push(world.hash());
            }
        }
    }

    /// The finished run; `None` for one that would not be the same again.
    pub fn tape(&self, world: &World, map: &str) -> Option<ReplayFile> {
        let rules = self.rules.filter(|rules| self.whole && fit_a_tape(rules))?;
        let replay = Replay {
            level_hash: world.level.hash(),
            solver: rules.solver,
            feel: rules.feel,
            assist: rules.assist,
            inputs: self.inputs.clone(),
            hashes: self.hashes.clone(),
            outcome: self.outcome?,
        };
        Some(ReplayFile::new(map.to_owned(), self.splits.clone(), replay))
    }
}

/// The run that proves that a shipped map can be finished under the usual solver, with its splits.
pub fn proof(files: &dyn Files, map: &str, level: &Arc<Level>) -> Option<ReplayFile> {
    let solver = SolverSetup::default();
    let run = Recorded::list(files).ok()?.into_iter().find(|run| run.map == map && run.solver == solver.kind)?;
    let inputs = run.inputs(files).ok()?;
    let (mut world, mut recorder) = (World::new(Arc::clone(level), solver), Recorder::new(true));
    for input in &inputs {
        let events = world.step(input);
        recorder.tick(input, &world, &events);
        if world.state.finished {
            break;
        }
    }
    recorder.tape(&world, map).filter(|tape| tape.replay.outcome.hash == run.hash)
}

#[cfg(test)]
mod tests {
    use seamwalker::collide::SolverKind;
    use seamwalker::level::{read, shipped};
    use seamwalker::sim::Buttons;

    use super::*;

    fn level() -> Arc<Level> {
        Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap())
    }

    /// The recorded run of the first level, with something done to the world after half a second.
    fn run(meddle: impl Fn(&mut World, &mut Recorder)) -> (World, Recorder) {
        let inputs = proof(&shipped(), "first_stitch", &level()).unwrap().replay.inputs;
        let (mut world, mut recorder) = (World::new(level(), SolverSetup::default()), Recorder::new(true));
        for (i, input) in inputs.iter().enumerate() {
            if i == 30 {
                meddle(&mut world, &mut recorder);
            }
            let events = world.step(input);
            recorder.tick(input, &world, &events);
        }
        (world, recorder)
    }

    #[test]
    fn what_is_recorded_is_the_same_again() {
        let (world, recorder) = run(|_, _| {});
        let tape = recorder.tape(&world, "first_stitch").unwrap();
        assert_eq!(tape.verify(level()), Ok(tape.replay.outcome));
        assert!(recorder.is_fair() && world.state.finished);
        assert!(!tape.splits.is_empty() && tape.splits.is_sorted_by_key(|split| split.ticks));
    }

    #[test]
    fn ticks_after_the_exit_are_no_part_of_the_run() {
        let (mut world, mut recorder) = run(|_, _| {});
        let before = recorder.tape(&world, "first_stitch");
        for _ in 0..100 {
            let events = world.step(Input { buttons: Buttons::JUMP });
            recorder.tick(Input { buttons: Buttons::JUMP }, &world, &events);
        }
        assert_eq!(recorder.tape(&world, "first_stitch"), before);
    }

    #[test]
    fn a_run_that_somebody_meddled_with_is_not_kept() {
        let (world, recorder) = run(|world, _| world.switch_solver(SolverSetup::new(SolverKind::VertexDiscard)));
        assert!(recorder.is_fair() && recorder.tape(&world, "a").is_none(), "swapping solvers is the game");
        let (world, recorder) = run(|_, recorder| recorder.level_is_streamed());
        assert!(recorder.is_fair() && recorder.tape(&world, "a").is_none());
        let meddlers: [fn(&mut World, &mut Recorder); 5] = [
            |world, _| world.rules.assist.no_hazards = true,
            |world, _| world.rules.noclip = true,
            |world, _| world.change_feel(Feel { run: 190.0, ..Feel::default() }),
            |world, _| world.rules.skin += 1.0,
            |_, recorder| recorder.level_was_edited(),
        ];
        for meddle in meddlers {
            let (world, recorder) = run(meddle);
            assert!(!recorder.is_fair() && recorder.tape(&world, "a").is_none());
        }
        assert!(!Recorder::new(false).is_fair());
    }
}
