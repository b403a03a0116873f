//! The three saved games: choose one, save it as a file, or erase it.

use glam::Vec2;
use seamwalker_sim::TICK_RATE;

use super::card::{Card, TAB_SIZES, tab};
use super::{Goto, Screen, ScreenSpec, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, RUNNING, SIZE, ScreenFormat, palette};
use crate::app::save::{SaveSlot, Unusable};
use crate::app::services::Services;
use crate::app::ui::{Label, Words, cloth, headline};
use crate::app::window::Motion;

/// The size of a slot, the gap to the next, and the top of the first, in pixels.
const SLOT_SIZE: Vec2 = Vec2::new(168.0, 150.0);
const SLOT_GAP: f32 = 16.0;
const SLOTS_TOP: f32 = 92.0;
/// The size of a slot below others in a narrow view, and the room below the last one, in pixels.
const LOW_SLOT: Vec2 = Vec2::new(240.0, 150.0);
const HINT_HEIGHT: f32 = 72.0;
/// From the border of a slot to its paper: where there is room, and where not.
const PAPER_MARGIN: Vec2 = Vec2::new(14.0, 22.0);
const LOW_PAPER_MARGIN: Vec2 = Vec2::new(12.0, 8.0);
/// From the name of a slot to the first line below it, in pixels.
const SLOT_LINES_TOP: f32 = 26.0;
/// The left border of the first slot and of the back button, and its top.
const SLOTS_LEFT: f32 = 52.0;
const BACK_TOP: f32 = 24.0;

/// For every slot: nothing, a game, or an unusable file; and whether saving currently fails.
pub type Held = Vec<(Result<Option<SaveSlot>, Unusable>, bool)>;

/// The screen.
pub struct Slots {
    held: Held,
    at: usize,
    /// The way back is selected instead.
    at_back: bool,
    /// The keys of all levels in the progress.
    levels: Vec<String>,
    card: Option<Card>,
    time: f32,
}

impl Slots {
    /// The screen with a slot selected.
    pub fn new(held: Held, at: usize, levels: Vec<String>) -> Self {
        Self { held, at, at_back: false, levels, card: None, time: 0.0 }
    }

    /// A description of a slot.
    fn lines(&self, i: usize, words: &Words) -> Vec<String> {
        let (held, in_trouble) = &self.held[i];
        match held {
            Err(Unusable::Unreadable(_)) => vec![words.get("slots.unreadable").to_owned()],
            Err(Unusable::Later) => vec![words.get("slots.later").to_owned()],
            Err(Unusable::Damaged(_)) => vec![words.get("slots.damaged").to_owned()],
            Ok(None) => vec![words.get("slots.empty").to_owned()],
            Ok(Some(slot)) => {
                let (found, minutes) = (slot.progress.total(), slot.played / u64::from(TICK_RATE) / 60);
                let finished = self.levels.iter().filter(|level| slot.progress.of(level).finished).count();
                let played = format!("{}:{:02}", minutes / 60, minutes % 60);
                let mut lines = vec![
                    words.fill("slots.patches", &[&finished, &self.levels.len()]),
                    words.fill("slots.found", &[&found.beads, &found.golden]),
                    words.fill("slots.played", &[&played]),
                ];
                lines.extend(in_trouble.then(|| words.get("slots.trouble").to_owned()));
                lines
            }
        }
    }

