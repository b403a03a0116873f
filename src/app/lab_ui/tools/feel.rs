//! Every number of the feel as a slider, and a comparison of two sets on the same inputs.

use std::path::Path;

use egui_macroquad::egui::{Button, Grid, RichText, Slider, SliderClamping, TextEdit, Ui, vec2};
use glam::Vec2;
use macroquad::color::Color;
use seamwalker::lab::feel_comparison::{FIGURES, FeelComparison, FeelPair, Recording, as_ron};
use seamwalker::sim::{Feel as Numbers, Input, Number, World};

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Pen, Request, TRAIL_GAP, style};
use crate::app::live_edit::parse;
use crate::app::play::Play;
use crate::app::render::palette;

/// Names and colours of the two sets.
const FEEL_SETS: [(&str, Color); 2] = [("A", palette::MUSTARD), ("B", palette::DENIM_LIGHT)];
/// Ticks of the comparison that are simulated per frame, for each set.
const TICKS_PER_SLICE: usize = 40;
/// Upper end of a slider, as a factor of the default value. Larger values can be typed.
const SLIDER_RANGE: f32 = 3.0;

/// The page of the feel.
#[derive(Default)]
pub struct Feel {
    sets: FeelPair,
    recording: Recording,
    comparison: Option<FeelComparison>,
    /// Only numbers whose name contains this are shown.
    search: String,
    only_changed: bool,
    /// Content of the paste field while it is open, and the last error.
    pasted: Option<(String, String)>,
}

impl Tool for Feel {
    fn before(&mut self, world: &World, input: Input) {
        self.recording.before(world, input);
    }

    fn forget(&mut self) {
        (self.recording, self.comparison) = Default::default();
    }

    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        let world = &mut play.world;
        if self.sets.are_new() {
            self.sets.both = [world.rules.feel; 2];
        }
        self.sets.edit("the level", world.rules.feel);
        self.set_buttons(ui);
        self.import_and_export(ui, cx.requests);
        ui.separator();
        self.compare(ui);
        ui.separator();
        self.numbers(ui);
        if !ui.input(|input| input.pointer.any_down()) {
            self.sets.settle();
        }
        let feel = *self.sets.live();
        if [true, false].iter().any(|ducked| feel.half(*ducked) != world.rules.feel.half(*ducked)) {
            world.change_feel(feel);
        }
        world.rules.feel = feel;
    }

    fn draw(&self, pen: &mut Pen, play: &Play, open: bool) {
        let Some(comparison) = self.comparison.as_ref().filter(|_| open) else { return };
        let viewport = play.viewport();
        let is_visible = |at: &Vec2| viewport.shows(*at, Vec2::ZERO);
        for (run, (name, color)) in comparison.runs.iter().zip(FEEL_SETS) {
            let visible = |step: &&[Vec2]| step.iter().all(is_visible) && step[0].distance(step[1]) < TRAIL_GAP;
            run.feet.windows(2).filter(visible).for_each(|step| pen.line(step[0], step[1], 2.0, color));
            if let Some(end) = run.feet.last().filter(|end| is_visible(end)) {
                pen.text(name, *end + Vec2::new(3.0, -16.0), color);
            }
        }
    }
}

