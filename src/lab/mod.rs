//! Measurements and comparisons of solvers, headless.
//!
//! It judges solvers from outside: by an oracle that knows only the outline, moves in tiny steps and calculates in f64. It
//! knows the game (to run it) and nothing of windows.
//!
//! In reading order: [`ascii`] draws worlds; [`scene`] holds the places where solvers go wrong; [`Oracle`] judges steps;
//! [`measure`](measure()) makes [`Figures`] of a scene and a solver; [`compare`](compare::compare) does so for all of
//! them, and [`document`] writes what comes of it. [`Film`] tells what happens inside of one tick.
//! [`crowds`](crowds()) are scenes for many bodies at once. [`Recorded`] runs
//! prove that the game itself comes out the same everywhere. [`Ghosts`] are other solvers beside a game that is played;
//! [`Heat`], [`seams`](seams()) and [`one_ways`](one_ways()) are figures of it that are drawn over it.

pub mod ascii;
pub mod compare;
mod crowds;
pub mod document;
mod drive;
mod film;
mod ghosts;
mod ground;
mod heat;
mod judge;
mod levels;
mod measure;
mod one_way;
mod oracle;
mod plot;
mod recorded;
pub mod scene;
mod seams;
pub mod solve;
mod walk;

pub use crowds::CrowdRow;
pub use film::{Axis, Drawn, Film, Frame, Story};
pub use ghosts::{Ghost, GhostMode, GhostRow, GhostSetup, GhostState, GhostTable, Ghosts, Moment};
pub use heat::{Heat, Warm};
pub use judge::Judge;
pub use levels::{LastLevel, Quilt, QuiltWorld, page as levels_page};
pub use measure::{Figures, measure, time};
pub use one_way::{OneWay, one_ways};
pub use oracle::Oracle;
pub use plot::plot;
pub use recorded::Recorded;
pub use scene::{CrowdScene, Scene, crowds, scenes};
pub use seams::seams;
pub use walk::{Report, Rng, Walk};
