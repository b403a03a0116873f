//! The panel at the end of a level: time, beads, deaths, and where to go next.

use glam::Vec2;

use super::super::assets::Assets;
use super::super::canvas::Canvas;
use super::super::palette;
use super::super::progress::{Found, time};
use super::super::sound::Effect;
use super::super::view::SIZE;
use super::menu::Menu;
use super::{Goto, Hand};

/// Width and height of the panel, in pixels.
const PANEL: Vec2 = Vec2::new(240.0, 216.0);
/// Seconds before the panel comes: the player cheers first.
const CHEER: f32 = 0.9;
/// Seconds for a number to count up.
const COUNT: f32 = 0.5;

/// Clicks in a second while they count up, and in all: one number begins 0.25 s after the other.
const CLICKS: f32 = 12.0;
const COUNTS: i32 = 15;

/// How a run went.
pub struct Finish {
    menu: Menu,
    age: f32,
    title: String,
    ticks: u64,
    par: f32,
    record: bool,
    found: Found,
    all: Found,
    deaths: u32,
    /// No map follows.
    pub is_last: bool,
}

/// The facts of a finished run.
pub struct Facts {
    /// The level's title.
    pub title: String,
    /// How long it took.
    pub ticks: u64,
    /// Seconds that a good run takes; 0 where the map gives none.
    pub par: f32,
    /// It was the fastest run so far.
    pub record: bool,
    /// What was found, of what there is.
    pub found: Found,
    /// What there is to find.
    pub all: Found,
    /// How often the player died.
    pub deaths: u32,
    /// The map that follows.
    pub next: Option<usize>,
}

impl Finish {
    /// For a run that has just ended.
    pub fn new(facts: Facts) -> Self {
        let mut choices = vec![("Once more", Goto::Restart), ("The drawer", Goto::Levels)];
        if let Some(next) = facts.next {
            choices.insert(0, ("Next patch", Goto::Map(next)));
        }
        let Facts { title, ticks, par, record, found, all, deaths, next } = facts;
        let (menu, is_last) = (Menu::new(choices), next.is_none());
        Self { menu, age: 0.0, title, ticks, par, record, found, all, deaths, is_last }
    }

    fn top() -> Vec2 {
        Vec2::new(SIZE.x * 0.5, (SIZE.y + PANEL.y) * 0.5 - 78.0)
    }

    /// One frame.
    pub fn update(&mut self, hand: &Hand, dt: f32) -> Option<Goto> {
        let before = self.counted();
        self.age += dt;
        let now = self.counted();
        if now != before {
            hand.sound(if now == COUNTS && self.record { Effect::Record } else { Effect::Count });
        }
        // A jump pressed while cheering must not choose anything.
        if self.age < CHEER + 0.3 { None } else { self.menu.update(hand, Self::top(), dt) }
    }

    /// How many clicks were heard of the numbers that count up.
    fn counted(&self) -> i32 {
        ((self.age - CHEER - 0.25) * CLICKS).clamp(0.0, COUNTS as f32) as i32
    }

    /// Draws it over the level.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        let shown = self.age - CHEER;
        if shown <= 0.0 {
            return;
        }
        let rise = (1.0 - shown / 0.25).max(0.0).powi(2) * 240.0;
        let at = ((SIZE - PANEL) * 0.5 + Vec2::Y * rise).round();
        assets.sprites.panel(canvas, "panel", at, PANEL);
        let middle = Vec2::new(SIZE.x * 0.5, at.y);
        assets.font.centered(canvas, &self.title, middle + Vec2::Y * 14.0, palette::INK);
        assets.font.centered(canvas, "all sewn up!", middle + Vec2::Y * 28.0, palette::RED_DARK);
        let part = |order: f32| ((shown - 0.25 - order * 0.25) / COUNT).clamp(0.0, 1.0);
        let counted = |value: u32, order: f32| (value as f32 * part(order)).round() as u32;
        let row = |canvas: &mut Canvas, i: f32, icon: &str, text: &str, note: &str| {
            let left = at + Vec2::new(34.0, 48.0 + i * 19.0);
            let sprite = assets.sprites.get(icon);
            let lift = (sprite.size().y - 12.0) * 0.5;
            canvas.image(sprite.frame(0), left - Vec2::new(lift, lift), palette::PLAIN);
            assets.font.draw(canvas, text, left + Vec2::new(22.0, 0.0), palette::INK);
            assets.font.right(canvas, note, Vec2::new(at.x + PANEL.x - 30.0, left.y), palette::PLUM);
        };
        let ticks = (self.ticks as f32 * part(0.0)) as u64;
        row(canvas, 0.0, "hud_clock", &time(if part(0.0) < 1.0 { ticks } else { self.ticks }), &self.note());
        row(
            canvas,
            1.0,
            "hud_bead",
            &format!("{} of {}", counted(self.found.beads, 1.0), self.all.beads),
            all(self.found.beads, self.all.beads),
        );
        if self.all.golden > 0 {
            let text = format!("{} of {}", counted(self.found.golden, 2.0), self.all.golden);
            row(canvas, 2.0, "hud_button", &text, all(self.found.golden, self.all.golden));
        }
        let torn = if self.deaths == 0 { "not one tear" } else { "" };
        row(canvas, 3.0, "hud_torn", &format!("{}", counted(self.deaths, 3.0)), torn);
        self.menu.draw(canvas, assets, Self::top() + Vec2::Y * rise.round());
    }

    fn note(&self) -> String {
        let seconds = self.ticks as f32 / seamwalker::sim::TICK_RATE as f32;
        if self.record {
            "your best".into()
        } else if self.par > 0.0 && seconds <= self.par {
            "under par".into()
        } else {
            String::new()
        }
    }
}

fn all(found: u32, all: u32) -> &'static str {
    if all > 0 && found == all { "all of them" } else { "" }
}
