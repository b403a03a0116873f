//! How many bodies of each kind a map may have: each costs time in every tick, wherever the player is.

use crate::limits::Limits;
use crate::model::object::{ObjectKind, Platform, Start};
use crate::report::{Place, Report};
use seamwalker_collide::Aabb;

/// What takes part in a tick, grouped by what it costs there.
#[derive(Clone, Copy)]
enum BodyKind {
    Platform,
    Patch,
    Door,
    Crate,
    RollingSpool,
    Button,
    PinBug,
    Thing,
}

impl BodyKind {
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
pub struct BodyCounts {
    counts: [usize; BodyKind::COUNT],
    /// Where the platforms, patches and doors of all maps go, and where they are written.
    travel_boxes: Vec<(Aabb, Place)>,
}

impl BodyCounts {
    /// Counts an object, and keeps the way of a platform for [`BodyCounts::check_crossings`]. The first one of its kind that is too
    /// many is an error; `place` is asked only where it is needed.
    pub fn count(
        &mut self,
        (object, aabb): (&ObjectKind, &Aabb),
        place: impl Fn() -> Place,
        limits: &Limits,
        report: &mut Report,
    ) {
        let Some(kind) = BodyKind::of(object) else { return };
        if let ObjectKind::Platform(platform) = object
            && self.counts[kind as usize] < kind.limit(limits).0
        {
            let corners = platform.track.iter().flat_map(|&at| [at - aabb.half, at + aabb.half]);
            let travel_box = Aabb::around(corners.chain([aabb.min(), aabb.max()])).unwrap_or(*aabb);
            self.travel_boxes.push((travel_box, place()));
        }
        let count = &mut self.counts[kind as usize];
        *count += 1;
        let (allowed, name, called) = kind.limit(limits);
        if *count == allowed.saturating_add(1) {
            let what = format!("this is one too many of the map's {called}: {allowed} are possible");
            report.error(place(), what, format!("delete some, or raise the limit with --limit {name}=NUMBER"));
        }
    }

    /// Too many ways through one point are an error, which names the platform whose way begins there.
    pub fn check_crossings(&self, limits: &Limits, report: &mut Report) {
        let allowed = limits.crossing_platforms;
        // The most boxes overlap at the left side of one of them: there, the tops and bottoms of all that reach over it.
        let mut ends: Vec<(f32, bool)> = Vec::new();
        for (travel_box, place) in &self.travel_boxes {
            let left = travel_box.min().x;
            let over =
                self.travel_boxes.iter().map(|(other, _)| other).filter(|o| o.min().x <= left && left < o.max().x);
            ends.clear();
            ends.extend(over.flat_map(|other| [(other.min().y, true), (other.max().y, false)]));
            if ends.len() <= allowed.saturating_mul(2) {
                continue;
            }
            // Where one ends and another begins the two do not overlap.
            ends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let (mut open, mut deepest) = (0_usize, 0);
            for (_, begins) in &ends {
                open = if *begins { open + 1 } else { open.saturating_sub(1) };
                deepest = deepest.max(open);
            }
            if deepest > allowed {
                let what = format!("the ways of {deepest} platforms cross near it: {allowed} are possible");
                let help = "spread them out, or raise the limit with --limit crossing_platforms=NUMBER";
                return report.error(place.clone(), what, help);
            }
        }
    }
}
