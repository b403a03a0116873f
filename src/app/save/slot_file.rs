//! The file of a slot. Saving merges the progress of other windows of the game. A file that cannot be read is left alone: progress stays
//! in memory, and is merged into the slot once that can be read.

use super::autosaved::Autosaved;
use super::save_slot::{SaveSlot, file_name};
use super::storage::Storage;
use super::{MAX_SAVE_BYTES, SaveNews, usable};

/// The file of a slot.
#[derive(Debug, Default)]
pub struct SlotFile {
    /// The content of the file.
    pub kept: Autosaved<SaveSlot>,
    /// Unsaved content, while another slot is played.
    pub waiting: Option<SaveSlot>,
}

impl SlotFile {
    /// A slot whose file has this content.
    pub fn new(slot: SaveSlot) -> Self {
        Self { kept: Autosaved::new(slot, None), waiting: None }
    }

    /// Reads a slot.
    pub fn open(storage: &dyn Storage, number: usize, news: &mut Vec<SaveNews>) -> (Self, SaveSlot) {
        let file = file_name(number);
        let held = usable(storage, &file, SaveSlot::parse, news);
        let (slot, left) = match held {
            Ok(held) => (held.unwrap_or_default(), None),
            Err(why) => (SaveSlot::default(), Some(SaveNews::FileLeft { file, why })),
        };
        news.extend(left.clone());
        (Self { kept: Autosaved::new(slot.clone(), left), waiting: None }, slot)
    }

    /// Merges the content of the file into the slot and saves it.
    ///
    /// # Errors
    /// Why the slot is not in its file.
    pub fn write(
        &mut self,
        storage: &dyn Storage,
        number: usize,
        slot: &mut SaveSlot,
        news: &mut Vec<SaveNews>,
    ) -> Result<(), SaveNews> {
        let file = file_name(number);
        let changed = *slot != self.kept.value;
        let held = usable(storage, &file, SaveSlot::parse, news);
        let held = held.map_err(|why| SaveNews::FileLeft { file: file.clone(), why })?;
        if let Some(held) = &held {
            slot.add(held);
        }
        let done = match &held {
            Some(held) if held == slot => Ok(()),
            Some(_) => storage.save(&file, text(slot).as_bytes()),
            // Another window erased the slot, and there is no new progress.
            None if !changed => Ok(()),
            None => storage.create(&file, text(slot).as_bytes()),
        };
        done.map_err(|error| SaveNews::failed(&file, &error))?;
        self.kept.value = slot.clone();
        Ok(())
    }
}

/// The text of a slot. If it is too long to be read again, the longest runs are removed.
fn text(slot: &mut SaveSlot) -> String {
    let mut text = slot.text();
    while text.len() > MAX_SAVE_BYTES && slot.drop_longest_run() {
        text = slot.text();
    }
    text
}
