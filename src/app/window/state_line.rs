//! A regular line about the state of the game, for external tests: on standard output, or on the page.

use super::page;
use crate::app::play::Play;
use crate::app::render::Letterbox;

/// Seconds between lines. A page shows only the last one.
const STATE_INTERVAL: f32 = if page::IS_THERE { 0.1 } else { 0.25 };

/// The timer of the lines.
#[derive(Default)]
pub struct StateLine {
    since: f32,
}

impl StateLine {
    /// Prints `state tick=.. x=.. y=.. vx=.. vy=.. solver=.. window_x=.. window_y=.. tick_us=.. screen=..`: the ticks so far, the player's feet in the
    /// level, the velocity in px/s, and the feet in the window; then `more`. Without a level only the screen and `more`.
    pub fn update(&mut self, play: Option<&Play>, (screen, more): (&str, &str), letterbox: Letterbox, dt: f32) {
        self.since += dt;
        if self.since < STATE_INTERVAL {
            return;
        }
        self.since = 0.0;
        let mut line = String::new();
        if let Some(play) = play {
            let (player, tick) = (&play.world.state.player, play.world.state.ticks);
            let (feet, v, solver) = (player.feet(), player.motion.velocity, play.world.rules.solver.kind.name());
            let (at, cost) = (letterbox.to_window(play.in_view(feet)), play.tick_cost * 1e6);
            line = format!("tick={tick} x={:.2} y={:.2} vx={:.2} vy={:.2} solver={solver} ", feet.x, feet.y, v.x, v.y);
            line += &format!("window_x={:.0} window_y={:.0} tick_us={cost:.0} ", at.x, at.y);
        }
        line += &format!("screen={screen} {more}");
        if page::IS_THERE {
            page::state(&line);
        } else {
            say!("state {line}");
        }
    }
}
