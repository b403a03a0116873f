//! The end of a level: what it changes on the quilt, then a panel with time, splits, beads, deaths, and where to go next.

use glam::Vec2;

use super::menu::{Menu, MenuLayout};
use super::quilt::{Quilt, beads, rosette};
use super::{Goto, Place, Screen, ScreenSpec, UiInput};
use crate::app::audio::{Effect, Music};
use crate::app::input::{ButtonState, Hotkey};
use crate::app::render::{Assets, Canvas, Font, ScreenFormat, palette};
use crate::app::save::{CollectedCount, delta, time};
use crate::app::services::Services;
use crate::app::ui::{Words, headline};

/// With small and large letters, in pixels: the panel's width, the height of its header, and of a row.
const FINISH_WIDTHS: [f32; 2] = [304.0, 376.0];
const HEADER_HEIGHT: [f32; 2] = [56.0, 68.0];
const FINISH_ROW: [f32; 2] = [19.0, 26.0];
/// The additional width for splits, how many (the last ones) fit, and their line height.
const SPLITS_WIDTH: [f32; 2] = [124.0, 240.0];
const MAX_SPLITS: usize = 5;
const SPLIT_LINE: [f32; 2] = [15.0, 21.0];
/// The right borders of a checkpoint's number, its time and the difference, in pixels of small letters.
pub const SPLIT_COLUMNS: [f32; 3] = [9.0, 58.0, 106.0];
/// Seconds before the panel or the quilt appears: the player cheers first.
const CHEER_TIME: f32 = 0.9;
const CHEER_BEFORE_SHOW: f32 = 0.6;
/// How dark the quilt is behind the panel.
const SHADE: f32 = 0.55;
/// Seconds in which a number counts up.
const COUNT_TIME: f32 = 0.5;

/// Clicks per second while numbers count up, and in total: each number begins 0.25 s after the previous one.
const CLICK_RATE: f32 = 12.0;
const MAX_CLICKS: i32 = 15;

/// From a border of the view to the panel, or from the panel's to the menu, at least; and from it to the splits below the rows, in
/// pixels.
const PANEL_MARGIN: f32 = 8.0;
const SPLITS_LEFT: f32 = 42.0;

/// Where the parts of the panel are.
struct FinishLayout {
    at: Vec2,
    size: Vec2,
    /// The width of the rows, and the corner of the splits: beside them, or below.
    width: f32,
    splits: Vec2,
    menu: MenuLayout,
}

/// The finish panel.
pub struct Finish {
    menu: Menu,
    /// Seconds since the exit was reached, without those of the show.
    age: f32,
    /// What the run changes on the quilt, which stays behind the panel.
    show: Option<Box<Quilt>>,
    /// The facts that it shows.
    facts: Facts,
}

/// The facts of a finished run.
#[derive(Default)]
pub struct Facts {
    /// The level's title.
    pub title: String,
    /// Its duration.
    pub ticks: u64,
    /// The par time in seconds; 0 if the map has none.
    pub par: f32,
    /// It was the fastest run so far.
    pub record: bool,
    /// Its time counts.
    pub fair: bool,
    /// Ticks behind the previous best run.
    pub behind: Option<i64>,
    /// For every checkpoint the tick, and the ticks behind the best run.
    pub splits: Vec<(u64, Option<i64>)>,
    /// What was collected.
    pub found: CollectedCount,
    /// What there is to collect.
    pub all: CollectedCount,
    /// Number of deaths.
    pub deaths: u32,
    /// The run can be saved as a file.
    pub replay: bool,
    /// The key of the words that lead to the level select.
    pub levels: &'static str,
    /// The next map.
    pub next: Option<usize>,
    /// What is heard when the panel appears.
    pub effect: Option<Effect>,
    /// It is the last level of the quilt.
    pub is_last: bool,
}

impl Finish {
    /// For a run that has just ended. `show` is the quilt, if the run changes something on it.
    pub fn new(facts: Facts, show: Option<Box<Quilt>>) -> Self {
        let mut choices = vec![("menu.again", Goto::Restart), (facts.levels, Goto::Levels)];
        // What comes next is the first choice, which is selected.
        let credits = Some(("menu.credits", Goto::Credits)).filter(|_| facts.is_last);
        if let Some(next) = facts.next.map(|next| ("menu.next", Goto::Map(next))).or(credits) {
            choices.insert(0, next);
        }
        if facts.replay {
            choices.push(("menu.save_replay", Goto::KeepReplay));
        }
        Self { menu: Menu::new(choices), age: 0.0, show, facts }
    }

