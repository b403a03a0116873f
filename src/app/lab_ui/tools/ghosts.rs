//! Other solvers beside the player's, each with its colour and name, and a table of how they fare.

use egui_macroquad::egui::{Grid, RichText, Ui, vec2};
use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::SolverKind;
use seamwalker::lab::{Ghost, GhostMode, GhostSetup, GhostState, Ghosts as Model};
use seamwalker::sim::{World, check_skin, check_solver};
use serde_json::{Value, json};

use super::see::place_of;
use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Pen, WIDTH, style};
use crate::app::play::Play;
use crate::app::render::palette;
use crate::app::render::view::window_size;

/// From how far away a thread leads to the player, in pixels.
const FAR: f32 = 24.0;
/// Ghosts nearer to each other than this share a name tag, in pixels.
const TOGETHER: f32 = 7.0;
/// How far within the picture's border the arrows to what is beyond it lie, in pixels of the window.
const INSIDE: f32 = 26.0;
/// A difference that is smaller is rounding, in pixels.
const SAME: f32 = 0.0005;
/// The table's figures and how wide each gets, in points. A grid learns how wide its columns are a frame too late for figures
/// that change.
const COLUMNS: [(&str, f32); 5] = [("px", 33.0), ("most", 27.0), ("snags", 33.0), ("depth", 33.0), ("µs", 25.0)];

/// How long the arrow of a difference is at most, in pixels, when it is magnified.
const LONGEST: f32 = 24.0;
/// The strongest magnification.
const STRONGEST: f32 = 8192.0;

/// The ghosts, and what of them is drawn.
#[derive(Default)]
pub struct Ghosts {
    /// The ghosts themselves.
    pub model: Model,
    contacts: bool,
}

/// The colour of a solver.
fn color_of(kind: SolverKind) -> Color {
    palette::of_index(place_of(kind))
}

impl Tool for Ghosts {
    fn name(&self) -> &'static str {
        "Ghosts"
    }

    fn hint(&self) -> &'static str {
        "Runs other solvers beside yours on the same inputs."
    }

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
        let sound = |setup: &GhostSetup| check_skin(setup.skin).and(check_solver(&setup.solver)).is_ok();
        for setup in setups.into_iter().filter(sound).take(Model::MAX) {
            self.model.add(setup);
        }
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut ToolContext) {
        let Some(play) = need_play(ui, bench.play.as_deref_mut()) else { return };
        self.choice(ui, &play.world);
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
        ui.label(RichText::new(hint).small().color(style::color(palette::PLUM)));
        ui.horizontal(|ui| {
            ui.checkbox(&mut self.contacts, "contacts");
            if ui.small_button("reset counts").clicked() {
                self.model.count_anew();
            }
            if ui.small_button("copy as JSON").clicked() {
                ui.ctx().copy_text(serde_json::to_string(&self.model.table()).unwrap_or_default());
            }
        });
    }

    fn draw(&self, pen: &mut Pen, play: &Play, chosen: bool) {
        let all = self.model.each();
        match self.model.mode {
            GhostMode::FreeRun => draw_free(pen, play, all, chosen),
            GhostMode::SameStart => draw_differences(pen, play, all),
        }
        for (ghost, world) in all.iter().filter_map(|ghost| Some((ghost, ghost.world.as_ref()?))) {
            if self.contacts && ghost.state() == GhostState::Runs {
                let color = color_of(ghost.setup.solver.kind);
                world.stats.touches.iter().for_each(|touch| pen.contact(world, touch, color));
            }
        }
    }
}

impl Ghosts {
    /// Nobody is left.
    fn clear(&mut self) {
        let ids: Vec<u32> = self.model.each().iter().map(|ghost| ghost.id).collect();
        ids.into_iter().for_each(|id| self.model.remove(id));
    }

