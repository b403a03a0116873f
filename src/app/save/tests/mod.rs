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
fn changes_are_saved_soon_and_can_be_loaded() {
    let memory = memory();
    let (mut keeper, saved, news) = open(memory);
    assert_eq!((saved, news), (SaveData::default(), vec![]));
    let mut now = changed();
    assert_eq!(keeper.keep(&mut now, 0.1, false), []);
    assert!(memory.names().is_empty(), "not at once");
    assert_eq!(keeper.keep(&mut now, 0.3, false), []);
    assert_eq!(memory.names(), [SETTINGS, "slot1.json"]);
    let (_, back, news) = open(memory);
    assert_eq!((back, news), (now, vec![]));
}

#[test]
fn quitting_saves_at_once() {
    let memory = memory();
    let (mut keeper, _, _) = open(memory);
    let mut now = changed();
    keeper.keep(&mut now, 0.0, true);
    assert_eq!(open(memory).1, now);
    let writes = memory.writes.get();
    keeper.keep(&mut now, 1.0, true);
    assert_eq!(memory.writes.get(), writes, "nothing changed");
}

/// Without a storage the game still works, and keeps its slots apart.
#[test]
fn without_a_storage_everything_stays_in_memory() {
    let (mut keeper, mut now, news) = SaveManager::open(None);
    assert_eq!(news, []);
    finish(&mut now, "a");
    assert_eq!(keeper.choose(&mut now, 1), []);
    assert_eq!(now.slot, SaveSlot::default());
    assert_eq!(keeper.choose(&mut now, 0), []);
    assert_eq!(ticks(&now.slot, &["a"]), [Some(60)]);
}

#[test]
fn two_windows_merge_their_progress_and_settings() {
    let memory = memory();
    let ((mut one, mut first, _), (mut two, mut second, _)) = (open(memory), open(memory));
    finish(&mut first, "a");
    finish(&mut second, "b");
    one.keep(&mut first, 1.0, false);
    two.keep(&mut second, 1.0, false);
    assert_eq!(ticks(&open(memory).1.slot, &["a", "b"]), [Some(60), Some(60)]);
    (first.settings.music, second.settings.effects) = (0.5, 0.1);
    one.keep(&mut first, 1.0, false);
    two.keep(&mut second, 1.0, false);
    let Settings { music, effects, .. } = open(memory).1.settings;
    assert_eq!((music, effects), (0.5, 0.1));
    // The second window had read the slot before the first one saved it, and overwrites it: the first one merges when it closes.
    memory.put("slot1.json", slot_with("b", 60));
    one.keep(&mut first, 0.0, true);
    assert_eq!(ticks(&open(memory).1.slot, &["a", "b"]), [Some(60), Some(60)]);
    // A slot erased by another window stays empty.
    two.erase(&mut second, 0).unwrap();
    one.keep(&mut first, 0.0, true);
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
            assert!(news.len() == 1 && news[0].to_string().contains(&aside), "{news:?}");
            keeper.keep(&mut changed(), 1.0, false);
            assert_eq!(memory.text(&aside), damaged, "never lost");
            assert!(open(memory).2.is_empty(), "it is said once");
        }
    }
}

#[test]
fn a_damaged_file_that_cannot_be_moved_is_not_overwritten() {
    let memory = memory();
    memory.put("slot1.json", "half a fi");
    memory.fixed.set(true);
    let (mut keeper, mut now, news) = open(memory);
    assert!(matches!(&news[..], [SaveNews::SlotLeft { .. }]), "{news:?}");
    finish(&mut now, "a");
    keeper.keep(&mut now, 1.0, true);
    assert_eq!(memory.text("slot1.json"), b"half a fi");
    assert_eq!(SaveSlot::parse(&memory.text("slot1.json.rescued-1")), Ok(now.slot));
}

