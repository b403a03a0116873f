//! The objects of a level as the game understands them: kinds, platforms, tracks.

use std::collections::BTreeMap;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::model::value::Value;
use seamwalker_collide::{Aabb, Direction};

/// An object that the designer placed.
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
    /// The id in Tiled, unique in the map. In a world, the number of the map times a million is added; see
    /// [`WorldFile::map_of`](crate::WorldFile::map_of).
    pub id: u32,
    /// The name in Tiled, often empty.
    pub name: String,
    /// Its box, in pixels of the level. A point has no size.
    pub aabb: Aabb,
    /// The kind, with the members of its class.
    pub kind: ObjectKind,
    /// All properties as Tiled shows them: the object's own, its template's, its tile's, or the defaults of its class. Object
    /// references use ids as above.
    pub properties: BTreeMap<String, Value>,
}

/// The kind of an object: its class in Tiled, with the members of the class.
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
    /// The player's start: feet at the bottom centre of the object, or at the point.
    Player {
        /// Whether the player faces left.
        faces_left: bool,
    },
    /// Ends the level.
    Exit {
        /// The next map, as a file name without extension. Empty for the next one in the list.
        next: String,
    },
    /// Where the player respawns after touching it or jumping over it.
    Checkpoint,
    /// A collectible.
    Bead {
        /// A golden button, counted separately.
        golden: bool,
    },
    /// An area that kills. Its exact shape is in [`Level::hazards`](crate::Level::hazards); this entry only marks the object.
    Hazard,
    /// A text, shown while the player is near.
    Sign {
        /// The text.
        text: String,
    },
    /// A moving platform.
    Platform(Platform),
    /// A box that can be pushed and ridden.
    Crate {
        /// Priority among crates: lower numbers yield less. Numbers over 126 count as 126.
        priority: u8,
    },
    /// A pincushion that launches a player who lands on it. If it does not point up, it launches a player who runs into it.
    Spring {
        /// Direction of the launch.
        direction: Direction,
        /// Height of the launch, px.
        height: f32,
    },
    /// A key. A door opens for good once all its keys are collected.
    KeyButton {
        /// The id of the platform that it opens.
        opens: Option<u32>,
    },
    /// A button in the floor, pressed by any body on it.
    PressureButton {
        /// The id of the platform that it opens.
        opens: Option<u32>,
        /// How long it stays pressed afterwards, s; forever if negative.
        stays: f32,
    },
    /// Blades that close periodically, and kill while they are closed.
    Scissors {
        /// Time open, s.
        open: f32,
        /// Time closed, s.
        closed: f32,
        /// The fraction of the cycle that has passed at the start, 0 to 1. The cycle begins open.
        phase: f32,
    },
    /// The metal end of a lace. It swings below the middle of the upper side of its box, from side to side of the box, and its point
    /// kills. The lace is as long as the box is high.
    Aglet {
        /// Time of a swing to and fro, s.
        period: f32,
        /// The fraction of a swing that has passed at the start, 0 to 1. A swing begins at the left.
        phase: f32,
    },
    /// A spool that rolls, falls, pushes and can be ridden. It breaks at walls.
    RollingSpool {
        /// Speed, px/s; negative to the left.
        speed: f32,
        /// Time until it respawns, s.
        back: f32,
    },
    /// A beetle with pins on its back that patrols its ground. It turns at checkpoints and scissors.
    PinBug {
        /// Speed, px/s.
        speed: f32,
        /// Whether it starts to the left.
        faces_left: bool,
    },
    /// A moth that can be stomped.
    Moth(Flight),
    /// A spool of spare thread: refills the dash.
    DashSpool,
    /// An air stream.
    Wind {
        /// Direction of the stream.
        direction: Direction,
        /// Speed of the stream, px/s.
        speed: f32,
    },
    /// An object that means nothing to this game: a goblin or a patrol path of yours.
    Other {
        /// Its class in Tiled, often empty.
        class: String,
        /// Its shape.
        shape: ObjectShape,
    },
}

/// The shape of an object of another game, in pixels of the level, with its rotation applied.
///
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_level::{ObjectKind, ObjectShape};
///
/// fn patrol(kind: &ObjectKind) -> Option<&[Vec2]> {
///     match kind {
///         ObjectKind::Other { class, shape: ObjectShape::Polyline(points) } if class == "PatrolPath" => Some(points),
///         _ => None,
///     }
/// }
/// let shape = ObjectShape::Polyline(vec![Vec2::ZERO, Vec2::new(32.0, 0.0)]);
/// assert_eq!(patrol(&ObjectKind::Other { class: "PatrolPath".into(), shape }).map(<[Vec2]>::len), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ObjectShape {
    /// A point, or the upper left corner of a text.
    Point(Vec2),
    /// The corners of a rectangle, a tile or a polygon.
    Polygon(Vec<Vec2>),
    /// Points around an ellipse or a capsule.
    Round(Vec<Vec2>),
    /// The points of an open line.
    Polyline(Vec<Vec2>),
}

impl ObjectKind {
    /// Whether it means nothing to this game.
    #[must_use]
    pub const fn is_other(&self) -> bool {
        matches!(self, Self::Other { .. })
    }

