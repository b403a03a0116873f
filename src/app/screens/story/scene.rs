//! Draws the scene of a page: ground, shadows, walkers, and the handle of the box that can be dragged.

use std::f32::consts::TAU;

use glam::Vec2;
use seamwalker_lab::{Mark, MarkShape, Tone};

use super::Story;
use super::layout::PageLayout;
use crate::app::lab_ui::Pen;
use crate::app::render::{Assets, Canvas, RUNNING, palette};
use crate::app::screens::crowd::things;
use crate::app::ui::{FINE, cloth};

/// The radius of the handle, in pixels of the view.
const HANDLE_RADIUS: f32 = 8.0;
/// Seconds of a pulse, and how far its ring grows, in pixels.
const PULSE_TIME: f32 = 1.6;
const PULSE_REACH: f32 = 12.0;
/// Distance of labels from the border of the scene, in pixels.
const LABEL_MARGIN: f32 = 8.0;
/// Corners of a circle.
const CIRCLE_CORNERS: u16 = 28;

impl Story {
    /// The scene, on a dark patch.
    pub(super) fn scene(&self, canvas: &mut Canvas, assets: &Assets, layout: PageLayout) {
        let (at, size) = layout.scene();
        let (letterbox, corner) = self.letterbox(layout);
        cloth::night(canvas, at, size);
        let (ground, marks): (Vec<Mark>, Vec<Mark>) =
            self.stage.marks().into_iter().partition(|mark| matches!(mark.shape, MarkShape::Area(_)));
        let soft = 1.0 / layout.density.max(1) as f32;
        for mark in &ground {
            let MarkShape::Area(corners) = &mark.shape else { continue };
            let inside = |p: Vec2| letterbox.to_window(p - corner).clamp(at, at + size);
            let corners: Vec<Vec2> = corners.iter().map(|p| inside(*p)).collect();
            match things::rectangle(&corners) {
                Some((min, max)) => things::cloth(canvas, assets.fabric("denim", 0), min, max),
                None => canvas.polygon(&corners, palette::DENIM),
            }
            for (i, from) in corners.iter().enumerate() {
                canvas.smooth_line(*from, corners[(i + 1) % corners.len()], 1.5, soft, palette::INK);
            }
            stitches(canvas, &corners);
        }
        cloth::border(canvas, at, size, 3.5, FINE, palette::faded(palette::SAND, 0.5));
        let mut pen = Pen::new(canvas, assets, letterbox, corner);
        (pen.soft, pen.letters) = (soft, layout.mark_scale());
        let middle = pen.at(self.stage.handle().center).clamp(at + HANDLE_RADIUS, at + size - HANDLE_RADIUS);
        // Beside the box, unless that has walked away.
        let reach = if self.stage.has_walkers() { 0.0 } else { self.stage.handle().half.x * letterbox.scale };
        let request = (!self.dragged)
            .then(|| request(assets, layout, (middle, reach.max(HANDLE_RADIUS)), self.stage.inspection().is_some()));
        let handle = (middle - HANDLE_RADIUS, Vec2::splat(2.0 * HANDLE_RADIUS));
        pen.keep_apart((at + LABEL_MARGIN, at + size - LABEL_MARGIN), request.into_iter().chain([handle]));
        marks.iter().for_each(|mark| self.thing(&mut pen, mark));
        pen.marks(&marks);
        pen.place_labels();
        page_around(canvas, at, size);
        self.handle(canvas, assets, layout, (middle, request));
    }

    /// A box that walks, as a thing of the game.
    fn thing(&self, pen: &mut Pen, mark: &Mark) {
        let MarkShape::Frame(aabb) = &mark.shape else { return };
        if self.stage.has_walkers() && matches!(mark.tone, Tone::Bad | Tone::End) {
            things::body(pen, aabb, palette::PLAIN);
        }
    }

