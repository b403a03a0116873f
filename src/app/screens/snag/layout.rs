//! Where the parts of the screen are: the title, the two lanes one above the other, the sentence, and rows of buttons.

use glam::Vec2;

use crate::app::render::{Font, ScreenFormat};

/// Around everything, and between the parts, in pixels.
const MARGIN: f32 = 12.0;
const GAP: f32 = 5.0;
/// The top of the lanes, below the title; in a narrow view, below the back button of a phone.
const TOP: f32 = 34.0;
const NARROW_TOP: f32 = 84.0;
/// The height of a button with text at scale 1, and the room beside its text, in pixels.
const BUTTON_HEIGHT: f32 = 18.0;
const BUTTON_PADDING: f32 = 6.0;
/// A narrow view that is no higher has room for small letters only, in pixels.
const LOW: f32 = 600.0;
/// The highest lane, in pixels: a higher one would only show more sky.
const MAX_LANE: f32 = 190.0;

/// A rectangle of the view: its corner and size.
pub type Rectangle = (Vec2, Vec2);

/// The layout for a view and the texts of its buttons.
pub struct SnagLayout {
    /// Corner and size of each lane.
    pub lanes: [Rectangle; 2],
    /// The corner of the sentence, and its width.
    pub sentence: (Vec2, f32),
    /// The buttons, in the order of their texts.
    pub buttons: Vec<Rectangle>,
    /// The scale of letters.
    pub scale: f32,
}

impl SnagLayout {
    /// The layout with buttons for these actions and texts; each inner list begins a row. `below` is the height of the keys at the
    /// lower border.
    pub fn new<T>(format: ScreenFormat, font: &Font, rows: &[Vec<(T, String)>], below: f32) -> Self {
        let scale = if format.large && !format.is_narrow() { 1.5 } else { 1.0 };
        let height = (BUTTON_HEIGHT * scale).max(format.target);
        let width = format.size.x - 2.0 * MARGIN;
        let mut buttons = Vec::new();
        let mut y = 0.0;
        for row in rows {
            let mut x = 0.0;
            for (_, text) in row {
                let size = Vec2::new(font.width(text) * scale + 2.0 * BUTTON_PADDING, height);
                if x > 0.0 && x + size.x > width {
                    (x, y) = (0.0, y + height + GAP);
                }
                buttons.push((Vec2::new(x, y), size));
                x += size.x + GAP;
            }
            y += height + GAP;
        }
        let top = if format.is_narrow() { NARROW_TOP } else { TOP };
        let sentence = Self::sentence_lines(format) * (font.height + 1.0) * Self::letters(format) + GAP;
        let room = format.size.y - top - below - y - sentence - GAP;
        let lane = Vec2::new(width, ((room - GAP) * 0.5).min(MAX_LANE).floor());
        let lanes = [0.0, 1.0].map(|i| (Vec2::new(MARGIN, top + i * (lane.y + GAP)), lane));
        let sentence_top = top + 2.0 * (lane.y + GAP);
        let origin = Vec2::new(MARGIN, sentence_top + sentence);
        buttons.iter_mut().for_each(|(at, _)| *at += origin);
        Self { lanes, sentence: (Vec2::new(MARGIN, sentence_top), width), buttons, scale }
    }

    /// The lines of the sentence.
    pub fn sentence_lines(format: ScreenFormat) -> f32 {
        match format.is_narrow() {
            true if format.size.y > LOW => 5.0,
            true => 3.0,
            false => 2.0,
        }
    }

    /// The scale of the sentence and of the names: they can be read from the sofa.
    pub fn letters(format: ScreenFormat) -> f32 {
        match format.is_narrow() {
            true if format.size.y > LOW => 1.5,
            true => 1.0,
            false => format.of([1.5, 2.0]),
        }
    }
}
