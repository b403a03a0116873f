//! Prints the state of the game, for tests.

use glam::Vec2;

use super::{Game, LevelSession};
use crate::app::render::Letterbox;

/// How quickly the averages follow the measured costs, as a share per frame.
const COST_SMOOTHING: f32 = 0.05;

/// Average costs of a frame.
#[derive(Clone, Copy, Default)]
pub struct FrameCosts {
    /// Seconds from frame to frame.
    frame: f32,
    /// Seconds to build and submit the picture.
    draw: f32,
    /// Our own draw calls.
    calls: u32,
}

impl FrameCosts {
    /// Adds the costs of a frame.
    pub fn add(&mut self, calls: u32, draw: f32, frame: f32) {
        self.frame += (frame - self.frame) * COST_SMOOTHING;
        self.draw += (draw - self.draw) * COST_SMOOTHING;
        self.calls = calls;
    }
}

impl Game {
    /// Prints the time until the first frame, for tests.
    pub(super) fn print_first_frame_time(&self) {
        if let Some(started) = self.services.options.started.filter(|_| self.services.options.dump_state) {
            say!("first frame after {:.3} s", started.elapsed().as_secs_f32());
        }
    }

    /// The line of state, for tests.
    pub(super) fn dump_state(&mut self, fit: Letterbox, dt: f32) {
        let FrameCosts { frame, draw, calls } = self.costs;
        let (draw, fps, sound) = (draw * 1e6, 1.0 / frame.max(1e-4), &self.services.sound);
        let (music, sounds) = (sound.piece_name(), sound.started);
        let mut more = format!("draw_us={draw:.0} fps={fps:.1} calls={calls} music={music} sounds={sounds}");
        if let Some(map) = self.services.running.as_ref().and_then(LevelSession::map) {
            more = format!("{more} map={}", self.services.library.name(map).replace(char::is_whitespace, "_"));
        }
        let in_window = |(at, size): &(Vec2, Vec2)| (fit.to_window(*at), *size * fit.scale);
        let shown = |(at, size): (Vec2, Vec2)| format!("{:.0},{:.0},{:.1},{:.1}", at.x, at.y, size.x, size.y);
        let targets = self.canvas.targets.iter().map(in_window).chain(self.touch_targets(fit));
        let targets: Vec<String> = targets.map(shown).collect();
        let [from, to] = fit.rect();
        let device = format!("{:?}", self.services.devices.last).to_lowercase();
        more = format!(
            "{more} device={device} view={:.0}x{:.0} picture={:.0},{:.0},{:.0},{:.0} targets={}",
            fit.size.x,
            fit.size.y,
            from.x,
            from.y,
            to.x,
            to.y,
            targets.join(";")
        );
        more += &self.screen().details();
        let screen = self.spec().name;
        self.state_line.update(self.services.running.as_ref().map(|running| &running.play), (screen, &more), fit, dt);
    }
}
