//! What is wrong with the ground of a map that can be played: holes, steps and walls that the designer did not mean.

use std::collections::BTreeSet;

use glam::{IVec2, Vec2};

use crate::check::checker::Checker;
use crate::level::Level;
use crate::model::drawn::{Layer, LayerContent};
use crate::model::object::{Object, ObjectKind, Platform, Start};
use seamwalker_collide::{Aabb, CollisionView, Edge, Mover, Side, Space};

/// What a designer calls a layer on which somebody stands.
const SOLID_NAMES: [&str; 8] = ["ground", "solid", "wall", "floor", "terrain", "collision", "cloth", "fabric"];

/// How high a jump leads with the usual feel, in pixels; `tests/level/check.rs` measures it.
const JUMP: f32 = 56.0;

/// A platform at a stop may be so deep in a wall, in pixels.
const IN_WALL: f32 = 1.0;

/// A floor's normal points up at least so far (cosine): 60 degrees, a little less steep than the steepest tile.
const FLOOR: f32 = 0.5;

/// The normal of a slope points aside at least so far (sine): flatter is flat.
const SLOPED: f32 = 0.1;

/// So many edges make a notch at most: down, along the bottom, up.
const NOTCH_EDGES: usize = 3;

impl Checker<'_> {
    /// Everything about the ground.
    pub fn ground(&mut self, level: &Level) {
        self.bare_tiles(level);
        self.traps(level);
        self.notches(level);
        self.stops(level);
    }

    /// Tiles on a layer that is named like solid ground, with nothing to stand on: each once, where it is first.
    fn bare_tiles(&mut self, level: &Level) {
        let mut reported = BTreeSet::new();
        for layer in level.layers.iter().filter(|layer| is_named_solid(&layer.name)) {
            for (at, tile) in tiles(layer) {
                let middle = middle(level, at) + layer.offset;
                let Some(kind) = level.tiles.get(tile as usize).filter(|tile| tile.class.is_empty()) else { continue };
                let area = Aabb::new(middle, level.tile_size.as_vec2() * 0.5);
                if reported.contains(&tile) || does_something(level, &area) || !reported.insert(tile) {
                    continue;
                }
                let what =
                    format!("tile {} of '{}' has neither class nor shape: nobody stands on it", kind.id, kind.tileset);
                let help = "give it a class or a shape in its tileset, or paint it on a layer for decoration";
                // Told as the layer counts its cells.
                self.warn_cell(&layer.name, middle, |_| at, what, help);
            }
        }
    }

    /// Pits one tile wide that are deeper than a jump and hold nothing that helps. Whoever falls in has only the jumps from
    /// wall to wall, and a newcomer does not know them.
    fn traps(&mut self, level: &Level) {
        let Some(walls) = Walls::of(level) else {
            let what = "the map is too wide for pits to be looked for";
            return self.warn_map(what, "let the parts lie closer together, or check the maps of a world one by one");
        };
        for bottom in walls.cells().filter(|&at| !walls.has(at) && walls.has(at + IVec2::Y)) {
            let beside = |at: IVec2| walls.has(at - IVec2::X) && walls.has(at + IVec2::X);
            let shaft = (0..).map(|up| bottom - IVec2::Y * up).take_while(|&at| beside(at) && !walls.has(at));
            let depth = shaft.count() as i32;
            let top = bottom - IVec2::Y * depth;
            let pixels = depth as f32 * level.tile_size.y as f32;
            // A chamber without an opening is no pit: nobody falls in.
            let pit = Aabb::from_corners(corner(level, top), corner(level, bottom + IVec2::ONE));
            if pixels > JUMP && !walls.has(top) && !is_helped(level, &pit) {
                let what = format!("a pit one tile wide and {depth} deep: only jumps from wall to wall lead out");
                let help = "make it wider or less deep, put a platform into it, or pins at its bottom";
                let (layer, place) = (layer_at(level, bottom + IVec2::Y), middle(level, bottom));
                self.warn_cell(&layer, place, |corner| cell_at(level, place - corner), what, help);
            }
        }
    }

    /// Steps of less than half a tile where a slope ends: the next tile does not begin where it stops.
    fn notches(&mut self, level: &Level) {
        let edges = level.terrain.edges();
        let half = level.tile_size.as_vec2() * 0.5;
        for edge in edges.iter().filter(|edge| is_floor(edge)) {
            let Some((first, after)) = notch_after(edges, edge) else { continue };
            let gap = after.segment.a - edge.segment.b;
            let sloped = [edge, after].iter().any(|edge| edge.normal.x.abs() > SLOPED);
            if !sloped || gap.abs().cmpgt(half).any() {
                continue;
            }
            let middle = (first.segment.a + first.segment.b) * 0.5 - first.normal;
            let at = cell_at(level, middle);
            let what = format!("a notch of {} x {} px where a slope ends", gap.x.abs(), gap.y.abs());
            let help = "choose the slope tile that goes on where the one before it ends";
            let place = self::middle(level, at);
            self.warn_cell(&layer_at(level, at), place, |corner| cell_at(level, place - corner), what, help);
        }
    }

    /// Platforms that stop inside of a wall: whoever rides there is squished.
    fn stops(&mut self, level: &Level) {
        let space = Space { terrain: level.terrain.clone(), ..Space::default() };
        for object in &level.objects {
            let ObjectKind::Platform(Platform { track, closed, start, .. }) = &object.kind else { continue };
            if *start == Start::Opened {
                // A door slides into the wall.
                continue;
            }
            let every = if *closed { 1 } else { track.len().saturating_sub(1).max(1) };
            let in_wall = |at: &&Vec2| {
                let there = Mover::new(Aabb::new(**at, object.aabb.half));
                space.overlap(CollisionView::Pieces, &there) > IN_WALL
            };
            let Some(at) = track.iter().step_by(every).find(in_wall) else { continue };
            let corner = self.source_of(object).0.map_or(IVec2::ZERO, |source| source.at);
            let cell = cell_at(level, *at - corner.as_vec2());
            let what = format!("it stops inside of a wall, at tile ({},{})", cell.x, cell.y);
            let help = "end its path where the whole platform has room: the path leads its middle";
            self.warn_object(object, what, help);
        }
    }
}

