//! The last minute of a game: restores every tick of it, exact to the bit.

use std::collections::VecDeque;
use std::sync::Arc;

use glam::Vec2;

use super::Take;
use seamwalker_collide::{Body, named_enum};
use seamwalker_sim::{
    Crate, Death, Event, Input, InputTimeline, PlatformState, State, Switch, TICK_RATE, Thing, World,
};

/// The number of ticks between two stored worlds. Larger values need more steps to restore a tick, smaller ones more memory.
const KEY_INTERVAL: u64 = TICK_RATE as u64 / 2;

/// The maximum number of ticks: a minute.
const MAX_HISTORY_TICKS: u32 = 60 * TICK_RATE;

/// The approximate maximum number of bytes. A typical level needs a hundredth for ten seconds.
const MAX_HISTORY_BYTES: usize = 24 << 20;

/// The minimum speed before a bump, px/s.
const MIN_BUMP_SPEED: f32 = 60.0;
/// The maximum part of the speed that is left after a bump.
const MAX_SPEED_LEFT: f32 = 0.25;
/// The minimum |x| of a wall's normal.
const MIN_BUMP_NORMAL: f32 = 0.7;

named_enum! {
    /// The kind of a marker on the timeline.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum MarkerKind {
        /// A slide lost progress although nothing real was ahead.
        Snag = "snag",
        /// A wall or a ceiling stopped the player.
        Bump = "bump",
        /// The player was squished.
        Squish = "squish",
        /// The player died of another cause.
        Death = "death",
        /// The player landed.
        Landing = "landing",
    }
}

/// A marker on the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimelineMarker {
    /// The number of ticks after the event.
    pub tick: u64,
    /// The kind.
    pub what: MarkerKind,
}

/// The last ticks of a game. Call [`History::before`] and [`History::after`] around every tick; they never change the world.
#[derive(Debug, Default)]
pub struct History {
    /// Stored worlds in the order of their ticks: one at `first`, and one after every change that is not a tick.
    keys: VecDeque<World>,
    /// The inputs of all ticks since `first`, and the hash of the world before each.
    inputs: InputTimeline,
    hashes: VecDeque<u64>,
    marks: VecDeque<TimelineMarker>,
    first: u64,
    /// The player's speed before the running tick, if that is a new tick.
    speed_before: Option<f32>,
}

impl History {
    /// To be called before a tick. The known future is kept only if the world and the input are those of the history.
    pub fn before(&mut self, world: &World, input: Input) {
        let (now, hash) = (world.state.ticks, world.hash());
        let same_level = self.keys.front().is_some_and(|key| Arc::ptr_eq(&key.level, &world.level));
        if !same_level || !self.ticks().contains(&now) {
            *self = Self { first: now, ..Self::default() };
        }
        let known = self.hashes.get((now - self.first) as usize) == Some(&hash)
            && self.key(now).is_some_and(|key| key.rules == world.rules);
        self.speed_before = None;
        if known && self.input(now) == Some(input) {
            return;
        }
        self.cut(now, known);
        if self.keys.back().is_none_or(|key| !known || now - key.state.ticks >= KEY_INTERVAL) {
            let mut key = world.clone();
            key.slide_log = None;
            self.keys.push_back(key);
        }
        self.inputs.push(input);
        self.hashes.push_back(hash);
        self.speed_before = Some(world.state.player.motion.velocity.x);
        self.drop_oldest();
    }

    /// To be called after the tick, with whether it snagged.
    pub fn after(&mut self, world: &World, events: &[Event], snagged: bool) {
        let Some(speed) = self.speed_before.take() else { return };
        self.hashes.push_back(world.hash());
        let player = &world.state.player;
        if snagged {
            self.mark(world, MarkerKind::Snag);
        }
        let against = |normal: Vec2| normal.x.abs() > MIN_BUMP_NORMAL && normal.x * speed < 0.0;
        let slowed = player.motion.velocity.x.abs() < speed.abs() * MAX_SPEED_LEFT;
        let stopped = speed.abs() > MIN_BUMP_SPEED && slowed && !player.is_dead();
        if stopped && world.stats.touches.iter().any(|touch| against(touch.contact.normal)) {
            self.mark(world, MarkerKind::Bump);
        }
        for event in events {
            match event {
                Event::Bonked => self.mark(world, MarkerKind::Bump),
                Event::Died { cause: Death::Squished, .. } => self.mark(world, MarkerKind::Squish),
                Event::Died { .. } => self.mark(world, MarkerKind::Death),
                Event::Landed { .. } => self.mark(world, MarkerKind::Landing),
                _ => {}
            }
        }
    }

    /// The ticks that can be restored.
    pub fn ticks(&self) -> std::ops::RangeInclusive<u64> {
        self.first..=self.first + u64::from(self.inputs.len())
    }

