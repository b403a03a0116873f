//! A list of rows with a needle that points at the selected one: choices, switches, sliders and words. Rows that are touched are
//! high enough for fingers; where they would not all have room, they lie in two columns.

use glam::Vec2;

use super::{Goto, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, Font, ScreenFormat, palette};
use crate::app::ui::cloth;

/// Line height with small and large letters, in pixels: where fingers choose, it is larger.
const MENU_LINE: [f32; 2] = [22.0, 29.0];
/// The gap between the patches of two rows, and between two columns.
const ROW_GAP: f32 = 3.0;
const COLUMN_GAP: f32 = 12.0;
/// From a border of the view to the rows, at least.
const ROWS_MARGIN: f32 = 10.0;
/// Width of the patches of choices.
pub const CHOICE_WIDTHS: [f32; 2] = [132.0, 248.0];
/// How far beside its patch a row can still be clicked, in pixels.
const ROW_REACH: f32 = 24.0;
/// From the border of a patch to its text, and the width of a slider, in pixels.
const ROW_MARGIN: f32 = 12.0;
const BAR_WIDTH: f32 = 64.0;
/// Stitches of a full slider.
const BAR_STITCHES: u32 = 10;

/// The value at the right of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum RowValue {
    /// None: the row is a choice.
    None,
    /// On or off.
    Switch(bool),
    /// A slider from 0 to 1, and its text.
    Level(f32, String),
    /// One of several words.
    Word(String),
}

/// A row of a menu.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuRow {
    pub text: String,
    pub value: RowValue,
}

/// An action of the player on a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowAction {
    /// It was chosen.
    Take,
    /// A step down (-1) or up (1).
    Shift(i32),
    /// A slider was set, 0 to 1.
    Set(f32),
}

/// The position and size of the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MenuLayout {
    /// The middle of the upper border.
    top: Vec2,
    /// The width of a row.
    width: f32,
    /// Line height, in pixels.
    line: f32,
    /// How many rows there are, and at most in one column.
    count: usize,
    per_column: usize,
}

impl MenuLayout {
    /// A number of rows of this width, in a room of this height.
    pub fn new(format: ScreenFormat, width: f32, count: usize, height: f32) -> Self {
        let least = format.of(MENU_LINE);
        let wanted = least.max(format.target);
        let is_wide = !format.is_narrow() && count as f32 * wanted > height && format.target > 0.0;
        let columns = if is_wide { 2 } else { 1 };
        let room = format.size.x - 2.0 * ROWS_MARGIN - (columns - 1) as f32 * COLUMN_GAP;
        let per_column = count.div_ceil(columns).max(1);
        Self {
            top: Vec2::new(format.middle(), 0.0),
            width: width.min((room / columns as f32).floor()),
            line: (height / per_column as f32).floor().min(wanted.ceil()).max(least),
            count,
            per_column,
        }
    }

    /// The same with its upper border at this height.
    pub fn below(mut self, top: f32) -> Self {
        self.top.y = top;
        self
    }

    /// Its upper border.
    pub fn top(self) -> f32 {
        self.top.y
    }

    /// Width and height of all of it, in pixels.
    pub fn size(self) -> Vec2 {
        let columns = self.count.div_ceil(self.per_column).max(1) as f32;
        let height = self.count.min(self.per_column) as f32 * self.line;
        Vec2::new(columns * (self.width + COLUMN_GAP) - COLUMN_GAP, height)
    }

    fn patch(self) -> Vec2 {
        Vec2::new(self.width, self.line - ROW_GAP)
    }

    /// The corner and size of the rectangle in which a row can be clicked: it reaches beyond the patch.
    fn target(self, i: usize) -> (Vec2, Vec2) {
        let is_alone = self.count <= self.per_column;
        let beside = if is_alone { ROW_REACH.min(self.corner(0).x) } else { COLUMN_GAP * 0.5 };
        let reach = Vec2::new(beside, ROW_GAP * 0.5);
        (self.corner(i) - reach, self.patch() + reach * 2.0)
    }

    /// The corner of a row.
    fn corner(self, i: usize) -> Vec2 {
        let (column, row) = (i / self.per_column, i % self.per_column);
        let left = column as f32 * (self.width + COLUMN_GAP) - self.size().x * 0.5;
        (self.top + Vec2::new(left, row as f32 * self.line)).round()
    }

    /// The corner of the slider of a row.
    fn bar(self, i: usize) -> Vec2 {
        let patch = self.patch();
        self.corner(i) + Vec2::new(patch.x - ROW_MARGIN - BAR_WIDTH, (patch.y * 0.5).floor() - 3.0)
    }
}

