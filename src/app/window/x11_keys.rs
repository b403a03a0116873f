//! The keys of an X server by their place on the keyboard, whatever the layout makes of them.
//!
//! The server numbers keys as Linux does, plus 8. Letters, digits and signs are told by that number. All other keys are told by
//! their symbol: layouts leave them where they are, and a player may have swapped Ctrl and Caps Lock.

use std::collections::BTreeMap;

use macroquad::input::{KeyCode, KeyCode as K};
use x11rb::protocol::xkb::{BoolCtrl, ConnectionExt as _, ID, PerClientFlag};
use x11rb::protocol::xproto::{ConnectionExt as _, KeyButMask};
use x11rb::rust_connection::RustConnection;
use xkeysym::{Keysym, key};

use crate::app::input::KeyChange;

/// The lowest number of a key.
const FIRST: u8 = 8;

/// The keys that layouts change, row by row, each with the number of its first key.
const ROWS: [(u8, &[KeyCode]); 5] = [
    (
        10,
        &[K::Key1, K::Key2, K::Key3, K::Key4, K::Key5, K::Key6, K::Key7, K::Key8, K::Key9, K::Key0, K::Minus, K::Equal],
    ),
    (24, &[K::Q, K::W, K::E, K::R, K::T, K::Y, K::U, K::I, K::O, K::P, K::LeftBracket, K::RightBracket]),
    (38, &[K::A, K::S, K::D, K::F, K::G, K::H, K::J, K::K, K::L, K::Semicolon, K::Apostrophe, K::GraveAccent]),
    (51, &[K::Backslash, K::Z, K::X, K::C, K::V, K::B, K::N, K::M, K::Comma, K::Period, K::Slash]),
    (94, &[K::World1]),
];

/// Keys whose numbers show that the server numbers them as expected. Servers of other systems may not.
const LANDMARKS: [(u8, u32); 4] = [(22, key::BackSpace), (23, key::Tab), (36, key::Return), (65, key::space)];

/// Keys that layouts leave alone, by their symbols.
#[rustfmt::skip]
const SYMBOLS: [(u32, KeyCode); 74] = [
    (key::space, K::Space), (key::Escape, K::Escape), (key::Return, K::Enter), (key::Tab, K::Tab),
    (key::BackSpace, K::Backspace), (key::Insert, K::Insert), (key::Delete, K::Delete), (key::Right, K::Right),
    (key::Left, K::Left), (key::Down, K::Down), (key::Up, K::Up), (key::Page_Up, K::PageUp),
    (key::Page_Down, K::PageDown), (key::Home, K::Home), (key::End, K::End), (key::Caps_Lock, K::CapsLock),
    (key::Scroll_Lock, K::ScrollLock), (key::Num_Lock, K::NumLock), (key::Print, K::PrintScreen),
    (key::Pause, K::Pause), (key::F1, K::F1), (key::F2, K::F2), (key::F3, K::F3), (key::F4, K::F4), (key::F5, K::F5),
    (key::F6, K::F6), (key::F7, K::F7), (key::F8, K::F8), (key::F9, K::F9), (key::F10, K::F10), (key::F11, K::F11),
    (key::F12, K::F12), (key::KP_Insert, K::Kp0), (key::KP_0, K::Kp0), (key::KP_End, K::Kp1), (key::KP_1, K::Kp1),
    (key::KP_Down, K::Kp2), (key::KP_2, K::Kp2), (key::KP_Page_Down, K::Kp3), (key::KP_3, K::Kp3),
    (key::KP_Left, K::Kp4), (key::KP_4, K::Kp4), (key::KP_Begin, K::Kp5), (key::KP_5, K::Kp5), (key::KP_Right, K::Kp6),
    (key::KP_6, K::Kp6), (key::KP_Home, K::Kp7), (key::KP_7, K::Kp7), (key::KP_Up, K::Kp8), (key::KP_8, K::Kp8),
    (key::KP_Page_Up, K::Kp9), (key::KP_9, K::Kp9), (key::KP_Delete, K::KpDecimal), (key::KP_Decimal, K::KpDecimal),
    (key::KP_Separator, K::KpDecimal), (key::KP_Divide, K::KpDivide), (key::KP_Multiply, K::KpMultiply),
    (key::KP_Subtract, K::KpSubtract), (key::KP_Add, K::KpAdd), (key::KP_Enter, K::KpEnter),
    (key::KP_Equal, K::KpEqual), (key::Shift_L, K::LeftShift), (key::Control_L, K::LeftControl),
    (key::Alt_L, K::LeftAlt), (key::Meta_L, K::LeftAlt), (key::Super_L, K::LeftSuper), (key::Shift_R, K::RightShift),
    (key::Control_R, K::RightControl), (key::Alt_R, K::RightAlt), (key::Meta_R, K::RightAlt),
    (key::ISO_Level3_Shift, K::RightAlt), (key::Mode_switch, K::RightAlt), (key::Super_R, K::RightSuper),
    (key::Menu, K::Menu),
];

