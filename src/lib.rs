//! Seamwalker: a tile-map platformer on [Tiled](https://www.mapeditor.org) maps, and the collision library under it.
//!
//! The library moves boxes through a world of slopes, tiles, ribbons and moving bodies, and never catches on the seams
//! between tiles. It knows no window and no engine: bring your own, as in `examples/own_game.rs`.
//!
//! # Quick start
//!
//! ```toml
//! [dependencies]
//! seamwalker = { version = "0.1", default-features = false }
//! ```
//!
//! Read a map, put a box into it, and ask how far it gets:
//!
//! ```
//! use std::sync::Arc;
//!
//! use seamwalker::collide::{Aabb, Mover, Solver, SolverSetup, Space};
//! use seamwalker::glam::Vec2;
//! use seamwalker::level::{shipped, ObjectKind, read};
//!
//! let level = read(&shipped(), "maps/first_stitch.tmx").expect("it is played by many");
//! let start = level.objects.iter().find(|object| matches!(object.kind, ObjectKind::Player { .. })).unwrap();
//! let space = Space { terrain: Arc::clone(&level.terrain), ..Space::default() };
//!
//! let mover = Mover::new(Aabb::new(start.aabb.center, Vec2::new(6.0, 11.0)));
//! let slide = SolverSetup::default().slide(&space, &mover, Vec2::new(3.0, 40.0));
//! assert!(slide.moved.y < 40.0, "the ground is nearer");
//! for touch in &slide.touches {
//!     println!("{:?}: normal {}, pushed out {} px", touch.obstacle, touch.contact.normal, touch.contact.depth);
//! }
//! ```
//!
//! Without a map, build a [`Terrain`](collide::Terrain) of [`Edge`](collide::Edge)s and [`Piece`](collide::Piece)s by
//! hand. Numbers from outside go through [`Solver::try_slide`](collide::Solver::try_slide), which refuses NaN and
//! infinity.
//!
//! # Which solver
//!
//! All of them do the same job, are chosen as data ([`SolverSetup`](collide::SolverSetup)), and can replace each other
//! between any two moves. [`SolverKind`](collide::SolverKind) tells of each where it comes from and which
//! [laws](collide::Law) it does not keep. `cargo run --example compare` shows them side by side.
//!
//! | you want | take |
//! |---|---|
//! | a game | [`ThickSat`], the default: any angle, exact, no snags, no tunnelling |
//! | a hero that is round | [`Disk`](collide::SolverKind::Disk): the same for a disk |
//! | boxes only, in the simplest code there is | [`PerAxis`] |
//! | boxes only, with bodies that push each other | [`MandatoryFirst`], or a whole [`Crowd`](collide::Crowd) |
//! | to see what a snag is, and how others fight it | [`ThinSat`], [`Swept`], [`VertexDiscard`], [`EdgeFlags`] |
//!
//! [`ThickSat`]: collide::SolverKind::ThickSat
//! [`PerAxis`]: collide::SolverKind::PerAxis
//! [`MandatoryFirst`]: collide::SolverKind::MandatoryFirst
//! [`ThinSat`]: collide::SolverKind::ThinSat
//! [`Swept`]: collide::SolverKind::Swept
//! [`VertexDiscard`]: collide::SolverKind::VertexDiscard
//! [`EdgeFlags`]: collide::SolverKind::EdgeFlags
//!
//! Many slides of movers of one size through one map get several times faster with
//! [`Terrain::compile`](collide::Terrain::compile).
//!
//! # Units and signs
//!
//! Pixels and seconds; x right, y **down** (as in Tiled and macroquad); angles in radians. A normal is a unit vector **from
//! the obstacle to the mover**; depth is positive inside, distance positive outside. `Vec2` is that of [`glam`] 0.27,
//! re-exported here so that yours is the same type.
//!
//! # The floors
//!
//! Each imports only those above it:
//!
//! 1. [`collide`]: shapes, contacts, queries, broad phase, solvers
//! 2. [`level`]: Tiled maps to levels
//! 3. [`sim`]: the deterministic game
//! 4. [`lab`]: measurements and comparisons of solvers
//!
//! The program around them, with window and menus, lives in `src/main.rs` and `src/app/`.
//!
//! # Features, versions, promises
//!
//! - `app` (default) adds the program: macroquad, egui, clap. The library is the same without it.
//! - `rayon` lets [`slide_all`](collide::slide_all) use all cores.
//! - Rust 1.88 or newer. A newer Rust is asked for only by a minor version.
//! - No `unsafe`. No panic on finite input. The same bits on every platform, in debug and release.
//! - Semantic versioning: `CHANGELOG.md` tells every change, and a test compares every public item with a list. Enums
//!   that will grow are `#[non_exhaustive]`. Structs that you build have public fields: use `..Default::default()`, or
//!   `..` of their `new`, and an added field will not break you.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub use glam;
pub use seamwalker_collide as collide;

pub mod lab;
pub mod level;
pub mod sim;

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
