//! Levels while the game runs: started, dropped onto the window, reloaded when they were saved. If one cannot be read, the
//! error is shown and nothing else changes.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use macroquad::DroppedFile;
use macroquad::input::get_dropped_files;
use seamwalker_assets::shipped;
use seamwalker_lab::Scene;
use seamwalker_level::pack::{Pack, is_zip};
use seamwalker_level::{
    Files, Level, MemoryFiles, ObjectKind, Problem, TrackingFiles, is_map, is_world, picture_size, read_file,
};
use seamwalker_sim::{Feel, World};

use super::Services;
use super::runs::{LevelSession, Origin, PlayMode};
use crate::app::live_edit::FeelFile;
use crate::app::play::{Ghost, Play};
use crate::app::screens::{Goto, Previews, Rival, Wipe};

/// The map whose signs show what solvers do.
const GALLERY: &str = "maps/seam_gallery.tmx";

impl Services {
    /// Opens files that were dropped onto the window.
    pub fn open_dropped_files(&mut self) {
        let elsewhere = self.pacer.take_dropped().into_iter().map(|path| DroppedFile { path: Some(path), bytes: None });
        let list: Vec<DroppedFile> = get_dropped_files().into_iter().chain(elsewhere).collect();
        if list.is_empty() {
            return;
        }
        if let Some(folder) = list.iter().filter_map(|file| file.path.as_ref()).find(|path| path.is_dir()) {
            let pack = Pack::open(folder, &self.options.access);
            return self.report(pack).into_iter().for_each(|pack| self.play_pack(pack));
        }
        let is_on_disk = |path: &&PathBuf| (is_map(path) || is_world(path)) && path.is_file();
        let on_disk = list.iter().filter_map(|file| file.path.as_ref()).find(is_on_disk).cloned();
        let mut named: Vec<(String, Vec<u8>)> = Vec::new();
        let mut room = self.options.access.options.limits.bytes;
        for file in list {
            let Some(path) = file.path else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // Outside of a browser, only the path is known.
            match file.bytes.map_or_else(|| read_file(&path, room), Ok) {
                Ok(bytes) => {
                    room = room.saturating_sub(bytes.len() as u64);
                    named.push((name, bytes));
                }
                Err(error) => return self.toasts.error(format!("'{name}': {error}")),
            }
        }
        if let [(name, bytes)] = &named[..]
            && self.take_file(name, bytes)
        {
            return;
        }
        // A map on disk is read where it is, with everything that it refers to.
        if let Some(map) = on_disk {
            let map = self.library.find(&map);
            return self.report(map).into_iter().for_each(|map| self.wipe.to(Goto::Map(map)));
        }
        if let [(name, bytes)] = &named[..]
            && is_zip(bytes)
            && let Ok(pack) = Pack::unzip(name, bytes.clone(), &self.options.access)
            && (pack.has_manifest() || pack.maps.len() > 1)
        {
            return self.play_pack(pack);
        }
        let files = MemoryFiles::new(named, &self.options.access.options.limits);
        let Some(files) = self.report(files) else { return };
        let dropped = files.with_fallback(shipped());
        let Some(map) = dropped.map().map(str::to_owned) else {
            return self.toasts.error(self.assets.words.get("notice.no_map"));
        };
        let map = self.library.add(Rc::new(dropped), &map);
        self.wipe.to(Goto::Map(map));
    }

    /// Replaces all maps by those of a pack, and shows its title.
    pub fn play_pack(&mut self, pack: Pack) {
        self.library.change_pack(pack);
        self.previews = Previews::default();
        (self.running, self.broken) = (None, None);
        self.wipe = Wipe::default();
        self.library.complaint().into_iter().for_each(|complaint| self.toasts.error(complaint));
        self.next = Some(Goto::Title);
    }

    /// Reads a map and starts it. Outside of the laboratory it begins with its own solver, whatever was chosen in the level before.
    pub fn start(&mut self, map: usize, mode: PlayMode) {
        if !self.from_laboratory {
            self.reset_solver();
        }
        self.begin(map, mode);
    }

    /// Starts the current map again, in the same mode and under the rules that the player chose in it.
    pub fn restart(&mut self) {
        let Some(running) = &self.running else { return };
        let (Some(map), mode, rules) = (running.map(), running.mode, running.play.world.rules) else { return };
        self.begin(map, mode);
        if let Some(running) = self.running.as_mut().filter(|running| !matches!(running.mode, PlayMode::Watch(_))) {
            let kept = running.play.world.set_rules(rules);
            self.report(kept);
        }
    }

