//! The trim of special surfaces: a pattern along the outline shows how the ground behaves. It is made from the terrain's
//! edges, so that ground of any shape and cloth has it. Zips run, satin glints, and elastic gives way where something lands.

use std::ops::Range;

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Edge, EdgeId, Side};
use seamwalker_level::{Material, Surface};

use super::scenery::SceneryLook;
use crate::app::render::{Canvas, Chunked, Viewport, palette, stitch};

/// How deep velcro and zips are along the outline, and how deep satin and elastic are, in pixels. They cover its stitch.
const TAPE: f32 = 10.0;
const SHEET: f32 = 14.0;
/// The distance of a trim from the corners of the outline, in pixels, because those may be round.
const TRIM_END: f32 = 3.0;
/// The length of the pieces in which a trim is kept, in pixels.
const SECTION: f32 = 64.0;
/// The shortest edge with a trim, in pixels.
const SHORTEST: f32 = 12.0;
/// Half the length of a dent in elastic, and the distance at which something dents it, in pixels.
const DENT: f32 = 26.0;
const DENT_REACH: f32 = 6.0;
/// Half a turn of the coil under elastic, and the pieces in which a dent is drawn, in pixels.
const COIL: f32 = 5.0;
const DENT_STEP: f32 = 2.0;
/// The distance between hooks, in pixels.
const HOOKS: f32 = 8.0;
/// The distance between folds of satin, in pixels.
const FOLD: f32 = 18.0;
/// The distance between streaks of shine, and between those that move; the slant of both, and the speed, in pixels and px/s.
const SHINE: f32 = 14.0;
const SHEEN: f32 = 88.0;
const SLANT: f32 = 8.0;
const SHEEN_SPEED: f32 = 52.0;
/// The distance between the teeth of a zip, and between its sliders, in pixels. One is a multiple of the other.
const TOOTH_PITCH: f32 = 8.0;
const SLIDER_PITCH: f32 = 160.0;

/// Where elastic gives way: the place on its surface, and by how much, in pixels; negative where it swings out.
#[derive(Clone, Copy, Debug)]
pub struct Dent {
    pub at: Vec2,
    pub depth: f32,
}

/// What adds a polygon: to what is kept, or to this frame.
type PolygonSink<'a> = &'a mut dyn FnMut(&[Vec2], Color);

