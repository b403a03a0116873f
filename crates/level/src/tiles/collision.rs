//! What a tile collides with: its shapes, flipped, at the size at which the tile is drawn.

use std::collections::BTreeSet;

use glam::{DVec2, UVec2};
use tiled::{ObjectTileData, Properties, Tileset};

use crate::context::{FlatLayer, MapContext};
use crate::geometry::{Point, rectangle, rotated};
use crate::ground::{CollisionBuilder, FormKind, SNAP, Shape, TileCollision, cut, form, snapped};
use crate::guard::ElementKey;
use crate::model::{Material, Surface, Tile, Turn};
use crate::names::Verdict;
use crate::objects::is_entity;
use crate::outline::Effort;
use crate::report::Place;
use crate::tiles::tile::{TileName, tile_of};
use seamwalker_collide::Direction;

impl Turn {
    /// Converts the parser's flip flags.
    pub(crate) const fn of(data: &ObjectTileData) -> Self {
        Self { h: data.flip_h, v: data.flip_v, d: data.flip_d }
    }

    /// The position of a tile's point after flipping: first the axes are swapped, then mirrored.
    pub(crate) fn applied(self, p: Point, size: Point) -> Point {
        let (p, size) = if self.d { (Point::new(p.y, p.x), Point::new(size.y, size.x)) } else { (p, size) };
        Point::new(if self.h { size.x - p.x } else { p.x }, if self.v { size.y - p.y } else { p.y })
    }

    /// The material of a flipped tile that is then rotated by `degrees`. Directions and sides turn with the picture, to
    /// the nearest of the four; mirroring reverses a conveyor.
    pub(crate) fn rotated(self, material: Material, degrees: f64) -> Material {
        let turned = |direction: Direction| {
            let normal = direction.normal().as_ivec2();
            let to = self.applied(Point::new(1 + normal.x, 1 + normal.y), Point::new(2, 2));
            let to = rotated((f64::from(to.x - 1), f64::from(to.y - 1)), degrees);
            Direction::of(glam::Vec2::new(to.0 as f32, to.1 as f32))
        };
        Material {
            direction: if material.surface == Surface::OneWay {
                turned(material.direction)
            } else {
                material.direction
            },
            speed: if self.is_mirrored() { -material.speed } else { material.speed },
            invisible: material.invisible.iter().map(turned).collect(),
            ..material
        }
    }
}

/// The material that a layer's class or name gives to tiles without a class.
pub fn default_material(context: &MapContext, flat: &FlatLayer) -> Option<Material> {
    let properties = context.properties(&flat.layer.properties, &flat.layer.user_type);
    let by_class = context.material_of(properties, || flat.place(context));
    by_class.or_else(|| context.names.of_layer(flat.named()).map(Material::from))
}

/// The place of a tile, or of one of its shapes, for messages.
pub fn tile_place(
    context: &MapContext,
    name: TileName,
    key: impl FnOnce(u32, u32) -> ElementKey,
    shape: &str,
) -> Place {
    let (file, nth) = context.tileset_file(name.0);
    let tileset = context.tilesets.get(name.0).map(|t| t.name.clone()).unwrap_or_default();
    let line = match context.line(&file, key(nth, name.1)) {
        0 => context.line(&file, ElementKey::Root),
        line => line,
    };
    Place::new(&file, line, format!("tileset '{tileset}', tile {}{shape}", name.1))
}

/// The size at which a tile is drawn.
pub struct TileSize {
    /// The box that it is drawn in, in units.
    frame: Point,
    /// The scale of its picture, along x and y.
    scale: DVec2,
    /// The size of its picture, in units.
    pub picture: Point,
    /// How far its tileset moves it, in units.
    offset: Point,
}

impl TileSize {
    pub fn of(context: &MapContext, tileset: &Tileset, id: u32) -> Self {
        let Tile { rect: [_, _, width, height], offset, fit, keeps_aspect, .. } = tile_of(tileset, id).0;
        let own = UVec2::new(width, height).as_dvec2();
        let drawn = if fit { context.tile() } else { own * context.scale };
        let stretch = drawn / own.max(DVec2::ONE);
        let scale = if keeps_aspect { DVec2::splat(stretch.min_element()) } else { stretch };
        let [frame, picture, offset] = [drawn, own * scale, offset.as_dvec2() * scale].map(Point::nearest);
        Self { frame, scale, picture, offset }
    }
}

/// The shapes of a tile.
pub type Shapes = Vec<(Material, Shape)>;

