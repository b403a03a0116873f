//! Demos of the articles, to play with: a mover seen from above.

mod top_down;

pub use top_down::{MoverShape, TopDown};
