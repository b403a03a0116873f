//! Demos of the articles, to play with: a mover seen from above, and a circle that snaps to edges.

mod nearest_edge;
mod top_down;

pub use nearest_edge::{EdgeSnap, SnapPoint};
pub use top_down::{MoverShape, TopDown};
