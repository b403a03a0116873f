//! A cache of things that are made when first drawn and dropped when they are out of view.

use std::collections::HashMap;
use std::hash::Hash;

/// Values by key, each with the frame in which it was last used.
pub struct FrameCache<K, V> {
    entries: HashMap<K, (V, u64)>,
    /// Beyond this number, only values in use are kept.
    capacity: usize,
    frame: u64,
}

impl<K: Copy + Eq + Hash, V> FrameCache<K, V> {
    /// An empty cache that keeps about `capacity` values.
    pub fn new(capacity: usize) -> Self {
        Self { entries: HashMap::new(), capacity, frame: 0 }
    }

    /// The value of this key, which is made if there is none.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &V {
        let entry = self.entries.entry(key).or_insert_with(|| (make(), 0));
        entry.1 = self.frame;
        &entry.0
    }

    /// The value of this key, if there is one.
    pub fn get(&self, key: K) -> Option<&V> {
        self.entries.get(&key).map(|(value, _)| value)
    }

    /// Ends a frame: if there are too many values, those not used in this frame are dropped.
    pub fn end_frame(&mut self) {
        if self.entries.len() > self.capacity {
            self.entries.retain(|_, (_, used)| *used == self.frame);
        }
        self.frame += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_view_are_dropped_only_beyond_the_capacity() {
        let mut cache = FrameCache::new(3);
        let mut draw = |keys: &[u32]| {
            let mut made = 0;
            for key in keys {
                cache.get_or_insert_with(*key, || made += 1);
            }
            cache.end_frame();
            made
        };
        assert_eq!(draw(&[1, 2]), 2);
        assert_eq!(draw(&[2, 3]), 1);
        assert_eq!(draw(&[1, 3]), 0, "1 was kept");
        assert_eq!(draw(&[3, 4]), 1, "now there are four: 1 and 2 go");
        assert_eq!(draw(&[1, 4]), 1);
    }
}