    /// Reads a map and starts it. If it cannot be read, the error is shown, and the map starts once it is fixed.
    fn begin(&mut self, map: usize, mode: PlayMode) {
        let files = self.library.files(map);
        let tracked = TrackingFiles::new(&*files);
        let session = self.read(map, &tracked).and_then(|level| self.begin_session(map, mode, &level, &tracked));
        let watch = self.library.watch(map, tracked.into_dependencies());
        self.use_art_of(Some(map));
        let Some(mut running) = session else {
            self.broken = watch.map(|watch| (map, watch));
            return;
        };
        running.origin = Origin::Map(map, watch);
        self.report_missing_assets(&running.play);
        self.tell_assumed(&running.play.world.level);
        self.running = Some(running);
        if !matches!(mode, PlayMode::Watch(_)) {
            self.load_feel();
        }
        if self.from_laboratory {
            (self.debug.open, self.debug.started) = (true, true);
        }
        self.next = Some(Goto::Resume);
    }

    /// Starts the gallery of the laboratory, without showing it. A pack without it has the game's own.
    pub fn start_gallery(&mut self) {
        let map = self.library.named(GALLERY).unwrap_or_else(|| self.library.add(Rc::new(shipped()), GALLERY));
        self.start(map, PlayMode::Alone);
        (self.next, self.debug.open) = (None, false);
    }

    /// A level at its beginning.
    fn begin_session(
        &mut self,
        map: usize,
        mode: PlayMode,
        level: &Arc<Level>,
        files: &dyn Files,
    ) -> Option<LevelSession> {
        if let PlayMode::Watch(rival) = mode {
            let replay = self.replay_of(map, rival, level).ok_or_else(|| "that run is not there any more".to_owned());
            return self.report(replay.and_then(|replay| LevelSession::watch(level, mode, replay, files)));
        }
        let from_the_start = self.options.object.is_none();
        let mut world = World::new(Arc::clone(level), self.solver);
        if let Some(object) = self.options.object.take()
            && !world.start_at(object)
        {
            let is_start = |kind: &ObjectKind| {
                matches!(kind, ObjectKind::Player { .. } | ObjectKind::Checkpoint | ObjectKind::Exit { .. })
            };
            let ids = level.objects.iter().filter(|object| is_start(&object.kind)).map(|object| object.id.to_string());
            let ids: Vec<String> = ids.collect();
            let (path, ids) = (self.library.path(map), ids.join(", "));
            self.complain(self.assets.words.fill("address.no_object", &[&path, &object, &ids]));
        }
        let mut play = Play::new(world, from_the_start, files);
        let rival = if let PlayMode::Race(rival) = mode { rival } else { Rival::Best };
        let best = self.replay_of(map, rival, level);
        if let (PlayMode::Race(_), Some(best)) = (mode, &best) {
            play.ghost = Ghost::new(level, &best.replay);
        }
        Some(LevelSession { mode, best, ..LevelSession::new(Origin::Map(map, None), play) })
    }

    /// Plays a scene of the laboratory.
    pub fn play_scene(&mut self, scene: &Scene) {
        let play = Play::new(scene.world(self.solver), false, &*self.library.art());
        self.toasts.notice(scene.title.clone());
        let before = match self.running.take() {
            Some(LevelSession { origin: Origin::Scene(before), .. }) => before,
            other => other.map(Box::new),
        };
        self.running = Some(LevelSession::new(Origin::Scene(before), play));
        self.debug.tools.see.show_solver();
        self.next = Some(Goto::Resume);
    }

    /// Closes a scene. Returns where that leads: to the level played before it, or to a menu.
    pub fn leave_scene(&mut self) -> Goto {
        let Some(LevelSession { origin: Origin::Scene(Some(before)), .. }) = self.running.take() else {
            return if self.from_laboratory { Goto::Laboratory } else { Goto::Title };
        };
        self.running = Some(*before);
        Goto::Resume
    }

    /// Reads a map, or all maps of a world, through `files`; shows problems.
    fn read(&mut self, map: usize, files: &dyn Files) -> Option<Arc<Level>> {
        let level = self.library.read_from(files, map);
        let level = self.shown(level)?;
        self.toasts.clear_errors();
        level.warnings.iter().for_each(|warning| complain!("{warning}"));
        if !self.solver_chosen {
            self.solver.kind = level.meta.solver.unwrap_or_default();
        }
        Some(Arc::new(level))
    }

    /// The value; `None` after showing the problems.
    fn shown<Read>(&mut self, read: Result<Read, Vec<Problem>>) -> Option<Read> {
        let problems = match read {
            Ok(read) => return Some(read),
            Err(problems) => problems,
        };
        let first = problems.first().map_or_else(|| "the map cannot be read".to_owned(), ToString::to_string);
        let more = problems.len().saturating_sub(1);
        problems.iter().skip(1).for_each(|problem| complain!("{problem}"));
        self.toasts.error(if more > 0 { format!("{first}\n... and {more} more") } else { first });
        None
    }

