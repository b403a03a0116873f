//! Objects in the game's terms: kinds, platforms, tracks.

use std::collections::BTreeMap;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::model::value::Value;
use seamwalker_collide::{Aabb, Direction};

/// A thing that the designer placed.
///
/// ```
/// use seamwalker_level::{Folder, ObjectKind, read};
///
/// let level = read(&Folder::new("../.."), "maps/first_stitch.tmx").unwrap();
/// let player = level.objects.iter().find(|o| matches!(o.kind, ObjectKind::Player { .. })).unwrap();
/// assert!(level.bounds.contains(player.aabb.center), "object {} is in the map", player.id);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// The id in Tiled, unique in the map. In a world a million for every map before this one is added: see
    /// [`WorldFile::map_of`](crate::WorldFile::map_of).
    pub id: u32,
    /// The name in Tiled, often empty.
    pub name: String,
    /// The box it covers, in map pixels. A point has no size.
    pub aabb: Aabb,
    /// What it is, with everything that its class declares.
    pub kind: ObjectKind,
    /// Its properties as Tiled shows them: its own, or its template's, or its tile's, or the default of its class. Those that
    /// are objects hold ids as above.
    pub properties: BTreeMap<String, Value>,
}

/// What an object is: its class in Tiled, with the members of the class.
///
/// ```
/// use seamwalker_level::ObjectKind;
///
/// fn worth(kind: &ObjectKind) -> u32 {
///     match kind {
///         ObjectKind::Bead { golden: true } => 10,
///         ObjectKind::Bead { golden: false } => 1,
///         _ => 0,
///     }
/// }
/// assert_eq!(worth(&ObjectKind::Checkpoint), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ObjectKind {
    /// Where the player starts: feet at the bottom centre of the object (or at the point).
    Player {
        /// Looks to the left.
        faces_left: bool,
    },
    /// Ends the level.
    Exit {
        /// The map that follows, as a file name without ending; empty for the next in the list.
        next: String,
    },
    /// Where the player returns to who has touched it, or jumped over it.
    Checkpoint,
    /// Something to collect.
    Bead {
        /// A golden button: counted apart.
        golden: bool,
    },
    /// An area that hurts. Its exact shape is among [`Level::hazards`]; this one only says that there is an object.
    Hazard,
    /// A text for the player, shown while the player is near.
    Sign {
        /// What it says.
        text: String,
    },
    /// A moving platform.
    Platform(Platform),
    /// A box that can be pushed and ridden.
    Crate {
        /// Who yields to whom among crates: lower numbers yield less; numbers over 126 count as 126.
        priority: u8,
    },
    /// A pincushion that throws who comes down on it; one that does not look up throws who runs into it.
    Spring {
        /// Where it throws.
        direction: Direction,
        /// How high, px.
        height: f32,
    },
    /// A key: when all keys of a door are taken, it opens for good.
    KeyButton {
        /// The id of the platform that it opens.
        opens: Option<u32>,
    },
    /// A button in the floor, pressed by whoever is on it.
    PressureButton {
        /// The id of the platform that it opens.
        opens: Option<u32>,
        /// For how long it stays pressed afterwards, s; for ever below zero.
        stays: f32,
    },
    /// Blades that close again and again, and hurt while they are closed.
    Scissors {
        /// How long they are open, s.
        open: f32,
        /// How long they are closed, s.
        closed: f32,
        /// Which part of the cycle is over at the start, 0 to 1. It begins with being open.
        phase: f32,
    },
    /// A spool that rolls by itself, falls, pushes and can be ridden. It breaks at walls.
    RollingSpool {
        /// How fast, px/s; to the left below zero.
        speed: f32,
        /// How long it is away after it broke, s.
        back: f32,
    },
    /// A beetle with pins on its back, which walks to and fro on its ground, but not to checkpoints and scissors.
    PinBug {
        /// How fast, px/s.
        speed: f32,
        /// Begins to the left.
        faces_left: bool,
    },
    /// A moth, which can be stomped.
    Moth(Flight),
    /// A spool of spare thread: the player can dash again.
    DashSpool,
    /// The air of a dryer.
    Wind {
        /// Where it blows.
        direction: Direction,
        /// How fast, px/s.
        speed: f32,
    },
}

