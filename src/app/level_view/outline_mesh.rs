//! The outline of the ground: a thin ink line whose outer border is the collision outline, and along floors a bright binding with a
//! running stitch, which is the lightest line of the picture: it says where one can walk.
//!
//! It is made from the terrain's edges, not from the tiles, so players see exactly what collides. The trim of special
//! surfaces is part of it.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Aabb, Edge, EdgeId, Grid, Side, Terrain};
use seamwalker_level::Hem;

use super::scenery::SceneryLook;
use super::surface_mesh::SurfaceMesh;
use crate::app::render::{Canvas, Chunked, FrameCache, Stitch, Viewport, palette, stitch};

/// Width of the ink outline, in pixels.
const INK_WIDTH: f32 = 2.0;
/// The binding along floors: where it begins and ends below the outline, in pixels.
const BINDING: [f32; 2] = [1.0, 4.5];
/// How far it ends before a corner with a wall, in pixels, because that corner is round.
const BINDING_END: f32 = 1.5;
/// The same in high contrast, and the width of the cream rim around it.
const BOLD_INK_WIDTH: f32 = 7.0;
const RIM_WIDTH: f32 = 2.0;
/// The stitch along the middle of the binding.
const BASTING: Stitch = Stitch { dash: 4.0, gap: 4.0, width: 1.0 };
/// Radius of a convex square corner, in pixels. Tiles are cut along the same curve.
pub const CORNER_RADIUS: f32 = 3.5;
/// A hole in the ground that is smaller than this is an opening to look through: nothing in it is a floor. In square pixels.
const OPENING: f32 = 24_000.0;
/// The least part of its length that a floor goes to the right. The ground is on the right of its outline.
const FLOOR: f32 = 0.6;
/// Opacity of the stitch on the binding, and of the binding's shadow, which is so high in pixels.
const THREAD_ALPHA: f32 = 0.3;
const SHADOW_ALPHA: f32 = 0.35;
const SHADOW_HEIGHT: f32 = 1.5;
/// How far ground casts its shadow on what is behind it, to the lower right, in pixels; and the parts of that way at which the shadow
/// gets paler, with the opacity of each.
const CAST: Vec2 = Vec2::new(7.0, 10.0);
const CAST_STEPS: [(f32, f32); 5] = [(0.3, 0.1), (0.5, 0.08), (0.7, 0.07), (0.85, 0.05), (1.0, 0.04)];
/// How far the ink reaches beyond the outline, in pixels: enough to cover pixels whose centre lies on a slope of 45 degrees.
/// From 0.22 on it would cover pixels outside of flatter slopes.
const INK_OVERLAP: f32 = 0.1;
/// Longer edges are split, in pixels, so that only pieces in view are drawn.
const MAX_PIECE: f32 = 128.0;
/// Straight segments of a quarter circle.
pub const ARC_SEGMENTS: usize = 5;

/// The maximal number of edges of a chunk, and its maximal length in pixels.
const CHUNK_EDGES: usize = 64;
const CHUNK_LENGTH: f32 = 8192.0;
/// With more chunks in view than this the outline is not drawn: it would be too fine, and take hundreds of megabytes.
const MAX_IN_VIEW: usize = 1 << 14;
/// The number of chunks that are cached. One takes about 100 KB.
const MAX_CACHED: usize = 256;
/// Outline, stitches and trim of a level.
pub struct OutlineMesh {
    /// The terrain whose outline it is.
    pub terrain: Arc<Terrain>,
    /// Where the texture is white.
    pub white: Vec2,
    /// For high contrast.
    pub bold: bool,
    /// The hem of each edge, and the colour of those that are only a line.
    pub hems: Rc<[Hem]>,
    pub line: Color,
    /// The edges of each chunk, and where the chunks are.
    ranges: Vec<Range<usize>>,
    places: Grid,
    pub chunks: FrameCache<u32, OutlineChunk>,
}

