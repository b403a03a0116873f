//! The house itself: documents, floors and the public API are what they say.

mod documents;
mod floors;
mod names;
mod public_api;
