//! Chance for what is only seen: particles, blinking. The simulation never asks it.

/// A small generator of numbers that look random (xorshift).
#[derive(Clone, Debug)]
pub struct Rng(u32);

impl Default for Rng {
    fn default() -> Self {
        Self(0x9e37_79b9)
    }
}

impl Rng {
    /// A number from 0 up to 1.
    pub fn roll(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    /// A number between two others.
    pub fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.roll()
    }

    /// One of the first `count` numbers.
    pub fn pick(&mut self, count: usize) -> usize {
        ((self.roll() * count as f32) as usize).min(count.saturating_sub(1))
    }
}
