//! The menu: a tab for each tool, and the page of the selected one.

use egui_macroquad::egui::{Align2, Context, Id, ScrollArea, Window, vec2};
use macroquad::input::mouse_wheel;

use super::style::{self, Translate};
use super::tools::{TOOL_TABS, ToolContext, Tools};
use super::{LAB_MENU_WIDTH, MENU_MARGIN};
use crate::app::render::palette;

/// A wheel that reports less than this per notch counts notches, not pixels.
const NOTCH: f32 = 20.0;
/// How far a notch of such a wheel scrolls, in points.
const SCROLL_PER_NOTCH: f32 = 60.0;

/// Shows the menu; `tab` is the tool whose page is open.
pub fn show(context: &Context, tools: &mut Tools, tab: &mut usize, cx: &mut ToolContext, open: &mut bool) {
    enlarge_notches(context);
    let height = context.screen_rect().height() - 90.0;
    let mut tools = tools.all();
    Window::new(context.tr("Laboratory"))
        .id(Id::new("laboratory"))
        .open(open)
        .anchor(Align2::RIGHT_TOP, vec2(-MENU_MARGIN, MENU_MARGIN))
        .default_size(vec2(LAB_MENU_WIDTH, height))
        .max_width(LAB_MENU_WIDTH)
        .resizable(false)
        .show(context, |ui| {
            ui.set_width(LAB_MENU_WIDTH - 20.0);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                for (i, (name, hint)) in TOOL_TABS.into_iter().enumerate() {
                    ui.selectable_value(tab, i, ui.tr(name)).on_hover_text(ui.tr(hint));
                }
            });
            ui.separator();
            style::small(ui, TOOL_TABS[*tab].1, palette::PLUM);
            let rest = ui.ctx().screen_rect().bottom() - ui.cursor().top() - 2.0 * MENU_MARGIN;
            ScrollArea::vertical().max_height(rest).id_salt(*tab).show(ui, |ui| {
                ui.set_width(LAB_MENU_WIDTH - 20.0);
                tools[*tab].page(ui, cx);
            });
        });
    tools[*tab].beside(context, cx);
}

/// On X11 a notch of the wheel arrives as 1 instead of 120, and would hardly move what is under the mouse.
fn enlarge_notches(context: &Context) {
    let turn = mouse_wheel().1;
    if turn != 0.0 && turn.abs() < NOTCH {
        context.input_mut(|input| input.smooth_scroll_delta.y = turn.signum() * SCROLL_PER_NOTCH);
    }
}
