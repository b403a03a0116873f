//! Collects the input of a frame for the screens, and applies the settings.

use std::cell::Cell;

use glam::Vec2;
use macroquad::input::{MouseButton, is_mouse_button_down, is_mouse_button_pressed, mouse_position};
use seamwalker_level::Level;

use super::Game;
use crate::app::input::{ButtonState, Device, Hotkey, InputFrame, KeyLabels, Touch, TouchArea};
use crate::app::render::{LEVEL_SIZE, Letterbox, MAX_SIZE, Room, ScreenFormat, Subject, density, window_size};
use crate::app::screens::{Place, Steering, UiInput};
use crate::app::services::{LevelSession, Origin, PlayMode, picture_options};
use crate::app::window::page;

/// On a touch screen with fewer logical pixels than this per pixel of the view, letters are large.
const MIN_LETTER_SCALE: f32 = 0.85;

impl Game {
    /// The input since the last frame. Keys typed into the laboratory are ignored. The game pauses when the page was hidden, the
    /// controller was disconnected, or another window got the focus.
    pub(super) fn poll_input(&mut self, fit: Letterbox, dt: f32) -> InputFrame {
        let steering = self.spec().steering;
        let (playing, dash) = (steering != Steering::None, steering == Steering::WithDash);
        let typing = self.services.debug.wants_keys();
        let keys = self.services.pacer.take_keys();
        let mut input =
            self.services.devices.poll(keys, &self.services.saved.settings.controls, (!playing, typing), dt);
        if let Some(letters) = self.services.pacer.take_labels() {
            self.services.devices.labels = KeyLabels::new(letters, |label| self.services.assets.font.has_all(label));
            self.services.apply_to_assets();
        }
        let pad_lost = input.lost && self.services.devices.last == Device::Pad;
        let page_hidden = page::was_hidden();
        self.is_left |= page_hidden || self.services.pacer.was_left();
        if page_hidden || pad_lost || self.lost_focus() {
            input.commands.push(Hotkey::Menu);
        }
        if self.services.debug.wants_mouse() {
            self.touch.release();
        } else if playing {
            let (ButtonState { held, pressed }, commands) = self.touch.frame(self.touch_area(fit), dash);
            input.frame.held |= held;
            input.frame.pressed |= pressed;
            input.commands.extend(commands);
        } else if !self.spec().has_back && self.touch.back_pressed(self.touch_area(fit)) {
            input.commands.push(Hotkey::Menu);
        }
        if let Some(name) = &input.plugged {
            self.services.toasts.notice(self.services.assets.words.fill("notice.pad", &[name]));
        }
        if input.frame.held | input.frame.pressed != 0 || input.caught.is_some() || !input.commands.is_empty() {
            self.services.pacer.note_input();
        }
        if input.lost {
            self.services.toasts.notice(self.services.assets.words.get("notice.pad_lost"));
        }
        input
    }

    /// Whether the level should pause because another window has just got the focus. A map that is watched for changes goes on: it
    /// is probably being edited in that window.
    fn lost_focus(&self) -> bool {
        // A browser page reports when it is hidden.
        if page::IS_THERE
            || !self.services.pacer.was_left()
            || self.services.debug.open
            || self.services.wipe.is_closing()
        {
            return false;
        }
        let is_played = |running: &LevelSession| {
            matches!(running.origin, Origin::Map(_, None)) && !matches!(running.mode, PlayMode::Watch(_))
        };
        self.plays() && self.services.running.as_ref().is_some_and(is_played)
    }

    /// The room for the picture: the window, or where the laboratory leaves too little of it, the part beside it.
    fn room(&self) -> Room {
        let covered = if self.services.debug.is_sheet() { self.services.debug.size() } else { Vec2::ZERO };
        let touched = self.services.devices.last == Device::Touch;
        // Beside the sheet of the laboratory, there is no room for them.
        let thumbs = touched && covered == Vec2::ZERO;
        Room { size: window_size() - covered, density: density(), touched, thumbs }
    }

