//! Decorations: tile objects of any size and rotation, and texts in the game's font, or in the system's where that lacks letters.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::{Blend, Decoration, Figure, Layer, Level, Text};

use super::letters::SystemLetters;
use super::tiles::{Tiles, faded};
use crate::app::render::{Assets, Canvas, Font, Halo, Viewport};

/// The edge of cloth that light falls on, in pixels: a picture goes on without it.
const LIT_EDGE: f32 = 3.0;

/// Draws the decorations of a layer, moved by `shift`. `viewport` is the part of the layer that is in view; `opacity` is that of
/// a backdrop. `continued` says how far a row at the upper and at the lower end of each picture is continued.
pub fn draw(
    canvas: &mut Canvas,
    (tiles, letters, assets): (&Tiles, &SystemLetters, &Assets),
    (level, layer): (&Level, &Layer),
    (list, continued): (&[Decoration], impl Fn(&Decoration) -> [f32; 2]),
    (viewport, shift, opacity): (&Viewport, Vec2, f32),
    time: f32,
) {
    // In maps of other games, backdrops look as Tiled shows them.
    let casts = layer.is_backdrop() && layer.blend == Blend::Normal && level.assumed.is_empty();
    canvas.offset = shift;
    for decoration in list.iter().filter(|d| viewport.shows_points(&d.corners)) {
        match &decoration.figure {
            Figure::Tile(tile) => {
                let color = faded(layer, decoration.opacity * opacity);
                canvas.page(&tiles.page);
                let region = tiles.region(level, *tile, time);
                if casts {
                    canvas.halo(Some((Halo::CAST, &tiles.page)));
                    canvas.quad(region, decoration.corners, color.into());
                    canvas.halo(None);
                }
                canvas.quad(region, decoration.corners, color.into());
                let [a, b, c, d] = decoration.corners;
                let ([up, low], edge) = (continued(decoration), Vec2::Y * LIT_EDGE);
                let above = (LIT_EDGE, up, [a - Vec2::Y * up, b - Vec2::Y * up, b + edge, a + edge]);
                let last = region.size.y - 1.0 - LIT_EDGE;
                let below = (last, low, [d - edge, c - edge, c + Vec2::Y * low, d + Vec2::Y * low]);
                for (row, _, corners) in [above, below].into_iter().filter(|(_, length, _)| *length > 0.0) {
                    canvas.quad(region.part(0.0, row, region.size.x, 1.0), corners, color.into());
                }
            }
            Figure::Text(text) => {
                let own = &assets.font;
                let whole = (text.pixel_size / own.height).round().max(1.0);
                let (page, font, scale) = letters.font(text, own).unwrap_or((&assets.page, own, whole));
                canvas.page(page);
                words(canvas, (font, scale), decoration, text, layer.opacity * opacity);
            }
        }
    }
    canvas.offset = Vec2::ZERO;
}

/// How far the top of slanted letters leans to the right, as a part of their height.
const SLANT: f32 = 0.2;
/// Where the line through a text lies, as a part of the height of a line.
const STRIKE: f32 = 0.6;

/// Draws a text, its letters scaled. They rotate with their box.
fn words(canvas: &mut Canvas, (font, scale): (&Font, f32), decoration: &Decoration, text: &Text, opacity: f32) {
    let [corner, right, _, down] = decoration.corners;
    let frame = Vec2::new(corner.distance(right), corner.distance(down));
    let lines: Vec<&str> =
        if text.wraps { font.wrap(&text.words, frame.x / scale) } else { text.words.lines().collect() };
    let height = lines.len() as f32 * font.height * scale;
    let [red, green, blue, alpha] = text.color;
    let alpha = (f32::from(alpha) * opacity * decoration.opacity).round() as u8;
    let (across, along) = ((right - corner).normalize_or_zero(), (down - corner).normalize_or_zero());
    let top = (frame.y - height) * text.align[1];
    for (i, line) in lines.iter().enumerate() {
        let start =
            Vec2::new((frame.x - font.width(line) * scale) * text.align[0], top + i as f32 * font.height * scale);
        let color = [red, green, blue, alpha].into();
        let placed = |p: Vec2| corner + across * p.x + along * p.y;
        for (x, region) in font.glyphs(line) {
            let min = (start + Vec2::new(x * scale, 0.0)).round();
            let max = min + region.size * scale;
            let lean = if text.italic { region.size.y * scale * SLANT } else { 0.0 };
            let [a, b, c, d] = Aabb::from_corners(min, max).corners();
            let corners = [a + Vec2::X * lean, b + Vec2::X * lean, c, d];
            // Bold letters are drawn twice, a pixel of the font apart.
            for aside in [0.0, scale].into_iter().take(1 + usize::from(text.bold)) {
                canvas.quad(region, corners.map(|p| placed(p + Vec2::X * aside)), color);
            }
        }
        let rules = [(text.underline, font.height - 1.0), (text.strikeout, (font.height * STRIKE).round())];
        for (_, down) in rules.into_iter().filter(|(is_drawn, _)| *is_drawn) {
            let min = (start + Vec2::new(0.0, down * scale)).round();
            let size = Vec2::new(font.width(line) * scale, scale);
            canvas.polygon(&Aabb::from_corners(min, min + size).corners().map(placed), color);
        }
    }
}
