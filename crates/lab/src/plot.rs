//! SVG pictures of runs, with the path of the mover and its snags.

use std::fmt::Write;

use glam::Vec2;

use super::Oracle;
use super::ascii::chains;
use super::drive::{Drive, DriveStep, space};
use super::scene::Scene;
use seamwalker_collide::{Aabb, Solver, SolverSetup, Terrain};

/// The width of a picture, in its own pixels.
const PLOT_WIDTH: f32 = 640.0;

/// The height of a panel's title, in pixels.
const PANEL_TITLE: f32 = 18.0;

/// The margin around the terrain, in pixels of the scene.
const PLOT_MARGIN: f32 = 8.0;

/// The number of steps between two drawings of the mover.
const MOVER_EVERY: usize = 24;

/// The number of steps between two points of the path.
const POINT_EVERY: usize = 3;

/// Closer points are drawn once, in pixels of the scene.
const MIN_POINT_DISTANCE: f32 = 0.2;

/// A picture in SVG of the first run of each scene, one below the other: the terrain in ink, the path of the mover's centre in
/// blue, the mover as pale boxes, snags as red dots.
pub fn plot(scenes: &[&Scene], setup: &SolverSetup) -> String {
    let (mut panels, mut height) = (String::new(), 0.0);
    for scene in scenes {
        height += draw(&mut panels, scene, setup, height);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {PLOT_WIDTH} {height:.0}\">\n\
         <style>.t{{font:12px sans-serif;fill:#2b2136}}.g{{fill:#c9ad80;stroke:#2b2136;stroke-width:.8}}\
         .m{{fill:none;stroke:#607eb2;stroke-width:.5;opacity:.6}}\
         .p{{fill:none;stroke:#3a5484;stroke-width:1.4;stroke-linejoin:round}}.s{{fill:#cb4b49}}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#f6ead0\"/>\n{panels}</svg>\n"
    )
}

/// Writes the title of a panel, and the start of a nested picture that shows `area`, `top` pixels below the upper end.
fn open_panel(text: &mut String, title: &str, area: &Aabb, top: f32) {
    let (corner, size) = (area.min(), area.size());
    // Writing to a String cannot fail.
    let _ = writeln!(text, "<text class=\"t\" x=\"6\" y=\"{:.0}\">{title}</text>", top + PANEL_TITLE - 5.0);
    let _ = writeln!(
        text,
        "<svg y=\"{:.1}\" width=\"{PLOT_WIDTH}\" height=\"{:.1}\" viewBox=\"{:.1} {:.1} {:.1} {:.1}\">",
        top + PANEL_TITLE,
        size.y * PLOT_WIDTH / size.x,
        corner.x,
        corner.y,
        size.x,
        size.y
    );
}

/// Draws a run, `top` pixels below the upper end. Returns the height of its panel.
fn draw(text: &mut String, scene: &Scene, setup: &SolverSetup, top: f32) -> f32 {
    let (oracle, space, view) = (Oracle::new(&scene.union), space(scene), setup.view());
    let steps = scene.runs.first().into_iter().flat_map(|run| Drive::new(scene, run).steps(&space, setup));
    let snagged = |step: &DriveStep| oracle.snags(view, &step.mover, step.delta, step.moved);
    let places: Vec<(Vec2, bool)> = steps.map(|step| (step.after().aabb.center, snagged(&step))).collect();
    let half = scene.runs.first().map_or(Vec2::ZERO, |run| run.half);
    let ends = scene.union.edges().iter().flat_map(|e| [e.segment.a, e.segment.b]);
    let area = Aabb::around(ends).unwrap_or_default().grown(PLOT_MARGIN);
    let snags = places.iter().filter(|(_, snagged)| *snagged).count();
    let title = format!("{}: {snags} snags in {} steps", scene.name, places.len());
    let high = Vec2::new(area.min().x, area.min().y.min(places.iter().fold(f32::MAX, |y, (p, _)| y.min(p.y - half.y))));
    let area = Aabb::from_corners(high - Vec2::Y, area.max());
    open_panel(text, &title, &area, top);
    let _ = writeln!(text, "<path class=\"g\" d=\"{}\"/>", terrain(&scene.union));
    for at in sparse(places.iter().step_by(MOVER_EVERY).map(|(at, _)| *at)) {
        let (min, size) = (at - half, half * 2.0);
        let _ = write!(text, "<rect class=\"m\" x=\"{:.1}\" y=\"{:.1}\" ", min.x, min.y);
        let _ = writeln!(text, "width=\"{}\" height=\"{}\"/>", size.x, size.y);
    }
    let points = places.iter().step_by(POINT_EVERY).chain(places.last()).map(|(at, _)| *at);
    let path: String = sparse(points).map(|p| format!("{:.1} {:.1} ", p.x, p.y)).collect();
    let _ = writeln!(text, "<polyline class=\"p\" points=\"{}\"/>", path.trim_end());
    for at in sparse(places.iter().filter(|(_, snagged)| *snagged).map(|(at, _)| *at)) {
        let _ = writeln!(text, "<circle class=\"s\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.2\"/>", at.x, at.y);
    }
    text.push_str("</svg>\n");
    area.size().y * PLOT_WIDTH / area.size().x + PANEL_TITLE
}

/// Leaves out every point that is close to the previous one.
fn sparse(points: impl Iterator<Item = Vec2>) -> impl Iterator<Item = Vec2> {
    let mut last = None;
    points.filter(move |at| last.replace(*at).is_none_or(|known: Vec2| known.distance(*at) > MIN_POINT_DISTANCE))
}

/// The outline as one path, chain by chain.
fn terrain(terrain: &Terrain) -> String {
    let edges = terrain.edges();
    let point = |i: usize| format!("{} {}", edges[i].segment.a.x, edges[i].segment.a.y);
    let outline = |chain: Vec<usize>| format!("M{}Z", chain.into_iter().map(point).collect::<Vec<_>>().join("L"));
    chains(edges, 0..edges.len()).map(outline).collect()
}
