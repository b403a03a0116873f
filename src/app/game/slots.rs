//! The saved games while the program runs: chosen, exported, erased, and brought in from files.

use std::path::Path;

use seamwalker::lab::{SharedSession, Take};
use seamwalker::sim::MAX_INPUT_BYTES;

use super::{Game, Screen};
use crate::app::live_edit::feel_file;
use crate::app::save::replay_file::ReplayFile;
use crate::app::save::save_slot::{COUNT, SaveSlot};
use crate::app::save::{SaveData, SaveNews};
use crate::app::screens::{Goto, Slots};

impl Game {
    /// Shows what is in the slots.
    pub(super) fn show_slots(&mut self) {
        self.running = None;
        let SaveData { settings, slot } = &self.saved;
        // What is played is not saved yet, perhaps.
        let own = Some(slot.clone()).filter(|slot| *slot != SaveSlot::default());
        let look = |i| if i == settings.slot && own.is_some() { Ok(own.clone()) } else { self.keeper.look(i) };
        let held = (0..COUNT).map(|i| (look(i), self.keeper.is_in_trouble(i))).collect();
        self.screen = Screen::Slots(Slots::new(held, settings.slot, self.library.len()));
    }

    /// Tells the player what happened to saved files.
    pub(super) fn tell_of_saving(&mut self, news: Vec<SaveNews>) {
        for news in news {
            let text = news.text(&self.assets.words);
            if news.is_error() { self.toasts.lasting(text) } else { self.toasts.notice(text) }
        }
    }

    /// Goes on with another saved game.
    pub(super) fn choose_slot(&mut self, slot: usize) {
        self.running = None;
        let news = self.keeper.choose(&mut self.saved, slot);
        self.tell_of_saving(news);
        self.go(Goto::Levels);
    }

    /// Gives a saved game to the player as a file.
    pub(super) fn export(&mut self, slot: usize) {
        let held =
            if slot == self.saved.settings.slot { Ok(Some(self.saved.slot.clone())) } else { self.keeper.look(slot) };
        let name = format!("seamwalker-slot{}.json", slot + 1);
        match held {
            Ok(held) => self.hand_out(&name, held.unwrap_or_default().text().as_bytes()),
            Err(why) => self.toasts.error(why.to_string()),
        }
    }

    /// Empties a slot.
    pub(super) fn erase(&mut self, slot: usize) {
        match self.keeper.erase(&mut self.saved, slot) {
            Ok(_) => self.toasts.notice(self.assets.words.fill("told.slot_empty", &[&(slot + 1)])),
            Err(why) => self.toasts.error(why),
        }
        self.show_slots();
    }

    /// Takes a file that was dropped onto the window, if it is a saved game, a recorded run, a feel file, or what the
    /// laboratory shares.
    pub(super) fn take_file(&mut self, name: &str, bytes: &[u8]) -> bool {
        if ReplayFile::is_one(bytes) {
            match ReplayFile::parse(bytes).and_then(|tape| self.watch_tape(tape, None)) {
                Ok(goto) => self.wipe.to(goto),
                Err(why) => self.toasts.error(format!("'{name}': {why}")),
            }
        } else if SharedSession::is_one(bytes) {
            let opened = SharedSession::parse(bytes).and_then(|parcel| self.open_parcel(&parcel));
            opened.unwrap_or_else(|why| self.toasts.error(format!("'{name}': {why}")));
        } else if name.ends_with(".txt") {
            let too_large = || format!("it is larger than {MAX_INPUT_BYTES} bytes");
            let text = (bytes.len() <= MAX_INPUT_BYTES).then(|| String::from_utf8_lossy(bytes)).ok_or_else(too_large);
            match text.and_then(|text| Take::parse_inputs(&text)) {
                Ok(inputs) => self.play_inputs(inputs),
                Err(why) => self.toasts.error(format!("'{name}': {why}")),
            }
        } else if SaveSlot::is_one(bytes) {
            self.import(name, bytes);
        } else if name.ends_with(".ron") && self.running.is_some() {
            self.take_numbers(feel_file::parse(Path::new(name), bytes));
        } else {
            return false;
        }
        true
    }

    /// Puts a saved game into the first empty slot.
    fn import(&mut self, name: &str, bytes: &[u8]) {
        let Some(slot) = self.keeper.empty_slot(&self.saved) else {
            return self.toasts.error(self.assets.words.fill("told.slots_full", &[&name]));
        };
        match self.keeper.import(&mut self.saved, slot, bytes) {
            Ok(_) => {
                self.toasts.notice(self.assets.words.fill("told.slot_taken", &[&name, &(slot + 1)]));
                self.wipe.to(Goto::Slots);
            }
            Err(why) => self.toasts.error(format!("'{name}': {why}")),
        }
    }
}
