//! The separating-axis inspector: drags a copy of the player's box around a segment and shows the overlap on each axis, and the
//! winning axis.

use egui_macroquad::egui::{Grid, RichText, Ui};
use glam::Vec2;
use seamwalker_collide::{Aabb, Contact, Edge, Mover, Solver};
use seamwalker_lab::axes::{Inspection, inspect};
use seamwalker_sim::World;

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Pen, style};
use crate::app::play::Play;
use crate::app::render::palette;

/// Farthest distance of a click from the segment that it picks, in pixels.
const PICK_RADIUS: f32 = 40.0;
/// Depth of the copy in a segment that was just picked, in pixels: enough for an overlap on every axis.
const INITIAL_DEPTH: f32 = 3.0;

/// The inspector.
#[derive(Default)]
pub struct Axes {
    /// The segment that was clicked, and the copy of the player's box.
    picked: Option<(Edge, Mover)>,
    /// While the box is dragged: from the mouse to its centre.
    grip: Option<Vec2>,
    /// The button was down in the last frame.
    down: bool,
}

impl Axes {
    /// Handles clicks and drags.
    fn drag(&mut self, world: &World, mouse: Option<Vec2>) {
        // A touch beside the menu is reported a frame late: detect its beginning here.
        let pressed = !std::mem::replace(&mut self.down, mouse.is_some());
        let Some(at) = mouse else { return self.grip = None };
        if pressed {
            let held = self.picked.map(|(_, copy)| copy.aabb).filter(|aabb| aabb.grown(2.0).contains(at));
            self.grip = held.map(|aabb| aabb.center - at);
            if held.is_none() {
                self.picked = picked(world, at).or(self.picked);
            }
        }
        if let (Some(grip), Some((_, copy))) = (self.grip, &mut self.picked) {
            copy.aabb.center = at + grip;
        }
    }
}

/// The segment near a point, and a copy of the player's box on it.
fn picked(world: &World, at: Vec2) -> Option<(Edge, Mover)> {
    let (terrain, player) = (&world.state.space.terrain, world.player_mover());
    let mut best = (PICK_RADIUS, None);
    terrain.edges_near(&Aabb::new(at, Vec2::splat(PICK_RADIUS)), |i| {
        let edge = terrain.edges()[i as usize];
        let point = edge.segment.closest_point(at);
        if point.distance(at) < best.0 {
            best = (point.distance(at), Some((edge, point)));
        }
    });
    let (edge, point) = best.1?;
    let out = player.aabb.half.dot(edge.normal.abs()) - INITIAL_DEPTH;
    Some((edge, player.moved(point + edge.normal * out - player.aabb.center)))
}

impl Tool for Axes {
    fn forget(&mut self) {
        *self = Self::default();
    }

    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let mouse = cx.pointer.filter(|_| cx.held || cx.pressed);
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        self.drag(&play.world, mouse);
        let solver = &play.world.rules.solver;
        ui.label(format!("as {} asks, or would ask if it tested segments", solver.kind));
        match &self.picked {
            None => drop(ui.label("Nothing selected.")),
            Some((edge, copy)) => show_axes(ui, &inspect(edge, copy, solver)),
        }
    }

    fn draw(&self, pen: &mut Pen, play: &Play, open: bool) {
        let Some((edge, copy)) = self.picked.filter(|_| open) else { return };
        pen.letters = pen.fit.scale.floor().clamp(1.0, 2.0);
        let solver = &play.world.rules.solver;
        pen.line(edge.segment.a, edge.segment.b, 4.0, palette::MUSTARD);
        pen.marks(&inspect(&edge, &copy, solver).marks(&edge, &copy));
        pen.rectangle(&copy.aabb, palette::DENIM_LIGHT);
        let (half, _) = solver.view().core(&copy);
        pen.rectangle(&Aabb::new(copy.aabb.center, half), palette::CREAM);
    }
}

fn show_axes(ui: &mut Ui, inspection: &Inspection) {
    let Inspection { rows, normal, depth, margin, winner, contact, .. } = inspection;
    Grid::new("axes").num_columns(5).striped(true).show(ui, |ui| {
        for word in ["axis", "box", "segment", "overlap", "depth"] {
            style::small(ui, word, palette::INK);
        }
        ui.end_row();
        for (i, row) in rows.iter().enumerate() {
            // Relative to the middle of the segment's projection, so that the numbers are small.
            let middle = (row.obstacle[0] + row.obstacle[1]) * 0.5;
            let projection = |[from, to]: [f32; 2]| format!("{:.1} {:.1}", from - middle, to - middle);
            let [mover, segment] = [row.mover, row.obstacle].map(projection);
            let [overlap, depth] = [row.overlap, row.depth].map(|px| format!("{px:.2}"));
            for text in [row.name.into(), mover, segment, overlap, depth] {
                let text = RichText::new(text).small();
                let marker = style::color(palette::MUSTARD);
                ui.label(if i == *winner { text.strong().background_color(marker) } else { text });
            }
            ui.end_row();
        }
    });
    let name = rows[*winner].name;
    let text = format!("{name} wins by {margin:.3} px: normal {:.3} {:.3}, depth {depth:.3}", normal.x, normal.y);
    ui.label(text);
    let text = match contact {
        Some(Contact { depth, normal }) if *depth > 0.0 => {
            format!("The solver pushes by {depth:.3} px: normal {:.3} {:.3}.", normal.x, normal.y)
        }
        Some(_) => "No overlap.".to_owned(),
        None => "The solver leaves it: from here the edge is open.".to_owned(),
    };
    ui.label(text);
    style::small(ui, "n: the segment's normal; a, b: its upper and lower end", palette::INK);
}