/// The trim of some edges.
#[derive(Default)]
pub struct SurfaceMesh {
    still: Chunked,
    /// What also moves.
    moving: Vec<(Strip, Material)>,
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
        (length > SHORTEST).then_some(Self { from, along, inwards: -edge.normal, length })
    }

    /// A point by its distance along and below the outline.
    fn at(&self, along: f32, below: f32) -> Vec2 {
        self.from + self.along * along.clamp(0.0, self.length) + self.inwards * below
    }

    /// The part of a long one that may be in view.
    fn seen(&self, viewport: &Viewport) -> Range<f32> {
        let (middle, half) =
            ((viewport.corner + viewport.size * 0.5 - self.from).dot(self.along), viewport.size.length() * 0.5);
        (middle - half).clamp(0.0, self.length)..(middle + half).clamp(0.0, self.length)
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
    /// The place of a polygon among those that are kept: in the middle of a section of the strip, so that they keep their order.
    fn section(&self, corners: &[Vec2]) -> Vec2 {
        let count = (self.length / SECTION).round().max(1.0);
        let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
        let along = (middle - self.from).dot(self.along) / self.length * count;
        self.at((along.floor().clamp(0.0, count - 1.0) + 0.5) * self.length / count, 0.0)
    }

    /// Slanted pieces of the band: `places` are their middles, `wide` their widths.
    fn streaks(&self, places: impl Iterator<Item = f32>, wide: f32, color: Color, pen: PolygonSink) {
        for at in places {
            let (top, low) = (at + SLANT * 0.5, at - SLANT * 0.5);
            let ends = [(top, 1.0), (top + wide, 1.0), (low + wide, SHEET - 1.0), (low, SHEET - 1.0)];
            pen(&ends.map(|(along, below)| self.at(along, below)), color);
        }
    }

    /// A zip that has moved this far: teeth that point where it runs, and sliders that run along.
    fn zip(&self, pen: PolygonSink, viewport: &Viewport, moved: f32, ahead: f32) {
        let seen = self.seen(viewport);
        let every = |pitch: f32| {
            let first = moved.rem_euclid(SLIDER_PITCH) + ((seen.start - SLIDER_PITCH) / pitch).floor() * pitch;
            let count = ((seen.end - first) / pitch).ceil().max(0.0) as usize + 1;
            (0..count).map(move |i| first + i as f32 * pitch).filter(|at| (0.0..=self.length).contains(at))
        };
        for at in every(TOOTH_PITCH) {
            for (below, wide, color) in [(1.0, 5.0, palette::LINEN), (2.0, 2.5, palette::CREAM)] {
                let tip = at + ahead * 3.0;
                for (side, middle) in [(below, 5.0), (TAPE - below, 5.0)] {
                    let ends = [(at - wide * 0.5, side), (at + wide * 0.5, side), (tip + wide * 0.5, middle)];
                    let ends = ends.into_iter().chain([(tip - wide * 0.5, middle)]);
                    pen(&ends.map(|(along, below)| self.at(along, below)).collect::<Vec<_>>(), color);
                }
            }
        }
        for at in every(SLIDER_PITCH) {
            // The body, narrow ahead, and the pull that trails behind it.
            let body = |grow: f32| {
                let ends = [(-7.0 - grow, -1.0 - grow), (5.0, -1.0 - grow), (8.0 + grow, 5.0), (5.0, 11.0 + grow)];
                let ends = ends.into_iter().chain([(-7.0 - grow, 11.0 + grow)]);
                ends.map(|(along, below)| self.at(at + ahead * along, below)).collect::<Vec<_>>()
            };
            let pull = |grow: f32| {
                let ends =
                    [(-4.0 + grow, 8.0), (-9.0 + grow, 23.0 + grow), (-14.0 - grow, 21.0 + grow), (-7.0 - grow, 7.0)];
                ends.map(|(along, below)| self.at(at + ahead * along, below))
            };
            pen(&body(1.5), palette::INK);
            pen(&body(0.0), palette::MUSTARD);
            pen(&pull(1.5), palette::INK);
            pen(&pull(0.0), palette::CREAM);
            pen(&self.quad(at - 5.0..at + 4.0, 1.0..3.0), palette::CREAM);
            pen(&self.quad(at - 3.0..at + 3.0, 5.0..8.0), palette::INK);
        }
    }

    /// Elastic between two places: a stretched band over a coil. `dent` is by how much it gives way.
    fn elastic(&self, range: Range<f32>, count: f32, dent: impl Fn(f32) -> f32, pen: PolygonSink) {
        let hollow = palette::mix(palette::PLUM, palette::INK, 0.75);
        let along = |i: f32| range.start + (range.end - range.start) * i / count;
        for i in 0..count as usize {
            let piece = along(i as f32)..along(i as f32 + 1.0);
            pen(&self.quad(piece.clone(), 0.0..SHEET + 1.5), palette::RED_DARK);
            pen(&self.quad(piece, 0.0..SHEET - 0.5), hollow);
        }
        let halves = (self.length / COIL).round().max(1.0);
        let coil = |i: usize| {
            let at = self.length * i as f32 / halves;
            self.at(at, if i.is_multiple_of(2) { SHEET } else { 4.0 + dent(at) })
        };
        let (first, last) = ((range.start / self.length * halves).round(), (range.end / self.length * halves).round());
        // Its near side is thick and bright.
        let turns = |near: bool| (first as usize..last as usize).filter(move |i| i.is_multiple_of(2) == near);
        for (near, width, color) in [(false, 1.6, palette::ROSE), (true, 2.6, palette::CREAM)] {
            for i in turns(near) {
                stitch::strip(&[coil(i), coil(i + 1)], width).iter().for_each(|quad| pen(quad, color));
            }
        }
        for i in 0..count as usize {
            let (a, b) = (along(i as f32), along(i as f32 + 1.0));
            let (down, next) = (dent(a), dent(b));
            let rows = [
                (-0.5..6.0, palette::INK),
                (0.5..5.0, palette::RED),
                (0.5..2.5, palette::CREAM),
                (2.5..4.0, palette::ROSE),
            ];
            for (below, color) in rows {
                let ends =
                    [(a, below.start + down), (b, below.start + next), (b, below.end + next), (a, below.end + down)];
                pen(&ends.map(|(along, below)| self.at(along, below)), color);
            }
        }
    }

    /// Draws what dents change. Those that overlap add up.
    fn dented(&self, dents: &[Dent], pen: PolygonSink) {
        let is_near = |dent: &&Dent| {
            let away = dent.at - self.from;
            away.dot(self.inwards).abs() < DENT_REACH && (-DENT..self.length + DENT).contains(&away.dot(self.along))
        };
        let middle = |dent: &Dent| (dent.at - self.from).dot(self.along);
        let near: Vec<(f32, f32)> = dents.iter().filter(is_near).map(|dent| (middle(dent), dent.depth)).collect();
        let bump = |by: f32| (1.0 - (by / DENT).powi(2)).max(0.0).powi(2);
        // Both ends of the elastic are held.
        let held = |at: f32| (at.min(self.length - at) * 2.0 / DENT).clamp(0.0, 1.0);
        let depth = |at: f32| held(at) * near.iter().map(|(middle, depth)| depth * bump(at - middle)).sum::<f32>();
        let unit = self.length / (self.length / COIL).round().max(1.0);
        let end = |at: f32| (at / unit).round().clamp(0.0, (self.length / unit).round()) * unit;
        for (middle, _) in &near {
            let range = end(middle - DENT)..end(middle + DENT);
            let pieces = ((range.end - range.start) / DENT_STEP).ceil();
            self.elastic(range, pieces, depth, pen);
        }
    }
}

