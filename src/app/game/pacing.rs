//! Decides how often the screen must be redrawn, and pauses the level when another window gets the focus.

use super::Game;
use crate::app::services::{LevelSession, Origin, PlayMode};
use crate::app::window::{Motion, page};

impl Game {
    /// How much the picture changes without input.
    pub(super) fn motion(&self) -> Motion {
        let motion = self.spec().motion;
        if self.services.wipe.is_on() || self.services.toasts.move_now() { Motion::Essential } else { motion }
    }

    /// Whether the level should pause because another window has just got the focus. A map that is watched for changes goes on: it
    /// is probably being edited in that window.
    pub(super) fn lost_focus(&self) -> bool {
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
}
