//! From a parsed map to a level: the narrator of the floor, and what its helpers share.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use glam::{IVec2, UVec2, Vec2};
use tiled::{Layer as TiledLayer, LayerType, Properties, TilesetLocation};

use super::collision_builder::CollisionBuilder;
use super::files::{Files, is_world, normal_path};
use super::geometry::{Point, UNIT};
use super::guard::{CheckedFiles, ElementKey, PicturePlaces, guard};
use super::layers::LayerCollector;
use super::line_tracking_reader::parse_map;
use super::members::Members;
use super::memory::estimate;
use super::objects::ObjectCollector;
use super::project::Project;
use super::properties::{Resolved, nearest};
use super::report::{Place, Report};
use super::rules::shown;
use super::world_file::{IDS_PER_MAP, WorldFile, WorldMap};
use super::{Level, Limits, Material, Meta, Problem, Surface};
use seamwalker_collide::{Aabb, SolverKind};

/// What comes of reading a map or a world.
pub struct Reading {
    /// The level, unless an error is among the problems.
    pub level: Option<Level>,
    pub problems: Vec<Problem>,
    /// The files of the maps that were read; the level's objects are theirs, in order.
    pub sources: Vec<Source>,
    /// Where the files name pictures.
    pub pictures: PicturePlaces,
}

/// The file of a map, and where things are in it.
#[derive(Debug, Default)]
pub struct Source {
    pub path: String,
    /// Where its corner lies in the level, in pixels.
    pub at: IVec2,
    /// The box that it covers in the level.
    pub aabb: Aabb,
    /// Where things are in the file.
    pub lines: BTreeMap<ElementKey, u32>,
    /// Where layers are in it, by their names; of those that share one, the first.
    pub layers: BTreeMap<String, u32>,
}

/// Which maps of a world become the level.
#[derive(Clone, Copy)]
pub enum MapSelection<'a> {
    /// The file is a map, or a world all of whose maps count.
    All,
    /// Those with these indices.
    Some(&'a WorldFile, &'a [usize]),
}

/// A map that becomes a part of the level.
struct Part<'a> {
    path: &'a str,
    at: IVec2,
    /// What is added to the ids of its objects.
    first_id: u32,
    /// Who asks for it.
    asker: Place,
}

/// Reads the map or the world at `path`. A map is a world of one, whose corner is the origin.
pub fn read_level(files: &dyn Files, path: &str, which: MapSelection, limits: &Limits) -> Reading {
    let mut report = Report::new(limits);
    let (mut sources, mut pictures) = (Vec::new(), PicturePlaces::new());
    let level = match normal_path(path) {
        Ok(normal) => read_normal(files, (path, &normal), which, limits, (&mut sources, &mut pictures), &mut report),
        Err(error) => {
            report.error(
                Place::new(path, 0, ""),
                format!("cannot read '{path}': {error}"),
                "name a map in the project",
            );
            None
        }
    };
    let failed = report.failed();
    let problems = report.finish(path);
    let level = level.filter(|_| !failed).map(|level| Level { warnings: problems.clone(), ..level });
    Reading { level, problems, sources, pictures }
}

/// Finds out which maps are meant, and lets the guard see all files before anything is parsed.
fn read_normal(
    files: &dyn Files,
    (asked, path): (&str, &str),
    which: MapSelection,
    limits: &Limits,
    (sources, pictures): (&mut Vec<Source>, &mut PicturePlaces),
    report: &mut Report,
) -> Option<Level> {
    let own;
    let world = match which {
        MapSelection::Some(world, _) => Some(world),
        MapSelection::All if is_world(path) => {
            own = WorldFile::parse(files, path, limits, report).filter(|_| !report.failed())?;
            Some(&own)
        }
        MapSelection::All => None,
    };
    let parts: Vec<Part> = match world {
        Some(world) => {
            let is_chosen = |index: &usize| match which {
                MapSelection::Some(_, chosen) => chosen.contains(index),
                MapSelection::All => true,
            };
            let part = |(index, map)| part_of(world, index, map);
            world.maps.iter().enumerate().filter(|(index, _)| is_chosen(index)).map(part).collect()
        }
        None => vec![Part { path, at: IVec2::ZERO, first_id: 0, asker: Place::new(path, 0, "") }],
    };
    if parts.is_empty() && !report.failed() {
        report.error(Place::new(path, 0, ""), "none of the world's maps is chosen", "choose at least one");
    }
    let project = project(files, path, limits, report);
    let asked_for = parts.iter().map(|part| (part.path, part.asker.clone()));
    let (mut sheets, named) = guard(files, asked_for, &project, limits, report);
    *pictures = named;
    let level = build((asked, path), (world, &parts), &project, &mut sheets, limits, sources, report);
    for source in sources {
        source.lines = sheets.remove(&source.path).map(|sheet| sheet.lines).unwrap_or_default();
    }
    level
}

