//! The current solver, its settings, and figures of the last tick.

use egui_macroquad::egui::{Grid, Slider, Ui, vec2};
use seamwalker_collide::{
    EndAxes, GapDirection, IgnoredAxes, PushOrder, Setting, SlopeAxes, SolverKind, SolverSetup, Stairs,
};
use seamwalker_lab::Judge;
use seamwalker_sim::{TICK, World};

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Costs, LAB_MENU_WIDTH, Request, style};
use crate::app::render::palette;

/// Upper ends of the sliders: the skin is at most half the width of the player, a step a tile. In pixels, but for the rounds.
const MAX_SLIDER_SKIN: f32 = 6.0;
const MAX_SLIDER_ROUNDS: u32 = 16;
const MAX_SLIDER_EPSILON: f32 = 0.5;
const MAX_SLIDER_STEP_UP: f32 = 16.0;
const MAX_SLIDER_STEP: f32 = 8.0;

/// The page of the solver. Its state is in the world.
#[derive(Default)]
pub struct Solver;

impl Tool for Solver {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return cost(ui, None, cx.costs) };
        solver(ui, &mut play.world, cx.requests);
        ui.separator();
        let snags = Judge::fits(&play.world.level).then(|| *play.snags.get_or_insert_default());
        numbers(ui, &play.world, snags);
        cost(ui, Some(play.tick_cost), cx.costs);
    }
}

/// The list of all solvers, and the settings of the selected one.
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
    style::small(ui, setup.kind.description(), palette::INK);
    style::small(ui, setup.kind.source(), palette::PLUM);
    ui.separator();
    if setup.kind.uses(Setting::Skin) {
        ui.add(Slider::new(&mut world.rules.skin, 0.0..=MAX_SLIDER_SKIN).text("skin, px"));
    }
    settings(ui, &mut setup);
    if setup != world.rules.solver {
        requests.push(Request::Solver(setup));
    }
}

/// The settings that the selected solver uses.
fn settings(ui: &mut Ui, setup: &mut SolverSetup) {
    let SolverSetup { kind, options } = setup;
    if kind.uses(Setting::Rounds) {
        ui.add(Slider::new(&mut options.rounds, 1..=MAX_SLIDER_ROUNDS).text("rounds"));
    }
    if kind.uses(Setting::Epsilon) {
        ui.add(Slider::new(&mut options.epsilon, 0.0..=MAX_SLIDER_EPSILON).text("epsilon, px").max_decimals(3));
    }
    if kind.uses(Setting::StepUp) {
        ui.add(Slider::new(&mut options.step_up, 0.0..=MAX_SLIDER_STEP_UP).text("step up, px"));
    }
    if kind.uses(Setting::Stairs) {
        choose(ui, "stairs", &mut options.stairs, &[(Stairs::Climb, "climb"), (Stairs::InvisibleRisers, "no risers")]);
    }
    if kind.uses(Setting::EdgeVisibility) {
        ui.checkbox(&mut options.edge_visibility, "invisible edges do not push");
    }
    if kind.uses(Setting::EndAxes) {
        choose_end_axes(ui, &mut options.end_axes);
    }
    if kind.uses(Setting::SubSteps) {
        ui.checkbox(&mut options.sub_steps, "sub-steps for long moves");
    }
    if kind.uses(Setting::MaxStep) {
        ui.add(Slider::new(&mut options.max_step, 0.0..=MAX_SLIDER_STEP).text("longest step, px (0: by method)"));
    }
    if kind.uses(Setting::Gap) {
        let mut along = options.gap == GapDirection::Normal;
        ui.checkbox(&mut along, "epsilon along the normal");
        options.gap = if along { GapDirection::Normal } else { GapDirection::Move };
    }
    if kind.uses(Setting::SlopeAxes) {
        let mut one = options.slope_axes == SlopeAxes::One;
        ui.checkbox(&mut one, "slopes push along one axis");
        options.slope_axes = if one { SlopeAxes::One } else { SlopeAxes::Both };
    }
    if kind.uses(Setting::EqualClimb) {
        ui.checkbox(&mut options.equal_climb, "climbs keep the length of the move");
    }
    if kind.uses(Setting::PushOrder) {
        let orders = PushOrder::ALL.map(|order| (order, order.name()));
        choose(ui, "push order", &mut options.push_order, &orders);
    }
    if kind.uses(Setting::Corrections) {
        ui.checkbox(&mut options.corrections, "halve and shorten steps");
    }
    if kind.uses(Setting::SideMemory) {
        ui.checkbox(&mut options.side_memory, "remember the side of edges");
    }
    if kind.uses(Setting::IgnoredAxes) {
        let choices = [(IgnoredAxes::None, "none"), (IgnoredAxes::Skip, "skip"), (IgnoredAxes::Discard, "discard")];
        choose(ui, "axes past joints", &mut options.ignored_axes, &choices);
    }
    if kind.uses(Setting::Disk) {
        ui.checkbox(&mut options.disk, "the mover is a disk");
    }
}

