//! Replay files: the inputs of a run, its map, and proof of its outcome. A replay can be raced, watched, saved and shared.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::content::text;
use seamwalker_collide::SolverSetup;
use seamwalker_lab::FileHeader;
use seamwalker_level::Level;
use seamwalker_sim::{Assist, BadInputFile, Feel, MAX_TICKS, Replay, Rules, RunResult};

/// The largest replay file, in bytes: a long evening of play has fewer.
pub const MAX_REPLAY_BYTES: usize = 8 << 20;

const REPLAY_HEADER: FileHeader = FileHeader {
    kind: "replay",
    version: 1,
    max_bytes: MAX_REPLAY_BYTES,
    too_large: "replays are smaller than that",
    other: "it is not a replay of this game, or it is damaged: copy it again from the original",
};

/// A replay with more bytes than this is not kept for races: a slot must stay small.
pub const MAX_KEPT_BYTES: usize = 64 << 10;

/// The time at a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// The checkpoint's id in Tiled.
    pub checkpoint: u32,
    /// Ticks since the start.
    pub ticks: u64,
}

impl Split {
    /// Difference to another run, in ticks; `None` for a checkpoint that the other run did not reach.
    pub fn behind(self, other: Option<&ReplayFile>) -> Option<i64> {
        let other = other?.splits.iter().find(|split| split.checkpoint == self.checkpoint)?;
        Some((self.ticks as i64).saturating_sub(other.ticks as i64))
    }
}

/// A run with its map and splits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub struct ReplayFile {
    /// The map's file name without extension.
    pub map: String,
    /// The version of the game that recorded it.
    pub game: String,
    /// The times at the checkpoints.
    pub splits: Vec<Split>,
    /// The run itself.
    pub replay: Replay,
}

/// The format of the file. Inputs are lines such as `60 right`, a tenth of the size of other encodings.
#[derive(Clone, Serialize, Deserialize)]
struct Text {
    seamwalker: String,
    version: u32,
    game: String,
    map: String,
    level_hash: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    solver: SolverSetup,
    #[serde(default, skip_serializing_if = "is_default")]
    feel: Feel,
    #[serde(default, skip_serializing_if = "is_default")]
    assist: Assist,
    inputs: String,
    hashes: Vec<u64>,
    outcome: RunResult,
    #[serde(default)]
    splits: Vec<Split>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl From<ReplayFile> for Text {
    fn from(ReplayFile { map, game, splits, replay }: ReplayFile) -> Self {
        let Replay { level_hash, rules: Rules { solver, feel, assist, .. }, inputs, hashes, outcome } = replay;
        Self {
            seamwalker: REPLAY_HEADER.kind.into(),
            version: REPLAY_HEADER.version,
            game,
            map,
            level_hash,
            solver,
            feel,
            assist,
            inputs: inputs.to_string(),
            hashes,
            outcome,
            splits,
        }
    }
}

impl TryFrom<Text> for ReplayFile {
    type Error = String;

    fn try_from(text: Text) -> Result<Self, String> {
        if text.version != REPLAY_HEADER.version {
            return Err("it was recorded by other rules".to_owned());
        }
        let Text { game, map, level_hash, solver, feel, assist, inputs, hashes, outcome, splits, .. } = text;
        let inputs = inputs.parse().map_err(|error: BadInputFile| format!("its inputs: {error}"))?;
        let rules = Rules { feel, assist, ..Rules::new(solver) };
        rules.check().map_err(|error| error.to_string())?;
        let max = u64::from(MAX_TICKS);
        if let Some(ticks) = splits.iter().map(|split| split.ticks).chain([outcome.ticks]).find(|t| *t > max) {
            return Err(format!("a time of {ticks} ticks: allowed is 0 to {max}"));
        }
        Ok(Self { map, game, splits, replay: Replay { level_hash, rules, inputs, hashes, outcome } })
    }
}

impl ReplayFile {
    /// The end of a file's name.
    pub const ENDING: &str = ".replay.json";

    /// A run of this version of the game.
    pub fn new(map: String, splits: Vec<Split>, replay: Replay) -> Self {
        Self { map, game: FileHeader::GAME.into(), splits, replay }
    }

    /// Whether bytes claim to be a replay, valid or not.
    pub fn is_one(bytes: &[u8]) -> bool {
        REPLAY_HEADER.is_on(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        REPLAY_HEADER.open(bytes)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        text(self)
    }

    /// The suggested name of the file.
    pub fn file_name(&self) -> String {
        format!("{}-{}{}", self.map, self.replay.outcome.ticks, Self::ENDING)
    }

    /// Plays it to its end and compares the outcome.
    ///
    /// # Errors
    /// The first difference.
    pub fn verify(&self, level: Arc<Level>) -> Result<RunResult, String> {
        self.replay.verify(level).map_err(|why| {
            if self.game == FileHeader::GAME {
                return why.to_string();
            }
            format!("{why} (made by version {}; this is {})", self.game, FileHeader::GAME)
        })
    }

    /// Whether it is a run in this level.
    pub fn is_of(&self, level: &Level) -> bool {
        self.replay.level_hash == level.hash()
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::read;
    use seamwalker_sim::{Buttons, Input, World};

    use super::*;

    fn level(map: &str) -> Arc<Level> {
        Arc::new(read(&shipped(), &format!("maps/{map}.tmx")).unwrap())
    }

    fn walk() -> ReplayFile {
        let inputs = [Input { buttons: Buttons::RIGHT }; 200];
        let world = World::new(level("first_stitch"), SolverSetup::default());
        let replay = Replay::record(world, inputs);
        ReplayFile::new("first_stitch".into(), vec![Split { checkpoint: 7, ticks: 90 }], replay)
    }

    #[test]
    fn a_broken_replay_is_refused_with_the_reason() {
        let refused = |from: &str, to: &str| {
            let text = walk().text();
            assert!(text.contains(from), "{from} is not in {text}");
            ReplayFile::parse(text.replacen(from, to, 1).as_bytes()).unwrap_err()
        };
        assert!(refused("\"replay\"", "\"save\"").contains("not a replay of this game"));
        assert!(refused("\"version\": 1", "\"version\": 2").contains("it needs version"));
        assert!(refused("200 right", "200 wrong").contains("`wrong` is not a button"));
        assert!(refused("\"inputs\"", "\"output\"").contains("it is damaged: missing field"));
        assert!(ReplayFile::parse(b"{").unwrap_err().contains("damaged"));
        assert!(ReplayFile::parse(&vec![b' '; MAX_REPLAY_BYTES + 1]).unwrap_err().contains("bytes"));
    }

    #[test]
    fn a_replay_of_another_level_or_of_other_rules_says_so() {
        let file = walk();
        assert_eq!(file.verify(level("first_stitch")), Ok(file.replay.outcome));
        assert!(file.verify(level("spool_works")).unwrap_err().contains("open the map it was made in"));
        let mut other = ReplayFile { game: "0.0.1".into(), ..file };
        other.replay.hashes[1] = 1;
        let why = other.verify(level("first_stitch")).unwrap_err();
        assert!(why.contains("within second 2") && why.contains("made by version 0.0.1"), "{why}");
    }
}
