//! A run on file: what was pressed, in which map, and proof of what came of it. It can be raced, watched, saved and shared.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use seamwalker::collide::SolverSetup;
use seamwalker::lab::FileHeader;
use seamwalker::level::Level;
use seamwalker::sim::{Assist, BadInputFile, Feel, MAX_TICKS, Replay, RunResult, check_rules};

/// The most bytes that a file may have: a long evening of play has fewer.
pub const MAX_BYTES: usize = 8 << 20;

/// What a file says it is.
const SEAL: FileHeader = FileHeader {
    kind: "replay",
    version: 2,
    max_bytes: MAX_BYTES,
    too_large: "replays are smaller than that",
    other: "it is not a replay of this game, or it is damaged: copy it again from the original",
};

/// A run whose inputs take more bytes than this as text is not kept for races: a slot must stay small.
pub const MAX_KEPT: usize = 64 << 10;

/// When a checkpoint was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// The checkpoint, by its id in Tiled.
    pub checkpoint: u32,
    /// Ticks since the start.
    pub ticks: u64,
}

impl Split {
    /// How many ticks later it is than in another run; `None` where that run has not been.
    pub fn behind(self, other: Option<&ReplayFile>) -> Option<i64> {
        let other = other?.splits.iter().find(|split| split.checkpoint == self.checkpoint)?;
        Some((self.ticks as i64).saturating_sub(other.ticks as i64))
    }
}

/// A run with what belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub struct ReplayFile {
    /// The map's file name without ending.
    pub map: String,
    /// The version of the game that it was made by.
    pub game: String,
    /// When the checkpoints were reached.
    pub splits: Vec<Split>,
    /// The run itself.
    pub replay: Replay,
}

/// A tape as it is written: the inputs are lines such as `60 right`, a tenth of what they would be otherwise.
#[derive(Clone, Serialize, Deserialize)]
struct Text {
    seamwalker: String,
    version: u32,
    game: String,
    map: String,
    level_hash: u64,
    #[serde(default, skip_serializing_if = "is_usual")]
    solver: SolverSetup,
    #[serde(default, skip_serializing_if = "is_usual")]
    feel: Feel,
    #[serde(default, skip_serializing_if = "is_usual")]
    assist: Assist,
    inputs: String,
    hashes: Vec<u64>,
    outcome: RunResult,
    #[serde(default)]
    splits: Vec<Split>,
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl From<ReplayFile> for Text {
    fn from(ReplayFile { map, game, splits, replay }: ReplayFile) -> Self {
        let Replay { level_hash, solver, feel, assist, inputs, hashes, outcome } = replay;
        Self {
            seamwalker: SEAL.kind.into(),
            version: SEAL.version,
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
        if text.version != SEAL.version {
            return Err("it was recorded by other rules".to_owned());
        }
        let Text { game, map, level_hash, solver, feel, assist, inputs, hashes, outcome, splits, .. } = text;
        let inputs = inputs.parse().map_err(|error: BadInputFile| format!("its inputs: {error}"))?;
        check_rules(&solver, feel, &assist).map_err(|error| error.to_string())?;
        let longest = u64::from(MAX_TICKS);
        if let Some(ticks) = splits.iter().map(|split| split.ticks).chain([outcome.ticks]).find(|t| *t > longest) {
            return Err(format!("a time of {ticks} ticks: allowed is 0 to {longest}"));
        }
        Ok(Self { map, game, splits, replay: Replay { level_hash, solver, feel, assist, inputs, hashes, outcome } })
    }
}

impl ReplayFile {
    /// A run that was made just now.
    pub fn new(map: String, splits: Vec<Split>, replay: Replay) -> Self {
        Self { map, game: FileHeader::GAME.into(), splits, replay }
    }

    /// Whether bytes claim to be a tape, whatever is wrong with them.
    pub fn is_one(bytes: &[u8]) -> bool {
        SEAL.is_on(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        SEAL.open(bytes)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        // Numbers and texts can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// What the file may be called.
    pub fn file_name(&self) -> String {
        format!("{}-{}.replay.json", self.map, self.replay.outcome.ticks)
    }

    /// Plays it to its end, to see that it comes out as it did.
    ///
    /// # Errors
    /// Why it does not.
    pub fn verify(&self, level: Arc<Level>) -> Result<RunResult, String> {
        self.replay.verify(level).map_err(|why| {
            let other = if self.game == FileHeader::GAME {
                ""
            } else {
                &format!(" (made by version {}; this is {})", self.game, FileHeader::GAME)
            };
            format!("{why}{other}")
        })
    }

    /// Whether it is a run in this level.
    pub fn is_of(&self, level: &Level) -> bool {
        self.replay.level_hash == level.hash()
    }
}

#[cfg(test)]
mod tests {
    use seamwalker::level::{read, shipped};
    use seamwalker::sim::{Buttons, Input, World};

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
    fn a_tape_comes_back_from_its_file() {
        let tape = walk();
        let text = tape.text();
        assert!(text.contains("200 right"), "{text}");
        assert!(ReplayFile::is_one(text.as_bytes()));
        assert_eq!(ReplayFile::parse(text.as_bytes()), Ok(tape.clone()));
        assert_eq!(tape.verify(level("first_stitch")), Ok(tape.replay.outcome));
    }

    #[test]
    fn a_tape_is_refused_with_the_reason() {
        let refused = |from: &str, to: &str| {
            let text = walk().text();
            assert!(text.contains(from), "{from} is not in {text}");
            ReplayFile::parse(text.replacen(from, to, 1).as_bytes()).unwrap_err()
        };
        assert!(refused("\"replay\"", "\"save\"").contains("not a replay of this game"));
        assert!(refused("\"version\": 2", "\"version\": 3").contains("it needs version"));
        assert!(refused("\"version\": 2", "\"version\": 1").contains("record it again"));
        assert!(refused("200 right", "200 wrong").contains("`wrong` is not a button"));
        assert!(refused("\"inputs\"", "\"output\"").contains("it is damaged: missing field"));
        assert!(ReplayFile::parse(b"{").unwrap_err().contains("damaged"));
        assert!(ReplayFile::parse(&vec![b' '; MAX_BYTES + 1]).unwrap_err().contains("bytes"));
    }

    #[test]
    fn a_tape_of_another_level_or_of_other_rules_says_so() {
        let tape = walk();
        assert!(tape.verify(level("spool_works")).unwrap_err().contains("open the map it was made in"));
        let mut other = ReplayFile { game: "0.0.1".into(), ..tape };
        other.replay.hashes[1] = 1;
        let why = other.verify(level("first_stitch")).unwrap_err();
        assert!(why.contains("within second 2") && why.contains("made by version 0.0.1"), "{why}");
    }
}
