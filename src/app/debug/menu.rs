//! The menu: solver and its settings, overlays, time, feel, and live numbers.

use egui_macroquad::egui::scroll_area::ScrollAreaOutput;
use egui_macroquad::egui::{Align2, CollapsingHeader, Context, Grid, RichText, ScrollArea, Slider, Ui, Window, vec2};
use macroquad::input::mouse_wheel;
use seamwalker::collide::{EndAxes, Setting, SolverKind, SolverSetup};
use seamwalker::lab::{CrowdScene, Scene};
use seamwalker::sim::{Feel, World};

use super::super::clock::SPEEDS;
use super::super::palette;
use super::super::play::Play;
use super::overlay::{Overlays, seconds};
use super::{Costs, Request, style};

/// The menu's width in points.
const WIDTH: f32 = 346.0;
/// The deepest skin that can be tried, in pixels: half the width of the player.
const THICKEST: f32 = 6.0;
/// The most rounds that can be tried.
const ROUNDS: std::ops::RangeInclusive<u32> = 1..=16;
/// The largest gap that can be kept, in pixels.
const WIDEST_GAP: f32 = 0.5;
/// The highest step that can be climbed, in pixels: a tile.
const HIGHEST_STEP: f32 = 16.0;

/// A wheel that reports less than this per turn counts turns.
const WHEEL: f32 = 20.0;
/// How far a turn of such a wheel moves the menu, in points.
const LINES: f32 = 60.0;

/// The choices for the axes that the ends of a segment add.
const END_AXES: [(EndAxes, &str); 3] =
    [(EndAxes::ClosestPoint, "closest"), (EndAxes::BoxCentre, "centre"), (EndAxes::None, "none")];

/// Shows the menu.
pub fn show(
    context: &Context,
    play: Option<&mut Play>,
    overlays: &mut Overlays,
    costs: Costs,
    list: (&[Scene], &[CrowdScene]),
    requests: &mut Vec<Request>,
    open: &mut bool,
) {
    let height = context.screen_rect().height() - 90.0;
    Window::new("Laboratory")
        .open(open)
        .anchor(Align2::RIGHT_TOP, vec2(-12.0, 12.0))
        .default_size(vec2(WIDTH, height))
        .max_width(WIDTH)
        .resizable(false)
        .show(context, |ui| {
            let area = ScrollArea::vertical().max_height(height).show(ui, |ui| {
                ui.set_width(WIDTH - 20.0);
                if let Some(play) = play {
                    sections(ui, play, overlays, costs, requests);
                } else {
                    ui.label("Begin a level: the laboratory shows what its solver does.");
                    cost(ui, None, costs);
                }
                section(ui, "Scenes", false, |ui| scenes(ui, list, requests));
            });
            scroll(ui, &area);
        });
}

/// On X11 a turn of the wheel arrives as 1 instead of 120, and would hardly move the menu.
fn scroll<R>(ui: &Ui, area: &ScrollAreaOutput<R>) {
    let turn = mouse_wheel().1;
    if turn == 0.0 || turn.abs() >= WHEEL || !ui.rect_contains_pointer(area.inner_rect) {
        return;
    }
    let last = (area.content_size.y - area.inner_rect.height()).max(0.0);
    let mut state = area.state;
    state.offset.y = (state.offset.y - turn.signum() * LINES).clamp(0.0, last);
    state.store(ui.ctx(), area.id);
}

fn sections(ui: &mut Ui, play: &mut Play, overlays: &mut Overlays, costs: Costs, requests: &mut Vec<Request>) {
    section(ui, "Solver", true, |ui| solver(ui, &mut play.world, requests));
    section(ui, "Show", true, |ui| {
        Grid::new("overlays").num_columns(2).show(ui, |ui| {
            for (i, (name, on)) in overlays.each().into_iter().enumerate() {
                ui.checkbox(on, name);
                if i % 2 == 1 {
                    ui.end_row();
                }
            }
        });
    });
    section(ui, "Time", true, |ui| time(ui, play, requests));
    section(ui, "Numbers", true, |ui| {
        let snags = play.snags();
        numbers(ui, &play.world, snags);
        cost(ui, Some(play.tick_cost), costs);
    });
    section(ui, "Feel", false, |ui| feel(ui, &mut play.world));
}

