//! The results of solvers and crowds as tables: aligned text, and Markdown.

use std::ops::Range;

use glam::Vec2;

use super::compare::{CrowdRow, TableCell, TableRow};
use super::scene::CrowdResult;
use seamwalker_collide::{Cause, Member};

/// The columns of a scene's table.
const COLUMNS: &str = "solver | snags | slow snags | stuck | overlap px | lurch px | stretch px | jitter px | drift px | \
                       speed | missed | surface";

/// The printed figures of a cell, in the order of [`COLUMNS`], rounded so that they are equal in every build.
fn shown(cell: &TableCell) -> [String; 12] {
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
pub fn percent([all, made]: [f64; 2]) -> String {
    format!("{:.1} %", made / all * 100.0)
}

/// The worst fault of a cell in a few words; a dot without any fault.
pub fn worst(cell: &TableCell) -> String {
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
pub fn text(rows: &[TableRow], crowds: &[CrowdRow]) -> String {
    let table = |row: &TableRow| {
        let table = aligned(COLUMNS, row.cells.iter().map(shown));
        format!("{}: {}\n{table}\n", row.scene, row.title)
    };
    let crowd = |row: &CrowdRow| {
        format!("{}: {}\n{}\n", row.scene.name, row.scene.title, aligned(CROWD_COLUMNS, crowd_lines(row).into_iter()))
    };
    rows.iter().map(table).chain(crowds.iter().map(crowd)).collect()
}

/// Aligns cells in columns, the first one to the left, the others to the right.
fn aligned<const N: usize>(head: &str, rows: impl Iterator<Item = [String; N]>) -> String {
    let head = head.split(" | ").map(str::to_owned).collect();
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows.map(Vec::from)).collect();
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

/// The worst fault of each cell, by scene and solver.
pub fn overview(rows: &[TableRow]) -> String {
    let solvers = rows.iter().take(1).flat_map(|row| &row.cells).map(|cell| cell.solver.as_str());
    let head = std::iter::once("scene").chain(solvers).collect::<Vec<_>>().join(" | ");
    let line = |row: &TableRow| {
        let name = format!("[{0}](#{0})", row.scene);
        std::iter::once(name).chain(row.cells.iter().map(worst)).collect::<Vec<_>>()
    };
    markdown_table(&head, 0..0, rows.iter().map(line))
}

/// Every scene with its story and all figures.
pub fn details(rows: &[TableRow]) -> String {
    let section = |row: &TableRow| {
        let table = markdown_table(COLUMNS, 1..12, row.cells.iter().map(shown));
        markdown_section(&row.scene, &row.title, &row.story, &table)
    };
    rows.iter().map(section).collect()
}

/// A Markdown table with these columns, of which `figures` are aligned to the right.
pub fn markdown_table<R: AsRef<[String]>>(
    columns: &str,
    figures: Range<usize>,
    rows: impl Iterator<Item = R>,
) -> String {
    let align = |column| if figures.contains(&column) { "---:" } else { "---" };
    let align: Vec<&str> = (0..columns.split(" | ").count()).map(align).collect();
    let head = format!("| {columns} |\n| {} |\n", align.join(" | "));
    head + &rows.map(|cells| format!("| {} |\n", cells.as_ref().join(" | "))).collect::<String>()
}

/// A section about a scene with its table.
pub fn markdown_section(name: &str, title: &str, story: &str, table: &str) -> String {
    format!("### {name}\n\n**{}.** {story}\n\n{table}\n", capital(title))
}

/// The words with a capital first letter.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The columns of a crowd's table.
const CROWD_COLUMNS: &str = "member | priority | moved | expected | Crowd";

/// The rows of a crowd's table.
fn crowd_lines(row: &CrowdRow) -> Vec<[String; 5]> {
    let line = |(i, member): (usize, &Member)| {
        let moved = if member.teleported { format!("{}, teleported", px(member.delta)) } else { px(member.delta) };
        let (expected, made) = (result(&row.scene.expected, i), result(&row.made, i));
        [i.to_string(), member.priority.to_string(), moved, expected, made]
    };
    row.scene.members.iter().enumerate().map(line).collect()
}

/// The result of one member in a few words.
fn result(result: &CrowdResult, i: usize) -> String {
    let Some(shove) = result.corrections.get(i) else { return String::new() };
    let by = match shove.by {
        Some(Cause::Member(other)) => format!(" by {other}"),
        Some(Cause::Piece(_)) => " by terrain".to_owned(),
        Some(Cause::Body(id)) => format!(" by body {}", id.0),
        None => String::new(),
    };
    let mut words = format!("{}{by}, as {}", px(shove.way), shove.priority);
    for squish in result.contradictions.iter().filter(|squish| squish.member == i) {
        words.push_str(&format!(", squished {} deep", squish.depth));
    }
    words
}

/// A move in pixels; a dash for no move.
fn px(way: Vec2) -> String {
    // Turns -0 into 0.
    let way = way + Vec2::ZERO;
    if way == Vec2::ZERO { "-".to_owned() } else { format!("({}, {})", way.x, way.y) }
}

/// A table with one row per crowd scene.
pub fn crowd_overview(rows: &[CrowdRow]) -> String {
    let line = |row: &CrowdRow| {
        let kept = if row.kept { "as expected" } else { "**different**" }.to_owned();
        [format!("[{0}](#{0})", row.scene.name), row.scene.end.to_owned(), row.scene.title.clone(), kept]
    };
    markdown_table("scene | case | what it shows | result", 0..0, rows.iter().map(line))
}

/// Every crowd scene with its story and all members.
pub fn crowd_details(rows: &[CrowdRow]) -> String {
    let section = |row: &CrowdRow| {
        let table = markdown_table(CROWD_COLUMNS, 0..2, crowd_lines(row).into_iter());
        markdown_section(&row.scene.name, &row.scene.title, &row.scene.story, &table)
    };
    rows.iter().map(section).collect()
}
