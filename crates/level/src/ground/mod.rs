//! Collision geometry: shapes of tiles and objects become edges, convex pieces and areas.
//!
//! `collision_builder.rs` collects the shapes of `shapes.rs`, by material (`material_geometry.rs`). `terrain.rs` turns them into
//! geometry: `patches.rs` cuts edges where the material changes, `chained_edges.rs` links them. The result depends on the set of
//! shapes alone, not on the order of layers and objects. `live_ground.rs` changes cells in a running game.

pub mod chained_edges;
pub mod collision_builder;
pub mod live_ground;
pub mod material_geometry;
pub mod patches;
pub mod shapes;
pub mod terrain;

pub use collision_builder::{CollisionBuilder, TileCollision};
pub use shapes::{Form, FormKind, SNAP, Shape, box_corners, cut, form, snapped, turned};
pub use terrain::{LevelGeometry, OutlineSource, area};
