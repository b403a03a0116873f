//! Terrain from polygons and lines: edges with the right winding and neighbours, and the same ground as pieces.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use glam::Vec2;

use crate::edge::{Direction, Edge, EdgeId, Side, Tag};
use crate::layers::Layers;
use crate::piece::Piece;
use crate::terrain::Terrain;
use crate::tiles::border;

/// Thickness of the pieces of ribbons, and of lines on each side, in pixels. Box solvers land on thicker ones at higher speeds;
/// thinner ones come closer to what the other solvers see.
const LINE_THICKNESS: f32 = 2.0;

/// Why a polygon or a line cannot be ground.
///
/// ```
/// use seamwalker_collide::{BadPolygon, Edge, glam::Vec2};
///
/// let bow_tie = [(0.0, 0.0), (16.0, 16.0), (16.0, 0.0), (0.0, 16.0)].map(Vec2::from);
/// assert_eq!(Edge::outline(&[bow_tie]), Err(BadPolygon::Crossing { polygon: 0, corner: 0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadPolygon {
    /// A polygon needs three corners that are not on one line, and a line two different points.
    Empty {
        /// Which of the polygons, from 0.
        polygon: usize,
    },
    /// A corner is infinite or not a number.
    NotFinite {
        /// Which of the polygons, from 0.
        polygon: usize,
        /// Which of its corners, from 0.
        corner: usize,
    },
    /// Two sides cross.
    Crossing {
        /// Which of the polygons, from 0.
        polygon: usize,
        /// The corner before the side, from 0.
        corner: usize,
    },
}

impl fmt::Display for BadPolygon {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Empty { polygon } => write!(
                formatter,
                "polygon {polygon} encloses nothing; give it three corners that are not on one line (a line: two points)"
            ),
            Self::NotFinite { polygon, corner } => {
                write!(formatter, "corner {corner} of polygon {polygon} is not finite")
            }
            Self::Crossing { polygon, corner } => write!(
                formatter,
                "the side after corner {corner} of polygon {polygon} crosses another side; unite the polygons first"
            ),
        }
    }
}

impl core::error::Error for BadPolygon {}

/// Builds a terrain that is the same ground for all solvers: every shape becomes edges for the separating-axis solvers
/// and pieces for the box solvers.
///
/// Tiles that share sides become one outline by [`TerrainBuilder::tiles`]. Other shapes that touch or overlap keep all their edges,
/// seams included, and solvers that catch on seams will.
///
/// ```
/// use seamwalker_collide::{Aabb, Mover, Solver, SolverKind, SolverSetup, Space, TerrainBuilder};
/// use seamwalker_collide::glam::Vec2;
///
/// let mut builder = TerrainBuilder::default();
/// let hill = [(0.0, 100.0), (64.0, 68.0), (128.0, 100.0), (128.0, 132.0), (0.0, 132.0)].map(Vec2::from);
/// builder.solid(&[hill]).unwrap();
/// builder.ribbon(&[Vec2::new(160.0, 60.0), Vec2::new(224.0, 60.0)]).unwrap();
/// let space = Space::new(builder.build());
/// // Every solver lands on the top of the hill, and on the ribbon.
/// for kind in SolverKind::ALL {
///     for (x, floor) in [(64.0, 68.0), (192.0, 60.0)] {
///         let mut hero = Mover::new(Aabb::new(Vec2::new(x, 20.0), Vec2::new(6.0, 11.0)));
///         for _ in 0..40 {
///             hero = hero.moved(SolverSetup::new(kind).slide(&space, &hero, Vec2::new(0.0, 2.0)).moved);
///         }
///         assert!((hero.aabb.max().y - floor).abs() < 4.0, "{kind}: {}", hero.aabb.max());
///     }
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct TerrainBuilder {
    edges: Vec<Edge>,
    pieces: Vec<Piece>,
    chains: u32,
    /// The tag of whatever is added from now on.
    pub tag: Tag,
    /// The layers of whatever is added from now on.
    pub layers: Layers,
}

impl TerrainBuilder {
    /// Adds solid ground within polygons: corners in any order of rotation, convex or not. A polygon in another one is a hole,
    /// one in a hole is solid again, and so on.
    ///
    /// # Errors
    /// If a polygon encloses nothing, is not finite, or crosses itself or another one: see [`BadPolygon`]. Nothing is added then.
    pub fn solid<P: AsRef<[Vec2]>>(&mut self, polygons: &[P]) -> Result<&mut Self, BadPolygon> {
        let outline = Edge::outline(polygons)?;
        let sides: Vec<[Vec2; 2]> = outline.iter().map(|edge| [edge.segment.a, edge.segment.b]).collect();
        let tag = self.tag;
        self.add_pieces(slabs(&sides), tag);
        self.add(outline.into_iter().map(|edge| Edge { tag, ..edge }).collect());
        Ok(self)
    }

