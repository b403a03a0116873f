//! Writes standard output, standard error and files, and reports failed writes.

mod files;

use std::fmt::Arguments;
use std::io::{self, Write};
use std::sync::OnceLock;

#[cfg_attr(target_family = "wasm", allow(unused_imports, reason = "only the command line writes outlines"))]
pub use files::{NewFile, UNFINISHED, beside, write as write_file, write_with as write_file_with};

/// The error of the first failed write to standard output.
static FAILED: OnceLock<io::Error> = OnceLock::new();

/// Writes to standard output. Nothing is written after a failed write; [`finish`] reports it.
pub fn print(text: Arguments) {
    print_with(|to| to.write_fmt(text));
}

/// The same for output that is written piece by piece.
pub fn print_with(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
    if FAILED.get().is_none()
        && let Err(error) = write(&mut io::stdout().lock())
    {
        // Only the first failure matters: another thread may have stored its own.
        let _ = FAILED.set(error);
    }
}

/// Writes to standard error. The standard macro panics when that fails, and there is nowhere left to report it.
pub fn complain(text: Arguments) {
    let _ = io::stderr().write_fmt(text);
}

/// Writes what is still buffered.
///
/// # Errors
/// The first failed write to standard output. A closed pipe is not an error: `seamwalker compare | head` got all that it needs.
pub fn finish() -> Result<(), String> {
    let flushed = io::stdout().flush();
    let failed = FAILED.get().or(flushed.as_ref().err());
    match failed.filter(|error| error.kind() != io::ErrorKind::BrokenPipe) {
        Some(error) => Err(format!("standard output: {error}")),
        None => Ok(()),
    }
}
