//! The level: a map, or the maps of a world, ready to be played, drawn or measured.

use std::sync::{Arc, OnceLock};

use glam::{UVec2, Vec2};

use crate::ground::OutlineSource;
use crate::limits::Limits;
use crate::model::{Area, Layer, Meta, Object, ObjectKind, Picture, Surface, Tile, UntexturedArea};
use crate::names::Assumption;
use crate::problem::Problem;
use crate::reader::source::Source;
use seamwalker_collide::{Aabb, Edge, Terrain};

/// A map, or the maps of a world, ready to be played, drawn or measured. Coordinates are pixels, x right and y down. The
/// upper left corner of a map is (0, 0); infinite maps also use negative coordinates. In a world, each map's corner is where
/// the world file puts it.
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
    /// The file name without folder and extension.
    pub name: String,
    /// The file, as the caller named it.
    pub path: String,
    /// The map's own properties.
    pub meta: Meta,
    /// The box around all cells of all tile layers. In a world, the box around all maps.
    pub bounds: Aabb,
    /// The boxes of the maps: one for a single map. In a world all of them, including maps that were not read.
    pub rooms: Vec<Aabb>,
    /// Width and height of a cell, in pixels.
    pub tile_size: UVec2,
    /// The centre of the view for which layers of any parallax lie where they were painted, in pixels.
    pub parallax_origin: Vec2,
    /// Everything that collides, in the forms that the solvers need: outline edges and convex pieces. The outline of all
    /// ground comes first, with [`Side::Outer`](seamwalker_collide::Side::Outer); then one-way surfaces and the tops of
    /// ladders, with `OneWay`; then object polylines, with `Both`. The tags are [`Material`](crate::Material)s.
    pub terrain: Arc<Terrain>,
    /// The outline of hazards, in the same form. It is not part of the terrain: a mover passes through it and dies.
    pub hazard_edges: Vec<Edge>,
    /// Convex areas that kill.
    pub hazards: Vec<Area>,
    /// Convex areas that can be climbed. Their tops are part of the terrain as well.
    pub ladders: Vec<Area>,
    /// Convex areas of water.
    pub waters: Vec<Area>,
    /// Ground, one-way surfaces, ladders and water made from objects without a picture. No layer shows them, so the renderer
    /// has to choose a texture.
    pub untextured: Vec<UntexturedArea>,
    /// All visible objects but ground, tracks, and tiles and texts without class, name and properties, which only layers show.
    /// Those of the game come first; both are sorted by id.
    pub objects: Vec<Object>,
    /// The layers to draw, back to front.
    pub layers: Vec<Layer>,
    /// The tiles that the cells of layers refer to by index.
    pub tiles: Vec<Tile>,
    /// The picture files that the level draws. Layers and tiles refer to them by index; the same [`Files`](crate::Files) can
    /// read their paths.
    pub pictures: Vec<Picture>,
    /// What the reader repaired or did not understand. The level can still be played.
    pub warnings: Vec<Problem>,
    /// What the reader assumed of a map that uses none of the game's surface classes, sorted.
    pub assumed: Vec<Assumption>,
    /// The shapes that the terrain was built from.
    pub(crate) outline_source: Arc<OutlineSource>,
    /// The files of its maps.
    pub(crate) sources: Vec<Source>,
    /// See [`Level::hash`].
    pub(crate) hash: OnceLock<u64>,
}

impl Level {
    /// How many pixels the level's pictures may have in total once decoded: as many as the map's files claim, or four million
    /// if that is more, and never more than the limit. A map that claims to be small therefore stays small.
    #[must_use]
    pub fn picture_room(&self, limits: &Limits) -> u64 {
        self.claimed_pixels().max(1 << 22).min(limits.picture_pixels)
    }

    /// Whether there is nothing to stand on, not even a platform. Ladders stand on ground.
    #[must_use]
    pub fn has_no_ground(&self) -> bool {
        let is_body = |object: &Object| matches!(object.kind, ObjectKind::Platform(_) | ObjectKind::Crate { .. });
        let is_ladder = |edge: &Edge| Surface::from_tag(edge.tag) == Surface::Ladder;
        self.terrain.edges().iter().all(is_ladder) && !self.objects.iter().any(is_body)
    }

    /// Total pixels of the level's pictures that can be read, by the sizes that the map's files give.
    pub(crate) fn claimed_pixels(&self) -> u64 {
        let read = self.pictures.iter().filter(|picture| !picture.path.is_empty());
        read.map(|picture| u64::from(picture.size.x) * u64::from(picture.size.y)).sum()
    }
}
