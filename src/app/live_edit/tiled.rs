//! Opens maps in Tiled.

use std::path::Path;

/// How Tiled is started on each system: the program, and what comes before the map. Those that are not there are skipped.
#[cfg(not(target_family = "wasm"))]
const TILED_COMMANDS: [&[&str]; 4] = [
    &["tiled"],
    &[r"C:\Program Files\Tiled\tiled.exe"],
    &["/Applications/Tiled.app/Contents/MacOS/Tiled"],
    &["flatpak", "run", "org.mapeditor.Tiled"],
];

/// Opens a map in Tiled.
///
/// # Errors
/// Why Tiled could not be started.
#[cfg(not(target_family = "wasm"))]
pub fn open_in_tiled(map: &Path) -> Result<(), String> {
    use std::process::{Command, Stdio};

    for words in TILED_COMMANDS {
        let Some((program, arguments)) = words.split_first() else { continue };
        let mut command = Command::new(program);
        command.args(arguments).arg(map).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Ok(mut tiled) = command.spawn() {
            // Without a wait it would stay in the list of processes after it ended.
            std::thread::spawn(move || tiled.wait());
            return Ok(());
        }
    }
    Err("Tiled could not be started: install it from mapeditor.org, so that the command `tiled` works".to_owned())
}

/// A browser cannot start programs.
#[cfg(target_family = "wasm")]
pub fn open_in_tiled(_: &Path) -> Result<(), String> {
    Err("a browser cannot start Tiled".to_owned())
}
