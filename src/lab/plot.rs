//! Pictures of runs: where a mover went, and where it snagged.

use std::fmt::Write;

use glam::Vec2;

use super::Oracle;
use super::drive::{drive, space};
use super::scene::Scene;
use crate::collide::{Aabb, Solver, SolverSetup};

/// The width of a picture, in its own pixels.
const WIDTH: f32 = 640.0;

/// The room above every panel, for its title, in pixels.
const TITLE: f32 = 18.0;

/// What is shown around the terrain, in pixels of the scene.
const MARGIN: f32 = 8.0;

/// Every how many steps the mover itself is drawn.
const GHOST: usize = 24;

/// Every how many steps the path gets a point.
const POINT: usize = 3;

/// Points nearer than this to each other are drawn once, in pixels of the scene.
const SAME: f32 = 0.2;

/// One run of one scene as a picture.
struct Panel {
    title: String,
    area: Aabb,
    /// Places after every step, and whether it was a snag.
    places: Vec<(Vec2, bool)>,
    half: Vec2,
}

/// A picture in SVG: the first run of each of these scenes, one below the other. Ink is the terrain, blue the way of the
/// mover's centre, pale boxes the mover, red dots are snags.
#[must_use]
pub fn plot(scenes: &[&Scene], setup: &SolverSetup) -> String {
    let panels: Vec<Panel> = scenes.iter().map(|scene| panel(scene, setup)).collect();
    let heights = panels.iter().map(|panel| panel.area.size().y * WIDTH / panel.area.size().x + TITLE);
    let height: f32 = heights.clone().sum();
    let mut text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\">\n");
    text.push_str("<style>.t{font:12px sans-serif;fill:#2b2136}.g{fill:#c9ad80;stroke:#2b2136;stroke-width:.8}");
    text.push_str(".m{fill:none;stroke:#607eb2;stroke-width:.5;opacity:.6}");
    text.push_str(".p{fill:none;stroke:#3a5484;stroke-width:1.4;stroke-linejoin:round}.s{fill:#cb4b49}</style>\n");
    text.push_str("<rect width=\"100%\" height=\"100%\" fill=\"#f6ead0\"/>\n");
    let mut top = 0.0;
    for ((panel, scene), height) in panels.iter().zip(scenes).zip(heights) {
        draw(&mut text, panel, scene, top);
        top += height;
    }
    text.push_str("</svg>\n");
    text
}

fn panel(scene: &Scene, setup: &SolverSetup) -> Panel {
    let (oracle, space, view) = (Oracle::new(&scene.union), space(scene), setup.view());
    let mut places = Vec::new();
    let half = scene.runs.first().map_or(Vec2::ZERO, |run| run.half);
    for run in scene.runs.iter().take(1) {
        drive(scene, &space, run, setup, |step| {
            let snagged = oracle.snags(view, &step.mover, step.delta, step.moved);
            places.push((step.after().aabb.center, snagged));
            true
        });
    }
    let ends = scene.union.edges().iter().flat_map(|e| [e.segment.a, e.segment.b]);
    let area = Aabb::around(ends).unwrap_or_default().grown(MARGIN);
    let snags = places.iter().filter(|(_, snagged)| *snagged).count();
    let title = format!("{}: {snags} snags in {} steps", scene.name, places.len());
    let high = Vec2::new(area.min().x, area.min().y.min(places.iter().fold(f32::MAX, |y, (p, _)| y.min(p.y - half.y))));
    Panel { title, area: Aabb::from_corners(high - Vec2::Y, area.max()), places, half }
}

fn draw(text: &mut String, panel: &Panel, scene: &Scene, top: f32) {
    let (size, scale) = (panel.area.size(), WIDTH / panel.area.size().x);
    let corner = panel.area.min();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "<text class=\"t\" x=\"6\" y=\"{:.0}\">{}</text>", top + TITLE - 5.0, panel.title);
    let _ = writeln!(
        text,
        "<svg y=\"{:.1}\" width=\"{WIDTH}\" height=\"{:.1}\" viewBox=\"{:.1} {:.1} {:.1} {:.1}\">",
        top + TITLE,
        size.y * scale,
        corner.x,
        corner.y,
        size.x,
        size.y
    );
    let _ = writeln!(text, "<path class=\"g\" d=\"{}\"/>", terrain(scene));
    for at in sparse(panel.places.iter().step_by(GHOST).map(|(at, _)| *at)) {
        let (min, size) = (at - panel.half, panel.half * 2.0);
        let _ = writeln!(
            text,
            "<rect class=\"m\" x=\"{:.1}\" y=\"{:.1}\" width=\"{}\" height=\"{}\"/>",
            min.x, min.y, size.x, size.y
        );
    }
    let points = panel.places.iter().step_by(POINT).chain(panel.places.last()).map(|(at, _)| *at);
    let path: String = sparse(points).map(|p| format!("{:.1} {:.1} ", p.x, p.y)).collect();
    let _ = writeln!(text, "<polyline class=\"p\" points=\"{}\"/>", path.trim_end());
    let snags = panel.places.iter().filter(|(_, snagged)| *snagged).map(|(at, _)| *at);
    for at in sparse(snags) {
        let _ = writeln!(text, "<circle class=\"s\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.2\"/>", at.x, at.y);
    }
    text.push_str("</svg>\n");
}

/// Leaves out every point that lies where the one before it lies.
fn sparse(points: impl Iterator<Item = Vec2>) -> impl Iterator<Item = Vec2> {
    let mut last = None;
    points.filter(move |at| last.replace(*at).is_none_or(|known: Vec2| known.distance(*at) > SAME))
}

/// The outline as one path, chain by chain.
fn terrain(scene: &Scene) -> String {
    let edges = scene.union.edges();
    let mut seen = vec![false; edges.len()];
    let mut path = String::new();
    for first in 0..edges.len() {
        let mut at = Some(first);
        let mut command = 'M';
        // Every edge is seen once, so this ends.
        while let Some(i) = at.filter(|&i| !seen[i]) {
            seen[i] = true;
            let a = edges[i].segment.a;
            path.push_str(&format!("{command}{} {}", a.x, a.y));
            command = 'L';
            at = edges[i].next.map(|next| next as usize);
        }
        path.push_str(if command == 'L' { "Z" } else { "" });
    }
    path
}
