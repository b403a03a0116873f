//! Custom properties: their values, the classes and enums of the Tiled project, and how the two combine.
//!
//! A property resolves in Tiled's order: the object's own value, its template's, its tile's, the default of its class.

pub mod members;
pub mod project;
pub mod resolved;

pub use members::{DIRECTIONS, Members};
pub use project::Project;
pub use resolved::{Resolved, misspelling_of, nearest, suggestion};
