//! The story of the snag: ten pages, each with a live scene, a few sentences, and something to try. `layout.rs` says where the parts of
//! a page are, `scene.rs` draws the scene.

mod layout;
mod scene;

use glam::Vec2;
use seamwalker_lab::Tone;
use seamwalker_lab::story::{Hands, Page, Stage, StoryNumber};

use super::menu::button;
use super::{Goto, Screen, ScreenSpec, UiInput};
use crate::app::audio::Effect;
use crate::app::input::Hotkey;
use crate::app::play::clock::Clock;
use crate::app::render::{Assets, Canvas, Letterbox, ScreenFormat, palette};
use crate::app::services::Services;
use crate::app::ui::{FINE, Label, cloth};
use layout::PageLayout;

/// The page arrows, their distance from the border, their top beside the title and below it in a narrow view, and their size.
const ARROWS: [&str; 2] = ["‹", "›"];
const ARROW_MARGIN: f32 = 20.0;
const ARROW_TOP: f32 = 9.0;
const NARROW_ARROW_TOP: f32 = 56.0;
const ARROW_SIZE: Vec2 = Vec2::new(30.0, 24.0);
/// The buttons for the knob on a touch screen, and their distance from the lower border of the scene.
const KNOB_SIGNS: [&str; 2] = ["-", "+"];
const KNOB_MARGIN: f32 = 12.0;

/// The story, open at a page.
pub struct Story {
    at: usize,
    stage: Stage,
    clock: Clock,
    turn: i32,
    /// The mouse is over the handle.
    hovers: bool,
}

impl Story {
    /// The story at this page.
    pub fn new(page: Page) -> Self {
        let at = Page::ALL.iter().position(|other| *other == page).unwrap_or_default();
        Self { at, stage: Stage::new(page), clock: Clock::default(), turn: 0, hovers: false }
    }

    /// One frame.
    fn advance(&mut self, input: &UiInput, dt: f32) -> Option<Goto> {
        let clicked = |i: usize| input.clicked && input.touches((arrow_at(i, input.format), ARROW_SIZE));
        for by in [-1, 1] {
            let side = usize::from(by > 0);
            if input.pressed(Hotkey::Choose(by, 0)) || clicked(side) || (by > 0 && input.pressed(Hotkey::Accept)) {
                if by < 0 && self.at == 0 {
                    return Some(Goto::Snag);
                }
                self.turn_page(by, input);
            }
            // Up increases the number.
            if input.pressed(Hotkey::Choose(0, -by)) {
                self.turn = by;
            }
        }
        let layout = self.layout(input.format, 1);
        let touches_knob = |i: usize| knob_at(i, layout).is_some_and(|at| input.touches((at, ARROW_SIZE)));
        if let Some(i) = (0..KNOB_SIGNS.len()).find(|&i| input.clicked && touches_knob(i)) {
            self.turn = if i == 0 { -1 } else { 1 };
        }
        let (letterbox, corner) = self.letterbox(layout);
        let mouse = letterbox.to_view(input.mouse) + corner;
        let (at, size) = layout.scene();
        let on_knob = (0..KNOB_SIGNS.len()).any(touches_knob);
        let holds = (input.holds && !on_knob && input.points_at(at, size)).then_some(mouse);
        let handle = self.stage.handle();
        self.hovers = (mouse - handle.center).abs().cmple(handle.half + 4.0).all();
        for _ in 0..self.clock.ticks(dt) {
            self.stage.step(&Hands { turn: std::mem::take(&mut self.turn), holds });
        }
        input.pressed(Hotkey::Menu).then_some(Goto::Snag)
    }

    /// Turns to the next or previous page.
    fn turn_page(&mut self, by: i32, input: &UiInput) {
        let to = self.at.saturating_add_signed(by as isize).min(Page::ALL.len() - 1);
        if to != self.at {
            input.sound(Effect::MenuMove);
            *self = Self::new(Page::ALL[to]);
        }
    }

    /// The numbers of the page by their names, each with the values of all walkers.
    fn figures(&self) -> Vec<(&'static str, Vec<StoryNumber>)> {
        let mut rows: Vec<(&str, Vec<StoryNumber>)> = Vec::new();
        for figure in self.stage.figures() {
            match rows.iter_mut().find(|(name, _)| *name == figure.name) {
                Some((_, values)) => values.push(figure),
                None => rows.push((figure.name, vec![figure])),
            }
        }
        rows
    }

    fn layout(&self, format: ScreenFormat, density: u32) -> PageLayout {
        PageLayout { format, figures: self.figures().len(), density }
    }

