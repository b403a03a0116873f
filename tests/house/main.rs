//! Rules about the code itself: documents, names and the public API.

mod documents;
mod names;
mod public_api;