    /// How much of the picture's right side and lower edge the laboratory covers, in its pixels.
    pub(super) fn covered(&self, fit: Letterbox) -> Vec2 {
        if self.services.debug.is_sheet() { Vec2::ZERO } else { self.services.debug.size() / fit.scale }
    }

    /// The view and its place in the window.
    pub(super) fn fit(&self) -> Letterbox {
        let room = self.room();
        match self.spec().place {
            Place::Level => self.level_fit(),
            // A screen over a level keeps its shape, unless the window is upright: there it uses the height.
            Place::Paused | Place::Ended { .. } if self.services.running.is_some() && !room.is_upright() => {
                self.level_fit().over()
            }
            Place::Alone | Place::Paused | Place::Ended { .. } => {
                Letterbox::new(room, self.services.saved.settings.pixel_perfect, Subject::Screen)
            }
        }
    }

    /// The view of the level while it is played.
    fn level_fit(&self) -> Letterbox {
        let subject = Subject::Level(self.level_view());
        Letterbox::new(self.room(), self.services.saved.settings.pixel_perfect, subject)
    }

    /// How much larger the level is drawn in this view than while it is played.
    pub(super) fn enlarged(&self, fit: Letterbox) -> f32 {
        (self.level_fit().scale / fit.scale).max(1.0)
    }

    /// What screens in this view are laid out by. On a phone held upright a pixel of the view is small, but large letters have room
    /// below each other.
    pub(super) fn format(&self, fit: Letterbox) -> ScreenFormat {
        let touched = self.services.devices.last == Device::Touch;
        let is_small = fit.size.x < LEVEL_SIZE.x || fit.scale < MIN_LETTER_SCALE;
        fit.format(self.services.saved.settings.sight.large_text || is_small && touched, touched)
    }

    /// The largest view of the level being played.
    pub(super) fn level_view(&self) -> Vec2 {
        let largest =
            |running: &LevelSession| largest_view(running.mode, &running.play.world.level, running.play.camera.fills);
        self.services.running.as_ref().map_or(LEVEL_SIZE, largest)
    }

    /// The upper left part of the window beside the open laboratory.
    fn touch_area(&self, fit: Letterbox) -> TouchArea {
        TouchArea::new(window_size() - self.services.debug.size(), fit)
    }

