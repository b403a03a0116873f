//! Begins and ends runs: alone, against a ghost, or as a replay; records their results.

use std::sync::Arc;

use seamwalker_assets::shipped;

use seamwalker_level::{Files, Level, ObjectKind};
use seamwalker_sim::InputCursor;

use super::Services;
use crate::app::audio::Effect;
use crate::app::live_edit::AssetWatcher;
use crate::app::play::{Play, proof};
use crate::app::save::{CollectedCount, ReplayFile};
use crate::app::screens::{Facts, Finish, Goto, Quilt, Rival, Show};
use crate::app::ui::{Hud, level_title};

/// The origin of a level being played.
pub enum Origin {
    /// A map, by its index in the library, and a watcher if its files can change.
    Map(usize, Option<AssetWatcher>),
    /// A scene of the laboratory, and the level to return to.
    Scene(Option<Box<LevelSession>>),
}

/// How a level is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayMode {
    Alone,
    /// Against the ghost of a run.
    Race(Rival),
    /// Watching a replay.
    Watch(Rival),
}

/// A level being played.
pub struct LevelSession {
    pub origin: Origin,
    pub mode: PlayMode,
    pub play: Play,
    pub hud: Hud,
    /// The run to compare with.
    pub best: Option<ReplayFile>,
    /// The run, once it has ended and if it can be replayed.
    pub replay: Option<ReplayFile>,
    /// Ticks already counted in the slot.
    pub counted: u64,
}

/// Ticks after the end of a replay until it closes.
const REPLAY_TAIL: u64 = 90;

impl LevelSession {
    /// Its index in the library; a scene has none.
    pub fn map(&self) -> Option<usize> {
        match self.origin {
            Origin::Map(map, _) => Some(map),
            Origin::Scene(_) => None,
        }
    }

    /// All collectibles.
    pub fn all(&self) -> CollectedCount {
        CollectedCount::all(&self.play.world.level)
    }

    /// A run that has not begun.
    pub fn new(origin: Origin, play: Play) -> Self {
        let (hud, best, replay, counted) = Default::default();
        Self { origin, mode: PlayMode::Alone, play, hud, best, replay, counted }
    }

    /// A replay.
    ///
    /// # Errors
    /// Why it diverges.
    pub fn watch(level: &Arc<Level>, mode: PlayMode, replay: ReplayFile, files: &dyn Files) -> Result<Self, String> {
        replay.verify(Arc::clone(level))?;
        let world = replay.replay.begin(Arc::clone(level)).map_err(|why| why.to_string())?;
        let mut play = Play::new(world, true, files);
        play.watched = Some(InputCursor::new(replay.replay.inputs.clone()));
        Ok(Self { mode, replay: Some(replay), ..Self::new(Origin::Scene(None), play) })
    }
}

impl Services {
    /// Whether a map was finished in this slot.
    pub fn is_finished(&self, map: usize) -> bool {
        self.saved.slot.progress.of(&self.library.key(map)).finished
    }

    /// A recorded run of the current version of a level, if there is one.
    pub fn replay_of(&self, map: usize, rival: Rival, level: &Arc<Level>) -> Option<ReplayFile> {
        let key = self.library.key(map);
        match rival {
            Rival::Best => self.saved.slot.run(&key, level).cloned(),
            Rival::Proof => proof(&shipped(), &key, level),
            Rival::File => self.replay.clone(),
        }
    }

    /// Prepares to watch a replay.
    pub fn watch_replay(&mut self, replay: ReplayFile) -> Result<Goto, String> {
        let missing = || format!("the run needs the map '{}', which is missing: add it to the maps", replay.map);
        let map = self.library.named(&replay.map).ok_or_else(missing)?;
        self.replay = Some(replay);
        Ok(Goto::Watch(map, Rival::File))
    }

    /// Adds the time since the last call to the slot's play time.
    pub fn count_played_time(&mut self) {
        let Some(running) = self.running.as_mut().filter(|running| !matches!(running.mode, PlayMode::Watch(_))) else {
            return;
        };
        let ticks = running.play.world.state.ticks;
        if running.map().is_some() {
            let slot = &mut self.saved.slot;
            slot.played = slot.played.saturating_add(ticks.saturating_sub(running.counted));
        }
        running.counted = ticks;
    }