impl OutlineMesh {
    /// The outline of a terrain. Chunks are built when they are first drawn.
    pub fn new(terrain: &Arc<Terrain>, white: Vec2, bold: bool, (hems, line): (Rc<[Hem]>, Color)) -> Self {
        let edges = terrain.edges();
        // In high contrast everything solid has an outline. Frayed cloth has the same as other cloth.
        let own = |edge: usize| hems.get(edge).copied().filter(|hem| !hem.is_cloth());
        let ranges = ranges(edges, |edge| own(edge).filter(|_| !bold).unwrap_or(Hem::Cloth));
        let ends = |range: &Range<usize>| edges[range.clone()].iter().flat_map(|e| [e.segment.a, e.segment.b]);
        let boxes: Vec<Aabb> = ranges.iter().map(|range| Aabb::around(ends(range)).unwrap_or_default()).collect();
        let (places, chunks) = (Grid::new(&boxes, 256.0), FrameCache::new(MAX_CACHED));
        Self { white, bold, hems, line, ranges, places, chunks, terrain: Arc::clone(terrain) }
    }

    /// Draws what is in the viewport: all ink first, so that no outline covers a binding.
    pub fn draw(&mut self, canvas: &mut Canvas, viewport: &Viewport, time: f32, look: &SceneryLook) {
        let chunks = self.chunks_in(viewport);
        chunks.iter().for_each(|chunk| chunk.rim.draw(canvas, viewport));
        chunks.iter().for_each(|chunk| chunk.ink.draw(canvas, viewport));
        chunks.iter().for_each(|chunk| chunk.binding.draw(canvas, viewport));
        chunks.iter().for_each(|chunk| chunk.trim.draw(canvas, viewport, time, look));
    }

    /// Draws the shadow that the ground casts on what is behind it.
    pub fn draw_cast(&mut self, canvas: &mut Canvas, viewport: &Viewport) {
        self.chunks_in(viewport).iter().for_each(|chunk| chunk.cast.draw(canvas, viewport));
    }

    /// The chunks in the viewport, built if they are new.
    fn chunks_in(&mut self, viewport: &Viewport) -> Vec<&OutlineChunk> {
        let mut near = Vec::new();
        let view = Aabb::from_corners(viewport.corner, viewport.corner + viewport.size).grown(CAST.max_element() + 1.0);
        self.places.visit(&view, |chunk| near.push(chunk));
        if near.len() > MAX_IN_VIEW {
            return Vec::new();
        }
        for chunk in &near {
            let range = &self.ranges[*chunk as usize];
            self.chunks.get_or_insert_with(*chunk, || {
                let is_line = !self.bold && self.hems.get(range.start) == Some(&Hem::Colour);
                let line = is_line.then_some(self.line);
                OutlineChunk::new(&self.terrain, range, self.white, (self.bold, line))
            });
        }
        near.iter().filter_map(|chunk| self.chunks.get(*chunk)).collect()
    }
}

/// Cuts the edges of a level into chunks of consecutive edges with the same hem. Edges without one are left out.
fn ranges(edges: &[Edge], hem: impl Fn(usize) -> Hem) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut total = 0.0;
    for (i, edge) in edges.iter().enumerate().filter(|(i, _)| hem(*i) != Hem::None) {
        let length = edge.segment.length();
        let follows = |before: &Edge| before.chain == edge.chain && before.segment.b == edge.segment.a;
        let goes_on = |range: &Range<usize>| range.end == i && hem(range.start) == hem(i) && follows(&edges[i - 1]);
        let fits = |range: &Range<usize>| range.len() < CHUNK_EDGES && total + length <= CHUNK_LENGTH;
        match ranges.last_mut() {
            Some(range) if goes_on(range) && fits(range) => {
                (range.end, total) = (i + 1, total + length);
            }
            _ => {
                ranges.push(i..i + 1);
                total = length;
            }
        }
    }
    ranges
}

/// The outline of some edges.
pub struct OutlineChunk {
    bold: bool,
    /// The colour of a line, without stitches and round corners.
    line: Option<Color>,
    /// Not in high contrast.
    cast: Chunked,
    /// Only in high contrast.
    rim: Chunked,
    ink: Chunked,
    binding: Chunked,
    trim: SurfaceMesh,
}

