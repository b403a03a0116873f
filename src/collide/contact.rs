//! What a collision query answers: a contact (overlapping now) or a hit (would touch later). Signs are told here, once.

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Two shapes that overlap now.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// Unit vector from the obstacle **towards the mover**.
    pub normal: Vec2,
    /// How far the mover must go along the normal until the two only touch, in pixels; positive when overlapping. Queries
    /// with a reach also report shapes that are apart: their depth is negative, the gap's width.
    pub depth: f32,
}

/// Two shapes that would touch during a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The part of the move that is free, 0 to 1.
    pub fraction: f32,
    /// Unit vector from the obstacle towards the mover at the place of the hit.
    pub normal: Vec2,
    /// What was hit.
    pub obstacle: Obstacle,
}

/// The name of a moving body: its index in [`Space::bodies`](super::Space::bodies).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BodyId(pub u32);

/// What a mover met. The order is the order in which queries answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Obstacle {
    /// A thick segment of the terrain, by its index in [`Terrain::edges`](super::Terrain::edges).
    Edge(u32),
    /// A box or slope of the terrain, by its index in [`Terrain::pieces`](super::Terrain::pieces).
    Piece(u32),
    /// A moving body.
    Body(BodyId),
}

/// A contact and what it is with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Touch {
    /// Normal towards the mover, and depth.
    pub contact: Contact,
    /// What is touched.
    pub obstacle: Obstacle,
}

/// A short list of touches that needs no allocation. When it is full, the shallowest touch is forgotten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touches {
    list: [Touch; Self::CAPACITY],
    len: usize,
}

impl Touches {
    /// How many touches fit. A box meets more than four outline segments at once only in places built for it.
    pub const CAPACITY: usize = 6;

    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        let nothing = Touch { contact: Contact { normal: Vec2::ZERO, depth: 0.0 }, obstacle: Obstacle::Edge(0) };
        Self { list: [nothing; Self::CAPACITY], len: 0 }
    }

    /// Adds a touch. One with an obstacle that is already listed replaces it when it is deeper.
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

    /// Goes through the touches.
    pub fn iter(&self) -> std::slice::Iter<'_, Touch> {
        self.as_slice().iter()
    }

    /// Whether nothing is touched.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many touches are listed.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }
}

impl Default for Touches {
    fn default() -> Self {
        Self::new()
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
    type IntoIter = std::slice::Iter<'a, Touch>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
