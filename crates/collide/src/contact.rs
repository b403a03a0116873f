//! Answers of collision queries: a contact (overlapping now) or a hit (would touch later). Signs are defined here.

use alloc::vec::Vec;
use core::ops::Deref;

use glam::Vec2;

/// Two shapes that overlap now.
///
/// ```
/// use seamwalker_collide::{Aabb, Contact, Segment, separation_aabb_segment};
/// use seamwalker_collide::glam::Vec2;
///
/// let wall = Segment::new(Vec2::new(0.0, -50.0), Vec2::new(0.0, 50.0));
/// let mover = Aabb::new(Vec2::new(6.0, 0.0), Vec2::splat(4.0));
/// // The wall is 3 px thick on either side.
/// let contact = |mover: Aabb| separation_aabb_segment(mover, wall).contact(3.0);
/// let Contact { normal, depth } = contact(mover);
/// assert_eq!((normal, depth), (Vec2::X, 1.0));
/// // Moved by the depth along the normal, the two only touch.
/// assert_eq!(contact(mover.moved(normal * depth)).depth, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contact {
    /// Unit vector from the obstacle **towards the mover**.
    pub normal: Vec2,
    /// How far the mover must go along the normal until the two only touch, in pixels; positive when overlapping.
    /// Queries with a reach also report shapes that are apart: their depth is negative, the gap's width.
    pub depth: f32,
}

/// Two shapes that would touch during a move.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, Mover, Obstacle, Side, Space, Terrain, CollisionView};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mover = Mover::new(Aabb::new(Vec2::new(32.0, 70.0), Vec2::splat(10.0)));
/// // 20 px above the floor, 40 px down: half of the way is free.
/// let hit = space.cast(CollisionView::Thick, &mover, Vec2::new(0.0, 40.0)).unwrap();
/// assert!((hit.fraction - 0.5).abs() < 1e-3);
/// assert_eq!((hit.normal, hit.obstacle), (Vec2::NEG_Y, Obstacle::Edge(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// The fraction of the move that is free, 0 to 1.
    pub fraction: f32,
    /// Unit vector from the obstacle towards the mover, at the hit.
    pub normal: Vec2,
    /// The obstacle that was hit.
    pub obstacle: Obstacle,
}

/// Id of a moving body in [`Space::bodies`](super::Space::bodies). Of bodies that were never removed it is the index. It never means
/// another body, until [`Bodies::clear`](super::Bodies::clear): a removed one is unknown, and what takes its place has another id.
///
/// ```
/// use seamwalker_collide::{Aabb, Body, BodyId, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// let (mut space, raft) = (Space::default(), Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0))));
/// let first = space.bodies.push(raft);
/// assert_eq!(first, BodyId(0));
/// space.bodies.remove(first);
/// let second = space.bodies.push(raft);
/// assert!(second.index() == 0 && second != first && space.bodies.get(first).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId(pub u32);

impl BodyId {
    /// How many low bits are the index. The others count how often its place was given to another body.
    pub(crate) const INDEX_BITS: u32 = 22;

    /// Where it is in the list of bodies.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & ((1 << Self::INDEX_BITS) - 1)) as usize
    }
}

/// The obstacle that a mover met. Queries answer in this order. A fifth kind would be a breaking change on purpose:
/// code that matches should handle all of them.
///
/// ```
/// use seamwalker_collide::{Obstacle, Space};
///
/// fn name(space: &Space, obstacle: Obstacle) -> String {
///     match obstacle {
///         Obstacle::Edge(i) => format!("outline {}", space.terrain.edges()[i as usize].chain),
///         Obstacle::Piece(i) => format!("tile {i}"),
///         Obstacle::Body(id) | Obstacle::Part(id, _) => format!("body {}", id.0),
///     }
/// }
/// assert_eq!(name(&Space::default(), Obstacle::Piece(7)), "tile 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Obstacle {
    /// A thick segment of the terrain, by its index in [`Terrain::edges`](super::Terrain::edges).
    Edge(u32),
    /// A box or slope of the terrain, by its index in [`Terrain::pieces`](super::Terrain::pieces).
    Piece(u32),
    /// A moving body.
    Body(BodyId),
    /// Of a body that is [a terrain of its own](crate::Bodies::push_terrain), an edge by its index there; from 32,768 on a piece, by its
    /// index plus that.
    Part(BodyId, u16),
}

impl Obstacle {
    /// The body; `None` for terrain.
    #[must_use]
    pub const fn body(self) -> Option<BodyId> {
        match self {
            Self::Body(id) | Self::Part(id, _) => Some(id),
            Self::Edge(_) | Self::Piece(_) => None,
        }
    }
}

