//! All scenes, all solvers: the table, as text, as Markdown and as JSON.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use serde_json::{Value, json};

use super::Observer;
use super::crowds::{self, CrowdRow};
use super::measure::{SceneResult, measure, time};
use super::scene::Scene;
use crate::collide::{EndAxes, SolverKind, SolverOptions, SolverSetup};

/// A solver that takes part in the comparison.
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
    /// Whether there is nothing to complain about, see [`SceneResult::is_clean`].
    pub clean: bool,
    /// What was measured.
    #[serde(flatten)]
    pub figures: SceneResult,
}

/// One scene's part of the table, a cell for every contestant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableRow {
    /// The scene's name.
    pub scene: String,
    /// What it shows.
    pub title: String,
    /// Where it comes from.
    pub story: String,
    /// The contestants in their order.
    pub cells: Vec<TableCell>,
}

/// Every solver with its usual settings, and the default one as its source has it: each option that makes it smooth
/// switched off, one at a time.
#[must_use]
pub fn contestants() -> Vec<Contestant> {
    let usual = |kind: SolverKind| Contestant { name: kind.to_string(), setup: SolverSetup::new(kind) };
    let base = SolverSetup::default();
    let variants = [
        ("centre axes", SolverOptions { end_axes: EndAxes::BoxCentre, ..base.options }),
        ("no end axes", SolverOptions { end_axes: EndAxes::None, ..base.options }),
        ("no sub-steps", SolverOptions { sub_steps: false, ..base.options }),
    ];
    let variant =
        |(what, options)| Contestant { name: format!("{}, {what}", base.kind), setup: SolverSetup { options, ..base } };
    SolverKind::ALL.into_iter().map(usual).chain(variants.map(variant)).collect()
}