    /// The world at a tick; `None` outside [`History::ticks`].
    pub fn at(&self, tick: u64) -> Option<World> {
        if !self.ticks().contains(&tick) {
            return None;
        }
        let mut world = self.key(tick)?.clone();
        for input in &self.inputs(world.state.ticks, tick) {
            world.step(input);
        }
        Some(world)
    }

    /// The input of the tick that started at this one.
    pub fn input(&self, tick: u64) -> Option<Input> {
        self.inputs.get(tick.checked_sub(self.first)? as u32)
    }

    /// The known inputs from one tick to another.
    fn inputs(&self, from: u64, to: u64) -> InputTimeline {
        let index = |tick: u64| (tick.clamp(self.first, *self.ticks().end()) - self.first) as u32;
        self.inputs.slice(index(from)..index(to))
    }

    /// The world at one tick, and the inputs from there to another one; `None` outside [`History::ticks`].
    pub fn take(&self, from: u64, to: u64) -> Option<Take> {
        let start = self.at(from)?;
        Some(Take::new(start, self.inputs(from, to)))
    }

    /// All markers, in order.
    pub fn marks(&self) -> impl DoubleEndedIterator<Item = &TimelineMarker> {
        self.marks.iter()
    }

    /// The nearest marker of a kind after a tick (or before it).
    pub fn mark_near(&self, tick: u64, what: MarkerKind, after: bool) -> Option<TimelineMarker> {
        let mut same = self.marks().filter(|mark| mark.what == what);
        if after { same.find(|mark| mark.tick > tick) } else { same.rfind(|mark| mark.tick < tick) }.copied()
    }

    /// The approximate size in bytes.
    pub fn bytes(&self) -> usize {
        self.keys.iter().map(weight).sum::<usize>()
            + self.inputs.len() as usize * size_of::<(u64, u32, Input)>()
            + self.marks.len() * size_of::<TimelineMarker>()
    }

    /// The last stored world at or before a tick.
    fn key(&self, tick: u64) -> Option<&World> {
        self.keys.get(self.keys.partition_point(|key| key.state.ticks <= tick).checked_sub(1)?)
    }

    /// Removes everything after a tick, and its stored world unless `known` says that it is the right one.
    fn cut(&mut self, tick: u64, known: bool) {
        self.inputs.truncate((tick - self.first) as u32);
        self.hashes.truncate((tick - self.first) as usize);
        self.marks.retain(|mark| mark.tick <= tick);
        self.keys.retain(|key| key.state.ticks < tick || key.state.ticks == tick && known);
    }

    fn mark(&mut self, world: &World, what: MarkerKind) {
        if self.marks.back().is_none_or(|last| (last.tick, last.what) != (world.state.ticks, what)) {
            self.marks.push_back(TimelineMarker { tick: world.state.ticks, what });
        }
    }

    /// Removes the oldest ticks until the rest fits.
    fn drop_oldest(&mut self) {
        while self.keys.len() > 1 && (self.inputs.len() > MAX_HISTORY_TICKS || self.bytes() > MAX_HISTORY_BYTES) {
            self.keys.pop_front();
            let first = self.keys.front().map_or(self.first, |key| key.state.ticks);
            self.inputs = self.inputs(first, u64::MAX);
            self.hashes.drain(..(first - self.first) as usize);
            self.first = first;
            self.marks.retain(|mark| mark.tick > first);
        }
    }
}