/// Progress goes to a new file, and into the slot once that can be read. A restart in between continues from there.
#[test]
fn a_slot_that_cannot_be_read_is_never_overwritten() {
    let memory = memory();
    memory.put("slot1.json", slot_with("old", 60));
    memory.put("slot1.json.rescued-1", "of another program");
    memory.unreadable.borrow_mut().insert("slot1.json".into());
    let (mut keeper, mut now, news) = open(memory);
    assert!(matches!(&news[..], [SaveNews::SlotLeft { why: Unusable::Unreadable(_), .. }]), "{news:?}");
    assert!(keeper.has_failed(0) && memory.writes.get() == 0);
    for map in ["a", "b"] {
        finish(&mut now, map);
        assert_eq!(keeper.keep(&mut now, 100.0, false), [], "the player knows");
    }
    assert_eq!(memory.text("slot1.json"), slot_with("old", 60).as_bytes());
    assert_eq!(memory.names(), ["slot1.json", "slot1.json.rescued-1", "slot1.json.rescued-2"], "one new file");
    assert_eq!(memory.text("slot1.json.rescued-1"), b"of another program");
    assert!(keeper.import(&mut now, 0, slot_with("c", 60).as_bytes()).unwrap_err().contains("choose another slot"));
    assert_eq!(keeper.empty_slot(&now), Some(1));

    let (mut again, mut later, news) = open(memory);
    assert_eq!((later.slot.clone(), news.len()), (now.slot.clone(), 1));
    let writes = memory.writes.get();
    again.keep(&mut later, 100.0, true);
    assert_eq!(memory.writes.get(), writes, "nothing is new");
    finish(&mut later, "d");
    again.keep(&mut later, 100.0, false);
    assert_eq!(memory.names().len(), 4, "a new file");

    memory.unreadable.borrow_mut().clear();
    assert_eq!(again.keep(&mut later, 100.0, false), [SaveNews::Works { file: "slot1.json".into() }]);
    let all = ["old", "a", "b", "d"];
    assert_eq!(ticks(&later.slot, &all), [Some(60); 4]);
    assert_eq!(ticks(&again.look(0).unwrap().unwrap(), &all), [Some(60); 4]);
    assert_eq!(memory.names(), ["slot1.json", "slot1.json.rescued-1"], "merged into the slot");
    // The window that stayed open merges it, too.
    assert_eq!(keeper.keep(&mut now, 100.0, false), [SaveNews::Works { file: "slot1.json".into() }]);
    assert_eq!(ticks(&now.slot, &all), [Some(60); 4]);
}

#[test]
fn files_beside_a_slot_are_merged_at_the_next_start() {
    let memory = memory();
    memory.put("slot1.json", slot_with("old", 60));
    memory.put("slot1.json.rescued-3", slot_with("new", 60));
    let (mut keeper, mut now, news) = open(memory);
    assert_eq!((ticks(&now.slot, &["old", "new"]), news), (vec![Some(60); 2], vec![]));
    memory.room.set(Some(0));
    assert_eq!(keeper.keep(&mut now, 1.0, false).len(), 1);
    assert_eq!(memory.names().len(), 2, "it goes only when the slot is saved");
    memory.room.set(None);
    keeper.keep(&mut now, 1.0, false);
    assert_eq!(memory.names(), ["slot1.json"]);
    assert_eq!(open(memory).1, now);
}

#[test]
fn a_slot_that_becomes_unreadable_is_left_alone() {
    let memory = memory();
    let (mut keeper, mut now, _) = open(memory);
    finish(&mut now, "a");
    keeper.keep(&mut now, 1.0, false);
    memory.unreadable.borrow_mut().insert("slot1.json".into());
    finish(&mut now, "b");
    assert!(matches!(&keeper.keep(&mut now, 1.0, false)[..], [SaveNews::SlotLeft { .. }]));
    assert_eq!(memory.text("slot1.json"), slot_with("a", 60).as_bytes());
    assert_eq!(SaveSlot::parse(&memory.text("slot1.json.rescued-1")), Ok(now.slot.clone()));
    // Erasing moves it out of the way without reading it, and the files beside it, too.
    assert_eq!(keeper.erase(&mut now, 0), Ok(Some("slot1.json.erased-1".into())));
    assert_eq!((now.slot.clone(), keeper.look(0)), (SaveSlot::default(), Ok(None)));
    assert_eq!(memory.names(), ["slot1.json.erased-1", "slot1.json.rescued-1.erased-1"]);
    finish(&mut now, "c");
    keeper.keep(&mut now, 1.0, false);
    assert_eq!(memory.text("slot1.json"), slot_with("c", 60).as_bytes());
}

