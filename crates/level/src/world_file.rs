//! Tiled's `.world` files: which maps form a world, and where each lies.

use std::collections::BTreeMap;

use glam::{IVec2, UVec2, Vec2};
use regex_lite::{Regex, RegexBuilder};

use crate::files::{FileFinder, Files, beside, is_map, normal_path, reason};
use crate::format::{Element, Fault, excerpt, is_json, parse, parse_as, text};
use crate::limits::{Limits, or_raise};
use crate::problem::Problem;
use crate::report::{Place, Report};
use seamwalker_collide::Aabb;

/// How many object ids each map of a world has. Object 7 of the third map is 2,000,007 in the world.
pub const IDS_PER_MAP: u32 = 1_000_000;

/// Maps within this distance are near, in pixels: one view, which is the most that the camera shows.
const NEAR_DISTANCE: Vec2 = Vec2::new(640.0, 360.0);

/// Maps whose borders are this close touch each other, in pixels.
const TOUCH_DISTANCE: f32 = 1.0;

/// The largest number of patterns, and the largest size of a compiled one in bytes. Every file name in the folder is matched
/// against every pattern.
const MAX_PATTERNS: usize = 16;
const MAX_PATTERN_BYTES: usize = 1 << 15;

/// The remedy for a bad number.
const SAVE_WORLD: &str = "correct it, or save the world in Tiled again";

/// A map of a world.
///
/// ```
/// use seamwalker_collide::{Aabb, glam::{IVec2, Vec2}};
/// use seamwalker_level::WorldMap;
///
/// let attic = WorldMap::new("maps/attic.tmx", IVec2::new(640, -360), Vec2::new(640.0, 360.0));
/// assert_eq!(attic.aabb.max(), Vec2::new(1280.0, 0.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WorldMap {
    /// The file, as its source names it.
    pub path: String,
    /// The map's upper left corner in the world, in pixels.
    pub at: IVec2,
    /// The box of the map in the world, in pixels: from the world file, or else from the size in the map's file.
    pub aabb: Aabb,
    /// The line in the world file.
    line: u32,
}

impl WorldMap {
    /// A map of this size in pixels.
    #[must_use]
    pub fn new(path: impl Into<String>, at: IVec2, size: Vec2) -> Self {
        let corner = at.as_vec2();
        Self { path: path.into(), at, aabb: Aabb::from_corners(corner, corner + size), line: 0 }
    }
}

/// A Tiled world: maps side by side, of which a game only needs those around the player.
///
/// ```
/// use seamwalker_collide::glam::{IVec2, Vec2};
/// use seamwalker_level::{WorldFile, WorldMap};
///
/// let map = |i| WorldMap::new(format!("{i}.tmx"), IVec2::new(i * 2000, 0), Vec2::new(2000.0, 360.0));
/// let world = WorldFile { path: "row.world".into(), maps: (0..9).map(map).collect(), warnings: Vec::new() };
/// // In the middle of the fourth map, its two neighbours may be met next.
/// assert_eq!(world.near(Vec2::new(7000.0, 100.0), 0.0), [2, 3, 4]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldFile {
    /// The file, as its source names it.
    pub path: String,
    /// The maps that the world lists, then those that its patterns match, in alphabetical order.
    pub maps: Vec<WorldMap>,
    /// What the reader ignored, or what looks unintended.
    pub warnings: Vec<Problem>,
}

impl WorldFile {
    /// Reads a world file. Opens a map only if the world file does not give its size.
    ///
    /// # Errors
    /// All problems that prevent its use, with at least one error among them.
    pub fn open(files: &dyn Files, path: &str, limits: &Limits) -> Result<Self, Vec<Problem>> {
        let report = Report::new(limits);
        let world = match normal_path(path) {
            Ok(normal) => Self::parse(files, &normal, limits, &report),
            Err(error) => {
                report.error(Place::new(path, 0, ""), format!("cannot read '{path}': {error}"), "name a world file");
                None
            }
        };
        let failed = report.failed();
        let warnings = report.finish(path);
        match world {
            Some(world) if !failed => Ok(Self { warnings, ..world }),
            _ => Err(warnings),
        }
    }