fn part_of<'a>(world: &'a WorldFile, index: usize, map: &'a WorldMap) -> Part<'a> {
    let index = u32::try_from(index).unwrap_or(u32::MAX);
    Part { path: &map.path, at: map.at, first_id: index.saturating_mul(IDS_PER_MAP), asker: world.place(map) }
}

/// For every map 1 parse, 2 layers and tiles, 3 objects; for all of them 4 geometry, 5 the rest.
fn build(
    (asked, path): (&str, &str),
    (world, parts): (Option<&WorldFile>, &[Part]),
    project: &Project,
    sheets: &mut CheckedFiles,
    limits: &Limits,
    sources: &mut Vec<Source>,
    report: &mut Report,
) -> Option<Level> {
    if report.failed() {
        return None;
    }
    let mut sketch: Option<CollisionBuilder> = None;
    let mut drawing = LayerCollector::new(limits);
    let mut cast = ObjectCollector::default();
    let mut tile_size = UVec2::ZERO;
    let mut parallax_origin = None;
    let mut meta: Option<(Meta, bool)> = None;
    for part in parts {
        let cells = sheets.get_mut(part.path).map(|sheet| std::mem::take(&mut sheet.cells)).unwrap_or_default();
        let map = parse_map(sheets, part.path, report)?;
        let (at, first_id, in_world) = (part.at, part.first_id, world.is_some());
        let own_origin = Vec2::new(map.parallax_origin_x, map.parallax_origin_y);
        // Worlds have their own origin for one: what is drawn must not depend on which maps are there.
        let origin = *parallax_origin.get_or_insert(if in_world { Vec2::ZERO } else { own_origin });
        let scene = MapContext {
            path: part.path,
            map: &map,
            sheets,
            project,
            limits,
            at,
            first_id,
            in_world,
            parallax_origin: origin,
        };
        let own_size = UVec2::new(map.tile_width, map.tile_height);
        let sketch = sketch.get_or_insert_with(|| {
            tile_size = own_size;
            CollisionBuilder::new(scene.cell(), limits)
        });
        if own_size != tile_size {
            let what = format!("the map's tiles are {own_size}, those of the world's first map {tile_size}");
            report.error(scene.here(ElementKey::Root, ""), what, "give all maps of a world the same tile size");
            return None;
        }
        let flat = scene.layers();
        let layers = flat.iter().rev().map(|layer| (layer.layer.name.clone(), layer.line)).collect();
        let aabb = drawing.add(&scene, &flat, cells, sketch, report)?;
        let has_player = cast.add(&scene, &flat, sketch, report);
        let own = self::meta(&scene, report);
        // The world is what the map of its Player says, or else its first one.
        if meta.as_ref().is_none_or(|(_, known)| has_player && !known) {
            meta = Some((own, has_player));
        }
        sources.push(Source { path: part.path.to_owned(), at, aabb, lines: BTreeMap::new(), layers });
    }
    let line = sheets.get(path).and_then(|sheet| sheet.lines.get(&ElementKey::Root)).copied();
    let whole = Place::new(path, line.unwrap_or(1), "");
    let sketch = sketch?;
    let busiest = sketch.busiest().unwrap_or_else(|| whole.clone());
    let built = sketch.build(limits, &whole, report)?;
    let pieces = built.plan.part_count();
    cast.check_bodies(limits, report);
    if world.is_none_or(|world| world.maps.len() == parts.len()) {
        cast.warn_of_what_is_missing(whole, world.is_some(), report);
    }
    let rooms = rooms(world, parts, sources, report);
    let bounds = Aabb::around(rooms.iter().flat_map(|room| [room.min(), room.max()]));
    let bounds = bounds.unwrap_or_else(|| cast.bounds());
    let (layers, tiles, pictures) = drawing.finish();
    let level = Level {
        name: stem(path).to_owned(),
        path: asked.to_owned(),
        meta: meta.map(|(meta, _)| meta).unwrap_or_default(),
        bounds,
        rooms: if rooms.is_empty() { vec![bounds] } else { rooms },
        tile_size,
        parallax_origin: parallax_origin.unwrap_or_default(),
        terrain: Arc::new(built.terrain),
        plan: built.plan,
        hazard_edges: built.hazard_edges,
        hazards: built.hazards,
        ladders: built.ladders,
        waters: built.waters,
        bare: cast.bare,
        objects: cast.objects,
        layers,
        tiles,
        pictures,
        warnings: Vec::new(),
        hash: OnceLock::new(),
    };
    let bytes = estimate(&level, pieces);
    if bytes > limits.memory {
        let (mib, most) = (bytes.div_ceil(1 << 20), limits.memory >> 20);
        let what = format!("the map would need about {mib} MiB during play; {most} are allowed");
        let help =
            "make the map or its pictures smaller, use simpler shapes, or raise the limit with --limit memory=BYTES";
        report.error(busiest, what, help);
    }
    Some(level)
}

