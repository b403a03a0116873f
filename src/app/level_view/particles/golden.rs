//! The moment of a golden button: a thread is pulled around it, and it glints.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_level::ObjectKind;
use seamwalker_sim::{Event, TICK, World};

use crate::app::render::{Canvas, Stitch, palette};

/// Seconds until the thread is around, and until it has opened and is gone.
const TIE_TIME: f32 = 0.22;
const RING_TIME: f32 = 0.7;
/// The radius of the thread around the button and at the end, in pixels.
const RADII: [f32; 2] = [11.0, 30.0];
/// Corners of a whole circle.
const RING_SIDES: usize = 28;
/// The stitches that it becomes while it opens.
const RING_STITCH: Stitch = Stitch { dash: 6.0, gap: 4.0, width: 2.0 };
/// The longest ray of the glint, in pixels.
const GLINT_RADIUS: f32 = 26.0;

/// Where an event took a golden button; `None` for any other event.
pub fn golden_button(event: &Event, world: &World) -> Option<Vec2> {
    let Event::Took { object } = *event else { return None };
    let object = world.level.objects.get(object as usize)?;
    matches!(object.kind, ObjectKind::Bead { golden: true }).then_some(object.aabb.center)
}

/// A star of four long and four short rays.
pub fn glint(canvas: &mut Canvas, at: Vec2, radius: f32, strength: f32, color: Color) {
    let color = palette::faded(color, strength.min(1.0));
    for (axis, share) in [(Vec2::X, 1.0), (Vec2::Y, 1.0), (Vec2::ONE, 0.4), (Vec2::new(1.0, -1.0), 0.4)] {
        let (ray, across) = (axis * radius * share, axis.perp().normalize() * 1.5);
        canvas.polygon(&[at - ray, at + across, at + ray, at - across], color);
    }
}

/// A ring around a place where a golden button was.
pub struct GoldenRing {
    at: Vec2,
    age: f32,
}

impl GoldenRing {
    /// A ring that begins.
    pub const fn new(at: Vec2) -> Self {
        Self { at, age: 0.0 }
    }

    /// One tick. Whether it is still there.
    pub fn tick(&mut self) -> bool {
        self.age += TICK;
        self.age < RING_TIME
    }

    /// How far the thread goes around, and the radius: first it goes around, then it opens.
    fn shape(&self) -> (f32, f32) {
        let around = (self.age / TIE_TIME).min(1.0);
        let opening = ((self.age - TIE_TIME) / (RING_TIME - TIE_TIME)).clamp(0.0, 1.0);
        let eased = 1.0 - (1.0 - opening).powi(3);
        (1.0 - (1.0 - around).powi(2), RADII[0] + (RADII[1] - RADII[0]) * eased)
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, reduce_motion: bool) {
        let (around, radius) = if reduce_motion { (1.0, RADII[0]) } else { self.shape() };
        let corner = |i: usize| {
            let turn = i as f32 / RING_SIDES as f32 * std::f32::consts::TAU - std::f32::consts::FRAC_PI_2;
            self.at + Vec2::from_angle(turn) * radius
        };
        let count = (RING_SIDES as f32 * around).ceil() as usize;
        let path: Vec<Vec2> = (0..=count).map(corner).collect();
        if around < 1.0 {
            for (width, color) in [(4.0, palette::INK), (2.0, palette::CREAM)] {
                canvas.strip(&path, width, color);
            }
        } else {
            let wide = Stitch { width: RING_STITCH.width + 2.0, ..RING_STITCH };
            canvas.stitches(wide, &path[..RING_SIDES], true, palette::INK);
            canvas.stitches(RING_STITCH, &path[..RING_SIDES], true, palette::MUSTARD);
        }
        let shine = 1.0 - self.age / RING_TIME;
        if !reduce_motion && shine > 0.0 {
            glint(canvas, self.at, GLINT_RADIUS * shine, shine * 2.0, palette::CREAM);
        }
    }
}
