//! Checks the ground of a playable map for holes, steps and walls that look unintended.

use std::collections::BTreeSet;

use glam::{IVec2, Vec2};

use crate::check::checker::Checker;
use crate::level::Level;
use crate::model::{Cell, Layer, LayerContent, ObjectKind, Platform, Start, Surface};
use crate::names::surface_named;
use seamwalker_collide::{Aabb, CollisionView, Edge, Mover, Piece, Side, Space};

/// How deep a stopped platform may overlap a wall, in pixels. Larger values miss platforms that squish their riders, smaller
/// ones report those that just touch a wall.
const MAX_WALL_OVERLAP: f32 = 1.0;

/// Half the side of the square in the middle of an object whose corners must not all be inside walls, in pixels. Larger values
/// miss small objects in thin walls, smaller ones report objects that lean into a wall.
const CORE: f32 = 2.0;

/// Floors, ceilings, and the walls on both sides. Floors and ceilings include slopes up to 60 degrees, slightly less than the
/// steepest tile; walls include that tile, but not slopes of 45 degrees.
const FACINGS: [Facing; 4] = [
    Facing { normal: Vec2::NEG_Y, least: 0.5 },
    Facing { normal: Vec2::Y, least: 0.5 },
    Facing { normal: Vec2::NEG_X, least: 0.8 },
    Facing { normal: Vec2::X, least: 0.8 },
];

/// Minimum sideways and upright component of a slope's normal (sine). Anything flatter counts as flat.
const MIN_SLOPE_NORMAL: f32 = 0.1;

/// Maximum number of edges of a notch: down, along the bottom, up.
const MAX_NOTCH_EDGES: usize = 3;

impl Checker<'_> {
    /// Reports tiles without collision on a layer whose name suggests solid ground. Each tile is reported once, at its first
    /// cell.
    pub fn tiles_without_collision(&mut self, level: &Level) {
        // Names were all that counted.
        if level.assumed.iter().any(|assumed| assumed.surface().is_some()) {
            return;
        }
        let mut reported = BTreeSet::new();
        for layer in level.layers.iter().filter(|layer| is_named_solid(&layer.name)) {
            for (at, tile) in tiles(layer) {
                let middle = middle(level, at) + layer.offset;
                let Some(kind) = level.tiles.get(tile as usize).filter(|tile| tile.class.is_empty()) else { continue };
                let area = Aabb::new(middle, level.tile_size.as_vec2() * 0.5);
                if reported.contains(&tile) || does_something(level, &area) || !reported.insert(tile) {
                    continue;
                }
                let what = format!(
                    "tile {} of '{}' has neither class nor shape: nothing can stand on it",
                    kind.id, kind.tileset
                );
                let help = "give it a class or a shape in its tileset, or paint it on a layer for decoration";
                self.warn_cell(Some(layer), middle, what, help);
            }
        }
    }

    /// Reports steps of at most half a tile where a slope of floors, ceilings or walls ends: the next tile does not match, or is
    /// the wrong half of a slope of two.
    pub fn notches(&mut self, level: &Level) {
        let edges = level.terrain.edges();
        let mut reported = BTreeSet::new();
        for facing in FACINGS {
            for edge in edges.iter().filter(|edge| facing.has(edge)) {
                let Some((first, after)) = notch_after(edges, edge, facing) else { continue };
                let gap = after.segment.a - edge.segment.b;
                let max_gap = facing.max_gap([edge, first, after]) * level.tile_size.as_vec2();
                let slope = [edge, after].into_iter().find(|edge| is_sloped(edge));
                let Some(slope) = slope.filter(|_| gap.abs().cmple(max_gap).all()) else { continue };
                let at = cell_at(level, inside(first));
                let what =
                    format!("a notch of {} x {} px where {} ends", gap.x.abs(), gap.y.abs(), slope_at(level, slope));
                if reported.insert((at.to_array(), what.clone())) {
                    let help =
                        "choose the slope tile that continues the one before it, such as the other half of the slope";
                    self.warn_ground(at, what, help);
                }
            }
        }
    }

    /// Reports objects whose middle is inside a wall, where the player cannot reach them.
    pub fn objects_in_walls(&mut self, level: &Level) {
        for object in level.objects.iter().filter(|object| belongs_in_the_open(&object.kind)) {
            let [min, max] = [object.aabb.center - CORE, object.aabb.center + CORE];
            let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
            if corners.iter().all(|&at| is_solid(level, at)) {
                let corner = level.source_of(object.id).0.map_or(IVec2::ZERO, |source| source.at);
                let cell = cell_at(level, object.aabb.center - corner.as_vec2());
                let what = format!("its middle is inside a wall, at tile ({},{})", cell.x, cell.y);
                self.warn_object(object, what, "move it into the open, or erase the ground there");
            }
        }
    }

    /// Reports platforms that stop inside a wall, because they squish their riders.
    pub fn platform_stops(&mut self, level: &Level) {
        let space = Space { terrain: level.terrain.clone(), ..Space::default() };
        for object in &level.objects {
            let ObjectKind::Platform(Platform { track, closed, start, turning, .. }) = &object.kind else { continue };
            if *start == Start::Opened || turning.is_some() {
                // A door may slide into the wall, and a hinge may be in it.
                continue;
            }
            let every = if *closed { 1 } else { track.len().saturating_sub(1).max(1) };
            let in_wall = |at: &&Vec2| {
                let there = Mover::new(Aabb::new(**at, object.aabb.half));
                space.overlap(CollisionView::Pieces, &there) > MAX_WALL_OVERLAP
            };
            let Some(at) = track.iter().step_by(every).find(in_wall) else { continue };
            let corner = level.source_of(object.id).0.map_or(IVec2::ZERO, |source| source.at);
            let cell = cell_at(level, *at - corner.as_vec2());
            let what = format!("it stops inside a wall, at tile ({},{})", cell.x, cell.y);
            let help = "end its path where the whole platform has room: the path is that of its centre";
            self.warn_object(object, what, help);
        }
    }
}

