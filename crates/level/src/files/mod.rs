//! Where the bytes of a map come from: a folder on disk, the program itself, or memory.
//!
//! Every source implements [`Files`](source::Files). Paths are relative, use `/`, and never leave their source; every read has
//! a size limit. `tracking.rs` records which files a level needs.

pub mod bounded;
pub mod embedded;
pub(crate) mod finder;
pub mod folder;
pub mod memory_files;
pub mod options;
pub mod overlay;
pub mod paths;
mod root;
pub mod source;
pub mod tracking;

pub use bounded::without_bom;
pub(crate) use finder::FileFinder;
pub use options::{ReadOptions, TileScale};
pub(crate) use paths::{beside, folders_above, level_endings};
pub use paths::{is_map, is_world, normal_path, path_of, reason, stem};
pub use source::Files;
