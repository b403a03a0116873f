//! Collects everything that collides, and all areas, while layers and objects are read.

use std::collections::BTreeMap;

use crate::geometry::{Point, Polygon, bounds, boxes_touch, rectangle};
use crate::ground::material_geometry::MaterialGeometry;
use crate::ground::shapes::Shape;
use crate::ground::terrain::{LevelGeometry, OutlineSource};
use crate::limits::{Limits, or_raise};
use crate::model::{Material, Surface};
use crate::outline::{CellRun, CellShape, Effort, ShapeGrid, add_run, straightened_line};
use crate::report::{Place, Report};

/// Maximum number of materials of a map. Each has its own list of all tile shapes, so a new material in every tile would take
/// gigabytes.
const MAX_MATERIALS: usize = 64;

/// The collision of a tile in a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileCollision {
    /// Shapes inside the cell: material, and index into the builder's cell shapes.
    pub cell: Vec<(Material, u32)>,
    /// Shapes that extend beyond the cell, relative to its upper left corner.
    pub free: Vec<(Material, Shape)>,
}

impl TileCollision {
    /// Whether there is no collision.
    pub fn is_empty(&self) -> bool {
        self.free.is_empty() && self.cell.is_empty()
    }

    /// Whether it has more than ladders and water.
    pub fn is_terrain(&self) -> bool {
        let materials = self.cell.iter().map(|(m, _)| m).chain(self.free.iter().map(|(m, _)| m));
        materials.into_iter().any(|m| !matches!(m.surface, Surface::Ladder | Surface::Water))
    }
}

/// All shapes of one material.
#[derive(Clone, Debug, Default)]
struct Batch {
    /// Runs by the offset of their grid.
    grids: BTreeMap<Point, Vec<CellRun>>,
    free: Vec<Shape>,
    /// Whether further free shapes are dropped.
    is_full: bool,
    lines: Vec<Vec<Point>>,
}

impl Batch {
    /// Sorts and removes duplicates, so that the order of additions does not matter.
    fn tidy(&mut self) {
        self.free.sort();
        self.free.dedup();
        self.lines.sort();
    }

    /// Adds the shapes of another batch, except lines.
    fn add(&mut self, other: &Self) {
        for (origin, runs) in &other.grids {
            self.grids.entry(*origin).or_default().extend(runs);
        }
        self.free.extend(other.free.iter().cloned());
    }
}

/// Why no geometry can be built: place, description and remedy.
type Refusal = (Place, String, String);

/// The shapes of all maps, before any outline is computed. Only the set of shapes matters, not the order in which they are
/// added.
#[derive(Clone, Debug, Default)]
pub struct CollisionBuilder {
    cell: Point,
    /// Cell shapes, identified and ordered by the shapes that they consist of.
    shapes: BTreeMap<Vec<Shape>, u32>,
    cell_shapes: Vec<CellShape>,
    batches: BTreeMap<Material, Batch>,
    pub effort: Effort,
    /// How many more runs of cells there may be.
    runs_left: usize,
    /// Maximum number of shapes of one material outside the grid.
    free_shapes: usize,
    /// The layer or object being read, for messages.
    pub current_place: Place,
    /// The layer with the most runs of cells, and their number: the place to name if the map is too large.
    busiest: (usize, Option<Place>),
    /// The first place with too many runs, shapes or materials.
    too_many_runs: Option<Place>,
    too_many_shapes: Option<Place>,
    too_many_materials: Option<Place>,
    /// The first shape outside the grid.
    first_shape: Option<Place>,
}

impl CollisionBuilder {
    /// An empty builder for cells of this size in units.
    pub fn new(cell: Point, limits: &Limits) -> Self {
        Self {
            cell,
            effort: Effort(limits.edge_pairs),
            // Each run has two ends, and nearly every end makes an edge.
            runs_left: limits.edges,
            free_shapes: limits.free_shapes,
            ..Self::default()
        }
    }

    /// Whether a layer with this many runs of cells fits. If not, records the place for the report.
    pub fn has_room(&mut self, runs: usize) -> bool {
        let fits = runs <= self.runs_left;
        if !fits {
            self.too_many_runs.get_or_insert_with(|| self.current_place.clone());
        }
        fits
    }