/// Whether an object is of no use inside a wall. Platforms are checked where they stop, doors may slide into walls, moths fly
/// through them, and hazards and wind are areas that may reach into them.
const fn belongs_in_the_open(kind: &ObjectKind) -> bool {
    !matches!(kind, ObjectKind::Platform(_) | ObjectKind::Moth(_) | ObjectKind::Hazard | ObjectKind::Wind { .. })
}

/// The cell that contains a position.
pub fn cell_at(level: &Level, place: Vec2) -> IVec2 {
    (place / level.tile_size.as_vec2()).floor().as_ivec2()
}

fn is_named_solid(layer: &str) -> bool {
    let name = layer.to_lowercase();
    surface_named(layer) == Some(Surface::Solid) || name.contains("cloth") || name.contains("fabric")
}

/// The occupied cells of a tile layer, with tile indices.
fn tiles(layer: &Layer) -> impl Iterator<Item = (IVec2, u32)> {
    let (origin, width, cells) = match &layer.content {
        LayerContent::Tiles { origin, size, cells, .. } => (*origin, size.x.max(1) as usize, cells.as_slice()),
        _ => (IVec2::ZERO, 1, &[][..]),
    };
    let at = move |i: usize| origin + IVec2::new((i % width) as i32, (i / width) as i32);
    cells.iter().enumerate().filter_map(move |(i, cell)| cell.map(|cell| (at(i), cell.tile())))
}

/// The middle of a cell, in pixels.
pub fn middle(level: &Level, at: IVec2) -> Vec2 {
    (at.as_vec2() + 0.5) * level.tile_size.as_vec2()
}

/// Whether a box overlaps a piece of ground that matches.
fn has_piece(level: &Level, area: &Aabb, is: impl Fn(&Piece) -> bool) -> bool {
    let mut found = false;
    level.outline_source.pieces_near(area, |piece| found |= is(&piece) && piece.solid().depth(area) > 0.0);
    found
}

/// Whether anything in a box collides, or is a hazard, ladder or water.
fn does_something(level: &Level, area: &Aabb) -> bool {
    let mut areas = level.hazards.iter().chain(&level.ladders).chain(&level.waters);
    areas.any(|within| within.aabb.overlaps(area)) || has_piece(level, area, |_| true)
}

/// Whether a point is inside ground that is solid from all sides.
fn is_solid(level: &Level, at: Vec2) -> bool {
    has_piece(level, &Aabb::new(at, Vec2::ZERO), |piece| piece.one_way.is_none())
}

/// Whether a point is inside ground of any kind, such as a ribbon.
pub fn is_ground(level: &Level, at: Vec2) -> bool {
    has_piece(level, &Aabb::new(at, Vec2::ZERO), |_| true)
}

/// The side that edges face, and the least part of their normal that points there (a cosine).
#[derive(Clone, Copy)]
struct Facing {
    normal: Vec2,
    least: f32,
}

impl Facing {
    fn has(self, edge: &Edge) -> bool {
        edge.side == Side::Outer && edge.normal.dot(self.normal) > self.least
    }

    /// The largest gap, in tiles, that is a notch: between two edges, given also the first edge in the gap. A ledge between a
    /// wall and a slope is no notch, and neither is one as wide as a tile, unless it overhangs.
    fn max_gap(self, [edge, first, after]: [&Edge; 3]) -> f32 {
        let overhangs = first.normal.y * edge.normal.y < 0.0;
        match self.normal.x {
            0.0 => 0.5,
            _ if !is_sloped(edge) || !is_sloped(after) => 0.0,
            _ if overhangs => 1.0,
            _ => 0.5,
        }
    }
}

fn is_sloped(edge: &Edge) -> bool {
    edge.normal.abs().min_element() > MIN_SLOPE_NORMAL
}

/// The edges between an edge and the next one that faces the same side, if they are few: the first of them, and that next one.
fn notch_after<'a>(edges: &'a [Edge], edge: &Edge, facing: Facing) -> Option<(&'a Edge, &'a Edge)> {
    let next = |edge: &Edge| edges.get(edge.next?.index());
    let first = next(edge).filter(|edge| !facing.has(edge))?;
    let mut after = first;
    for _ in 0..MAX_NOTCH_EDGES {
        after = next(after)?;
        if facing.has(after) {
            return Some((first, after));
        }
    }
    None
}

/// A point of the ground just behind the middle of an edge.
fn inside(edge: &Edge) -> Vec2 {
    (edge.segment.a + edge.segment.b) * 0.5 - edge.normal
}

/// What a sloped edge belongs to: its tile, if it has one.
fn slope_at(level: &Level, edge: &Edge) -> String {
    let tile = tile_at(level, inside(edge)).and_then(|(_, cell)| level.tiles.get(cell.tile() as usize));
    tile.map_or_else(|| "a slope".to_owned(), |tile| format!("the slope, tile {} of '{}',", tile.id, tile.tileset))
}

/// The tile at a position in the topmost colliding layer that has one there. `None` if the ground comes from an object.
pub fn tile_at(level: &Level, at: Vec2) -> Option<(&Layer, Cell)> {
    let mut layers = level.layers.iter().rev().filter(|layer| layer.collides());
    layers.find_map(|layer| Some((layer, layer.cell(cell_at(level, at - layer.offset))?)))
}
