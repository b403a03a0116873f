//! Saved games: selected, exported, erased and imported.

use std::path::Path;

use seamwalker_lab::{SharedSession, Take};
use seamwalker_sim::MAX_INPUT_BYTES;

use super::Services;
use crate::app::live_edit::feel_file;
use crate::app::save::{ReplayFile, SLOT_COUNT, SaveData, SaveNews, SaveSlot};
use crate::app::screens::{Goto, Slots};

impl Services {
    /// The screen of the slots.
    pub fn slots(&self) -> Slots {
        let SaveData { settings, slot } = &self.saved;
        // The current slot may have unsaved progress.
        let own = Some(slot.clone()).filter(|slot| *slot != SaveSlot::default());
        let look = |i| if i == settings.slot && own.is_some() { Ok(own.clone()) } else { self.saves.look(i) };
        let held = (0..SLOT_COUNT).map(|i| (look(i), self.saves.has_failed(i))).collect();
        let levels: Vec<usize> = self.library.campaign().levels().collect();
        // A folder of maps without worlds has only scraps.
        let maps = if levels.is_empty() { (0..self.library.len()).collect() } else { levels };
        Slots::new(held, settings.slot, maps.into_iter().map(|map| self.library.key(map)).collect())
    }

    /// Shows news about saved files.
    pub fn show_save_news(&mut self, news: Vec<SaveNews>) {
        for news in news {
            let text = news.text(&self.assets.words);
            if news.is_error() { self.toasts.lasting(text) } else { self.toasts.notice(text) }
        }
    }

    /// Switches to another saved game.
    pub fn choose_slot(&mut self, slot: usize) {
        self.running = None;
        let news = self.saves.choose(&mut self.saved, slot);
        self.show_save_news(news);
        self.next = Some(Goto::Levels);
    }

    /// Exports a saved game.
    pub fn export(&mut self, slot: usize) {
        let held =
            if slot == self.saved.settings.slot { Ok(Some(self.saved.slot.clone())) } else { self.saves.look(slot) };
        let name = format!("seamwalker-slot{}.json", slot + 1);
        if let Some(held) = self.report(held.map_err(|why| why.to_string())) {
            self.hand_out(&name, held.unwrap_or_default().text().as_bytes());
        }
    }

    /// Erases a slot.
    pub fn erase(&mut self, slot: usize) {
        let erased = self.saves.erase(&mut self.saved, slot);
        if self.report(erased).is_some() {
            self.toasts.notice(self.assets.words.fill("notice.slot_empty", &[&(slot + 1)]));
        }
        self.next = Some(Goto::Slots);
    }

    /// Opens a dropped file, if it is a saved game, a replay, a feel file, or a file of the laboratory. Returns whether it is.
    pub fn take_file(&mut self, name: &str, bytes: &[u8]) -> bool {
        let opened = if ReplayFile::is_one(bytes) {
            let goto = ReplayFile::parse(bytes).and_then(|replay| self.watch_replay(replay));
            goto.map(|goto| self.wipe.to(goto))
        } else if SharedSession::is_one(bytes) {
            SharedSession::parse(bytes).and_then(|shared| self.open_shared(&shared))
        } else if name.ends_with(".txt") && bytes.len() > MAX_INPUT_BYTES {
            Err(format!("it is larger than {MAX_INPUT_BYTES} bytes"))
        } else if name.ends_with(".txt") {
            Take::parse_inputs(&String::from_utf8_lossy(bytes)).map(|inputs| self.play_inputs(inputs))
        } else if SaveSlot::is_one(bytes) {
            self.import(name, bytes)
        } else if name.ends_with(".ron") && self.running.is_some() {
            self.apply_feel(feel_file::parse(Path::new(name), bytes));
            Ok(())
        } else {
            return false;
        };
        self.report(opened.map_err(|why| format!("'{name}': {why}")));
        true
    }

    /// Imports a saved game into the first empty slot.
    fn import(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        if let Some(slot) = self.saves.empty_slot(&self.saved) {
            self.saves.import(&mut self.saved, slot, bytes)?;
            self.toasts.notice(self.assets.words.fill("notice.slot_taken", &[&name, &(slot + 1)]));
            self.wipe.to(Goto::Slots);
        } else {
            self.toasts.error(self.assets.words.fill("notice.slots_full", &[&name]));
        }
        Ok(())
    }
}
