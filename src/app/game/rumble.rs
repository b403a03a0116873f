//! Which events of a level shake the controller.

use seamwalker_sim::Event;

use crate::app::input::Rumble;

/// A landing at this speed is hard, in px/s: nearly that of a long fall.
const MIN_RUMBLE_SPEED: f32 = 300.0;
/// The speed of a fast fall, in px/s.
const MAX_RUMBLE_SPEED: f32 = 480.0;

/// What an event shakes, if anything.
fn of(event: &Event) -> Option<Rumble> {
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
pub fn strongest(events: &[Event]) -> Option<Rumble> {
    events.iter().filter_map(of).max_by(|a, b| a.strong.total_cmp(&b.strong))
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
