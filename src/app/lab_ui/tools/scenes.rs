//! The scenes of the laboratory, each with its story, to be played.

use egui_macroquad::egui::{RichText, Ui};
use seamwalker::lab::{self, CrowdScene, Scene};

use super::{SCENES, Tool, ToolContext};
use crate::app::lab_ui::{Request, WIDTH};

/// All scenes, once the page was opened.
#[derive(Default)]
pub struct Scenes {
    scenes: Vec<Scene>,
    crowds: Vec<CrowdScene>,
}

impl Tool for Scenes {
    fn name(&self) -> &'static str {
        SCENES
    }

    fn hint(&self) -> &'static str {
        "Scenes in which solvers are known to fail. Esc goes back."
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut ToolContext) {
        if self.scenes.is_empty() {
            self.scenes = lab::scenes();
            self.crowds = lab::crowds();
        }
        for scene in &self.scenes {
            if plays(ui, &scene.name, &scene.title, &scene.story) {
                bench.requests.push(Request::Scene(Box::new(scene.clone())));
            }
        }
        ui.label(RichText::new("Crowds of bodies that push each other:").small());
        for scene in &self.crowds {
            if plays(ui, &scene.name, &scene.title, &scene.story) {
                bench.requests.push(Request::Crowd(Box::new(scene.clone())));
            }
        }
    }
}

/// A scene of the list; whether it is to be played.
fn plays(ui: &mut Ui, name: &str, title: &str, story: &str) -> bool {
    let row = ui.horizontal(|ui| {
        let clicked = ui.small_button("play").clicked();
        ui.label(name).on_hover_ui(|ui| {
            ui.set_max_width(WIDTH);
            ui.label(title);
            ui.label(RichText::new(story).small());
        });
        clicked
    });
    row.inner
}
