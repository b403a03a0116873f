//! Synthesises the samples in small portions: on a thread one after another, in a browser a few in every frame.

use std::collections::VecDeque;

use super::Order;
use seamwalker_synth::effects::Effect;
use seamwalker_synth::music::Rendering;
use seamwalker_synth::score::Score;

/// Notes per portion: about a millisecond.
const NOTES_PER_PORTION: usize = 4;

/// Samples of a piece per order: about three seconds of both sides.
const SAMPLES_PER_ORDER: usize = 1 << 17;

/// Result of a portion of work.
pub enum Work {
    /// An order for the output is ready.
    Ready(Order),
    /// There is more work.
    More,
    /// There is no work.
    Done,
}

/// The queue of effects and pieces to synthesise.
pub struct Maker {
    effects: VecDeque<(Effect, u32)>,
    scores: Vec<Option<Score>>,
    wanted: VecDeque<usize>,
    piece: Option<Making>,
}

struct Making {
    index: usize,
    rendering: Rendering,
    /// Samples already handed over.
    at: usize,
}

impl Maker {
    /// Synthesises all effects, and the requested pieces.
    pub fn new(scores: Vec<Score>) -> Self {
        let variants = |&effect: &Effect| (0..effect.variants()).map(move |variant| (effect, variant));
        Self {
            effects: Effect::ALL.iter().flat_map(variants).collect(),
            scores: scores.into_iter().map(Some).collect(),
            wanted: VecDeque::new(),
            piece: None,
        }
    }

    /// Requests a piece. The last request comes first; a finished piece is not made again.
    pub fn want(&mut self, index: usize) {
        self.wanted.push_front(index);
    }

    /// Does a portion of work.
    pub fn work(&mut self) -> Work {
        if let Some((effect, variant)) = self.effects.pop_front() {
            return Work::Ready(Order::Effect(effect.samples(variant)));
        }
        let Some(Making { index, rendering, at }) = &mut self.piece else {
            let Some(index) = self.wanted.pop_front() else { return Work::Done };
            let score = self.scores.get_mut(index).and_then(Option::take);
            self.piece = score.map(|score| Making { index, rendering: Rendering::new(score), at: 0 });
            return Work::More;
        };
        if rendering.advance(NOTES_PER_PORTION) {
            return Work::More;
        }
        let samples = rendering.part(*at, SAMPLES_PER_ORDER);
        *at += samples.len();
        let order = Order::Piece { index: *index, samples, all: rendering.total() };
        if *at >= rendering.total() {
            self.piece = None;
        }
        Work::Ready(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_come_first_then_the_piece_requested_last() {
        let score = Score::parse("voice melody box 1 0\nform A\npart A\nchords C\nmelody c4:4").expect("a score");
        let mut maker = Maker::new(vec![score.clone(), score]);
        maker.want(0);
        maker.want(1);
        let (mut effects, mut pieces) = (0, [0, 0]);
        for _ in 0..10_000 {
            match maker.work() {
                Work::Ready(Order::Effect(_)) => effects += 1,
                Work::Ready(Order::Piece { index, samples, all }) => {
                    pieces[index] += samples.len();
                    assert!(pieces[1] == all || index == 1, "the other way round");
                }
                Work::Ready(other) => panic!("{other:?}"),
                Work::More => {}
                Work::Done => break,
            }
        }
        let versions: u32 = Effect::ALL.iter().map(|effect| effect.variants()).sum();
        assert_eq!(effects, versions);
        assert_eq!(pieces, [88_200; 2], "two seconds, both sides");
        maker.want(0);
        assert!(matches!(maker.work(), Work::More), "it is made already");
        assert!(matches!(maker.work(), Work::Done));
    }
}
