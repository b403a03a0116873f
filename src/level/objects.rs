//! What the designer placed: entities with the members of their classes, and shapes that collide.

use std::collections::BTreeMap;

use glam::Vec2;
use tiled::{LayerType, Object as TiledObject, ObjectAlignment};

use super::geometry::{Point, UNIT, rotated};
use super::guard::Spot;
use super::layers::{Turn, drawn_size, tile_shapes};
use super::properties::{Resolved, Value, nearest};
use super::reader::{Flat, Scene};
use super::report::{Place, Report};
use super::shapes::{self, Form, Shape, cut, form};
use super::terrain::Sketch;
use super::{Easing, Object, ObjectKind, Platform, Start, Surface};
use crate::collide::Aabb;

/// The classes of objects that the game knows, apart from surfaces.
const ENTITIES: [&str; 8] = ["Player", "Exit", "Checkpoint", "Bead", "Hazard", "Sign", "Platform", "Crate"];

/// The class of lines that are nothing but the track of a platform.
const TRACK: &str = "Track";

/// The fastest platform, in pixels per second. A faster one would cross a screen within a few ticks.
const MOST_SPEED: f64 = 2000.0;

/// Whether the game does something with objects of this class.
pub fn is_entity(class: &str) -> bool {
    ENTITIES.contains(&class)
}

/// The class of an object: its own or its template's (the parser knows both), or its tile's.
pub fn class_of(object: &TiledObject) -> String {
    if !object.user_type.is_empty() {
        return object.user_type.clone();
    }
    object.get_tile().and_then(|tile| tile.get_tile().map(|t| t.user_type.clone())).unwrap_or_default()
}

/// The box of a tile object before it is turned, in pixels: upper left and lower right corner.
pub fn tile_box(object: &TiledObject) -> Option<(shapes::Place, shapes::Place)> {
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

/// Where an object is, its layer's offset worked in.
fn placed_form(object: &TiledObject, flat: &Flat) -> Form {
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
fn turned(object: &TiledObject, place: shapes::Place) -> shapes::Place {
    let at = (f64::from(object.x), f64::from(object.y));
    let p = rotated((place.0 - at.0, place.1 - at.1), f64::from(object.rotation));
    (p.0 + at.0, p.1 + at.1)
}

/// An object of the file.
struct Item<'a> {
    object: TiledObject<'a>,
    flat: &'a Flat<'a>,
    class: String,
}

impl Item<'_> {
    fn called(&self) -> String {
        let name = &self.object.name;
        let name = if name.is_empty() { String::new() } else { format!(" '{name}'") };
        format!("object {}{name}", self.object.id())
    }

    fn place(&self, scene: &Scene) -> Place {
        scene.here(Spot::Object(self.object.id()), self.called())
    }
}

/// The objects of a map.
#[derive(Default)]
pub struct Cast {
    pub objects: Vec<Object>,
    /// A Player that is hidden, for those who wonder where it is.
    hidden_player: Option<u32>,
}

