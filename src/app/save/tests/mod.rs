//! Tests of saving: round trips, faults of the disk, several windows of the game.

#[cfg(unix)]
mod killed;
mod random;

use super::progress::CollectedCount;
use super::storage::tests::Memory;
use crate::app::save::*;

fn open(memory: &'static Memory) -> (SaveManager, SaveData, Vec<SaveNews>) {
    SaveManager::open(Some(Box::new(memory)))
}

fn memory() -> &'static Memory {
    Box::leak(Box::default())
}

fn changed() -> SaveData {
    let mut saved = SaveData::default();
    saved.settings.music = 0.5;
    saved.slot.progress.finish("first_stitch", Some(600), CollectedCount { beads: 3, golden: 1 });
    saved
}

/// The file of a slot in which one map is finished.
fn slot_with(map: &str, ticks: u64) -> String {
    let mut slot = SaveSlot::default();
    slot.progress.finish(map, Some(ticks), CollectedCount::default());
    slot.text()
}

fn finish(now: &mut SaveData, map: &str) {
    now.slot.progress.finish(map, Some(60), CollectedCount::default());
}

fn ticks(slot: &SaveSlot, maps: &[&str]) -> Vec<Option<u64>> {
    maps.iter().map(|map| slot.progress.of(map).ticks).collect()
}

/// Files of a later version: one that reads like a current one, and one in another format.
const LATER: [&str; 2] =
    ["{\"seamwalker\": \"save\", \"version\": 99}", "{\"version\": 2, \"settings\": 7, \"progress\": [1]}"];

#[test]
fn changes_are_saved_soon_or_when_the_program_ends_and_can_be_loaded() {
    let memory = memory();
    let (mut keeper, saved, news) = open(memory);
    assert_eq!((saved, news), (SaveData::default(), vec![]));
    let mut now = changed();
    assert_eq!(keeper.autosave(&mut now, 0.1, false), []);
    assert!(memory.names().is_empty(), "not at once");
    assert_eq!(keeper.autosave(&mut now, 0.3, false), []);
    assert_eq!(memory.names(), [SETTINGS, "slot1.json"]);
    let (mut again, mut back, news) = open(memory);
    assert_eq!((&back, news), (&now, vec![]));
    finish(&mut back, "a");
    again.autosave(&mut back, 0.0, true);
    assert_eq!(open(memory).1, back);
    let writes = memory.writes.get();
    again.autosave(&mut back, 1.0, true);
    assert_eq!(memory.writes.get(), writes, "nothing changed");
    [SETTINGS, "slot1.json"].iter().for_each(|name| memory.put(name, "\u{feff}{}"));
    assert_eq!(open(memory).1, SaveData::default(), "missing fields have defaults");
}

#[test]
fn two_windows_merge_their_progress_and_settings() {
    let memory = memory();
    let ((mut one, mut first, _), (mut two, mut second, _)) = (open(memory), open(memory));
    finish(&mut first, "a");
    finish(&mut second, "b");
    one.autosave(&mut first, 1.0, false);
    two.autosave(&mut second, 1.0, false);
    assert_eq!(ticks(&open(memory).1.slot, &["a", "b"]), [Some(60), Some(60)]);
    (first.settings.music, second.settings.effects) = (0.5, 0.1);
    one.autosave(&mut first, 1.0, false);
    two.autosave(&mut second, 1.0, false);
    let Settings { music, effects, .. } = open(memory).1.settings;
    assert_eq!((music, effects), (0.5, 0.1));
    // The second window had read the slot before the first one saved it, and overwrites it: the first one merges when it closes.
    memory.put("slot1.json", slot_with("b", 60));
    one.autosave(&mut first, 0.0, true);
    assert_eq!(ticks(&open(memory).1.slot, &["a", "b"]), [Some(60), Some(60)]);
    // A slot erased by another window stays empty.
    two.erase(&mut second, 0).unwrap();
    one.autosave(&mut first, 0.0, true);
    assert_eq!(two.look(0), Ok(None));
}

