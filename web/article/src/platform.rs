//! A lift carries a box towards a ceiling: it stays if there is room for it, and is squeezed if there is not.

use glam::Vec2;
use seamwalker_collide::{Aabb, Body, BodyId, Carrier, Edge, Passenger, Side, SolverSetup, Space, Terrain};
use seamwalker_lab::story::{Knob, StoryNumber};
use seamwalker_lab::{Mark, MarkShape, Tone};

use crate::figure::{Figure, FigureSpec, number};

/// The side of the box; half extents of the lift; and how far it rises, at how many pixels per tick.
const BOX: f32 = 16.0;
const LIFT: Vec2 = Vec2::new(26.0, 4.0);
const RISE: f32 = 40.0;
const SPEED: f32 = 0.5;
/// How long the lift waits at either end, in ticks.
const WAIT: u32 = 40;
const VIEW: [Vec2; 2] = [Vec2::new(-70.0, -74.0), Vec2::new(70.0, 20.0)];

/// The room between the lift at its highest and the ceiling, in pixels.
pub(crate) const ROOM: Knob = Knob { name: Some("room"), from: 4.0, to: 28.0, step: 1.0, start: 12.0 };

/// The figure.
pub(crate) struct Platform {
    room: f32,
    space: Space,
    ceiling: Aabb,
    lift: BodyId,
    passenger: BodyId,
    carrier: Carrier,
    tick: u32,
    /// Whether the box had no room in this ride.
    squeezed: bool,
}

/// How far up the lift is after this many ticks, in pixels.
fn height(tick: u32) -> f32 {
    let way = (RISE / SPEED) as u32;
    let at = tick % (2 * (way + WAIT));
    let ticks = at.min(way).min((2 * way + WAIT).saturating_sub(at));
    ticks as f32 * SPEED
}

impl Platform {
    pub(crate) fn new(room: f32) -> Self {
        let bottom = -RISE - LIFT.y - room;
        let ceiling = Aabb::from_corners(Vec2::new(VIEW[0].x, VIEW[0].y - 40.0), Vec2::new(VIEW[1].x, bottom));
        // From right to left, so that its outer side is below.
        let underside = Edge::new(ceiling.max(), Vec2::new(ceiling.min().x, bottom), Side::Outer);
        let mut space = Space::new(Terrain::new(vec![underside], Vec::new()));
        let lift = space.bodies.push(Body { priority: 1, ..Body::new(Aabb::new(Vec2::ZERO, LIFT)) });
        let standing = Aabb::new(Vec2::new(0.0, -LIFT.y - BOX * 0.5), Vec2::splat(BOX * 0.5));
        let passenger = space.bodies.push(Body { priority: 2, ..Body::new(standing) });
        let carrier = Carrier::new(vec![Passenger::new(passenger)]);
        Self { room, space, ceiling, lift, passenger, carrier, tick: 0, squeezed: false }
    }
}

impl Figure for Platform {
    fn spec(&self) -> FigureSpec {
        let view = Aabb::from_corners(VIEW[0], VIEW[1]);
        FigureSpec { view, slider: Some((ROOM, self.room)), handle: None, moves: true }
    }

    fn set(&mut self, value: f32) {
        *self = Self::new(ROOM.limit(value));
    }

    fn step(&mut self, _: Option<Vec2>) {
        self.tick += 1;
        // After each ride, the next one begins with a new box.
        if height(self.tick) == 0.0 && self.squeezed {
            *self = Self::new(self.room);
            return;
        }
        let Self { space, carrier, squeezed, .. } = self;
        carrier.begin();
        let to = Vec2::new(0.0, -height(self.tick));
        carrier.move_body(&SolverSetup::default(), space, self.lift, to, |space, squeeze| {
            *squeezed = true;
            space.bodies.enable(squeeze.body, false);
        });
    }

    fn marks(&self) -> Vec<Mark> {
        let (lift, passenger) = (self.space.bodies[self.lift].aabb, self.space.bodies[self.passenger].aabb);
        let tone = if self.squeezed { Tone::Bad } else { Tone::Mover };
        let (top, half) = (Vec2::new(0.0, -RISE - LIFT.y), Vec2::new(LIFT.x + 8.0, 0.0));
        vec![
            Mark::new(Tone::Ground, MarkShape::Area(self.ceiling.corners().to_vec())),
            Mark::new(Tone::Ground, MarkShape::Area(lift.corners().to_vec())),
            Mark::new(Tone::Other, MarkShape::Line(top - half, top + half)),
            Mark::new(tone, MarkShape::Frame(passenger)),
        ]
    }

    fn numbers(&self) -> Vec<StoryNumber> {
        let tone = if self.squeezed { Tone::Bad } else { Tone::End };
        let squeezed = f32::from(u8::from(self.squeezed));
        vec![number("room", self.room, Tone::Winner), number("squeezed", squeezed, tone)]
    }
}
