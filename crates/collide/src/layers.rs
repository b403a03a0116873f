//! Layers: which kinds of bodies and of ground meet which movers and queries.

use core::ops::{BitOr, Not};

/// A set of up to 32 layers. A body is in some layers, and a mover or a query meets bodies in some layers: it meets a
/// body if the two sets share one. Only the mover is asked, so "enemies pass through each other" is one line:
///
/// ```
/// use seamwalker_collide::{Aabb, Body, Layers, Mover, Solver, SolverSetup, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// const ENEMIES: Layers = Layers::layer(1);
/// let mut space = Space::default();
/// let beetle = Aabb::new(Vec2::new(20.0, 0.0), Vec2::splat(8.0));
/// space.bodies.push(Body { layers: ENEMIES, ..Body::new(beetle) });
///
/// let hero = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
/// let other_beetle = Mover { meets: !ENEMIES, ..hero };
/// let walk = |mover| SolverSetup::default().slide(&space, &mover, Vec2::X * 40.0).moved.x;
/// assert_eq!((walk(hero), walk(other_beetle)), (4.0, 40.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layers(pub u32);

impl Layers {
    /// No layer: what is in it is met by nothing, what meets it meets nothing.
    pub const NONE: Self = Self(0);
    /// All 32.
    pub const ALL: Self = Self(u32::MAX);
    /// Layer 0, where bodies and ground are unless they are put elsewhere.
    pub const DEFAULT: Self = Self(1);

    /// One layer, 0 to 31. There is no layer with a larger number.
    #[must_use]
    pub const fn layer(number: u32) -> Self {
        if number < u32::BITS { Self(1 << number) } else { Self::NONE }
    }

    /// The layers of both sets; `|` for constants.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The layers that are not in the other set.
    ///
    /// ```
    /// use seamwalker_collide::Layers;
    ///
    /// const GHOSTS: Layers = Layers::layer(3);
    /// const SOLID: Layers = Layers::ALL.without(GHOSTS);
    /// assert!(!SOLID.intersects(GHOSTS) && SOLID.intersects(GHOSTS | Layers::DEFAULT));
    /// ```
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the two sets share a layer.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Default for Layers {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl BitOr for Layers {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

impl Not for Layers {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}
