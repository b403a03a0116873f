//! Progress reports and cancelling of long work.

use std::fmt::Arguments;

/// Receives the progress of long work, and may cancel it. The library itself has no clock and no screen. The methods are called
/// from several threads.
pub trait Observer: Sync {
    /// Whether the work should end as soon as possible.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Reports the number of finished parts, of all parts, and the current one.
    fn progress(&self, done: usize, total: usize, what: Arguments) {
        let _ = (done, total, what);
    }
}

/// Ignores the progress and never cancels.
impl Observer for () {}
