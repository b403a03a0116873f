//! Finds the files that others name.

use std::collections::BTreeMap;
use std::io;

use crate::files::paths::beside;
use crate::files::source::Files;
use crate::report::{Place, Report};

/// Finds files by the names in other files. Maps from Windows may have back slashes in them, and names that differ from the
/// file's in case.
#[derive(Debug, Default)]
pub(crate) struct FileFinder {
    /// The path of each file that was looked for, by the path as named.
    known: BTreeMap<String, String>,
    /// The names in each folder, by themselves and in lower case.
    folders: BTreeMap<String, BTreeMap<String, String>>,
}

impl FileFinder {
    /// The path of the file that `from` names. A file that is not there keeps the path that was named. The second value is the
    /// path as named if only its case differs, the first time that it is looked for.
    ///
    /// # Errors
    /// As [`normal_path`](crate::normal_path).
    pub(crate) fn find(&mut self, files: &dyn Files, from: &str, name: &str) -> io::Result<(String, Option<String>)> {
        let as_it_is = beside(from, name).ok().filter(|path| name.contains('\\') && files.has(path));
        let path = as_it_is.map_or_else(|| beside(from, &name.replace('\\', "/")), Ok)?;
        if let Some(known) = self.known.get(&path) {
            return Ok((known.clone(), None));
        }
        let other = if files.has(&path) { None } else { self.in_other_case(files, &path) };
        let (found, named) = match other.filter(|other| files.has(other)) {
            Some(other) => (other, Some(path.clone())),
            None => (path.clone(), None),
        };
        self.known.insert(path, found.clone());
        Ok((found, named))
    }

    /// The same, with a warning about such a file.
    pub(crate) fn find_for(
        &mut self,
        files: &dyn Files,
        (from, name): (&str, &str),
        report: &Report,
        place: impl FnOnce() -> Place,
    ) -> io::Result<String> {
        let (path, named) = self.find(files, from, name)?;
        if let Some(named) = named {
            let help = "give both the same name: Linux and the web tell upper from lower case";
            report.warn(place(), format!("'{named}' is called '{path}'"), help);
        }
        Ok(path)
    }

    /// The path of a file or folder whose name differs from `path` in case only. Each folder is listed once.
    fn in_other_case(&mut self, files: &dyn Files, path: &str) -> Option<String> {
        let mut at = String::new();
        for part in path.split('/') {
            let names = self.folders.entry(at.clone()).or_insert_with(|| {
                let names = files.list(&at).unwrap_or_default();
                let lower = names.iter().map(|name| (name.to_lowercase(), name.clone()));
                // Of a name that is there as it is, that one.
                lower.chain(names.iter().map(|name| (name.clone(), name.clone()))).collect()
            });
            let name = names.get(part).or_else(|| names.get(&part.to_lowercase()))?;
            at = if at.is_empty() { name.clone() } else { format!("{at}/{name}") };
        }
        Some(at)
    }
}