impl OutlineChunk {
    /// The outline of consecutive edges.
    fn new(terrain: &Terrain, range: &Range<usize>, white: Vec2, (bold, line): (bool, Option<Color>)) -> Self {
        let [cast, rim, ink, binding] = std::array::from_fn(|_| Chunked::new(white));
        let edges = terrain.edges();
        let trimmed = if line.is_some() { range.start..range.start } else { range.clone() };
        let trim = SurfaceMesh::new(edges, trimmed.clone(), white);
        let mut chunk = Self { bold, line, cast, rim, ink, binding, trim };
        edges[trimmed].iter().filter(|e| e.side == Side::Outer && !bold).for_each(|edge| chunk.cast(edge));
        edges[range.clone()].iter().filter(|e| e.side == Side::Both).for_each(|edge| chunk.cord(edge));
        if edges[range.start].side == Side::Outer {
            let width = if bold { BOLD_INK_WIDTH } else { INK_WIDTH };
            let corners = corners(edges, range, width, line.is_none());
            corners.windows(2).for_each(|pair| chunk.side(&pair[0], &pair[1]));
            if line.is_none() {
                chunk.bind(&corners);
            }
        }
        chunk
    }

    fn ink_color(&self) -> Color {
        self.line.unwrap_or(palette::INK)
    }

    /// The ink of a corner, and of the edge from there to the next; in high contrast also the rim.
    fn side(&mut self, corner: &Corner, next: &Corner) {
        let (from, to) = (corner.leave, next.enter);
        let away = -(to - from).normalize_or_zero().perp() * RIM_WIDTH;
        for (a, b) in pieces(from.distance(to)) {
            let [p, q] = [a, b].map(|part| from.lerp(to, part));
            let [r, s] = [b, a].map(|part| corner.inner.lerp(next.inner, part));
            self.ink.add(&[p, q, r, s], self.ink_color());
            if self.bold {
                self.rim.add(&[p + away, q + away, q - away, p - away], palette::CREAM);
            }
        }
        let fan: Vec<Vec2> = std::iter::once(corner.inner).chain(corner.arc.iter().copied()).collect();
        self.ink.add(&fan, self.ink_color());
        if self.bold {
            self.rim.add(&corner.rim(), palette::CREAM);
        }
    }

    /// The shadow of an edge that faces away from the light.
    fn cast(&mut self, edge: &Edge) {
        let (a, b) = (edge.segment.a, edge.segment.b);
        if edge.normal.dot(CAST) <= 0.0 {
            return;
        }
        for (from, to) in pieces(a.distance(b)) {
            let [p, q] = [from, to].map(|part| a.lerp(b, part));
            for (part, alpha) in CAST_STEPS {
                self.cast.add(&[p, q, q + CAST * part, p + CAST * part], palette::faded(palette::INK, alpha));
            }
        }
    }

    /// A line that is solid from both sides, so the ink is on both sides.
    fn cord(&mut self, edge: &Edge) {
        let (a, b) = (edge.segment.a, edge.segment.b);
        for (from, to) in pieces(a.distance(b)) {
            let way = [a.lerp(b, from), a.lerp(b, to)];
            for quad in stitch::strip(&way, INK_WIDTH) {
                self.ink.add(&quad, self.ink_color());
            }
            for quad in stitch::strip(&way, INK_WIDTH + 2.0 * RIM_WIDTH).into_iter().filter(|_| self.bold) {
                self.rim.add(&quad, palette::CREAM);
            }
        }
        for end in [a, b] {
            let disk: Vec<Vec2> = (0..8)
                .map(|i| end + Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_4) * (INK_WIDTH * 0.5))
                .collect();
            self.ink.add(&disk, self.ink_color());
        }
    }

    /// The binding along floors, with its shadow and its stitch.
    fn bind(&mut self, corners: &[Corner]) {
        let ring: Vec<Vec2> = corners.iter().map(|corner| corner.at).collect();
        if ring.first() == ring.last() && (-OPENING..0.0).contains(&area(&ring)) {
            return;
        }
        let [shadow, thread] = [SHADOW_ALPHA, THREAD_ALPHA].map(|alpha| palette::faded(palette::INK, alpha));
        for pair in corners.windows(2).filter(|pair| pair[0].floors[1]) {
            let along = (pair[1].at - pair[0].at).normalize_or_zero();
            // A line that much below the floor, from corner to corner.
            let line = |below: f32| [pair[0].below(below, along, 1), pair[1].below(below, along, 0)];
            let band = |[from, to]: [f32; 2]| {
                let [[p, q], [r, s]] = [line(from), line(to)];
                pieces(p.distance(q)).map(move |(a, b)| [p.lerp(q, a), p.lerp(q, b), r.lerp(s, b), r.lerp(s, a)])
            };
            let [from, to] = BINDING;
            band([to, to + SHADOW_HEIGHT]).for_each(|quad| self.binding.add(&quad, shadow));
            band(BINDING).for_each(|quad| self.binding.add(&quad, palette::CREAM));
            for dash in BASTING.along_piece(&line((from + to) * 0.5)) {
                stitch::strip(&dash, BASTING.width).iter().for_each(|quad| self.binding.add(quad, thread));
            }
        }
    }
}

