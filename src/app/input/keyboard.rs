//! The keys that are down, by their place on the keyboard.

use macroquad::input::{KeyCode, get_keys_down, get_keys_pressed};

use super::names;

/// A key that went down (true) or up.
pub type KeyChange = (KeyCode, bool);

/// The keyboard in one frame.
#[derive(Debug, Default)]
pub struct Keyboard {
    down: Vec<KeyCode>,
    /// Keys that went down during the frame, even if they went up again.
    pressed: Vec<KeyCode>,
}

impl Keyboard {
    /// Takes the changes of a frame; `None` where the window library tells keys by their place.
    pub fn update(&mut self, changes: Option<Vec<KeyChange>>) {
        let Some(changes) = changes else {
            (self.down, self.pressed) =
                (get_keys_down().into_iter().collect(), get_keys_pressed().into_iter().collect());
            return;
        };
        self.pressed.clear();
        for (key, is_down) in changes {
            self.down.retain(|down| *down != key);
            if is_down {
                self.down.push(key);
                self.pressed.push(key);
            }
        }
    }

    /// Whether a key is down.
    pub fn is_down(&self, key: KeyCode) -> bool {
        self.down.contains(&key)
    }

    /// Whether a key went down.
    pub fn is_pressed(&self, key: KeyCode) -> bool {
        self.pressed.contains(&key)
    }

    /// A key that went down and can be bound.
    pub fn caught(&self) -> Option<KeyCode> {
        self.pressed.iter().copied().find(|key| !names::name(*key).is_empty())
    }
}

/// What the player's layout writes on keys, where that is known.
#[derive(Clone, Debug, Default)]
pub struct KeyLabels(Vec<(KeyCode, String)>);

impl KeyLabels {
    /// Takes the letters and signs of a layout that the font has. Digits stay: some layouts write signs below them.
    pub fn new(letters: impl IntoIterator<Item = (KeyCode, char)>, is_known: impl Fn(&str) -> bool) -> Self {
        let labels = letters.into_iter().map(|(key, letter)| (key, letter.to_uppercase().collect::<String>()));
        let is_digit = |key: KeyCode| names::name(key).parse::<u8>().is_ok();
        Self(labels.filter(|(key, label)| !is_digit(*key) && is_known(label)).collect())
    }

    /// The label of a key: what the layout writes on it, else its name. Left and right keys of a pair have the same one.
    pub fn of(&self, key: KeyCode) -> String {
        if let Some((_, label)) = self.0.iter().find(|(labelled, _)| *labelled == key) {
            return label.clone();
        }
        let name = names::name(key);
        let sides = ["left ", "right "];
        sides.iter().find_map(|side| name.strip_prefix(side)).unwrap_or(name).to_uppercase()
    }
}

#[cfg(test)]
mod tests {
    use KeyCode as K;

    use super::*;

    #[test]
    fn a_tap_within_a_frame_is_pressed_and_not_down() {
        let mut keyboard = Keyboard::default();
        keyboard.update(Some(vec![(K::A, true), (K::D, true), (K::A, false)]));
        let state = |keyboard: &Keyboard| [K::A, K::D].map(|key| (keyboard.is_pressed(key), keyboard.is_down(key)));
        assert_eq!(state(&keyboard), [(true, false), (true, true)]);
        keyboard.update(Some(Vec::new()));
        assert_eq!(state(&keyboard), [(false, false), (false, true)]);
    }

    #[test]
    fn labels_are_those_of_the_layout_where_the_font_has_them() {
        let french = [(K::Q, 'a'), (K::Semicolon, 'm'), (K::Key1, '&'), (K::W, 'ц')];
        let labels = KeyLabels::new(french, str::is_ascii);
        assert_eq!([K::Q, K::Semicolon, K::Key1, K::W].map(|key| labels.of(key)), ["A", "M", "1", "W"]);
        assert_eq!([K::LeftShift, K::Left, K::Enter].map(|key| labels.of(key)), ["SHIFT", "LEFT", "ENTER"]);
    }
}
