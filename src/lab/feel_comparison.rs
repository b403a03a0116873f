//! Compares two feels on the same inputs: records the last play, edits both feels, and measures a run with each.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;

use glam::Vec2;
use serde::Serialize;

use super::Take;
use crate::sim::{Buttons, Event, Feel, Input, InputTimeline, TICK, TICK_RATE, World};

/// The length of a part of the recording, in ticks. Each starts with a copy of the world.
const PART_TICKS: u32 = TICK_RATE;
/// The minimum number of recorded parts: ten seconds.
const RECORDED_PARTS: usize = 10;
/// The maximum number of edits that can be undone.
const MAX_UNDO: usize = 64;
/// A slower player is standing, px/s.
const RESTING_SPEED: f32 = 1.0;

/// Records the last ten seconds of play, or the last round of a loop.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// Takes of a second each; the last one may be shorter.
    parts: VecDeque<Take>,
    /// The recording before the last jump back in time.
    before: Option<Take>,
}

impl Recording {
    /// To be called before every tick.
    pub fn before(&mut self, world: &World, input: Input) {
        let is_loop = self.parts.front().is_some_and(|part| Arc::ptr_eq(&part.start.level, &world.level));
        let next = self.parts.back().map(|part| part.start.state.ticks + u64::from(part.inputs.len()));
        if !is_loop || next != Some(world.state.ticks) {
            self.before = self.current().or(self.before.take()).filter(|_| is_loop);
            self.parts.clear();
        }
        if self.parts.back().is_none_or(|part| part.inputs.len() >= PART_TICKS) {
            if self.parts.len() > RECORDED_PARTS {
                self.parts.pop_front();
            }
            self.parts.push_back(Take::new(world.clone(), InputTimeline::default()));
        }
        self.parts.back_mut().into_iter().for_each(|part| part.inputs.push(input));
        let ticks = self.parts.iter().map(|part| part.inputs.len()).sum();
        self.before = self.before.take().filter(|before| before.inputs.len() > ticks);
    }

    fn current(&self) -> Option<Take> {
        let inputs = self.parts.iter().flat_map(|part| &part.inputs).collect();
        Some(Take::new(self.parts.front()?.start.clone(), inputs))
    }

    /// The last ten seconds, or everything since the last jump back in time; at the beginning of a loop its previous round.
    #[must_use]
    pub fn take(&self) -> Option<Take> {
        self.before.clone().or_else(|| self.current())
    }
}

/// Two feels, one of which is in use, and all edits of them.
#[derive(Clone, Debug, Default)]
pub struct FeelPair {
    /// Both feels: A and B.
    pub both: [Feel; 2],
    /// The index of the one in use.
    pub live: usize,
    past: Vec<[Feel; 2]>,
    future: Vec<[Feel; 2]>,
    /// The current edit; all its changes are undone together.
    open: Option<&'static str>,
}

impl FeelPair {
    /// The feel in use.
    #[must_use]
    pub fn live(&self) -> &Feel {
        &self.both[self.live]
    }

    /// Whether there were no edits yet.
    #[must_use]
    pub fn are_new(&self) -> bool {
        self.past.is_empty() && self.future.is_empty()
    }

    /// Replaces the feel in use. Consecutive edits of the same number are undone together.
    pub fn edit(&mut self, what: &'static str, feel: Feel) {
        if feel == *self.live() {
            return;
        }
        if self.open != Some(what) {
            if self.past.len() >= MAX_UNDO {
                self.past.remove(0);
            }
            self.past.push(self.both);
            self.open = Some(what);
        }
        self.future.clear();
        self.both[self.live] = feel;
    }

    /// Ends the current edit, so that the next one is undone separately.
    pub fn settle(&mut self) {
        self.open = None;
    }

    /// Whether undo and redo are possible.
    #[must_use]
    pub fn can(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }

    /// Undoes the last edit.
    pub fn undo(&mut self) {
        self.settle();
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.both, before));
        }
    }

    /// Redoes the last undone edit.
    pub fn redo(&mut self) {
        self.settle();
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.both, after));
        }
    }
}

