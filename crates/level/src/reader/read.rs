//! From files to a level: guard, parse, layers, objects, geometry, checks of the whole.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use glam::{IVec2, UVec2, Vec2};
use tiled::{LayerType, PropertyValue};

use crate::context::{FlatLayer, MapContext};
use crate::files::{Files, TileScale, is_world, normal_path, stem};
use crate::format::excerpt;
use crate::ground::{CollisionBuilder, LevelGeometry};
use crate::guard::{CheckedFiles, ElementKey, PicturePlaces, guard};
use crate::hems::is_over_tiles;
use crate::level::Level;
use crate::level_memory::estimate;
use crate::limits::Limits;
use crate::model::{Hem, Layer, LayerContent, Meta, Object, ObjectKind, Surface};
use crate::names::{Assumption, SurfaceNames, is_behind, surface_named};
use crate::objects::start::Ground;
use crate::objects::{ObjectCollector, class_of};
use crate::problem::{Problem, Severity};
use crate::properties::{Project, suggestion};
use crate::reader::layers::LayerCollector;
use crate::reader::line_tracking_reader::parse_map;
use crate::reader::oversights::report_oversights;
use crate::report::{Place, Report};
use crate::tiles::has_ground_class;
use crate::world_file::{WorldFile, WorldMap};
use seamwalker_collide::Aabb;

/// The result of reading a map or world.
pub struct Reading {
    /// The level, unless the problems include an error.
    pub level: Option<Level>,
    pub problems: Vec<Problem>,
    /// The maps that were read. The level's objects are in the same order.
    pub sources: Vec<Source>,
    /// The places that name pictures.
    pub pictures: PicturePlaces,
    /// Whether any of the maps uses the game's surfaces. If not, they were made for another game.
    pub uses_surfaces: bool,
}

/// The file of a map, with line numbers.
#[derive(Debug, Default)]
pub struct Source {
    pub path: String,
    /// The map's upper left corner in the level, in pixels.
    pub at: IVec2,
    /// The map's box in the level.
    pub aabb: Aabb,
    /// Line numbers of elements; added last, when no reader needs the file any more.
    pub lines: BTreeMap<ElementKey, u32>,
    /// Line numbers of layers by name. If names collide, the first layer wins.
    pub layers: BTreeMap<String, u32>,
}

impl Source {
    /// The line of an element; 0 if unknown.
    pub fn line(&self, key: ElementKey) -> u32 {
        self.lines.get(&key).copied().unwrap_or(0)
    }
}

/// Which maps to read.
#[derive(Clone, Copy)]
pub enum MapSelection<'a> {
    /// The map, or all maps of the world.
    All,
    /// The maps of the world with these indices.
    Some(&'a WorldFile, &'a [usize]),
}

/// What is assumed of a map without ground classes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Assume {
    /// What its names say.
    Names,
    /// The same, and that this layer is ground: no other can be.
    OnlyLayer(String),
    /// Nothing.
    Nothing,
}

/// Reads the map or world at `path`. A single map is read like a world of one map at the origin.
pub fn read_level(files: &dyn Files, path: &str, which: MapSelection, limits: &Limits) -> Reading {
    let read = |assume: Assume| {
        let (report, sources, pictures) = (Report::new(limits), Vec::new(), PicturePlaces::new());
        let (requested, assumed) = (path, BTreeSet::new());
        let uses_surfaces = false;
        let mut reader =
            LevelReader { files, requested, limits, report, sources, pictures, assume, assumed, uses_surfaces };
        let level = match normal_path(path) {
            Ok(normal) => reader.read(&normal, which),
            Err(error) => {
                let what = format!("cannot read '{path}': {error}");
                reader.report.error(Place::new(path, 0, ""), what, "name a map in the project");
                None
            }
        };
        (reader, level)
    };
    let first = read(Assume::Names);
    let (reader, level) = match &first {
        // What is only assumed to be ground may be too much of it; then the map is at least shown.
        (reader, _) if reader.report.failed() && !reader.assumed.is_empty() => {
            without_failing(first, || read(Assume::Nothing))
        }
        (reader, Some(level))
            if !reader.report.failed()
                && level.has_no_ground()
                && !is_world(path)
                && files.options().solid_layers.is_empty() =>
        {
            match only_layer(level) {
                Some(layer) => without_failing(read(Assume::OnlyLayer(layer)), || first),
                None => first,
            }
        }
        _ => first,
    };
    let LevelReader { report, sources, pictures, uses_surfaces, .. } = reader;
    let failed = report.failed();
    let problems = report.finish(path);
    let level = level.filter(|_| !failed).map(|level| Level { warnings: problems.clone(), ..level });
    Reading { level, problems, sources, pictures, uses_surfaces }
}

