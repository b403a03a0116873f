//! Recorded runs of the shipped maps: they prove that the simulation gives the same bits everywhere.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use seamwalker_collide::{SolverKind, SolverOptions, SolverSetup};
use seamwalker_level::{Files, Level, without_bom};
use seamwalker_sim::{BadInputFile, Ending, InputTimeline, RunResult, World, play};

/// The folder of the recorded runs, and the file that lists them.
const RUNS_FOLDER: &str = "maps/runs";
const RUNS_LIST: &str = "maps/runs/recorded.txt";

/// Follows the name of a solver whose settings are [`SolverOptions::as_written`].
const AS_WRITTEN: &str = ":as-written";

/// A run that reaches the exit of a shipped map, and its final hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The map's file name without extension.
    pub map: String,
    /// The input file.
    pub inputs: String,
    /// The solver.
    pub solver: SolverKind,
    /// Whether its settings are [`SolverOptions::as_written`] instead of the default ones.
    pub as_written: bool,
    /// The hash of the world at the end.
    pub hash: u64,
}

impl Recorded {
    /// All recorded runs. `files` are those of the game: `maps/` lies in them.
    ///
    /// # Errors
    /// Why the list cannot be read, with its file and line.
    pub fn list(files: &dyn Files) -> Result<Vec<Self>, String> {
        let text = text(files, RUNS_LIST)?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        lines.map(|(i, line)| line.parse().map_err(|why| format!("{RUNS_LIST}:{}: {why}", i + 1))).collect()
    }

    /// The map.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn level(&self, files: &dyn Files) -> Result<Arc<Level>, String> {
        let level = seamwalker_level::read(files, &format!("maps/{}.tmx", self.map));
        level.map(Arc::new).map_err(|problems| problems.first().map_or_else(String::new, ToString::to_string))
    }

    /// The inputs.
    ///
    /// # Errors
    /// Why the file cannot be read.
    pub fn inputs(&self, files: &dyn Files) -> Result<InputTimeline, String> {
        let path = format!("{RUNS_FOLDER}/{}", self.inputs);
        text(files, &path)?.parse().map_err(|error: BadInputFile| format!("{path}: {error}"))
    }

    /// The solver with the settings of the run.
    pub fn setup(&self) -> SolverSetup {
        let options = if self.as_written { SolverOptions::as_written() } else { SolverOptions::default() };
        SolverSetup { kind: self.solver, options }
    }

    /// The world at the end of the run.
    ///
    /// # Errors
    /// Which file cannot be read.
    pub fn end(&self, files: &dyn Files) -> Result<World, String> {
        Ok(play(World::new(self.level(files)?, self.setup()), &self.inputs(files)?, |_| true))
    }

    /// Plays the run and compares its end with the recorded one.
    ///
    /// # Errors
    /// Which file cannot be read, or how the end differs.
    pub fn check(&self, files: &dyn Files) -> Result<RunResult, String> {
        let result = RunResult::of(&self.end(files)?);
        match result {
            RunResult { outcome: Ending::Finished, hash, .. } if hash == self.hash => Ok(result),
            RunResult { outcome: Ending::Finished, hash, .. } => {
                Err(format!("ends with hash {hash:016x} instead of {:016x}", self.hash))
            }
            RunResult { ticks, position, .. } => {
                Err(format!("is at {position} instead of the exit after {ticks} ticks"))
            }
        }
    }
}

/// A line of the list.
impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let settings = if self.as_written { AS_WRITTEN } else { "" };
        write!(f, "{} {} {}{settings} {:016x}", self.map, self.inputs, self.solver.name(), self.hash)
    }
}

impl FromStr for Recorded {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [map, inputs, solver, hash] = words[..] else {
            return Err("a run is: map, inputs, solver, hash".to_owned());
        };
        let (name, as_written) = solver.strip_suffix(AS_WRITTEN).map_or((solver, false), |name| (name, true));
        let solver = name.parse().map_err(|_| format!("the solver '{solver}' is unknown"))?;
        let hash = u64::from_str_radix(hash, 16).map_err(|_| format!("'{hash}' is not a hash"))?;
        Ok(Self { map: map.to_owned(), inputs: inputs.to_owned(), solver, as_written, hash })
    }
}

pub(super) fn text(files: &dyn Files, path: &str) -> Result<String, String> {
    let bytes = files.read(path).map_err(|error| format!("{path}: {error}"))?;
    String::from_utf8(without_bom(&bytes).to_owned()).map_err(|_| format!("{path}: it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_survives_a_round_trip_and_errors_are_reported() {
        for line in ["a_map a.txt per-axis 00000000000000ff", "a_map a.txt swept:as-written 00000000000000ff"] {
            assert_eq!(line.parse::<Recorded>().unwrap().to_string(), line);
        }
        for (bad, why) in [("a b thick-sat", "a run is"), ("a b thick 1", "'thick'"), ("a b swept xyz", "'xyz'")] {
            assert!(bad.parse::<Recorded>().unwrap_err().contains(why), "{bad}");
        }
    }
}
