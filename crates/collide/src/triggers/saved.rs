//! Triggers as they are saved.

use alloc::vec::Vec;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::{AreaId, Pair, TriggerArea, Triggers};
use crate::contact::BodyId;

/// Triggers as data.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedTriggers {
    /// All areas that there ever were, and whether each is still there.
    areas: Vec<(TriggerArea, bool)>,
    /// The ways of areas since the last update.
    moved: Vec<(AreaId, Vec2)>,
    removed: Vec<u32>,
    inside: Vec<Pair>,
}

impl From<Triggers> for SavedTriggers {
    fn from(triggers: Triggers) -> Self {
        let areas = (0..triggers.places.len()).filter_map(|i| {
            let body = triggers.areas.get(BodyId(i as u32))?;
            let area = TriggerArea { shape: triggers.places[i].shape, meets: body.layers, tag: body.tag };
            Some((area, body.enabled))
        });
        let moved = triggers.on_way.iter().map(|&id| (AreaId(id), triggers.places[id as usize].moved));
        Self { areas: areas.collect(), moved: moved.collect(), removed: triggers.removed, inside: triggers.pairs }
    }
}

/// A file may say anything.
impl From<SavedTriggers> for Triggers {
    fn from(saved: SavedTriggers) -> Self {
        let mut triggers = Self { removed: saved.removed, pairs: saved.inside, ..Self::default() };
        triggers.sort_pairs();
        saved.areas.iter().for_each(|(area, _)| _ = triggers.add(*area));
        for (area, way) in saved.moved {
            let end = triggers.places.get(area.0 as usize).map(|place| place.shape);
            if let Some(end) = end.filter(|_| way.is_finite()) {
                triggers.place(area, end.moved(-way));
                triggers.move_by(area, way);
                // So that the end has the same bits.
                triggers.places[area.0 as usize].shape = end;
            }
        }
        let gone = (0..).zip(&saved.areas).filter(|(_, (_, enabled))| !enabled).map(|(id, _)| id);
        for id in gone {
            triggers.areas.enable(BodyId(id), false);
            if !triggers.removed.contains(&id) {
                triggers.free.push(id);
            }
        }
        triggers.removed.sort_unstable();
        triggers.removed.dedup();
        triggers.removed.retain(|id| triggers.areas.get(BodyId(*id)).is_some_and(|body| !body.enabled));
        triggers.free.reverse();
        triggers
    }
}
