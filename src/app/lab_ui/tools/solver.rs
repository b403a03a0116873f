//! The settings of the solver in use.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use egui_macroquad::egui::{Slider, Ui, emath::Numeric};
use seamwalker_collide::{EndAxes, GapDirection, IgnoredAxes, PushOrder, Setting, SlopeAxes, SolverOptions, Stairs};
use seamwalker_sim::World;

use crate::app::lab_ui::{Request, style};
use crate::app::render::palette;

/// Upper end of the slider of the skin, in pixels: half the width of the player.
const MAX_SLIDER_SKIN: f32 = 6.0;

/// A setting and its control.
type Control = (Setting, fn(&mut Ui, &mut SolverOptions));

/// All controls. Sliders end where larger values make no sense: a step is at most a tile.
const CONTROLS: [Control; 16] = [
    (Setting::Rounds, |ui, of| slider(ui, "rounds", &mut of.rounds, 1..=16)),
    (Setting::Epsilon, |ui, of| slider(ui, "epsilon, px", &mut of.epsilon, 0.0..=0.5)),
    (Setting::StepUp, |ui, of| slider(ui, "step up, px", &mut of.step_up, 0.0..=16.0)),
    (Setting::MaxStep, |ui, of| slider(ui, "longest step, px; 0: its own", &mut of.max_step, 0.0..=8.0)),
    (Setting::Stairs, |ui, of| choose(ui, "stairs", &mut of.stairs, &[Stairs::Climb, Stairs::InvisibleRisers])),
    (Setting::EndAxes, |ui, of| {
        choose(ui, "end axes", &mut of.end_axes, &[EndAxes::ClosestPoint, EndAxes::BoxCentre, EndAxes::None]);
    }),
    (Setting::Gap, |ui, of| choose(ui, "epsilon along", &mut of.gap, &[GapDirection::Normal, GapDirection::Move])),
    (Setting::SlopeAxes, |ui, of| {
        choose(ui, "axes of slopes", &mut of.slope_axes, &[SlopeAxes::One, SlopeAxes::Both]);
    }),
    (Setting::PushOrder, |ui, of| choose(ui, "push order", &mut of.push_order, &PushOrder::ALL)),
    (Setting::IgnoredAxes, |ui, of| {
        let choices = [IgnoredAxes::None, IgnoredAxes::Skip, IgnoredAxes::Discard];
        choose(ui, "axes past joints", &mut of.ignored_axes, &choices);
    }),
    (Setting::EdgeVisibility, |ui, of| switch(ui, "invisible edges do not push", &mut of.edge_visibility)),
    (Setting::SubSteps, |ui, of| switch(ui, "sub-steps for long moves", &mut of.sub_steps)),
    (Setting::EqualClimb, |ui, of| switch(ui, "climbs keep the length of the move", &mut of.equal_climb)),
    (Setting::Corrections, |ui, of| switch(ui, "halve and shorten steps", &mut of.corrections)),
    (Setting::SideMemory, |ui, of| switch(ui, "remember the side of edges", &mut of.side_memory)),
    (Setting::Disk, |ui, of| switch(ui, "the mover is a disk", &mut of.disk)),
];

/// What the solver in use is, and its settings.
pub fn settings(ui: &mut Ui, world: &mut World, requests: &mut Vec<Request>) {
    let mut setup = world.rules.solver;
    style::small(ui, setup.kind.source(), palette::PLUM);
    for (law, reason) in setup.kind.known_violations() {
        style::small(ui, format!("known violation of {law:?}: {reason}"), palette::PLUM);
    }
    if setup.kind.uses(Setting::Skin) {
        slider(ui, "skin, px", &mut world.rules.skin, 0.0..=MAX_SLIDER_SKIN);
    }
    for (_, control) in CONTROLS.iter().filter(|(setting, _)| setup.kind.uses(*setting)) {
        control(ui, &mut setup.options);
    }
    if setup != world.rules.solver {
        requests.push(Request::Solver(setup));
    }
}

fn slider<T: Numeric>(ui: &mut Ui, label: &str, value: &mut T, range: RangeInclusive<T>) {
    ui.add(Slider::new(value, range).text(label));
}

fn switch(ui: &mut Ui, label: &str, on: &mut bool) {
    ui.checkbox(on, label);
}

/// Radio buttons for a choice, with a label. The choices have their names in the library, where they are documented.
fn choose<T: Copy + PartialEq + Debug>(ui: &mut Ui, label: &str, chosen: &mut T, choices: &[T]) {
    ui.horizontal_wrapped(|ui| {
        ui.label(label);
        for choice in choices {
            ui.radio_value(chosen, *choice, format!("{choice:?}"));
        }
    });
}
