//! Where the parts of a page are: text on the left, the scene with its figures on the right.

use glam::Vec2;

use crate::app::render::{Font, SIZE};

/// The width of the column of text, with normal and large letters, in pixels.
const TEXT_WIDTHS: [f32; 2] = [244.0, 330.0];
/// The left border of the text, the gap between text and scene, and the right border of the scene.
const PAGE_MARGIN: f32 = 20.0;
const PAGE_GAP: f32 = 16.0;
/// The top of text and scene, and their bottom: the top of the footer, less a gap.
const PAGE_TOP: f32 = 42.0;
const PAGE_BOTTOM: f32 = 325.0;
/// Scale of normal and large letters.
const TEXT_SCALES: [f32; 2] = [1.5, 2.0];
/// Line height at scale 1, in pixels.
const STORY_LINE: f32 = 13.0;
/// Around the text on the patch that says what to try, and the gap above it, in pixels.
const TRY_PADDING: f32 = 7.0;
const TRY_GAP: f32 = 8.0;
/// The height of the source below the figures, in pixels; large letters leave no room for it.
const SOURCE_HEIGHT: f32 = 26.0;

/// The layout of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageLayout {
    /// Letters are large.
    pub large: bool,
    /// Lines of figures below the scene.
    pub figures: usize,
    /// Pixels of the picture per pixel of the view.
    pub density: u32,
}

impl PageLayout {
    fn of<T: Copy>(self, sizes: [T; 2]) -> T {
        sizes[usize::from(self.large)]
    }

    /// The scale of all text: the largest not above the nominal one at which letters have whole pixels.
    pub fn scale(self) -> f32 {
        let density = self.density.max(1) as f32;
        (self.of(TEXT_SCALES) * density).floor() / density
    }

    /// The scale of letters in the scene and of the keys below, which does not grow with large text.
    pub fn mark_scale(self) -> f32 {
        Self { large: false, ..self }.scale()
    }

    /// Line height, in pixels.
    pub fn line(self) -> f32 {
        (self.of(TEXT_SCALES) * STORY_LINE).floor()
    }

    /// The upper left corner and the width of the text.
    pub fn text(self) -> (Vec2, f32) {
        (Vec2::new(PAGE_MARGIN, PAGE_TOP), self.of(TEXT_WIDTHS))
    }

    /// The lines of the text.
    pub fn text_lines<'a>(self, font: &Font, text: &'a str) -> Vec<&'a str> {
        font.wrap(text, self.text().1 / self.scale())
    }

    /// The lines of what to try.
    pub fn try_lines<'a>(self, font: &Font, text: &'a str) -> Vec<&'a str> {
        font.wrap(text, (self.text().1 - 2.0 * TRY_PADDING) / self.scale())
    }

    /// The corner and size of the patch that says what to try, below this many lines of text, and the corner of its first line.
    pub fn try_patch(self, above: usize, lines: usize) -> (Vec2, Vec2, Vec2) {
        let (corner, width) = self.text();
        let at = corner + Vec2::new(0.0, above as f32 * self.line() + TRY_GAP);
        (at, Vec2::new(width, lines as f32 * self.line() + 2.0 * TRY_PADDING), at + TRY_PADDING)
    }

    /// The corner and size of the scene.
    pub fn scene(self) -> (Vec2, Vec2) {
        let left = PAGE_MARGIN + self.of(TEXT_WIDTHS) + PAGE_GAP;
        let below = self.figures as f32 * self.line() + if self.large { 6.0 } else { SOURCE_HEIGHT + 8.0 };
        (Vec2::new(left, PAGE_TOP), Vec2::new(SIZE.x - PAGE_MARGIN - left, PAGE_BOTTOM - below - PAGE_TOP))
    }

    /// The top of the source's two lines; `None` with large letters.
    pub fn source(self) -> Option<f32> {
        (!self.large).then_some(PAGE_BOTTOM - SOURCE_HEIGHT - 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::PAGE_NAMES;
    use super::*;
    use crate::app::screens::texts::languages;

    /// Readable lines have at most this many letters.
    const MAX_LETTERS: usize = 60;

    #[test]
    fn every_text_fits_in_both_languages_and_sizes_with_short_lines() {
        let sizes = || [false, true].into_iter().flat_map(|large| [1, 2, 3].map(|density| (large, density)));
        let each = languages().flat_map(|(words, font)| {
            let shared = std::rc::Rc::new((words, font));
            sizes().map(move |size| (shared.clone(), size))
        });
        for (shared, (large, density)) in each {
            let (words, font) = &*shared;
            let code = words.code();
            for name in PAGE_NAMES {
                let layout = PageLayout { large, figures: 5, density };
                let [text, try_it] = ["words", "try"].map(|part| format!("story.{name}_{part}"));
                let text = layout.text_lines(font, words.get(&text));
                let try_it = layout.try_lines(font, words.get(&try_it));
                let (at, size, _) = layout.try_patch(text.len(), try_it.len());
                assert!(at.y + size.y <= PAGE_BOTTOM, "{code} {name}, large {large}: {}", at.y + size.y);
                for line in text.iter().chain(&try_it) {
                    assert!(line.chars().count() <= MAX_LETTERS, "{code}: {line}");
                    assert!(font.width(line) * layout.scale() <= layout.text().1, "{code}: {line}");
                }
                assert!(layout.scene().1.min_element() > 120.0, "{name}: the scene is too small");
            }
        }
    }
}
