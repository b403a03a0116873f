//! The house itself: pictures, documents, floors and the public API are what they say.

#[path = "../../examples/paint/art.rs"]
mod art;

mod documents;
mod floors;
mod pictures;
mod public_api;