/// A feel file with the numbers that differ from the default, each with its unit and its default.
///
/// ```
/// use seamwalker::lab::feel_comparison::as_ron;
/// use seamwalker::sim::Feel;
///
/// let feel = Feel { jump: 240.0, ..Feel::default() };
/// assert_eq!(as_ron(&feel), "(\n    jump: 240.0, // px/s, usually 210\n)\n");
/// ```
#[must_use]
pub fn as_ron(feel: &Feel) -> String {
    let mut text = "(\n".to_owned();
    feel.clone().each_mut(&mut |number, value| {
        if *value != number.default {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "    {}: {value:?}, // {}, usually {}", number.name, number.unit(), number.default);
        }
    });
    text + ")\n"
}

/// The figures of a run: name, unit, and description.
pub const FIGURES: [(&str, &str, &str); 6] = [
    ("jump height", "px", "The highest jump, measured at the feet."),
    ("time in air", "s", "The longest jump that landed."),
    ("jump distance", "px", "The farthest jump that landed."),
    ("stopping distance", "px", "The longest distance on the ground from releasing the direction to standing still."),
    ("top speed", "px/s", "The highest horizontal speed."),
    ("distance", "px", "How far to the right of the start it ended."),
];

/// The run with one of the feels.
#[derive(Clone, Debug, Serialize)]
pub struct TrialRun {
    /// The feet at the start and after every tick.
    pub feet: Vec<Vec2>,
    /// The figures, in the order of [`FIGURES`].
    pub figures: [f32; FIGURES.len()],
    #[serde(skip)]
    world: World,
    /// The start of the current jump: the feet and the tick.
    #[serde(skip)]
    flight: Option<(Vec2, u64)>,
    /// The x at which the direction was released, while the player still slides.
    #[serde(skip)]
    slide: Option<f32>,
}

impl TrialRun {
    fn new(start: &World, feel: &Feel) -> Self {
        let mut world = start.clone();
        if *feel != world.rules.feel {
            world.change_feel(*feel);
        }
        Self { feet: vec![world.state.player.feet()], figures: Default::default(), world, flight: None, slide: None }
    }

    fn step(&mut self, input: Input) {
        let (feet, held) = (self.world.state.player.feet(), self.world.state.previous_input);
        let was_grounded = self.world.state.player.grounded;
        let events = self.world.step(input);
        let (player, now) = (&self.world.state.player, self.world.state.ticks);
        let at = player.feet();
        self.feet.push(at);
        let mut raise = |figure: usize, value: f32| self.figures[figure] = self.figures[figure].max(value);
        if events.iter().any(|event| matches!(event, Event::Jumped | Event::WallJumped { .. })) {
            self.flight = Some((feet, now));
        }
        if player.is_dead() || player.climbs || player.swims {
            (self.flight, self.slide) = (None, None);
        }
        if let Some((from, since)) = self.flight {
            raise(0, from.y - at.y);
            if player.grounded {
                raise(1, (now - since) as f32 * TICK);
                raise(2, (at.x - from.x).abs());
                self.flight = None;
            }
        }
        let sideways = Buttons::LEFT | Buttons::RIGHT;
        if input.buttons & sideways != 0 || !player.grounded {
            self.slide = None;
        } else if held.buttons & sideways != 0 && was_grounded {
            self.slide = Some(feet.x);
        }
        if let Some(from) = self.slide
            && player.surface_speed().abs() < RESTING_SPEED
        {
            raise(3, (at.x - from).abs());
            self.slide = None;
        }
        raise(4, player.velocity.x.abs());
        self.figures[5] = at.x - self.feet[0].x;
    }
}

