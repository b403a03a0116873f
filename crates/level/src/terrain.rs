//! Turns everything that was collected into edges, pieces and areas.
//!
//! All ground that touches is one solid, whatever it is made of, and has one outline; `patches.rs` says afterwards of what
//! each part of that outline is made. So there is no edge where two materials meet, and nothing to catch on.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{IVec2, Vec2};

use super::geometry::{Point, Polygon, UNIT, bounds, rectangle};
use super::outline::{CellShape, DirectedEdge, Loops, ShapeGrid, outline, upper_sides};
use super::patches::{ConvexParts, Patch, patches};
use super::shapes::Shape;
use super::{Area, Material, Surface};
use seamwalker_collide::{Aabb, Direction, Edge, EdgeId, Piece, Segment, Side, Terrain};

/// How thick a line drawn by hand is for those who know only boxes and areas, in pixels. The line is its upper (or left)
/// side; thinner ones are crossed in one step by what is fast.
const LINE_DEPTH: i32 = 2;

/// The same with the grids laid out.
#[derive(Clone, Debug, Default)]
pub struct MaterialGeometry {
    pub cells: Vec<ShapeGrid>,
    pub free: Vec<Shape>,
    lines: Vec<Vec<Point>>,
    /// Its outline, while it is worked out.
    loops: Loops,
}

impl MaterialGeometry {
    /// Shapes that are part of no grid, and lines; grids are added.
    pub fn new(free: Vec<Shape>, lines: Vec<Vec<Point>>) -> Self {
        Self { free, lines, ..Self::default() }
    }

    /// Finds the outline, which may have so many corners at most; fewer may be left to the next.
    fn outline(&mut self, most: &mut usize) -> Option<()> {
        let free: Vec<Polygon> = self.free.iter().map(|s| s.polygon.clone()).collect();
        self.loops = outline(&self.cells, &free, *most)?;
        *most = most.saturating_sub(self.loops.corners());
        Some(())
    }

    /// Every convex part: cells first, then free shapes, then lines, which are thin below the side `up`.
    fn each_part(&self, up: Direction, mut visit: impl FnMut(&[Point])) {
        self.cells.iter().for_each(|cells| cells.each_part(&mut visit));
        self.each_free(up, visit);
    }

    /// Those in no cell.
    fn each_free(&self, up: Direction, mut visit: impl FnMut(&[Point])) {
        self.free.iter().flat_map(|s| &s.parts).for_each(|part| visit(part));
        self.lines.iter().flat_map(|line| line.windows(2)).for_each(|w| visit(&sliver(w[0], w[1], up)));
    }
}

/// What the sketch becomes.
#[derive(Clone, Debug, Default)]
pub struct Built {
    pub terrain: Terrain,
    pub plan: Arc<OutlineSource>,
    pub hazard_edges: Vec<Edge>,
    pub hazards: Vec<Area>,
    pub ladders: Vec<Area>,
    pub waters: Vec<Area>,
}

/// Everything laid out.
#[derive(Debug, Default)]
pub struct OutlineSource {
    pub laid: BTreeMap<Material, MaterialGeometry>,
    /// All ground together, where it is of more than one material.
    pub united: Option<MaterialGeometry>,
}

impl OutlineSource {
    /// The materials of this kind, in order.
    fn of(&self, is: fn(Surface) -> bool) -> impl Iterator<Item = (Material, &MaterialGeometry)> {
        self.laid.iter().filter(move |(m, _)| is(m.surface)).map(|(m, laid)| (*m, laid))
    }

    /// All ground.
    fn ground(&self) -> Option<&MaterialGeometry> {
        self.united.as_ref().or_else(|| self.of(Surface::is_ground).next().map(|(_, laid)| laid))
    }

    /// Everything that has an outline of its own.
    fn outlined(&mut self) -> impl Iterator<Item = &mut MaterialGeometry> {
        let alone = self.united.is_none();
        let counts = move |surface: Surface| surface != Surface::Water && (alone || !surface.is_ground());
        let own = self.laid.iter_mut().filter(move |(m, _)| counts(m.surface)).map(|(_, laid)| laid);
        self.united.iter_mut().chain(own)
    }

