//! Feeds the guarded files to the parser line by line. The parser's errors name no place; the last line that it read is a
//! good guess.

use std::cell::RefCell;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

use crate::files::path_of;
use crate::format::Written;
use crate::guard::CheckedFiles;
use crate::report::{Place, Report};

/// The file and line that the parser read last.
type At = Rc<RefCell<(String, u32)>>;

/// Parses guarded maps, and the files that they share once. A remaining parser error goes to the report.
pub fn parse_maps<'a>(
    checked_files: &CheckedFiles,
    paths: impl Iterator<Item = &'a str>,
    report: &Report,
) -> Option<Vec<tiled::Map>> {
    let at = At::default();
    let mut loader = tiled::Loader::with_reader(LineTrackingReader { checked_files, at: Rc::clone(&at) });
    let maps: Result<Vec<tiled::Map>, tiled::Error> =
        paths.map(|path| loader.load_tmx_map(format!("/{path}"))).collect();
    let refused = |error: tiled::Error| {
        let (file, line) = at.borrow().clone();
        report.error(Place::new(&file, line, ""), error.to_string(), "open the file in Tiled and save it again");
    };
    maps.map_err(refused).ok()
}

struct LineTrackingReader<'a> {
    checked_files: &'a CheckedFiles,
    at: At,
}

impl<'a> tiled::ResourceReader for LineTrackingReader<'a> {
    type Resource = LineReader<'a>;
    type Error = io::Error;

    fn read_from(&mut self, path: &Path) -> io::Result<LineReader<'a>> {
        let path = path_of(path).ok_or(io::ErrorKind::NotFound)?;
        let checked_file = self.checked_files.get(&path).ok_or(io::ErrorKind::NotFound)?;
        Ok(LineReader { written: &checked_file.written, path, byte: 0, line: 0, at: Rc::clone(&self.at) })
    }
}

/// A file that returns at most the rest of a line per read.
struct LineReader<'a> {
    written: &'a Written,
    path: String,
    byte: usize,
    line: usize,
    at: At,
}

impl Read for LineReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.written.text.as_bytes()[self.byte..];
        let end = rest.iter().take(buffer.len()).position(|b| *b == b'\n').map(|i| i + 1);
        let count = end.unwrap_or(rest.len().min(buffer.len()));
        buffer[..count].copy_from_slice(&rest[..count]);
        if count > 0 {
            let line = self.written.lines.get(self.line).copied().unwrap_or(0);
            *self.at.borrow_mut() = (self.path.clone(), line);
        }
        self.byte += count;
        self.line += usize::from(end.is_some());
        Ok(count)
    }
}