/// A server's keyboard.
#[derive(Debug, Default)]
pub struct ServerKeys {
    /// The symbols of each key from [`FIRST`] on: two of the first layout, two of the second, and more.
    symbols: Vec<Vec<u32>>,
    /// The keys that are down, by number. A layout that changes meanwhile changes nothing of them.
    down: BTreeMap<u8, KeyCode>,
    /// The second layout is in use.
    is_second: bool,
}

impl ServerKeys {
    /// Asks the server; `None` if it numbers its keys in another way, or does not answer.
    pub fn new(connection: &RustConnection) -> Option<Self> {
        // From now on events tell the layout in use, and a key that is held is released only when it goes up.
        let xkb = connection.xkb_use_extension(1, 0).ok()?.reply().ok()?;
        let (flag, none) = (PerClientFlag::DETECTABLE_AUTO_REPEAT, BoolCtrl::default());
        let keyboard = ID::USE_CORE_KBD.into();
        let flags = connection.xkb_per_client_flags(keyboard, flag, flag, none, none, none).ok()?.reply().ok()?;
        if !xkb.supported || !flags.value.contains(flag) {
            return None;
        }
        let mut keyboard = Self::default();
        keyboard.read(connection);
        let found = LANDMARKS.iter().filter(|(number, symbol)| keyboard.symbol(*number, 0) == *symbol).count();
        // A player may have exchanged one of them.
        (found + 1 >= LANDMARKS.len()).then_some(keyboard)
    }

    /// Reads the layouts again.
    pub fn read(&mut self, connection: &RustConnection) {
        let request = connection.get_keyboard_mapping(FIRST, u8::MAX - FIRST + 1);
        if let Some(map) = request.ok().and_then(|request| request.reply().ok()) {
            let per_key = usize::from(map.keysyms_per_keycode).max(1);
            self.symbols = map.keysyms.chunks(per_key).map(<[u32]>::to_vec).collect();
        }
    }

    /// A symbol of a key; 0 if there is none.
    fn symbol(&self, number: u8, index: usize) -> u32 {
        let key = number.checked_sub(FIRST).and_then(|key| self.symbols.get(usize::from(key)));
        key.and_then(|symbols| symbols.get(index)).copied().unwrap_or_default()
    }

    /// A key went down, or is repeated.
    pub fn press(&mut self, number: u8) -> Vec<KeyChange> {
        let key = by_symbol(self.symbol(number, 0)).or_else(|| by_place(number));
        let Some(key) = key.filter(|_| !self.down.contains_key(&number)) else { return Vec::new() };
        self.down.insert(number, key);
        vec![(key, true)]
    }

    /// A key went up.
    pub fn release(&mut self, number: u8) -> Vec<KeyChange> {
        self.down.remove(&number).map(|key| (key, false)).into_iter().collect()
    }

    /// Releases all keys.
    pub fn release_all(&mut self) -> Vec<KeyChange> {
        std::mem::take(&mut self.down).into_values().map(|key| (key, false)).collect()
    }

    /// Releases all keys but those of a `KeymapNotify`, which has a bit for each number from 8 on.
    pub fn release_others(&mut self, down: &[u8; 31]) -> Vec<KeyChange> {
        let is_down = |number: u8| down[usize::from(number / 8 - 1)] & (1 << (number % 8)) != 0;
        let up: Vec<u8> = self.down.keys().copied().filter(|number| !is_down(*number)).collect();
        up.into_iter().flat_map(|number| self.release(number)).collect()
    }

    /// Notes the layout that a key was pressed in; returns whether it is another one now.
    pub fn use_group_of(&mut self, state: KeyButMask) -> bool {
        // Two bits above those that the core protocol names: the group.
        let is_second = u16::from(state) >> 13 & 3 == 1;
        std::mem::replace(&mut self.is_second, is_second) != is_second
    }

