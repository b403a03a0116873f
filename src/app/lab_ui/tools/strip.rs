//! A window along the lower edge, beside the menu; thumbnails of worlds; and ticks along an area.

use egui_macroquad::egui::{
    Align2, Color32, Context, CornerRadius, Painter, Rangef, Rect, Response, Sense, Stroke, Ui, Window, vec2,
};
use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::{Aabb, Side};
use seamwalker::sim::World;

use crate::app::lab_ui::{LAB_MENU_WIDTH, MENU_MARGIN, menu, style};
use crate::app::render::palette;

/// Pixels of a thumbnail per pixel of the level.
const THUMBNAIL_SCALE: f32 = 0.25;

/// Shows a window along the lower edge, at this distance from the border. Returns the height from the edge up, in points.
pub fn show(context: &Context, window: Window, margin: f32, content: impl FnOnce(&mut Ui)) -> f32 {
    let above = vec2(margin, -margin - menu::sheet(context));
    let window = window.title_bar(false).resizable(false).anchor(Align2::LEFT_BOTTOM, above);
    let shown = window.show(context, content);
    shown.map_or(0.0, |shown| context.screen_rect().bottom() - shown.response.rect.top())
}

/// How wide such a window may be, in points: as wide as the menu leaves it.
pub fn room(context: &Context) -> f32 {
    let menu = if menu::sheet(context) > 0.0 { 0.0 } else { LAB_MENU_WIDTH + 12.0 };
    context.screen_rect().width() - menu - 48.0
}

/// Shows such a window as wide as the menu leaves it.
pub fn show_wide(context: &Context, name: &str, content: impl FnOnce(&mut Ui)) -> f32 {
    show(context, Window::new(name), MENU_MARGIN, |ui| {
        ui.set_width(room(context).max(200.0));
        content(ui);
    })
}

/// A small picture of the player's surroundings.
pub fn thumbnail(painter: &Painter, frame: Rect, world: &World) {
    let painter = painter.with_clip_rect(frame.intersect(painter.clip_rect()));
    let middle = world.state.player.aabb.center;
    let half = Vec2::new(frame.width(), frame.height()) * 0.5 / THUMBNAIL_SCALE;
    let area = Aabb::new(middle, half);
    let at = |p: Vec2| frame.center() + vec2(p.x - middle.x, p.y - middle.y) * THUMBNAIL_SCALE;
    let fill = |aabb: &Aabb, color: Color32| {
        painter.rect_filled(Rect::from_min_max(at(aabb.min()), at(aabb.max())), CornerRadius::ZERO, color);
    };
    painter.rect_filled(frame, CornerRadius::same(3), style::color(palette::SKY));
    let terrain = &world.level.terrain;
    terrain.pieces_near(&area, |i| {
        let piece = &terrain.pieces()[i as usize];
        if piece.planes.is_empty() && piece.one_way.is_none() {
            fill(&piece.aabb, style::color(palette::DENIM));
        }
    });
    let line = |a: Vec2, b: Vec2, color| painter.line_segment([at(a), at(b)], Stroke::new(1.5, style::color(color)));
    terrain.edges_near(&area, |i| {
        let edge = &terrain.edges()[i as usize];
        line(edge.segment.a, edge.segment.b, if edge.side == Side::OneWay { palette::MUSTARD } else { palette::INK });
    });
    for edge in &world.level.hazard_edges {
        if area.contains(edge.segment.a) {
            line(edge.segment.a, edge.segment.b, palette::RED_DARK);
        }
    }
    for body in world.state.space.bodies.iter().filter(|body| body.enabled && body.aabb.half.x < half.x) {
        fill(&body.aabb, style::color(palette::PLUM));
    }
    fill(&world.state.player.aabb, style::color(palette::RED));
}

/// Ticks along an area, from left to right.
pub struct TickAxis {
    /// The area.
    pub area: Rect,
    /// The tick at its left border.
    pub first: u64,
    /// Points per tick.
    pub width: f32,
}

impl TickAxis {
    /// An axis of this height across the window, and its response to the mouse.
    pub fn new(ui: &mut Ui, height: f32, first: u64, ticks: u64) -> (Self, Response) {
        let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
        (Self { area, first, width: area.width() / ticks.max(1) as f32 }, response)
    }

    /// The position of a tick.
    pub fn x(&self, tick: u64) -> f32 {
        self.area.left() + (tick as f64 - self.first as f64) as f32 * self.width
    }

    /// The number of ticks from the left border to a position; 0 outside.
    pub fn ticks_to(&self, x: f32) -> f32 {
        ((x - self.area.left()) / self.width).max(0.0)
    }

    /// A line across it at a tick.
    pub fn line(&self, painter: &Painter, tick: u64, width: f32, color: Color) {
        painter.vline(self.x(tick), self.area.y_range(), Stroke::new(width, style::color(color)));
    }

    /// A range of ticks in a colour, at this height, with round corners.
    pub fn fill(&self, painter: &Painter, (from, to): (u64, u64), height: Rangef, corner: f32, color: Color) {
        let area = Rect::from_x_y_ranges(self.x(from)..=self.x(to), height);
        painter.rect_filled(area, corner, style::color(color));
    }
}
