//! Collects everything that collides or hurts and turns it into edges, pieces and areas.

use std::collections::BTreeMap;

use glam::{IVec2, Vec2};

use super::geometry::{Point, Polygon, UNIT, bounds, rectangle};
use super::outline::{
    CellShape, Cells, Effort, Placed, Step, outline, piece_count, steps, straightened_line, upper_sides,
};
use super::report::{Place, Report};
use super::shapes::Shape;
use super::{Area, Limits, Surface};
use crate::collide::{Aabb, Edge, Grid, Piece, Segment, Side, Terrain};

/// How thick a line drawn by hand is for those who know only boxes and areas, in pixels. The line is its upper (or left)
/// side; thinner ones are crossed in one step by what is fast.
const LINE_DEPTH: i32 = 2;

/// What a tile does to the cell that it is in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stamp {
    /// The shapes within the cell, by surface: index into the sketch's cell shapes.
    pub cell: [Option<u32>; 3],
    /// The shapes that reach outside of it, relative to the cell's upper left corner.
    pub free: Vec<(Surface, Shape)>,
}

impl Stamp {
    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        self.free.is_empty() && self.cell.iter().all(Option::is_none)
    }
}

/// All geometry of a map, not yet worked out. Only the set of what was added counts, not the order.
#[derive(Clone, Debug)]
pub struct Sketch {
    cell: Point,
    /// Cell shapes with what they are made of, which is what they are recognised and ordered by.
    shapes: BTreeMap<Vec<Shape>, u32>,
    made: Vec<CellShape>,
    /// By surface and by the offset of the grid.
    grids: [BTreeMap<Point, Vec<Placed>>; 3],
    free: [Vec<Shape>; 3],
    lines: [Vec<Vec<Point>>; 3],
    pub effort: Effort,
}

/// What the sketch becomes.
#[derive(Clone, Debug, Default)]
pub struct Built {
    pub terrain: Terrain,
    pub edge_cells: Vec<Vec<IVec2>>,
    pub hazard_edges: Vec<Edge>,
    pub hazards: Vec<Area>,
}

impl Sketch {
    /// An empty sketch; cells have this size in units.
    pub fn new(cell: Point, limits: &Limits) -> Self {
        Self {
            cell,
            shapes: BTreeMap::new(),
            made: Vec::new(),
            grids: Default::default(),
            free: Default::default(),
            lines: Default::default(),
            effort: Effort(limits.edge_pairs),
        }
    }

    /// The index of the cell shape that these shapes make; `None` when there are none or they are too intricate.
    pub fn cell_shape(&mut self, mut shapes: Vec<Shape>) -> Option<u32> {
        shapes.sort_unstable();
        shapes.dedup();
        if shapes.is_empty() {
            return None;
        }
        if let Some(known) = self.shapes.get(&shapes) {
            return Some(*known);
        }
        if shapes.len() > 1 {
            self.effort.spend(shapes.iter().map(|s| s.polygon.len()).sum())?;
        }
        let polygons: Vec<Polygon> = shapes.iter().map(|s| s.polygon.clone()).collect();
        let parts = shapes.iter().flat_map(|s| s.parts.clone()).collect();
        let index = u32::try_from(self.made.len()).ok()?;
        self.made.push(CellShape::from_parts(self.cell, &polygons, parts));
        self.shapes.insert(shapes, index);
        Some(index)
    }

    /// Puts a stamp into a cell of a layer that is moved by `offset` units.
    pub fn place(&mut self, stamp: &Stamp, column: i32, row: i32, offset: Point) {
        let shift = |offset: i32, size: i32| (offset.rem_euclid(size), offset.div_euclid(size));
        let ((x, columns), (y, rows)) = (shift(offset.x, self.cell.x), shift(offset.y, self.cell.y));
        for (surface, shape) in stamp.cell.iter().enumerate() {
            if let Some(shape) = *shape {
                let placed = Placed { row: row + rows, column: column + columns, shape };
                self.grids[surface].entry(Point::new(x, y)).or_default().push(placed);
            }
        }
        let corner = Point::new(column * self.cell.x, row * self.cell.y).plus(offset);
        for (surface, shape) in &stamp.free {
            self.add(*surface, shape.moved(corner));
        }
    }

    /// Adds a shape that is part of no grid.
    pub fn add(&mut self, surface: Surface, shape: Shape) {
        self.free[surface as usize].push(shape);
    }

    /// Adds a line that is solid (or hurts) from both sides, or from above.
    pub fn add_line(&mut self, surface: Surface, line: &[Point]) {
        self.lines[surface as usize].push(straightened_line(line));
    }