/// The first attempt, unless it failed and the other did not; then the other, with the first error as a warning.
fn without_failing<'a>(
    first: (LevelReader<'a>, Option<Level>),
    other: impl FnOnce() -> (LevelReader<'a>, Option<Level>),
) -> (LevelReader<'a>, Option<Level>) {
    if !first.0.report.failed() {
        return first;
    }
    let other = other();
    if other.0.report.failed() {
        return first;
    }
    let problems = first.0.report.finish(first.0.requested);
    if let Some(error) = problems.into_iter().find(|problem| problem.severity == Severity::Error) {
        let place = Place::new(&error.file, error.line, error.place);
        other.0.report.warn(place, format!("what looks like ground is not solid: {}", error.what), error.help);
    }
    other
}

/// The state while a map or world is read.
struct LevelReader<'a> {
    files: &'a dyn Files,
    /// The path as the caller named it.
    requested: &'a str,
    limits: &'a Limits,
    report: Report,
    sources: Vec<Source>,
    pictures: PicturePlaces,
    assume: Assume,
    /// What was assumed so far.
    assumed: BTreeSet<Assumption>,
    uses_surfaces: bool,
}

impl LevelReader<'_> {
    /// Reports the layers that the user asked for and the map does not have.
    fn report_missing_layers(&self, context: &MapContext, flat: &[FlatLayer], in_world: bool) {
        let is_there = |name: &str| flat.iter().any(|layer| layer.layer.name.eq_ignore_ascii_case(name.trim()));
        for name in self.files.options().solid_layers.iter().filter(|name| !in_world && !is_there(name)) {
            let help = suggestion(name, flat.iter().map(|layer| layer.layer.name.as_str()));
            context.report.warn(
                context.here(ElementKey::Root, ""),
                format!("no layer is called '{}'", excerpt(name)),
                help,
            );
        }
    }

    /// Determines the maps to read, and guards all files before any is parsed.
    fn read(&mut self, path: &str, which: MapSelection) -> Option<Level> {
        let (files, limits, report) = (self.files, self.limits, &self.report);
        let (single, in_world) = (WorldFile::of_map(path), matches!(which, MapSelection::Some(..)) || is_world(path));
        let parsed;
        let world = match which {
            MapSelection::Some(world, _) => world,
            MapSelection::All if in_world => {
                parsed = WorldFile::parse(files, path, limits, report).filter(|_| !report.failed())?;
                &parsed
            }
            MapSelection::All => &single,
        };
        let is_chosen = |index: usize| match which {
            MapSelection::Some(_, chosen) => chosen.contains(&index),
            MapSelection::All => true,
        };
        let parts: Vec<(u32, &WorldMap)> =
            (0..).zip(&world.maps).filter(|(index, _)| is_chosen(*index as usize)).collect();
        if parts.is_empty() && !report.failed() {
            report.error(Place::new(path, 0, ""), "none of the world's maps is chosen", "choose at least one");
        }
        let project = project(files, path, limits, report);
        let map_places = parts.iter().map(|(_, map)| (map.path.as_str(), world.place(map)));
        let mut checked_files;
        (checked_files, self.pictures) = guard(files, map_places, &project, limits, report);
        let level = self.build(path, (world, in_world), &parts, &project, &mut checked_files);
        for source in &mut self.sources {
            source.lines =
                checked_files.remove(&source.path).map(|checked_file| checked_file.lines).unwrap_or_default();
        }
        level
    }

    /// Per map: parse, read layers and tiles, read objects. Then for all maps: build the geometry and assemble the level.
    fn build(
        &mut self,
        path: &str,
        (world, in_world): (&WorldFile, bool),
        parts: &[(u32, &WorldMap)],
        project: &Project,
        checked_files: &mut CheckedFiles,
    ) -> Option<Level> {
        let (limits, report) = (self.limits, &self.report);
        if report.failed() {
            return None;
        }
        let mut builder: Option<CollisionBuilder> = None;
        let mut layers_of_all = LayerCollector::new(limits);
        let mut objects = ObjectCollector::default();
        let mut tile_size = UVec2::ZERO;
        let mut parallax_origin = None;
        // The properties so far, and whether their map has a Player.
        let mut meta: Option<(Meta, bool)> = None;
        let mut is_foreign = true;
        for (index, part) in parts {
            let cells = checked_files
                .get_mut(&part.path)
                .map(|checked_file| std::mem::take(&mut checked_file.cells))
                .unwrap_or_default();
            let map = parse_map(checked_files, &part.path, report)?;
            let at = part.at;
            let scale = if in_world { 1.0 } else { scale_of(&map, self.files.options().tile_scale) };
            let own_origin = Vec2::new(map.parallax_origin_x, map.parallax_origin_y) * scale as f32;
            // Worlds use the origin: the picture must not depend on which maps are loaded.
            let origin = *parallax_origin.get_or_insert(if in_world { Vec2::ZERO } else { own_origin });
            let map_texts = map.properties.iter().filter_map(|(name, value)| match value {
                PropertyValue::StringValue(text) => Some((name.clone(), text.clone())),
                _ => None,
            });
            let project_texts = project.texts.iter().map(|(name, text)| (name.clone(), text.clone()));
            let asked_for =
                self.files.options().solid_layers.iter().map(|name| ("solid_layers".to_owned(), name.clone()));
            let only = match &self.assume {
                Assume::OnlyLayer(name) => Some(("solid_layers".to_owned(), name.clone())),
                Assume::Names | Assume::Nothing => None,
            };
            let lists = map_texts.chain(project_texts).chain(asked_for).chain(only);
            let uses_surfaces = uses_surfaces(&map);
            let names = SurfaceNames::new(lists, self.assume != Assume::Nothing && !uses_surfaces);
            let context = MapContext {
                path: &part.path,
                map: &map,
                checked_files,
                project,
                limits,
                report,
                at,
                index: *index,
                in_world,
                parallax_origin: origin,
                names,
                scale,
            };
            let own_size = scaled_tile(&map, scale);
            let builder = builder.get_or_insert_with(|| {
                tile_size = own_size;
                CollisionBuilder::new(context.cell(), limits)
            });
            if own_size != tile_size {
                let what = format!("the map's tiles are {own_size}, those of the world's first map {tile_size}");
                report.error(context.here(ElementKey::Root, ""), what, "give all maps of a world the same tile size");
                return None;
            }
            let (flat, groups) = context.layers();
            let layers = flat.iter().rev().map(|layer| (layer.layer.name.clone(), layer.line)).collect();
            self.report_missing_layers(&context, &flat, in_world);
            self.uses_surfaces |= uses_surfaces;
            if uses_surfaces {
                report_oversights(&context, &flat, &groups);
            }
            let aabb = layers_of_all.add(&context, &flat, cells, builder)?;
            let has_player = objects.add(&context, &flat, builder);
            let own = super::meta::meta(&context);
            // The world has the properties of the map with the Player, or else those of its first map.
            if meta.as_ref().is_none_or(|(_, had_player)| has_player && !had_player) {
                meta = Some((own, has_player));
            }
            self.sources.push(Source { path: part.path.clone(), at, aabb, lines: BTreeMap::new(), layers });
            is_foreign &= context.names.guesses();
            self.assumed.append(&mut context.names.into_assumed());
        }
        let line = checked_files.get(path).and_then(|checked_file| checked_file.lines.get(&ElementKey::Root)).copied();
        let whole = Place::new(path, line.unwrap_or(1), "");
        let builder = builder?;
        let busiest = builder.busiest().unwrap_or_else(|| whole.clone());
        let LevelGeometry { terrain, outline_source, hazard_edges, hazards, ladders, waters } =
            builder.build(limits, &whole, report)?;
        let pieces = outline_source.part_count();
        objects.bodies.check_crossings(limits, report);
        // A map of another game has a start instead, which is said elsewhere.
        if world.maps.len() == parts.len() && !is_foreign {
            objects.warn_if_no_player(whole, in_world, report);
        }
        let rooms = if in_world {
            rooms(world, parts, &self.sources, report)
        } else {
            self.sources.iter().map(|source| source.aabb).filter(|aabb| *aabb != Aabb::default()).collect()
        };
        let bounds = Aabb::around(rooms.iter().flat_map(|room| [room.min(), room.max()]));
        let bounds = bounds.unwrap_or_else(|| objects.bounds());
        // A part of a world is read once its player has started.
        if world.maps.len() == parts.len() && !objects.has_player() {
            let areas = [&hazards[..], &waters];
            let ground = Ground { terrain: &terrain, source: &outline_source, areas, bounds };
            let named = objects.start.take().map(|start| (Ground::player_at(start.feet), Some(start.name)));
            if let Some((aabb, object)) = named.or_else(|| Some((ground.first_free()?, None))) {
                self.assumed.insert(Assumption::Start { object });
                let kind = ObjectKind::Player { faces_left: false };
                objects
                    .objects
                    .insert(0, Object { id: 0, name: String::new(), aabb, kind, properties: BTreeMap::new() });
            }
        }
        if let Assume::OnlyLayer(name) = &self.assume {
            self.assumed.insert(Assumption::OnlyLayer { name: name.clone() });
        }
        let (layers, tiles, pictures) = layers_of_all.finish();
        let mut level = Level {
            name: stem(path).to_owned(),
            path: self.requested.to_owned(),
            meta: meta.map(|(meta, _)| meta).unwrap_or_default(),
            bounds,
            rooms: if rooms.is_empty() { vec![bounds] } else { rooms },
            tile_size,
            parallax_origin: parallax_origin.unwrap_or_default(),
            terrain,
            hazard_edges,
            hazards,
            ladders,
            waters,
            untextured: objects.untextured,
            objects: objects.objects,
            layers,
            tiles,
            pictures,
            outline_source,
            assumed: self.assumed.iter().cloned().collect(),
            ..Level::default()
        };
        let mut untextured = std::mem::take(&mut level.untextured);
        untextured.retain(|shape| match shape.hem {
            Some(hem) => hem != Hem::None,
            None => !is_over_tiles(&level, &shape.area.aabb),
        });
        level.untextured = untextured;
        let bytes = estimate(&level, pieces);
        if bytes > limits.memory {
            let (mib, allowed) = (bytes.div_ceil(1 << 20), limits.memory >> 20);
            let what = format!("the map would take about {mib} MiB when it is played; the limit is {allowed}");
            let help = "make the map or its pictures smaller, use simpler shapes, or raise the limit with --limit memory=BYTES";
            report.error(busiest, what, help);
        }
        Some(level)
    }
}