#[test]
fn files_of_a_later_version_are_left_untouched() {
    for later in LATER {
        let memory = memory();
        let names = [SETTINGS, "slot1.json"];
        names.iter().for_each(|name| memory.put(name, later));
        let (mut keeper, mut now, news) = open(memory);
        assert_eq!(now, SaveData::default());
        assert_eq!(news.len(), 2, "{news:?}");
        assert!(news.iter().all(|news| news.to_string().contains("later version")), "{news:?}");
        now.settings.full_screen = true;
        finish(&mut now, "a");
        assert_eq!(keeper.keep(&mut now, 1.0, false), []);
        keeper.keep(&mut now, 1.0, true);
        assert!(keeper.import(&mut now, 0, slot_with("b", 60).as_bytes()).unwrap_err().contains("later version"));
        for name in names {
            assert_eq!(memory.text(name), later.as_bytes(), "{name}");
        }
        assert_eq!(memory.names().len(), 3, "the progress in a new file, and nothing else");
    }
}

/// Another window, of a later version, saves while this one is open.
#[test]
fn settings_of_a_later_version_that_appear_meanwhile_are_left_untouched() {
    let memory = memory();
    let (mut keeper, mut now, _) = open(memory);
    memory.put(SETTINGS, LATER[0]);
    now.settings.full_screen = true;
    let news = keeper.keep(&mut now, 1.0, false);
    assert!(matches!(&news[..], [SaveNews::FileLeft { why: Unusable::Later, .. }]), "{news:?}");
    assert_eq!((memory.text(SETTINGS), memory.names().len()), (LATER[0].into(), 1));
}

#[test]
fn unreadable_settings_are_not_replaced_once_they_are_readable() {
    let memory = memory();
    let text = Settings { music: 0.1, ..Settings::default() }.text();
    memory.put(SETTINGS, &text);
    memory.unreadable.borrow_mut().insert(SETTINGS.into());
    let (mut keeper, mut now, news) = open(memory);
    assert!(matches!(&news[..], [SaveNews::FileLeft { .. }]), "{news:?}");
    memory.unreadable.borrow_mut().clear();
    now.settings.full_screen = true;
    assert_eq!(keeper.keep(&mut now, 100.0, true), []);
    assert_eq!(memory.text(SETTINGS), text.as_bytes());
}

#[test]
fn a_full_disk_is_reported_once_and_retried_until_there_is_space() {
    let memory = memory();
    let (mut keeper, _, _) = open(memory);
    let mut now = changed();
    memory.room.set(Some(0));
    let news = keeper.keep(&mut now, 1.0, false);
    assert!(matches!(&news[..], [SaveNews::Failed { .. }, SaveNews::Failed { .. }]), "{news:?}");
    assert!(keeper.has_failed(0));
    finish(&mut now, "more");
    let again: Vec<SaveNews> = (0..40).flat_map(|_| keeper.keep(&mut now, 1.0, false)).collect();
    assert_eq!((again, memory.names()), (vec![], vec![]));
    let other = keeper.choose(&mut now, 1);
    assert_eq!(other.len(), 2, "switching slots reports it again: {other:?}");
    assert_eq!(now.slot, SaveSlot::default());
    finish(&mut now, "of another slot");
    memory.room.set(None);
    let works: Vec<SaveNews> = (0..100).flat_map(|_| keeper.keep(&mut now, 1.0, false)).collect();
    assert_eq!(works.len(), 2, "{works:?}");
    assert!(works.iter().all(|news| !news.is_error()));
    let slot = keeper.look(0).unwrap().unwrap();
    assert_eq!(ticks(&slot, &["first_stitch", "more"]), [Some(600), Some(60)], "also of the slot that was left");
    assert_eq!(keeper.look(1), Ok(Some(now.slot)));
    assert!(!keeper.has_failed(0));
}

