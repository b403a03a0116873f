//! Random numbers that are the same on every machine.

/// A small seeded random number generator (`SplitMix64`, Steele, Lea and Flood 2014) with the same numbers on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rng(pub u64);

impl Rng {
    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in 0..1.
    pub const fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// A random element; `None` if there is none.
    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        let index = self.bits().checked_rem(among.len() as u64)?;
        among.get(index as usize)
    }

    /// A number in `low..high`.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }
}
