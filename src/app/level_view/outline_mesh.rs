//! The hem: an ink outline whose outer border is the collision outline, and a running stitch that follows it inside.
//!
//! What is drawn is what collides: both come from the terrain's edges, not from the tiles. What ground is made of shows in its
//! trim, which is sewn with it.

use std::ops::Range;
use std::sync::Arc;

use glam::Vec2;
use i_overlay::mesh::float::outline::offset::OutlineOffset;
use i_overlay::mesh::float::style::{LineJoin, OutlineStyle};
use seamwalker::collide::{Aabb, Edge, EdgeId, Grid, Side, Terrain};

use super::surface_mesh::SurfaceMesh;
use crate::app::render::canvas::Canvas;
use crate::app::render::chunked::Chunked;
use crate::app::render::frame_cache::FrameCache;
use crate::app::render::palette;
use crate::app::render::stitch::{self, RUNNING};
use crate::app::render::view::Viewport;

/// Width of the ink outline, in pixels.
const INK: f32 = 3.0;
/// The same in high contrast, and how wide a rim of cream then lies around it.
const BOLD: f32 = 7.0;
const RIM: f32 = 2.0;
/// How far inside the outline the middle of the stitch runs, in pixels.
const INSET: f32 = 5.0;
/// Radius of a convex square corner, in pixels. The tile below is cut by the same curve.
pub const ROUND: f32 = 3.5;
/// How dark the shadow of a stitch is: thread lies on the cloth, and shows on cream dots, too.
const SHADOW: f32 = 0.3;
/// How far the ink reaches beyond the outline, in pixels: just enough to cover pixels whose middle lies on a slope of 45
/// degrees. From 0.22 on it would cover pixels outside of flatter slopes.
const COVER: f32 = 0.1;
/// Longer edges are drawn in pieces, so that they can be filed by place.
const PIECE: f32 = 128.0;
/// Straight parts of a quarter circle.
const ARC: usize = 5;

/// Levels with more edges are sewn in stretches, where they are first seen. Others are sewn whole: only then the last stitch
/// of an outline ends where its first begins.
const WHOLE: usize = 20_000;
/// The same for the length of all edges together, in pixels: long ones have many stitches.
const WHOLE_LENGTH: f32 = 1_048_576.0;
/// How many edges follow each other in a stretch at most, and how long it may become before the next one begins, in pixels.
const STRETCH: usize = 64;
const STRETCH_LENGTH: f32 = 8192.0;
/// With more stretches than this in view the hem is left out: of outlines so fine it would cover all, and take hundreds of
/// megabytes.
const MAX_IN_VIEW: usize = 1 << 14;
/// How many stretches are kept that are out of view. One takes about 100 KB.
const MAX_STRETCHES: usize = 256;
/// How much nearer than its own a stitch may come to another outline, in pixels: beyond that, the wall is too thin for it.
const THIN: f32 = 0.6;

/// Outline, stitches and trim of a level.
pub enum OutlineMesh {
    /// Sewn at once.
    Whole(Box<OutlineChunk>),
    /// Sewn where it is seen.
    Parts(Box<ChunkedOutline>),
}

impl OutlineMesh {
    /// Sews the hem of a terrain; `white` is where the texture is white. In high contrast the ink is `bold`, with a rim.
    pub fn new(terrain: &Arc<Terrain>, white: Vec2, bold: bool) -> Self {
        let length = || terrain.edges().iter().map(|edge| edge.segment.length()).sum::<f32>();
        if terrain.edges().len() > WHOLE || length() > WHOLE_LENGTH {
            Self::Parts(Box::new(ChunkedOutline::new(Arc::clone(terrain), white, bold)))
        } else {
            Self::Whole(Box::new(OutlineChunk::whole(terrain.edges(), white, bold)))
        }
    }

    /// Nothing is sewn.
    pub fn none() -> Self {
        Self::Whole(Box::default())
    }

    /// Draws what is in the viewport: all ink first, so that no outline covers a stitch.
    pub fn draw(&mut self, canvas: &mut Canvas, viewport: &Viewport, time: f32) {
        match self {
            Self::Whole(sewn) => draw(&[sewn], canvas, viewport, time),
            Self::Parts(stretches) => stretches.draw(canvas, viewport, time),
        }
    }

