//! The solver in use, its settings, and figures of the last tick.

use egui_macroquad::egui::{Grid, RichText, Slider, Ui, vec2};
use seamwalker::collide::{EndAxes, Setting, SolverKind, SolverSetup};
use seamwalker::lab::Judge;
use seamwalker::sim::{TICK, World};

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Costs, Request, WIDTH, style};
use crate::app::render::palette;

/// The deepest skin that can be tried, in pixels: half the width of the player.
const THICKEST: f32 = 6.0;
/// The most rounds that can be tried.
const ROUNDS: std::ops::RangeInclusive<u32> = 1..=16;
/// The largest gap that can be kept, in pixels.
const MAX_GAP: f32 = 0.5;
/// The highest step that can be climbed, in pixels: a tile.
const HIGHEST_STEP: f32 = 16.0;

/// The choices for the axes that the ends of a segment add.
pub(super) const END_AXES: [(EndAxes, &str); 3] =
    [(EndAxes::ClosestPoint, "closest"), (EndAxes::BoxCentre, "centre"), (EndAxes::None, "none")];

/// The page of the solver. Everything it knows is in the world.
#[derive(Default)]
pub struct Solver;

impl Tool for Solver {
    fn name(&self) -> &'static str {
        "Solver"
    }

    fn hint(&self) -> &'static str {
        "The collision solver and its cost. Keys 1 to 8 switch it, even in mid-jump."
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut ToolContext) {
        let Some(play) = need_play(ui, bench.play.as_deref_mut()) else { return cost(ui, None, bench.costs) };
        solver(ui, &mut play.world, bench.requests);
        ui.separator();
        let snags = Judge::fits(&play.world.level).then(|| play.snags());
        numbers(ui, &play.world, snags);
        cost(ui, Some(play.tick_cost), bench.costs);
    }
}

/// The list of all solvers, and the settings of the chosen one.
fn solver(ui: &mut Ui, world: &mut World, requests: &mut Vec<Request>) {
    let mut setup = world.rules.solver;
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
    if setup.kind.uses(Setting::Skin) {
        ui.add(Slider::new(&mut world.rules.skin, 0.0..=THICKEST).text("skin, px"));
    }
    settings(ui, &mut setup);
    if setup != world.rules.solver {
        requests.push(Request::Solver(setup));
    }
}

/// The settings that the chosen solver heeds.
fn settings(ui: &mut Ui, setup: &mut SolverSetup) {
    let SolverSetup { kind, options } = setup;
    if kind.uses(Setting::Rounds) {
        ui.add(Slider::new(&mut options.rounds, ROUNDS).text("rounds"));
    }
    if kind.uses(Setting::Epsilon) {
        ui.add(Slider::new(&mut options.epsilon, 0.0..=MAX_GAP).text("epsilon, px").max_decimals(3));
    }
    if kind.uses(Setting::StepUp) {
        ui.add(Slider::new(&mut options.step_up, 0.0..=HIGHEST_STEP).text("step up, px"));
    }
    if kind.uses(Setting::EndAxes) {
        ui.horizontal(|ui| {
            ui.label("end axes");
            for (axes, name) in END_AXES {
                ui.radio_value(&mut options.end_axes, axes, name);
            }
        });
    }
    if kind.uses(Setting::SubSteps) {
        ui.checkbox(&mut options.sub_steps, "sub-steps for long moves");
    }
    if kind.uses(Setting::DeepestFirst) {
        ui.checkbox(&mut options.deepest_first, "deepest first");
    }
    if kind.uses(Setting::Disk) {
        ui.checkbox(&mut options.disk, "the mover is a disk");
    }
}

/// What a solver does, where it comes from, and which laws it does not keep.
fn about(ui: &mut Ui, kind: SolverKind) {
    ui.set_max_width(WIDTH);
    ui.label(kind.description());
    ui.label(RichText::new(kind.source()).small());
    for (law, reason) in kind.known_violations() {
        ui.label(RichText::new(format!("known violation of {law:?}: {reason}")).small());
    }
}

fn numbers(ui: &mut Ui, world: &World, snags: Option<u64>) {
    let player = &world.state.player;
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
        ("tools", format!("{} per tick", micro(costs.tools))),
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

/// Seconds as ticks would count them.
fn seconds(ticks: u32) -> f32 {
    ticks as f32 * TICK
}
