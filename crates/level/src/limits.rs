//! How much of a stranger's map is read: every bound in one place.

use std::fmt::Display;

/// Bounds on what a map may ask for. They are checked before the parser sees a file, so that no map, however made, can take
/// more than 512 MiB or a few seconds, in whichever command. A map that Tiled's users draw by hand stays far below all of them.
///
/// ```
/// use seamwalker_level::{Folder, Limits, read_within};
///
/// // A server that takes strangers' maps may want them smaller than Tiled's users do.
/// let strict = Limits { cells: 64 * 64, ..Limits::USUAL };
/// let refused = read_within(&Folder::new("../.."), "maps/first_stitch.tmx", &strict).unwrap_err();
/// assert!(refused[0].line > 0, "{}", refused[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes of all files of a map or world together.
    pub bytes: u64,
    /// Files that all maps read together: tilesets and templates.
    pub files: usize,
    /// Maps of one world.
    pub maps: usize,
    /// Elements within elements in one file. The parser calls itself for groups and class properties: more than about 140
    /// would overflow a thread's 2 MiB stack in a debug build.
    pub depth: usize,
    /// Elements in one file.
    pub elements: usize,
    /// Attributes in one file; in a JSON file, values.
    pub attributes: usize,
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
    /// Pixels of all pictures together, by the sizes that the map gives them; also bounds the size that a picture may have by
    /// itself. Each takes 8 bytes when it is shown.
    pub picture_pixels: u64,
    /// Tiles of one tileset.
    pub tiles_per_tileset: u32,
    /// Tiles of all tilesets together.
    pub tiles: u64,
    /// Objects of all files together, shapes of tiles included.
    pub objects: usize,
    /// Platforms and irons, of all maps of a level: like the seven kinds of bodies below they take part in every tick.
    pub platforms: usize,
    /// Platforms, patches and doors whose ways lead through one point: what lies there may have to do with all of them.
    pub crossing_platforms: usize,
    /// Patches that give way.
    pub patches: usize,
    /// Doors and gates.
    pub doors: usize,
    /// Crates.
    pub crates: usize,
    /// Spools that roll.
    pub rolling_spools: usize,
    /// Keys, and buttons in the floor.
    pub buttons: usize,
    /// Pin bugs. Each also keeps the way that it walks, up to 50 KB.
    pub pin_bugs: usize,
    /// Moths, spools of spare thread, scissors, springs and winds.
    pub things: usize,
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
    /// Edges of the outline, those of slopes before they are joined, over the whole map.
    pub edges: usize,
    /// Convex pieces of the whole map. They take 50 bytes each once a solver asks for boxes.
    pub pieces: usize,
    /// Bytes of the templates that objects name, each counted as often as it is named: the parser copies them.
    pub template_bytes: usize,
    /// Bytes of all properties of all objects, with those from templates, tiles and classes: each object has its own.
    pub property_bytes: usize,
    /// Bytes that a level takes once it is played, by an estimate from its cells, edges, pieces, pictures and objects. Within
    /// the usual number no command takes more than half a GiB; a machine with more memory may well set a larger one.
    pub memory: u64,
    /// Problems that are listed; the rest is only counted.
    pub problems: usize,
}

