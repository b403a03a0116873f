//! Collects the objects of all maps. Objects that collide also add their shapes to the collision builder.

use std::collections::BTreeMap;

use glam::{UVec2, Vec2};

use crate::context::{FlatLayer, MapContext, cells_box};
use crate::files::ReadOptions;
use crate::ground::{CollisionBuilder, area};
use crate::guard::ElementKey;
use crate::limits::or_raise;
use crate::model::{Object, ObjectKind, Surface, UntexturedArea, Value};
use crate::objects::body_limits::BodyCounts;
use crate::objects::classes::is_entity;
use crate::objects::collide::collide;
use crate::objects::entities::kind;
use crate::objects::item::{Item, items};
use crate::objects::placement::{aabb, placed_form};
use crate::objects::start::{FoundStart, object_rank, rank};
use crate::properties::Resolved;
use crate::report::{Place, Report};
use crate::tiles::dense;
use crate::world_file::IDS_PER_MAP;
use seamwalker_collide::Aabb;

/// The class of the paths of platforms and moths.
const TRACK: &str = "Track";

/// The objects of all maps.
#[derive(Default)]
pub struct ObjectCollector {
    pub objects: Vec<Object>,
    pub untextured: Vec<UntexturedArea>,
    /// A hidden Player, to be mentioned if there is no visible one.
    hidden_player: Option<Place>,
    /// The places to start that are named best, equally well.
    pub starts: Vec<FoundStart>,
    pub bodies: BodyCounts,
    /// Bytes of all properties so far.
    bytes: usize,
}

impl ObjectCollector {
    /// Reads all objects of a map. Shapes that collide go to the builder. Returns whether there is a Player.
    pub fn add(&mut self, context: &MapContext, flat: &[FlatLayer], builder: &mut CollisionBuilder) -> bool {
        let items = items(flat);
        let by_id: BTreeMap<u32, &Item> = items.iter().rev().map(|item| (item.object.id(), item)).collect();
        let first = self.objects.len();
        flat.iter().for_each(|flat| self.find_start_tile(context, flat));
        for item in &items {
            if let Some((rank, word)) = object_rank(item) {
                self.note_start(rank, &word, &aabb(&placed_form(&item.object, item.flat)));
            }
            let collides_hidden = item.object.visible && context.names.collides_hidden(item.flat.named());
            if !(item.flat.visible && item.object.visible || collides_hidden && !is_entity(&item.class)) {
                if item.class == "Player" {
                    self.hidden_player = Some(item.place(context));
                }
                continue;
            }
            references(context, item, &by_id);
            let material = item.material(context);
            let tile = item.object.get_tile();
            if let Some(material) = material {
                builder.current_place = item.place(context);
                let shapes = collide(context, item, material, builder);
                let is_drawn = item.flat.visible && item.flat.opacity > 0.0;
                if tile.is_none() && is_drawn && material.surface != Surface::Hazard {
                    let hem = context.hem(&item.flat.layer.properties, || item.flat.place(context));
                    let areas = shapes.iter().flat_map(|shape| &shape.parts).filter_map(|part| area(part));
                    self.untextured.extend(areas.map(|area| UntexturedArea { material, area, hem }));
                }
                shapes.into_iter().for_each(|shape| builder.add_of_object(material, shape));
            }
            let is_own = is_entity(&item.class);
            if !is_own && (material.is_some() || item.class == TRACK) {
                continue;
            }
            let tile = tile.as_ref().and_then(tiled::ObjectTile::get_tile);
            let own = &item.object.properties;
            let tile = tile.as_ref().map(|tile| &tile.properties);
            let resolved = Resolved { own, tile, class: &item.class, project: context.project };
            let mut properties = resolved.all();
            self.bytes += properties.values().map(Value::bytes).sum::<usize>();
            if self.bytes > context.limits.property_bytes {
                let what = format!("the objects' properties take more than {} bytes", context.limits.property_bytes);
                let help = or_raise("use shorter texts, fewer objects with such properties", "property_bytes");
                context.report.error(item.place(context), what, help);
                return false;
            }
            let says_nothing = item.class.is_empty() && item.object.name.is_empty() && properties.is_empty();
            if item.is_drawn() && says_nothing {
                continue;
            }
            let form = placed_form(&item.object, item.flat);
            let other = || ObjectKind::Other { class: item.class.clone(), shape: form.shape() };
            let kind = kind(item, resolved, &by_id, context).unwrap_or_else(other);
            let aabb = aabb(&form);
            self.bodies.count(&kind, &aabb, || item.place(context), context);
            let (id, name) = (item.object.id(), item.object.name.clone());
            if context.in_world && id >= IDS_PER_MAP {
                let what = format!("its id is not below {IDS_PER_MAP}, as ids in a world must be");
                let help = "lower 'nextobjectid' in the map's file, then cut the object and paste it in Tiled";
                context.report.error(item.place(context), what, help);
                return false;
            }
            properties.values_mut().for_each(|value| value.renumber(context.first_id()));
            if !is_own && !item.class.is_empty() && !context.project.knows(&item.class) {
                context.report_unknown(&item.class, "object", item.place(context));
            }
            self.objects.push(Object { id: context.first_id() + id, name, aabb, kind, properties });
        }
        let own = &mut self.objects[first..];
        own.sort_by_key(|object| object.id);
        let players = own.iter().filter(|object| is_player(object)).count();
        if players > 1 {
            let what = format!("the map has {players} Players");
            context.report.warn(context.here(ElementKey::Root, ""), what, "the first one is used; delete the others");
        }
        players > 0
    }

