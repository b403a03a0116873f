//! From a Tiled map to a [`Level`]: guarded reader, tile shapes, outline extraction, typed objects, checks.
//!
//! It knows the file format and nothing of windows, time or players. It promises: no panic and no hang whatever the file
//! holds, an error that names file and line, and a result that depends on the tiles alone, not on the order of layers.
//!
//! In reading order: [`Files`] gives bytes and lets nothing escape its folder. XML and JSON become one kind of tree, and the
//! guard checks and mends every file before the `tiled` crate parses it, within [`Limits`]. Layers and objects become
//! drawings, entities and shapes; [`outline`] turns shapes into edges, in whole numbers ([`geometry`]). A [`WorldFile`] places
//! several maps in one level. [`check`] says everything that could be better; [`export`] writes an outline for other programs.

mod bodies;
mod bounded;
mod cells;
mod check;
mod collision_builder;
mod crates;
mod drawn;
mod entities;
pub mod export;
mod files;
pub mod geometry;
mod guard;
mod hash;
mod json;
mod kinds;
mod layers;
mod limits;
mod line_tracking_reader;
mod locate;
mod members;
mod memory;
mod memory_files;
mod model;
mod objects;
pub mod outline;
mod patches;
mod picture;
mod problem;
mod project;
mod properties;
mod reader;
mod report;
mod rules;
mod shapes;
mod stamps;
mod surface;
mod terrain;
mod world_file;
mod xml;

pub use bounded::{read_file, read_stream, without_bom};
pub use check::{check, check_within};
pub use crates::{begin_in_one_another, is_crate};
pub use drawn::*;
pub use files::{
    Embedded, FileDependencies, Files, Folder, MAP_ENDINGS, Overlay, TrackingFiles, is_called, is_level, is_map,
    is_world, normal_path,
};
pub use hash::Fnv;
pub use limits::Limits;
pub use locate::ObjectLines;
pub use memory_files::MemoryFiles;
pub use model::*;
#[cfg(feature = "pictures")]
pub use picture::decode_picture;
pub use picture::picture_size;
pub use problem::{Problem, Severity};
pub use properties::Value;
pub use surface::{Material, Surface};
pub use world_file::{WorldFile, WorldMap};

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
    let reading = reader::read_level(files, path, reader::MapSelection::All, limits);
    reading.level.ok_or(reading.problems)
}