impl SurfaceMesh {
    /// The trim of a range of edges; `white` is where the texture is white.
    pub fn new(edges: &[Edge], range: Range<usize>, white: Vec2) -> Self {
        let mut trim = Self { still: Chunked::new(white), moving: Vec::new() };
        let mut trimmed: Vec<&Edge> = edges[range].iter().filter(|e| e.side != Side::OneWay).collect();
        // The trim of floors lies over that of walls, where they meet.
        trimmed.sort_by(|a, b| b.normal.y.total_cmp(&a.normal.y));
        for edge in trimmed {
            let material = Material::from_tag(edge.tag);
            let Some(strip) = Strip::of(edge, edges) else { continue };
            match material.surface {
                Surface::Ice => trim.satin(&strip),
                Surface::Bouncy => {
                    let mut pen = |corners: &[Vec2], color| trim.add(&strip, corners, color);
                    strip.elastic(0.0..strip.length, (strip.length / SECTION).round().max(1.0), |_| 0.0, &mut pen);
                }
                Surface::Sticky => trim.velcro(&strip),
                Surface::Conveyor => {
                    trim.band(&strip, 0.0..TAPE + 2.0, palette::INK);
                    trim.band(&strip, TAPE..TAPE + 1.0, palette::DENIM_LIGHT);
                }
                _ => continue,
            }
            trim.moving.push((strip, material));
        }
        trim
    }

