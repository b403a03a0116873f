//! Reads files of unknown origin within a size limit.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Reads a whole file of at most `max` bytes. The size is checked before reading, and again while reading because the file
/// may grow. Folders, pipes and devices are refused without opening them: opening a pipe can block forever.
///
/// ```
/// use seamwalker_level::read_file;
///
/// assert!(read_file("Cargo.toml", 1 << 20).is_ok());
/// assert_eq!(read_file("Cargo.toml", 10).unwrap_err().to_string(), "it is larger than 10 bytes");
/// assert!(read_file("src", 1 << 20).unwrap_err().to_string().contains("folder"));
/// ```
///
/// # Errors
/// If the path is not a regular file, is too large, or cannot be read.
pub fn read_file(path: impl AsRef<Path>, max: u64) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    refuse_unusual(&fs::metadata(path)?, max)?;
    let file = File::open(path)?;
    // The path may have been replaced since.
    refuse_unusual(&file.metadata()?, max)?;
    read_stream(file, max)
}

/// Reads a stream of at most `max` bytes to its end.
///
/// ```
/// use seamwalker_level::read_stream;
///
/// assert_eq!(read_stream(&b"60 right"[..], 100).unwrap(), b"60 right");
/// assert!(read_stream(std::io::repeat(0), 100).is_err());
/// ```
///
/// # Errors
/// If the stream is longer or cannot be read.
pub fn read_stream(stream: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max { Err(too_large(max)) } else { Ok(bytes) }
}

/// The text without the byte order mark that some editors prepend.
///
/// ```
/// use seamwalker_level::without_bom;
///
/// assert_eq!(without_bom("\u{feff}60 right".as_bytes()), b"60 right");
/// assert_eq!(without_bom(b"60 right"), b"60 right");
/// ```
#[must_use]
pub fn without_bom(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

fn refuse_unusual(about: &fs::Metadata, max: u64) -> io::Result<()> {
    let refused = |why| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    if about.is_dir() {
        refused("it is a folder, not a file")
    } else if !about.is_file() {
        refused("it is not a regular file, but a pipe, a device or a socket")
    } else if about.len() > max {
        Err(too_large(max))
    } else {
        Ok(())
    }
}

fn too_large(max: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {max} bytes"))
}