    /// Works everything out. `None` when it is too much; the report says so.
    pub fn build(mut self, limits: &Limits, map: &str, report: &mut Report) -> Option<Built> {
        for list in &mut self.free {
            list.sort_unstable();
            list.dedup();
        }
        self.lines.iter_mut().for_each(|list| list.sort_unstable());
        if let Err(what) = self.affordable(limits) {
            report.error(Place::new(map, 0, ""), what, "use simpler shapes, or fewer that overlap");
            return None;
        }
        let Some(grids) = self.grids() else {
            let what = "tiles with intricate shapes lie on top of each other in too many cells";
            report.error(Place::new(map, 0, ""), what, "use simpler shapes, or fewer layers that collide");
            return None;
        };
        let all = || grids.iter().flatten();
        let too_many = if all().map(piece_count).sum::<usize>() > limits.pieces {
            Some(format!("the tiles' shapes fall into more than {} pieces", limits.pieces))
        } else if all().map(|cells| steps(cells).len()).sum::<usize>() > limits.edges {
            Some(format!("the tiles' outline has more than {} edges", limits.edges))
        } else {
            None
        };
        if let Some(what) = too_many {
            report.error(Place::new(map, 0, ""), what, "use simpler shapes, or make the map smaller");
            return None;
        }
        Some(self.worked_out(&grids))
    }

    /// Estimates how many pairs of edges the unions of free shapes compare.
    fn affordable(&mut self, limits: &Limits) -> Result<(), String> {
        let too_much = || "the shapes of the map overlap each other too often to be united".to_owned();
        for (free, grids) in self.free.iter().zip(&self.grids) {
            if free.len() > limits.free_shapes {
                return Err(format!(
                    "more than {} shapes that collide lie outside of the grid of cells",
                    limits.free_shapes
                ));
            }
            let boxes: Vec<_> = free.iter().map(|s| (bounds(&s.polygon), s.polygon.len() as u64)).collect();
            let placed = grids.values().map(|g| g.len() as u64).sum::<u64>();
            let mut pairs = 0_u64;
            for (i, (a, n)) in boxes.iter().enumerate() {
                let cells =
                    |from: i32, to: i32, size: i32| u64::from((to - from).unsigned_abs() / size.unsigned_abs() + 2);
                let covered = cells(a.0.x, a.1.x, self.cell.x) * cells(a.0.y, a.1.y, self.cell.y);
                pairs += n * covered.min(placed);
                let meets = |b: &(Point, Point)| a.0.x <= b.1.x && b.0.x <= a.1.x && a.0.y <= b.1.y && b.0.y <= a.1.y;
                pairs += boxes[i + 1..].iter().filter(|(b, _)| meets(b)).map(|(_, m)| n * m).sum::<u64>();
            }
            self.effort.0 = self.effort.0.checked_sub(pairs).ok_or_else(too_much)?;
        }
        Ok(())
    }

    /// The grids of every surface. Shapes are numbered by what they are, not by when they were first seen.
    fn grids(&mut self) -> Option<[Vec<Cells>; 3]> {
        let mut ranks = vec![0; self.made.len()];
        let mut shapes = Vec::with_capacity(self.made.len());
        for (rank, index) in (0..).zip(self.shapes.values()) {
            ranks[*index as usize] = rank;
            shapes.push(self.made[*index as usize].clone());
        }
        let mut result: [Vec<Cells>; 3] = Default::default();
        for (surface, grids) in self.grids.iter_mut().enumerate() {
            for (origin, mut placed) in std::mem::take(grids) {
                for p in &mut placed {
                    p.shape = ranks[p.shape as usize];
                }
                result[surface].push(Cells::new(self.cell, origin, shapes.clone(), placed, &mut self.effort)?);
            }
        }
        Some(result)
    }

    fn worked_out(&self, grids: &[Vec<Cells>; 3]) -> Built {
        let [solid, one_way, hazard] = [Surface::Solid, Surface::OneWay, Surface::Hazard];
        let loops = |s: Surface| {
            let free: Vec<Polygon> = self.free[s as usize].iter().map(|s| s.polygon.clone()).collect();
            outline(&grids[s as usize], &free)
        };
        let mut edges = Edges::default();
        for polygon in loops(solid) {
            edges.add(&polygon, true, Side::Outer, solid, &grids[solid as usize]);
        }
        for line in self.ribbons(&loops(one_way), grids) {
            edges.add(&line, false, Side::OneWay, one_way, &grids[one_way as usize]);
        }
        for line in &self.lines[solid as usize] {
            edges.add(line, false, Side::Both, solid, &[]);
        }
        let mut hurting = Edges::default();
        for polygon in loops(hazard) {
            hurting.add(&polygon, true, Side::Outer, hazard, &[]);
        }
        for line in &self.lines[hazard as usize] {
            hurting.add(line, false, Side::Both, hazard, &[]);
        }
        let mut pieces = Vec::new();
        for surface in [solid, one_way] {
            self.each_part(surface, &grids[surface as usize], |part| pieces.extend(piece(part, surface)));
        }
        let mut hazards = Vec::new();
        self.each_part(hazard, &grids[hazard as usize], |part| hazards.extend(area(part)));
        Built {
            terrain: Terrain::new(edges.list, pieces),
            edge_cells: edges.cells,
            hazard_edges: hurting.list,
            hazards,
        }
    }

