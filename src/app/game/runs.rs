//! Runs begin and end: alone, against a ghost, or as a film; what came of them is noted.

use std::path::Path;
use std::sync::Arc;

use seamwalker::level::{Files, Level, ObjectKind, shipped};
use seamwalker::sim::InputCursor;

use super::Game;
use crate::app::live_edit::asset_watcher::AssetWatcher;
use crate::app::play::Play;
use crate::app::play::recorder::proof;
use crate::app::play::stream::Stream;
use crate::app::save::progress::CollectedCount;
use crate::app::save::replay_file::ReplayFile;
use crate::app::screens::{Facts, Finish, Goto, Rival};
use crate::app::ui::hud::Hud;

/// Where a level that is being played comes from.
pub enum Origin {
    /// A map, by its number on the shelf, and its files if they can change.
    Map(usize, Option<AssetWatcher>),
    /// A scene of the laboratory; what was played before it comes back afterwards.
    Scene(Option<Box<LevelSession>>),
}

/// How a level is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayMode {
    Alone,
    /// Against the ghost of a run.
    Race(Rival),
    /// Not at all: a run is watched.
    Watch(Rival),
}

/// A level that is being played.
pub struct LevelSession {
    pub origin: Origin,
    pub how: PlayMode,
    pub play: Play,
    /// Brings the maps of a world.
    pub stream: Option<Stream>,
    pub hud: Hud,
    /// The run that this one is compared with.
    pub best: Option<ReplayFile>,
    /// The run, once it has ended and if it would be the same again.
    pub tape: Option<ReplayFile>,
    /// It was finished for the first time.
    pub fresh: bool,
    /// Ticks that are counted in the slot as played.
    pub counted: u64,
}

/// Ticks that a film goes on after its run has ended.
const AFTERWARDS: u64 = 90;

impl LevelSession {
    /// Its number on the shelf; a scene has none.
    pub fn map(&self) -> Option<usize> {
        match self.origin {
            Origin::Map(map, _) => Some(map),
            Origin::Scene(_) => None,
        }
    }

    /// Whether its map is a file outside the program, which is looked at for changes.
    pub fn is_watched(&self) -> bool {
        matches!(self.origin, Origin::Map(_, Some(_)))
    }

    /// Everything that there is to find, in maps that are not there just now as well.
    pub fn all(&self) -> CollectedCount {
        self.stream.as_ref().map_or_else(|| CollectedCount::all(&self.play.world.level), |stream| stream.all)
    }

    /// A run that has not begun.
    pub fn new(origin: Origin, play: Play) -> Self {
        let (stream, hud, best, tape, fresh, counted) = Default::default();
        Self { origin, how: PlayMode::Alone, play, stream, hud, best, tape, fresh, counted }
    }

    /// A run that is watched.
    ///
    /// # Errors
    /// Why it does not come out as it did.
    pub fn film(level: &Arc<Level>, how: PlayMode, tape: ReplayFile, files: &dyn Files) -> Result<Self, String> {
        tape.verify(Arc::clone(level))?;
        let world = tape.replay.begin(Arc::clone(level)).map_err(|why| why.to_string())?;
        let mut play = Play::new(world, true, files);
        play.watched = Some(InputCursor::new(tape.replay.inputs.clone()));
        Ok(Self { how, tape: Some(tape), ..Self::new(Origin::Scene(None), play) })
    }
}

impl Game {
    /// Whether a map was ever finished in this slot.
    pub(super) fn is_finished(&self, map: usize) -> bool {
        self.saved.slot.progress.of(&self.library.key(map)).is_finished()
    }

    /// A recorded run in a map, if there is one of this level as it is now.
    pub(super) fn tape_of(&self, map: usize, rival: Rival, level: &Arc<Level>) -> Option<ReplayFile> {
        let key = self.library.key(map);
        match rival {
            Rival::Best => self.saved.slot.run(&key, level).cloned(),
            Rival::Proof => proof(&shipped(), &key, level),
            Rival::File => self.tape.clone(),
        }
    }

