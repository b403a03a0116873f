//! A run that was recorded, played again beside the one that is being made: half transparent, and nothing feels it.

use std::sync::Arc;

use seamwalker::level::Level;
use seamwalker::sim::{InputCursor, Replay, TICK_RATE, World};

use crate::app::level_view::player_view::PlayerView;
use crate::app::render::canvas::Canvas;
use crate::app::render::sprites::Sprites;
use crate::app::settings::comfort::Comfort;

/// How opaque a ghost is.
const ALPHA: f32 = 0.45;

/// The one who makes the recorded run.
pub struct Ghost {
    world: World,
    view: PlayerView,
    inputs: InputCursor,
    /// What the world's hash was after every second.
    hashes: Vec<u64>,
    /// It no longer does what was recorded.
    lost: bool,
}

impl Ghost {
    /// At the beginning of a run; `None` for a run in another level.
    pub fn new(level: &Arc<Level>, replay: &Replay) -> Option<Self> {
        let world = replay.begin(Arc::clone(level)).ok()?;
        Some(Self {
            world,
            view: PlayerView::new(),
            inputs: InputCursor::new(replay.inputs.clone()),
            hashes: replay.hashes.clone(),
            lost: false,
        })
    }

    /// One tick. A ghost that does something else than was recorded is not seen any more: the rules have changed.
    pub fn tick(&mut self) {
        if self.lost || self.inputs.is_over() && !self.world.state.finished {
            return;
        }
        let events = self.world.step(self.inputs.next().unwrap_or_default());
        let (seconds, rest) =
            (self.world.state.ticks / u64::from(TICK_RATE), self.world.state.ticks % u64::from(TICK_RATE));
        let recorded = seconds.checked_sub(1).and_then(|second| self.hashes.get(second as usize));
        self.lost = rest == 0 && !self.world.state.finished && recorded.is_some_and(|hash| *hash != self.world.hash());
        events.iter().for_each(|event| self.view.react(event));
        self.view.tick(&self.world);
    }

    /// Draws it, `between` two ticks.
    pub fn draw(&self, canvas: &mut Canvas, sprites: &Sprites, (between, comfort): (f32, Comfort)) {
        if !self.lost {
            canvas.alpha = ALPHA;
            self.view.draw(canvas, sprites, &self.world, (between, comfort));
            canvas.alpha = 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use seamwalker::level::{read, shipped};

    use super::super::recorder::proof;
    use super::*;

    fn race(meddle: impl Fn(&mut Replay)) -> (Ghost, Replay) {
        let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
        let mut replay = proof(&shipped(), "first_stitch", &level).unwrap().replay;
        meddle(&mut replay);
        let mut ghost = Ghost::new(&level, &replay).unwrap();
        (0..replay.outcome.ticks + 200).for_each(|_| ghost.tick());
        (ghost, replay)
    }

    #[test]
    fn a_ghost_ends_where_the_run_did_and_cheers() {
        let (ghost, replay) = race(|_| {});
        assert!(ghost.world.state.finished && !ghost.lost && ghost.inputs.is_over());
        assert_eq!(ghost.world.state.ticks, replay.outcome.ticks + 200);
    }

    #[test]
    fn a_ghost_that_does_something_else_is_gone() {
        let (ghost, _) = race(|replay| replay.hashes[3] += 1);
        assert!(ghost.lost && !ghost.world.state.finished);
        assert_eq!(ghost.world.state.ticks, 240);
    }
}
