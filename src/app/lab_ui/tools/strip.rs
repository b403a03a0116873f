//! A window along the lower edge, beside the menu; and ticks along an area.

use egui_macroquad::egui::{
    Align2, Context, FontId, Painter, Pos2, Rangef, Rect, Response, Sense, Stroke, Ui, Window, vec2,
};
use macroquad::color::Color;

use crate::app::lab_ui::place::{MENU_MARGIN, MenuPlace};
use crate::app::lab_ui::style;
use crate::app::render::palette;

/// Shows a window along the lower edge. Returns the height from the edge up, in points.
pub fn show(context: &Context, place: MenuPlace, name: &str, content: impl FnOnce(&mut Ui)) -> f32 {
    let corner = vec2(MENU_MARGIN, -MENU_MARGIN - place.sheet / place.scale);
    let window = Window::new(name).title_bar(false).resizable(false).anchor(Align2::LEFT_BOTTOM, corner);
    let shown = window.show(context, content);
    shown.map_or(0.0, |shown| context.screen_rect().bottom() - shown.response.rect.top())
}

/// Shows a window that fills what the menu leaves.
pub fn show_wide(context: &Context, place: MenuPlace, name: &str, content: impl FnOnce(&mut Ui)) -> f32 {
    let room = context.screen_rect().width() - place.width / place.scale - 36.0;
    show(context, place, name, |ui| {
        ui.set_width(room.max(200.0));
        content(ui);
    })
}

/// Ticks along an area, from left to right.
pub struct TickAxis {
    /// What draws there.
    pub painter: Painter,
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
        let size = vec2(ui.available_width(), height);
        let (response, painter) = ui.allocate_painter(size, Sense::click_and_drag());
        let area = response.rect;
        (Self { painter, area, first, width: area.width() / ticks.max(1) as f32 }, response)
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
    pub fn line(&self, tick: u64, width: f32, color: Color) {
        self.painter.vline(self.x(tick), self.area.y_range(), Stroke::new(width, style::color(color)));
    }

    /// A range of ticks in a colour, at this height, with round corners.
    pub fn fill(&self, (from, to): (u64, u64), height: Rangef, corner: f32, color: Color) {
        let area = Rect::from_x_y_ranges(self.x(from)..=self.x(to), height);
        self.painter.rect_filled(area, corner, style::color(color));
    }

    /// Text on paper.
    pub fn text(&self, at: Pos2, align: Align2, text: String) {
        let text = self.painter.layout_no_wrap(text, FontId::proportional(12.0), style::color(palette::INK));
        let area = align.anchor_size(at, text.size());
        self.painter.rect_filled(area.expand(1.0), 2.0, style::color(palette::faded(palette::CREAM, 0.85)));
        self.painter.galley(area.min, text, style::color(palette::INK));
    }
}
