//! The shipped maps: read without a complaint, and played to their ends.

mod first_stitch;
mod gallery;
mod shipped;
mod works;
