//! The demo of the comments on internal edges: a circle at the mouse snaps to the nearest visible edge.

use glam::Vec2;
use seamwalker_lab::demo::EdgeSnap;
use seamwalker_sim::Buttons;

use super::demo_world;
use crate::app::input::ButtonState;
use crate::app::lab_ui::Pen;
use crate::app::render::{Assets, Canvas, Letterbox, ScreenFormat, palette};
use crate::app::screens::UiInput;
use crate::app::ui::FINE;

/// Maps the tiles into the view, twice as large as the world of other demos.
fn enlarged(format: ScreenFormat) -> Letterbox {
    let world = demo_world(format);
    Letterbox { scale: world.scale * 2.0, ..world }
}

/// The radius of the circle, in pixels of the level.
const CIRCLE_RADIUS: f32 = 6.0;
/// How far the arrow of the normal reaches beyond the circle, in pixels of the level.
const NORMAL_BEYOND: f32 = 6.0;

/// The demo.
#[derive(Default)]
pub struct NearestEdgeDemo {
    tiles: EdgeSnap,
    /// The mouse in the level.
    mouse: Vec2,
    /// Internal edges count as well.
    internal_too: bool,
}

impl NearestEdgeDemo {
    /// One frame.
    pub fn update(&mut self, input: &UiInput, buttons: ButtonState) {
        self.mouse = enlarged(input.format).to_view(input.mouse);
        self.internal_too = buttons.held & Buttons::JUMP != 0;
    }

    /// Draws it. Returns the edge, its distance and the normal.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) -> String {
        let Self { tiles, mouse, .. } = self;
        let mut pen = Pen::new(canvas, assets, enlarged(canvas.format), Vec2::ZERO);
        for piece in tiles.terrain.pieces() {
            pen.polygon(&piece.corners(), palette::DENIM);
        }
        let (visible, internal): (Vec<_>, Vec<_>) =
            tiles.terrain.edges().iter().enumerate().partition(|(i, _)| tiles.is_visible(*i));
        for (_, edge) in internal {
            let ends = [edge.segment.a, edge.segment.b].map(|end| pen.at(end));
            pen.canvas.stitches(FINE, &ends, false, palette::SAND);
        }
        for (_, edge) in visible {
            pen.line(edge.segment.a, edge.segment.b, 2.0, palette::MUSTARD);
        }
        pen.canvas.outline(&pen.rounded_box(*mouse, Vec2::ZERO, CIRCLE_RADIUS), 1.0, palette::CREAM);
        let Some(snap) = tiles.snap(*mouse, self.internal_too) else { return String::new() };
        let color = if tiles.is_visible(snap.edge) { palette::LEAF } else { palette::ROSE };
        let segment = tiles.terrain.edges()[snap.edge].segment;
        pen.line(segment.a, segment.b, 3.0, color);
        pen.line(*mouse, snap.at, 1.0, palette::CREAM);
        let circle = pen.rounded_box(snap.at + snap.normal * CIRCLE_RADIUS, Vec2::ZERO, CIRCLE_RADIUS);
        pen.outlined(&circle, palette::faded(color, 0.4), color, 2.0);
        pen.arrow(snap.at, snap.at + snap.normal * (2.0 * CIRCLE_RADIUS + NORMAL_BEYOND), color);
        let at = pen.at(snap.at) - 2.0;
        pen.canvas.rect(at.x, at.y, 4.0, 4.0, palette::CREAM);
        let (x, y) = (snap.normal + 0.0).into();
        let values: [&dyn std::fmt::Display; 4] =
            [&snap.edge, &format!("{:.1}", snap.distance), &format!("{x:.2}"), &format!("{y:.2}")];
        assets.words.fill("demo.snap", &values)
    }
}
