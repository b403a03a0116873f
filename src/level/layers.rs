//! What is drawn, back to front, and what tiles do to the cells that they are in.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use glam::{IVec2, UVec2};
use tiled::{
    FillMode, HorizontalAlignment, LayerTileData, LayerType, TileLayer, TileRenderSize, Tileset, VerticalAlignment,
};

use super::geometry::{Point, rectangle, rotated};
use super::guard::{Spot, path_of};
use super::objects;
use super::reader::{Flat, Scene, cells_box};
use super::report::{Place, Report};
use super::shapes::{Form, Shape, cut, form, snapped};
use super::terrain::{Sketch, Stamp};
use super::{Blend, Cell, Decoration, Figure, Layer, LayerContent, Material, Picture, Surface, Text, Tile};
use crate::collide::{Aabb, Direction};

/// A tile of the map's tilesets: index of the tileset, id.
pub type TileName = (usize, u32);

/// How a tile is turned in its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    pub h: bool,
    pub v: bool,
    pub d: bool,
}

impl Turn {
    /// Whether it turns clockwise into the other way.
    pub const fn is_mirrored(self) -> bool {
        self.h ^ self.v ^ self.d
    }

    /// A point of a tile of this size as the turned tile has it: first the axes are exchanged, then it is mirrored.
    pub fn applied(self, p: Point, size: Point) -> Point {
        let (p, size) = if self.d { (Point::new(p.y, p.x), Point::new(size.y, size.x)) } else { (p, size) };
        Point::new(if self.h { size.x - p.x } else { p.x }, if self.v { size.y - p.y } else { p.y })
    }

    /// What a tile is made of as the turned tile has it, if it is then rotated by so many degrees: a direction is turned with
    /// the picture, to the nearest of the four, and what carries clockwise carries the other way once it is mirrored.
    #[allow(clippy::cast_possible_truncation, reason = "a unit vector")]
    pub fn rotated(self, material: Material, degrees: f64) -> Material {
        let to = self.applied(Point::new(1, 1).plus(point_of(material.direction)), Point::new(2, 2));
        let to = rotated((f64::from(to.x - 1), f64::from(to.y - 1)), degrees);
        let direction = Direction::of(glam::Vec2::new(to.0 as f32, to.1 as f32));
        match material.surface {
            Surface::OneWay => Material::one_way(direction),
            Surface::Conveyor if self.is_mirrored() => Material::conveyor(-material.speed),
            _ => material,
        }
    }
}

/// A direction as a step of one unit.
fn point_of(direction: Direction) -> Point {
    match direction {
        Direction::Up => Point::new(0, -1),
        Direction::Down => Point::new(0, 1),
        Direction::Left => Point::new(-1, 0),
        Direction::Right => Point::new(1, 0),
    }
}

/// The shapes of a tile.
type Shapes = Vec<(Material, Shape)>;

/// Everything about drawing.
#[derive(Default)]
pub struct Drawing {
    pub layers: Vec<Layer>,
    pub tiles: Vec<Tile>,
    pub pictures: Vec<Picture>,
    /// The box around all cells.
    pub bounds: Option<Aabb>,
}

