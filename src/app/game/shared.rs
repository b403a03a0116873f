//! What is shared: files for others, and files from others.

use std::rc::Rc;
use std::sync::Arc;

use seamwalker::lab::{LabReport, Loop, SessionPlace, SharedSession, Take, report};
use seamwalker::level::export;
use seamwalker::sim::{InputTimeline, Rules};

use super::runs::{Origin, PlayMode};
use super::{Game, Screen};
use crate::app::lab_ui::Share;
use crate::app::render::clip::{self, Clip};
use crate::app::render::view::SIZE;
use crate::app::screens::{CrowdFilm, Goto};
use crate::app::{LabOptions, LabStart};

/// How much smaller than the view a clip is.
const SHRINK: usize = 2;

/// What is to be seen of the view by others.
#[derive(Default)]
pub struct Capture {
    /// A picture, with the overlays or without.
    picture: Option<bool>,
    clip: Option<Clip>,
}

impl Capture {
    /// Whether the next frame is wanted, and whether with overlays.
    pub fn wants(&self, tick: u64) -> Option<bool> {
        let clip = self.clip.as_ref().filter(|clip| clip.wants(tick));
        self.picture.or(clip.map(|clip| clip.overlays))
    }
}

impl Game {
    /// Gives the player a file.
    pub(super) fn share(&mut self, share: Share) {
        let made = match share {
            Share::Picture { overlays } => return self.lens.picture = Some(overlays),
            Share::Clip { ticks, overlays } => return self.begin_clip(u64::from(ticks), overlays),
            Share::Session => self.parcel().map(|parcel| (parcel.file_name(), parcel.text())),
            Share::Report => self.lab_report().map(|report| {
                let text = serde_json::to_string_pretty(&report).unwrap_or_default();
                (format!("{}.lab.json", report.place.name()), text)
            }),
            Share::Inputs => self
                .shared_take()
                .map(|looped| (format!("{}.inputs.txt", self.name_of_place()), looped.take().inputs.to_string())),
            Share::Outline => Ok((format!("{}.svg", self.name_of_place()), self.outline())),
        };
        match made {
            Ok((name, text)) => self.hand_out(&name, text.as_bytes()),
            Err(why) => self.toasts.error(why),
        }
    }

    /// Gives a file to the player, and says where it is.
    pub(super) fn hand_out(&mut self, name: &str, bytes: &[u8]) {
        match self.keeper.hand_out(name, bytes) {
            Ok(place) => self.toasts.notice(self.assets.words.fill("told.saved", &[&place])),
            Err(why) => self.toasts.error(why),
        }
    }

    /// Begins a clip, or ends the one that is being made.
    fn begin_clip(&mut self, ticks: u64, overlays: bool) {
        if self.lens.clip.is_some() {
            return self.end_clip();
        }
        if self.running.is_none() {
            return self.toasts.error(self.assets.words.get("told.no_play"));
        }
        self.lens.clip = Some(Clip::new(ticks, SHRINK, overlays));
        self.toasts.notice(self.assets.words.get("told.clip"));
    }

    fn end_clip(&mut self) {
        let Some(clip) = self.lens.clip.take().filter(|clip| !clip.frames.is_empty()) else { return };
        match clip.encode() {
            Ok(bytes) => self.hand_out(&format!("{}.clip.png", self.name_of_place()), &bytes),
            Err(why) => self.toasts.error(why.to_string()),
        }
    }

    /// Takes the frame that was just drawn, if anybody wants it.
    pub(super) fn look(&mut self, tick: u64) {
        let (pixels, width) = (self.view.pixels(), SIZE.x as usize);
        if self.lens.picture.take().is_some() {
            match clip::picture(&pixels, width) {
                Ok(bytes) => self.hand_out(&format!("{}.png", self.name_of_place()), &bytes),
                Err(why) => self.toasts.error(why.to_string()),
            }
        }
        if self.lens.clip.as_mut().is_some_and(|clip| clip.wants(tick) && clip.take(tick, &pixels, width)) {
            self.end_clip();
        }
    }

    /// What the played level is called, for files.
    fn name_of_place(&self) -> String {
        self.running.as_ref().map_or_else(|| "seamwalker".into(), |running| running.play.world.level.name.clone())
    }