    /// The index of the cell shape that consists of these shapes; `None` if there are none or they are too complex.
    pub fn cell_shape(&mut self, mut shapes: Vec<Shape>) -> Option<u32> {
        shapes.sort();
        shapes.dedup();
        if shapes.is_empty() {
            return None;
        }
        if let Some(known) = self.shapes.get(&shapes) {
            return Some(*known);
        }
        if shapes.len() > 1 {
            self.effort.pay((shapes.iter().map(|s| s.polygon.len()).sum::<usize>() as u64).saturating_pow(2))?;
        }
        let polygons: Vec<Polygon> = shapes.iter().map(|s| s.polygon.clone()).collect();
        let parts = shapes.iter().flat_map(|s| s.parts.clone()).collect();
        let index = u32::try_from(self.cell_shapes.len()).ok()?;
        self.cell_shapes.push(CellShape::from_parts(self.cell, &polygons, parts));
        self.shapes.insert(shapes, index);
        Some(index)
    }

    /// Places tile collisions into the cells of a layer with an offset in units. The shape of a run is an index into
    /// `collisions`.
    pub fn place(&mut self, collisions: &[TileCollision], runs: &[CellRun], offset: Point) {
        let shift = |offset: i32, size: i32| (offset.rem_euclid(size), offset.div_euclid(size));
        let ((x, columns), (y, rows)) = (shift(offset.x, self.cell.x), shift(offset.y, self.cell.y));
        // Look up materials once per collision, not once per run.
        let mut lists: Vec<(Material, Vec<CellRun>)> = Vec::new();
        let mut list_of = |material: Material| {
            let known = lists.iter().position(|(m, _)| *m == material);
            known.unwrap_or_else(|| {
                lists.push((material, Vec::new()));
                lists.len() - 1
            })
        };
        let shapes =
            |collision: &TileCollision| collision.cell.iter().map(|(m, shape)| (list_of(*m), *shape)).collect();
        let table: Vec<Vec<(usize, u32)>> = collisions.iter().map(shapes).collect();
        self.runs_left = self.runs_left.saturating_sub(runs.len());
        if runs.len() > self.busiest.0 {
            self.busiest = (runs.len(), Some(self.current_place.clone()));
        }
        for run in runs {
            for (list, shape) in &table[run.shape as usize] {
                let run = CellRun { row: run.row + rows, column: run.column + columns, shape: *shape, ..*run };
                add_run(&mut lists[*list].1, run);
            }
        }
        for (material, mut runs) in lists {
            let grid = self.batch(material).grids.entry(Point::new(x, y)).or_default();
            if grid.is_empty() { *grid = runs } else { grid.append(&mut runs) }
        }
        for run in runs.iter().filter(|run| !collisions[run.shape as usize].free.is_empty()) {
            for column in run.column..run.end() {
                let corner = Point::new(column * self.cell.x, run.row * self.cell.y).plus(offset);
                for (material, shape) in &collisions[run.shape as usize].free {
                    self.add(*material, || shape.moved(corner));
                }
            }
        }
    }

    /// Adds a shape outside the grid. If there are too many of one material, no more of them are kept.
    fn add(&mut self, material: Material, shape: impl FnOnce() -> Shape) {
        let max_shapes = self.free_shapes;
        self.first_shape.get_or_insert_with(|| self.current_place.clone());
        let Batch { free, is_full, .. } = self.batch(material);
        if *is_full {
            return;
        }
        free.push(shape());
        // Remove duplicates only now and then.
        if free.len() > max_shapes.saturating_mul(2) {
            free.sort();
            free.dedup();
            *is_full = free.len() > max_shapes;
            if *is_full {
                self.too_many_shapes.get_or_insert_with(|| self.current_place.clone());
            }
        }
    }

