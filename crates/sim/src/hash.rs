//! One number for the whole state.

use super::{State, World};
use seamwalker_level::Fnv;

impl State {
    /// A number that two states share only when they are the same to the bit: FNV-1a of the state as `postcard` writes it.
    #[must_use]
    pub fn hash(&self) -> u64 {
        // Writing to a hash cannot fail, and every list knows its length.
        postcard::to_io(self, Fnv::new()).map(Fnv::finish).unwrap_or_default()
    }
}

impl World {
    /// [`State::hash`]: it leaves out the rules and the figures, so that two solvers that do the same have the same hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.state.hash()
    }
}