/// Measures every contestant in every scene, on as many threads as there are. The result does not depend on their number.
///
/// ```
/// use seamwalker::lab::compare::{compare, contestants, text};
/// use seamwalker::lab::scenes;
///
/// let rows = compare(&scenes()[..1], &contestants()[..2], &());
/// assert_eq!((rows.len(), rows[0].cells.len()), (1, 2));
/// println!("{}", text(&rows, &[]));
/// ```
#[must_use]
pub fn compare(scenes: &[Scene], contestants: &[Contestant], observer: &dyn Observer) -> Vec<TableRow> {
    let cells = scenes.len() * contestants.len();
    let figures = Mutex::new(vec![SceneResult::default(); cells]);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        // Every cell is taken once, so this ends.
        loop {
            let cell = next.fetch_add(1, Ordering::Relaxed);
            if cell >= cells {
                return;
            }
            let (scene, contestant) = (&scenes[cell / contestants.len()], &contestants[cell % contestants.len()]);
            let measured = measure(scene, &contestant.setup);
            figures.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[cell] = measured;
            observer.progress(done.fetch_add(1, Ordering::Relaxed) + 1, cells, format_args!("{}", scene.name));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let figures = figures.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    rows(scenes, contestants, &figures)
}

fn rows(scenes: &[Scene], contestants: &[Contestant], figures: &[SceneResult]) -> Vec<TableRow> {
    let cell = |(contestant, figures): (&Contestant, &SceneResult)| TableCell {
        solver: contestant.name.clone(),
        clean: figures.is_clean(),
        figures: *figures,
    };
    let row = |(scene, figures): (&Scene, &[SceneResult])| TableRow {
        scene: scene.name.clone(),
        title: scene.title.clone(),
        story: scene.story.clone(),
        cells: contestants.iter().zip(figures).map(cell).collect(),
    };
    scenes.iter().zip(figures.chunks(contestants.len().max(1))).map(row).collect()
}

/// Adds how long a step takes, one cell after the other, by a `clock` that counts nanoseconds.
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

/// The columns of a scene's table. Times are a column only where they were taken.
pub(super) const COLUMNS: [&str; 9] =
    ["solver", "snags", "stuck", "overlap px", "lurch px", "jitter px", "drift px", "speed", "missed"];

/// The figures of a cell as they are shown, in the order of [`COLUMNS`]. Rounded to what is the same in every build.
pub(super) fn shown(cell: &TableCell) -> [String; COLUMNS.len()] {
    let f = &cell.figures;
    let none = || "-".to_owned();
    let px = |value: Option<f64>| value.map_or_else(none, |px| format!("{px:.3}"));
    [
        cell.solver.clone(),
        f.snags.map_or_else(none, |n| format!("{n} of {}", f.steps)),
        f.stuck.map_or_else(none, |n| format!("{n} of {}", f.runs)),
        px(f.overlap),
        px(f.lurch),
        px(f.jitter),
        px(f.drift),
        f.speed.map_or_else(none, |speed| format!("{speed}x")),
        format!("{} of {}", f.missed, f.runs),
    ]
}

/// The worst of a cell in a few words, worst kind first; a dot where there is nothing to complain about.
pub(super) fn worst(cell: &TableCell) -> String {
    let f = &cell.figures;
    if cell.clean {
        return "·".to_owned();
    }
    let (snags, stuck) = (f.snags.unwrap_or(0), f.stuck.unwrap_or(0));
    let [overlap, lurch, jitter, drift] = [f.overlap, f.lurch, f.jitter, f.drift].map(|px| px.unwrap_or(0.0));
    let figures = [
        (stuck > 0, format!("{stuck} stuck")),
        (f.missed > 0, format!("{} missed", f.missed)),
        (f.speed.is_some_and(|speed| speed < 100), format!("only {}x", f.speed.unwrap_or(0))),
        (overlap > 0.01, format!("{overlap:.2} px deep")),
        (snags > 0, format!("{snags} snag{}", if snags == 1 { "" } else { "s" })),
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

/// Lines of cells with columns of equal width, the first one to the left, the others to the right.
pub(super) fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let mut text = String::new();
    for line in lines {
        text.push_str("  ");
        for (i, (cell, width)) in line.iter().zip(&widths).enumerate() {
            if i == 0 {
                text.push_str(&format!("{cell:width$}"));
            } else {
                text.push_str(&format!("  {cell:>width$}"));
            }
        }
        text.push('\n');
    }
    text
}

/// The table as Markdown: all scenes against all solvers in a few words each, then every scene with its figures, then the
/// crowds. Times are left out, so that the same text is made on every machine.
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

/// Scene against solver, the worst of each cell.
pub(super) fn overview(rows: &[TableRow]) -> String {
    let names = rows.first().map_or_else(Vec::new, |row| row.cells.iter().map(|cell| cell.solver.clone()).collect());
    let mut text = line(&[vec!["scene".to_owned()], names.clone()].concat());
    text.push_str(&line(&vec!["---".to_owned(); names.len() + 1]));
    for row in rows {
        let cells: Vec<String> = row.cells.iter().map(worst).collect();
        text.push_str(&line(&[vec![format!("[{0}](#{0})", row.scene)], cells].concat()));
    }
    text
}

/// Every scene with its story and all figures.
pub(super) fn details(rows: &[TableRow]) -> String {
    let mut text = String::new();
    for row in rows {
        text.push_str(&format!("### {}\n\n**{}.** {}\n\n", row.scene, capital(&row.title), row.story));
        text.push_str(&line(&COLUMNS.map(str::to_owned)));
        text.push_str(&line(&["---".to_owned()].into_iter().chain(vec!["---:".to_owned(); 8]).collect::<Vec<_>>()));
        row.cells.iter().for_each(|cell| text.push_str(&line(&shown(cell))));
        text.push('\n');
    }
    text
}

pub(super) fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// With a capital letter first.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The table and the crowds as JSON: `{"scenes": [{"scene", "title", "story", "cells": [{"solver", "clean", "runs", "steps",
/// "snags", ...}]}], "crowds": [{"scene", "title", "story", "end", "kept", "members", "expected", "made"}]}`; what makes no
/// sense in a scene is null.
#[must_use]
pub fn as_json(rows: &[TableRow], crowds: &[CrowdRow]) -> Value {
    json!({ "scenes": rows, "crowds": crowds })
}
