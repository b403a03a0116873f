//! From files to a level: guard, parse, layers, objects, geometry, checks of the whole.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::{UVec2, Vec2};
use tiled::{LayerType, PropertyValue, Tileset, TilesetLocation};

use crate::context::{MapContext, is_same_tileset};
use crate::files::{Files, ReadOptions, TileScale, is_world, normal_path, stem};
use crate::format::excerpt;
use crate::ground::{CollisionBuilder, LevelGeometry};
use crate::guard::{CheckedFiles, ElementKey, PicturePlaces, guard};
use crate::hems::is_over_pictures;
use crate::level::Level;
use crate::level_memory::estimate;
use crate::limits::Limits;
use crate::model::{Hem, Layer, LayerContent, Meta, Object, ObjectKind, Surface};
use crate::names::{Assumption, SurfaceNames, says, surface_named};
use crate::objects::collector::is_player;
use crate::objects::start::Ground;
use crate::objects::{ObjectCollector, class_of, is_for_this_game};
use crate::problem::{Problem, Severity};
use crate::properties::Project;
use crate::reader::layers::LayerCollector;
use crate::reader::meta::meta;
use crate::reader::oversights::{report_missing_layers, report_oversights};
use crate::reader::parser::parse_maps;
use crate::reader::source::Source;
use crate::report::{Place, Report};
use crate::tiles::has_ground_class;
use crate::world_file::{WorldFile, WorldMap};
use seamwalker_collide::{Aabb, Edge};

/// The result of reading a map or world.
#[derive(Default)]
pub struct Reading {
    /// The level, unless the problems include an error.
    pub level: Option<Level>,
    pub problems: Vec<Problem>,
    /// The places that name pictures.
    pub pictures: PicturePlaces,
    /// Whether any of the maps uses the game's surfaces. If not, they were made for another game.
    pub uses_surfaces: bool,
}

impl Reading {
    /// Reads the map or world at `path`, or the maps of a world with the `chosen` indices. A single map is read like a world of
    /// one map at the origin.
    ///
    /// The files are read, guarded and parsed once. If what was assumed of them does not work, the level is built again.
    pub fn of(files: &dyn Files, path: &str, chosen: Option<(&WorldFile, &[usize])>, options: &ReadOptions) -> Self {
        let report = Report::new(&options.limits);
        let Some((parsed, pictures)) = ParsedFiles::read(files, path, chosen, options, &report) else {
            return Self { problems: report.finish(path), ..Self::default() };
        };
        let first = parsed.attempt(&Assume::Names, &report);
        let no_ground = first.level.as_ref().filter(|level| level.has_no_ground() && !parsed.in_world);
        let Attempt { level, report, .. } =
            match no_ground.filter(|_| options.solid_layers.is_empty()).and_then(main_layer) {
                Some(layer) => parsed.attempt(&Assume::MainLayer(layer), &report).or_else(|| first, path),
                // What is only assumed to be ground may be too much of it; then the map is at least shown.
                None if first.assumes => first.or_else(|| parsed.attempt(&Assume::Nothing, &report), path),
                None => first,
            };
        let problems = report.finish(path);
        let level = level.map(|level| Level { warnings: problems.clone(), ..level });
        Self { level, problems, pictures, uses_surfaces: parsed.uses_surfaces() }
    }
}

/// What is assumed of a map without ground classes.
#[derive(PartialEq, Eq)]
enum Assume {
    /// What its names say.
    Names,
    /// The same, and that this layer is ground.
    MainLayer(String),
    /// Nothing.
    Nothing,
}

/// A level built with an assumption.
struct Attempt {
    /// `None` if the report has errors.
    level: Option<Level>,
    report: Report,
    /// Whether anything was assumed.
    assumes: bool,
}

impl Attempt {
    /// This attempt, unless it failed and the other did not; then the other, with the first error as a warning.
    fn or_else(self, other: impl FnOnce() -> Self, path: &str) -> Self {
        if self.level.is_some() {
            return self;
        }
        let other = other();
        if other.level.is_none() {
            return self;
        }
        let problems = self.report.finish(path);
        if let Some(error) = problems.into_iter().find(|problem| problem.severity == Severity::Error) {
            let place = Place::new(&error.file, error.line, error.place);
            other.report.warn(place, format!("what looks like ground is not solid: {}", error.what), error.help);
        }
        other
    }
}

/// A map of a world.
struct ParsedMap {
    /// Its number in the world.
    index: usize,
    map: tiled::Map,
    /// The map's tilesets, then those that only its objects' templates have.
    tilesets: Vec<Arc<Tileset>>,
    /// Whether it has a class for ground anywhere: on a layer, an object, a tile, or the shape of a tile. Other games have classes
    /// like Ladder and Water, too.
    uses_surfaces: bool,
}