/// The way of something that flies.
///
/// ```
/// use seamwalker_level::{Flight, ObjectKind};
///
/// let moth = ObjectKind::Moth(Flight { speed: 40.0, ..Flight::default() });
/// assert!(matches!(moth, ObjectKind::Moth(flight) if flight.track.is_empty()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Flight {
    /// Where its middle passes, relative to the map.
    pub track: Vec<Vec2>,
    /// Whether the last point leads back to the first; otherwise it goes back and forth.
    pub closed: bool,
    /// Pixels per second along the track.
    pub speed: f32,
    /// Which part of the whole cycle is already over at the start, 0 to 1.
    pub phase: f32,
}

/// A platform and its track.
///
/// ```
/// use seamwalker_level::{Folder, ObjectKind, read};
///
/// let level = read(&Folder::new("../.."), "maps/spool_works.tmx").unwrap();
/// let platforms = level.objects.iter().filter_map(|object| match &object.kind {
///     ObjectKind::Platform(platform) => Some(platform),
///     _ => None,
/// });
/// assert!(platforms.clone().count() > 0);
/// assert!(platforms.clone().all(|platform| !platform.track.is_empty() && platform.speed >= 0.0));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Platform {
    /// Where the middle of the platform passes, at least one point; relative to the map. The first point is where it
    /// starts with phase 0.
    pub track: Vec<Vec2>,
    /// Whether the last point leads back to the first (polygons and ellipses); otherwise it goes back and forth.
    pub closed: bool,
    /// Pixels per second along the track.
    pub speed: f32,
    /// How it speeds up and slows down between two stops.
    pub easing: Easing,
    /// Seconds of rest at both ends of an open track (at the first point of a closed one).
    pub pause: f32,
    /// Seconds of rest at the far end, where they differ from those.
    pub rest: Option<f32>,
    /// Which part of the whole cycle is already over at the start, 0 to 1.
    pub phase: f32,
    /// Solid only from above.
    pub one_way: bool,
    /// When it begins to move.
    pub start: Start,
    /// Who yields: lower numbers yield less.
    pub priority: u8,
    /// What becomes of it when somebody stands on it.
    pub gives_way: Option<GivesWay>,
    /// Name of its look: "spool", "ribbon", "loose", "worn", "zip", "gate" or "iron", "" for the one that fits.
    pub look: String,
}

impl Default for Platform {
    fn default() -> Self {
        Self {
            track: Vec::new(),
            closed: false,
            speed: 60.0,
            easing: Easing::Linear,
            pause: 0.0,
            rest: None,
            phase: 0.0,
            one_way: false,
            start: Start::Always,
            priority: 1,
            gives_way: None,
            look: String::new(),
        }
    }
}

/// A platform that does not hold for ever.
///
/// ```
/// use seamwalker_level::{GivesWay, Platform};
///
/// let patch = Platform { gives_way: Some(GivesWay { falls: true, after: 0.4, back: 2.5 }), ..Platform::default() };
/// assert!(patch.track.is_empty(), "it stays where it is until somebody comes");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GivesWay {
    /// It falls; otherwise it is gone at once.
    pub falls: bool,
    /// How long it holds, s.
    pub after: f32,
    /// How long it is away, s.
    pub back: f32,
}

/// How a platform moves between two stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Easing {
    /// At one speed all the time.
    #[default]
    Linear,
    /// Slow near the stops, fast between them.
    Smooth,
    /// Falls to the far end, and comes back at one speed.
    Slam,
}

impl Easing {
    /// The part of the way that is done after the part `t` of its time, both 0 to 1; of a slam, the way down.
    ///
    /// ```
    /// use seamwalker_level::Easing;
    ///
    /// assert_eq!(Easing::Linear.apply(0.25), 0.25);
    /// assert_eq!(Easing::Smooth.apply(0.25), 0.15625);
    /// assert_eq!(Easing::Slam.apply(0.5), 0.25);
    /// ```
    #[must_use]
    pub fn apply(self, t: f32) -> f32 {
        match self {
            Self::Linear => t,
            Self::Smooth => t * t * (3.0 - 2.0 * t),
            Self::Slam => t * t,
        }
    }
}

/// When a platform begins to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Start {
    /// At once.
    #[default]
    Always,
    /// When someone first stands on it.
    Ridden,
    /// It is a door: at the far end while its keys or buttons open it, and at its first point otherwise.
    Opened,
}
