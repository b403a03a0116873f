//! The list of warnings, and the places that warnings name.

use glam::{IVec2, Vec2};

use crate::check::ground::{cell_at, middle, tile_at};
use crate::files::is_world;
use crate::level::Level;
use crate::model::{Layer, Object};
use crate::problem::{Problem, Severity};
use crate::reader::source::Source;
use crate::report::Place;
use seamwalker_collide::Aabb;

pub struct Checker<'a> {
    pub level: &'a Level,
    pub problems: &'a mut Vec<Problem>,
}

impl Checker<'_> {
    pub fn add(&mut self, severity: Severity, place: Place, what: impl Into<String>, help: &str) {
        self.problems.push(place.problem(severity, what, help));
    }

    /// The map or world as a whole.
    pub fn whole(&self) -> Place {
        let own = || self.level.sources.first().map_or(0, |source| source.line);
        let line = if is_world(&self.level.path) { 1 } else { own() };
        Place::new(&self.level.path, line, "")
    }

    pub fn warn_map(&mut self, what: impl Into<String>, help: &str) {
        self.add(Severity::Warning, self.whole(), what, help);
    }

    pub fn warn_object(&mut self, object: &Object, what: impl Into<String>, help: &str) {
        let name = if object.name.is_empty() { String::new() } else { format!(" '{}'", object.name) };
        let (source, id) = self.level.source_of(object.id);
        let line_in = |own: &Source| own.objects.get(&id).copied().unwrap_or(0);
        let (file, line) = source.map_or((&self.level.path, 0), |own| (&own.path, line_in(own)));
        let place = Place::new(file, line, format!("object {id}{name}"));
        self.add(Severity::Warning, place, what, help);
    }

    /// Adds a warning for a cell of the level, at its tile.
    pub fn warn_ground(&mut self, cell: IVec2, what: impl Into<String>, help: &str) {
        let at = middle(self.level, cell);
        self.warn_cell(tile_at(self.level, at).map(|(layer, _)| layer), at, what, help);
    }

    /// Adds a warning for a position in pixels. Names its cell: that of the layer, or else that of the map.
    pub fn warn_cell(&mut self, layer: Option<&Layer>, at: Vec2, what: impl Into<String>, help: &str) {
        let sources = &self.level.sources;
        let source = sources.iter().find(|source| source.aabb.contains(at)).or(sources.first());
        let (file, corner) = source.map_or((&self.level.path, IVec2::ZERO), |own| (&own.path, own.at));
        let line = source.zip(layer).and_then(|(own, layer)| own.layers.get(&layer.name)).copied().unwrap_or(0);
        let cell = cell_at(self.level, at - layer.map_or(corner.as_vec2(), |layer| layer.offset));
        let named = layer.filter(|layer| !layer.name.is_empty());
        let name = named.map_or_else(String::new, |layer| format!("layer '{}', ", layer.name));
        let place = Place::new(file, line, format!("{name}tile ({},{})", cell.x, cell.y));
        self.add(Severity::Warning, place, what, help);
    }
}

/// Whether a position is in one of the maps, or at most `beside` pixels outside.
pub fn is_in_rooms(level: &Level, beside: f32, place: Vec2) -> bool {
    level.rooms.iter().any(|room: &Aabb| room.grown(beside).contains(place))
}
