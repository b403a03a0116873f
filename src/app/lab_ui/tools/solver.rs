//! The settings of the solver in use.

use egui_macroquad::egui::{Slider, Ui};
use seamwalker_collide::{EndAxes, GapDirection, IgnoredAxes, PushOrder, Setting, SlopeAxes, SolverSetup, Stairs};
use seamwalker_sim::World;

use crate::app::lab_ui::{Request, style};
use crate::app::render::palette;

/// Upper ends of the sliders: the skin is at most half the width of the player, a step a tile. In pixels, but for the rounds.
const MAX_SLIDER_SKIN: f32 = 6.0;
const MAX_SLIDER_ROUNDS: u32 = 16;
const MAX_SLIDER_EPSILON: f32 = 0.5;
const MAX_SLIDER_STEP_UP: f32 = 16.0;
const MAX_SLIDER_STEP: f32 = 8.0;

/// What the solver in use is, and its settings.
pub fn settings(ui: &mut Ui, world: &mut World, requests: &mut Vec<Request>) {
    let mut setup = world.rules.solver;
    style::small(ui, setup.kind.source(), palette::PLUM);
    for (law, reason) in setup.kind.known_violations() {
        style::small(ui, format!("known violation of {law:?}: {reason}"), palette::PLUM);
    }
    if setup.kind.uses(Setting::Skin) {
        ui.add(Slider::new(&mut world.rules.skin, 0.0..=MAX_SLIDER_SKIN).text("skin, px"));
    }
    options(ui, &mut setup);
    if setup != world.rules.solver {
        requests.push(Request::Solver(setup));
    }
}

/// The settings that the selected solver uses.
fn options(ui: &mut Ui, setup: &mut SolverSetup) {
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
        let choices = [(EndAxes::ClosestPoint, "closest"), (EndAxes::BoxCentre, "centre"), (EndAxes::None, "none")];
        choose(ui, "end axes", &mut options.end_axes, &choices);
    }
    if kind.uses(Setting::SubSteps) {
        ui.checkbox(&mut options.sub_steps, "sub-steps for long moves");
    }
    if kind.uses(Setting::MaxStep) {
        ui.add(Slider::new(&mut options.max_step, 0.0..=MAX_SLIDER_STEP).text("longest step, px"))
            .on_hover_text("0 leaves it to the method.");
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

/// Radio buttons for a choice, with a label.
fn choose<T: Copy + PartialEq>(ui: &mut Ui, label: &str, chosen: &mut T, choices: &[(T, &str)]) {
    ui.horizontal_wrapped(|ui| {
        ui.label(label);
        for (choice, name) in choices {
            ui.radio_value(chosen, *choice, *name);
        }
    });
}
