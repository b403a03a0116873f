//! Numbers that look random but depend only on a place, so that a level looks the same in every run.

/// A number for a place, or for any two numbers. Numbers with another `salt` have nothing to do with each other.
pub fn chance(x: i32, y: i32, salt: u32) -> u32 {
    // Multiplications by large odd numbers, as in Murmur3's finaliser.
    let mut hash =
        (x as u32).wrapping_mul(0x85eb_ca6b) ^ (y as u32).wrapping_mul(0xc2b2_ae35) ^ salt.wrapping_mul(0x27d4_eb2f);
    hash = (hash ^ hash >> 16).wrapping_mul(0x7feb_352d);
    hash = (hash ^ hash >> 15).wrapping_mul(0x846c_a68b);
    hash ^ hash >> 16
}

/// The same from 0 to 1.
pub fn fraction(x: i32, y: i32, salt: u32) -> f32 {
    (chance(x, y, salt) >> 8) as f32 / (1 << 24) as f32
}
