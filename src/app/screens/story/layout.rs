//! Where the parts of a page are: text on the left, the scene with its figures on the right. In a narrow view, the text is below.

use glam::Vec2;

use crate::app::render::{Font, ScreenFormat};

/// The width of the column of text, with normal and large letters, in pixels.
const TEXT_WIDTHS: [f32; 2] = [244.0, 330.0];
/// The left border of the text, the gap between text and scene, and the right border of the scene.
const PAGE_MARGIN: f32 = 20.0;
const PAGE_GAP: f32 = 16.0;
/// The top of text and scene, and their bottom: the top of the footer, less a gap.
const PAGE_TOP: f32 = 42.0;
const PAGE_FOOTER: f32 = 35.0;
/// In a narrow view: the top of the scene, below the back button of a phone, and its height as a share of the view's.
const NARROW_PAGE_TOP: f32 = 96.0;
const NARROW_SCENE: f32 = 0.3;
/// Scale of normal and large letters.
const TEXT_SCALES: [f32; 2] = [1.5, 2.0];
/// That in a narrow view, and the height below which it is 1 there, in pixels.
const NARROW_TEXT_SCALE: f32 = 1.5;
const LOW_PAGE: f32 = 600.0;
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
    /// The view.
    pub format: ScreenFormat,
    /// Lines of figures below the scene.
    pub figures: usize,
    /// Pixels of the picture per pixel of the view.
    pub density: u32,
}

impl PageLayout {
    /// The scale of letters at which they have whole pixels, at most this.
    fn whole(self, scale: f32) -> f32 {
        let density = self.density.max(1) as f32;
        (scale * density).floor() / density
    }

    /// The scale of all text: the largest not above the nominal one at which letters have whole pixels.
    pub fn scale(self) -> f32 {
        self.whole(self.text_scale())
    }

    fn text_scale(self) -> f32 {
        match self.format.is_narrow() {
            true if self.format.size.y < LOW_PAGE => 1.0,
            true => NARROW_TEXT_SCALE,
            false => self.format.of(TEXT_SCALES),
        }
    }

    /// The scale of letters in the scene and of the keys below, which does not grow with large text.
    pub fn mark_scale(self) -> f32 {
        self.whole(if self.format.is_narrow() { self.text_scale() } else { TEXT_SCALES[0] })
    }

    /// Line height, in pixels.
    pub fn line(self) -> f32 {
        (self.text_scale() * STORY_LINE).floor()
    }

    /// The upper left corner and the width of the text.
    pub fn text(self) -> (Vec2, f32) {
        if self.format.is_narrow() {
            let (at, size) = self.scene();
            let below = at.y + size.y + self.figures as f32 * self.line() + PAGE_GAP;
            return (Vec2::new(PAGE_MARGIN, below), self.format.size.x - 2.0 * PAGE_MARGIN);
        }
        (Vec2::new(PAGE_MARGIN, PAGE_TOP), self.format.of(TEXT_WIDTHS))
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
        let view = self.format.size;
        if self.format.is_narrow() {
            let size = Vec2::new(view.x - 2.0 * PAGE_MARGIN, (view.y * NARROW_SCENE).floor());
            return (Vec2::new(PAGE_MARGIN, NARROW_PAGE_TOP), size);
        }
        let left = PAGE_MARGIN + self.format.of(TEXT_WIDTHS) + PAGE_GAP;
        let below = self.figures as f32 * self.line() + if self.format.large { 6.0 } else { SOURCE_HEIGHT + 8.0 };
        let size = Vec2::new(view.x - PAGE_MARGIN - left, self.bottom() - below - PAGE_TOP);
        (Vec2::new(left, PAGE_TOP), size)
    }

    /// The lower border of everything.
    pub fn bottom(self) -> f32 {
        self.format.size.y - PAGE_FOOTER
    }

    /// The top of the source's two lines; `None` where there is no room for it.
    pub fn source(self) -> Option<f32> {
        (!self.format.large && !self.format.is_narrow()).then_some(self.bottom() - SOURCE_HEIGHT - 2.0)
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_lab::story::Page;

    use super::super::text_key;
    use super::*;
    use crate::app::screens::texts::languages;

    /// Readable lines have at most this many letters.
    const MAX_LETTERS: usize = 60;
    /// In a narrow view that is low or coarse, letters are small.
    const MAX_SMALL_LETTERS: usize = 76;

    #[test]
    fn every_text_fits_in_both_languages_and_sizes_with_short_lines() {
        let views = || {
            let sizes = [[640.0, 360.0], [854.0, 360.0], [640.0, 480.0], [360.0, 778.0], [360.0, 480.0]];
            sizes.into_iter().map(Vec2::from)
        };
        let formats =
            move || views().flat_map(|size| [false, true].map(|large| ScreenFormat { size, large, target: 0.0 }));
        let sizes = move || formats().flat_map(|format| [1, 2, 3].map(|density| (format, density)));
        let each = languages().flat_map(|(words, font)| {
            let shared = std::rc::Rc::new((words, font));
            sizes().map(move |size| (shared.clone(), size))
        });
        for (shared, (format, density)) in each {
            let (words, font) = &*shared;
            let code = words.code();
            for name in Page::ALL.map(text_key) {
                let layout = PageLayout { format, figures: 5, density };
                let [text, try_it] = ["words", "try"].map(|part| format!("{name}_{part}"));
                let text = layout.text_lines(font, words.get(&text));
                let try_it = layout.try_lines(font, words.get(&try_it));
                let (at, size, _) = layout.try_patch(text.len(), try_it.len());
                assert!(at.y + size.y <= layout.bottom(), "{code} {name}, {format:?}: {}", at.y + size.y);
                for line in text.iter().chain(&try_it) {
                    let most = if layout.scale() < 1.5 { MAX_SMALL_LETTERS } else { MAX_LETTERS };
                    assert!(line.chars().count() <= most, "{code}: {line}");
                    assert!(font.width(line) * layout.scale() <= layout.text().1, "{code}: {line}");
                }
                assert!(layout.scene().1.min_element() > 120.0, "{name}: the scene is too small");
            }
        }
    }
}
