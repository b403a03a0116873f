//! A window along the lower edge, beside the menu; thumbnails of worlds; and a bar of ticks.

use egui_macroquad::egui::{
    Align2, Color32, Context, CornerRadius, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, Window, pos2, vec2,
};
use glam::Vec2;
use seamwalker::collide::{Aabb, Side};
use seamwalker::sim::World;

use crate::app::lab_ui::{LAB_MENU_WIDTH, MENU_MARGIN, style};
use crate::app::render::palette;

/// Pixels of a thumbnail per pixel of the level.
const THUMBNAIL_SCALE: f32 = 0.25;

/// Shows a window along the lower edge, as wide as the menu leaves it. Returns the height from the edge up, in points.
pub fn show(context: &Context, name: &str, content: impl FnOnce(&mut Ui)) -> f32 {
    let width = context.screen_rect().width() - LAB_MENU_WIDTH - 60.0;
    let window = Window::new(name)
        .title_bar(false)
        .resizable(false)
        .anchor(Align2::LEFT_BOTTOM, vec2(MENU_MARGIN, -MENU_MARGIN));
    let shown = window.show(context, |ui| {
        ui.set_width(width.max(200.0));
        content(ui);
    });
    height(context, shown.map(|shown| shown.response))
}

/// Height of a window along the lower edge, from the edge up.
pub fn height(context: &Context, window: Option<Response>) -> f32 {
    window.map_or(0.0, |window| context.screen_rect().bottom() - window.rect.top())
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

/// A horizontal bar along which ticks lie.
pub struct Bar {
    /// The area that it covers.
    pub frame: Rect,
    first: u64,
    /// At least one.
    ticks: u64,
}

impl Bar {
    /// A bar of this height across the window, and its response to the mouse.
    pub fn new(ui: &mut Ui, height: f32, first: u64, ticks: u64) -> (Self, Response) {
        let (frame, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
        (Self { frame, first, ticks: ticks.max(1) }, response)
    }

    /// The position of a tick.
    pub fn x(&self, tick: u64) -> f32 {
        let part = (tick as f64 - self.first as f64) / self.ticks as f64;
        self.frame.left() + self.frame.width() * part as f32
    }

    /// The tick at a position.
    pub fn tick(&self, at: Pos2) -> u64 {
        let part = ((at.x - self.frame.left()) / self.frame.width()).clamp(0.0, 1.0);
        self.first + (part * self.ticks as f32).round() as u64
    }

    /// A line across it at a tick.
    pub fn line(&self, ui: &Ui, tick: u64, width: f32, color: Color32) {
        ui.painter().vline(self.x(tick), self.frame.y_range(), Stroke::new(width, color));
    }

    /// A range of ticks in a colour.
    pub fn part(&self, ui: &Ui, (from, to): (u64, u64), color: Color32) {
        let (min, max) = (pos2(self.x(from), self.frame.top()), pos2(self.x(to), self.frame.bottom()));
        ui.painter().rect_filled(Rect::from_min_max(min, max), CornerRadius::same(3), color);
    }
}
