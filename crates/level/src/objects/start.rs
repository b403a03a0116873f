//! Where a player starts on a map without a Player: at an object named for it, or else at a good place on the ground.

use std::cell::RefCell;
use std::cmp::Reverse;

use glam::Vec2;
use tiled::PropertyValue;

use crate::ground::OutlineSource;
use crate::model::Area;
use crate::names::{is_in, is_thing, telling_words};
use crate::objects::item::Item;
use seamwalker_collide::{Aabb, Side, Terrain};

/// Names and classes of objects where other games start, best first, with spaces between them.
const NAMES: &str = "player hero playerstart playerspawn playerstartpoint playerspawnpoint playerposition playerstartposition \
     playerpos playerstarts playerspawns herostart herospawn startpoint startpoints startingpoint startposition \
     startingposition startpos startlocation levelstart spawnpoint spawnpoints spawnposition start starts spawn playerstartend \
     entrance";

/// Half of the size that is kept free for a player, in pixels.
const HALF: Vec2 = Vec2::new(6.0, 11.0);

/// How far above the ground a player is placed, in pixels: a start in the air only falls.
const ABOVE: f32 = 1.0;

/// The steepest ground to start on: the vertical part of its normal.
const FLOOR: f32 = -0.7;

/// The side of the cells in which a way is looked for, in pixels. Larger maps have larger cells.
const CELL: f32 = 8.0;

/// The most cells. More find narrower ways in large maps, and take longer.
const MAX_CELLS: f32 = 1_048_576.0;

/// How far a player gets in the air, in steps of a cell sideways: a cell up takes as much as three, one down nothing.
const JUMP: u8 = 22;

/// How many areas as large as the map are compared, so many more small ones. More are found where a map has many, and take longer.
const MAX_AREAS: usize = 16;

/// The distance from the border of the map that is kept where possible, in pixels, and half the width of even ground.
const MARGIN: f32 = 24.0;

/// Places that are nearer to the left border, or to the lower one, by less than this are as good, in pixels.
const NEAR: f32 = 96.0;

/// How much farther a floor beside a named place counts than one below it.
const SIDEWAYS: f32 = 4.0;

/// A start must lead to this part of the largest area; a named one to one part of so many.
const MOST: f32 = 0.7;
const NOWHERE: usize = 16;

/// How well an object fits a start, and the word that says so: its class, its name, a property of its own or of its tile, or else its
/// layer or a group around it. Less is better.
pub fn object_rank(item: &Item) -> Option<(usize, String)> {
    let object = &item.object;
    let tile = object.get_tile();
    let tile = tile.as_ref().and_then(tiled::ObjectTile::get_tile);
    let properties = object.properties.iter().chain(tile.iter().flat_map(|tile| &tile.properties));
    let by_property = properties.filter_map(|(name, value)| match value {
        PropertyValue::StringValue(text) if is_in("kind", &name.to_lowercase()) => Some(text),
        PropertyValue::BoolValue(true) => Some(name),
        _ => None,
    });
    let words = [&item.class, &object.name].into_iter().chain(by_property);
    let own = words.filter_map(|word| Some((rank(word)?, word.clone()))).min();
    // What else lies on the layer of the start has a name of its own. A layer says less than any name of an object.
    let is_unnamed = item.class.is_empty() && !is_thing(&object.name);
    let mut around = item.flat.named().names().filter(|_| is_unnamed);
    own.or_else(|| around.find_map(|name| Some((rank(name)? + NAMES.len(), name.to_owned()))))
}

/// How well a name fits that of a start; less is better.
pub fn rank(name: &str) -> Option<usize> {
    let plain = telling_words(name).concat();
    NAMES.split(' ').position(|known| known == plain)
}

/// An object named like the place where a player starts.
pub struct FoundStart {
    /// How well its name fits; less is better.
    pub rank: usize,
    pub feet: Vec2,
    pub name: String,
}

