//! Overlays that can be switched on and off.

use egui_macroquad::egui::Ui;

use crate::app::lab_ui::Pen;
use crate::app::play::Play;

/// An overlay: its name, a hint, and what draws it.
pub type Overlay = (&'static str, &'static str, fn(&mut Pen, &Play));

/// Which overlays of a list are on, as bits.
#[derive(Default)]
pub struct Switches(u32);

impl Switches {
    /// Whether the one with this index is on.
    fn is_on(&self, i: usize) -> bool {
        self.0 & (1 << i) != 0
    }

    /// Switches on those with these indices.
    pub fn turn_on(&mut self, indices: &[usize]) {
        indices.iter().for_each(|i| self.0 |= 1 << i);
    }

    /// Shows the switches, in lines.
    pub fn show(&mut self, ui: &mut Ui, all: &[Overlay]) {
        ui.horizontal_wrapped(|ui| {
            for (i, (name, hint, _)) in all.iter().enumerate() {
                if ui.checkbox(&mut self.is_on(i), *name).on_hover_text(*hint).changed() {
                    self.0 ^= 1 << i;
                }
            }
        });
    }

    /// Draws what is on.
    pub fn draw(&self, all: &[Overlay], pen: &mut Pen, play: &Play) {
        let all = all.iter().enumerate().filter(|(i, _)| self.is_on(*i));
        all.for_each(|(_, (.., draw))| draw(pen, play));
    }
}
