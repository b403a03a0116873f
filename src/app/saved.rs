//! What outlasts the program: the settings in one file, what was reached in one of three others. They are saved by themselves.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use seamwalker::collide::SolverSetup;

use super::comfort::Comfort;
use super::keys::Controls;
use super::progress::Progress;
use super::settings::{Assist, Sight};
use super::slot::{self, Slot};
use super::storage::{Storage, set_aside};

/// The file of the settings.
const SETTINGS: &str = "settings.json";

/// Settings and progress in one, as earlier versions of the game have it.
const EARLIER: &str = "save.json";

/// The form of the file of the settings. A file of a later form is left alone.
const VERSION: u32 = 1;

/// Seconds between a change and its being saved: sliders change in every frame.
const SOON: f32 = 0.3;

/// What the player chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The solver that was chosen, whatever maps wish for.
    pub solver: Option<SolverSetup>,
    /// The window fills the screen.
    pub full_screen: bool,
    /// The view is enlarged by whole numbers only.
    pub pixel_perfect: bool,
    /// The slot that is played, counted from 0.
    pub slot: usize,
    /// How loud music and sounds are, 0 to 1.
    pub music: f32,
    pub effects: f32,
    /// Which keys and buttons do what.
    pub controls: Controls,
    /// What helps.
    pub assist: Assist,
    /// What is left out.
    pub comfort: Comfort,
    /// What helps the eyes.
    pub sight: Sight,
    /// The code of the language; empty for the system's.
    pub language: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            solver: None,
            full_screen: false,
            pixel_perfect: false,
            slot: 0,
            music: 0.7,
            effects: 0.9,
            controls: Controls::default(),
            assist: Assist::default(),
            comfort: Comfort::default(),
            sight: Sight::default(),
            language: String::new(),
        }
    }
}

/// Settings with the form of their file.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct SettingsFile {
    version: u32,
    #[serde(flatten)]
    settings: Settings,
}

/// The file of earlier versions.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Earlier {
    version: u32,
    settings: Settings,
    progress: Progress,
}

/// Everything that is saved of whoever plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saved {
    /// What the player chose.
    pub settings: Settings,
    /// What was reached in the slot that is played.
    pub slot: Slot,
}

/// Something that is saved when it has changed, a little later.
#[derive(Debug, Default)]
struct Kept<T> {
    /// As it is in the storage.
    value: T,
    /// Seconds since the first change that is not saved.
    waited: f32,
}

impl<T: PartialEq> Kept<T> {
    fn new(value: T) -> Self {
        Self { value, waited: 0.0 }
    }

    fn is_due(&mut self, now: &T, dt: f32, at_once: bool) -> bool {
        self.waited = if *now == self.value { 0.0 } else { self.waited + dt };
        let due = *now != self.value && (at_once || self.waited >= SOON);
        if due {
            self.waited = 0.0;
        }
        due
    }
}

/// Saves what changes.
pub struct Keeper {
    storage: Option<Box<dyn Storage>>,
    settings: Kept<Settings>,
    slot: Kept<Slot>,
}

impl Keeper {
    /// What was saved, and who saves it from now on. A file that cannot be understood is set aside; what went wrong is said.
    pub fn open(storage: Option<Box<dyn Storage>>) -> (Self, Saved, Vec<String>) {
        let mut keeper = Self { storage, settings: Kept::default(), slot: Kept::default() };
        let mut complaints = Vec::new();
        let earlier = keeper.read(EARLIER, parse_earlier, &mut complaints);
        let settings = keeper.read(SETTINGS, parse_settings, &mut complaints);
        let mut settings = settings.or_else(|| Some(earlier.as_ref()?.settings.clone())).unwrap_or_default();
        settings.slot = settings.slot.min(slot::COUNT - 1);
        if let Some(earlier) = earlier {
            complaints.extend(keeper.take_over(&settings, &earlier.progress));
        }
        let slot = keeper.read(&slot::file_name(settings.slot), Slot::parse, &mut complaints).unwrap_or_default();
        (keeper.settings, keeper.slot) = (Kept::new(settings.clone()), Kept::new(slot.clone()));
        (keeper, Saved { settings, slot }, complaints)
    }