    /// The upper sides of what is solid from above only.
    fn ribbons(&self, loops: &[Polygon], grids: &[Vec<Cells>; 3]) -> Vec<Vec<Point>> {
        let right = |(a, b): Step| if a.x <= b.x { (a, b) } else { (b, a) };
        let steps = self.lines[Surface::OneWay as usize].iter().flat_map(|l| l.windows(2).map(|w| (w[0], w[1])));
        let drawn: Vec<Step> = steps.map(right).filter(|(a, b)| a.x < b.x).collect();
        let free: Vec<&Polygon> = self.free[Surface::Solid as usize].iter().flat_map(|s| &s.parts).collect();
        let index = Grid::new(&free.iter().map(|p| aabb(p)).collect::<Vec<_>>(), Terrain::CELL);
        upper_sides(loops, &drawn, |min, max, visit| {
            grids[Surface::Solid as usize].iter().for_each(|cells| cells.parts_near(min, max, |part| visit(&part)));
            let area = Aabb::from_corners(min.to_pixels(), max.to_pixels()).grown(1.0);
            index.visit(&area, |i| visit(free[i as usize]));
        })
    }

    /// Every convex part of a surface: cells first, then free shapes, then lines.
    fn each_part(&self, surface: Surface, grids: &[Cells], mut visit: impl FnMut(&[Point])) {
        for cells in grids {
            for placed in cells.placed() {
                let corner = cells.corner(placed.column, placed.row);
                for part in cells.shapes()[placed.shape as usize].parts() {
                    visit(&part.iter().map(|p| p.plus(corner)).collect::<Vec<_>>());
                }
            }
        }
        self.free[surface as usize].iter().flat_map(|s| &s.parts).for_each(|part| visit(part));
        for line in &self.lines[surface as usize] {
            line.windows(2).for_each(|w| visit(&sliver(w[0], w[1])));
        }
    }
}

/// A line as a thin parallelogram: below it, or to the right of a line that is steep.
fn sliver(a: Point, b: Point) -> Polygon {
    let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
    let flat = (b.x - a.x) >= (b.y - a.y).abs();
    let by = if flat { Point::new(0, LINE_DEPTH * UNIT) } else { Point::new(LINE_DEPTH * UNIT, 0) };
    super::geometry::tidy(vec![a, b, b.plus(by), a.plus(by)])
}

/// Edges in chains, with the cells they come from.
#[derive(Default)]
struct Edges {
    list: Vec<Edge>,
    cells: Vec<Vec<IVec2>>,
    chains: u32,
}

impl Edges {
    /// Adds one chain through these corners.
    fn add(&mut self, corners: &[Point], closed: bool, side: Side, surface: Surface, grids: &[Cells]) {
        let first = index(self.list.len());
        let count = index(if closed { corners.len() } else { corners.len().saturating_sub(1) });
        for (i, (a, b)) in (0..count).zip(super::geometry::edges(corners)) {
            let neighbour = |there: bool, at: u32| (there || closed).then_some(first + at % count);
            self.list.push(Edge {
                segment: Segment::new(a.to_pixels(), b.to_pixels()),
                normal: normal(b.from(a)),
                side,
                tag: surface.tag(),
                chain: self.chains,
                prev: neighbour(i > 0, i + count - 1),
                next: neighbour(i + 1 < count, i + 1),
            });
            let cells = grids.iter().flat_map(|cells| cells.along((a, b)));
            self.cells.push(cells.map(|(column, row)| IVec2::new(column, row)).collect());
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

fn aabb(polygon: &[Point]) -> Aabb {
    let (min, max) = bounds(polygon);
    Aabb::from_corners(min.to_pixels(), max.to_pixels())
}

fn piece(part: &[Point], surface: Surface) -> Option<Piece> {
    let (min, max) = bounds(part);
    let is_box = part.len() == 4 && rectangle(min, max).iter().all(|c| part.contains(c));
    let plain = if is_box {
        Piece::solid_box(aabb(part))
    } else {
        Piece::convex(&part.iter().map(|p| p.to_pixels()).collect::<Vec<_>>())?
    };
    Some(Piece { one_way: surface == Surface::OneWay, tag: surface.tag(), ..plain })
}

fn area(part: &[Point]) -> Option<Area> {
    (part.len() > 2).then(|| Area { aabb: aabb(part), corners: part.iter().map(|p| p.to_pixels()).collect() })
}