/// The state of a menu.
#[derive(Clone, Debug, Default)]
pub struct MenuList {
    /// The selected row.
    pub at: usize,
    time: f32,
    /// The row whose slider the mouse drags.
    dragged: Option<usize>,
}

impl MenuList {
    /// One frame; returns the action on the selected row.
    pub fn update(&mut self, input: &UiInput, layout: MenuLayout, rows: &[MenuRow], dt: f32) -> Option<RowAction> {
        self.time += dt;
        let before = self.at;
        let action = self.action(input, layout, rows);
        let moved = self.at != before || matches!(action, Some(RowAction::Shift(_)));
        input.selection_sound(action == Some(RowAction::Take), moved);
        action
    }

    fn action(&mut self, input: &UiInput, layout: MenuLayout, rows: &[MenuRow]) -> Option<RowAction> {
        let count = rows.len().max(1);
        self.at = self.at.min(count - 1);
        for (_, y) in input.steps() {
            self.at = (self.at as i32 + y).rem_euclid(count as i32) as usize;
        }
        let points_at = |(at, size)| input.points_at(at, size);
        let pointed = (0..rows.len()).find(|&i| points_at(layout.target(i)));
        if let Some(i) = pointed.filter(|_| (input.moved && self.dragged.is_none()) || input.clicked) {
            self.at = i;
        }
        if !input.holds {
            self.dragged = None;
        }
        let row = rows.get(self.at)?;
        let clicked = input.clicked && pointed.is_some();
        if let RowValue::Level(..) = row.value {
            let bar = layout.bar(self.at);
            if clicked && input.mouse.x >= bar.x - ROW_REACH * 0.5 {
                self.dragged = pointed;
            }
            if self.dragged == Some(self.at) {
                return Some(RowAction::Set(((input.mouse.x - bar.x) / BAR_WIDTH).clamp(0.0, 1.0)));
            }
        }
        let shift = [-1, 1].into_iter().find(|&by| input.pressed(Hotkey::Choose(by, 0)));
        if let Some(by) = shift.filter(|_| row.value != RowValue::None) {
            return Some(RowAction::Shift(by));
        } else if let Some(by) = shift {
            // To the row beside it, if there is another column.
            let beside = self.at as i32 + by * layout.per_column as i32;
            self.at = usize::try_from(beside).ok().filter(|to| *to < rows.len()).unwrap_or(self.at);
        }
        (input.pressed(Hotkey::Accept) || clicked).then_some(RowAction::Take)
    }

    /// Draws the rows and the needle.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, layout: MenuLayout, rows: &[MenuRow]) {
        for (i, row) in rows.iter().enumerate() {
            draw_row(canvas, assets, layout, i, row, i == self.at);
            canvas.targets.push(layout.target(i));
        }
        let poke = ((self.time * 5.0).sin() * 2.0).round();
        let tip = layout.corner(self.at) + Vec2::new(5.0 + poke, (layout.patch().y * 0.5).floor());
        assets.sprites.draw(canvas, "cursor", self.time, tip);
    }
}

/// A row on its patch: red if it is selected, else linen.
fn draw_row(canvas: &mut Canvas, assets: &Assets, layout: MenuLayout, i: usize, row: &MenuRow, chosen: bool) {
    let (at, size) = (layout.corner(i), layout.patch());
    let ink = patch(canvas, at, size, chosen);
    let font = &assets.font;
    // Centres the text: letters without accents begin two pixels below the top of their line.
    let lift = |scale: f32| ((size.y - 11.0 * scale) * 0.5).floor();
    let scale = font.scale(&row.text, text_room(font, row, size.x) - 8.0);
    let width = font.width(&row.text) * scale;
    let x = if row.value == RowValue::None { ((size.x - width) * 0.5).floor() } else { ROW_MARGIN };
    font.scaled(canvas, &row.text, at + Vec2::new(x, lift(scale)), scale, ink);
    let end = at + Vec2::new(size.x - ROW_MARGIN, 0.0);
    match &row.value {
        RowValue::None => {}
        RowValue::Switch(on) => switch(canvas, assets, end + Vec2::new(-24.0, (size.y * 0.5).floor()), *on),
        RowValue::Level(part, text) => {
            bar(canvas, layout.bar(i), *part);
            let scale = font.text_scale();
            font.aligned(canvas, text, Vec2::new(layout.bar(i).x - 6.0, at.y + lift(scale)), 1.0, scale, ink);
        }
        RowValue::Word(text) => {
            let scale = font.scale(text, size.x * 0.4);
            let left = end.x - font.width(text) * scale - 7.0 * scale;
            font.scaled(canvas, text, Vec2::new(left, at.y + lift(scale)), scale, ink);
            font.scaled(canvas, "‹", Vec2::new(left - 7.0 * scale, at.y + lift(scale)), scale, ink);
            font.scaled(canvas, "›", Vec2::new(end.x - 3.0 * scale, at.y + lift(scale)), scale, ink);
        }
    }
}