    /// Where a run from a file can be watched: in the map that is named, or in the one that it names itself.
    pub(super) fn watch_tape(&mut self, tape: ReplayFile, map: Option<&Path>) -> Result<Goto, String> {
        let map = match map {
            Some(map) => self.library.find(map).map_err(|error| format!("{}: {error}", map.display()))?,
            None => self
                .library
                .named(&tape.map)
                .ok_or_else(|| format!("the run needs the map '{}', which is missing: add it to the maps", tape.map))?,
        };
        self.tape = Some(tape);
        Ok(Goto::Watch(map, Rival::File))
    }

    /// Adds what was played since this was asked last to the slot's time.
    pub(super) fn count_what_was_played(&mut self) {
        let Some(running) = self.running.as_mut().filter(|running| !matches!(running.how, PlayMode::Watch(_))) else {
            return;
        };
        let ticks = running.play.world.state.ticks;
        if running.map().is_some() {
            let slot = &mut self.saved.slot;
            slot.played = slot.played.saturating_add(ticks.saturating_sub(running.counted));
        }
        running.counted = ticks;
    }

    /// Notes a finished run and makes the panel for it. Scenes have no end.
    pub(super) fn finish(&mut self) -> Option<Finish> {
        let running = self.running.as_mut()?;
        let map = running.map()?;
        let (key, play) = (self.library.key(map), &running.play);
        let (world, recorder) = (&play.world, &play.recorder);
        let found = CollectedCount::so_far(world);
        let before = self.saved.slot.progress.of(&key);
        let fair = recorder.is_fair();
        let record = self.saved.slot.progress.finish(&key, Some(world.state.ticks).filter(|_| fair), found);
        let tape = recorder.tape(world, &self.library.name(map));
        if let Some(tape) = tape.clone().filter(|_| fair) {
            self.saved.slot.keep_run(&key, &world.level, tape);
        }
        let best = running.best.as_ref();
        let facts = Facts {
            title: self.assets.words.of_map(&world.level.meta.properties, "title", &world.level.meta.title).to_owned(),
            ticks: world.state.ticks,
            par: world.level.meta.par_time,
            record: record && before.ticks.is_some(),
            fair,
            behind: before.ticks.map(|best| (world.state.ticks as i64).saturating_sub(best as i64)),
            splits: recorder.splits.iter().map(|split| (split.ticks, split.behind(best))).collect(),
            found,
            all: running.all(),
            deaths: world.state.deaths,
            replay: tape.is_some(),
            next: None,
            is_last: self.library.patchwork().last.is_some_and(|(last, _)| last.map == map),
        };
        running.tape = tape;
        running.fresh |= !before.is_finished();
        self.count_what_was_played();
        let next = self.next_map(map);
        Some(Finish::new(Facts { next, ..facts }))
    }

    /// The map that follows: the one that the exit reached names, or the next of the quilt, if they are open.
    fn next_map(&self, map: usize) -> Option<usize> {
        let world = &self.running.as_ref()?.play.world;
        let reached = world.level.objects.iter().zip(&world.state.done).filter(|(_, done)| **done);
        let named = reached.into_iter().find_map(|(object, _)| match &object.kind {
            ObjectKind::Exit { next } if !next.is_empty() => self.library.named(next),
            _ => None,
        });
        let (patchwork, is_finished) = (self.library.patchwork(), |map: usize| self.is_finished(map));
        named.filter(|&next| patchwork.is_open(next, is_finished)).or_else(|| patchwork.next(map, is_finished))
    }

    /// A film whose run has ended goes on for a moment, and then back to the quilt.
    pub(super) fn end_of_film(&self) -> Option<Goto> {
        let running = self.running.as_ref()?;
        let end = running.tape.as_ref().map_or(0, |tape| tape.replay.outcome.ticks);
        (running.play.world.state.ticks > end + AFTERWARDS).then_some(Goto::Levels)
    }

    /// Saves the run that has just ended as a file.
    pub(super) fn keep_replay(&mut self) {
        let Some(tape) = self.running.as_ref().and_then(|running| running.tape.as_ref()) else { return };
        let (name, text) = (tape.file_name(), tape.text());
        self.hand_out(&name, text.as_bytes());
    }
}
