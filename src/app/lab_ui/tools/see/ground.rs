//! The ground as solvers see it: thick segments, their normals and numbers, the grid, and the removed seams.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Aabb, Edge, Segment, Side};
use seamwalker_sim::World;

use super::{CANDIDATE_DISTANCE, edges_near};
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
        self.outlined(
            &self.rounded(&[a, b], radius),
            palette::faded(side_color(edge.side), 0.22 * opacity),
            color,
            1.0,
        );
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

    pub(super) fn chain(&mut self, edge: &Edge) {
        let middle = (edge.segment.a + edge.segment.b) * 0.5 - edge.normal * 9.0;
        self.text(&edge.chain.to_string(), middle - Vec2::new(2.0, 3.0), palette::CREAM);
    }

    /// The seams in view, as dashed lines.
    pub(super) fn seams(&mut self, seams: &[Segment], shown: &Aabb) {
        for seam in seams.iter().filter(|seam| seam.aabb().grown(0.5).overlaps(shown)) {
            let along = seam.b - seam.a;
            let dashes = (seam.length() / 8.0).ceil().clamp(1.0, 64.0);
            for k in 0..dashes as u16 {
                let at = |part: f32| seam.a + along * ((f32::from(k) + part) / dashes);
                self.line(at(0.2), at(0.8), 1.0, palette::PALE);
            }
        }
    }

    pub(super) fn grid(&mut self, world: &World, shown: &Aabb) {
        let near = world.state.player.aabb.grown(CANDIDATE_DISTANCE);
        let mut cells = Vec::new();
        world.state.space.terrain.edge_grid().cells(shown, |cell, count| cells.push((cell, count)));
        let color = palette::faded(palette::INK, 0.35);
        for (cell, count) in cells {
            let (min, max) = (cell.min(), cell.max());
            self.thin(min, Vec2::new(max.x, min.y), color);
            self.thin(min, Vec2::new(min.x, max.y), color);
            if cell.overlaps(&near) {
                self.fill(&cell, palette::faded(palette::LEAF, 0.25));
            }
            if count > 0 {
                let at = (self.at(min) + 3.0).round();
                self.assets.font.draw(self.canvas, &count.to_string(), at, palette::faded(palette::INK, 0.7));
            }
        }
        for edge in edges_near(world, &near) {
            self.line(edge.segment.a, edge.segment.b, 3.0, palette::LEAF);
        }
    }
}

fn side_color(side: Side) -> Color {
    match side {
        Side::Outer => palette::MUSTARD,
        Side::OneWay => palette::ROSE,
        Side::Both => palette::DENIM_LIGHT,
    }
}
