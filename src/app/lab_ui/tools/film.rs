//! Steps through one tick: freezes the game and shows what the solver did, forwards and backwards, enlarged.

use egui_macroquad::egui::{Context, RichText, ScrollArea, Slider, Ui};
use glam::Vec2;
use macroquad::color::Color;
use macroquad::input::{KeyCode, is_key_pressed};
use seamwalker_collide::{Aabb, Terrain};
use seamwalker_lab::{Frame, History, Story};
use seamwalker_sim::{Input, World};

use super::time::clock_buttons;
use super::{Tool, ToolContext, need_play, strip};
use crate::app::lab_ui::place::MenuPlace;
use crate::app::lab_ui::{Pen, Request, style};
use crate::app::play::Play;
use crate::app::render::{Letterbox, palette, window_size};

/// Height of the captions, in points, and as a share of a low window's.
const CAPTIONS_HEIGHT: f32 = 190.0;
const CAPTIONS_SHARE: f32 = 0.38;

/// Range of the zoom: pixels of the window per pixel of the level.
const ZOOM: (f32, f32) = (1.0, 60.0);
/// Margin around the mover and its path, in pixels of the level.
const PATH_MARGIN: f32 = 12.0;
/// Scale of the labels' letters.
const LABEL_SCALE: f32 = 2.0;

/// Meaning of the colours.
const COLOR_KEY: [(&str, Color); 6] = [
    ("the mover, its core inside", palette::RED),
    ("start", palette::DENIM_LIGHT),
    ("counts, and pushes", palette::MUSTARD),
    ("tested, but apart", palette::SAND),
    ("open, not allowed", palette::ROSE),
    ("planes to stay beyond", palette::LEAF),
];

/// The page of the film.
#[derive(Default)]
pub struct Film {
    /// The trace of the last tick.
    trace: Option<seamwalker_lab::Film>,
    /// The selected slide, and its selected frame.
    slide: usize,
    frame: usize,
    /// What it shows, if that is not just the last tick.
    about: String,
}

impl Film {
    fn story(&self) -> Option<&Story> {
        self.trace.as_ref()?.slides.get(self.slide)
    }

    fn frames(&self) -> usize {
        self.story().map_or(0, |story| story.frames.len())
    }

    /// Shows this film until the next tick runs, under a sentence about it.
    pub fn show(&mut self, film: seamwalker_lab::Film, about: String) {
        self.about = about;
        self.slide = film.interesting();
        self.trace = Some(film);
        self.show_frame(0);
    }

    /// Shows another frame.
    fn show_frame(&mut self, frame: usize) {
        self.frame = frame.min(self.frames().saturating_sub(1));
    }

    /// Traces the tick that led to this world, unless that is done. Selects the most interesting slide.
    fn trace_tick(&mut self, history: &History, now: &World) {
        let Some(tick) = now.state.ticks.checked_sub(1) else { return };
        if self.trace.as_ref().is_some_and(|film| film.tick == tick) {
            return;
        }
        let Some((before, input)) = history.at(tick).zip(history.input(tick)) else { return };
        self.show(seamwalker_lab::Film::of(&before, input), String::new());
    }

    /// Selects a slide of the tick.
    fn slides(&mut self, ui: &mut Ui) {
        let Some(film) = &self.trace else { return };
        ui.label(format!("Slides in tick {}: {}", film.tick, film.slides.len()));
        for (i, story) in film.slides.iter().enumerate() {
            let contacts = story.slide.touches.len();
            // Adding zero turns a negative zero into a plain one.
            let [x, y] = story.delta.to_array().map(|px| (px * 100.0).round() / 100.0 + 0.0);
            let text = format!("{} {}: ({x:.2}, {y:.2}) px, contacts: {contacts}", i + 1, story.who);
            if ui.selectable_label(i == self.slide, text).clicked() {
                (self.slide, self.frame) = (i, 0);
            }
        }
    }

