//! Ghosts: other solvers beside the player's, each with its colour and name, and a table of their results.

use egui_macroquad::egui::{Grid, RichText, Ui, vec2};
use glam::Vec2;
use seamwalker_collide::{Aabb, SolverKind};
use seamwalker_lab::{Ghost, GhostState, Ghosts as Model};

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Pen, style};
use crate::app::play::Play;
use crate::app::render::palette;

/// Ghosts farther from the player are joined to it by a line, in pixels.
const LINE_DISTANCE: f32 = 24.0;
/// Ghosts nearer to each other share a label, in pixels.
const SHARED_TAG_DISTANCE: f32 = 7.0;
/// Distance of a label below a ghost, in pixels; one above is as much higher as its letters are.
const TAG_DISTANCE: f32 = 5.0;
/// Smaller differences are rounding, in pixels.
const SAME_DISTANCE: f32 = 0.0005;
/// The table's figures and the width of each, in points. A grid adapts its columns a frame too late for changing figures.
const GHOST_COLUMNS: [(&str, f32); 5] = [("px", 33.0), ("most", 27.0), ("snags", 33.0), ("depth", 33.0), ("µs", 25.0)];

/// The ghosts, and how they are drawn.
#[derive(Default)]
pub struct Ghosts {
    /// The ghosts themselves.
    pub model: Model,
}

impl Tool for Ghosts {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        if need_play(ui, cx.play.as_deref_mut()).is_none() {
            return;
        }
        self.solvers(ui);
        self.table(ui);
        let hint =
            "Each ghost keeps its own state, with its solver's default settings. Ghosts that died or finished wait.";
        style::small(ui, hint, palette::PLUM);
    }

    fn draw(&self, pen: &mut Pen, play: &Play, _open: bool) {
        draw_ghosts(pen, play, self.model.each());
    }
}

impl Ghosts {
    /// Buttons that add and remove ghosts.
    fn solvers(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(3.0, 2.0);
            for kind in SolverKind::ALL {
                let is_on = self.model.each().iter().any(|ghost| ghost.kind == kind);
                let text = RichText::new(kind.name()).small();
                if ui.selectable_label(is_on, text).on_hover_text(kind.description()).clicked() {
                    self.model.toggle(kind);
                }
            }
        });
        ui.horizontal(|ui| {
            for (text, ghosts) in [("all", Model::of_all_solvers()), ("none", Model::default())] {
                if style::small_button(ui, text).clicked() {
                    self.model = ghosts;
                }
            }
            if style::small_button(ui, "start together").on_hover_text("From your place, with new counts.").clicked() {
                self.model.start_together();
            }
        });
    }

    fn table(&self, ui: &mut Ui) {
        Grid::new("ghosts").striped(true).min_col_width(8.0).spacing(vec2(6.0, 1.0)).show(ui, |ui| {
            let cell = |ui: &mut Ui, width: f32, text: &str| {
                ui.horizontal(|ui| {
                    ui.set_min_width(width);
                    style::small(ui, text, palette::INK);
                });
            };
            ui.label("");
            GHOST_COLUMNS.into_iter().for_each(|(title, width)| cell(ui, width, title));
            ui.end_row();
            for row in self.model.table().rows.iter().filter(|_| self.model.is_on()) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 3.0;
                    ui.colored_label(style::color(palette::of_solver(row.kind)), "⏺");
                    style::small(ui, &row.name, palette::INK);
                });
                let apart = match row.state {
                    GhostState::Runs => pixels(row.apart),
                    GhostState::Died => "died".to_owned(),
                    GhostState::Finished => "exit".to_owned(),
                };
                let snags = row.snags.map_or_else(|| "-".to_owned(), |snags| snags.to_string());
                let (depth, cost) = (format!("{:.3}", row.worst_depth), format!("{:.1}", row.cost_us));
                let figures = [apart, pixels(row.farthest), snags, depth, cost];
                figures.iter().zip(GHOST_COLUMNS).for_each(|(figure, (_, width))| cell(ui, width, figure));
                ui.end_row();
            }
        });
    }
}

/// A distance with four significant digits or fewer.
fn pixels(distance: f32) -> String {
    match distance {
        d if d < SAME_DISTANCE => "0".to_owned(),
        d if d < 1.0 => format!("{d:.3}"),
        d if d < 100.0 => format!("{d:.1}"),
        d => format!("{d:.0}"),
    }
}

/// Named boxes at the ghosts, and lines to distant ones.
fn draw_ghosts(pen: &mut Pen, play: &Play, all: &[Ghost]) {
    let viewport = play.viewport();
    let player = play.world.state.player.aabb.center;
    // Ghosts in view, grouped by position: the first of each group, and how many more there are.
    let mut groups: Vec<(Aabb, &Ghost, usize)> = Vec::new();
    for (ghost, world) in all.iter().filter_map(|ghost| Some((ghost, ghost.world.as_ref()?))) {
        let aabb = world.state.player.aabb;
        if !viewport.shows(aabb.center, aabb.half) {
            continue;
        }
        let (color, distance) = (palette::of_solver(ghost.kind), aabb.center.distance(player));
        let near = |(group, ..): &&mut (Aabb, &Ghost, usize)| group.center.distance(aabb.center) < SHARED_TAG_DISTANCE;
        if let Some((.., more)) = groups.iter_mut().find(near) {
            *more += 1;
        } else {
            groups.push((aabb, ghost, 0));
            if distance > LINE_DISTANCE {
                pen.thin(player, aabb.center, palette::faded(color, 0.8));
            }
            if distance > SHARED_TAG_DISTANCE {
                pen.fill(&aabb, palette::faded(color, 0.25));
            }
        }
        pen.rectangle(&aabb, color);
    }
    for (aabb, first, more) in groups {
        let waits = if first.state() == GhostState::Runs { "" } else { " waits" };
        let more = if more > 0 { format!(" +{more}") } else { String::new() };
        // At the player, a label below hides less.
        let (min, below) = (aabb.min(), aabb.center.distance(player) < SHARED_TAG_DISTANCE);
        let y = if below { aabb.max().y + TAG_DISTANCE } else { min.y - 3.0 * TAG_DISTANCE };
        pen.text(&format!("{}{waits}{more}", first.kind), Vec2::new(min.x, y), palette::CREAM);
    }
}
