//! A window along the lower edge, beside the menu; and small pictures of worlds.

use egui_macroquad::egui::{
    Align2, Color32, Context, CornerRadius, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, Window, pos2, vec2,
};
use glam::Vec2;
use seamwalker::collide::{Aabb, Side};
use seamwalker::sim::World;

use crate::app::lab_ui::{MARGIN, WIDTH, style};
use crate::app::render::palette;

/// Pixels of a thumbnail for one of the level.
const SCALE: f32 = 0.25;

/// Shows something in a window along the lower edge, as wide as the menu leaves it; how high that is from the edge on, in points.
pub fn show(context: &Context, name: &str, content: impl FnOnce(&mut Ui)) -> f32 {
    let width = context.screen_rect().width() - WIDTH - 60.0;
    let window = Window::new(name).title_bar(false).resizable(false).anchor(Align2::LEFT_BOTTOM, vec2(MARGIN, -MARGIN));
    let shown = window.show(context, |ui| {
        ui.set_width(width.max(200.0));
        content(ui);
    });
    height(context, shown.map(|shown| shown.response))
}

/// How far a window along the lower edge reaches up from there.
pub fn height(context: &Context, window: Option<Response>) -> f32 {
    window.map_or(0.0, |window| context.screen_rect().bottom() - window.rect.top())
}

/// What is around the player of a world, in a small frame.
pub fn thumbnail(painter: &Painter, frame: Rect, world: &World) {
    let painter = painter.with_clip_rect(frame.intersect(painter.clip_rect()));
    let middle = world.state.player.aabb.center;
    let half = Vec2::new(frame.width(), frame.height()) * 0.5 / SCALE;
    let area = Aabb::new(middle, half);
    let at = |p: Vec2| frame.center() + vec2(p.x - middle.x, p.y - middle.y) * SCALE;
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

/// A bar that ticks lie along.
pub struct Bar {
    /// Where it is.
    pub frame: Rect,
    /// The first tick, and how many there are.
    pub first: u64,
    /// At least one.
    pub ticks: u64,
}

impl Bar {
    /// A bar of this height across the window, and what the mouse does with it.
    pub fn new(ui: &mut Ui, height: f32, first: u64, ticks: u64) -> (Self, Response) {
        let (frame, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click_and_drag());
        (Self { frame, first, ticks: ticks.max(1) }, response)
    }

    /// Where a tick is along it.
    pub fn x(&self, tick: u64) -> f32 {
        let part = (tick as f64 - self.first as f64) / self.ticks as f64;
        self.frame.left() + self.frame.width() * part as f32
    }

    /// The tick at a place.
    pub fn tick(&self, at: Pos2) -> u64 {
        let part = ((at.x - self.frame.left()) / self.frame.width()).clamp(0.0, 1.0);
        self.first + (part * self.ticks as f32).round() as u64
    }

    /// A line across it at a tick.
    pub fn line(&self, ui: &Ui, tick: u64, width: f32, color: Color32) {
        let x = self.x(tick);
        let (top, bottom) = (pos2(x, self.frame.top()), pos2(x, self.frame.bottom()));
        ui.painter().line_segment([top, bottom], Stroke::new(width, color));
    }

    /// A part of it in a colour.
    pub fn part(&self, ui: &Ui, (from, to): (u64, u64), color: Color32) {
        let (min, max) = (pos2(self.x(from), self.frame.top()), pos2(self.x(to), self.frame.bottom()));
        ui.painter().rect_filled(Rect::from_min_max(min, max), CornerRadius::same(3), color);
    }
}