impl Drawing {
    /// Reads all layers, and sketches what tiles do. `None` when the layers of an infinite map are too far apart.
    pub fn of(scene: &Scene, flat: &[Flat], sketch: &mut Sketch, report: &mut Report) -> Option<Self> {
        let mut tiles = Tiles::new(scene);
        let mut layers = Vec::new();
        let mut bounds: Option<Aabb> = None;
        let mut budget = scene.limits.cells;
        if !scene.map.infinite() {
            let size = UVec2::new(scene.map.width, scene.map.height).as_ivec2();
            bounds = (size.min_element() > 0).then(|| cells_box(scene, IVec2::ZERO, size - IVec2::ONE));
        }
        for layer in flat {
            let class = &layer.layer.user_type;
            let known = class.is_empty() || scene.project.knows(class);
            if !known {
                let place = Place::new(scene.path, layer.line, layer.called());
                scene.report_unknown(class, "layer", place, report);
            }
        }
        for layer in flat.iter().filter(|f| f.visible) {
            let content = match layer.layer.layer_type() {
                LayerType::Tiles(cells) => {
                    let (first, last) = extent(&cells);
                    let count = (i64::from(last.x - first.x) + 1) * (i64::from(last.y - first.y) + 1);
                    if let Some(rest) = budget.checked_sub(u64::try_from(count).unwrap_or(0)) {
                        budget = rest;
                    } else {
                        let place = Place::new(scene.path, layer.line, layer.called());
                        let what = format!("its tiles lie {} x {} cells apart", last.x - first.x, last.y - first.y);
                        report.error(place, what, "move the far ones closer, or to another map");
                        return None;
                    }
                    if scene.map.infinite() && count > 0 {
                        let own = cells_box(scene, first, last);
                        bounds =
                            Aabb::around([Some(own), bounds].into_iter().flatten().flat_map(|b| [b.min(), b.max()]));
                    }
                    tiles.layer(scene, layer, &cells, (first, last), sketch, report)
                }
                LayerType::Image(image) => match &image.image {
                    Some(picture) => LayerContent::Image {
                        picture: tiles.pictures.index(picture),
                        repeat_x: image.repeat_x,
                        repeat_y: image.repeat_y,
                    },
                    None => continue,
                },
                LayerType::Objects(objects) => {
                    let mut objects: Vec<_> = objects.objects().collect();
                    if layer.draws_topdown() {
                        objects.sort_by(|a, b| a.y.total_cmp(&b.y));
                    }
                    let seen = objects.iter().filter_map(|object| tiles.decoration(scene, object));
                    LayerContent::Objects(seen.collect())
                }
                LayerType::Group(_) => continue,
            };
            layers.push(drawn(scene, layer, content, report));
        }
        tiles.animate();
        Some(Self { layers, tiles: tiles.list, pictures: tiles.pictures.list, bounds })
    }
}

#[allow(clippy::cast_possible_truncation, reason = "offsets are bounded by the guard")]
fn drawn(scene: &Scene, flat: &Flat, content: LayerContent, report: &mut Report) -> Layer {
    let mode = flat.layer.blend_mode.as_str();
    let blend = Blend::from_name(mode).unwrap_or_else(|| {
        let known = Blend::ALL.map(Blend::name).join(", ");
        let place = Place::new(scene.path, flat.line, flat.called());
        report.warn(
            place,
            format!("the blend mode '{mode}' is unknown"),
            format!("it is drawn as normal; choose one of {known}"),
        );
        Blend::Normal
    });
    Layer {
        name: flat.layer.name.clone(),
        opacity: flat.opacity,
        tint: flat.tint,
        offset: glam::Vec2::new(flat.offset.0 as f32, flat.offset.1 as f32),
        parallax: flat.parallax,
        blend,
        content,
    }
}

/// The first and last cell of a layer that may hold a tile; last before first when there are none.
fn extent(layer: &TileLayer) -> (IVec2, IVec2) {
    match layer {
        TileLayer::Finite(cells) => (IVec2::ZERO, UVec2::new(cells.width(), cells.height()).as_ivec2() - IVec2::ONE),
        TileLayer::Infinite(cells) => {
            let side = UVec2::new(tiled::ChunkData::WIDTH, tiled::ChunkData::HEIGHT).as_ivec2();
            let corners = cells.chunks().map(|((x, y), _)| IVec2::new(x, y) * side);
            let boxes = corners.map(|c| (c, c + side - IVec2::ONE));
            let all = boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
            all.unwrap_or((IVec2::ZERO, IVec2::NEG_ONE))
        }
    }
}

/// Pictures, each once.
#[derive(Default)]
struct Pictures {
    list: Vec<Picture>,
    known: BTreeMap<String, usize>,
}

impl Pictures {
    fn index(&mut self, image: &tiled::Image) -> usize {
        let path = path_of(&image.source).unwrap_or_default();
        *self.known.entry(path.clone()).or_insert_with(|| {
            let side = |v: i32| u32::try_from(v).unwrap_or(0);
            self.list.push(Picture {
                path,
                size: UVec2::new(side(image.width), side(image.height)),
                transparent: image.transparent_colour.map(|c| [c.red, c.green, c.blue]),
            });
            self.list.len() - 1
        })
    }
}

