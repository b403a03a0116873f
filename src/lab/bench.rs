//! Measures the table of all scenes and solvers in small steps between frames, and compares it with the committed one.

use serde::Serialize;

use super::compare::{COLUMNS, Contestant, TableCell, shown};
use super::measure::{Measure, SceneResult};
use super::scene::Scene;

/// The tables of docs/SOLVERS.md when the program was built.
const COMMITTED_TABLES: &str = include_str!(concat!(env!("OUT_DIR"), "/figures.txt"));

/// A measurement that differs from the committed one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The scene.
    pub scene: String,
    /// The contestant.
    pub solver: String,
    /// The figure.
    pub figure: &'static str,
    /// The committed value; empty if the table has no such cell.
    pub was: String,
    /// The measured value.
    pub is: String,
}

/// The figures of the bars, with a description of each: counts are summed over the scenes, of distances the worst counts.
pub const TALLIES: [(&str, &str); 8] = [
    ("faulty scenes", "Scenes with at least one fault."),
    ("snags", "Steps that lost progress although nothing real is ahead."),
    ("stuck", "Runs that stayed in one place although they could move on."),
    ("overlap px", "The deepest overlap left."),
    ("lurch px", "The worst move beyond, or against, the wanted one."),
    ("jitter px", "The largest move at rest."),
    ("drift px", "The farthest slip of a standing mover."),
    ("missed", "Runs that did not end as the scene expects."),
];

/// One contestant's bars so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// The contestant.
    pub solver: String,
    /// The measured values, in the order of [`TALLIES`].
    pub is: [f64; TALLIES.len()],
    /// The committed values of the same scenes.
    pub was: [f64; TALLIES.len()],
}

/// The table during its measurement.
///
/// ```
/// use seamwalker::lab::bench::Bench;
/// use seamwalker::lab::{compare::contestants, scenes};
///
/// let mut bench = Bench::new(scenes()[..1].to_vec(), contestants()[..2].to_vec());
/// while bench.work() {}
/// assert_eq!(bench.progress(), (2, 2));
/// assert!(bench.differences.is_empty(), "as committed: {:?}", bench.differences);
/// ```
#[derive(Clone, Debug)]
pub struct Bench {
    scenes: Vec<Scene>,
    contestants: Vec<Contestant>,
    /// The number of finished cells, scene by scene.
    done: usize,
    current: Option<Box<Measure>>,
    /// The differences to the committed table.
    pub differences: Vec<Difference>,
    /// The bars so far.
    pub tallies: Vec<Tally>,
}

impl Bench {
    /// A table without measurements.
    #[must_use]
    pub fn new(scenes: Vec<Scene>, contestants: Vec<Contestant>) -> Self {
        let none = [0.0; TALLIES.len()];
        let tally = |contestant: &Contestant| Tally { solver: contestant.name.clone(), is: none, was: none };
        let tallies = contestants.iter().map(tally).collect();
        Self { scenes, contestants, done: 0, current: None, differences: Vec::new(), tallies }
    }

    /// Makes one step, a fraction of a millisecond; false when the table is done.
    pub fn work(&mut self) -> bool {
        let (scene, contestant) = self.place();
        let Some((scene, contestant)) = self.scenes.get(scene).zip(self.contestants.get(contestant)) else {
            return false;
        };
        let current = self.current.get_or_insert_with(|| Box::new(Measure::new(scene, &contestant.setup)));
        if !current.step() {
            let figures = current.figures;
            self.current = None;
            self.finish(figures);
        }
        true
    }

    /// The number of finished cells, and of all cells.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.scenes.len() * self.contestants.len())
    }

    /// The scene and the contestant of the current measurement.
    #[must_use]
    pub fn now(&self) -> Option<(&str, &str)> {
        let (scene, contestant) = self.place();
        Some((self.scenes.get(scene)?.name.as_str(), self.contestants.get(contestant)?.name.as_str()))
    }

    fn place(&self) -> (usize, usize) {
        let width = self.contestants.len().max(1);
        (self.done / width, self.done % width)
    }

    /// Compares a finished cell with the committed one.
    fn finish(&mut self, figures: SceneResult) {
        let (scene, contestant) = self.place();
        let (scene, solver) = (&self.scenes[scene].name, self.contestants[contestant].name.clone());
        let is = shown(&TableCell { solver: solver.clone(), clean: figures.is_clean(), figures });
        let was = committed(scene, &solver);
        for (i, figure) in COLUMNS.into_iter().enumerate().skip(1) {
            let was = was.get(i - 1).copied().unwrap_or_default();
            if was != is[i] {
                let (scene, was, is) = (scene.clone(), was.to_owned(), is[i].clone());
                self.differences.push(Difference { scene, solver: solver.clone(), figure, was, is });
            }
        }
        let is: Vec<&str> = is[1..].iter().map(String::as_str).collect();
        let tally = &mut self.tallies[contestant];
        add(&mut tally.is, &is);
        add(&mut tally.was, &was);
        self.done += 1;
    }
}