    /// A single map, as a world at whose origin it lies.
    pub(crate) fn of_map(path: &str) -> Self {
        let maps = vec![WorldMap::new(path, IVec2::ZERO, Vec2::ZERO)];
        Self { path: path.to_owned(), maps, warnings: Vec::new() }
    }

    /// Same as [`open`](Self::open), but adds problems to the report. `None` if the file cannot be used at all.
    pub(crate) fn parse(files: &dyn Files, path: &str, limits: &Limits, report: &Report) -> Option<Self> {
        let root = root(files, path, limits).map_err(|fault| report.fault(path, fault)).ok()?;
        let (maps, known, bytes) = (Vec::new(), BTreeMap::new(), 0);
        let finder = FileFinder::default();
        let mut reading = WorldReading { files, path, limits, report, finder, maps, known, bytes };
        reading.world(&root).unwrap_or_else(|fault| report.fault(path, fault));
        let maps = reading.maps;
        if maps.is_empty() && !report.failed() {
            report.error(Place::new(path, root.line, ""), "the world has no maps", "add maps to it in Tiled");
        }
        Some(Self { path: path.to_owned(), maps, warnings: Vec::new() })
    }

    /// The maps that a player at `place` (in pixels) may reach soon, in order: the map at that place, all maps that touch it,
    /// and all within 640 x 360 pixels around it. `slack` extends all distances by that many pixels.
    #[must_use]
    pub fn near(&self, place: Vec2, slack: f32) -> Vec<usize> {
        let view = Aabb::new(place, NEAR_DISTANCE + slack);
        let here = Aabb::new(place, Vec2::splat(slack.max(TOUCH_DISTANCE)));
        let around: Vec<Aabb> =
            self.maps.iter().filter(|map| map.aabb.overlaps(&here)).map(|map| map.aabb.grown(TOUCH_DISTANCE)).collect();
        let is_near = |aabb: &Aabb| aabb.overlaps(&view) || around.iter().any(|own| own.overlaps(aabb));
        self.maps.iter().enumerate().filter(|(_, map)| is_near(&map.aabb)).map(|(index, _)| index).collect()
    }

    /// The maps that overlap a box, in order.
    pub fn under(&self, aabb: &Aabb) -> impl Iterator<Item = usize> {
        let aabb = *aabb;
        self.maps.iter().enumerate().filter(move |(_, map)| map.aabb.overlaps(&aabb)).map(|(index, _)| index)
    }

    /// The map that an object of the world belongs to, by the object's id.
    #[must_use]
    pub const fn map_of(object: u32) -> usize {
        (object / IDS_PER_MAP) as usize
    }

    /// The place in the world file that names a map.
    pub(crate) fn place(&self, map: &WorldMap) -> Place {
        Place::new(&self.path, map.line, "")
    }
}

/// Parses the world file.
fn root(files: &dyn Files, path: &str, limits: &Limits) -> Result<Element, Fault> {
    let unread = |why: String| Fault::new(0, format!("cannot read '{path}': {why}"), "check the file's name");
    let bytes = files.read(path).map_err(|error| unread(reason(&error)))?;
    if bytes.len() as u64 > limits.file_bytes {
        return Err(unread(format!("it is larger than {} bytes", limits.file_bytes)));
    }
    if !is_json(text(&bytes)?.as_bytes()) {
        return Err(Fault::new(1, "the file is not a world: world files are JSON", "save the world in Tiled again"));
    }
    parse_as(&bytes, "world", limits)
}

/// A pattern that matches map files.
struct Pattern {
    names: Regex,
    by: (i64, i64),
    plus: (i64, i64),
    size: (i64, i64),
}

