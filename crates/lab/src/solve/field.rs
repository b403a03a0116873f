//! Distances to a goal through free space, weighted by the effort to get there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;

use seamwalker_collide::{Aabb, CollisionView, Mover, Space};
use seamwalker_level::{Level, Object, ObjectKind};
use seamwalker_sim::Feel;

/// Square cells over a level and the sky above it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grid {
    /// The corner of the first cell, px.
    pub corner: Vec2,
    /// Columns and rows.
    pub size: (usize, usize),
}

/// Distances to a goal, by cells.
#[derive(Clone, Debug)]
pub struct DistanceField {
    pub(super) grid: Grid,
    /// By row, then by column: the distance to the goal, px; infinite in walls and without a path.
    left: Vec<f32>,
}

/// The height of the field above the level, px: a jump and a dash.
const SKY: f32 = 160.0;

/// Half the side of the box that must have room in a cell, px.
const CELL_ROOM: f32 = 3.5;

/// The effort of a move sideways through the air, as a factor of its length.
const SIDEWAYS_EFFORT: f32 = 0.35;

/// The effort at a wall, px: players can jump off walls.
const WALL_EFFORT: f32 = 24.0;

/// The height of a jump and of a dash, px.
const JUMP_HEIGHT: f32 = 64.0;
const DASH_HEIGHT: f32 = 72.0;

/// The cost of a cell grows by one for every so many px of effort beyond a jump.
const EFFORT_UNIT: f32 = 12.0;

/// A whole number in the order of `total_cmp`: binary heaps need one.
pub(super) const fn cost(value: f32) -> i32 {
    let bits = value.to_bits().cast_signed();
    // The other bits of a negative number count downwards.
    bits ^ ((bits >> 31) & i32::MAX)
}

impl Grid {
    /// The side of a cell, px.
    pub const CELL: f32 = 8.0;

    /// The grid of a level.
    pub fn new(level: &Level) -> Self {
        let corner = level.bounds.min() - Vec2::new(0.0, SKY);
        let size = (level.bounds.max() - corner) / Self::CELL;
        Self { corner, size: (size.x.ceil().max(1.0) as usize, size.y.ceil().max(1.0) as usize) }
    }

    /// The number of cells.
    pub const fn cells(&self) -> usize {
        self.size.0.saturating_mul(self.size.1)
    }

    /// The cell of a place; `None` outside the grid.
    pub(super) fn cell(&self, place: Vec2) -> Option<usize> {
        let at = (place - self.corner) / Self::CELL;
        let inside = at.min_element() >= 0.0 && at.x < self.size.0 as f32 && at.y < self.size.1 as f32;
        inside.then(|| at.y as usize * self.size.0 + at.x as usize)
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: usize) -> Vec2 {
        let (x, y) = (cell % self.size.0, cell / self.size.0);
        self.corner + (Vec2::new(x as f32, y as f32) + 0.5) * Self::CELL
    }

    /// The cells that a box may touch.
    pub(super) fn near(&self, aabb: &Aabb) -> impl Iterator<Item = usize> + use<> {
        let (width, height) = self.size;
        let (min, max) = ((aabb.min() - self.corner) / Self::CELL, (aabb.max() - self.corner) / Self::CELL);
        // Casts saturate: boxes to the left of the grid or above it start at 0.
        let range = |min: f32, max: f32, end: usize| (min - 1.0) as usize..((max + 2.0) as usize).min(end);
        let (columns, rows) = (range(min.x, max.x, width), range(min.y, max.y, height));
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }

    /// The neighbours of a cell, with their direction.
    fn around(&self, cell: usize) -> impl Iterator<Item = (usize, i32, i32)> + use<> {
        let (width, height) = (self.size.0 as i32, self.size.1 as i32);
        let (x, y) = ((cell % self.size.0) as i32, (cell / self.size.0) as i32);
        let steps = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
        let inside = move |&(dx, dy): &(i32, i32)| (0..width).contains(&(x + dx)) && (0..height).contains(&(y + dy));
        steps.into_iter().filter(inside).map(move |(dx, dy)| (((y + dy) * width + x + dx) as usize, dx, dy))
    }

