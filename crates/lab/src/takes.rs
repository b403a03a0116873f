//! Takes: recordings of a start and inputs, which can be edited and repeated.

use std::sync::Arc;

use glam::Vec2;

use seamwalker_level::Level;
use seamwalker_sim::{BadInputFile, Buttons, Input, InputTimeline, Rules, TICK_RATE, World};

/// The maximum length of a take in ticks: ten minutes. It is played at once after every change.
pub const MAX_TAKE_TICKS: u32 = 10 * 60 * TICK_RATE;

/// A button that is held for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// A bit of [`Buttons`].
    pub button: u8,
    /// The first tick in which it is held.
    pub from: u32,
    /// The first tick in which it is no longer held.
    pub to: u32,
}

/// A recording: the world at its start, and the inputs. Presses can be edited one by one.
#[derive(Clone, Debug)]
pub struct Take {
    /// The world at its start.
    pub start: World,
    /// The inputs.
    pub inputs: InputTimeline,
}

impl Take {
    /// A take of at most [`MAX_TAKE_TICKS`] of these inputs.
    #[must_use]
    pub fn new(start: World, mut inputs: InputTimeline) -> Self {
        inputs.truncate(MAX_TAKE_TICKS);
        Self { start, inputs }
    }

    /// Reads the inputs of a take from the text of an input file.
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub fn parse_inputs(text: &str) -> Result<InputTimeline, String> {
        let inputs: InputTimeline = text.parse().map_err(|error: BadInputFile| error.to_string())?;
        match inputs.len() {
            ..=MAX_TAKE_TICKS => Ok(inputs),
            ticks => Err(format!("it has {ticks} ticks, more than {MAX_TAKE_TICKS}: shorten it")),
        }
    }

    /// The tick of a world within the take; `None` outside it.
    #[must_use]
    pub fn tick(&self, world: &World) -> Option<u32> {
        let tick = u32::try_from(world.state.ticks.checked_sub(self.start.state.ticks)?).ok()?;
        (tick <= self.inputs.len()).then_some(tick)
    }

    /// Every press of a button, in order.
    #[must_use]
    pub fn presses(&self, button: u8) -> Vec<Press> {
        let mut presses: Vec<Press> = Vec::new();
        for (ticks, _) in self.inputs.spans().filter(|(_, input)| input.holds(button)) {
            match presses.last_mut() {
                Some(press) if press.to == ticks.start => press.to = ticks.end,
                _ => presses.push(Press { button, from: ticks.start, to: ticks.end }),
            }
        }
        presses
    }

    /// The press of a button at a tick.
    #[must_use]
    pub fn press_at(&self, button: u8, tick: u32) -> Option<Press> {
        self.presses(button).into_iter().find(|press| (press.from..press.to).contains(&tick))
    }

    /// A press limited to the free ticks between its neighbours: there is at least one tick between two presses of a button, and
    /// none lies outside the take. `without` is ignored, because it will be removed. `None` if there is no room.
    #[must_use]
    pub fn fitted(&self, wanted: Press, without: Option<Press>) -> Option<Press> {
        let others = || self.presses(wanted.button).into_iter().filter(|other| Some(*other) != without);
        // Its old position decides between which others it lies.
        let home = without.map_or(wanted.from, |press| press.from);
        let floor = others().filter(|other| other.from < home).map(|other| other.to + 1).max().unwrap_or(0);
        let ceiling = others().filter(|other| other.from >= home).map(|other| other.from.saturating_sub(1)).min();
        let ceiling = ceiling.unwrap_or(self.inputs.len());
        if floor >= ceiling {
            return None;
        }
        let from = wanted.from.clamp(floor, ceiling - 1);
        Some(Press { from, to: wanted.to.clamp(from + 1, ceiling), ..wanted })
    }

    /// Replaces, adds or removes a press, and returns the new one as limited by [`Take::fitted`]. Nothing else changes.
    pub fn change(&mut self, old: Option<Press>, new: Option<Press>) -> Option<Press> {
        let new = new.map(|new| self.fitted(new, old)).unwrap_or_default();
        let held = |press: Option<Press>, tick| {
            press.filter(|press| (press.from..press.to).contains(&tick)).map_or(0, |press| press.button)
        };
        let edited = (0..).zip(&self.inputs).map(|(tick, input)| input.buttons & !held(old, tick) | held(new, tick));
        self.inputs = edited.map(|buttons| Input { buttons }).collect();
        new
    }

