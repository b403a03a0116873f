//! The page of key bindings: a row for every action with a patch for each of its bindings. The key or button that is pressed
//! after choosing a patch is bound there.

use glam::Vec2;

use crate::app::input::{Action, Controls, Device, Hotkey, KEYS, PLACES, Refused, Source};
use crate::app::render::{Assets, Canvas, SIZE, ScreenFormat, palette};
use crate::app::screens::UiInput;
use crate::app::screens::menu::patch;
use crate::app::ui::{ButtonGlyph, Words};

/// The corner of the first patch, the distance to the next, the size of one, and the gap between keys and pad buttons, in pixels: with
/// small and large letters, and in a narrow view, where the names are above the patches.
const FIRST_CELL: [Vec2; 3] = [Vec2::new(158.0, 62.0), Vec2::new(254.0, 62.0), Vec2::new(10.0, 84.0)];
const CELL_PITCH: [Vec2; 3] = [Vec2::new(80.0, 25.0), Vec2::new(70.0, 25.0), Vec2::new(67.0, 42.0)];
const CELL_SIZE: [Vec2; 3] = [Vec2::new(74.0, 22.0), Vec2::new(66.0, 22.0), Vec2::new(64.0, 22.0)];
const PAD_GAP: [f32; 3] = [12.0, 6.0, 6.0];
/// The width of a narrow view for which these places are.
const NARROW_WIDTH: f32 = 360.0;
/// The greatest distance between two rows in a high view, in pixels.
const MAX_BIND_PITCH: f32 = 50.0;
/// The room for the footer with small and large letters, and in a narrow view: one line, or two. And above it.
const FOOTER_ROOM: [f32; 3] = [26.0, 65.0, 39.0];
const FOOTER_GAP: f32 = 8.0;
/// The gap at both sides of an action's name, in pixels.
const NAME_MARGIN: f32 = 12.0;
/// The widths of the two patches in the last row, in pixels.
const LAST_ROW_WIDTHS: [f32; 2] = [150.0, 200.0];
/// Rows of actions; below are the default bindings and the way back.
const ACTION_ROWS: usize = Action::ALL.len();

/// The selected patch, and whether it waits for a key.
#[derive(Default)]
pub struct Bind {
    /// Column and row.
    at: (usize, usize),
    pub waits: bool,
    /// The last message about a binding.
    message: String,
}

impl Bind {
    /// One frame; returns true to leave the page.
    pub fn update(&mut self, input: &UiInput, controls: &mut Controls, words: &Words) -> bool {
        if self.waits {
            self.wait(input, controls, words);
            return false;
        }
        for (x, y) in input.steps() {
            let (column, row) = self.at;
            let columns = if row < ACTION_ROWS { PLACES as i32 } else { 2 };
            let row = (row as i32 + y).rem_euclid(ACTION_ROWS as i32 + 1) as usize;
            let column = (column as i32 + x).rem_euclid(columns) as usize;
            self.at = (if row < ACTION_ROWS { column } else { column.min(1) }, row);
            self.message.clear();
        }
        let before = self.at;
        let cells = cells().filter(|cell| is_target(*cell, input.format));
        let taken = input.select(&mut self.at, cells.map(|cell| (cell, place(cell, input.format))));
        if self.at != before {
            self.message.clear();
        }
        let (column, row) = self.at;
        match Action::ALL.get(row) {
            Some(_) if taken => self.waits = true,
            Some(&action) if input.pressed(Hotkey::Clear) => {
                self.message =
                    controls.clear(action, column).map_or_else(|why| refusal(why, words), |()| String::new());
            }
            None if taken && column == 0 => {
                *controls = Controls::default();
                words.get("bind.usual_again").clone_into(&mut self.message);
            }
            None if taken => return true,
            _ => return input.pressed(Hotkey::Menu),
        }
        false
    }

    /// Waits for a key or button; Esc, a click, or one of the wrong kind ends the waiting.
    fn wait(&mut self, input: &UiInput, controls: &mut Controls, words: &Words) {
        let (column, row) = self.at;
        let Some(&action) = Action::ALL.get(row) else { return };
        let esc = input.pressed(Hotkey::Menu) && !matches!(input.caught, Some(Source::Pad(_)));
        if esc || input.clicked {
            self.waits = false;
            return;
        }
        let Some(source) = input.caught else { return };
        self.waits = false;
        self.message = match controls.bind(action, column, source) {
            Ok(None) => String::new(),
            Ok(Some(other)) => words.fill("bind.swapped", &[&words.get(other.word())]),
            Err(why) => refusal(why, words),
        };
    }

