//! Plain cloth for what has no picture: levels without layers, such as the scenes of the laboratory, and the shapes of objects.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::Aabb;
use seamwalker::level::{Level, Surface, UntexturedArea};

use crate::app::render::canvas::Canvas;
use crate::app::render::chunked::Chunked;
use crate::app::render::palette;
use crate::app::render::view::Viewport;

/// From rung to rung of a ladder, and how thick its wood is, in pixels.
const RUNGS: (f32, f32) = (8.0, 3.0);
/// How clearly one sees through water, and how high its surface is, in pixels.
const WATER: (f32, f32) = (0.45, 2.0);

/// The cloth of a whole level.
#[derive(Default)]
pub struct Plain {
    cloth: Chunked,
    white: Vec2,
}

impl Plain {
    /// Cuts the cloth; `white` is where the texture is white.
    pub fn new(level: &Level, white: Vec2) -> Self {
        let mut plain = Self { white, ..Self::default() };
        if level.layers.is_empty() {
            for piece in level.terrain.pieces() {
                let color = if piece.one_way.is_some() { palette::MUSTARD } else { palette::DENIM_LIGHT };
                plain.add(&piece.corners(), color);
            }
        }
        level.untextured.iter().for_each(|area| plain.bare(area));
        plain
    }

    /// Draws what is in the viewport.
    pub fn draw(&self, canvas: &mut Canvas, viewport: &Viewport) {
        self.cloth.draw(canvas, viewport);
    }

    fn add(&mut self, corners: &[Vec2], color: Color) {
        self.cloth.add(corners, self.white, color.into());
    }

    fn add_box(&mut self, min: Vec2, max: Vec2, color: Color) {
        self.add(&Aabb::from_corners(min, max).corners(), color);
    }

    fn bare(&mut self, UntexturedArea { material, area }: &UntexturedArea) {
        match material.surface {
            Surface::Ladder => self.ladder(&area.aabb),
            Surface::Water => {
                self.add(&area.corners, palette::faded(palette::DENIM_LIGHT, WATER.0));
                let (min, max) = (area.aabb.min(), area.aabb.max());
                let level = |corner: &&Vec2| corner.y == min.y;
                if area.corners.iter().filter(level).count() == 2 {
                    self.add_box(min, Vec2::new(max.x, min.y + WATER.1), palette::faded(palette::CREAM, WATER.0));
                }
            }
            Surface::OneWay => self.add(&area.corners, palette::MUSTARD),
            _ => self.add(&area.corners, palette::DENIM_LIGHT),
        }
    }

    /// Two rails and rungs.
    fn ladder(&mut self, aabb: &Aabb) {
        let (min, max) = (aabb.min(), aabb.max());
        let mut y = min.y + RUNGS.0 * 0.5;
        while y + RUNGS.1 <= max.y {
            self.add_box(Vec2::new(min.x, y), Vec2::new(max.x, y + RUNGS.1), palette::SAND);
            y += RUNGS.0;
        }
        for x in [min.x, max.x - RUNGS.1] {
            self.add_box(Vec2::new(x, min.y), Vec2::new(x + RUNGS.1, max.y), palette::LINEN);
        }
    }
}
