//! Reads one file: size, syntax, kind, then everything that it refers to.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::rc::Rc;

use glam::UVec2;

use crate::files::{FileFinder, Files};
use crate::format::{Element, Written, parse_as, write};
use crate::guard::types::{Budget, CheckedFile, CheckedFiles, ElementKey, FileKind, Guard, PicturePlaces, ScannedFile};
use crate::limits::{Limits, or_raise};
use crate::properties::Project;
use crate::report::{Place, Report};

/// Reads maps and all files that they refer to. Each map comes with the place that refers to it. Problems go to the report;
/// if the report has errors, the files must not be parsed.
pub fn guard<'a>(
    files: &dyn Files,
    maps: impl IntoIterator<Item = (&'a str, Place)>,
    project: &Project,
    limits: &Limits,
    report: &Report,
) -> (CheckedFiles, PicturePlaces) {
    let (open, budget, pictures) = (Vec::new(), Budget::default(), PicturePlaces::new());
    let (checked_files, picture_sizes) = (CheckedFiles::new(), BTreeMap::new());
    let (finder, tile) = (FileFinder::default(), UVec2::ONE);
    let mut guard =
        Guard { files, project, limits, report, finder, checked_files, pictures, picture_sizes, open, budget, tile };
    for (map, referrer) in maps {
        guard.file(map, FileKind::Map, referrer);
    }
    (guard.checked_files, guard.pictures)
}

impl Guard<'_> {
    /// Reads a file, unless it was read before. `referrer` is the place that refers to it.
    pub fn file(&mut self, path: &str, kind: FileKind, referrer: Place) {
        if self.checked_files.contains_key(path) {
            return;
        }
        if self.open.iter().any(|open| open == path) {
            let what = format!("'{path}' refers to itself: {} -> {path}", self.open.join(" -> "));
            return self.report.error(referrer, what, "remove the reference from one of these files");
        }
        self.budget.files += usize::from(kind != FileKind::Map);
        if self.budget.files > self.limits.files {
            let what = format!("the map needs more than {} files", self.limits.files);
            return self.report.error(referrer, what, or_raise("use fewer tilesets and templates", "files"));
        }
        if self.budget.bytes > self.limits.bytes {
            return;
        }
        let read = self.files.read(path);
        // Nothing refers to the map itself, so use its first line, if it is there.
        let is_there = !matches!(&read, Err(error) if error.kind() == ErrorKind::NotFound);
        let referrer = Place { line: referrer.line.max(is_there.into()), ..referrer };
        let bytes = match read {
            Ok(bytes) if bytes.len() as u64 <= self.limits.file_bytes => bytes,
            Ok(_) => {
                let what = format!("'{path}' is too large");
                return self.report.error(referrer, what, or_raise("make it smaller", "file_bytes"));
            }
            Err(error) => {
                return self.unread(kind, referrer, path, &error, "check the file's name, or remove what refers to it");
            }
        };
        self.budget.bytes += bytes.len() as u64;
        if self.budget.bytes > self.limits.bytes {
            let what = format!("all files together have more than {} bytes", self.limits.bytes);
            return self.report.error(referrer, what, or_raise("use smaller files, fewer", "bytes"));
        }
        match parse_as(&bytes, kind.name(), self.limits) {
            Ok(root) => {
                self.open.push(path.to_owned());
                let checked_file = self.checked_file(path, kind, root);
                self.open.pop();
                self.checked_files.insert(path.to_owned(), checked_file);
            }
            Err(fault) if kind == FileKind::Map => self.report.fault(path, fault),
            Err(fault) => {
                self.unread(kind, Place::new(path, fault.line, ""), path, &io::Error::other(fault.what), &fault.help);
            }
        }
    }

    fn checked_file(&mut self, path: &str, kind: FileKind, mut root: Element) -> CheckedFile {
        let mut file = ScannedFile { path: path.to_owned(), ..ScannedFile::default() };
        file.checked.lines.insert(ElementKey::Root, root.line);
        self.attributes(&mut file, &mut root, true);
        match kind {
            FileKind::Map => self.map(&mut file, &mut root),
            FileKind::Tileset => file.checked.tiles = Rc::new(self.tileset(&mut file, &mut root)),
            FileKind::Template => self.template(&mut file, &mut root),
        }
        let written = write(&root, self.limits.file_bytes).unwrap_or_else(|| {
            let what = format!("the file has more than {} bytes once it is escaped", self.limits.file_bytes);
            self.report.error(file.place(&root, ""), what, or_raise("use shorter texts", "file_bytes"));
            Written::default()
        });
        CheckedFile { written, ..file.checked }
    }
}