    /// Ends a frame: what was not seen for long is forgotten.
    pub fn tidy(&mut self) {
        if let Self::Parts(stretches) = self {
            stretches.sewn.tidy();
        }
    }
}

fn draw(list: &[&OutlineChunk], canvas: &mut Canvas, viewport: &Viewport, time: f32) {
    list.iter().for_each(|sewn| sewn.rim.draw(canvas, viewport));
    list.iter().for_each(|sewn| sewn.ink.draw(canvas, viewport));
    list.iter().for_each(|sewn| sewn.shadow.draw(canvas, viewport));
    list.iter().for_each(|sewn| sewn.thread.draw(canvas, viewport));
    list.iter().for_each(|sewn| sewn.trim.draw(canvas, viewport, time));
}

/// A large level's outline, cut into stretches.
pub struct ChunkedOutline {
    terrain: Arc<Terrain>,
    white: Vec2,
    bold: bool,
    /// Which edges each has.
    ranges: Vec<Range<u32>>,
    places: Grid,
    sewn: FrameCache<u32, OutlineChunk>,
}

impl ChunkedOutline {
    fn new(terrain: Arc<Terrain>, white: Vec2, bold: bool) -> Self {
        let mut ranges = Vec::new();
        let mut first = 0;
        for chain in terrain.edges().chunk_by(|a, b| a.chain == b.chain) {
            let (mut count, mut length) = (0, 0.0);
            for edge in chain {
                let own = edge.segment.length();
                if count == STRETCH || (count > 0 && length + own > STRETCH_LENGTH) {
                    ranges.push(first..first + count as u32);
                    first += count as u32;
                    (count, length) = (0, 0.0);
                }
                (count, length) = (count + 1, length + own);
            }
            ranges.push(first..first + count as u32);
            first += count as u32;
        }
        let around = |range: &Range<u32>| {
            let edges = &terrain.edges()[range.start as usize..range.end as usize];
            Aabb::around(edges.iter().flat_map(|e| [e.segment.a, e.segment.b])).unwrap_or_default()
        };
        let boxes: Vec<Aabb> = ranges.iter().map(around).collect();
        Self { white, bold, ranges, places: Grid::new(&boxes, 256.0), sewn: FrameCache::new(MAX_STRETCHES), terrain }
    }

    fn draw(&mut self, canvas: &mut Canvas, viewport: &Viewport, time: f32) {
        let mut near = Vec::new();
        let view = Aabb::from_corners(viewport.corner, viewport.corner + viewport.size).grown(INK + 1.0);
        self.places.visit(&view, |stretch| near.push(stretch));
        if near.len() > MAX_IN_VIEW {
            return;
        }
        for stretch in &near {
            let range = &self.ranges[*stretch as usize];
            let range = range.start as usize..range.end as usize;
            self.sewn.see(*stretch, || OutlineChunk::stretch(&self.terrain, range, self.white, self.bold));
        }
        let list: Vec<&OutlineChunk> = near.iter().filter_map(|stretch| self.sewn.get(*stretch)).collect();
        draw(&list, canvas, viewport, time);
    }
}

/// What is sewn along some edges.
#[derive(Default)]
pub struct OutlineChunk {
    bold: bool,
    /// Only in high contrast.
    rim: Chunked,
    ink: Chunked,
    thread: Chunked,
    shadow: Chunked,
    trim: SurfaceMesh,
}

impl OutlineChunk {
    /// All that there is.
    fn whole(edges: &[Edge], white: Vec2, bold: bool) -> Self {
        let mut sewn = Self { bold, trim: SurfaceMesh::new(edges, 0..edges.len(), white), ..Self::default() };
        let loops = loops(edges);
        for ring in &loops {
            sewn.outline(ring, white);
        }
        for edge in edges.iter().filter(|e| e.side == Side::Both) {
            sewn.cord(edge, white);
        }
        for path in inset(&loops) {
            sewn.stitches(RUNNING.along(&path, true), white);
        }
        sewn
    }