    /// Adds a shape of an object. One that fills a cell of the grid counts as that cell: some programs write all their tiles as
    /// objects.
    pub fn add_of_object(&mut self, material: Material, shape: Shape) {
        let (min, max) = bounds(&shape.polygon);
        let is_corner = |p: &Point| (p.x == min.x || p.x == max.x) && (p.y == min.y || p.y == max.y);
        let is_aligned = min.x.rem_euclid(self.cell.x) == 0 && min.y.rem_euclid(self.cell.y) == 0;
        let fills = is_aligned && max == min.plus(self.cell) && shape.polygon.len() == 4;
        if !fills || !shape.polygon.iter().all(is_corner) {
            return self.add(material, || shape);
        }
        let whole = Shape::new(rectangle(Point::default(), self.cell));
        if let (true, Some(shape)) = (self.has_room(1), self.cell_shape(vec![whole])) {
            self.runs_left -= 1;
            let (row, column) = (min.y / self.cell.y, min.x / self.cell.x);
            let runs = self.batch(material).grids.entry(Point::default()).or_default();
            add_run(runs, CellRun { row, column, length: 1, shape });
        }
    }

    /// Adds a line that collides from both sides, or from one if it is one-way.
    pub fn add_line(&mut self, material: Material, line: &[Point]) {
        self.batch(material).lines.push(straightened_line(line));
    }

    fn batch(&mut self, material: Material) -> &mut Batch {
        if self.batches.len() >= MAX_MATERIALS && !self.batches.contains_key(&material) {
            self.too_many_materials.get_or_insert_with(|| self.current_place.clone());
        }
        self.batches.entry(material).or_default()
    }

    /// The layer with the most runs of cells: the place to name if the map is too large.
    pub fn busiest(&self) -> Option<Place> {
        self.busiest.1.clone()
    }

    /// Builds the geometry. `None` if it is too large or complex; the report then names the layer or object to simplify, or
    /// else the map.
    pub fn build(mut self, limits: &Limits, map: &Place, report: &Report) -> Option<LevelGeometry> {
        if let Some(place) = self.leave_out_shapes(limits) {
            let what = format!("more than {} colliding shapes lie outside the grid of cells", limits.free_shapes);
            let help = "further ones are left out; use simpler shapes, make the map smaller";
            report.warn(place, what, or_raise(help, "free_shapes"));
        }
        self.try_build(limits, map).map_err(|(place, what, help)| report.error(place, what, help)).ok()
    }

    /// Sorts all shapes, and leaves out those outside the grid that are too many: of all ground, which is united, of the materials
    /// with the most shapes, and of each other material. Returns the place to name if there are any.
    fn leave_out_shapes(&mut self, limits: &Limits) -> Option<Place> {
        let (mut ground, mut is_too_much) = (limits.free_shapes, self.too_many_shapes.is_some());
        self.batches.values_mut().for_each(Batch::tidy);
        let mut batches: Vec<_> = self.batches.iter_mut().collect();
        batches.sort_by_key(|(_, batch)| batch.free.len());
        for (material, batch) in batches {
            let mut own = limits.free_shapes;
            let room = if material.surface.is_ground() { &mut ground } else { &mut own };
            is_too_much |= batch.free.len() > *room;
            batch.free.truncate(*room);
            *room -= batch.free.len();
        }
        let place = self.too_many_shapes.as_ref().or(self.first_shape.as_ref());
        place.filter(|_| is_too_much).cloned()
    }

