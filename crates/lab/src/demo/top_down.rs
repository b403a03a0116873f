//! A mover seen from above, without gravity: it turns, drives forwards and back, and slides along thick segments.
//!
//! Source: the demo of "Smooth collisions" part 1, Sebastien Alaiwan.

use std::f32::consts::TAU;

use glam::Vec2;

use super::{DEMO_WALL, Demo, DemoView, MoverShape, axis, bounds};
use crate::ground::UnjoinedTerrain;
use seamwalker_collide::{Mover, Solver, SolverSetup, Space};
use seamwalker_sim::{Buttons, Input};

/// The start, in pixels.
const DEMO_START: Vec2 = Vec2::new(300.0, 146.0);

/// The turn of a tick, in radians: 180 degrees per second.
const TURN_STEP: f32 = TAU / 120.0;

/// The move of a tick, in pixels: 150 px/s.
const DRIVE_STEP: f32 = 2.5;

/// How far the arrow forwards reaches from the middle of the mover, in pixels.
const HEADING_LENGTH: f32 = 24.0;

/// Whole pixels.
type Corners = &'static [(u16, u16)];

/// Convex solids; corners clockwise on screen, in pixels.
const CONVEX: [Corners; 2] =
    [&[(48, 84), (66, 52), (102, 52), (120, 84), (102, 116), (66, 116)], &[(80, 170), (146, 252), (44, 230)]];

/// A solid that is not convex: its corners, and convex parts by the numbers of their corners.
type ConcaveSolid = (Corners, &'static [&'static [usize]]);

/// An arrow head, a star and a pocket.
const CONCAVE: [ConcaveSolid; 3] = [
    (&[(176, 40), (266, 80), (176, 120), (206, 80)], &[&[0, 1, 3], &[1, 2, 3]]),
    (
        &[
            (232, 164),
            (244, 196),
            (278, 197),
            (251, 218),
            (260, 251),
            (232, 232),
            (204, 251),
            (213, 218),
            (186, 197),
            (220, 196),
        ],
        &[&[9, 0, 1], &[1, 2, 3], &[3, 4, 5], &[5, 6, 7], &[7, 8, 9], &[1, 3, 5, 7, 9]],
    ),
    (
        &[(330, 40), (352, 40), (352, 90), (400, 90), (400, 40), (422, 40), (422, 112), (330, 112)],
        &[&[0, 1, 2, 7], &[2, 3, 6, 7], &[3, 4, 5, 6]],
    ),
];

/// Thin lines: an acute wedge, a straight one, a zigzag, and an arc of short parts.
const LINES: [Corners; 4] = [
    &[(470, 184), (330, 220), (470, 244)],
    &[(456, 48), (506, 128)],
    &[(560, 36), (536, 72), (566, 106), (544, 146)],
    &[(596, 192), (593, 217), (583, 240), (568, 260), (548, 275), (525, 285), (500, 288)],
];

/// The world and its mover.
#[derive(Clone, Debug)]
pub struct TopDown {
    space: Space,
    mover: Mover,
    shape: MoverShape,
    /// Forwards, in radians clockwise from the right.
    heading: f32,
    collides: bool,
    /// The input of the last tick.
    last: Input,
}

impl Default for TopDown {
    fn default() -> Self {
        let mut ground = UnjoinedTerrain::default();
        let corner = |&(x, y): &(u16, u16)| Vec2::new(x.into(), y.into());
        let corners = |points: Corners| points.iter().map(corner).collect::<Vec<_>>();
        ground.room(&bounds(), DEMO_WALL);
        CONVEX.iter().for_each(|points| ground.polygon(&corners(points)));
        CONCAVE.iter().for_each(|(points, parts)| ground.concave(&corners(points), parts));
        LINES.iter().for_each(|points| ground.line(&corners(points)));
        let (space, shape) = (Space::new(ground.terrain()), MoverShape::Square);
        let (mover, last) = (shape.mover(DEMO_START), Input::default());
        Self { space, mover, shape, heading: 0.0, collides: true, last }
    }
}

