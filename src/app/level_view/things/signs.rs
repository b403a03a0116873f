//! Signs: the cloth above them unrolls while the player is near, and shows the lines of its text as it goes.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::Object;

use crate::app::render::{Assets, Canvas, Viewport, palette};
use crate::app::ui::Label;

/// How far above a sign's foot its text hangs, in pixels, so that it does not cover the player.
const TEXT_ABOVE_FOOT: f32 = 44.0;
/// The width of a sign's text, in pixels.
const SIGN_WIDTH: f32 = 150.0;
/// The space around a sign's text, in pixels.
const SIGN_PADDING: Vec2 = Vec2::new(9.0, 8.0);
/// The height of the rolled cloth, in pixels.
const ROLL: f32 = 9.0;
/// The part of the time in which the roll itself grows to its width.
const WIDENING: f32 = 0.3;

/// The width and height of the cloth, as shares of its full size.
fn unrolled(open: f32) -> Vec2 {
    let ease = |t: f32| 1.0 - (1.0 - t.clamp(0.0, 1.0)).powi(3);
    Vec2::new(ease(open / WIDENING), ease((open - WIDENING) / (1.0 - WIDENING)))
}

/// Draws a sign's text on a piece of cloth above it that is unrolled as far as `open`, from 0 to 1. Returns the cloth's box.
pub fn text(canvas: &mut Canvas, assets: &Assets, text: &str, object: &Object, open: f32, viewport: &Viewport) -> Aabb {
    let scale = assets.font.text_scale();
    let text = assets.words.of_map(&object.properties, "text", text);
    let label = Label::new(text, SIGN_WIDTH * scale, scale, assets);
    let full = (label.size() + SIGN_PADDING * 2.0).max(Vec2::new(40.0, 24.0)).round();
    let above = object.aabb.max().y - TEXT_ABOVE_FOOT;
    let view = viewport.corner + 4.0;
    let x = (object.aabb.center.x - full.x * 0.5)
        .clamp(view.x, (viewport.corner.x + viewport.size.x - full.x - 4.0).max(view.x));
    let corner = Vec2::new(x, (above - full.y).max(view.y)).round();
    let share = unrolled(open);
    // It grows out of the sign, as far as the border of the view allows.
    let from = object.aabb.center.x.clamp(corner.x, corner.x + full.x);
    let left = from + (corner.x - from) * share.x;
    let size = Vec2::new(full.x * share.x, ROLL + (full.y - ROLL) * share.y).round();
    let at = Vec2::new(left, corner.y).round();
    if size.y > ROLL * 2.0 {
        assets.sprites.panel(canvas, "panel", at, size.max(Vec2::splat(18.0)));
    }
    let top = Vec2::new(corner.x + full.x * 0.5, corner.y + SIGN_PADDING.y);
    let shown = if share.y < 1.0 { size.y - ROLL } else { full.y };
    label.revealed(canvas, &assets.font, top, palette::INK, corner.y + shown);
    if share.y < 1.0 {
        roll(canvas, at + Vec2::new(-2.0, size.y - ROLL), size.x + 4.0);
    }
    Aabb::from_corners(at, at + size)
}

/// The part of the cloth that is still rolled up.
fn roll(canvas: &mut Canvas, at: Vec2, width: f32) {
    canvas.framed_round(at, Vec2::new(width, ROLL), 1.0, palette::LINEN);
    canvas.rect(at.x + 2.0, at.y + 2.0, width - 4.0, 2.0, palette::CREAM);
    canvas.rect(at.x + 1.0, at.y + ROLL - 3.0, width - 2.0, 2.0, palette::SAND);
}
