//! What moves on the screen, and what waits for a player who has gone to another window.

use super::super::page;
use super::runs::How;
use super::{Game, Screen};

impl Game {
    /// Whether the picture changes by itself. Needles that bob do not count: ten times a second is enough for them.
    pub(super) fn moves(&self) -> bool {
        let screen = match &self.screen {
            Screen::Title(_) => !self.saved.settings.comfort.reduce_motion,
            Screen::Play => {
                self.debug.is_open() || self.running.as_ref().is_none_or(|running| !running.play.clock.paused)
            }
            Screen::Levels(quilt) => quilt.sews(),
            Screen::Slots(_) | Screen::Pause(_) | Screen::Options(_) => false,
            Screen::Laboratory(_) | Screen::Story(_) | Screen::Finish(_) | Screen::Proof(_) | Screen::Crowd(_) => true,
        };
        screen || self.wipe.is_on() || self.toasts.move_now()
    }

    /// Whether the level should wait for its player, who has just gone to another window. A map that is watched for changes goes on:
    /// somebody works on it in that other window, and looks here.
    pub(super) fn is_left(&self) -> bool {
        // A page says so when it is hidden.
        if page::IS_THERE || !self.pacer.was_left() || self.debug.is_open() || self.wipe.is_closing() {
            return false;
        }
        let is_played = |running: &super::Running| {
            running.map().is_some() && !running.is_watched() && !matches!(running.how, How::Watch(_))
        };
        matches!(self.screen, Screen::Play) && self.running.as_ref().is_some_and(is_played)
    }
}
