//! The keyboard: buttons of the game as a queue with one entry per tick, and everything else as commands per frame.

use std::collections::VecDeque;

use macroquad::input::{KeyCode, is_key_down, is_key_pressed};
use seamwalker::collide::SolverKind;
use seamwalker::sim::{Buttons, Input};

/// The keys of every button.
const BINDINGS: [(u8, &[KeyCode]); 6] = [
    (Buttons::LEFT, &[KeyCode::Left, KeyCode::A]),
    (Buttons::RIGHT, &[KeyCode::Right, KeyCode::D]),
    (Buttons::UP, &[KeyCode::Up, KeyCode::W]),
    (Buttons::DOWN, &[KeyCode::Down, KeyCode::S]),
    (Buttons::JUMP, &[KeyCode::Space, KeyCode::Z, KeyCode::C]),
    (Buttons::RETRY, &[KeyCode::R]),
];

/// The number keys, in the order of the solvers.
const DIGITS: [KeyCode; 9] = [
    KeyCode::Key1,
    KeyCode::Key2,
    KeyCode::Key3,
    KeyCode::Key4,
    KeyCode::Key5,
    KeyCode::Key6,
    KeyCode::Key7,
    KeyCode::Key8,
    KeyCode::Key9,
];

/// How many ticks the queue may run behind. More would be felt as delay.
const MOST_BEHIND: usize = 3;

/// What the keys ask of the program in this frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// Esc.
    Menu,
    /// Enter, or the jump keys where there is nothing to jump.
    Accept,
    /// Moves a choice by columns and rows.
    Choose(i32, i32),
    /// F1.
    Debug,
    /// F5.
    Reload,
    /// F11.
    FullScreen,
    /// P.
    Pause,
    /// B.
    Bare,
    /// Full stop.
    Step,
    /// `[` and `]`.
    Speed(i32),
    /// A number key.
    Solver(SolverKind),
}

/// The commands of this frame.
pub fn commands() -> Vec<Command> {
    use KeyCode as K;
    let mut list = Vec::new();
    let mut on = |keys: &[KeyCode], command| {
        if keys.iter().any(|&key| is_key_pressed(key)) {
            list.push(command);
        }
    };
    on(&[K::Escape], Command::Menu);
    on(&[K::Enter, K::KpEnter, K::Space, K::Z], Command::Accept);
    on(&[K::Left, K::A], Command::Choose(-1, 0));
    on(&[K::Right, K::D], Command::Choose(1, 0));
    on(&[K::Up, K::W], Command::Choose(0, -1));
    on(&[K::Down, K::S], Command::Choose(0, 1));
    on(&[K::F1], Command::Debug);
    on(&[K::F5], Command::Reload);
    on(&[K::F11], Command::FullScreen);
    on(&[K::P], Command::Pause);
    on(&[K::B], Command::Bare);
    on(&[K::Period], Command::Step);
    on(&[K::LeftBracket], Command::Speed(-1));
    on(&[K::RightBracket], Command::Speed(1));
    for (kind, key) in SolverKind::ALL.into_iter().zip(DIGITS) {
        on(&[key], Command::Solver(kind));
    }
    list
}

/// What the game's keys did in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Bits of [`Buttons`] that are held at the end of the frame.
    pub held: u8,
    /// Bits that went down during the frame, perhaps for less than the whole of it.
    pub pressed: u8,
}

/// Reads the game's keys.
pub fn frame() -> Frame {
    let bits = |test: fn(KeyCode) -> bool| {
        BINDINGS.iter().filter(|(_, keys)| keys.iter().any(|&k| test(k))).fold(0, |bits, (bit, _)| bits | bit)
    };
    Frame { held: bits(is_key_down), pressed: bits(is_key_pressed) }
}

/// One entry per tick, so that a press between two ticks is neither lost nor doubled.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    /// What the next ticks get.
    entries: VecDeque<u8>,
    /// What was queued last.
    last: u8,
    /// Bits that count only after they were let go.
    ignored: u8,
}

impl Queue {
    /// Takes in what happened during a frame.
    pub fn add(&mut self, frame: Frame) {
        self.ignored &= frame.held;
        let frame = Frame { held: frame.held & !self.ignored, pressed: frame.pressed & !self.ignored };
        let pressed_again = frame.pressed & self.last;
        if pressed_again != 0 {
            // Let go and pressed again since the last frame: the world must see both.
            self.push(self.last & !pressed_again);
        }
        let down = frame.held | frame.pressed;
        if down != self.last {
            self.push(down);
        }
        if frame.held != self.last {
            self.push(frame.held);
        }
    }

    fn push(&mut self, bits: u8) {
        if self.entries.len() >= MOST_BEHIND {
            self.entries.pop_front();
        }
        self.entries.push_back(bits);
        self.last = bits;
    }

    /// The input of the next tick.
    pub fn next(&mut self) -> Input {
        Input { buttons: self.entries.pop_front().unwrap_or(self.last) }
    }

    /// Forgets everything: for when the game begins or comes back from a menu. The key that chose in the menu is still held
    /// then; jump and retry count only after they were let go.
    pub fn clear(&mut self) {
        *self = Self { ignored: Buttons::JUMP | Buttons::RETRY, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(queue: &mut Queue, ticks: usize) -> Vec<u8> {
        (0..ticks).map(|_| queue.next().buttons).collect()
    }

    #[test]
    fn a_tap_shorter_than_a_tick_is_one_press() {
        let mut queue = Queue::default();
        queue.add(Frame { held: 0, pressed: Buttons::JUMP });
        queue.add(Frame::default());
        assert_eq!(play(&mut queue, 3), [Buttons::JUMP, 0, 0]);
    }

    #[test]
    fn a_press_is_not_doubled_by_a_frame_of_two_ticks() {
        let mut queue = Queue::default();
        queue.add(Frame { held: Buttons::JUMP, pressed: Buttons::JUMP });
        assert_eq!(play(&mut queue, 3), [Buttons::JUMP; 3]);
    }

    #[test]
    fn let_go_and_pressed_again_in_one_frame_is_two_presses() {
        let mut queue = Queue::default();
        queue.add(Frame { held: Buttons::JUMP, pressed: Buttons::JUMP });
        assert_eq!(play(&mut queue, 1), [Buttons::JUMP]);
        queue.add(Frame { held: Buttons::JUMP, pressed: Buttons::JUMP });
        assert_eq!(play(&mut queue, 2), [0, Buttons::JUMP]);
    }

    #[test]
    fn the_key_that_closed_a_menu_does_not_jump() {
        let mut queue = Queue::default();
        queue.clear();
        queue.add(Frame { held: Buttons::JUMP | Buttons::LEFT, pressed: Buttons::JUMP });
        assert_eq!(play(&mut queue, 1), [Buttons::LEFT]);
        queue.add(Frame::default());
        queue.add(Frame { held: Buttons::JUMP, pressed: Buttons::JUMP });
        assert_eq!(play(&mut queue, 2), [0, Buttons::JUMP]);
    }

    #[test]
    fn a_slow_game_does_not_fall_behind_its_keys() {
        let mut queue = Queue::default();
        for _ in 0..50 {
            queue.add(Frame { held: Buttons::LEFT, pressed: Buttons::LEFT });
            queue.add(Frame::default());
        }
        assert!(queue.entries.len() <= MOST_BEHIND);
        assert_eq!(play(&mut queue, 4).last(), Some(&0));
    }
}