#[test]
fn a_damaged_file_is_set_aside_with_a_message() {
    for name in ["settings.json", "slot1.json"] {
        for damaged in [&b"{\"version\": 1, \"progr"[..], b"\xff\xfe", b"7", b""] {
            let memory = memory();
            memory.put(name, damaged);
            let (mut keeper, saved, news) = open(memory);
            assert_eq!(saved, SaveData::default());
            let aside = format!("{name}.damaged-1");
            assert!(news.len() == 1 && format!("{news:?}").contains(&aside), "{news:?}");
            keeper.autosave(&mut changed(), 1.0, false);
            assert_eq!(memory.text(&aside), damaged, "never lost");
            assert!(open(memory).2.is_empty(), "it is said once");
        }
    }
}

/// A file that cannot be read, that a later version saved, or that is damaged and cannot be moved.
#[test]
fn a_slot_that_cannot_be_used_is_left_alone_and_gets_its_progress_once_it_can() {
    let old = slot_with("old", 60);
    let spoil = |memory: &Memory, text: &str| {
        if text == old {
            memory.unreadable.borrow_mut().insert("slot1.json".into());
        }
        memory.put("slot1.json", text);
    };
    let cases =
        [(old.as_str(), "Unreadable"), (LATER[0], "Later"), (LATER[1], "Later"), ("half a fi", "cannot be moved away")];
    for (text, why) in cases {
        for at_first in [true, false] {
            let memory = memory();
            memory.fixed.set(true);
            memory.put("slot1.json", &old);
            if at_first {
                spoil(memory, text);
            }
            let (mut keeper, mut now, mut news) = open(memory);
            spoil(memory, text);
            let left = memory.text("slot1.json");
            finish(&mut now, "a");
            news.extend(keeper.autosave(&mut now, 100.0, false));
            assert!(news.len() == 1 && format!("{news:?}").contains(why), "{why}: it is said once: {news:?}");
            assert!(keeper.has_failed(0) && keeper.empty_slot(&now) == Some(1));
            assert!(keeper.import(&mut now, 1, old.as_bytes()).is_ok(), "other slots can be used");
            keeper.choose(&mut now, 1);
            keeper.choose(&mut now, 0);
            assert_eq!(memory.text("slot1.json"), left, "{why}: never overwritten");
            memory.unreadable.borrow_mut().clear();
            memory.put("slot1.json", slot_with("b", 60));
            assert_eq!(keeper.autosave(&mut now, 100.0, false), [SaveNews::Works { file: "slot1.json".into() }]);
            let maps = ["a", "b"];
            assert_eq!(ticks(&now.slot, &maps), [Some(60); 2]);
            assert_eq!(ticks(&open(memory).1.slot, &maps), [Some(60); 2], "{why}: merged");
        }
    }
}

#[test]
fn an_unreadable_slot_can_be_erased() {
    let memory = memory();
    memory.put("slot1.json", slot_with("a", 60));
    memory.unreadable.borrow_mut().insert("slot1.json".into());
    let (mut keeper, mut now, _) = open(memory);
    assert_eq!(keeper.erase(&mut now, 0), Ok(Some("slot1.json.erased-1".into())));
    assert_eq!((now.slot.clone(), keeper.look(0)), (SaveSlot::default(), Ok(None)));
    finish(&mut now, "c");
    keeper.autosave(&mut now, 1.0, false);
    assert_eq!(memory.text("slot1.json"), slot_with("c", 60).as_bytes());
}

#[test]
fn settings_that_cannot_be_used_are_left_alone() {
    let readable = Settings { music: 0.1, ..Settings::default() }.text();
    for text in [readable.as_str(), LATER[0], LATER[1]] {
        for at_first in [true, false] {
            let memory = memory();
            let spoil = || {
                memory.put(SETTINGS, text);
                if text == readable {
                    memory.unreadable.borrow_mut().insert(SETTINGS.into());
                }
            };
            if at_first {
                spoil();
            }
            let (mut keeper, mut now, mut news) = open(memory);
            spoil();
            now.settings.full_screen = true;
            news.extend(keeper.autosave(&mut now, 100.0, false));
            assert!(matches!(&news[..], [SaveNews::FileLeft { .. }]), "{news:?}");
            if at_first {
                // Not even once they can be read: the player has not seen what is in them.
                memory.unreadable.borrow_mut().clear();
                assert_eq!(keeper.autosave(&mut now, 100.0, true), []);
            }
            assert_eq!((memory.text(SETTINGS), memory.names().len()), (text.as_bytes().to_vec(), 1));
        }
    }
}