    /// Maps the scene into its frame: the letterbox, and the point of the scene at its corner.
    fn letterbox(&self, layout: PageLayout) -> (Letterbox, Vec2) {
        let (view, (at, size)) = (self.stage.view(), layout.scene());
        let scale = (size / view.size()).min_element();
        let corner = at + (size - view.size() * scale) * 0.5;
        (Letterbox { corner, scale, size: view.size() }, view.min())
    }

    /// The numbers below the scene: a name on the left, on the right a value for each walker in its colour.
    fn draw_figures(&self, canvas: &mut Canvas, assets: &Assets, layout: PageLayout) {
        let (font, scale) = (&assets.font, layout.scale());
        let (at, size) = layout.scene();
        for (i, (name, values)) in self.figures().into_iter().enumerate() {
            let y = at.y + size.y + 5.0 + i as f32 * layout.line();
            let key = format!("figure.{name}");
            font.scaled(canvas, assets.words.get(&key), Vec2::new(at.x, y), scale, palette::INK);
            for (k, figure) in values.iter().rev().enumerate() {
                let right = Vec2::new(at.x + size.x - k as f32 * 44.0 * scale, y);
                font.aligned(canvas, &number(figure.value), right, 1.0, scale, number_color(figure.tone));
            }
        }
    }
}

