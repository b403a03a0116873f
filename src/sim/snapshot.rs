//! A world at rest: stored, and resumed to the same bits.

mod ranges;

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::{Assist, Crate, Feel, Input, OutOfRange, PlatformState, Player, Switch, Thing, UnloadedObject, World};
use crate::collide::{Body, SolverSetup};
use crate::level::Level;

/// Everything of a world but its level, which is named by its hash.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::collide::SolverSetup;
/// use seamwalker::level::{shipped, read};
/// use seamwalker::sim::{Input, World};
///
/// let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
/// let mut world = World::new(Arc::clone(&level), SolverSetup::default());
/// let snapshot = world.save();
/// world.step(Input::default());
/// let mut again = World::load(level, snapshot).unwrap();
/// again.step(Input::default());
/// assert_eq!(again.hash(), world.hash());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The hash of the level it belongs to.
    pub level_hash: u64,
    /// The bodies, as in [`Space::bodies`](crate::collide::Space::bodies).
    pub bodies: Vec<Body>,
    /// The feel.
    pub feel: Feel,
    /// The solver.
    pub solver: SolverSetup,
    /// Depth of the skin, px.
    pub thickness: f32,
    /// Flying through everything.
    pub noclip: bool,
    /// Moving by bare slides.
    pub bare: bool,
    /// The help that was asked for.
    #[serde(default)]
    pub assist: Assist,
    /// The player.
    pub player: Player,
    /// The platforms.
    pub platforms: Vec<PlatformState>,
    /// The crates.
    pub crates: Vec<Crate>,
    /// Moths, pin bugs and spare thread.
    #[serde(default)]
    pub things: Vec<Thing>,
    /// The buttons in the floor.
    #[serde(default)]
    pub switches: Vec<Switch>,
    /// What is taken or reached, by object.
    pub done: Vec<bool>,
    /// What is known of objects that are not in the level, by their ids.
    #[serde(default)]
    pub absent: BTreeMap<u32, UnloadedObject>,
    /// The sign that is near.
    pub near_sign: Option<u32>,
    /// Where the player returns to.
    pub spawn: Vec2,
    /// Looking to the left.
    pub spawn_faces_left: bool,
    /// Ticks since the start.
    pub ticks: u64,
    /// Deaths.
    pub deaths: u32,
    /// Whether the exit is reached.
    pub finished: bool,
    /// What was held in the last tick.
    pub previous_input: Input,
    /// The deepest overlap so far, px.
    pub worst_depth: f32,
}

/// Why a snapshot cannot be resumed.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::collide::SolverSetup;
/// use seamwalker::level::{shipped, read};
/// use seamwalker::sim::{BadSnapshot, Snapshot, World};
///
/// let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
/// let snapshot = World::new(Arc::clone(&level), SolverSetup::default()).save();
/// let damaged = Snapshot { done: Vec::new(), ..snapshot };
/// assert_eq!(World::load(level, damaged).unwrap_err(), BadSnapshot::Damaged("objects"));
/// ```
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
        Snapshot {
            level_hash: self.level.hash(),
            bodies: self.space.bodies.to_vec(),
            feel: self.feel,
            solver: self.solver,
            thickness: self.thickness,
            noclip: self.noclip,
            bare: self.bare,
            assist: self.assist,
            player: self.player.clone(),
            platforms: self.platforms.clone(),
            crates: self.crates.clone(),
            things: self.things.clone(),
            switches: self.switches.clone(),
            done: self.done.clone(),
            absent: self.absent.clone(),
            near_sign: self.near_sign,
            spawn: self.spawn,
            spawn_faces_left: self.spawn_faces_left,
            ticks: self.ticks,
            deaths: self.deaths,
            finished: self.finished,
            previous_input: self.previous_input,
            worst_depth: self.stats.worst_depth,
        }
    }

    /// Resumes a stored world in its level.
    ///
    /// # Errors
    /// [`BadSnapshot`] when it belongs to another level or its parts do not fit.
    pub fn load(level: Arc<Level>, snapshot: Snapshot) -> Result<Self, BadSnapshot> {
        if snapshot.level_hash != level.hash() {
            return Err(BadSnapshot::OtherLevel { wanted: snapshot.level_hash, found: level.hash() });
        }
        let mut world = Self::new(level, snapshot.solver);
        snapshot.check_against(&world)?;
        world.space.bodies = snapshot.bodies.into();
        world.feel = snapshot.feel;
        world.thickness = snapshot.thickness;
        world.noclip = snapshot.noclip;
        world.bare = snapshot.bare;
        world.assist = snapshot.assist;
        world.player = snapshot.player;
        world.platforms = snapshot.platforms;
        world.crates = snapshot.crates;
        world.things = snapshot.things;
        world.switches = snapshot.switches;
        world.done = snapshot.done;
        world.absent = snapshot.absent;
        world.near_sign = snapshot.near_sign;
        world.spawn = snapshot.spawn;
        world.spawn_faces_left = snapshot.spawn_faces_left;
        world.ticks = snapshot.ticks;
        world.deaths = snapshot.deaths;
        world.finished = snapshot.finished;
        world.previous_input = snapshot.previous_input;
        world.stats.worst_depth = snapshot.worst_depth;
        Ok(world)
    }
}

impl Snapshot {
    /// Whether the parts fit a new world of the same level: a file may come from anyone.
    fn check_against(&self, world: &World) -> Result<(), BadSnapshot> {
        let same_bodies = self.bodies.len() == world.space.bodies.len();
        let same_platforms = self.platforms.len() == world.platforms.len()
            && self.platforms.iter().zip(&world.platforms).all(|(a, b)| (a.object, a.body) == (b.object, b.body));
        let same_crates = self.crates.len() == world.crates.len()
            && self.crates.iter().zip(&world.crates).all(|(a, b)| (a.object, a.body) == (b.object, b.body));
        let same_things = self.things.len() == world.things.len()
            && self.things.iter().zip(&world.things).all(|(a, b)| a.object == b.object)
            && self.switches.len() == world.switches.len()
            && self.switches.iter().zip(&world.switches).all(|(a, b)| a.object == b.object);
        let rides = self.player.rides.is_none_or(|id| (id.0 as usize) < self.bodies.len());
        let sign = self.near_sign.is_none_or(|s| (s as usize) < world.level.objects.len());
        let checks = [
            (same_bodies && rides, "bodies"),
            (same_platforms, "platforms"),
            (same_crates, "crates"),
            (same_things, "things"),
            (self.done.len() == world.done.len() && sign, "objects"),
        ];
        if let Some((_, part)) = checks.iter().find(|(fine, _)| !fine) {
            return Err(BadSnapshot::Damaged(part));
        }
        Ok(self.check_ranges(world)?)
    }
}