    /// Which solvers run beside.
    fn choice(&mut self, ui: &mut Ui, world: &World) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(3.0, 2.0);
            for kind in SolverKind::ALL {
                let usual = GhostSetup::from(kind);
                let known = self.model.each().iter().find(|ghost| ghost.setup == usual).map(|ghost| ghost.id);
                let text = RichText::new(kind.name()).small();
                if ui.selectable_label(known.is_some(), text).on_hover_text(kind.description()).clicked() {
                    match known {
                        Some(id) => self.model.remove(id),
                        None => {
                            self.model.add(usual);
                        }
                    }
                }
            }
        });
        ui.horizontal(|ui| {
            let present = GhostSetup { solver: world.rules.solver, skin: world.rules.skin };
            let here = ui.small_button("+ current settings");
            if here.on_hover_text(format!("A ghost that keeps {present} when you change yours.")).clicked() {
                self.model.add(present);
            }
            if ui.small_button("all eight").clicked() {
                for setup in SolverKind::ALL.map(GhostSetup::from) {
                    if self.model.each().iter().all(|ghost| ghost.setup != setup) {
                        self.model.add(setup);
                    }
                }
            }
            if ui.small_button("none").clicked() {
                self.clear();
            }
        });
    }

    fn table(&mut self, ui: &mut Ui) {
        let table = self.model.table();
        let ids: Vec<u32> = std::iter::once(0).chain(self.model.each().iter().map(|ghost| ghost.id)).collect();
        let mut gone = None;
        Grid::new("ghosts").striped(true).min_col_width(8.0).spacing(vec2(6.0, 1.0)).show(ui, |ui| {
            let cell = |ui: &mut Ui, wide: f32, text: &str| {
                ui.horizontal(|ui| {
                    ui.set_min_width(wide);
                    ui.label(RichText::new(text).small());
                });
            };
            ui.label("");
            COLUMNS.into_iter().for_each(|(title, wide)| cell(ui, wide, title));
            ui.end_row();
            for (row, id) in table.rows.iter().zip(ids).filter(|(_, id)| *id != 0 || self.model.is_on()) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 3.0;
                    ui.colored_label(style::color(color_of(row.kind)), "⏺");
                    ui.label(RichText::new(&row.name).small());
                });
                let apart = match row.state {
                    GhostState::Runs => pixels(row.apart),
                    GhostState::Died => "died".to_owned(),
                    GhostState::Finished => "exit".to_owned(),
                };
                let snags = row.snags.map_or_else(|| "-".to_owned(), |snags| snags.to_string());
                let (depth, cost) = (format!("{:.3}", row.worst_depth), format!("{:.1}", row.cost_us));
                let figures = [apart, pixels(row.farthest), snags, depth, cost];
                figures.iter().zip(COLUMNS).for_each(|(figure, (_, wide))| cell(ui, wide, figure));
                if id != 0 && ui.small_button("×").clicked() {
                    gone = Some(id);
                }
                ui.end_row();
            }
        });
        gone.into_iter().for_each(|id| self.model.remove(id));
    }
}

/// A distance with as many digits as it needs.
fn pixels(distance: f32) -> String {
    match distance {
        d if d < SAME => "0".to_owned(),
        d if d < 1.0 => format!("{d:.3}"),
        d if d < 100.0 => format!("{d:.1}"),
        d => format!("{d:.0}"),
    }
}

