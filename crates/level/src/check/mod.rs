//! Everything that is wrong with a map, or could be better: for its designer, not for the player.

mod ground;

use glam::{IVec2, Vec2};

use super::crates;
use super::files::{beside, is_world, level_endings};
use super::guard::{ElementKey, PicturePlaces, reason};
use super::picture::try_picture;
use super::reader::{MapSelection, Source, read_level};
use super::world_file::IDS_PER_MAP;
use super::{Files, Flight, Level, Limits, Object, ObjectKind, Platform, Problem, Severity, Start};
use seamwalker_collide::Aabb;

/// All problems of the map or world at `path`: those of reading it, and what keeps a map that can be read from being a good level.
///
/// ```
/// use seamwalker_level::{Folder, Severity, check};
///
/// let problems = check(&Folder::new("../.."), "maps/first_stitch.tmx");
/// assert!(problems.iter().all(|problem| problem.severity == Severity::Warning), "it can be played");
/// ```
#[must_use]
pub fn check(files: &dyn Files, path: &str) -> Vec<Problem> {
    check_within(files, path, &Limits::USUAL)
}

/// The same within other limits than the usual ones.
#[must_use]
pub fn check_within(files: &dyn Files, path: &str, limits: &Limits) -> Vec<Problem> {
    let reading = read_level(files, path, MapSelection::All, limits);
    let mut problems = reading.problems;
    if let Some(level) = &reading.level {
        let is_world = is_world(path);
        // A map is called as it was asked for.
        let mut sources = reading.sources;
        sources.iter_mut().filter(|_| !is_world).for_each(|source| path.clone_into(&mut source.path));
        let mut checker = Checker { path, is_world, sources: &sources, problems: &mut problems };
        checker.people(level);
        checker.crates(level);
        checker.tracks(level);
        checker.ground(level);
        checker.next_maps(files, level);
        checker.pictures(files, level, &reading.pictures, limits);
    }
    problems
}

struct Checker<'a> {
    path: &'a str,
    /// Several maps, one after the other by the ids of their objects.
    is_world: bool,
    sources: &'a [Source],
    problems: &'a mut Vec<Problem>,
}

/// What a problem is about: the file, the line in it, and what stands there.
type Spotted = (String, u32, String);

