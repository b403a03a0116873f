//! Every number of the feel as a slider.

use std::path::Path;

use egui_macroquad::egui::{Button, RichText, Slider, SliderClamping, TextEdit, Ui};
use seamwalker_lab::feel_edits::{FeelEdits, as_ron};
use seamwalker_sim::{Feel as Numbers, Number};

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Request, style};
use crate::app::live_edit::parse;
use crate::app::render::palette;

/// Upper end of a slider, as a factor of the default value. Larger values can be typed.
const SLIDER_RANGE: f32 = 3.0;

/// The page of the feel.
#[derive(Default)]
pub struct Feel {
    edits: FeelEdits,
    /// Only numbers whose name contains this are shown.
    search: String,
    only_changed: bool,
    /// Content of the paste field while it is open, and the last error.
    pasted: Option<(String, String)>,
}

impl Tool for Feel {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        let world = &mut play.world;
        self.edits.follow(world.rules.feel);
        self.buttons(ui, cx.requests);
        ui.separator();
        self.numbers(ui);
        if !ui.input(|input| input.pointer.any_down()) {
            self.edits.settle();
        }
        let feel = *self.edits.feel();
        if [true, false].iter().any(|ducked| feel.half(*ducked) != world.rules.feel.half(*ducked)) {
            world.change_feel(feel);
        }
        world.rules.feel = feel;
    }
}

impl Feel {
    /// Undo and redo, and the numbers as text: copied, saved and pasted.
    fn buttons(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        ui.horizontal_wrapped(|ui| {
            let (undo, redo) = self.edits.can();
            if ui.add_enabled(undo, Button::new("undo")).clicked() {
                self.edits.undo();
            }
            if ui.add_enabled(redo, Button::new("redo")).clicked() {
                self.edits.redo();
            }
            if ui.button("defaults").on_hover_text("Reset every number to the game's default.").clicked() {
                self.edits.edit("defaults", Numbers::default());
            }
            let text = as_ron(self.edits.feel());
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
                    self.edits.edit("paste", feel);
                    self.pasted = None;
                }
                Err(why) => *error = why,
            }
        }
    }

    /// The sliders.
    fn numbers(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.add(TextEdit::singleline(&mut self.search).hint_text("search").desired_width(110.0));
            ui.checkbox(&mut self.only_changed, "changed ones only");
        });
        ui.spacing_mut().slider_width = 74.0;
        let (search, mut feel, mut edited) = (self.search.to_lowercase().replace(' ', "_"), *self.edits.feel(), None);
        feel.each_mut(&mut |number, value| {
            let found = number.name.contains(&search) && (*value != number.default || !self.only_changed);
            if found && slider(ui, number, value) {
                edited = Some(number.name);
            }
        });
        if let Some((name, feel)) = edited.zip(feel.checked().ok()) {
            self.edits.edit(name, feel);
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
