//! See it snag: two players on the same ground with the same input, thick-sat above and another solver below, through a course of
//! [places](Place) where methods fail. Nothing is staged: both are whole [`World`]s without ground assist, and the [`Judge`] counts.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::Judge;
use seamwalker_collide::{Aabb, SolverKind, SolverSetup, Touch};
use seamwalker_sim::{Input, LongestSlide, World};

mod places;

pub use places::{Place, VIEW};
use places::{START, places};

/// How far to the right a player has passed the place, in pixels.
const PASSED: f32 = 300.0;

/// A player so far beside the visible part has left the place, and both begin anew, in pixels.
const BESIDE_VIEW: f32 = 40.0;

/// A snag so many ticks after the last one is another catch.
const APART: u32 = 15;

/// How many ticks the course waits for a player that is held, once the other has passed, and after the first catch: long enough to read a sentence.
const PATIENCE: u32 = 100;
const READING: u32 = 240;

/// The longest time in a place without input of the player, in ticks.
const MAX_TICKS: u32 = 600;

/// How many ticks before a catch its repetition begins.
const LEAD: usize = 12;

/// How many ticks after it the repetition ends.
const TAIL: usize = 6;

/// A player caught on ground that leads on.
#[derive(Clone, Copy, Debug)]
pub struct Catch {
    /// The slide in which it happened.
    pub slide: LongestSlide,
    /// It got where it should, but stopped there as at a wall.
    pub is_stopped: bool,
    /// The touch that pushed the most to the other side.
    pub touch: Option<Touch>,
    /// Where the touched body was, if it was one.
    pub body: Option<Aabb>,
}

/// One of the two players.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The player's world.
    pub world: World,
    /// How often it was caught in this place.
    pub caught: u32,
    /// For how many ticks in this place.
    pub held: u32,
    /// The last catch in this place.
    pub last: Option<Catch>,
    judge: Judge,
    /// Ticks since the last snag.
    free: u32,
}

impl Lane {
    fn new(place: &Place, setup: SolverSetup) -> Self {
        let mut world = World::new(Arc::clone(&place.level), setup);
        world.rules.ground_assist = false;
        world.start_at_point(START, false);
        Self { world, caught: 0, held: 0, last: None, judge: place.judge.clone(), free: APART }
    }

    /// One tick. Returns whether the player was caught anew.
    fn step(&mut self, input: Input) -> bool {
        if self.is_through() {
            return false;
        }
        self.world.step(input);
        if !self.judge.tick(&self.world) {
            self.free += 1;
            return false;
        }
        self.held += 1;
        let is_new = std::mem::take(&mut self.free) >= APART;
        if let Some(slide) = self.world.stats.longest.filter(|_| is_new) {
            self.caught += 1;
            let against = |touch: &Touch| touch.contact.normal.x * slide.delta.x;
            let touches = self.world.stats.touches.iter().copied();
            let touch = touches.min_by(|a, b| against(a).total_cmp(&against(b)));
            let body = touch.and_then(|touch| touch.obstacle.body()).map(|id| self.world.state.space.bodies[id].aabb);
            let is_stopped = self.world.state.player.motion.velocity.x == 0.0;
            self.last = Some(Catch { slide, is_stopped, touch, body });
        }
        is_new
    }

    /// Whether it has passed the place, or died.
    pub fn is_through(&self) -> bool {
        let player = &self.world.state.player;
        player.feet().x > PASSED && player.is_grounded() || player.is_dead()
    }
}

/// The two lanes in a place of the course.
#[derive(Debug)]
pub struct SeeItSnag {
    places: Vec<Place>,
    at: usize,
    /// thick-sat, and the other solver.
    pub lanes: [Lane; 2],
    /// How often each was caught since the solver below was chosen.
    pub totals: [u32; 2],
    /// The solver below; without one, each place shows its own.
    chosen: Option<SolverSetup>,
    /// Chosen solvers run as their sources write them.
    written: bool,
    visit: Visit,
}

/// What happened in a place since it was entered.
#[derive(Debug, Default)]
struct Visit {
    ticks: u32,
    /// Ticks since the first of the two passed, and until a place may end after a catch.
    waited: u32,
    reading: u32,
    /// The last ticks: both lanes before each, and its input.
    past: VecDeque<([Lane; 2], Input)>,
    /// The ticks before the last catch and after it.
    catch: Vec<([Lane; 2], Input)>,
    /// Inputs that are being repeated.
    repeated: VecDeque<Input>,
}

