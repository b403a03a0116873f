//! The page of keys and buttons: a row for every action, a patch for every place of it. What is pressed after a patch was
//! chosen is bound there.

use glam::Vec2;

use crate::app::input::{Action, Controls, Device, Hotkey, KEYS, PLACES, Refused, Source};
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::view::SIZE;
use crate::app::screens::UiInput;
use crate::app::screens::menu::patch;
use crate::app::ui::button_prompts::ButtonGlyph;
use crate::app::ui::words::Words;

/// The corner of the first patch, from one to the next, and the size of one, in pixels.
const CORNER: Vec2 = Vec2::new(158.0, 62.0);
const STEP: Vec2 = Vec2::new(80.0, 25.0);
const PATCH: Vec2 = Vec2::new(74.0, 22.0);
/// Keys and buttons of pads stand apart by this.
const APART: f32 = 12.0;
/// Rows of actions; then come the usual bindings and the way back.
const ROWS: usize = Action::ALL.len();

/// Which patch is chosen, and whether it waits for a key.
#[derive(Default)]
pub struct Bind {
    /// Column and row.
    at: (usize, usize),
    pub waits: bool,
    /// What was said last about a binding.
    told: String,
}

impl Bind {
    /// One frame; true when the page is left.
    pub fn update(&mut self, hand: &UiInput, controls: &mut Controls, words: &Words, _dt: f32) -> bool {
        if self.waits {
            self.wait(hand, controls, words);
            return false;
        }
        for command in hand.commands {
            if let Hotkey::Choose(x, y) = *command {
                let (column, row) = self.at;
                let columns = if row < ROWS { PLACES as i32 } else { 2 };
                let row = (row as i32 + y).rem_euclid(ROWS as i32 + 1) as usize;
                let column = (column as i32 + x).rem_euclid(columns) as usize;
                self.at = (if row < ROWS { column } else { column.min(1) }, row);
                self.told.clear();
            }
        }
        let pointed = cells().find(|&cell| {
            let (at, size) = place(cell);
            hand.points_at(at, size)
        });
        if let Some(cell) = pointed.filter(|_| hand.moved || hand.clicked) {
            if self.at != cell {
                self.told.clear();
            }
            self.at = cell;
        }
        let (column, row) = self.at;
        let taken = hand.gives(Hotkey::Accept) || (hand.clicked && pointed.is_some());
        match Action::ALL.get(row) {
            Some(_) if taken => self.waits = true,
            Some(&action) if hand.gives(Hotkey::Clear) => {
                self.told = controls.clear(action, column).map_or_else(|why| refused(why, words), |()| String::new());
            }
            None if taken && column == 0 => {
                *controls = Controls::default();
                words.get("bind.usual_again").clone_into(&mut self.told);
            }
            None if taken => return true,
            _ => return hand.gives(Hotkey::Menu),
        }
        false
    }

    /// Waits for a key or a button; Esc, a click and what is of the other kind end it.
    fn wait(&mut self, hand: &UiInput, controls: &mut Controls, words: &Words) {
        let (column, row) = self.at;
        let Some(&action) = Action::ALL.get(row) else { return };
        let esc = hand.gives(Hotkey::Menu) && !matches!(hand.caught, Some(Source::Pad(_)));
        if esc || hand.clicked {
            self.waits = false;
            return;
        }
        let Some(source) = hand.caught else { return };
        self.waits = false;
        self.told = match controls.bind(action, column, source) {
            Ok(None) => String::new(),
            Ok(Some(other)) => words.fill("bind.swapped", &[&words.get(other.word())]),
            Err(why) => refused(why, words),
        };
    }

