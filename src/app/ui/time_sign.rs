//! The sign that stays in the picture while time stands still or runs at another speed, with the key that undoes it.

use glam::Vec2;

use super::hud::{HUD_MARGIN, Hud, LINEN_HEIGHT, linen};
use super::{ButtonPrompts, Label};
use crate::app::input::{self, Device, Source};
use crate::app::play::clock::Clock;
use crate::app::render::{Assets, Canvas, ScreenFormat, palette};

/// The key and its word in a text, where no action is bound to it.
const TIME_KEYS: [(&str, &str); 3] = [("p", "[p]"), ("]", "[faster]"), ("[", "[slower]")];

/// What it says; `None` while time runs as usual.
fn text(clock: &Clock, assets: &Assets) -> Option<String> {
    let (entry, key) = match clock.speed {
        _ if clock.paused => ("hud.stopped", TIME_KEYS[0]),
        ..1.0 => ("hud.slow", TIME_KEYS[1]),
        1.0 => return None,
        _ => ("hud.fast", TIME_KEYS[2]),
    };
    let (key, speed) = (key_word(&assets.prompts, key), fraction(clock.speed));
    Some(if clock.paused { assets.words.fill(entry, &[&key]) } else { assets.words.fill(entry, &[&speed, &key]) })
}

/// The word for the key that works on this device: fingers tap the sign itself. A key that the player bound to an action is of no use, but the
/// laboratory is.
fn key_word(prompts: &ButtonPrompts, (name, word): (&str, &'static str)) -> &'static str {
    let is_free = input::named(name).is_some_and(|key| prompts.controls.action(Source::Key(key)).is_none());
    match prompts.device {
        Device::Touch => "[accept]",
        _ if is_free => word,
        _ => "[f1]",
    }
}

/// A speed below 1 as a fraction, where it is one of eighths.
fn fraction(speed: f32) -> String {
    let denominator = [2.0, 4.0, 8.0].into_iter().find(|part| speed < 1.0 && (speed * part).fract() == 0.0);
    denominator.map_or_else(|| format!("{speed}"), |part| format!("{}/{part}", speed * part))
}

/// Its corner and size in a view, of which the laboratory `covers` some; `None` while time runs as usual.
pub fn target(clock: &Clock, assets: &Assets, format: ScreenFormat, covers: Vec2) -> Option<(Vec2, Vec2)> {
    Some(area(&label(&text(clock, assets)?, assets), assets, format, covers))
}

fn area(label: &Label, assets: &Assets, format: ScreenFormat, covers: Vec2) -> (Vec2, Vec2) {
    let scale = assets.font.text_scale();
    let size = Vec2::new(label.size().x + 12.0 * scale, LINEN_HEIGHT * scale);
    (place(size, format.size - Vec2::new(covers.x, 0.0), assets.font.large), size)
}

fn label<'a>(text: &'a str, assets: &Assets) -> Label<'a> {
    Label::new(text, f32::INFINITY, assets.font.text_scale(), assets)
}

/// Draws it.
pub fn draw(canvas: &mut Canvas, assets: &Assets, clock: &Clock, covers: Vec2) {
    let Some(text) = text(clock, assets) else { return };
    let (label, scale) = (label(&text, assets), assets.font.text_scale());
    let (at, size) = area(&label, assets, canvas.format, covers);
    linen(canvas, at, size.x, scale);
    label.centered(canvas, &assets.font, at + Vec2::new(size.x * 0.5, scale), palette::INK);
}

/// The corner of a sign of this size: between the counters and the clock, or below them where there is no room.
fn place(size: Vec2, view: Vec2, large: bool) -> Vec2 {
    let [(_, counters), (clock, clock_size), _] = Hud::covered(view, large);
    let free = clock.x - counters.x;
    let (middle, top) = if size.x <= free {
        (counters.x + free * 0.5, HUD_MARGIN)
    } else {
        (view.x * 0.5, counters.y.max(clock_size.y))
    };
    Vec2::new(middle - size.x * 0.5, top).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Action;
    use crate::app::play::SPEEDS;
    use crate::app::screens::texts::{FORMATS, assert_apart};

    #[test]
    fn it_covers_neither_counters_nor_clock() {
        // No view of a level is narrower.
        for format in FORMATS.into_iter().filter(|format| format.size.x >= 480.0) {
            let scale = format.of([1.0, 2.0]);
            for width in [80.0, 170.0] {
                let size = Vec2::new(width * scale, LINEN_HEIGHT * scale);
                let [counters, clock, _] = Hud::covered(format.size, format.large);
                assert_apart(format, &[counters, clock, (place(size, format.size, format.large), size)]);
            }
        }
    }

    #[test]
    fn it_names_the_key_that_works() {
        let mut prompts = ButtonPrompts::default();
        assert_eq!(TIME_KEYS.map(|key| key_word(&prompts, key)), ["[p]", "[faster]", "[slower]"]);
        prompts.controls.bind(Action::Dash, 1, Source::Key(input::named("p").unwrap())).unwrap();
        assert_eq!(key_word(&prompts, TIME_KEYS[0]), "[f1]");
        prompts.device = Device::Touch;
        assert_eq!(key_word(&prompts, TIME_KEYS[0]), "[accept]");
    }

    #[test]
    fn speeds_are_fractions() {
        assert_eq!(SPEEDS.map(fraction), ["1/8", "1/4", "1/2", "3/4", "1", "1.5", "2"]);
    }
}
