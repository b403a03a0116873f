//! Plays the sounds and the music of a frame, and shakes the controller.

use super::{Game, LevelSession, Screen, rumble};
use crate::app::audio::{Effect, Music};

impl Game {
    /// Plays the sounds of this frame, and the music of the screen.
    pub(super) fn update_sound(&mut self, dt: f32) {
        let Self { sound, running, screen, devices, .. } = self;
        let settings = &self.saved.settings;
        sound.set_volumes(settings.music, settings.effects);
        sound.ducked = matches!(screen, Screen::Pause(_));
        self.toasts.effect.take().into_iter().for_each(|effect| sound.play(effect));
        sound.music(match (&*screen, &*running) {
            (Screen::Finish(finish), _) if finish.facts.is_last => Music::End,
            (Screen::Play | Screen::Pause(_) | Screen::Options(_) | Screen::Finish(_), Some(running)) => {
                Music::Level(&running.play.world.level.meta)
            }
            _ => Music::Title,
        });
        if let Some(LevelSession { play, hud, .. }) = running {
            if hud.take_arrived() {
                sound.play(Effect::Counted);
            }
            let folds = play.take_folds();
            if matches!(screen, Screen::Play) {
                sound.play_folds(&folds, &play.viewport());
            }
            sound.play_events(&play.unheard, &play.world, &play.viewport());
            let rumble = rumble::strongest(&play.unheard).filter(|_| settings.rumble && play.watched.is_none());
            rumble.into_iter().for_each(|rumble| devices.rumble(rumble));
            play.unheard.clear();
            if matches!(screen, Screen::Play) && !play.clock.paused {
                sound.play_ambience(&play.world, &play.viewport());
            }
        }
        sound.update(dt);
    }
}
