//! The player's progress, per map.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use seamwalker_level::{Level, Object, ObjectKind};
pub use seamwalker_sim::stopwatch as time;
use seamwalker_sim::{TICK_RATE, World};

/// The best results in a map; each number on its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Best {
    /// The fastest fair run, in ticks.
    pub ticks: Option<u64>,
    /// The exit was reached, fairly or not.
    pub finished: bool,
    /// Beads and golden buttons in one run.
    pub found: CollectedCount,
}

impl Best {
    /// The better of each number.
    fn or(self, other: Self) -> Self {
        let found = self.found.with(other.found, u32::max);
        let ticks = self.ticks.into_iter().chain(other.ticks).min();
        Self { ticks, finished: self.finished || other.finished, found }
    }
}

/// A count of beads and of golden buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CollectedCount {
    /// Plain beads.
    pub beads: u32,
    /// Golden buttons.
    pub golden: u32,
}

impl CollectedCount {
    /// All collectibles of a level.
    pub fn all(level: &Level) -> Self {
        Self::count(level.objects.iter())
    }

    /// Those collected in a world.
    pub fn so_far(world: &World) -> Self {
        let done = world.level.objects.iter().zip(&world.state.done).filter(|(_, done)| **done);
        Self::count(done.map(|(object, _)| object))
    }

    /// Combines each number with that of another count.
    fn with(self, other: Self, combine: fn(u32, u32) -> u32) -> Self {
        Self { beads: combine(self.beads, other.beads), golden: combine(self.golden, other.golden) }
    }

    fn count<'a>(objects: impl Iterator<Item = &'a Object>) -> Self {
        let mut found = Self::default();
        for object in objects {
            if let ObjectKind::Bead { golden } = object.kind {
                *(if golden { &mut found.golden } else { &mut found.beads }) += 1;
            }
        }
        found
    }
}

/// The best results of every finished map, by the map's key in the library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Progress {
    best: BTreeMap<String, Best>,
}

impl Progress {
    /// The best results in a map.
    pub fn of(&self, map: &str) -> Best {
        self.best.get(map).copied().unwrap_or_default()
    }

    /// Adds a finished run, with its time if it was fair. Returns whether it was the fastest.
    pub fn finish(&mut self, map: &str, ticks: Option<u64>, found: CollectedCount) -> bool {
        let best = self.best.entry(map.to_owned()).or_default();
        let faster = ticks.is_some_and(|ticks| best.ticks.is_none_or(|before| ticks < before));
        *best = best.or(Best { ticks, finished: true, found });
        faster
    }

    /// Merges other progress.
    pub fn add(&mut self, other: &Self) {
        for (map, best) in &other.best {
            let own = self.best.entry(map.clone()).or_default();
            *own = own.or(*best);
        }
    }

    /// Beads and golden buttons of all maps together.
    pub fn total(&self) -> CollectedCount {
        let none = CollectedCount::default();
        self.best.values().fold(none, |sum, best| sum.with(best.found, u32::saturating_add))
    }
}

/// A difference of ticks as seconds and hundredths, with its sign.
pub fn delta(ticks: i64) -> String {
    let hundredths = ticks.unsigned_abs().saturating_mul(100) / u64::from(TICK_RATE);
    let sign = ["-", "", "+"][(ticks.signum() + 1) as usize];
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_the_best_of_all_runs() {
        let mut progress = Progress::default();
        assert!(progress.finish("a", Some(600), CollectedCount { beads: 3, golden: 1 }));
        assert!(!progress.finish("a", Some(900), CollectedCount { beads: 5, golden: 0 }));
        assert!(!progress.finish("a", None, CollectedCount { beads: 1, golden: 2 }), "its time does not count");
        assert_eq!(
            progress.of("a"),
            Best { ticks: Some(600), finished: true, found: CollectedCount { beads: 5, golden: 2 } }
        );
        assert_eq!(progress.of("b"), Best::default());
    }

    #[test]
    fn times_are_readable() {
        assert_eq!(time(0), "0:00.00");
        assert_eq!(time(61 * 60 + 30), "1:01.50");
        assert_eq!([delta(90), delta(-3), delta(0)], ["+1.50", "-0.05", "0.00"]);
    }
}