/// The corners of consecutive edges, with the first one of the next edge.
fn corners(edges: &[Edge], range: &Range<usize>, ink: f32, is_round: bool) -> Vec<Corner> {
    let neighbour = |other: Option<EdgeId>| edges.get(other?.index());
    let corner = |edge: &Edge| {
        let before = neighbour(edge.prev).map_or(edge.segment.a, |before| before.segment.a);
        Corner::new([before, edge.segment.a, edge.segment.b], ink, is_round)
    };
    edges[range.clone()].iter().chain(neighbour(edges[range.end - 1].next)).map(corner).collect()
}

/// The area within a closed curve; negative around a hole.
fn area(path: &[Vec2]) -> f32 {
    (0..path.len()).map(|i| path[i].perp_dot(path[(i + 1) % path.len()])).sum::<f32>() * 0.5
}

/// A corner of an outline.
struct Corner {
    /// Its position.
    at: Vec2,
    /// Into the solid, one pixel below both edges.
    miter: Vec2,
    /// Where the edge before it ends.
    enter: Vec2,
    /// Where the edge after it begins.
    leave: Vec2,
    /// Where the inner borders of the two meet.
    inner: Vec2,
    /// The rounded border between `enter` and `leave`; empty if the corner is sharp.
    arc: Vec<Vec2>,
    /// The outward normals of the edges before and after; `None` at a concave corner.
    out: Option<[Vec2; 2]>,
    /// Whether the edges before and after are floors.
    floors: [bool; 2],
}

impl Corner {
    fn new([before, at, after]: [Vec2; 3], ink: f32, is_round: bool) -> Self {
        let (incoming, outgoing) = ((at - before).normalize_or_zero(), (after - at).normalize_or_zero());
        // Outlines run clockwise on screen: the solid is on the right.
        let (in_before, in_after) = (incoming.perp(), outgoing.perp());
        let miter = stitch::miter(in_before, in_after);
        let inner = at + miter * ink;
        let out = (incoming.perp_dot(outgoing) > 0.0).then_some([-in_before, -in_after]);
        let room = before.distance(at).min(at.distance(after)) * 0.5;
        let floors = [incoming, outgoing].map(|along| along.x > FLOOR);
        let radius = if is_round { radius(incoming, outgoing, room) } else { 0.0 };
        if radius <= 0.0 {
            let outer = at - miter * INK_OVERLAP;
            return Self { at, miter, enter: outer, leave: outer, inner, arc: Vec::new(), out, floors };
        }
        let center = at + miter * radius;
        let inward = |k| in_before.lerp(in_after, k as f32 / ARC_SEGMENTS as f32).normalize_or_zero();
        let arc = (0..=ARC_SEGMENTS).map(|k| center - inward(k) * (radius + INK_OVERLAP)).collect();
        let (enter, leave) =
            (at - incoming * radius - in_before * INK_OVERLAP, at + outgoing * radius - in_after * INK_OVERLAP);
        Self { at, miter, enter, leave, inner, arc, out, floors }
    }

    /// The end of a line this far below a floor, which comes from (0) or goes to (1) this corner: where it meets the line of the next
    /// floor, or a little before a wall.
    fn below(&self, below: f32, along: Vec2, index: usize) -> Vec2 {
        let back = [-BINDING_END, BINDING_END][index];
        let is_round = self.out.is_some();
        if self.floors[1 - index] {
            self.at + self.miter * below
        } else {
            self.at + along.perp() * below + along * if is_round { back } else { 0.0 }
        }
    }

    /// The piece of the rim around it.
    fn rim(&self) -> Vec<Vec2> {
        let Some([incoming, outgoing]) = self.out else { return Vec::new() };
        let arc = (0..=ARC_SEGMENTS).map(|k| {
            let out = incoming.lerp(outgoing, k as f32 / ARC_SEGMENTS as f32).normalize_or_zero();
            self.arc.get(k).copied().unwrap_or(self.at) + out * RIM_WIDTH
        });
        std::iter::once(self.inner).chain(arc).collect()
    }
}

