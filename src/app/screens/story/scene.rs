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

/// Half the side of the handle, in pixels of the view.
const HANDLE_HALF: f32 = 8.0;
/// Distance of labels from the border of the scene, in pixels.
const LABEL_MARGIN: f32 = 8.0;

impl Story {
    /// The scene, on a dark patch.
    pub(super) fn scene(&self, canvas: &mut Canvas, assets: &Assets, layout: PageLayout) {
        let (at, size) = layout.scene();
        let (letterbox, corner) = self.letterbox(layout);
        let soft = 1.0 / layout.density.max(1) as f32;
        let view = canvas.format.size;
        canvas.rect(0.0, 0.0, view.x, view.y, palette::LINEN);
        canvas.clip(Some((at, size)), layout.density);
        cloth::night(canvas, at, size);
        let mut pen = Pen::new(canvas, assets, letterbox, corner);
        (pen.soft, pen.letters) = (soft, layout.mark_scale());
        let (ground, marks): (Vec<Mark>, Vec<Mark>) =
            self.stage.marks().into_iter().partition(|mark| matches!(mark.shape, MarkShape::Area(_)));
        for mark in &ground {
            let MarkShape::Area(corners) = &mark.shape else { continue };
            things::denim(&mut pen, corners);
            pen.outline(corners, 1.5, palette::INK);
            let corners: Vec<Vec2> = corners.iter().map(|p| pen.at(*p)).collect();
            stitches(pen.canvas, &corners);
        }
        cloth::border(pen.canvas, at, size, 3.5, FINE, palette::faded(palette::SAND, 0.5));
        let middle = pen.at(self.stage.handle().center).clamp(at + HANDLE_HALF, at + size - HANDLE_HALF);
        let handle = (middle - HANDLE_HALF, Vec2::splat(2.0 * HANDLE_HALF));
        pen.keep_apart((at + LABEL_MARGIN, at + size - LABEL_MARGIN), [handle]);
        marks.iter().for_each(|mark| self.thing(&mut pen, mark));
        pen.marks(&marks);
        pen.place_labels();
        canvas.clip(None, layout.density);
        cloth::frame(canvas, at - 2.0, size + 4.0, 2.0, palette::INK);
        cloth::border(canvas, Vec2::ZERO, view, 3.5, RUNNING, palette::SAND);
        self.handle(canvas, middle, soft);
    }

    /// A box that walks, as a thing of the game.
    fn thing(&self, pen: &mut Pen, mark: &Mark) {
        let MarkShape::Frame(aabb) = &mark.shape else { return };
        if self.stage.has_walkers() && matches!(mark.tone, Tone::Bad | Tone::End) {
            things::body(pen, aabb, palette::PLAIN);
        }
    }

    /// A button with four arrows on the box that can be dragged.
    fn handle(&self, canvas: &mut Canvas, middle: Vec2, soft: f32) {
        let color = if self.hovers { palette::MUSTARD } else { palette::CREAM };
        canvas.framed_round(middle - HANDLE_HALF, Vec2::splat(2.0 * HANDLE_HALF), 1.0, color);
        for turn in 0..4_u8 {
            let way = Vec2::from_angle(f32::from(turn) * TAU * 0.25);
            let (tip, back) = (middle + way * 6.0, middle + way * 3.5);
            canvas.smooth_line(middle, back, 1.2, soft, palette::INK);
            canvas.polygon(&[tip, back + way.perp() * 2.5, back - way.perp() * 2.5], palette::INK);
        }
    }
}

/// A running stitch inside a convex patch.
fn stitches(canvas: &mut Canvas, corners: &[Vec2]) {
    let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
    let inner: Vec<Vec2> = corners.iter().map(|p| *p + (middle - *p).clamp_length_max(6.0)).collect();
    canvas.stitches(FINE, &inner, true, palette::CREAM);
}
