//! A file over the shipped ones.

use std::borrow::Cow;
use std::io;

use seamwalker::level::{Embedded, Files, Overlay, Severity, check, read};

/// A file of its own.
struct One<'a>(&'a str, &'a [u8]);

impl Files for One<'_> {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        if path == self.0 { Ok(Cow::Borrowed(self.1)) } else { Err(io::ErrorKind::NotFound.into()) }
    }
}

/// Reads a map with one file replaced. It ends in a level or in errors; anything else is a find.
pub fn try_file(path: &str, bytes: &[u8], map: &str) {
    let files = Overlay(One(path, bytes), Embedded::shipped());
    let refused = read(&files, map).is_err();
    let problems = check(&files, map);
    let error = problems.iter().any(|p| p.severity == Severity::Error);
    assert!(error || !refused, "refused without an error: {problems:?}");
}