    /// The buttons for a timeline: all except retry, which is included only if it is pressed.
    pub fn rows(&self) -> impl Iterator<Item = (u8, &'static str)> {
        let retries = !self.presses(Buttons::RETRY).is_empty();
        Buttons::NAMES.into_iter().filter(move |(bit, _)| retries || *bit != Buttons::RETRY)
    }
}

/// Plays a section of a take, once or repeatedly.
#[derive(Clone, Debug)]
pub struct Loop {
    take: Take,
    /// The first tick of the section.
    pub from: u32,
    /// The end of the section.
    pub to: u32,
    /// Whether it is repeated.
    pub again: bool,
    /// The world at the start of the section, once it was needed.
    begin: Option<(u32, World)>,
}

impl Loop {
    /// Repeats a whole take.
    #[must_use]
    pub fn new(take: Take) -> Self {
        let to = take.inputs.len();
        Self { take, from: 0, to, again: true, begin: None }
    }

    /// The take.
    #[must_use]
    pub const fn take(&self) -> &Take {
        &self.take
    }

    /// Changes the take. The section stays within it.
    pub fn edit(&mut self, act: impl FnOnce(&mut Take)) {
        let whole = self.to == self.take.inputs.len();
        act(&mut self.take);
        self.begin = None;
        let ticks = self.take.inputs.len();
        self.to = if whole { ticks } else { self.to.min(ticks) };
        self.from = self.from.min(self.to);
    }

    /// Continues in another version of the same level.
    pub fn move_to(&mut self, level: Arc<Level>) {
        self.take.start = self.take.start.edited(level);
        self.begin = None;
    }

    /// The next input; `None` outside the section.
    #[must_use]
    pub fn next(&self, world: &World) -> Option<Input> {
        self.take.inputs.get(self.take.tick(world).filter(|tick| (self.from..self.to).contains(tick))?)
    }

    /// Whether a world is at the end of a repeated section.
    #[must_use]
    pub fn is_over(&self, world: &World) -> bool {
        self.again
            && self.from < self.to
            && self.take.tick(world).is_none_or(|tick| tick >= self.to || tick < self.from)
    }

    /// The world at a tick of the take, played by these rules.
    pub fn at(&mut self, tick: u32, rules: &Rules) -> World {
        let known = self.begin.take().filter(|(at, world)| *at <= tick && world.rules == *rules);
        let (at, mut world) = known.unwrap_or_else(|| {
            let mut world = self.take.start.clone();
            // Cannot fail: these are the rules of a running world.
            let _ = world.set_rules(*rules);
            (0, world)
        });
        for at in at..tick {
            if at == self.from {
                self.begin = Some((at, world.clone()));
            }
            world.step(self.take.inputs.at(at));
        }
        if tick == self.from || self.begin.is_none() {
            self.begin = Some((tick, world.clone()));
        }
        world
    }

