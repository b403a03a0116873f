//! Collects everything that collides, hurts, or is a place to be in, and turns it into edges, pieces and areas.
//!
//! All ground that touches is one solid, whatever it is made of, and has one outline; `patches.rs` says afterwards of what
//! each part of that outline is made. So there is no edge where two materials meet, and nothing to catch on.

use std::collections::BTreeMap;

use glam::{IVec2, Vec2};

use super::geometry::{Point, Polygon, UNIT, bounds, rectangle};
use super::outline::{
    CellShape, Cells, Effort, Placed, Step, outline, piece_count, steps, straightened_line, upper_sides,
};
use super::patches::{Parts, Patch, patches};
use super::report::{Place, Report};
use super::shapes::Shape;
use super::{Area, Limits, Material, Surface};
use crate::collide::{Aabb, Direction, Edge, Piece, Segment, Side, Terrain};

/// How thick a line drawn by hand is for those who know only boxes and areas, in pixels. The line is its upper (or left)
/// side; thinner ones are crossed in one step by what is fast.
const LINE_DEPTH: i32 = 2;

/// How many materials a map may have. Each takes a list of all shapes of tiles, so that a map with a new one in every tile
/// would take gigabytes.
const MOST_MATERIALS: usize = 64;

/// What a tile does to the cell that it is in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stamp {
    /// The shapes within the cell: of what, and index into the sketch's cell shapes.
    pub cell: Vec<(Material, u32)>,
    /// The shapes that reach outside of it, relative to the cell's upper left corner.
    pub free: Vec<(Material, Shape)>,
}

impl Stamp {
    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        self.free.is_empty() && self.cell.is_empty()
    }

    /// Whether it is more than a place to climb or to swim in.
    pub fn is_terrain(&self) -> bool {
        let materials = self.cell.iter().map(|(m, _)| m).chain(self.free.iter().map(|(m, _)| m));
        materials.into_iter().any(|m| !matches!(m.surface, Surface::Ladder | Surface::Water))
    }
}

/// Everything of one material.
#[derive(Clone, Debug, Default)]
struct Batch {
    /// By the offset of the grid.
    grids: BTreeMap<Point, Vec<Placed>>,
    free: Vec<Shape>,
    lines: Vec<Vec<Point>>,
}

impl Batch {
    /// Only what was added counts, not the order.
    fn tidy(&mut self) {
        self.free.sort_unstable();
        self.free.dedup();
        self.lines.sort_unstable();
    }

    /// Adds another batch's shapes. Lines stay what they are.
    fn add(&mut self, other: &Self) {
        for (origin, placed) in &other.grids {
            self.grids.entry(*origin).or_default().extend(placed);
        }
        self.free.extend(other.free.iter().cloned());
    }
}

/// The same with the grids laid out.
#[derive(Clone, Debug, Default)]
pub struct Laid {
    pub cells: Vec<Cells>,
    pub free: Vec<Shape>,
    lines: Vec<Vec<Point>>,
}

impl Laid {
    fn loops(&self) -> Vec<Polygon> {
        let free: Vec<Polygon> = self.free.iter().map(|s| s.polygon.clone()).collect();
        outline(&self.cells, &free)
    }

    /// Every convex part: cells first, then free shapes, then lines, which are thin below the side `up`.
    fn each_part(&self, up: Direction, mut visit: impl FnMut(&[Point])) {
        for cells in &self.cells {
            for placed in cells.placed() {
                let corner = cells.corner(placed.column, placed.row);
                for part in cells.shapes()[placed.shape as usize].parts() {
                    visit(&part.iter().map(|p| p.plus(corner)).collect::<Vec<_>>());
                }
            }
        }
        self.free.iter().flat_map(|s| &s.parts).for_each(|part| visit(part));
        self.lines.iter().flat_map(|line| line.windows(2)).for_each(|w| visit(&sliver(w[0], w[1], up)));
    }
}

/// All geometry of a map, not yet worked out. Only the set of what was added counts, not the order.
#[derive(Clone, Debug)]
pub struct Sketch {
    cell: Point,
    /// Cell shapes with what they are made of, which is what they are recognised and ordered by.
    shapes: BTreeMap<Vec<Shape>, u32>,
    made: Vec<CellShape>,
    batches: BTreeMap<Material, Batch>,
    pub effort: Effort,
}

/// What the sketch becomes.
#[derive(Clone, Debug, Default)]
pub struct Built {
    pub terrain: Terrain,
    pub edge_cells: Vec<Vec<IVec2>>,
    pub hazard_edges: Vec<Edge>,
    pub hazards: Vec<Area>,
    pub ladders: Vec<Area>,
    pub waters: Vec<Area>,
}

