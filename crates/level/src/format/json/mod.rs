//! Tiled's JSON files (`.tmj`, `.tsj`, `.tj`), converted to the same element tree as XML, so that everything after this deals
//! with one form. `tree.rs` parses any JSON with line numbers; `elements.rs` converts it.

pub mod elements;
pub mod tree;

#[cfg(test)]
mod tests;
