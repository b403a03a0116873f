//! Saving: the settings are one file, each of three slots another. Changes are saved automatically. A file that cannot be read, or
//! that a later version saved, is never overwritten.

mod autosaved;
mod content;
pub mod progress;
pub mod replay_file;
pub mod save_slot;
mod settings_file;
mod slot_file;
pub mod storage;
#[cfg(test)]
mod tests;

pub use progress::{Best, CollectedCount, delta, time};
pub use replay_file::{ReplayFile, Split};
pub use save_slot::{SLOT_COUNT, SaveSlot};

use autosaved::Autosaved;
pub use content::{MAX_SAVE_BYTES, SaveNews, Unusable};
use save_slot::file_name;
use settings_file::SETTINGS;
pub use settings_file::Settings;
use slot_file::SlotFile;
use storage::{Storage, set_aside};

/// Everything that is saved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaveData {
    /// The settings.
    pub settings: Settings,
    /// The progress in the current slot.
    pub slot: SaveSlot,
}

/// Saves changes.
#[derive(Default)]
pub struct SaveManager {
    storage: Option<Box<dyn Storage>>,
    settings: Autosaved<Settings>,
    /// The settings file was unusable when the program began, so it must not be overwritten.
    settings_left: bool,
    slots: [SlotFile; SLOT_COUNT],
}

/// Reads a file. A damaged file is moved out of the way.
///
/// # Errors
/// Why the file must be left as it is.
fn usable<T>(
    storage: &dyn Storage,
    file: &str,
    parse: fn(&[u8]) -> Result<T, Unusable>,
    news: &mut Vec<SaveNews>,
) -> Result<Option<T>, Unusable> {
    let Some(bytes) = storage.load(file)? else { return Ok(None) };
    let why = match parse(&bytes) {
        Err(Unusable::Damaged(why)) => why,
        read => return read.map(Some),
    };
    let moved = set_aside(storage, file, "damaged");
    let to = moved.map_err(|error| Unusable::Unreadable(format!("{why}, and it cannot be moved away: {error}")))?;
    news.extend(to.map(|to| SaveNews::SetAside { file: file.to_owned(), why, to }));
    Ok(None)
}

impl SaveManager {
    /// Reads everything. A damaged file is set aside, and other unusable files are left alone; the news say so.
    pub fn open(storage: Option<Box<dyn Storage>>) -> (Self, SaveData, Vec<SaveNews>) {
        let mut news = Vec::new();
        let mut keeper = Self::default();
        let mut saved = SaveData::default();
        if let Some(storage) = storage.as_deref() {
            match usable(storage, SETTINGS, Settings::parse, &mut news) {
                Ok(settings) => saved.settings = settings.unwrap_or_default(),
                Err(why) => {
                    keeper.settings_left = true;
                    news.push(SaveNews::FileLeft { file: SETTINGS.to_owned(), why });
                }
            }
            saved.settings.slot = saved.settings.slot.min(SLOT_COUNT - 1);
            let number = saved.settings.slot;
            (keeper.slots[number], saved.slot) = SlotFile::open(storage, number, &mut news);
        }
        keeper.settings = Autosaved::new(saved.settings.clone(), None);
        (Self { storage, ..keeper }, saved, news)
    }

    /// The saved settings, without anything else: what the window must know before it opens.
    pub fn settings(storage: Option<&dyn Storage>) -> Settings {
        let bytes = storage.and_then(|storage| storage.load(SETTINGS).ok()?);
        bytes.and_then(|bytes| Settings::parse(&bytes).ok()).unwrap_or_default()
    }

    /// Saves changes after a short delay, or `at_once` when the program ends or is left. Merges what other windows of the game saved.
    /// Failures are retried, less and less often. Returns the news for the player.
    pub fn autosave(&mut self, now: &mut SaveData, dt: f32, at_once: bool) -> Vec<SaveNews> {
        let mut news = Vec::new();
        let Some(storage) = self.storage.as_deref() else { return news };
        let changed = now.settings != self.settings.value && !self.settings_left;
        if self.settings.is_due(changed, dt, at_once) {
            let written = write_settings(storage, (&self.settings.value, &now.settings), &mut news);
            if written.is_ok() {
                self.settings.value = now.settings.clone();
            }
            news.extend(self.settings.finish_write(written.err(), SETTINGS, at_once));
        }
        for (number, file) in self.slots.iter_mut().enumerate() {
            let is_played = number == now.settings.slot;
            let mut waiting = file.waiting.take();
            let Some(slot) = (if is_played { Some(&mut now.slot) } else { waiting.as_mut() }) else { continue };
            let due = file.kept.is_due(*slot != file.kept.value, dt, at_once);
            // Two windows that save at the same moment may miss each other: the one that closes merges again.
            if due || at_once && is_played {
                let written = file.write(storage, number, slot, &mut news);
                news.extend(file.kept.finish_write(written.err(), &file_name(number), at_once));
            }
            file.waiting = waiting.filter(|slot| *slot != file.kept.value);
        }
        news
    }

