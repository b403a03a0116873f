//! Progress of long work on a terminal, and how long it may take.

use std::fmt::Arguments;
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use seamwalker_lab::Observer;

use super::shows_colours;

/// How often a terminal that cannot redraw a line gets a new one.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);

/// A line on standard error that is redrawn, and erased when this is dropped. Without a terminal nothing is written. A terminal
/// without control sequences (`TERM=dumb`, `NO_COLOR`) gets a new line every ten seconds.
pub struct ProgressLine {
    bar: ProgressBar,
    /// Printed before everything else.
    label: String,
    /// When a terminal that cannot redraw got its last line.
    plain: Option<Mutex<Instant>>,
    deadline: Option<Instant>,
}

impl ProgressLine {
    /// For work with a known number of steps.
    pub fn counting() -> Self {
        Self::new("{elapsed} [{bar:20}] {pos}/{len} {wide_msg}")
    }

    /// For a search, whose length is unknown.
    pub fn searching() -> Self {
        Self::new("{elapsed} {human_pos} states {wide_msg}")
    }

    fn new(template: &str) -> Self {
        let redraws = shows_colours(&stderr());
        let target = if redraws { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(None, target).with_finish(ProgressFinish::AndClear);
        let bar = bar.with_style(style.progress_chars("=> "));
        let plain = (!redraws && stderr().is_terminal()).then(|| Mutex::new(Instant::now()));
        Self { bar, label: String::new(), plain, deadline: None }
    }

    pub fn about(self, label: impl Into<String>) -> Self {
        Self { label: label.into() + ": ", ..self }
    }

    /// Cancels the work after this time.
    pub fn within(self, time: Duration) -> Self {
        // A time too long to add to the clock is no limit.
        Self { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Hides the line while `work` writes to the terminal.
    pub fn beside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }
}

impl Observer for ProgressLine {
    fn is_cancelled(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn progress(&self, done: usize, total: usize, what: Arguments) {
        if let Some(last) = &self.plain {
            let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if last.elapsed() >= PLAIN_INTERVAL {
                *last = Instant::now();
                eprintln!("{}{what}, {done} of {total}", self.label);
            }
        } else if !self.bar.is_hidden() {
            self.bar.set_length(total as u64);
            self.bar.set_message(format!("{}{what}", self.label));
            self.bar.set_position(done as u64);
        }
    }
}
