//! How ground behaves: Tiled's classes and their members, packed into the tag of terrain.

use seamwalker_collide::{Direction, Tag, named_enum};

named_enum! {
    /// How a surface behaves. Each is a class in Tiled.
    ///
    /// ```
    /// use seamwalker_level::Surface;
    ///
    /// // Terrain carries a surface as a tag; the collision floor gives it no meaning.
    /// assert_eq!(Surface::from_tag(Surface::OneWay.tag()), Surface::OneWay);
    /// assert_eq!(Surface::from_name("Hazard"), Some(Surface::Hazard));
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Surface {
        /// Plain ground.
        #[default]
        Solid = "Solid",
        /// Solid only from one side.
        OneWay = "OneWay",
        /// Kills.
        Hazard = "Hazard",
        /// Can be climbed; its top can be stood on.
        Ladder = "Ladder",
        /// Slippery ground.
        Ice = "Ice",
        /// Ground that launches what lands on it.
        Bouncy = "Bouncy",
        /// Ground that slows walking, with walls that can be clung to.
        Sticky = "Sticky",
        /// Ground that moves what stands on it.
        Conveyor = "Conveyor",
        /// Water to swim in.
        Water = "Water",
    }
}

impl Surface {
    /// Whether a class is that of something to stand on, a one-way surface included. Other games have classes like Ladder, too.
    pub(crate) fn is_ground_class(class: &str) -> bool {
        Self::from_name(class).is_some_and(|surface| surface.is_ground() || surface == Self::OneWay)
    }

    /// Whether it is solid from all sides. All such ground that touches is one solid with one outline.
    #[must_use]
    pub const fn is_ground(self) -> bool {
        matches!(self, Self::Solid | Self::Ice | Self::Bouncy | Self::Sticky | Self::Conveyor)
    }

    /// Whether it is an area without collision.
    pub(crate) const fn is_area(self) -> bool {
        matches!(self, Self::Hazard | Self::Ladder | Self::Water)
    }

    /// The terrain tag of the surface with default members.
    #[must_use]
    pub const fn tag(self) -> Tag {
        Tag(self as u16)
    }

    /// The surface of a terrain tag; Solid if the tag is not from a level.
    #[must_use]
    pub fn from_tag(tag: Tag) -> Self {
        Material::from_tag(tag).surface
    }
}

/// A surface with the members of its class. The tag holds all of it, so terrain needs no separate table of materials.
///
/// ```
/// use seamwalker_collide::Direction;
/// use seamwalker_level::{Material, Surface};
///
/// let belt = Material::conveyor(-60);
/// assert_eq!(Material::from_tag(belt.tag()), belt);
/// assert_eq!(Surface::from_tag(belt.tag()), Surface::Conveyor);
/// let curtain = Material::one_way(Direction::Left);
/// assert_eq!(Material::from_tag(curtain.tag()).direction, Direction::Left);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// The surface.
    pub surface: Surface,
    /// The side from which it is solid. Up for everything but [`Surface::OneWay`].
    pub direction: Direction,
    /// Speed of a conveyor in px/s, clockwise around the solid: to the right on its top. 0 for everything but
    /// [`Surface::Conveyor`].
    pub speed: i16,
    /// The sides whose edges are invisible to solvers that heed it. None for everything but [`Surface::Solid`].
    pub invisible: Sides,
    /// A number of your own, which this game ignores. 0 for everything but [`Surface::Solid`] and [`Surface::OneWay`].
    pub number: u8,
}

/// A set of sides.
///
/// ```
/// use seamwalker_collide::Direction;
/// use seamwalker_level::Sides;
///
/// let sides: Sides = [Direction::Left, Direction::Up].into_iter().collect();
/// assert!(sides.contains(Direction::Up) && !sides.contains(Direction::Right));
/// assert_eq!(sides.iter().collect::<Vec<_>>(), [Direction::Up, Direction::Left]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sides(u8);

impl Sides {
    /// Whether a side is in the set.
    #[must_use]
    pub const fn contains(self, side: Direction) -> bool {
        self.0 >> side as u8 & 1 == 1
    }

    /// Its sides.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |side| self.contains(*side))
    }
}

impl FromIterator<Direction> for Sides {
    fn from_iter<I: IntoIterator<Item = Direction>>(sides: I) -> Self {
        Self(sides.into_iter().fold(0, |bits, side| bits | 1 << side as u8))
    }
}

/// How many bits of a tag hold the surface; the rest holds the member. More bits would leave fewer than the twelve that
/// speeds need.
const KIND_BITS: u32 = 4;

/// The first bit of a member that holds a number. What else surfaces with a number have takes four bits.
const NUMBER_BITS: u32 = 4;

impl Material {
    /// Maximum speed of a conveyor, in px/s. Twelve bits hold it with room to spare.
    pub const MAX_SPEED: i16 = 2000;

    /// Solid from one side.
    #[must_use]
    pub const fn one_way(direction: Direction) -> Self {
        Self { surface: Surface::OneWay, direction, speed: 0, invisible: Sides(0), number: 0 }
    }

    /// A conveyor with this speed, in px/s, clamped to [`Material::MAX_SPEED`] either way.
    #[must_use]
    pub fn conveyor(speed: i16) -> Self {
        let speed = speed.clamp(-Self::MAX_SPEED, Self::MAX_SPEED);
        Self { speed, ..Self::from(Surface::Conveyor) }
    }

    /// Plain ground with invisible edges on some sides.
    #[must_use]
    pub fn solid(invisible: Sides) -> Self {
        Self { invisible, ..Self::default() }
    }

    /// The same with a number of your own, if it is plain ground or solid from one side.
    ///
    /// ```
    /// use seamwalker_level::{Material, Surface};
    ///
    /// let mud = Material::from(Surface::Solid).numbered(7).tag();
    /// assert_eq!((Surface::from_tag(mud), Material::from_tag(mud).number), (Surface::Solid, 7));
    /// ```
    #[must_use]
    pub const fn numbered(mut self, number: u8) -> Self {
        self.number = if matches!(self.surface, Surface::Solid | Surface::OneWay) { number } else { 0 };
        self
    }

    /// The terrain tag of the material.
    #[must_use]
    pub const fn tag(self) -> Tag {
        let member = match self.surface {
            Surface::OneWay => self.direction as u16 | (self.number as u16) << NUMBER_BITS,
            Surface::Conveyor => self.speed as u16,
            Surface::Solid => self.invisible.0 as u16 | (self.number as u16) << NUMBER_BITS,
            _ => 0,
        };
        Tag(self.surface as u16 | member << KIND_BITS)
    }

    /// The material of a terrain tag; Solid if the tag is not from a level.
    #[must_use]
    pub fn from_tag(tag: Tag) -> Self {
        let (kind, member) = (tag.0 & ((1 << KIND_BITS) - 1), tag.0 >> KIND_BITS);
        let surface = Surface::ALL.get(usize::from(kind)).copied().unwrap_or_default();
        let plain = match surface {
            Surface::OneWay => {
                Self::one_way(Direction::ALL.get(usize::from(member & 0b1111)).copied().unwrap_or_default())
            }
            Surface::Conveyor => Self::conveyor(tag.0 as i16 >> KIND_BITS),
            Surface::Solid => Self::solid(Sides(member as u8 & 0b1111)),
            _ => Self::from(surface),
        };
        plain.numbered((member >> NUMBER_BITS) as u8)
    }
}

impl From<Surface> for Material {
    fn from(surface: Surface) -> Self {
        Self { surface, ..Self::default() }
    }
}

#[cfg(test)]
#[path = "surface_tests.rs"]
mod tests;
