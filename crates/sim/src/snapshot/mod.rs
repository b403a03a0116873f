//! A stored world, which resumes to the same bits.

mod ranges;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Crate, OutOfRange, PlatformState, Rules, State, World};
use seamwalker_collide::BodyId;
use seamwalker_level::Level;

/// Everything of a world except its level, which is named by its hash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The hash of the level it belongs to.
    pub level_hash: u64,
    /// The settings.
    pub rules: Rules,
    /// Everything that ticks change.
    pub state: State,
}

/// Why a snapshot cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadSnapshot {
    /// It was made in another level.
    #[error("the snapshot is of level {wanted:016x}, this one is {found:016x}: open the map it was made in, unchanged")]
    OtherLevel {
        /// The level it was made in.
        wanted: u64,
        /// The level that was given.
        found: u64,
    },
    /// Its parts do not fit the level.
    #[error("the snapshot is damaged ({0}): make a new one")]
    Damaged(&'static str),
    /// One of its numbers has no meaning in the game.
    #[error("the snapshot is damaged: {0}")]
    OutOfRange(#[from] OutOfRange),
}

impl World {
    /// Stores everything that the future depends on.
    #[must_use]
    pub fn save(&self) -> Snapshot {
        Snapshot { level_hash: self.level.hash(), rules: self.rules, state: self.state.clone() }
    }

    /// Resumes a stored world in its level.
    ///
    /// # Errors
    /// [`BadSnapshot`] when it belongs to another level or its parts do not fit.
    pub fn load(level: Arc<Level>, snapshot: Snapshot) -> Result<Self, BadSnapshot> {
        if snapshot.level_hash != level.hash() {
            return Err(BadSnapshot::OtherLevel { wanted: snapshot.level_hash, found: level.hash() });
        }
        let mut world = Self::new(level, snapshot.rules.solver);
        for (platform, stored) in world.state.platforms.iter_mut().zip(&snapshot.state.platforms) {
            platform.clock = stored.clock;
        }
        world.place_turning();
        snapshot.check_against(&world)?;
        // The ground, also that of bodies that turn, is the level's.
        let mut space = std::mem::take(&mut world.state.space);
        world.state = snapshot.state;
        for (id, body) in (0..).map(BodyId).zip(world.state.space.bodies.iter()) {
            space.bodies.change(id, |there| *there = *body);
        }
        world.state.space = space;
        world.rules = snapshot.rules;
        Ok(world)
    }
}

impl Snapshot {
    /// Whether the parts fit a new world of the same level: a file may come from anywhere.
    fn check_against(&self, world: &World) -> Result<(), BadSnapshot> {
        let (stored, fresh) = (&self.state, &world.state);
        let same_bodies = stored.space.bodies.len() == fresh.space.bodies.len();
        let (platform, item) = (|p: &PlatformState| (p.object, p.body), |c: &Crate| (c.object, c.body));
        let same_platforms = stored.platforms.iter().map(platform).eq(fresh.platforms.iter().map(platform));
        let same_crates = stored.crates.iter().map(item).eq(fresh.crates.iter().map(item));
        let same_things = stored.things.iter().map(|t| t.object).eq(fresh.things.iter().map(|t| t.object))
            && stored.switches.iter().map(|s| s.object).eq(fresh.switches.iter().map(|s| s.object));
        let rides = stored.player.rides().is_none_or(|id| (id.0 as usize) < stored.space.bodies.len());
        let sign = stored.near_sign.is_none_or(|s| (s as usize) < world.level.objects.len());
        let checks = [
            (same_bodies && rides, "bodies"),
            (same_platforms, "platforms"),
            (same_crates, "crates"),
            (same_things, "things"),
            (stored.done.len() == fresh.done.len() && sign, "objects"),
        ];
        if let Some((_, part)) = checks.iter().find(|(fine, _)| !fine) {
            return Err(BadSnapshot::Damaged(part));
        }
        Ok(self.check_ranges(world)?)
    }
}