/// The boxes of all maps, those that are not there included. The world file tells them, so that they are the same whichever
/// maps are read; a map that has another size than it tells is reported, and grows its box.
fn rooms(world: Option<&WorldFile>, parts: &[Part], sources: &[Source], report: &mut Report) -> Vec<Aabb> {
    let Some(world) = world else {
        return sources.iter().map(|source| source.aabb).filter(|aabb| *aabb != Aabb::default()).collect();
    };
    let mut rooms: Vec<Aabb> = world.maps.iter().map(|map| map.aabb).collect();
    for (part, source) in parts.iter().zip(sources) {
        let index = (part.first_id / IDS_PER_MAP) as usize;
        let (Some(room), true) = (rooms.get_mut(index), source.aabb != Aabb::default()) else { continue };
        if *room != source.aabb {
            let what = format!(
                "'{}' is {} pixels large at {}, not {} at {}",
                shown(part.path),
                source.aabb.size(),
                source.aabb.min(),
                room.size(),
                room.min()
            );
            report.warn(part.asker.clone(), what, "save the world in Tiled again");
        }
        let corners = [room.min(), room.max(), source.aabb.min(), source.aabb.max()];
        *room = Aabb::around(corners).unwrap_or_default();
    }
    rooms
}

/// The classes that count for a map: its own project's over those that come with the game.
fn project(files: &dyn Files, path: &str, limits: &Limits, report: &mut Report) -> Cow<'static, Project> {
    let shipped = Project::shipped();
    let Some(name) = files.project(path) else { return Cow::Borrowed(shipped) };
    let bytes = files.read(&name).map_err(|error| (0, error.to_string()));
    let fitting = |bytes: &Cow<[u8]>| bytes.len() as u64 <= limits.file_bytes;
    let bytes = bytes.and_then(|b| if fitting(&b) { Ok(b) } else { Err((0, "the project is too large".to_owned())) });
    let parsed = bytes.and_then(|bytes| Project::parse(&bytes));
    match parsed {
        Ok(own) => Cow::Owned(own.over(shipped)),
        Err((line, what)) => {
            report.error(Place::new(&name, line, ""), what, "open the project in Tiled, or take it from your backup");
            Cow::Borrowed(shipped)
        }
    }
}

/// A file's name without folder and ending.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Everything that is read from, and never changes.
pub struct MapContext<'a> {
    /// The map's path.
    pub path: &'a str,
    pub map: &'a tiled::Map,
    pub sheets: &'a CheckedFiles,
    pub project: &'a Project,
    pub limits: &'a Limits,
    /// Where the map's corner lies in the level, in pixels.
    pub at: IVec2,
    /// What is added to the ids of objects.
    pub first_id: u32,
    /// It is one of several maps.
    pub in_world: bool,
    /// The level's, not the map's.
    pub parallax_origin: Vec2,
}

/// A layer with everything that its groups add.
#[derive(Clone)]
pub struct FlatLayer<'a> {
    pub layer: TiledLayer<'a>,
    /// Its number among all layers of the file, groups before what they hold.
    pub index: u32,
    /// Its place in the file.
    pub line: u32,
    /// Neither it nor a group around it is hidden.
    pub visible: bool,
    pub opacity: f32,
    pub tint: [u8; 4],
    /// In pixels, from the origin of the level.
    pub offset: (f64, f64),
    pub parallax: Vec2,
}

