//! What a map becomes: plain data, without a trace of the file format.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{IVec2, UVec2, Vec2};
use serde::{Deserialize, Serialize};

use super::problem::Problem;
use super::properties::Value;
use crate::collide::{Aabb, Edge, SolverKind, Tag, Terrain};

/// A map, ready to be played, drawn or measured. Coordinates are map pixels: x right, y down, the map's corner at (0, 0)
/// (infinite maps also have negative ones).
///
/// ```
/// use seamwalker::level::{Embedded, ObjectKind, Surface, read};
///
/// let level = read(&Embedded::shipped(), "maps/first_stitch.tmx").unwrap();
/// let floors = level.terrain.edges().iter().filter(|edge| edge.normal.y < -0.7);
/// assert!(floors.clone().all(|edge| Surface::from_tag(edge.tag) != Surface::Hazard));
/// let beads = level.objects.iter().filter(|object| matches!(object.kind, ObjectKind::Bead { .. }));
/// println!("{} floors, {} beads", floors.count(), beads.count());
/// ```
#[derive(Clone, Debug)]
pub struct Level {
    /// The file's name without folder and ending.
    pub name: String,
    /// The file, as it was asked for.
    pub path: String,
    /// What the map's own properties say.
    pub meta: Meta,
    /// The box around all cells of all tile layers.
    pub bounds: Aabb,
    /// Width and height of a cell, in pixels.
    pub tile_size: UVec2,
    /// What collides, for every solver: the outline as edges, and the pieces. Edges of class Solid first come with
    /// [`Side::Outer`](crate::collide::Side::Outer), ribbons with `OneWay`, object polylines with `Both`. The tags are
    /// [`Surface`] values.
    pub terrain: Arc<Terrain>,
    /// For every edge of the terrain, the cells that it came from (none for objects).
    pub edge_cells: Vec<Vec<IVec2>>,
    /// The outline of what hurts, in the same form. It is no terrain: a mover passes through it and dies.
    pub hazard_edges: Vec<Edge>,
    /// Convex areas that hurt.
    pub hazards: Vec<Area>,
    /// Typed objects, by their id.
    pub objects: Vec<Object>,
    /// What is drawn, back to front.
    pub layers: Vec<Layer>,
    /// The tiles that layers name by index: `layers[..].cells` hold indices into this list.
    pub tiles: Vec<Tile>,
    /// Every picture file that is drawn, by index, as a path that the same [`Files`](super::Files) can read.
    pub pictures: Vec<Picture>,
    /// What the reader repaired or did not understand. None of it stops play.
    pub warnings: Vec<Problem>,
    /// A number that changes when anything that matters to the simulation changes.
    pub hash: u64,
}

/// A map's own properties (class Level).
///
/// ```
/// use seamwalker::level::Meta;
///
/// let meta = Meta { title: "Buttons".into(), par_time: 30.0, ..Meta::default() };
/// assert_eq!(meta.solver, None, "whichever the player likes");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Meta {
    /// Shown to the player; the file's name where the map gives none.
    pub title: String,
    /// Seconds that a good run takes; 0 where the map gives none.
    pub par_time: f32,
    /// Name of the music, empty for silence.
    pub music: String,
    /// Name of the look, empty for the usual one.
    pub theme: String,
    /// The solver the map was made for.
    pub solver: Option<SolverKind>,
    /// The colour behind everything, as red, green, blue, alpha.
    pub background: Option<[u8; 4]>,
    /// The map's properties: its own, or the default of its class.
    pub properties: BTreeMap<String, Value>,
}

/// How a surface behaves: the class in Tiled.
///
/// ```
/// use seamwalker::level::Surface;
///
/// // Terrain carries a surface as a tag; the collision floor gives it no meaning.
/// assert_eq!(Surface::from_tag(Surface::OneWay.tag()), Surface::OneWay);
/// assert_eq!(Surface::from_name("Hazard"), Some(Surface::Hazard));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Surface {
    /// Plain ground.
    #[default]
    Solid,
    /// Solid only from its outer side.
    OneWay,
    /// Hurts.
    Hazard,
}

impl Surface {
    /// All of them; the index is the tag.
    pub const ALL: [Self; 3] = [Self::Solid, Self::OneWay, Self::Hazard];

    /// The class name in Tiled.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solid => "Solid",
            Self::OneWay => "OneWay",
            Self::Hazard => "Hazard",
        }
    }

    /// The surface with this class name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name() == name)
    }

    /// The tag that the terrain carries for it.
    #[must_use]
    pub const fn tag(self) -> Tag {
        Tag(self as u16)
    }

    /// The surface that a tag of a level's terrain stands for; Solid for a tag of something else.
    #[must_use]
    pub fn from_tag(tag: Tag) -> Self {
        Self::ALL.get(tag.0 as usize).copied().unwrap_or_default()
    }
}

/// A convex polygon, corners in order (clockwise on screen).
///
/// ```
/// use seamwalker::{collide::Aabb, glam::Vec2, level::Area};
///
/// let corners = vec![Vec2::ZERO, Vec2::new(16.0, 0.0), Vec2::new(8.0, 16.0)];
/// let pin = Area { aabb: Aabb::around(corners.iter().copied()).unwrap(), corners };
/// assert_eq!(pin.aabb.size(), Vec2::splat(16.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// The box around it.
    pub aabb: Aabb,
    /// Its corners.
    pub corners: Vec<Vec2>,
}

