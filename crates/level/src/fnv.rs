//! The FNV-1a hash, used for levels, files and, by the simulation, for its own state.

use std::io::{self, Write};

/// FNV-1a, 64 bits: short, identical on every platform, and good enough to tell two versions of a map apart. Source:
/// <http://www.isthe.com/chongo/tech/comp/fnv/>
///
/// ```
/// use seamwalker_level::Fnv;
///
/// let mut hash = Fnv::new();
/// hash.bytes(b"foobar");
/// assert_eq!(hash.finish(), 0x8594_4171_f739_67e8);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self::new()
    }
}

impl Fnv {
    #[must_use]
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    #[must_use]
    pub const fn finish(self) -> u64 {
        self.0
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn number(&mut self, number: impl Into<u64>) {
        self.bytes(&number.into().to_le_bytes());
    }
}

impl Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