/// Boxes with names where the ghosts are; threads to those who are far, arrows to those who are out of sight.
fn draw_free(pen: &mut Pen, play: &Play, all: &[Ghost], chosen: bool) {
    let window = play.window();
    let you = play.world.state.player.aabb.center;
    // Who is out of sight, and, of those in sight, who is where: a place, its first name, how many share it.
    let mut groups: Vec<(Vec2, Vec<&Ghost>)> = Vec::new();
    let mut beyond = Vec::new();
    for (ghost, world) in all.iter().filter_map(|ghost| Some((ghost, ghost.world.as_ref()?))) {
        let aabb = world.state.player.aabb;
        if !window.shows(aabb.center, aabb.half) {
            beyond.push((ghost, aabb.center));
            continue;
        }
        let color = color_of(ghost.setup.solver.kind);
        let near = |group: &(Vec2, Vec<&Ghost>)| group.0.distance(aabb.center) < TOGETHER;
        let group = groups.iter().position(near).unwrap_or(groups.len());
        if group == groups.len() {
            groups.push((aabb.center, Vec::new()));
        }
        let members = &mut groups[group].1;
        if aabb.center.distance(you) > FAR && members.is_empty() {
            pen.thin(you, aabb.center, palette::faded(color, 0.8));
        }
        if members.is_empty() && aabb.center.distance(you) > TOGETHER {
            pen.fill(&aabb, palette::faded(color, 0.25));
        }
        pen.rectangle(&aabb, color);
        members.push(ghost);
    }
    for (at, members) in &groups {
        let first = members[0];
        let half = first.world.as_ref().map_or(Vec2::ZERO, |world| world.state.player.aabb.half);
        let waits = if first.state() == GhostState::Runs { "" } else { " waits" };
        let text = match members.len() {
            1 => format!("{}{waits}", first.setup),
            more => format!("{}{waits} +{}", first.setup, more - 1),
        };
        // Whoever is at the player's place has the tag below, where it hides less.
        let beside = at.distance(you) < TOGETHER;
        let corner = if beside { Vec2::new(-half.x, half.y + 3.0) } else { Vec2::new(-half.x, -half.y - 10.0) };
        pen.tag(&text, pen.at(*at + corner), members.iter().map(|ghost| color_of(ghost.setup.solver.kind)));
    }
    let room = window_size().x - if chosen { WIDTH + 12.0 } else { 0.0 };
    let (min, max) = (pen.at(window.corner) + INSIDE, pen.at(window.corner + window.size) - INSIDE);
    let max = max.min(Vec2::new(room - INSIDE, f32::MAX)).max(min);
    let mut used: Vec<Vec2> = Vec::new();
    for (ghost, at) in beyond {
        let to = pen.at(at);
        let mut place = to.clamp(min, max);
        // Tags of those beyond the same border stand below each other.
        for _ in 0..Model::MAX {
            if used.iter().any(|other| (*other - place).abs().y < 15.0 && (*other - place).abs().x < 150.0) {
                place.y = if place.y + 15.0 > max.y { min.y } else { place.y + 15.0 };
            }
        }
        used.push(place);
        let color = color_of(ghost.setup.solver.kind);
        let along = (to - place).normalize_or_zero() * 9.0;
        let head = [place + along, place - along * 0.6 + along.perp() * 0.7, place - along * 0.6 - along.perp() * 0.7];
        pen.canvas.polygon(&head, color);
        let text = format!("{} {:.0} px", ghost.setup, at.distance(you));
        let wide = pen.assets.font.width(&text);
        let left = if place.x + 14.0 + wide > max.x { place.x - 14.0 - wide } else { place.x + 14.0 };
        pen.tag(&text, Vec2::new(left, place.y - 6.0), [color]);
    }
}

/// Arrows from the player to where the others would have ended, as long as needed to be seen.
fn draw_differences(pen: &mut Pen, play: &Play, all: &[Ghost]) {
    let player = &play.world.state.player.aabb;
    let mut tags: Vec<Vec2> = Vec::new();
    for ghost in all {
        let difference = ghost.difference();
        let (length, color) = (difference.length(), color_of(ghost.setup.solver.kind));
        if length < SAME {
            continue;
        }
        let mut times = 1.0;
        while length * times * 2.0 < LONGEST && times < STRONGEST {
            times *= 2.0;
        }
        let tip = player.center + difference * times;
        if times == 1.0 {
            pen.rectangle(&player.moved(difference), color);
        }
        pen.arrow(player.center, tip, color);
        let magnified = if times > 1.0 { format!("  ×{times:.0}") } else { String::new() };
        let mut tag = tip + Vec2::new(6.0, -4.0);
        for _ in 0..Model::MAX {
            if tags.iter().any(|other| (other.y - tag.y).abs() < 7.0 && (other.x - tag.x).abs() < 90.0) {
                tag.y += 7.5;
            }
        }
        tags.push(tag);
        pen.tag(&format!("{} {} px{magnified}", ghost.setup, pixels(length)), pen.at(tag), [color]);
    }
}