#[test]
fn a_full_disk_is_reported_once_and_retried_until_there_is_space() {
    let memory = memory();
    let (mut keeper, _, _) = open(memory);
    let mut now = changed();
    memory.room.set(Some(0));
    let news = keeper.autosave(&mut now, 1.0, false);
    assert!(matches!(&news[..], [SaveNews::Failed { .. }, SaveNews::Failed { .. }]), "{news:?}");
    assert!(keeper.has_failed(0));
    finish(&mut now, "more");
    let again: Vec<SaveNews> = (0..40).flat_map(|_| keeper.autosave(&mut now, 1.0, false)).collect();
    assert_eq!((again, memory.names()), (vec![], vec![]));
    let other = keeper.choose(&mut now, 1);
    assert_eq!(other.len(), 2, "switching slots reports it again: {other:?}");
    assert_eq!((now.slot.clone(), keeper.empty_slot(&now)), (SaveSlot::default(), Some(1)));
    assert_eq!(ticks(&keeper.look(0).unwrap().unwrap(), &["more"]), [Some(60)], "kept while another one is played");
    finish(&mut now, "of another slot");
    memory.room.set(None);
    let works: Vec<SaveNews> = (0..100).flat_map(|_| keeper.autosave(&mut now, 1.0, false)).collect();
    assert_eq!(works.len(), 2, "{works:?}");
    assert!(works.iter().all(|news| !news.is_error()));
    let slot = keeper.look(0).unwrap().unwrap();
    assert_eq!(ticks(&slot, &["first_stitch", "more"]), [Some(600), Some(60)], "also of the slot that was left");
    assert_eq!(keeper.look(1), Ok(Some(now.slot)));
    assert!(!keeper.has_failed(0));
}

/// Also without a storage.
#[test]
fn slots_are_independent() {
    let (mut nowhere, mut held, news) = SaveManager::open(None);
    finish(&mut held, "a");
    assert_eq!((news, nowhere.choose(&mut held, 1)), (vec![], vec![]));
    assert_eq!(held.slot, SaveSlot::default());
    nowhere.choose(&mut held, 0);
    assert_eq!(ticks(&held.slot, &["a"]), [Some(60)]);
    let memory = memory();
    let (mut keeper, mut now, _) = open(memory);
    now.slot.progress.finish("a", Some(600), CollectedCount::default());
    assert!(keeper.choose(&mut now, 1).is_empty());
    assert_eq!(now.slot, SaveSlot::default());
    now.slot.progress.finish("b", Some(500), CollectedCount::default());
    assert!(keeper.choose(&mut now, 0).is_empty());
    assert_eq!((now.slot.progress.of("a").ticks, now.slot.progress.of("b").ticks), (Some(600), None));
    keeper.autosave(&mut now, 0.0, true);
    assert_eq!((open(memory).1, keeper.empty_slot(&now)), (now.clone(), Some(2)));
    assert!(keeper.choose(&mut now, 2).is_empty());
    now.slot.played = 1;
    assert_eq!(keeper.empty_slot(&now), None, "it is played, and only not saved yet");
}

#[test]
fn an_exported_slot_can_be_imported_and_an_erased_one_restored() {
    let memory = memory();
    let (mut keeper, _, _) = open(memory);
    let mut now = changed();
    keeper.autosave(&mut now, 1.0, false);
    let text = keeper.look(0).unwrap().unwrap().text();
    assert_eq!(keeper.import(&mut now, 2, text.as_bytes()), Ok(()));
    assert_eq!(keeper.look(2).unwrap().unwrap(), now.slot);
    assert_eq!(keeper.erase(&mut now, 0), Ok(Some("slot1.json.erased-1".into())));
    assert_eq!((now.slot.clone(), keeper.look(0)), (SaveSlot::default(), Ok(None)));
    assert_eq!(memory.text("slot1.json.erased-1"), text.as_bytes());
    assert!(keeper.import(&mut now, 2, text.as_bytes()).unwrap_err().starts_with("slot3.json cannot be saved: "));
    for bad in [&b"{\"seamwalker\": \"save\", \"version\": 9}"[..], b"{\"seamwalker\": \"save\"", b""] {
        assert!(keeper.import(&mut now, 1, bad).is_err());
    }
    memory.room.set(Some(0));
    assert!(keeper.import(&mut now, 1, text.as_bytes()).is_err(), "a full disk");
    assert_eq!(keeper.look(1), Ok(None));
    assert_eq!(keeper.look(2).unwrap().unwrap().text(), text, "what is refused changes nothing");
}
