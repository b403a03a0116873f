//! Inside one tick: freezes the game and steps through what the solver did, forwards and backwards, enlarged.

mod stage;

use egui_macroquad::egui::{Align2, Context, Frame, Margin, RichText, ScrollArea, Slider, Ui, Window, vec2};
use macroquad::input::{KeyCode, is_key_pressed};
use macroquad::time::get_time;
use seamwalker::lab::{self, Story};
use seamwalker::sim::{Input, World};

use super::{Tool, ToolContext, need_play, strip};
use crate::app::lab_ui::{Pen, WIDTH, style};
use crate::app::play::Play;
use crate::app::render::palette;
use crate::app::render::view::window_size;

/// For how many ticks worlds are kept after the page was last seen.
const PATIENCE: u32 = 30;
/// Seconds that a frame is shown for while the film runs.
const SECONDS: f64 = 0.9;
/// The height of the captions, in points.
const CAPTIONS: f32 = 190.0;
/// The lowest window that has all of that.
const LOW: f32 = 560.0;
/// How many times the level can be enlarged: pixels of the window per pixel of the level.
const CLOSER: std::ops::RangeInclusive<f32> = 1.0..=60.0;

/// The page of the film.
#[derive(Default)]
pub struct Film {
    /// The world before the last tick, and what was held in it.
    last: Option<(World, Input)>,
    /// That tick, told.
    told: Option<lab::Film>,
    /// Which of its slides is shown, and which frame of it.
    slide: usize,
    frame: usize,
    /// When the film began to run, or showed its last frame.
    runs_since: Option<f64>,
    /// How much the level is enlarged; `None` is as much as fits.
    closer: Option<f32>,
    /// For how many more ticks worlds are kept.
    patience: u32,
}

impl Film {
    fn story(&self) -> Option<&Story> {
        self.told.as_ref()?.slides.get(self.slide)
    }

    fn frames(&self) -> usize {
        self.story().map_or(0, |story| story.frames.len())
    }

    /// Shows another frame.
    fn turn(&mut self, frame: usize) {
        self.frame = frame.min(self.frames().saturating_sub(1));
        self.runs_since = None;
    }

    /// The next frame, if the film runs and it is time.
    fn run(&mut self) {
        let Some(since) = self.runs_since.filter(|since| get_time() - since > SECONDS) else { return };
        let next = self.frame + 1;
        self.turn(next);
        self.runs_since = (next + 1 < self.frames()).then_some(since + SECONDS);
    }

    /// Tells the last tick, if that is not done yet. First to be seen is the player, where it met something if it did.
    fn develop(&mut self) {
        if self.told.is_some() {
            return;
        }
        let Some((world, input)) = &self.last else { return };
        let film = lab::Film::of(world, *input);
        let rank = |story: &Story| (story.index.is_some(), story.slide.touches.is_empty());
        self.slide = (0..film.slides.len()).min_by_key(|i| rank(&film.slides[*i])).unwrap_or(0);
        self.told = Some(film);
        self.turn(0);
    }

    /// Keys that turn frames.
    fn keys(&mut self) {
        let last = self.frames().saturating_sub(1);
        for (key, frame) in [
            (KeyCode::PageDown, self.frame + 1),
            (KeyCode::PageUp, self.frame.saturating_sub(1)),
            (KeyCode::Home, 0),
            (KeyCode::End, last),
        ] {
            if is_key_pressed(key) {
                self.turn(frame);
            }
        }
    }

    /// Which slide of the tick.
    fn slides(&mut self, ui: &mut Ui) {
        let Some(film) = &self.told else { return };
        if film.slides.is_empty() {
            ui.label("No slides in this tick.");
            return;
        }
        let count = film.slides.len() + film.left_out;
        ui.label(format!("Tick {}: {count} {}", film.tick, if count == 1 { "slide" } else { "slides" }));
        let mut chosen = self.slide;
        for (i, story) in film.slides.iter().enumerate() {
            let met = match story.slide.touches.len() {
                0 => "no contacts".to_owned(),
                1 => "1 contact".to_owned(),
                count => format!("{count} contacts"),
            };
            // No negative zeros.
            let [x, y] = story.delta.to_array().map(|px| (px * 100.0).round() / 100.0 + 0.0);
            let text = format!("{} {}: ({x:.2}, {y:.2}) px, {met}", i + 1, story.who);
            ui.selectable_value(&mut chosen, i, text);
        }
        if chosen != self.slide {
            self.slide = chosen;
            self.turn(0);
        }
    }