/// The committed cells of a scene and a solver, without the solver's name; empty for an unknown scene or solver.
fn committed(scene: &str, solver: &str) -> Vec<&'static str> {
    let lines = COMMITTED_TABLES.lines().skip_while(|line| line.strip_prefix("### ") != Some(scene)).skip(1);
    let mut cells = lines.take_while(|line| !line.starts_with("### ")).map(|line| line.split('|').map(str::trim));
    let row = cells.find_map(|mut row| (row.nth(1) == Some(solver)).then_some(row));
    row.map_or_else(Vec::new, |row| row.take(COLUMNS.len() - 1).collect())
}

/// Adds the printed figures of a scene to the bars: counts are summed, of pixels the maximum counts.
fn add(bars: &mut [f64; TALLIES.len()], shown: &[&str]) {
    let number = |text: &str| text.split([' ', 'x']).next().and_then(|first| first.parse::<f64>().ok());
    let mut faulty = false;
    for (column, text) in COLUMNS.into_iter().skip(1).zip(shown) {
        let Some(value) = number(text) else { continue };
        let bar = TALLIES.iter().position(|(name, _)| *name == column);
        faulty |= match column {
            // A multiple.
            "speed" => value < 100.0,
            // No faults.
            "stretch px" | "surface" => false,
            _ => value > if column.ends_with("px") { 0.01 } else { 0.0 },
        };
        if let Some(bar) = bar {
            bars[bar] = if column.ends_with("px") { bars[bar].max(value) } else { bars[bar] + value };
        }
    }
    bars[0] += f64::from(u8::from(faulty));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::{SolverKind, SolverSetup};
    use crate::lab::compare::contestants;
    use crate::lab::{measure, scenes};

    #[test]
    fn every_cell_of_the_table_is_committed() {
        for scene in scenes() {
            for contestant in contestants() {
                let cells = committed(&scene.name, &contestant.name);
                assert_eq!(cells.len(), COLUMNS.len() - 1, "{} {}", scene.name, contestant.name);
            }
        }
        assert_eq!(committed("hops", "thin-sat")[..3], ["11 of 2900", "0", "0 of 12"]);
        assert!(committed("hops", "no-such").is_empty() && committed("nowhere", "disk").is_empty());
    }

    #[test]
    fn slices_give_the_same_result_as_one_run_and_the_committed_table() {
        let names = ["thin-walls", "wedge-30", "platform-sideways", "godot-87477"];
        let scenes: Vec<Scene> = scenes().into_iter().filter(|scene| names.contains(&scene.name.as_str())).collect();
        let all = contestants();
        let mut bench = Bench::new(scenes.clone(), all.clone());
        let mut steps = 0_u64;
        while bench.work() {
            steps += 1;
        }
        assert_eq!(bench.progress(), (4 * all.len(), 4 * all.len()));
        assert_eq!(bench.differences, []);
        assert!(bench.tallies.iter().all(|tally| tally.is == tally.was), "{:?}", bench.tallies);
        for (tally, contestant) in bench.tallies.iter().zip(&all) {
            let figures: Vec<SceneResult> = scenes.iter().map(|scene| measure(scene, &contestant.setup)).collect();
            let faulty = figures.iter().filter(|figures| !figures.is_clean()).count();
            assert_eq!(tally.is[0] as usize, faulty, "{}", tally.solver);
            steps -= figures.iter().map(|figures| figures.steps).sum::<u64>();
        }
        assert!(steps < 1000, "a step of work is a step of a scene, except {steps}");
    }

    #[test]
    fn a_broken_solver_is_reported() {
        let scene = scenes().into_iter().find(|scene| scene.name == "hops").unwrap();
        // A thick-sat that behaves like thin-sat.
        let broken = Contestant { name: "thick-sat".to_owned(), setup: SolverSetup::new(SolverKind::ThinSat) };
        let mut bench = Bench::new(vec![scene], vec![broken]);
        while bench.work() {}
        let first = &bench.differences[0];
        assert_eq!((first.figure, &*first.was, &*first.is), ("snags", "0 of 3557", "11 of 2900"));
        assert_eq!((bench.tallies[0].was[0], bench.tallies[0].is[0], bench.tallies[0].is[1]), (0.0, 1.0, 11.0));
    }
}