    /// The file of an earlier version becomes the settings and the first slot. It goes last, and nothing is lost or doubled if
    /// the program ends in between.
    fn take_over(&self, settings: &Settings, progress: &Progress) -> Option<String> {
        let mut complaints = Vec::new();
        let mut first = self.read(&slot::file_name(0), Slot::parse, &mut complaints).unwrap_or_default();
        first.progress.add(progress);
        let taken = self.write_slot(0, &first).and_then(|()| self.write_settings(settings));
        let removed = taken.and_then(|()| {
            self.storage.as_deref().map_or(Ok(()), |storage| {
                storage.remove(EARLIER).map_err(|error| format!("{EARLIER} cannot be removed: {error}"))
            })
        });
        complaints.into_iter().chain(removed.err()).next()
    }

    /// Reads a file. One that cannot be understood is set aside.
    fn read<T>(&self, name: &str, parse: fn(&[u8]) -> Result<T, String>, complaints: &mut Vec<String>) -> Option<T> {
        let storage = self.storage.as_deref()?;
        let bytes = match storage.load(name) {
            Ok(bytes) => bytes?,
            Err(error) => {
                complaints.push(format!("{name}: {error}"));
                return None;
            }
        };
        let why = match parse(&bytes) {
            Ok(read) => return Some(read),
            Err(why) => why,
        };
        let aside = set_aside(storage, name, "damaged", &bytes);
        let where_to = aside.and_then(|aside| storage.remove(name).map(|()| format!("kept as '{aside}'")));
        let where_to = where_to.unwrap_or_else(|error| error.to_string());
        complaints.push(format!("{name}: {why}; it begins anew ({where_to})"));
        None
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let Some(storage) = self.storage.as_deref() else { return Ok(()) };
        storage.save(name, text.as_bytes()).map_err(|error| format!("{name} cannot be saved: {error}"))
    }

    fn write_settings(&self, settings: &Settings) -> Result<(), String> {
        let file = SettingsFile { version: VERSION, settings: settings.clone() };
        // Numbers and texts can always be written.
        self.write(SETTINGS, &serde_json::to_string_pretty(&file).unwrap_or_default())
    }

    fn write_slot(&self, number: usize, slot: &Slot) -> Result<(), String> {
        self.write(&slot::file_name(number), &slot.text())
    }

    /// Saves what changed, soon; `at_once` when the program ends. What another window of the game has reached meanwhile is
    /// added. Why it could not be saved, once for every change.
    pub fn keep(&mut self, now: &mut Saved, dt: f32, at_once: bool) -> Option<String> {
        let mut complaint = None;
        if self.settings.is_due(&now.settings, dt, at_once) {
            self.settings.value = now.settings.clone();
            complaint = self.write_settings(&now.settings).err();
        }
        if self.slot.is_due(&now.slot, dt, at_once) {
            // A file that is damaged by now is replaced.
            now.slot.add(&self.look(now.settings.slot).ok().flatten().unwrap_or_default());
            self.slot.value = now.slot.clone();
            complaint = complaint.or(self.write_slot(now.settings.slot, &now.slot).err());
        }
        complaint
    }