#[test]
fn unsaved_progress_is_kept_while_another_slot_is_played() {
    let memory = memory();
    let (mut keeper, mut now, _) = open(memory);
    memory.room.set(Some(0));
    finish(&mut now, "a");
    keeper.choose(&mut now, 1);
    assert_eq!(ticks(&keeper.look(0).unwrap().unwrap(), &["a"]), [Some(60)]);
    assert_eq!(keeper.empty_slot(&now), Some(1));
    keeper.choose(&mut now, 0);
    assert_eq!(ticks(&now.slot, &["a"]), [Some(60)]);
}

#[test]
fn missing_fields_have_defaults() {
    let memory = memory();
    for name in [SETTINGS, "slot1.json"] {
        memory.put(name, "\u{feff}{}");
    }
    assert_eq!(open(memory).2, []);
}

#[test]
fn slots_are_independent() {
    let memory = memory();
    let (mut keeper, mut now, _) = open(memory);
    now.slot.progress.finish("a", Some(600), CollectedCount::default());
    assert!(keeper.choose(&mut now, 1).is_empty());
    assert_eq!(now.slot, SaveSlot::default());
    now.slot.progress.finish("b", Some(500), CollectedCount::default());
    assert!(keeper.choose(&mut now, 0).is_empty());
    assert_eq!((now.slot.progress.of("a").ticks, now.slot.progress.of("b").ticks), (Some(600), None));
    keeper.keep(&mut now, 0.0, true);
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
    keeper.keep(&mut now, 1.0, false);
    let text = keeper.look(0).unwrap().unwrap().text();
    assert_eq!(keeper.import(&mut now, 2, text.as_bytes()), Ok(None));
    assert_eq!(keeper.look(2).unwrap().unwrap(), now.slot);
    assert_eq!(keeper.erase(&mut now, 0), Ok(Some("slot1.json.erased-1".into())));
    assert_eq!((now.slot.clone(), keeper.look(0)), (SaveSlot::default(), Ok(None)));
    assert_eq!(memory.text("slot1.json.erased-1"), text.as_bytes());
    assert_eq!(keeper.import(&mut now, 2, text.as_bytes()), Ok(Some("slot3.json.replaced-1".into())));
    for bad in [&b"{}"[..], b"{\"seamwalker\": \"replay\"}", b"{\"seamwalker\": \"save\", \"version\": 9}", b""] {
        assert!(keeper.import(&mut now, 2, bad).is_err());
    }
    assert_eq!(keeper.look(2).unwrap().unwrap().text(), text, "what is refused changes nothing");
}

#[test]
fn an_import_onto_a_full_disk_leaves_the_slot_in_place() {
    let memory = memory();
    let old = slot_with("old", 60);
    memory.put("slot1.json", &old);
    let (mut keeper, mut now, _) = open(memory);
    // No space at all, and space for a copy of the old one only.
    for room in [0, old.len()] {
        memory.room.set(Some(room));
        let why = keeper.import(&mut now, 0, slot_with("new", 60).as_bytes()).unwrap_err();
        assert!(why.contains("slot1.json cannot be saved") && why.contains("it was not changed"), "{why}");
        assert_eq!((memory.text("slot1.json"), memory.names().len()), (old.clone().into_bytes(), 1));
        assert_eq!(ticks(&now.slot, &["old", "new"]), [Some(60), None]);
    }
}