impl TopDown {
    /// The unit vector forwards.
    fn forwards(&self) -> Vec2 {
        let (sin, cos) = libm::sincosf(self.heading);
        Vec2::new(cos, sin)
    }
}

impl Demo for TopDown {
    /// Left and right turn, up and down drive, jump switches collisions off while it is held, and dash changes the shape.
    fn step(&mut self, input: Input, solver: SolverSetup) {
        if input.pressed_since(self.last).holds(Buttons::DASH) {
            self.shape = self.shape.next(&MoverShape::ALL, solver);
            self.mover = self.shape.mover(self.mover.aabb.center);
        }
        self.last = input;
        self.collides = !input.holds(Buttons::JUMP);
        self.heading = (self.heading + axis(input, Buttons::LEFT, Buttons::RIGHT) * TURN_STEP).rem_euclid(TAU);
        let delta = self.forwards() * axis(input, Buttons::DOWN, Buttons::UP) * DRIVE_STEP;
        let solver = self.shape.solver(solver);
        let moved = if self.collides { solver.slide(&self.space, &self.mover, delta).moved } else { delta };
        self.mover.aabb.center = bounds().closest_point(self.mover.aabb.center + moved);
    }

    fn view(&self) -> DemoView<'_> {
        let Self { space, mover, shape, collides, .. } = self;
        let center = mover.aabb.center;
        let arrow = [center, center + self.forwards() * HEADING_LENGTH];
        DemoView { space, mover, shape: *shape, arrow, collides: *collides, pose: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use seamwalker_collide::SolverKind;

    fn hold(scene: &mut TopDown, buttons: u8, ticks: u32, solver: SolverSetup) {
        (0..ticks).for_each(|_| scene.step(Input { buttons }, solver));
    }

    #[test]
    fn it_turns_and_drives_where_it_points() {
        let (mut scene, solver) = (TopDown::default(), SolverSetup::default());
        hold(&mut scene, Buttons::RIGHT, 30, solver);
        assert!((scene.heading - TAU / 4.0).abs() < 1e-4);
        hold(&mut scene, Buttons::UP, 10, solver);
        assert!((scene.mover.aabb.center - DEMO_START - Vec2::new(0.0, 25.0)).length() < 0.01, "down the screen");
        hold(&mut scene, Buttons::DOWN | Buttons::LEFT, 60, solver);
        assert!((scene.heading - TAU * 0.75).abs() < 1e-4, "turned by half a circle while it drove back");
    }

    #[test]
    fn a_wall_stops_it_unless_collisions_are_off() {
        let (mut scene, solver) = (TopDown::default(), SolverSetup::default());
        hold(&mut scene, Buttons::LEFT, 30, solver);
        hold(&mut scene, Buttons::UP, 120, solver);
        assert!((scene.mover.aabb.min().y - DEMO_WALL).abs() < 0.01, "at the upper wall: {}", scene.mover.aabb.center);
        assert!(scene.view().contacts(solver).iter().any(|touch| touch.contact.normal == Vec2::Y));
        hold(&mut scene, Buttons::UP | Buttons::JUMP, 120, solver);
        assert!(!scene.collides && scene.mover.aabb.center.y == 0.0, "in the wall, but never outside of the world");
    }

    #[test]
    fn a_shape_that_a_solver_does_not_know_is_skipped() {
        use MoverShape as M;
        let change = |kind, times: usize| {
            let (mut scene, solver) = (TopDown::default(), SolverSetup::new(kind));
            let press = |_| {
                hold(&mut scene, Buttons::DASH, 2, solver);
                hold(&mut scene, 0, 1, solver);
                scene.shape.under(solver)
            };
            (0..times).map(press).collect::<Vec<_>>()
        };
        assert_eq!(change(SolverKind::ThickSat, 4), [M::Disk, M::Box, M::Capsule, M::Square]);
        assert_eq!(change(SolverKind::PerAxis, 2), [M::Box, M::Square]);
        assert_eq!(change(SolverKind::Disk, 2), [M::Capsule, M::Disk]);
    }
}