    /// Adds tiles: polygons, each with its tag, that share sides and do not overlap. What lies between two of them is no border, also
    /// where a tile meets half of another's side, and edges that go straight on with the same tag become one. So no mover meets a seam,
    /// and ice and stone side by side have none either.
    ///
    /// # Errors
    /// As [`TerrainBuilder::solid`].
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Tag, TerrainBuilder};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let map = ["..../", ".../#", "#####"]; // '/' rises to the right
    /// let corners = |x: usize, y: usize| {
    ///     let corner = Vec2::new(x as f32, y as f32) * 16.0;
    ///     Aabb::from_corners(corner, corner + 16.0).corners()
    /// };
    /// let tiles = map.iter().enumerate().flat_map(|(y, row)| {
    ///     row.bytes().enumerate().filter_map(move |(x, tile)| {
    ///         let [a, b, c, d] = corners(x, y);
    ///         match tile {
    ///             b'#' => Some((vec![a, b, c, d], Tag(0))),
    ///             b'/' => Some((vec![d, b, c], Tag(0))),
    ///             _ => None,
    ///         }
    ///     })
    /// });
    /// let mut builder = TerrainBuilder::default();
    /// builder.tiles(tiles).unwrap();
    /// let terrain = builder.build();
    /// assert_eq!(terrain.edges().len(), 5, "the floor, the whole slope, the right, the bottom, the left");
    /// assert_eq!(terrain.pieces().len(), 8, "the box solvers see the tiles");
    /// ```
    #[doc(alias = "ghost collision")]
    #[doc(alias = "tilemap")]
    pub fn tiles<P: AsRef<[Vec2]>>(
        &mut self,
        tiles: impl IntoIterator<Item = (P, Tag)>,
    ) -> Result<&mut Self, BadPolygon> {
        let mut rings = Vec::new();
        for (polygon, (corners, tag)) in tiles.into_iter().enumerate() {
            let mut ring = ring(corners.as_ref(), polygon)?;
            check_crossings(core::slice::from_ref(&ring)).map_err(|bad| match bad {
                BadPolygon::Crossing { corner, .. } => BadPolygon::Crossing { polygon, corner },
                other => other,
            })?;
            let area = twice_area(&ring);
            if area == 0.0 {
                return Err(BadPolygon::Empty { polygon });
            }
            if area < 0.0 {
                ring.reverse();
            }
            rings.push((ring, tag));
        }
        for (ring, tag) in &rings {
            let whole = Piece::convex(ring).map(|piece| vec![piece]);
            let pieces = whole.unwrap_or_else(|| slabs(&sides(ring).collect::<Vec<_>>()));
            self.add_pieces(pieces, *tag);
        }
        self.add(border(&rings));
        Ok(self)
    }

    /// Adds a ribbon, which is solid from one side only: from above, if it is drawn from left to right. For box solvers, whose
    /// pieces are solid from above, below, left or right, that is the nearest of the four.
    ///
    /// # Errors
    /// If there are less than two different points, or one is not finite.
    pub fn ribbon(&mut self, points: &[Vec2]) -> Result<&mut Self, BadPolygon> {
        self.strip(points, Side::OneWay)
    }

    /// Adds a line that is solid from both sides. It has no inside, but box solvers need one: they see it two pixels thick on
    /// either side.
    ///
    /// # Errors
    /// If there are less than two different points, or one is not finite.
    pub fn line(&mut self, points: &[Vec2]) -> Result<&mut Self, BadPolygon> {
        self.strip(points, Side::Both)
    }

    /// The terrain. The builder is empty afterwards.
    #[must_use]
    pub fn build(&mut self) -> Terrain {
        let Self { edges, pieces, .. } = core::mem::take(self);
        Terrain::new(edges, pieces)
    }

    fn strip(&mut self, points: &[Vec2], side: Side) -> Result<&mut Self, BadPolygon> {
        check_finite(points, 0)?;
        let mut points = points.to_vec();
        points.dedup();
        if points.len() < 2 {
            return Err(BadPolygon::Empty { polygon: 0 });
        }
        let mut edges: Vec<Edge> =
            points.windows(2).map(|pair| Edge { tag: self.tag, ..Edge::new(pair[0], pair[1], side) }).collect();
        for i in 0..edges.len() {
            edges[i].prev = i.checked_sub(1).and_then(|i| EdgeId::new(i as u32));
            edges[i].next = if i + 1 < edges.len() { EdgeId::new(i as u32 + 1) } else { None };
        }
        for Edge { segment, normal, .. } in &edges {
            let direction = Direction::of(*normal);
            let one_way = (side == Side::OneWay).then_some(direction);
            let (above, below) = match one_way {
                Some(direction) => (Vec2::ZERO, direction.normal() * -LINE_THICKNESS),
                None => (*normal * LINE_THICKNESS, *normal * -LINE_THICKNESS),
            };
            let corners = [segment.a + above, segment.b + above, segment.b + below, segment.a + below];
            self.add_pieces(Piece::convex(&corners).map(|piece| Piece { one_way, ..piece }), self.tag);
        }
        self.add(edges);
        Ok(self)
    }

    fn add_pieces(&mut self, pieces: impl IntoIterator<Item = Piece>, tag: Tag) {
        let layers = self.layers;
        self.pieces.extend(pieces.into_iter().map(|piece| Piece { tag, layers, ..piece }));
    }

    /// Adds edges that are linked among themselves.
    fn add(&mut self, edges: Vec<Edge>) {
        let first = self.edges.len() as u32;
        let id = |id: Option<EdgeId>| id.and_then(|id| EdgeId::new(id.index() as u32 + first));
        let chains = edges.iter().map(|edge| edge.chain + 1).max().unwrap_or(0);
        let (from, layers) = (self.chains, self.layers);
        let placed =
            |edge: Edge| Edge { layers, prev: id(edge.prev), next: id(edge.next), chain: edge.chain + from, ..edge };
        self.edges.extend(edges.into_iter().map(placed));
        self.chains += chains;
    }
}

