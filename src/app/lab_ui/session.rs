//! What the tools for time, inputs and sharing have in common: the past, and the recording that loops.

use std::sync::Arc;

use seamwalker_lab::{History, Take};
use seamwalker_level::Level;
use seamwalker_sim::{Input, Rules, World};

/// The past of the current level, and the inputs to play.
#[derive(Default)]
pub struct Session {
    /// The last minute.
    pub history: History,
    /// A recording that can be played.
    pub looped: Option<Take>,
    /// That recording is playing: reaching the exit does not end the level.
    pub plays: bool,
}

impl Session {
    /// The input of the next tick, given the player's `own`.
    pub fn input(&mut self, world: &World, own: Input) -> Input {
        if !self.plays {
            return own;
        }
        let looped = self.looped.as_ref();
        let next = looped.and_then(|looped| looped.next(world));
        // A long frame may run ticks past the section's end: nothing is held in them.
        let again = looped.is_some_and(|looped| looped.is_over(world));
        self.plays = next.is_some() || again;
        next.unwrap_or(if again { Input::default() } else { own })
    }

    /// The beginning of the section, when its end was reached.
    pub fn restart(&mut self, world: &World) -> Option<World> {
        let looped = self.looped.as_mut().filter(|looped| self.plays && looped.is_over(world))?;
        Some(looped.begin(&world.rules))
    }

    /// Switches to another level. An edited version of the same one keeps the recording.
    pub fn move_to(&mut self, level: &Arc<Level>) {
        let mut looped = self.looped.take().filter(|looped| looped.start.level.path == level.path);
        looped.iter_mut().for_each(|looped| looped.move_to(Arc::clone(level)));
        let plays = looped.is_some() && self.plays;
        *self = Self { looped, plays, ..Self::default() };
    }

    /// Plays a recording. Returns the world to continue in.
    pub fn play(&mut self, mut take: Take, rules: &Rules) -> World {
        let world = take.begin(rules);
        (self.looped, self.plays) = (Some(take), true);
        world
    }

    /// The recording to share; without one, the whole past.
    pub fn take(&self) -> Option<Take> {
        self.looped.clone().or_else(|| {
            let ticks = self.history.ticks();
            self.history.take(*ticks.start(), *ticks.end())
        })
    }

    /// The world one tick earlier, as far as the past is kept.
    pub fn back(&self, world: &World) -> Option<World> {
        self.history.at(world.state.ticks.checked_sub(1)?)
    }
}