/// A contact and its obstacle.
///
/// ```
/// use seamwalker_collide::{Contact, Obstacle, Touch};
/// use seamwalker_collide::glam::Vec2;
///
/// let touch = Touch { contact: Contact { normal: Vec2::NEG_Y, depth: 0.2 }, obstacle: Obstacle::Edge(3) };
/// let stands = touch.contact.normal.y < -0.7;
/// assert!(stands, "its normal points up: a floor");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Touch {
    /// Normal towards the mover, and depth.
    pub contact: Contact,
    /// The obstacle that is touched.
    pub obstacle: Obstacle,
}

/// A short list of touches that never allocates. When it is full, a deeper touch replaces the shallowest one.
///
/// ```
/// use seamwalker_collide::{Contact, Obstacle, Touch, Touches};
/// use seamwalker_collide::glam::Vec2;
///
/// let touch = |normal, depth, edge| Touch { contact: Contact { normal, depth }, obstacle: Obstacle::Edge(edge) };
/// let touches: Touches =
///     [touch(Vec2::NEG_Y, 0.5, 0), touch(Vec2::X, 0.1, 1), touch(Vec2::NEG_Y, 0.8, 0)].into_iter().collect();
/// // One entry for each obstacle, the deeper one.
/// assert_eq!(touches.len(), 2);
/// let deepest = touches.iter().map(|t| t.contact.depth).fold(0.0, f32::max);
/// assert_eq!(deepest, 0.8);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Touch>", into = "Vec<Touch>"))]
pub struct Touches {
    list: [Touch; Self::CAPACITY],
    len: usize,
}

/// Reads like a slice.
impl Deref for Touches {
    type Target = [Touch];

    fn deref(&self) -> &[Touch] {
        self.as_slice()
    }
}

impl Touches {
    /// How many touches fit. Only places built for it make a box meet more than four outline segments at once.
    const CAPACITY: usize = 6;

    /// What is in free places.
    pub(super) const NOTHING: Touch =
        Touch { contact: Contact { normal: Vec2::ZERO, depth: 0.0 }, obstacle: Obstacle::Edge(0) };

    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self { list: [Self::NOTHING; Self::CAPACITY], len: 0 }
    }

    /// The first `count` of a few touches with different obstacles.
    #[inline(always)]
    pub(super) fn few<const N: usize>(touches: [Touch; N], count: usize) -> Self {
        let mut few = Self { len: count, ..Self::new() };
        few.list[..N].copy_from_slice(&touches);
        few
    }

    /// Adds a touch. If its obstacle is already listed, the deeper touch is kept.
    #[inline]
    pub fn add(&mut self, touch: Touch) {
        if self.len == 0 {
            self.list[0] = touch;
            self.len = 1;
        } else {
            self.add_to_others(touch);
        }
    }

    fn add_to_others(&mut self, touch: Touch) {
        let known = self.list[..self.len].iter().position(|t| t.obstacle == touch.obstacle);
        let slot = known.or_else(|| {
            (self.len == Self::CAPACITY).then(|| {
                let depth = |i: &usize| self.list[*i].contact.depth;
                (0..self.len).min_by(|a, b| depth(a).total_cmp(&depth(b))).unwrap_or(0)
            })
        });
        match slot {
            Some(i) if self.list[i].contact.depth < touch.contact.depth => self.list[i] = touch,
            Some(_) => {}
            None => {
                self.list[self.len] = touch;
                self.len += 1;
            }
        }
    }

    /// The touches, in the order in which they were found.
    #[must_use]
    pub fn as_slice(&self) -> &[Touch] {
        &self.list[..self.len]
    }
}

impl PartialEq for Touches {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Default for Touches {
    fn default() -> Self {
        Self::new()
    }
}

impl From<Vec<Touch>> for Touches {
    fn from(touches: Vec<Touch>) -> Self {
        touches.into_iter().collect()
    }
}

impl From<Touches> for Vec<Touch> {
    fn from(touches: Touches) -> Self {
        touches.as_slice().to_vec()
    }
}

impl FromIterator<Touch> for Touches {
    fn from_iter<I: IntoIterator<Item = Touch>>(touches: I) -> Self {
        let mut list = Self::new();
        touches.into_iter().for_each(|touch| list.add(touch));
        list
    }
}

impl<'a> IntoIterator for &'a Touches {
    type Item = &'a Touch;
    type IntoIter = core::slice::Iter<'a, Touch>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
