//! Progress of long work on a terminal, and how long it may take.

use std::fmt::Arguments;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use seamwalker_lab::Observer;

/// A line on standard error that is redrawn, and erased when this is dropped. Nothing is written where no line can be redrawn.
pub struct ProgressLine {
    bar: ProgressBar,
    /// Printed before everything else.
    label: String,
    deadline: Option<Instant>,
}

impl ProgressLine {
    /// For work with a known number of steps.
    pub fn counting() -> Self {
        Self::new("{elapsed} [{bar:20}] {pos}/{len} {wide_msg}")
    }

    /// For a search in a level, whose length is unknown. It is cancelled after this time.
    pub fn searching(level: &str, time: Duration) -> Self {
        let line = Self::new("{elapsed} {human_pos} states {wide_msg}");
        // A time too long to add to the clock is no limit.
        Self { label: format!("{level}: "), deadline: Instant::now().checked_add(time), ..line }
    }

    fn new(template: &str) -> Self {
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::no_length().with_finish(ProgressFinish::AndClear);
        Self { bar: bar.with_style(style.progress_chars("=> ")), label: String::new(), deadline: None }
    }
}

impl Observer for ProgressLine {
    fn is_cancelled(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn progress(&self, done: usize, total: usize, what: Arguments) {
        if !self.bar.is_hidden() {
            self.bar.set_length(total as u64);
            self.bar.set_message(format!("{}{what}", self.label));
            self.bar.set_position(done as u64);
        }
    }
}