/// The same take with both feels, played in slices.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::lab::feel_comparison::FeelComparison;
/// use seamwalker::lab::{Take, ascii};
/// use seamwalker::sim::{Buttons, Feel, Input, World};
///
/// let start = World::new(Arc::new(ascii::level("....\n....\n....\n....\n.P..\n####")), Default::default());
/// let inputs = (0..60).map(|tick| Input { buttons: if tick > 5 { Buttons::JUMP } else { 0 } }).collect();
/// let high = Feel { jump: 240.0, ..Feel::default() };
/// let mut comparison = FeelComparison::new(Take::new(start, inputs), [Feel::default(), high]);
/// while !comparison.is_over() {
///     comparison.work(10);
/// }
/// let [a, b] = comparison.runs;
/// assert!(b.figures[0] > a.figures[0], "it jumps higher");
/// ```
#[derive(Clone, Debug)]
pub struct FeelComparison {
    take: Take,
    feels: [Feel; 2],
    /// The run with each feel so far.
    pub runs: [TrialRun; 2],
}

impl FeelComparison {
    /// Starts a comparison.
    #[must_use]
    pub fn new(take: Take, feels: [Feel; 2]) -> Self {
        let runs = feels.map(|feel| TrialRun::new(&take.start, &feel));
        Self { take, feels, runs }
    }

    /// Restarts the runs whose feel has changed.
    pub fn follow(&mut self, feels: [Feel; 2]) {
        for (i, feel) in feels.into_iter().enumerate().filter(|(i, feel)| self.feels[*i] != *feel) {
            self.runs[i] = TrialRun::new(&self.take.start, &feel);
        }
        self.feels = feels;
    }

    /// Plays `ticks` ticks of each run.
    pub fn work(&mut self, ticks: usize) {
        for run in &mut self.runs {
            let mut inputs = self.take.inputs.iter();
            inputs.seek(run.feet.len() as u32 - 1);
            inputs.take(ticks).for_each(|input| run.step(input));
        }
    }

    /// The length of the take in ticks.
    #[must_use]
    pub fn ticks(&self) -> usize {
        self.take.inputs.len() as usize
    }

    /// Whether both runs are at the end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.runs.iter().all(|run| run.feet.len() > self.ticks())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::SolverSetup;
    use crate::lab::ascii;

    const FIELD: &str = "
        ........................................
        ........................................
        ........................................
        ........................................
        ........................................
        .P......................................
        ########################################
    ";

    fn world() -> World {
        World::new(Arc::new(ascii::level(FIELD)), SolverSetup::default())
    }

    /// Runs, holds jump for 20 ticks from tick 40, and releases the direction at tick 100.
    fn held(tick: u64) -> Input {
        let jump = if (40..60).contains(&tick) { Buttons::JUMP } else { 0 };
        Input { buttons: jump | if tick < 100 { Buttons::RIGHT } else { 0 } }
    }

    fn played(recording: &mut Recording, world: &mut World, ticks: u64) {
        for _ in 0..ticks {
            let input = held(world.state.ticks % 200);
            recording.before(world, input);
            world.step(input);
        }
    }

    fn tried(take: Take, sets: &[Feel; 2]) -> [TrialRun; 2] {
        let mut comparison = FeelComparison::new(take, *sets);
        // Slices of any size give the same result.
        for slice in 1..100 {
            comparison.work(slice);
        }
        assert!(comparison.is_over());
        comparison.runs
    }

    #[test]
    fn a_take_repeats_the_play_and_is_ten_seconds_long() {
        let (mut recording, mut world) = (Recording::default(), world());
        assert!(recording.take().is_none());
        played(&mut recording, &mut world, 2000);
        let take = recording.take().unwrap();
        assert!((600..=660).contains(&take.inputs.len()), "{}", take.inputs.len());
        let [a, b] = tried(take, &[Feel::default(); 2]);
        assert_eq!((a.world.hash(), b.world.hash()), (world.hash(), world.hash()));
        assert_eq!((a.feet.last(), a.figures), (Some(&world.state.player.feet()), b.figures));
    }

    #[test]
    fn in_a_loop_the_last_round_is_recorded() {
        let (mut recording, mut world) = (Recording::default(), world());
        played(&mut recording, &mut world, 30);
        let start = world.clone();
        played(&mut recording, &mut world, 90);
        for _ in 0..3 {
            let mut world = start.clone();
            played(&mut recording, &mut world, 20);
            assert!(recording.take().unwrap().inputs.len() >= 90);
            played(&mut recording, &mut world, 100);
            assert_eq!(
                (recording.take().unwrap().start.state.ticks, recording.take().unwrap().inputs.len()),
                (30, 120)
            );
        }
        let mut other = self::world();
        played(&mut recording, &mut other, 5);
        assert_eq!(recording.take().unwrap().inputs.len(), 5, "another level");
    }