impl Cast {
    /// Reads all objects; those that collide go to the sketch.
    pub fn of(scene: &Scene, flat: &[Flat], sketch: &mut Sketch, report: &mut Report) -> Self {
        let items = items(flat);
        let by_id: BTreeMap<u32, &Item> = items.iter().rev().map(|item| (item.object.id(), item)).collect();
        let mut cast = Self::default();
        let mut bytes = 0;
        for item in &items {
            if !(item.flat.visible && item.object.visible) {
                if item.class == "Player" {
                    cast.hidden_player = Some(item.object.id());
                }
                continue;
            }
            let layer = Some(&item.flat.layer.user_type).filter(|_| item.class.is_empty());
            let surface = Surface::from_name(layer.unwrap_or(&item.class));
            if let Some(surface) = surface {
                collide(scene, item, surface, sketch, report);
            }
            let tile = item.object.get_tile();
            let tile = tile.as_ref().and_then(tiled::ObjectTile::get_tile);
            let own = &item.object.properties;
            let tile = tile.as_ref().map(|tile| &tile.properties);
            let resolved = Resolved { own, tile, class: &item.class, project: scene.project };
            let properties = if is_entity(&item.class) { resolved.all() } else { BTreeMap::new() };
            bytes += properties.values().map(Value::bytes).sum::<usize>();
            if bytes > scene.limits.property_bytes {
                let what = format!("the objects' properties take more than {} bytes", scene.limits.property_bytes);
                report.error(item.place(scene), what, "use shorter texts, or fewer objects with such properties");
                return cast;
            }
            if let Some(kind) = kind(item, resolved, &by_id, scene, report) {
                let aabb = aabb(placed_form(&item.object, item.flat).places());
                let (id, name) = (item.object.id(), item.object.name.clone());
                cast.objects.push(Object { id, name, aabb, kind, properties });
            } else if surface.is_none()
                && !item.class.is_empty()
                && item.class != TRACK
                && scene.surface(&item.class, "object", || item.place(scene), report) == Some(Surface::Solid)
            {
                collide(scene, item, Surface::Solid, sketch, report);
            }
        }
        cast.objects.sort_by_key(|object| object.id);
        cast
    }

    /// Says when there is nobody to play.
    pub fn warn_of_what_is_missing(&mut self, scene: &Scene, report: &mut Report) {
        let players = self.objects.iter().filter(|o| matches!(o.kind, ObjectKind::Player { .. })).count();
        let place = |what: &str| scene.here(Spot::Root, what);
        match (players, self.hidden_player) {
            (0, Some(id)) => report.warn(
                scene.here(Spot::Object(id), format!("object {id}")),
                "the map's Player is hidden",
                "show the object and its layer",
            ),
            (0, None) => report.warn(place(""), "the map has no Player", "insert the template templates/player.tx"),
            (1, _) => {}
            (n, _) => {
                report.warn(place(""), format!("the map has {n} Players"), "the first one counts; delete the others");
            }
        }
    }

    /// The box around all objects, for a map without cells.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.objects.iter().flat_map(|o| [o.aabb.min(), o.aabb.max()])).unwrap_or_default()
    }
}

fn items<'a>(flat: &'a [Flat<'a>]) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    for layer in flat {
        if let LayerType::Objects(objects) = layer.layer.layer_type() {
            items.extend(objects.objects().map(|object| Item { class: class_of(&object), object, flat: layer }));
        }
    }
    items
}

#[allow(clippy::cast_possible_truncation, reason = "the guard keeps coordinates within 2^20 px")]
fn to_vec(place: shapes::Place) -> Vec2 {
    Vec2::new(place.0 as f32, place.1 as f32)
}

fn aabb(places: &[shapes::Place]) -> Aabb {
    Aabb::around(places.iter().map(|p| to_vec(*p))).unwrap_or_default()
}

// ---- what collides ----

/// Sketches an object that is solid, a ribbon, or hurts.
fn collide(scene: &Scene, item: &Item, surface: Surface, sketch: &mut Sketch, report: &mut Report) {
    let place = || item.place(scene);
    if let Some(polygons) = tile_polygons(scene, item, report) {
        for places in polygons {
            add_closed(&places, surface, &place, sketch, report);
        }
        return;
    }
    match placed_form(&item.object, item.flat) {
        Form::Closed(places, _) => add_closed(&places, surface, &place, sketch, report),
        Form::Open(places) => {
            let mut line: Vec<Point> = places.iter().map(|p| Point::from_pixels(p.0, p.1)).collect();
            line.dedup();
            if surface == Surface::OneWay && line.windows(2).any(|w| w[0].x == w[1].x) {
                report.warn(
                    place(),
                    "a part of the line is upright",
                    "upright lines are open from all sides; slant it",
                );
            }
            if line.len() < 2 {
                report.warn(place(), "the line has no length", "delete it, or draw it anew");
            } else {
                sketch.add_line(surface, &line);
            }
        }
        Form::Dot(_) => report.warn(place(), format!("a point cannot be {}", surface.name()), "draw a shape"),
    }
}

