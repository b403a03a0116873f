//! Pads of the browser, as the page lists them in every frame.

use std::collections::BTreeMap;

use crate::app::input::pad::PadEvent;
use crate::app::window::page;

/// Remembers what the page said last.
pub struct Plugs {
    known: BTreeMap<u32, u32>,
}

impl Plugs {
    /// No pad is known yet.
    pub fn new() -> Self {
        Self { known: BTreeMap::new() }
    }

    /// What changed since the last frame.
    pub fn events(&mut self) -> Vec<PadEvent> {
        super::changed(&mut self.known, &page::ask(&["pads"]).unwrap_or_default())
    }
}