impl Sketch {
    /// An empty sketch; cells have this size in units.
    pub fn new(cell: Point, limits: &Limits) -> Self {
        Self {
            cell,
            shapes: BTreeMap::new(),
            made: Vec::new(),
            batches: BTreeMap::new(),
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
        for (material, shape) in &stamp.cell {
            let placed = Placed { row: row + rows, column: column + columns, shape: *shape };
            self.batch(*material).grids.entry(Point::new(x, y)).or_default().push(placed);
        }
        let corner = Point::new(column * self.cell.x, row * self.cell.y).plus(offset);
        for (material, shape) in &stamp.free {
            self.add(*material, shape.moved(corner));
        }
    }

    /// Adds a shape that is part of no grid.
    pub fn add(&mut self, material: Material, shape: Shape) {
        self.batch(material).free.push(shape);
    }

    /// Adds a line that is solid (or hurts) from both sides, or from one.
    pub fn add_line(&mut self, material: Material, line: &[Point]) {
        self.batch(material).lines.push(straightened_line(line));
    }

    fn batch(&mut self, material: Material) -> &mut Batch {
        self.batches.entry(material).or_default()
    }

    /// Works everything out. `None` when it is too much; the report says so.
    pub fn build(mut self, limits: &Limits, map: &str, report: &mut Report) -> Option<Built> {
        let mut batches = std::mem::take(&mut self.batches);
        batches.values_mut().for_each(Batch::tidy);
        if batches.len() > MOST_MATERIALS {
            let what = format!("the map has {} materials, more than {MOST_MATERIALS}", batches.len());
            report.error(Place::new(map, 0, ""), what, "give conveyors the same few speeds");
            return None;
        }
        let united = united(&batches);
        let outlined =
            batches.iter().filter(|(m, _)| united.is_none() || !m.surface.is_ground()).map(|(_, batch)| batch);
        let outlined: Vec<&Batch> = united.iter().chain(outlined).collect();
        if let Err(what) = self.affordable(&outlined, limits) {
            report.error(Place::new(map, 0, ""), what, "use simpler shapes, or fewer that overlap");
            return None;
        }
        let Some(plan) = self.plan(batches, united) else {
            let what = "tiles with intricate shapes lie on top of each other in too many cells";
            report.error(Place::new(map, 0, ""), what, "use simpler shapes, or fewer layers that collide");
            return None;
        };
        let pieces = plan.laid.values().flat_map(|laid| &laid.cells).map(piece_count).sum::<usize>();
        let edges = plan.outlined().flat_map(|laid| &laid.cells).map(|cells| steps(cells).len()).sum::<usize>();
        let too_many = if pieces > limits.pieces {
            Some(format!("the tiles' shapes fall into more than {} pieces", limits.pieces))
        } else if edges > limits.edges {
            Some(format!("the tiles' outline has more than {} edges", limits.edges))
        } else {
            None
        };
        if let Some(what) = too_many {
            report.error(Place::new(map, 0, ""), what, "use simpler shapes, or make the map smaller");
            return None;
        }
        Some(plan.worked_out())
    }

    /// Estimates how many pairs of edges the unions of free shapes compare.
    fn affordable(&mut self, outlined: &[&Batch], limits: &Limits) -> Result<(), String> {
        let too_much = || "the shapes of the map overlap each other too often to be united".to_owned();
        for Batch { grids, free, .. } in outlined {
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

    /// Lays out the grids of every material. Shapes are numbered by what they are, not by when they were first seen.
    fn plan(&mut self, batches: BTreeMap<Material, Batch>, united: Option<Batch>) -> Option<Plan> {
        let mut ranks = vec![0; self.made.len()];
        let mut shapes = Vec::with_capacity(self.made.len());
        for (rank, index) in (0..).zip(self.shapes.values()) {
            ranks[*index as usize] = rank;
            shapes.push(self.made[*index as usize].clone());
        }
        let mut lay = |batch: Batch| {
            let mut laid = Laid { cells: Vec::new(), free: batch.free, lines: batch.lines };
            for (origin, mut placed) in batch.grids {
                for p in &mut placed {
                    p.shape = ranks[p.shape as usize];
                }
                laid.cells.push(Cells::new(self.cell, origin, shapes.clone(), placed, &mut self.effort)?);
            }
            Some(laid)
        };
        let united = match united {
            Some(batch) => Some(lay(batch)?),
            None => None,
        };
        let mut laid = BTreeMap::new();
        for (material, batch) in batches {
            laid.insert(material, lay(batch)?);
        }
        Some(Plan { laid, united })
    }
}

/// All ground as one, where it is of more than one material.
fn united(batches: &BTreeMap<Material, Batch>) -> Option<Batch> {
    let mut grounds = batches.iter().filter(|(m, _)| m.surface.is_ground()).map(|(_, batch)| batch).peekable();
    let first = grounds.next()?;
    grounds.peek()?;
    let mut all = Batch { lines: Vec::new(), ..first.clone() };
    grounds.for_each(|batch| all.add(batch));
    all.tidy();
    Some(all)
}

/// Everything laid out.
struct Plan {
    laid: BTreeMap<Material, Laid>,
    /// All ground together, where it is of more than one material.
    united: Option<Laid>,
}

impl Plan {
    /// What has an outline of its own.
    fn outlined(&self) -> impl Iterator<Item = &Laid> {
        let alone =
            self.laid.iter().filter(|(m, _)| self.united.is_none() || !m.surface.is_ground()).map(|(_, laid)| laid);
        self.united.iter().chain(alone)
    }

    /// The materials of this kind, in order.
    fn of(&self, is: fn(Surface) -> bool) -> impl Iterator<Item = (Material, &Laid)> {
        self.laid.iter().filter(move |(m, _)| is(m.surface)).map(|(m, laid)| (*m, laid))
    }

    fn worked_out(&self) -> Built {
        let mut edges = Edges::default();
        let mut pieces = Vec::new();
        let nothing = Laid::default();
        let ground = self.united.as_ref().or_else(|| self.of(Surface::is_ground).next().map(|(_, laid)| laid));
        let ground = ground.unwrap_or(&nothing);
        let materials: Vec<(Material, Parts)> =
            self.of(Surface::is_ground).map(|(material, laid)| (material, Parts::new(laid))).collect();
        for polygon in ground.loops() {
            edges.add(&patches(&polygon, &materials), Side::Outer, &ground.cells);
        }
        let solids = Parts::new(ground);
        for (material, laid) in self.of(|s| s == Surface::OneWay) {
            for line in faces(&laid.loops(), &laid.lines, material.direction, &solids) {
                edges.add(&Patch::line(&line, material), Side::OneWay, &laid.cells);
            }
        }
        for (material, laid) in self.of(|s| s == Surface::Ladder) {
            let up = Direction::Up;
            for line in faces(&laid.loops(), &[], up, &solids) {
                edges.add(&Patch::line(&line, material), Side::OneWay, &laid.cells);
                let steps = line.windows(2).filter_map(|w| piece(&sliver(w[0], w[1], up), material));
                pieces.extend(steps.map(|step| Piece { one_way: Some(up), ..step }));
            }
        }
        for (material, laid) in self.of(Surface::is_ground) {
            laid.lines.iter().for_each(|line| edges.add(&Patch::line(line, material), Side::Both, &[]));
        }
        let mut solid = Vec::new();
        for (material, laid) in self.of(|s| !s.is_area()) {
            laid.each_part(material.direction, |part| solid.extend(piece(part, material)));
        }
        solid.append(&mut pieces);
        let mut hurting = Edges::default();
        for (material, laid) in self.of(|s| s == Surface::Hazard) {
            laid.loops().iter().for_each(|l| hurting.add(&Patch::closed(l, material), Side::Outer, &[]));
            laid.lines.iter().for_each(|line| hurting.add(&Patch::line(line, material), Side::Both, &[]));
        }
        Built {
            terrain: Terrain::new(edges.list, solid),
            edge_cells: edges.cells,
            hazard_edges: hurting.list,
            hazards: self.areas(Surface::Hazard),
            ladders: self.areas(Surface::Ladder),
            waters: self.areas(Surface::Water),
        }
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

/// The sides from which something is solid that is one-way, as open lines. The problem is turned until that side is up.
fn faces(loops: &[Polygon], lines: &[Vec<Point>], direction: Direction, solids: &Parts) -> Vec<Vec<Point>> {
    let up = |p: &Point| upright(*p, direction);
    let back = |p: &Point| turned_back(*p, direction);
    let right = |(a, b): Step| if a.x <= b.x { (a, b) } else { (b, a) };
    let loops: Vec<Polygon> = loops.iter().map(|polygon| polygon.iter().map(up).collect()).collect();
    let steps = lines.iter().flat_map(|l| l.windows(2).map(|w| (up(&w[0]), up(&w[1]))));
    let drawn: Vec<Step> = steps.map(right).filter(|(a, b)| a.x < b.x).collect();
    let lines = upper_sides(&loops, &drawn, |min, max, visit| {
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

/// Edges in chains, with the cells they come from.
#[derive(Default)]
struct Edges {
    list: Vec<Edge>,
    cells: Vec<Vec<IVec2>>,
    chains: u32,
}

impl Edges {
    /// Adds one chain of patches, which is closed if it is the outline of something.
    fn add(&mut self, patches: &[Patch], side: Side, grids: &[Cells]) {
        let first = index(self.list.len());
        let count = index(patches.len());
        let closed = side == Side::Outer;
        for (i, patch) in (0..count).zip(patches) {
            let neighbour = |there: bool, at: u32| (there || closed).then_some(first + at % count);
            self.list.push(Edge {
                segment: Segment::new(patch.a.to_pixels(), patch.b.to_pixels()),
                normal: normal(patch.way),
                side,
                tag: patch.material.tag(),
                chain: self.chains,
                prev: neighbour(i > 0, i + count - 1),
                next: neighbour(i + 1 < count, i + 1),
            });
            let cells = grids.iter().flat_map(|cells| cells.along((patch.a, patch.b)));
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

fn area(part: &[Point]) -> Option<Area> {
    (part.len() > 2).then(|| Area { aabb: aabb(part), corners: part.iter().map(|p| p.to_pixels()).collect() })
}
