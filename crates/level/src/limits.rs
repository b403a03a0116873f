//! All bounds on what an untrusted map may contain, in one place.

/// Bounds on what a map may contain. The reader checks them before the parser sees a file, so that no map can take more than
/// 512 MiB or a few seconds, whichever command reads it. Maps that people draw in Tiled stay far below all of them.
///
/// ```
/// use seamwalker_level::{Folder, Limits, read_with};
///
/// // A server for user-made maps may set stricter limits.
/// let strict = Limits { cells: 64 * 64, ..Limits::DEFAULT };
/// let refused = read_with(&Folder::new("../.."), "maps/first_stitch.tmx", &strict.into()).unwrap_err();
/// assert!(refused[0].line > 0, "{}", refused[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Total bytes of all files of a map or world.
    pub bytes: u64,
    /// Tilesets and templates that all maps refer to.
    pub files: usize,
    /// Maps of one world.
    pub maps: usize,
    /// Nesting depth of elements in one file. The parser recurses for groups and class properties: more than about 140 levels
    /// overflow a 2 MiB thread stack in a debug build.
    pub depth: usize,
    /// Elements in one file.
    pub elements: usize,
    /// Attributes in one file. In a JSON file, values.
    pub attributes: usize,
    /// Cells of all tile layers, including empty ones. Also bounds the bytes that layer data unpacks to (4 per cell).
    pub cells: u64,
    /// Distance of a cell of an infinite map from the origin, in cells.
    pub farthest_cell: i64,
    /// Distance of anything from the origin, in pixels.
    pub farthest_pixel: f64,
    /// Side of a cell of a map, in pixels.
    pub tile_side: u32,
    /// Side of a picture, and of a tile in it, in pixels.
    pub picture_side: u32,
    /// Total pixels of all pictures, by the sizes that the map gives. Also bounds the actual size of each picture. A pixel
    /// takes 8 bytes once it is shown.
    pub picture_pixels: u64,
    /// Tiles of one tileset.
    pub tiles_per_tileset: u32,
    /// Tiles of all tilesets.
    pub tiles: u64,
    /// Objects of all files, including the shapes of tiles.
    pub objects: usize,
    /// Platforms and irons of all maps of a level. Like the seven kinds below, they take part in every tick.
    pub platforms: usize,
    /// Platforms, patches and doors whose paths cross one point. Every body there may interact with all of them.
    pub crossing_platforms: usize,
    /// Patches that crumble.
    pub patches: usize,
    /// Doors and gates.
    pub doors: usize,
    /// Crates.
    pub crates: usize,
    /// Rolling spools.
    pub rolling_spools: usize,
    /// Keys, and pressure buttons.
    pub buttons: usize,
    /// Pin bugs. Each also stores the path that it walks, up to 50 KB.
    pub pin_bugs: usize,
    /// Moths, spools of spare thread, scissors, aglets, springs and winds.
    pub things: usize,
    /// Properties of all files.
    pub properties: usize,
    /// Corners of one shape.
    pub points_per_shape: usize,
    /// Corners of all shapes of all files.
    pub points: usize,
    /// Objects and tiles of free form that collide and do not fit the grid. Each is compared with every other.
    pub free_shapes: usize,
    /// Pairs of edges that polygon unions may compare, over the whole map.
    pub edge_pairs: u64,
    /// Edges of the outline over the whole map. Edges of slopes are counted before they are joined.
    pub edges: usize,
    /// Convex pieces of the whole map. Each takes 50 bytes once a solver needs boxes.
    pub pieces: usize,
    /// Bytes of the templates that objects use, counted once per use because the parser copies them.
    pub template_bytes: usize,
    /// Bytes of the properties of all objects, including those from templates, tiles and classes. Every object has its own
    /// copy.
    pub property_bytes: usize,
    /// Bytes that a level may take once it is played, estimated from its cells, edges, pieces, pictures and objects. With the
    /// default no command takes more than half a GiB; a machine with more memory can use a larger value.
    pub memory: u64,
    /// Problems to list. Further ones are only counted.
    pub problems: usize,
}

