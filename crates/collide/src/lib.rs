//! Collision of one moving box with a world of thick segments, boxes and moving bodies; and of many that move at once.
//!
//! It knows geometry and nothing else: no time, no input, no files, no tiles; gravity only in [`controller`]. It promises: finite input
//! gives finite output, every loop has a bound, a slide allocates nothing, and the same input gives the same bits
//! everywhere.
//!
//! In reading order: `shape.rs`, `edge.rs` and `piece.rs` are what is solid; `terrain.rs`, `body.rs` and `space.rs` hold it;
//! `mover.rs` is what moves, and `view.rs` how it sees the world. `separation.rs` measures distances, `solver/` makes slides,
//! `trace/` reports their steps, and `crowd.rs` places many boxes at once. `controller/` moves characters, and `carrier/` what platforms carry and push. `tolerance.rs` has all
//! tolerances of collisions.
//!
//! Units are pixels, x right, y **down**. Normals point from the obstacle to the mover. Depth is positive inside.
//!
//! The [`guide`] builds a platformer in seven steps and explains each part.

pub use glam;

mod bodies;
mod body;
mod carrier;
mod contact;
pub mod controller;
mod crowd;
mod edge;
mod edge_index;
mod grid;
pub mod guide;
mod many;
mod mover;
#[cfg(test)]
mod noise;
mod obstacle;
mod piece;
mod separation;
mod shape;
mod slide;
mod solver;
mod space;
mod terrain;
mod tolerance;
mod trace;
mod view;

pub use bodies::Bodies;
pub use body::Body;
pub use carrier::{Carrier, Passenger, Squeeze};
pub use contact::{BodyId, Contact, Hit, Obstacle, Touch, Touches};
pub use crowd::{Cause, Crowd, Member, Shove, Squish, Verdicts};
pub use edge::{Direction, Edge, EdgeId, Side, Tag};
pub use grid::Grid;
pub use many::slide_all;
pub use mover::{DEFAULT_SKIN, Mover};
pub use piece::{Piece, Plane, Solid};
pub use separation::{
    EndAxes, Separation, aabb_thick_segment, axes_aabb_segment, disk_thick_segment, separation_aabb_segment,
    separation_disk_segment,
};
pub use shape::{Aabb, Disk, Segment, ThickSegment};
pub use slide::{Outcome, Slide};
pub use solver::{
    BadInput, Choice, Crossing, EdgeFlags, Exit, GapDirection, IgnoredAxes, Law, MandatoryFirst, PerAxis, PushOrder,
    Setting, SlopeAxes, Solver, SolverKind, SolverOptions, SolverSetup, Stairs, Swept, ThickSat, UnknownSolver,
    VertexDiscard,
};
pub use space::Space;
pub use terrain::Terrain;
pub use trace::{Question, Reason, TraceEvent, Tracer, Verdict};
pub use view::CollisionView;

/// The former name of [`CollisionView`].
#[doc(hidden)]
#[deprecated(note = "renamed to `CollisionView`")]
pub type View = CollisionView;

/// The examples of README.md, compiled and run by `cargo test`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