/// The ground of a level, to look for a place.
pub struct Ground<'a> {
    pub terrain: &'a Terrain,
    pub source: &'a OutlineSource,
    /// What a start must not touch, and no way leads through: hazards and exits.
    pub avoided: Vec<Aabb>,
    /// Where a player climbs or swims.
    pub open: [&'a [Area]; 2],
    pub bounds: Aabb,
}

impl Ground<'_> {
    /// The box of a player whose feet are at a place.
    pub fn player_at(feet: Vec2) -> Aabb {
        Aabb::new(feet - Vec2::Y * HALF.y, HALF)
    }

    /// The player on the ground nearest to the named place that leads farthest, and its name. Where all of them lead nowhere, or
    /// without any, another place: on the ground of the largest area that a player can walk, jump and fall through, near its left
    /// or its lower end, not at the border of the map, not on a brink. An area from which one can fall out of the map counts half, so
    /// that a closed room comes before its own roof. `None` if no place has room.
    pub fn best_place(&self, named: &[FoundStart]) -> Option<(Aabb, Option<String>)> {
        let cells = Cells::new(self);
        let leads_to = |cell: usize| cells.reached(cell).floors.len();
        let mut seen = vec![false; cells.free.len()];
        let (mut floors, mut left) = (cells.floors(), MAX_AREAS * seen.len());
        let areas = std::iter::from_fn(|| {
            let reached = cells.reached(floors.find(|cell| !seen[*cell])?);
            reached.floors.iter().for_each(|cell| seen[*cell] = true);
            left = left.checked_sub(reached.cells)?;
            Some(reached)
        });
        let best = areas.min_by_key(|area| Reverse(area.floors.len() * if area.leads_out { 1 } else { 2 }));
        let Some(Reached { floors: mut places, .. }) = best else {
            // Without any ground the map is only shown.
            let start = named.first().filter(|_| self.terrain.edges().is_empty())?;
            return Some((Self::player_at(start.feet), Some(start.name.clone())));
        };
        let floors = named.iter().take(MAX_AREAS).filter_map(|start| Some((start, cells.nearest_floor(start.feet)?)));
        let farthest = floors.map(|(start, cell)| (leads_to(cell), start, cell)).min_by_key(|(far, ..)| Reverse(*far));
        if let Some((_, start, cell)) = farthest.filter(|(far, ..)| far * NOWHERE >= places.len()) {
            return Some((Self::player_at(cells.feet(cell)), Some(start.name.clone())));
        }
        places.sort_by_cached_key(|cell| cells.order(*cell));
        // Not all of them lead to all others: it may have been a fall that led there.
        let leads_far = |cell: &&usize| leads_to(**cell) as f32 >= MOST * places.len() as f32;
        let mut few = places.iter().step_by(places.len().div_ceil(MAX_AREAS));
        let cell = few.find(leads_far).or(places.first())?;
        Some((Self::player_at(cells.feet(*cell)), None))
    }
}

/// A map in cells, by row and then by column.
struct Cells {
    corner: Vec2,
    side: f32,
    columns: usize,
    rows: usize,
    /// Where a player has room whose feet are at the lower end of the cell.
    free: Vec<bool>,
    /// Where a player climbs or swims.
    open: Vec<bool>,
    /// The height of the ground that one can stand on in a cell; infinite where there is none.
    floor: Vec<f32>,
    /// For each cell the effort to reach it, the largest number between two searches.
    effort: RefCell<Vec<u8>>,
}

/// What can be reached from a place.
struct Reached {
    /// The cells in which one can stand.
    floors: Vec<usize>,
    /// Whether one can fall out of the map.
    leads_out: bool,
    /// The number of cells on the way.
    cells: usize,
}