    fn patch(&self, canvas: &mut Canvas, assets: &Assets, i: usize) {
        let ((at, whole), chosen, full) =
            (place(i, canvas.format), i == self.at && !self.at_back, !matches!(self.held[i].0, Ok(None)));
        let (inner, size) = (at + 1.0, whole - 2.0);
        let color = cloth::unbleached(0.1);
        canvas.targets.push((at, whole));
        canvas.framed(at, whole, color);
        if full {
            canvas.tiled(assets.fabric("", i), inner, (inner, size), palette::PLAIN);
        }
        let thread = if full { palette::CREAM } else { palette::mix(color, palette::INK, 0.3) };
        cloth::border(canvas, inner, size, 4.0, RUNNING, thread);
        if chosen {
            cloth::frame(canvas, at, whole, 2.0, palette::CREAM);
        }
        let margin = if canvas.format.is_narrow() { LOW_PAPER_MARGIN } else { PAPER_MARGIN };
        let (paper, paper_size) = (at + margin, whole - margin * 2.0);
        canvas.framed(paper, paper_size, palette::CREAM);
        let top = margin.y.min(10.0);
        let middle = paper + Vec2::new(paper_size.x * 0.5, top);
        let name = assets.words.fill("slots.slot", &[&(i + 1)]);
        assets.font.fitted(canvas, &name, middle, paper_size.x, palette::RED_DARK);
        // All lines have the scale of the longest.
        let (lines, font) = (self.lines(i, &assets.words), &assets.font);
        let scale = lines.iter().map(|line| font.scale(line, paper_size.x - 4.0)).fold(2.0, f32::min);
        let pitch = ((paper_size.y - SLOT_LINES_TOP - top) / lines.len().max(1) as f32).floor().min(18.0);
        for (k, line) in lines.iter().enumerate() {
            let below = middle + Vec2::Y * (SLOT_LINES_TOP + k as f32 * pitch);
            font.aligned(canvas, line, below, 0.5, scale, palette::INK);
        }
    }
}

