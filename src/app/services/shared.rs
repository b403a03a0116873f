//! Exports and imports files of the laboratory.

use std::rc::Rc;
use std::sync::Arc;

use seamwalker_lab::{SessionPlace, SharedSession, Take};
use seamwalker_sim::InputTimeline;

use super::Services;
use super::runs::{Origin, PlayMode};
use crate::app::lab_ui::Share;
use crate::app::render::{Clip, RenderTarget, clip};

/// Factor by which a clip is smaller than the view.
const CLIP_SHRINK: usize = 2;

/// The pending picture and clip.
#[derive(Default)]
pub struct Capture {
    /// The ticks of what is seen; `None` where nothing moves.
    pub ticks: Option<u64>,
    /// A picture is requested.
    picture: bool,
    clip: Option<Clip>,
}

impl Capture {
    /// Whether the next frame is wanted.
    pub fn wants(&self, tick: u64) -> bool {
        self.picture || self.clip.as_ref().is_some_and(|clip| clip.wants(tick))
    }
}

impl Services {
    /// Exports a file.
    pub fn share(&mut self, share: Share) {
        match share {
            Share::Picture => self.capture.picture = true,
            Share::Clip => self.begin_clip(),
            Share::Session => {
                if let Some(shared) = self.report(self.shared_session()) {
                    self.hand_out(&shared.file_name(), shared.text().as_bytes());
                }
            }
        }
    }

    /// Exports bytes, or shows the error.
    pub fn hand_out(&mut self, name: &str, bytes: &[u8]) {
        self.notice_saved(self.saves.export(name, bytes));
    }

    /// Shows where a file was saved, or the error.
    pub fn notice_saved(&mut self, saved: Result<String, String>) {
        if let Some(path) = self.report(saved) {
            self.toasts.notice(self.assets.words.fill("notice.saved", &[&path]));
        }
    }

    /// Begins a clip, or ends the current one.
    fn begin_clip(&mut self) {
        if self.capture.clip.is_some() {
            return self.end_clip();
        }
        if self.capture.ticks.is_none() {
            return self.toasts.error(self.assets.words.get("notice.no_play"));
        }
        // Texts of a screen are read, those of a level hardly.
        let shrink = if self.running.is_some() { CLIP_SHRINK } else { 1 };
        self.capture.clip = Some(Clip::new(u64::MAX, shrink));
        self.toasts.notice(self.assets.words.get("notice.clip"));
    }

    fn end_clip(&mut self) {
        let Some(clip) = self.capture.clip.take().filter(|clip| !clip.frames.is_empty()) else { return };
        if let Some(bytes) = self.report(clip.encode()) {
            self.hand_out(&format!("{}.clip.png", self.level_name()), &bytes);
        }
    }

    /// Adds the current frame to the requested picture and clip.
    pub fn capture_frame(&mut self, view: &RenderTarget, tick: u64) {
        let picture = view.picture();
        if std::mem::take(&mut self.capture.picture)
            && let Some(bytes) = self.report(clip::picture(&picture))
        {
            self.hand_out(&format!("{}.png", self.level_name()), &bytes);
        }
        let density = view.density;
        if self.capture.clip.as_mut().is_some_and(|clip| clip.wants(tick) && clip.take(tick, &picture, density)) {
            self.end_clip();
        }
    }

    /// The name of the current level, for files.
    fn level_name(&self) -> String {
        self.running.as_ref().map_or_else(|| "seamwalker".into(), |running| running.play.world.level.name.clone())
    }

    /// The current level with the recording that loops, or else the whole past.
    fn shared_session(&self) -> Result<SharedSession, String> {
        let running = self.running.as_ref().ok_or_else(|| self.assets.words.get("notice.no_play").to_owned())?;
        let world = &running.play.world;
        let place = match running.origin {
            Origin::Scene(_) => SessionPlace::Scene(world.level.name.clone()),
            Origin::Map(map, _) => {
                let files = self.library.files(map);
                SessionPlace::of_map(&*files, self.library.path(map), &world.level, self.library.options(map))?
            }
        };
        let take = self.debug.session.take();
        let take = take.unwrap_or_else(|| Take::new(world.clone(), InputTimeline::default()));
        let mut shared = SharedSession::new(place, &take);
        // They may differ from those of the recording.
        shared.rules = world.rules;
        Ok(shared)
    }

    /// Opens a shared session. If it is refused, nothing changes.
    pub fn open_shared(&mut self, shared: &SharedSession) -> Result<(), String> {
        let level = shared.place.level(&self.options.access.options.limits)?;
        shared.begin(level)?;
        match (shared.place.scene()?, shared.place.files()?) {
            (Some(scene), _) => self.play_scene(&scene),
            (None, Some((files, path))) => {
                let map = self.library.add(Rc::new(files), &path);
                self.start(map, PlayMode::Alone);
            }
            (None, None) => {}
        }
        let Some(running) = &mut self.running else { return Ok(()) };
        (self.solver, self.solver_chosen) = (shared.rules.solver, true);
        let take = shared.begin(Arc::clone(&running.play.world.level))?;
        (self.debug.open, self.debug.started) = (true, true);
        running.play.travel(self.debug.play(take, &shared.rules));
        Ok(())
    }

    /// Loops inputs in the current level from this moment on.
    pub fn play_inputs(&mut self, inputs: InputTimeline) {
        let Some(running) = &mut self.running else {
            return self.toasts.error(self.assets.words.get("notice.no_play"));
        };
        let start = running.play.world.clone();
        let rules = start.rules;
        running.play.travel(self.debug.play(Take::new(start, inputs), &rules));
    }

    /// Goes back by one tick, as far as the past is kept.
    pub fn step_back(&mut self) {
        let Some(running) = &mut self.running else { return };
        if let Some(world) = self.debug.session.back(&running.play.world) {
            running.play.clock.paused = true;
            running.play.travel(world);
        }
    }
}
