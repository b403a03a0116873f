//! Runs all solvers in all scenes, and formats the table as text, Markdown and JSON.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use serde_json::{Value, json};

use super::Observer;
use super::crowds::{self, CrowdRow};
use super::measure::{SceneResult, measure, time};
use super::parallel::in_parallel;
use super::scene::Scene;
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

/// The solvers that have a column for [`SolverSetup::as_written`] as well.
const WRITTEN: [SolverKind; 6] = [
    SolverKind::ThinSat,
    SolverKind::PerAxis,
    SolverKind::MandatoryFirst,
    SolverKind::Swept,
    SolverKind::VertexDiscard,
    SolverKind::EdgeFlags,
];

/// Every solver with its default settings, the default solver with each of its improvements switched off, one at a time, and the
/// other solvers as their articles have them.
#[must_use]
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
    SolverKind::ALL.into_iter().map(default).chain(variants.map(variant)).chain(WRITTEN.map(written)).collect()
}

/// Measures every contestant in every scene, on all cores. The result does not depend on their number.
#[must_use]
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

/// Adds the time per step to every cell. `clock` counts nanoseconds.
pub fn add_times(
    rows: &mut [TableRow],
    scenes: &[Scene],
    contestants: &[Contestant],
    clock: &dyn Fn() -> u64,
    observer: &dyn Observer,
) {
    for (i, (row, scene)) in rows.iter_mut().zip(scenes).enumerate() {
        observer.progress(i, scenes.len(), format_args!("time of {}", scene.name));
        for (cell, contestant) in row.cells.iter_mut().zip(contestants) {
            cell.figures.ns_per_step = Some(time(scene, &contestant.setup, clock));
        }
    }
}

/// The columns of a scene's table, without the optional times.
const COLUMNS: [&str; 12] = [
    "solver",
    "snags",
    "slow snags",
    "stuck",
    "overlap px",
    "lurch px",
    "stretch px",
    "jitter px",
    "drift px",
    "speed",
    "missed",
    "surface",
];

/// The printed figures of a cell, in the order of [`COLUMNS`], rounded so that they are equal in every build.
fn shown(cell: &TableCell) -> [String; COLUMNS.len()] {
    let f = &cell.figures;
    let none = || "-".to_owned();
    let px = |value: Option<f64>| value.map_or_else(none, |px| format!("{px:.3}"));
    [
        cell.solver.clone(),
        f.snags.map_or_else(none, |n| format!("{n} of {}", f.steps)),
        f.slow_snags.map_or_else(none, |n| n.to_string()),
        f.stuck.map_or_else(none, |n| format!("{n} of {}", f.runs)),
        px(f.overlap),
        px(f.lurch),
        px(f.stretch),
        px(f.jitter),
        px(f.drift),
        f.speed.map_or_else(none, |speed| format!("{speed}x")),
        format!("{} of {}", f.missed, f.runs),
        f.surface.map_or_else(none, percent),
    ]
}

/// How much of the judge's way a solver made, in percent.
pub(super) fn percent([all, made]: [f64; 2]) -> String {
    format!("{:.1} %", made / all * 100.0)
}

/// The worst fault of a cell in a few words; a dot without any fault.
pub(super) fn worst(cell: &TableCell) -> String {
    let f = &cell.figures;
    if cell.clean {
        return "·".to_owned();
    }
    let (snags, slow, stuck) = (f.snags.unwrap_or(0), f.slow_snags.unwrap_or(0), f.stuck.unwrap_or(0));
    let [overlap, lurch, jitter, drift] = [f.overlap, f.lurch, f.jitter, f.drift].map(|px| px.unwrap_or(0.0));
    let figures = [
        (stuck > 0, format!("{stuck} stuck")),
        (f.missed > 0, format!("{} missed", f.missed)),
        (f.speed.is_some_and(|speed| speed < 100), format!("only {}x", f.speed.unwrap_or(0))),
        (overlap > 0.01, format!("{overlap:.2} px deep")),
        (snags > 0, format!("{snags} snag{}", if snags == 1 { "" } else { "s" })),
        (slow > 0, format!("{slow} slow snag{}", if slow == 1 { "" } else { "s" })),
        (drift > 0.01, format!("drift {drift:.1}")),
        (jitter > 0.01, format!("jitter {jitter:.2}")),
        (lurch > 0.01, format!("lurch {lurch:.2}")),
    ];
    figures.into_iter().find(|(wrong, _)| *wrong).map_or_else(String::new, |(_, words)| words)
}

