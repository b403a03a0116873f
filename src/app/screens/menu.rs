//! A list of rows with a needle that points at the present one: choices, switches, levels and words.

use glam::Vec2;

use super::{Goto, UiInput};
use crate::app::audio::Effect;
use crate::app::input::Hotkey;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::{Canvas, Style};
use crate::app::render::palette;
use crate::app::ui::cloth::{self, FINE};

/// From one row to the next, in pixels, with letters of both sizes: thick fingers find it.
const LINE: [f32; 2] = [22.0, 30.0];
/// A row is written on a patch of this height.
const PATCH: [f32; 2] = [19.0, 27.0];
/// How wide the patches of choices are.
const CHOICE: [f32; 2] = [124.0, 220.0];
/// How far beside its patch a row still counts, in pixels.
const AROUND: f32 = 24.0;
/// From the border of a patch to its text, and the width of a level's bar, in pixels.
const MARGIN: f32 = 12.0;
const BAR: f32 = 64.0;
/// The stitches of a full bar.
const STITCHES: u32 = 10;

/// What stands at the right of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Shows {
    /// Nothing: it is chosen.
    Nothing,
    /// On or off.
    Switch(bool),
    /// So much of a whole, 0 to 1, and its text.
    Level(f32, String),
    /// One of several words.
    Word(String),
}

/// A row: what it is called, and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuRow {
    pub text: String,
    pub shows: Shows,
}

/// What a hand does with a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    /// It was chosen.
    Take,
    /// A little less (-1) or more (1).
    Shift(i32),
    /// So much of the whole.
    Set(f32),
}

/// Where the rows are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MenuLayout {
    /// The middle of the upper border.
    pub top: Vec2,
    /// How wide a row is.
    pub width: f32,
    /// Letters and rows are large.
    pub large: bool,
}

impl MenuLayout {
    /// From one row to the next, in pixels.
    pub fn line(self) -> f32 {
        LINE[usize::from(self.large)]
    }

    fn patch(self) -> Vec2 {
        Vec2::new(self.width, PATCH[usize::from(self.large)])
    }

    /// The corner of a row.
    fn corner(self, i: usize) -> Vec2 {
        (self.top + Vec2::new(-self.width * 0.5, i as f32 * self.line())).round()
    }

    /// The corner of the bar of a row.
    fn bar(self, i: usize) -> Vec2 {
        let patch = self.patch();
        self.corner(i) + Vec2::new(patch.x - MARGIN - BAR, (patch.y * 0.5).floor() - 3.0)
    }
}

/// Which row the needle points at.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// The row.
    pub at: usize,
    time: f32,
    /// The bar that the mouse holds.
    dragged: Option<usize>,
}

impl List {
    /// Moves the needle; answers with what is done to the present row.
    pub fn update(&mut self, hand: &UiInput, place: MenuLayout, rows: &[MenuRow], dt: f32) -> Option<Deed> {
        self.time += dt;
        let before = self.at;
        let deed = self.deed(hand, place, rows);
        let heard = match deed {
            Some(Deed::Take) => Some(Effect::MenuAccept),
            Some(Deed::Shift(_)) => Some(Effect::MenuMove),
            _ => (self.at != before).then_some(Effect::MenuMove),
        };
        heard.into_iter().for_each(|effect| hand.sound(effect));
        deed
    }

    fn deed(&mut self, hand: &UiInput, place: MenuLayout, rows: &[MenuRow]) -> Option<Deed> {
        let count = rows.len().max(1);
        self.at = self.at.min(count - 1);
        if hand.gives(Hotkey::Choose(0, 1)) {
            self.at = (self.at + 1) % count;
        }
        if hand.gives(Hotkey::Choose(0, -1)) {
            self.at = (self.at + count - 1) % count;
        }
        let around = Vec2::new(AROUND, (place.line() - place.patch().y) * 0.5);
        let pointed = (0..rows.len()).find(|&i| hand.points_at(place.corner(i) - around, place.patch() + around * 2.0));
        if let Some(i) = pointed.filter(|_| (hand.moved && self.dragged.is_none()) || hand.clicked) {
            self.at = i;
        }
        if !hand.holds {
            self.dragged = None;
        }
        let row = rows.get(self.at)?;
        let clicked = hand.clicked && pointed.is_some();
        if let Shows::Level(..) = row.shows {
            let bar = place.bar(self.at);
            if clicked && hand.mouse.x >= bar.x - AROUND * 0.5 {
                self.dragged = pointed;
            }
            if self.dragged == Some(self.at) {
                return Some(Deed::Set(((hand.mouse.x - bar.x) / BAR).clamp(0.0, 1.0)));
            }
        }
        let shift = [-1, 1].into_iter().find(|&by| hand.gives(Hotkey::Choose(by, 0)));
        if let Some(by) = shift.filter(|_| row.shows != Shows::Nothing) {
            return Some(Deed::Shift(by));
        }
        (hand.gives(Hotkey::Accept) || clicked).then_some(Deed::Take)
    }