    /// Draws it; returns the text for the footer.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, controls: &Controls) -> String {
        let (words, font, format) = (&assets.words, &assets.font, canvas.format);
        let heading = |canvas: &mut Canvas, key: &str, column: usize, columns: usize| {
            let (first, size) = place((column, 0), format);
            let (last, _) = place((column + columns - 1, 0), format);
            // Below it are the names, if they are above the patches.
            let names = if format.is_narrow() { 13.0 * font.text_scale() } else { 0.0 };
            let middle = Vec2::new((first.x + last.x + size.x) * 0.5, first.y - 3.0 - 12.0 * font.text_scale() - names);
            font.fitted(canvas, words.get(key), middle, last.x + size.x - first.x, palette::SAND);
        };
        heading(canvas, "bind.keys", 0, KEYS);
        heading(canvas, "bind.pad", KEYS, PLACES - KEYS);
        for (row, action) in Action::ALL.into_iter().enumerate() {
            let at = place((0, row), format).0;
            let name = words.get(action.word());
            if format.is_narrow() {
                let scale = font.text_scale();
                font.scaled(canvas, name, at - Vec2::Y * 13.0 * scale, scale, palette::CREAM);
                continue;
            }
            let scale = font.scale(name, at.x - NAME_MARGIN * 2.0);
            let right = Vec2::new(at.x - NAME_MARGIN, at.y + 11.0 - 6.0 * scale);
            font.aligned(canvas, name, right, 1.0, scale, palette::CREAM);
        }
        for cell in cells() {
            let ((at, size), chosen) = (place(cell, format), cell == self.at);
            if is_target(cell, format) {
                canvas.targets.push((at, size));
            }
            let ink = patch(canvas, at, size, chosen);
            let middle = at + size * 0.5;
            let text = match Action::ALL.get(cell.1) {
                Some(_) if chosen && self.waits => "...",
                Some(&action) => {
                    if let Some(source) = controls.of(action)[cell.0] {
                        let cap = ButtonGlyph::of(source, &assets.prompts, &assets.sprites);
                        cap.draw(canvas, font, (middle - cap.size(font) * 0.5).round(), 1.0);
                    }
                    continue;
                }
                None if cell.0 == 0 => words.get("bind.usual"),
                None => words.get("menu.back"),
            };
            let up = 6.0 * font.scale(text, size.x - 8.0) - 0.5;
            font.fitted(canvas, text, (middle - Vec2::new(0.0, up)).round(), size.x - 8.0, ink);
        }
        let is_touch = assets.prompts.device == Device::Touch;
        match (self.waits, self.at.1 < ACTION_ROWS && !is_touch, self.message.is_empty()) {
            (true, ..) if self.at.0 < KEYS => "bind.press_key".into(),
            (true, ..) => "bind.press_button".into(),
            (false, _, false) => self.message.clone(),
            (false, true, true) => "bind.help".into(),
            (false, false, true) => String::new(),
        }
    }
}

/// All patches, as column and row.
fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..ACTION_ROWS)
        .flat_map(|row| (0..PLACES).map(move |column| (column, row)))
        .chain([(0, ACTION_ROWS), (1, ACTION_ROWS)])
}

/// Whether a patch can be clicked: those of bindings are too small for fingers, and need a key or button anyway.
fn is_target(cell: (usize, usize), format: ScreenFormat) -> bool {
    cell.1 == ACTION_ROWS || format.target == 0.0
}

/// The lower border of the last row.
pub fn bottom(format: ScreenFormat) -> f32 {
    let (at, size) = place((0, ACTION_ROWS), format);
    at.y + size.y
}

/// Corner and size of a patch.
fn place((column, row): (usize, usize), format: ScreenFormat) -> (Vec2, Vec2) {
    let is_narrow = format.is_narrow();
    let shape = if is_narrow { 2 } else { usize::from(format.large) };
    let (mut first, mut pitch, size) = (FIRST_CELL[shape], CELL_PITCH[shape], CELL_SIZE[shape]);
    let usual = if is_narrow { NARROW_WIDTH } else { SIZE.x };
    first.x += ((format.size.x - usual) * 0.5).floor();
    // A higher view has more room between the rows.
    let below = FOOTER_ROOM[shape] + FOOTER_GAP + size.y.max(format.target);
    let room = ((format.size.y - first.y - below) / ACTION_ROWS as f32).floor();
    pitch.y = room.clamp(pitch.y, MAX_BIND_PITCH);
    if row == ACTION_ROWS {
        let width = format.of(LAST_ROW_WIDTHS).min(format.middle() - 18.0);
        let size = Vec2::new(width, size.y.max(format.target));
        let y = first.y + ACTION_ROWS as f32 * pitch.y + if is_narrow { -8.0 } else { 4.0 };
        let x = format.middle() - size.x - 8.0 + column as f32 * (size.x + 16.0);
        return (Vec2::new(x, y.min(format.size.y - size.y - FOOTER_ROOM[shape])), size);
    }
    let apart = if column < KEYS { 0.0 } else { PAD_GAP[shape] };
    let step = pitch * Vec2::new(column as f32, row as f32);
    (first + step + Vec2::new(apart, 0.0), size)
}

