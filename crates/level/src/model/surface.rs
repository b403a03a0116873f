//! How ground behaves: the classes of Tiled, and the values of their members, as the one number that terrain carries.

use serde::{Deserialize, Serialize};

use seamwalker_collide::{Direction, Tag};

/// How a surface behaves: the class in Tiled.
///
/// ```
/// use seamwalker_level::Surface;
///
/// // Terrain carries a surface as a tag; the collision floor gives it no meaning.
/// assert_eq!(Surface::from_tag(Surface::OneWay.tag()), Surface::OneWay);
/// assert_eq!(Surface::from_name("Hazard"), Some(Surface::Hazard));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Surface {
    /// Plain ground.
    #[default]
    Solid,
    /// Solid only from one side.
    OneWay,
    /// Hurts.
    Hazard,
    /// Can be climbed; its top can be stood on.
    Ladder,
    /// Slippery ground.
    Ice,
    /// Ground that throws who lands on it.
    Bouncy,
    /// Ground that holds: slow to walk on, and walls of it can be clung to.
    Sticky,
    /// Ground that carries along.
    Conveyor,
    /// Can be swum in.
    Water,
}

impl Surface {
    /// All of them; the index is the kind in the tag.
    pub const ALL: [Self; 9] = [
        Self::Solid,
        Self::OneWay,
        Self::Hazard,
        Self::Ladder,
        Self::Ice,
        Self::Bouncy,
        Self::Sticky,
        Self::Conveyor,
        Self::Water,
    ];

    /// The class name in Tiled.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solid => "Solid",
            Self::OneWay => "OneWay",
            Self::Hazard => "Hazard",
            Self::Ladder => "Ladder",
            Self::Ice => "Ice",
            Self::Bouncy => "Bouncy",
            Self::Sticky => "Sticky",
            Self::Conveyor => "Conveyor",
            Self::Water => "Water",
        }
    }

    /// The surface with this class name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name() == name)
    }

    /// Whether it is ground from all sides. All ground that touches is one solid with one outline.
    #[must_use]
    pub const fn is_ground(self) -> bool {
        matches!(self, Self::Solid | Self::Ice | Self::Bouncy | Self::Sticky | Self::Conveyor)
    }

    /// Whether it is a place to be in, and no obstacle.
    #[must_use]
    pub const fn is_area(self) -> bool {
        matches!(self, Self::Hazard | Self::Ladder | Self::Water)
    }

    /// The tag that the terrain carries for it, with the members of its class as they are by default.
    #[must_use]
    pub const fn tag(self) -> Tag {
        Tag(self as u16)
    }

    /// The surface that a tag of a level's terrain stands for; Solid for a tag of something else.
    #[must_use]
    pub fn from_tag(tag: Tag) -> Self {
        Material::from_tag(tag).surface
    }
}

/// A surface with the members of its class. It is packed into a tag whole, so that terrain says everything about itself,
/// and no table has to be kept in an order.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Material {
    /// How it behaves.
    pub surface: Surface,
    /// From where it is solid; Up for everything but [`Surface::OneWay`].
    pub direction: Direction,
    /// How fast it carries along, in px/s, clockwise round the solid: to the right on its top. 0 for everything
    /// but [`Surface::Conveyor`].
    pub speed: i16,
}

/// How many bits of a tag say which surface it is; the others hold the member of its class. More would leave less than the
/// twelve that speeds need.
const KIND_BITS: u32 = 4;

impl Material {
    /// The fastest conveyor, in px/s: what twelve bits hold with room to spare.
    pub const MAX_SPEED: i16 = 2000;

    /// Solid from one side.
    #[must_use]
    pub const fn one_way(direction: Direction) -> Self {
        Self { surface: Surface::OneWay, direction, speed: 0 }
    }

    /// Carries along at this speed, in px/s, at most [`Material::MAX_SPEED`] either way.
    #[must_use]
    pub fn conveyor(speed: i16) -> Self {
        let speed = speed.clamp(-Self::MAX_SPEED, Self::MAX_SPEED);
        Self { surface: Surface::Conveyor, direction: Direction::Up, speed }
    }

    /// The tag that the terrain carries for it.
    #[must_use]
    #[allow(clippy::cast_sign_loss, reason = "the bits count")]
    pub const fn tag(self) -> Tag {
        let member = match self.surface {
            Surface::OneWay => self.direction as u16,
            Surface::Conveyor => self.speed as u16,
            _ => 0,
        };
        Tag(self.surface as u16 | member << KIND_BITS)
    }

    /// What a tag of a level's terrain stands for; Solid for a tag of something else.
    #[must_use]
    #[allow(clippy::cast_possible_wrap, reason = "the bits count, and the shift brings the sign back")]
    pub fn from_tag(tag: Tag) -> Self {
        let kind = tag.0 & ((1 << KIND_BITS) - 1);
        let surface = Surface::ALL.get(usize::from(kind)).copied().unwrap_or_default();
        match surface {
            Surface::OneWay => {
                Self::one_way(Direction::ALL.get(usize::from(tag.0 >> KIND_BITS)).copied().unwrap_or_default())
            }
            Surface::Conveyor => Self::conveyor(tag.0 as i16 >> KIND_BITS),
            _ => Self::from(surface),
        }
    }
}

impl From<Surface> for Material {
    fn from(surface: Surface) -> Self {
        Self { surface, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_material_comes_back_from_its_tag() {
        let plain = Surface::ALL.into_iter().map(Material::from);
        let curtains = Direction::ALL.into_iter().map(Material::one_way);
        let belts = (-Material::MAX_SPEED..=Material::MAX_SPEED).map(Material::conveyor);
        for material in plain.chain(curtains).chain(belts) {
            assert_eq!(Material::from_tag(material.tag()), material);
        }
        // Levels without members keep the tags, and so the hash, that they had when there were no members.
        let tags = [Surface::Solid, Surface::OneWay, Surface::Hazard].map(|surface| surface.tag().0);
        assert_eq!(tags, [0, 1, 2]);
    }

    #[test]
    fn any_number_is_some_material() {
        for tag in 0..=u16::MAX {
            assert!(Material::from_tag(Tag(tag)).speed.abs() <= Material::MAX_SPEED);
        }
    }
}