    /// The input for a screen. While the zip closes, presses are ignored.
    pub(super) fn ui_input<'a>(&mut self, input: &'a InputFrame, fit: Letterbox) -> UiInput<'a> {
        let mouse = Vec2::from(mouse_position());
        let ignored = self.services.wipe.is_closing();
        let ui = UiInput {
            // That of the picture at which the player looked.
            format: self.canvas.format,
            buttons: input.frame,
            commands: if ignored { &[] } else { &input.commands },
            mouse: fit.to_view(mouse),
            // The first position that the system reports is no movement.
            moved: mouse != self.mouse && self.mouse != Vec2::ZERO,
            clicked: is_mouse_button_pressed(MouseButton::Left) && !ignored && !self.services.debug.wants_mouse(),
            holds: is_mouse_button_down(MouseButton::Left),
            caught: input.caught.filter(|_| !ignored),
            calm: self.services.saved.settings.comfort.reduce_motion,
            effect: Cell::default(),
        };
        self.mouse = mouse;
        ui
    }

    /// Applies the settings, wherever they were changed.
    pub(super) fn apply_settings(&mut self) {
        self.services.saved.settings.knows_laboratory |= self.services.debug.open;
        let settings = &self.services.saved.settings;
        if self.applied_settings.as_ref() != Some(settings) {
            let applied = self.applied_settings.as_ref();
            if settings.full_screen != applied.is_some_and(|applied| applied.full_screen) && !page::IS_THERE {
                self.services.pacer.set_full_screen(settings.full_screen);
            }
            let repainted = picture_options(settings) != applied.map_or([false; 2], picture_options);
            self.services.wipe.calm = settings.comfort.reduce_motion;
            self.applied_settings = Some(settings.clone());
            if repainted {
                self.services.load_art();
            }
            self.services.apply_to_assets();
        }
        let settings = &self.services.saved.settings;
        self.services.assets.prompts.device = self.services.devices.last;
        self.services.assets.prompts.family = self.services.devices.family;
        if let Some(running) = &mut self.services.running {
            running.play.clock.assist = settings.assist.factor();
            running.play.comfort = settings.comfort;
            running.hud.names_solver = settings.knows_laboratory || self.services.solver_chosen;
            running.play.queue.holder.holding = settings.assist.holding;
            // A replay keeps the assists that it was recorded with.
            if running.play.watched.is_none() {
                running.play.world.rules.assist = settings.assist.of_world();
            }
            if running.play.scenery.pictures.safe != settings.sight.safe_colors {
                let art = self.services.library.art();
                let files = running.map().map_or(art, |map| self.services.library.files(map));
                running.play.scenery.pictures.safe = settings.sight.safe_colors;
                running.play.repaint(&*files);
            }
        }
    }

    /// Draws the touch controls while touch is the device used last.
    pub(super) fn draw_touch_controls(&self, fit: Letterbox) {
        if self.services.devices.last != Device::Touch {
            return;
        }
        match self.spec().steering {
            Steering::None if !self.spec().has_back => Touch::draw_back(self.touch_area(fit)),
            Steering::None => {}
            steering => self.touch.draw(self.touch_area(fit), steering == Steering::WithDash),
        }
    }

    /// The touch controls that are drawn and the tabs of the laboratory, each with its corner and size in the window, for tests.
    pub(super) fn touch_targets(&self, fit: Letterbox) -> Vec<(Vec2, Vec2)> {
        let is_touched = self.services.devices.last == Device::Touch;
        let area = self.touch_area(fit);
        let mut targets = match self.spec().steering {
            _ if !is_touched => Vec::new(),
            Steering::None if !self.spec().has_back => vec![Touch::back_target(area)],
            Steering::None => Vec::new(),
            steering => Touch::targets(area, steering == Steering::WithDash),
        };
        targets.extend(self.services.debug.tabs());
        targets
    }
}

/// The largest view of a level: that of its map, and none larger than a level that does not fill every view. Races and replays have the
/// same view everywhere.
fn largest_view(mode: PlayMode, level: &Level, fills: bool) -> Vec2 {
    if mode != PlayMode::Alone {
        return LEVEL_SIZE;
    }
    let most = Vec2::new(level.meta.view_width.unwrap_or(f32::MAX), level.meta.view_height.unwrap_or(f32::MAX));
    let room = if fills { MAX_SIZE } else { level.bounds.size().min(MAX_SIZE) };
    most.min(room).max(LEVEL_SIZE)
}

#[cfg(test)]
mod tests {
    use seamwalker_collide::Aabb;

    use super::*;
    use crate::app::screens::Rival;

    #[test]
    fn a_level_is_seen_as_far_as_its_map_allows_and_never_farther_in_a_race() {
        let mut level = Level::default();
        let mut seen = |size: [f32; 2], limits: [Option<f32>; 2], mode| {
            level.bounds = Aabb::from_corners(Vec2::ZERO, Vec2::from(size));
            [level.meta.view_width, level.meta.view_height] = limits;
            largest_view(mode, &level, false).to_array()
        };
        assert_eq!(seen([5000.0, 1000.0], [None; 2], PlayMode::Alone), MAX_SIZE.to_array());
        assert_eq!(seen([600.0, 200.0], [None; 2], PlayMode::Alone), [600.0, 288.0]);
        assert_eq!(seen([5000.0, 1000.0], [Some(620.0), Some(10.0)], PlayMode::Alone), [620.0, 288.0]);
        assert_eq!(largest_view(PlayMode::Alone, &Level::default(), true), MAX_SIZE);
        for mode in [PlayMode::Race(Rival::Best), PlayMode::Watch(Rival::Proof)] {
            assert_eq!(seen([5000.0, 1000.0], [None; 2], mode), LEVEL_SIZE.to_array());
        }
    }
}
