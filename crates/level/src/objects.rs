//! What the designer placed: entities with the members of their classes, and shapes that collide.

use std::collections::BTreeMap;

use glam::Vec2;
use tiled::{LayerType, Object as TiledObject, ObjectAlignment};

use super::bodies::BodyCounts;
use super::collision_builder::CollisionBuilder;
use super::entities::{is_entity, kind};
use super::geometry::{Point, rotated};
use super::guard::ElementKey;
use super::layers::tile_of;
use super::limits::Limits;
use super::members::Members;
use super::properties::{Resolved, Value};
use super::reader::{FlatLayer, MapContext};
use super::report::{Place, Report};
use super::shapes::{self, Form, Shape, cut, form};
use super::stamps::{picture_size, tile_shapes};
use super::terrain::area;
use super::world_file::IDS_PER_MAP;
use super::{Material, Object, ObjectKind, Surface, Tile, Turn, UntexturedArea};
use seamwalker_collide::{Aabb, Direction};

/// The class of an object: its own or its template's (the parser knows both), or its tile's.
pub fn class_of(object: &TiledObject) -> String {
    if !object.user_type.is_empty() {
        return object.user_type.clone();
    }
    object.get_tile().and_then(|tile| tile.get_tile().map(|t| t.user_type.clone())).unwrap_or_default()
}

/// The box of a tile object before it is turned, in pixels: upper left and lower right corner.
pub fn tile_box(object: &TiledObject) -> Option<(shapes::UnroundedPoint, shapes::UnroundedPoint)> {
    let tile = object.get_tile()?;
    let (width, height) = match object.shape {
        tiled::ObjectShape::Rect { width, height } => (f64::from(width), f64::from(height)),
        _ => return None,
    };
    let (x, y) = match tile.get_tileset().object_alignment {
        ObjectAlignment::TopLeft => (0.0, 0.0),
        ObjectAlignment::Top => (0.5, 0.0),
        ObjectAlignment::TopRight => (1.0, 0.0),
        ObjectAlignment::Left => (0.0, 0.5),
        ObjectAlignment::Center => (0.5, 0.5),
        ObjectAlignment::Right => (1.0, 0.5),
        ObjectAlignment::Unspecified | ObjectAlignment::BottomLeft => (0.0, 1.0),
        ObjectAlignment::Bottom => (0.5, 1.0),
        ObjectAlignment::BottomRight => (1.0, 1.0),
    };
    let min = (f64::from(object.x) - x * width, f64::from(object.y) - y * height);
    Some((min, (min.0 + width, min.1 + height)))
}

/// Where the corners of an object's box come to lie, turned: upper left, upper right, lower right, lower left.
pub fn box_corners(object: &TiledObject) -> [shapes::UnroundedPoint; 4] {
    let (width, height) = match object.shape {
        tiled::ObjectShape::Rect { width, height } | tiled::ObjectShape::Text { width, height, .. } => (width, height),
        _ => (0.0, 0.0),
    };
    let at = (f64::from(object.x), f64::from(object.y));
    let (right, down) = (at.0 + f64::from(width), at.1 + f64::from(height));
    [at, (right, at.1), (right, down), (at.0, down)].map(|p| turned(object, p))
}

/// The same for the picture of the tile that an object shows.
#[allow(clippy::cast_possible_truncation, reason = "a size, not a place")]
pub fn tile_corners(object: &TiledObject, tile: &Tile) -> Option<[shapes::UnroundedPoint; 4]> {
    let (min, max) = tile_box(object)?;
    let data = object.tile_data()?;
    let size = Vec2::new((max.0 - min.0) as f32, (max.1 - min.1) as f32);
    let corners = tile.corners_in(Vec2::ZERO, size, Turn::of(&data));
    Some(corners.map(|p| turned(object, (min.0 + f64::from(p.x), min.1 + f64::from(p.y)))))
}

