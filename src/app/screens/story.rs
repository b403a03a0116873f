//! The story of the snag: ten pages, each with a live scene, a few sentences, and something to try.

use glam::Vec2;
use seamwalker::lab::story::{Hands, Page, Stage};
use seamwalker::lab::{Mark, MarkShape, Tone};
use seamwalker::sim::TICK;

use super::{Goto, UiInput};
use crate::app::audio::Effect;
use crate::app::input::Hotkey;
use crate::app::lab_ui::Pen;
use crate::app::render::{Assets, Canvas, Letterbox, RUNNING, SIZE, palette};
use crate::app::ui::cloth;
use crate::app::ui::{FINE, Label};

/// The names of the pages in the language files.
const PAGE_NAMES: [&str; 10] =
    ["ranges", "shadows", "winner", "bricks", "per_axis", "mandatory", "sweep", "thick", "centre", "exact"];

/// The corner and size of the scene, in view pixels.
const SCENE_FRAME: (Vec2, Vec2) = (Vec2::new(24.0, 74.0), Vec2::new(592.0, 196.0));
/// The page arrows beside the title with their corners, and their size.
const ARROWS: [(&str, Vec2); 2] = [("‹", Vec2::new(24.0, 6.0)), ("›", Vec2::new(590.0, 6.0))];
const ARROW_SIZE: Vec2 = Vec2::new(26.0, 20.0);
/// Line height, in pixels.
const STORY_LINE: f32 = 13.0;
/// The maximal number of ticks per frame: the story does not catch up after a long one.
const MAX_STORY_TICKS: f32 = 4.0;

/// The story, open at a page.
pub struct Story {
    at: usize,
    stage: Stage,
    left_over: f32,
    turn: i32,
}

impl Story {
    /// The first page.
    pub fn new() -> Self {
        Self { at: 0, stage: Stage::new(Page::ALL[0]), left_over: 0.0, turn: 0 }
    }

    /// One frame.
    pub fn update(&mut self, input: &UiInput, dt: f32) -> Option<Goto> {
        let clicked = |i: usize| input.clicked && input.points_at(ARROWS[i].1, ARROW_SIZE);
        for by in [-1, 1] {
            let side = usize::from(by > 0);
            if input.pressed(Hotkey::Choose(by, 0)) || clicked(side) || (by > 0 && input.pressed(Hotkey::Accept)) {
                self.turn_page(by, input);
            }
            // Up increases the number.
            if input.pressed(Hotkey::Choose(0, -by)) {
                self.turn = by;
            }
        }
        let (letterbox, corner) = self.letterbox();
        let holds = input.holds && input.points_at(SCENE_FRAME.0, SCENE_FRAME.1);
        let holds = holds.then(|| letterbox.to_view(input.mouse) + corner);
        self.left_over = (self.left_over + dt).min(TICK * MAX_STORY_TICKS);
        while self.left_over >= TICK {
            self.left_over -= TICK;
            self.stage.step(&Hands { turn: std::mem::take(&mut self.turn), holds });
        }
        input.pressed(Hotkey::Menu).then_some(Goto::Laboratory)
    }

    /// Turns to the next or previous page.
    fn turn_page(&mut self, by: i32, input: &UiInput) {
        let to = self.at.saturating_add_signed(by as isize).min(Page::ALL.len() - 1);
        if to != self.at {
            input.sound(Effect::MenuMove);
            (self.at, self.stage) = (to, Stage::new(Page::ALL[to]));
        }
    }

    /// Maps the scene into its frame: the letterbox, and the point of the scene at its corner.
    fn letterbox(&self) -> (Letterbox, Vec2) {
        let view = self.stage.view();
        let scale = (SCENE_FRAME.1 / view.size()).min_element();
        let corner = SCENE_FRAME.0 + (SCENE_FRAME.1 - view.size() * scale) * 0.5;
        (Letterbox { corner, scale }, view.min())
    }

