//! Share: what one sees, as files for others.

use egui_macroquad::egui::{RichText, Slider, Ui};
use seamwalker::sim::TICK_RATE;
use serde_json::Value;

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Request, Share};

/// The longest clip, in seconds.
const LONGEST: u32 = 10;

/// The page of sharing.
pub struct Sharing {
    /// How long a clip is, in seconds.
    pub seconds: u32,
    /// Pictures show the overlays, too.
    pub overlays: bool,
}

impl Default for Sharing {
    fn default() -> Self {
        Self { seconds: 4, overlays: true }
    }
}

impl Sharing {
    /// A clip as it is chosen here.
    pub fn clip(&self) -> Share {
        Share::Clip { ticks: self.seconds * TICK_RATE, overlays: self.overlays }
    }

    /// The same of a picture.
    pub fn picture(&self) -> Share {
        Share::Picture { overlays: self.overlays }
    }
}

impl Tool for Sharing {
    fn name(&self) -> &'static str {
        "Share"
    }

    fn hint(&self) -> &'static str {
        "Export what you see. Drop a .lab file onto the window to open it."
    }

    fn settings(&self) -> Option<Value> {
        Some(self.overlays.into())
    }

    fn restore(&mut self, settings: &Value) {
        self.overlays = settings.as_bool().unwrap_or(self.overlays);
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut ToolContext) {
        if need_play(ui, bench.play.as_deref_mut()).is_none() {
            return;
        }
        let files = [
            ("everything  .lab", Share::Session, "map, inputs, rules, bookmarks"),
            ("picture  F8", self.picture(), "the view as a PNG"),
            ("clip  F9", self.clip(), "record the view as an animated PNG; press again to stop"),
            ("outline  .svg", Share::Outline, "with the player's trail"),
            ("figures  .json", Share::Report, "what the tools know of the take"),
            ("inputs  .txt", Share::Inputs, "for `seamwalker run`"),
        ];
        for (name, share, hint) in files {
            ui.horizontal_wrapped(|ui| {
                if ui.button(name).clicked() {
                    bench.requests.push(Request::Share(share));
                }
                ui.label(RichText::new(hint).small());
            });
        }
        ui.separator();
        ui.add(Slider::new(&mut self.seconds, 1..=LONGEST).text("seconds of a clip"));
        ui.checkbox(&mut self.overlays, "include overlays in pictures and clips");
    }
}
