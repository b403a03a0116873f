//! Everything that is wrong with a map, or could be better: for its designer, not for the player.

mod ground;

use std::collections::BTreeMap;

use super::files::{MAP_ENDINGS, beside};
use super::guard::Spot;
use super::reader::read_map;
use super::{Files, Level, Limits, Object, ObjectKind, Platform, Problem, Severity};

/// All problems of the map at `path`: those of reading it, and what keeps a map that can be read from being a good level.
///
/// ```
/// use seamwalker::level::{Embedded, Severity, check};
///
/// let problems = check(&Embedded::shipped(), "maps/first_stitch.tmx");
/// assert!(problems.iter().all(|problem| problem.severity == Severity::Warning), "it can be played");
/// ```
#[must_use]
pub fn check(files: &dyn Files, path: &str) -> Vec<Problem> {
    check_within(files, path, &Limits::USUAL)
}

/// The same within other limits than the usual ones.
#[must_use]
pub fn check_within(files: &dyn Files, path: &str, limits: &Limits) -> Vec<Problem> {
    let reading = read_map(files, path, limits);
    let mut problems = reading.problems;
    if let Some(level) = &reading.level {
        let (lines, layers) = (&reading.lines, &reading.layers);
        let mut checker = Checker { path, lines, layers, problems: &mut problems };
        checker.people(level);
        checker.tracks(level);
        checker.ground(level);
        checker.next_maps(files, level);
        checker.pictures(files, level);
    }
    problems
}

struct Checker<'a> {
    path: &'a str,
    lines: &'a BTreeMap<Spot, u32>,
    /// The lines of layers by their names.
    layers: &'a BTreeMap<String, u32>,
    problems: &'a mut Vec<Problem>,
}

impl Checker<'_> {
    fn add(&mut self, severity: Severity, (line, place): (u32, String), what: impl Into<String>, help: &str) {
        let (file, help) = (self.path.to_owned(), help.to_owned());
        self.problems.push(Problem { severity, file, line, place, what: what.into(), help });
    }

    /// Warns of the map as a whole.
    fn warn_map(&mut self, what: impl Into<String>, help: &str) {
        self.add(Severity::Warning, (self.line(Spot::Root), String::new()), what, help);
    }

    fn warn_object(&mut self, object: &Object, what: impl Into<String>, help: &str) {
        let name = if object.name.is_empty() { String::new() } else { format!(" '{}'", object.name) };
        let place = (self.line(Spot::Object(object.id)), format!("object {}{name}", object.id));
        self.add(Severity::Warning, place, what, help);
    }

    fn line(&self, spot: Spot) -> u32 {
        self.lines.get(&spot).copied().unwrap_or(0)
    }

    /// Someone must be there to play, and somewhere to go.
    fn people(&mut self, level: &Level) {
        let has = |wanted: fn(&ObjectKind) -> bool| level.objects.iter().any(|o| wanted(&o.kind));
        if !has(|kind| matches!(kind, ObjectKind::Player { .. })) {
            // The reader has warned of it; for a level it is more than that.
            self.problems.retain(|p| p.severity == Severity::Error || !p.what.contains("Player"));
            let help = "insert the template templates/player.tx into a visible object layer";
            self.add(Severity::Error, (self.line(Spot::Root), String::new()), "the map has no visible Player", help);
        }
        if !has(|kind| matches!(kind, ObjectKind::Exit { .. })) {
            self.warn_map("the map has no Exit", "insert the template templates/exit.tx");
        }
        for object in &level.objects {
            let inside = level.bounds.grown(1.0).contains(object.aabb.center);
            if !inside && !matches!(object.kind, ObjectKind::Platform(_)) {
                self.warn_object(object, "it lies outside of the map", "move it, or delete it");
            }
        }
    }

    /// Platforms stay in the map and get somewhere.
    fn tracks(&mut self, level: &Level) {
        for object in &level.objects {
            let ObjectKind::Platform(Platform { track, speed, .. }) = &object.kind else { continue };
            let inside = level.bounds.grown(object.aabb.half.max_element());
            if !track.iter().all(|point| inside.contains(*point)) {
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
            let is_there = |ending: &&str| {
                beside(self.path, &format!("{next}.{ending}")).is_ok_and(|path| files.read(&path).is_ok())
            };
            if !next.is_empty() && !MAP_ENDINGS.iter().any(is_there) {
                let what = format!("it leads to the map '{next}', which is not there");
                self.warn_object(object, what, "name a map in the same folder, without its ending");
            }
        }
    }

    /// Pictures can be read.
    fn pictures(&mut self, files: &dyn Files, level: &Level) {
        for picture in &level.pictures {
            if let Err(error) = files.read(&picture.path) {
                let what = format!("cannot read the picture '{}': {error}", picture.path);
                self.warn_map(what, "choose it anew in the tileset or image layer");
            }
        }
    }
}