    /// Draws the rows.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, place: MenuLayout, rows: &[MenuRow]) {
        for (i, row) in rows.iter().enumerate() {
            draw_row(canvas, assets, place, i, row, i == self.at);
        }
        let poke = ((self.time * 5.0).sin() * 2.0).round();
        let tip = place.corner(self.at) + Vec2::new(5.0 + poke, (place.patch().y * 0.5).floor());
        let cursor = assets.sprites.get("cursor");
        canvas.sprite(cursor.looped(self.time), cursor.origin, tip, Style::default());
    }
}

/// A row on its patch: linen, and red while it is the present one.
fn draw_row(canvas: &mut Canvas, assets: &Assets, place: MenuLayout, i: usize, row: &MenuRow, chosen: bool) {
    let (at, size) = (place.corner(i), place.patch());
    let ink = patch(canvas, at, size, chosen);
    let font = &assets.font;
    // Where letters of both sizes stand in the middle of the patch: without accents they begin two pixels below their line.
    let lift = |scale: f32| ((size.y - 11.0 * scale) * 0.5).floor();
    let aside = if row.shows == Shows::Nothing { 2.0 } else { 1.0 };
    let value = match &row.shows {
        Shows::Nothing => 0.0,
        Shows::Switch(_) => 30.0,
        Shows::Level(_, text) => BAR + 8.0 + font.width(text) * font.usual_scale(),
        Shows::Word(text) => font.width(text) * font.scale(text, size.x * 0.4) + 28.0,
    };
    let room = size.x - MARGIN * aside - value;
    let scale = if place.large { font.scale(&row.text, room - 8.0) } else { 1.0 };
    let width = font.width(&row.text) * scale;
    let x = if row.shows == Shows::Nothing { ((size.x - width) * 0.5).floor() } else { MARGIN };
    font.scaled(canvas, &row.text, at + Vec2::new(x, lift(scale)), scale, ink);
    let end = at + Vec2::new(size.x - MARGIN, 0.0);
    match &row.shows {
        Shows::Nothing => {}
        Shows::Switch(on) => switch(canvas, assets, end + Vec2::new(-24.0, (size.y * 0.5).floor()), *on),
        Shows::Level(part, text) => {
            bar(canvas, place.bar(i), *part);
            let scale = font.usual_scale();
            let left = place.bar(i).x - 6.0 - font.width(text) * scale;
            font.scaled(canvas, text, Vec2::new(left, at.y + lift(scale)), scale, ink);
        }
        Shows::Word(text) => {
            let scale = font.scale(text, size.x * 0.4);
            let left = end.x - font.width(text) * scale - 7.0 * scale;
            font.scaled(canvas, text, Vec2::new(left, at.y + lift(scale)), scale, ink);
            font.scaled(canvas, "‹", Vec2::new(left - 7.0 * scale, at.y + lift(scale)), scale, ink);
            font.scaled(canvas, "›", Vec2::new(end.x - 3.0 * scale, at.y + lift(scale)), scale, ink);
        }
    }
}

/// A patch that can be chosen; answers with the colour of what is written on it.
pub fn patch(canvas: &mut Canvas, at: Vec2, size: Vec2, chosen: bool) -> macroquad::color::Color {
    let (cloth_color, thread, ink) = if chosen {
        (palette::RED, palette::CREAM, palette::CREAM)
    } else {
        (palette::LINEN, palette::SAND, palette::INK)
    };
    canvas.rect(at.x + 1.0, at.y, size.x - 2.0, size.y, palette::INK);
    canvas.rect(at.x, at.y + 1.0, size.x, size.y - 2.0, palette::INK);
    canvas.rect(at.x + 1.0, at.y + 1.0, size.x - 2.0, size.y - 2.0, cloth_color);
    cloth::border(canvas, at, size, 3.5, FINE, thread);
    ink
}

/// A band with a button at its left end (off) or its right (on); `at` is the middle of its left border.
fn switch(canvas: &mut Canvas, assets: &Assets, at: Vec2, on: bool) {
    let color = if on { palette::MOSS } else { palette::SAND };
    canvas.rect(at.x + 1.0, at.y - 5.0, 22.0, 10.0, palette::INK);
    canvas.rect(at.x, at.y - 4.0, 24.0, 8.0, palette::INK);
    canvas.rect(at.x + 1.0, at.y - 4.0, 22.0, 8.0, color);
    cloth::button_hole(
        canvas,
        at + Vec2::new(if on { 6.0 } else { 18.0 }, 0.0),
        3.0,
        palette::faded(palette::INK, 0.5),
    );
    let button = assets.sprites.get("hud_button").frame(0);
    let (middle, color) = if on { (18.0, palette::PLAIN) } else { (6.0, palette::SAND) };
    canvas.image(button, (at + Vec2::new(middle, 0.0) - button.size * 0.5).round(), color);
}