    /// How many convex parts all cells make.
    pub fn part_count(&self) -> usize {
        self.laid.values().flat_map(|laid| &laid.cells).map(ShapeGrid::part_count).sum()
    }

    /// Works out edges and areas; pieces follow when someone asks. `None` when the outlines have more than `most` corners.
    pub fn build(mut self, mut most: usize) -> Option<Built> {
        for laid in self.outlined() {
            laid.outline(&mut most)?;
        }
        let mut edges = ChainedEdges::default();
        let mut ladders = Vec::new();
        let nothing = MaterialGeometry::default();
        let ground = self.ground().unwrap_or(&nothing);
        let solids = ConvexParts::new(ground);
        let materials: Vec<(Material, ConvexParts)> = match self.united {
            Some(_) => self.of(Surface::is_ground).map(|(material, laid)| (material, ConvexParts::new(laid))).collect(),
            None => Vec::new(),
        };
        let only = self.of(Surface::is_ground).next().map_or_else(Material::default, |(material, _)| material);
        edges.reserve(ground.loops.corners());
        for polygon in ground.loops.iter() {
            match materials[..] {
                [] => edges.add(Patch::closed(polygon, only), Side::Outer),
                _ => edges.add(patches(polygon, &materials).into_iter(), Side::Outer),
            }
        }
        for (material, laid) in self.of(|s| s == Surface::OneWay) {
            for line in faces(&laid.loops, &laid.lines, material.direction, &solids) {
                edges.add(Patch::line(&line, material), Side::OneWay);
            }
        }
        for (material, laid) in self.of(|s| s == Surface::Ladder) {
            let up = Direction::Up;
            for line in faces(&laid.loops, &[], up, &solids) {
                edges.add(Patch::line(&line, material), Side::OneWay);
                let steps = line.windows(2).filter_map(|w| piece(&sliver(w[0], w[1], up), material));
                ladders.extend(steps.map(|step| Piece { one_way: Some(up), ..step }));
            }
        }
        for (material, laid) in self.of(Surface::is_ground) {
            laid.lines.iter().for_each(|line| edges.add(Patch::line(line, material), Side::Both));
        }
        let mut hurting = ChainedEdges::default();
        for (material, laid) in self.of(|s| s == Surface::Hazard) {
            laid.loops.iter().for_each(|l| hurting.add(Patch::closed(l, material), Side::Outer));
            laid.lines.iter().for_each(|line| hurting.add(Patch::line(line, material), Side::Both));
        }
        let (hazards, climbed, waters) =
            (self.areas(Surface::Hazard), self.areas(Surface::Ladder), self.areas(Surface::Water));
        self.outlined().for_each(|laid| laid.loops = Loops::default());
        let plan = Arc::new(self);
        let pieces = {
            let plan = Arc::clone(&plan);
            move || plan.pieces(ladders)
        };
        Some(Built {
            terrain: Terrain::with_pieces_later(edges.list, pieces),
            plan,
            hazard_edges: hurting.list,
            hazards,
            ladders: climbed,
            waters,
        })
    }

    /// Everything solid as boxes and slopes, and those given.
    fn pieces(&self, mut more: Vec<Piece>) -> Vec<Piece> {
        // Of millions, a list that grows by doubling would take twice as much.
        let mut solid = Vec::with_capacity(self.part_count() + more.len());
        for (material, laid) in self.of(|s| !s.is_area()) {
            laid.each_part(material.direction, |part| solid.extend(piece(part, material)));
        }
        solid.append(&mut more);
        solid
    }

    /// Calls `visit` with every box or slope in the cells that touch a box, and with all that are in no cell.
    pub fn pieces_near(&self, area: &Aabb, mut visit: impl FnMut(Piece)) {
        for (material, laid) in self.of(|s| !s.is_area()) {
            let mut part = |part: &[Point]| piece(part, material).into_iter().for_each(&mut visit);
            laid.cells
                .iter()
                .for_each(|cells| cells.parts_near(to_point(area.min()), to_point(area.max()), |p| part(&p)));
            laid.each_free(material.direction, part);
        }
    }