impl Checker<'_> {
    fn add(&mut self, severity: Severity, (file, line, place): Spotted, what: impl Into<String>, help: &str) {
        let help = help.to_owned();
        self.problems.push(Problem { severity, file, line, place, what: what.into(), help });
    }

    /// The map, or the world, as a whole.
    fn whole(&self) -> Spotted {
        let line =
            if self.is_world { 1 } else { self.sources.first().map_or(0, |source| line(source, ElementKey::Root)) };
        (self.path.to_owned(), line, String::new())
    }

    fn warn_map(&mut self, what: impl Into<String>, help: &str) {
        self.add(Severity::Warning, self.whole(), what, help);
    }

    fn warn_object(&mut self, object: &Object, what: impl Into<String>, help: &str) {
        let name = if object.name.is_empty() { String::new() } else { format!(" '{}'", object.name) };
        let (source, id) = self.source_of(object);
        let (file, line) = source.map_or((self.path, 0), |own| (own.path.as_str(), line(own, ElementKey::Object(id))));
        let place = (file.to_owned(), line, format!("object {id}{name}"));
        self.add(Severity::Warning, place, what, help);
    }

    /// The map that an object is from, and its id there. All maps of the world were read.
    fn source_of(&self, object: &Object) -> (Option<&Source>, u32) {
        let (index, id) =
            if self.is_world { (object.id / IDS_PER_MAP, object.id % IDS_PER_MAP) } else { (0, object.id) };
        (self.sources.get(index as usize), id)
    }

    /// Warns of a place of a layer, in pixels. `cell` tells which cell of its map it is, by where the map's corner lies.
    fn warn_cell(&mut self, layer: &str, at: Vec2, cell: impl FnOnce(Vec2) -> IVec2, what: String, help: &str) {
        let source = self.sources.iter().find(|source| source.aabb.contains(at)).or(self.sources.first());
        let (file, line, corner) = source.map_or((self.path, 0, IVec2::ZERO), |own| {
            (own.path.as_str(), own.layers.get(layer).copied().unwrap_or(0), own.at)
        });
        let cell = cell(corner.as_vec2());
        let name = if layer.is_empty() { String::new() } else { format!("layer '{layer}', ") };
        let place = (file.to_owned(), line, format!("{name}tile ({},{})", cell.x, cell.y));
        self.add(Severity::Warning, place, what, help);
    }

    /// Someone must be there to play, and somewhere to go.
    fn people(&mut self, level: &Level) {
        let has = |wanted: fn(&ObjectKind) -> bool| level.objects.iter().any(|o| wanted(&o.kind));
        if !has(|kind| matches!(kind, ObjectKind::Player { .. })) {
            // The reader has warned of it; for a level it is more than that.
            self.problems.retain(|p| p.severity == Severity::Error || !p.what.contains("Player"));
            let help = "insert the template templates/player.tx into a visible object layer";
            let what = if self.is_world { "no map has a visible Player" } else { "the map has no visible Player" };
            self.add(Severity::Error, self.whole(), what, help);
        }
        if !has(|kind| matches!(kind, ObjectKind::Exit { .. })) {
            let what = if self.is_world { "no map of the world has an Exit" } else { "the map has no Exit" };
            self.warn_map(what, "insert the template templates/exit.tx");
        }
        for object in &level.objects {
            let inside = is_in_rooms(level, 1.0, object.aabb.center);
            if !inside && !matches!(object.kind, ObjectKind::Platform(_)) {
                self.warn_object(object, "it lies outside the map", "move it, or delete it");
            }
        }
    }

    /// Of crates that lie in one another only the first is seen.
    fn crates(&mut self, level: &Level) {
        for (object, other) in crates::waiting(&level.objects) {
            let what = format!("it starts inside object {}, and appears only when that has moved away", other.id);
            self.warn_object(object, what, "move one of the two, or delete it");
        }
    }

    /// Platforms stay in the map and get somewhere.
    fn tracks(&mut self, level: &Level) {
        for object in &level.objects {
            let (track, speed) = match &object.kind {
                ObjectKind::Platform(Platform { track, speed, start, .. }) if *start != Start::Opened => (track, speed),
                ObjectKind::Moth(Flight { track, speed, .. }) => (track, speed),
                _ => continue,
            };
            let reach = object.aabb.half.max_element();
            if !track.iter().all(|point| is_in_rooms(level, reach, *point)) {
                let help = "draw its path within the map, unless that is what you want";
                self.warn_object(object, "its path leaves the map", help);
            }
            if track.len() > 1 && *speed == 0.0 {
                self.warn_object(object, "it has a path but no speed", "give it a speed above 0");
            }
        }
    }

    /// Exits lead to maps that are there.
    fn next_maps(&mut self, files: &dyn Files, level: &Level) {
        for object in &level.objects {
            let ObjectKind::Exit { next } = &object.kind else { continue };
            let from = self.source_of(object).0.map_or(self.path, |source| &source.path);
            let is_there =
                |ending: &str| beside(from, &format!("{next}.{ending}")).is_ok_and(|path| files.read(&path).is_ok());
            if !next.is_empty() && !level_endings().any(is_there) {
                let what = format!("it leads to the map '{next}', which does not exist");
                self.warn_object(object, what, "name a map in the same folder, without its extension");
            }
        }
    }

    /// Pictures can be read and decoded, those included that no visible layer shows. All that are shown are in memory together.
    fn pictures(&mut self, files: &dyn Files, level: &Level, named: &PicturePlaces, limits: &Limits) {
        let mut left = level.picture_room(limits);
        let shown = level.pictures.iter().map(|picture| &picture.path);
        let is_shown = |path: &&String| level.pictures.iter().any(|picture| picture.path == **path);
        let others = named.keys().filter(|path| !is_shown(path)).map(|path| (path, false));
        for (path, is_shown) in shown.map(|path| (path, true)).chain(others) {
            let most = if is_shown { left } else { limits.picture_pixels };
            let found = match files.read(path) {
                Ok(bytes) => try_picture(&bytes, &Limits { picture_pixels: most, ..*limits }).map_err(|why| {
                    let what = format!("the picture '{path}' cannot be shown: {why}");
                    (what, "save it as a PNG again, or choose another one")
                }),
                Err(error) => {
                    let what = format!("cannot read the picture '{path}': {}", reason(&error));
                    Err((what, "choose it again in the tileset or image layer"))
                }
            };
            match found {
                Ok(size) if is_shown => left = left.saturating_sub(u64::from(size.x) * u64::from(size.y)),
                Ok(_) => {}
                Err((what, help)) => {
                    let place = named.get(path).map(|place| (place.file.clone(), place.line, place.what.clone()));
                    self.add(Severity::Warning, place.unwrap_or_else(|| self.whole()), what, help);
                }
            }
        }
    }
}

/// The line of something in a map's file; 0 when it is not known.
fn line(source: &Source, spot: ElementKey) -> u32 {
    source.lines.get(&spot).copied().unwrap_or(0)
}

/// Whether a place is in one of the maps, or so many pixels beside it.
fn is_in_rooms(level: &Level, beside: f32, place: Vec2) -> bool {
    level.rooms.iter().any(|room: &Aabb| room.grown(beside).contains(place))
}