    /// Where everything is.
    fn layout(&self, format: ScreenFormat) -> FinishLayout {
        let CollectedCount { beads, golden } = self.facts.all;
        // What a level has none of has no row.
        let rows = (2.0 + f32::from(beads > 0) + f32::from(golden > 0)) * format.of(FINISH_ROW);
        let splits = self.facts.splits.len().min(MAX_SPLITS) as f32 * format.of(SPLIT_LINE);
        let header = format.of(HEADER_HEIGHT);
        let width = format.of(FINISH_WIDTHS).min(format.size.x - PANEL_MARGIN);
        let (size, splits_at) = if format.is_narrow() {
            (Vec2::new(width, rows + splits), Vec2::new(SPLITS_LEFT, header + rows))
        } else {
            let beside = if splits > 0.0 { format.of(SPLITS_WIDTH) } else { 0.0 };
            (Vec2::new(width + beside, rows.max(splits)), Vec2::new(width - 8.0, header))
        };
        let text = header + size.y + 18.0;
        let menu = self.menu.layout(format, format.size.y - text - PANEL_MARGIN);
        let size = Vec2::new(size.x.max(menu.size().x + 2.0 * PANEL_MARGIN), text + menu.size().y);
        let at = ((format.size - size) * 0.5).round();
        let rest = menu.size().y + format.of([11.0, 6.0]);
        FinishLayout { at, size, width, splits: at + splits_at, menu: menu.below((at.y + size.y - rest).round()) }
    }

    /// The number of clicks so far.
    fn clicks(&self) -> i32 {
        ((self.age - CHEER_TIME - 0.25) * CLICK_RATE).clamp(0.0, MAX_CLICKS as f32) as i32
    }

    /// The quilt, while it covers the level.
    fn quilt(&self) -> Option<&Quilt> {
        self.show.as_deref().filter(|quilt| quilt.show.total > 0.0)
    }

    /// The times at the checkpoints.
    fn splits(&self, canvas: &mut Canvas, assets: &Assets, at: Vec2) {
        let splits = &self.facts.splits;
        let shown = splits.iter().enumerate().skip(splits.len().saturating_sub(MAX_SPLITS));
        let (font, scale, pitch) = (&assets.font, assets.font.text_scale(), canvas.format.of(SPLIT_LINE));
        let mut right = |text: &str, x: f32, y: f32, color| {
            font.scaled(canvas, text, Vec2::new(at.x + (x - font.width(text)) * scale, y), scale, color);
        };
        for (line, (i, (ticks, behind))) in shown.enumerate() {
            let y = at.y + line as f32 * pitch;
            let [number, at, behind_at] = SPLIT_COLUMNS;
            right(&format!("{}", i + 1), number, y, palette::PLUM);
            right(&time(*ticks), at, y, palette::INK);
            if let Some(behind) = *behind {
                right(&delta(behind), behind_at, y, if behind > 0 { palette::RED_DARK } else { palette::DENIM });
            }
        }
    }

    fn note(&self, words: &Words) -> String {
        let Facts { ticks, par, fair, behind, .. } = self.facts;
        let seconds = ticks as f32 / seamwalker_sim::TICK_RATE as f32;
        match behind {
            _ if !fair => words.get("finish.untimed").to_owned(),
            Some(behind) => words.fill("finish.best", &[&delta(behind)]),
            None if par > 0.0 && seconds <= par => words.get("finish.par").to_owned(),
            None => String::new(),
        }
    }
}

