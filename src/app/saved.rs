//! What outlasts the program: settings and progress, in one file that is saved by itself.

use serde::{Deserialize, Serialize};

use seamwalker::collide::SolverSetup;

use super::progress::Progress;
use super::storage::{Storage, set_aside};

/// The file's name.
const NAME: &str = "save.json";

/// The form of the file. A file of a later form is left alone.
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
    /// How loud music and effects are, 0 to 1.
    pub music: f32,
    pub effects: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { solver: None, full_screen: false, music: 0.7, effects: 0.9 }
    }
}

/// Everything that is saved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    version: u32,
    /// What the player chose.
    pub settings: Settings,
    /// What was reached.
    pub progress: Progress,
}

/// Saves what changes.
pub struct Keeper {
    storage: Option<Box<dyn Storage>>,
    /// As it is in the storage.
    kept: Saved,
    /// Seconds since the first change that is not saved.
    waited: f32,
}

impl Keeper {
    /// What was saved, and who saves it from now on. A file that cannot be understood is set aside; what went wrong is said.
    pub fn open(storage: Option<Box<dyn Storage>>) -> (Self, Saved, Option<String>) {
        let read = storage.as_deref().map_or(Ok(None), |storage| storage.load(NAME));
        let (saved, complaint) = match (read, &storage) {
            (Ok(Some(bytes)), Some(storage)) => match parse(&bytes) {
                Ok(saved) => (saved, None),
                Err(why) => {
                    let aside = set_aside(&**storage, NAME, &bytes);
                    let where_to = aside.map_or_else(|error| error.to_string(), |name| format!("kept as '{name}'"));
                    (Saved::default(), Some(format!("{NAME}: {why}; it begins anew ({where_to})")))
                }
            },
            (Err(error), _) => (Saved::default(), Some(format!("{NAME}: {error}"))),
            _ => (Saved::default(), None),
        };
        (Self { storage, kept: saved.clone(), waited: 0.0 }, saved, complaint)
    }

    /// Saves what changed, soon; `at_once` when the program ends. What another window of the game has reached meanwhile is
    /// added. Why it could not be saved, once for every change.
    pub fn keep(&mut self, now: &mut Saved, dt: f32, at_once: bool) -> Option<String> {
        if (&now.settings, &now.progress) == (&self.kept.settings, &self.kept.progress) {
            self.waited = 0.0;
            return None;
        }
        self.waited += dt;
        if self.waited < SOON && !at_once {
            return None;
        }
        self.waited = 0.0;
        let storage = self.storage.as_deref();
        let other = storage.and_then(|storage| parse(&storage.load(NAME).ok()??).ok());
        other.iter().for_each(|other| now.progress.add(&other.progress));
        self.kept = Saved { version: VERSION, ..now.clone() };
        let storage = storage?;
        // Numbers and texts can always be written.
        let text = serde_json::to_string_pretty(&self.kept).unwrap_or_default();
        storage.save(NAME, text.as_bytes()).err().map(|error| format!("{NAME} cannot be saved: {error}"))
    }
}

fn parse(bytes: &[u8]) -> Result<Saved, String> {
    let saved: Saved = serde_json::from_slice(bytes).map_err(|error| format!("it is damaged: {error}"))?;
    if saved.version > VERSION { Err("it is of a later version of the game".to_owned()) } else { Ok(saved) }
}

#[cfg(test)]
mod tests {
    use seamwalker::collide::SolverKind;

    use super::super::progress::Found;
    use super::super::storage::tests::Memory;
    use super::*;

    fn open(memory: &'static Memory) -> (Keeper, Saved, Option<String>) {
        Keeper::open(Some(Box::new(memory)))
    }

    fn memory() -> &'static Memory {
        Box::leak(Box::default())
    }

    fn changed() -> Saved {
        let mut saved = Saved::default();
        saved.settings.solver = Some(SolverSetup::new(SolverKind::Swept));
        saved.progress.finish("first_stitch", 600, Found { beads: 3, golden: 1 });
        saved
    }

    #[test]
    fn what_changed_is_saved_soon_and_comes_back() {
        let memory = memory();
        let (mut keeper, saved, complaint) = open(memory);
        assert_eq!((saved, complaint), (Saved::default(), None));
        let mut now = changed();
        assert_eq!(keeper.keep(&mut now, 0.1, false), None);
        assert!(memory.0.borrow().is_empty(), "not at once");
        assert_eq!(keeper.keep(&mut now, 0.3, false), None);
        let (_, back, complaint) = open(memory);
        assert_eq!((back.settings, back.progress, complaint), (now.settings, now.progress, None));
    }

    #[test]
    fn who_leaves_saves_at_once() {
        let memory = memory();
        let (mut keeper, ..) = open(memory);
        keeper.keep(&mut changed(), 0.0, true);
        assert_eq!(memory.0.borrow().len(), 1);
    }

    #[test]
    fn two_windows_do_not_take_each_others_progress() {
        let memory = memory();
        let (mut one, mut first, _) = open(memory);
        let (mut other, mut second, _) = open(memory);
        first.progress.finish("a", 600, Found { beads: 3, golden: 0 });
        one.keep(&mut first, 1.0, false);
        second.progress.finish("a", 900, Found { beads: 5, golden: 0 });
        second.progress.finish("b", 100, Found::default());
        other.keep(&mut second, 1.0, false);
        let (_, back, _) = open(memory);
        assert_eq!((back.progress.of("a").ticks, back.progress.of("a").found.beads), (Some(600), 5));
        assert_eq!(back.progress.of("b").ticks, Some(100));
    }

    #[test]
    fn a_damaged_file_is_set_aside_with_a_message() {
        for damaged in [&b"{\"version\": 1, \"progr"[..], b"\xff\xfe", b"7", b"{\"version\": 99}"] {
            let memory = memory();
            memory.0.borrow_mut().insert(NAME.into(), damaged.to_vec());
            let (mut keeper, saved, complaint) = open(memory);
            assert_eq!(saved, Saved::default());
            assert!(complaint.unwrap().contains("save.json.damaged-1"));
            keeper.keep(&mut changed(), 1.0, false);
            assert_eq!(memory.0.borrow()["save.json.damaged-1"], damaged, "never lost");
            assert!(open(memory).2.is_none());
        }
    }

    #[test]
    fn a_file_of_an_earlier_version_lacks_what_came_later() {
        let memory = memory();
        memory.0.borrow_mut().insert(NAME.into(), b"{}".to_vec());
        assert_eq!(open(memory).2, None);
    }
}