/// Where an object is, its layer's offset worked in.
pub fn placed_form(object: &TiledObject, flat: &FlatLayer) -> Form {
    let own = match tile_box(object) {
        Some((min, max)) => {
            let corners = [min, (max.0, min.1), max, (min.0, max.1)];
            Form::Closed(corners.iter().map(|p| turned(object, *p)).collect(), true)
        }
        None => form(object),
    };
    own.moved(flat.offset)
}

/// A place of an object's unturned picture, turned with the object.
fn turned(object: &TiledObject, place: shapes::UnroundedPoint) -> shapes::UnroundedPoint {
    let at = (f64::from(object.x), f64::from(object.y));
    let p = rotated((place.0 - at.0, place.1 - at.1), f64::from(object.rotation));
    (p.0 + at.0, p.1 + at.1)
}

/// An object of the file.
pub struct Item<'a> {
    pub object: TiledObject<'a>,
    pub flat: &'a FlatLayer<'a>,
    pub class: String,
}

impl Item<'_> {
    fn called(&self) -> String {
        let name = &self.object.name;
        let name = if name.is_empty() { String::new() } else { format!(" '{name}'") };
        format!("object {}{name}", self.object.id())
    }

    pub fn place(&self, scene: &MapContext) -> Place {
        let place = scene.here(ElementKey::Object(self.object.id()), self.called());
        // An object that the file gives no id has at least a layer.
        if place.line == 0 { Place { line: self.flat.line, ..place } } else { place }
    }

    /// What it is made of, if it collides, hurts, or can be climbed or swum in: its own class says so, or that of its layer.
    /// What a tile shows is turned with the tile; the direction of other shapes is that of the map.
    fn material(&self, scene: &MapContext, report: &mut Report) -> Option<Material> {
        let layer = &self.flat.layer;
        let (class, own) = if self.class.is_empty() {
            (&layer.user_type, &layer.properties)
        } else {
            (&self.class, &self.object.properties)
        };
        let surface = Surface::from_name(class)?;
        let tile = self.object.get_tile();
        let tile = tile.as_ref().and_then(tiled::ObjectTile::get_tile);
        let tile = tile.as_ref().map(|t| &t.properties).filter(|_| !self.class.is_empty());
        let properties = Resolved { own, tile, class, project: scene.project };
        let material = Members { properties, place: self.place(scene), report }.material(surface);
        let turned =
            self.object.tile_data().map(|data| Turn::of(&data).rotated(material, f64::from(self.object.rotation)));
        Some(turned.unwrap_or(material))
    }
}

/// The objects of all maps.
#[derive(Default)]
pub struct ObjectCollector {
    pub objects: Vec<Object>,
    pub bare: Vec<UntexturedArea>,
    /// A Player that is hidden, for those who wonder where it is.
    hidden_player: Option<Place>,
    bodies: BodyCounts,
    /// Bytes of all properties so far.
    bytes: usize,
}