/// The room for the text of a row of this width, in pixels; large letters leave 8 of them free.
pub fn text_room(font: &Font, row: &MenuRow, width: f32) -> f32 {
    match &row.value {
        RowValue::None => width - 2.0 * ROW_MARGIN,
        RowValue::Switch(_) => width - ROW_MARGIN - 30.0,
        RowValue::Level(_, text) => width - ROW_MARGIN - BAR_WIDTH - 8.0 - font.width(text) * font.text_scale(),
        RowValue::Word(text) => width - ROW_MARGIN - font.width(text) * font.scale(text, width * 0.4) - 28.0,
    }
}

/// A selectable patch; returns the colour for its text.
pub fn patch(canvas: &mut Canvas, at: Vec2, size: Vec2, chosen: bool) -> macroquad::color::Color {
    let (cloth_color, thread, ink) = if chosen {
        (palette::RED, palette::CREAM, palette::CREAM)
    } else {
        (palette::LINEN, palette::SAND, palette::INK)
    };
    canvas.framed_round(at, size, 1.0, cloth_color);
    cloth::border(canvas, at, size, 3.5, cloth::FINE, thread);
    ink
}

/// A button that can be clicked, with its text in the middle, enlarged by `scale`.
pub fn button(canvas: &mut Canvas, font: &Font, (at, size): (Vec2, Vec2), text: &str, scale: f32, chosen: bool) {
    canvas.targets.push(canvas.format.around((at, size)));
    let ink = patch(canvas, at, size, chosen);
    let middle = at + (size - Vec2::new(font.width(text), font.height) * scale) * 0.5;
    font.scaled(canvas, text, middle, scale, ink);
}

/// A band with a button at its left end (off) or its right (on); `at` is the middle of its left border.
fn switch(canvas: &mut Canvas, assets: &Assets, at: Vec2, on: bool) {
    let color = if on { palette::MOSS } else { palette::SAND };
    canvas.framed_round(at - Vec2::new(0.0, 5.0), Vec2::new(24.0, 10.0), 1.0, color);
    let hole = at + Vec2::new(if on { 6.0 } else { 18.0 }, 0.0);
    cloth::button_hole(canvas, hole, 3.0, palette::faded(palette::INK, 0.5));
    let button = assets.sprites.get("hud_button").frame(0);
    let (middle, color) = if on { (18.0, palette::PLAIN) } else { (6.0, palette::SAND) };
    canvas.image(button, (at + Vec2::new(middle, 0.0) - button.size * 0.5).round(), color);
}

/// A slider: a row of stitches, some of which are sewn.
fn bar(canvas: &mut Canvas, at: Vec2, part: f32) {
    canvas.framed(at - 1.0, Vec2::new(BAR_WIDTH + 2.0, 9.0), palette::NIGHT);
    let step = BAR_WIDTH / BAR_STITCHES as f32;
    let sewn = (part * BAR_STITCHES as f32).round() as u32;
    for i in 0..BAR_STITCHES {
        let color = if i < sewn { palette::MUSTARD } else { palette::faded(palette::SAND, 0.35) };
        canvas.rect((at.x + i as f32 * step + 1.0).round(), at.y + 1.0, step.floor() - 2.0, 5.0, color);
    }
}