    fn try_build(mut self, limits: &Limits, map: &Place) -> Result<LevelGeometry, Refusal> {
        let too_many_edges = || format!("the tiles' outline has more than {} edges", limits.edges);
        let raise = |limit: &str| or_raise("use simpler shapes, make the map smaller", limit);
        let accept = |place: Option<Place>, what: String, help: String| match place {
            Some(place) => Err((place, what, help)),
            None => Ok(()),
        };
        let busiest = self.busiest().unwrap_or_else(|| map.clone());
        accept(self.too_many_runs.take(), too_many_edges(), raise("edges"))?;
        let batches = std::mem::take(&mut self.batches);
        let what = format!("the map has {} materials, more than {MAX_MATERIALS}", batches.len());
        accept(self.too_many_materials.take(), what, "use fewer different conveyor speeds".to_owned())?;
        let first_shape = self.first_shape.take().unwrap_or_else(|| map.clone());
        let united = united(&batches);
        let outlined =
            batches.iter().filter(|(m, _)| united.is_none() || !m.surface.is_ground()).map(|(_, batch)| batch);
        let outlined: Vec<&Batch> = united.iter().chain(outlined).collect();
        self.check_union_effort(&outlined).ok_or_else(|| {
            let what = "the shapes of the map overlap each other too often to be united".to_owned();
            (first_shape, what, raise("edge_pairs"))
        })?;
        let source = self.outline_source(batches, united).ok_or_else(|| {
            let what = "tiles with complex shapes overlap in too many cells";
            (busiest.clone(), what.to_owned(), or_raise("use simpler shapes, fewer layers that collide", "edge_pairs"))
        })?;
        let too_many_pieces = (source.part_count() > limits.pieces).then(|| busiest.clone());
        let what = format!("the tiles' shapes fall into more than {} pieces", limits.pieces);
        accept(too_many_pieces, what, raise("pieces"))?;
        source.build(limits.edges).ok_or_else(|| (busiest, too_many_edges(), raise("edges")))
    }

    /// Charges the effort for the pairs of edges that unions of free shapes will compare; `None` if it is too much.
    fn check_union_effort(&mut self, outlined: &[&Batch]) -> Option<()> {
        for Batch { grids, free, .. } in outlined {
            let boxes: Vec<_> = free.iter().map(|s| (bounds(&s.polygon), s.polygon.len() as u64)).collect();
            let placed = grids.values().flatten().map(|run| u64::from(run.length.unsigned_abs())).sum::<u64>();
            let mut pairs = 0_u64;
            for (i, (a, n)) in boxes.iter().enumerate() {
                let cells =
                    |from: i32, to: i32, size: i32| u64::from((to - from).unsigned_abs() / size.unsigned_abs() + 2);
                let covered = cells(a.0.x, a.1.x, self.cell.x) * cells(a.0.y, a.1.y, self.cell.y);
                pairs += n * covered.min(placed);
                pairs += boxes[i + 1..].iter().filter(|(b, _)| boxes_touch(*a, *b)).map(|(_, m)| n * m).sum::<u64>();
            }
            self.effort.pay(pairs)?;
        }
        Some(())
    }

    /// Builds the grids of every material. Shapes are numbered by content, not by when they were added.
    fn outline_source(&mut self, batches: BTreeMap<Material, Batch>, united: Option<Batch>) -> Option<OutlineSource> {
        let mut ranks = vec![0; self.cell_shapes.len()];
        let mut shapes = Vec::with_capacity(self.cell_shapes.len());
        for (rank, index) in (0..).zip(self.shapes.values()) {
            ranks[*index as usize] = rank;
            shapes.push(self.cell_shapes[*index as usize].clone());
        }
        let mut build_geometry = |batch: Batch| {
            let mut geometry = MaterialGeometry { free: batch.free, lines: batch.lines, ..MaterialGeometry::default() };
            for (origin, mut runs) in batch.grids {
                for run in &mut runs {
                    run.shape = ranks[run.shape as usize];
                }
                geometry.cells.push(ShapeGrid::new(self.cell, origin, shapes.clone(), runs, &mut self.effort)?);
            }
            Some(geometry)
        };
        let united = united.map_or(Some(None), |batch| build_geometry(batch).map(Some))?;
        let by_material = batches.into_iter().map(|(material, batch)| Some((material, build_geometry(batch)?)));
        Some(OutlineSource { by_material: by_material.collect::<Option<_>>()?, united })
    }
}

/// All ground combined, if there is more than one ground material.
fn united(batches: &BTreeMap<Material, Batch>) -> Option<Batch> {
    let mut grounds = batches.iter().filter(|(m, _)| m.surface.is_ground()).map(|(_, batch)| batch).peekable();
    let first = grounds.next()?;
    grounds.peek()?;
    let mut all = Batch { lines: Vec::new(), ..first.clone() };
    grounds.for_each(|batch| all.add(batch));
    all.tidy();
    Some(all)
}
