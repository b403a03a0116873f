//! Generates docs/SOLVERS.md and its pictures.

use super::Observer;
use super::compare::{Contestant, CrowdRow, TableCell, TableRow, compare, contestants};
use super::plot::plot;
use super::scene::{CrowdScene, Scene, crowds, scenes};
use super::tables::{crowd_details, crowd_overview, details, markdown_table, overview, percent, worst};
use seamwalker_collide::SolverSetup;

/// The page with a name between two `@` in place of what is measured.
const TEMPLATE: &str = include_str!("solvers.md");

/// The scenes whose first runs are drawn.
const DRAWN_SCENES: [&str; 3] = ["stairs-45-32x8", "hops", "stairs-63-12x24"];

/// The whole document for `docs`: SOLVERS.md, and a picture for every contestant, each as its path below `docs` and its text.
/// Without times, so that it is equal on every machine and in every build.
pub fn files(observer: &dyn Observer) -> Vec<(String, String)> {
    let (scenes, crowds, contestants) = (scenes(), crowds(), contestants());
    let rows = compare(&scenes, &contestants, observer);
    let page = ("SOLVERS.md".to_owned(), solvers(&rows, &crowds, &contestants));
    let drawn: Vec<&Scene> = DRAWN_SCENES.iter().filter_map(|name| scenes.iter().find(|s| s.name == *name)).collect();
    let picture = |it: &Contestant| (picture_path(&it.name), plot(&drawn, &it.setup));
    std::iter::once(page).chain(contestants.iter().map(picture)).collect()
}

fn picture_path(name: &str) -> String {
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!("solvers/{}.svg", words.join("-"))
}

/// The page.
fn solvers(rows: &[TableRow], crowds: &[CrowdScene], contestants: &[Contestant]) -> String {
    let crowds: Vec<CrowdRow> = crowds.iter().map(CrowdRow::new).collect();
    let tables = [
        ("overview", overview(rows)),
        ("totals", totals(rows, contestants)),
        ("details", details(rows)),
        ("crowds", crowd_overview(&crowds)),
        ("crowd details", crowd_details(&crowds)),
    ];
    let mut page = TEMPLATE.replace("@clean@", &clean_everywhere(rows));
    for (name, table) in tables {
        page = page.replace(&format!("@{name}@\n"), &table);
    }
    for (i, Contestant { name, setup }) in contestants.iter().enumerate() {
        let cells: Vec<(&TableRow, &TableCell)> = rows.iter().map(|row| (row, &row.cells[i])).collect();
        let source = format!("Source: {}. In one line: {}.", setup.kind.source(), setup.kind.description());
        page = page.replace(&format!("@source {name}@"), &source);
        page = page.replace(&format!("@verdict {name}@"), &verdict(setup, &cells));
    }
    page.trim_end().to_owned() + "\n"
}

/// A sentence about the solvers that are clean in every scene.
fn clean_everywhere(rows: &[TableRow]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let clean = |i: &usize| rows.iter().all(|row| row.cells[*i].clean);
    let names: Vec<&str> = (0..first.cells.len()).filter(clean).map(|i| first.cells[i].solver.as_str()).collect();
    match names.as_slice() {
        [] => "No method is faultless in every scene.".to_owned(),
        [one] => format!("Only {one} is faultless in every scene."),
        several => format!("Faultless in every scene: {}.", several.join("; ")),
    }
}

/// The columns of the totals.
const TOTALS: &str = "solver | clean scenes | snags | slow snags | stuck runs | deepest overlap | worst lurch | \
                      worst stretch | missed | surface";

/// A table with the totals of every contestant over all scenes.
fn totals(rows: &[TableRow], contestants: &[Contestant]) -> String {
    let line = |(i, contestant): (usize, &Contestant)| {
        let cells = || rows.iter().map(|row| &row.cells[i]);
        let deepest =
            |of: fn(&TableCell) -> Option<f64>| format!("{:.3} px", cells().filter_map(of).fold(0.0, f64::max));
        let surface = cells().filter_map(|cell| cell.figures.surface).fold([0.0, 0.0], |[a, b], [c, d]| [a + c, b + d]);
        [
            contestant.name.clone(),
            format!("{} of {}", cells().filter(|cell| cell.clean).count(), rows.len()),
            cells().filter_map(|cell| cell.figures.snags).sum::<u64>().to_string(),
            cells().filter_map(|cell| cell.figures.slow_snags).sum::<u64>().to_string(),
            cells().filter_map(|cell| cell.figures.stuck).sum::<u32>().to_string(),
            deepest(|cell| cell.figures.overlap),
            deepest(|cell| cell.figures.lurch),
            deepest(|cell| cell.figures.stretch),
            cells().map(|cell| cell.figures.missed).sum::<u32>().to_string(),
            percent(surface),
        ]
    };
    markdown_table(TOTALS, 1..10, contestants.iter().enumerate().map(line))
}

/// The maximum number of faults that are named of a contestant.
const MAX_NAMED_FAULTS: usize = 4;

/// The faults of a contestant, and the laws that its solver breaks.
fn verdict(setup: &SolverSetup, cells: &[(&TableRow, &TableCell)]) -> String {
    let laws: Vec<String> =
        setup.kind.known_violations().iter().map(|(law, why)| format!("*{law:?}* ({why})")).collect();
    let known = if laws.is_empty() { String::new() } else { format!(" Known violations: {}.", laws.join("; ")) };
    faults(cells) + &known
}

/// A sentence about the measurements.
fn faults(cells: &[(&TableRow, &TableCell)]) -> String {
    let mut faulty: Vec<&(&TableRow, &TableCell)> = cells.iter().filter(|(_, cell)| !cell.clean).collect();
    // Scenes with failed runs come first.
    faulty.sort_by_key(|(_, cell)| std::cmp::Reverse(cell.figures.stuck.unwrap_or(0) + cell.figures.missed));
    let faults: Vec<String> = faulty.iter().map(|(row, cell)| format!("{} ({})", row.scene, worst(cell))).collect();
    let clean = cells.len() - faults.len();
    if faults.is_empty() {
        return format!("Clean in all {clean} scenes.");
    }
    let more = faults.len().saturating_sub(MAX_NAMED_FAULTS);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let named = faults[..faults.len().min(MAX_NAMED_FAULTS)].join(", ");
    format!("Clean in {clean} of {} scenes; worst in {named}{more}.", cells.len())
}
