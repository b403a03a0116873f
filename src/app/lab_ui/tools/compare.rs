//! The first page: what every solver would have done in the player's place, as a table and as pins in the level; and ghosts of all.

use std::f32::consts::FRAC_PI_2;

use egui_macroquad::egui::{
    Align2, Button, CollapsingHeader, Context, Id, LayerId, Pos2, Rect, Response, RichText, Sense, Stroke, TextStyle,
    Ui, show_tooltip_at_pointer, vec2,
};
use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{Ghosts, Judge, Pin, Score, Scoreboard};
use seamwalker_sim::{Event, Input, TICK, World};

use super::solver::settings;
use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Pen, Request, style};
use crate::app::play::Play;
use crate::app::render::palette;

/// The width for which the table is laid out, in points; in a wider page the columns are farther apart.
const TABLE_WIDTH: f32 = 326.0;
/// The titles of the figures, and where their columns end, in points.
const COLUMNS: [(&str, f32); 6] =
    [("on", 148.0), ("off", 184.0), ("stop", 219.0), ("lurch", 255.0), ("deep", 291.0), ("ns", 326.0)];
/// The height of a row, in points.
const ROW_HEIGHT: f32 = 20.0;
/// The length of a pin, its angle to that of the next solver, the radius of its head, and how near to that the mouse points at it.
const PIN_LENGTH: f32 = 14.0;
const PIN_ANGLE: f32 = 0.2;
const PIN_RADIUS: f32 = 3.5;
const PIN_REACH: f32 = 5.0;

/// A ghost nearer to the player needs no name, in pixels; and how far above a ghost its name is.
const TOGETHER: f32 = 7.0;
const TAG_HEIGHT: f32 = 15.0;

/// The page.
#[derive(Default)]
pub struct Compare {
    pub board: Scoreboard,
    pub ghosts: Ghosts,
    /// What the pin at the mouse says, and what a click does.
    pointed: Option<(String, &'static str)>,
}

impl Tool for Compare {
    fn before(&mut self, world: &World, input: Input) {
        self.ghosts.before(world, input);
    }

    fn after(&mut self, world: &World, events: &[Event]) {
        self.ghosts.after(world, events);
    }

    fn forget(&mut self) {
        self.board = Scoreboard::default();
    }

    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let button = Button::new(RichText::new("See it snag").heading()).fill(style::color(palette::MUSTARD));
        let button = ui.add_sized([ui.available_width(), ui.spacing().interact_size.y.max(30.0)], button);
        cx.buttons.push(button.rect);
        if button.on_hover_text("Two heroes on the same ground, under two solvers.").clicked() {
            cx.requests.push(Request::Snag);
        }
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        if !Judge::fits(&play.world.level) {
            style::small(ui, "This level is too large to be judged.", palette::RED_DARK);
        }
        ui.scope(|ui| self.table(ui, &play.world, cx.requests, &mut cx.buttons));
        let hint = "Off: one slide per tick, pressed down by gravity. The game's own walking hides much of what a solver does \
                    wrong; this shows it.";
        ui.checkbox(&mut play.world.rules.ground_assist, "ground assist  B: it hides most snags").on_hover_text(hint);
        ui.horizontal_wrapped(|ui| {
            let mut are_on = !self.ghosts.list.is_empty();
            let hint =
                "All eight solvers run on your inputs, each in a world of its own. One that died or finished waits.";
            if ui.checkbox(&mut are_on, "ghosts of all eight").on_hover_text(hint).changed() {
                self.ghosts = if are_on { Ghosts::of_all_solvers() } else { Ghosts::default() };
            }
            if style::small_button(ui, "count anew").clicked() {
                self.board = Scoreboard::default();
            }
        });
        let title = format!("settings of {}", play.world.rules.solver.kind);
        let world = &mut play.world;
        CollapsingHeader::new(title).id_salt("settings").show(ui, |ui| settings(ui, world, cx.requests));
        self.point(cx);
    }

    fn beside(&mut self, context: &Context, _: &mut ToolContext) {
        let Some((text, click)) = &self.pointed else { return };
        show_tooltip_at_pointer(context, LayerId::background(), Id::new("pin"), |ui| {
            style::small(ui, text, palette::INK);
            style::small(ui, *click, palette::PLUM);
        });
    }

    fn draw(&self, pen: &mut Pen, play: &Play, open: bool) {
        if open {
            self.board.pins.iter().for_each(|pin| draw_pin(pen, play, pin));
        }
        draw_ghosts(pen, play, &self.ghosts);
    }
}

impl Compare {
    /// A row for every solver. A click switches to it.
    fn table(&self, ui: &mut Ui, world: &World, requests: &mut Vec<Request>, buttons: &mut Vec<Rect>) {
        let scale = ui.available_width() / TABLE_WIDTH;
        ui.spacing_mut().item_spacing.y = 1.0;
        let titles =
            row(ui, scale, "snags with assist", &COLUMNS.map(|(title, _)| (title.to_owned(), palette::PLUM)), None);
        titles.on_hover_text(
            "snags: ticks in which it lost more than half of the way that the ground allows, with ground assist on and off. The \
             next three go with the assist as it is now: the longest stop in seconds, lurches (longer than wanted, or back), the \
             deepest overlap in pixels. Then the nanoseconds of a slide.",
        );
        let unassisted = !world.rules.ground_assist;
        for (i, kind) in SolverKind::ALL.into_iter().enumerate() {
            let score = &self.board.scores[i];
            let (name, is_used) = (format!("{} {kind}", i + 1), kind == world.rules.solver.kind);
            let response = row(ui, scale, &name, &figures(score, unassisted), Some((kind, is_used)));
            buttons.extend(Some(response.rect).filter(|rect| ui.clip_rect().contains_rect(*rect)));
            if response.on_hover_text(kind.description()).clicked() {
                requests.push(Request::Solver(SolverSetup { kind, ..world.rules.solver }));
            }
        }
        let text = "Each solver is asked in every tick what it would have done in your place. A pin is where it would have \
                    been caught.";
        style::small(ui, text, palette::PLUM);
    }

