//! Save slots: the progress of one player, in a file of its own. The same file is exported and imported.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use seamwalker_level::{Level, without_bom};

use super::content::{MAX_SAVE_BYTES, Unusable, parse, text};
use super::progress::Progress;
use super::replay_file::{MAX_KEPT_BYTES, ReplayFile};

/// The number of slots.
pub const SLOT_COUNT: usize = 3;

/// The version of the file format. Files of a later version are left alone.
const SLOT_VERSION: u32 = 1;

/// The kind that a file declares.
const SLOT_KIND: &str = "save";

/// The name of a slot's file. Indices start at 0, names at 1.
pub fn file_name(slot: usize) -> String {
    format!("slot{}.json", slot + 1)
}

/// A slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SaveSlot {
    seamwalker: String,
    version: u32,
    /// The progress per map.
    pub progress: Progress,
    /// Ticks played.
    pub played: u64,
    /// The fastest run of every map, by the map's key in the library.
    #[serde(deserialize_with = "readable")]
    runs: BTreeMap<String, ReplayFile>,
}

impl Default for SaveSlot {
    fn default() -> Self {
        let (progress, runs) = Default::default();
        Self { seamwalker: SLOT_KIND.into(), version: SLOT_VERSION, progress, played: 0, runs }
    }
}

/// Unreadable runs are left out: progress does not depend on them.
fn readable<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, ReplayFile>, D::Error> {
    let runs = BTreeMap::<String, serde_json::Value>::deserialize(from)?;
    Ok(runs.into_iter().filter_map(|(map, run)| Some((map, serde_json::from_value(run).ok()?))).collect())
}

impl SaveSlot {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn parse(bytes: &[u8]) -> Result<Self, Unusable> {
        if bytes.len() > MAX_SAVE_BYTES {
            return Err(Unusable::Unreadable(format!("it has more than {MAX_SAVE_BYTES} bytes")));
        }
        parse(bytes, SLOT_VERSION)
    }

    /// Whether bytes claim to be a slot, valid or not.
    pub fn is_one(bytes: &[u8]) -> bool {
        #[derive(Deserialize)]
        struct SlotHeader {
            seamwalker: String,
        }
        serde_json::from_slice::<SlotHeader>(without_bom(bytes)).is_ok_and(|header| header.seamwalker == SLOT_KIND)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        text(self)
    }

    /// Merges another slot: the better of each number.
    pub fn add(&mut self, other: &Self) {
        self.progress.add(&other.progress);
        self.played = self.played.max(other.played);
        for (map, run) in &other.runs {
            let own = self.runs.entry(map.clone()).or_insert_with(|| run.clone());
            if run.replay.outcome.ticks < own.replay.outcome.ticks && run.replay.level_hash == own.replay.level_hash {
                own.clone_from(run);
            }
        }
    }

    /// The fastest run in a map; runs in an earlier version of it do not count.
    pub fn run(&self, map: &str, level: &Level) -> Option<&ReplayFile> {
        self.runs.get(map).filter(|run| run.is_of(level))
    }

    /// Removes the longest run; false without runs.
    pub fn drop_longest_run(&mut self) -> bool {
        let longest = self.runs.iter().max_by_key(|(_, run)| run.replay.inputs.spans().len());
        longest.map(|(map, _)| map.clone()).is_some_and(|map| self.runs.remove(&map).is_some())
    }

    /// Adds a run if it is the fastest and not too long.
    pub fn keep_run(&mut self, map: &str, level: &Level, run: ReplayFile) {
        let slower = self.run(map, level).is_some_and(|best| best.replay.outcome.ticks <= run.replay.outcome.ticks);
        if !slower && run.text().len() <= MAX_KEPT_BYTES {
            self.runs.insert(map.to_owned(), run);
        }
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_collide::SolverSetup;
    use seamwalker_level::read;
    use seamwalker_sim::{Input, Replay, World};

    use super::*;

    fn recorded(map: &str, ticks: usize) -> (Level, ReplayFile) {
        let read = || read(&shipped(), &format!("maps/{map}.tmx")).unwrap();
        let inputs = vec![Input::default(); ticks];
        let replay = Replay::record(World::new(std::sync::Arc::new(read()), SolverSetup::default()), inputs);
        (read(), ReplayFile::new(map.into(), Vec::new(), replay))
    }

    #[test]
    fn only_the_fastest_run_of_the_current_map_is_kept() {
        let ((level, slow), (_, fast), (other, elsewhere)) =
            (recorded("first_stitch", 100), recorded("first_stitch", 60), recorded("spool_works", 80));
        let mut slot = SaveSlot::default();
        for run in [slow.clone(), fast.clone(), slow.clone()] {
            slot.keep_run("a", &level, run);
        }
        assert_eq!(slot.run("a", &level), Some(&fast));
        assert_eq!(slot.run("a", &other), None, "the map was edited");
        slot.keep_run("a", &other, elsewhere.clone());
        assert_eq!(slot.run("a", &other), Some(&elsewhere));

        let (mut one, mut two) = (SaveSlot::default(), SaveSlot::default());
        one.keep_run("a", &level, fast.clone());
        two.keep_run("a", &level, slow);
        two.add(&one);
        assert_eq!(two.run("a", &level), Some(&fast));
    }

    #[test]
    fn a_later_version_is_recognized_and_a_byte_order_mark_is_skipped() {
        // A later version may have changed everything else.
        let later = SaveSlot::parse(br#"{"seamwalker": "save", "version": 2, "progress": ["a"]}"#);
        assert_eq!(later, Err(Unusable::Later));
        assert!(matches!(SaveSlot::parse(br#"{"version": 1, "progress": ["a"]}"#), Err(Unusable::Damaged(_))));
        let text = format!("\u{feff}{}", SaveSlot { played: 7, ..SaveSlot::default() }.text());
        assert!(SaveSlot::is_one(text.as_bytes()));
        assert_eq!(SaveSlot::parse(text.as_bytes()).unwrap().played, 7);
    }

    #[test]
    fn an_unreadable_run_loses_nothing_else() {
        let text = r#"{"progress": {"a": {"ticks": 60}}, "runs": {"a": {"inputs": "60 right"}}}"#;
        let slot = SaveSlot::parse(text.as_bytes()).unwrap();
        assert_eq!((slot.progress.of("a").ticks, slot.runs.len()), (Some(60), 0));
    }
}
