//! Sorting and collecting in little code. The standard library's sorts are compiled for each type and order: 4 KB each of what
//! a browser downloads. For where a few thousand elements at most are sorted, or only once per level.

use std::cmp::Ordering;

/// Sorts slices in little code.
///
/// ```
/// use seamwalker_level::compact::CompactSort;
///
/// let mut words = ["moth", "bead", "key"];
/// words.compact_sort_by(|a, b| a.len().cmp(&b.len()));
/// assert_eq!(words, ["key", "moth", "bead"]);
/// ```
pub trait CompactSort<T> {
    /// [`sort_by`](slice::sort_by), stable as well. In a browser all calls share one sort.
    fn compact_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// [`sort`](slice::sort) in the same way.
    fn compact_sort(&mut self)
    where
        T: Ord,
    {
        self.compact_sort_by(T::cmp);
    }
}

impl<T> CompactSort<T> for [T] {
    fn compact_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        if cfg!(not(target_family = "wasm")) {
            return self.sort_by(compare);
        }
        let order = sorted_indices(self.len(), &mut |a, b| compare(&self[a], &self[b]));
        arrange(self, order);
    }
}

/// The indices of a list in the order of its elements.
#[inline(never)]
fn sorted_indices(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

/// Moves to each place the element whose index `order` has there.
fn arrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..items.len() {
        let mut at = start;
        // Each round puts one element into its place for good.
        while order[at] != start {
            let from = std::mem::replace(&mut order[at], at);
            items.swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

/// Collects into maps and sets in little code.
pub trait CompactCollect: Iterator + Sized {
    /// [`collect`](Iterator::collect), one element after the other: collecting into a B-tree sorts all elements first.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use seamwalker_level::compact::CompactCollect;
    ///
    /// let ages: BTreeMap<_, _> = [("moth", 2), ("bead", 7), ("moth", 3)].into_iter().compact_collect();
    /// assert_eq!(ages, BTreeMap::from([("bead", 7), ("moth", 3)]));
    /// ```
    fn compact_collect<C: Default + Extend<Self::Item>>(self) -> C {
        let mut all = C::default();
        all.extend(self);
        all
    }
}

impl<I: Iterator> CompactCollect for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sort_of_the_browser_is_stable_and_complete() {
        for count in [0, 1, 2, 20, 21, 300] {
            let list: Vec<(usize, usize)> = (0..count).map(|i| (i * 7919 % 13, i)).collect();
            let mut sorted = list.clone();
            let order = sorted_indices(count, &mut |a, b| list[a].0.cmp(&list[b].0));
            arrange(&mut sorted, order);
            assert!(sorted.is_sorted(), "{sorted:?}");
        }
    }
}
