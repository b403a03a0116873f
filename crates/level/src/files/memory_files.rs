//! Files in memory: dropped onto the window, received over a network, or unpacked from an archive.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Read};

use crate::files::embedded::Embedded;
use crate::files::paths::{is_map, is_world, normal_path};
use crate::files::source::Files;
use crate::limits::Limits;

/// Maximum number of files in an archive.
const MAX_FILES: usize = 4096;

/// Files by path. Zip archives are unpacked.
///
/// ```
/// use seamwalker_level::{Files, Folder, Limits, MemoryFiles, read};
///
/// // A copy of a map needs the tilesets of that map.
/// let shipped = Folder::new("../..");
/// let map = shipped.read("maps/first_stitch.tmx").unwrap().into_owned();
/// let files = MemoryFiles::new([("mine.tmx".to_owned(), map)], &Limits::DEFAULT).unwrap().with_fallback(shipped);
/// assert_eq!(files.map(), Some("mine.tmx"));
/// assert!(read(&files, "mine.tmx").is_ok());
/// ```
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
    /// The files that did not come in an archive: dropped ones, which have lost their folders.
    loose: BTreeSet<String>,
    /// Where to look for files that are not in memory.
    fallback: Box<dyn Files>,
}

impl fmt::Debug for MemoryFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryFiles").field("files", &self.files.keys()).finish_non_exhaustive()
    }
}

impl MemoryFiles {
    /// Takes files as pairs of name and bytes. Files that begin like a zip archive are unpacked. The total size must stay
    /// within [`Limits::bytes`].
    ///
    /// # Errors
    /// A description of what is wrong with an archive, or that the files are too large.
    pub fn new(list: impl IntoIterator<Item = (String, Vec<u8>)>, limits: &Limits) -> Result<Self, String> {
        let mut all = Self { files: BTreeMap::new(), loose: BTreeSet::new(), fallback: Box::new(Embedded(&[])) };
        let mut room = limits.bytes;
        for (name, bytes) in list {
            if bytes.starts_with(b"PK\x03\x04") {
                all.unpack(&name, &bytes, &mut room)?;
            } else {
                let path = all.add(&name, bytes, &mut room)?;
                all.loose.insert(path);
            }
        }
        Ok(all)
    }

    /// Reads missing files from `fallback`. An edited copy of a map needs the tilesets of the original, for example.
    #[must_use]
    pub fn with_fallback(mut self, fallback: impl Files + 'static) -> Self {
        self.fallback = Box::new(fallback);
        self
    }

    /// The map to play: the topmost world, or else the topmost map; the first by name if there are several.
    #[must_use]
    pub fn map(&self) -> Option<&str> {
        let depth = |path: &&String| (!is_world(path), path.matches('/').count());
        let maps = self.files.keys().filter(|path| is_map(path) || is_world(path));
        maps.min_by_key(depth).map(String::as_str)
    }

    /// The paths of all files in memory, in alphabetical order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    fn add(&mut self, name: &str, bytes: Vec<u8>, room: &mut u64) -> Result<String, String> {
        let path = normal_path(name).map_err(|error| format!("'{name}': {error}"))?;
        *room = room
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| format!("'{name}': it exceeds the limit on all files together"))?;
        self.files.insert(path.clone(), bytes);
        Ok(path)
    }

    /// Unpacks an archive. The unpacked sizes that it claims are not trusted.
    fn unpack(&mut self, archive: &str, bytes: &[u8], room: &mut u64) -> Result<(), String> {
        let wrong = |error: &dyn std::fmt::Display| format!("'{archive}': {error}");
        let zip = rawzip::ZipArchive::from_slice(bytes).map_err(|error| wrong(&error))?;
        let mut entries = zip.entries();
        let mut count = 0;
        while let Some(entry) = entries.next_entry().map_err(|error| wrong(&error))? {
            count += 1;
            if count > MAX_FILES {
                return Err(wrong(&format!("it holds more than {MAX_FILES} files")));
            }
            if entry.is_dir() {
                continue;
            }
            let path = entry.file_path().try_normalize().map_err(|error| wrong(&error))?.as_ref().to_owned();
            let packed = zip.get_entry(entry.wayfinder()).map_err(|error| wrong(&error))?;
            let mut unpacked = Vec::new();
            let read = match entry.compression_method() {
                rawzip::CompressionMethod::STORE => packed.data().take(*room + 1).read_to_end(&mut unpacked),
                rawzip::CompressionMethod::DEFLATE => {
                    flate2::bufread::DeflateDecoder::new(packed.data()).take(*room + 1).read_to_end(&mut unpacked)
                }
                other => return Err(wrong(&format!("'{path}' is packed in an unknown way ({})", other.as_u16()))),
            };
            read.map_err(|error| wrong(&format!("'{path}': {error}")))?;
            self.add(&path, unpacked, room).map_err(|error| wrong(&error))?;
        }
        Ok(())
    }

    /// The loose file with the same name, in any case, if there is exactly one.
    fn elsewhere(&self, path: &str) -> Option<&Vec<u8>> {
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_lowercase();
        let wanted = name(path);
        let mut same = self.loose.iter().filter(|known| name(known) == wanted);
        let bytes = self.files.get(same.next()?);
        bytes.filter(|_| same.next().is_none())
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        let path = normal_path(path)?;
        if let Some(bytes) = self.files.get(&path).or_else(|| self.elsewhere(&path)) {
            return Ok(Cow::Borrowed(bytes));
        }
        let elsewhere = |missing| self.fallback.read(&format!("maps/{path}")).map_err(|_| missing);
        self.fallback.read(&path).or_else(elsewhere)
    }

    fn project(&self, _: &str) -> Option<String> {
        self.files.keys().find(|path| path.ends_with(".tiled-project")).cloned()
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let inside = |path: &String| Some(path.strip_prefix(&prefix)?.split('/').next()?.to_owned());
        Ok(self.files.keys().filter_map(inside).collect::<BTreeSet<_>>().into_iter().collect())
    }
}

#[cfg(test)]
#[path = "memory_files_tests.rs"]
mod tests;
