//! Takes: recordings of a start and inputs, of which a section can be repeated.

use std::sync::Arc;

use seamwalker_level::Level;
use seamwalker_sim::{BadInputFile, Input, InputTimeline, Rules, TICK_RATE, World};

/// The maximum length of a take in ticks: ten minutes. It is played at once after every change.
pub const MAX_TAKE_TICKS: u32 = 10 * 60 * TICK_RATE;

/// A recording: the world at its start, the inputs, and the section of them that is played.
#[derive(Clone, Debug)]
pub struct Take {
    /// The world at its start.
    pub start: World,
    /// The inputs.
    pub inputs: InputTimeline,
    /// The first tick of the section.
    pub from: u32,
    /// The end of the section.
    pub to: u32,
    /// The start of the section and the world there, once it was needed.
    begun: Option<(u32, World)>,
}

impl Take {
    /// A take of at most [`MAX_TAKE_TICKS`] of these inputs. All of it is its section.
    pub fn new(start: World, mut inputs: InputTimeline) -> Self {
        inputs.truncate(MAX_TAKE_TICKS);
        Self { start, from: 0, to: inputs.len(), inputs, begun: None }
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
    pub fn tick(&self, world: &World) -> Option<u32> {
        let tick = u32::try_from(world.state.ticks.checked_sub(self.start.state.ticks)?).ok()?;
        (tick <= self.inputs.len()).then_some(tick)
    }

    /// Continues in another version of the same level.
    pub fn move_to(&mut self, level: Arc<Level>) {
        self.start = self.start.edited(level);
        self.begun = None;
    }

    /// The next input; `None` outside the section.
    pub fn next(&self, world: &World) -> Option<Input> {
        self.inputs.get(self.tick(world).filter(|tick| (self.from..self.to).contains(tick))?)
    }

    /// Whether a world is outside the section, or at its end. An empty section is never over.
    pub fn is_over(&self, world: &World) -> bool {
        self.from < self.to && self.tick(world).is_none_or(|tick| !(self.from..self.to).contains(&tick))
    }

    /// The world at the start of the section, played by these rules.
    pub fn begin(&mut self, rules: &Rules) -> World {
        if let Some((from, world)) = &self.begun
            && *from == self.from
            && world.rules == *rules
        {
            return world.clone();
        }
        let mut world = self.start.clone();
        // Cannot fail: these are the rules of a running world.
        let _ = world.set_rules(*rules);
        for input in &self.inputs.slice(0..self.from) {
            world.step(input);
        }
        self.begun = Some((self.from, world.clone()));
        world
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use seamwalker_assets::shipped;
    use seamwalker_collide::{SolverKind, SolverSetup};
    use seamwalker_level::read;

    #[test]
    fn bad_or_too_long_inputs_are_rejected() {
        assert!(Take::parse_inputs("9 fire").unwrap_err().contains("`fire` is not a button"));
        assert!(Take::parse_inputs(&format!("{} left", MAX_TAKE_TICKS + 1)).unwrap_err().contains("more than"));
        assert_eq!(Take::parse_inputs(&format!("{MAX_TAKE_TICKS} left")).unwrap().len(), MAX_TAKE_TICKS);
    }

    #[test]
    fn a_repeated_section_gives_the_same_bits() {
        let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
        let inputs: InputTimeline = "60 right\n20 right+jump\n40 right\n".parse().unwrap();
        let mut take = Take::new(World::new(level, SolverSetup::default()), inputs);
        (take.from, take.to) = (50, 100);
        let mut whole = take.start.clone();
        take.inputs.iter().take(100).for_each(|input| drop(whole.step(input)));
        let rules = take.start.rules;
        for _ in 0..2 {
            let mut world = take.begin(&rules);
            assert_eq!(world.state.ticks, 50);
            while let Some(input) = take.next(&world) {
                world.step(input);
            }
            assert!(take.is_over(&world) && world.hash() == whole.hash());
        }
        // Another solver, from the same beginning.
        let other = Rules { solver: SolverSetup::new(SolverKind::Swept), ..rules };
        assert_eq!(take.begin(&other).rules.solver.kind, SolverKind::Swept);
    }
}