/// The tiles that the map uses, and what they do.
struct Tiles<'a> {
    list: Vec<Tile>,
    known: HashMap<TileName, u32>,
    /// Tiles whose frames are not yet found.
    still: Vec<TileName>,
    pictures: Pictures,
    stamps: HashMap<(TileName, Turn, Option<Material>), Stamp>,
    shapes: HashMap<(TileName, Option<Material>), Shapes>,
    tilesets: &'a [std::sync::Arc<Tileset>],
}

impl<'a> Tiles<'a> {
    fn new(scene: &Scene<'a>) -> Self {
        Self {
            list: Vec::new(),
            known: HashMap::new(),
            still: Vec::new(),
            pictures: Pictures::default(),
            stamps: HashMap::new(),
            shapes: HashMap::new(),
            tilesets: scene.map.tilesets(),
        }
    }

    /// Reads the cells of a layer.
    fn layer(
        &mut self,
        scene: &Scene,
        flat: &Flat,
        cells: &TileLayer,
        (first, last): (IVec2, IVec2),
        sketch: &mut Sketch,
        report: &mut Report,
    ) -> LayerContent {
        let mut drawn = Vec::new();
        let mut collides = false;
        let usual = usual(scene, flat, report);
        for row in first.y..=last.y {
            for column in first.x..=last.x {
                let data = match cells {
                    TileLayer::Finite(cells) => cells.get_tile_data(column, row),
                    TileLayer::Infinite(cells) => cells.get_tile_data(column, row),
                };
                let cell = data.and_then(|data| self.cell(data));
                if let (Some(data), true) = (data, cell.is_some() && flat.is_fixed()) {
                    let stamp = self.stamp(scene, data, usual, sketch, report);
                    if !stamp.is_empty() {
                        collides |= stamp.is_terrain();
                        sketch.place(stamp, column, row, flat.shift());
                    }
                }
                drawn.push(cell);
            }
        }
        let size = (last - first + IVec2::ONE).max(IVec2::ZERO).as_uvec2();
        LayerContent::Tiles { origin: first, size, cells: drawn, collides }
    }

    /// What is drawn in a cell.
    fn cell(&mut self, data: &LayerTileData) -> Option<Cell> {
        let tile = self.index((data.tileset_index(), data.id()))?;
        Some(Cell { tile, flip_h: data.flip_h, flip_v: data.flip_v, flip_d: data.flip_d })
    }

    /// The index of a tile in the level's list; `None` for one that its tileset does not have.
    fn index(&mut self, name: TileName) -> Option<u32> {
        if let Some(known) = self.known.get(&name) {
            return Some(*known);
        }
        let tileset = self.tilesets.get(name.0)?;
        let tile = tile_of(tileset, name.1)?;
        let own = tileset.get_tile(name.1)?;
        let picture = self.pictures.index(tileset.image.as_ref().or(own.image.as_ref())?);
        let index = u32::try_from(self.list.len()).ok()?;
        self.known.insert(name, index);
        self.list.push(Tile { picture, ..tile });
        self.still.push(name);
        Some(index)
    }

    /// Finds the frames of all tiles in the list, and those of the frames. They are not found where a tile is first met:
    /// tiles whose frames have frames could be nested deeper than the stack.
    fn animate(&mut self) {
        // Every round takes a name away, and no tile is met twice.
        while let Some(name) = self.still.pop() {
            let tile = self.tilesets.get(name.0).and_then(|tileset| tileset.get_tile(name.1));
            let (Some(tile), Some(index)) = (tile, self.known.get(&name).copied()) else { continue };
            let frames = tile.animation.as_deref().unwrap_or_default();
            // A frame of no length would never end.
            let frame = |f: &tiled::Frame| Some((self.index((name.0, f.tile_id))?, f.duration.max(1)));
            let frames = frames.iter().filter_map(frame).collect();
            self.list[index as usize].frames = frames;
        }
    }

