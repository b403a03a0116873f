//! The menu: a tab for each tool, and the page of the one that is chosen.

use egui_macroquad::egui::scroll_area::ScrollAreaOutput;
use egui_macroquad::egui::{Align2, Context, RichText, ScrollArea, Ui, Window, vec2};
use macroquad::input::mouse_wheel;

use super::tools::{ToolContext, Tools};
use super::{MARGIN, WIDTH, style};
use crate::app::render::palette;

/// A wheel that reports less than this per turn counts turns.
const WHEEL: f32 = 20.0;
/// How far a turn of such a wheel moves the menu, in points.
const LINES: f32 = 60.0;

/// Shows the menu; `tab` is the tool whose page is open.
pub fn show(context: &Context, tools: &mut Tools, tab: &mut usize, bench: &mut ToolContext, open: &mut bool) {
    let height = context.screen_rect().height() - 90.0;
    Window::new("Laboratory")
        .open(open)
        .anchor(Align2::RIGHT_TOP, vec2(-MARGIN, MARGIN))
        .default_size(vec2(WIDTH, height))
        .max_width(WIDTH)
        .resizable(false)
        .show(context, |ui| {
            ui.set_width(WIDTH - 20.0);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                for (i, tool) in tools.all().into_iter().enumerate() {
                    ui.selectable_value(tab, i, tool.name()).on_hover_text(tool.hint());
                }
            });
            ui.separator();
            let mut each = tools.each();
            let Some(tool) = each.get_mut(*tab) else { return };
            ui.label(RichText::new(tool.hint()).small().color(style::color(palette::PLUM)));
            let area = ScrollArea::vertical().max_height(height - 80.0).id_salt(*tab).show(ui, |ui| {
                ui.set_width(WIDTH - 20.0);
                tool.page(ui, bench);
            });
            scroll(ui, &area);
        });
    if let Some(tool) = tools.each().get_mut(*tab) {
        tool.beside(context, bench);
    }
}

/// On X11 a turn of the wheel arrives as 1 instead of 120, and would hardly move the menu.
fn scroll<R>(ui: &Ui, area: &ScrollAreaOutput<R>) {
    let turn = mouse_wheel().1;
    if turn == 0.0 || turn.abs() >= WHEEL || !ui.rect_contains_pointer(area.inner_rect) {
        return;
    }
    let last = (area.content_size.y - area.inner_rect.height()).max(0.0);
    let mut state = area.state;
    state.offset.y = (state.offset.y - turn.signum() * LINES).clamp(0.0, last);
    state.store(ui.ctx(), area.id);
}
