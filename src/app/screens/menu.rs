//! A list of choices with a needle that points at the present one.

use glam::Vec2;

use super::super::assets::Assets;
use super::super::canvas::{Canvas, Style};
use super::super::cloth::{self, FINE};
use super::super::keys::Command;
use super::super::palette;
use super::super::sound::Effect;
use super::{Goto, Hand};

/// From one choice to the next, in pixels.
const LINE: f32 = 21.0;
/// A choice is written on a patch of this size.
const PATCH: Vec2 = Vec2::new(116.0, 18.0);

/// How far beside its patch a choice still counts, in pixels: up to the next one, for fingers are thick.
const AROUND: Vec2 = Vec2::new(24.0, (LINE - PATCH.y) * 0.5);

/// The choices, and which one the needle points at.
pub struct Menu {
    choices: Vec<(&'static str, Goto)>,
    at: usize,
    time: f32,
}

impl Menu {
    /// A menu with the needle at its first choice.
    pub fn new(choices: Vec<(&'static str, Goto)>) -> Self {
        Self { choices, at: 0, time: 0.0 }
    }

    /// Moves the needle; answers with what was chosen. The menu's top middle is at `top`.
    pub fn update(&mut self, hand: &Hand, top: Vec2, dt: f32) -> Option<Goto> {
        self.time += dt;
        let (count, before) = (self.choices.len(), self.at);
        if hand.gives(Command::Choose(0, 1)) {
            self.at = (self.at + 1) % count;
        }
        if hand.gives(Command::Choose(0, -1)) {
            self.at = (self.at + count - 1) % count;
        }
        let pointed = (0..count).find(|&i| hand.points_at(place(top, i) - AROUND, PATCH + AROUND * 2.0));
        if let Some(i) = pointed.filter(|_| hand.moved || hand.clicked) {
            self.at = i;
        }
        let chosen = hand.gives(Command::Accept) || (hand.clicked && pointed.is_some());
        if chosen || self.at != before {
            hand.sound(if chosen { Effect::MenuAccept } else { Effect::MenuMove });
        }
        chosen.then(|| self.choices[self.at].1)
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, top: Vec2) {
        for (i, (text, _)) in self.choices.iter().enumerate() {
            patch(canvas, assets, text, place(top, i), i == self.at);
        }
        let poke = ((self.time * 5.0).sin() * 2.0).round();
        let tip = place(top, self.at) + Vec2::new(5.0 + poke, PATCH.y * 0.5);
        let cursor = assets.sprites.get("cursor");
        canvas.sprite(cursor.looped(self.time), cursor.origin, tip, Style::default());
    }
}

/// Where a choice's patch lies in a menu whose top middle is at `top`.
fn place(top: Vec2, i: usize) -> Vec2 {
    (top + Vec2::new(-PATCH.x * 0.5, i as f32 * LINE)).round()
}

/// A choice on its patch: linen, and red while it is the present one.
fn patch(canvas: &mut Canvas, assets: &Assets, text: &str, at: Vec2, chosen: bool) {
    let (cloth_color, thread, ink) = if chosen {
        (palette::RED, palette::CREAM, palette::CREAM)
    } else {
        (palette::LINEN, palette::SAND, palette::INK)
    };
    canvas.rect(at.x + 1.0, at.y, PATCH.x - 2.0, PATCH.y, palette::INK);
    canvas.rect(at.x, at.y + 1.0, PATCH.x, PATCH.y - 2.0, palette::INK);
    canvas.rect(at.x + 1.0, at.y + 1.0, PATCH.x - 2.0, PATCH.y - 2.0, cloth_color);
    cloth::border(canvas, at, PATCH, 3.5, FINE, thread);
    assets.font.centered(canvas, text, at + Vec2::new(PATCH.x * 0.5, 4.0), ink);
}