    /// What a tile does to its cell, as it is turned there. `usual` is what its layer makes of tiles without a class.
    fn stamp(
        &mut self,
        scene: &Scene,
        data: &LayerTileData,
        usual: Option<Material>,
        sketch: &mut Sketch,
        report: &mut Report,
    ) -> &Stamp {
        let name = (data.tileset_index(), data.id());
        let turn = Turn { h: data.flip_h, v: data.flip_v, d: data.flip_d };
        let shapes = &mut self.shapes;
        self.stamps.entry((name, turn, usual)).or_insert_with(|| {
            let shapes = shapes.entry((name, usual)).or_insert_with(|| tile_shapes(scene, name, usual, report));
            let turned: Vec<(Material, Shape)> =
                shapes.iter().map(|(m, shape)| (turn.rotated(*m, 0.0), in_cell(scene, name, turn, shape))).collect();
            let stamp = sorted_stamp(&turned, scene.cell(), sketch);
            if !stamp.free.is_empty() {
                let what = "its shape reaches outside of its cell";
                let help = "it works, but is slower; keep shapes within the cell where you can";
                report.warn(tile_place(scene, name, Spot::Tile, ""), what, help);
            }
            stamp
        })
    }

    /// What is seen of an object that has no meaning of its own: its tile, or its text.
    fn decoration(&mut self, scene: &Scene, object: &tiled::Object) -> Option<Decoration> {
        let class = objects::class_of(object);
        let meaning = Surface::from_name(&class).is_none() && objects::is_entity(&class);
        if !object.visible || meaning {
            return None;
        }
        let opacity = object.opacity.clamp(0.0, 1.0);
        if let Some(text) = text(object) {
            let corners = objects::box_corners(object).map(objects::to_vec);
            return Some(Decoration { corners, opacity, figure: Figure::Text(text) });
        }
        let data = object.tile_data()?;
        let index = self.index((scene.tileset_index(data.tileset_location())?, data.id()))?;
        let tile = self.list.get(index as usize)?;
        let corners = objects::tile_corners(object, tile)?.map(objects::to_vec);
        Some(Decoration { corners, opacity, figure: Figure::Tile(index) })
    }
}

/// The words of a text object.
#[allow(clippy::cast_precision_loss, reason = "the guard bounds it to a few thousand")]
fn text(object: &tiled::Object) -> Option<Text> {
    let tiled::ObjectShape::Text { pixel_size, wrap, color, halign, valign, text, .. } = &object.shape else {
        return None;
    };
    let across = match halign {
        HorizontalAlignment::Left | HorizontalAlignment::Justify => 0.0,
        HorizontalAlignment::Center => 0.5,
        HorizontalAlignment::Right => 1.0,
    };
    let down = match valign {
        VerticalAlignment::Top => 0.0,
        VerticalAlignment::Center => 0.5,
        VerticalAlignment::Bottom => 1.0,
    };
    Some(Text {
        words: text.clone(),
        pixel_size: *pixel_size as f32,
        color: [color.red, color.green, color.blue, color.alpha],
        wraps: *wrap,
        align: [across, down],
    })
}

/// A tile as its tileset has it, but for its picture and its frames; `None` for one that the tileset does not have.
pub fn tile_of(tileset: &Tileset, id: u32) -> Option<Tile> {
    let own = tileset.get_tile(id)?;
    let side = |v: i32| u32::try_from(v).unwrap_or(0);
    let rect = match (&tileset.image, own.image_rect) {
        (Some(_), _) => sheet_rect(tileset, id),
        (None, Some(rect)) => [side(rect.x), side(rect.y), side(rect.width), side(rect.height)],
        (None, None) => return None,
    };
    Some(Tile {
        tileset: tileset.name.clone(),
        id,
        class: own.user_type.clone(),
        picture: 0,
        rect,
        offset: IVec2::new(tileset.offset_x, tileset.offset_y),
        fit: tileset.tile_render_size == TileRenderSize::Grid,
        keeps_aspect: tileset.fill_mode == FillMode::PreserveAspectFit,
        frames: Vec::new(),
    })
}

