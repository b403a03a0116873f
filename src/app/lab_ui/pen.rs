//! Draws thin lines and words over the picture, at the window's resolution, for what is told in the level's pixels.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::Aabb;
use seamwalker::lab::{Mark, MarkShape, Tone};

use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::view::Letterbox;
use crate::app::ui::cloth;

/// Draws at the window's resolution what is told in the level's pixels.
pub struct Pen<'a> {
    /// What is drawn on, in pixels of the window.
    pub canvas: &'a mut Canvas,
    /// The letters and pictures.
    pub assets: &'a Assets,
    /// How many times as large the letters of a picture are that explains something.
    pub letters: f32,
    pub(super) fit: Letterbox,
    pub(super) corner: Vec2,
}

impl<'a> Pen<'a> {
    /// A pen that draws `corner` of the level at the fit's corner.
    pub fn new(canvas: &'a mut Canvas, assets: &'a Assets, fit: Letterbox, corner: Vec2) -> Self {
        Self { canvas, assets, letters: 1.0, fit, corner }
    }
}

impl Pen<'_> {
    /// A picture that explains something.
    pub fn marks(&mut self, marks: &[Mark]) {
        for Mark { shape, tone } in marks {
            let color = match tone {
                Tone::Mover => palette::DENIM_LIGHT,
                Tone::Ground => palette::MUSTARD,
                Tone::Winner => palette::RED,
                Tone::Other => palette::SAND,
                Tone::End => palette::LEAF,
                Tone::Bad => palette::ROSE,
            };
            match shape {
                MarkShape::Line(a, b) => self.thin(*a, *b, color),
                MarkShape::Bar(a, b) => self.line(*a, *b, 3.0, color),
                MarkShape::Arrow(a, b) => self.arrow(*a, *b, color),
                MarkShape::Frame(aabb) => self.rectangle(aabb, color),
                MarkShape::Area(corners) => {
                    let corners: Vec<Vec2> = corners.iter().map(|p| self.at(*p)).collect();
                    self.canvas.polygon(&corners, color);
                }
                MarkShape::Word(at, word) => self.label(word, self.at(*at), self.letters, color),
            }
        }
    }

    /// Where a point of the level is in the window.
    pub fn at(&self, p: Vec2) -> Vec2 {
        self.fit.to_window(p - self.corner)
    }

    /// A line of this width in window pixels, with a dark edge so that it can be seen on any cloth.
    pub fn line(&mut self, a: Vec2, b: Vec2, width: f32, color: Color) {
        let (a, b) = (self.at(a), self.at(b));
        self.canvas.line(a, b, width + 2.0, palette::faded(palette::INK, 0.5));
        self.canvas.line(a, b, width, color);
    }

    /// A line of one pixel.
    pub fn thin(&mut self, a: Vec2, b: Vec2, color: Color) {
        let (a, b) = (self.at(a), self.at(b));
        self.canvas.line(a, b, 1.0, color);
    }

    /// An arrow with a head.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, color: Color) {
        self.line(from, to, 2.0, color);
        let along = (to - from).normalize_or_zero() * (5.0 / self.fit.scale.max(0.5) * 2.0);
        if along != Vec2::ZERO {
            let corners =
                [to + along * 0.6, to - along * 0.5 + along.perp() * 0.5, to - along * 0.5 - along.perp() * 0.5];
            let corners = corners.map(|p| self.at(p));
            self.canvas.polygon(&corners, color);
        }
    }

    /// A word on a dark label.
    pub fn text(&mut self, text: &str, at: Vec2, color: Color) {
        self.label(text, self.at(at), 1.0, color);
    }

    /// A word at a place of the window, on a label with a tab of each of these colours.
    pub fn tag(&mut self, text: &str, at: Vec2, colors: impl IntoIterator<Item = Color>) {
        let mut at = at.round();
        for color in colors {
            self.canvas.rect(at.x - 3.0, at.y, 4.0, self.assets.font.height, color);
            at.x += 5.0;
        }
        self.label(text, at, 1.0, palette::CREAM);
    }

    /// A word at a place of the window, so many times as large.
    fn label(&mut self, text: &str, at: Vec2, scale: f32, color: Color) {
        let (at, font) = (at.round(), &self.assets.font);
        let (width, height) = (font.width(text) * scale + 5.0, font.height * scale);
        self.canvas.rect(at.x - 3.0, at.y, width, height, palette::faded(palette::INK, 0.8));
        font.scaled(self.canvas, text, at, scale, color);
    }

    /// A box in one colour.
    pub fn fill(&mut self, aabb: &Aabb, color: Color) {
        let (min, max) = (self.at(aabb.min()), self.at(aabb.max()));
        self.canvas.rect(min.x, min.y, max.x - min.x, max.y - min.y, color);
    }

    /// The frame of a box.
    pub fn rectangle(&mut self, aabb: &Aabb, color: Color) {
        let (min, max) = (self.at(aabb.min()), self.at(aabb.max()));
        cloth::frame(self.canvas, min, max - min, 2.0, color);
    }
}
