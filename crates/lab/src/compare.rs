//! Runs all solvers in all scenes.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;

use super::Observer;
use super::measure::{SceneResult, measure};
use super::parallel::in_parallel;
use super::scene::{CrowdResult, CrowdScene, Scene};
use seamwalker_collide::{EndAxes, SolverKind, SolverOptions, SolverSetup};

/// A solver in the comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// Its name in the table.
    pub name: String,
    /// The solver and its settings.
    pub setup: SolverSetup,
}

/// One cell of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableCell {
    /// The contestant's name.
    pub solver: String,
    /// Whether there is no fault, see [`SceneResult::is_clean`].
    pub clean: bool,
    /// The measurements.
    #[serde(flatten)]
    pub figures: SceneResult,
}

/// The row of a scene, with a cell for every contestant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableRow {
    /// The scene's name.
    pub scene: String,
    /// Its title.
    pub title: String,
    /// Its origin.
    pub story: String,
    /// The cells, in the order of the contestants.
    pub cells: Vec<TableCell>,
}

/// The expected and the actual result of a crowd scene.
#[derive(Clone, Debug, Serialize)]
pub struct CrowdRow {
    /// The scene, with the expected result.
    #[serde(flatten)]
    pub scene: CrowdScene,
    /// Whether the results are equal to the bit.
    pub kept: bool,
    /// The actual result.
    pub made: CrowdResult,
}

impl CrowdRow {
    /// Resolves a scene.
    pub fn new(scene: &CrowdScene) -> Self {
        let made = scene.resolve();
        Self { scene: scene.clone(), kept: made == scene.expected, made }
    }
}

/// Every solver with its default settings, the default solver with each of its improvements switched off, one at a time, and the
/// other solvers as their articles have them.
pub fn contestants() -> Vec<Contestant> {
    let default = |kind: SolverKind| Contestant { name: kind.to_string(), setup: SolverSetup::new(kind) };
    let base = SolverSetup::default();
    let variants = [
        ("centre axes", SolverOptions { end_axes: EndAxes::BoxCentre, ..base.options }),
        ("no end axes", SolverOptions { end_axes: EndAxes::None, ..base.options }),
        ("no sub-steps", SolverOptions { sub_steps: false, ..base.options }),
    ];
    let variant =
        |(what, options)| Contestant { name: format!("{}, {what}", base.kind), setup: SolverSetup { options, ..base } };
    let written =
        |kind: SolverKind| Contestant { name: format!("{kind}, as written"), setup: SolverSetup::as_written(kind) };
    let others = SolverKind::ALL.into_iter().filter(|kind| !matches!(kind, SolverKind::ThickSat | SolverKind::Disk));
    SolverKind::ALL.into_iter().map(default).chain(variants.map(variant)).chain(others.map(written)).collect()
}

/// Measures every contestant in every scene, on all cores. The result does not depend on their number.
pub fn compare(scenes: &[Scene], contestants: &[Contestant], observer: &dyn Observer) -> Vec<TableRow> {
    let (width, cells) = (contestants.len().max(1), scenes.len() * contestants.len());
    let done = AtomicUsize::new(0);
    let mut cells = in_parallel(cells, |cell| {
        let (scene, Contestant { name, setup }) = (&scenes[cell / width], &contestants[cell % width]);
        let figures = measure(scene, setup);
        observer.progress(done.fetch_add(1, Ordering::Relaxed) + 1, cells, format_args!("{}", scene.name));
        TableCell { solver: name.clone(), clean: figures.is_clean(), figures }
    })
    .into_iter();
    let row = |scene: &Scene| TableRow {
        scene: scene.name.clone(),
        title: scene.title.clone(),
        story: scene.story.clone(),
        cells: cells.by_ref().take(contestants.len()).collect(),
    };
    scenes.iter().map(row).collect()
}