    /// Edges that follow each other.
    fn stretch(terrain: &Terrain, range: Range<usize>, white: Vec2, bold: bool) -> Self {
        let edges = terrain.edges();
        let mut sewn = Self { bold, trim: SurfaceMesh::new(edges, range.clone(), white), ..Self::default() };
        if edges[range.start].side != Side::Outer {
            edges[range].iter().filter(|e| e.side == Side::Both).for_each(|edge| sewn.cord(edge, white));
            return sewn;
        }
        let neighbour = |other: Option<EdgeId>| edges.get(other?.index());
        let corner = |edge: &Edge| {
            let before = neighbour(edge.prev).map_or(edge.segment.a, |before| before.segment.a);
            Corner::new(before, edge.segment.a, edge.segment.b, sewn.ink())
        };
        let mut corners: Vec<Corner> = edges[range.clone()].iter().map(corner).collect();
        corners.extend(neighbour(edges[range.end - 1].next).map(corner));
        corners.windows(2).for_each(|pair| sewn.side(&pair[0], &pair[1], white));
        let path: Vec<Vec2> = corners.iter().map(|corner| corner.at + corner.miter * INSET).collect();
        // Where walls are thin or bend too much, the parallel crosses itself, or comes out of the wall.
        let fits = |dash: &Vec<Vec2>| {
            let ends = [dash[0], dash[dash.len() - 1]];
            let area = Aabb::around(ends).unwrap_or_default().grown(INSET);
            let mut free = true;
            terrain.edges_near(&area, |i| {
                let edge = &edges[i as usize];
                let near = |at: Vec2| edge.segment.closest_point(at).distance(at) < INSET - THIN;
                free &= edge.side != Side::Outer || !ends.into_iter().any(near);
            });
            free
        };
        sewn.stitches(RUNNING.along_piece(&path).into_iter().filter(fits), white);
        sewn
    }

    /// How wide the ink is.
    fn ink(&self) -> f32 {
        if self.bold { BOLD } else { INK }
    }

    fn outline(&mut self, ring: &[Vec2], white: Vec2) {
        let n = ring.len();
        let corner = |i: usize| Corner::new(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n], self.ink());
        let corners: Vec<Corner> = (0..n).map(corner).collect();
        for (i, from) in corners.iter().enumerate() {
            self.side(from, &corners[(i + 1) % n], white);
        }
    }

    /// The ink of a corner, and of the edge from there to the next.
    fn side(&mut self, corner: &Corner, next: &Corner, white: Vec2) {
        let color = palette::INK.into();
        let (from, to) = (corner.leave, next.enter);
        for (a, b) in pieces(from.distance(to)) {
            let quad = [
                from.lerp(to, a),
                from.lerp(to, b),
                corner.inner.lerp(next.inner, b),
                corner.inner.lerp(next.inner, a),
            ];
            self.ink.add(&quad, white, color);
        }
        self.ink.add(&corner.fan(), white, color);
        if self.bold {
            let away = -(to - from).normalize_or_zero().perp() * RIM;
            for (a, b) in pieces(from.distance(to)) {
                let (a, b) = (from.lerp(to, a), from.lerp(to, b));
                self.rim.add(&[a + away, b + away, b - away, a - away], white, palette::CREAM.into());
            }
            self.rim.add(&corner.rim(), white, palette::CREAM.into());
        }
    }

    /// A line drawn by hand: solid from both sides, so the ink lies on both sides.
    fn cord(&mut self, edge: &Edge, white: Vec2) {
        let (a, b) = (edge.segment.a, edge.segment.b);
        for (from, to) in pieces(a.distance(b)) {
            let way = [a.lerp(b, from), a.lerp(b, to)];
            for quad in stitch::strip(&way, INK) {
                self.ink.add(&quad, white, palette::INK.into());
            }
            for quad in stitch::strip(&way, INK + 2.0 * RIM).into_iter().filter(|_| self.bold) {
                self.rim.add(&quad, white, palette::CREAM.into());
            }
        }
        for end in [a, b] {
            let disk: Vec<Vec2> =
                (0..8).map(|i| end + Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_4) * (INK * 0.5)).collect();
            self.ink.add(&disk, white, palette::INK.into());
        }
    }

    fn stitches(&mut self, dashes: impl IntoIterator<Item = Vec<Vec2>>, white: Vec2) {
        let shadow = palette::faded(palette::INK, SHADOW).into();
        for dash in dashes {
            let quads = stitch::strip(&dash, RUNNING.width);
            for quad in &quads {
                self.shadow.add(&quad.map(|p| p + Vec2::ONE), white, shadow);
            }
            for quad in &quads {
                self.thread.add(quad, white, palette::CREAM.into());
            }
        }
    }
}