    /// Draws it; answers with what is to be said about the present patch.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, controls: &Controls) -> String {
        let (words, font) = (&assets.words, &assets.font);
        let heading = |canvas: &mut Canvas, key: &str, column: usize, columns: usize| {
            let (first, size) = place((column, 0));
            let (last, _) = place((column + columns - 1, 0));
            let middle = Vec2::new((first.x + last.x + size.x) * 0.5, first.y - 3.0 - 12.0 * font.usual_scale());
            font.fitted(canvas, words.get(key), middle, last.x + size.x - first.x, palette::SAND);
        };
        heading(canvas, "bind.keys", 0, KEYS);
        heading(canvas, "bind.pad", KEYS, PLACES - KEYS);
        for (row, action) in Action::ALL.into_iter().enumerate() {
            let at = place((0, row)).0;
            let name = words.get(action.word());
            let scale = font.scale(name, CORNER.x - 24.0);
            let left = Vec2::new(at.x - 12.0 - font.width(name) * scale, at.y + 11.0 - 6.0 * scale);
            font.scaled(canvas, name, left.round(), scale, palette::CREAM);
        }
        for cell in cells() {
            let ((at, size), chosen) = (place(cell), cell == self.at);
            let ink = patch(canvas, at, size, chosen);
            let middle = at + size * 0.5;
            let text = match Action::ALL.get(cell.1) {
                Some(_) if chosen && self.waits => "...",
                Some(&action) => {
                    if let Some(source) = controls.of(action)[cell.0] {
                        let cap = ButtonGlyph::of(source, &assets.sprites);
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
        let fingers = assets.hands.device == Device::Touch;
        match (self.waits, self.at.1 < ROWS && !fingers, self.told.is_empty()) {
            (true, ..) if self.at.0 < KEYS => "bind.press_key".into(),
            (true, ..) => "bind.press_button".into(),
            (false, _, false) => self.told.clone(),
            (false, true, true) => "bind.help".into(),
            (false, false, true) => String::new(),
        }
    }
}

/// All patches, as column and row.
fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..ROWS).flat_map(|row| (0..PLACES).map(move |column| (column, row))).chain([(0, ROWS), (1, ROWS)])
}

/// Corner and size of a patch.
fn place((column, row): (usize, usize)) -> (Vec2, Vec2) {
    if row == ROWS {
        let size = Vec2::new(150.0, PATCH.y);
        let y = CORNER.y + ROWS as f32 * STEP.y + 4.0;
        return (Vec2::new(SIZE.x * 0.5 - 158.0 + column as f32 * 166.0, y), size);
    }
    let apart = if column < KEYS { 0.0 } else { APART };
    (CORNER + STEP * Vec2::new(column as f32, row as f32) + Vec2::new(apart, 0.0), PATCH)
}

fn refused(why: Refused, words: &Words) -> String {
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

    fn step(bind: &mut Bind, controls: &mut Controls, commands: &[Hotkey], caught: Option<Source>) -> bool {
        bind.update(&UiInput { commands, caught, ..UiInput::resting() }, controls, &Words::default(), 0.0)
    }

    #[test]
    fn a_key_is_bound_where_the_needle_is_and_a_conflict_is_told() {
        let (mut bind, mut controls) = (Bind::default(), Controls::default());
        let jump = Action::ALL.iter().position(|action| *action == Action::Jump).unwrap();
        for _ in 0..jump {
            step(&mut bind, &mut controls, &[Hotkey::Choose(0, 1)], None);
        }
        // The key that chose the patch is not yet the one.
        step(&mut bind, &mut controls, &[Hotkey::Accept], Some(Source::Key(KeyCode::Enter)));
        assert!(bind.waits);
        let dash = Source::Key(KeyCode::X);
        step(&mut bind, &mut controls, &[], Some(dash));
        assert_eq!(controls.of(Action::Jump)[0], Some(dash));
        assert!(!bind.waits && bind.told.contains("bind.swapped"), "{}", bind.told);
        step(&mut bind, &mut controls, &[Hotkey::Accept], None);
        step(&mut bind, &mut controls, &[], Some(Source::Key(KeyCode::F1)));
        assert_eq!((controls.of(Action::Jump)[0], bind.told.as_str()), (Some(dash), "bind.reserved"));
    }

    #[test]
    fn esc_ends_the_waiting_before_it_leaves_the_page() {
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
    fn all_patches_are_in_the_picture_and_none_on_another() {
        let all: Vec<_> = cells().map(place).collect();
        for (i, (at, size)) in all.iter().enumerate() {
            assert!(at.min_element() >= 0.0 && (*at + *size).cmple(SIZE - Vec2::new(0.0, 24.0)).all());
            for (other, _) in &all[..i] {
                assert!((*other - *at).abs().cmpge(Vec2::new(1.0, PATCH.y)).any() && other != at);
            }
        }
    }
}