    /// Records a finished run. Returns its panel; scenes have none.
    pub fn finish(&mut self) -> Option<Finish> {
        let map = self.running.as_ref()?.map()?;
        let closed = self.closed_lines();
        let running = self.running.as_mut()?;
        let (key, play) = (self.library.key(map), &running.play);
        let (world, recorder) = (&play.world, &play.recorder);
        let found = CollectedCount::so_far(world);
        let before = self.saved.slot.progress.of(&key);
        let fair = recorder.fair;
        let record = self.saved.slot.progress.finish(&key, Some(world.state.ticks).filter(|_| fair), found);
        let replay = recorder.replay_file(world, &self.library.name(map));
        if let Some(replay) = replay.clone().filter(|_| fair) {
            self.saved.slot.keep_run(&key, &world.level, replay);
        }
        let best = running.best.as_ref();
        let facts = Facts {
            title: level_title(&world.level, &self.assets.words),
            ticks: world.state.ticks,
            par: world.level.meta.par_time,
            record: record && before.ticks.is_some(),
            fair,
            behind: before.ticks.map(|best| (world.state.ticks as i64).saturating_sub(best as i64)),
            splits: recorder.splits.iter().map(|split| (split.ticks, split.behind(best))).collect(),
            found,
            all: running.all(),
            deaths: world.state.deaths,
            replay: replay.is_some(),
            next: None,
            effect: None,
            levels: self.library.levels_label(),
            is_last: self.library.campaign().last.is_some_and(|(last, _)| last.map == map),
        };
        running.replay = replay;
        self.count_played_time();
        let next = self.next_map(map);
        let has_all = |found: CollectedCount| facts.all.beads > 0 && found.beads >= facts.all.beads;
        let strings = has_all(found) && !has_all(before.found);
        let effect = facts.record.then_some(Effect::Record).or(strings.then_some(Effect::AllBeads));
        let is_end = facts.is_last && !before.finished;
        let show = self.show(map, !before.finished, &closed, is_end);
        Some(Finish::new(Facts { next, effect, ..facts }, show))
    }

    /// Which lines of the quilt are locked; the last level is the last line.
    fn closed_lines(&self) -> Vec<bool> {
        let (campaign, is_finished) = (self.library.campaign(), |map: usize| self.is_finished(map));
        let rows = (0..campaign.rows.len()).map(|row| campaign.missing_for_row(row, is_finished).0 > 0);
        rows.chain(campaign.last.is_some().then(|| campaign.missing_for_last(is_finished) > 0)).collect()
    }

    /// The quilt with what a run changes on it; `None` if that is nothing. `closed` are the lines that were locked before.
    fn show(&self, map: usize, sews: bool, closed: &[bool], is_end: bool) -> Option<Box<Quilt>> {
        let acts = Show::acts(sews, closed, &self.closed_lines(), is_end);
        if acts.is_empty() {
            return None;
        }
        let mut quilt = Quilt::new(&self.library, &self.saved.slot, &self.assets.words, Some(map));
        quilt.show = Show::new(map, acts);
        Some(Box::new(quilt))
    }

    /// The next open map: the one that the exit names, or the next of the campaign.
    fn next_map(&self, map: usize) -> Option<usize> {
        let world = &self.running.as_ref()?.play.world;
        let mut reached = world.level.objects.iter().zip(&world.state.done).filter(|(_, done)| **done);
        let named = reached.find_map(|(object, _)| match &object.kind {
            ObjectKind::Exit { next } if !next.is_empty() => self.library.named(next),
            _ => None,
        });
        let (campaign, is_finished) = (self.library.campaign(), |map: usize| self.is_finished(map));
        named.filter(|&next| campaign.is_open(next, is_finished)).or_else(|| campaign.next(map, is_finished))
    }

    /// Where to go once a replay has ended, after a moment.
    pub fn end_of_replay(&self) -> Option<Goto> {
        let running = self.running.as_ref()?;
        let end = running.replay.as_ref().map_or(0, |replay| replay.replay.outcome.ticks);
        (running.play.world.state.ticks > end + REPLAY_TAIL).then_some(Goto::Levels)
    }

    /// Exports the run that has just ended.
    pub fn keep_replay(&mut self) {
        let Some(replay) = self.running.as_ref().and_then(|running| running.replay.as_ref()) else { return };
        let (name, text) = (replay.file_name(), replay.text());
        self.hand_out(&name, text.as_bytes());
    }
}