impl ObjectCollector {
    /// Reads all objects of a map; those that collide go to the sketch. Whether a Player is among them.
    pub fn add(
        &mut self,
        scene: &MapContext,
        flat: &[FlatLayer],
        sketch: &mut CollisionBuilder,
        report: &mut Report,
    ) -> bool {
        let items = items(flat);
        let by_id: BTreeMap<u32, &Item> = items.iter().rev().map(|item| (item.object.id(), item)).collect();
        let first = self.objects.len();
        for item in &items {
            if !(item.flat.visible && item.object.visible) {
                if item.class == "Player" {
                    self.hidden_player = Some(item.place(scene));
                }
                continue;
            }
            references(scene, item, &by_id, report);
            let material = item.material(scene, report);
            if let Some(material) = material {
                sketch.at(item.place(scene));
                let shapes = collide(scene, item, material, sketch, report);
                if item.object.get_tile().is_none() && material.surface != Surface::Hazard {
                    let areas = shapes.iter().flat_map(|shape| &shape.parts).filter_map(|part| area(part));
                    self.bare.extend(areas.map(|area| UntexturedArea { material, area }));
                }
                shapes.into_iter().for_each(|shape| sketch.add(material, shape));
            }
            let tile = item.object.get_tile();
            let tile = tile.as_ref().and_then(tiled::ObjectTile::get_tile);
            let own = &item.object.properties;
            let tile = tile.as_ref().map(|tile| &tile.properties);
            let resolved = Resolved { own, tile, class: &item.class, project: scene.project };
            let mut properties = if is_entity(&item.class) { resolved.all() } else { BTreeMap::new() };
            self.bytes += properties.values().map(Value::bytes).sum::<usize>();
            if self.bytes > scene.limits.property_bytes {
                let what = format!("the objects' properties take more than {} bytes", scene.limits.property_bytes);
                report.error(item.place(scene), what, "use shorter texts, or fewer objects with such properties");
                return false;
            }
            if let Some(kind) = kind(item, resolved, &by_id, scene, report) {
                let aabb = aabb(placed_form(&item.object, item.flat).places());
                self.bodies.count((&kind, &aabb), || item.place(scene), scene.limits, report);
                let (id, name) = (item.object.id(), item.object.name.clone());
                if scene.in_world && id >= IDS_PER_MAP {
                    let what = format!("its id is not below {IDS_PER_MAP}, as ids in a world must be");
                    let help = "lower 'nextobjectid' in the map's file, then cut the object and paste it in Tiled";
                    report.error(item.place(scene), what, help);
                    return false;
                }
                properties.values_mut().for_each(|value| value.renumber(scene.first_id));
                self.objects.push(Object { id: scene.first_id + id, name, aabb, kind, properties });
            } else if material.is_none() && !item.class.is_empty() && !scene.project.knows(&item.class) {
                scene.report_unknown(&item.class, "object", item.place(scene), report);
            }
        }
        let own = &mut self.objects[first..];
        own.sort_by_key(|object| object.id);
        let players = own.iter().filter(|object| is_player(object)).count();
        if players > 1 {
            let what = format!("the map has {players} Players");
            report.warn(scene.here(ElementKey::Root, ""), what, "the first one is used; delete the others");
        }
        players > 0
    }

    /// What only all maps together show of their bodies.
    pub fn check_bodies(&self, limits: &Limits, report: &mut Report) {
        self.bodies.check_crossings(limits, report);
    }

    /// Says when there is nobody to play. `place` is that of the map as a whole, or of the world.
    pub fn warn_of_what_is_missing(&self, place: Place, is_world: bool, report: &mut Report) {
        if self.objects.iter().any(is_player) {
            return;
        }
        if let Some(hidden) = &self.hidden_player {
            return report.warn(hidden.clone(), "the map's Player is hidden", "show the object and its layer");
        }
        let what = if is_world { "no map of the world has a Player" } else { "the map has no Player" };
        report.warn(place, what, "insert the template templates/player.tx");
    }

    /// The box around all objects, for a map without cells.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.objects.iter().flat_map(|o| [o.aabb.min(), o.aabb.max()])).unwrap_or_default()
    }
}

fn is_player(object: &Object) -> bool {
    matches!(object.kind, ObjectKind::Player { .. })
}

/// Says which of an object's properties name objects that are not there. Paths and doors are read, and told of, apart.
fn references(scene: &MapContext, item: &Item, by_id: &BTreeMap<u32, &Item>, report: &mut Report) {
    for (name, value) in sorted(&item.object.properties) {
        let tiled::PropertyValue::ObjectValue(id) = value else { continue };
        if *id != 0 && !by_id.contains_key(id) && !(is_entity(&item.class) && matches!(name, "path" | "opens")) {
            let what = format!("its property '{name}' refers to object {id}, which does not exist");
            report.warn(item.place(scene), what, "choose the object again in Tiled, or clear the property");
        }
    }
}

/// Properties by their names: the parser keeps them in no order.
fn sorted(properties: &tiled::Properties) -> BTreeMap<&str, &tiled::PropertyValue> {
    properties.iter().map(|(name, value)| (name.as_str(), value)).collect()
}