fn add_closed(
    places: &[shapes::Place],
    surface: Surface,
    place: &dyn Fn() -> Place,
    sketch: &mut Sketch,
    report: &mut Report,
) {
    let cut = cut(places);
    if cut.tangled {
        report.warn(place(), "the polygon crosses itself", "its outer outline counts; draw it anew");
    }
    if cut.polygons.is_empty() {
        report.warn(place(), "the shape has no area", "it is left out; delete it, or draw it anew");
    }
    cut.polygons.into_iter().for_each(|polygon| sketch.add(surface, Shape::new(polygon)));
}

/// The shapes of the tile that an object shows, as the object stretches and turns them; `None` without such a tile.
fn tile_polygons(scene: &Scene, item: &Item, report: &mut Report) -> Option<Vec<Vec<shapes::Place>>> {
    let data = item.object.tile_data()?;
    let tileset = scene.tileset_index(data.tileset_location())?;
    let (min, max) = tile_box(&item.object)?;
    let shapes = tile_shapes(scene, (tileset, data.id()), None, report);
    let drawn = drawn_size(scene, scene.map.tilesets().get(tileset)?, data.id());
    let size = Point::from_pixels(f64::from(drawn.0), f64::from(drawn.1));
    let turn = Turn { h: data.flip_h, v: data.flip_v, d: data.flip_d };
    let whole = if turn.d { Point::new(size.y, size.x) } else { size };
    let part = |v: i32, whole: i32| f64::from(v) / f64::from(whole.max(UNIT));
    let placed = |p: &Point| {
        let p = turn.applied(*p, size);
        let p = (min.0 + part(p.x, whole.x) * (max.0 - min.0), min.1 + part(p.y, whole.y) * (max.1 - min.1));
        let p = turned(&item.object, p);
        (p.0 + item.flat.offset.0, p.1 + item.flat.offset.1)
    };
    let polygons: Vec<_> = shapes.iter().map(|(_, shape)| shape.polygon.iter().map(placed).collect()).collect();
    (!polygons.is_empty()).then_some(polygons)
}

// ---- entities ----

/// Reads members of a class, saying what is wrong with them.
struct Members<'a> {
    properties: Resolved<'a>,
    place: Place,
    report: &'a mut Report,
}

impl Members<'_> {
    fn or_report<T>(&mut self, result: Result<Option<T>, String>) -> Option<T> {
        result.unwrap_or_else(|why| {
            self.report.warn(self.place.clone(), why, "the default counts; set it anew in Tiled");
            None
        })
    }

    fn number(&mut self, name: &str, default: f64, low: f64, high: f64) -> f64 {
        let found = self.properties.number(name);
        let value = self.or_report(found).unwrap_or(default);
        let fits = value.clamp(low, high);
        #[allow(clippy::float_cmp, reason = "clamping changes nothing or all")]
        if fits != value {
            let what = format!("property '{name}' is {value}, not between {low} and {high}");
            self.report.warn(self.place.clone(), what, format!("{fits} counts"));
        }
        fits
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
    fn priority(&mut self, default: f64) -> u8 {
        self.number("priority", default, 0.0, 255.0) as u8
    }

    fn flag(&mut self, name: &str) -> bool {
        let found = self.properties.flag(name);
        self.or_report(found).unwrap_or(false)
    }

    fn text(&mut self, name: &str) -> String {
        let found = self.properties.text(name);
        self.or_report(found).unwrap_or_default()
    }

    /// A word of an enum, as the value that it stands for.
    fn word<T: Copy + Default>(&mut self, name: &str, of: &str, values: &[(&str, T)]) -> T {
        let found = self.properties.word(name, of);
        let Some(word) = self.or_report(found) else { return T::default() };
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == word) {
            return *value;
        }
        let known = values.iter().map(|(known, _)| *known);
        let meant = nearest(&word, known.clone());
        let help = meant.map_or_else(
            || format!("choose one of {}", known.collect::<Vec<_>>().join(", ")),
            |m| format!("did you mean '{m}'?"),
        );
        self.report.warn(self.place.clone(), format!("property '{name}' is '{word}'"), help);
        T::default()
    }
}