impl Default for SeeItSnag {
    fn default() -> Self {
        let places = places();
        let (lanes, visit) = (lanes(&places[0], places[0].shown), Visit::default());
        Self { places, at: 0, lanes, totals: [0; 2], chosen: None, written: false, visit }
    }
}

fn lanes(place: &Place, setup: SolverSetup) -> [Lane; 2] {
    [SolverSetup::default(), setup].map(|setup| Lane::new(place, setup))
}

impl SeeItSnag {
    /// The place.
    pub fn place(&self) -> &Place {
        &self.places[self.at]
    }

    /// The number of the place, from 0, and of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.places.len())
    }

    /// The solver below.
    pub fn setup(&self) -> SolverSetup {
        self.chosen.unwrap_or(self.place().shown)
    }

    /// Whether a catch is being repeated.
    pub fn is_repeating(&self) -> bool {
        !self.visit.repeated.is_empty()
    }

    /// Whether there is a catch in this place to repeat.
    pub fn can_repeat(&self) -> bool {
        !self.visit.catch.is_empty()
    }

    /// Puts a solver below, in the form that was toggled last, and goes to the place that shows it.
    pub fn choose(&mut self, kind: SolverKind) {
        let at = self.places.iter().position(|place| place.shown.kind == kind);
        self.start_with(kind, at.unwrap_or(self.at));
    }

    /// Puts the same solver below as its source writes it, or at its best again.
    pub fn toggle_form(&mut self) {
        let setup = self.setup();
        self.written = setup != SolverSetup::as_written(setup.kind);
        self.start_with(setup.kind, self.at);
    }

    fn start_with(&mut self, kind: SolverKind, at: usize) {
        self.chosen = Some(if self.written { SolverSetup::as_written(kind) } else { SolverSetup::new(kind) });
        self.enter(at);
        self.totals = [0; 2];
    }

    /// Goes to another place, and keeps the counts while the solver stays.
    pub fn turn(&mut self, by: isize) {
        let count = self.places.len();
        self.enter(self.at.wrapping_add_signed(by).wrapping_add(count) % count);
    }

    fn enter(&mut self, at: usize) {
        let before = self.setup();
        self.at = at;
        self.lanes = lanes(self.place(), self.setup());
        if self.setup() != before {
            self.totals = [0; 2];
        }
        self.visit = Visit::default();
    }

    /// Repeats the last catch in this place.
    pub fn repeat(&mut self) {
        if let Some((lanes, _)) = self.visit.catch.first() {
            self.lanes = lanes.clone();
            self.visit.repeated = self.visit.catch.iter().map(|(_, input)| *input).collect();
            self.visit.past.clear();
        }
    }

    /// One tick, with the player's own input, or running to the right. Returns the lane that was caught anew.
    pub fn step(&mut self, own: Option<Input>) -> Option<usize> {
        let repeats = self.is_repeating();
        let input = self.visit.repeated.pop_front().or(own).unwrap_or_else(|| self.place().input(self.visit.ticks));
        let before = self.lanes.clone();
        let caught = self.lanes.each_mut().map(|lane| lane.step(input));
        let caught = [1, 0].into_iter().find(|&lane| caught[lane]);
        if repeats {
            return caught;
        }
        caught.into_iter().for_each(|lane| self.totals[lane] += 1);
        let visit = &mut self.visit;
        visit.past.push_back((before, input));
        let is_after = !visit.catch.is_empty() && visit.catch.len() < LEAD + TAIL;
        if caught.is_some() {
            visit.catch = visit.past.iter().cloned().collect();
        } else if is_after {
            visit.catch.extend(visit.past.back().cloned());
        }
        if visit.past.len() > LEAD {
            visit.past.pop_front();
        }
        visit.ticks += 1;
        let through = self.lanes.each_ref().map(Lane::is_through);
        visit.waited += u32::from(through.contains(&true));
        let is_first = caught.is_some_and(|lane| self.lanes[lane].caught == 1);
        visit.reading = if is_first { READING } else { visit.reading.saturating_sub(1) };
        let has_left = self.lanes.iter().any(|lane| lane.world.state.player.feet().x < VIEW.min().x - BESIDE_VIEW);
        let is_done = through == [true; 2] || visit.waited > PATIENCE || own.is_none() && visit.ticks > MAX_TICKS;
        let is_over = is_done && (visit.reading == 0 || own.is_some());
        if is_over || has_left {
            self.turn(isize::from(is_over));
        }
        caught
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    /// Runs a solver through a place. Returns the lane, and whether it passed.
    fn run(place: &Place, setup: SolverSetup) -> (Lane, bool) {
        let mut lane = Lane::new(place, setup);
        for tick in 0..MAX_TICKS {
            lane.step(place.input(tick));
        }
        let passed = lane.is_through() && !lane.world.state.player.is_dead();
        (lane, passed)
    }

    /// In the order of [`SolverKind::ALL`], how often each is caught at its best and as written; `!` if it never passes.
    const CAUGHT: &str = "
foot      0  0  1! 1! 0  0  0  1! 0  1  1  1  0  0  0  0
steep     0  0  0  0  1  1  1  0  0  0  0  0  0  0  0  0
joint     0  0  1! 1! 0  0  0  1! 0  1  1  1  0  0  0  0
loose     0  0  1! 1! 0  0  0  1! 0  1  1  1  1! 1! 0  0
lift      0  0  0  0  0  0  0  0  0  1  0  0  3! 3! 0  0
bend      0  0  1! 0  0  0  1  1! 0  1  1  1  0  0  0  0
hollow    0  0  0  0  0  0  1  1! 2  2  0  1  0  0  0  0";

    #[test]
    fn each_solver_is_caught_where_the_course_says() {
        let mut table = String::new();
        for place in places() {
            let _ = write!(table, "\n{:9}", place.name);
            for kind in SolverKind::ALL {
                for setup in [SolverSetup::new(kind), SolverSetup::as_written(kind)] {
                    let (lane, passed) = run(&place, setup);
                    assert!(passed || lane.held > 300, "{kind} stands in {} and is not counted", place.name);
                    let _ = write!(table, "{:2}{}", lane.caught, if passed { ' ' } else { '!' });
                }
            }
            let (lane, _) = run(&place, place.shown);
            assert!(lane.caught > 0 && lane.last.is_some(), "{} shows nothing", place.name);
        }
        let lines = |table: &str| table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(lines(&table), lines(CAUGHT), "{table}");
    }

    #[test]
    fn without_a_key_one_is_caught_and_the_other_has_passed_within_ten_seconds() {
        let mut show = SeeItSnag::default();
        let caught = (0..300).find_map(|_| show.step(None));
        assert_eq!(caught, Some(1));
        assert!((0..300).any(|_| {
            show.step(None);
            show.lanes[0].is_through() && show.lanes[1].held > 60
        }));
    }

    #[test]
    fn the_whole_course_catches_only_the_lower_one_and_begins_again() {
        let mut show = SeeItSnag::default();
        let mut caught = Vec::new();
        for _ in 0..40 * 60 {
            let place = show.progress().0;
            if let Some(lane) = show.step(None) {
                caught.push((place, lane));
            }
        }
        let count = show.progress().1;
        assert!(caught.iter().all(|(_, lane)| *lane == 1));
        assert!((0..count).all(|place| caught.iter().filter(|(at, _)| *at == place).count() > 0), "{caught:?}");
        assert!(caught.iter().filter(|(at, _)| *at == 0).count() > 1, "the course goes on after its end");
    }

    #[test]
    fn a_repetition_shows_the_same_again_and_counts_nothing_twice() {
        let mut show = SeeItSnag::default();
        while show.step(None).is_none() {}
        (0..20).for_each(|_| assert_eq!(show.step(None), None));
        let (held, ticks) = (show.lanes[1].held, show.lanes[1].world.state.ticks);
        show.repeat();
        assert!(show.is_repeating() && show.lanes[1].caught == 0 && show.lanes[1].world.state.ticks < ticks);
        let caught: Vec<_> = std::iter::from_fn(|| show.is_repeating().then(|| show.step(None))).flatten().collect();
        assert_eq!((caught, show.lanes[1].caught), (vec![1], 1));
        assert!(show.lanes[1].held <= held);
    }

    #[test]
    fn counts_last_as_long_as_the_solver() {
        let mut show = SeeItSnag::default();
        show.choose(SolverKind::ThinSat);
        while show.step(None).is_none() {}
        show.turn(1);
        assert_eq!((show.totals, show.lanes[1].caught, show.progress().0), ([0, 1], 0, 1));
        show.toggle_form();
        let written = SolverSetup::as_written(SolverKind::ThinSat);
        assert_eq!((show.totals, show.setup(), show.progress().0), ([0, 0], written, 1));
        show.choose(SolverKind::EdgeFlags);
        assert_eq!((show.place().name, show.setup()), ("loose", SolverSetup::as_written(SolverKind::EdgeFlags)));
        show.turn(-4);
        assert_eq!(show.progress().0, show.progress().1 - 1);
    }
}
