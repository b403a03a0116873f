//! Limits the number of bodies. Each takes time in every tick, wherever the player is.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::context::MapContext;
use crate::limits::{Limits, or_raise};
use crate::model::{ObjectKind, Platform, Start};
use crate::report::{Place, Report};
use seamwalker_collide::Aabb;

/// The limit on objects of the same cost in a tick: its value, its name, and the words that messages use. `None` for objects
/// that only react to the player.
const fn limit_of(object: &ObjectKind, limits: &Limits) -> Option<(usize, &'static str, &'static str)> {
    Some(match object {
        ObjectKind::Platform(Platform { gives_way: Some(_), .. }) => {
            (limits.patches, "patches", "patches that give way")
        }
        ObjectKind::Platform(Platform { start: Start::Opened, .. }) => (limits.doors, "doors", "doors and gates"),
        ObjectKind::Platform(_) => (limits.platforms, "platforms", "platforms and irons"),
        ObjectKind::Crate { .. } => (limits.crates, "crates", "crates"),
        ObjectKind::RollingSpool { .. } => (limits.rolling_spools, "rolling_spools", "rolling spools"),
        ObjectKind::KeyButton { .. } | ObjectKind::PressureButton { .. } => {
            (limits.buttons, "buttons", "keys and buttons")
        }
        ObjectKind::PinBug { .. } => (limits.pin_bugs, "pin_bugs", "pin bugs"),
        ObjectKind::Player { .. }
        | ObjectKind::Exit { .. }
        | ObjectKind::Checkpoint
        | ObjectKind::Bead { .. }
        | ObjectKind::Hazard
        | ObjectKind::Sign { .. }
        | ObjectKind::Other { .. } => return None,
        // Everything else counts as one of the many kinds that cost little.
        _ => (limits.things, "things", "moths, spools of thread, scissors, aglets, springs and winds"),
    })
}

/// Counts the bodies of all maps of a level.
#[derive(Default)]
pub struct BodyCounts {
    /// By the name of their limit.
    counts: BTreeMap<&'static str, usize>,
    /// The boxes that platforms, patches and doors travel through, each with its place in a file.
    travel_boxes: Vec<(Aabb, Place)>,
}

impl BodyCounts {
    /// Counts an object, and records the travel box of a platform for [`BodyCounts::check_crossings`]. The first object over
    /// a limit is an error.
    pub fn count(&mut self, object: &ObjectKind, aabb: &Aabb, place: impl Fn() -> Place, context: &MapContext) {
        let Some((allowed, name, plural)) = limit_of(object, context.limits) else { return };
        let count = self.counts.entry(name).or_default();
        if let ObjectKind::Platform(platform) = object
            && *count < allowed
        {
            let half = platform.turning.as_ref().map_or(aabb.half, |turning| Vec2::splat(turning.reach()));
            let corners = platform.track.iter().flat_map(|&at| [at - half, at + half]);
            let travel_box = Aabb::around(corners.chain([aabb.min(), aabb.max()])).unwrap_or(*aabb);
            self.travel_boxes.push((travel_box, place()));
        }
        *count += 1;
        if *count == allowed.saturating_add(1) {
            let what = format!("the map has too many {plural}: the limit is {allowed}");
            context.report.error(place(), what, or_raise("delete some", name));
        }
    }

    /// Reports an error if too many travel boxes overlap in one point. It names a platform there.
    pub fn check_crossings(&self, limits: &Limits, report: &Report) {
        let allowed = limits.crossing_platforms;
        // The maximum overlap occurs at the left side of some box. Collect top and bottom of all boxes that span it.
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
            // Boxes that only touch do not overlap.
            ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let (mut open, mut deepest) = (0_usize, 0);
            for (_, begins) in &ends {
                open = if *begins { open + 1 } else { open.saturating_sub(1) };
                deepest = deepest.max(open);
            }
            if deepest > allowed {
                let what = format!("the paths of {deepest} platforms cross near it: the limit is {allowed}");
                let help = "spread them out, or raise the limit with --limit crossing_platforms=NUMBER";
                return report.error(place.clone(), what, help);
            }
        }
    }
}