impl Cells {
    fn new(ground: &Ground) -> Self {
        let size = ground.bounds.size();
        let mut side = CELL;
        while (size.x / side).ceil() * (size.y / side).ceil() > MAX_CELLS {
            side *= 2.0;
        }
        // The middle of a tile is that of a cell: a shaft may be no wider.
        let corner = ground.bounds.min() - Vec2::X * (side * 0.5);
        let [columns, rows] = (size / side + Vec2::X).ceil().max(Vec2::ONE).as_uvec2().to_array().map(|n| n as usize);
        let count = columns * rows;
        let (free, open, floor) = (vec![true; count], vec![false; count], vec![f32::INFINITY; count]);
        let effort = RefCell::new(vec![u8::MAX; count]);
        let mut cells = Self { corner, side, columns, rows, free, open, floor, effort };
        for cell in 0..count {
            let x = cells.place(cell).x - ground.bounds.min().x;
            cells.free[cell] = x >= HALF.x && x + HALF.x <= size.x;
        }
        ground.source.pieces_near(&ground.bounds, |piece| {
            let solid = piece.solid();
            if piece.one_way.is_none() {
                cells.mark(&solid.aabb, |cells, cell, player| cells.free[cell] &= solid.depth(player) <= 0.0);
            }
        });
        for aabb in &ground.avoided {
            cells.mark(aabb, |cells, cell, _| cells.free[cell] = false);
        }
        for area in ground.open.into_iter().flatten() {
            cells.mark(&area.aabb, |cells, cell, _| cells.open[cell] = true);
        }
        for edge in ground.terrain.edges() {
            let (a, b) = (edge.segment.a, edge.segment.b);
            let run = (b - a).abs();
            if edge.normal.y <= FLOOR || edge.side == Side::Both && run.x > run.y {
                cells.add_floor(a, b);
            }
        }
        cells
    }

    /// Visits the cells in which a player would overlap a box.
    fn mark(&mut self, aabb: &Aabb, mut visit: impl FnMut(&mut Self, usize, &Aabb)) {
        let [first, last] = [aabb.min() - HALF * 2.0, aabb.max() + HALF * 2.0].map(|at| (at - self.corner) / self.side);
        let rows = first.y.max(0.0) as usize..(last.y.max(0.0).ceil() as usize + 1).min(self.rows);
        let columns = first.x.max(0.0) as usize..(last.x.max(0.0).ceil() as usize + 1).min(self.columns);
        for cell in rows.flat_map(|row| columns.clone().map(move |column| (row, column))) {
            let cell = cell.0 * self.columns + cell.1;
            let player = Ground::player_at(self.place(cell));
            if player.overlaps(aabb) {
                visit(self, cell, &player);
            }
        }
    }

