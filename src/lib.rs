//! Seamwalker: a tile-map platformer on Tiled maps, and its collision library.
//!
//! The floors, each of which imports only those above it:
//!
//! 1. [`collide`]: shapes, contacts, queries, broad phase, solvers
//! 2. [`level`]: Tiled maps to levels
//! 3. [`sim`]: the deterministic game
//! 4. [`lab`]: measurements and comparisons of solvers
//!
//! The program around them, with window and menus, lives in `src/main.rs` and `src/app/`.

#![deny(missing_docs)]

pub mod collide;
pub mod lab;
pub mod level;
pub mod sim;

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