/// The cell that a place is in.
fn cell_at(level: &Level, place: Vec2) -> IVec2 {
    (place / level.tile_size.as_vec2()).floor().as_ivec2()
}

fn is_named_solid(layer: &str) -> bool {
    let name = layer.to_lowercase();
    SOLID_NAMES.iter().any(|solid| name.contains(solid))
}

/// The cells of a tile layer that hold a tile, with its index.
fn tiles(layer: &Layer) -> impl Iterator<Item = (IVec2, u32)> {
    let (origin, width, cells) = match &layer.content {
        LayerContent::Tiles { origin, size, cells, .. } => (*origin, size.x.max(1) as usize, cells.as_slice()),
        _ => (IVec2::ZERO, 1, &[][..]),
    };
    let at = move |i: usize| origin + IVec2::new((i % width) as i32, (i / width) as i32);
    cells.iter().enumerate().filter_map(move |(i, cell)| cell.map(|cell| (at(i), cell.tile())))
}

/// The cells of a level whose middle is inside of a wall.
struct Walls {
    first: IVec2,
    size: IVec2,
    solid: Vec<bool>,
}

/// The most cells of a level, empty ones included, among which pits are looked for: a byte each.
const MAX_CELLS: i64 = 1 << 26;

impl Walls {
    /// `None` for a level that is too wide.
    fn of(level: &Level) -> Option<Self> {
        let tile = level.tile_size.as_vec2();
        let first = (level.bounds.min() / tile).floor().as_ivec2();
        let size = ((level.bounds.max() / tile).ceil().as_ivec2() - first).max(IVec2::ZERO);
        if i64::from(size.x) * i64::from(size.y) > MAX_CELLS {
            return None;
        }
        let mut walls = Self { first, size, solid: vec![false; size.x as usize * size.y as usize] };
        let mut others = Vec::new();
        let mut set = |at: IVec2| {
            if let Some(index) = walls.index(at) {
                walls.solid[index] = true;
            }
        };
        level.outline_source.walls(&mut set, |piece| others.push(piece));
        for piece in others {
            let (from, to) = (piece.aabb.min() / tile, piece.aabb.max() / tile);
            let (from, to) = (from.floor().as_ivec2().max(first), to.ceil().as_ivec2().min(first + size));
            for at in (from.y..to.y).flat_map(|y| (from.x..to.x).map(move |x| IVec2::new(x, y))) {
                if piece.solid().depth(&Aabb::new(middle(level, at), Vec2::splat(0.5))) > 0.0 {
                    set(at);
                }
            }
        }
        Some(walls)
    }

