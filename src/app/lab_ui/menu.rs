//! The menu: a tab for each tool, and the page of the selected one.

use egui_macroquad::egui::{Align2, Context, Id, Pos2, Rect, ScrollArea, Window, vec2};
use macroquad::input::mouse_wheel;

use super::tools::{TOOL_TABS, ToolContext, Tools};
use super::{LAB_MENU_WIDTH, MENU_MARGIN};
use super::{sheet, style};
use crate::app::render::palette;

/// A wheel that reports less than this per notch counts notches, not pixels.
const NOTCH: f32 = 20.0;
/// How far a notch of such a wheel scrolls, in points.
const SCROLL_PER_NOTCH: f32 = 60.0;

/// Shows the menu; `tab` is the tool whose page is open. Returns where the tabs are, in points.
pub fn show(context: &Context, tools: &mut Tools, tab: &mut usize, cx: &mut ToolContext, open: &mut bool) -> Vec<Rect> {
    let mut tabs = Vec::new();
    enlarge_notches(context);
    let screen = context.screen_rect().size();
    let mut tools = tools.all();
    let window = Window::new("Laboratory").id(Id::new("laboratory")).open(open).resizable(false);
    // Beside the picture, or below it as a sheet.
    let sheet = sheet::height(context);
    let (window, width) = if sheet > 0.0 {
        (window.fixed_pos(Pos2::new(0.0, screen.y - sheet)).max_height(sheet), screen.x - 2.0 * MENU_MARGIN)
    } else {
        let window = window.anchor(Align2::RIGHT_TOP, vec2(-MENU_MARGIN, MENU_MARGIN));
        (window.default_height(screen.y - 90.0).max_width(LAB_MENU_WIDTH), LAB_MENU_WIDTH - 20.0)
    };
    window.default_width(width).show(context, |ui| {
        ui.set_width(width);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for (i, (name, hint)) in TOOL_TABS.into_iter().enumerate() {
                let response = ui.selectable_value(tab, i, name).on_hover_text(hint);
                tabs.push(response.rect);
            }
        });
        ui.separator();
        style::small(ui, TOOL_TABS[*tab].1, palette::PLUM);
        let rest = ui.ctx().screen_rect().bottom() - ui.cursor().top() - 2.0 * MENU_MARGIN;
        ScrollArea::vertical().max_height(rest).id_salt(*tab).show(ui, |ui| {
            ui.set_width(width);
            tools[*tab].page(ui, cx);
        });
    });
    tools[*tab].beside(context, cx);
    tabs
}

/// On X11 a notch of the wheel arrives as 1 instead of 120, and would hardly move what is under the mouse.
fn enlarge_notches(context: &Context) {
    let turn = mouse_wheel().1;
    if turn != 0.0 && turn.abs() < NOTCH {
        context.input_mut(|input| input.smooth_scroll_delta.y = turn.signum() * SCROLL_PER_NOTCH);
    }
}