/// Pixels of the level per pixel of a map.
fn scale_of(map: &tiled::Map, wanted: TileScale) -> f64 {
    let own = match map.properties.get("tile_scale") {
        Some(PropertyValue::FloatValue(times)) => Some(*times),
        Some(PropertyValue::IntValue(times)) => Some(*times as f32),
        _ => None,
    };
    let is_square = map.tile_width == map.tile_height && map.tile_width > 0;
    let side = wanted.side(own).filter(|_| is_square);
    side.map_or(1.0, |side| f64::from(side) / f64::from(map.tile_width))
}

/// The size of a map's tiles in the level, in pixels.
fn scaled_tile(map: &tiled::Map, scale: f64) -> UVec2 {
    let side = |side: u32| (f64::from(side) * scale).round() as u32;
    UVec2::new(side(map.tile_width), side(map.tile_height))
}

/// The only layer of tiles that may be ground, by its place and name.
fn only_layer(level: &Level) -> Option<String> {
    let has_tiles = |layer: &&Layer| match &layer.content {
        LayerContent::Tiles { cells, .. } => layer.parallax == Vec2::ONE && cells.iter().any(Option::is_some),
        LayerContent::Image { .. } | LayerContent::Objects(_) => false,
    };
    let mut candidates = level
        .layers
        .iter()
        .filter(has_tiles)
        .filter(|layer| !is_behind(&layer.name) && surface_named(&layer.name).is_none());
    let first = candidates.next()?;
    candidates.next().is_none().then(|| first.name.clone())
}

