//! Reads Tiled maps: a guarded reader, tile shapes, outline extraction, typed objects and checks. The result is a [`Level`].
//!
//! The crate knows the file formats, and nothing of windows, time or players. It promises three things: it never panics or
//! hangs, whatever a file holds; every error names file and line; the result depends on the tiles, not on the order of the
//! layers.
//!
//! In reading order: [`Files`] supplies bytes and keeps every read inside its folder. XML and JSON become one kind of tree.
//! The guard checks and repairs each file, within [`Limits`], before the `tiled` crate parses it. Layers and objects become
//! what is drawn, typed objects and shapes; [`outline`] turns shapes into edges, in integers ([`geometry`]). A [`WorldFile`]
//! places several maps in one level. Maps without the game's classes get their surfaces from names (`names/`), and
//! [`Level::assumed`] says so. [`check`] reports what could be better, and [`export`] writes the outline for other
//! programs.

mod check;
mod context;
pub mod export;
mod files;
mod fnv;
mod format;
pub mod geometry;
mod ground;
mod guard;
mod hems;
mod level;
mod level_hash;
mod level_memory;
mod limits;
mod model;
mod names;
mod objects;
pub mod outline;
pub mod pack;
mod picture;
mod problem;
mod properties;
mod reader;
mod report;
mod tiles;
mod world_file;

pub use check::{check, check_with};
pub use files::bounded::{read_file, read_stream, without_bom};
pub use files::embedded::Embedded;
pub use files::folder::{Folder, MapAccess};
pub use files::memory_files::MemoryFiles;
pub use files::options::{ReadOptions, TileScale};
pub use files::overlay::Overlay;
pub use files::paths::{is_called, is_level, is_map, is_world, normal_path};
pub use files::source::Files;
pub use files::tracking::{FileDependencies, TrackingFiles};
pub use fnv::Fnv;
pub use ground::live_ground::{LiveGround, LiveGroundError};
pub use level::Level;
pub use limits::Limits;
pub use model::area::{Area, FadeArea, UntexturedArea};
pub use model::crates::{is_crate, start_overlapping};
pub use model::drawn::{Blend, Cell, Decoration, Figure, Layer, LayerContent, Picture, Text, Tile, Turn};
pub use model::hem::Hem;
pub use model::meta::Meta;
pub use model::object::{Easing, Flight, GivesWay, Object, ObjectKind, ObjectShape, Platform, Start, Turning};
pub use model::surface::{Material, Sides, Surface};
pub use model::value::Value;
pub use names::Assumption;
#[cfg(feature = "pictures")]
pub use picture::decode_picture;
pub use picture::picture_size;
pub use problem::{Problem, Severity};
pub use world_file::{WorldFile, WorldMap};

use reader::Reading;

/// Reads the map or world at `path` (a name that `files` understands). The maps of a world form one level whose ground
/// continues across their borders; use [`WorldFile`] to read only some of them.
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
/// All problems that prevent play, with at least one error among them.
pub fn read(files: &dyn Files, path: &str) -> Result<Level, Vec<Problem>> {
    read_with(files, path, &ReadOptions::default())
}

/// Same as [`read`], with limits other than the default ones, or with what the user asks for.
///
/// ```
/// use seamwalker_level::{Folder, Limits, read_with};
///
/// let limits = Limits { cells: 10, ..Limits::DEFAULT };
/// let problems = read_with(&Folder::new("../.."), "maps/first_stitch.tmx", &limits.into()).unwrap_err();
/// println!("{}", problems[0]); // names the limit, and where it is exceeded
/// ```
///
/// # Errors
/// As [`read`].
pub fn read_with(files: &dyn Files, path: &str, options: &ReadOptions) -> Result<Level, Vec<Problem>> {
    let reading = Reading::of(files, path, None, options);
    reading.level.ok_or(reading.problems)
}

/// The examples of README.md, compiled by `cargo test`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
