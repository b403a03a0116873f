//! The three saved games: choose one, save it as a file, or erase it.

use glam::Vec2;
use seamwalker::sim::TICK_RATE;

use super::card::{Card, tab};
use super::{Goto, UiInput};
use crate::app::audio::Effect;
use crate::app::input::Hotkey;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::{Canvas, Style};
use crate::app::render::palette;
use crate::app::render::stitch::RUNNING;
use crate::app::render::view::SIZE;
use crate::app::save::Unusable;
use crate::app::save::save_slot::SaveSlot;
use crate::app::ui::cloth;
use crate::app::ui::words::Words;

/// A slot's piece of cloth, and from one to the next, in pixels.
const PATCH: Vec2 = Vec2::new(168.0, 150.0);
const STEP: f32 = 184.0;
const CORNER: Vec2 = Vec2::new(52.0, 92.0);
/// The way back, for fingers and the mouse.
const BACK: (Vec2, Vec2) = (Vec2::new(52.0, 24.0), Vec2::new(62.0, 22.0));

/// What is in the slots: nothing, a game, or something that cannot be used; and whether it cannot be saved just now.
pub type Held = Vec<(Result<Option<SaveSlot>, Unusable>, bool)>;

/// The screen.
pub struct Slots {
    held: Held,
    at: usize,
    /// How many maps there are.
    maps: usize,
    card: Option<Card>,
    time: f32,
}

impl Slots {
    /// With the needle at a slot.
    pub fn new(held: Held, at: usize, maps: usize) -> Self {
        Self { held, at, maps, card: None, time: 0.0 }
    }

