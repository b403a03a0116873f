//! A picture as numbers, for a page that draws it.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_lab::MarkShape;
use seamwalker_lab::story::Knob;

use crate::figure::Figure;

/// A picture of a figure. It consists of
///
/// 1. the view and the handle, each as left, top, right, bottom (NaN without a handle);
/// 2. the slider: lowest and highest value, step, value; 1 if it has a name; 1 if the figure moves by itself;
/// 3. the number of measurements, and for each: tone, value, name;
/// 4. marks up to the end, each: shape, tone, how many numbers follow, and those.
///
/// Tones and shapes count from 0 in the order of [`Tone`](seamwalker_lab::Tone) and [`MarkShape`]. A text is its length and its characters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture(pub Vec<f32>);

impl Picture {
    /// Draws a figure, and returns how many numbers that took.
    pub fn draw(&mut self, figure: &dyn Figure) -> usize {
        self.0.clear();
        let spec = figure.spec();
        self.aabb(Some(spec.view));
        self.aabb(spec.handle);
        let unseen = Knob { name: None, from: 0.0, to: 0.0, step: 1.0, start: 0.0 };
        let (knob, value) = spec.slider.unwrap_or((unseen, 0.0));
        self.0.extend([knob.from, knob.to, knob.step, value]);
        self.0.extend([knob.name.is_some(), spec.moves].map(|is| f32::from(u8::from(is))));
        let numbers = figure.numbers();
        self.0.push(numbers.len() as f32);
        for number in numbers {
            self.0.extend([f32::from(number.tone as u8), number.value]);
            self.text(number.name);
        }
        for mark in figure.marks() {
            let (shape, points, word): (u8, _, _) = match mark.shape {
                MarkShape::Line(a, b) => (0, vec![a, b], None),
                MarkShape::Bar(a, b) => (1, vec![a, b], None),
                MarkShape::Arrow(a, b) => (2, vec![a, b], None),
                MarkShape::Frame(aabb) => (3, vec![aabb.min(), aabb.max()], None),
                MarkShape::Area(corners) | MarkShape::Thick(corners, _) => (4, corners, None),
                MarkShape::Word(at, word) => (5, vec![at], Some(word)),
            };
            self.0.extend([f32::from(shape), f32::from(mark.tone as u8), 0.0]);
            let before = self.0.len();
            self.points(&points);
            word.iter().for_each(|word| self.text(word));
            self.0[before - 1] = (self.0.len() - before) as f32;
        }
        self.0.len()
    }

    fn aabb(&mut self, aabb: Option<Aabb>) {
        let corners = aabb.map_or([Vec2::NAN; 2], |aabb| [aabb.min(), aabb.max()]);
        self.points(&corners);
    }

    fn points(&mut self, points: &[Vec2]) {
        self.0.extend(points.iter().flat_map(Vec2::to_array));
    }

    fn text(&mut self, text: &str) {
        self.0.push(text.chars().count() as f32);
        self.0.extend(text.chars().map(|letter| u32::from(letter) as f32));
    }
}
