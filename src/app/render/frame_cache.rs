//! Things that are made when they are first seen, and forgotten when they have not been seen for long.

use std::collections::HashMap;
use std::hash::Hash;

/// What was made, by its name, with the moment it was seen last.
pub struct FrameCache<K, V> {
    made: HashMap<K, (V, u64)>,
    /// More than this is kept only as long as it is in view.
    most: usize,
    now: u64,
}

impl<K: Copy + Eq + Hash, V> FrameCache<K, V> {
    /// Nothing yet; about `most` things are kept.
    pub fn new(most: usize) -> Self {
        Self { made: HashMap::new(), most, now: 0 }
    }

    /// The thing of this name, made if there is none.
    pub fn see(&mut self, name: K, make: impl FnOnce() -> V) -> &V {
        let now = self.now;
        let entry = self.made.entry(name).or_insert_with(|| (make(), now));
        entry.1 = now;
        &entry.0
    }

    /// The thing of this name, if there is one.
    pub fn get(&self, name: K) -> Option<&V> {
        self.made.get(&name).map(|(thing, _)| thing)
    }

    /// Ends a frame: if there is too much, what was not seen in this one is forgotten.
    pub fn tidy(&mut self) {
        if self.made.len() > self.most {
            let now = self.now;
            self.made.retain(|_, (_, seen)| *seen == now);
        }
        self.now += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_view_is_forgotten_only_when_there_is_too_much() {
        let mut seen = FrameCache::new(3);
        let mut look = |names: &[u32]| {
            let mut made = 0;
            for name in names {
                seen.see(*name, || made += 1);
            }
            seen.tidy();
            made
        };
        assert_eq!(look(&[1, 2]), 2);
        assert_eq!(look(&[2, 3]), 1);
        assert_eq!(look(&[1, 3]), 0, "1 was kept");
        assert_eq!(look(&[3, 4]), 1, "now there are four: 1 and 2 go");
        assert_eq!(look(&[1, 4]), 1);
    }
}