    /// Draws what is in the viewport at a time in seconds.
    pub fn draw(&self, canvas: &mut Canvas, viewport: &Viewport, time: f32, look: &SceneryLook) {
        self.still.draw(canvas, viewport);
        let mut pen = |corners: &[Vec2], color| canvas.polygon(corners, color);
        let in_view = |(strip, _): &&(Strip, Material)| {
            let middle = strip.at(strip.length * 0.5, 0.0);
            viewport.shows(middle, Vec2::splat(strip.length * 0.5 + 2.0 * TAPE))
        };
        for (strip, material) in self.moving.iter().filter(in_view) {
            let speed = f32::from(material.speed);
            match material.surface {
                Surface::Conveyor => strip.zip(&mut pen, viewport, time * speed, speed.signum()),
                Surface::Bouncy => strip.dented(&look.dents, &mut pen),
                Surface::Ice => {
                    let first = if look.still { 0.3 } else { time * SHEEN_SPEED / SHEEN };
                    let count = (strip.length / SHEEN).ceil();
                    let at = |i: usize| (i as f32 + first).rem_euclid(count) * strip.length / count;
                    let sheen = palette::faded(palette::PLAIN, 0.85);
                    for star in (0..count as usize).map(at) {
                        pen(&strip.quad(star - 4.0..star + 4.0, 0.0..1.0), palette::PLAIN);
                        pen(&strip.quad(star..star + 1.0, -4.0..5.0), palette::PLAIN);
                    }
                    for (aside, wide) in [(-6.0, 12.0), (9.0, 3.0)] {
                        strip.streaks((0..count as usize).map(|i| at(i) + aside), wide, sheen, &mut pen);
                    }
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, strip: &Strip, corners: &[Vec2], color: Color) {
        self.still.add_near(strip.section(corners), corners, color);
    }

    fn band(&mut self, strip: &Strip, below: Range<f32>, color: Color) {
        // In pieces, so that only those in view are drawn.
        for middle in strip.places(SECTION) {
            let half = strip.length / (strip.length / SECTION).round().max(1.0) * 0.5;
            self.add(strip, &strip.quad(middle - half..middle + half, below.clone()), color);
        }
    }

    /// Pale satin, bright at its edge, with slanted streaks, that hangs down in folds.
    fn satin(&mut self, strip: &Strip) {
        let pale = |cream: f32| palette::mix(palette::SKY, palette::CREAM, cream);
        for at in strip.places(FOLD) {
            for (grow, color) in [(0.0, palette::INK), (-1.0, palette::mix(palette::SKY, palette::DENIM_LIGHT, 0.6))] {
                let (wide, low) = (FOLD * 0.5 + grow, SHEET + 4.0 + grow);
                let ends = [(-wide, SHEET - 2.0), (wide, SHEET - 2.0), (wide * 0.5, low), (-wide * 0.5, low)];
                self.add(strip, &ends.map(|(along, below)| strip.at(at + along, below)), color);
            }
        }
        self.band(strip, 0.0..SHEET, palette::INK);
        self.band(strip, 1.0..SHEET - 1.0, pale(0.2));
        self.band(strip, 1.0..3.0, palette::PLAIN);
        self.band(strip, SHEET - 4.0..SHEET - 1.0, palette::mix(palette::SKY, palette::DENIM_LIGHT, 0.45));
        strip.streaks(strip.places(SHINE), 4.0, pale(0.6), &mut |corners, color| self.add(strip, corners, color));
    }

    /// Light tape with two rows of hooks, of which the outer one stands out of it.
    fn velcro(&mut self, strip: &Strip) {
        self.band(strip, 0.0..TAPE, palette::INK);
        self.band(strip, 1.0..TAPE - 1.0, palette::mix(palette::LEAF, palette::CREAM, 0.3));
        for (row, (below, color)) in [(6.0, palette::MOSS), (0.0, palette::CREAM)].into_iter().enumerate() {
            for at in strip.places(HOOKS).map(|at| at + (row as f32 - 0.5) * HOOKS * 0.5) {
                // A stem, and the hook at its end.
                for (from, to, up, down) in [(-0.5, 0.5, -4.0, 2.0), (0.5, 2.5, -4.0, -3.0), (1.5, 2.5, -3.0, -1.5)] {
                    let ends = [(from, up), (to, up), (to, down), (from, down)];
                    let ends = ends.map(|(along, out)| strip.at(at + along, below + out));
                    self.add(strip, &ends, color);
                }
            }
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