    /// The buttons above the captions.
    fn buttons(&mut self, ui: &mut Ui) {
        let last = self.frames().saturating_sub(1);
        ui.horizontal_wrapped(|ui| {
            for (text, key, by) in [("back", KeyCode::PageUp, -1), ("forward", KeyCode::PageDown, 1)] {
                if ui.button(text).on_hover_text(format!("{key:?}")).clicked() || is_key_pressed(key) {
                    self.show_frame(self.frame.saturating_add_signed(by));
                }
            }
            ui.add(Slider::new(&mut self.frame, 0..=last).show_value(false));
            ui.strong(format!("{} of {}", self.frame + 1, last + 1));
        });
    }
}

impl Tool for Film {
    fn before(&mut self, _world: &World, _input: Input) {
        self.trace = None;
    }

    fn forget(&mut self) {
        self.trace = None;
    }

    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext) {
        let Some(play) = need_play(ui, cx.play.as_deref_mut()) else { return };
        let destination = clock_buttons(ui, play, cx.session);
        cx.requests.extend(destination.map(|world| Request::Travel(Box::new(world))));
        if !play.clock.paused {
            self.trace = None;
            ui.label("Pause the game at any moment to step through its last tick.");
            return;
        }
        self.trace_tick(&cx.session.history, &play.world);
        if self.trace.is_none() {
            ui.label("No tick has run since this page was opened. Run the next one.");
            return;
        }
        if !self.about.is_empty() {
            style::small(ui, &self.about, palette::RED_DARK);
        }
        self.slides(ui);
        style::key(ui, &COLOR_KEY);
    }

    fn beside(&mut self, context: &Context, cx: &mut ToolContext) {
        let frozen = cx.play.as_ref().is_some_and(|play| play.clock.paused);
        let Some(frame) = self.story().filter(|_| frozen).and_then(|story| story.frames.get(self.frame)) else {
            return;
        };
        let (headline, lines) = (frame.headline.clone(), frame.lines.clone());
        let height = captions_height(context.screen_rect().height());
        cx.strip = strip::show_wide(context, cx.place, "captions", |ui| {
            self.buttons(ui);
            ui.label(RichText::new(headline).heading().color(style::color(palette::RED_DARK)));
            ScrollArea::vertical().auto_shrink(false).max_height(height - 60.0).show(ui, |ui| {
                lines.into_iter().for_each(|line| drop(ui.monospace(line)));
            });
        });
    }

    fn draw(&self, pen: &mut Pen, play: &Play, open: bool) {
        if !open || !play.clock.paused {
            return;
        }
        let Some(story) = self.story() else { return };
        if let Some(frame) = story.frames.get(self.frame) {
            draw_frame(pen, &play.world.state.space.terrain, story, frame);
        }
    }
}

/// Draws one frame over everything else.
fn draw_frame(pen: &mut Pen, terrain: &Terrain, story: &Story, frame: &Frame) {
    let free = free_area(pen.assets.font.large);
    let (window, covered) = (window_size(), story.mover.aabb.swept(story.delta).grown(PATH_MARGIN));
    let scale = (free / covered.size()).min_element().clamp(ZOOM.0, ZOOM.1);
    pen.cover(palette::faded(palette::NIGHT, 0.97));
    let middle = Vec2::new(20.0, 20.0) + free * 0.5;
    let fit = Letterbox { corner: middle, scale, size: window };
    let mut pen = Pen::new(pen.canvas, pen.assets, fit, covered.center);
    pen.letters = LABEL_SCALE;
    let corner = pen.corner;
    let shown = Aabb::from_corners(corner - middle / scale, corner + (window - middle) / scale);
    terrain.edges_near(&shown, |i| {
        let edge = terrain.edges()[i as usize].segment;
        pen.thin(edge.a, edge.b, palette::faded(palette::CREAM, 0.45));
    });
    pen.marks(&frame.marks);
}

fn captions_height(window: f32) -> f32 {
    (window * CAPTIONS_SHARE).min(CAPTIONS_HEIGHT)
}

/// The part of the window that menu and captions leave free, in logical pixels.
fn free_area(large: bool) -> Vec2 {
    let window = window_size();
    let MenuPlace { scale, width, sheet, .. } = MenuPlace::new(window, large);
    let captions = (captions_height(window.y / scale) + 50.0) * scale;
    (window - Vec2::new(width + 16.0, sheet + captions)).max(Vec2::splat(80.0))
}
