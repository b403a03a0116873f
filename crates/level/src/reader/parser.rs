//! Feeds the guarded files to the parser.

use std::cell::RefCell;
use std::io;
use std::path::Path;

use crate::files::path_of;
use crate::guard::{CheckedFiles, ElementKey};
use crate::report::{Place, Report};

/// Parses guarded maps, and the files that they share once. A remaining parser error goes to the report: it names no place, so the
/// file that was opened last stands for it.
pub fn parse_maps<'f, 'p>(
    checked_files: &'f CheckedFiles,
    paths: impl Iterator<Item = &'p str>,
    report: &Report,
) -> Option<Vec<tiled::Map>> {
    let opened = RefCell::new(String::new());
    let open = |path: &Path| -> io::Result<&'f [u8]> {
        let path = path_of(path).ok_or(io::ErrorKind::NotFound)?;
        let file = checked_files.get(&path).ok_or(io::ErrorKind::NotFound)?;
        *opened.borrow_mut() = path;
        Ok(file.written.as_bytes())
    };
    let mut loader = tiled::Loader::with_reader(open);
    let maps: Result<Vec<tiled::Map>, tiled::Error> =
        paths.map(|path| loader.load_tmx_map(format!("/{path}"))).collect();
    let refused = |error: tiled::Error| {
        let file = opened.borrow();
        let line = checked_files.get(&*file).and_then(|file| file.lines.get(&ElementKey::Root)).copied();
        let place = Place::new(&file, line.unwrap_or(0), "");
        report.error(place, error.to_string(), "open the file in Tiled and save it again");
    };
    maps.map_err(refused).ok()
}
