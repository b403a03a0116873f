//! One number for the whole state.

use postcard::ser_flavors::Flavor;

use super::{State, World};
use crate::level::Fnv;

/// Feeds bytes to the hash instead of keeping them.
struct Hashing(Fnv);

impl Flavor for Hashing {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.bytes(&[byte]);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.bytes(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0.finish())
    }
}

impl State {
    /// A number that two states share only when they are the same to the bit: FNV-1a of the state as `postcard` writes it.
    #[must_use]
    pub fn hash(&self) -> u64 {
        // Writing to a hash cannot fail, and every list knows its length.
        postcard::serialize_with_flavor(self, Hashing(Fnv::new())).unwrap_or_default()
    }
}

impl World {
    /// [`State::hash`]: it leaves out the rules and the figures, so that two solvers that do the same have the same hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.state.hash()
    }
}