impl FlatLayer<'_> {
    /// How problems call it.
    pub fn called(&self) -> String {
        if self.layer.name.is_empty() { "layer".to_owned() } else { format!("layer '{}'", self.layer.name) }
    }

    /// Its offset in units.
    pub fn shift(&self) -> Point {
        Point::from_pixels(self.offset.0, self.offset.1)
    }

    /// Whether its objects are drawn from the top of the map down, rather than in the order of the list.
    pub fn draws_topdown(&self) -> bool {
        match self.layer.layer_type() {
            LayerType::Objects(objects) => objects.draw_order == tiled::DrawOrder::TopDown,
            _ => false,
        }
    }

    /// Whether it stays in place relative to the world.
    pub fn is_fixed(&self) -> bool {
        self.parallax == Vec2::ONE
    }
}

impl MapContext<'_> {
    /// The size of a cell in units.
    pub fn cell(&self) -> Point {
        let units = |pixels: u32| i32::try_from(pixels).unwrap_or(1).saturating_mul(UNIT);
        Point::new(units(self.map.tile_width), units(self.map.tile_height))
    }

    /// All layers that are no groups, back to front, with what they inherit worked in.
    pub fn layers(&self) -> Vec<FlatLayer<'_>> {
        let mut count = 0;
        let mut flat = Vec::new();
        for layer in self.map.layers() {
            self.flatten(layer, None, &mut count, &mut flat);
        }
        flat
    }

    fn flatten<'s>(
        &'s self,
        layer: TiledLayer<'s>,
        around: Option<&FlatLayer<'s>>,
        count: &mut u32,
        flat: &mut Vec<FlatLayer<'s>>,
    ) {
        let index = *count;
        let line = self.line(self.path, ElementKey::Layer(index));
        *count += 1;
        let own_tint = layer.tint_color.map_or([255; 4], |c| [c.red, c.green, c.blue, c.alpha]);
        let corner = (f64::from(self.at.x), f64::from(self.at.y));
        let (visible, opacity, tint, offset, parallax) = around
            .map_or((true, 1.0, [255; 4], corner, Vec2::ONE), |a| (a.visible, a.opacity, a.tint, a.offset, a.parallax));
        let this = FlatLayer {
            index,
            line,
            visible: visible && layer.visible,
            opacity: (opacity * layer.opacity).clamp(0.0, 1.0),
            tint: std::array::from_fn(|i| multiplied(tint[i], own_tint[i])),
            offset: (offset.0 + f64::from(layer.offset_x), offset.1 + f64::from(layer.offset_y)),
            parallax: parallax * Vec2::new(layer.parallax_x, layer.parallax_y),
            layer,
        };
        match this.layer.layer_type() {
            LayerType::Group(group) => {
                for child in group.layers() {
                    self.flatten(child, Some(&this), count, flat);
                }
            }
            _ => flat.push(this),
        }
    }

    /// The line of something in a file; 0 when it is not known.
    pub fn line(&self, file: &str, spot: ElementKey) -> u32 {
        self.sheets.get(file).and_then(|sheet| sheet.lines.get(&spot)).copied().unwrap_or(0)
    }

    /// A place in the map's own file.
    pub fn here(&self, spot: ElementKey, what: impl Into<String>) -> Place {
        Place::new(self.path, self.line(self.path, spot), what)
    }

    /// The file of a tileset, and which of the tilesets in that file it is.
    pub fn tileset_file(&self, index: usize) -> (String, u32) {
        let tilesets = self.map.tilesets();
        let file = |i: usize| tilesets.get(i).and_then(|t| super::guard::path_of(&t.source)).unwrap_or_default();
        let own = file(index);
        let nth = if own == self.path { (0..index).filter(|i| file(*i) == own).count() } else { 0 };
        (own, u32::try_from(nth).unwrap_or(0))
    }

    /// Which of the map's tilesets an object's tile is from. A template has tilesets of its own; the same file counts.
    pub fn tileset_index(&self, location: &TilesetLocation) -> Option<usize> {
        match location {
            TilesetLocation::Map(index) => Some(*index),
            TilesetLocation::Template(own) => {
                self.map.tilesets().iter().position(|t| t.source == own.source && t.name == own.name)
            }
        }
    }

    /// The material that a class stands for, with the members that the properties give it: `None` for no class, and for one
    /// that means something else. A class that nobody declares is reported.
    pub fn material(
        &self,
        used_as: &str,
        properties: Resolved,
        place: impl FnOnce() -> Place,
        report: &mut Report,
    ) -> Option<Material> {
        let class = properties.class;
        match Surface::from_name(class) {
            Some(surface) => Some(Members { properties, place: place(), report }.material(surface)),
            None if class.is_empty() || self.project.knows(class) => None,
            None => {
                self.report_unknown(class, used_as, place(), report);
                None
            }
        }
    }

    /// Says that nobody declares a class, and which one is meant.
    pub fn report_unknown(&self, class: &str, used_as: &str, place: Place, report: &mut Report) {
        let known = || self.project.classes_for(used_as);
        let help = match nearest(class, known()) {
            Some(name) => format!("did you mean '{name}'?"),
            None => format!("choose one of {}", known().collect::<Vec<_>>().join(", ")),
        };
        report.warn(place, format!("the class '{class}' is unknown"), help);
    }

    /// The properties of something without a tile.
    pub fn properties<'s>(&'s self, own: &'s Properties, class: &'s str) -> Resolved<'s> {
        Resolved { own, tile: None, class, project: self.project }
    }
}

