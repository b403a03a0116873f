//! What the tools for time, inputs and sharing have in common: the past, the looped recording, and bookmarks.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_lab::{Bookmark, History, Loop, MAX_TAKE_TICKS, SharedSession, Take};
use seamwalker_level::Level;
use seamwalker_sim::{Input, Rules, World};

use super::{Pen, TRAIL_GAP};
use crate::app::render::palette;

/// The longest section whose path is drawn, in ticks: every change of the rules steps through it again.
const MAX_DRAWN: u32 = 20 * 60;

/// The past of the current level, and the inputs to play.
#[derive(Default)]
pub struct Session {
    /// The last minute.
    pub history: History,
    /// A recording that can be played.
    pub looped: Option<Loop>,
    /// That recording is playing: reaching the exit does not end the level.
    pub plays: bool,
    /// Inputs from the past are replayed, as far as the past goes.
    pub replays: bool,
    /// A recording in progress, or one that is full.
    pub recording: Option<Take>,
    /// The recording reached its maximum length in the last frame.
    pub just_filled: bool,
    /// Named moments to return to.
    pub bookmarks: Vec<(String, World)>,
    path: Vec<Vec2>,
    /// The rules that `path` was computed with; `None` if the section has changed since.
    pub path_rules: Option<Rules>,
}

impl Session {
    /// The input of the next tick, given the player's `own`.
    pub fn input(&mut self, world: &World, own: Input) -> Input {
        if self.plays {
            let looped = self.looped.as_ref();
            let next = looped.and_then(|looped| looped.next(world));
            // A long frame may run ticks past the section's end: nothing is held in them.
            let again = looped.is_some_and(|looped| looped.is_over(world));
            self.plays = next.is_some() || again;
            return next.unwrap_or(if again { Input::default() } else { own });
        }
        let held = self.history.input(world.state.ticks).filter(|_| self.replays);
        self.replays = held.is_some();
        held.unwrap_or(own)
    }

    /// A tick is about to run with this input.
    pub fn before(&mut self, world: &World, input: Input) {
        self.history.before(world, input);
        self.record(world, input);
    }

    /// Adds a tick to the recording. Going back in time overwrites what came after; leaping ahead discards the recording, unless
    /// it is full.
    fn record(&mut self, world: &World, input: Input) {
        let Some(take) = &mut self.recording else { return };
        let is_full = take.inputs.len() >= MAX_TAKE_TICKS;
        match take.tick(world) {
            Some(MAX_TAKE_TICKS..) => {}
            Some(tick) => {
                take.inputs.truncate(tick);
                take.inputs.push(input);
                self.just_filled |= take.inputs.len() == MAX_TAKE_TICKS;
            }
            None if is_full => {}
            None => self.recording = None,
        }
    }

    /// The beginning of the section, when its end was reached and it loops.
    pub fn restart(&mut self, world: &World) -> Option<World> {
        let looped = self.looped.as_mut().filter(|looped| self.plays && looped.is_over(world))?;
        Some(looped.at(looped.from, &world.rules))
    }

    /// Switches to another level. An edited version of the same one keeps the recording.
    pub fn move_to(&mut self, level: &Arc<Level>) {
        let mut looped = self.looped.take().filter(|looped| looped.take().start.level.path == level.path);
        looped.iter_mut().for_each(|looped| looped.move_to(Arc::clone(level)));
        let plays = looped.is_some() && self.plays;
        *self = Self { looped, plays, ..Self::default() };
    }

    /// Plays a recording. Returns the world to continue in.
    pub fn play(&mut self, mut looped: Loop, rules: &Rules) -> World {
        let world = looped.at(looped.from, rules);
        (self.looped, self.plays, self.recording) = (Some(looped), true, None);
        self.path_rules = None;
        world
    }

    /// Edits the recording. Returns the world to continue in: the same tick, replayed from the section's beginning.
    pub fn edit(&mut self, now: &World, act: impl FnOnce(&mut Take)) -> Option<World> {
        let looped = self.looped.as_mut()?;
        looped.edit(act);
        self.path_rules = None;
        let tick = looped.take().tick(now).unwrap_or(looped.from).clamp(looped.from, looped.to);
        Some(looped.at(tick, &now.rules))
    }

    /// Computes the path of the section, unless it is known.
    pub fn find_path(&mut self, now: &World) {
        let rules = now.rules;
        if self.path_rules == Some(rules) {
            return;
        }
        self.path_rules = Some(rules);
        let looped = self.looped.as_mut().filter(|looped| looped.to - looped.from <= MAX_DRAWN);
        self.path = looped.map_or_else(Vec::new, |looped| looped.path(&rules));
    }

    /// The recording to share; without one, the whole past.
    pub fn take(&self) -> Option<Loop> {
        self.looped.clone().or_else(|| {
            let ticks = self.history.ticks();
            self.history.take(*ticks.start(), *ticks.end()).map(Loop::new)
        })
    }

    /// Draws the path of the section.
    pub fn draw(&self, pen: &mut Pen) {
        for pair in self.path.windows(2).filter(|pair| pair[0].distance(pair[1]) < TRAIL_GAP) {
            pen.line(pair[0], pair[1], 1.0, palette::CREAM);
        }
    }

    /// Adds a bookmark, if there is room.
    pub fn bookmark(&mut self, name: String, world: World) {
        if self.bookmarks.len() < SharedSession::MAX_BOOKMARKS {
            self.bookmarks.push((name, world));
        }
    }

    /// The bookmarks as ticks of a recording; those outside it are left out.
    pub fn bookmarks_of(&self, take: &Take) -> Vec<Bookmark> {
        let inside = self.bookmarks.iter().filter_map(|(name, world)| {
            take.tick(world).map(|tick| Bookmark { name: name.chars().take(Bookmark::MAX_LETTERS).collect(), tick })
        });
        inside.collect()
    }

    /// The world one tick earlier, as far as the past is kept.
    pub fn back(&self, world: &World) -> Option<World> {
        self.history.at(world.state.ticks.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_collide::SolverSetup;
    use seamwalker_lab::ascii;
    use seamwalker_sim::{Buttons, InputTimeline};

    use super::*;

    #[test]
    fn a_recording_that_reaches_the_maximum_length_is_kept() {
        let mut world = World::new(ascii::level(".P.\n###").into(), SolverSetup::default());
        let (right, left) = (Input { buttons: Buttons::RIGHT }, Input { buttons: Buttons::LEFT });
        let almost = std::iter::repeat_n(right, MAX_TAKE_TICKS as usize - 1).collect::<InputTimeline>();
        let mut session = Session { recording: Some(Take::new(world.clone(), almost)), ..Session::default() };
        let length = |session: &Session| session.recording.as_ref().map(|take| take.inputs.len());
        for (tick, filled) in [(MAX_TAKE_TICKS - 1, true), (MAX_TAKE_TICKS, false), (MAX_TAKE_TICKS + 1, false)] {
            world.state.ticks = tick.into();
            session.record(&world, left);
            assert_eq!((length(&session), std::mem::take(&mut session.just_filled)), (Some(MAX_TAKE_TICKS), filled));
        }
        let take = session.recording.as_ref().unwrap();
        assert_eq!([0, MAX_TAKE_TICKS - 2, MAX_TAKE_TICKS - 1].map(|tick| take.inputs.at(tick)), [right, right, left]);
        world.state.ticks = 100;
        session.record(&world, left);
        assert_eq!(length(&session), Some(101), "going back in time overwrites the rest");
        world.state.ticks = 200;
        session.record(&world, left);
        assert_eq!(length(&session), None, "a leap ahead discards it");
    }
}
