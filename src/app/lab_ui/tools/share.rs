//! Exports files: the session, pictures, clips, inputs.

use egui_macroquad::egui::Ui;

use super::{Tool, ToolContext, need_play};
use crate::app::lab_ui::{Request, style};
use crate::app::render::palette;

/// A file to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Map, recording and rules.
    Session,
    /// The current view, as PNG.
    Picture,
    /// The view from now on, as APNG. Requested again, the clip ends.
    Clip,
}

/// The page of exports.
#[derive(Default)]
pub struct Sharing;

impl Tool for Sharing {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        if need_play(ui, cx.play.as_deref_mut()).is_none() {
            return;
        }
        let files = [
            ("everything  .lab", Share::Session, "map, inputs and rules"),
            ("picture  F8", Share::Picture, "the view as a PNG"),
            ("clip  F9", Share::Clip, "record the view as an animated PNG of at most ten seconds; press again to stop"),
        ];
        for (name, share, hint) in files {
            ui.horizontal_wrapped(|ui| {
                if ui.button(name).clicked() {
                    cx.requests.push(Request::Share(share));
                }
                style::small(ui, hint, palette::INK);
            });
        }
    }
}