impl Limits {
    /// The default bounds, used by the game and its tools.
    pub const DEFAULT: Self = Self {
        file_bytes: 64 << 20,
        bytes: 128 << 20,
        files: 256,
        maps: 4096,
        depth: 48,
        elements: 1 << 20,
        attributes: 1 << 21,
        cells: 1 << 24,
        farthest_cell: 1 << 16,
        farthest_pixel: 1_048_576.0,
        tile_side: 1024,
        picture_side: 1 << 14,
        picture_pixels: 1 << 25,
        tiles_per_tileset: 1 << 16,
        tiles: 1 << 18,
        objects: 1 << 16,
        platforms: 500,
        crossing_platforms: 32,
        patches: 2000,
        doors: 1000,
        crates: 1000,
        rolling_spools: 100,
        buttons: 1000,
        pin_bugs: 1000,
        things: 4000,
        properties: 1 << 18,
        points_per_shape: 4096,
        points: 1 << 17,
        free_shapes: 4096,
        edge_pairs: 50_000_000,
        edges: 1 << 22,
        pieces: 1 << 24,
        template_bytes: 128 << 20,
        property_bytes: 64 << 20,
        memory: 256 << 20,
        problems: 200,
    };
}

/// The largest permitted value of `depth`: the parser's recursion still fits the stack of a debug build.
const MAX_DEPTH: u64 = 128;

/// The largest permitted side of a tile or picture: coordinates in units of 1/256 px still fit.
const MAX_SIDE: u64 = 1 << 20;

/// The largest permitted distance from the origin: the parser's numbers still fit.
const MAX_FARTHEST: u64 = i32::MAX as u64;

/// The largest permitted number of maps: each has a million object ids, and there are 2^32.
const MAX_MAPS: u64 = 4294;

/// The largest permitted value of all other bounds. The sum of two still fits.
const MAX_OTHER: u64 = u32::MAX as u64 >> 1;

/// The largest permitted memory of a level, in bytes.
const MAX_BYTES: u64 = 1 << 40;

/// The largest permitted value of a bound.
fn max_of(name: &str) -> u64 {
    match name {
        "maps" => MAX_MAPS,
        "depth" => MAX_DEPTH,
        "farthest_cell" | "farthest_pixel" => MAX_FARTHEST,
        "tile_side" | "picture_side" => MAX_SIDE,
        "memory" => MAX_BYTES,
        _ => MAX_OTHER,
    }
}

/// The advice for a bound that a map exceeds: what to do, or the option that raises it.
pub fn or_raise(help: &str, name: &str) -> String {
    format!("{help}, or raise the limit with --limit {name}=NUMBER")
}

/// Makes all bounds available by name. A test compares the names with the fields.
macro_rules! bounds_by_name {
    ($($name:ident)*) => {
        impl Limits {
            fn by_name(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($name), self.$name.to_string())),*]
            }

            /// Sets a bound from text. Returns whether the text is a number of the bound's type; `None` for an unknown name.
            fn set_by_name(&mut self, name: &str, number: &str) -> Option<bool> {
                match name {
                    $(stringify!($name) => Some(number.parse().map(|number| self.$name = number).is_ok()),)*
                    _ => None,
                }
            }
        }
    };
}

bounds_by_name! {
    file_bytes bytes files maps depth elements attributes cells farthest_cell farthest_pixel tile_side picture_side
    picture_pixels tiles_per_tileset tiles objects platforms crossing_platforms patches doors crates rolling_spools
    buttons pin_bugs things properties points_per_shape points free_shapes edge_pairs edges pieces template_bytes
    property_bytes memory problems
}

impl Limits {
    /// All bounds, as name and value.
    #[must_use]
    pub fn list(&self) -> Vec<(&'static str, String)> {
        self.by_name()
    }

    /// Sets a bound by name, as the command line does. `-` may stand for `_`.
    ///
    /// ```
    /// use seamwalker_level::Limits;
    ///
    /// let mut limits = Limits::DEFAULT;
    /// limits.set("farthest-cell", "100000").unwrap();
    /// assert_eq!(limits.farthest_cell, 100_000);
    /// assert!(limits.set("cells", "many").unwrap_err().contains("many"));
    /// ```
    ///
    /// # Errors
    /// A description of what is wrong with the name or the number.
    pub fn set(&mut self, name: &str, number: &str) -> Result<(), String> {
        let plain = name.replace('-', "_");
        let known = Self::DEFAULT.list().iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        let mut changed = *self;
        let is_number = changed.set_by_name(&plain, number);
        let is_number = is_number.ok_or_else(|| format!("there is no limit '{name}'; there are {known}"))?;
        let max = max_of(&plain);
        if !is_number || !number.parse().is_ok_and(|number| (0.0..=max as f64).contains(&number)) {
            return Err(format!("'{number}' is not a number from 0 to {max}"));
        }
        *self = changed;
        Ok(())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
