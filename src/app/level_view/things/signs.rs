//! Signs: the cloth above them unfolds while the player is near.

use glam::Vec2;
use seamwalker::level::Object;

use crate::app::render::{Assets, Canvas, Viewport, palette};
use crate::app::ui::Label;

/// How far above a sign's foot its text hangs, in pixels, so that it does not cover the player.
const TEXT_ABOVE_FOOT: f32 = 44.0;
/// The width of a sign's text, in pixels.
const SIGN_WIDTH: f32 = 150.0;
/// The space around a sign's text, in pixels.
const SIGN_PADDING: Vec2 = Vec2::new(9.0, 8.0);

/// Draws a sign's text on a piece of cloth that unfolds above it.
pub fn text(canvas: &mut Canvas, assets: &Assets, text: &str, object: &Object, open: f32, viewport: &Viewport) {
    let scale = assets.font.text_scale();
    let text = assets.words.of_map(&object.properties, "text", text);
    let label = Label::new(text, SIGN_WIDTH * scale, scale, assets);
    let size = label.size() + SIGN_PADDING * 2.0;
    let size = Vec2::new(size.x.max(40.0), (size.y * open).round().max(24.0));
    let above = object.aabb.max().y - TEXT_ABOVE_FOOT;
    let view = viewport.corner + 4.0;
    let x = (object.aabb.center.x - size.x * 0.5)
        .clamp(view.x, (viewport.corner.x + viewport.size.x - size.x - 4.0).max(view.x));
    let at = Vec2::new(x, (above - size.y).max(view.y)).round();
    assets.sprites.panel(canvas, "panel", at, size);
    if open > 0.9 {
        let top = at + Vec2::new(size.x * 0.5, SIGN_PADDING.y);
        label.centered(canvas, &assets.font, top, palette::INK);
    }
}
