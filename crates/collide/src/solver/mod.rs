//! Solvers: each turns a space, a mover and a wanted delta into a slide. A solver keeps no state and knows no time, so
//! one can replace another between any two ticks.
//!
//! `api.rs` is the trait; `kind.rs`, `options.rs` and `setup.rs` are a solver and its settings as data. Every method has a
//! file, and thick-sat a folder. `boxes.rs` and `edges.rs` are the cores that several methods share, with `escape.rs` for
//! movers that begin inside something. `long_move.rs` cuts moves into steps, `planes.rs` solves several contacts together,
//! and `place.rs` finds places for crowds.

mod api;
mod boxes;
mod edge_flags;
mod edges;
mod escape;
mod kind;
mod long_move;
mod mandatory_first;
mod options;
mod per_axis;
pub(crate) mod place;
mod planes;
mod setup;
mod small;
mod stairs;
mod swept;
pub(crate) mod thick_sat;
mod vertex_discard;

pub(crate) use place::{Placing, SlideTarget};
pub(crate) use thick_sat::fast::config_space_grid::ConfigSpaceGrid;
pub(crate) use thick_sat::fast::config_space_update::ConfigSpaceUpdate;

pub use api::Solver;
pub use boxes::Exit;
pub use kind::{Law, SolverKind, UnknownSolver};
pub use mandatory_first::Choice;
pub use options::{GapDirection, IgnoredAxes, PushOrder, Setting, SlopeAxes, SolverOptions, Stairs};
pub use setup::SolverSetup;
pub use swept::Crossing;
