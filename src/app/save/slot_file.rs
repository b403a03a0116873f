//! The file of a slot. Saving merges the progress of other windows of the game. An unreadable file is left alone: progress goes to a
//! new file beside it, and is merged into the slot once that can be read.

use super::kept::Autosaved;
use super::save_slot::{SaveSlot, file_name};
use super::storage::{Storage, create_beside, names_beside, set_aside};
use super::{MAX_SAVE_BYTES, SaveNews, usable};

/// The part of the name that marks progress beside an unreadable slot.
const RESCUED: &str = "rescued";

/// The file of a slot.
#[derive(Debug, Default)]
pub struct SlotFile {
    /// The saved content, in its own file or beside it.
    pub kept: Autosaved<SaveSlot>,
    /// Unsaved content, while another slot is played.
    pub waiting: Option<SaveSlot>,
    /// The file beside it that this program created.
    pub beside: Option<String>,
    /// Files beside it that were merged into the slot: they are removed once the slot is saved.
    merged: Vec<String>,
}

impl SlotFile {
    /// A slot whose file has this content.
    pub fn new(slot: SaveSlot) -> Self {
        Self { kept: Autosaved::new(slot, None), ..Self::default() }
    }

    /// Reads a slot, and the files beside it.
    pub fn open(storage: &dyn Storage, number: usize, news: &mut Vec<SaveNews>) -> (Self, SaveSlot) {
        let file = file_name(number);
        let held = usable(storage, &file, SaveSlot::parse, news);
        let mut slot = held.as_ref().ok().cloned().flatten().unwrap_or_default();
        let in_slot = slot.clone();
        let mut merged = Vec::new();
        for beside in names_beside(&file, RESCUED) {
            let rescued = storage.load(&beside).ok().flatten();
            if let Some(rescued) = rescued.and_then(|bytes| SaveSlot::parse(&bytes).ok()) {
                slot.add(&rescued);
                merged.push(beside);
            }
        }
        let (safe, left) = match held {
            Ok(_) => (in_slot, None),
            Err(why) => (slot.clone(), Some(SaveNews::SlotLeft { file, why })),
        };
        news.extend(left.clone());
        (Self { kept: Autosaved::new(safe, left), merged, ..Self::default() }, slot)
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
        let held = match usable(storage, &file, SaveSlot::parse, news) {
            Ok(held) => held,
            Err(why) => {
                if changed {
                    self.write_beside(storage, &file, slot)?;
                }
                return Err(SaveNews::SlotLeft { file, why });
            }
        };
        if let Some(held) = &held {
            slot.add(held);
        }
        let done = match &held {
            Some(held) if held == slot => Ok(()),
            Some(_) => storage.save(&file, text(slot).as_bytes()),
            // Another window erased the slot, and there is no new progress.
            None if !changed && self.beside.is_none() && self.merged.is_empty() => Ok(()),
            None => storage.create(&file, text(slot).as_bytes()),
        };
        done.map_err(|error| SaveNews::failed(&file, &error))?;
        self.kept.value = slot.clone();
        for beside in self.merged.drain(..).chain(self.beside.take()) {
            // If one remains, it is merged again, which changes nothing.
            let _ = storage.remove(&beside);
        }
        Ok(())
    }

    fn write_beside(&mut self, storage: &dyn Storage, file: &str, slot: &mut SaveSlot) -> Result<(), SaveNews> {
        let text = text(slot);
        // The file may have been removed meanwhile.
        let own = self.beside.take().filter(|own| matches!(storage.load(own), Ok(Some(_))));
        let done = match own {
            Some(own) => storage.save(&own, text.as_bytes()).map(|()| own),
            None => create_beside(storage, file, RESCUED, text.as_bytes()),
        };
        self.beside = Some(done.map_err(|error| SaveNews::failed(file, &error))?);
        self.kept.value = slot.clone();
        Ok(())
    }

    /// Moves all files beside a slot out of the way, for a reason (one word).
    pub fn set_aside_beside(storage: &dyn Storage, number: usize, reason: &str) -> std::io::Result<()> {
        names_beside(&file_name(number), RESCUED).try_for_each(|beside| set_aside(storage, &beside, reason).map(drop))
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
