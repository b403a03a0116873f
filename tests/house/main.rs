//! Rules about the code itself: documents, layers, names and the public API.

mod documents;
mod layers;
mod names;
mod public_api;