impl Screen for Story {
    fn spec(&self, _: &Services) -> ScreenSpec {
        ScreenSpec { name: "story", fine_below: f32::INFINITY, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, _: &mut Services, dt: f32) -> Option<Goto> {
        self.advance(input, dt)
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let (assets, density) = (&services.assets, services.density);
        let (words, font) = (&assets.words, &assets.font);
        let format = canvas.format;
        let layout = self.layout(format, density);
        let key = text_key(self.stage.page);
        self.scene(canvas, assets, layout);
        let arrows = ARROWS.into_iter().enumerate().filter(|(i, _)| *i == 0 || self.at + 1 < Page::ALL.len());
        let arrows = arrows.map(|(i, sign)| (sign, arrow_at(i, format)));
        let knobs = KNOB_SIGNS.into_iter().enumerate().filter_map(|(i, sign)| Some((sign, knob_at(i, layout)?)));
        for (sign, at) in arrows.chain(knobs) {
            button(canvas, font, (at, ARROW_SIZE), sign, 2.0, false);
        }
        let title = format!("{}. {}", self.at + 2, words.get(&key));
        let room = format.size.x - 2.0 * (ARROW_MARGIN + ARROW_SIZE.x + 6.0);
        let scale = if font.width(&title) * 2.0 <= room { 2.0 } else { 1.0 };
        let top = arrow_at(0, format).y + ARROW_SIZE.y * 0.5 - 6.5 * scale;
        font.aligned(canvas, &title, Vec2::new(format.middle(), top), 0.5, scale, palette::RED_DARK);
        text(canvas, assets, layout, &key);
        self.draw_figures(canvas, assets, layout);
        if let Some(top) = layout.source() {
            let (source, address) = self.stage.page.source();
            for (i, line) in [source, address].into_iter().enumerate() {
                let right = Vec2::new(format.size.x - layout.text().0.x, top + 12.0 * i as f32);
                font.aligned(canvas, line, right, 1.0, 1.0, palette::PLUM);
            }
        }
        let keys = words.for_device("story.hint", assets.prompts.device);
        Label::fitting(keys, format.size.x - 16.0, layout.mark_scale(), assets).footer(canvas, font);
    }

    fn details(&self) -> String {
        format!(" page={}", self.stage.page.name())
    }
}

/// The key of a page's title in the language files, and the beginning of the keys of its other texts.
fn text_key(page: Page) -> String {
    format!("story.{}", page.name().replace('-', "_"))
}

/// The corner of a page arrow.
fn arrow_at(i: usize, format: ScreenFormat) -> Vec2 {
    // On a touch screen, the back button is in the left corner.
    let first = if format.is_narrow() { ARROW_MARGIN } else { ARROW_MARGIN.max(format.target + 10.0) };
    let left = if i == 0 { first } else { format.size.x - ARROW_MARGIN - ARROW_SIZE.x };
    Vec2::new(left, if format.is_narrow() { NARROW_ARROW_TOP } else { ARROW_TOP })
}

/// The corner of a button that turns the knob, down or up, in the lower corner of the scene: there are no keys on a touch screen.
fn knob_at(i: usize, layout: PageLayout) -> Option<Vec2> {
    let (at, size) = layout.scene();
    let pitch = layout.format.target.max(ARROW_SIZE.x) + 2.0;
    let right = at.x + size.x - (2 - i) as f32 * pitch;
    (layout.format.target > 0.0).then(|| Vec2::new(right, at.y + size.y - ARROW_SIZE.y - KNOB_MARGIN))
}

/// The text, and on a patch below it what to try.
fn text(canvas: &mut Canvas, assets: &Assets, layout: PageLayout, key: &str) {
    let (words, font) = (&assets.words, &assets.font);
    let [text, try_it] = ["words", "try"].map(|part| format!("{key}_{part}"));
    let (lines, try_it) = (layout.text_lines(font, words.get(&text)), layout.try_lines(font, words.get(&try_it)));
    let (at, size, first) = layout.try_patch(lines.len(), try_it.len());
    canvas.framed_round(at, size, 1.0, palette::CREAM);
    cloth::border(canvas, at, size, 3.5, FINE, palette::RED);
    let texts = [(lines, layout.text().0, palette::INK), (try_it, first, palette::RED_DARK)];
    for (lines, corner, color) in texts {
        for (i, line) in lines.into_iter().enumerate() {
            let at = corner + Vec2::new(0.0, i as f32 * layout.line());
            font.scaled(canvas, line, at, layout.scale(), color);
        }
    }
}

/// A number with two decimal places, or none if it is whole.
fn number(value: f32) -> String {
    let value = value + 0.0;
    let places = if value.fract().abs() < 0.005 { 0 } else { 2 };
    format!("{value:.places$}")
}

/// The colour of a number on linen.
fn number_color(tone: Tone) -> macroquad::color::Color {
    match tone {
        Tone::Bad => palette::RED_DARK,
        Tone::End => palette::mix(palette::MOSS, palette::INK, 0.35),
        _ => palette::INK,
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_sim::TICK;

    use super::*;
    use crate::app::ui::words::Words;

    #[test]
    fn every_figure_and_page_has_words_and_keys_turn_the_pages() {
        let (words, _) = Words::load(&shipped());
        let mut story = Story::new(Page::Ranges);
        let key = |command| UiInput { commands: Box::leak(Box::new([command])), ..UiInput::default() };
        for (i, page) in Page::ALL.into_iter().enumerate() {
            assert_eq!((story.at, story.stage.page), (i, page));
            let title = text_key(page);
            let keys = [title.clone(), format!("{title}_words"), format!("{title}_try")];
            let figures = story.stage.figures();
            for key in keys.into_iter().chain(figures.iter().map(|figure| format!("figure.{}", figure.name))) {
                assert_ne!(words.get(&key), key);
            }
            story.advance(&key(Hotkey::Choose(1, 0)), TICK);
        }
        assert_eq!(story.at, Page::ALL.len() - 1, "the last page");
        story.advance(&key(Hotkey::Choose(-1, 0)), TICK);
        assert_eq!(story.at, Page::ALL.len() - 2);
        assert_eq!(story.advance(&key(Hotkey::Menu), TICK), Some(Goto::Snag));
    }

    #[test]
    fn the_mouse_drags_and_up_turns_the_knob_up() {
        let mut story = Story::new(Page::Ranges);
        let before = story.stage.figure("overlap");
        let (at, size) = story.layout(ScreenFormat::default(), 1).scene();
        let mut hold = |x: f32| {
            let mouse = at + size * 0.5 + Vec2::new(x, 0.0);
            story.advance(&UiInput { mouse, holds: true, moved: x > 0.0, ..UiInput::default() }, TICK * 1.01);
            story.stage.figure("overlap")
        };
        assert!(hold(0.0) == before && hold(12.0) > before);
        let knob = story.stage.knob;
        let up = UiInput { commands: &[Hotkey::Choose(0, -1)], ..UiInput::default() };
        story.advance(&up, TICK * 1.01);
        assert!(story.stage.knob > knob);
    }

    #[test]
    fn every_scene_fits_into_its_frame_with_its_handle() {
        for (page, large) in Page::ALL.into_iter().flat_map(|page| [(page, false), (page, true)]) {
            let story = Story::new(page);
            let layout = story.layout(ScreenFormat { large, ..ScreenFormat::default() }, 2);
            let (letterbox, corner) = story.letterbox(layout);
            let (from, size) = layout.scene();
            let far = letterbox.to_window(story.stage.view().max() - corner);
            assert!(letterbox.corner.cmpge(from - 0.1).all() && far.cmple(from + size + 0.1).all(), "{page:?}");
            let handle = letterbox.to_window(story.stage.handle().center - corner);
            assert!(handle.cmpge(from).all() && handle.cmple(from + size).all(), "{page:?}: the handle is out of view");
        }
    }
}
