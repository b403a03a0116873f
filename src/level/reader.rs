//! From a parsed map to a level: the narrator of the floor, and what its helpers share.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use glam::{IVec2, UVec2, Vec2};
use tiled::{Layer as TiledLayer, LayerType, Properties, TilesetLocation};

use super::feed::parse_map;
use super::files::{Files, normal_path};
use super::geometry::{Point, UNIT};
use super::guard::{Sheets, Spot, guard};
use super::layers::Drawing;
use super::members::Members;
use super::objects::Cast;
use super::project::Project;
use super::properties::{Resolved, nearest};
use super::report::{Place, Report};
use super::sketch::Sketch;
use super::{Level, Limits, Material, Meta, Problem, Surface};
use crate::collide::{Aabb, SolverKind};

/// What comes of reading a map.
pub struct Reading {
    /// The level, unless an error is among the problems.
    pub level: Option<Level>,
    pub problems: Vec<Problem>,
    /// Where things are in the map's file.
    pub lines: BTreeMap<Spot, u32>,
    /// Where layers are in it, by their names; of those that share one, the first.
    pub layers: BTreeMap<String, u32>,
}

/// Reads the map at `path`.
pub fn read_map(files: &dyn Files, path: &str, limits: &Limits) -> Reading {
    let mut report = Report::new(limits);
    let mut sheets = Sheets::new();
    let normal = normal_path(path);
    let mut layers = BTreeMap::new();
    let level = match &normal {
        Ok(normal) => {
            let project = project(files, normal, limits, &mut report);
            sheets = guard(files, normal, &project, limits, &mut report);
            read_guarded(path, normal, &project, &mut sheets, limits, &mut layers, &mut report)
        }
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
    let lines = normal.ok().and_then(|path| sheets.remove(&path)).map(|sheet| sheet.lines).unwrap_or_default();
    Reading { level, problems, lines, layers }
}

/// 1 parse, 2 layers and tiles, 3 objects, 4 geometry, 5 the rest.
fn read_guarded(
    asked: &str,
    path: &str,
    project: &Project,
    sheets: &mut Sheets,
    limits: &Limits,
    layers: &mut BTreeMap<String, u32>,
    report: &mut Report,
) -> Option<Level> {
    if report.failed() {
        return None;
    }
    let cells = sheets.get_mut(path).map(|sheet| std::mem::take(&mut sheet.cells)).unwrap_or_default();
    let sheets = &*sheets;
    let map = parse_map(sheets, path, report)?;
    let scene = Scene { path, map: &map, sheets, project, limits };
    let mut sketch = Sketch::new(scene.cell(), limits);
    let flat = scene.layers();
    layers.extend(flat.iter().rev().map(|layer| (layer.layer.name.clone(), layer.line)));
    let drawing = Drawing::of(&scene, &flat, cells, &mut sketch, report)?;
    let mut cast = Cast::of(&scene, &flat, &mut sketch, report);
    let meta = meta(&scene, report);
    let built = sketch.build(limits, path, report)?;
    cast.warn_of_what_is_missing(&scene, report);
    Some(Level {
        name: stem(path).to_owned(),
        path: asked.to_owned(),
        meta,
        bounds: drawing.bounds.unwrap_or_else(|| cast.bounds()),
        tile_size: UVec2::new(map.tile_width, map.tile_height),
        parallax_origin: Vec2::new(map.parallax_origin_x, map.parallax_origin_y),
        terrain: Arc::new(built.terrain),
        plan: built.plan,
        hazard_edges: built.hazard_edges,
        hazards: built.hazards,
        ladders: built.ladders,
        waters: built.waters,
        objects: cast.objects,
        layers: drawing.layers,
        tiles: drawing.tiles,
        pictures: drawing.pictures,
        warnings: Vec::new(),
        hash: OnceLock::new(),
    })
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
pub struct Scene<'a> {
    /// The map's path.
    pub path: &'a str,
    pub map: &'a tiled::Map,
    pub sheets: &'a Sheets,
    pub project: &'a Project,
    pub limits: &'a Limits,
}

/// A layer with everything that its groups add.
#[derive(Clone)]
pub struct Flat<'a> {
    pub layer: TiledLayer<'a>,
    /// Its number among all layers of the file, groups before what they hold.
    pub index: u32,
    /// Its place in the file.
    pub line: u32,
    /// Neither it nor a group around it is hidden.
    pub visible: bool,
    pub opacity: f32,
    pub tint: [u8; 4],
    /// In pixels.
    pub offset: (f64, f64),
    pub parallax: Vec2,
}

impl Flat<'_> {
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

impl Scene<'_> {
    /// The size of a cell in units.
    pub fn cell(&self) -> Point {
        let units = |pixels: u32| i32::try_from(pixels).unwrap_or(1).saturating_mul(UNIT);
        Point::new(units(self.map.tile_width), units(self.map.tile_height))
    }

    /// All layers that are no groups, back to front, with what they inherit worked in.
    pub fn layers(&self) -> Vec<Flat<'_>> {
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
        around: Option<&Flat<'s>>,
        count: &mut u32,
        flat: &mut Vec<Flat<'s>>,
    ) {
        let index = *count;
        let line = self.line(self.path, Spot::Layer(index));
        *count += 1;
        let own_tint = layer.tint_color.map_or([255; 4], |c| [c.red, c.green, c.blue, c.alpha]);
        let (visible, opacity, tint, offset, parallax) = around
            .map_or((true, 1.0, [255; 4], (0.0, 0.0), Vec2::ONE), |a| {
                (a.visible, a.opacity, a.tint, a.offset, a.parallax)
            });
        let this = Flat {
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
    pub fn line(&self, file: &str, spot: Spot) -> u32 {
        self.sheets.get(file).and_then(|sheet| sheet.lines.get(&spot)).copied().unwrap_or(0)
    }

    /// A place in the map's own file.
    pub fn here(&self, spot: Spot, what: impl Into<String>) -> Place {
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
fn meta(scene: &Scene, report: &mut Report) -> Meta {
    let class = if scene.map.user_type.is_empty() { "Level" } else { &scene.map.user_type };
    if !scene.project.knows(class) {
        scene.report_unknown(class, "map", scene.here(Spot::Root, ""), report);
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
    let kind = solver.as_deref().and_then(|name| name.parse().ok());
    if let (Some(name), None) = (&solver, kind) {
        let known = nearest(name, SolverKind::ALL.iter().map(|kind| kind.name())).unwrap_or("any");
        report.warn(
            scene.here(Spot::Root, ""),
            format!("the solver '{name}' is unknown"),
            format!("did you mean '{known}'?"),
        );
    }
    for why in wrong {
        report.warn(scene.here(Spot::Root, ""), why, "set it anew in Map, Map Properties");
    }
    Meta {
        title,
        par_time: par_time.map_or(0.0, |seconds| seconds.clamp(0.0, 86_400.0) as f32),
        music,
        theme,
        solver: kind,
        background: scene.map.background_color.map(|c| [c.red, c.green, c.blue, c.alpha]),
        properties: properties.all(),
    }
}

/// The box between two cells, both included, in pixels.
pub fn cells_box(scene: &Scene, first: IVec2, last: IVec2) -> Aabb {
    let tile = UVec2::new(scene.map.tile_width, scene.map.tile_height).as_vec2();
    Aabb::from_corners(first.as_vec2() * tile, (last + IVec2::ONE).as_vec2() * tile)
}
