//! Collision of one moving box with a world of thick segments, boxes and moving bodies; and of many that move at once.
//!
//! It knows geometry and nothing else: no time, no input, no files, no tiles, no gravity. It promises: finite input gives
//! finite output, every loop has a bound, a slide allocates nothing, and the same input gives the same bits everywhere.
//!
//! Units are pixels, x right, y **down**. Normals point from the obstacle to the mover. Depth is positive inside.

pub use glam;

mod bodies;
mod config_space_grid;
mod contact;
mod crowd;
mod grid;
mod many;
mod mover;
#[cfg(test)]
mod noise;
mod separation;
mod shape;
mod solver;
mod space;
mod terrain;
mod trace;

pub use bodies::Bodies;
pub use contact::{BodyId, Contact, Hit, Obstacle, Touch, Touches};
pub use crowd::{Cause, Crowd, Member, Shove, Squish, Verdicts};
pub use grid::Grid;
pub use many::slide_all;
pub use mover::{DEFAULT_THICKNESS, Mover};
pub use separation::{
    Separation, aabb_thick_segment, axes_aabb_segment, disk_thick_segment, separation_aabb_segment,
    separation_disk_segment,
};
pub use shape::{Aabb, Disk, Segment, ThickSegment};
pub use solver::{
    BadInput, Choice, CollisionView, Crossing, EdgeFlags, EndAxes, Exit, Law, MandatoryFirst, Outcome, PerAxis,
    Setting, Slide, Solver, SolverKind, SolverOptions, SolverSetup, Swept, ThickSat, UnknownSolver, VertexDiscard,
};
pub use space::{Body, Space};
pub use terrain::{Direction, Edge, EdgeId, Piece, Plane, Side, Solid, Tag, Terrain};
pub use trace::{Question, Reason, TraceEvent, Tracer, Verdict};
