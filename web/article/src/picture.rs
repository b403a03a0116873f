//! A picture as numbers, for a page that draws it.

use seamwalker_collide::Aabb;
use glam::Vec2;
use seamwalker_lab::{MarkShape, Tone};

use crate::figure::Figure;

/// A picture of a figure. It consists of
///
/// 1. the view and the handle, each as left, top, right, bottom (NaN without a handle);
/// 2. the slider: lowest and highest value, step, value; 1 if it has a name; 1 if the figure moves by itself;
/// 3. the number of measurements, and for each: tone, value, name;
/// 4. marks up to the end, each: shape, tone, how many numbers follow, and those.
///
/// Tones and shapes count from 0 in the order of [`Tone`] and [`MarkShape`]. A text is its length and its characters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture(pub Vec<f32>);

impl Picture {
    /// Draws a figure, and returns how many numbers that took.
    pub fn draw(&mut self, figure: &dyn Figure) -> usize {
        self.0.clear();
        self.aabb(Some(figure.view()));
        self.aabb(figure.handle());
        let knob = figure.knob();
        self.0.extend([knob.from, knob.to, knob.step, figure.value()]);
        self.0.extend([f32::from(u8::from(knob.name.is_some())), f32::from(u8::from(figure.moves()))]);
        let numbers = figure.numbers();
        self.0.push(numbers.len() as f32);
        for number in numbers {
            self.0.extend([tone(number.tone), number.value]);
            self.text(number.name);
        }
        for mark in figure.marks() {
            let shape = match mark.shape {
                MarkShape::Line(..) => 0.0,
                MarkShape::Bar(..) => 1.0,
                MarkShape::Arrow(..) => 2.0,
                MarkShape::Frame(_) => 3.0,
                MarkShape::Area(_) => 4.0,
                MarkShape::Word(..) => 5.0,
            };
            self.0.extend([shape, tone(mark.tone), 0.0]);
            let before = self.0.len();
            match mark.shape {
                MarkShape::Line(a, b) | MarkShape::Bar(a, b) | MarkShape::Arrow(a, b) => self.points(&[a, b]),
                MarkShape::Frame(aabb) => self.aabb(Some(aabb)),
                MarkShape::Area(corners) => self.points(&corners),
                MarkShape::Word(at, word) => {
                    self.points(&[at]);
                    self.text(&word);
                }
            }
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

const fn tone(tone: Tone) -> f32 {
    match tone {
        Tone::Mover => 0.0,
        Tone::Ground => 1.0,
        Tone::Winner => 2.0,
        Tone::Other => 3.0,
        Tone::End => 4.0,
        Tone::Bad => 5.0,
    }
}