    /// Calls `visit` with every cell of the map's own grid whose middle is inside of something that is solid from all sides,
    /// and with every piece that is in no such cell.
    pub fn walls(&self, mut cell: impl FnMut(IVec2), mut other: impl FnMut(Piece)) {
        for (material, laid) in self.of(|s| !s.is_area() && s != Surface::OneWay) {
            let mut part = |part: &[Point]| piece(part, material).into_iter().for_each(&mut other);
            for cells in &laid.cells {
                if cells.corner(0, 0) != Point::default() {
                    cells.each_part(&mut part);
                    continue;
                }
                let size = cells.size();
                let middle = Aabb::new(size.to_pixels() * 0.5, Vec2::splat(0.5));
                let holds = |shape: &CellShape| {
                    let pieces = shape.parts().iter().filter_map(|part| piece(part, material));
                    pieces.into_iter().any(|piece| piece.solid().depth(&middle) > 0.0)
                };
                let solid: Vec<bool> = cells.shapes().iter().map(holds).collect();
                for run in cells.runs().iter().filter(|run| solid[run.shape as usize]) {
                    (run.column..run.end()).for_each(|column| cell(IVec2::new(column, run.row)));
                }
            }
            laid.each_free(material.direction, part);
        }
    }

    /// The cells along an edge of the terrain that was made of this plan.
    pub fn cells_along(&self, edge: &Edge) -> Vec<IVec2> {
        let laid = match edge.side {
            Side::Outer => self.ground(),
            Side::OneWay => self.laid.get(&Material::from_tag(edge.tag)),
            Side::Both => None,
        };
        let step = (to_point(edge.segment.a), to_point(edge.segment.b));
        let cells = laid.iter().flat_map(|laid| &laid.cells).flat_map(|cells| cells.along(step));
        cells.map(|(column, row)| IVec2::new(column, row)).collect()
    }

    /// The convex areas of a surface.
    fn areas(&self, surface: Surface) -> Vec<Area> {
        let mut areas = Vec::new();
        if let Some(laid) = self.laid.get(&surface.into()) {
            laid.each_part(Direction::Up, |part| areas.extend(area(part)));
        }
        areas
    }
}

/// The point at a place in pixels.
fn to_point(place: Vec2) -> Point {
    Point::from_pixels(place.x.into(), place.y.into())
}

/// The sides from which something is solid that is one-way, as open lines. The problem is turned until that side is up.
fn faces(loops: &Loops, lines: &[Vec<Point>], direction: Direction, solids: &ConvexParts) -> Vec<Vec<Point>> {
    let up = |p: &Point| upright(*p, direction);
    let back = |p: &Point| turned_back(*p, direction);
    let right = |(a, b): DirectedEdge| if a.x <= b.x { (a, b) } else { (b, a) };
    let steps = lines.iter().flat_map(|l| l.windows(2).map(|w| (up(&w[0]), up(&w[1]))));
    let drawn: Vec<DirectedEdge> = steps.map(right).filter(|(a, b)| a.x < b.x).collect();
    let sides = loops.edges().map(|(a, b)| (up(&a), up(&b)));
    let lines = upper_sides(sides.filter(|(a, b)| b.x > a.x).chain(drawn), |min, max, visit| {
        let (min, max) = bounds(&[back(&min), back(&max)]);
        solids.near(min, max, |part| visit(&part.iter().map(up).collect::<Vec<_>>()));
    });
    lines.iter().map(|line| line.iter().map(back).collect()).collect()
}

/// A point after the quarter turns that bring a direction up.
const fn upright(p: Point, direction: Direction) -> Point {
    match direction {
        Direction::Up => p,
        Direction::Down => Point::new(-p.x, -p.y),
        Direction::Left => Point::new(-p.y, p.x),
        Direction::Right => Point::new(p.y, -p.x),
    }
}

