//! The list of the laboratory's scenes.

use egui_macroquad::egui::Ui;
use seamwalker_lab::{CrowdScene, Scene};

use super::{Tool, ToolContext};
use crate::app::lab_ui::{LAB_MENU_WIDTH, Request, style};
use crate::app::render::palette;

/// All scenes, loaded when the page is opened.
#[derive(Default)]
pub struct Scenes {
    scenes: Vec<Scene>,
    crowds: Vec<CrowdScene>,
}

impl Tool for Scenes {
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        if self.scenes.is_empty() {
            self.scenes = seamwalker_lab::scenes();
            self.crowds = seamwalker_lab::crowds();
        }
        for scene in &self.scenes {
            if plays(ui, &scene.name, &scene.title, &scene.story) {
                cx.requests.push(Request::Scene(Box::new(scene.clone())));
            }
        }
        style::small(ui, "Crowds of bodies that push each other:", palette::INK);
        for scene in &self.crowds {
            if plays(ui, &scene.name, &scene.title, &scene.story) {
                cx.requests.push(Request::Crowd(Box::new(scene.clone())));
            }
        }
    }
}

/// A scene of the list. Returns whether its play button was clicked.
fn plays(ui: &mut Ui, name: &str, title: &str, story: &str) -> bool {
    let row = ui.horizontal(|ui| {
        let clicked = style::small_button(ui, "play").clicked();
        ui.label(name).on_hover_ui(|ui| {
            ui.set_max_width(LAB_MENU_WIDTH);
            ui.label(title);
            style::small(ui, story, palette::INK);
        });
        clicked
    });
    row.inner
}
