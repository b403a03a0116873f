//! Every number of the feel as a slider.

use egui_macroquad::egui::{Slider, Ui};
use seamwalker::sim::Feel as Numbers;

use super::{Bench, Tool, need_play};

/// The page of the feel.
#[derive(Default)]
pub struct Feel;

impl Tool for Feel {
    fn name(&self) -> &'static str {
        "Feel"
    }

    fn hint(&self) -> &'static str {
        "How the player moves. Changes count at once."
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut Bench) {
        let Some(play) = need_play(ui, bench.play.as_deref_mut()) else { return };
        let world = &mut play.world;
        ui.horizontal(|ui| {
            if ui.button("as it was").clicked() {
                world.feel = Numbers::default();
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
}