/// The same undone.
const fn turned_back(p: Point, direction: Direction) -> Point {
    match direction {
        Direction::Up => p,
        Direction::Down => Point::new(-p.x, -p.y),
        Direction::Left => Point::new(p.y, -p.x),
        Direction::Right => Point::new(-p.y, p.x),
    }
}

/// A line as a thin parallelogram: below it, or to the right of a line that is steep, where `up` is up.
fn sliver(a: Point, b: Point, up: Direction) -> Polygon {
    let (a, b) = (upright(a, up), upright(b, up));
    let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
    let flat = (b.x - a.x) >= (b.y - a.y).abs();
    let by = if flat { Point::new(0, LINE_DEPTH * UNIT) } else { Point::new(LINE_DEPTH * UNIT, 0) };
    let polygon = super::geometry::tidy(vec![a, b, b.plus(by), a.plus(by)]);
    polygon.into_iter().map(|p| turned_back(p, up)).collect()
}

/// Edges in chains.
#[derive(Default)]
struct ChainedEdges {
    list: Vec<Edge>,
    chains: u32,
}

impl ChainedEdges {
    /// Makes room.
    fn reserve(&mut self, count: usize) {
        self.list.reserve_exact(count);
    }

    /// Adds one chain of patches, which is closed if it is the outline of something.
    fn add(&mut self, patches: impl Iterator<Item = Patch>, side: Side) {
        let first = index(self.list.len());
        for (at, patch) in (first..).zip(patches) {
            self.list.push(Edge {
                segment: Segment::new(patch.a.to_pixels(), patch.b.to_pixels()),
                normal: normal(patch.way),
                side,
                tag: patch.material.tag(),
                chain: self.chains,
                prev: if at > first { EdgeId::new(at - 1) } else { None },
                next: EdgeId::new(at + 1),
            });
        }
        let (own, closed) = (&mut self.list[first as usize..], side == Side::Outer);
        let last = first + index(own.len()).saturating_sub(1);
        if let Some(edge) = own.first_mut() {
            edge.prev = EdgeId::new(last).filter(|_| closed);
        }
        if let Some(edge) = own.last_mut() {
            edge.next = EdgeId::new(first).filter(|_| closed);
        }
        self.chains += 1;
    }
}

/// There are never 2^32 of anything: the limits see to it.
fn index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The unit vector to the left of a direction: out of what lies to its right. Exact along the axes.
#[allow(clippy::cast_possible_truncation, reason = "a unit vector's parts are rounded once, to f32")]
fn normal(way: Point) -> Vec2 {
    match (way.x.signum(), way.y.signum()) {
        (1, 0) => Vec2::NEG_Y,
        (-1, 0) => Vec2::Y,
        (0, 1) => Vec2::X,
        (0, -1) => Vec2::NEG_X,
        _ => {
            let (x, y) = (f64::from(way.x), f64::from(way.y));
            let length = libm::sqrt(x * x + y * y).max(1.0);
            Vec2::new((y / length) as f32, (-x / length) as f32)
        }
    }
}

/// The box around a polygon, in pixels.
pub fn aabb(polygon: &[Point]) -> Aabb {
    let (min, max) = bounds(polygon);
    Aabb::from_corners(min.to_pixels(), max.to_pixels())
}

fn piece(part: &[Point], material: Material) -> Option<Piece> {
    let (min, max) = bounds(part);
    let is_box = part.len() == 4 && rectangle(min, max).iter().all(|c| part.contains(c));
    let plain = if is_box {
        Piece::solid_box(aabb(part))
    } else {
        Piece::convex(&part.iter().map(|p| p.to_pixels()).collect::<Vec<_>>())?
    };
    let one_way = (material.surface == Surface::OneWay).then_some(material.direction);
    Some(Piece { one_way, tag: material.tag(), ..plain })
}

/// A convex polygon in pixels.
pub fn area(part: &[Point]) -> Option<Area> {
    (part.len() > 2).then(|| Area { aabb: aabb(part), corners: part.iter().map(|p| p.to_pixels()).collect() })
}
