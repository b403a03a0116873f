//! Every number of the feel as a slider.

use egui_macroquad::egui::{Button, RichText, Slider, SliderClamping, TextEdit, Ui};
use seamwalker_sim::{Feel as Numbers, Number};

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Request, style};
use crate::app::render::palette;

/// Upper end of a slider, as a factor of the default value. Larger values can be typed.
const SLIDER_RANGE: f32 = 3.0;

/// The page of the feel.
#[derive(Default)]
pub struct Feel {
    /// Only numbers whose name contains this are shown.
    search: String,
}

impl Tool for Feel {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        let world = &mut play.world;
        let mut feel = world.rules.feel;
        ui.horizontal_wrapped(|ui| {
            if ui.button("defaults").on_hover_text("Reset every number to the game's default.").clicked() {
                feel = Numbers::default();
            }
            if ui.button("copy").on_hover_text("Copy the differences as RON.").clicked() {
                ui.ctx().copy_text(feel.as_ron());
            }
            if ui.button("save").on_hover_text("Save to the feel file, or to a new one.").clicked() {
                cx.requests.push(Request::SaveFeel(feel.as_ron()));
            }
        });
        ui.separator();
        ui.add(TextEdit::singleline(&mut self.search).hint_text("search").desired_width(110.0));
        ui.spacing_mut().slider_width = 74.0;
        let search = self.search.to_lowercase().replace(' ', "_");
        feel.each_mut(&mut |number, value| {
            if number.name.contains(&search) {
                slider(ui, number, value);
            }
        });
        let Ok(feel) = feel.checked() else { return };
        if [true, false].iter().any(|ducked| feel.half(*ducked) != world.rules.feel.half(*ducked)) {
            world.change_feel(feel);
        }
        world.rules.feel = feel;
    }
}

/// A slider with name and unit, and a button with the default value, which resets it.
fn slider(ui: &mut Ui, number: &Number, value: &mut f32) {
    let changed = *value != number.default;
    let name = format!("{} {}", number.name.replace('_', " "), number.unit());
    let ink = if changed { palette::RED_DARK } else { palette::INK };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let end = number.range.end().min((number.default * SLIDER_RANGE).max(*value));
        let slider = Slider::new(value, *number.range.start()..=end).max_decimals(3);
        ui.add(slider.clamping(SliderClamping::Never));
        // The names are those of feel files.
        ui.label(RichText::new(name).small().color(style::color(ink))).on_hover_text(number.about.trim());
        let default = Button::new(((number.default * 1e3).round() / 1e3).to_string()).small().frame(changed);
        if ui.add_enabled(changed, default).on_hover_text("Reset to default.").clicked() {
            *value = number.default;
        }
    });
}
