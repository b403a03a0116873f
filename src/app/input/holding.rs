//! Accessibility: turns presses into held buttons, for players who cannot hold a button for long.

use seamwalker_sim::{Buttons, Input};
use serde::{Deserialize, Serialize};

/// Ticks for which a tap holds the jump button: as long as holding it makes a jump higher.
const FULL_JUMP_TICKS: u32 = 14;

/// The buttons that need not be held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Holding {
    /// Down toggles, until it is pressed again or the player jumps: for ducking and climbing down.
    pub sticky_down: bool,
    /// Up toggles, for ladders.
    pub sticky_up: bool,
    /// A tap jumps as high as a held press.
    pub full_jumps: bool,
}

/// Turns the buttons held into the buttons reported to the game, tick by tick.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToggleHold {
    /// The player's settings.
    pub holding: Holding,
    /// The buttons actually held in the last tick.
    before: Input,
    /// Bits that are toggled on.
    stuck: u8,
    /// Remaining ticks of a jump.
    jump: u32,
}

impl ToggleHold {
    /// Everything is released.
    pub fn new(holding: Holding) -> Self {
        Self { holding, ..Self::default() }
    }

    /// The buttons reported to the game.
    pub fn next(&mut self, input: Input) -> Input {
        let pressed = input.pressed_since(self.before).buttons;
        self.before = input;
        let Holding { sticky_down, sticky_up, full_jumps } = self.holding;
        for (sticks, bit, other) in [(sticky_down, Buttons::DOWN, Buttons::UP), (sticky_up, Buttons::UP, Buttons::DOWN)]
        {
            if sticks && pressed & bit != 0 {
                self.stuck = (self.stuck ^ bit) & !other;
            } else if !sticks || pressed & other != 0 {
                self.stuck &= !bit;
            }
        }
        // A second tap while the first is still held: the game must see a release in between.
        let again = pressed & Buttons::JUMP != 0 && self.jump > 0;
        if pressed & Buttons::JUMP != 0 {
            self.jump = if full_jumps { FULL_JUMP_TICKS + u32::from(again) } else { 0 };
        }
        let jumps = if self.jump > 0 { Buttons::JUMP } else { 0 };
        self.jump = self.jump.saturating_sub(1);
        let sticking = if sticky_down { Buttons::DOWN } else { 0 } | if sticky_up { Buttons::UP } else { 0 };
        let not = if again { Buttons::JUMP } else { 0 };
        let reported = Input { buttons: ((input.buttons & !sticking) | self.stuck | jumps) & !not };
        // The jump itself still includes down, to drop through ribbons. It ends the toggle.
        if pressed & Buttons::JUMP != 0 {
            self.stuck = 0;
        }
        reported
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(holding: Holding, inputs: &[u8]) -> Vec<u8> {
        let mut holder = ToggleHold::new(holding);
        inputs.iter().map(|&buttons| holder.next(Input { buttons }).buttons).collect()
    }

    #[test]
    fn without_settings_nothing_changes() {
        let inputs = [1, 17, 16, 8, 12, 0, 24];
        assert_eq!(reported(Holding::default(), &inputs), inputs);
    }

    #[test]
    fn down_toggles_until_the_next_press_or_a_jump() {
        let (down, jump) = (Buttons::DOWN, Buttons::JUMP);
        let holding = Holding { sticky_down: true, ..Holding::default() };
        assert_eq!(reported(holding, &[down, down, 0, 0, down, 0]), [down, down, down, down, 0, 0]);
        assert_eq!(reported(holding, &[down, 0, jump, jump, 0]), [down, down, down | jump, jump, 0]);
        assert_eq!(reported(holding, &[down, 0, Buttons::UP, 0]), [down, down, Buttons::UP, 0]);
        let both = Holding { sticky_up: true, ..holding };
        assert_eq!(reported(both, &[down, 0, Buttons::UP, 0]), [down, down, Buttons::UP, Buttons::UP]);
    }

    #[test]
    fn a_tap_is_a_full_jump_and_a_second_tap_another() {
        let holding = Holding { full_jumps: true, ..Holding::default() };
        let mut inputs = vec![0; 30];
        (inputs[0], inputs[20]) = (Buttons::JUMP, Buttons::JUMP);
        let expected: Vec<u8> = (0..30).map(|i| if i % 20 < FULL_JUMP_TICKS { Buttons::JUMP } else { 0 }).collect();
        assert_eq!(reported(holding, &inputs), expected);
        // A tap during a jump must register: wall jumps are quick.
        let quick = reported(holding, &[Buttons::JUMP, 0, 0, Buttons::JUMP, 0]);
        assert_eq!(quick, [16, 16, 16, 0, 16]);
    }
}