    /// What is in a slot; `None` for an empty one.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn look(&self, number: usize) -> Result<Option<Slot>, String> {
        let name = slot::file_name(number);
        let Some(storage) = self.storage.as_deref() else { return Ok(None) };
        let bytes = storage.load(&name).map_err(|error| format!("{name}: {error}"))?;
        bytes.map(|bytes| Slot::parse(&bytes).map_err(|why| format!("{name}: {why}"))).transpose()
    }

    /// Goes on with another slot. What went wrong is said.
    pub fn choose(&mut self, now: &mut Saved, number: usize) -> Vec<String> {
        let mut complaints = Vec::from_iter(self.keep(now, 0.0, true));
        now.settings.slot = number.min(slot::COUNT - 1);
        now.slot = self.read(&slot::file_name(number), Slot::parse, &mut complaints).unwrap_or_default();
        self.slot = Kept::new(now.slot.clone());
        complaints
    }

    /// Empties a slot. Its file is kept under another name, which is returned; `None` for a slot that was empty.
    ///
    /// # Errors
    /// Why it stays.
    pub fn erase(&mut self, now: &mut Saved, number: usize) -> Result<Option<String>, String> {
        let aside = self.put_away(number, "erased")?;
        if number == now.settings.slot {
            now.slot = Slot::default();
            self.slot = Kept::default();
        }
        Ok(aside)
    }

    /// Puts what an exported file holds into a slot. What was in it is kept under another name, which is returned.
    ///
    /// # Errors
    /// Why everything stays as it was.
    pub fn import(&mut self, now: &mut Saved, number: usize, bytes: &[u8]) -> Result<Option<String>, String> {
        if !Slot::is_one(bytes) {
            return Err("it is no saved game of Seamwalker, or it is damaged: export it again".to_owned());
        }
        let slot = Slot::parse(bytes)?;
        let aside = self.put_away(number, "replaced")?;
        self.write_slot(number, &slot)?;
        if number == now.settings.slot {
            now.slot = slot.clone();
            self.slot = Kept::new(slot);
        }
        Ok(aside)
    }

    /// The first slot with nothing in it, saved or not.
    pub fn empty_slot(&self, now: &Saved) -> Option<usize> {
        let is_played = |number| number == now.settings.slot && now.slot != Slot::default();
        (0..slot::COUNT).find(|&number| !is_played(number) && matches!(self.look(number), Ok(None)))
    }

    /// Gives a text to the player as a file; where it is.
    ///
    /// # Errors
    /// Why there is none.
    pub fn hand_out(&self, name: &str, bytes: &[u8]) -> Result<String, String> {
        let storage = self.storage.as_deref().ok_or("there is no place for files here")?;
        storage.hand_out(name, bytes).map_err(|error| format!("{name}: {error}"))
    }

    fn put_away(&self, number: usize, reason: &str) -> Result<Option<String>, String> {
        let (name, Some(storage)) = (slot::file_name(number), self.storage.as_deref()) else { return Ok(None) };
        let put_away = || -> std::io::Result<Option<String>> {
            let Some(bytes) = storage.load(&name)? else { return Ok(None) };
            let aside = set_aside(storage, &name, reason, &bytes)?;
            storage.remove(&name).map(|()| Some(aside))
        };
        put_away().map_err(|error| format!("{name}: {error}"))
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8], version: fn(&T) -> u32) -> Result<T, String> {
    let file: T = serde_json::from_slice(bytes).map_err(|error| format!("it is damaged: {error}"))?;
    if version(&file) > VERSION { Err("it is of a later version of the game".to_owned()) } else { Ok(file) }
}

fn parse_settings(bytes: &[u8]) -> Result<Settings, String> {
    parse(bytes, |file: &SettingsFile| file.version).map(|file| file.settings)
}

fn parse_earlier(bytes: &[u8]) -> Result<Earlier, String> {
    parse(bytes, |file: &Earlier| file.version)
}

#[cfg(test)]
mod tests {
    use seamwalker::collide::SolverKind;

    use super::super::progress::Found;
    use super::super::storage::tests::Memory;
    use super::*;

    fn open(memory: &'static Memory) -> (Keeper, Saved, Vec<String>) {
        Keeper::open(Some(Box::new(memory)))
    }

