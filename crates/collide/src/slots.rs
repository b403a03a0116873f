//! Free stretches of a flat array, so that lists in it can grow, shrink and go while the rest stays where it is.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Stretches that are free, by their length. Few lengths occur, because lists are short, so an exact match is found soon and
/// nothing has to be cut or joined.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    free: BTreeMap<u32, Vec<u32>>,
}

impl Slots {
    /// The start of a free stretch of this length, which is free no longer; `None` if there is none.
    pub fn take(&mut self, length: u32) -> Option<u32> {
        self.free.get_mut(&length)?.pop()
    }

    /// Frees a stretch.
    pub fn give(&mut self, start: u32, length: u32) {
        if length > 0 {
            self.free.entry(length).or_default().push(start);
        }
    }
}
