//! One line per second on standard output, for tests that watch the window from outside.

use super::play::Play;
use super::view::Fit;

/// Counts the seconds.
#[derive(Default)]
pub struct StateLine {
    since: f32,
}

impl StateLine {
    /// Prints `state x y vx vy solver screen px py` once per second: where the player's feet are in the level, the velocity
    /// in px/s, and where the feet are in the window; zeros and `-` without a level.
    pub fn update(&mut self, play: Option<&Play>, screen: &str, fit: Fit, dt: f32) {
        self.since += dt;
        if self.since < 1.0 {
            return;
        }
        self.since = 0.0;
        match play {
            Some(play) => {
                let (feet, v) = (play.world.player.feet(), play.world.player.velocity);
                let at = fit.to_window(feet - play.window().corner);
                let solver = play.world.solver.kind.name();
                println!(
                    "state {:.2} {:.2} {:.2} {:.2} {solver} {screen} {:.0} {:.0}",
                    feet.x, feet.y, v.x, v.y, at.x, at.y
                );
            }
            None => println!("state 0 0 0 0 - {screen} 0 0"),
        }
    }
}