    /// Row by row; `None` outside of the level.
    fn index(&self, at: IVec2) -> Option<usize> {
        let at = at - self.first;
        let inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size).all();
        inside.then(|| at.y as usize * self.size.x as usize + at.x as usize)
    }

    /// Whether there is a wall; outside of the level there is none.
    fn has(&self, at: IVec2) -> bool {
        self.index(at).is_some_and(|index| self.solid[index])
    }

    fn cells(&self) -> impl Iterator<Item = IVec2> {
        let (first, size) = (self.first, self.size);
        (0..size.y).flat_map(move |y| (0..size.x).map(move |x| first + IVec2::new(x, y)))
    }
}

/// The upper left corner of a cell, in pixels.
fn corner(level: &Level, at: IVec2) -> Vec2 {
    at.as_vec2() * level.tile_size.as_vec2()
}

fn middle(level: &Level, at: IVec2) -> Vec2 {
    corner(level, at) + level.tile_size.as_vec2() * 0.5
}

/// Whether something in a box collides, hurts, or can be climbed or swum in.
fn does_something(level: &Level, area: &Aabb) -> bool {
    let areas = level.hazards.iter().chain(&level.ladders).chain(&level.waters);
    let mut found = areas.into_iter().any(|within| within.aabb.overlaps(area));
    level.outline_source.pieces_near(area, |piece| found |= piece.solid().depth(area) > 0.0);
    found
}

/// Whether a pit holds something that leads out of it: a ribbon, pins, a platform, a crate, an exit.
fn is_helped(level: &Level, pit: &Aabb) -> bool {
    let leads_out = |object: &Object| match &object.kind {
        ObjectKind::Platform(platform) => passes(platform, &object.aabb, pit),
        ObjectKind::Crate { .. }
        | ObjectKind::Exit { .. }
        | ObjectKind::Spring { .. }
        | ObjectKind::Wind { .. }
        | ObjectKind::RollingSpool { .. } => object.aabb.overlaps(pit),
        _ => false,
    };
    does_something(level, &pit.grown(-1.0)) || level.objects.iter().any(leads_out)
}

/// Whether a platform comes through a box.
fn passes(platform: &Platform, aabb: &Aabb, area: &Aabb) -> bool {
    let area = area.grown(aabb.half.max_element());
    let legs = platform.track.iter().zip(platform.track.iter().skip(1));
    let on_leg = legs.into_iter().any(|(a, b)| Aabb::from_corners(*a, *b).overlaps(&area));
    on_leg || platform.track.iter().any(|point| area.contains(*point))
}

fn is_floor(edge: &Edge) -> bool {
    edge.side == Side::Outer && edge.normal.y < -FLOOR
}

/// What comes after a floor before the next one, if that is short: its first edge, and the next floor.
fn notch_after<'a>(edges: &'a [Edge], floor: &Edge) -> Option<(&'a Edge, &'a Edge)> {
    let next = |edge: &Edge| edges.get(edge.next?.index());
    let first = next(floor).filter(|edge| !is_floor(edge))?;
    let mut after = first;
    for _ in 0..NOTCH_EDGES {
        after = next(after)?;
        if is_floor(after) {
            return Some((first, after));
        }
    }
    None
}

/// The uppermost layer that collides and has a tile in this cell; empty when the ground there is an object's.
fn layer_at(level: &Level, at: IVec2) -> String {
    let is_there = |layer: &&Layer| {
        let at = cell_at(level, middle(level, at) - layer.offset);
        matches!(layer.content, LayerContent::Tiles { collides: true, .. }) && tiles(layer).any(|(cell, _)| cell == at)
    };
    level.layers.iter().rev().find(is_there).map_or_else(String::new, |layer| layer.name.clone())
}