    /// The path of a flying enemy; `None` for every other kind.
    #[must_use]
    pub const fn flight(&self) -> Option<&Flight> {
        match self {
            Self::Moth(flight) => Some(flight),
            _ => None,
        }
    }
}

/// The path of a flying enemy.
///
/// ```
/// use seamwalker_level::{Flight, ObjectKind};
///
/// let moth = ObjectKind::Moth(Flight { speed: 40.0, ..Flight::default() });
/// assert!(matches!(moth, ObjectKind::Moth(flight) if flight.track.is_empty()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Flight {
    /// The points that its centre passes, in pixels of the level.
    pub track: Vec<Vec2>,
    /// Whether the last point connects to the first; otherwise it goes back and forth.
    pub closed: bool,
    /// Pixels per second along the track.
    pub speed: f32,
    /// The fraction of the whole cycle that has passed at the start, 0 to 1.
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
/// assert!(platforms.clone().all(|platform| !platform.track.is_empty() && platform.speed.is_finite()));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Platform {
    /// The points that its centre passes, at least one, in pixels of the level. With phase 0 it starts at the first point.
    pub track: Vec<Vec2>,
    /// Whether the last point connects to the first (polygons and ellipses); otherwise it goes back and forth.
    pub closed: bool,
    /// Pixels per second along the track. For one that turns: degrees per second, negative anticlockwise.
    pub speed: f32,
    /// How it accelerates between two stops.
    pub easing: Easing,
    /// Seconds of rest at both ends of an open track, or at the first point of a closed one.
    pub pause: f32,
    /// Seconds of rest at the far end, if different.
    pub rest: Option<f32>,
    /// The fraction of the whole cycle that has passed at the start, 0 to 1.
    pub phase: f32,
    /// Solid only from above.
    pub one_way: bool,
    /// When it begins to move.
    pub start: Start,
    /// Priority when it collides: lower numbers yield less.
    pub priority: u8,
    /// Whether and how it crumbles when stood on.
    pub gives_way: Option<GivesWay>,
    /// Name of its look, such as "spool", "ribbon", "iron" or "shears"; "" for the default.
    pub look: String,
    /// Its shape, if it turns instead of moving: around the only point of its track.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turning: Option<Turning>,
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
            turning: None,
        }
    }
}

/// A polygon that turns around a hinge: a windmill, a drawbridge, a seesaw.
///
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_level::{Platform, Start, Turning};
///
/// let outline = [(-48.0, -4.0), (48.0, -4.0), (48.0, 4.0), (-48.0, 4.0)].map(Vec2::from).to_vec();
/// let seesaw = Turning { outline, angle: 20.0 };
/// assert!(seesaw.reach() < 48.2);
/// let hinge = vec![Vec2::new(200.0, 100.0)];
/// // 30 degrees per second, as in a map that does not say.
/// let platform = Platform { track: hinge, speed: 30.0, turning: Some(seesaw), start: Start::Weighed, ..Platform::default() };
/// assert!(platform.turning.is_some());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turning {
    /// Its corners as drawn, relative to its hinge, in pixels.
    pub outline: Vec<Vec2>,
    /// How far it turns from there, in degrees, clockwise on the screen; 0 for a whole turn after the other.
    pub angle: f32,
}

impl Turning {
    /// The distance of its farthest corner from the hinge, in pixels.
    #[must_use]
    pub fn reach(&self) -> f32 {
        self.outline.iter().map(|corner| corner.length()).fold(0.0, f32::max)
    }
}

/// How a platform crumbles.
///
/// ```
/// use seamwalker_level::{GivesWay, Platform};
///
/// let patch = Platform { gives_way: Some(GivesWay { falls: true, after: 0.4, back: 2.5 }), ..Platform::default() };
/// assert!(patch.track.is_empty(), "it stays where it is until something stands on it");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GivesWay {
    /// Whether it falls; otherwise it vanishes at once.
    pub falls: bool,
    /// Time until it gives way, s.
    pub after: f32,
    /// Time until it returns, s.
    pub back: f32,
}

/// How a platform moves between two stops.
///
/// ```
/// use seamwalker_level::Easing;
///
/// // Where a platform is after a quarter of its time, between x = 100 and 200.
/// let x = |easing: Easing| 100.0 + (200.0 - 100.0) * easing.apply(0.25);
/// assert_eq!((x(Easing::Linear), x(Easing::Smooth)), (125.0, 115.625));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Easing {
    /// Constant speed.
    #[default]
    Linear,
    /// Slow near the stops, fast between them.
    Smooth,
    /// Falls to the far end, returns at constant speed.
    Slam,
}

impl Easing {
    /// The fraction of the distance covered after the fraction `t` of the time, both 0 to 1. For a slam, on the way down.
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
///
/// ```
/// use seamwalker_level::{Platform, Start};
///
/// let lift = Platform { start: Start::Ridden, ..Platform::default() };
/// assert!(lift.start != Start::Always, "it waits for a rider");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Start {
    /// Immediately.
    #[default]
    Always,
    /// When something first stands on it; in the game again after each death.
    Ridden,
    /// It is a door: at the far end while its keys or buttons open it, otherwise at its first point.
    Opened,
    /// It is a seesaw: it turns by its angle towards the side that bears more weight, either way.
    Weighed,
}
