//! Collects problems, up to a limit.

use std::cell::{Cell, RefCell};

use crate::format::Fault;
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

    /// A problem at this place.
    pub fn problem(self, severity: Severity, what: impl Into<String>, help: impl Into<String>) -> Problem {
        Problem { severity, file: self.file, line: self.line, place: self.what, what: what.into(), help: help.into() }
    }
}

/// Problems in the order in which they were found, without duplicates. Shared by all that read a map.
#[derive(Clone, Debug, Default)]
pub struct Report {
    problems: RefCell<Vec<Problem>>,
    errors: Cell<usize>,
    warnings: Cell<usize>,
    max_problems: usize,
}

impl Report {
    pub fn new(limits: &Limits) -> Self {
        Self { max_problems: limits.problems, ..Self::default() }
    }

    /// Adds a problem that prevents play.
    pub fn error(&self, place: Place, what: impl Into<String>, help: impl Into<String>) {
        self.count(&self.errors, place.problem(Severity::Error, what, help));
    }

    /// Adds the fault of a file.
    pub fn fault(&self, file: &str, fault: Fault) {
        self.error(Place::new(file, fault.line, ""), fault.what, fault.help);
    }

    /// Adds a problem that does not prevent play.
    pub fn warn(&self, place: Place, what: impl Into<String>, help: impl Into<String>) {
        self.count(&self.warnings, place.problem(Severity::Warning, what, help));
    }

    /// Counts a problem, and adds it unless there are too many of its severity.
    fn count(&self, count: &Cell<usize>, problem: Problem) {
        count.update(|count| count + 1);
        if count.get() <= self.max_problems {
            self.add(problem);
        }
    }

    fn add(&self, problem: Problem) {
        let mut problems = self.problems.borrow_mut();
        // A tileset that several maps share would report everything more than once.
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// Whether there are errors, so that the map cannot be played.
    pub const fn failed(&self) -> bool {
        self.errors.get() > 0
    }

    /// All problems. Those beyond the limit are only mentioned by their number.
    pub fn finish(self, file: &str) -> Vec<Problem> {
        let beyond = |count: &Cell<usize>| count.get().saturating_sub(self.max_problems);
        let more = beyond(&self.errors) + beyond(&self.warnings);
        if more > 0 {
            let severity = if self.failed() { Severity::Error } else { Severity::Warning };
            let what = format!("and {more} more problems");
            let last = self.problems.borrow().iter().rev().find(|problem| problem.severity == severity).cloned();
            let place = last.map_or_else(|| Place::new(file, 0, ""), |last| Place::new(&last.file, last.line, ""));
            self.add(place.problem(severity, what, "fix the first ones and check again"));
        }
        self.problems.into_inner()
    }
}