impl Pattern {
    fn of(pattern: &Element) -> Result<Self, Fault> {
        let line = pattern.line;
        let text = pattern.get("regexp").ok_or_else(|| Fault::new(line, "the pattern has no 'regexp'", SAVE_WORLD))?;
        let names = RegexBuilder::new(text).size_limit(MAX_PATTERN_BYTES).build().map_err(|error| {
            let what = format!("the pattern '{}' cannot be used: {error}", excerpt(text));
            Fault::new(line, what, "write it without look-around and back-references, and short")
        })?;
        if names.captures_len() != 3 {
            let what = format!("the pattern '{}' captures {} texts, not 2", excerpt(text), names.captures_len() - 1);
            return Err(Fault::new(line, what, "put round brackets around the two numbers, and nothing else"));
        }
        let number = |name: &str, default: i64| number(pattern, name, default);
        let by = (number("multiplierX", 1)?, number("multiplierY", 1)?);
        let plus = (number("offsetX", 0)?, number("offsetY", 0)?);
        let size = (number("mapWidth", by.0.saturating_abs())?, number("mapHeight", by.1.saturating_abs())?);
        Ok(Self { names, by, plus, size })
    }
}

/// The state while a world file is read.
struct WorldReading<'a> {
    files: &'a dyn Files,
    path: &'a str,
    limits: &'a Limits,
    report: &'a Report,
    finder: FileFinder,
    maps: Vec<WorldMap>,
    /// Line in the world file by map path, to find duplicates.
    known: BTreeMap<String, u32>,
    /// Bytes of the maps that were opened for their size.
    bytes: u64,
}