    fn memory() -> &'static Memory {
        Box::leak(Box::default())
    }

    fn names(memory: &Memory) -> Vec<String> {
        memory.0.borrow().keys().cloned().collect()
    }

    fn changed() -> Saved {
        let mut saved = Saved::default();
        saved.settings.solver = Some(SolverSetup::new(SolverKind::Swept));
        saved.slot.progress.finish("first_stitch", Some(600), Found { beads: 3, golden: 1 });
        saved
    }

    #[test]
    fn what_changed_is_saved_soon_and_comes_back() {
        let memory = memory();
        let (mut keeper, saved, complaints) = open(memory);
        assert_eq!((saved, complaints), (Saved::default(), vec![]));
        let mut now = changed();
        assert_eq!(keeper.keep(&mut now, 0.1, false), None);
        assert!(memory.0.borrow().is_empty(), "not at once");
        assert_eq!(keeper.keep(&mut now, 0.3, false), None);
        assert_eq!(names(memory), [SETTINGS, "slot1.json"]);
        let (_, back, complaints) = open(memory);
        assert_eq!((back, complaints), (now, vec![]));
    }

    #[test]
    fn who_leaves_saves_at_once() {
        let memory = memory();
        let (mut keeper, ..) = open(memory);
        keeper.keep(&mut changed(), 0.0, true);
        assert_eq!(memory.0.borrow().len(), 2);
    }

    #[test]
    fn two_windows_do_not_take_each_others_progress() {
        let memory = memory();
        let (mut one, mut first, _) = open(memory);
        let (mut other, mut second, _) = open(memory);
        first.slot.progress.finish("a", Some(600), Found { beads: 3, golden: 0 });
        one.keep(&mut first, 1.0, false);
        second.slot.progress.finish("a", Some(900), Found { beads: 5, golden: 0 });
        second.slot.progress.finish("b", Some(100), Found::default());
        other.keep(&mut second, 1.0, false);
        let progress = open(memory).1.slot.progress;
        assert_eq!((progress.of("a").ticks, progress.of("a").found.beads), (Some(600), 5));
        assert_eq!(progress.of("b").ticks, Some(100));
    }

    #[test]
    fn a_damaged_file_is_set_aside_with_a_message() {
        for name in ["settings.json", "slot1.json", "save.json"] {
            for damaged in [&b"{\"version\": 1, \"progr"[..], b"\xff\xfe", b"7", b"{\"version\": 99}"] {
                let memory = memory();
                memory.0.borrow_mut().insert(name.into(), damaged.to_vec());
                let (mut keeper, saved, complaints) = open(memory);
                assert_eq!(saved, Saved::default());
                let aside = format!("{name}.damaged-1");
                assert!(complaints.len() == 1 && complaints[0].contains(&aside), "{complaints:?}");
                keeper.keep(&mut changed(), 1.0, false);
                assert_eq!(memory.0.borrow()[&aside], damaged, "never lost");
                assert!(open(memory).2.is_empty(), "it is said once");
            }
        }
    }

    #[test]
    fn the_file_of_an_earlier_version_becomes_settings_and_the_first_slot() {
        let earlier = br#"{"version": 1, "settings": {"full_screen": true}, "progress": {"a": {"ticks": 60, "found": {"beads": 2}}}}"#;
        let memory = memory();
        memory.0.borrow_mut().insert(EARLIER.into(), earlier.to_vec());
        let (_, saved, complaints) = open(memory);
        assert!(saved.settings.full_screen && complaints.is_empty());
        assert_eq!((saved.slot.progress.of("a").ticks, saved.slot.progress.of("a").found.beads), (Some(60), 2));
        assert_eq!(names(memory), [SETTINGS, "slot1.json"], "once");
        assert_eq!(open(memory).1, saved);
        // Killed before the old file went: nothing is doubled.
        memory.0.borrow_mut().insert(EARLIER.into(), earlier.to_vec());
        assert_eq!(open(memory).1, saved);
    }

    #[test]
    fn a_file_of_an_earlier_version_lacks_what_came_later() {
        let memory = memory();
        for name in [SETTINGS, "slot1.json"] {
            memory.0.borrow_mut().insert(name.into(), b"{}".to_vec());
        }
        assert_eq!(open(memory).2, Vec::<String>::new());
    }

    #[test]
    fn each_slot_is_a_game_of_its_own() {
        let memory = memory();
        let (mut keeper, mut now, _) = open(memory);
        now.slot.progress.finish("a", Some(600), Found::default());
        assert!(keeper.choose(&mut now, 1).is_empty());
        assert_eq!(now.slot, Slot::default());
        now.slot.progress.finish("b", Some(500), Found::default());
        assert!(keeper.choose(&mut now, 0).is_empty());
        assert_eq!((now.slot.progress.of("a").ticks, now.slot.progress.of("b").ticks), (Some(600), None));
        keeper.keep(&mut now, 0.0, true);
        assert_eq!((open(memory).1, keeper.empty_slot(&now)), (now.clone(), Some(2)));
        assert!(keeper.choose(&mut now, 2).is_empty());
        now.slot.played = 1;
        assert_eq!(keeper.empty_slot(&now), None, "it is played, and only not saved yet");
    }

    #[test]
    fn an_exported_slot_can_be_imported_and_an_erased_one_is_found_again() {
        let memory = memory();
        let (mut keeper, _, _) = open(memory);
        let mut now = changed();
        keeper.keep(&mut now, 1.0, false);
        let text = keeper.look(0).unwrap().unwrap().text();
        assert_eq!(keeper.import(&mut now, 2, text.as_bytes()), Ok(None));
        assert_eq!(keeper.look(2).unwrap().unwrap(), now.slot);
        assert_eq!(keeper.erase(&mut now, 0), Ok(Some("slot1.json.erased-1".into())));
        assert_eq!((now.slot.clone(), keeper.look(0)), (Slot::default(), Ok(None)));
        assert_eq!(memory.0.borrow()["slot1.json.erased-1"], text.as_bytes());
        assert_eq!(keeper.import(&mut now, 2, text.as_bytes()), Ok(Some("slot3.json.replaced-1".into())));
        for bad in [&b"{}"[..], b"{\"seamwalker\": \"replay\"}", b"{\"seamwalker\": \"save\", \"version\": 9}", b""] {
            assert!(keeper.import(&mut now, 2, bad).is_err());
        }
        assert_eq!(keeper.look(2).unwrap().unwrap().text(), text, "what is refused changes nothing");
    }
}