/// Two colour channels, or opacities, one seen through the other.
fn multiplied(a: u8, b: u8) -> u8 {
    let product = (u16::from(a) * u16::from(b) + 127) / 255;
    u8::try_from(product).unwrap_or(u8::MAX)
}

/// What the map says of itself. A map without a class is taken for a Level.
#[allow(clippy::cast_possible_truncation, reason = "seconds")]
fn meta(scene: &MapContext, report: &mut Report) -> Meta {
    let class = if scene.map.user_type.is_empty() { "Level" } else { &scene.map.user_type };
    if !scene.project.knows(class) {
        scene.report_unknown(class, "map", scene.here(ElementKey::Root, ""), report);
    }
    let properties = scene.properties(&scene.map.properties, class);
    let mut wrong = Vec::new();
    let mut text = |name: &str| {
        properties.text(name).unwrap_or_else(|why| {
            wrong.push(why);
            None
        })
    };
    let title = text("title").filter(|t| !t.is_empty()).unwrap_or_else(|| stem(scene.path).to_owned());
    let music = text("music").unwrap_or_default();
    let word = |name: &str, of: &str, wrong: &mut Vec<String>| {
        properties.word(name, of).unwrap_or_else(|why| {
            wrong.push(why);
            None
        })
    };
    let theme = word("theme", "Theme", &mut wrong).unwrap_or_default();
    let solver = word("solver", "Solver", &mut wrong).filter(|name| !name.is_empty() && name != "any");
    let par_time = properties.number("par_time").unwrap_or_else(|why| {
        wrong.push(why);
        None
    });
    let dash = properties.flag("dash").unwrap_or_else(|why| {
        wrong.push(why);
        None
    });
    let kind = solver.as_deref().and_then(|name| name.parse().ok());
    if let (Some(name), None) = (&solver, kind) {
        let known = nearest(name, SolverKind::ALL.iter().map(|kind| kind.name())).unwrap_or("any");
        report.warn(
            scene.here(ElementKey::Root, ""),
            format!("the solver '{name}' is unknown"),
            format!("did you mean '{known}'?"),
        );
    }
    for why in wrong {
        report.warn(scene.here(ElementKey::Root, ""), why, "set it again in Map, Map Properties");
    }
    Meta {
        title,
        par_time: par_time.map_or(0.0, |seconds| seconds.clamp(0.0, 86_400.0) as f32),
        music,
        theme,
        dash: dash.unwrap_or(false),
        solver: kind,
        background: scene.map.background_color.map(|c| [c.red, c.green, c.blue, c.alpha]),
        properties: properties.all(),
    }
}

/// The box between two cells, both included, in pixels of the level.
pub fn cells_box(scene: &MapContext, first: IVec2, last: IVec2) -> Aabb {
    let tile = UVec2::new(scene.map.tile_width, scene.map.tile_height).as_vec2();
    Aabb::from_corners(first.as_vec2() * tile, (last + IVec2::ONE).as_vec2() * tile).moved(scene.at.as_vec2())
}
