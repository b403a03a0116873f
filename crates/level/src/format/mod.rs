//! The syntax of Tiled's files. Nothing here knows what a layer or an object means.
//!
//! `xml.rs` and `json/` turn bytes into the same tree of elements with line numbers, within [`Limits`](crate::Limits).
//! `rules.rs` says which values an attribute may have, `cell_data.rs` unpacks the tile ids of a layer.

pub mod cell_data;
pub mod json;
pub mod rules;
pub mod xml;
