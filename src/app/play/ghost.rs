//! A ghost: a recorded run, played half transparent beside the current one, without any effect on it.

use std::sync::Arc;

use seamwalker_level::Level;
use seamwalker_sim::{InputCursor, Replay, TICK_RATE, World};

use crate::app::level_view::PlayerView;
use crate::app::render::{Canvas, Sprites};
use crate::app::settings::Comfort;

/// Opacity of a ghost.
const GHOST_ALPHA: f32 = 0.45;

/// A recorded run in a world of its own.
pub struct Ghost {
    world: World,
    view: PlayerView,
    inputs: InputCursor,
    /// The recorded hashes after every second.
    hashes: Vec<u64>,
    /// It diverged from the recording.
    diverged: bool,
}

impl Ghost {
    /// A ghost at the beginning of its run; `None` for a run in another level.
    pub fn new(level: &Arc<Level>, replay: &Replay) -> Option<Self> {
        let world = replay.begin(Arc::clone(level)).ok()?;
        Some(Self {
            world,
            view: PlayerView::new(),
            inputs: InputCursor::new(replay.inputs.clone()),
            hashes: replay.hashes.clone(),
            diverged: false,
        })
    }

    /// One tick. A ghost that diverges from its recording disappears: the rules have changed.
    pub fn tick(&mut self) {
        if self.diverged || self.inputs.is_over() && !self.world.state.finished {
            return;
        }
        let events = self.world.step(self.inputs.next().unwrap_or_default());
        let (ticks, rate) = (self.world.state.ticks, u64::from(TICK_RATE));
        if ticks.is_multiple_of(rate) && !self.world.state.finished {
            let recorded = self.hashes.get((ticks / rate) as usize - 1);
            self.diverged = recorded.is_some_and(|hash| *hash != self.world.hash());
        }
        events.iter().for_each(|event| self.view.react(event));
        self.view.tick(&self.world);
    }

    /// Draws it, `between` two ticks.
    pub fn draw(&self, canvas: &mut Canvas, sprites: &Sprites, (between, comfort): (f32, Comfort)) {
        if !self.diverged {
            canvas.alpha = GHOST_ALPHA;
            self.view.draw(canvas, sprites, &self.world, (between, comfort));
            canvas.alpha = 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::read;

    use super::super::recorder::proof;
    use super::*;

    fn race(change: impl Fn(&mut Replay)) -> (Ghost, Replay) {
        let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
        let mut replay = proof(&shipped(), "first_stitch", &level).unwrap().replay;
        change(&mut replay);
        let mut ghost = Ghost::new(&level, &replay).unwrap();
        (0..replay.outcome.ticks + 200).for_each(|_| ghost.tick());
        (ghost, replay)
    }

    #[test]
    fn a_ghost_ends_where_its_run_did_and_disappears_if_it_diverges() {
        let (ghost, replay) = race(|_| {});
        assert!(ghost.world.state.finished && !ghost.diverged && ghost.inputs.is_over());
        assert_eq!(ghost.world.state.ticks, replay.outcome.ticks + 200);
        let (ghost, _) = race(|replay| replay.hashes[3] += 1);
        assert!(ghost.diverged && !ghost.world.state.finished);
        assert_eq!(ghost.world.state.ticks, 240);
    }
}
