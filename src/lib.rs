//! Seamwalker: a platformer on [Tiled](https://www.mapeditor.org) maps, and the collision library underneath it.
//!
//! The library moves boxes along slopes, tiles, one-way platforms and moving bodies, and never catches on the seams between
//! tiles. It depends on no window and no engine: bring your own, as in `examples/own_game.rs`. A game that needs the
//! collision alone takes the crate `seamwalker-collide`, which this one re-exports as [`collide`].
//!
//! # Quick start
//!
//! ```toml
//! [dependencies]
//! seamwalker = { version = "0.1", default-features = false }
//! ```
//!
//! Read a map, put a box into it, and see how far it gets:
//!
//! ```
//! use std::sync::Arc;
//!
//! use seamwalker::collide::{Aabb, Mover, Solver, SolverSetup, Space};
//! use seamwalker::glam::Vec2;
//! use seamwalker::level::{shipped, ObjectKind, read};
//!
//! let level = read(&shipped(), "maps/first_stitch.tmx").expect("the map is shipped with the game");
//! let start = level.objects.iter().find(|object| matches!(object.kind, ObjectKind::Player { .. })).unwrap();
//! let space = Space { terrain: Arc::clone(&level.terrain), ..Space::default() };
//!
//! let mover = Mover::new(Aabb::new(start.aabb.center, Vec2::new(6.0, 11.0)));
//! let slide = SolverSetup::default().slide(&space, &mover, Vec2::new(3.0, 40.0));
//! assert!(slide.moved.y < 40.0, "the ground stops it");
//! for touch in &slide.touches {
//!     println!("{:?}: normal {}, pushed out {} px", touch.obstacle, touch.contact.normal, touch.contact.depth);
//! }
//! ```
//!
//! Without a map, build a [`Terrain`](collide::Terrain) from [`Edge`](collide::Edge)s and [`Piece`](collide::Piece)s. Pass
//! untrusted numbers to [`Solver::try_slide`](collide::Solver::try_slide), which rejects NaN and infinity.
//!
//! # Which solver
//!
//! All solvers do the same job. They are selected as data ([`SolverSetup`](collide::SolverSetup)) and are interchangeable
//! between any two moves. [`SolverKind`](collide::SolverKind) documents the source of each, and the
//! [laws](collide::Law) that it breaks. `cargo run --example compare` shows them side by side.
//!
//! | you want | take |
//! |---|---|
//! | a game | [`ThickSat`], the default: any angle, exact, no snags, no tunnelling |
//! | a round player | [`Disk`](collide::SolverKind::Disk): the same for a disk |
//! | boxes only, in the simplest code | [`PerAxis`] |
//! | boxes only, with bodies that push each other | [`MandatoryFirst`], or a whole [`Crowd`](collide::Crowd) |
//! | to see what a snag is, and how other methods fight it | [`ThinSat`], [`Swept`], [`VertexDiscard`], [`EdgeFlags`] |
//!
//! [`ThickSat`]: collide::SolverKind::ThickSat
//! [`PerAxis`]: collide::SolverKind::PerAxis
//! [`MandatoryFirst`]: collide::SolverKind::MandatoryFirst
//! [`ThinSat`]: collide::SolverKind::ThinSat
//! [`Swept`]: collide::SolverKind::Swept
//! [`VertexDiscard`]: collide::SolverKind::VertexDiscard
//! [`EdgeFlags`]: collide::SolverKind::EdgeFlags
//!
//! [`Terrain::compile`](collide::Terrain::compile) makes slides several times faster for many movers of the same size in one
//! map.
//!
//! # Units and signs
//!
//! Pixels and seconds; x right, y **down** (as in Tiled and macroquad); angles in radians. A normal is a unit vector **from
//! the obstacle to the mover**; depth is positive inside, distance positive outside. `Vec2` comes from [`glam`] 0.27,
//! which is re-exported here so that yours is the same type.
//!
//! # Layers
//!
//! Each imports only those above it:
//!
//! 1. [`collide`]: shapes, contacts, queries, broad phase, solvers
//! 2. [`level`]: Tiled maps to levels
//! 3. [`pack`]: games made of maps, in a folder or a zip archive
//! 4. [`sim`]: the deterministic game
//! 5. [`lab`]: measurements and comparisons of solvers
//!
//! The program on top of them, with window and menus, is in `src/main.rs` and `src/app/`.
//!
//! # Features, versions, guarantees
//!
//! - `app` (default) adds the program: macroquad, egui, clap. The library is the same without it.
//! - `rayon` lets [`slide_all`](collide::slide_all) use all cores.
//! - Rust 1.88 or newer. Only a minor version raises the required Rust version.
//! - No `unsafe`. No panic on finite input. The same bits on every platform, in debug and release.
//! - Semantic versioning: `CHANGELOG.md` lists every change, and a test compares every public item with a list. Enums that
//!   will grow are `#[non_exhaustive]`. Structs that you build have public fields: with `..Default::default()`, or `..` of
//!   their `new`, an added field will not break your code.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub use glam;
pub use seamwalker_collide as collide;

pub mod lab;
pub mod level;
pub mod pack;
pub mod sim;

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