/// Radio buttons for the axes that the ends of a segment add.
pub(super) fn choose_end_axes(ui: &mut Ui, chosen: &mut EndAxes) {
    let choices = [(EndAxes::ClosestPoint, "closest"), (EndAxes::BoxCentre, "centre"), (EndAxes::None, "none")];
    choose(ui, "end axes", chosen, &choices);
}

/// Radio buttons for a choice, with a label.
fn choose<T: Copy + PartialEq>(ui: &mut Ui, label: &str, chosen: &mut T, choices: &[(T, &str)]) {
    ui.horizontal_wrapped(|ui| {
        ui.label(label);
        for (choice, name) in choices {
            ui.radio_value(chosen, *choice, *name);
        }
    });
}

/// Description, source and known violations of a solver.
fn about(ui: &mut Ui, kind: SolverKind) {
    ui.set_max_width(LAB_MENU_WIDTH);
    ui.label(kind.description());
    style::small(ui, kind.source(), palette::INK);
    for (law, reason) in kind.known_violations() {
        style::small(ui, format!("known violation of {law:?}: {reason}"), palette::INK);
    }
}

fn numbers(ui: &mut Ui, world: &World, snags: Option<u64>) {
    let player = &world.state.player;
    let (feet, stats) = (player.feet(), &world.stats);
    let [coyote, buffer, hold, lift] =
        [player.jump.coyote, player.jump.buffer, player.jump.hold, player.lift.ticks].map(|ticks| ticks as f32 * TICK);
    let wall = player.wall_lock as f32 * TICK;
    let rows: [(&str, String); 11] = [
        ("feet", format!("{:9.3} {:9.3}", feet.x, feet.y)),
        ("velocity", format!("{:9.2} {:9.2}", player.velocity.x, player.velocity.y)),
        ("pose", format!("{:?}{}", player.pose, if player.grounded { ", grounded" } else { "" })),
        ("ground", format!("{:.3} {:.3}", player.ground_normal.x, player.ground_normal.y)),
        ("timers", format!("coyote {coyote:.2} buffer {buffer:.2}")),
        ("", format!("hold {hold:.2} lift {lift:.2} wall {wall:.1}")),
        ("solver", format!("{} steps, {} rounds", stats.steps, stats.rounds)),
        ("", format!("{} candidates, {} contacts", stats.candidates, stats.touches.len())),
        ("worst depth", format!("{:.5} px", stats.worst_depth)),
        ("snags", snags.map_or_else(|| "not counted here".into(), |snags| snags.to_string())),
        ("hash", format!("{:016x}", world.hash())),
    ];
    table(ui, "numbers", &rows);
}

/// Costs of the program itself.
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
            style::small(ui, *title, palette::INK);
            ui.monospace(value);
            ui.end_row();
        }
    });
}
