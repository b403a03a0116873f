//! Explanatory pictures as data: lines, arrows, boxes and words in pixels of the level.

use glam::Vec2;

use seamwalker_collide::Aabb;

/// The subject of a mark, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The moving box.
    Mover,
    /// The obstacle.
    Ground,
    /// What decides: the winning axis, the only possible correction.
    Winner,
    /// An alternative.
    Other,
    /// The result.
    End,
    /// An error.
    Bad,
}

/// The shape of a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkShape {
    /// A thin line.
    Line(Vec2, Vec2),
    /// A thick one.
    Bar(Vec2, Vec2),
    /// A line with a head at its second end.
    Arrow(Vec2, Vec2),
    /// The frame of a box.
    Frame(Aabb),
    /// A filled convex polygon.
    Area(Vec<Vec2>),
    /// A convex polygon, or a segment of two corners, grown by a radius.
    Thick(Vec<Vec2>, f32),
    /// A word, by its upper left corner.
    Word(Vec2, String),
}

/// A mark in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its shape.
    pub shape: MarkShape,
    /// Its subject.
    pub tone: Tone,
}

impl Mark {
    /// A mark of this subject and shape.
    pub fn new(tone: Tone, shape: MarkShape) -> Self {
        Self { shape, tone }
    }
}

/// Collects marks.
#[derive(Default)]
pub(super) struct MarkList(pub Vec<Mark>);

impl MarkList {
    /// Adds a mark.
    pub fn add(&mut self, tone: Tone, shape: MarkShape) {
        self.0.push(Mark::new(tone, shape));
    }

    /// Adds an arrow, unless it is too short to be visible.
    pub fn arrow(&mut self, tone: Tone, from: Vec2, by: Vec2) {
        if by.length_squared() > 0.25 {
            self.add(tone, MarkShape::Arrow(from, from + by));
        }
    }
}