    /// The centre of the player along the section, tick by tick.
    #[must_use]
    pub fn path(&mut self, rules: &Rules) -> Vec<Vec2> {
        let mut world = self.at(self.from, rules);
        let mut path = vec![world.state.player.aabb.center];
        for tick in self.from..self.to {
            world.step(self.take.inputs.at(tick));
            path.push(world.state.player.aabb.center);
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ascii;
    use seamwalker_assets::shipped;
    use seamwalker_collide::{SolverKind, SolverSetup};
    use seamwalker_level::read;

    fn take(inputs: InputTimeline) -> Take {
        Take::new(World::new(Arc::new(ascii::level(".P.\n###")), SolverSetup::default()), inputs)
    }

    fn press(button: u8, from: u32, to: u32) -> Press {
        Press { button, from, to }
    }

    #[test]
    fn a_press_is_limited_by_its_neighbours() {
        let mut take = take("5 right\n5 right+jump\n5 right\n5 right+jump\n5 none\n".parse().unwrap());
        let first = take.presses(Buttons::JUMP)[0];
        assert_eq!(take.change(Some(first), Some(press(Buttons::JUMP, 2, 30))), Some(press(Buttons::JUMP, 2, 14)));
        assert_eq!(take.presses(Buttons::JUMP), [press(Buttons::JUMP, 2, 14), press(Buttons::JUMP, 15, 20)]);
        let last = take.presses(Buttons::JUMP)[1];
        assert_eq!(take.change(Some(last), Some(press(Buttons::JUMP, 0, 3))), Some(press(Buttons::JUMP, 15, 16)));
        assert_eq!(take.change(None, Some(press(Buttons::JUMP, 15, 18))), None, "there is a press already");
        assert_eq!(take.change(None, Some(press(Buttons::JUMP, 17, 99))), Some(press(Buttons::JUMP, 17, 25)));
        assert_eq!(take.presses(Buttons::RIGHT), [press(Buttons::RIGHT, 0, 20)]);
        assert_eq!(take.inputs.len(), 25);
    }

    #[test]
    fn bad_or_too_long_inputs_are_rejected() {
        assert!(Take::parse_inputs("9 fire").unwrap_err().contains("`fire` is not a button"));
        assert!(Take::parse_inputs(&format!("{} left", MAX_TAKE_TICKS + 1)).unwrap_err().contains("more than"));
        assert_eq!(Take::parse_inputs(&format!("{MAX_TAKE_TICKS} left")).unwrap().len(), MAX_TAKE_TICKS);
    }

    proptest! {
        #[test]
        fn a_change_of_one_press_changes_nothing_else(
            inputs in prop::collection::vec(0_u8..128, 1..60), row in 0..7_usize, from in 0_u32..70, length in 1_u32..20,
            which in 0..30_usize, deletes: bool,
        ) {
            // Presses of a few ticks each.
            let inputs = inputs.iter().flat_map(|&buttons| [Input { buttons }; 3]).collect();
            let (button, mut take) = (Buttons::NAMES[row].0, take(inputs));
            let (before, presses) = (take.clone(), take.presses(button));
            let old = presses.get(which).copied();
            let new = (!deletes).then_some(press(button, from, from + length));
            let now = take.change(old, new);
            let mut expected: Vec<Press> = presses.into_iter().filter(|press| Some(*press) != old).chain(now).collect();
            expected.sort_by_key(|press| press.from);
            prop_assert_eq!(take.presses(button), expected);
            for (other, _) in Buttons::NAMES.into_iter().filter(|(bit, _)| *bit != button) {
                prop_assert_eq!(take.presses(other), before.presses(other));
            }
            prop_assert_eq!(take.inputs.len(), before.inputs.len());
        }
    }

    fn looped(text: &str) -> Loop {
        let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
        Loop::new(Take::new(World::new(level, SolverSetup::default()), text.parse().unwrap()))
    }

    #[test]
    fn a_repeated_section_gives_the_same_bits() {
        let mut looped = looped("60 right\n20 right+jump\n40 right\n");
        (looped.from, looped.to) = (50, 100);
        let rules = looped.take().start.rules;
        let mut hashes = Vec::new();
        for _ in 0..3 {
            let mut world = looped.at(looped.from, &rules);
            assert_eq!(world.state.ticks, 50);
            while let Some(input) = looped.next(&world) {
                world.step(input);
            }
            assert!(looped.is_over(&world) && world.state.ticks == 100);
            hashes.push(world.hash());
        }
        assert!(hashes.iter().all(|hash| *hash == looped.at(100, &rules).hash()), "{hashes:?}");
        assert_eq!(looped.path(&rules).len(), 51);
        // Another solver, from the same beginning.
        let other = Rules { solver: SolverSetup::new(SolverKind::Swept), ..rules };
        assert_eq!(looped.at(70, &other).rules.solver.kind, SolverKind::Swept);
    }

    #[test]
    fn an_edit_changes_the_start_of_the_section() {
        let mut looped = looped("120 right\n");
        let rules = looped.take().start.rules;
        let before = looped.at(100, &rules).state.player.feet();
        looped.edit(|take| {
            take.change(None, Some(press(Buttons::JUMP, 80, 99)));
        });
        assert!(looped.at(100, &rules).state.player.feet().y < before.y - 10.0, "it jumps now");
        looped.edit(|take| take.inputs.resize(50));
        assert_eq!((looped.to, looped.take().inputs.len()), (50, 50));
    }
}
