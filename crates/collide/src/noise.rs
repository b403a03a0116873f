//! Random numbers for the tests of this crate.

/// Numbers from 0 to a range; the same seed gives the same numbers.
pub fn noise(seed: u32) -> impl FnMut(f32) -> f32 {
    let mut noise = seed;
    move |range| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (noise >> 8) as f32 / (1_u32 << 24) as f32 * range
    }
}