/// The table and the crowds as aligned text, scene by scene.
#[must_use]
pub fn text(rows: &[TableRow], crowds: &[CrowdRow]) -> String {
    let mut text = String::new();
    for row in rows {
        let timed = row.cells.iter().any(|cell| cell.figures.ns_per_step.is_some());
        let mut lines = vec![COLUMNS.map(str::to_owned).to_vec()];
        lines.extend(row.cells.iter().map(|cell| shown(cell).to_vec()));
        if timed {
            lines[0].push("ns per step".to_owned());
            for (line, cell) in lines[1..].iter_mut().zip(&row.cells) {
                line.push(cell.figures.ns_per_step.map_or_else(String::new, |ns| format!("{ns:.0}")));
            }
        }
        text.push_str(&format!("{}: {}\n{}\n", row.scene, row.title, aligned(&lines)));
    }
    text + &crowds::text(crowds)
}

/// Aligns cells in columns, the first one to the left, the others to the right.
pub(super) fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let mut text = String::new();
    for line in lines {
        text.push_str(&format!("  {:1$}", line[0], widths[0]));
        line.iter().zip(&widths).skip(1).for_each(|(cell, width)| text.push_str(&format!("  {cell:>width$}")));
        text.push('\n');
    }
    text
}

/// The table as Markdown: an overview of scenes and solvers, every scene with its figures, and the crowds. Without times, so that
/// the text is equal on every machine.
#[must_use]
pub fn markdown(rows: &[TableRow], crowds: &[CrowdRow]) -> String {
    let mut parts = Vec::new();
    if !rows.is_empty() {
        parts.extend([overview(rows), details(rows)]);
    }
    if !crowds.is_empty() {
        parts.extend([crowds::overview(crowds), crowds::details(crowds)]);
    }
    parts.join("\n")
}

/// The worst fault of each cell, by scene and solver.
pub(super) fn overview(rows: &[TableRow]) -> String {
    let solvers = rows.iter().take(1).flat_map(|row| &row.cells).map(|cell| cell.solver.as_str());
    let head: Vec<&str> = std::iter::once("scene").chain(solvers).collect();
    let line = |row: &TableRow| {
        let name = format!("[{0}](#{0})", row.scene);
        std::iter::once(name).chain(row.cells.iter().map(worst)).collect::<Vec<_>>()
    };
    markdown_table(&head, &vec!["---"; head.len()], rows.iter().map(line))
}

/// Every scene with its story and all figures.
pub(super) fn details(rows: &[TableRow]) -> String {
    let section = |row: &TableRow| {
        let mut align = ["---:"; COLUMNS.len()];
        align[0] = "---";
        let table = markdown_table(&COLUMNS, &align, row.cells.iter().map(shown));
        markdown_section(&row.scene, &row.title, &row.story, &table)
    };
    rows.iter().map(section).collect()
}

/// A Markdown table.
pub(super) fn markdown_table<R: AsRef<[String]>>(
    head: &[&str],
    align: &[&str],
    rows: impl Iterator<Item = R>,
) -> String {
    let head = format!("| {} |\n| {} |\n", head.join(" | "), align.join(" | "));
    head + &rows.map(|cells| format!("| {} |\n", cells.as_ref().join(" | "))).collect::<String>()
}

/// A section about a scene with its table.
pub(super) fn markdown_section(name: &str, title: &str, story: &str, table: &str) -> String {
    format!("### {name}\n\n**{}.** {story}\n\n{table}\n", capital(title))
}

/// The words with a capital first letter.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The table and the crowds as JSON: `{"scenes": [{"scene", "title", "story", "cells": [{"solver", "clean", "runs", "steps",
/// "snags", ...}]}], "crowds": [{"scene", "title", "story", "end", "kept", "members", "expected", "made"}]}`; a figure that does
/// not apply to a scene is null.
#[must_use]
pub fn as_json(rows: &[TableRow], crowds: &[CrowdRow]) -> Value {
    json!({ "scenes": rows, "crowds": crowds })
}
