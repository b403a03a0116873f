//! Ghosts: other solvers beside the player's, each with its colour and name, and a table of their results.

use egui_macroquad::egui::{Grid, RichText, Ui, vec2};
use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::SolverKind;
use seamwalker_lab::{Ghost, GhostState, Ghosts as Model};

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Pen, style};
use crate::app::play::Play;
use crate::app::render::palette;

/// Ghosts farther from the player are joined to it by a line, in pixels.
const LINE_DISTANCE: f32 = 24.0;
/// Ghosts nearer to each other share a name tag, in pixels.
const SHARED_TAG_DISTANCE: f32 = 7.0;
/// Distance of tags from what they name, in pixels of the window.
const TAG_DISTANCE: f32 = 8.0;
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
    // Ghosts in view, grouped by position.
    let mut groups: Vec<(Vec2, Vec<&Ghost>)> = Vec::new();
    for (ghost, world) in all.iter().filter_map(|ghost| Some((ghost, ghost.world.as_ref()?))) {
        let aabb = world.state.player.aabb;
        if !viewport.shows(aabb.center, aabb.half) {
            continue;
        }
        let (color, distance) = (palette::of_solver(ghost.kind), aabb.center.distance(player));
        if let Some((_, members)) = groups.iter_mut().find(|(at, _)| at.distance(aabb.center) < SHARED_TAG_DISTANCE) {
            members.push(ghost);
        } else {
            groups.push((aabb.center, vec![ghost]));
            if distance > LINE_DISTANCE {
                pen.thin(player, aabb.center, palette::faded(color, 0.8));
            }
            if distance > SHARED_TAG_DISTANCE {
                pen.fill(&aabb, palette::faded(color, 0.25));
            }
        }
        pen.rectangle(&aabb, color);
    }
    for (at, members) in &groups {
        tag_group(pen, *at, members, at.distance(player) < SHARED_TAG_DISTANCE);
    }
}

/// The tag of ghosts at one place, joined to them by a line if it had to move away. At the player, the tag below hides less.
fn tag_group(pen: &mut Pen, at: Vec2, members: &[&Ghost], below: bool) {
    let first = members[0];
    let half = first.world.as_ref().map_or(Vec2::ZERO, |world| world.state.player.aabb.half);
    let waits = if first.state() == GhostState::Runs { "" } else { " waits" };
    let text = match members.len() {
        1 => format!("{}{waits}", first.kind),
        more => format!("{}{waits} +{}", first.kind, more - 1),
    };
    let colors: Vec<Color> = members.iter().map(|ghost| palette::of_solver(ghost.kind)).collect();
    let size = pen.tag_size(&text, colors.len());
    let side = if below { half.y } else { -half.y };
    let away = if below { TAG_DISTANCE } else { -TAG_DISTANCE - size.y };
    let wanted = pen.at(at + Vec2::new(-half.x, side)) + Vec2::new(0.0, away);
    let corner = pen.places.take(wanted, size);
    if corner.distance(wanted) > size.y * 0.5 {
        let foot = Vec2::new(corner.x + 4.0, if corner.y > wanted.y { corner.y } else { corner.y + size.y });
        pen.canvas.smooth_line(pen.at(at), foot, 1.5, 1.0, colors[0]);
    }
    pen.tag(&text, corner, &colors);
}