fn items<'a>(flat: &'a [FlatLayer<'a>]) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    for layer in flat {
        if let LayerType::Objects(objects) = layer.layer.layer_type() {
            items.extend(objects.objects().map(|object| Item { class: class_of(&object), object, flat: layer }));
        }
    }
    items
}

#[allow(clippy::cast_possible_truncation, reason = "the guard keeps coordinates within 2^20 px")]
pub fn to_vec(place: shapes::UnroundedPoint) -> Vec2 {
    Vec2::new(place.0 as f32, place.1 as f32)
}

pub fn aabb(places: &[shapes::UnroundedPoint]) -> Aabb {
    Aabb::around(places.iter().map(|p| to_vec(*p))).unwrap_or_default()
}

// ---- what collides ----

/// The shapes of an object that is made of something; a line goes to the sketch.
fn collide(
    scene: &MapContext,
    item: &Item,
    material: Material,
    sketch: &mut CollisionBuilder,
    report: &mut Report,
) -> Vec<Shape> {
    let place = || item.place(scene);
    if let Some(polygons) = tile_polygons(scene, item, report) {
        return polygons.iter().flat_map(|places| closed(places, &place, report)).collect();
    }
    match placed_form(&item.object, item.flat) {
        Form::Closed(places, _) => return closed(&places, &place, report),
        Form::Open(places) => {
            let mut line: Vec<Point> = places.iter().map(|p| Point::from_pixels(p.0, p.1)).collect();
            line.dedup();
            let level = matches!(material.direction, Direction::Up | Direction::Down);
            let open = |w: &[Point]| if level { w[0].x == w[1].x } else { w[0].y == w[1].y };
            if material.surface == Surface::OneWay && line.windows(2).any(open) {
                let what = format!("a part of the line is {}", if level { "upright" } else { "level" });
                let help = "such a part is open from all sides; slant it, or give the line another direction";
                report.warn(place(), what, help);
            }
            if line.len() < 2 {
                report.warn(place(), "the line has no length", "delete it, or draw it again");
            } else {
                sketch.add_line(material, &line);
            }
        }
        Form::Dot(_) => report.warn(place(), format!("a point cannot be {}", material.surface.name()), "draw a shape"),
    }
    Vec::new()
}

fn closed(places: &[shapes::UnroundedPoint], place: &dyn Fn() -> Place, report: &mut Report) -> Vec<Shape> {
    let cut = cut(places);
    if cut.tangled {
        report.warn(place(), "the polygon crosses itself", "its outer outline is used; draw it again");
    }
    if cut.polygons.is_empty() {
        report.warn(place(), "the shape has no area", "it is ignored; delete it, or draw it again");
    }
    cut.polygons.into_iter().map(Shape::new).collect()
}

/// The shapes of the tile that an object shows, as the object stretches and turns them; `None` without such a tile.
fn tile_polygons(scene: &MapContext, item: &Item, report: &mut Report) -> Option<Vec<Vec<shapes::UnroundedPoint>>> {
    let data = item.object.tile_data()?;
    let index = scene.tileset_index(data.tileset_location())?;
    let tileset = scene.map.tilesets().get(index)?;
    let [corner, right, _, down] = tile_corners(&item.object, &tile_of(tileset, data.id())?)?;
    let shapes = tile_shapes(scene, (index, data.id()), None, report);
    let size = picture_size(scene, tileset, data.id());
    let part = |v: i32, whole: i32| f64::from(v) / f64::from(whole.max(1));
    let placed = |p: &Point| {
        let (x, y) = (part(p.x, size.x), part(p.y, size.y));
        let along = |corner: f64, right: f64, down: f64| corner + (right - corner) * x + (down - corner) * y;
        let p = (along(corner.0, right.0, down.0), along(corner.1, right.1, down.1));
        (p.0 + item.flat.offset.0, p.1 + item.flat.offset.1)
    };
    let polygons: Vec<_> = shapes.iter().map(|(_, shape)| shape.polygon.iter().map(placed).collect()).collect();
    (!polygons.is_empty()).then_some(polygons)
}