    /// What the layout in use writes on letters and signs.
    pub fn labels(&self) -> Vec<(KeyCode, char)> {
        let numbers = ROWS.iter().flat_map(|(first, keys)| (*first..).zip(keys.iter()));
        let labels = numbers.filter_map(|(number, key)| {
            let symbol = if self.is_second { self.symbol(number, 2) } else { 0 };
            let symbol = if symbol == 0 { self.symbol(number, 0) } else { symbol };
            Some((*key, Keysym::new(symbol).key_char()?))
        });
        labels.collect()
    }
}

/// The key at a place that layouts change.
fn by_place(number: u8) -> Option<KeyCode> {
    let in_row = |(first, keys): &(u8, &[KeyCode])| keys.get(usize::from(number.checked_sub(*first)?)).copied();
    ROWS.iter().find_map(in_row)
}

/// The key with a symbol that layouts leave alone.
fn by_symbol(symbol: u32) -> Option<KeyCode> {
    SYMBOLS.iter().find(|(known, _)| *known == symbol).map(|(_, key)| *key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A keyboard whose keys from a number on have these letters in its first or second layout.
    fn keyboard(first: u8, letters: [&str; 2]) -> ServerKeys {
        let symbol = |letter: char| Keysym::from_char(letter).raw();
        let [mut one, mut two] = letters.map(str::chars);
        let keys = (FIRST..=u8::MAX).map(|number| {
            let next = |layout: &mut std::str::Chars| layout.next().map_or(0, symbol);
            if number < first { vec![0] } else { vec![next(&mut one), 0, next(&mut two), 0] }
        });
        ServerKeys { symbols: keys.collect(), ..ServerKeys::default() }
    }

    fn press(keyboard: &mut ServerKeys, numbers: impl IntoIterator<Item = u8>) -> Vec<KeyCode> {
        numbers.into_iter().flat_map(|number| keyboard.press(number)).map(|(key, _)| key).collect()
    }

    #[test]
    fn letters_and_digits_are_told_by_their_place_in_every_layout() {
        let wasd = [K::Q, K::W, K::E, K::R];
        for row in ["qwer", "azer", "',.p", "йцук", "/'קר", "ضصثق", ";ςερ"] {
            assert_eq!(press(&mut keyboard(24, [row, ""]), 24..28), wasd, "{row}");
        }
        for row in ["123", "&é\"", "+ěš"] {
            assert_eq!(press(&mut keyboard(10, [row, ""]), 10..13), [K::Key1, K::Key2, K::Key3], "{row}");
        }
    }

    #[test]
    fn other_keys_are_told_by_their_symbol() {
        let mut keyboard = ServerKeys { symbols: vec![vec![0]; 248], ..ServerKeys::default() };
        for (number, symbol) in [(111, key::Up), (37, key::Caps_Lock), (66, key::Control_L), (87, key::KP_End)] {
            keyboard.symbols[usize::from(number - FIRST)] = vec![symbol];
        }
        assert_eq!(press(&mut keyboard, [111, 37, 66, 87, 200]), [K::Up, K::CapsLock, K::LeftControl, K::Kp1]);
    }

    #[test]
    fn a_key_goes_down_and_up_once_whatever_becomes_of_its_layout() {
        let mut keys = keyboard(38, ["asdf", ""]);
        assert_eq!((keys.press(40), keys.press(40)), (vec![(K::D, true)], vec![]), "a repeat");
        keys.symbols = keyboard(40, ["в", ""]).symbols;
        assert_eq!((keys.release(40), keys.release(40)), (vec![(K::D, false)], vec![]));
        press(&mut keys, [38, 39, 40]);
        let mut down = [0; 31];
        down[39 / 8 - 1] = 1 << (39 % 8);
        assert_eq!(keys.release_others(&down), [(K::A, false), (K::D, false)]);
        assert_eq!(keys.release_all(), [(K::S, false)]);
    }

    #[test]
    fn labels_are_those_of_the_layout_in_use() {
        let mut keys = keyboard(24, ["azer", "йцук"]);
        let label = |keys: &ServerKeys| keys.labels().into_iter().find(|(key, _)| *key == K::Q).map(|(_, label)| label);
        assert_eq!(label(&keys), Some('a'));
        assert!(keys.use_group_of(KeyButMask::from(1_u16 << 13)) && !keys.use_group_of(KeyButMask::from(1_u16 << 13)));
        assert_eq!(label(&keys), Some('й'));
    }
}