    /// A button with four arrows on the box that can be dragged. Until it was dragged, a ring pulses around it, and words ask for it.
    fn handle(
        &self,
        canvas: &mut Canvas,
        assets: &Assets,
        layout: PageLayout,
        (middle, request): (Vec2, Option<(Vec2, Vec2)>),
    ) {
        let soft = 1.0 / layout.density.max(1) as f32;
        if !self.dragged {
            // Without motion, the ring stands still.
            let part = (self.time / PULSE_TIME).fract();
            let (reach, alpha) = if self.time > 0.0 { (part, 1.0 - part) } else { (0.3, 0.7) };
            let color = palette::faded(palette::CREAM, alpha);
            ring(canvas, middle, HANDLE_RADIUS + 1.0 + PULSE_REACH * reach, (1.5, soft), color);
        }
        let color = if self.hovers || self.dragged { palette::MUSTARD } else { palette::CREAM };
        canvas.polygon(&circle(middle, HANDLE_RADIUS).collect::<Vec<_>>(), color);
        ring(canvas, middle, HANDLE_RADIUS, (1.5, soft), palette::INK);
        for turn in 0..4_u8 {
            let way = Vec2::from_angle(f32::from(turn) * TAU * 0.25);
            let (tip, back) = (middle + way * 6.0, middle + way * 3.5);
            canvas.smooth_line(middle, back, 1.2, soft, palette::INK);
            canvas.polygon(&[tip, back + way.perp() * 2.5, back - way.perp() * 2.5], palette::INK);
        }
        if let Some((at, size)) = request {
            let (text, scale) = (assets.words.get("story.drag"), layout.mark_scale());
            canvas.framed_round(at, size, 1.0, palette::CREAM);
            assets.font.scaled(canvas, text, at + Vec2::new(5.0, 1.0), scale, palette::RED_DARK);
        }
    }
}

/// The corner and size of the words that ask for a drag, this far to the left of the handle, or above or below it.
fn request(assets: &Assets, layout: PageLayout, (middle, reach): (Vec2, f32), below: bool) -> (Vec2, Vec2) {
    let scale = layout.mark_scale();
    let size = Vec2::new(assets.font.width(assets.words.get("story.drag")) * scale + 10.0, 13.0 * scale + 2.0);
    let (corner, room) = layout.scene();
    let left = middle - Vec2::new(size.x + reach + 6.0, size.y * 0.5);
    let away = if below { reach + 6.0 } else { -size.y - HANDLE_RADIUS - 6.0 };
    let wanted = if left.x > corner.x + 6.0 { left } else { middle + Vec2::new(size.x * -0.5, away) };
    (wanted.clamp(corner + 6.0, (corner + room - size - 6.0).max(corner + 6.0)).round(), size)
}

/// Covers what reaches over the border of the scene with the page, and frames the scene.
fn page_around(canvas: &mut Canvas, at: Vec2, size: Vec2) {
    let end = at + size;
    let view = canvas.format.size;
    canvas.rect(0.0, 0.0, view.x, at.y, palette::LINEN);
    canvas.rect(0.0, end.y, view.x, view.y - end.y, palette::LINEN);
    canvas.rect(0.0, at.y, at.x, size.y, palette::LINEN);
    canvas.rect(end.x, at.y, view.x - end.x, size.y, palette::LINEN);
    cloth::frame(canvas, at - 2.0, size + 4.0, 2.0, palette::INK);
    cloth::border(canvas, Vec2::ZERO, view, 3.5, RUNNING, palette::SAND);
}

/// The corners of a circle.
fn circle(middle: Vec2, radius: f32) -> impl Iterator<Item = Vec2> {
    let corner = |i: u16| Vec2::from_angle(f32::from(i) / f32::from(CIRCLE_CORNERS) * TAU);
    (0..CIRCLE_CORNERS).map(move |i| middle + corner(i) * radius)
}

/// A circle of this width, blended at its borders.
fn ring(canvas: &mut Canvas, middle: Vec2, radius: f32, (width, soft): (f32, f32), color: macroquad::color::Color) {
    let corners: Vec<Vec2> = circle(middle, radius).collect();
    for (i, from) in corners.iter().enumerate() {
        canvas.smooth_line(*from, corners[(i + 1) % corners.len()], width, soft, color);
    }
}

/// A running stitch inside a convex patch.
fn stitches(canvas: &mut Canvas, corners: &[Vec2]) {
    let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
    let inner: Vec<Vec2> = corners.iter().map(|p| *p + (middle - *p).clamp_length_max(6.0)).collect();
    canvas.stitches(FINE, &inner, true, palette::CREAM);
}
