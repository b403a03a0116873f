//! Names of keys. They never change, because save files contain them.

use macroquad::input::{KeyCode, KeyCode as K};

/// Every key that can be bound, and its name.
#[rustfmt::skip]
const KEY_NAMES: [(KeyCode, &str); 107] = [
    (K::Space, "space"), (K::Apostrophe, "'"), (K::Comma, ","), (K::Minus, "-"), (K::Period, "."), (K::Slash, "/"),
    (K::Key0, "0"), (K::Key1, "1"), (K::Key2, "2"), (K::Key3, "3"), (K::Key4, "4"), (K::Key5, "5"), (K::Key6, "6"),
    (K::Key7, "7"), (K::Key8, "8"), (K::Key9, "9"), (K::Semicolon, ";"), (K::Equal, "="), (K::A, "a"), (K::B, "b"),
    (K::C, "c"), (K::D, "d"), (K::E, "e"), (K::F, "f"), (K::G, "g"), (K::H, "h"), (K::I, "i"), (K::J, "j"),
    (K::K, "k"), (K::L, "l"), (K::M, "m"), (K::N, "n"), (K::O, "o"), (K::P, "p"), (K::Q, "q"), (K::R, "r"),
    (K::S, "s"), (K::T, "t"), (K::U, "u"), (K::V, "v"), (K::W, "w"), (K::X, "x"), (K::Y, "y"), (K::Z, "z"),
    (K::LeftBracket, "["), (K::Backslash, "\\"), (K::RightBracket, "]"), (K::GraveAccent, "`"),
    (K::World1, "world 1"), (K::World2, "world 2"), (K::Escape, "esc"), (K::Enter, "enter"), (K::Tab, "tab"),
    (K::Backspace, "backspace"), (K::Insert, "insert"), (K::Delete, "delete"), (K::Right, "right"),
    (K::Left, "left"), (K::Down, "down"), (K::Up, "up"), (K::PageUp, "page up"), (K::PageDown, "page down"),
    (K::Home, "home"), (K::End, "end"), (K::CapsLock, "caps lock"), (K::ScrollLock, "scroll lock"),
    (K::NumLock, "num lock"), (K::PrintScreen, "print"), (K::Pause, "break"), (K::F1, "f1"), (K::F2, "f2"),
    (K::F3, "f3"), (K::F4, "f4"), (K::F5, "f5"), (K::F6, "f6"), (K::F7, "f7"), (K::F8, "f8"), (K::F9, "f9"),
    (K::F10, "f10"), (K::F11, "f11"), (K::F12, "f12"), (K::Kp0, "num 0"), (K::Kp1, "num 1"), (K::Kp2, "num 2"),
    (K::Kp3, "num 3"), (K::Kp4, "num 4"), (K::Kp5, "num 5"), (K::Kp6, "num 6"), (K::Kp7, "num 7"), (K::Kp8, "num 8"),
    (K::Kp9, "num 9"), (K::KpDecimal, "num ."), (K::KpDivide, "num /"), (K::KpMultiply, "num *"),
    (K::KpSubtract, "num -"), (K::KpAdd, "num +"), (K::KpEnter, "num enter"), (K::KpEqual, "num ="),
    (K::LeftShift, "left shift"), (K::LeftControl, "left ctrl"), (K::LeftAlt, "left alt"),
    (K::LeftSuper, "left super"), (K::RightShift, "right shift"), (K::RightControl, "right ctrl"),
    (K::RightAlt, "right alt"), (K::RightSuper, "right super"), (K::Menu, "menu"),
];

/// The name of a key; empty if it has none.
pub fn name(key: KeyCode) -> &'static str {
    KEY_NAMES.iter().find(|(known, _)| *known == key).map_or("", |(_, name)| name)
}

/// The key with a name.
pub fn key(name: &str) -> Option<KeyCode> {
    KEY_NAMES.iter().find(|(_, known)| *known == name).map(|(key, _)| *key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_key() {
        for (known, name) in KEY_NAMES {
            assert_eq!(key(name), Some(known), "{name} is there twice");
            assert_eq!(super::name(known), name);
            assert!(!name.starts_with("pad "), "{name} would be a button of a pad");
        }
        assert_eq!(key("any"), None);
    }
}
