//! Synthesises the samples in small portions: on a thread one after another, in a browser a few in every frame.

use std::collections::VecDeque;

use super::Order;
use super::own_sounds::samples;
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

/// Something to be made.
pub enum SoundRequest {
    /// A piece that will be needed, and its score. The last request comes first.
    Piece(usize, Score),
    /// The sample with this index: these samples, or else the game's own.
    Effect(usize, Option<Vec<i16>>),
}

/// The queue of effects and pieces to synthesise.
pub struct Maker {
    effects: VecDeque<(usize, Option<Vec<i16>>)>,
    wanted: VecDeque<(usize, Score)>,
    piece: Option<Making>,
}

struct Making {
    index: usize,
    score: Score,
    layer: usize,
    rendering: Rendering,
    /// Samples already handed over.
    at: usize,
}

impl Making {
    fn new(index: usize, score: Score, layer: usize) -> Self {
        Self { index, rendering: Rendering::new(score.clone(), Some(layer)), score, layer, at: 0 }
    }
}

impl Maker {
    /// Synthesises all effects, and what is requested.
    pub fn new() -> Self {
        Self { effects: samples().map(|(index, ..)| (index, None)).collect(), wanted: VecDeque::new(), piece: None }
    }

    /// Takes a request.
    pub fn make(&mut self, request: SoundRequest) {
        match request {
            SoundRequest::Piece(index, score) => self.wanted.push_front((index, score)),
            SoundRequest::Effect(index, own) => self.effects.push_back((index, own)),
        }
    }

    /// Does a portion of work.
    pub fn work(&mut self) -> Work {
        if let Some((index, own)) = self.effects.pop_front() {
            let made = || samples().nth(index).map(|(_, effect, variant)| effect.samples(variant)).unwrap_or_default();
            return Work::Ready(Order::Effect { index, samples: own.unwrap_or_else(made) });
        }
        let Some(Making { index, score, layer, rendering, at }) = &mut self.piece else {
            let Some((index, score)) = self.wanted.pop_front() else { return Work::Done };
            self.piece = Some(Making::new(index, score, 0));
            return Work::More;
        };
        if rendering.advance(NOTES_PER_PORTION) {
            return Work::More;
        }
        let samples = rendering.part(*at, SAMPLES_PER_ORDER);
        let order = Order::Piece { index: *index, layer: *layer, at: *at, all: rendering.total(), samples };
        *at = (*at + SAMPLES_PER_ORDER).min(rendering.total());
        if *at == rendering.total() {
            let next = *layer + 1;
            self.piece = (next < score.layers()).then(|| Making::new(*index, score.clone(), next));
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
        let mut maker = Maker::new();
        (0..2).for_each(|index| maker.make(SoundRequest::Piece(index, score.clone())));
        let (mut effects, mut pieces) = (0, [0, 0]);
        for _ in 0..10_000 {
            match maker.work() {
                Work::Ready(Order::Effect { .. }) => effects += 1,
                Work::Ready(Order::Piece { index, samples, all, .. }) => {
                    pieces[index] += samples.len();
                    assert!(pieces[1] == all || index == 1, "the other way round");
                }
                Work::Ready(other) => panic!("{other:?}"),
                Work::More => {}
                Work::Done => break,
            }
        }
        assert_eq!(effects, samples().count());
        assert_eq!(pieces, [88_200; 2], "two seconds, both sides");
    }
}
