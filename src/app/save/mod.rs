//! What outlasts the program: the settings in one file, what was reached in one of three others. They are saved by themselves.
//! A file that cannot be read, or that a later version saved, is never overwritten.

mod content;
mod kept;
#[cfg(all(test, unix))]
mod killed;
mod news;
pub mod progress;
#[cfg(test)]
mod random;
pub mod replay_file;
pub mod save_slot;
mod settings_file;
mod slot_file;
pub mod storage;
#[cfg(test)]
mod tests;

use std::io;

pub use content::{MAX_BYTES, Unusable};
use kept::Autosaved;
pub use news::SaveNews;
use save_slot::{COUNT, SaveSlot, file_name};
pub use settings_file::Settings;
use settings_file::{EARLIER, Earlier, SETTINGS};
use slot_file::{SlotFile, is_left_alone};
use storage::{Storage, replace, set_aside};

/// Everything that is saved of whoever plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaveData {
    /// What the player chose.
    pub settings: Settings,
    /// What was reached in the slot that is played.
    pub slot: SaveSlot,
}

/// Saves what changes.
#[derive(Default)]
pub struct SaveManager {
    storage: Option<Box<dyn Storage>>,
    settings: Autosaved<Settings>,
    /// The file of the settings could not be used when the program began: what is set now knows nothing of what is in it.
    settings_left: bool,
    slots: [SlotFile; COUNT],
}

/// What is under a name. A damaged text is moved out of the way.
///
/// # Errors
/// Why what is there must be left as it is.
fn usable<T>(
    storage: &dyn Storage,
    file: &str,
    parse: fn(&[u8]) -> Result<T, Unusable>,
    news: &mut Vec<SaveNews>,
) -> Result<Option<T>, Unusable> {
    let unreadable = |error: io::Error| Unusable::Unreadable(error.to_string());
    let Some(bytes) = storage.load(file).map_err(unreadable)? else { return Ok(None) };
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
    /// What was saved, and who saves it from now on. A damaged file is set aside, and what cannot be used otherwise is left
    /// alone; the player is told.
    pub fn open(storage: Option<Box<dyn Storage>>) -> (Self, SaveData, Vec<SaveNews>) {
        let mut news = Vec::new();
        let mut keeper = Self::default();
        let mut saved = SaveData::default();
        if let Some(storage) = storage.as_deref() {
            let earlier = left_or(usable(storage, EARLIER, Earlier::parse, &mut news), EARLIER, &mut news);
            let settings = usable(storage, SETTINGS, Settings::parse, &mut news);
            keeper.settings_left = settings.is_err();
            let settings = left_or(settings, SETTINGS, &mut news);
            let inherited = || Some(earlier.as_ref()?.settings.clone());
            saved.settings = settings.or_else(inherited).unwrap_or_default();
            saved.settings.slot = saved.settings.slot.min(COUNT - 1);
            if let Some(earlier) = earlier.filter(|_| !keeper.settings_left) {
                let failed = take_over(storage, &saved.settings, &earlier, &mut news);
                news.extend(failed);
            }
            let number = saved.settings.slot;
            (keeper.slots[number], saved.slot) = SlotFile::open(storage, number, &mut news);
        }
        keeper.settings = Autosaved::new(saved.settings.clone());
        (Self { storage, ..keeper }, saved, news)
    }

    /// Saves what changed, soon; `at_once` when the program ends. What another window of the game has reached meanwhile is
    /// added. What fails is tried again, ever more rarely. Returns what the player should know.
    pub fn keep(&mut self, now: &mut SaveData, dt: f32, at_once: bool) -> Vec<SaveNews> {
        let mut news = Vec::new();
        let Some(storage) = self.storage.as_deref() else { return news };
        let changed = now.settings != self.settings.value && !self.settings_left;
        if self.settings.is_due(changed, dt, at_once) {
            let failed = write_settings(storage, &now.settings, &mut news);
            if failed.is_none() {
                self.settings.value = now.settings.clone();
            }
            news.extend(self.settings.settle(failed, SETTINGS, at_once));
        }
        for (number, file) in self.slots.iter_mut().enumerate() {
            let is_played = number == now.settings.slot;
            let mut waiting = file.waiting.take();
            let Some(slot) = (if is_played { Some(&mut now.slot) } else { waiting.as_mut() }) else { continue };
            let due = file.kept.is_due(*slot != file.kept.value, dt, at_once);
            // Two windows that save at the same moment know nothing of each other: the one that ends looks again.
            if due || at_once && is_played {
                let failed = file.write(storage, number, slot, &mut news);
                news.extend(file.kept.settle(failed, &file_name(number), at_once));
            }
            file.waiting = waiting.filter(|slot| *slot != file.kept.value);
        }
        news
    }

    /// What is in a slot; `None` for an empty one.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn look(&self, number: usize) -> Result<Option<SaveSlot>, Unusable> {
        let waiting = self.slots[number].waiting.clone();
        let Some(storage) = self.storage.as_deref() else { return Ok(waiting) };
        let bytes = storage.load(&file_name(number)).map_err(|error| Unusable::Unreadable(error.to_string()))?;
        let held = bytes.map(|bytes| SaveSlot::parse(&bytes)).transpose()?;
        Ok(match (held, waiting) {
            (Some(mut held), Some(waiting)) => {
                held.add(&waiting);
                Some(held)
            }
            (held, waiting) => held.or(waiting),
        })
    }

    /// Whether what was reached in a slot is not in its file, because that cannot be read or written.
    pub fn is_in_trouble(&self, number: usize) -> bool {
        self.slots[number].kept.is_in_trouble()
    }

    /// Goes on with another slot. What was reached in this one and cannot be saved is kept in memory, and tried again. Returns
    /// what the player should know.
    pub fn choose(&mut self, now: &mut SaveData, number: usize) -> Vec<SaveNews> {
        let mut news = self.keep(now, 0.0, true);
        let (before, number) = (now.settings.slot, number.min(COUNT - 1));
        if number == before {
            return news;
        }
        let left = std::mem::take(&mut now.slot);
        self.slots[before].waiting = Some(left).filter(|left| *left != self.slots[before].kept.value);
        now.settings.slot = number;
        let mut file = std::mem::take(&mut self.slots[number]);
        let waiting = file.waiting.take();
        if let Some(storage) = self.storage.as_deref() {
            let (opened, slot) = SlotFile::open(storage, number, &mut news);
            (file, now.slot) = (opened.following(file), slot);
        }
        waiting.iter().for_each(|waiting| now.slot.add(waiting));
        self.slots[number] = file;
        news
    }

    /// Empties a slot. Its file is kept under another name, which is returned; `None` for a slot that was empty.
    ///
    /// # Errors
    /// Why it stays.
    pub fn erase(&mut self, now: &mut SaveData, number: usize) -> Result<Option<String>, String> {
        let file = file_name(number);
        let mut aside = None;
        if let Some(storage) = self.storage.as_deref() {
            let moved = set_aside(storage, &file, "erased");
            aside = moved.map_err(|error| format!("{file}: {error}"))?;
            let beside = SlotFile::set_aside_beside(storage, number, "erased");
            beside.map_err(|error| format!("{file}: {error}"))?;
        }
        self.slots[number] = SlotFile::default();
        if number == now.settings.slot {
            now.slot = SaveSlot::default();
        }
        Ok(aside)
    }

    /// Puts what an exported file holds into a slot. What was in it is kept under another name, which is returned.
    ///
    /// # Errors
    /// Why everything stays as it was.
    pub fn import(&mut self, now: &mut SaveData, number: usize, bytes: &[u8]) -> Result<Option<String>, String> {
        if !SaveSlot::is_one(bytes) {
            return Err("it is not a saved game of Seamwalker, or it is damaged: export it again".to_owned());
        }
        let slot = SaveSlot::parse(bytes).map_err(|why| why.to_string())?;
        let file = file_name(number);
        if let Some(why) = self.look(number).err().filter(is_left_alone) {
            return Err(format!("{file} was not changed: {why}; choose another slot"));
        }
        let mut aside = None;
        if let Some(storage) = self.storage.as_deref() {
            let replaced = replace(storage, &file, "replaced", slot.text().as_bytes());
            aside = replaced.map_err(|error| format!("{file} cannot be saved: {error}; it was not changed"))?;
            let beside = SlotFile::set_aside_beside(storage, number, "replaced");
            beside.map_err(|error| format!("{file}: {error}"))?;
        }
        self.slots[number] = SlotFile::new(slot.clone());
        if number == now.settings.slot {
            now.slot = slot;
        } else if self.storage.is_none() {
            self.slots[number].waiting = Some(slot);
        }
        Ok(aside)
    }

    /// The first slot with nothing in it, saved or not.
    pub fn empty_slot(&self, now: &SaveData) -> Option<usize> {
        let is_played = |number| number == now.settings.slot && now.slot != SaveSlot::default();
        (0..save_slot::COUNT).find(|&number| !is_played(number) && matches!(self.look(number), Ok(None)))
    }

    /// Gives a text to the player as a file; where it is.
    ///
    /// # Errors
    /// Why there is none.
    pub fn hand_out(&self, name: &str, bytes: &[u8]) -> Result<String, String> {
        let storage = self.storage.as_deref().ok_or("there is no folder for saved games here")?;
        storage.hand_out(name, bytes).map_err(|error| format!("{name}: {error}"))
    }
}