impl Screen for Slots {
    fn spec(&self, _: &Services) -> ScreenSpec {
        ScreenSpec { name: "slots", motion: Motion::None, has_back: true, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        let words = &services.assets.words;
        self.time += dt;
        if let Some(card) = &mut self.card {
            let goto = card.choose(input, dt)?;
            self.card = if let Goto::AskErase(slot) = goto { Some(confirm_erase(slot, words)) } else { None };
            return Some(goto).filter(|goto| !matches!(goto, Goto::Stay | Goto::AskErase(_)));
        }
        let leaves = self.at_back && input.pressed(Hotkey::Accept);
        if leaves || input.pressed(Hotkey::Menu) || (input.clicked && input.touches(back(input.format))) {
            return Some(Goto::Title);
        }
        let before = (self.at, self.at_back);
        let is_narrow = input.format.is_narrow();
        for (x, y) in input.steps() {
            // The way back is above the slots.
            let to_back = y < 0 && (self.at == 0 || !is_narrow);
            let by = if self.at_back {
                0
            } else if is_narrow {
                y
            } else {
                x
            };
            self.at_back = if self.at_back { y <= 0 } else { to_back };
            self.at = (self.at as i32 + by).clamp(0, self.held.len() as i32 - 1) as usize;
        }
        let slots = (0..self.held.len()).map(|i| (i, place(i, input.format)));
        let chosen = input.select(&mut self.at, slots);
        self.at_back &= !chosen && self.at == before.0;
        input.selection_sound(chosen, (self.at, self.at_back) != before);
        if !chosen {
            return None;
        }
        match &self.held[self.at].0 {
            Ok(None) => Some(Goto::Slot(self.at)),
            held => {
                let mut choices = vec![
                    ("menu.play", Goto::Slot(self.at)),
                    ("menu.erase", Goto::AskErase(self.at)),
                    ("menu.back", Goto::Stay),
                ];
                if held.is_ok() {
                    choices.insert(1, ("menu.export", Goto::Export(self.at)));
                }
                let title = words.fill("slots.slot", &[&(self.at + 1)]);
                self.card = Some(Card::new(title, self.lines(self.at, words), choices));
                None
            }
        }
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let assets = &services.assets;
        canvas.page(&assets.page);
        canvas.offset = Vec2::ZERO;
        let format = canvas.format;
        cloth::night(canvas, Vec2::ZERO, format.size);
        tab(canvas, assets, assets.words.get("menu.back"), back(format), [false, self.at_back]);
        let middle = Vec2::new(format.middle(), 54.0);
        headline(canvas, assets, assets.words.get("menu.slots"), middle, format.size.x, palette::CREAM);
        for i in 0..self.held.len() {
            self.patch(canvas, assets, i);
        }
        if !self.at_back {
            let tip = place(self.at, format).0 + Vec2::new(36.0 + ((self.time * 4.0).sin() * 2.0).round(), 38.0);
            assets.sprites.draw(canvas, "cursor", self.time, tip);
        }
        let hint = assets.words.for_device("slots.hint", assets.prompts.device);
        let hint = Label::new(hint, format.size.x - 40.0, assets.font.text_scale(), assets);
        hint.centered(canvas, &assets.font, Vec2::new(format.middle(), format.size.y - HINT_HEIGHT), palette::SAND);
        if let Some(card) = &self.card {
            card.show(canvas, assets);
        }
    }
}

/// The corner and size of a slot: beside the one before it, or below it.
fn place(i: usize, format: ScreenFormat) -> (Vec2, Vec2) {
    let i = i as f32;
    if format.is_narrow() {
        let pitch = ((format.size.y - SLOTS_TOP - HINT_HEIGHT) / 3.0).floor().min(LOW_SLOT.y + SLOT_GAP);
        let left = ((format.size.x - LOW_SLOT.x) * 0.5).floor();
        return (Vec2::new(left, SLOTS_TOP + i * pitch), Vec2::new(LOW_SLOT.x, pitch - SLOT_GAP * 0.5));
    }
    let left = format.middle() - SIZE.x * 0.5 + SLOTS_LEFT;
    let top = SLOTS_TOP + ((format.size.y - SIZE.y) * 0.5).floor();
    (Vec2::new(left + i * (SLOT_SIZE.x + SLOT_GAP), top), SLOT_SIZE)
}

/// The corner and size of the back button for touch and mouse.
fn back(format: ScreenFormat) -> (Vec2, Vec2) {
    let left = if format.is_narrow() { BACK_TOP } else { format.middle() - SIZE.x * 0.5 + SLOTS_LEFT };
    (Vec2::new(left, BACK_TOP), format.of(TAB_SIZES))
}

/// The confirmation before a game is erased.
fn confirm_erase(slot: usize, words: &Words) -> Card {
    let lines = vec![words.get("slots.gone").to_owned()];
    let choices = vec![("menu.keep", Goto::Stay), ("menu.really", Goto::Erase(slot))];
    Card::new(words.fill("slots.ask", &[&(slot + 1)]), lines, choices)
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;

    use super::*;
    use crate::app::save::CollectedCount;
    use crate::app::screens::texts::{FORMATS, assert_apart};

    #[test]
    fn slots_lie_beside_or_below_each_other_in_every_view() {
        for format in FORMATS {
            let hint = (Vec2::Y * (format.size.y - HINT_HEIGHT + SLOT_GAP), Vec2::new(format.size.x, 0.0));
            let places = [0, 1, 2].map(|i| place(i, format));
            assert_apart(format, &[places[0], places[1], places[2], hint]);
            assert!(places.iter().all(|(_, size)| size.min_element() >= format.target), "{format:?}");
        }
    }

    /// Story: with all levels finished it said "19 of 20 levels": Seam Gallery is none.
    #[test]
    fn a_finished_game_has_all_levels() {
        let mut slot = SaveSlot::default();
        let levels: Vec<String> = ["a", "b"].map(str::to_owned).into();
        for map in ["a", "b", "a scrap"] {
            slot.progress.finish(map, None, CollectedCount::default());
        }
        let slots = Slots::new(vec![(Ok(Some(slot)), false)], 0, levels);
        let words = Words::load(&shipped()).0;
        assert_eq!(slots.lines(0, &words)[0], words.fill("slots.patches", &[&2, &2]));
    }
}
