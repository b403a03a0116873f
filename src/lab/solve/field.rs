//! Distances to a goal through free space, weighted by the effort to get there.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use glam::Vec2;

use crate::collide::{Aabb, CollisionView, Mover, Space};
use crate::lab::Observer;
use crate::level::{Level, ObjectKind};
use crate::sim::Feel;

/// Distances to a goal, by cells.
#[derive(Clone, Debug)]
pub struct DistanceField {
    /// The corner of the first cell, px.
    pub(super) corner: Vec2,
    /// Columns and rows.
    pub(super) size: (usize, usize),
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

/// The cells that a box may touch, in a field with this corner and size.
pub(super) fn cells_near(corner: Vec2, (width, height): (usize, usize), aabb: &Aabb) -> impl Iterator<Item = usize> {
    let (min, max) = ((aabb.min() - corner) / DistanceField::CELL, (aabb.max() - corner) / DistanceField::CELL);
    // Casts saturate: boxes to the left of the field or above it start at 0.
    let range = |min: f32, max: f32, end: usize| (min - 1.0) as usize..((max + 2.0) as usize).min(end);
    let (columns, rows) = (range(min.x, max.x, width), range(min.y, max.y, height));
    rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
}

/// A number with a total order.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Cost(pub f32);

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl DistanceField {
    /// The side of a cell, px.
    pub const CELL: f32 = 8.0;

    /// The distances to some boxes in a level. Doors count as open, and the tracks of platforms as ground. `None` if the observer
    /// cancelled.
    #[must_use]
    pub fn new(level: &Level, goals: &[Aabb], observer: &dyn Observer) -> Option<Self> {
        let (corner, size) = Self::grid(level);
        let mut field = Self { corner, size, left: Vec::new() };
        let free = field.free(level, observer)?;
        let effort = field.effort(level, &free, observer)?;
        field.left = field.distances(&free, &effort, level.meta.dash, goals, observer)?;
        Some(field)
    }

    /// The number of cells of a level's field.
    pub(super) fn cells(level: &Level) -> usize {
        let (_, (columns, rows)) = Self::grid(level);
        columns.saturating_mul(rows)
    }

    /// The corner of the first cell, and the number of columns and rows.
    fn grid(level: &Level) -> (Vec2, (usize, usize)) {
        let corner = level.bounds.min() - Vec2::new(0.0, SKY);
        let size = (level.bounds.max() - corner) / Self::CELL;
        (corner, (size.x.ceil().max(1.0) as usize, size.y.ceil().max(1.0) as usize))
    }

    /// The distance to the goal from a position, px.
    #[must_use]
    pub fn left(&self, place: Vec2) -> f32 {
        self.cell(place).map_or(f32::INFINITY, |cell| self.left[cell])
    }

    /// The positions along the path to the goal, one in each cell.
    pub(super) fn way(&self, from: Vec2) -> Vec<Vec2> {
        let mut way = Vec::new();
        let mut at = self.cell(from);
        // Ends because the distance becomes shorter with every step.
        while let Some(cell) = at.filter(|&cell| self.left[cell].is_finite()) {
            way.push(self.middle(cell));
            let next = self.around(cell).map(|(next, ..)| next).min_by(|a, b| self.left[*a].total_cmp(&self.left[*b]));
            at = next.filter(|&next| self.left[next] < self.left[cell]);
        }
        way
    }

    /// The cell at a position.
    pub(super) fn cell(&self, place: Vec2) -> Option<usize> {
        let at = (place - self.corner) / Self::CELL;
        let inside = at.min_element() >= 0.0 && at.x < self.size.0 as f32 && at.y < self.size.1 as f32;
        inside.then(|| at.y as usize * self.size.0 + at.x as usize)
    }

    fn middle(&self, cell: usize) -> Vec2 {
        let (x, y) = (cell % self.size.0, cell / self.size.0);
        self.corner + (Vec2::new(x as f32, y as f32) + 0.5) * Self::CELL
    }

    /// The centre of the cell with a path to the goal that is nearest to some boxes, and its distance from them, px.
    pub(super) fn nearest_to(&self, boxes: &[Aabb]) -> Option<(Vec2, f32)> {
        let cells = (0..self.left.len()).filter(|&cell| self.left[cell].is_finite()).map(|cell| self.middle(cell));
        let distance = |place: Vec2| boxes.iter().map(move |aabb| aabb.closest_point(place).distance(place));
        let far = |place: Vec2| distance(place).min_by(f32::total_cmp).map(|far| (place, far));
        cells.filter_map(far).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Whether each cell has room and no hazard.
    fn free(&self, level: &Level, observer: &dyn Observer) -> Option<Vec<bool>> {
        let mut cancel = CancelCheck::of(observer);
        let space = Space { terrain: level.terrain.clone(), ..Space::default() };
        let place = |cell| Aabb::new(self.middle(cell), Vec2::splat(CELL_ROOM));
        let mut free = vec![false; self.size.0 * self.size.1];
        for (cell, free) in free.iter_mut().enumerate() {
            cancel.go_on()?;
            *free = space.overlap(CollisionView::Pieces, &Mover::new(place(cell)).with_skin(0.0)) < CELL_ROOM;
        }
        for area in level.hazards.iter().map(|area| area.aabb.grown(-2.0)) {
            for cell in cells_near(self.corner, self.size, &area) {
                cancel.go_on()?;
                free[cell] &= !area.overlaps(&place(cell));
            }
        }
        Some(free)
    }

    /// The neighbours of a cell, and their offsets in cells.
    fn around(&self, cell: usize) -> impl Iterator<Item = (usize, i32, i32)> {
        let (width, height) = (self.size.0 as i32, self.size.1 as i32);
        let (x, y) = ((cell % self.size.0) as i32, (cell / self.size.0) as i32);
        let steps = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
        let inside = move |&(dx, dy): &(i32, i32)| (0..width).contains(&(x + dx)) && (0..height).contains(&(y + dy));
        steps.into_iter().filter(inside).map(move |(dx, dy)| (((y + dy) * width + x + dx) as usize, dx, dy))
    }

    /// The height of the jump that is needed to be in each cell, px: 0 on ground, negative over a spring.
    fn effort(&self, level: &Level, free: &[bool], observer: &dyn Observer) -> Option<Vec<f32>> {
        let mut cancel = CancelCheck::of(observer);
        let mut effort = vec![f32::INFINITY; free.len()];
        let mut open = BinaryHeap::new();
        let mut begin = |cell: usize, value: f32| {
            if free[cell] && value < effort[cell] {
                effort[cell] = value;
                open.push(Reverse((Cost(value), cell)));
            }
        };
        let ribbons: Vec<Aabb> = level
            .terrain
            .edges()
            .iter()
            .filter(|e| e.normal.y < -0.6)
            .map(|e| Aabb::around([e.segment.a, e.segment.b]).unwrap_or_default())
            .collect();
        for cell in (0..free.len()).filter(|&cell| free[cell]) {
            let below = cell + self.size.0;
            if below < free.len() && !free[below] {
                begin(cell, 0.0);
            }
            let beside = |step: usize| free.get(step).is_some_and(|free| !free);
            if beside(cell.wrapping_sub(1)) || beside(cell + 1) {
                begin(cell, WALL_EFFORT);
            }
        }
        let mut begin_in = |area: Aabb, value: f32| {
            let (from, to) = (self.cell(area.min().max(self.corner)), area.max());
            let Some(from) = from else { return };
            let columns = ((area.size().x / Self::CELL).ceil() as usize + 1).min(self.size.0 - from % self.size.0);
            let rows = ((to.y - area.min().y) / Self::CELL).ceil() as usize + 1;
            for row in 0..rows {
                for column in 0..columns {
                    let cell = from + row * self.size.0 + column;
                    if cell < free.len() {
                        begin(cell, value);
                    }
                }
            }
        };
        for ribbon in ribbons {
            begin_in(
                Aabb::from_corners(ribbon.min() - Vec2::new(0.0, Self::CELL), ribbon.max() - Vec2::new(0.0, 1.0)),
                0.0,
            );
        }
        level.ladders.iter().chain(&level.waters).for_each(|area| begin_in(area.aabb, 0.0));
        for object in &level.objects {
            match &object.kind {
                ObjectKind::Platform(platform) => {
                    for point in &platform.track {
                        begin_in(Aabb::new(*point, object.aabb.half + Vec2::new(0.0, Self::CELL)), 0.0);
                    }
                    for pair in platform.track.windows(2) {
                        let way = Aabb::from_corners(pair[0], pair[1]);
                        begin_in(Aabb::new(way.center, way.half + object.aabb.half + Vec2::new(0.0, Self::CELL)), 0.0);
                    }
                }
                ObjectKind::Spring { height, .. } => begin_in(object.aabb.grown(Self::CELL), -height + JUMP_HEIGHT),
                ObjectKind::Wind { .. }
                | ObjectKind::DashSpool
                | ObjectKind::Crate { .. }
                | ObjectKind::RollingSpool { .. } => begin_in(object.aabb.grown(Self::CELL), 0.0),
                kind if kind.flight().is_some() => begin_in(object.aabb.grown(Self::CELL), 0.0),
                _ => {}
            }
        }
        while let Some(Reverse((Cost(value), cell))) = open.pop() {
            cancel.go_on()?;
            if value > effort[cell] {
                continue;
            }
            for (next, dx, dy) in self.around(cell) {
                let climb = if dy < 0 { Self::CELL } else { 0.0 };
                let cost = value + climb + if dx == 0 { 0.0 } else { Self::CELL * SIDEWAYS_EFFORT };
                if free[next] && cost < effort[next] {
                    effort[next] = cost;
                    open.push(Reverse((Cost(cost), next)));
                }
            }
        }
        Some(effort)
    }

    fn distances(
        &self,
        free: &[bool],
        effort: &[f32],
        dash: bool,
        goals: &[Aabb],
        observer: &dyn Observer,
    ) -> Option<Vec<f32>> {
        let mut cancel = CancelCheck::of(observer);
        let jump = if dash { JUMP_HEIGHT + DASH_HEIGHT } else { JUMP_HEIGHT } * (Feel::default().jump / 210.0);
        let mut left = vec![f32::INFINITY; free.len()];
        let mut open = BinaryHeap::new();
        for goal in goals {
            for cell in cells_near(self.corner, self.size, goal) {
                let place = Aabb::new(self.middle(cell), Vec2::splat(Self::CELL * 0.5));
                if goal.overlaps(&place) {
                    left[cell] = 0.0;
                    open.push(Reverse((Cost(0.0), cell)));
                }
            }
        }
        while let Some(Reverse((Cost(value), cell))) = open.pop() {
            cancel.go_on()?;
            if value > left[cell] {
                continue;
            }
            let hard = 1.0 + ((effort[cell] - jump) / EFFORT_UNIT).clamp(0.0, 20.0);
            for (next, dx, dy) in self.around(cell) {
                // The path leads from `next` to `cell`: upwards if `dy` is positive.
                let up = if dy > 0 { 1.4 } else { 1.0 };
                let way = if dx != 0 && dy != 0 { 1.414 } else { 1.0 };
                let cost = value + Self::CELL * way * up * hard;
                if free[next] && cost < left[next] {
                    left[next] = cost;
                    open.push(Reverse((Cost(cost), next)));
                }
            }
        }
        Some(left)
    }
}

/// Asks an observer rarely whether the work is cancelled: asking every time would cost as much as the work.
struct CancelCheck<'a> {
    observer: &'a dyn Observer,
    calls: u32,
}

/// The number of calls per question to the observer.
const CALLS_PER_CHECK: u32 = 4096;

impl<'a> CancelCheck<'a> {
    const fn of(observer: &'a dyn Observer) -> Self {
        Self { observer, calls: 0 }
    }

    /// `None` if the work is cancelled.
    fn go_on(&mut self) -> Option<()> {
        self.calls = self.calls.wrapping_add(1);
        (!self.calls.is_multiple_of(CALLS_PER_CHECK) || !self.observer.is_cancelled()).then_some(())
    }
}
