//! What is drawn along the outline of the ground.

use seamwalker_collide::named_enum;

named_enum! {
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
        None = "none",
        /// A line in one colour: the map's `hem_colour`.
        Colour = "colour",
        /// Ink, stitches and round corners, and the trim of special surfaces.
        Cloth = "cloth",
        /// The same, with threads that hang out of the edges: cloth that was cut and not turned in.
        Frayed = "frayed",
    }
}

impl Hem {
    /// Whether it is that of cloth.
    #[must_use]
    pub const fn is_cloth(self) -> bool {
        matches!(self, Self::Cloth | Self::Frayed)
    }
}