    #[test]
    fn the_figures_match_the_game() {
        let take = Take::new(world(), (0..200).map(held).collect());
        let default = Feel::default();
        let slow = Feel { accel: 200.0, jump: 250.0, ..default };
        let [a, b] = tried(take, &[default, slow]);
        let top = a.feet.iter().map(|feet| feet.y).fold(f32::MAX, f32::min);
        assert_eq!(a.figures[0], 96.0 - top);
        assert!(b.figures[0] > a.figures[0] + 5.0 && b.figures[1] > a.figures[1], "{:?} {:?}", a.figures, b.figures);
        // A jump rises by 58 px: it starts with 210 px/s for 0.2 s and falls with at most 320 px/s.
        assert!((0.5..0.8).contains(&a.figures[1]) && (100.0..180.0).contains(&a.figures[2]), "{:?}", a.figures);
        // From 180 px/s to rest at 2000 px/s^2 is 8.1 px, and at 200 px/s^2 ten times that.
        assert!(
            (5.0..9.0).contains(&a.figures[3]) && (40.0..90.0).contains(&b.figures[3]),
            "{:?} {:?}",
            a.figures,
            b.figures
        );
        assert_eq!(a.figures[5], a.feet[200].x - a.feet[0].x);
    }

    #[test]
    fn only_the_run_of_a_changed_feel_restarts() {
        let take = Take::new(world(), (0..200).map(held).collect());
        let default = Feel::default();
        let mut comparison = FeelComparison::new(take, [default; 2]);
        comparison.work(1000);
        comparison.follow([default, Feel { run: 90.0, ..default }]);
        assert_eq!(
            (comparison.runs[0].feet.len(), comparison.runs[1].feet.len(), comparison.is_over()),
            (201, 1, false)
        );
        comparison.work(1000);
        assert!(comparison.is_over() && comparison.runs[1].figures[5] < comparison.runs[0].figures[5] * 0.7);
    }

    #[test]
    fn edits_of_one_number_are_undone_together_and_can_be_redone() {
        let mut sets = FeelPair::default();
        let with = |jump: f32, run: f32| Feel { run, jump, ..Feel::default() };
        sets.edit("jump", with(220.0, 180.0));
        sets.edit("jump", with(230.0, 180.0));
        sets.edit("run", with(230.0, 150.0));
        sets.settle();
        sets.edit("run", with(230.0, 140.0));
        sets.edit("run", with(230.0, 140.0));
        let mut seen = Vec::new();
        while sets.can().0 {
            sets.undo();
            seen.push((sets.live().jump, sets.live().run));
        }
        assert_eq!(seen, [(230.0, 150.0), (230.0, 180.0), (210.0, 180.0)]);
        sets.redo();
        assert_eq!((sets.live().jump, sets.can()), (230.0, (true, true)));
        // A new edit removes the redo steps and leaves the other feel unchanged.
        sets.live = 1;
        sets.edit("fall", Feel { fall: 100.0, ..Feel::default() });
        assert_eq!((sets.can(), sets.both[0].jump), ((true, false), 230.0));
        for i in 0..1000_u16 {
            sets.settle();
            sets.edit("fall", Feel { fall: f32::from(i), ..Feel::default() });
        }
        assert_eq!(sets.past.len(), MAX_UNDO);
    }

    #[test]
    fn a_feel_file_contains_the_differences_and_can_be_read() {
        let feel = Feel { jump: 233.3, steepest: 1.5, ..Feel::default() };
        let text = as_ron(&feel);
        assert_eq!(text.lines().count(), 4, "{text}");
        assert_eq!(ron::from_str::<Feel>(&text).unwrap(), feel);
        assert_eq!(ron::from_str::<Feel>(&as_ron(&Feel::default())).unwrap(), Feel::default());
    }
}