impl WorldReading<'_> {
    fn world(&mut self, root: &Element) -> Result<(), Fault> {
        for map in root.all("map") {
            // A hostile world may list any number of maps. Stop at the first one over the limit.
            if self.maps.len() >= self.limits.maps {
                return Err(self.too_many(map.line));
            }
            self.map(map).unwrap_or_else(|fault| self.report.fault(self.path, fault));
        }
        let patterns: Vec<&Element> = root.all("pattern").collect();
        if let Some(pattern) = patterns.get(MAX_PATTERNS) {
            let what = format!("the world has more than {MAX_PATTERNS} patterns");
            return Err(Fault::new(pattern.line, what, "combine some of them"));
        }
        if patterns.is_empty() { Ok(()) } else { self.patterns(&patterns, root.line) }
    }

    fn too_many(&self, line: u32) -> Fault {
        let what = format!("the world has more than {} maps", self.limits.maps);
        Fault::new(line, what, or_raise("use fewer, larger maps", "maps"))
    }

    /// Reads a listed map.
    fn map(&mut self, map: &Element) -> Result<(), Fault> {
        let line = map.line;
        let name = map.get("fileName").ok_or_else(|| Fault::new(line, "the map has no 'fileName'", SAVE_WORLD))?;
        let place = || Place::new(self.path, line, "");
        let path = self.finder.find_for(self.files, (self.path, name), self.report, place).map_err(|error| {
            let what = format!("cannot read '{}': {}", excerpt(name), reason(&error));
            Fault::new(line, what, "keep all maps of the world in the project's folder")
        })?;
        // Every bad number is reported.
        let numbers = ["x", "y", "width", "height"]
            .map(|name| number(map, name, 0).map_err(|fault| self.report.fault(self.path, fault)).ok());
        let [Some(x), Some(y), Some(w), Some(h)] = numbers else { return Ok(()) };
        if let Some(first) = self.known.get(&path) {
            let what = format!("'{}' is in the world twice, first in line {first}", excerpt(&path));
            self.report.warn(Place::new(self.path, line, ""), what, "the first one is used; remove the other");
            return Ok(());
        }
        self.place(path, (x, y), (w, h), line)
    }

    /// Adds a map, unless it lies too far out.
    fn place(&mut self, path: String, at: (i64, i64), size: (i64, i64), line: u32) -> Result<(), Fault> {
        let size = if size.0 > 0 && size.1 > 0 { size } else { self.own_size(&path, line) };
        let far = [at.0, at.1, at.0.saturating_add(size.0), at.1.saturating_add(size.1)];
        let far = far.into_iter().map(i64::saturating_abs).max().unwrap_or(0);
        if far as f64 > self.limits.farthest_pixel {
            let (path, limit) = (excerpt(&path), self.limits.farthest_pixel);
            let what = format!("'{path}' extends {far} pixels from the world's origin; the limit is {limit}");
            return Err(Fault::new(line, what, "move it closer"));
        }
        self.known.insert(path.clone(), line);
        let (at, size) = (IVec2::new(at.0 as i32, at.1 as i32), UVec2::new(size.0 as u32, size.1 as u32));
        self.maps.push(WorldMap { line, ..WorldMap::new(path, at, size.as_vec2()) });
        Ok(())
    }

    /// The size of a map in pixels, from its own file. Zero if the file cannot be read; the reader reports that later.
    fn own_size(&mut self, path: &str, line: u32) -> (i64, i64) {
        if self.bytes > self.limits.bytes {
            return (0, 0);
        }
        let bytes = self.files.read(path).ok().filter(|bytes| bytes.len() as u64 <= self.limits.file_bytes);
        self.bytes += bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        if self.bytes > self.limits.bytes {
            let what = format!("the maps without 'width' and 'height' have more than {} bytes", self.limits.bytes);
            self.report.fault(self.path, Fault::new(line, what, SAVE_WORLD));
            return (0, 0);
        }
        let map = bytes.and_then(|bytes| parse(&bytes, "map", self.limits).ok()).unwrap_or_default();
        let whole = |name: &str| map.number::<u32>(name).map_or(0, i64::from);
        (whole("width").saturating_mul(whole("tilewidth")), whole("height").saturating_mul(whole("tileheight")))
    }

    /// Adds the maps beside the world that match its patterns.
    fn patterns(&mut self, patterns: &[&Element], line: u32) -> Result<(), Fault> {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let names = match self.files.list(folder) {
            Ok(names) => names,
            Err(error) => {
                let what = format!("the folder cannot be listed, so patterns match nothing: {}", reason(&error));
                self.report.warn(Place::new(self.path, line, ""), what, "list the maps one by one");
                return Ok(());
            }
        };
        for pattern in patterns {
            let line = pattern.line;
            let pattern = match Pattern::of(pattern) {
                Ok(pattern) => pattern,
                Err(fault) => {
                    self.report.fault(self.path, fault);
                    continue;
                }
            };
            let mut found = false;
            for name in names.iter().filter(|name| is_map(name)) {
                let Some(captures) = pattern.names.captures(name) else { continue };
                found = true;
                let Ok(path) = beside(self.path, name) else { continue };
                if self.known.contains_key(&path) {
                    continue;
                }
                let capture = |i: usize| captures.get(i).and_then(|c| c.as_str().parse::<i32>().ok());
                let (Some(x), Some(y)) = (capture(1), capture(2)) else {
                    let what = format!("the pattern matches '{}', but does not capture two numbers", excerpt(name));
                    let help = "let both captures be digits, such as (\\d+)";
                    self.report.warn(Place::new(self.path, line, ""), what, help);
                    continue;
                };
                if self.maps.len() >= self.limits.maps {
                    return Err(self.too_many(line));
                }
                let along = |number: i32, by: i64, plus: i64| i64::from(number).saturating_mul(by).saturating_add(plus);
                let at = (along(x, pattern.by.0, pattern.plus.0), along(y, pattern.by.1, pattern.plus.1));
                let placed = self.place(path, at, pattern.size, line);
                placed.unwrap_or_else(|fault| self.report.fault(self.path, fault));
            }
            if !found {
                let what = "the pattern matches no map beside the world";
                self.report.warn(Place::new(self.path, line, ""), what, "correct its 'regexp', or remove it");
            }
        }
        Ok(())
    }
}

/// A whole number of pixels.
fn number(element: &Element, name: &str, default: i64) -> Result<i64, Fault> {
    let Some(text) = element.get(name) else { return Ok(default) };
    text.parse::<i32>().map(i64::from).map_err(|_| {
        let what = format!("'{name}' is {}; places and sizes are whole pixels", excerpt(text));
        Fault::new(element.line, what, SAVE_WORLD)
    })
}
