//! Where a body is, and how far it is turned.

use core::f64::consts::FRAC_PI_2;

use glam::Vec2;

/// A place and a rotation.
///
/// ```
/// use seamwalker_collide::Pose;
/// use seamwalker_collide::glam::Vec2;
///
/// // A quarter turn: clockwise on the screen, because y points down.
/// let pose = Pose::new(Vec2::new(100.0, 50.0), core::f32::consts::FRAC_PI_2);
/// assert!(pose.rotation.distance(Vec2::Y) < 1e-6);
/// let below = Vec2::new(100.0, 58.0);
/// assert!(pose.world(Vec2::new(8.0, 0.0)).distance(below) < 1e-4);
/// assert!(pose.local(below).distance(Vec2::new(8.0, 0.0)) < 1e-4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// Where the origin is, in pixels.
    pub at: Vec2,
    /// The unit vector into which the x axis is turned: [`Vec2::X`] when nothing is turned.
    pub rotation: Vec2,
}

impl Pose {
    /// A place, turned by an angle in radians, clockwise on the screen. The bits are the same on every platform.
    #[must_use]
    pub fn new(at: Vec2, angle: f32) -> Self {
        // Taylor series around the nearest quarter turn, exact to the last bit of an f32 or the one before.
        let quarters = f64::from(angle) / FRAC_PI_2;
        let whole = (quarters + if quarters < 0.0 { -0.5 } else { 0.5 }) as i64;
        let x = if angle.is_finite() { f64::from(angle) - whole as f64 * FRAC_PI_2 } else { 0.0 };
        let series = |from: u32| {
            let (mut term, mut sum) = (if from == 0 { 1.0 } else { x }, 0.0);
            for n in (from..from + 14).step_by(2) {
                sum += term;
                term *= -x * x / f64::from((n + 1) * (n + 2));
            }
            sum as f32
        };
        let turned = Vec2::new(series(0), series(1));
        let rotation = match whole.rem_euclid(4) {
            0 => turned,
            1 => turned.perp(),
            2 => -turned,
            _ => -turned.perp(),
        };
        Self { at, rotation: rotation + Vec2::ZERO }
    }

    /// A point of the body in the world.
    #[must_use]
    pub fn world(&self, local: Vec2) -> Vec2 {
        self.at + self.rotation.rotate(local)
    }

    /// A point of the world, as the body has it.
    #[must_use]
    pub fn local(&self, world: Vec2) -> Vec2 {
        Vec2::new(self.rotation.x, -self.rotation.y).rotate(world - self.at)
    }
}

impl Pose {
    /// A part of the way to another pose, at most about as long as all of it by that many parts.
    pub(crate) fn towards(&self, to: &Self, parts: u32) -> Self {
        let (parts, turn) = (parts as f32, self.rotation);
        let (next, share) = if turn.dot(to.rotation) < 0.0 {
            // Farther than a quarter: first that.
            (turn.perp() * 1.0_f32.copysign(turn.perp_dot(to.rotation)), (2.0 / parts).min(1.0))
        } else {
            (to.rotation, 1.0 / parts)
        };
        let rotation = if next == turn { turn } else { turn.lerp(next, share).normalize_or(turn) };
        Self { at: self.at + (to.at - self.at) / parts, rotation }
    }
}

/// From one pose to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub from: Pose,
    pub to: Pose,
}

impl Motion {
    /// Whether it is more than a move.
    pub fn turns(&self) -> bool {
        self.from.rotation != self.to.rotation
    }

    /// How far it moves the point of a body that is at `before`.
    pub fn moves(&self, before: Vec2) -> Vec2 {
        self.to.world(self.from.local(before)) - before
    }

    /// How far it moved the point of a body that is at `after`.
    pub fn moved(&self, after: Vec2) -> Vec2 {
        after - self.from.world(self.to.local(after))
    }
}

/// A place, unturned.
impl From<Vec2> for Pose {
    fn from(at: Vec2) -> Self {
        Self { at, rotation: Vec2::X }
    }
}
