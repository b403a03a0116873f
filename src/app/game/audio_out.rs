//! Plays the sounds and the music of a frame, and shakes the controller.

use seamwalker_sim::Event;

use super::{Game, LevelSession};
use crate::app::audio::{Effect, Music};
use crate::app::input::Rumble;
use crate::app::screens::Place;
use crate::app::services::Services;

/// A landing at this speed is hard, in px/s: nearly that of a long fall.
const MIN_RUMBLE_SPEED: f32 = 300.0;
/// The speed of a fast fall, in px/s.
const MAX_RUMBLE_SPEED: f32 = 480.0;

impl Game {
    /// Plays the sounds of this frame, and the music of the screen.
    pub(super) fn update_sound(&mut self, dt: f32) {
        let spec = self.spec();
        let Services { sound, running, devices, saved, toasts, debug, .. } = &mut self.services;
        let (settings, place) = (&saved.settings, spec.place);
        sound.set_volumes(settings.music, settings.effects);
        sound.ducked = place == Place::Paused && running.is_some();
        toasts.effect.take().into_iter().for_each(|effect| sound.play(effect));
        if std::mem::take(&mut debug.caught) {
            sound.play(Effect::Snag);
        }
        let of_level = running.as_ref().filter(|_| place != Place::Alone);
        let of_level = of_level.map(|running| Music::Level(&running.play.world.level.meta));
        let music = spec.music.or(of_level).unwrap_or(Music::Title);
        sound.music(music);
        let followed = running.as_ref().filter(|_| matches!(music, Music::Level(_)));
        sound.follow(followed.map(|running| &running.play.world), dt);
        if let Some(LevelSession { play, hud, .. }) = running {
            if hud.take_arrived() {
                sound.play(Effect::Counted);
            }
            let folds = play.take_folds();
            if place == Place::Level {
                sound.play_folds(&folds, &play.viewport());
            }
            sound.play_events(&play.pending_sounds, &play.world, &play.viewport());
            let rumble = strongest(&play.pending_sounds).filter(|_| settings.rumble && play.watched.is_none());
            rumble.into_iter().for_each(|rumble| devices.rumble(rumble));
            play.pending_sounds.clear();
            if place == Place::Level && !play.clock.paused {
                sound.play_ambience(&play.world, &play.viewport());
            }
        }
        sound.update(dt);
    }
}

/// What an event shakes, if anything.
fn rumble_of(event: &Event) -> Option<Rumble> {
    match event {
        Event::Died { .. } => Some(Rumble { strong: 1.0, weak: 0.6, millis: 260 }),
        Event::Landed { speed } if *speed >= MIN_RUMBLE_SPEED => {
            let share = (speed / MAX_RUMBLE_SPEED).min(1.0);
            Some(Rumble { strong: 0.5 * share, weak: 0.3 * share, millis: 90 })
        }
        Event::Stomped { .. } => Some(Rumble { strong: 0.3, weak: 0.4, millis: 70 }),
        _ => None,
    }
}

/// The strongest of what several events shake.
fn strongest(events: &[Event]) -> Option<Rumble> {
    events.iter().filter_map(rumble_of).max_by(|a, b| a.strong.total_cmp(&b.strong))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hard_landings_shake_and_harder_ones_more() {
        let landed = |speed| strongest(&[Event::Stepped, Event::Landed { speed }]);
        assert_eq!((landed(200.0), strongest(&[])), (None, None));
        let [hard, harder] = [310.0, 470.0].map(|speed| landed(speed).expect("a hard landing").strong);
        assert!(hard < harder && harder <= 0.5, "{hard} and {harder}");
        let both = [Event::Landed { speed: 320.0 }, Event::Stomped { object: 0 }];
        assert_eq!(strongest(&both).map(|rumble| rumble.millis), Some(90));
    }
}
