//! Collects problems, up to a limit.

use crate::limits::Limits;
use crate::problem::{Problem, Severity};

/// The place of a problem.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, 0 if no single line is at fault.
    pub line: u32,
    /// Layer, tile or object.
    pub what: String,
}

impl Place {
    /// A line in a file.
    pub fn new(file: &str, line: u32, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, what: what.into() }
    }
}

/// Problems in the order in which they were found, without duplicates.
#[derive(Clone, Debug)]
pub struct Report {
    problems: Vec<Problem>,
    errors: usize,
    warnings: usize,
    max_problems: usize,
}

impl Report {
    pub fn new(limits: &Limits) -> Self {
        Self { problems: Vec::new(), errors: 0, warnings: 0, max_problems: limits.problems }
    }

    /// Adds a problem that prevents play.
    pub fn error(&mut self, place: Place, what: impl Into<String>, help: impl Into<String>) {
        self.errors += 1;
        if self.errors <= self.max_problems {
            self.add(Severity::Error, place, what.into(), help.into());
        }
    }

    /// Adds a problem that does not prevent play.
    pub fn warn(&mut self, place: Place, what: impl Into<String>, help: impl Into<String>) {
        self.warnings += 1;
        if self.warnings <= self.max_problems {
            self.add(Severity::Warning, place, what.into(), help.into());
        }
    }

    fn add(&mut self, severity: Severity, place: Place, what: String, help: String) {
        let problem = Problem { severity, file: place.file, line: place.line, place: place.what, what, help };
        // A tileset that several maps share would report everything more than once.
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Whether there are errors, so that the map cannot be played.
    pub const fn failed(&self) -> bool {
        self.errors > 0
    }

    /// All problems. Those beyond the limit are only mentioned by their number.
    pub fn finish(mut self, file: &str) -> Vec<Problem> {
        let more = self.errors.saturating_sub(self.max_problems) + self.warnings.saturating_sub(self.max_problems);
        if more > 0 {
            let severity = if self.failed() { Severity::Error } else { Severity::Warning };
            let what = format!("and {more} more problems");
            let last = self.problems.iter().rev().find(|problem| problem.severity == severity);
            let place = last.map_or_else(|| Place::new(file, 0, ""), |last| Place::new(&last.file, last.line, ""));
            self.add(severity, place, what, "fix the first ones and check again".to_owned());
        }
        self.problems
    }
}
