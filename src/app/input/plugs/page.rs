//! Controllers in the browser, which the page lists in every frame.

use std::collections::BTreeMap;

use super::Rumble;
use crate::app::input::pad::PadEvent;
use crate::app::window::page;

/// Remembers the last list.
pub struct Plugs {
    known: BTreeMap<u32, u32>,
}

impl Plugs {
    /// No controller is known yet.
    pub fn new() -> Self {
        Self { known: BTreeMap::new() }
    }

    /// The events since the last frame.
    pub fn events(&mut self) -> Vec<PadEvent> {
        super::changed(&mut self.known, &page::pads())
    }

    /// Shakes the controllers that can be shaken.
    #[allow(clippy::unused_self, reason = "the other systems keep what shakes")]
    pub fn rumble(&mut self, rumble: Rumble) {
        page::rumble(rumble);
    }
}