    fn add_floor(&mut self, a: Vec2, b: Vec2) {
        let column = |x: f32| ((x - self.corner.x) / self.side - 0.5).clamp(-1.0, self.columns as f32);
        let columns = column(a.x.min(b.x)).ceil() as usize..(column(a.x.max(b.x)).floor() + 1.0) as usize;
        for column in columns.start..columns.end.min(self.columns) {
            let x = self.corner.x + (column as f32 + 0.5) * self.side;
            let y = a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x));
            let row = ((y - self.corner.y) / self.side).floor() - 1.0;
            if row >= 0.0 && (row as usize) < self.rows {
                let cell = row as usize * self.columns + column;
                self.floor[cell] = self.floor[cell].min(y);
            }
        }
    }

    /// The middle of the lower side of a cell.
    fn place(&self, cell: usize) -> Vec2 {
        let (row, column) = (cell / self.columns, cell % self.columns);
        self.corner + Vec2::new(column as f32 + 0.5, row as f32 + 1.0) * self.side
    }

    /// The feet of a player that starts in a cell.
    fn feet(&self, cell: usize) -> Vec2 {
        Vec2::new(self.place(cell).x, self.floor[cell] - ABOVE)
    }

    /// Whether one can stand in a cell.
    fn is_floor(&self, cell: usize) -> bool {
        self.free[cell] && self.floor[cell].is_finite()
    }

    /// The cells in which one can stand, from the left.
    fn floors(&self) -> impl Iterator<Item = usize> {
        let columns = (0..self.columns).flat_map(|column| (0..self.rows).rev().map(move |row| (row, column)));
        columns.map(|(row, column)| row * self.columns + column).filter(|cell| self.is_floor(*cell))
    }

    /// The floor nearest to a named place, of those that a player can reach from there if there is room: rather below than beside it.
    fn nearest_floor(&self, feet: Vec2) -> Option<usize> {
        let at = (feet - self.corner) / self.side;
        let (row, column) = ((at.y.ceil() as usize).clamp(1, self.rows) - 1, (at.x as usize).min(self.columns - 1));
        let cell = row * self.columns + column;
        let below = if self.free[cell] { self.reached(cell).floors } else { Vec::new() };
        let floors = if below.is_empty() { self.floors().collect() } else { below };
        let way = |cell: &usize| ((self.feet(*cell) - feet).abs() * Vec2::new(SIDEWAYS, 1.0)).element_sum();
        floors.into_iter().min_by(|a, b| way(a).total_cmp(&way(b)))
    }

    /// What can be reached from a cell: with the least effort first.
    fn reached(&self, from: usize) -> Reached {
        let mut effort = self.effort.borrow_mut();
        let mut seen = vec![from];
        let mut open: [Vec<usize>; JUMP as usize + 1] = Default::default();
        let mut reached = Reached { floors: Vec::new(), leads_out: false, cells: 0 };
        effort[from] = 0;
        open[0].push(from);
        while let Some(least) = open.iter().position(|cells| !cells.is_empty()) {
            let Some(cell) = open[least].pop() else { break };
            if usize::from(effort[cell]) != least {
                continue;
            }
            let (row, column) = (cell / self.columns, cell % self.columns);
            if least == 0 && self.is_floor(cell) {
                reached.floors.push(cell);
            }
            reached.leads_out |= row + 1 == self.rows && !self.is_floor(cell);
            let ways = [
                (row > 0, cell.wrapping_sub(self.columns), 3),
                (row + 1 < self.rows, cell + self.columns, 0),
                (column > 0, cell.wrapping_sub(1), 1),
                (column + 1 < self.columns, cell + 1, 1),
            ];
            for (_, next, cost) in ways.into_iter().filter(|(is_inside, next, _)| *is_inside && self.free[*next]) {
                let rests = self.is_floor(next) || self.open[next];
                let cost = if rests { 0 } else { least as u8 + cost };
                if cost < effort[next] && cost <= JUMP {
                    if effort[next] == u8::MAX {
                        seen.push(next);
                    }
                    effort[next] = cost;
                    open[usize::from(cost)].push(next);
                }
            }
        }
        reached.cells = seen.len();
        seen.into_iter().for_each(|cell| effort[cell] = u8::MAX);
        reached
    }

    /// By which places to start are sorted: even ground away from the border first, then the end of the map.
    fn order(&self, cell: usize) -> (bool, i32, i32) {
        let (at, far) = (self.place(cell) - self.corner, (MARGIN / self.side).ceil() as usize);
        let size = Vec2::new(self.columns as f32, self.rows as f32) * self.side;
        let column = cell % self.columns;
        let is_even = |other: usize| {
            let near = [Some(other), other.checked_sub(self.columns), Some(other + self.columns)];
            near.into_iter().flatten().any(|cell| cell < self.free.len() && self.is_floor(cell))
        };
        let is_inside = column >= far && column + far < self.columns;
        let is_good = is_inside && (cell - far..=cell + far).all(is_even) && !self.open[cell];
        let (x, y) = ((at.x / NEAR) as i32, ((size.y - at.y) / NEAR) as i32);
        let (end, height) = if size.x >= size.y { (x, (size.y - at.y) as i32) } else { (y, at.x as i32) };
        (!is_good, end, height)
    }
}
