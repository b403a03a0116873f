//! The game's buttons as a queue with one entry per tick, and what the player need not hold.

use std::collections::VecDeque;

use seamwalker_sim::{Buttons, Input};

use super::ButtonState;
use super::holding::ToggleHold;

/// The most queued ticks. More would be a noticeable delay.
const MAX_QUEUED: usize = 3;

/// One entry per tick, so that a press between two ticks is neither lost nor doubled.
#[derive(Clone, Debug, Default)]
pub struct InputBuffer {
    /// Inputs of the next ticks.
    entries: VecDeque<u8>,
    /// The last input queued.
    last: u8,
    /// Bits that are ignored until they are released.
    ignored: u8,
    /// Turns presses into held buttons.
    pub holder: ToggleHold,
}

impl InputBuffer {
    /// Adds the buttons of a frame.
    pub fn add(&mut self, frame: ButtonState) {
        self.ignored &= frame.held;
        let frame = ButtonState { held: frame.held & !self.ignored, pressed: frame.pressed & !self.ignored };
        let pressed_again = frame.pressed & self.last;
        if pressed_again != 0 {
            // Released and pressed again since the last frame: the world must see both.
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
        if self.entries.len() >= MAX_QUEUED {
            self.entries.pop_front();
        }
        self.entries.push_back(bits);
        self.last = bits;
    }

    /// The input of the next tick.
    pub fn next(&mut self) -> Input {
        self.holder.next(Input { buttons: self.entries.pop_front().unwrap_or(self.last) })
    }

    /// Clears the queue when the game begins or returns from a menu. The key that chose in the menu is still held then, so jump,
    /// dash and retry are ignored until they are released.
    pub fn clear(&mut self) {
        let holder = ToggleHold::new(self.holder.holding);
        *self = Self { ignored: Buttons::JUMP | Buttons::RETRY | Buttons::DASH, holder, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(queue: &mut InputBuffer, ticks: usize) -> Vec<u8> {
        (0..ticks).map(|_| queue.next().buttons).collect()
    }

    #[test]
    fn no_press_is_lost_or_doubled() {
        let mut queue = InputBuffer::default();
        let (tap, down) = (ButtonState { held: 0, pressed: Buttons::JUMP }, Buttons::JUMP);
        let held = ButtonState { held: down, ..tap };
        queue.add(tap);
        queue.add(ButtonState::default());
        assert_eq!(play(&mut queue, 3), [down, 0, 0], "shorter than a tick");
        queue.add(held);
        assert_eq!(play(&mut queue, 3), [down; 3], "several ticks in a frame");
        queue.add(held);
        assert_eq!(play(&mut queue, 2), [0, down], "a release and a press in one frame");
    }

    #[test]
    fn the_key_that_closed_a_menu_does_not_jump() {
        let mut queue = InputBuffer::default();
        queue.clear();
        queue.add(ButtonState { held: Buttons::JUMP | Buttons::LEFT, pressed: Buttons::JUMP });
        assert_eq!(play(&mut queue, 1), [Buttons::LEFT]);
        queue.add(ButtonState::default());
        queue.add(ButtonState { held: Buttons::JUMP, pressed: Buttons::JUMP });
        assert_eq!(play(&mut queue, 2), [0, Buttons::JUMP]);
    }

    #[test]
    fn a_slow_game_does_not_lag_behind_the_keys() {
        let mut queue = InputBuffer::default();
        for _ in 0..50 {
            queue.add(ButtonState { held: Buttons::LEFT, pressed: Buttons::LEFT });
            queue.add(ButtonState::default());
        }
        assert!(queue.entries.len() <= MAX_QUEUED);
        assert_eq!(play(&mut queue, 4).last(), Some(&0));
    }
}