/// What the class of a layer makes of tiles without a class.
fn usual(scene: &Scene, flat: &Flat, report: &mut Report) -> Option<Material> {
    Surface::from_name(&flat.layer.user_type)?;
    let place = || Place::new(scene.path, flat.line, flat.called());
    scene.material("layer", scene.properties(&flat.layer.properties, &flat.layer.user_type), place, report)
}

/// Where a tile is in the picture of its tileset.
fn sheet_rect(tileset: &Tileset, id: u32) -> [u32; 4] {
    let columns = tileset.columns.max(1);
    let at = |index: u32, side: u32| {
        tileset.margin.saturating_add(index.saturating_mul(side.saturating_add(tileset.spacing)))
    };
    let (w, h) = (tileset.tile_width, tileset.tile_height);
    [at(id % columns, w), at(id / columns, h), w, h]
}

/// The place of a tile, or of one of its shapes, for a problem.
fn tile_place(scene: &Scene, name: TileName, spot: impl FnOnce(u32, u32) -> Spot, shape: &str) -> Place {
    let (file, nth) = scene.tileset_file(name.0);
    let tileset = scene.map.tilesets().get(name.0).map(|t| t.name.clone()).unwrap_or_default();
    let line = match scene.line(&file, spot(nth, name.1)) {
        0 => scene.line(&file, Spot::Root),
        line => line,
    };
    Place::new(&file, line, format!("tileset '{tileset}', tile {}{shape}", name.1))
}

/// The size at which a tile is drawn, in pixels.
pub fn drawn_size(scene: &Scene, tileset: &Tileset, id: u32) -> (u32, u32) {
    if tileset.tile_render_size == TileRenderSize::Grid {
        return (scene.map.tile_width, scene.map.tile_height);
    }
    own_size(tileset, id)
}

/// By how much a tile's picture is stretched in a cell, along x and y.
fn stretch(scene: &Scene, tileset: &Tileset, id: u32) -> (f64, f64) {
    let (drawn, own) = (drawn_size(scene, tileset, id), own_size(tileset, id));
    let part = |drawn: u32, own: u32| f64::from(drawn) / f64::from(own.max(1));
    let (x, y) = (part(drawn.0, own.0), part(drawn.1, own.1));
    if tileset.fill_mode == FillMode::PreserveAspectFit { (x.min(y), x.min(y)) } else { (x, y) }
}

/// The size of a tile's picture in a cell, in units.
pub fn picture_size(scene: &Scene, tileset: &Tileset, id: u32) -> Point {
    let (own, scale) = (own_size(tileset, id), stretch(scene, tileset, id));
    Point::from_pixels(f64::from(own.0) * scale.0, f64::from(own.1) * scale.1)
}

/// The size of a tile in its picture, in pixels.
fn own_size(tileset: &Tileset, id: u32) -> (u32, u32) {
    let side = |v: i32| u32::try_from(v).unwrap_or(0);
    match (&tileset.image, tileset.get_tile(id).and_then(|t| t.image_rect)) {
        (None, Some(rect)) => (side(rect.width), side(rect.height)),
        _ => (tileset.tile_width, tileset.tile_height),
    }
}

fn pixels((width, height): (u32, u32)) -> Point {
    Point::from_pixels(f64::from(width), f64::from(height))
}

