//! What the player has reached so far, per map.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use seamwalker::level::{Level, Object, ObjectKind};
use seamwalker::sim::{TICK_RATE, World};

/// The best that was reached in a map; each number counts on its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Best {
    /// The fastest finish, in ticks.
    pub ticks: Option<u64>,
    /// Beads and golden buttons in one run.
    pub found: Found,
}

impl Best {
    /// The better of each number.
    fn or(self, other: Self) -> Self {
        let found =
            Found { beads: self.found.beads.max(other.found.beads), golden: self.found.golden.max(other.found.golden) };
        Self { ticks: self.ticks.into_iter().chain(other.ticks).min(), found }
    }
}

/// A count of beads and of golden buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Found {
    /// Plain beads.
    pub beads: u32,
    /// Golden buttons.
    pub golden: u32,
}

impl Found {
    /// Everything that there is to find in a level.
    pub fn all(level: &Level) -> Self {
        Self::count(level.objects.iter())
    }

    /// What was found in a world, in maps that are not there just now as well.
    pub fn so_far(world: &World) -> Self {
        let here = world.level.objects.iter().zip(&world.done).filter(|(_, done)| **done).map(|(object, _)| object);
        let absent = world.absent.values().filter(|absent| absent.done).map(|absent| &absent.object);
        Self::count(here.chain(absent))
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

/// The best of every map that was finished, by what the shelf calls the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Progress {
    best: BTreeMap<String, Best>,
}

impl Progress {
    /// The best in a map.
    pub fn of(&self, map: &str) -> Best {
        self.best.get(map).copied().unwrap_or_default()
    }

    /// Notes a finished run; true when it was faster than every run before.
    pub fn finish(&mut self, map: &str, ticks: u64, found: Found) -> bool {
        let best = self.best.entry(map.to_owned()).or_default();
        let faster = best.ticks.is_none_or(|before| ticks < before);
        *best = best.or(Best { ticks: Some(ticks), found });
        faster
    }

    /// Adds what was reached elsewhere.
    pub fn add(&mut self, other: &Self) {
        for (map, best) in &other.best {
            let own = self.best.entry(map.clone()).or_default();
            *own = own.or(*best);
        }
    }

    /// Beads and golden buttons of all maps together.
    pub fn total(&self) -> Found {
        self.best.values().fold(Found::default(), |sum, best| Found {
            beads: sum.beads + best.found.beads,
            golden: sum.golden + best.found.golden,
        })
    }
}

/// Ticks as minutes, seconds and hundredths.
pub fn time(ticks: u64) -> String {
    let hundredths = ticks * 100 / u64::from(TICK_RATE);
    format!("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_the_best_of_all_runs() {
        let mut progress = Progress::default();
        assert!(progress.finish("a", 600, Found { beads: 3, golden: 1 }));
        assert!(!progress.finish("a", 900, Found { beads: 5, golden: 0 }));
        assert_eq!(progress.of("a"), Best { ticks: Some(600), found: Found { beads: 5, golden: 1 } });
        assert_eq!(progress.of("b"), Best::default());
    }

    #[test]
    fn times_are_readable() {
        assert_eq!(time(0), "0:00.00");
        assert_eq!(time(61 * 60 + 30), "1:01.50");
    }
}
