//! Measures and compares solvers, without a window.
//!
//! Solvers are judged from outside, by an oracle that knows only the outline, moves in tiny steps and computes in f64.
//!
//! **Comparison**, in reading order: [`ascii`] draws levels; [`scene`] lists the places where solvers go wrong; [`Oracle`]
//! judges steps; [`measure`](measure()) turns a scene and a solver into a [`SceneResult`]; [`compare`](compare::compare) does
//! that for all of them, and [`document`] writes the page. [`crowds`](crowds()) are scenes with many bodies at once.
//! [`Recorded`] runs prove that the simulation is deterministic.
//!
//! **Explanation**: [`snag`] runs two players over the same ground, [`Film`] shows the inside of one tick, [`axes`] inspects one
//! box and one obstacle, [`story`] explains snags in ten interactive pages, and [`demo`] has models to steer.
//!
//! **A running game**: [`History`] restores every tick of the last minute, a [`Take`] is a recording of which a section
//! is repeated under the current [`Rules`](seamwalker_sim::Rules), the [`Scoreboard`] asks all
//! solvers what they would have done, [`Ghosts`] run them beside the player, and a [`SharedSession`] is a file with all of it.

#![forbid(unsafe_code)]
#![warn(clippy::disallowed_types)]
#![allow(clippy::must_use_candidate, reason = "nobody outside this repository calls it")]

pub mod ascii;
pub mod axes;
pub mod compare;
pub mod demo;
pub mod document;
mod drive;
mod file_header;
mod film;
mod ghosts;
mod ground;
mod history;
mod judge;
mod levels;
mod mark;
mod measure;
mod observer;
mod oracle;
mod parallel;
mod pin;
mod plot;
pub mod press_log;
mod recorded;
mod rng;
mod room;
pub mod scene;
mod scoreboard;
mod shared_session;
pub mod snag;
pub mod solve;
pub mod story;
mod tables;
mod takes;

pub use compare::CrowdRow;
pub use file_header::FileHeader;
pub use film::{Film, Frame, Story};
pub use ghosts::{Ghost, Ghosts};
pub use history::{History, MarkerKind, TimelineMarker};
pub use judge::{Judge, played_snags};
pub use levels::levels_page;
pub use mark::{Mark, MarkShape, Tone};
pub use measure::{SceneResult, measure, measure_solver};
pub use observer::Observer;
pub use oracle::Oracle;
pub use pin::Pin;
pub use plot::plot;
pub use press_log::PressLog;
pub use recorded::Recorded;
pub use rng::Rng;
pub use room::Room;
pub use scene::{CrowdScene, Scene, crowds, scenes};
pub use scoreboard::{Score, Scoreboard, Tally};
pub use shared_session::{SessionPlace, SharedSession};
pub use tables::{details, text};
pub use takes::{MAX_TAKE_TICKS, Take};

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
