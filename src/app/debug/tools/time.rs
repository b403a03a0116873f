//! Time: pause, single ticks, slow motion.

use egui_macroquad::egui::Ui;

use super::super::super::clock::SPEEDS;
use super::super::Request;
use super::{Bench, Tool, need_play};

/// The page of time.
#[derive(Default)]
pub struct Time;

impl Tool for Time {
    fn name(&self) -> &'static str {
        "Time"
    }

    fn hint(&self) -> &'static str {
        "Slow motion runs fewer ticks, never shorter ones."
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut Bench) {
        let Some(play) = need_play(ui, bench.play.as_deref_mut()) else { return };
        ui.horizontal(|ui| {
            let text = if play.clock.paused { "run  P" } else { "pause  P" };
            if ui.button(text).clicked() {
                play.clock.paused = !play.clock.paused;
            }
            if ui.button("step  .").clicked() {
                play.clock.step();
            }
            if ui.button("reload  F5").clicked() {
                bench.requests.push(Request::Reload);
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
}
