//! How many bodies of each kind a map may have: each costs time in every tick, wherever the player is.

use super::report::{Place, Report};
use super::{Limits, ObjectKind, Platform, Start};

/// What takes part in a tick, grouped by what it costs there.
#[derive(Clone, Copy)]
enum Kind {
    Platform,
    Patch,
    Door,
    Crate,
    RollingSpool,
    Button,
    PinBug,
    Thing,
}

impl Kind {
    const COUNT: usize = Self::Thing as usize + 1;

    /// `None` for objects that only wait for the player.
    const fn of(object: &ObjectKind) -> Option<Self> {
        Some(match object {
            ObjectKind::Platform(Platform { gives_way: Some(_), .. }) => Self::Patch,
            ObjectKind::Platform(Platform { start: Start::Opened, .. }) => Self::Door,
            ObjectKind::Platform(_) => Self::Platform,
            ObjectKind::Crate { .. } => Self::Crate,
            ObjectKind::RollingSpool { .. } => Self::RollingSpool,
            ObjectKind::KeyButton { .. } | ObjectKind::PressureButton { .. } => Self::Button,
            ObjectKind::PinBug { .. } => Self::PinBug,
            ObjectKind::Moth(_)
            | ObjectKind::DashSpool
            | ObjectKind::Scissors { .. }
            | ObjectKind::Spring { .. }
            | ObjectKind::Wind { .. } => Self::Thing,
            ObjectKind::Player { .. }
            | ObjectKind::Exit { .. }
            | ObjectKind::Checkpoint
            | ObjectKind::Bead { .. }
            | ObjectKind::Hazard
            | ObjectKind::Sign { .. } => return None,
        })
    }

    /// How many there may be, the name of that limit, and what messages call them.
    const fn limit(self, limits: &Limits) -> (usize, &'static str, &'static str) {
        match self {
            Self::Platform => (limits.platforms, "platforms", "platforms and irons"),
            Self::Patch => (limits.patches, "patches", "patches that give way"),
            Self::Door => (limits.doors, "doors", "doors and gates"),
            Self::Crate => (limits.crates, "crates", "crates"),
            Self::RollingSpool => (limits.rolling_spools, "rolling_spools", "rolling spools"),
            Self::Button => (limits.buttons, "buttons", "keys and buttons"),
            Self::PinBug => (limits.pin_bugs, "pin_bugs", "pin bugs"),
            Self::Thing => (limits.things, "things", "moths, spools of thread, scissors, springs and winds"),
        }
    }
}

/// Counts the bodies of all maps of a level.
#[derive(Default)]
pub struct Bodies {
    counts: [usize; Kind::COUNT],
}

impl Bodies {
    /// Counts an object. The first one of its kind that is too many is an error; `place` is asked only then.
    pub fn count(&mut self, object: &ObjectKind, place: impl FnOnce() -> Place, limits: &Limits, report: &mut Report) {
        let Some(kind) = Kind::of(object) else { return };
        let count = &mut self.counts[kind as usize];
        *count += 1;
        let (most, name, called) = kind.limit(limits);
        if *count == most.saturating_add(1) {
            let what = format!("this is one too many of the map's {called}: {most} are possible");
            report.error(place(), what, format!("delete some, or raise the limit with --limit {name}=NUMBER"));
        }
    }
}
