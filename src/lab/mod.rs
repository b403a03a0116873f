//! Measurements and comparisons of solvers, headless.
//!
//! It judges solvers from outside: by an oracle that knows only the outline, moves in tiny steps and calculates in f64. It
//! knows the game (to run it) and nothing of windows.
//!
//! In reading order: [`ascii`] draws worlds; [`scene`] holds the places where solvers go wrong; [`Oracle`] judges steps;
//! [`measure`](measure()) makes [`SceneResult`] of a scene and a solver; [`compare`](compare::compare) does so for all of
//! them, and [`document`] writes what comes of it. [`Film`] tells what happens inside of one tick.
//! [`crowds`](crowds()) are scenes for many bodies at once. [`Recorded`] runs
//! prove that the game itself comes out the same everywhere. [`axes`] looks into one box and one obstacle, and [`story`]
//! tells the whole in ten pages that can be played. [`Ghosts`] are other solvers beside a game that is played;
//! [`Heat`], [`seams`](seams()) and [`one_ways`](one_ways()) are figures of it that are drawn over it.
//!
//! For whoever looks at a running game: [`History`] brings every tick of the last minute back, a [`Take`] is what was pressed
//! as it is edited, a [`Loop`] plays it again and again by the [`Rules`](crate::sim::Rules) of the moment, a [`SharedSession`] is all of it in a file, and
//! [`LabReport`] tells what the tools know without a window.

pub mod ascii;
pub mod axes;
pub mod bench;
pub mod compare;
mod crowds;
pub mod document;
mod drive;
pub mod feel_comparison;
mod file_header;
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
mod plot;
pub mod press_log;
mod recorded;
mod report;
pub mod scene;
mod seams;
mod shared_session;
pub mod solve;
pub mod story;
mod takes;
mod walk;

pub use crowds::CrowdRow;
pub use file_header::FileHeader;
pub use film::{Drawn, Film, Frame, Story};
pub use ghosts::{Ghost, GhostMode, GhostRow, GhostSetup, GhostState, GhostTable, GhostTick, Ghosts};
pub use heat::{Heat, Warm};
pub use history::{History, MarkerKind, TimelineMarker};
pub use judge::Judge;
pub use levels::{Campaign, CampaignWorld, LastLevel, page as levels_page};
pub use mark::{Mark, MarkShape, Tone};
pub use measure::{SceneResult, measure, time};
pub use observer::Observer;
pub use one_way::{OneWay, one_ways};
pub use oracle::Oracle;
pub use plot::plot;
pub use press_log::PressLog;
pub use recorded::Recorded;
pub use report::{LabReport, report};
pub use scene::{CrowdScene, Scene, crowds, scenes};
pub use seams::seams;
pub use shared_session::{Bookmark, BundledFiles, SessionPlace, SharedSession};
pub use takes::{Loop, MAX_TAKEN, Press, Take};
pub use walk::{Rng, Walk, WalkReport};