    /// Shows which pictures and which music are missing.
    fn report_missing_assets(&mut self, play: &Play) {
        let lacking = self.sound.lacks(&play.world.level.meta);
        play.scenery.complaints.iter().cloned().chain(lacking).for_each(|complaint| self.toasts.error(complaint));
    }

    /// Says what the reader assumed of a map that uses none of the game's classes, and what it repaired or ignored.
    fn tell_assumed(&mut self, level: &Level) {
        let assumed: Vec<String> = level.assumed.iter().map(ToString::to_string).collect();
        let said = [assumed.join("; "), self.warnings(level)].into_iter().filter(|text| !text.is_empty());
        let said: Vec<String> = said.collect();
        if !said.is_empty() {
            let said = said.join("\n");
            self.print_for_tests(&said);
            self.toasts.note(said);
        }
    }

    /// The first warning about a level, and how many there are; empty if there is none.
    fn warnings(&self, level: &Level) -> String {
        let Some(first) = level.warnings.first() else { return String::new() };
        match level.warnings.len() - 1 {
            0 => first.to_string(),
            more => self.assets.words.fill("notice.warnings", &[first, &more]),
        }
    }

    /// Reloads files that were saved in an editor, and only those.
    pub fn reload_changed_files(&mut self) {
        if self.feel.as_mut().is_some_and(FeelFile::was_saved) {
            self.load_feel();
        }
        if let Some((map, watch)) = &mut self.broken
            && !watch.changed().is_empty()
        {
            self.next = Some(Goto::Map(*map));
            return;
        }
        let Some(LevelSession { origin: Origin::Map(map, Some(watch)), play, .. }) = &mut self.running else { return };
        let changed = watch.changed();
        let Some(first) = changed.first() else { return };
        let files = self.library.files(*map);
        // How many tiles there are depends only on the size of the pictures.
        let keeps_size = |path: &String| {
            let known = play.world.level.pictures.iter().find(|picture| picture.path == *path);
            known.is_some_and(|known| files.read(path).is_ok_and(|bytes| picture_size(&bytes) == Some(known.size)))
        };
        if changed.iter().all(keeps_size) { self.repaint(first) } else { self.reload() }
    }

    /// Applies the feel file, if there is one. A broken file changes nothing.
    fn load_feel(&mut self) {
        if let Some(read) = self.feel.as_ref().map(FeelFile::read) {
            self.apply_feel(read);
        }
    }

    /// Applies these numbers, or shows the error.
    pub fn apply_feel(&mut self, read: Result<Feel, String>) {
        let Some(running) = &mut self.running else { return };
        match read {
            Ok(feel) if feel == running.play.world.rules.feel => {}
            Ok(feel) => {
                running.play.world.change_feel(feel);
                self.toasts.notice(self.assets.words.get("notice.feel"));
            }
            Err(error) => self.toasts.error(error),
        }
    }

    /// Saves numbers to the feel file, or exports a new one.
    pub fn save_feel(&mut self, text: &str) {
        let Some(file) = &self.feel else { return self.hand_out("feel.ron", text.as_bytes()) };
        self.notice_saved(file.write(text));
    }

    /// Reads the current map again and continues at the player's position. A broken map changes nothing.
    pub fn reload(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        if let Origin::Map(map, watch) = &mut running.origin {
            let files = self.library.files(*map);
            let tracked = TrackingFiles::new(&*files);
            if let Some(level) = self.read(*map, &tracked) {
                running.play.edit(level, &tracked);
                if running.play.world.rules.solver != self.solver {
                    running.play.world.switch_solver(self.solver);
                }
                self.report_missing_assets(&running.play);
                let reloaded = self.assets.words.fill("notice.reloaded", &[&self.library.path(*map)]);
                let warnings = self.warnings(&running.play.world.level);
                self.announce(if warnings.is_empty() { reloaded } else { format!("{reloaded}\n{warnings}") });
            }
            if let Some(watch) = watch {
                watch.follow(tracked.into_dependencies());
            }
        }
        self.running = Some(running);
    }

    /// Makes a layer of the current map solid, or no longer, and reads the map again.
    pub fn make_solid(&mut self, layer: &str, is_solid: bool) {
        let Some(map) = self.running.as_ref().and_then(LevelSession::map) else { return };
        self.library.set_solid(map, layer, is_solid);
        self.reload();
    }

    /// Loads the pictures of the current map again, without any effect on the game.
    fn repaint(&mut self, path: &str) {
        let Some(mut running) = self.running.take() else { return };
        if let Some(map) = running.map() {
            running.play.repaint(&*self.library.files(map));
            self.report_missing_assets(&running.play);
            self.announce(self.assets.words.fill("notice.repainted", &[&path]));
        }
        self.running = Some(running);
    }
}