/// The colliding shapes of a tile before flipping, at the size at which it is drawn, relative to its upper left corner.
pub fn tile_shapes(context: &MapContext, name: TileName, default: Option<Material>, effort: &mut Effort) -> Shapes {
    let Some(tileset) = context.tilesets.get(name.0) else { return Vec::new() };
    // A tile that the tileset does not have is like one that it says nothing of.
    let (none, tile) = (Properties::new(), tileset.get_tile(name.1));
    let (words, class) = tile.as_ref().map_or((&none, ""), |tile| (&tile.properties, tile.user_type.as_str()));
    let collision = tile.as_ref().and_then(|tile| tile.collision.as_ref());
    let objects = collision.map(tiled::ObjectLayerData::object_data).unwrap_or_default();
    let properties = context.properties(words, class);
    let own = context.material("tile", properties, || tile_place(context, name, ElementKey::Tile, ""));
    // The shapes of a bead or a ladder are not walls. Classes of other games say nothing.
    let plain = !is_entity(class) && Surface::from_name(class).is_none();
    let words = || context.names.of_words(words, class);
    let named = if plain && own.is_none() { words() } else { Verdict::Unknown };
    let open = plain && named != Verdict::Excluded;
    let own = own.or_else(|| named.material()).or(default.filter(|_| open));
    let otherwise = own.or(open.then(Material::default));
    let TileSize { scale, picture: size, .. } = TileSize::of(context, tileset, name.1);
    if !objects.iter().any(|object| form(object).has_inside()) {
        let whole = || Shape::new(rectangle(Point::default(), size));
        return own.filter(|_| size.x > 0 && size.y > 0).map(|material| (material, whole())).into_iter().collect();
    }
    let mut shapes = Vec::new();
    for (i, object) in (0..).zip(objects) {
        let place =
            || tile_place(context, name, |nth, id| ElementKey::Shape(nth, id, i), &format!(", shape {}", i + 1));
        let properties = context.properties(&object.properties, &object.user_type);
        let by_class = context.material("tile", properties, place);
        let by_words = || match context.names.of_words(&object.properties, &object.user_type) {
            Verdict::Unknown => otherwise,
            verdict => verdict.material(),
        };
        let Some(material) = by_class.or_else(by_words) else { continue };
        let mut form = form(object);
        if form.kind == FormKind::Line {
            context.report.warn(place(), "a line has no inside", "it is ignored; draw a polygon");
        }
        if !form.kind.is_closed() {
            continue;
        }
        form.points.iter_mut().for_each(|p| *p *= scale);
        // Areas need no snapping: nothing slides along them, and a smaller hazard is kinder.
        let snaps = form.kind == FormKind::Polygon && !material.surface.is_area() && size == context.cell();
        for polygon in cut(&form.points, effort, context.report, place) {
            let pulled = if snaps { snapped(&polygon, size) } else { None };
            if pulled.is_some() {
                let what = format!("a corner lies within {SNAP} px of the cell's border, but not on it");
                let help = "it is treated as on the border; move it there in the Tile Collision Editor";
                context.report.warn(place(), what, help);
            }
            shapes.push((material, Shape::new(pulled.unwrap_or(polygon))));
        }
    }
    shapes
}

/// A tile's shape as it lies in a cell: flipped as Tiled does it, with lower left corners aligned.
pub fn in_cell(context: &MapContext, name: TileName, turn: Turn, shape: &Shape) -> Shape {
    let Some(tileset) = context.tilesets.get(name.0) else { return shape.clone() };
    let TileSize { frame, picture: size, offset, .. } = TileSize::of(context, tileset, name.1);
    let (turned, aside) = if turn.d { (Point::new(size.y, size.x), (frame.y - frame.x) / 2) } else { (size, 0) };
    // Must match where the picture is drawn: see `Tile::corners`.
    let corner =
        Point::new((frame.x - turned.x) / 2 + aside, context.cell().y - i32::midpoint(frame.y, turned.y) + aside)
            .plus(offset);
    shape.mapped(turn.is_mirrored(), |p| turn.applied(p, size).plus(corner))
}

/// Splits the shapes of a tile into those inside the cell and those that extend beyond it.
pub fn split_at_cell(shapes: &[(Material, Shape)], cell: Point, builder: &mut CollisionBuilder) -> TileCollision {
    let inside =
        |shape: &Shape| shape.polygon.iter().all(|p| (0..=cell.x).contains(&p.x) && (0..=cell.y).contains(&p.y));
    let mut collision = TileCollision::default();
    let materials: BTreeSet<Material> = shapes.iter().map(|(material, _)| *material).collect();
    for material in materials {
        let own = shapes.iter().filter(|(m, _)| *m == material).map(|(_, shape)| shape);
        let (within, outside): (Vec<&Shape>, Vec<&Shape>) = own.partition(|shape| inside(shape));
        collision.cell.extend(builder.cell_shape(within.into_iter().cloned().collect()).map(|shape| (material, shape)));
        collision.free.extend(outside.into_iter().map(|shape| (material, shape.clone())));
    }
    collision
}