    /// The buttons below the picture.
    fn buttons(&mut self, ui: &mut Ui) {
        let last = self.frames().saturating_sub(1);
        ui.horizontal_wrapped(|ui| {
            for (text, key, frame) in [
                ("first", "Home", 0),
                ("back", "Page Up", self.frame.saturating_sub(1)),
                ("forward", "Page Down", self.frame + 1),
                ("last", "End", last),
            ] {
                if ui.button(text).on_hover_text(key).clicked() {
                    self.turn(frame);
                }
            }
            let text = if self.runs_since.is_some() { "stop" } else { "play slowly" };
            if ui.button(text).clicked() {
                let now = get_time();
                self.runs_since = self.runs_since.is_none().then_some(now);
                if self.frame == last {
                    self.frame = 0;
                }
            }
            let mut frame = self.frame;
            ui.add(Slider::new(&mut frame, 0..=last).show_value(false));
            if frame != self.frame {
                self.turn(frame);
            }
            ui.strong(format!("{} of {}", self.frame + 1, last + 1));
        });
    }
}

impl Tool for Film {
    fn name(&self) -> &'static str {
        "Step through"
    }

    fn hint(&self) -> &'static str {
        "One tick, step by step: what the solver queried, what it chose, and why."
    }

    fn before(&mut self, world: &World, input: Input) {
        if self.patience > 0 {
            self.patience -= 1;
            self.last = Some((world.clone(), input));
            self.told = None;
        } else {
            self.forget();
        }
    }

    fn forget(&mut self) {
        (self.last, self.told) = (None, None);
    }

    fn page(&mut self, ui: &mut Ui, bench: &mut ToolContext) {
        self.patience = PATIENCE;
        let Some(play) = need_play(ui, bench.play.as_deref_mut()) else { return };
        ui.horizontal(|ui| {
            let text = if play.clock.paused { "run  P" } else { "freeze  P" };
            if ui.button(text).clicked() {
                play.clock.paused = !play.clock.paused;
            }
            if ui.button("next tick  .").clicked() {
                play.clock.step();
            }
        });
        if !play.clock.paused {
            self.told = None;
            ui.label("Freeze the game at any moment to step through its last tick.");
            return;
        }
        if self.last.is_none() {
            ui.label("No tick has run since this page was opened. Run the next one.");
            return;
        }
        self.develop();
        self.keys();
        self.run();
        self.slides(ui);
        let Some(story) = self.story() else { return };
        ui.separator();
        let same = if story.same {
            "Replayed, the slide gave the same result, bit for bit."
        } else {
            "Replayed, the slide gave another result: a bug in the solver."
        };
        ui.label(RichText::new(same).small());
        if story.left_out > 0 {
            ui.label(RichText::new(format!("{} more events are not shown.", story.left_out)).small());
        }
        ui.horizontal(|ui| {
            let mut fits = self.closer.is_none();
            if ui.checkbox(&mut fits, "fit").changed() {
                self.closer = (!fits).then(|| stage::fitting(self.story()));
            }
            if let Some(closer) = &mut self.closer {
                ui.add(Slider::new(closer, CLOSER).logarithmic(true).text("×"));
            }
        });
        stage::key(ui);
    }

    fn beside(&mut self, context: &Context, bench: &mut ToolContext) {
        let frozen = bench.play.as_ref().is_some_and(|play| play.clock.paused);
        let Some(frame) = self.story().filter(|_| frozen).and_then(|story| story.frames.get(self.frame)) else {
            return;
        };
        let (headline, lines) = (frame.headline.clone(), frame.lines.clone());
        let screen = context.screen_rect();
        let height = if screen.height() < LOW { screen.height() * 0.38 } else { CAPTIONS };
        let cloth = Frame::window(&context.style()).inner_margin(Margin::same(8));
        let shown = Window::new("captions")
            .title_bar(false)
            .frame(cloth)
            .anchor(Align2::LEFT_BOTTOM, vec2(10.0, -10.0))
            .fixed_size(vec2((screen.width() - WIDTH - 60.0).max(240.0), height))
            .show(context, |ui| {
                ui.set_min_height(height);
                self.buttons(ui);
                ui.label(RichText::new(headline).heading().color(style::color(palette::RED_DARK)));
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    for line in lines {
                        ui.monospace(line);
                    }
                });
            });
        bench.strip = strip::height(context, shown.map(|shown| shown.response));
    }

    fn draw(&self, pen: &mut Pen, play: &Play, chosen: bool) {
        if !chosen || !play.clock.paused {
            return;
        }
        let Some(story) = self.story() else { return };
        if let Some(frame) = story.frames.get(self.frame) {
            stage::draw(pen, &play.world.state.space.terrain, story, frame, self.closer);
        }
    }
}

/// The part of the window that menu and captions leave free.
fn room() -> glam::Vec2 {
    let window = window_size();
    let captions = if window.y < LOW { window.y * 0.38 } else { CAPTIONS };
    (window - glam::Vec2::new(WIDTH + 40.0, captions + 50.0)).max(glam::Vec2::splat(80.0))
}