impl Feel {
    /// Buttons that switch between the sets, copy one to the other, undo and redo.
    fn set_buttons(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            for (i, (name, color)) in FEEL_SETS.into_iter().enumerate() {
                let text = RichText::new(format!(" {name} ")).strong().color(style::color(palette::INK));
                let on = self.sets.live == i;
                let button = Button::new(text).selected(on);
                let button = if on { button.fill(style::color(color)) } else { button };
                if ui.add(button).on_hover_text("Play with this set.").clicked() {
                    self.sets.settle();
                    self.sets.live = i;
                }
            }
            let other = self.sets.both[1 - self.sets.live];
            let copy = ui.button("copy from the other").on_hover_text("Makes both sets the same.");
            if copy.clicked() {
                self.sets.edit("copy", other);
            }
            let (undo, redo) = self.sets.can();
            if ui.add_enabled(undo, Button::new("undo")).clicked() {
                self.sets.undo();
            }
            if ui.add_enabled(redo, Button::new("redo")).clicked() {
                self.sets.redo();
            }
        });
    }

    /// Copies, saves and pastes the numbers as text.
    fn import_and_export(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        ui.horizontal_wrapped(|ui| {
            if ui.button("defaults").on_hover_text("Reset every number to the game's default.").clicked() {
                self.sets.edit("defaults", Numbers::default());
            }
            let text = as_ron(self.sets.live());
            if ui.button("copy").on_hover_text("Copy the differences as RON.").clicked() {
                ui.ctx().copy_text(text.clone());
            }
            if ui.button("save").on_hover_text("Save to the feel file, or to a new one.").clicked() {
                requests.push(Request::SaveFeel(text));
            }
            let mut open = self.pasted.is_some();
            if ui.toggle_value(&mut open, "paste").clicked() {
                self.pasted = open.then(Default::default);
            }
        });
        let Some((text, error)) = &mut self.pasted else { return };
        let hint = "(jump: 240.0, coyote: 0.15)";
        ui.add(TextEdit::multiline(text).hint_text(hint).desired_rows(3).desired_width(f32::INFINITY));
        style::small(ui, &*error, palette::RED_DARK);
        if ui.button("use these numbers").clicked() {
            match parse(Path::new("pasted"), text.as_bytes()) {
                Ok(feel) => {
                    self.sets.edit("paste", feel);
                    self.pasted = None;
                }
                Err(why) => *error = why,
            }
        }
    }

    /// Compares both sets on the same inputs.
    fn compare(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let hint = "Replays your last ten seconds, or the last loop, with A and with B.";
            if ui.button("compare A and B on my last run").on_hover_text(hint).clicked() {
                self.comparison = self.recording.take().map(|take| FeelComparison::new(take, self.sets.both));
            }
            if self.comparison.is_some() && ui.button("hide").clicked() {
                self.comparison = None;
            }
        });
        let Some(comparison) = &mut self.comparison else { return };
        comparison.follow(self.sets.both);
        comparison.work(TICKS_PER_SLICE);
        let [a, b] = &comparison.runs;
        let done = a.feet.len().min(b.feet.len()) - 1;
        Grid::new("comparison").num_columns(4).spacing(vec2(12.0, 1.0)).show(ui, |ui| {
            style::small(ui, format!("{done} of {} ticks", comparison.ticks()), palette::INK);
            for (name, color) in FEEL_SETS {
                ui.label(RichText::new(format!("■ {name}")).strong().color(style::color(color)));
            }
            style::small(ui, "B - A", palette::INK);
            ui.end_row();
            for (i, (name, unit, about)) in FIGURES.into_iter().enumerate() {
                let (a, b) = (a.figures[i], b.figures[i]);
                let digits = if unit == "s" { 2 } else { 1 };
                style::small(ui, format!("{name} {unit}"), palette::INK).on_hover_text(about);
                ui.monospace(format!("{a:.digits$}"));
                ui.monospace(format!("{b:.digits$}"));
                let same = (a - b).abs() < 1e-4;
                ui.monospace(if same { "=".to_owned() } else { format!("{:+.digits$}", b - a) });
                ui.end_row();
            }
        });
    }

    /// The sliders.
    fn numbers(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.add(TextEdit::singleline(&mut self.search).hint_text("search").desired_width(110.0));
            ui.checkbox(&mut self.only_changed, "changed ones only");
        });
        ui.spacing_mut().slider_width = 74.0;
        let (search, mut feel, mut edited) = (self.search.to_lowercase().replace(' ', "_"), *self.sets.live(), None);
        feel.each_mut(&mut |number, value| {
            let found = number.name.contains(&search) && (*value != number.default || !self.only_changed);
            if found && slider(ui, number, value) {
                edited = Some(number.name);
            }
        });
        if let Some((name, feel)) = edited.zip(feel.checked().ok()) {
            self.sets.edit(name, feel);
        }
    }
}

/// A slider with name and unit, and a button with the default value, which resets it. Returns whether the value was changed.
fn slider(ui: &mut Ui, number: &Number, value: &mut f32) -> bool {
    let changed = *value != number.default;
    let name = format!("{} {}", number.name.replace('_', " "), number.unit());
    let ink = if changed { palette::RED_DARK } else { palette::INK };
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let end = number.range.end().min((number.default * SLIDER_RANGE).max(*value));
        let slider = Slider::new(value, *number.range.start()..=end).max_decimals(3);
        let moved = ui.add(slider.clamping(SliderClamping::Never)).changed();
        // The names are those of feel files.
        ui.label(RichText::new(name).small().color(style::color(ink))).on_hover_text(number.about.trim());
        let default = Button::new(((number.default * 1e3).round() / 1e3).to_string()).small().frame(changed);
        let reset = ui.add_enabled(changed, default).on_hover_text("Reset to default.").clicked();
        if reset {
            *value = number.default;
        }
        moved || reset
    });
    row.inner
}
