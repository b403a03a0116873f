//! What the tools of time, inputs and sharing have in common: the past, what is played again and again, and bookmarks.

use std::sync::Arc;

use glam::Vec2;
use seamwalker::lab::{Bookmark, History, Loop, MAX_TAKE_TICKS, SharedSession, Take};
use seamwalker::level::Level;
use seamwalker::sim::Rules;
use seamwalker::sim::{Event, Input, World};

use super::{LEAP, Pen};
use crate::app::render::palette;

/// The most ticks of a section whose path is drawn: it is stepped through whenever the rules change.
const MAX_DRAWN: u32 = 20 * 60;

/// The past of the level that is played, and what is to be held.
pub struct Session {
    /// The last minute.
    pub history: History,
    /// The past is kept while the menu is closed, too.
    pub keeps: bool,
    /// A take that can be played.
    pub looped: Option<Loop>,
    /// It is played just now.
    pub plays: bool,
    /// What was held is held again, as far as the past goes.
    pub replays: bool,
    /// A take that is being recorded.
    pub recording: Option<Take>,
    /// Moments to come back to, by name.
    pub bookmarks: Vec<(String, World)>,
    path: Vec<Vec2>,
    /// By which rules the path was found; none before.
    path_rules: Option<Rules>,
}

impl Default for Session {
    fn default() -> Self {
        let (history, looped, plays, replays, recording, bookmarks, path, path_rules) = Default::default();
        Self { history, keeps: true, looped, plays, replays, recording, bookmarks, path, path_rules }
    }
}

impl Session {
    /// A tick is about to run with `own` buttons held; answers which really are.
    pub fn input(&mut self, world: &World, own: Input) -> Input {
        if self.plays {
            let looped = self.looped.as_ref();
            let next = looped.and_then(|looped| looped.next(world));
            // Ticks that a fast frame runs beyond its end belong to nobody.
            let again = looped.is_some_and(|looped| looped.is_over(world));
            self.plays = next.is_some() || again;
            return next.unwrap_or(if again { Input::default() } else { own });
        }
        let held = self.history.input(world.state.ticks).filter(|_| self.replays);
        self.replays = held.is_some();
        held.unwrap_or(own)
    }

    /// It is about to run with these.
    pub fn before(&mut self, world: &World, input: Input) {
        self.history.before(world, input);
        // Who goes back in time records from there on; who leaps ahead records no longer.
        self.recording = self.recording.take().and_then(|mut take| {
            take.inputs.truncate(take.tick(world)?);
            take.inputs.push(input);
            take.inputs.truncate(MAX_TAKE_TICKS);
            Some(take)
        });
    }

    /// It has run, and snagged or not.
    pub fn after(&mut self, world: &World, events: &[Event], snagged: bool) {
        self.history.after(world, events, snagged);
    }

    /// Where the game should go on instead: a section that begins again.
    pub fn due(&mut self, world: &World) -> Option<World> {
        let looped = self.looped.as_mut().filter(|looped| self.plays && looped.is_over(world))?;
        Some(looped.at(looped.from, &world.rules))
    }

    /// Another level is played: an edited version of the same one keeps the take.
    pub fn move_to(&mut self, level: &Arc<Level>) {
        let looped = self.looped.take().filter(|looped| looped.take().start.level.path == level.path);
        let looped = looped.map(|mut looped| {
            looped.move_to(Arc::clone(level));
            looped
        });
        *self = Self { plays: looped.is_some() && self.plays, looped, keeps: self.keeps, ..Self::default() };
    }

    /// Plays a take from now on; where the game should go on for that.
    pub fn play(&mut self, mut looped: Loop, rules: &Rules) -> World {
        let world = looped.at(looped.from, rules);
        (self.looped, self.plays, self.recording) = (Some(looped), true, None);
        self.path_rules = None;
        world
    }

    /// Changes the take; where the game should go on: at the same tick, made anew from the section's beginning.
    pub fn edit(&mut self, now: &World, act: impl FnOnce(&mut Take)) -> Option<World> {
        let looped = self.looped.as_mut()?;
        looped.edit(act);
        self.path_rules = None;
        let tick = looped.take().tick(now).unwrap_or(looped.from).clamp(looped.from, looped.to);
        Some(looped.at(tick, &now.rules))
    }

    /// The section changed.
    pub fn forget_path(&mut self) {
        self.path_rules = None;
    }

    /// Where the section leads, kept until something changes it.
    pub fn find_path(&mut self, now: &World) {
        let rules = now.rules;
        if self.path_rules == Some(rules) {
            return;
        }
        self.path_rules = Some(rules);
        let looped = self.looped.as_mut().filter(|looped| looped.to - looped.from <= MAX_DRAWN);
        self.path = looped.map_or_else(Vec::new, |looped| looped.path(&rules));
    }

    /// What would be shared: the take, or else the past as one.
    pub fn take(&self) -> Option<Loop> {
        self.looped.clone().or_else(|| {
            let ticks = self.history.ticks();
            self.history.take(*ticks.start(), *ticks.end()).map(Loop::new)
        })
    }

    /// Draws where the section leads.
    pub fn draw(&self, pen: &mut Pen) {
        for pair in self.path.windows(2).filter(|pair| pair[0].distance(pair[1]) < LEAP) {
            pen.line(pair[0], pair[1], 1.0, palette::CREAM);
        }
    }

    /// Keeps a moment.
    pub fn bookmark(&mut self, name: String, world: World) {
        if self.bookmarks.len() < SharedSession::MAX_BOOKMARKS {
            self.bookmarks.push((name, world));
        }
    }

    /// The bookmarks as ticks of a take; those outside it are left out.
    pub fn bookmarks_of(&self, take: &Take) -> Vec<Bookmark> {
        let inside = self.bookmarks.iter().filter_map(|(name, world)| {
            take.tick(world).map(|tick| Bookmark { name: name.chars().take(Bookmark::MAX_LETTERS).collect(), tick })
        });
        inside.collect()
    }

    /// The tick before this one again.
    pub fn back(&self, world: &World) -> Option<World> {
        self.history.at(world.state.ticks.checked_sub(1)?)
    }
}
