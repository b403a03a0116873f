//! The menu: *Compare*, and *Expert* with the instruments.

use egui_macroquad::egui::{
    Align, Align2, Button, Context, Id, Layout, Pos2, Rect, ScrollArea, Stroke, Ui, Vec2, Window, vec2,
};
use macroquad::input::mouse_wheel;

use super::place::{LAB_MENU_WIDTH, MENU_MARGIN};
use super::style;
use super::tools::{GROUPS, Group, Instrument, ToolContext, Tools};
use crate::app::render::palette;

/// Room at both sides of a tab's name at most, in points.
const TAB_PADDING: f32 = 6.0;
/// A wheel that reports less than this per notch counts notches, not pixels.
const NOTCH: f32 = 20.0;
/// How far a notch of such a wheel scrolls, in points.
const SCROLL_PER_NOTCH: f32 = 60.0;

/// Which page is open.
#[derive(Default)]
pub struct OpenPage {
    pub instrument: Instrument,
    /// The group of *Expert* that was open last.
    group: usize,
}

impl OpenPage {
    /// The group of the open page; `None` on *Compare*.
    fn group(&self) -> Option<(usize, Group)> {
        let has = |(_, group): &(usize, Group)| group.1.iter().any(|(of, ..)| *of == self.instrument);
        let mut groups = GROUPS.into_iter().enumerate();
        // One that is in two groups stays in the chosen one.
        let chosen = groups.clone().nth(self.group).filter(has);
        chosen.or_else(|| groups.find(has))
    }

    /// The tabs, and where they are. Returns the hint of the page.
    fn tabs(&mut self, ui: &mut Ui, open: &mut bool, rects: &mut Vec<Rect>) -> &'static str {
        // For fingers, all groups fit in one line.
        ui.spacing_mut().button_padding.x = ui.spacing().button_padding.x.min(TAB_PADDING);
        let mut tab = |ui: &mut Ui, is_on: bool, name: &str| {
            let fill = if is_on { palette::MUSTARD } else { palette::CREAM };
            let least = Vec2::splat(ui.spacing().interact_size.y);
            let button = Button::new(name).fill(style::color(fill)).stroke(Stroke::NONE).min_size(least);
            let response = ui.add(button);
            rects.push(response.rect);
            response.clicked()
        };
        ui.horizontal(|ui| {
            if tab(ui, self.instrument == Instrument::Compare, "Compare") {
                self.instrument = Instrument::Compare;
            }
            if tab(ui, self.instrument != Instrument::Compare, "Expert") && self.instrument == Instrument::Compare {
                self.instrument = GROUPS[self.group].1[0].0;
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| *open &= !tab(ui, false, "×"));
        });
        let Some((shown, (_, instruments))) = self.group() else { return "" };
        let groups = GROUPS.into_iter().enumerate().map(|(i, (name, of))| (name, i == shown, (i, of[0].0)));
        let own = instruments.iter().map(|(of, name, _)| (*name, *of == self.instrument, (shown, *of)));
        let rows: [Vec<_>; 2] = [groups.collect(), own.collect()];
        for row in rows.into_iter().filter(|row| row.len() > 1) {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                for (name, is_on, page) in row {
                    if tab(ui, is_on, name) {
                        (self.group, self.instrument) = page;
                    }
                }
            });
        }
        instruments.iter().find(|(of, ..)| *of == self.instrument).map_or("", |(.., hint)| hint)
    }
}

/// Shows the menu.
pub fn show(context: &Context, tools: &mut Tools, page: &mut OpenPage, cx: &mut ToolContext, open: &mut bool) {
    enlarge_notches(context);
    let screen = context.screen_rect().size();
    let window = Window::new("Laboratory").id(Id::new("laboratory")).title_bar(false).resizable(false);
    // Beside the picture, or below it as a sheet.
    let sheet = cx.place.sheet / cx.place.scale;
    let (window, width) = if sheet > 0.0 {
        (window.fixed_pos(Pos2::new(0.0, screen.y - sheet)).max_height(sheet), screen.x - 2.0 * MENU_MARGIN)
    } else {
        let window = window.anchor(Align2::RIGHT_TOP, vec2(-MENU_MARGIN, MENU_MARGIN));
        (window.default_height(screen.y - 90.0).max_width(LAB_MENU_WIDTH), LAB_MENU_WIDTH - 20.0)
    };
    window.default_width(width).show(context, |ui| {
        ui.set_width(width);
        let hint = ui.scope(|ui| page.tabs(ui, open, &mut cx.buttons)).inner;
        ui.separator();
        if !hint.is_empty() {
            style::small(ui, hint, palette::PLUM);
        }
        let rest = ui.ctx().screen_rect().bottom() - ui.cursor().top() - 2.0 * MENU_MARGIN;
        ScrollArea::vertical().max_height(rest).id_salt(page.instrument).show(ui, |ui| {
            ui.set_width(width);
            tools.all()[page.instrument as usize].page(ui, cx);
        });
    });
    tools.all()[page.instrument as usize].beside(context, cx);
    if let Some((film, about)) = cx.film.take() {
        tools.film.show(film, about);
        page.instrument = Instrument::StepThrough;
    }
}

/// On X11 a notch of the wheel arrives as 1 instead of 120, and would hardly move what is under the mouse.
fn enlarge_notches(context: &Context) {
    let turn = mouse_wheel().1;
    if turn != 0.0 && turn.abs() < NOTCH {
        context.input_mut(|input| input.smooth_scroll_delta.y = turn.signum() * SCROLL_PER_NOTCH);
    }
}