/// A thing that the designer placed.
///
/// ```
/// use seamwalker::level::{Embedded, ObjectKind, read};
///
/// let level = read(&Embedded::shipped(), "maps/first_stitch.tmx").unwrap();
/// let player = level.objects.iter().find(|o| matches!(o.kind, ObjectKind::Player { .. })).unwrap();
/// assert!(level.bounds.contains(player.aabb.center), "object {} is in the map", player.id);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// The id in Tiled, unique in the map.
    pub id: u32,
    /// The name in Tiled, often empty.
    pub name: String,
    /// The box it covers, in map pixels. A point has no size.
    pub aabb: Aabb,
    /// What it is, with everything that its class declares.
    pub kind: ObjectKind,
    /// Its properties as Tiled shows them: its own, or its template's, or its tile's, or the default of its class.
    pub properties: BTreeMap<String, Value>,
}

/// What an object is: its class in Tiled, with the members of the class.
///
/// ```
/// use seamwalker::level::ObjectKind;
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
    /// Where the player returns to.
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
}

/// A platform and its track.
///
/// ```
/// use seamwalker::level::{Embedded, ObjectKind, read};
///
/// let level = read(&Embedded::shipped(), "maps/spool_works.tmx").unwrap();
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
    /// Which part of the whole cycle is already over at the start, 0 to 1.
    pub phase: f32,
    /// Solid only from above.
    pub one_way: bool,
    /// When it begins to move.
    pub start: Start,
    /// Who yields: lower numbers yield less.
    pub priority: u8,
    /// Name of its look: "spool" or "ribbon", "" for the one that fits.
    pub look: String,
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
}

/// A layer that is drawn. Everything inherited from groups is already worked in.
///
/// ```
/// use seamwalker::level::{Embedded, read};
///
/// let level = read(&Embedded::shipped(), "maps/first_stitch.tmx").unwrap();
/// // Back to front; what is far away follows the camera less.
/// assert!(level.layers[0].parallax.x < 1.0, "'{}' is a backdrop", level.layers[0].name);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The name in Tiled.
    pub name: String,
    /// 0 is invisible, 1 is opaque.
    pub opacity: f32,
    /// Multiplied with the picture's colours: red, green, blue, alpha.
    pub tint: [u8; 4],
    /// Where its corner is moved, in pixels.
    pub offset: Vec2,
    /// How much of the camera's movement it follows: 1 like the ground, 0 fixed to the screen.
    pub parallax: Vec2,
    /// What it shows.
    pub content: LayerContent,
}

/// What a layer shows.
///
/// ```
/// use seamwalker::level::{Embedded, LayerContent, read};
///
/// let level = read(&Embedded::shipped(), "maps/first_stitch.tmx").unwrap();
/// for layer in &level.layers {
///     let LayerContent::Tiles { size, cells, .. } = &layer.content else { continue };
///     assert_eq!(cells.len(), (size.x * size.y) as usize);
///     let first = cells.iter().flatten().next().expect("no layer is empty");
///     assert!((first.tile as usize) < level.tiles.len());
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum LayerContent {
    /// Cells of tiles.
    Tiles {
        /// The cell at the top left.
        origin: IVec2,
        /// Columns and rows.
        size: UVec2,
        /// Row by row; `None` is empty.
        cells: Vec<Option<Cell>>,
        /// Whether its tiles are part of the terrain (drawn with outline and stitches).
        collides: bool,
    },
    /// One picture.
    Image {
        /// Index into [`Level::pictures`].
        picture: usize,
        /// Repeated to the left and right without end.
        repeat_x: bool,
        /// Repeated up and down without end.
        repeat_y: bool,
    },
    /// Objects: where in the order they are drawn.
    Objects,
}

/// A tile in a cell.
///
/// ```
/// use seamwalker::level::Cell;
///
/// let mirrored = Cell { tile: 4, flip_h: true, flip_v: false, flip_d: false };
/// assert_ne!(mirrored, Cell { flip_h: false, ..mirrored });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Index into [`Level::tiles`].
    pub tile: u32,
    /// Mirrored left to right.
    pub flip_h: bool,
    /// Mirrored top to bottom.
    pub flip_v: bool,
    /// Mirrored along the diagonal (before the other two).
    pub flip_d: bool,
}

/// A tile of a tileset.
///
/// ```
/// use seamwalker::level::{Embedded, read};
///
/// let level = read(&Embedded::shipped(), "maps/first_stitch.tmx").unwrap();
/// let tile = &level.tiles[0];
/// let [x, _, width, _] = tile.rect;
/// assert!(x + width <= level.pictures[tile.picture].size.x, "it lies within its picture");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tile {
    /// The tileset's name.
    pub tileset: String,
    /// The id within the tileset.
    pub id: u32,
    /// Index into [`Level::pictures`].
    pub picture: usize,
    /// Which part of the picture: x, y, width, height in pixels.
    pub rect: [u32; 4],
    /// Where the tile is drawn relative to the cell's bottom left, as the tileset says.
    pub offset: IVec2,
    /// Whether it is stretched to the size of a cell; otherwise it has the size of `rect`.
    pub fit: bool,
    /// Frames: index into [`Level::tiles`] and milliseconds; empty when it stands still.
    pub frames: Vec<(u32, u32)>,
}

/// A picture file.
///
/// ```
/// use seamwalker::level::{Embedded, Files, read};
///
/// let files = Embedded::shipped();
/// let level = read(&files, "maps/first_stitch.tmx").unwrap();
/// let png = files.read(&level.pictures[0].path).unwrap();
/// assert!(png.starts_with(b"\x89PNG"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Its path, as the level's [`Files`](super::Files) read it.
    pub path: String,
    /// Width and height in pixels.
    pub size: UVec2,
    /// A colour that counts as transparent.
    pub transparent: Option<[u8; 3]>,
}
