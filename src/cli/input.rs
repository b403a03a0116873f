//! Reads the files named on the command line, and standard input.

use std::io;
use std::path::Path;

use seamwalker_level::{read_file, read_stream};
use seamwalker_sim::MAX_INPUT_BYTES;

/// Reads a file of at most `max` bytes; `-` is standard input.
///
/// # Errors
/// Why it cannot be read, with its name.
pub fn read(file: &Path, max: usize) -> Result<Vec<u8>, String> {
    let max = max as u64;
    let read = if file == Path::new("-") { read_stream(io::stdin().lock(), max) } else { read_file(file, max) };
    read.map_err(|error| format!("{}: {error}", name(file)))
}

/// Reads a text file of inputs; `-` is standard input.
///
/// # Errors
/// Why it cannot be read, with its name.
pub fn read_inputs(file: &Path) -> Result<String, String> {
    let text = String::from_utf8(read(file, MAX_INPUT_BYTES)?);
    text.map_err(|error| format!("{}: it is not UTF-8: {error}", name(file)))
}

/// The name of a file in messages.
pub fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}