impl Limits {
    /// The bounds that the game and its tools use.
    pub const USUAL: Self = Self {
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
        points_per_shape: 256,
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

/// The deepest nesting that may be asked for: what the parser's calls of itself still leave room for in a debug build.
const MAX_DEPTH: u64 = 128;

/// The longest side of a tile or picture that may be asked for: what geometry in whole 1/256 pixels has room for.
const MAX_SIDE: u64 = 1 << 20;

/// How far anything may be asked to lie from the origin: what the parser's numbers have room for.
const MAX_FARTHEST: u64 = i32::MAX as u64;

/// The most maps that a world may be asked to have: each has a million ids for its objects, and there are 2^32.
const MAX_MAPS: u64 = 4294;

/// The largest number for everything else; sums of two still fit.
const MAX: u64 = u32::MAX as u64 >> 1;

/// The most memory that a level may be allowed to take, in bytes.
const MAX_BYTES: u64 = 1 << 40;

impl Limits {
    /// Every bound by its name, that of the field, with the largest number that it can be set to.
    fn table(&mut self) -> [(&'static str, &mut dyn Bound, u64); 36] {
        [
            ("file_bytes", &mut self.file_bytes, MAX),
            ("bytes", &mut self.bytes, MAX),
            ("files", &mut self.files, MAX),
            ("maps", &mut self.maps, MAX_MAPS),
            ("depth", &mut self.depth, MAX_DEPTH),
            ("elements", &mut self.elements, MAX),
            ("attributes", &mut self.attributes, MAX),
            ("cells", &mut self.cells, MAX),
            ("farthest_cell", &mut self.farthest_cell, MAX_FARTHEST),
            ("farthest_pixel", &mut self.farthest_pixel, MAX_FARTHEST),
            ("tile_side", &mut self.tile_side, MAX_SIDE),
            ("picture_side", &mut self.picture_side, MAX_SIDE),
            ("picture_pixels", &mut self.picture_pixels, MAX),
            ("tiles_per_tileset", &mut self.tiles_per_tileset, MAX),
            ("tiles", &mut self.tiles, MAX),
            ("objects", &mut self.objects, MAX),
            ("platforms", &mut self.platforms, MAX),
            ("crossing_platforms", &mut self.crossing_platforms, MAX),
            ("patches", &mut self.patches, MAX),
            ("doors", &mut self.doors, MAX),
            ("crates", &mut self.crates, MAX),
            ("rolling_spools", &mut self.rolling_spools, MAX),
            ("buttons", &mut self.buttons, MAX),
            ("pin_bugs", &mut self.pin_bugs, MAX),
            ("things", &mut self.things, MAX),
            ("properties", &mut self.properties, MAX),
            ("points_per_shape", &mut self.points_per_shape, MAX),
            ("points", &mut self.points, MAX),
            ("free_shapes", &mut self.free_shapes, MAX),
            ("edge_pairs", &mut self.edge_pairs, MAX),
            ("edges", &mut self.edges, MAX),
            ("pieces", &mut self.pieces, MAX),
            ("template_bytes", &mut self.template_bytes, MAX),
            ("property_bytes", &mut self.property_bytes, MAX),
            ("memory", &mut self.memory, MAX_BYTES),
            ("problems", &mut self.problems, MAX),
        ]
    }

    /// All bounds: name and number.
    #[must_use]
    pub fn list(&self) -> Vec<(&'static str, String)> {
        self.clone().table().map(|(name, bound, _)| (name, bound.to_string())).into()
    }

    /// Sets a bound by its name, as the command line does; `-` may stand for `_`.
    ///
    /// ```
    /// use seamwalker_level::Limits;
    ///
    /// let mut limits = Limits::USUAL;
    /// limits.set("farthest-cell", "100000").unwrap();
    /// assert_eq!(limits.farthest_cell, 100_000);
    /// assert!(limits.set("cells", "many").unwrap_err().contains("many"));
    /// ```
    ///
    /// # Errors
    /// What is wrong with the name or the number, in words.
    pub fn set(&mut self, name: &str, number: &str) -> Result<(), String> {
        let plain = name.replace('-', "_");
        let known = Self::USUAL.list().iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        let found = self.table().into_iter().find(|(known, ..)| *known == plain);
        let (_, bound, max) = found.ok_or_else(|| format!("there is no limit '{name}'; there are {known}"))?;
        if bound.put(number, max) { Ok(()) } else { Err(format!("'{number}' is no number from 0 to {max}")) }
    }
}

/// A number that can be set from text.
trait Bound: Display {
    /// Takes the number that a text holds, if it is one from 0 to `max`; whether it did.
    fn put(&mut self, text: &str, max: u64) -> bool;
}

macro_rules! bounds {
    ($($of:ty),*) => {$(
        impl Bound for $of {
            #[allow(clippy::cast_lossless, reason = "one form for all types")]
            fn put(&mut self, text: &str, max: u64) -> bool {
                let fits = |number: &Self| (0.0..=max as f64).contains(&(*number as f64));
                text.parse().ok().filter(fits).inspect(|number| *self = *number).is_some()
            }
        }
    )*};
}
bounds!(u32, u64, usize, i64, f64);

impl Default for Limits {
    fn default() -> Self {
        Self::USUAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_can_be_set_by_its_name() {
        let text = format!("{:?}", Limits::USUAL).replace(".0,", ",");
        let listed: Vec<String> =
            Limits::USUAL.list().into_iter().map(|(name, number)| format!("{name}: {number}")).collect();
        assert_eq!(text, format!("Limits {{ {} }}", listed.join(", ")));
        for (name, _) in Limits::USUAL.list() {
            let mut limits = Limits::USUAL;
            limits.set(name, "7").unwrap();
            assert!(format!("{limits:?}").contains(&format!("{name}: 7")), "{limits:?}");
            for bad in ["-1", "x", "", "NaN", "inf", "99999999999999999999999999"] {
                assert!(limits.set(name, bad).is_err(), "{name}={bad}");
            }
        }
        assert!(Limits::USUAL.clone().set("beauty", "1").unwrap_err().contains("tiles_per_tileset"));
    }
}