/// What an object is; `None` when the game does nothing with it.
fn kind(
    item: &Item,
    properties: Resolved,
    by_id: &BTreeMap<u32, &Item>,
    scene: &Scene,
    report: &mut Report,
) -> Option<ObjectKind> {
    if !is_entity(&item.class) {
        return None;
    }
    let mut members = Members { properties, place: item.place(scene), report };
    Some(match item.class.as_str() {
        "Player" => ObjectKind::Player { faces_left: members.flag("faces_left") },
        "Exit" => ObjectKind::Exit { next: members.text("next") },
        "Checkpoint" => ObjectKind::Checkpoint,
        "Bead" => ObjectKind::Bead { golden: members.flag("golden") },
        "Hazard" => ObjectKind::Hazard,
        "Sign" => ObjectKind::Sign { text: sign_text(item, &mut members) },
        "Platform" => ObjectKind::Platform(platform(item, by_id, &mut members)),
        "Crate" => ObjectKind::Crate { priority: members.priority(10.0) },
        _ => return None,
    })
}

/// What a sign says: its property, or the text of a text object.
fn sign_text(item: &Item, members: &mut Members) -> String {
    let own = members.text("text");
    match &item.object.shape {
        tiled::ObjectShape::Text { text, .. } if own.is_empty() => text.clone(),
        _ => own,
    }
}

#[allow(clippy::cast_possible_truncation, reason = "clamped to what f32 holds with ease")]
fn platform(item: &Item, by_id: &BTreeMap<u32, &Item>, members: &mut Members) -> Platform {
    let (track, closed) = track(item, by_id, members);
    Platform {
        track,
        closed,
        speed: members.number("speed", 60.0, 0.0, MOST_SPEED) as f32,
        easing: members.word("easing", "Easing", &[("linear", Easing::Linear), ("smooth", Easing::Smooth)]),
        pause: members.number("pause", 0.0, 0.0, 3600.0) as f32,
        phase: members.number("phase", 0.0, 0.0, 1.0) as f32,
        one_way: members.flag("one_way"),
        start: members.word("start", "Start", &[("always", Start::Always), ("ridden", Start::Ridden)]),
        priority: members.priority(1.0),
        look: members.text("look"),
    }
}

/// The track of a platform: the points of the object that its property `path` names, or the place where it stands.
fn track(item: &Item, by_id: &BTreeMap<u32, &Item>, members: &mut Members) -> (Vec<Vec2>, bool) {
    let stands = || (vec![aabb(placed_form(&item.object, item.flat).places()).center], false);
    let found = members.properties.object("path");
    let Some(id) = members.or_report(found) else { return stands() };
    let Some(track) = by_id.get(&id) else {
        let what = format!("its path is object {id}, which does not exist");
        members.report.warn(members.place.clone(), what, "it stands still; choose the path anew in Tiled");
        return stands();
    };
    let form = placed_form(&track.object, track.flat);
    let points: Vec<Vec2> = form.places().iter().map(|p| to_vec(*p)).collect();
    if points.len() < 2 {
        let what = format!("its path, object {id}, is a single point");
        members.report.warn(members.place.clone(), what, "it stands still there; draw a polyline, polygon or ellipse");
    }
    if points.is_empty() { stands() } else { (points, matches!(form, Form::Closed(..))) }
}