/// The shapes of a tile that collide or hurt, unturned, at the size at which it is drawn, from its upper left corner.
pub fn tile_shapes(
    scene: &Scene,
    name: TileName,
    usual: Option<Material>,
    report: &mut Report,
) -> Vec<(Material, Shape)> {
    let Some(tileset) = scene.map.tilesets().get(name.0) else { return Vec::new() };
    let Some(tile) = tileset.get_tile(name.1) else { return Vec::new() };
    let properties = scene.properties(&tile.properties, &tile.user_type);
    let own = scene.material("tile", properties, || tile_place(scene, name, Spot::Tile, ""), report);
    let own = own.or(usual.filter(|_| tile.user_type.is_empty()));
    // The shapes of a bead or a ladder are no walls.
    let plain = tile.user_type.is_empty() || !scene.project.knows(&tile.user_type);
    let otherwise = own.or(plain.then(Material::default));
    let objects = tile.collision.as_ref().map(tiled::ObjectLayerData::object_data).unwrap_or_default();
    let size = picture_size(scene, tileset, name.1);
    if objects.is_empty() {
        let whole = || Shape::new(rectangle(Point::default(), size));
        return own.filter(|_| size.x > 0 && size.y > 0).map(|material| (material, whole())).into_iter().collect();
    }
    let scale = stretch(scene, tileset, name.1);
    let mut shapes = Vec::new();
    for (i, object) in (0..).zip(objects) {
        let place = || tile_place(scene, name, |nth, id| Spot::Shape(nth, id, i), &format!(", shape {}", i + 1));
        let properties = scene.properties(&object.properties, &object.user_type);
        let Some(material) = scene.material("tile", properties, place, report).or(otherwise) else { continue };
        let Form::Closed(places, by_hand) = form(object) else {
            if matches!(form(object), Form::Open(_)) {
                report.warn(place(), "a line has no inside", "it is left out; draw a polygon");
            }
            continue;
        };
        let cut = cut(&places.iter().map(|p| (p.0 * scale.0, p.1 * scale.1)).collect::<Vec<_>>());
        if cut.tangled {
            report.warn(place(), "the polygon crosses itself", "its outer outline counts; draw it anew");
        }
        if cut.polygons.is_empty() {
            report.warn(place(), "the shape has no area", "it is left out; delete it, or draw it anew");
        }
        // Nobody slides along an area, and what hurts is kinder when it is smaller: it stays as drawn.
        let snaps = by_hand && !material.surface.is_area() && size == scene.cell();
        for polygon in cut.polygons {
            let pulled = if snaps { snapped(&polygon, size) } else { None };
            if pulled.is_some() {
                let what =
                    format!("a corner lies within {} px of the cell's border, but not on it", super::shapes::SNAP);
                report.warn(place(), what, "it counts as on the border; move it there in the Tile Collision Editor");
            }
            shapes.push((material, Shape::new(pulled.unwrap_or(polygon))));
        }
    }
    shapes
}

/// A tile's shape as it lies in a cell: turned as Tiled turns tiles, its lower left corner on the cell's.
fn in_cell(scene: &Scene, name: TileName, turn: Turn, shape: &Shape) -> Shape {
    let Some(tileset) = scene.map.tilesets().get(name.0) else { return shape.clone() };
    let (frame, size) = (pixels(drawn_size(scene, tileset, name.1)), picture_size(scene, tileset, name.1));
    let (turned, aside) = if turn.d { (Point::new(size.y, size.x), (frame.y - frame.x) / 2) } else { (size, 0) };
    let scale = stretch(scene, tileset, name.1);
    let offset = Point::from_pixels(f64::from(tileset.offset_x) * scale.0, f64::from(tileset.offset_y) * scale.1);
    // The same place as that of the picture: see `Tile::corners`.
    let corner =
        Point::new((frame.x - turned.x) / 2 + aside, scene.cell().y - i32::midpoint(frame.y, turned.y) + aside)
            .plus(offset);
    shape.mapped(turn.is_mirrored(), |p| turn.applied(p, size).plus(corner))
}

/// Sorts the shapes of a tile into those within the cell and those that reach outside.
fn sorted_stamp(shapes: &[(Material, Shape)], cell: Point, sketch: &mut Sketch) -> Stamp {
    let inside =
        |shape: &Shape| shape.polygon.iter().all(|p| (0..=cell.x).contains(&p.x) && (0..=cell.y).contains(&p.y));
    let mut stamp = Stamp::default();
    let materials: BTreeSet<Material> = shapes.iter().map(|(material, _)| *material).collect();
    for material in materials {
        let own = shapes.iter().filter(|(m, _)| *m == material).map(|(_, shape)| shape);
        let (within, beyond): (Vec<&Shape>, Vec<&Shape>) = own.partition(|shape| inside(shape));
        stamp.cell.extend(sketch.cell_shape(within.into_iter().cloned().collect()).map(|shape| (material, shape)));
        stamp.free.extend(beyond.into_iter().map(|shape| (material, shape.clone())));
    }
    stamp
}