/// A menu of choices.
pub struct Menu {
    choices: Vec<(&'static str, Goto)>,
    list: MenuList,
}

impl Menu {
    /// A menu with the first choice selected. Choices are keys of the language files.
    pub fn new(choices: Vec<(&'static str, Goto)>) -> Self {
        Self { choices, list: MenuList::default() }
    }

    /// Selects a choice, if it is offered.
    pub fn select(&mut self, choice: Option<Goto>) {
        let at = self.choices.iter().position(|(_, goto)| Some(*goto) == choice);
        self.list.at = at.unwrap_or(self.list.at);
    }

    /// The selected choice.
    #[cfg(test)]
    pub fn selected(&self) -> Goto {
        self.choices[self.list.at].1
    }

    /// Its layout in a room of this height.
    pub fn layout(&self, format: ScreenFormat, height: f32) -> MenuLayout {
        MenuLayout::new(format, format.of(CHOICE_WIDTHS), self.choices.len(), height)
    }

    /// One frame; returns what was chosen.
    pub fn update(&mut self, input: &UiInput, layout: MenuLayout, dt: f32) -> Option<Goto> {
        let rows = self.rows(str::to_owned);
        self.list.update(input, layout, &rows, dt).map(|_| self.choices[self.list.at].1)
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, layout: MenuLayout) {
        let rows = self.rows(|key| assets.words.get(key).to_owned());
        self.list.draw(canvas, assets, layout, &rows);
    }

    fn rows(&self, say: impl Fn(&'static str) -> String) -> Vec<MenuRow> {
        self.choices.iter().map(|(key, _)| MenuRow { text: say(key), value: RowValue::None }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout_of(format: ScreenFormat) -> MenuLayout {
        MenuLayout::new(format, 200.0, rows().len(), 200.0).below(100.0)
    }

    fn rows() -> Vec<MenuRow> {
        let row = |value| MenuRow { text: "a row".into(), value };
        vec![row(RowValue::None), row(RowValue::Switch(false)), row(RowValue::Level(0.5, "50".into()))]
    }

    fn input(commands: &[Hotkey]) -> UiInput<'_> {
        UiInput { commands, ..UiInput::default() }
    }

    fn mouse(at: Vec2, clicked: bool, holds: bool) -> UiInput<'static> {
        UiInput { mouse: at, moved: true, clicked, holds, ..UiInput::default() }
    }

    #[test]
    fn keys_wrap_around_and_change_values() {
        let (mut list, layout) = (MenuList::default(), layout_of(ScreenFormat::default()));
        let mut give = |command| (list.update(&input(&[command]), layout, &rows(), 0.0), list.at);
        assert_eq!(give(Hotkey::Choose(1, 0)), (None, 0), "a choice has no value");
        assert_eq!(give(Hotkey::Accept), (Some(RowAction::Take), 0));
        assert_eq!(give(Hotkey::Choose(0, -1)), (None, 2));
        assert_eq!(give(Hotkey::Choose(-1, 0)), (Some(RowAction::Shift(-1)), 2));
        assert_eq!(give(Hotkey::Choose(0, 1)), (None, 0));
    }

    #[test]
    fn the_mouse_keeps_dragging_a_slider() {
        let (mut list, layout) = (MenuList::default(), layout_of(ScreenFormat::default()));
        let bar = layout.bar(2);
        let at = bar + Vec2::new(BAR_WIDTH * 0.25, 3.0);
        assert_eq!(list.update(&mouse(at, true, true), layout, &rows(), 0.0), Some(RowAction::Set(0.25)));
        let above = bar + Vec2::new(BAR_WIDTH * 2.0, -MENU_LINE[0] * 2.0);
        assert_eq!(list.update(&mouse(above, false, true), layout, &rows(), 0.0), Some(RowAction::Set(1.0)));
        assert_eq!(list.at, 2);
        assert_eq!(list.update(&mouse(above, false, false), layout, &rows(), 0.0), None);
        assert_eq!(list.at, 2, "beside the list");
        let first = layout.corner(0) + 3.0;
        assert_eq!(list.update(&mouse(first, true, true), layout, &rows(), 0.0), Some(RowAction::Take));
        assert_eq!(list.at, 0);
    }

    #[test]
    fn rows_are_high_enough_for_fingers_and_have_no_gaps() {
        for (large, target) in [false, true].into_iter().flat_map(|large| [(large, 0.0), (large, 44.0)]) {
            let layout = layout_of(ScreenFormat { large, target, ..ScreenFormat::default() });
            assert!(layout.line >= target.max(22.0) && layout.patch().y < layout.line);
            let mut list = MenuList::default();
            for y in 0..(layout.line * 3.0) as i32 {
                let at = Vec2::new(320.0, layout.top.y - 1.0 + y as f32);
                assert!(list.update(&mouse(at, true, true), layout, &rows(), 0.0).is_some(), "a gap {y} px down");
            }
        }
    }

    #[test]
    fn many_rows_for_fingers_lie_in_two_columns_within_the_view() {
        let touched = ScreenFormat { target: 41.0, ..ScreenFormat::default() };
        let narrow = ScreenFormat { size: Vec2::new(360.0, 780.0), ..touched };
        for (format, columns) in [(touched, 2), (ScreenFormat { large: true, ..touched }, 2), (narrow, 1)] {
            let layout = MenuLayout::new(format, 480.0, 8, if columns > 1 { 270.0 } else { 600.0 }).below(50.0);
            let all: Vec<Vec2> = (0..8).map(|i| layout.corner(i)).collect();
            assert!(layout.line >= 41.0, "{layout:?}");
            assert_eq!(all.iter().filter(|at| at.x == all[0].x).count(), 8 / columns);
            for (i, at) in all.iter().enumerate() {
                assert!(at.x >= 0.0 && at.x + layout.width <= format.size.x, "{layout:?}");
                let apart = |other: &Vec2| (*other - *at).abs().cmpge(layout.patch()).any();
                assert!(all[..i].iter().all(apart), "{layout:?}");
            }
        }
    }
}
