//! Progress reports and cancelling of long work.

use std::fmt::Arguments;

/// Receives the progress of long work, and may cancel it. The library itself has no clock and no screen. The methods are called
/// from several threads.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::lab::solve::{Bounds, SearchEnd, Reach, Target, solve};
/// use seamwalker::lab::{Observer, ascii};
/// use seamwalker::sim::World;
///
/// struct Impatient;
///
/// impl Observer for Impatient {
///     fn is_cancelled(&self) -> bool {
///         true
///     }
/// }
///
/// let world = World::new(Arc::new(ascii::level("P..........>\n############")), Default::default());
/// let missed = solve(&world, Target::Exit, &Bounds::default(), &mut Reach::default(), &Impatient).unwrap_err();
/// assert_eq!(missed.end, SearchEnd::Cancelled);
/// ```
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