    /// Which cells have room for a small box and do not hurt.
    fn free(&self, level: &Level) -> Vec<bool> {
        let space = Space { terrain: level.terrain.clone(), ..Space::default() };
        let place = |cell| Aabb::new(self.middle(cell), Vec2::splat(CELL_ROOM));
        let mover = |cell| Mover::new(place(cell)).with_skin(0.0);
        let has_room = |cell| space.overlap(CollisionView::Pieces, &mover(cell)) < CELL_ROOM;
        let mut free: Vec<bool> = (0..self.cells()).map(has_room).collect();
        for area in level.hazards.iter().map(|area| area.aabb.grown(-2.0)) {
            self.near(&area).for_each(|cell| free[cell] &= !area.overlaps(&place(cell)));
        }
        free
    }

    /// The height of the jump that is needed to be in each cell, px: 0 on ground, negative over a spring.
    fn effort(&self, level: &Level, free: &[bool]) -> Vec<f32> {
        let mut effort = vec![f32::INFINITY; free.len()];
        let mut begin = |cell: usize, value: f32| {
            if free.get(cell) == Some(&true) {
                effort[cell] = effort[cell].min(value);
            }
        };
        let is_solid = |cell: usize| free.get(cell) == Some(&false);
        for cell in 0..free.len() {
            if is_solid(cell + self.size.0) {
                begin(cell, 0.0);
            }
            if is_solid(cell.wrapping_sub(1)) || is_solid(cell + 1) {
                begin(cell, WALL_EFFORT);
            }
        }
        for (area, value) in starts(level) {
            let Some(from) = self.cell(area.min().max(self.corner)) else { continue };
            let columns = ((area.size().x / Self::CELL).ceil() as usize + 1).min(self.size.0 - from % self.size.0);
            let rows = ((area.max().y - area.min().y) / Self::CELL).ceil() as usize + 1;
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| from + row * self.size.0 + column));
            cells.for_each(|cell| begin(cell, value));
        }
        self.spread(free, &mut effort, |value, _, dx, dy| {
            let climb = if dy < 0 { Self::CELL } else { 0.0 };
            value + climb + if dx == 0 { 0.0 } else { Self::CELL * SIDEWAYS_EFFORT }
        });
        effort
    }

    /// The distance to the goals through free space. Cells that a jump does not reach cost more.
    fn distances(&self, free: &[bool], effort: &[f32], dash: bool, goals: &[Aabb]) -> Vec<f32> {
        let jump = if dash { JUMP_HEIGHT + DASH_HEIGHT } else { JUMP_HEIGHT } * (Feel::default().jump / 210.0);
        let mut left = vec![f32::INFINITY; free.len()];
        for goal in goals {
            let half = Vec2::splat(Self::CELL * 0.5);
            let cells = self.near(goal).filter(|&cell| goal.overlaps(&Aabb::new(self.middle(cell), half)));
            cells.for_each(|cell| left[cell] = 0.0);
        }
        self.spread(free, &mut left, |value, cell, dx, dy| {
            // The path leads from the neighbour to `cell`: upwards if `dy` is positive.
            let up = if dy > 0 { 1.4 } else { 1.0 };
            let way = if dx != 0 && dy != 0 { 1.414 } else { 1.0 };
            let hard = 1.0 + ((effort[cell] - jump) / EFFORT_UNIT).clamp(0.0, 20.0);
            value + Self::CELL * way * up * hard
        });
        left
    }

    /// Spreads values from cell to cell, the least first. `next_value` is the value of a neighbour: from that of a cell, the cell, and
    /// the direction.
    fn spread(&self, free: &[bool], values: &mut [f32], next_value: impl Fn(f32, usize, i32, i32) -> f32) {
        let starts = values.iter().enumerate().filter(|(_, value)| value.is_finite());
        let mut open: BinaryHeap<_> = starts.map(|(cell, value)| Reverse((cost(*value), cell))).collect();
        while let Some(Reverse((least, cell))) = open.pop() {
            if least > cost(values[cell]) {
                continue;
            }
            for (next, dx, dy) in self.around(cell) {
                let value = next_value(values[cell], cell, dx, dy);
                if free[next] && value < values[next] {
                    values[next] = value;
                    open.push(Reverse((cost(value), next)));
                }
            }
        }
    }
}

