//! Recorded runs and saved games as files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use seamwalker::level::{Limits, shipped};

use super::{input, read, refuse};
use crate::app::{self, MAX_REPLAY_BYTES, MAX_SAVE_BYTES, ReplayFile, SaveManager};
use crate::output::write_file;

/// Watches a run, or only tells whether it comes out as it did.
pub fn replay(file: &Path, map: Option<PathBuf>, check: bool, limits: Limits) -> ExitCode {
    let name = input::name(file);
    let bytes = input::read(file, MAX_REPLAY_BYTES);
    let tape = match bytes.and_then(|bytes| ReplayFile::parse(&bytes).map_err(|why| format!("{name}: {why}"))) {
        Ok(tape) => tape,
        Err(why) => return refuse(&why),
    };
    let level = match read(map.as_deref().unwrap_or(Path::new(&tape.map)), &limits) {
        Ok(level) => level,
        Err(code) => {
            if map.is_none() {
                eprintln!("use --map to name the file of the map '{}'", tape.map);
            }
            return code;
        }
    };
    match tape.verify(level) {
        Ok(result) if check => println!("{name}: same result, {} ticks", result.ticks),
        Ok(_) => {
            let options = app::LaunchOptions { map, replay: Some(Box::new(tape)), limits, ..Default::default() };
            if let Err(error) = app::run(options, shipped()) {
                return refuse(&error.to_string());
            }
        }
        Err(why) => return refuse(&format!("{name}: {why}")),
    }
    ExitCode::SUCCESS
}

/// Copies a saved game into a file, or a file into a saved game.
pub fn save(export: Option<PathBuf>, import: Option<PathBuf>, slot: Option<u8>) -> ExitCode {
    let slot = slot.map(|slot| usize::from(slot) - 1);
    let done = match (export, import) {
        (Some(file), _) => write(&file, slot),
        (None, Some(file)) => bring_in(&file, slot),
        // The command line asks for one of them.
        (None, None) => Ok(String::new()),
    };
    match done {
        Ok(text) => println!("{text}"),
        Err(why) => return refuse(&why),
    }
    ExitCode::SUCCESS
}

fn write(file: &Path, slot: Option<usize>) -> Result<String, String> {
    let (keeper, saved, news) = SaveManager::open(app::open_storage());
    news.iter().for_each(|news| eprintln!("{news}"));
    let slot = slot.unwrap_or(saved.settings.slot);
    let held = keeper.look(slot).map_err(|why| format!("slot {}: {why}", slot + 1))?;
    let held = held.ok_or_else(|| format!("slot {} is empty; there is nothing to export", slot + 1))?;
    write_file(file, held.text())?;
    Ok(format!("exported slot {} to {}", slot + 1, file.display()))
}

fn bring_in(file: &Path, slot: Option<usize>) -> Result<String, String> {
    let bytes = input::read(file, MAX_SAVE_BYTES)?;
    let (mut keeper, mut saved, news) = SaveManager::open(app::open_storage());
    news.iter().for_each(|news| eprintln!("{news}"));
    let slot = slot.or_else(|| keeper.empty_slot(&saved)).ok_or("all slots are in use; choose one with --slot")?;
    let aside = keeper.import(&mut saved, slot, &bytes).map_err(|why| format!("{}: {why}", file.display()))?;
    let kept = aside.map_or_else(String::new, |aside| format!("; its old content is kept as {aside}"));
    Ok(format!("imported {} into slot {}{kept}", file.display(), slot + 1))
}