fn refusal(why: Refused, words: &Words) -> String {
    match why {
        Refused::Reserved => words.get("bind.reserved").to_owned(),
        Refused::Kind => words.get("bind.other_kind").to_owned(),
        Refused::Last(action) => words.fill("bind.last", &[&words.get(action.word())]),
    }
}

#[cfg(test)]
mod tests {
    use macroquad::input::KeyCode;

    use super::*;
    use crate::app::screens::texts::{FORMATS, assert_apart, languages};
    use crate::app::ui::label::FOOTER_MARGIN;

    fn step(bind: &mut Bind, controls: &mut Controls, commands: &[Hotkey], caught: Option<Source>) -> bool {
        bind.update(&UiInput { commands, caught, ..UiInput::default() }, controls, &Words::default())
    }

    #[test]
    fn a_key_is_bound_to_the_selected_patch_and_a_conflict_is_reported() {
        let (mut bind, mut controls) = (Bind::default(), Controls::default());
        let jump = Action::ALL.iter().position(|action| *action == Action::Jump).unwrap();
        for _ in 0..jump {
            step(&mut bind, &mut controls, &[Hotkey::Choose(0, 1)], None);
        }
        // The key that chose the patch is not bound.
        step(&mut bind, &mut controls, &[Hotkey::Accept], Some(Source::Key(KeyCode::Enter)));
        assert!(bind.waits);
        let dash = Source::Key(KeyCode::X);
        step(&mut bind, &mut controls, &[], Some(dash));
        assert_eq!(controls.of(Action::Jump)[0], Some(dash));
        assert!(!bind.waits && bind.message.contains("bind.swapped"), "{}", bind.message);
        step(&mut bind, &mut controls, &[Hotkey::Accept], None);
        step(&mut bind, &mut controls, &[], Some(Source::Key(KeyCode::F1)));
        assert_eq!((controls.of(Action::Jump)[0], bind.message.as_str()), (Some(dash), "bind.reserved"));
    }

    #[test]
    fn esc_cancels_waiting_before_it_leaves_the_page() {
        let (mut bind, mut controls) = (Bind::default(), Controls::default());
        step(&mut bind, &mut controls, &[Hotkey::Accept], None);
        let esc = Some(Source::Key(KeyCode::Escape));
        assert!(!step(&mut bind, &mut controls, &[Hotkey::Menu], esc));
        assert!(!bind.waits && controls == Controls::default());
        assert!(step(&mut bind, &mut controls, &[Hotkey::Menu], esc));
    }

    #[test]
    fn start_can_be_bound_although_it_also_opens_menus() {
        let (mut bind, mut controls) = (Bind { at: (KEYS, 4), ..Bind::default() }, Controls::default());
        step(&mut bind, &mut controls, &[Hotkey::Accept], None);
        let start = Source::Pad(crate::app::input::PadButton::Start);
        step(&mut bind, &mut controls, &[Hotkey::Menu], Some(start));
        assert_eq!(controls.action(start), Some(Action::Jump));
    }

    #[test]
    fn all_patches_are_in_view_without_overlaps() {
        for format in FORMATS {
            let footer = (Vec2::Y * (format.size.y - 24.0), Vec2::new(format.size.x, 0.0));
            let all: Vec<_> = cells().map(|cell| place(cell, format)).chain([footer]).collect();
            assert_apart(format, &all);
        }
    }

    /// Story: with large letters the explanation covered the last row.
    #[test]
    fn the_footer_covers_no_row() {
        for (words, font) in languages() {
            let name = words.get("action.retry");
            let texts = ["help", "press_key", "press_button", "swapped", "reserved", "other_kind", "last"];
            let texts = texts.map(|key| words.fill(&format!("bind.{key}"), &[&name]));
            for (format, text) in FORMATS.into_iter().flat_map(|format| texts.iter().map(move |text| (format, text))) {
                // Where two lines of large letters have no room, they are small.
                let is_wide = font.large && format.large && !format.is_narrow();
                let scale = if is_wide { 2.0 } else { 1.0 };
                let lines = font.wrap(text, (format.size.x - 24.0) / scale).len() as f32;
                let height = FOOTER_MARGIN + lines * (font.height + 1.0) * scale;
                assert!(bottom(format) + height <= format.size.y, "{format:?}, {}: {text}", words.code());
            }
        }
    }

    #[test]
    fn names_of_actions_are_all_large_or_all_small() {
        for (words, font) in languages().filter(|(_, font)| font.large) {
            let names = Action::ALL.map(|action| (action.word(), FIRST_CELL[1].x - NAME_MARGIN * 2.0));
            let last_row = ["bind.usual", "menu.back"].map(|key| (key, LAST_ROW_WIDTHS[1] - 8.0));
            for (key, room) in names.into_iter().chain(last_row) {
                assert_eq!(font.scale(words.get(key), room), 2.0, "{}: {key}", words.code());
            }
        }
    }
}