    /// Points at a pin; a click steps through what happened there.
    fn point(&mut self, cx: &mut ToolContext) {
        let Some(play) = cx.play.as_deref_mut() else { return };
        let distance = |pin: &&Pin| cx.pointer.map_or(f32::MAX, |at| head(pin).distance(at));
        let pin = self.board.pins.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let Some(pin) = pin.filter(|pin| distance(pin) < PIN_REACH) else { return self.pointed = None };
        let (sentence, is_kept) =
            (pin.sentence(&play.world.level.terrain), cx.session.history.ticks().contains(&pin.tick));
        let click = if is_kept { "Click: step through it." } else { "That is longer ago than the past is kept." };
        self.pointed = Some((sentence.clone(), click));
        if cx.pressed
            && let Some(world) = cx.session.history.at(pin.tick)
        {
            play.clock.paused = true;
            cx.film = Some((pin.film(&world), sentence));
            cx.requests.push(Request::Travel(Box::new(world)));
        }
    }
}

/// The figures of a row, those that do not count now in pale.
fn figures(score: &Score, unassisted: bool) -> [(String, Color); COLUMNS.len()] {
    let [with, without] = score.tallies;
    let now = if unassisted { without } else { with };
    let snags = |snags: u64, counts: bool| {
        let ink = if snags > 0 { palette::RED_DARK } else { palette::INK };
        (snags.to_string(), if counts { ink } else { palette::PLUM })
    };
    [
        snags(with.snags, !unassisted),
        snags(without.snags, unassisted),
        (format!("{:.2}", now.longest_stop as f32 * TICK), palette::INK),
        (now.lurches.to_string(), palette::INK),
        (format!("{:.2}", now.deepest), palette::INK),
        (format!("{:.0}", score.nanoseconds()), palette::INK),
    ]
}

/// A row of the table, with the solver's colour, and marked if it is in use.
fn row(
    ui: &mut Ui,
    scale: f32,
    name: &str,
    figures: &[(String, Color); COLUMNS.len()],
    solver: Option<(SolverKind, bool)>,
) -> Response {
    let height = ROW_HEIGHT.max(if solver.is_some() { ui.spacing().interact_size.y } else { 0.0 });
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    let (painter, font) = (ui.painter(), TextStyle::Small.resolve(ui.style()));
    if let Some((kind, is_used)) = solver {
        let fill = if is_used { palette::MUSTARD } else { palette::LINEN };
        if is_used || response.hovered() {
            painter.rect_filled(rect, 4.0, style::color(fill));
        }
        let at = rect.left_center() + vec2(8.0, 0.0);
        painter.circle(at, 5.0, style::color(palette::of_solver(kind)), Stroke::new(1.0, style::color(palette::INK)));
    }
    let text = |at: Pos2, align: Align2, text: &str, ink: Color| {
        painter.text(at, align, text, font.clone(), style::color(ink));
    };
    text(rect.left_center() + vec2(18.0, 0.0), Align2::LEFT_CENTER, name, palette::INK);
    for ((figure, ink), (_, end)) in figures.iter().zip(COLUMNS) {
        text(rect.left_center() + vec2(end * scale - 3.0, 0.0), Align2::RIGHT_CENTER, figure, *ink);
    }
    response
}

/// The middle of a pin's head, in the level. Pins of several solvers at one place fan out.
fn head(pin: &Pin) -> Vec2 {
    let middle = (SolverKind::ALL.len() - 1) as f32 * 0.5;
    let angle = (pin.setup.kind as usize as f32 - middle) * PIN_ANGLE - FRAC_PI_2;
    pin.at() + Vec2::from_angle(angle) * PIN_LENGTH
}

fn draw_pin(pen: &mut Pen, play: &Play, pin: &Pin) {
    let head = head(pin);
    if play.viewport().shows(head, Vec2::splat(PIN_LENGTH)) {
        let color = palette::of_solver(pin.setup.kind);
        pen.line(pin.at(), head, 2.0, color);
        let outline = pen.rounded_box(head, Vec2::ZERO, PIN_RADIUS);
        pen.outlined(&outline, color, palette::INK, 1.0);
    }
}

/// A box at every ghost in view; at those that are apart from the player, also the name and a line.
fn draw_ghosts(pen: &mut Pen, play: &Play, ghosts: &Ghosts) {
    let player = play.world.state.player.aabb().center;
    for (ghost, world) in ghosts.list.iter().filter_map(|ghost| Some((ghost, ghost.world.as_ref()?))) {
        let (aabb, color) = (world.state.player.aabb(), palette::of_solver(ghost.kind));
        if !play.viewport().shows(aabb.center, aabb.half) {
            continue;
        }
        if aabb.center.distance(player) > TOGETHER {
            pen.thin(player, aabb.center, palette::faded(color, 0.8));
            pen.fill(&aabb, palette::faded(color, 0.25));
            let waits = if ghost.waits() { " waits" } else { "" };
            pen.text(&format!("{}{waits}", ghost.kind), aabb.min() - Vec2::Y * TAG_HEIGHT, palette::CREAM);
        }
        pen.rectangle(&aabb, color);
    }
}
