//! Controllers in the browser, which the page lists in every frame.

use std::collections::BTreeMap;

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
        super::changed(&mut self.known, &page::ask(&["pads"]).unwrap_or_default())
    }
}
