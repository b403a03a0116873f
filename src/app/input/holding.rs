//! For hands that cannot hold a button for long: a press can stand for it.

use seamwalker::sim::{Buttons, Input};
use serde::{Deserialize, Serialize};

/// For how many ticks a tap holds the jump button: as long as holding it makes a jump higher.
const FULL_JUMP: u32 = 14;

/// Which buttons need not be held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Holding {
    /// Down stays down until it is pressed again, or until a jump: ducking, climbing down.
    pub sticky_down: bool,
    /// So does up, for ladders.
    pub sticky_up: bool,
    /// A tap jumps as high as a press that is held.
    pub full_jumps: bool,
}

/// Turns what is held into what the game is told, tick by tick.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToggleHold {
    /// What holds whom.
    pub holding: Holding,
    /// What was really held in the last tick.
    before: Input,
    /// Bits that stay down.
    stuck: u8,
    /// Ticks of a jump that are left.
    jump: u32,
}

impl ToggleHold {
    /// Lets go of everything.
    pub fn clear(&mut self) {
        *self = Self { holding: self.holding, ..Self::default() };
    }

    /// What the game is told.
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
        // A second tap while the first is still told: the game must see that it was let go between them.
        let again = pressed & Buttons::JUMP != 0 && self.jump > 0;
        if pressed & Buttons::JUMP != 0 {
            self.jump = if full_jumps { FULL_JUMP + u32::from(again) } else { 0 };
        }
        let jumps = if self.jump > 0 { Buttons::JUMP } else { 0 };
        self.jump = self.jump.saturating_sub(1);
        let sticking = if sticky_down { Buttons::DOWN } else { 0 } | if sticky_up { Buttons::UP } else { 0 };
        let not = if again { Buttons::JUMP } else { 0 };
        let told = Input { buttons: ((input.buttons & !sticking) | self.stuck | jumps) & !not };
        // The jump itself is still told with down: it drops through ribbons. After it one stands up.
        if pressed & Buttons::JUMP != 0 {
            self.stuck = 0;
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(holding: Holding, inputs: &[u8]) -> Vec<u8> {
        let mut holder = ToggleHold { holding, ..ToggleHold::default() };
        inputs.iter().map(|&buttons| holder.next(Input { buttons }).buttons).collect()
    }

    #[test]
    fn nothing_changes_for_those_who_hold() {
        let inputs = [1, 17, 16, 8, 12, 0, 24];
        assert_eq!(told(Holding::default(), &inputs), inputs);
    }

    #[test]
    fn a_press_of_down_stays_until_the_next_or_a_jump() {
        let (down, jump) = (Buttons::DOWN, Buttons::JUMP);
        let holding = Holding { sticky_down: true, ..Holding::default() };
        assert_eq!(told(holding, &[down, down, 0, 0, down, 0]), [down, down, down, down, 0, 0]);
        assert_eq!(told(holding, &[down, 0, jump, jump, 0]), [down, down, down | jump, jump, 0]);
        assert_eq!(told(holding, &[down, 0, Buttons::UP, 0]), [down, down, Buttons::UP, 0]);
        let both = Holding { sticky_up: true, ..holding };
        assert_eq!(told(both, &[down, 0, Buttons::UP, 0]), [down, down, Buttons::UP, Buttons::UP]);
    }

    #[test]
    fn a_tap_is_a_whole_jump_and_a_second_tap_another() {
        let holding = Holding { full_jumps: true, ..Holding::default() };
        let mut inputs = vec![0; 30];
        (inputs[0], inputs[20]) = (Buttons::JUMP, Buttons::JUMP);
        let expected: Vec<u8> = (0..30).map(|i| if i % 20 < FULL_JUMP { Buttons::JUMP } else { 0 }).collect();
        assert_eq!(told(holding, &inputs), expected);
        // A tap during a jump must be seen as one: wall jumps are quick.
        let quick = told(holding, &[Buttons::JUMP, 0, 0, Buttons::JUMP, 0]);
        assert_eq!(quick, [16, 16, 16, 0, 16]);
    }
}
