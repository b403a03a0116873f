//! Collision of one moving box with a world of thick segments, boxes and moving bodies; and of many that move at once.
//!
//! It knows geometry and nothing else: no time, no input, no files, no tiles; gravity only in [`controller`]. It promises: finite
//! input gives finite output, every loop has a bound, a slide allocates nothing, and the same input gives the same bits
//! everywhere.
//!
//! A [`Space`] holds all that is solid: a [`Terrain`] of [`Edge`]s and [`Piece`]s that stays where it is, and the [`Body`]s that
//! move. A [`Solver`] slides a [`Mover`] through it. [`controller`] makes a character of that, [`Carrier`] moves platforms with what
//! is on them, [`Triggers`] report what enters an area, and a [`Crowd`] places many boxes at once. A space also answers
//! questions: [rays](Space::ray_cast), [lines of sight](Space::is_visible), [casts](Space::shape_cast),
//! [overlaps](Space::each_overlapping) and more.
//!
//! Units are pixels, x right, y **down**. Normals point from the obstacle to the mover. Depth is positive inside.
//!
//! The [`guide`] builds a platformer in seven steps and explains each part. [Troubleshooting](guide#troubleshooting) says why a hero
//! hangs in the floor, and [`Terrain::lint`] where.
//!
//! In a world with y up, negate y of all that goes in and comes out. An outline keeps its direction: with y up, too, the solid is
//! on the right-hand side of a line on the screen. Tolerances and default settings fit characters of 10 to 100 pixels, so a world in
//! metres has to be scaled. The crate `bevy_seamwalker` does both for bevy.
//!
//! # Features
//!
//! By default the crate brings glam and nothing else. No crate that it brings then has a build script.
//!
//! | feature | adds |
//! |---|---|
//! | `std` (on) | [`Terrain`] can be shared between threads |
//! | `libm` | square roots where there is no standard library: `default-features = false, features = ["libm"]` needs `alloc` only |
//! | `serde` | settings, states and worlds can be stored and sent |
//! | `mint` | conversions to and from the vectors of other libraries |
//! | `rayon` | [`slide_all`] on all cores |
//!
//! Results are the same bits with all of them, on every processor and in a browser (`tests/bits.rs`). The oldest supported Rust is
//! 1.88.
//!
//! # Beside another glam
//!
//! Vectors are [`glam::Vec2`] of glam 0.27, re-exported as [`glam`]. An engine with another version of glam, or with
//! vectors of its own, converts at the border. Arrays always work, and cost nothing:
//!
//! ```
//! use glam_of_the_engine as engine; // glam 0.34
//! use seamwalker_collide::{Aabb, glam::Vec2};
//!
//! let at = engine::Vec2::new(40.0, 60.0);
//! let hitbox = Aabb::new(Vec2::from(at.to_array()), Vec2::splat(8.0));
//! assert_eq!(engine::Vec2::from(hitbox.center.to_array()), at);
//! ```
//!
//! With the feature `mint`, so do the vectors of every library that supports the crate
//! [`mint`](https://docs.rs/mint):
//!
//! ```
//! # #[cfg(feature = "mint")] {
//! # use glam_of_the_engine as engine;
//! use seamwalker_collide::{Aabb, glam::Vec2};
//!
//! let at = engine::Vec2::new(40.0, 60.0);
//! let hitbox = Aabb::new(mint::Vector2::from(at).into(), Vec2::splat(8.0));
//! assert_eq!(engine::Vec2::from(mint::Vector2::from(hitbox.center)), at);
//! # }
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::disallowed_types)]
// The files in reading order: `shape.rs`, `edge.rs` and `piece.rs` are what is solid; `terrain.rs`, `body.rs`, `compound.rs` and
// `space.rs` hold it; `mover.rs` is what moves, and `view.rs` how it sees the world. `separation.rs` measures distances, `solver/` makes slides, `trace/`
// reports their steps, and `crowd.rs` places many boxes at once. `controller/` moves characters, and `carrier/` what platforms carry
// and push. `query/` asks without a mover, `triggers/` reports what enters an area, and `debug.rs` draws it all. `tolerance.rs` has
// all tolerances of collisions.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(not(feature = "std"), allow(clippy::arc_with_non_send_sync, reason = "then there are no threads"))]

extern crate alloc;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("seamwalker-collide needs square roots: turn on the feature `std` or the feature `libm`");

pub use glam;

mod apply;
mod bodies;
mod body;
mod builder;
mod carrier;
mod compound;
mod contact;
pub mod controller;
mod crowd;
mod debug;
mod edge;
mod edge_index;
mod first_hits;
mod grid;
pub mod guide;
mod layers;
mod lazy_mut;
mod links;
mod lint;
mod many;
mod mover;
mod named_enum;
#[cfg(test)]
mod noise;
mod obstacle;
mod piece;
mod pose;
mod query;
#[cfg(feature = "serde")]
mod saved;
mod separation;
mod shape;
mod slide;
mod slots;
mod solver;
mod space;
mod sync;
mod terrain;
mod tiles;
mod tolerance;
mod trace;
mod triggers;
mod view;

pub use apply::{BadChange, TerrainChange};
pub use bodies::Bodies;
pub use body::Body;
pub use builder::{BadPolygon, TerrainBuilder};
pub use carrier::{Carrier, Crush, Passenger};
pub use contact::{BodyId, Contact, Hit, Obstacle, Touch, Touches};
pub use crowd::{Cause, Contradiction, Correction, Crowd, Member, Resolution};
pub use debug::{DebugKind, DebugLine};
pub use edge::{Direction, Edge, EdgeId, Side, Tag};
pub use grid::Grid;
pub use layers::Layers;
pub use lint::Lint;
pub use many::slide_all;
pub use mover::{DEFAULT_SKIN, Mover};
pub use piece::{Piece, Plane, Solid};
pub use pose::Pose;
pub use query::{ClosestPoint, QueryFilter, QueryShape, RayHit};
pub use separation::{EndAxes, Separation, axes_aabb_segment, separation_aabb_segment};
pub use shape::{Aabb, Disk, Segment};
pub use slide::{Outcome, Slide};
pub use solver::{
    Choice, Crossing, Exit, GapDirection, IgnoredAxes, Law, PushOrder, Setting, SlopeAxes, Solver, SolverKind,
    SolverOptions, SolverSetup, Stairs, UnknownSolver,
};
pub use space::Space;
pub use terrain::Terrain;
pub use trace::{CandidateStatus, Question, Reason, TraceEvent, Tracer};
pub use triggers::{AreaId, Crossed, TriggerArea, TriggerEvent, Triggers, Visitor};
pub use view::CollisionView;

/// The examples of README.md, compiled and run by `cargo test`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
