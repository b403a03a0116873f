//! Recorded runs and saved games as files.

use std::path::{Path, PathBuf};

use seamwalker_assets::shipped;

use seamwalker_level::MapAccess;

use super::{Failure, find_and_read, input};
use crate::app::{self, MAX_REPLAY_BYTES, MAX_SAVE_BYTES, ReplayFile, SaveManager};
use crate::output::write_file;

/// Plays a saved run back, or only checks that it gives the same result.
pub fn replay(file: &Path, map: Option<PathBuf>, check: bool, access: MapAccess) -> Result<(), Failure> {
    let name = input::name(file);
    let bytes = input::read(file, MAX_REPLAY_BYTES)?;
    let replay = ReplayFile::parse(&bytes).map_err(|why| format!("{name}: {why}"))?;
    let (_, level) = find_and_read(map.as_deref().unwrap_or(Path::new(&replay.map)), &access).map_err(|failure| {
        failure.report();
        if map.is_none() {
            eprintln!("use --map to name the file of the map '{}'", replay.map);
        }
        Failure::Reported
    })?;
    let result = replay.verify(level).map_err(|why| format!("{name}: {why}"))?;
    if check {
        println!("{name}: same result, {} ticks", result.ticks);
        return Ok(());
    }
    let options = app::LaunchOptions { map, replay: Some(Box::new(replay)), access, ..Default::default() };
    Ok(app::run(options, shipped())?)
}

/// Exports a saved game to a file, or imports one.
pub fn save(export: Option<PathBuf>, import: Option<PathBuf>, slot: Option<u8>) -> Result<(), Failure> {
    let slot = slot.map(|slot| usize::from(slot) - 1);
    // The command line requires one of them.
    export.map_or(Ok(()), |file| export_to(&file, slot))?;
    import.map_or(Ok(()), |file| import_from(&file, slot))
}

fn export_to(file: &Path, slot: Option<usize>) -> Result<(), Failure> {
    let (manager, saved, news) = SaveManager::open(app::open_storage());
    news.iter().for_each(|news| eprintln!("{news}"));
    let slot = slot.unwrap_or(saved.settings.slot);
    let content = manager.look(slot).map_err(|why| format!("slot {}: {why}", slot + 1))?;
    let content = content.ok_or_else(|| format!("slot {} is empty; there is nothing to export", slot + 1))?;
    write_file(file, content.text())?;
    println!("exported slot {} to {}", slot + 1, file.display());
    Ok(())
}

fn import_from(file: &Path, slot: Option<usize>) -> Result<(), Failure> {
    let bytes = input::read(file, MAX_SAVE_BYTES)?;
    let (mut manager, mut saved, news) = SaveManager::open(app::open_storage());
    news.iter().for_each(|news| eprintln!("{news}"));
    let slot = slot.or_else(|| manager.empty_slot(&saved)).ok_or("all slots are in use; choose one with --slot")?;
    let backup = manager.import(&mut saved, slot, &bytes).map_err(|why| format!("{}: {why}", file.display()))?;
    let backup = backup.map_or_else(String::new, |backup| format!("; its old content is kept as {backup}"));
    println!("imported {} into slot {}{backup}", file.display(), slot + 1);
    Ok(())
}
