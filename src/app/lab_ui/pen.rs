//! Draws lines, shapes and labels over the picture, at the window's resolution, from positions in the level.

use std::f32::consts::FRAC_PI_2;

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::Aabb;
use seamwalker_lab::{Mark, MarkShape, Tone};

use super::tags::TagPlaces;
use crate::app::play::Play;
use crate::app::render::{Assets, Canvas, Letterbox, palette, window_size};
use crate::app::ui::{Hud, cloth};

/// Straight parts of a quarter circle.
const ARC_PARTS: f32 = 4.0;
/// How opaque the insides of the moving box and of its result are.
const MOVER_OPACITY: f32 = 0.4;
const RESULT_OPACITY: f32 = 0.15;
/// The same of an obstacle with a radius.
const THICK_OPACITY: f32 = 0.25;
/// To the left and right of a label's text, in pixels of the window.
const MARK_PADDING: f32 = 3.0;
/// Distance of labels from the picture's border, in pixels of the window.
const TAG_MARGIN: f32 = 26.0;
/// With more labels than this, the rest stay where they are wanted: each costs time.
const MAX_PLACED: usize = 150;
/// The least half extent of a rounded box, in pixels: too small to be visible.
const MIN_SIDE: f32 = 0.01;

/// Draws at the window's resolution what has positions in the level.
pub struct Pen<'a> {
    /// The target, in pixels of the window.
    pub canvas: &'a mut Canvas,
    /// The font and the pictures.
    pub assets: &'a Assets,
    /// Scale of the letters in marks.
    pub letters: f32,
    /// Lines are blended over this width: one pixel of the target's picture.
    pub soft: f32,
    pub(super) fit: Letterbox,
    pub(super) corner: Vec2,
    /// The places of labels that are kept apart.
    places: TagPlaces,
    /// Labels that wait for a place; `None` draws each at once where it is wanted.
    waiting: Option<Vec<WaitingLabel>>,
}

/// A label that waits for a place: its text, the wanted corner in pixels of the window, and its colour.
type WaitingLabel = (String, Vec2, Color);

impl<'a> Pen<'a> {
    /// A pen that draws `corner` of the level at the fit's corner.
    pub fn new(canvas: &'a mut Canvas, assets: &'a Assets, fit: Letterbox, corner: Vec2) -> Self {
        let places = TagPlaces::default();
        Self { canvas, assets, letters: 1.0, soft: 1.0, fit, corner, places, waiting: None }
    }

    /// Keeps labels apart from each other, from the heads-up display and from the menu at the right, which covers this much
    /// of the window. Labels wait for [`Pen::place_labels`].
    pub fn keep_labels_apart(&mut self, play: &Play, covered: f32) {
        let viewport = play.viewport();
        let (min, max) = (self.at(viewport.corner), self.at(viewport.corner + viewport.size));
        let free = Vec2::new(window_size().x - covered, f32::MAX);
        let display = Hud::covered(self.fit.size, self.assets.font.large);
        let display = display.map(|(at, size)| (min + at * self.fit.scale, size * self.fit.scale));
        self.keep_apart((min + TAG_MARGIN, (max - TAG_MARGIN).min(free)), display);
    }

    /// The same within an area of the window, given by its corners, that leaves these rectangles free.
    pub fn keep_apart(&mut self, area: (Vec2, Vec2), taken: impl IntoIterator<Item = (Vec2, Vec2)>) {
        self.places = TagPlaces::new(area, taken);
        self.waiting = Some(Vec::new());
    }