    fn shared_take(&self) -> Result<Loop, String> {
        let world = self.running.as_ref().map(|running| running.play.world.clone());
        let looped = self.debug.take().or_else(|| Some(Loop::new(Take::new(world?, InputTimeline::default()))));
        looped.ok_or_else(|| self.assets.words.get("told.no_play").to_owned())
    }

    /// What the present level keeps to, whatever its take began with.
    fn rules(&self) -> Rules {
        self.running.as_ref().map(|running| running.play.world.rules).unwrap_or_default()
    }

    /// Where the present level can be found by others.
    fn place(&self) -> Result<SessionPlace, String> {
        let running = self.running.as_ref().ok_or_else(|| self.assets.words.get("told.no_play").to_owned())?;
        let level = &running.play.world.level;
        match running.origin {
            Origin::Scene(_) => Ok(SessionPlace::Scene(level.name.clone())),
            Origin::Map(map, _) => {
                let files = self.library.files(map);
                SessionPlace::of_map(&*files, self.library.path(map), level, &self.options.limits)
            }
        }
    }

    fn parcel(&self) -> Result<SharedSession, String> {
        let looped = self.shared_take()?;
        let mut parcel = SharedSession::new(self.place()?, &looped);
        parcel.rules = self.rules();
        self.debug.fill(&mut parcel, looped.take());
        Ok(parcel)
    }

    fn lab_report(&self) -> Result<LabReport, String> {
        let (mut looped, place) = (self.shared_take()?, self.place()?);
        let ticks = looped.to - looped.from;
        Ok(report(place, self.rules(), &mut looped, ticks))
    }

    /// The outline with the player's trail as SVG.
    fn outline(&self) -> String {
        let Some(running) = &self.running else { return String::new() };
        let points: String = self.debug.trail().map(|at| format!("{:.2},{:.2} ", at.x, at.y)).collect();
        let trail =
            format!("<polyline points=\"{points}\" fill=\"none\" stroke=\"#cb4b49\" stroke-width=\"2\"/>\n</svg>\n");
        export::svg(&running.play.world.level).replace("</svg>\n", &trail)
    }

    /// Opens what came in a parcel. One that is refused changes nothing.
    pub(super) fn open_parcel(&mut self, parcel: &SharedSession) -> Result<(), String> {
        let level = parcel.place.level(&self.options.limits)?;
        parcel.begin(level)?;
        (self.solver, self.solver_chosen) = (parcel.rules.solver, true);
        match (parcel.place.scene()?, parcel.place.files()?) {
            (Some(scene), _) => self.play_scene(&scene),
            (None, Some((files, path))) => {
                let map = self.library.add(Rc::new(files), &path);
                self.start(map, PlayMode::Alone);
            }
            (None, None) => {}
        }
        let Some(running) = &mut self.running else { return Ok(()) };
        let looped = parcel.begin(Arc::clone(&running.play.world.level))?;
        let world = self.debug.open_parcel(parcel, looped);
        running.play.travel(world);
        Ok(())
    }

    /// Plays inputs in the present level from this moment on, again and again.
    pub(super) fn play_inputs(&mut self, inputs: InputTimeline) {
        let Some(running) = &mut self.running else {
            return self.toasts.error(self.assets.words.get("told.no_play"));
        };
        let world = self.debug.play_take(Take::new(running.play.world.clone(), inputs));
        running.play.travel(world);
    }

    /// The laboratory as the command line asks for it.
    pub(super) fn begin_lab(&mut self, lab: LabOptions) {
        self.debug.toggle();
        match (lab.opened, self.options.map.take()) {
            (LabStart::Scene(scene), _) => self.play_scene(&scene),
            (LabStart::Crowd(scene), _) => self.screen = Screen::Crowd(Box::new(CrowdFilm::new(*scene))),
            (LabStart::Session(parcel), _) => {
                if let Err(why) = self.open_parcel(&parcel) {
                    self.toasts.error(why);
                    self.go(Goto::Title);
                }
            }
            (LabStart::Map, Some(map)) => self.begin_map(&map),
            (LabStart::Map, None) => self.go(Goto::Title),
        }
        lab.inputs.into_iter().for_each(|inputs| self.play_inputs(inputs));
    }

    /// Goes back by a tick, as far as the past is kept.
    pub(super) fn step_back(&mut self) {
        let Some(running) = &mut self.running else { return };
        if let Some(world) = self.debug.back(&running.play.world) {
            running.play.clock.paused = true;
            running.play.travel(world);
        }
    }
}
