//! Repeatable noise, with the same bits on every machine.

/// A number that looks random but depends only on its arguments.
pub fn hash(seed: u32, x: i32, y: i32) -> u32 {
    let mut h = seed.wrapping_mul(0x9e37_79b1) ^ (x as u32).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 15)).wrapping_mul(0xc2b2_ae35) ^ (y as u32).wrapping_mul(0x27d4_eb2f);
    h = (h ^ (h >> 13)).wrapping_mul(0x1656_67b1);
    h ^ (h >> 16)
}

/// True for `percent` of all arguments, at random.
pub fn chance(seed: u32, x: i32, y: i32, percent: u32) -> bool {
    hash(seed, x, y) % 100 < percent
}

/// A whole number from `low` to `high`, both included.
pub fn between(seed: u32, x: i32, y: i32, low: i32, high: i32) -> i32 {
    low + (hash(seed, x, y) % (high - low + 1) as u32) as i32
}
