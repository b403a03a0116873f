//! How much of a stranger's map is read: every bound in one place.

/// Bounds on what a map may ask for. They are checked before the parser sees a file, so that no map, however made, can take
/// more than a few hundred megabytes or a few seconds. A map that Tiled's users draw by hand stays far below all of them.
///
/// ```
/// use seamwalker::level::{Embedded, Limits, read_within};
///
/// // A server that takes strangers' maps may want them smaller than Tiled's users do.
/// let strict = Limits { cells: 64 * 64, ..Limits::USUAL };
/// let refused = read_within(&Embedded::shipped(), "maps/first_stitch.tmx", &strict).unwrap_err();
/// assert!(refused[0].line > 0, "{}", refused[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Files that one map reads: tilesets, templates, the project.
    pub files: usize,
    /// Elements within elements in one file. The parser calls itself for groups and class properties: more than about 140
    /// would overflow a thread's 2 MiB stack in a debug build.
    pub depth: usize,
    /// Elements in one file.
    pub elements: usize,
    /// Cells of all tile layers together, empty ones too; also bounds the bytes that layer data unpacks to (4 per cell).
    pub cells: u64,
    /// How far a cell of an infinite map may be from the origin, in cells.
    pub farthest_cell: i64,
    /// How far anything may be from the origin, in pixels.
    pub farthest_pixel: f64,
    /// Pixels along one side of a tile.
    pub tile_side: u32,
    /// Pixels along one side of a picture.
    pub picture_side: u32,
    /// Tiles of one tileset.
    pub tiles_per_tileset: u32,
    /// Tiles of all tilesets together.
    pub tiles: u64,
    /// Objects of all files together, shapes of tiles included.
    pub objects: usize,
    /// Properties of all files together.
    pub properties: usize,
    /// Corners of one shape.
    pub points_per_shape: usize,
    /// Corners of all shapes of all files together.
    pub points: usize,
    /// Objects and tiles of free form that collide and lie outside the grid: each is compared with each.
    pub free_shapes: usize,
    /// Pairs of edges that a union may have to compare, over the whole map.
    pub edge_pairs: u64,
    /// Edges of the outline before runs are joined, over the whole map.
    pub edges: usize,
    /// Convex pieces of the whole map.
    pub pieces: usize,
    /// Bytes of the templates that objects name, each counted as often as it is named: the parser copies them.
    pub template_bytes: usize,
    /// Problems that are listed; the rest is only counted.
    pub problems: usize,
}

impl Limits {
    /// The bounds that the game and its tools use.
    pub const USUAL: Self = Self {
        file_bytes: 64 << 20,
        files: 256,
        depth: 48,
        elements: 1 << 20,
        cells: 1 << 22,
        farthest_cell: 1 << 16,
        farthest_pixel: 1_048_576.0,
        tile_side: 1024,
        picture_side: 1 << 15,
        tiles_per_tileset: 1 << 16,
        tiles: 1 << 18,
        objects: 1 << 16,
        properties: 1 << 18,
        points_per_shape: 256,
        points: 1 << 17,
        free_shapes: 4096,
        edge_pairs: 50_000_000,
        edges: 1 << 21,
        pieces: 1 << 22,
        template_bytes: 128 << 20,
        problems: 200,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::USUAL
    }
}
