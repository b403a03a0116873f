//! An edge, prepared for movers of one size.

use glam::Vec2;

use crate::edge::Side;
use crate::obstacle::Shape;
use crate::separation::{Fitted, Hexagon, Separation};

/// An edge, prepared for the exact test.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeRecord {
    /// The hexagon for cores of one size.
    pub fitted: Fitted,
    /// The edge's index in the terrain.
    pub index: u32,
    /// From where it is solid.
    pub side: Side,
    pub outward: Vec2,
    pub is_box: bool,
}

impl EdgeRecord {
    /// Prepares an edge for cores with half extents `half`.
    #[inline]
    pub fn new(hexagon: &Hexagon, side: Side, index: u32, half: Vec2) -> Self {
        let fitted = hexagon.fitted(half);
        Self { fitted, index, side, outward: fitted.outward(), is_box: fitted.is_box() }
    }

    /// Its separation from a core at `at`, relative to its middle; `None` when it is certainly farther than `limit`.
    #[inline(always)]
    pub fn separation_within(&self, at: Vec2, limit: f32) -> Option<Separation> {
        let outer = self.side != Side::Both;
        if self.is_box {
            self.fitted.box_separation_within(at, outer, limit)
        } else {
            self.fitted.separation_within(at, outer, limit)
        }
    }

    /// Whether it counts before another edge that is equally deep for a core at `center + offset` with this `up`.
    #[cold]
    #[inline(never)]
    pub fn comes_before(&self, other: &Self, center: Vec2, offset: Vec2, up: Vec2) -> bool {
        let rest = (self.side as u8, self.index).cmp(&(other.side as u8, other.index));
        self.fitted.order(&other.fitted, center, offset, up).then(rest).is_lt()
    }
}

impl Shape for EdgeRecord {
    #[inline]
    fn separation(&self, center: Vec2, _half: Vec2) -> Separation {
        self.fitted.separation(center - self.fitted.middle, self.side != Side::Both)
    }

    fn one_way(&self) -> Option<Vec2> {
        (self.side == Side::OneWay).then_some(self.outward)
    }

    fn outward(&self) -> Option<Vec2> {
        (self.side != Side::Both).then_some(self.outward)
    }

    fn height(&self, center: Vec2, (_, radius): (Vec2, f32)) -> f32 {
        self.fitted.height(center - self.fitted.middle) - radius
    }
}
