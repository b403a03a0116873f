//! Measurements and comparisons of solvers, headless.
//!
//! It judges solvers from outside: by an oracle that knows only the outline, moves in tiny steps and calculates in f64. It
//! knows the game (to run it) and nothing of windows.

mod judge;
mod oracle;
mod walk;

pub use judge::Judge;
pub use oracle::Oracle;
pub use walk::{Report, Rng, Walk};
