//! docs/SOLVERS.md is up to date, and the default solver has no fault in any scene.

#[path = "common/settings.rs"]
mod settings;

use std::fs;
use std::path::Path;

use seamwalker_collide::SolverKind;
use seamwalker_lab::compare::{TableCell, compare, contestants};
use seamwalker_lab::{details, document, scenes};
use settings::is_long;

/// The deepest overlap that the default solver may leave in any scene, in pixels.
const OVERLAP: f64 = 0.002;

/// Lurches, jitters and drifts below this are rounding, in pixels.
const ROUNDING: f64 = 0.001;

/// How to write the page and its pictures.
const AGAIN: &str = "write it again with `cargo run --release -- compare --document docs`, and look at what changed";

/// Without `LONG=1`, only the sections of every so many scenes are made.
const SAMPLE: usize = 12;

#[test]
fn the_page_about_solvers_is_up_to_date() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("docs");
    if !is_long() {
        let page = fs::read_to_string(docs.join("SOLVERS.md")).unwrap();
        let sample: Vec<_> = scenes().into_iter().step_by(SAMPLE).collect();
        let made = details(&compare(&sample, &contestants(), &()));
        let sections = made.split("### ").skip(1);
        let wrong: Vec<&str> = sections.filter(|section| !page.contains(section.trim_end())).collect();
        assert!(wrong.is_empty(), "{AGAIN}\nnot in docs/SOLVERS.md:\n{}", wrong.join("\n"));
        return;
    }
    let mut wrong = Vec::new();
    let files = document::files(&());
    for (path, text) in &files {
        let kept = fs::read_to_string(docs.join(path)).unwrap_or_default();
        if let Some(line) = first_difference(&kept, text) {
            wrong.push(format!("docs/{path}:{line}"));
        }
    }
    for kept in fs::read_dir(docs.join("solvers")).unwrap().flatten() {
        let path = format!("solvers/{}", kept.file_name().display());
        if files.iter().all(|(made, _)| *made != path) {
            wrong.push(format!("docs/{path} is not written by the program"));
        }
    }
    assert!(wrong.is_empty(), "{AGAIN}\n{}", wrong.join("\n"));
}

/// The first line in which two texts differ, counted from 1.
fn first_difference(kept: &str, made: &str) -> Option<usize> {
    let same = kept.lines().zip(made.lines()).take_while(|(a, b)| a == b).count();
    (!kept.lines().eq(made.lines())).then_some(same + 1)
}

#[test]
fn the_default_solver_has_no_fault_in_any_scene() {
    let contestants: Vec<_> = contestants().into_iter().filter(|c| c.name == SolverKind::default().name()).collect();
    let rows = compare(&scenes(), &contestants, &());
    let faults: Vec<String> = rows
        .iter()
        .flat_map(|row| row.cells.iter().map(|cell| (&row.scene, cell)))
        .filter(|(_, cell)| !is_perfect(cell))
        .map(|(scene, cell)| format!("{scene}: {cell:?}"))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Stricter than clean.
fn is_perfect(cell: &TableCell) -> bool {
    let f = &cell.figures;
    let still = [f.lurch, f.jitter, f.drift].into_iter().flatten().all(|px| px <= ROUNDING);
    cell.clean && still && f.overlap.is_none_or(|px| px <= OVERLAP)
}
