//! Plays the sounds and the music of a frame, and shakes the controller.

use super::{Game, LevelSession, rumble};
use crate::app::audio::{Effect, Music};
use crate::app::screens::Place;
use crate::app::services::Services;

impl Game {
    /// Plays the sounds of this frame, and the music of the screen.
    pub(super) fn update_sound(&mut self, dt: f32) {
        let spec = self.spec();
        let Services { sound, running, devices, saved, toasts, .. } = &mut self.services;
        let (settings, place) = (&saved.settings, spec.place);
        sound.set_volumes(settings.music, settings.effects);
        sound.ducked = place == Place::Paused && running.is_some();
        toasts.effect.take().into_iter().for_each(|effect| sound.play(effect));
        let of_level = running.as_ref().filter(|_| place != Place::Alone);
        let of_level = of_level.map(|running| Music::Level(&running.play.world.level.meta));
        sound.music(spec.music.or(of_level).unwrap_or(Music::Title));
        if let Some(LevelSession { play, hud, .. }) = running {
            if hud.take_arrived() {
                sound.play(Effect::Counted);
            }
            let folds = play.take_folds();
            if place == Place::Level {
                sound.play_folds(&folds, &play.viewport());
            }
            sound.play_events(&play.pending_sounds, &play.world, &play.viewport());
            let rumble = rumble::strongest(&play.pending_sounds).filter(|_| settings.rumble && play.watched.is_none());
            rumble.into_iter().for_each(|rumble| devices.rumble(rumble));
            play.pending_sounds.clear();
            if place == Place::Level && !play.clock.paused {
                sound.play_ambience(&play.world, &play.viewport());
            }
        }
        sound.update(dt);
    }
}
