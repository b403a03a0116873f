//! Queries about a space that no mover asks: rays, casts of any shape, overlaps, closest points, points in solid ground.
//!
//! `filter.rs` says what a query sees, and `shape.rs` what it asks with. `ray.rs`, `cast.rs`, `overlap.rs`, `closest.rs` and
//! `solid.rs` are the queries, and `contact_point.rs` says where shapes touch; `candidate.rs` is what they find, `convex.rs` the geometry of pieces, `strides.rs` the way along
//! a long cast. Rays walk the grid of the terrain cell by cell.
//!
//! All of them allocate nothing, end after a bounded number of steps, and do not depend on the order of edges, pieces and
//! bodies: where two obstacles are equally near, geometry decides. Numbers that are not finite find nothing.

mod candidate;
mod cast;
mod closest;
mod contact_point;
mod convex;
mod filter;
mod overlap;
mod ray;
mod shape;
mod solid;
mod strides;

pub use closest::ClosestPoint;
pub(crate) use convex::{convex_separation, face_segments};
pub use filter::QueryFilter;
pub use ray::RayHit;
pub use shape::QueryShape;
pub(crate) use strides::each_stride;