/// A row of stitches, so many of which are sewn.
fn bar(canvas: &mut Canvas, at: Vec2, part: f32) {
    canvas.rect(at.x - 1.0, at.y - 1.0, BAR + 2.0, 9.0, palette::INK);
    canvas.rect(at.x, at.y, BAR, 7.0, palette::NIGHT);
    let step = BAR / STITCHES as f32;
    let sewn = (part * STITCHES as f32).round() as u32;
    for i in 0..STITCHES {
        let color = if i < sewn { palette::MUSTARD } else { palette::faded(palette::SAND, 0.35) };
        canvas.rect((at.x + i as f32 * step + 1.0).round(), at.y + 1.0, step.floor() - 2.0, 5.0, color);
    }
}

/// A list of places to go to.
pub struct Menu {
    choices: Vec<(&'static str, Goto)>,
    list: List,
}

impl Menu {
    /// A menu with the needle at its first choice. A choice is an entry of the languages' tables.
    pub fn new(choices: Vec<(&'static str, Goto)>) -> Self {
        Self { choices, list: List::default() }
    }

    /// How high it is, in pixels.
    pub fn height(&self, large: bool) -> f32 {
        self.choices.len() as f32 * LINE[usize::from(large)]
    }

    /// Moves the needle; answers with what was chosen. The menu's top middle is at `top`.
    pub fn update(&mut self, hand: &UiInput, top: Vec2, dt: f32) -> Option<Goto> {
        let rows = self.rows(str::to_owned);
        self.list.update(hand, place(top, hand.large), &rows, dt).map(|_| self.choices[self.list.at].1)
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, top: Vec2) {
        let rows = self.rows(|key| assets.words.get(key).to_owned());
        self.list.draw(canvas, assets, place(top, assets.font.large), &rows);
    }

    fn rows(&self, say: impl Fn(&'static str) -> String) -> Vec<MenuRow> {
        self.choices.iter().map(|(key, _)| MenuRow { text: say(key), shows: Shows::Nothing }).collect()
    }
}

/// Where the choices of a menu are.
fn place(top: Vec2, large: bool) -> MenuLayout {
    MenuLayout { top, width: CHOICE[usize::from(large)], large }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: MenuLayout = MenuLayout { top: Vec2::new(320.0, 100.0), width: 200.0, large: false };

    fn rows() -> Vec<MenuRow> {
        let row = |shows| MenuRow { text: "a row".into(), shows };
        vec![row(Shows::Nothing), row(Shows::Switch(false)), row(Shows::Level(0.5, "50".into()))]
    }

    fn hand(commands: &[Hotkey]) -> UiInput<'_> {
        UiInput { commands, ..UiInput::resting() }
    }

    fn mouse(at: Vec2, clicked: bool, holds: bool) -> UiInput<'static> {
        UiInput { mouse: at, moved: true, clicked, holds, ..UiInput::resting() }
    }

    #[test]
    fn keys_walk_round_and_change_what_can_be_changed() {
        let mut list = List::default();
        let mut give = |command| (list.update(&hand(&[command]), PLACE, &rows(), 0.0), list.at);
        assert_eq!(give(Hotkey::Choose(1, 0)), (None, 0), "nothing to change here");
        assert_eq!(give(Hotkey::Accept), (Some(Deed::Take), 0));
        assert_eq!(give(Hotkey::Choose(0, -1)), (None, 2));
        assert_eq!(give(Hotkey::Choose(-1, 0)), (Some(Deed::Shift(-1)), 2));
        assert_eq!(give(Hotkey::Choose(0, 1)), (None, 0));
    }

    #[test]
    fn the_mouse_drags_a_bar_and_stays_with_it() {
        let mut list = List::default();
        let bar = PLACE.bar(2);
        let at = bar + Vec2::new(BAR * 0.25, 3.0);
        assert_eq!(list.update(&mouse(at, true, true), PLACE, &rows(), 0.0), Some(Deed::Set(0.25)));
        let above = bar + Vec2::new(BAR * 2.0, -LINE[0] * 2.0);
        assert_eq!(list.update(&mouse(above, false, true), PLACE, &rows(), 0.0), Some(Deed::Set(1.0)));
        assert_eq!(list.at, 2);
        assert_eq!(list.update(&mouse(above, false, false), PLACE, &rows(), 0.0), None);
        assert_eq!(list.at, 2, "beside the list");
        let first = PLACE.corner(0) + 3.0;
        assert_eq!(list.update(&mouse(first, true, true), PLACE, &rows(), 0.0), Some(Deed::Take));
        assert_eq!(list.at, 0);
    }

    #[test]
    fn rows_are_high_enough_for_fingers_and_have_no_gaps() {
        for large in [false, true] {
            let place = MenuLayout { large, ..PLACE };
            assert!(place.line() >= 22.0 && place.patch().y < place.line());
            let mut list = List::default();
            for y in 0..(place.line() * 3.0) as i32 {
                let at = Vec2::new(320.0, place.top.y - 1.0 + y as f32);
                assert!(list.update(&mouse(at, true, true), place, &rows(), 0.0).is_some(), "a gap {y} px down");
            }
        }
    }
}
