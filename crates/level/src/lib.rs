//! From a Tiled map to a [`Level`]: guarded reader, tile shapes, outline extraction, typed objects, checks.
//!
//! It knows the file format and nothing of windows, time or players. It promises: no panic and no hang whatever the file
//! holds, an error that names file and line, and a result that depends on the tiles alone, not on the order of layers.
//!
//! In reading order: [`Files`] gives bytes and lets nothing escape its folder. XML and JSON become one kind of tree, and the
//! guard checks and mends every file before the `tiled` crate parses it, within [`Limits`]. Layers and objects become
//! drawings, entities and shapes; [`outline`] turns shapes into edges, in whole numbers ([`geometry`]). A [`WorldFile`] places
//! several maps in one level. [`check`] says everything that could be better; [`export`] writes an outline for other programs.

mod check;
mod context;
pub mod export;
mod files;
mod fnv;
mod format;
pub mod geometry;
mod ground;
mod guard;
mod level;
mod level_hash;
mod level_memory;
mod limits;
mod model;
mod objects;
pub mod outline;
mod picture;
mod problem;
mod properties;
mod reader;
mod report;
mod tiles;
mod world_file;

pub use check::{check, check_within};
pub use files::bounded::{read_file, read_stream, without_bom};
pub use files::embedded::Embedded;
pub use files::folder::Folder;
pub use files::memory_files::MemoryFiles;
pub use files::overlay::Overlay;
pub use files::paths::{MAP_ENDINGS, is_called, is_level, is_map, is_world, normal_path};
pub use files::source::Files;
pub use files::tracking::{FileDependencies, TrackingFiles};
pub use fnv::Fnv;
pub use level::Level;
pub use limits::Limits;
pub use model::area::{Area, UntexturedArea};
pub use model::crates::{begin_in_one_another, is_crate};
pub use model::drawn::{Blend, Cell, Decoration, Figure, Layer, LayerContent, Picture, Text, Tile, Turn};
pub use model::meta::Meta;
pub use model::object::{Easing, Flight, GivesWay, Object, ObjectKind, Platform, Start};
pub use model::surface::{Material, Surface};
pub use model::value::Value;
#[cfg(feature = "pictures")]
pub use picture::decode_picture;
pub use picture::picture_size;
pub use problem::{Problem, Severity};
pub use reader::object_lines::ObjectLines;
pub use world_file::{WorldFile, WorldMap};

use reader::read::{MapSelection, read_level};

/// Reads the map or the world at `path` (a name that `files` understands). All maps of a world are one level, whose ground goes
/// on across their borders; [`WorldFile`] reads some of them.
///
/// ```
/// use seamwalker_level::{Folder, read};
///
/// let files = Folder::new("../..");
/// let level = read(&files, "maps/first_stitch.tmx").unwrap();
/// assert_eq!(level.meta.title, "First Stitch");
/// // What is wrong comes back as a list, each with file, line, place and advice.
/// let problems = read(&files, "maps/nowhere.tmx").unwrap_err();
/// assert_eq!(problems[0].file, "maps/nowhere.tmx");
/// ```
///
/// # Errors
/// Everything that keeps the map from being played, at least one error among them.
pub fn read(files: &dyn Files, path: &str) -> Result<Level, Vec<Problem>> {
    read_within(files, path, &Limits::USUAL)
}

/// The same within other limits than the usual ones.
///
/// # Errors
/// As [`read`].
pub fn read_within(files: &dyn Files, path: &str, limits: &Limits) -> Result<Level, Vec<Problem>> {
    let reading = read_level(files, path, MapSelection::All, limits);
    reading.level.ok_or(reading.problems)
}
