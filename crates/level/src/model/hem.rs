//! What is drawn along the outline of the ground.

use serde::{Deserialize, Serialize};

/// What is drawn along the outline of the ground: a map, a tileset or a layer chooses it by the property `hem`.
///
/// ```
/// use seamwalker_level::Hem;
///
/// assert_eq!(Hem::from_name("cloth"), Some(Hem::Cloth));
/// assert_eq!(Hem::from_name("fur"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Hem {
    /// Nothing: the tiles are shown as they are.
    #[default]
    None,
    /// A line in one colour: the map's `hem_colour`.
    Colour,
    /// Ink, stitches and round corners, and the trim of special surfaces.
    Cloth,
    /// The same, with threads that hang out of the edges: cloth that was cut and not turned in.
    Frayed,
}

impl Hem {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Colour, Self::Cloth, Self::Frayed];

    /// The value of the property.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["none", "colour", "cloth", "frayed"][self as usize]
    }

    /// Whether it is that of cloth.
    #[must_use]
    pub const fn is_cloth(self) -> bool {
        matches!(self, Self::Cloth | Self::Frayed)
    }

    /// The hem with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hem| hem.name() == name)
    }
}
