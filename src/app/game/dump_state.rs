//! Prints the state of the game, for tests.

use glam::Vec2;

use super::{Game, LevelSession};
use crate::app::render::Letterbox;
use crate::app::window::page;

/// How quickly the averages follow the measured costs, as a share per frame.
const COST_SMOOTHING: f32 = 0.05;

/// Seconds between lines. A page shows only the last one.
const STATE_INTERVAL: f32 = if page::IS_THERE { 0.1 } else { 0.25 };

/// Average costs of a frame.
#[derive(Clone, Copy, Default)]
pub struct FrameCosts {
    /// Seconds from frame to frame.
    frame: f32,
    /// Seconds to build and submit the picture.
    draw: f32,
    /// Our own draw calls.
    calls: u32,
    /// Seconds since the last line of state.
    since_line: f32,
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

    /// Prints a line now and then: `state tick=.. x=.. y=.. vx=.. vy=.. solver=.. window_x=.. window_y=.. tick_us=.. screen=..`: the ticks
    /// so far, the player's feet in the level, the velocity in px/s, and the feet in the window; then costs, sounds and places in
    /// the window. Without a level only from the screen on.
    pub(super) fn dump_state(&mut self, fit: Letterbox, dt: f32) {
        self.costs.since_line += dt;
        if self.costs.since_line < STATE_INTERVAL {
            return;
        }
        self.costs.since_line = 0.0;
        let running = self.services.running.as_ref();
        let mut line = String::new();
        if let Some(play) = running.map(|running| &running.play) {
            let (player, tick) = (&play.world.state.player, play.world.state.ticks);
            let (feet, v, solver) = (player.feet(), player.motion.velocity, play.world.rules.solver.kind.name());
            let (at, cost) = (fit.to_window(play.in_view(feet)), play.tick_cost * 1e6);
            line = format!("tick={tick} x={:.2} y={:.2} vx={:.2} vy={:.2} solver={solver} ", feet.x, feet.y, v.x, v.y);
            line += &format!("window_x={:.0} window_y={:.0} tick_us={cost:.0} ", at.x, at.y);
        }
        let FrameCosts { frame, draw, calls, .. } = self.costs;
        let (draw, fps, sound) = (draw * 1e6, 1.0 / frame.max(1e-4), &self.services.sound);
        let (screen, music, sounds) = (self.spec().name, sound.piece_name(), sound.started);
        line += &format!("screen={screen} draw_us={draw:.0} fps={fps:.1} calls={calls} music={music} sounds={sounds}");
        if let Some(map) = running.and_then(LevelSession::map) {
            line += &format!(" map={}", self.services.library.name(map).replace(char::is_whitespace, "_"));
        }
        let in_window = |(at, size): &(Vec2, Vec2)| (fit.to_window(*at), *size * fit.scale);
        let shown = |(at, size): (Vec2, Vec2)| format!("{:.0},{:.0},{:.1},{:.1}", at.x, at.y, size.x, size.y);
        let targets = self.canvas.targets.iter().map(in_window).chain(self.touch_targets(fit));
        let targets: Vec<String> = targets.map(shown).collect();
        let [[left, top], [right, bottom]] = fit.rect().map(|corner| corner.to_array());
        let ([width, height], device) =
            (fit.size.to_array(), format!("{:?}", self.services.devices.last).to_lowercase());
        line +=
            &format!(" device={device} view={width:.0}x{height:.0} picture={left:.0},{top:.0},{right:.0},{bottom:.0}");
        line += &format!(" targets={}", targets.join(";"));
        line += &self.screen().details();
        if page::IS_THERE {
            page::state(&line);
        } else {
            say!("state {line}");
        }
    }
}
