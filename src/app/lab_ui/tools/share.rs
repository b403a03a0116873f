//! Exports files: the session, pictures, clips, inputs.

use egui_macroquad::egui::{Slider, Ui};

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Request, style};
use crate::app::render::palette;

/// A file to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Map, recording, rules, bookmarks and settings.
    Session,
    /// The recording as an input file.
    Inputs,
    /// The current view, as PNG.
    Picture,
    /// The view from now on, as APNG. Requested again, the clip ends.
    Clip,
}

/// The longest clip, in seconds.
const MAX_CLIP_SECONDS: u32 = 10;

/// The page of exports.
pub struct Sharing {
    /// Length of a clip, in seconds.
    pub seconds: u32,
    /// Pictures include the overlays.
    pub overlays: bool,
}

impl Default for Sharing {
    fn default() -> Self {
        Self { seconds: 4, overlays: true }
    }
}

impl Tool for Sharing {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        if need_play(ui, cx.play.as_deref_mut()).is_none() {
            return;
        }
        let files = [
            ("everything  .lab", Share::Session, "map, inputs, rules, bookmarks"),
            ("picture  F8", Share::Picture, "the view as a PNG"),
            ("clip  F9", Share::Clip, "record the view as an animated PNG; press again to stop"),
            ("inputs  .txt", Share::Inputs, "for `seamwalker run`"),
        ];
        for (name, share, hint) in files {
            ui.horizontal_wrapped(|ui| {
                if ui.button(name).clicked() {
                    cx.requests.push(Request::Share(share));
                }
                style::small(ui, hint, palette::INK);
            });
        }
        ui.separator();
        ui.add(Slider::new(&mut self.seconds, 1..=MAX_CLIP_SECONDS).text("seconds of a clip"));
        ui.checkbox(&mut self.overlays, "include overlays in pictures and clips");
    }
}
