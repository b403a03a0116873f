//! Measurements and comparisons of solvers, headless.
//!
//! It judges solvers from outside: by an oracle that knows only the outline, moves in tiny steps and calculates in f64. It
//! knows the game (to run it) and nothing of windows.
//!
//! In reading order: [`ascii`] draws worlds; [`scene`] holds the places where solvers go wrong; [`Oracle`] judges steps;
//! [`measure`](measure()) makes [`Figures`] of a scene and a solver; [`compare`](compare::compare) does so for all of
//! them, and [`document`] writes what comes of it. [`Film`] tells what happens inside of one tick.
//! [`crowds`](crowds()) are scenes for many bodies at once. [`Recorded`] runs
//! prove that the game itself comes out the same everywhere. [`axes`] looks into one box and one obstacle, and [`story`]
//! tells the whole in ten pages that can be played. [`Ghosts`] are other solvers beside a game that is played;
//! [`Heat`], [`seams`](seams()) and [`one_ways`](one_ways()) are figures of it that are drawn over it.
//!
//! For whoever looks at a running game: [`History`] brings every tick of the last minute back, a [`Take`] is what was pressed
//! as it is edited, a [`Loop`] plays it again and again by the [`Rules`] of the moment, a [`Parcel`] is all of it in a file, and
//! [`LabReport`] tells what the tools know without a window.

pub mod ascii;
pub mod axes;
pub mod bench;
pub mod chronicle;
pub mod compare;
mod crowds;
pub mod document;
mod drive;
mod film;
mod ghosts;
mod ground;
mod heat;
mod history;
mod judge;
mod levels;
mod mark;
mod measure;
mod observer;
mod one_way;
mod oracle;
mod parcel;
mod plot;
mod recorded;
mod report;
mod rules;
pub mod scene;
mod seal;
mod seams;
pub mod solve;
pub mod story;
mod takes;
pub mod trial;
mod walk;

pub use chronicle::Chronicle;
pub use crowds::CrowdRow;
pub use film::{Drawn, Film, Frame, Story};
pub use ghosts::{Ghost, GhostMode, GhostRow, GhostSetup, GhostState, GhostTable, GhostTick, Ghosts};
pub use heat::{Heat, Warm};
pub use history::{Happened, History, Incident};
pub use judge::Judge;
pub use levels::{LastLevel, Quilt, QuiltWorld, page as levels_page};
pub use mark::{Mark, Shape, Tone};
pub use measure::{Figures, measure, time};
pub use observer::Observer;
pub use one_way::{OneWay, one_ways};
pub use oracle::Oracle;
pub use parcel::{Bookmark, Packed, Parcel, Place};
pub use plot::plot;
pub use recorded::Recorded;
pub use report::{LabReport, Witness, report, witnesses};
pub use rules::Rules;
pub use scene::{CrowdScene, Scene, crowds, scenes};
pub use seal::Seal;
pub use seams::seams;
pub use takes::{Loop, MOST_TAKEN, Press, Take};
pub use walk::{Report, Rng, Walk};
