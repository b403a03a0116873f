//! Independent pieces of work on all cores.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The results of `work` for 0 to `count`, in this order, whatever the number of cores. Passes on a panic.
pub(super) fn in_parallel<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        // Ends because every number is taken only once.
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|i| *i < count);
        numbers.map(|i| (i, work(i))).collect::<Vec<_>>()
    };
    // A browser has one thread.
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(count);
    let mut results = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(take)).collect();
        let mut results = take();
        for thread in others {
            results.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}
