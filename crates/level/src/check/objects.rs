//! Checks of the player, exits, crates, tracks and pictures.

use crate::check::checker::{Checker, is_in_rooms};
use crate::files::{Files, beside, is_world, level_endings, reason};
use crate::format::{LFS_WORDS, is_lfs_pointer};
use crate::guard::{PicturePlaces, is_embedded};
use crate::level::Level;
use crate::limits::Limits;
use crate::model::{Flight, ObjectKind, Picture, Platform, Start, crates};
use crate::picture::try_picture;
use crate::problem::Severity;

impl Checker<'_> {
    /// Says what the reader assumed, and what to do if there is no ground.
    pub fn assumed(&mut self, level: &Level) {
        // A project can say what is solid, but not where the player starts.
        let first = level.assumed.iter().position(|assumed| assumed.property().is_some());
        for (i, assumed) in level.assumed.iter().enumerate() {
            let help = if Some(i) == first { "write it into the project with: seamwalker adopt MAP" } else { "" };
            self.add(Severity::Note, self.whole(), assumed.to_string(), help);
        }
        if level.has_no_ground() {
            let help = "name a layer with --solid-layer NAME or in the map's property 'solid_layers', or give tiles a class or a \
                        collision shape";
            self.warn_map("nothing here is solid", help);
        }
    }

    /// Requires a Player and an Exit, and everything to be inside the map.
    pub fn required_objects(&mut self, level: &Level) {
        let has = |wanted: fn(&ObjectKind) -> bool| level.objects.iter().any(|o| wanted(&o.kind));
        // A single map has at least a place to start. The reader has warned that it has no Player.
        if is_world(&self.level.path) && !has(|kind| matches!(kind, ObjectKind::Player { .. })) {
            // As a level, the world cannot be played without a Player, so replace the warning by an error.
            self.problems.retain(|p| p.severity == Severity::Error || !p.what.contains("Player"));
            let help = "insert the template templates/player.tx into a visible object layer";
            self.add(Severity::Error, self.whole(), "no map has a visible Player", help);
        }
        if !has(|kind| matches!(kind, ObjectKind::Exit { .. })) {
            self.warn_map("there is no Exit", "insert the template templates/exit.tx");
        }
        for object in &level.objects {
            let inside = is_in_rooms(level, 1.0, object.aabb.center);
            if !inside && !matches!(object.kind, ObjectKind::Platform(_)) {
                self.warn_object(object, "it lies outside the map", "move it, or delete it");
            }
        }
    }

    /// Of crates that overlap at the start, only the first appears.
    pub fn crates(&mut self, level: &Level) {
        for (object, other) in crates::waiting(&level.objects) {
            let what =
                format!("it overlaps object {} at the start, and appears only once that has moved away", other.id);
            self.warn_object(object, what, "move one of the two, or delete it");
        }
    }

    /// Platforms must stay in the map, and move if they have a path.
    pub fn tracks(&mut self, level: &Level) {
        for object in &level.objects {
            let (track, speed) = match &object.kind {
                ObjectKind::Platform(Platform { track, speed, start, .. }) if *start != Start::Opened => (track, speed),
                kind => match kind.flight() {
                    Some(Flight { track, speed, .. }) => (track, speed),
                    None => continue,
                },
            };
            let reach = object.aabb.half.max_element();
            if !track.iter().all(|point| is_in_rooms(level, reach, *point)) {
                let help = "draw its path within the map, unless this is intended";
                self.warn_object(object, "its path leaves the map", help);
            }
            if track.len() > 1 && *speed == 0.0 {
                self.warn_object(object, "it has a path but no speed", "give it a speed above 0");
            }
        }
    }

    /// Exits must lead to existing maps.
    pub fn next_maps(&mut self, files: &dyn Files, level: &Level) {
        for object in &level.objects {
            let ObjectKind::Exit { next } = &object.kind else { continue };
            let from = level.source_of(object.id).0.map_or(&level.path, |source| &source.path);
            let is_there = |ending: &str| beside(from, &format!("{next}.{ending}")).is_ok_and(|path| files.has(&path));
            if !next.is_empty() && !level_endings().any(is_there) {
                let what = format!("it leads to the map '{next}', which does not exist");
                self.warn_object(object, what, "name a map in the same folder, without its extension");
            }
        }
    }

    /// Pictures must be readable and decodable, including those that no visible layer shows. All visible ones are in memory
    /// at the same time.
    pub fn pictures(&mut self, files: &dyn Files, level: &Level, named: &PicturePlaces, limits: &Limits) {
        let mut left = level.picture_room(limits);
        // The reader has reported pictures outside the folder, which have no path.
        let shown = level.pictures.iter().filter(|picture| !picture.path.is_empty());
        let is_shown = |path: &&String| level.pictures.iter().any(|picture| picture.path == **path);
        let others = named.keys().filter(|path| !is_shown(path) && !is_embedded(path));
        let others: Vec<_> = others.map(|path| Picture { path: path.clone(), ..Picture::default() }).collect();
        for (picture, is_shown) in shown.map(|one| (one, true)).chain(others.iter().map(|one| (one, false))) {
            let max_pixels = if is_shown { left } else { limits.picture_pixels };
            let path = &picture.path;
            let found = match picture.read(files) {
                Ok(bytes) => try_picture(&bytes, &Limits { picture_pixels: max_pixels, ..*limits }).map_err(|why| {
                    let what = format!("the picture '{path}' cannot be shown: {why}");
                    let save = "save it again, best as PNG, or choose another one";
                    (what, if is_lfs_pointer(&bytes) { LFS_WORDS.1 } else { save })
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
                    let place = named.get(path).cloned().unwrap_or_else(|| self.whole());
                    self.add(Severity::Warning, place, what, help);
                }
            }
        }
    }
}
