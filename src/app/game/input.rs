//! Between the player's hands and the screens: what keys, pads and fingers do in a frame, and what the options change.

use std::cell::Cell;

use glam::Vec2;
use macroquad::input::{MouseButton, is_mouse_button_down, is_mouse_button_pressed, mouse_position};
use macroquad::window::set_fullscreen;

use super::{Game, Screen};
use crate::app::input::touch::Touch;
use crate::app::input::{ButtonState, Device, Hotkey, InputFrame};
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::view::{Letterbox, window_size};
use crate::app::save::Settings;
use crate::app::screens::UiInput;
use crate::app::window::page;

impl Game {
    /// What the hands did since the last frame. The debug menu keeps the keys that are typed into it; a page that was hidden
    /// meanwhile waits with a menu, and so does a level whose pad is gone or whose player is at another window.
    pub(super) fn listen(&mut self, dt: f32) -> InputFrame {
        let playing = matches!(self.screen, Screen::Play);
        let types = self.debug.wants_keys();
        let mut heard = self.devices.listen(&self.saved.settings.controls, !playing, types, dt);
        let pad_lost = heard.lost && self.devices.last == Device::Pad;
        if page::ask(&["hidden"]).is_some() || pad_lost || self.is_left() {
            heard.commands.push(Hotkey::Menu);
        }
        if self.debug.wants_mouse() {
            self.touch.let_go();
        } else if playing {
            let (fingers, asked) = self.touch.frame(self.room(), self.can_dash());
            let ButtonState { held, pressed } = heard.frame;
            heard.frame = ButtonState { held: held | fingers.held, pressed: pressed | fingers.pressed };
            heard.commands.extend(asked);
        } else if self.touch.leads_back(window_size()) {
            heard.commands.push(Hotkey::Menu);
        }
        if let Some(name) = &heard.plugged {
            self.toasts.notice(self.assets.words.fill("told.pad", &[name]));
        }
        if heard.frame.held != 0 || heard.caught.is_some() || !heard.commands.is_empty() {
            self.pacer.note_input();
        }
        if heard.lost {
            self.toasts.notice(self.assets.words.get("told.pad_lost"));
        }
        heard
    }

    /// The upper left part of the window that the open laboratory leaves to the thumbs.
    fn room(&self) -> Vec2 {
        window_size() - self.debug.size()
    }

    /// Whether the level has something to dash for.
    fn can_dash(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.play.world.level.meta.dash)
    }

    /// What a screen gets to see of it.
    pub(super) fn hand<'a>(&mut self, heard: &'a InputFrame, fit: Letterbox) -> UiInput<'a> {
        let mouse = Vec2::from(mouse_position());
        let deaf = self.wipe.is_closing();
        let hand = UiInput {
            commands: if deaf { &[] } else { &heard.commands },
            mouse: fit.to_view(mouse),
            // The first place that the system tells is no movement.
            moved: mouse != self.mouse && self.mouse != Vec2::ZERO,
            clicked: is_mouse_button_pressed(MouseButton::Left) && !deaf && !self.debug.wants_mouse(),
            holds: is_mouse_button_down(MouseButton::Left),
            caught: heard.caught.filter(|_| !deaf),
            large: self.assets.font.large,
            calm: self.saved.settings.comfort.reduce_motion,
            effect: Cell::default(),
        };
        self.mouse = mouse;
        hand
    }

    /// Does what the settings say, wherever they were changed.
    pub(super) fn heed_settings(&mut self) {
        let settings = &self.saved.settings;
        if self.heeded.as_ref() != Some(settings) {
            let was_full = self.heeded.as_ref().is_some_and(|heeded| heeded.full_screen);
            if settings.full_screen != was_full && !page::IS_THERE {
                set_fullscreen(settings.full_screen);
            }
            let pictures = |settings: &Settings| [settings.sight.safe_colors, settings.comfort.high_contrast];
            if pictures(settings) != self.heeded.as_ref().map_or([false; 2], pictures) {
                self.assets = Assets::load(&*self.library.art(), pictures(settings));
            }
            self.assets.words.speak(&settings.language);
            self.assets.font.large = settings.sight.large_text;
            self.assets.prompts.controls = settings.controls.clone();
            self.wipe.calm = settings.comfort.reduce_motion;
            self.heeded = Some(settings.clone());
        }
        self.assets.prompts.device = self.devices.last;
        if let Some(running) = &mut self.running {
            running.play.clock.assist = settings.assist.factor();
            running.play.comfort = settings.comfort;
            running.play.holder.holding = settings.assist.holding;
            // A run that is watched is helped as it was when it was made.
            if running.play.watched.is_none() {
                running.play.world.rules.assist = settings.assist.of_world();
            }
            if running.play.has_safe_colors() != settings.sight.safe_colors {
                let art = self.library.art();
                let files = running.map().map_or(art, |map| self.library.files(map));
                running.play.recolor(settings.sight.safe_colors, &*files);
            }
        }
    }

    /// Stick and buttons under the fingers, while fingers are what was used last.
    pub(super) fn draw_fingers(&self) {
        if self.devices.last != Device::Touch {
            return;
        }
        match self.screen {
            Screen::Play => self.touch.draw(self.room(), self.can_dash()),
            Screen::Title(_) | Screen::Laboratory(_) | Screen::Finish(_) => {}
            _ => Touch::draw_back(window_size()),
        }
    }

    /// Draws the options over the level, or over dark cloth.
    pub(super) fn draw_options(canvas: &mut Canvas, over_level: bool) {
        use crate::app::render::palette;
        use crate::app::render::view::SIZE;
        use crate::app::ui::cloth;
        if over_level {
            canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::faded(palette::INK, 0.8));
        } else {
            cloth::night(canvas, Vec2::ZERO, SIZE);
        }
    }
}
