//! Collects the input of a frame for the screens, and applies the settings.

use std::cell::Cell;

use glam::Vec2;
use macroquad::input::{MouseButton, is_mouse_button_down, is_mouse_button_pressed, mouse_position, mouse_wheel};
use macroquad::window::set_fullscreen;

use super::art::picture_options;
use super::{Game, Screen};
use crate::app::input::{ButtonState, Device, Hotkey, InputFrame, Touch};
use crate::app::render::{Canvas, Letterbox, SIZE, palette, window_size};
use crate::app::screens::UiInput;
use crate::app::ui::cloth;
use crate::app::window::page;

/// What the window library reports for a notch of the mouse wheel.
const WHEEL_NOTCH: f32 = if cfg!(target_os = "linux") { 1.0 } else { 120.0 };

impl Game {
    /// The input since the last frame. Keys typed into the laboratory are ignored. The game pauses when the page was hidden, the
    /// controller was disconnected, or another window got the focus.
    pub(super) fn poll_input(&mut self, dt: f32) -> InputFrame {
        let playing = self.is_steered();
        let typing = self.debug.wants_keys();
        let mut input = self.devices.poll(&self.saved.settings.controls, !playing, typing, dt);
        let pad_lost = input.lost && self.devices.last == Device::Pad;
        if page::ask(&["hidden"]).is_some() || pad_lost || self.lost_focus() {
            input.commands.push(Hotkey::Menu);
        }
        if self.debug.wants_mouse() {
            self.touch.release();
        } else if playing {
            let (ButtonState { held, pressed }, commands) = self.touch.frame(self.touch_area(), self.can_dash());
            input.frame.held |= held;
            input.frame.pressed |= pressed;
            input.commands.extend(commands);
        } else if self.touch.back_pressed(window_size()) {
            input.commands.push(Hotkey::Menu);
        }
        if let Some(name) = &input.plugged {
            self.toasts.notice(self.assets.words.fill("notice.pad", &[name]));
        }
        if input.frame.held | input.frame.pressed != 0 || input.caught.is_some() || !input.commands.is_empty() {
            self.pacer.note_input();
        }
        if input.lost {
            self.toasts.notice(self.assets.words.get("notice.pad_lost"));
        }
        input
    }

    /// The upper left part of the window beside the open laboratory.
    fn touch_area(&self) -> Vec2 {
        window_size() - self.debug.size()
    }

    /// Whether the player's buttons steer something on this screen.
    fn is_steered(&self) -> bool {
        match &self.screen {
            Screen::Play => true,
            Screen::Demo(demo) => demo.is_steered(),
            _ => false,
        }
    }

    /// Whether the level has a dash; demos use the button.
    fn can_dash(&self) -> bool {
        matches!(self.screen, Screen::Demo(_))
            || self.running.as_ref().is_some_and(|running| running.play.world.level.meta.dash)
    }

    /// The input for a screen. While the zip closes, presses are ignored.
    pub(super) fn ui_input<'a>(&mut self, input: &'a InputFrame, fit: Letterbox) -> UiInput<'a> {
        let mouse = Vec2::from(mouse_position());
        let ignored = self.wipe.is_closing();
        let ui = UiInput {
            commands: if ignored { &[] } else { &input.commands },
            mouse: fit.to_view(mouse),
            // The first position that the system reports is no movement.
            moved: mouse != self.mouse && self.mouse != Vec2::ZERO,
            clicked: is_mouse_button_pressed(MouseButton::Left) && !ignored && !self.debug.wants_mouse(),
            holds: is_mouse_button_down(MouseButton::Left),
            wheel: mouse_wheel().1 / WHEEL_NOTCH,
            caught: input.caught.filter(|_| !ignored),
            large: self.assets.font.large,
            calm: self.saved.settings.comfort.reduce_motion,
            effect: Cell::default(),
        };
        self.mouse = mouse;
        ui
    }

    /// Applies the settings, wherever they were changed.
    pub(super) fn apply_settings(&mut self) {
        self.saved.settings.knows_laboratory |= self.debug.open;
        let settings = &self.saved.settings;
        if self.applied_settings.as_ref() != Some(settings) {
            let applied = self.applied_settings.as_ref();
            if settings.full_screen != applied.is_some_and(|applied| applied.full_screen) && !page::IS_THERE {
                set_fullscreen(settings.full_screen);
            }
            let repainted = picture_options(settings) != applied.map_or([false; 2], picture_options);
            self.wipe.calm = settings.comfort.reduce_motion;
            self.applied_settings = Some(settings.clone());
            if repainted {
                self.load_art();
            }
            self.apply_to_assets();
        }
        let settings = &self.saved.settings;
        self.assets.prompts.device = self.devices.last;
        self.assets.prompts.family = self.devices.family;
        if let Some(running) = &mut self.running {
            running.play.clock.assist = settings.assist.factor();
            running.play.comfort = settings.comfort;
            running.hud.names_solver = settings.knows_laboratory;
            running.play.holder.holding = settings.assist.holding;
            // A replay keeps the assists that it was recorded with.
            if running.play.watched.is_none() {
                running.play.world.rules.assist = settings.assist.of_world();
                running.play.world.rules.assist.no_hazards |= self.debug.tools.designer.is_invincible;
            }
            if running.play.scenery.pictures.safe != settings.sight.safe_colors {
                let art = self.library.art();
                let files = running.map().map_or(art, |map| self.library.files(map));
                running.play.scenery.pictures.safe = settings.sight.safe_colors;
                running.play.repaint(&*files);
            }
        }
    }

    /// Draws the touch controls while touch is the device used last.
    pub(super) fn draw_touch_controls(&self) {
        if self.devices.last != Device::Touch {
            return;
        }
        match self.screen {
            _ if self.is_steered() => self.touch.draw(self.touch_area(), self.can_dash()),
            Screen::Title(_) | Screen::Laboratory(_) | Screen::Finish(_) => {}
            _ => Touch::draw_back(window_size()),
        }
    }

    /// Draws the background of the options: the darkened level, or dark cloth.
    pub(super) fn draw_options_background(canvas: &mut Canvas, over_level: bool) {
        if over_level {
            canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::faded(palette::INK, 0.8));
        } else {
            cloth::night(canvas, Vec2::ZERO, SIZE);
        }
    }
}
