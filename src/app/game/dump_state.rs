//! Prints the state of the game, for tests.

use glam::Vec2;

use super::{Game, LevelSession};
use crate::app::render::Letterbox;

impl Game {
    /// Prints the time until the first frame, for tests.
    pub(super) fn print_first_frame_time(&self) {
        if let Some(started) = self.services.options.started.filter(|_| self.services.options.dump_state) {
            say!("first frame after {:.3} s", started.elapsed().as_secs_f32());
        }
    }

    /// The line of state, for tests.
    pub(super) fn dump_state(&mut self, fit: Letterbox, dt: f32) {
        let mut more = format!(
            "{} music={} sounds={}",
            self.services.debug.costs(),
            self.services.sound.piece_name(),
            self.services.sound.started
        );
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
        let screen = self.screen().name();
        self.state_line.update(self.services.running.as_ref().map(|running| &running.play), (screen, &more), fit, dt);
    }
}