/// The approximate size of a copy of a world in bytes, without the data that copies share.
pub(super) fn weight(world: &World) -> usize {
    let State { space, platforms, crates, things, switches, done, .. } = &world.state;
    size_of::<World>()
        + space.bodies.len() * size_of::<Body>()
        + platforms.len() * size_of::<PlatformState>()
        + crates.len() * size_of::<Crate>()
        + things.len() * size_of::<Thing>()
        + switches.len() * size_of::<Switch>()
        + done.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;

    use super::*;
    use seamwalker_assets::shipped;
    use seamwalker_collide::{SolverKind, SolverSetup};
    use seamwalker_level::read;
    use seamwalker_sim::Buttons;

    fn world(map: &str) -> World {
        World::new(Arc::new(read(&shipped(), &format!("maps/{map}.tmx")).unwrap()), SolverSetup::default())
    }

    fn step(world: &mut World, history: &mut History, input: Input) {
        history.before(world, input);
        let events = world.step(input);
        history.after(world, &events, false);
    }

    /// A recorded run through a level with platforms, with changed rules on the way, and the hash at every tick.
    fn run() -> (World, History, Vec<u64>) {
        let files = shipped();
        let text = seamwalker_level::Files::read(&files, "maps/runs/spool_works.txt").unwrap().into_owned();
        let inputs: InputTimeline = std::str::from_utf8(&text).unwrap().parse().unwrap();
        let (mut world, mut history, mut hashes) = (world("spool_works"), History::default(), Vec::new());
        assert!(!world.state.platforms.is_empty());
        for (tick, input) in inputs.iter().take(800).enumerate() {
            match tick {
                201 => world.switch_solver(SolverSetup::new(SolverKind::Swept)),
                403 => world.switch_solver(SolverSetup::default()),
                560 => world.rules.skin = 2.5,
                _ => {}
            }
            hashes.push(world.hash());
            step(&mut world, &mut history, input);
        }
        hashes.push(world.hash());
        (world, history, hashes)
    }

    #[test]
    fn any_tick_can_be_restored_and_continues_as_before() {
        let (end, history, hashes) = run();
        let mut random = proptest::test_runner::TestRunner::deterministic();
        for _ in 0..40 {
            let tick = (0_u64..800).new_tree(&mut random).unwrap().current();
            let mut world = history.at(tick).unwrap();
            assert_eq!((world.state.ticks, world.hash()), (tick, hashes[tick as usize]), "tick {tick}");
            // Continue with the recorded inputs and rules.
            for tick in tick..800.min(tick + 200) {
                world.set_rules(history.at(tick).unwrap().rules).unwrap();
                world.step(history.input(tick).unwrap());
                assert_eq!(world.hash(), hashes[tick as usize + 1], "after tick {tick}");
            }
        }
        assert_eq!(history.at(800).unwrap().hash(), end.hash());
        assert!(history.at(801).is_none());
        assert!(history.marks().any(|mark| mark.what == MarkerKind::Landing));
    }

    #[test]
    fn the_future_is_kept_until_the_first_different_input() {
        let (_, mut history, hashes) = run();
        let mut world = history.at(600).unwrap();
        for tick in 600..700 {
            let input = history.input(tick).unwrap();
            step(&mut world, &mut history, input);
        }
        assert_eq!((*history.ticks().end(), world.hash()), (800, hashes[700]));
        assert_eq!(history.at(800).unwrap().hash(), hashes[800]);
        let other = Input { buttons: history.input(700).unwrap().buttons ^ Buttons::LEFT };
        step(&mut world, &mut history, other);
        assert_eq!(*history.ticks().end(), 701);
        assert!(history.marks().all(|mark| mark.tick <= 701));
        assert_eq!(history.at(701).unwrap().hash(), world.hash());
        assert_eq!(history.at(640).unwrap().hash(), hashes[640], "the past is unchanged");
        // Other rules count as a difference.
        let mut world = history.at(500).unwrap();
        world.rules.ground_assist = !world.rules.ground_assist;
        let input = history.input(500).unwrap();
        step(&mut world, &mut history, input);
        assert_eq!(*history.ticks().end(), 501);
        assert_eq!(history.at(501).unwrap().hash(), world.hash());
    }

    #[test]
    fn a_history_keeps_its_bounds() {
        let (mut world, mut history) = (world("first_stitch"), History::default());
        for tick in 0..u64::from(MAX_HISTORY_TICKS) + 500 {
            // The rules change in every tick, so that every world is stored.
            world.rules.skin = 2.0 + (tick % 2) as f32;
            step(&mut world, &mut history, Input { buttons: Buttons::RIGHT });
            assert!(history.bytes() <= MAX_HISTORY_BYTES && history.inputs.len() <= MAX_HISTORY_TICKS);
        }
        assert!(history.inputs.len() >= 10 * TICK_RATE, "{}", history.inputs.len());
        let first = *history.ticks().start();
        assert!(first > 0 && history.at(first - 1).is_none());
        assert_eq!(history.at(first + 7).unwrap().state.ticks, first + 7);
    }

    #[test]
    fn another_level_starts_a_new_history() {
        let (mut world, mut history) = (world("first_stitch"), History::default());
        (0..100).for_each(|_| step(&mut world, &mut history, Input::default()));
        let mut other = self::world("spool_works");
        step(&mut other, &mut history, Input::default());
        assert_eq!(history.ticks(), 0..=1);
        assert_eq!(history.at(1).unwrap().hash(), other.hash());
    }

    #[test]
    fn markers_are_found_in_both_directions() {
        let (mut world, mut history) = (world("first_stitch"), History::default());
        for tick in 0..300 {
            let jump = if tick % 60 < 5 { Buttons::JUMP } else { 0 };
            step(&mut world, &mut history, Input { buttons: jump });
        }
        let landings: Vec<u64> =
            history.marks().filter(|mark| mark.what == MarkerKind::Landing).map(|mark| mark.tick).collect();
        assert!(landings.len() >= 4, "{landings:?}");
        let near = |tick, after| history.mark_near(tick, MarkerKind::Landing, after).map(|mark| mark.tick);
        assert_eq!(near(landings[1], true), Some(landings[2]));
        assert_eq!(near(landings[1], false), Some(landings[0]));
        assert_eq!((near(landings[0], false), near(10_000, true)), (None, None));
    }
}
