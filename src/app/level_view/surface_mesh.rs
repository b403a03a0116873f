//! The trim of special surfaces: a pattern along the outline shows how the ground behaves. It is made from the terrain's
//! edges, so that ground of any shape and cloth has it.

use std::ops::Range;

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Edge, EdgeId, Side};
use seamwalker_level::{Material, Surface};

use crate::app::render::{Canvas, Chunked, Viewport, palette, stitch};

/// The band of the pattern below the outline, in pixels. It covers the stitch of the outline.
const TRIM_BAND: Range<f32> = 1.5..7.0;
/// The distance of a band from the corners of the outline, in pixels, because those may be round.
const TRIM_END: f32 = 3.0;
/// The period of the zigzag, in pixels.
const ZIGZAG: f32 = 6.0;
/// The distance between hooks, and how far they stand out, in pixels.
const HOOKS: (f32, f32) = (4.0, 2.0);
/// The distance between strokes of shine, in pixels.
const SHINE: f32 = 11.0;
/// The distance between the teeth of a zip, in pixels.
const TOOTH_PITCH: f32 = 8.0;
/// The length of a tooth, in pixels.
const TOOTH_LENGTH: f32 = 4.0;

/// The trim of some edges.
#[derive(Default)]
pub struct SurfaceMesh {
    still: Chunked,
    /// Conveyor belts, whose teeth move, with their speeds along the strip in px/s.
    zips: Vec<(Strip, f32)>,
}

/// A part of an edge, and the direction into the ground.
struct Strip {
    from: Vec2,
    along: Vec2,
    inwards: Vec2,
    length: f32,
}

impl Strip {
    /// The part of an edge that has a trim; `None` if it is too short.
    fn of(edge: &Edge, edges: &[Edge]) -> Option<Self> {
        let gap = |neighbour: Option<EdgeId>| {
            let straight = neighbour.and_then(|id| edges.get(id.index())).is_some_and(|e| e.normal == edge.normal);
            if straight { 0.0 } else { TRIM_END }
        };
        let (before, after) = (gap(edge.prev), gap(edge.next));
        let along = edge.segment.direction();
        let length = edge.segment.length() - before - after;
        let from = edge.segment.a + along * before;
        (length > TOOTH_LENGTH).then_some(Self { from, along, inwards: -edge.normal, length })
    }

    /// A point by its distance along and below the outline.
    fn at(&self, along: f32, below: f32) -> Vec2 {
        self.from + self.along * along.clamp(0.0, self.length) + self.inwards * below
    }

    /// A piece of it by its ranges along and below the outline.
    fn quad(&self, along: Range<f32>, below: Range<f32>) -> [Vec2; 4] {
        [
            self.at(along.start, below.start),
            self.at(along.end, below.start),
            self.at(along.end, below.end),
            self.at(along.start, below.end),
        ]
    }

    /// Evenly spaced places about `apart` from each other, the first and last half of that from the ends.
    fn places(&self, apart: f32) -> impl Iterator<Item = f32> + use<> {
        let count = (self.length / apart).round().max(1.0);
        let step = self.length / count;
        (0..count as usize).map(move |i| (i as f32 + 0.5) * step)
    }

    /// Draws the teeth of a zip that have moved this far.
    fn zip(&self, canvas: &mut Canvas, viewport: &Viewport, moved: f32) {
        let middle = self.at(self.length * 0.5, 0.0);
        if !viewport.shows(middle, Vec2::splat(self.length * 0.5 + TRIM_BAND.end)) {
            return;
        }
        let first = moved.rem_euclid(TOOTH_PITCH) - TOOTH_PITCH;
        // Only the part of a long belt that may be in view.
        let seen = viewport.size.length();
        let from = ((viewport.corner + viewport.size * 0.5 - self.from).dot(self.along) - seen).max(0.0);
        let skipped = (from / TOOTH_PITCH).floor() * TOOTH_PITCH;
        let count = ((self.length.min(from + 2.0 * seen) - skipped) / TOOTH_PITCH).ceil().max(0.0) as usize + 2;
        let half = (TRIM_BAND.start + TRIM_BAND.end) * 0.5;
        for i in 0..count {
            let at = skipped + first + i as f32 * TOOTH_PITCH;
            let rows =
                [(at, TRIM_BAND.start..half, palette::CREAM), (at + TOOTH_LENGTH, half..TRIM_BAND.end, palette::LINEN)];
            for (at, below, color) in rows {
                if at + TOOTH_LENGTH > 0.0 && at < self.length {
                    canvas.polygon(&self.quad(at..at + TOOTH_LENGTH, below.clone()), palette::INK);
                    let inner = below.start + 0.5..below.end - 0.5;
                    canvas.polygon(&self.quad(at + 0.5..at + TOOTH_LENGTH - 0.5, inner), color);
                }
            }
        }
    }
}