    /// Draws the page.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        let (words, font) = (&assets.words, &assets.font);
        let key = format!("story.{}", PAGE_NAMES[self.at]);
        let (text, try_it) = (format!("{key}_words"), format!("{key}_try"));
        let [title, text, try_it] = [&key, &text, &try_it].map(|key| words.get(key));
        canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::LINEN);
        cloth::border(canvas, Vec2::ZERO, SIZE, 3.5, RUNNING, palette::SAND);
        let middle = SIZE.x * 0.5;
        for (i, (sign, at)) in ARROWS.into_iter().enumerate() {
            if self.at != i * (Page::ALL.len() - 1) {
                let ink = super::menu::patch(canvas, at, ARROW_SIZE, false);
                font.centered(canvas, sign, at + Vec2::new(ARROW_SIZE.x * 0.5, 4.0), ink);
            }
        }
        let title = format!("{}. {title}", self.at + 1);
        font.fitted(canvas, &title, Vec2::new(middle, 10.0), SIZE.x - 120.0, palette::RED_DARK);
        for (i, line) in font.wrap(text, SCENE_FRAME.1.x - 8.0).into_iter().enumerate() {
            font.centered(canvas, line, Vec2::new(middle, 30.0 + i as f32 * STORY_LINE), palette::INK);
        }
        self.scene(canvas, assets);
        let below = SCENE_FRAME.0.y + SCENE_FRAME.1.y + 7.0;
        self.figures(canvas, assets, below);
        let try_it = Label::new(try_it, SCENE_FRAME.1.x, 1.0, assets);
        try_it.centered(canvas, font, Vec2::new(middle, below + 18.0), palette::RED_DARK);
        let (source, address) = self.stage.page.source();
        font.centered(canvas, source, Vec2::new(middle, SIZE.y - 45.0), palette::PLUM);
        font.centered(canvas, address, Vec2::new(middle, SIZE.y - 33.0), palette::PLUM);
        let hint = Label::new(words.get("story.hint"), SIZE.x, 1.0, assets);
        hint.centered(canvas, font, Vec2::new(middle, SIZE.y - 19.0), palette::INK);
    }

    /// The scene, on a dark patch.
    fn scene(&self, canvas: &mut Canvas, assets: &Assets) {
        let (at, size) = SCENE_FRAME;
        canvas.rect(at.x - 2.0, at.y - 2.0, size.x + 4.0, size.y + 4.0, palette::INK);
        canvas.rect(at.x, at.y, size.x, size.y, palette::NIGHT);
        let (letterbox, corner) = self.letterbox();
        let (ground, marks): (Vec<Mark>, Vec<Mark>) =
            self.stage.marks().into_iter().partition(|mark| matches!(mark.shape, MarkShape::Area(_)));
        for mark in &ground {
            let MarkShape::Area(corners) = &mark.shape else { continue };
            let inside = |p: Vec2| letterbox.to_window(p - corner).clamp(at, at + size);
            let corners: Vec<Vec2> = corners.iter().map(|p| inside(*p)).collect();
            canvas.polygon(&corners, palette::DENIM);
            canvas.outline(&corners, 1.0, palette::INK);
            stitches(canvas, &corners);
        }
        Pen::new(canvas, assets, letterbox, corner).marks(&marks);
        cloth::border(canvas, at, size, 3.5, FINE, palette::faded(palette::SAND, 0.5));
    }

    /// The numbers, each in the colour of its walker.
    fn figures(&self, canvas: &mut Canvas, assets: &Assets, y: f32) {
        let font = &assets.font;
        let say = |figure: &seamwalker::lab::story::StoryNumber| {
            let value = figure.value + 0.0;
            let places = if value.fract().abs() < 0.005 { 0 } else { 2 };
            (format!("{} {value:.places$}", assets.words.get(&format!("figure.{}", figure.name))), figure.tone)
        };
        let texts: Vec<(String, Tone)> = self.stage.figures().iter().map(say).collect();
        let gap = 16.0;
        let width: f32 = texts.iter().map(|(text, _)| font.width(text) + gap).sum::<f32>() - gap;
        let mut x = ((SIZE.x - width) * 0.5).round();
        for (text, tone) in &texts {
            let color = match tone {
                Tone::Bad => palette::RED,
                Tone::End => palette::MOSS,
                _ => palette::INK,
            };
            font.draw(canvas, text, Vec2::new(x, y), color);
            x += font.width(text) + gap;
        }
    }
}

/// A running stitch inside a convex patch.
fn stitches(canvas: &mut Canvas, corners: &[Vec2]) {
    let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
    let inner: Vec<Vec2> = corners.iter().map(|p| *p + (middle - *p).clamp_length_max(6.0)).collect();
    canvas.stitches(FINE, &inner, true, palette::CREAM);
}

#[cfg(test)]
mod tests {
    use seamwalker::level::shipped;

    use super::*;
    use crate::app::ui::words::Words;

    #[test]
    fn every_figure_and_page_has_words_and_keys_turn_the_pages() {
        let (words, _) = Words::load(&shipped());
        let mut story = Story::new();
        let key = |command| UiInput { commands: Box::leak(Box::new([command])), ..UiInput::default() };
        for (i, page) in Page::ALL.into_iter().enumerate() {
            assert_eq!((story.at, story.stage.page), (i, page));
            let name = PAGE_NAMES[i];
            let keys = [format!("story.{name}"), format!("story.{name}_words"), format!("story.{name}_try")];
            let figures = story.stage.figures();
            for key in keys.into_iter().chain(figures.iter().map(|figure| format!("figure.{}", figure.name))) {
                assert_ne!(words.get(&key), key);
            }
            story.update(&key(Hotkey::Choose(1, 0)), TICK);
        }
        assert_eq!(story.at, Page::ALL.len() - 1, "the last page");
        story.update(&key(Hotkey::Choose(-1, 0)), TICK);
        assert_eq!(story.at, Page::ALL.len() - 2);
        assert_eq!(story.update(&key(Hotkey::Menu), TICK), Some(Goto::Laboratory));
    }

    #[test]
    fn the_mouse_drags_and_up_turns_the_knob_up() {
        let mut story = Story::new();
        let before = story.stage.figure("overlap");
        let mut hold = |x: f32| {
            let at = SCENE_FRAME.0 + SCENE_FRAME.1 * 0.5 + Vec2::new(x, 0.0);
            story.update(&UiInput { mouse: at, holds: true, ..UiInput::default() }, TICK * 1.01);
            story.stage.figure("overlap")
        };
        assert!(hold(0.0) == before && hold(12.0) > before);
        let knob = story.stage.knob;
        let up = UiInput { commands: &[Hotkey::Choose(0, -1)], ..UiInput::default() };
        story.update(&up, TICK * 1.01);
        assert!(story.stage.knob > knob);
    }

    #[test]
    fn every_scene_fits_into_its_frame() {
        for page in 0..Page::ALL.len() {
            let story = Story { at: page, stage: Stage::new(Page::ALL[page]), ..Story::new() };
            let (letterbox, corner) = story.letterbox();
            let far = letterbox.to_window(story.stage.view().max() - corner);
            assert!(
                letterbox.corner.cmpge(SCENE_FRAME.0 - 0.1).all()
                    && far.cmple(SCENE_FRAME.0 + SCENE_FRAME.1 + 0.1).all(),
                "{page}"
            );
        }
    }
}
