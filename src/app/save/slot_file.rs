//! One slot in the storage: read, saved together with what other windows of the game reached, and left alone where it cannot
//! be read. Then what is reached goes to a new file beside it, and into the slot as soon as that can be read.

use super::kept::Autosaved;
use super::save_slot::{SaveSlot, file_name};
use super::storage::{Storage, create_beside, names_beside, set_aside};
use super::{MAX_BYTES, SaveNews, Unusable, usable};

/// Why progress lies beside a slot, as a part of the file's name.
const RESCUED: &str = "rescued";

/// A slot in the storage.
#[derive(Debug, Default)]
pub struct SlotFile {
    /// What of it is safe, in its own file or beside it.
    pub kept: Autosaved<SaveSlot>,
    /// What was reached in it and is not saved yet, while another slot is played.
    pub waiting: Option<SaveSlot>,
    /// The file beside it that this program made.
    beside: Option<String>,
    /// Files beside it whose content is in the slot now: they go as soon as the slot is saved.
    taken_in: Vec<String>,
}

impl SlotFile {
    /// A slot whose file holds just this.
    pub fn new(slot: SaveSlot) -> Self {
        Self { kept: Autosaved::new(slot), ..Self::default() }
    }

    /// Reads a slot that is to be played, and what lies beside it.
    pub fn open(storage: &dyn Storage, number: usize, news: &mut Vec<SaveNews>) -> (Self, SaveSlot) {
        let file = file_name(number);
        let held = usable(storage, &file, SaveSlot::parse, news);
        let mut slot = held.as_ref().ok().cloned().flatten().unwrap_or_default();
        let in_slot = slot.clone();
        let mut taken_in = Vec::new();
        for beside in names_beside(&file, RESCUED) {
            if let Ok(Some(Ok(rescued))) = storage.load(&beside).map(|bytes| bytes.map(|bytes| SaveSlot::parse(&bytes)))
            {
                slot.add(&rescued);
                taken_in.push(beside);
            }
        }
        let (safe, left) = match held {
            Ok(_) => (in_slot, None),
            Err(why) => (slot.clone(), Some(SaveNews::SlotLeft { file, why })),
        };
        news.extend(left.clone());
        (Self { kept: Autosaved::new(safe).with_trouble(left), taken_in, ..Self::default() }, slot)
    }

    /// The same slot, opened again: it goes on saving beside it under the same name.
    pub fn following(self, before: Self) -> Self {
        Self { beside: before.beside, ..self }
    }

    /// Saves what was reached. What is in the slot already is added to it. Returns what went wrong.
    pub fn write(
        &mut self,
        storage: &dyn Storage,
        number: usize,
        slot: &mut SaveSlot,
        news: &mut Vec<SaveNews>,
    ) -> Option<SaveNews> {
        let file = file_name(number);
        let changed = *slot != self.kept.value;
        let held = match usable(storage, &file, SaveSlot::parse, news) {
            Ok(held) => held,
            Err(why) => {
                let failed = if changed { self.write_beside(storage, &file, slot) } else { None };
                return failed.or(Some(SaveNews::SlotLeft { file, why }));
            }
        };
        if let Some(held) = &held {
            slot.add(held);
        }
        let done = match &held {
            Some(held) if held == slot => Ok(()),
            Some(_) => storage.save(&file, text(slot).as_bytes()),
            // Another window erased the slot, and nothing was reached since.
            None if !changed && self.beside.is_none() && self.taken_in.is_empty() => Ok(()),
            None => storage.create(&file, text(slot).as_bytes()),
        };
        if let Err(error) = done {
            return Some(SaveNews::Failed { file, why: error.to_string() });
        }
        self.kept.value = slot.clone();
        for beside in self.taken_in.drain(..).chain(self.beside.take()) {
            // One that stays is taken in once more, which changes nothing.
            let _ = storage.remove(&beside);
        }
        None
    }

    fn write_beside(&mut self, storage: &dyn Storage, file: &str, slot: &mut SaveSlot) -> Option<SaveNews> {
        let text = text(slot);
        // The own file may be lost or out of reach by now.
        let own = self.beside.take().filter(|own| matches!(storage.load(own), Ok(Some(_))));
        let done = match own {
            Some(own) => storage.save(&own, text.as_bytes()).map(|()| own),
            None => create_beside(storage, file, RESCUED, text.as_bytes()),
        };
        match done {
            Ok(own) => {
                self.beside = Some(own);
                self.kept.value = slot.clone();
                None
            }
            Err(error) => Some(SaveNews::Failed { file: file.to_owned(), why: error.to_string() }),
        }
    }

    /// Moves everything that lies beside a slot out of the way, for a reason (one word).
    pub fn set_aside_beside(storage: &dyn Storage, number: usize, reason: &str) -> std::io::Result<()> {
        names_beside(&file_name(number), RESCUED).try_for_each(|beside| set_aside(storage, &beside, reason).map(drop))
    }
}

/// The text of a slot, so long that it can be read again: beyond that, the longest runs are left out.
fn text(slot: &mut SaveSlot) -> String {
    let mut text = slot.text();
    while text.len() > MAX_BYTES && slot.drop_longest_run() {
        text = slot.text();
    }
    text
}

/// Whether something is wrong with a slot's file that an attempt to save would not mend.
pub fn is_left_alone(why: &Unusable) -> bool {
    !matches!(why, Unusable::Damaged(_))
}