    /// Remembers the lowest tile at the leftmost one on a layer that is named like a start: it shows a player there.
    fn find_start_tile(&mut self, context: &MapContext, flat: &FlatLayer) {
        let Some(rank) = rank(&flat.layer.name) else { return };
        let file = context.checked_files.get(context.path);
        let block = dense(file.and_then(|file| file.cells.get(&flat.index)).map_or(&[][..], Vec::as_slice));
        let columns = block.size.x.unsigned_abs().max(1) as usize;
        let shown = (0..block.gids.len()).filter(|cell| block.gids[*cell] != 0);
        let Some(first) = shown.min_by_key(|cell| (cell % columns, *cell)) else { return };
        let is_below = |cell: &usize| block.gids.get(*cell).is_some_and(|gid| *gid != 0);
        let last = (first..).step_by(columns).take_while(is_below).last().unwrap_or(first);
        let cell = block.at + UVec2::from([(last % columns) as u32, (last / columns) as u32]).as_ivec2();
        self.note_start(rank, &flat.layer.name, &cells_box(context, cell, cell));
    }

    /// Remembers a place that is named like a start.
    fn note_start(&mut self, rank: usize, word: &str, aabb: &Aabb) {
        self.starts.retain(|known| known.rank <= rank);
        if self.starts.iter().all(|known| known.rank == rank) {
            let feet = Vec2::new(aabb.center.x, aabb.max().y);
            self.starts.push(FoundStart { rank, feet, name: word.to_owned() });
        }
    }

    /// Whether there is a Player.
    pub fn has_player(&self) -> bool {
        self.objects.iter().any(is_player)
    }

    /// Warns if there is no Player. `place` is that of the map or world as a whole.
    pub fn warn_if_no_player(&self, place: Place, report: &Report) {
        if self.has_player() {
            return;
        }
        if let Some(hidden) = &self.hidden_player {
            return report.warn(hidden.clone(), "the map's Player is hidden", "show the object and its layer");
        }
        report.warn(place, "there is no Player", "insert the template templates/player.tx");
    }

    /// The box around all objects, for a map without cells.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.objects.iter().flat_map(|o| [o.aabb.min(), o.aabb.max()])).unwrap_or_default()
    }
}

/// Whether a level is meant for this game: unless the caller says otherwise, by its objects with a class, or else by its ground.
/// On ground of this game one of its own objects is enough; other games have players and exits, too.
pub fn is_for_this_game(objects: &[Object], uses_surfaces: bool, options: &ReadOptions) -> bool {
    let has_class = |object: &&Object| !matches!(&object.kind, ObjectKind::Other { class, .. } if class.is_empty());
    let placed = objects.iter().filter(|object| object.id != 0);
    let mut is_own = placed.filter(has_class).map(|object| !object.kind.is_other());
    let is_own = match is_own.next() {
        Some(first) => first && (uses_surfaces || is_own.all(|own| own)),
        None => uses_surfaces,
    };
    is_own && !options.other_game
}

pub fn is_player(object: &Object) -> bool {
    matches!(object.kind, ObjectKind::Player { .. })
}

/// Reports object references that point nowhere. Paths and doors are checked elsewhere.
fn references(context: &MapContext, item: &Item, by_id: &BTreeMap<u32, &Item>) {
    // Sorted by name: the parser keeps them in a hash map.
    for (name, value) in item.object.properties.iter().collect::<BTreeMap<_, _>>() {
        let tiled::PropertyValue::ObjectValue(id) = value else { continue };
        let is_checked = is_entity(&item.class) && matches!(name.as_str(), "path" | "opens");
        if *id != 0 && !by_id.contains_key(id) && !is_checked {
            let what = format!("its property '{name}' is object {id}, which does not exist");
            context.report.warn(item.place(context), what, "choose the object again in Tiled, or clear the property");
        }
    }
}