/// The radius of a corner: [`CORNER_RADIUS`] at square corners, limited by the edges. Others stay sharp like the tiles.
fn radius(incoming: Vec2, outgoing: Vec2, room: f32) -> f32 {
    if is_square(incoming, outgoing) { CORNER_RADIUS.min(room) } else { 0.0 }
}

/// Whether a corner is convex, and between a horizontal and a vertical edge.
pub fn is_square(incoming: Vec2, outgoing: Vec2) -> bool {
    incoming.perp_dot(outgoing) > 0.99 && (incoming.x.abs() < 0.01 || incoming.y.abs() < 0.01)
}

/// Cuts a length into equal pieces no longer than [`MAX_PIECE`]; each as a range within 0 to 1.
fn pieces(length: f32) -> impl Iterator<Item = (f32, f32)> {
    let count = (length / MAX_PIECE).ceil().max(1.0);
    (0..count as usize).map(move |i| (i as f32 / count, (i + 1) as f32 / count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(x: f32, y: f32, w: f32, h: f32) -> Vec<Vec2> {
        vec![Vec2::new(x, y), Vec2::new(x + w, y), Vec2::new(x + w, y + h), Vec2::new(x, y + h)]
    }

    /// Story: the scenes with stairs number their edges tile by tile, and thick lines ran across the level from one slope to another.
    #[test]
    fn a_range_ends_where_the_next_edge_begins_elsewhere() {
        let edge = |from: f32, to: f32| Edge::new(Vec2::new(from, 0.0), Vec2::new(to, 0.0), Side::Outer);
        let edges = [edge(0.0, 16.0), edge(16.0, 32.0), edge(64.0, 80.0), edge(32.0, 48.0), edge(48.0, 64.0)];
        assert_eq!(ranges(&edges, |_| Hem::Cloth), [0..2, 2..3, 3..5]);
    }

    /// A block with a slope at its right, and a hole in it: the floor and the slope are bound, and no wall or ceiling.
    #[test]
    fn floors_are_bound_and_nothing_else() {
        let points = [(0.0, 0.0), (64.0, 0.0), (96.0, 32.0), (96.0, 64.0), (0.0, 64.0)].map(Vec2::from);
        let corner = |i: usize| Corner::new([points[(i + 4) % 5], points[i % 5], points[(i + 1) % 5]], INK_WIDTH, true);
        let corners: Vec<Corner> = (0..=5).map(corner).collect();
        assert_eq!(corners.iter().map(|c| c.floors[1]).collect::<Vec<_>>(), [true, true, false, false, false, true]);
        let below = 4.0;
        assert_eq!(corners[0].below(below, Vec2::X, 1), Vec2::new(BINDING_END, below), "it ends before the wall");
        let down = Vec2::ONE.normalize();
        let joints = [corners[1].below(below, Vec2::X, 0), corners[1].below(below, down, 1)];
        assert_eq!(joints[0], joints[1], "it goes on around the corner");
    }

    #[test]
    fn in_high_contrast_the_ink_is_thicker_and_has_a_rim() {
        let corners = ring(0.0, 0.0, 64.0, 64.0);
        let corner = |ink| Corner::new([corners[3], corners[0], corners[1]], ink, true);
        assert_eq!(corner(INK_WIDTH).inner, Vec2::splat(INK_WIDTH));
        assert_eq!(corner(BOLD_INK_WIDTH).inner, Vec2::splat(BOLD_INK_WIDTH));
        let out = corner(BOLD_INK_WIDTH).rim().into_iter().fold(f32::MAX, |min, at| min.min(at.x));
        assert!((out + RIM_WIDTH).abs() < 0.2, "{out}");
        assert!(
            Corner::new([corners[1], corners[0], corners[3]], BOLD_INK_WIDTH, true).rim().is_empty(),
            "a concave corner has none"
        );
    }

    #[test]
    fn only_convex_square_corners_are_round() {
        assert!(radius(Vec2::X, Vec2::Y, 8.0) == CORNER_RADIUS);
        assert!(radius(Vec2::X, Vec2::Y, 2.0) == 2.0);
        assert!(radius(Vec2::X, Vec2::NEG_Y, 8.0) == 0.0);
        assert!(radius(Vec2::X, Vec2::new(1.0, 1.0).normalize(), 8.0) == 0.0);
    }
}
