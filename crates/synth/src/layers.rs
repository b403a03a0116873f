//! How loud the layers of a piece are: more of them with progress through a level, fewer while the hero rests.

use super::score::LAYERS;

/// The levels of all layers.
pub type LayerLevels = [f32; LAYERS];

/// Everything is heard, as in menus.
pub const ALL: LayerLevels = [1.0; LAYERS];

/// The progress, 0 to 1, at which a layer begins to come in, and over how much of it.
const ENTRIES: LayerLevels = [0.0, 0.05, 0.4];
const ENTRY: f32 = 0.25;
/// The level of the first layer, without which there is no music, before the others have come in and at rest.
const ALONE: f32 = 0.85;
/// So long the hero stands still before the music thins out, in seconds; shorter is only a pause for breath.
const PATIENCE: f32 = 3.0;
/// Seconds in which a layer comes in, and goes out.
const RISE: f32 = 1.5;
const FALL: f32 = 4.0;

/// Follows a run.
#[derive(Clone, Copy, Debug)]
pub struct LayerMix {
    /// Now.
    pub levels: LayerLevels,
    /// Seconds for which the hero has stood still.
    still: f32,
}

impl Default for LayerMix {
    fn default() -> Self {
        Self { levels: wanted(0.0, false), still: 0.0 }
    }
}

impl LayerMix {
    /// Moves on by `dt` seconds, with the progress through the level, 0 to 1, and whether the hero stands still.
    pub fn update(&mut self, progress: f32, still: bool, dt: f32) {
        self.still = if still { self.still + dt } else { 0.0 };
        let goals = wanted(progress, self.still > PATIENCE);
        for (level, goal) in self.levels.iter_mut().zip(goals) {
            *level += (goal - *level).clamp(-dt / FALL, dt / RISE);
        }
    }
}

/// The levels that the mix goes to.
fn wanted(progress: f32, rests: bool) -> LayerLevels {
    let mut levels = ENTRIES.map(|entry| if rests { 0.0 } else { ((progress - entry) / ENTRY).clamp(0.0, 1.0) });
    levels[0] = ALONE + (1.0 - ALONE) * levels[1];
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_come_in_with_progress_and_go_out_at_rest() {
        let mut mix = LayerMix::default();
        let mut after = |progress, still, seconds: f32| {
            (0..(seconds * 60.0) as u32).for_each(|_| mix.update(progress, still, 1.0 / 60.0));
            mix.levels
        };
        assert_eq!(after(0.0, false, 5.0), [ALONE, 0.0, 0.0]);
        let half = after(0.35, false, 5.0);
        assert!(half[1] == 1.0 && half[2] == 0.0, "{half:?}");
        assert_eq!(after(1.0, false, 5.0), ALL);
        assert_eq!(after(1.0, true, 2.5), ALL, "a pause for breath");
        assert_eq!(after(1.0, true, 5.0), [ALONE, 0.0, 0.0]);
        assert_eq!(after(1.0, false, 2.0), ALL);
    }
}