fn section(ui: &mut Ui, title: &str, open: bool, body: impl FnOnce(&mut Ui)) {
    let title = RichText::new(title).heading().color(style::color(palette::RED_DARK));
    CollapsingHeader::new(title).default_open(open).show(ui, body);
}

/// The list of all solvers, and the settings of the chosen one.
fn solver(ui: &mut Ui, world: &mut World, requests: &mut Vec<Request>) {
    let mut setup = world.solver;
    Grid::new("solvers").num_columns(2).show(ui, |ui| {
        for (i, kind) in SolverKind::ALL.into_iter().enumerate() {
            let text = format!("{} {kind}", i + 1);
            ui.radio_value(&mut setup.kind, kind, text).on_hover_ui(|ui| about(ui, kind));
            if i % 2 == 1 {
                ui.end_row();
            }
        }
    });
    ui.label(RichText::new(setup.kind.description()).small());
    ui.label(RichText::new(setup.kind.source()).small().color(style::color(palette::PLUM)));
    ui.separator();
    if setup.kind.heeds(Setting::Thickness) {
        ui.add(Slider::new(&mut world.thickness, 0.0..=THICKEST).text("thickness, px"));
    }
    settings(ui, &mut setup);
    if setup != world.solver {
        requests.push(Request::Solver(setup));
    }
}

/// The settings that the chosen solver heeds.
fn settings(ui: &mut Ui, setup: &mut SolverSetup) {
    let SolverSetup { kind, options } = setup;
    if kind.heeds(Setting::Rounds) {
        ui.add(Slider::new(&mut options.rounds, ROUNDS).text("rounds"));
    }
    if kind.heeds(Setting::Epsilon) {
        ui.add(Slider::new(&mut options.epsilon, 0.0..=WIDEST_GAP).text("epsilon, px").max_decimals(3));
    }
    if kind.heeds(Setting::StepUp) {
        ui.add(Slider::new(&mut options.step_up, 0.0..=HIGHEST_STEP).text("step up, px"));
    }
    if kind.heeds(Setting::EndAxes) {
        ui.horizontal(|ui| {
            ui.label("end axes");
            for (axes, name) in END_AXES {
                ui.radio_value(&mut options.end_axes, axes, name);
            }
        });
    }
    if kind.heeds(Setting::SubSteps) {
        ui.checkbox(&mut options.sub_steps, "cut long moves into steps");
    }
    if kind.heeds(Setting::DeepestFirst) {
        ui.checkbox(&mut options.deepest_first, "deepest first");
    }
    if kind.heeds(Setting::Disk) {
        ui.checkbox(&mut options.disk, "the mover is a disk");
    }
}

/// What a solver does, where it comes from, and which laws it does not keep.
fn about(ui: &mut Ui, kind: SolverKind) {
    ui.set_max_width(WIDTH);
    ui.label(kind.description());
    ui.label(RichText::new(kind.source()).small());
    for (law, reason) in kind.unclaimed() {
        ui.label(RichText::new(format!("does not promise {law:?}: {reason}")).small());
    }
}

/// The scenes of the laboratory, each with its story, to be played.
fn scenes(ui: &mut Ui, (list, crowds): (&[Scene], &[CrowdScene]), requests: &mut Vec<Request>) {
    ui.label(RichText::new("Where solvers are known to go wrong. Esc leads back.").small());
    for scene in list {
        if plays(ui, &scene.name, &scene.title, &scene.story) {
            requests.push(Request::Scene(Box::new(scene.clone())));
        }
    }
    ui.label(RichText::new("Many bodies that push each other:").small());
    for scene in crowds {
        if plays(ui, &scene.name, &scene.title, &scene.story) {
            requests.push(Request::Crowd(Box::new(scene.clone())));
        }
    }
}