/// Whether a map has a class for ground anywhere: on a layer, an object, a tile, or the shape of a tile. Other games have classes
/// like Ladder and Water, too.
fn uses_surfaces(map: &tiled::Map) -> bool {
    fn on_layer(layer: &tiled::Layer) -> bool {
        Surface::is_ground_class(&layer.user_type)
            || match layer.layer_type() {
                LayerType::Objects(objects) => {
                    objects.objects().any(|object| Surface::is_ground_class(&class_of(&object)))
                }
                LayerType::Group(group) => group.layers().any(|layer| on_layer(&layer)),
                LayerType::Tiles(_) | LayerType::Image(_) => false,
            }
    }
    map.layers().any(|layer| on_layer(&layer)) || map.tilesets().iter().any(|tileset| has_ground_class(tileset))
}

impl WorldFile {
    /// Reads some of the maps as one level, in the order of the world. The bounds, [`Level::rooms`] and ids do not depend on
    /// the selection.
    ///
    /// # Errors
    /// As [`read`](crate::read).
    pub fn read(&self, files: &dyn Files, chosen: &[usize], limits: &Limits) -> Result<Level, Vec<Problem>> {
        let reading = read_level(files, &self.path, MapSelection::Some(self, chosen), limits);
        reading.level.ok_or(reading.problems)
    }
}