/// Areas that need no jump, and springs, which replace one.
fn starts(level: &Level) -> Vec<(Aabb, f32)> {
    let cell = Vec2::new(0.0, Grid::CELL);
    let mut starts = Vec::new();
    for edge in level.terrain.edges().iter().filter(|edge| edge.normal.y < -0.6) {
        let ribbon = edge.segment.aabb();
        starts.push((Aabb::from_corners(ribbon.min() - cell, ribbon.max() - Vec2::new(0.0, 1.0)), 0.0));
    }
    starts.extend(level.ladders.iter().chain(&level.waters).map(|area| (area.aabb, 0.0)));
    for Object { aabb, kind, .. } in &level.objects {
        match kind {
            ObjectKind::Platform(platform) => {
                let half = platform.turning.as_ref().map_or(aabb.half, |turning| Vec2::splat(turning.reach()));
                starts.extend(platform.track.iter().map(|point| (Aabb::new(*point, half + cell), 0.0)));
                starts.extend(platform.track.windows(2).map(|pair| {
                    let way = Aabb::from_corners(pair[0], pair[1]);
                    (Aabb::new(way.center, way.half + aabb.half + cell), 0.0)
                }));
            }
            ObjectKind::Spring { height, .. } => starts.push((aabb.grown(Grid::CELL), -height + JUMP_HEIGHT)),
            ObjectKind::Wind { .. }
            | ObjectKind::DashSpool
            | ObjectKind::Crate { .. }
            | ObjectKind::RollingSpool { .. } => starts.push((aabb.grown(Grid::CELL), 0.0)),
            kind if kind.flight().is_some() => starts.push((aabb.grown(Grid::CELL), 0.0)),
            _ => {}
        }
    }
    starts
}

impl DistanceField {
    /// The distances to some boxes in a level. Doors count as open, and the tracks of platforms as ground.
    pub fn new(level: &Level, goals: &[Aabb]) -> Self {
        let grid = Grid::new(level);
        let free = grid.free(level);
        let effort = grid.effort(level, &free);
        let left = grid.distances(&free, &effort, level.meta.dash, goals);
        Self { grid, left }
    }

    /// The distance to the goal from a position, px.
    pub fn left(&self, place: Vec2) -> f32 {
        self.grid.cell(place).map_or(f32::INFINITY, |cell| self.left[cell])
    }

    /// The positions along the path to the goal, one in each cell.
    pub(super) fn way(&self, from: Vec2) -> Vec<Vec2> {
        let mut way = Vec::new();
        let mut at = self.grid.cell(from);
        // Ends because the distance becomes shorter with every step.
        while let Some(cell) = at.filter(|&cell| self.left[cell].is_finite()) {
            way.push(self.grid.middle(cell));
            let next =
                self.grid.around(cell).map(|(next, ..)| next).min_by(|a, b| self.left[*a].total_cmp(&self.left[*b]));
            at = next.filter(|&next| self.left[next] < self.left[cell]);
        }
        way
    }

    /// The centre of the cell with a path to the goal that is nearest to some boxes, and its distance from them, px.
    pub(super) fn nearest_to(&self, boxes: &[Aabb]) -> Option<(Vec2, f32)> {
        let cells = (0..self.left.len()).filter(|&cell| self.left[cell].is_finite()).map(|cell| self.grid.middle(cell));
        let distance = |place: Vec2| boxes.iter().map(move |aabb| aabb.closest_point(place).distance(place));
        let far = |place: Vec2| distance(place).min_by(f32::total_cmp).map(|far| (place, far));
        cells.filter_map(far).min_by(|a, b| a.1.total_cmp(&b.1))
    }
}
