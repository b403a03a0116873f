//! The demo of "Smooth collisions" part 1: a mover seen from above.

use glam::Vec2;
use seamwalker_collide::{Aabb, Edge, Solver, SolverSetup};
use seamwalker_lab::demo::TopDown;

use super::demo_world;
use crate::app::audio::Effect;
use crate::app::input::{ButtonState, InputBuffer};
use crate::app::lab_ui::Pen;
use crate::app::play::clock::Clock;
use crate::app::render::{Assets, Canvas, palette};
use crate::app::screens::UiInput;
use crate::app::ui::FINE;

/// The names of the shapes, in their order.
const SHAPE_NAMES: [&str; 4] = ["demo.square", "demo.disk", "demo.box", "demo.capsule"];
/// How far the arrow forwards reaches from the middle of the mover, in pixels.
const HEADING_LENGTH: f32 = 24.0;

/// Half the width of a line that has no thickness for the solver, in pixels.
const MIN_HEM: f32 = 0.5;

/// The demo.
pub struct TopDownDemo {
    scene: TopDown,
    clock: Clock,
    queue: InputBuffer,
}

impl TopDownDemo {
    /// The start.
    pub fn new() -> Self {
        let mut queue = InputBuffer::default();
        queue.clear();
        Self { scene: TopDown::default(), clock: Clock::default(), queue }
    }

    /// One frame.
    pub fn update(&mut self, input: &UiInput, buttons: ButtonState, solver: SolverSetup, dt: f32) {
        let shape = self.scene.shape;
        self.queue.add(buttons);
        for _ in 0..self.clock.ticks(dt) {
            self.scene.step(self.queue.next(), solver);
        }
        if self.scene.shape != shape {
            input.sound(Effect::MenuMove);
        }
    }

    /// Draws it. Returns the shape and the solver.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, solver: SolverSetup) -> String {
        let TopDown { space, mover, shape, collides, .. } = &self.scene;
        let view = shape.solver(solver).view();
        let (half, radius) = view.core(mover);
        // Edges without thickness, or pieces, meet the whole mover.
        let skin = radius.min(mover.effective_skin());
        let mut pen = Pen::new(canvas, assets, demo_world(canvas.format), Vec2::ZERO);
        for piece in space.terrain.pieces() {
            pen.polygon(&piece.corners(), palette::DENIM);
        }
        hem(&mut pen, space.terrain.edges(), skin);
        let center = mover.aabb.center;
        let [whole, inner] = [radius, radius - skin].map(|radius| pen.rounded_box(center, half, radius));
        let alpha = if *collides { 1.0 } else { 0.4 };
        pen.outlined(&whole, palette::faded(palette::ROSE, 0.4 * alpha), palette::faded(palette::ROSE, alpha), 1.0);
        pen.outlined(&inner, palette::faded(palette::RED, alpha), palette::INK, 1.0);
        pen.arrow(center, center + self.scene.forwards() * HEADING_LENGTH, palette::CREAM);
        for touch in self.scene.contacts(solver).iter().filter(|_| *collides) {
            pen.contact_normal(space, &Aabb::new(center, half), touch, palette::LEAF);
        }
        let words = &assets.words;
        let shown = words.get(SHAPE_NAMES[shape.under(solver) as usize]);
        let state = if *collides { shown } else { words.get("demo.off") };
        format!("{state} · {}", solver.kind)
    }
}

/// The edges as hems of this radius, joined at the corners, each with a seam in its middle.
fn hem(pen: &mut Pen, edges: &[Edge], radius: f32) {
    let radius = radius.max(MIN_HEM);
    for (radius, color) in [(radius + 1.0, palette::INK), (radius, palette::MUSTARD)] {
        for Edge { segment, .. } in edges {
            let corners = pen.rounded(&[segment.a, segment.b], radius);
            pen.canvas.polygon(&corners, color);
        }
    }
    for Edge { segment, .. } in edges.iter().filter(|_| radius > MIN_HEM) {
        let ends = [segment.a, segment.b].map(|end| pen.at(end));
        pen.canvas.stitches(FINE, &ends, false, palette::INK);
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_sim::{Buttons, TICK};

    use super::*;

    #[test]
    fn keys_that_chose_the_demo_in_a_menu_do_nothing_until_they_are_released() {
        let mut demo = TopDownDemo::new();
        let mut collides = |held| {
            let buttons = ButtonState { held, pressed: held };
            demo.update(&UiInput::default(), buttons, SolverSetup::default(), TICK * 1.01);
            demo.scene.collides
        };
        assert_eq!([Buttons::JUMP, 0, Buttons::JUMP].map(&mut collides), [true, true, false]);
    }
}
