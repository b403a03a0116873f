//! The ground as solvers see it: thick segments and their normals.

use macroquad::color::Color;
use seamwalker_collide::{Edge, Side};

use crate::app::lab_ui::Pen;
use crate::app::render::palette;

/// Length of a normal, in pixels.
pub const NORMAL_LENGTH: f32 = 9.0;

impl Pen<'_> {
    /// A segment grown by the radius.
    pub(super) fn capsule(&mut self, edge: &Edge, radius: f32) {
        // An invisible edge is paler: it pushes nothing where the solver's option says so.
        let opacity = if edge.visible { 1.0 } else { 0.35 };
        let color = palette::faded(side_color(edge.side), opacity);
        let (a, b) = (edge.segment.a, edge.segment.b);
        let (shape, fill) = (self.rounded(&[a, b], radius), palette::faded(side_color(edge.side), 0.22 * opacity));
        self.outlined(&shape, fill, color, 1.0);
        self.line(a, b, 1.0, color);
        for end in [a, b] {
            let at = self.at(end);
            self.canvas.rect(at.x - 2.0, at.y - 2.0, 4.0, 4.0, palette::INK);
            self.canvas.rect(at.x - 1.0, at.y - 1.0, 2.0, 2.0, palette::CREAM);
        }
    }

    pub(super) fn normal(&mut self, edge: &Edge) {
        let middle = (edge.segment.a + edge.segment.b) * 0.5;
        self.arrow(middle, middle + edge.normal * NORMAL_LENGTH, side_color(edge.side));
    }
}

fn side_color(side: Side) -> Color {
    match side {
        Side::Outer => palette::MUSTARD,
        Side::OneWay => palette::ROSE,
        Side::Both => palette::DENIM_LIGHT,
    }
}
