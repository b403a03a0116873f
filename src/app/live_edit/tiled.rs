//! Opens maps in Tiled.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// The environment variable that names the program of Tiled, such as one outside of its usual folder.
const TILED_VARIABLE: &str = "TILED";

/// The program of Tiled on each system. Those that are not there are skipped.
const TILED_PROGRAMS: [&str; 3] =
    ["tiled", r"C:\Program Files\Tiled\tiled.exe", "/Applications/Tiled.app/Contents/MacOS/Tiled"];

/// The name of Tiled in Flatpak.
const TILED_FLATPAK: &str = "org.mapeditor.Tiled";

/// Opens a map in Tiled.
///
/// # Errors
/// Why Tiled could not be started.
pub fn open_in_tiled(map: &Path) -> Result<(), String> {
    if let Some(program) = std::env::var_os(TILED_VARIABLE) {
        let started = start(command(&program).arg(map));
        return started.map_err(|error| format!("{TILED_VARIABLE}={}: {error}", program.display()));
    }
    // Flatpak can be there without Tiled.
    let has_flatpak = || command("flatpak").args(["info", TILED_FLATPAK]).status().is_ok_and(|status| status.success());
    let run_flatpak = || start(command("flatpak").args(["run", TILED_FLATPAK]).arg(map)).is_ok();
    if TILED_PROGRAMS.iter().any(|program| start(command(program).arg(map)).is_ok()) || has_flatpak() && run_flatpak() {
        return Ok(());
    }
    Err(format!(
        "Tiled was not found: install it from mapeditor.org, or name its program in the environment variable {TILED_VARIABLE}"
    ))
}

/// A program whose output is dropped.
fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Starts a program, and lets it run.
fn start(command: &mut Command) -> io::Result<()> {
    let mut program = command.spawn()?;
    // Without a wait it would stay in the list of processes after it ended.
    std::thread::spawn(move || program.wait());
    Ok(())
}
