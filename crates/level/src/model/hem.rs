//! What is drawn along the outline of the ground.

/// What is drawn along the outline of the ground: a map, a tileset or a layer chooses it by the property `hem`.
///
/// ```
/// use seamwalker_level::Hem;
///
/// assert!(Hem::Frayed.is_cloth() && Hem::Frayed.name() == "frayed");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hem| hem.name() == name)
    }
}