impl Screen for Finish {
    fn spec(&self, _: &Services) -> ScreenSpec {
        let place = Place::Ended { hidden: self.quilt().is_some_and(|quilt| quilt.show.below() <= 0.0) };
        let music = self.facts.is_last.then_some(Music::End);
        ScreenSpec { name: "finish", place, has_back: true, music, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        services.with_play(|play| play.update(ButtonState::default(), dt, &mut ()));
        let Services { library, previews, assets, .. } = services;
        if let Some(quilt) = self.show.as_mut().filter(|_| self.age >= CHEER_BEFORE_SHOW) {
            let is_over = quilt.show.is_over();
            let skip = input.clicked || input.pressed(Hotkey::Accept) || input.pressed(Hotkey::Menu);
            let shared = (&*library, previews, &assets.words);
            let effect = quilt.update_show(shared, input.format, (dt, skip, input.calm));
            effect.into_iter().for_each(|effect| input.sound(effect));
            if !is_over {
                // The panel comes at once when the show is over.
                self.age = if quilt.show.is_over() { CHEER_TIME } else { CHEER_BEFORE_SHOW };
                return None;
            }
        }
        let before = self.clicks();
        if (self.age..self.age + dt).contains(&CHEER_TIME) {
            self.facts.effect.into_iter().for_each(|effect| input.sound(effect));
        }
        self.age += dt;
        let now = self.clicks();
        if now != before {
            input.sound(Effect::Count);
        }
        // A jump pressed while cheering must not choose anything.
        if self.age < CHEER_TIME + 0.3 { None } else { self.menu.update(input, self.layout(input.format).menu, dt) }
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let Services { assets, saved, previews, .. } = &*services;
        let slot = &saved.slot;
        let shown = self.age - CHEER_TIME;
        if let Some(quilt) = self.quilt() {
            quilt.draw_show(canvas, assets, slot, previews);
            let shade = (shown / 0.25).clamp(0.0, 1.0) * SHADE;
            let Vec2 { x, y } = canvas.format.size;
            canvas.rect(0.0, 0.0, x, y, palette::faded(palette::INK, shade));
        }
        if shown <= 0.0 {
            return;
        }
        let (words, facts, format) = (&assets.words, &self.facts, canvas.format);
        let header = format.of(HEADER_HEIGHT);
        let FinishLayout { at, size, width: panel, splits, menu } = self.layout(format);
        let rise = (1.0 - shown / 0.25).max(0.0).powi(2) * 240.0;
        let risen = Vec2::Y * rise.round();
        let at = at + risen;
        assets.sprites.panel(canvas, "panel", at, size);
        if facts.found.beads == facts.all.beads && facts.all.beads > 0 {
            let (from, to) = (at + Vec2::new(14.0, 0.0), at + Vec2::new(size.x - 30.0, 0.0));
            beads(canvas, assets, (from, to));
        }
        let middle = Vec2::new(format.middle(), at.y);
        let (font, room) = (&assets.font, size.x - 20.0);
        headline(canvas, assets, &facts.title, middle + Vec2::Y * 8.0, room, palette::INK);
        let cheer = words.get(if facts.record { "finish.record" } else { "finish.sewn" });
        let below = middle + Vec2::Y * (header - format.of([18.0, 29.0]));
        font.fitted(canvas, cheer, below, room, palette::RED_DARK);
        let part = |order: f32| ((shown - 0.25 - order * 0.25) / COUNT_TIME).clamp(0.0, 1.0);
        let counted = |value: u32, order: f32| (value as f32 * part(order)).round() as u32;
        let ticks = if part(0.0) < 1.0 { (facts.ticks as f32 * part(0.0)) as u64 } else { facts.ticks };
        let of = |found: u32, all: u32, order: f32| words.fill("finish.of", &[&counted(found, order), &all]);
        let note = |is_due: bool, key: &'static str| if is_due { words.get(key).to_owned() } else { String::new() };
        let CollectedCount { beads: all_beads, golden: all_golden } = facts.all;
        let CollectedCount { beads: found_beads, golden } = facts.found;
        let rows = [
            (true, "hud_clock", time(ticks), self.note(words)),
            (all_beads > 0, "hud_bead", of(found_beads, all_beads, 1.0), note(found_beads == all_beads, "finish.all")),
            (all_golden > 0, "hud_button", of(golden, all_golden, 2.0), note(golden == all_golden, "finish.all")),
            (true, "hud_torn", counted(facts.deaths, 3.0).to_string(), note(facts.deaths == 0, "finish.whole")),
        ];
        for (line, (_, icon, text, note)) in rows.iter().filter(|row| row.0).enumerate() {
            let left = at + Vec2::new(30.0, header + line as f32 * format.of(FINISH_ROW));
            let (sprite, scale) = (assets.sprites.get(icon), font.text_scale());
            let middle = left + Vec2::new(6.0, 6.0 * scale);
            canvas.image(sprite.frame(0), (middle - sprite.size() * 0.5).round(), palette::PLAIN);
            font.scaled(canvas, text, left + Vec2::new(22.0, 0.0), scale, palette::INK);
            let note_scale = font.scale(note, note_room(font, text, panel));
            let right = Vec2::new(at.x + panel - 26.0, left.y);
            font.aligned(canvas, note, right, 1.0, note_scale, palette::PLUM);
        }
        self.splits(canvas, assets, splits + risen);
        self.menu.draw(canvas, assets, menu.below(menu.top() + risen.y));
        if facts.record {
            rosette(canvas, assets, at + Vec2::new(size.x - 8.0, 6.0));
        }
    }

    fn prepare(&mut self, canvas: &mut Canvas, services: &mut Services) {
        // All patches are seen before the show is over.
        self.show.iter_mut().for_each(|quilt| quilt.prepare(canvas, services));
    }
}

/// The room for a note beside a text, in pixels.
pub fn note_room(font: &Font, text: &str, width: f32) -> f32 {
    width - 56.0 - 30.0 - font.width(text) * font.text_scale()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::texts::{FORMATS, assert_apart};

    #[test]
    fn the_panel_fits_into_every_view_with_all_rows_and_splits() {
        let facts = Facts {
            splits: vec![(60, Some(1)); MAX_SPLITS + 2],
            all: CollectedCount { beads: 10, golden: 3 },
            replay: true,
            next: Some(1),
            ..Facts::default()
        };
        let finish = Finish::new(facts, None);
        for format in FORMATS {
            let FinishLayout { at, size, width, splits, menu } = finish.layout(format);
            let end = splits.y + MAX_SPLITS as f32 * format.of(SPLIT_LINE);
            assert_apart(format, &[(at, size)]);
            assert!(end <= menu.top() && menu.top() + menu.size().y <= at.y + size.y, "{format:?}");
            assert!(width <= size.x && menu.size().x <= size.x, "{format:?}");
        }
    }

    #[test]
    fn what_comes_next_is_selected() {
        let selected = |next, is_last| Finish::new(Facts { next, is_last, ..Facts::default() }, None).menu.selected();
        assert_eq!(selected(Some(4), false), Goto::Map(4));
        assert_eq!(selected(None, true), Goto::Credits, "after the last level");
        assert_eq!(selected(None, false), Goto::Restart);
    }
}