impl Edge {
    /// The outline of polygons, solid within: corners in any order of rotation become edges with the solid on the right, and
    /// with their neighbours. A polygon in another one is a hole, one in a hole is solid again, and so on. The neighbours are
    /// indices in this list, so begin a terrain with it. Polygons may touch in corners and along sides; tens of thousands of corners take a
    /// tenth of a second.
    ///
    /// [`TerrainBuilder`] makes pieces for the box solvers as well: to them, edges alone are air.
    ///
    /// # Errors
    /// If a polygon encloses nothing, is not finite, or crosses itself or another one: see [`BadPolygon`].
    ///
    /// ```
    /// use seamwalker_collide::{Edge, EdgeId, glam::Vec2};
    ///
    /// // Drawn the wrong way round: first to the bottom, then to the right.
    /// let square = [(0.0, 0.0), (0.0, 16.0), (16.0, 16.0), (16.0, 0.0)].map(Vec2::from);
    /// let edges = Edge::outline(&[square]).unwrap();
    /// let top = edges.iter().find(|edge| edge.normal == Vec2::NEG_Y).unwrap();
    /// assert_eq!((top.segment.a.y, top.segment.b.y), (0.0, 0.0), "its outer side is above");
    /// let right = &edges[top.next.map(EdgeId::index).unwrap()];
    /// assert_eq!(right.normal, Vec2::X);
    /// ```
    pub fn outline<P: AsRef<[Vec2]>>(polygons: &[P]) -> Result<Vec<Self>, BadPolygon> {
        let mut rings = Vec::new();
        for (polygon, corners) in polygons.iter().map(AsRef::as_ref).enumerate() {
            rings.push(ring(corners, polygon)?);
        }
        check_crossings(&rings)?;
        if let Some(polygon) = rings.iter().position(|ring| twice_area(ring) == 0.0) {
            return Err(BadPolygon::Empty { polygon });
        }
        let mut edges: Vec<Self> = Vec::new();
        for (chain, ring) in (0..).zip(&rings) {
            let others = rings.iter().enumerate().filter(|(other, _)| *other != chain as usize);
            let is_hole = others.filter(|(_, other)| contains(other, ring)).count() % 2 == 1;
            // Clockwise on screen, the solid is on the right.
            let is_clockwise = twice_area(ring) > 0.0;
            let ring: Vec<Vec2> =
                if is_clockwise == is_hole { ring.iter().rev().copied().collect() } else { ring.clone() };
            let (first, count) = (edges.len() as u32, ring.len() as u32);
            for i in 0..count {
                let edge = Self::new(ring[i as usize], ring[((i + 1) % count) as usize], Side::Outer);
                let (prev, next) = (first + (i + count - 1) % count, first + (i + 1) % count);
                edges.push(Self { chain, prev: EdgeId::new(prev), next: EdgeId::new(next), ..edge });
            }
        }
        Ok(edges)
    }
}

fn check_finite(corners: &[Vec2], polygon: usize) -> Result<(), BadPolygon> {
    match corners.iter().position(|corner| !corner.is_finite()) {
        Some(corner) => Err(BadPolygon::NotFinite { polygon, corner }),
        None => Ok(()),
    }
}