/// A corner of an outline, with everything that the ink needs.
struct Corner {
    /// Where it is.
    at: Vec2,
    /// Into the solid, one pixel below both edges.
    miter: Vec2,
    /// Where the edge before it ends.
    enter: Vec2,
    /// Where the edge after it begins.
    leave: Vec2,
    /// Where the inner borders of the two meet.
    inner: Vec2,
    /// The rounded border between `enter` and `leave`.
    arc: Vec<Vec2>,
    /// Out of the solid, one pixel from the edge before and from the edge after; `None` where the corner goes in.
    out: Option<[Vec2; 2]>,
}

impl Corner {
    fn new(before: Vec2, at: Vec2, after: Vec2, ink: f32) -> Self {
        let (come, go) = ((at - before).normalize_or_zero(), (after - at).normalize_or_zero());
        // Outlines turn clockwise on screen: the solid lies to the right of the way.
        let (in_come, in_go) = (come.perp(), go.perp());
        let miter = stitch::miter_of(in_come, in_go);
        let inner = at + miter * ink;
        let out = (come.perp_dot(go) > 0.0).then_some([-in_come, -in_go]);
        let room = before.distance(at).min(at.distance(after)) * 0.5;
        let radius = radius(come, go, room);
        if radius <= 0.0 {
            let outer = at - miter * COVER;
            return Self { at, miter, enter: outer, leave: outer, inner, arc: Vec::new(), out };
        }
        let center = at + miter * radius;
        let arc = (0..=ARC)
            .map(|k| center - in_come.lerp(in_go, k as f32 / ARC as f32).normalize_or_zero() * (radius + COVER))
            .collect();
        let (enter, leave) = (at - come * radius - in_come * COVER, at + go * radius - in_go * COVER);
        Self { at, miter, enter, leave, inner, arc, out }
    }

    /// The piece of the rim around it.
    fn rim(&self) -> Vec<Vec2> {
        let Some([come, go]) = self.out else { return Vec::new() };
        let arc = (0..=ARC).map(|k| {
            let out = come.lerp(go, k as f32 / ARC as f32).normalize_or_zero();
            self.arc.get(k).copied().unwrap_or(self.at) + out * RIM
        });
        std::iter::once(self.inner).chain(arc).collect()
    }

    /// The piece of ink between the edge before and the edge after.
    fn fan(&self) -> Vec<Vec2> {
        if self.arc.is_empty() {
            Vec::new()
        } else {
            std::iter::once(self.inner).chain(self.arc.iter().copied()).collect()
        }
    }
}

/// How round a corner is: [`ROUND`] at square corners, as far as the edges have room for it. Others stay sharp, because the
/// tiles below them are.
fn radius(come: Vec2, go: Vec2, room: f32) -> f32 {
    if is_square(come, go) { ROUND.min(room) } else { 0.0 }
}

/// Whether a corner is convex, and between a horizontal and a vertical edge.
pub fn is_square(come: Vec2, go: Vec2) -> bool {
    come.perp_dot(go) > 0.99 && (come.x.abs() < 0.01 || come.y.abs() < 0.01)
}

/// Cuts a length into equal pieces no longer than [`PIECE`]: from where to where, 0 to 1.
fn pieces(length: f32) -> impl Iterator<Item = (f32, f32)> {
    let count = (length / PIECE).ceil().max(1.0);
    (0..count as usize).map(move |i| (i as f32 / count, (i + 1) as f32 / count))
}

