//! What [`Crowd`](crate::collide::Crowd) makes of the crowd scenes, as text and as Markdown.

use glam::Vec2;
use serde::Serialize;

use super::compare::{aligned, capital, line};
use super::scene::{CrowdScene, CrowdVerdict, OpenEnd};
use crate::collide::{Cause, Member};

/// One crowd scene: what is expected of it, and what came of it.
///
/// ```
/// use seamwalker::lab::{CrowdRow, crowds};
///
/// assert!(crowds().iter().map(CrowdRow::new).all(|row| row.kept));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrowdRow {
    /// The scene's name.
    pub scene: String,
    /// What it shows.
    pub title: String,
    /// What should come of it, and why.
    pub story: String,
    /// The open end that it is an example of.
    pub end: OpenEnd,
    /// Whether what came of it is what is expected, to the bit.
    pub kept: bool,
    /// Who moved.
    pub members: Vec<Member>,
    /// What is expected.
    pub expected: CrowdVerdict,
    /// What came of it.
    pub made: CrowdVerdict,
}

impl CrowdRow {
    /// Resolves a scene.
    #[must_use]
    pub fn new(scene: &CrowdScene) -> Self {
        let (made, expected) = (scene.resolve(), scene.expected.clone());
        Self {
            scene: scene.name.clone(),
            title: scene.title.clone(),
            story: scene.story.clone(),
            end: scene.end,
            kept: made == expected,
            members: scene.members.clone(),
            expected,
            made,
        }
    }
}

/// The columns of a scene's table.
const COLUMNS: [&str; 5] = ["member", "priority", "moved", "expected", "Crowd"];

/// A scene's table, without its head.
fn lines(row: &CrowdRow) -> Vec<[String; COLUMNS.len()]> {
    let line = |(i, member): (usize, &Member)| {
        let moved = if member.teleported { format!("{}, teleported", px(member.delta)) } else { px(member.delta) };
        let (expected, made) = (fate(&row.expected, i), fate(&row.made, i));
        [i.to_string(), member.priority.to_string(), moved, expected, made]
    };
    row.members.iter().enumerate().map(line).collect()
}

/// What became of one member, in a few words.
fn fate(verdict: &CrowdVerdict, i: usize) -> String {
    let Some(shove) = verdict.shoves.get(i) else { return String::new() };
    let by = match shove.by {
        Some(Cause::Member(other)) => format!(" by {other}"),
        Some(Cause::Piece(_)) => " by terrain".to_owned(),
        Some(Cause::Body(id)) => format!(" by body {}", id.0),
        None => String::new(),
    };
    let mut words = format!("{}{by}, as {}", px(shove.way), shove.priority);
    for squish in verdict.squishes.iter().filter(|squish| squish.who == i) {
        words.push_str(&format!(", squished {} deep", squish.depth));
    }
    words
}

/// A way in pixels; a dash where there is none.
fn px(way: Vec2) -> String {
    // Adding zero takes the sign from a negative one.
    let way = way + Vec2::ZERO;
    if way == Vec2::ZERO { "-".to_owned() } else { format!("({}, {})", way.x, way.y) }
}

/// The crowd scenes as aligned text, scene by scene.
pub(super) fn text(rows: &[CrowdRow]) -> String {
    let table = |row: &CrowdRow| {
        let table = [COLUMNS.map(str::to_owned)].into_iter().chain(lines(row)).map(|line| line.to_vec());
        format!("{}: {}\n{}\n", row.scene, row.title, aligned(&table.collect::<Vec<_>>()))
    };
    rows.iter().map(table).collect()
}

/// Every crowd scene in a line.
pub(super) fn overview(rows: &[CrowdRow]) -> String {
    let mut text = line(&["scene", "case", "what it shows", "result"].map(str::to_owned));
    text.push_str(&line(&["---"; 4].map(str::to_owned)));
    for row in rows {
        let kept = if row.kept { "as expected" } else { "**different**" }.to_owned();
        let name = format!("[{0}](#{0})", row.scene);
        text.push_str(&line(&[name, row.end.name().to_owned(), row.title.clone(), kept]));
    }
    text
}

/// Every crowd scene with its story and all members.
pub(super) fn details(rows: &[CrowdRow]) -> String {
    let mut text = String::new();
    for row in rows {
        text.push_str(&format!("### {}\n\n**{}.** {}\n\n", row.scene, capital(&row.title), row.story));
        text.push_str(&line(&COLUMNS.map(str::to_owned)));
        text.push_str(&line(&["---:", "---:", "---", "---", "---"].map(str::to_owned)));
        lines(row).iter().for_each(|cells| text.push_str(&line(cells)));
        text.push('\n');
    }
    text
}