/// The corners of a polygon, each once.
fn ring(corners: &[Vec2], polygon: usize) -> Result<Vec<Vec2>, BadPolygon> {
    check_finite(corners, polygon)?;
    let mut ring = corners.to_vec();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    Ok(ring)
}

/// The sides of a ring.
fn sides(ring: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| [*a, *b])
}

/// Twice the area of a polygon; positive if it is clockwise on screen.
fn twice_area(ring: &[Vec2]) -> f64 {
    sides(ring).map(|[a, b]| a.as_dvec2().perp_dot(b.as_dvec2())).sum()
}

/// On which side of a line a point is.
fn side_of([a, b]: [Vec2; 2], point: Vec2) -> f64 {
    (b - a).as_dvec2().perp_dot((point - a).as_dvec2())
}

fn check_crossings(rings: &[Vec<Vec2>]) -> Result<(), BadPolygon> {
    let named =
        rings.iter().enumerate().flat_map(|(polygon, ring)| sides(ring).enumerate().map(move |(i, s)| (polygon, i, s)));
    let mut all: Vec<(usize, usize, [Vec2; 2])> = named.collect();
    // From left to right, so that only sides are compared that overlap in x.
    let left = |side: &[Vec2; 2]| side[0].x.min(side[1].x);
    all.sort_by(|a, b| left(&a.2).total_cmp(&left(&b.2)));
    for (i, (polygon, corner, one)) in all.iter().enumerate() {
        let right = one[0].x.max(one[1].x);
        for (_, _, other) in all[i + 1..].iter().take_while(|(_, _, other)| left(other) <= right) {
            let apart = |line: [Vec2; 2], ends: &[Vec2; 2]| side_of(line, ends[0]) * side_of(line, ends[1]) < 0.0;
            if apart(*one, other) && apart(*other, one) {
                return Err(BadPolygon::Crossing { polygon: *polygon, corner: *corner });
            }
        }
    }
    Ok(())
}

/// Whether a ring lies in another one that it does not cross.
pub fn contains(outer: &[Vec2], ring: &[Vec2]) -> bool {
    // The middle of a side: rings may share corners.
    let Some([a, b]) = sides(ring).next() else { return false };
    let at = (a + b) * 0.5;
    let crosses = |[a, b]: [Vec2; 2]| {
        (a.y > at.y) != (b.y > at.y) && {
            let (top, bottom) = if a.y < b.y { (a, b) } else { (b, a) };
            side_of([top, bottom], at) > 0.0
        }
    };
    sides(outer).filter(|side| crosses(*side)).count() % 2 == 1
}

/// The solid between sides as pieces: upright slabs from corner to corner, with a straight top and bottom each.
fn slabs(sides: &[[Vec2; 2]]) -> Vec<Piece> {
    let mut columns: Vec<f32> = sides.iter().map(|[a, _]| a.x).collect();
    columns.sort_by(f32::total_cmp);
    columns.dedup();
    // The lines from left to right.
    let mut lines: Vec<[Vec2; 2]> =
        sides.iter().filter(|[a, b]| a.x != b.x).map(|[a, b]| if a.x < b.x { [*a, *b] } else { [*b, *a] }).collect();
    lines.sort_by(|a, b| a[0].x.total_cmp(&b[0].x));
    let height = |[a, b]: [Vec2; 2], x: f32| {
        if x == a.x {
            a.y
        } else if x == b.x {
            b.y
        } else {
            a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x))
        }
    };
    let (mut pieces, mut active, mut waiting) = (Vec::new(), Vec::new(), lines.into_iter().peekable());
    for pair in columns.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        active.retain(|[_, b]: &[Vec2; 2]| b.x > from);
        while let Some(line) = waiting.next_if(|[a, _]| a.x <= from) {
            active.push(line);
        }
        let mut across: Vec<[Vec2; 2]> = active
            .iter()
            .map(|line| [Vec2::new(from, height(*line, from)), Vec2::new(to, height(*line, to))])
            .collect();
        across.sort_by(|a, b| (a[0].y + a[1].y).total_cmp(&(b[0].y + b[1].y)));
        for pair in across.chunks_exact(2) {
            let [top, bottom] = [pair[0], pair[1]];
            let mut corners = vec![top[0], top[1], bottom[1], bottom[0]];
            corners.dedup();
            if corners.first() == corners.last() {
                corners.pop();
            }
            pieces.extend(Piece::convex(&corners));
        }
    }
    pieces
}

#[cfg(test)]
#[path = "builder_tests.rs"]
mod tests;
