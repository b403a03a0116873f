//! The shipped maps: read without a complaint, and played to their ends.

mod first_stitch;
mod gallery;
mod ghosts;
mod shipped;
mod works;
