//! All bounds on what an untrusted map may contain, in one place.

/// Writes the struct, its defaults, and its bounds by name from one list.
macro_rules! limits {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty = $default:expr;)*) => {
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
            $($(#[doc = $doc])* pub $name: $type,)*
        }

        impl Limits {
            /// The default bounds, used by the game and its tools.
            pub const DEFAULT: Self = Self { $($name: $default),* };

            /// All bounds, as name and value.
            #[must_use]
            pub fn list(&self) -> Vec<(&'static str, String)> {
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

limits! {
    /// Bytes of one file.
    file_bytes: u64 = 64 << 20;
    /// Total bytes of all files of a map or world.
    bytes: u64 = 128 << 20;
    /// Tilesets and templates that all maps refer to.
    files: usize = 256;
    /// Maps of one world.
    maps: usize = 4096;
    /// Nesting depth of elements in one file. The parser recurses for groups and class properties: more than about 140 levels
    /// overflow a 2 MiB thread stack in a debug build.
    depth: usize = 48;
    /// Elements in one file.
    elements: usize = 1 << 20;
    /// Attributes in one file. In a JSON file, values.
    attributes: usize = 1 << 21;
    /// Cells of all tile layers, including empty ones. Also bounds the bytes that layer data unpacks to (4 per cell).
    cells: u64 = 1 << 24;
    /// Distance of a cell of an infinite map from the origin, in cells.
    farthest_cell: i64 = 1 << 16;
    /// Distance of anything from the origin, in pixels.
    farthest_pixel: f64 = 1_048_576.0;
    /// Side of a cell of a map, in pixels.
    tile_side: u32 = 1024;
    /// Side of a picture, and of a tile in it, in pixels.
    picture_side: u32 = 1 << 14;
    /// Total pixels of all pictures, by the sizes that the map gives. Also bounds the actual size of each picture. A pixel
    /// takes 8 bytes once it is shown.
    picture_pixels: u64 = 1 << 25;
    /// Tiles of one tileset.
    tiles_per_tileset: u32 = 1 << 16;
    /// Tiles of all tilesets.
    tiles: u64 = 1 << 18;
    /// Objects of all files, including the shapes of tiles.
    objects: usize = 1 << 16;
    /// Platforms and irons of all maps of a level. Like the seven kinds below, they take part in every tick.
    platforms: usize = 500;
    /// Platforms, patches and doors whose paths cross one point. Every body there may interact with all of them.
    crossing_platforms: usize = 32;
    /// Patches that crumble.
    patches: usize = 2000;
    /// Doors and gates.
    doors: usize = 1000;
    /// Crates.
    crates: usize = 1000;
    /// Rolling spools.
    rolling_spools: usize = 100;
    /// Keys, and pressure buttons.
    buttons: usize = 1000;
    /// Pin bugs. Each also stores the path that it walks, up to 50 KB.
    pin_bugs: usize = 1000;
    /// Moths, spools of spare thread, scissors, aglets, springs and winds.
    things: usize = 4000;
    /// Properties of all files.
    properties: usize = 1 << 18;
    /// Corners of one shape.
    points_per_shape: usize = 4096;
    /// Corners of all shapes of all files.
    points: usize = 1 << 17;
    /// Objects and tiles of free form that collide and do not fit the grid. Each is compared with every other.
    free_shapes: usize = 4096;
    /// Pairs of edges that polygon unions may compare, over the whole map.
    edge_pairs: u64 = 50_000_000;
    /// Edges of the outline over the whole map. Edges of slopes are counted before they are joined.
    edges: usize = 1 << 22;
    /// Convex pieces of the whole map. Each takes 50 bytes once a solver needs boxes.
    pieces: usize = 1 << 24;
    /// Bytes of the templates that objects use, counted once per use because the parser copies them.
    template_bytes: usize = 128 << 20;
    /// Bytes of the properties of all objects, including those from templates, tiles and classes. Every object has its own
    /// copy.
    property_bytes: usize = 64 << 20;
    /// Bytes that a level may take once it is played, estimated from its cells, edges, pieces, pictures and objects. With the
    /// default no command takes more than half a GiB; a machine with more memory can use a larger value.
    memory: u64 = 256 << 20;
    /// Problems to list. Further ones are only counted.
    problems: usize = 200;
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

impl Limits {
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
