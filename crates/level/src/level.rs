//! The level: a map, or the maps of a world, ready to be played, drawn or measured.

use std::sync::{Arc, OnceLock};

use glam::{IVec2, UVec2, Vec2};

use crate::ground::terrain::OutlineSource;
use crate::limits::Limits;
use crate::model::area::{Area, UntexturedArea};
use crate::model::drawn::{Layer, Picture, Tile};
use crate::model::meta::Meta;
use crate::model::object::Object;
use crate::problem::Problem;
use seamwalker_collide::{Aabb, Edge, Terrain};

/// A map, or the maps of a world, ready to be played, drawn or measured. Coordinates are pixels: x right, y down, the map's
/// corner at (0, 0) (infinite maps also have negative ones); in a world each map's corner is where the world says.
///
/// ```
/// use seamwalker_level::{Folder, ObjectKind, Surface, read};
///
/// let level = read(&Folder::new("../.."), "maps/first_stitch.tmx").unwrap();
/// let floors = level.terrain.edges().iter().filter(|edge| edge.normal.y < -0.7);
/// assert!(floors.clone().all(|edge| Surface::from_tag(edge.tag) != Surface::Hazard));
/// let beads = level.objects.iter().filter(|object| matches!(object.kind, ObjectKind::Bead { .. }));
/// println!("{} floors, {} beads", floors.count(), beads.count());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// The file's name without folder and ending.
    pub name: String,
    /// The file, as it was asked for.
    pub path: String,
    /// What the map's own properties say.
    pub meta: Meta,
    /// The box around all cells of all tile layers; in a world, around all its maps.
    pub bounds: Aabb,
    /// The boxes of its maps: one for a map; in a world all, those included that are not among what was read.
    pub rooms: Vec<Aabb>,
    /// Width and height of a cell, in pixels.
    pub tile_size: UVec2,
    /// Where the middle of the view is when layers of any parallax lie as they were painted, in pixels.
    pub parallax_origin: Vec2,
    /// What collides, for every solver: the outline as edges, and the pieces. The outline of all ground comes first with
    /// [`Side::Outer`](seamwalker_collide::Side::Outer), then what is one-way and the tops of ladders with `OneWay`, then object
    /// polylines with `Both`. The tags are [`Material`](crate::Material)s.
    pub terrain: Arc<Terrain>,
    /// The outline of what hurts, in the same form. It is no terrain: a mover passes through it and dies.
    pub hazard_edges: Vec<Edge>,
    /// Convex areas that hurt.
    pub hazards: Vec<Area>,
    /// Convex areas that can be climbed. Their tops are part of the terrain as well.
    pub ladders: Vec<Area>,
    /// Convex areas that can be swum in.
    pub waters: Vec<Area>,
    /// Where objects without a picture are ground, one-way, or a place to climb or to swim in. No layer shows them: whoever
    /// draws the level finds cloth for them.
    pub untextured: Vec<UntexturedArea>,
    /// Typed objects, by their id.
    pub objects: Vec<Object>,
    /// What is drawn, back to front.
    pub layers: Vec<Layer>,
    /// The tiles that layers name by index: `layers[..].cells` hold indices into this list.
    pub tiles: Vec<Tile>,
    /// Every picture file that is drawn, by index, as a path that the same [`Files`](crate::Files) can read.
    pub pictures: Vec<Picture>,
    /// What the reader repaired or did not understand. None of it stops play.
    pub warnings: Vec<Problem>,
    /// What the terrain was made of.
    pub(crate) outline_source: Arc<OutlineSource>,
    /// See [`Level::hash`].
    pub(crate) hash: OnceLock<u64>,
}

impl Level {
    /// How many pixels all its pictures may have together when they are decoded: as many as the map's files say, or four
    /// million, if that is more; never more than the limit. So a map that takes little by its own words takes little.
    #[must_use]
    pub fn picture_room(&self, limits: &Limits) -> u64 {
        self.claimed_pixels().max(1 << 22).min(limits.picture_pixels)
    }

    /// The cells that an edge of the terrain came from, as column and row, in its order; none for edges of objects, and for
    /// an index that there is not.
    #[must_use]
    pub fn edge_cells(&self, edge: usize) -> Vec<IVec2> {
        self.terrain.edges().get(edge).map_or_else(Vec::new, |edge| self.outline_source.cells_along(edge))
    }

    /// Pixels of all pictures that the level shows, by the sizes that its files give them.
    pub(crate) fn claimed_pixels(&self) -> u64 {
        self.pictures.iter().map(|picture| u64::from(picture.size.x) * u64::from(picture.size.y)).sum()
    }
}