/// A scene of the list; whether it is to be played.
fn plays(ui: &mut Ui, name: &str, title: &str, story: &str) -> bool {
    let row = ui.horizontal(|ui| {
        let clicked = ui.small_button("play").clicked();
        ui.label(name).on_hover_ui(|ui| {
            ui.set_max_width(WIDTH);
            ui.label(title);
            ui.label(RichText::new(story).small());
        });
        clicked
    });
    row.inner
}

fn time(ui: &mut Ui, play: &mut Play, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        let text = if play.clock.paused { "run  P" } else { "pause  P" };
        if ui.button(text).clicked() {
            play.clock.paused = !play.clock.paused;
        }
        if ui.button("step  .").clicked() {
            play.clock.step();
        }
        if ui.button("reload  F5").clicked() {
            requests.push(Request::Reload);
        }
    });
    ui.horizontal_wrapped(|ui| {
        for speed in SPEEDS {
            let text = if speed < 1.0 { format!("{}/8", speed * 8.0) } else { format!("×{speed}") };
            ui.selectable_value(&mut play.clock.speed, speed, text);
        }
    });
    ui.checkbox(&mut play.world.noclip, "fly through everything");
    ui.checkbox(&mut play.world.bare, "bare slides  B").on_hover_text(
        "One slide per tick, pressed down by gravity. The game's own walking hides much of what a solver does wrong; \
         this shows it.",
    );
}

fn numbers(ui: &mut Ui, world: &World, snags: Option<u64>) {
    let player = &world.player;
    let feet = player.feet();
    let rows: [(&str, String); 11] = [
        ("feet", format!("{:9.3} {:9.3}", feet.x, feet.y)),
        ("velocity", format!("{:9.2} {:9.2}", player.velocity.x, player.velocity.y)),
        ("pose", format!("{:?}{}", player.pose, if player.grounded { ", grounded" } else { "" })),
        ("ground", format!("{:.3} {:.3}", player.ground_normal.x, player.ground_normal.y)),
        ("timers", format!("coyote {:.2} buffer {:.2}", seconds(player.coyote), seconds(player.buffer))),
        (
            "",
            format!(
                "hold {:.2} lift {:.2} wall {:.1}",
                seconds(player.jump_hold),
                seconds(player.lift_ticks),
                seconds(player.wall_lock)
            ),
        ),
        ("solver", format!("{} steps, {} rounds", world.stats.steps, world.stats.rounds)),
        ("", format!("{} candidates, {} contacts", world.stats.candidates, world.stats.touches.len())),
        ("worst depth", format!("{:.5} px", world.stats.worst_depth)),
        ("snags", snags.map_or_else(|| "not counted here".into(), |snags| snags.to_string())),
        ("hash", format!("{:016x}", world.hash())),
    ];
    table(ui, "numbers", &rows);
}

/// What the program's own work costs.
fn cost(ui: &mut Ui, tick: Option<f32>, costs: Costs) {
    let micro = |seconds: f32| format!("{:.0} µs", seconds * 1e6);
    let rows = [
        ("tick", tick.map_or_else(|| "-".into(), micro)),
        ("draw", format!("{}, {} calls", micro(costs.draw), costs.calls)),
        ("frame", format!("{:.1} ms, {:.0} per s", costs.frame * 1e3, 1.0 / costs.frame.max(1e-4))),
    ];
    table(ui, "costs", &rows);
}

fn table(ui: &mut Ui, name: &str, rows: &[(&str, String)]) {
    Grid::new(name).num_columns(2).spacing(vec2(10.0, 1.0)).show(ui, |ui| {
        for (title, value) in rows {
            ui.label(RichText::new(*title).small());
            ui.monospace(value);
            ui.end_row();
        }
    });
}

fn feel(ui: &mut Ui, world: &mut World) {
    ui.horizontal(|ui| {
        if ui.button("as it was").clicked() {
            world.feel = Feel::default();
        }
        if ui.button("copy as RON").clicked() {
            let text = ron::ser::to_string_pretty(&world.feel, ron::ser::PrettyConfig::default());
            ui.ctx().copy_text(text.unwrap_or_default());
        }
    });
    world.feel.each_mut(|name, value, range| {
        ui.add(Slider::new(value, range).text(name.replace('_', " ")).max_decimals(3));
    });
}
