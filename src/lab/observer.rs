//! What long work tells while it runs, and whether it is to go on.

use std::fmt::Arguments;

/// Watches long work. The library reads no clock and draws nothing: a caller that has a clock and a screen brings them in by this.
/// Work on several threads asks from all of them.
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
    /// Whether the work is to end as soon as it can.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// So many parts of all are done, and what is being done now.
    fn progress(&self, done: usize, total: usize, what: Arguments) {
        let _ = (done, total, what);
    }
}

/// Nobody watches.
impl Observer for () {}