    /// Covers all that was drawn, and drops the labels that wait.
    pub fn cover(&mut self, color: Color) {
        let window = window_size();
        self.canvas.rect(0.0, 0.0, window.x, window.y, color);
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    /// Draws the labels that wait, each at the free place nearest to the wanted one. A line leads to a label that had to move.
    pub fn place_labels(&mut self) {
        let waiting = self.waiting.take().unwrap_or_default();
        for (text, wanted, color) in waiting {
            let size = self.label_size(&text);
            // What is under the menu or out of view must not fill the border with labels.
            let is_placed = self.places.count() < MAX_PLACED && self.places.contains(wanted, TAG_MARGIN);
            let at = if is_placed { self.places.take(wanted, size) } else { wanted };
            if at.distance(wanted) > size.y {
                let foot = Vec2::new(at.x, if at.y > wanted.y { at.y } else { at.y + size.y });
                self.canvas.smooth_line(wanted, foot, 1.0, 1.0, color);
            }
            self.label(&text, at, color);
        }
    }

    /// Draws the marks of an explanation.
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
                MarkShape::Frame(aabb) => {
                    match tone {
                        Tone::Mover => self.fill(aabb, palette::faded(color, MOVER_OPACITY)),
                        Tone::End => self.fill(aabb, palette::faded(color, RESULT_OPACITY)),
                        _ => {}
                    }
                    self.rectangle(aabb, color);
                }
                MarkShape::Area(corners) => self.polygon(corners, color),
                MarkShape::Thick(corners, radius) => {
                    self.outlined(&self.rounded(corners, *radius), palette::faded(color, THICK_OPACITY), color, 1.5);
                    self.outline(corners, 1.0, color);
                }
                MarkShape::Word(at, word) => self.text(word, *at, color),
            }
        }
    }

    /// The position in the window of a point of the level.
    pub fn at(&self, p: Vec2) -> Vec2 {
        self.fit.to_window(p - self.corner)
    }

    /// A line of this width in window pixels, with a dark edge that keeps it visible on any background.
    pub fn line(&mut self, a: Vec2, b: Vec2, width: f32, color: Color) {
        let (a, b) = (self.at(a), self.at(b));
        self.canvas.smooth_line(a, b, width + 2.0, self.soft, palette::faded(palette::INK, 0.5));
        self.canvas.smooth_line(a, b, width, self.soft, color);
    }

    /// A line of one pixel.
    pub fn thin(&mut self, a: Vec2, b: Vec2, color: Color) {
        let (a, b) = (self.at(a), self.at(b));
        self.canvas.smooth_line(a, b, 1.0, self.soft, color);
    }

    /// An arrow with a head.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, color: Color) {
        self.line(from, to, 2.0, color);
        let along = (to - from).normalize_or_zero() * (5.0 / self.fit.scale.max(0.5) * 2.0);
        if along != Vec2::ZERO {
            let (tip, back, aside) = (to + along * 0.6, to - along * 0.5, along.perp() * 0.5);
            self.polygon(&[tip, back + aside, back - aside], color);
        }
    }

    /// A filled convex polygon.
    pub fn polygon(&mut self, corners: &[Vec2], color: Color) {
        let corners: Vec<Vec2> = corners.iter().map(|p| self.at(*p)).collect();
        self.canvas.polygon(&corners, color);
    }

    /// The outline of a polygon, of this width in window pixels.
    pub fn outline(&mut self, corners: &[Vec2], width: f32, color: Color) {
        let corners: Vec<Vec2> = corners.iter().map(|p| self.at(*p)).collect();
        self.canvas.outline(&corners, width, color);
    }

    /// A filled convex shape with a border of this width in window pixels. The corners are in pixels of the window.
    pub fn outlined(&mut self, corners: &[Vec2], fill: Color, border: Color, width: f32) {
        self.canvas.polygon(corners, fill);
        self.canvas.outline(corners, width, border);
    }

    /// Outline of a convex polygon (clockwise on the screen), or of a segment of two corners, grown by a radius. The corners are
    /// in the level, the outline in the window.
    pub fn rounded(&self, corners: &[Vec2], radius: f32) -> Vec<Vec2> {
        let count = corners.len();
        let outward = |i: usize| -(corners[(i + 1) % count] - corners[i % count]).normalize_or_zero().perp();
        let arc = |i: usize| {
            let (before, after) = (outward(i + count - 1), outward(i));
            let angle = before.perp_dot(after).abs().atan2(before.dot(after));
            let parts = (angle / FRAC_PI_2 * ARC_PARTS).ceil().max(1.0);
            (0..=parts as u16).map(move |part| Vec2::from_angle(f32::from(part) / parts * angle).rotate(before))
        };
        (0..count).flat_map(|i| arc(i).map(move |out| self.at(corners[i] + out * radius))).collect()
    }

    /// Outline of a box grown by a radius: of a disk, if the box has no size. `center` and `half` are in the level, the outline in
    /// the window.
    pub fn rounded_box(&self, center: Vec2, half: Vec2, radius: f32) -> Vec<Vec2> {
        // Even sides of no length have a direction.
        let half = half.max(Vec2::splat(MIN_SIDE));
        self.rounded(&Aabb::new(center, half).corners(), radius)
    }

    /// A word on a dark label.
    pub fn text(&mut self, text: &str, at: Vec2, color: Color) {
        let at = self.at(at) - Vec2::X * MARK_PADDING;
        if let Some(waiting) = &mut self.waiting {
            waiting.push((text.to_owned(), at, color));
        } else {
            self.label(text, at, color);
        }
    }

    /// Width and height of a label, in pixels of the window.
    pub fn label_size(&self, text: &str) -> Vec2 {
        let font = &self.assets.font;
        Vec2::new(font.width(text) * self.letters + MARK_PADDING * 2.0, font.height * self.letters)
    }

    /// A label with its corner at a point of the window. Returns its size.
    pub fn label(&mut self, text: &str, at: Vec2, color: Color) -> Vec2 {
        let (at, size, font) = (at.round(), self.label_size(text), &self.assets.font);
        self.canvas.rect(at.x, at.y, size.x, size.y, palette::faded(palette::INK, 0.8));
        font.scaled(self.canvas, text, at + Vec2::X * MARK_PADDING, self.letters, color);
        size
    }

    /// A filled box.
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
