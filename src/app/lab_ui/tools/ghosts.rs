//! Ghosts: other solvers beside the player's, each with its colour and name, and a table of their results.

use egui_macroquad::egui::{Grid, RichText, Ui, vec2};
use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::SolverKind;
use seamwalker_lab::{Ghost, GhostMode, GhostSetup, GhostState, Ghosts as Model};
use seamwalker_sim::{World, check_skin, check_solver};
use serde_json::{Value, json};

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

/// Longest arrow of a magnified difference, in pixels.
const MAX_ARROW: f32 = 24.0;
/// The largest magnification.
const MAX_MAGNIFICATION: f32 = 8192.0;

/// The ghosts, and how they are drawn.
#[derive(Default)]
pub struct Ghosts {
    /// The ghosts themselves.
    pub model: Model,
}

impl Tool for Ghosts {
    fn settings(&self) -> Option<Value> {
        let setups: Vec<GhostSetup> = self.model.each().iter().map(|ghost| ghost.setup).collect();
        Some(json!((self.model.mode, setups)))
    }

    fn restore(&mut self, settings: &Value) {
        let Ok((mode, setups)) = serde_json::from_value::<(GhostMode, Vec<GhostSetup>)>(settings.clone()) else {
            return;
        };
        self.clear();
        self.model.mode = mode;
        let valid = |setup: &GhostSetup| check_skin(setup.skin).and(check_solver(&setup.solver)).is_ok();
        for setup in setups.into_iter().filter(valid).take(Model::MAX) {
            self.model.add(setup);
        }
    }

    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        self.solvers(ui, &play.world);
        ui.horizontal(|ui| {
            for (mode, name) in [(GhostMode::FreeRun, "free run"), (GhostMode::SameStart, "same start")] {
                if ui.selectable_value(&mut self.model.mode, mode, name).clicked() {
                    self.model.start_together();
                    self.model.count_anew();
                }
            }
            if ui.button("restart together").clicked() {
                self.model.start_together();
            }
        });
        self.table(ui);
        let hint = match self.model.mode {
            GhostMode::FreeRun => "Each ghost keeps its own state. Ghosts that died or finished wait.",
            GhostMode::SameStart => {
                "Where each solver would have ended from your position; tiny differences are magnified."
            }
        };
        style::small(ui, hint, palette::PLUM);
        if style::small_button(ui, "reset counts").clicked() {
            self.model.count_anew();
        }
    }

    fn draw(&self, pen: &mut Pen, play: &Play, _open: bool) {
        let all = self.model.each();
        if all.is_empty() {
            return;
        }
        match self.model.mode {
            GhostMode::FreeRun => draw_free(pen, play, all),
            GhostMode::SameStart => draw_differences(pen, play, all),
        }
    }
}

impl Ghosts {
    /// Removes all ghosts.
    fn clear(&mut self) {
        let ids: Vec<u32> = self.model.each().iter().map(|ghost| ghost.id).collect();
        ids.into_iter().for_each(|id| self.model.remove(id));
    }

    /// Buttons that add and remove ghosts.
    fn solvers(&mut self, ui: &mut Ui, world: &World) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(3.0, 2.0);
            for kind in SolverKind::ALL {
                let default = GhostSetup::from(kind);
                let known = self.model.each().iter().find(|ghost| ghost.setup == default).map(|ghost| ghost.id);
                let text = RichText::new(kind.name()).small();
                if ui.selectable_label(known.is_some(), text).on_hover_text(kind.description()).clicked() {
                    match known {
                        Some(id) => self.model.remove(id),
                        None => _ = self.model.add(default),
                    }
                }
            }
        });
        ui.horizontal(|ui| {
            let current = GhostSetup { solver: world.rules.solver, skin: world.rules.skin };
            let button = style::small_button(ui, "+ current settings");
            if button.on_hover_text(format!("A ghost that keeps {current} when you change yours.")).clicked() {
                self.model.add(current);
            }
            if style::small_button(ui, "all eight").clicked() {
                for setup in SolverKind::ALL.map(GhostSetup::from) {
                    if self.model.each().iter().all(|ghost| ghost.setup != setup) {
                        self.model.add(setup);
                    }
                }
            }
            if style::small_button(ui, "none").clicked() {
                self.clear();
            }
        });
    }

    fn table(&mut self, ui: &mut Ui) {
        let table = self.model.table();
        let ids: Vec<u32> = std::iter::once(0).chain(self.model.each().iter().map(|ghost| ghost.id)).collect();
        let mut removed = None;
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
            for (row, id) in table.rows.iter().zip(ids).filter(|(_, id)| *id != 0 || self.model.is_on()) {
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
                if id != 0 && style::small_button(ui, "×").clicked() {
                    removed = Some(id);
                }
                ui.end_row();
            }
        });
        removed.into_iter().for_each(|id| self.model.remove(id));
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
fn draw_free(pen: &mut Pen, play: &Play, all: &[Ghost]) {
    let viewport = play.viewport();
    let player = play.world.state.player.aabb.center;
    // Ghosts in view, grouped by position.
    let mut groups: Vec<(Vec2, Vec<&Ghost>)> = Vec::new();
    for (ghost, world) in all.iter().filter_map(|ghost| Some((ghost, ghost.world.as_ref()?))) {
        let aabb = world.state.player.aabb;
        if !viewport.shows(aabb.center, aabb.half) {
            continue;
        }
        let (color, distance) = (palette::of_solver(ghost.setup.solver.kind), aabb.center.distance(player));
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
        1 => format!("{}{waits}", first.setup),
        more => format!("{}{waits} +{}", first.setup, more - 1),
    };
    let colors: Vec<Color> = members.iter().map(|ghost| palette::of_solver(ghost.setup.solver.kind)).collect();
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

/// Arrows from the player to where the other solvers would have ended, magnified until they are visible.
fn draw_differences(pen: &mut Pen, play: &Play, all: &[Ghost]) {
    let player = &play.world.state.player.aabb;
    let mut tags = Vec::new();
    for ghost in all {
        let difference = ghost.difference();
        let (length, color) = (difference.length(), palette::of_solver(ghost.setup.solver.kind));
        if length < SAME_DISTANCE {
            continue;
        }
        let mut magnification = 1.0;
        while length * magnification * 2.0 < MAX_ARROW && magnification < MAX_MAGNIFICATION {
            magnification *= 2.0;
        }
        let tip = player.center + difference * magnification;
        if magnification == 1.0 {
            pen.rectangle(&player.moved(difference), color);
        }
        pen.arrow(player.center, tip, color);
        let magnified = if magnification > 1.0 { format!("  ×{magnification:.0}") } else { String::new() };
        tags.push((tip, format!("{} {} px{magnified}", ghost.setup, pixels(length)), color));
    }
    // Over all arrows.
    for (tip, text, color) in tags {
        let size = pen.tag_size(&text, 1);
        let corner = pen.places.take(pen.at(tip) + Vec2::new(TAG_DISTANCE, -size.y * 0.5), size);
        pen.tag(&text, corner, &[color]);
    }
}