    /// One frame.
    pub fn update(&mut self, hand: &UiInput, words: &Words, dt: f32) -> Option<Goto> {
        self.time += dt;
        if let Some(card) = &mut self.card {
            let goto = card.update(hand, dt)?;
            self.card = None;
            match goto {
                Goto::Stay => {}
                Goto::AskErase(slot) => self.card = Some(ask(slot, words)),
                goto => return Some(goto),
            }
            return None;
        }
        if hand.gives(Hotkey::Menu) || (hand.clicked && hand.points_at(BACK.0, BACK.1)) {
            return Some(Goto::Title);
        }
        let before = self.at;
        for command in hand.commands {
            if let Hotkey::Choose(x, _) = *command {
                self.at = (self.at as i32 + x).clamp(0, self.held.len() as i32 - 1) as usize;
            }
        }
        let pointed = (0..self.held.len()).find(|&i| hand.points_at(place(i), PATCH));
        if let Some(i) = pointed.filter(|_| hand.moved || hand.clicked) {
            self.at = i;
        }
        let chosen = hand.gives(Hotkey::Accept) || (hand.clicked && pointed.is_some());
        if chosen || self.at != before {
            hand.sound(if chosen { Effect::MenuAccept } else { Effect::MenuMove });
        }
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
                self.card =
                    Some(Card::new(words.fill("slots.slot", &[&(self.at + 1)]), self.lines(self.at, words), choices));
                None
            }
        }
    }

    /// What a slot holds, in words.
    fn lines(&self, i: usize, words: &Words) -> Vec<String> {
        let (held, in_trouble) = &self.held[i];
        match held {
            Err(Unusable::Unreadable(_)) => vec![words.get("slots.unreadable").to_owned()],
            Err(Unusable::Later) => vec![words.get("slots.later").to_owned()],
            Err(Unusable::Damaged(_)) => vec![words.get("slots.damaged").to_owned()],
            Ok(None) => vec![words.get("slots.empty").to_owned()],
            Ok(Some(slot)) => {
                let (found, minutes) = (slot.progress.total(), slot.played / u64::from(TICK_RATE) / 60);
                let finished = slot.progress.finished();
                let played = format!("{}:{:02}", minutes / 60, minutes % 60);
                let mut lines = vec![
                    words.fill("slots.patches", &[&finished, &self.maps.max(finished)]),
                    words.fill("slots.found", &[&found.beads, &found.golden]),
                    words.fill("slots.played", &[&played]),
                ];
                lines.extend(in_trouble.then(|| words.get("slots.trouble").to_owned()));
                lines
            }
        }
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        canvas.page(&assets.page);
        canvas.offset = Vec2::ZERO;
        cloth::night(canvas, Vec2::ZERO, SIZE);
        tab(canvas, assets, assets.words.get("menu.title"), BACK, false);
        let title = assets.words.get("menu.slots").to_uppercase();
        assets.font.fitted(canvas, &title, Vec2::new(SIZE.x * 0.5, 58.0), SIZE.x, palette::CREAM);
        for i in 0..self.held.len() {
            self.patch(canvas, assets, i);
        }
        let tip = place(self.at) + Vec2::new(36.0 + ((self.time * 4.0).sin() * 2.0).round(), 38.0);
        let cursor = assets.sprites.get("cursor");
        canvas.sprite(cursor.looped(self.time), cursor.origin, tip, Style::default());
        let hint = assets.words.get("slots.hint");
        assets.font.fitted(canvas, hint, Vec2::new(SIZE.x * 0.5, SIZE.y - 54.0), SIZE.x - 20.0, palette::SAND);
        if let Some(card) = &self.card {
            card.draw(canvas, assets);
        }
    }

    fn patch(&self, canvas: &mut Canvas, assets: &Assets, i: usize) {
        let (at, chosen, full) = (place(i), i == self.at, !matches!(self.held[i].0, Ok(None)));
        canvas.rect(at.x, at.y, PATCH.x, PATCH.y, palette::INK);
        let (inner, size) = (at + 1.0, PATCH - 2.0);
        let color = palette::mix(palette::mix(palette::LINEN, palette::SAND, 0.3), palette::NIGHT, 0.1);
        canvas.rect(inner.x, inner.y, size.x, size.y, color);
        if let Some(fabric) = assets.fabric("", i).filter(|_| full) {
            cloth::fill(canvas, fabric, inner, size, palette::PLAIN);
        }
        let thread = if full { palette::CREAM } else { palette::mix(color, palette::INK, 0.3) };
        cloth::border(canvas, inner, size, 4.0, RUNNING, thread);
        if chosen {
            cloth::frame(canvas, at, PATCH, 2.0, palette::CREAM);
        }
        let paper = (at + Vec2::new(14.0, 22.0), PATCH - Vec2::new(28.0, 44.0));
        canvas.rect(paper.0.x, paper.0.y, paper.1.x, paper.1.y, palette::INK);
        canvas.rect(paper.0.x + 1.0, paper.0.y + 1.0, paper.1.x - 2.0, paper.1.y - 2.0, palette::CREAM);
        let middle = paper.0 + Vec2::new(paper.1.x * 0.5, 10.0);
        let name = assets.words.fill("slots.slot", &[&(i + 1)]);
        assets.font.fitted(canvas, &name, middle, paper.1.x, palette::RED_DARK);
        // All lines as large as the longest may be.
        let (lines, font) = (self.lines(i, &assets.words), &assets.font);
        let scale = lines.iter().map(|line| font.scale(line, paper.1.x - 4.0)).fold(2.0, f32::min);
        for (k, line) in lines.iter().enumerate() {
            let below = middle + Vec2::new(-font.width(line) * scale * 0.5, 26.0 + k as f32 * 18.0);
            font.scaled(canvas, line, below, scale, palette::INK);
        }
    }
}

fn place(i: usize) -> Vec2 {
    CORNER + Vec2::new(i as f32 * STEP, 0.0)
}

/// Asks again before a game is lost.
fn ask(slot: usize, words: &Words) -> Card {
    let lines = vec![words.get("slots.gone").to_owned()];
    let choices = vec![("menu.keep", Goto::Stay), ("menu.really", Goto::Erase(slot))];
    Card::new(words.fill("slots.ask", &[&(slot + 1)]), lines, choices)
}