/// What was read; the player is told of a file that is left alone.
fn left_or<T>(read: Result<Option<T>, Unusable>, file: &str, news: &mut Vec<SaveNews>) -> Option<T> {
    read.unwrap_or_else(|why| {
        news.push(SaveNews::FileLeft { file: file.to_owned(), why });
        None
    })
}

/// Saves the settings, unless there is a file that must be left alone. Returns what went wrong.
fn write_settings(storage: &dyn Storage, settings: &Settings, news: &mut Vec<SaveNews>) -> Option<SaveNews> {
    let (file, text) = (SETTINGS.to_owned(), settings.text());
    let done = match usable(storage, SETTINGS, Settings::parse, news) {
        Ok(Some(_)) => storage.save(SETTINGS, text.as_bytes()),
        Ok(None) => storage.create(SETTINGS, text.as_bytes()),
        Err(why) => return Some(SaveNews::FileLeft { file, why }),
    };
    done.err().map(|error| SaveNews::Failed { file, why: error.to_string() })
}

/// The file of an earlier version becomes the settings and the first slot. It goes last, and nothing is lost or doubled if
/// the program ends in between. Returns what went wrong.
fn take_over(
    storage: &dyn Storage,
    settings: &Settings,
    earlier: &Earlier,
    news: &mut Vec<SaveNews>,
) -> Option<SaveNews> {
    // What is wrong with the slot is told when it is played.
    let (mut file, mut first) = SlotFile::open(storage, 0, &mut Vec::new());
    first.progress.add(&earlier.progress);
    let failed = file.write(storage, 0, &mut first, news).or_else(|| write_settings(storage, settings, news));
    failed.or_else(|| {
        let error = storage.remove(EARLIER).err()?;
        Some(SaveNews::Failed { file: EARLIER.to_owned(), why: error.to_string() })
    })
}