/// The closed outlines of everything solid, corner by corner.
fn loops(edges: &[Edge]) -> Vec<Vec<Vec2>> {
    let mut seen = vec![false; edges.len()];
    let mut loops = Vec::new();
    for first in 0..edges.len() {
        if edges[first].side == Side::Outer && !seen[first] {
            loops.extend(follow(edges, first, &mut seen));
        }
    }
    loops
}

/// The outline that an edge belongs to; `None` when it does not close.
fn follow(edges: &[Edge], first: usize, seen: &mut [bool]) -> Option<Vec<Vec2>> {
    let mut ring = Vec::new();
    let mut at = first;
    // Every edge is seen once, so this ends.
    while !seen[at] {
        seen[at] = true;
        ring.push(edges[at].segment.a);
        at = edges[at].next?.index();
    }
    (at == first && ring.len() > 2).then_some(ring)
}

/// The parallel curves inside, none of which crosses itself or another, however thin the walls.
fn inset(loops: &[Vec<Vec2>]) -> Vec<Vec<Vec2>> {
    if loops.is_empty() {
        return Vec::new();
    }
    let solid: Vec<Vec<[f64; 2]>> =
        loops.iter().map(|ring| ring.iter().map(|p| [f64::from(p.x), f64::from(p.y)]).collect()).collect();
    let style = OutlineStyle::new(f64::from(-INSET)).line_join(LineJoin::Miter(0.5));
    let shapes = solid.outline(&style);
    let back = |ring: Vec<[f64; 2]>| ring.iter().map(|p| Vec2::new(p[0] as f32, p[1] as f32)).collect();
    shapes.into_iter().flatten().map(back).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(x: f32, y: f32, w: f32, h: f32) -> Vec<Vec2> {
        vec![Vec2::new(x, y), Vec2::new(x + w, y), Vec2::new(x + w, y + h), Vec2::new(x, y + h)]
    }

    fn area(path: &[Vec2]) -> f32 {
        (0..path.len()).map(|i| path[i].perp_dot(path[(i + 1) % path.len()])).sum::<f32>() * 0.5
    }

    #[test]
    fn the_stitch_runs_inside_of_solids_and_outside_of_holes() {
        let hole: Vec<Vec2> = ring(40.0, 40.0, 20.0, 20.0).into_iter().rev().collect();
        let paths = inset(&[ring(0.0, 0.0, 100.0, 100.0), hole, ring(200.0, 0.0, 32.0, 16.0)]);
        let mut areas: Vec<f32> = paths.iter().map(|p| area(p).abs().round()).collect();
        areas.sort_by(f32::total_cmp);
        assert_eq!(areas, [22.0 * 6.0, 30.0 * 30.0, 90.0 * 90.0]);
    }

    #[test]
    fn a_wall_too_thin_for_two_stitches_gets_none() {
        assert!(inset(&[ring(0.0, 0.0, 64.0, 8.0)]).is_empty());
    }

    #[test]
    fn in_high_contrast_the_ink_is_thicker_and_has_a_rim() {
        let corners = ring(0.0, 0.0, 64.0, 64.0);
        let corner = |ink| Corner::new(corners[3], corners[0], corners[1], ink);
        assert_eq!(corner(INK).inner, Vec2::splat(INK));
        assert_eq!(corner(BOLD).inner, Vec2::splat(BOLD));
        let out = corner(BOLD).rim().into_iter().fold(f32::MAX, |least, at| least.min(at.x));
        assert!((out + RIM).abs() < 0.2, "{out}");
        assert!(
            Corner::new(corners[1], corners[0], corners[3], BOLD).rim().is_empty(),
            "a corner that goes in has none"
        );
    }

    #[test]
    fn only_convex_square_corners_are_round() {
        assert!(radius(Vec2::X, Vec2::Y, 8.0) == ROUND);
        assert!(radius(Vec2::X, Vec2::Y, 2.0) == 2.0);
        assert!(radius(Vec2::X, Vec2::NEG_Y, 8.0) == 0.0);
        assert!(radius(Vec2::X, Vec2::new(1.0, 1.0).normalize(), 8.0) == 0.0);
    }
}
