//! Decides how often the screen must be redrawn, and pauses the level when another window gets the focus.

use super::runs::{Origin, PlayMode};
use super::{Game, Screen};
use crate::app::window::{Motion, page};

impl Game {
    /// How much the picture changes without input.
    pub(super) fn motion(&self) -> Motion {
        let paused = || self.running.as_ref().is_some_and(|running| running.play.clock.paused);
        let calm = self.saved.settings.comfort.reduce_motion;
        let motion = match &self.screen {
            Screen::Title(title) if calm || title.rests() => Motion::None,
            Screen::Laboratory(laboratory) if laboratory.rests() => Motion::None,
            Screen::Title(_) | Screen::Laboratory(_) => Motion::Decoration,
            Screen::Play if paused() && !self.debug.open => Motion::None,
            Screen::Levels(quilt) if !quilt.moves(&self.previews) => Motion::None,
            Screen::Slots(_) | Screen::Pause(_) | Screen::Options(_) => Motion::None,
            Screen::Play
            | Screen::Levels(_)
            | Screen::Story(_)
            | Screen::Finish(_)
            | Screen::Proof(_)
            | Screen::Crowd(_)
            | Screen::Demo(_) => Motion::Essential,
        };
        if self.wipe.is_on() || self.toasts.move_now() { Motion::Essential } else { motion }
    }

    /// Whether the level should pause because another window has just got the focus. A map that is watched for changes goes on: it
    /// is probably being edited in that window.
    pub(super) fn lost_focus(&self) -> bool {
        // A browser page reports when it is hidden.
        if page::IS_THERE || !self.pacer.was_left() || self.debug.open || self.wipe.is_closing() {
            return false;
        }
        let is_played = |running: &super::LevelSession| {
            matches!(running.origin, Origin::Map(_, None)) && !matches!(running.mode, PlayMode::Watch(_))
        };
        matches!(self.screen, Screen::Play) && self.running.as_ref().is_some_and(is_played)
    }
}