/// The boxes of all maps, including those that are not read. They come from the world file, so that they do not depend on the
/// selection. A map of a different size is reported, and its box is enlarged.
fn rooms(world: &WorldFile, parts: &[(u32, &WorldMap)], sources: &[Source], report: &Report) -> Vec<Aabb> {
    let mut rooms: Vec<Aabb> = world.maps.iter().map(|map| map.aabb).collect();
    for ((index, part), source) in parts.iter().zip(sources) {
        let (Some(room), true) = (rooms.get_mut(*index as usize), source.aabb != Aabb::default()) else { continue };
        if *room != source.aabb {
            let what = format!(
                "'{}' is {} pixels at {}, but the world file says {} at {}",
                excerpt(&part.path),
                source.aabb.size(),
                source.aabb.min(),
                room.size(),
                room.min()
            );
            report.warn(world.place(part), what, "save the world in Tiled again");
        }
        let corners = [room.min(), room.max(), source.aabb.min(), source.aabb.max()];
        *room = Aabb::around(corners).unwrap_or_default();
    }
    rooms
}

/// The classes for a map: those of its own project on top of those that ship with the game.
fn project(files: &dyn Files, path: &str, limits: &Limits, report: &Report) -> Cow<'static, Project> {
    let shipped = Project::shipped();
    let Some(name) = files.project(path) else { return Cow::Borrowed(shipped) };
    let parsed = match files.read(&name) {
        Ok(bytes) if bytes.len() as u64 > limits.file_bytes => Err((0, "the project is too large".to_owned())),
        Ok(bytes) => Project::parse(&bytes),
        Err(error) => Err((0, error.to_string())),
    };
    match parsed {
        Ok(own) => Cow::Owned(own.over(shipped)),
        Err((line, what)) => {
            report.error(Place::new(&name, line, ""), what, "open the project in Tiled, or take it from your backup");
            Cow::Borrowed(shipped)
        }
    }
}
