//! Which hem each edge of the terrain has.

use glam::{UVec2, Vec2};

use crate::level::Level;
use crate::model::{Cell, Decoration, Figure, Hem, Layer, LayerContent};
use crate::names::says;
use seamwalker_collide::{Aabb, Edge, Grid, Side};

/// How far inside the ground its tile is looked up, in pixels.
const INSIDE: f32 = 0.5;

/// The size of a cell of the grid that finds objects, in pixels.
const OBJECT_CELL: f32 = 256.0;

impl Level {
    /// The hem of each edge of the terrain: that of the tiles along it. Ground that only objects show has the hem of their tile, or
    /// is cloth. Shapes that nothing shows have none, nor have shapes where tiles are drawn.
    #[must_use]
    pub fn hems(&self) -> Vec<Hem> {
        let layers: Vec<&Layer> = self.layers.iter().filter(|layer| is_tiles(layer)).collect();
        let of_shapes = self.meta.hem.unwrap_or(Hem::Cloth);
        let shapes = self.untextured.iter().map(|shape| (shape.area.aabb, shape.hem.unwrap_or(of_shapes)));
        let mut shown: Vec<(Aabb, Hem)> = shapes.collect();
        for layer in self.layers.iter().filter(|layer| layer.opacity > 0.0) {
            let LayerContent::Objects(list) = &layer.content else { continue };
            for Decoration { corners, figure, .. } in list {
                let Figure::Tile(tile) = figure else { continue };
                let hem = layer.hem.or_else(|| Some(self.tiles.get(*tile as usize)?.hem)).unwrap_or_default();
                let aabb = Aabb::around(corners.map(|corner| corner + layer.offset)).unwrap_or_default();
                shown.push((aabb, hem));
            }
        }
        let boxes: Vec<Aabb> = shown.iter().map(|(aabb, _)| *aabb).collect();
        let finder = Finder { level: self, layers, grid: Grid::new(&boxes, OBJECT_CELL), shown };
        self.terrain.edges().iter().map(|edge| finder.hem(edge)).collect()
    }
}

fn is_tiles(layer: &Layer) -> bool {
    matches!(layer.content, LayerContent::Tiles { .. }) && layer.parallax == Vec2::ONE
}

/// The cell of a layer at a place; `None` if it is empty.
fn cell_at(level: &Level, layer: &Layer, place: Vec2) -> Option<Cell> {
    layer.cell(((place - layer.offset) / level.tile_size.as_vec2()).floor().as_ivec2())
}

/// Whether tiles or an image are drawn over most of a box, so that a shape there needs no picture of its own. Layers named for what
/// lies far behind, such as a sky, only count in the maps of other games, whose shapes trace all that is painted.
pub fn is_over_pictures(level: &Level, aabb: &Aabb, is_foreign: bool) -> bool {
    /// At most so many places along a side are looked at.
    const PLACES: f32 = 32.0;
    let count = (aabb.size() / level.tile_size.as_vec2().max(Vec2::ONE)).ceil().clamp(Vec2::ONE, Vec2::splat(PLACES));
    let places = (0..count.y as u32).flat_map(|y| (0..count.x as u32).map(move |x| UVec2::new(x, y).as_vec2()));
    let is_near = |layer: &Layer| layer.parallax == Vec2::ONE && (is_foreign || !says(&layer.name, "behind"));
    let layers: Vec<&Layer> = level.layers.iter().filter(|layer| layer.opacity > 0.0 && is_near(layer)).collect();
    let shows = |layer: &&Layer, place: Vec2| match layer.content {
        LayerContent::Image { picture, repeat_x: false, repeat_y: false, scale } => {
            let size = level.pictures.get(picture).map_or(UVec2::ZERO, |picture| picture.size).as_vec2() * scale;
            Aabb::from_corners(layer.offset, layer.offset + size).contains(place)
        }
        _ => cell_at(level, layer, place).is_some(),
    };
    let covered = places.filter(|place| {
        let place = aabb.min() + (*place + 0.5) / count * aabb.size();
        layers.iter().any(|layer| shows(layer, place))
    });
    covered.count() as f32 * 2.0 >= count.x * count.y
}

struct Finder<'a> {
    level: &'a Level,
    layers: Vec<&'a Layer>,
    /// The boxes of shapes and tile objects that are drawn, with their hems.
    shown: Vec<(Aabb, Hem)>,
    grid: Grid,
}

impl Finder<'_> {
    /// The strongest hem along an edge.
    fn hem(&self, edge: &Edge) -> Hem {
        if self.level.layers.is_empty() {
            return Hem::Cloth;
        }
        if edge.side == Side::Both {
            let is_foreign = self.level.assumed.iter().any(|assumed| assumed.surface().is_some());
            let is_shown = is_foreign && is_over_pictures(self.level, &edge.segment.aabb(), true);
            return if is_shown { Hem::None } else { self.level.meta.hem.unwrap_or(Hem::Cloth) };
        }
        let (a, b) = (edge.segment.a, edge.segment.b);
        let step = self.level.tile_size.as_vec2().min_element().max(1.0);
        let count = (a.distance(b) / step).ceil().max(1.0);
        let inside = edge.normal * INSIDE;
        let places = (0..count as usize).map(|i| a.lerp(b, (i as f32 + 0.5) / count) - inside);
        places.map(|place| self.hem_at(place)).max().unwrap_or_default()
    }

    fn hem_at(&self, place: Vec2) -> Hem {
        let mut of_tiles = None;
        let mut is_covered = false;
        for layer in &self.layers {
            let Some(cell) = cell_at(self.level, layer, place) else { continue };
            let is_seen = layer.opacity > 0.0;
            is_covered |= is_seen;
            if layer.collides() {
                let own = self.level.tiles.get(cell.tile() as usize).map_or(Hem::None, |tile| tile.hem);
                let hem = layer.hem.unwrap_or(own);
                of_tiles = of_tiles.max(Some(if is_seen { hem } else { Hem::None }));
            }
        }
        if let Some(hem) = of_tiles.or(is_covered.then_some(Hem::None)) {
            return hem;
        }
        let mut hem = Hem::None;
        self.grid.visit(&Aabb::new(place, Vec2::ZERO), |index| {
            let (aabb, own) = self.shown[index as usize];
            if aabb.contains(place) {
                hem = hem.max(own);
            }
        });
        hem
    }
}
