//! The results of [`Crowd`](seamwalker_collide::Crowd) in the crowd scenes, as text and as Markdown.

use glam::Vec2;
use serde::Serialize;

use super::compare::{aligned, markdown_section, markdown_table};
use super::scene::{CrowdScene, CrowdVerdict};
use seamwalker_collide::{Cause, Member};

/// The expected and the actual result of a crowd scene.
#[derive(Clone, Debug, Serialize)]
pub struct CrowdRow {
    /// The scene, with the expected result.
    #[serde(flatten)]
    pub scene: CrowdScene,
    /// Whether the results are equal to the bit.
    pub kept: bool,
    /// The actual result.
    pub made: CrowdVerdict,
}

impl CrowdRow {
    /// Resolves a scene.
    #[must_use]
    pub fn new(scene: &CrowdScene) -> Self {
        let made = scene.resolve();
        Self { scene: scene.clone(), kept: made == scene.expected, made }
    }
}

/// The columns of a scene's table.
const CROWD_COLUMNS: [&str; 5] = ["member", "priority", "moved", "expected", "Crowd"];

/// The rows of a scene's table.
fn lines(row: &CrowdRow) -> Vec<[String; CROWD_COLUMNS.len()]> {
    let line = |(i, member): (usize, &Member)| {
        let moved = if member.teleported { format!("{}, teleported", px(member.delta)) } else { px(member.delta) };
        let (expected, made) = (result(&row.scene.expected, i), result(&row.made, i));
        [i.to_string(), member.priority.to_string(), moved, expected, made]
    };
    row.scene.members.iter().enumerate().map(line).collect()
}

/// The result of one member in a few words.
fn result(verdict: &CrowdVerdict, i: usize) -> String {
    let Some(shove) = verdict.shoves.get(i) else { return String::new() };
    let by = match shove.by {
        Some(Cause::Member(other)) => format!(" by {other}"),
        Some(Cause::Edge(_) | Cause::Piece(_)) => " by terrain".to_owned(),
        Some(Cause::Body(id)) => format!(" by body {}", id.0),
        None => String::new(),
    };
    let mut words = format!("{}{by}, as {}", px(shove.way), shove.priority);
    for squish in verdict.squishes.iter().filter(|squish| squish.member == i) {
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

/// The crowd scenes as aligned text, scene by scene.
pub(super) fn text(rows: &[CrowdRow]) -> String {
    let table = |row: &CrowdRow| {
        let table = [CROWD_COLUMNS.map(str::to_owned)].into_iter().chain(lines(row)).map(|line| line.to_vec());
        format!("{}: {}\n{}\n", row.scene.name, row.scene.title, aligned(&table.collect::<Vec<_>>()))
    };
    rows.iter().map(table).collect()
}

/// A table with one row per crowd scene.
pub(super) fn overview(rows: &[CrowdRow]) -> String {
    let line = |row: &CrowdRow| {
        let kept = if row.kept { "as expected" } else { "**different**" }.to_owned();
        [format!("[{0}](#{0})", row.scene.name), row.scene.end.name().to_owned(), row.scene.title.clone(), kept]
    };
    markdown_table(&["scene", "case", "what it shows", "result"], &["---"; 4], rows.iter().map(line))
}

/// Every crowd scene with its story and all members.
pub(super) fn details(rows: &[CrowdRow]) -> String {
    let section = |row: &CrowdRow| {
        let align = ["---:", "---:", "---", "---", "---"];
        let table = markdown_table(&CROWD_COLUMNS, &align, lines(row).into_iter());
        markdown_section(&row.scene.name, &row.scene.title, &row.scene.story, &table)
    };
    rows.iter().map(section).collect()
}