impl SurfaceMesh {
    /// The trim of a range of edges; `white` is where the texture is white.
    pub fn new(edges: &[Edge], range: Range<usize>, white: Vec2) -> Self {
        let mut trim = Self { still: Chunked::new(white), zips: Vec::new() };
        for edge in edges[range].iter().filter(|e| e.side != Side::OneWay) {
            let material = Material::from_tag(edge.tag);
            let Some(strip) = Strip::of(edge, edges) else { continue };
            match material.surface {
                Surface::Ice => trim.satin(&strip),
                Surface::Bouncy => trim.elastic(&strip),
                Surface::Sticky => trim.velcro(&strip),
                Surface::Conveyor => {
                    trim.band(&strip, palette::RED_DARK);
                    trim.zips.push((strip, material.speed.into()));
                }
                _ => {}
            }
        }
        trim
    }

    /// Draws what is in the viewport at a time in seconds.
    pub fn draw(&self, canvas: &mut Canvas, viewport: &Viewport, time: f32) {
        self.still.draw(canvas, viewport);
        self.zips.iter().for_each(|(strip, speed)| strip.zip(canvas, viewport, time * speed));
    }

    fn band(&mut self, strip: &Strip, color: Color) {
        // In pieces, so that only those in view are drawn.
        for middle in strip.places(64.0) {
            let half = strip.length / (strip.length / 64.0).round().max(1.0) * 0.5;
            self.still.add(&strip.quad(middle - half..middle + half, TRIM_BAND), color);
        }
    }

    /// Pale satin with slanted strokes of shine, long and short.
    fn satin(&mut self, strip: &Strip) {
        self.band(strip, palette::mix(palette::SKY, palette::CREAM, 0.45));
        for (i, at) in strip.places(SHINE).enumerate() {
            let depth = if i.is_multiple_of(2) { TRIM_BAND.end + 3.0 } else { TRIM_BAND.end };
            let stroke = [
                strip.at(at + 2.0, TRIM_BAND.start),
                strip.at(at + 4.5, TRIM_BAND.start),
                strip.at(at - 0.5, depth),
                strip.at(at - 3.0, depth),
            ];
            self.still.add(&stroke, palette::PLAIN);
        }
    }

    /// Rose elastic with a zigzag of cream thread.
    fn elastic(&mut self, strip: &Strip) {
        self.band(strip, palette::ROSE);
        let count = (strip.length / ZIGZAG * 2.0).round().max(2.0);
        let tip = |i: usize| {
            let below = if i.is_multiple_of(2) { TRIM_BAND.end - 1.0 } else { TRIM_BAND.start + 1.0 };
            strip.at(strip.length * i as f32 / count, below)
        };
        let path: Vec<Vec2> = (0..=count as usize).map(tip).collect();
        for (color, by) in [(palette::RED_DARK, Vec2::Y), (palette::CREAM, Vec2::ZERO)] {
            for quad in stitch::strip(&path, 1.4) {
                self.still.add(&quad.map(|p| p + by), color);
            }
        }
    }

    /// Dark tape with hooks that stand out of it.
    fn velcro(&mut self, strip: &Strip) {
        self.band(strip, palette::mix(palette::PLUM, palette::INK, 0.35));
        let (apart, out) = HOOKS;
        for (i, at) in strip.places(apart).enumerate() {
            let color = palette::mix(palette::PLUM, palette::CREAM, if i.is_multiple_of(2) { 0.55 } else { 0.35 });
            self.still.add(&strip.quad(at - 0.5..at + 0.5, -out..TRIM_BAND.start + 2.5), color);
            self.still.add(&strip.quad(at - 0.5..at + 1.5, -out..1.0 - out), color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_ends_before_the_corners_and_lies_below_the_outline() {
        let edge = Edge::new(Vec2::new(10.0, 20.0), Vec2::new(42.0, 20.0), Side::Outer);
        let strip = Strip::of(&edge, &[edge]).unwrap();
        assert_eq!((strip.at(0.0, 0.0), strip.length), (Vec2::new(13.0, 20.0), 26.0));
        assert_eq!(strip.at(100.0, 5.0), Vec2::new(39.0, 25.0));
        assert_eq!(strip.places(6.5).collect::<Vec<f32>>(), [3.25, 9.75, 16.25, 22.75], "spread evenly");
        let short = Edge::new(Vec2::ZERO, Vec2::new(8.0, 0.0), Side::Outer);
        assert!(Strip::of(&short, &[short]).is_none(), "there is no room");
    }
}
