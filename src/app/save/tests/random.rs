//! Randomly damaged files: a slot or a replay is read, or refused with a reason. `STEPS`, `SEED` and `FROM` choose the damage, as in
//! `tests/level/random.rs`.

use std::sync::Arc;

use seamwalker_assets::shipped;
use seamwalker_collide::SolverSetup;
use seamwalker_level::{Level, read};
use seamwalker_sim::{InputTimeline, Replay, World};

use super::super::progress::CollectedCount;
use super::super::replay_file::{ReplayFile, Split};
use super::super::save_slot::SaveSlot;

#[path = "../../../../tests/common/mangle.rs"]
pub(super) mod mangle;

/// Damaged files of each kind by default.
const DEFAULT_STEPS: u64 = 1000;

fn level() -> Arc<Level> {
    Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap())
}

fn recorded(level: &Arc<Level>, inputs: &str) -> ReplayFile {
    let world = World::new(Arc::clone(level), SolverSetup::default());
    let replay = Replay::record(world, &inputs.parse::<InputTimeline>().unwrap());
    ReplayFile::new("first_stitch".into(), vec![Split { checkpoint: 7, ticks: 90 }], replay)
}

#[test]
fn damaged_slots_are_read_or_refused_with_a_reason() {
    let level = level();
    let mut slot = SaveSlot::default();
    let mut files = vec![slot.text().into_bytes()];
    for (map, inputs) in [("first_stitch", "60 right"), ("attic", "90 right\n9 left+jump")] {
        slot.progress.finish(map, Some(100), CollectedCount { beads: 3, golden: 1 });
        slot.keep_run(map, &level, recorded(&level, inputs));
        files.push(slot.text().into_bytes());
    }
    let (read, refused) = mangle::each_damaged("slot", &files, DEFAULT_STEPS, |bytes| match SaveSlot::parse(bytes) {
        Ok(slot) => {
            assert_eq!(SaveSlot::parse(slot.text().as_bytes()).as_ref(), Ok(&slot), "a round trip");
            let mut sum = SaveSlot::default();
            sum.add(&slot);
            let once = sum.clone();
            sum.add(&slot);
            assert_eq!(sum, once, "added twice");
            true
        }
        Err(why) => {
            assert!(!why.to_string().is_empty());
            false
        }
    });
    assert!(read > 0 && refused > 0);
}

#[test]
fn damaged_replays_are_played_or_refused_with_a_reason() {
    let level = level();
    let files = ["60 right", "90 right\n9 left+jump"].map(|inputs| recorded(&level, inputs).text().into_bytes());
    let (read, refused) =
        mangle::each_damaged("replay", &files, DEFAULT_STEPS, |bytes| match ReplayFile::parse(bytes) {
            Ok(file) => {
                assert!(ReplayFile::is_one(bytes));
                assert_eq!(ReplayFile::parse(file.text().as_bytes()).as_ref(), Ok(&file));
                let _ = file.verify(Arc::clone(&level));
                true
            }
            Err(why) => {
                assert!(!why.is_empty());
                false
            }
        });
    assert!(read > 0 && refused > 0);
}
