//! One line per second on standard output, for tests that watch the window from outside.

use super::play::Play;
use super::view::Fit;

/// Counts the seconds.
#[derive(Default)]
pub struct StateLine {
    since: f32,
}

impl StateLine {
    /// Prints `state x=.. y=.. vx=.. vy=.. solver=.. screen=.. window_x=.. window_y=..` once per second: where the player's
    /// feet are in the level and the velocity in px/s, and where in the window the feet are drawn. Without a level only
    /// the screen.
    pub fn update(&mut self, play: Option<&Play>, screen: &str, fit: Fit, dt: f32) {
        self.since += dt;
        if self.since < 1.0 {
            return;
        }
        self.since = 0.0;
        let Some(play) = play else { return println!("state screen={screen}") };
        let (feet, v) = (play.world.player.feet(), play.world.player.velocity);
        let at = fit.to_window(feet - play.window().corner);
        println!(
            "state x={:.2} y={:.2} vx={:.2} vy={:.2} solver={} screen={screen} window_x={:.0} window_y={:.0}",
            feet.x,
            feet.y,
            v.x,
            v.y,
            play.world.solver.kind.name(),
            at.x,
            at.y
        );
    }
}
