//! Demos of the articles, to play with: a mover seen from above, and a circle that snaps to edges.

mod nearest_edge;
mod top_down;

pub use nearest_edge::{EdgeSnap, SnapPoint};
pub use top_down::{MoverShape, TopDown};

/// A demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demo {
    /// [`TopDown`].
    TopDown,
    /// [`EdgeSnap`].
    NearestEdge,
}

impl Demo {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::TopDown, Self::NearestEdge];

    /// Its name on the command line, in kebab-case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TopDown => "top-down",
            Self::NearestEdge => "nearest-edge",
        }
    }

    /// The demo with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|demo| demo.name() == name)
    }
}