    /// The content of a slot; `None` for an empty one.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn look(&self, number: usize) -> Result<Option<SaveSlot>, Unusable> {
        let waiting = self.slots[number].waiting.clone();
        let Some(storage) = self.storage.as_deref() else { return Ok(waiting) };
        let bytes = storage.load(&file_name(number))?;
        let mut held = bytes.map(|bytes| SaveSlot::parse(&bytes)).transpose()?;
        if let (Some(held), Some(waiting)) = (&mut held, &waiting) {
            held.add(waiting);
        }
        Ok(held.or(waiting))
    }

    /// Whether the progress in a slot is not in its file, because that cannot be read or written.
    pub fn has_failed(&self, number: usize) -> bool {
        self.slots[number].kept.has_failed()
    }

    /// Switches to another slot. Unsaved progress of the old one stays in memory and is retried. Returns the news for the player.
    pub fn choose(&mut self, now: &mut SaveData, number: usize) -> Vec<SaveNews> {
        let mut news = self.autosave(now, 0.0, true);
        let (before, number) = (now.settings.slot, number.min(SLOT_COUNT - 1));
        if number == before {
            return news;
        }
        let left = std::mem::take(&mut now.slot);
        self.slots[before].waiting = Some(left).filter(|left| *left != self.slots[before].kept.value);
        now.settings.slot = number;
        let file = &mut self.slots[number];
        let waiting = file.waiting.take();
        if let Some(storage) = self.storage.as_deref() {
            (*file, now.slot) = SlotFile::open(storage, number, &mut news);
        }
        waiting.iter().for_each(|waiting| now.slot.add(waiting));
        news
    }

    /// Erases a slot. Its file is kept under another name, which is returned; `None` for a slot that was empty.
    ///
    /// # Errors
    /// Why it cannot be erased.
    pub fn erase(&mut self, now: &mut SaveData, number: usize) -> Result<Option<String>, String> {
        let file = file_name(number);
        let mut aside = None;
        if let Some(storage) = self.storage.as_deref() {
            aside = set_aside(storage, &file, "erased").map_err(|error| format!("{file}: {error}"))?;
        }
        self.slots[number] = SlotFile::default();
        if number == now.settings.slot {
            now.slot = SaveSlot::default();
        }
        Ok(aside)
    }

    /// Fills an empty slot with an exported file.
    ///
    /// # Errors
    /// Why nothing was changed.
    pub fn import(&mut self, now: &mut SaveData, number: usize, bytes: &[u8]) -> Result<(), String> {
        let slot = SaveSlot::parse(bytes).map_err(|why| why.to_string())?;
        if let Some(storage) = self.storage.as_deref() {
            let file = file_name(number);
            let written = storage.create(&file, slot.text().as_bytes());
            written.map_err(|error| format!("{file} cannot be saved: {error}"))?;
        }
        self.slots[number] = SlotFile::new(slot.clone());
        if number == now.settings.slot {
            now.slot = slot;
        } else if self.storage.is_none() {
            self.slots[number].waiting = Some(slot);
        }
        Ok(())
    }

    /// The first empty slot.
    pub fn empty_slot(&self, now: &SaveData) -> Option<usize> {
        let is_played = |number| number == now.settings.slot && now.slot != SaveSlot::default();
        (0..SLOT_COUNT).find(|&number| !is_played(number) && matches!(self.look(number), Ok(None)))
    }

    /// Exports a file for the player. Returns where it is.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn export(&self, name: &str, bytes: &[u8]) -> Result<String, String> {
        let storage = self.storage.as_deref().ok_or("there is no folder for saved games here")?;
        storage.export(name, bytes).map_err(|error| format!("{name}: {error}"))
    }
}

/// Saves the settings, which were `before` when this window last saved or read them, unless the file must be left alone. What another
/// window has changed since stays.
fn write_settings(
    storage: &dyn Storage,
    (before, settings): (&Settings, &Settings),
    news: &mut Vec<SaveNews>,
) -> Result<(), SaveNews> {
    let held = usable(storage, SETTINGS, Settings::parse, news);
    let held = held.map_err(|why| SaveNews::FileLeft { file: SETTINGS.to_owned(), why })?;
    let write = if held.is_some() { Storage::save } else { Storage::create };
    let settings = held.map_or_else(|| settings.clone(), |held| settings.merged(before, &held));
    write(storage, SETTINGS, settings.text().as_bytes()).map_err(|error| SaveNews::failed(SETTINGS, &error))
}