/// The files of a map or world, safe and parsed.
struct ParsedFiles<'a> {
    /// The path as the caller named it, and as the files name it.
    requested: &'a str,
    path: String,
    options: &'a ReadOptions,
    world: Cow<'a, WorldFile>,
    in_world: bool,
    project: Cow<'static, Project>,
    checked_files: CheckedFiles,
    /// The maps to read.
    maps: Vec<ParsedMap>,
}

impl<'a> ParsedFiles<'a> {
    /// Determines the maps to read, and guards all files before any is parsed. `None` after an error.
    fn read(
        files: &dyn Files,
        requested: &'a str,
        chosen: Option<(&'a WorldFile, &[usize])>,
        options: &'a ReadOptions,
        report: &Report,
    ) -> Option<(Self, PicturePlaces)> {
        let limits = &options.limits;
        let refused = |error| {
            let what = format!("cannot read '{requested}': {error}");
            report.error(Place::new(requested, 0, ""), what, "name a map in the project");
        };
        let path = normal_path(requested).map_err(refused).ok()?;
        let in_world = chosen.is_some() || is_world(&path);
        let world = match chosen {
            Some((world, _)) => Cow::Borrowed(world),
            None if in_world => {
                Cow::Owned(WorldFile::parse(files, &path, limits, report).filter(|_| !report.failed())?)
            }
            None => Cow::Owned(WorldFile::of_map(&path)),
        };
        let is_chosen = |index: &usize| chosen.is_none_or(|(_, chosen)| chosen.contains(index));
        let indices: Vec<usize> = (0..world.maps.len()).filter(is_chosen).collect();
        if indices.is_empty() {
            report.error(Place::new(&path, 0, ""), "none of the world's maps is chosen", "choose at least one");
        }
        let project = project(files, &path, limits, report);
        let maps = || indices.iter().map(|index| &world.maps[*index]);
        let places = maps().map(|map| (map.path.as_str(), world.place(map)));
        let (checked_files, pictures) = guard(files, places, &project, limits, report);
        if report.failed() {
            return None;
        }
        let parsed = parse_maps(&checked_files, maps().map(|map| map.path.as_str()), report)?;
        let maps = indices.into_iter().zip(parsed).map(|(index, map)| ParsedMap::new(index, map)).collect();
        Some((Self { requested, path, options, world, in_world, project, checked_files, maps }, pictures))
    }

    /// Builds the level. `report` holds the problems of the files.
    fn attempt(&self, assume: &Assume, report: &Report) -> Attempt {
        let (report, mut assumed) = (report.clone(), BTreeSet::new());
        // Tiles that fill the map are no ground, but all there is to see.
        let is_inside = |level: &Level, edge: &Edge| level.bounds.grown(-1.0).contains(edge.segment.aabb().center);
        let leaves_room = |level: &Level| level.terrain.edges().iter().any(|edge| is_inside(level, edge));
        let may_be = |level: &Level| !matches!(assume, Assume::MainLayer(_)) || leaves_room(level);
        let level = self.build(assume, &report, &mut assumed).filter(|level| !report.failed() && may_be(level));
        Attempt { level, report, assumes: !assumed.is_empty() }
    }

    fn uses_surfaces(&self) -> bool {
        self.maps.iter().any(|map| map.uses_surfaces)
    }

    /// The map's place in the world.
    fn part(&self, map: &ParsedMap) -> &WorldMap {
        &self.world.maps[map.index]
    }

    /// Per map: read layers and tiles, read objects. Then for all maps: build the geometry and assemble the level.
    fn build(&self, assume: &Assume, report: &Report, assumed: &mut BTreeSet<Assumption>) -> Option<Level> {
        let (limits, in_world, checked_files) = (&self.options.limits, self.in_world, &self.checked_files);
        let mut builder: Option<CollisionBuilder> = None;
        let mut layers_of_all = LayerCollector::new(limits);
        let mut objects = ObjectCollector::default();
        let mut tile_size = UVec2::ZERO;
        let mut parallax_origin = None;
        // The properties so far, and whether their map has a Player.
        let mut first_meta: Option<(Meta, bool)> = None;
        let mut sources = Vec::new();
        for parsed in &self.maps {
            let (map, part) = (&parsed.map, self.part(parsed));
            let scale = if in_world { 1.0 } else { scale_of(map, self.options.tile_scale) };
            let own_origin = Vec2::new(map.parallax_origin_x, map.parallax_origin_y) * scale as f32;
            // Worlds use the origin: the picture must not depend on which maps are loaded.
            let origin = *parallax_origin.get_or_insert(if in_world { Vec2::ZERO } else { own_origin });
            let context = MapContext {
                path: &part.path,
                map,
                tilesets: &parsed.tilesets,
                checked_files,
                project: &self.project,
                options: self.options,
                limits,
                report,
                at: part.at,
                index: u32::try_from(parsed.index).unwrap_or(u32::MAX),
                in_world,
                parallax_origin: origin,
                names: self.names(parsed, assume),
                scale,
            };
            let own_size = scaled_tile(map, scale);
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
            if !in_world {
                report_missing_layers(&context, &flat, &self.options.solid_layers);
            }
            if parsed.uses_surfaces {
                report_oversights(&context, &flat, &groups);
            }
            let aabb = layers_of_all.add(&context, &flat, builder)?;
            let has_player = objects.add(&context, &flat, builder);
            let own = meta(&context);
            // The world has the properties of the map with the Player, or else those of its first map.
            if first_meta.as_ref().is_none_or(|(_, had_player)| has_player && !had_player) {
                first_meta = Some((own, has_player));
            }
            let path = if in_world { &part.path } else { self.requested };
            sources.push(Source::new(path, &context, &flat, aabb));
            assumed.append(&mut context.names.assumed.into_inner());
        }
        let line = checked_files.get(&self.path).and_then(|file| file.lines.get(&ElementKey::Root)).copied();
        let whole = Place::new(&self.path, line.unwrap_or(1), "");
        let builder = builder?;
        let busiest = builder.busiest().unwrap_or_else(|| whole.clone());
        let LevelGeometry { terrain, outline_source, hazard_edges, hazards, ladders, waters } =
            builder.build(limits, &whole, report)?;
        let pieces = outline_source.part_count();
        objects.bodies.check_crossings(limits, report);
        let is_whole = self.world.maps.len() == self.maps.len();
        objects.objects.sort_by_key(|object| object.kind.is_other());
        // A map of another game has a start instead, which is said elsewhere.
        if is_whole && is_for_this_game(&objects.objects, self.uses_surfaces(), self.options) {
            objects.warn_if_no_player(whole, report);
        }
        let rooms = if in_world {
            self.rooms(&sources, report)
        } else {
            sources.iter().map(|source| source.aabb).filter(|aabb| *aabb != Aabb::default()).collect()
        };
        let bounds = Aabb::around(rooms.iter().flat_map(|room| [room.min(), room.max()]));
        let bounds = bounds.unwrap_or_else(|| objects.bounds());
        // A part of a world is read once its player has started. A Player of another game may be anywhere, as a named start may.
        if is_whole && !self.options.other_game && (!self.uses_surfaces() || !objects.has_player()) {
            let open = [&ladders[..], &waters];
            let exits = objects.objects.iter().filter(|object| matches!(object.kind, ObjectKind::Exit { .. }));
            let avoided = hazards.iter().map(|area| area.aabb).chain(exits.map(|exit| exit.aabb)).collect();
            let ground = Ground { terrain: &terrain, source: &outline_source, avoided, open, bounds };
            if let Some((aabb, object)) = ground.best_place(&objects.starts) {
                if let Some(own) = objects.objects.iter_mut().find(|object| is_player(object)) {
                    own.aabb = aabb;
                } else {
                    assumed.insert(Assumption::Start { object });
                    let kind = ObjectKind::Player { faces_left: false };
                    let player = Object { id: 0, name: String::new(), aabb, kind, properties: BTreeMap::new() };
                    objects.objects.insert(0, player);
                }
            }
        }
        if let Assume::MainLayer(name) = assume {
            assumed.insert(Assumption::MainLayer { name: name.clone() });
        }
        let (layers, tiles, pictures) = layers_of_all.finish();
        let mut level = Level {
            name: stem(&self.path).to_owned(),
            path: self.requested.to_owned(),
            meta: first_meta.map(|(meta, _)| meta).unwrap_or_default(),
            bounds,
            rooms: if rooms.is_empty() { vec![bounds] } else { rooms },
            tile_size,
            parallax_origin: parallax_origin.unwrap_or_default(),
            terrain,
            hazard_edges,
            hazards,
            ladders,
            waters,
            objects: objects.objects,
            layers,
            tiles,
            pictures,
            outline_source,
            assumed: assumed.iter().cloned().collect(),
            sources,
            ..Level::default()
        };
        objects.untextured.retain(|shape| match shape.hem {
            Some(hem) => hem != Hem::None,
            None => !is_over_pictures(&level, &shape.area.aabb, !self.uses_surfaces()),
        });
        level.untextured = objects.untextured;
        let bytes = estimate(&level, pieces);
        if bytes > limits.memory {
            let (mib, allowed) = (bytes.div_ceil(1 << 20), limits.memory >> 20);
            let what = format!("the map would take about {mib} MiB when it is played; the limit is {allowed}");
            let help = "make the map or its pictures smaller, use simpler shapes, or raise the limit with --limit memory=BYTES";
            report.error(busiest, what, help);
        }
        Some(level)
    }

    /// The surfaces by name of a map: what it lists, its project, the user and the assumption.
    fn names(&self, ParsedMap { map, uses_surfaces, .. }: &ParsedMap, assume: &Assume) -> SurfaceNames {
        let texts = map.properties.iter().filter_map(|(name, value)| match value {
            PropertyValue::StringValue(text) => Some((name.as_str(), text.as_str())),
            _ => None,
        });
        let project_texts = self.project.texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let only = if let Assume::MainLayer(name) = assume { Some(name) } else { None };
        let solid = self.options.solid_layers.iter().chain(only);
        SurfaceNames::new(texts.chain(project_texts), solid, *assume != Assume::Nothing && !uses_surfaces)
    }

    /// The boxes of all maps, including those that are not read. They come from the world file, so that they do not depend on the
    /// selection. A map of a different size is reported, and its box is enlarged.
    fn rooms(&self, sources: &[Source], report: &Report) -> Vec<Aabb> {
        let mut rooms: Vec<Aabb> = self.world.maps.iter().map(|map| map.aabb).collect();
        for (map, source) in self.maps.iter().zip(sources).filter(|(_, source)| source.aabb != Aabb::default()) {
            let (part, room) = (self.part(map), &mut rooms[map.index]);
            if *room != source.aabb {
                let is = format!("{} pixels at {}", source.aabb.size(), source.aabb.min());
                let says = format!("{} at {}", room.size(), room.min());
                let what = format!("'{}' is {is}, but the world file says {says}", excerpt(&part.path));
                report.warn(self.world.place(part), what, "save the world in Tiled again");
            }
            let corners = [room.min(), room.max(), source.aabb.min(), source.aabb.max()];
            *room = Aabb::around(corners).unwrap_or_default();
        }
        rooms
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

/// The layer with the most tiles that is not behind the ground, rather one that leaves room and is not named otherwise; or else the
/// only layer.
fn main_layer(level: &Level) -> Option<String> {
    let room = level.bounds.size() / level.tile_size.as_vec2();
    let tiles = |layer: &&Layer| match &layer.content {
        LayerContent::Tiles { cells, .. } if layer.parallax == Vec2::ONE => cells.iter().flatten().count(),
        LayerContent::Tiles { .. } | LayerContent::Image { .. } | LayerContent::Objects(_) => 0,
    };
    let layers: Vec<&Layer> = level.layers.iter().filter(|layer| tiles(layer) > 0).collect();
    let leaves_room = |layer: &&Layer| (tiles(layer) as f32) < room.element_product();
    let is_before = |name: &str| layers.len() == 1 || !says(name, "behind");
    let is_other = |name: &str| surface_named(name).is_some_and(|surface| surface != Surface::Solid);
    let may_be_ground = |layer: &&Layer| !is_other(&layer.name) && is_before(&layer.name);
    let fit = |layer: &&Layer| (leaves_room(layer), !says(&layer.name, "otherwise"), tiles(layer));
    let most = layers.iter().copied().filter(may_be_ground).max_by_key(fit);
    most.map(|layer| layer.name.clone())
}

impl ParsedMap {
    fn new(index: usize, map: tiled::Map) -> Self {
        let mut layers: Vec<tiled::Layer> = map.layers().collect();
        let mut next = 0;
        while let Some(layer) = layers.get(next).copied() {
            if let LayerType::Group(group) = layer.layer_type() {
                layers.extend(group.layers());
            }
            next += 1;
        }
        let lists = layers.iter().filter_map(|layer| layer.as_object_layer());
        let objects: Vec<tiled::Object> = lists.flat_map(|list| list.objects().collect::<Vec<_>>()).collect();
        let mut tilesets = map.tilesets().to_vec();
        for data in objects.iter().filter_map(|object| object.tile_data()) {
            if let TilesetLocation::Template(own) = data.tileset_location()
                && !tilesets.iter().any(|known| is_same_tileset(known, own))
            {
                tilesets.push(Arc::clone(own));
            }
        }
        let uses_surfaces = layers.iter().any(|layer| Surface::is_ground_class(&layer.user_type))
            || objects.iter().any(|object| Surface::is_ground_class(&class_of(object)))
            || tilesets.iter().any(|tileset| has_ground_class(tileset));
        Self { index, map, tilesets, uses_surfaces }
    }
}

impl WorldFile {
    /// Reads some of the maps as one level, in the order of the world. The bounds, [`Level::rooms`] and ids do not depend on
    /// the selection.
    ///
    /// # Errors
    /// As [`read`](crate::read).
    pub fn read(&self, files: &dyn Files, chosen: &[usize], options: &ReadOptions) -> Result<Level, Vec<Problem>> {
        let reading = Reading::of(files, &self.path, Some((self, chosen)), options);
        reading.level.ok_or(reading.problems)
    }
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
