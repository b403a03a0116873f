//! Mixes effects at any pitch and cross-fading music, for the sound card. In a browser the page mixes.

use super::Order;
use seamwalker_synth::RATE;
use seamwalker_synth::layers::LayerLevels;
use seamwalker_synth::score::LAYERS;

/// Seconds for music to fade in or out.
const MUSIC_FADE: f32 = 1.2;

/// Seconds in which a layer of the music would come in, if it were told to at once. Shorter ones click.
const LAYER_FADE: f32 = 0.2;

/// Time constant of a change of volume, in seconds. Shorter ones click, longer ones are noticeable.
const VOLUME_SMOOTHING: f32 = 0.03;

/// Sums above this level are compressed instead of clipped.
const COMPRESSION_KNEE: f32 = 0.7;

/// A playing effect.
struct Playing {
    sample: usize,
    at: f64,
    step: f64,
    left: f32,
    right: f32,
}

/// Music that plays, or fades in or out.
struct Track {
    piece: usize,
    at: f64,
    /// The current and the target level of the fade.
    fade: f32,
    goal: f32,
    /// Those of its layers.
    levels: LayerLevels,
    goals: LayerLevels,
}

/// The rendered parts of a piece's layers, and the length of each.
#[derive(Default)]
struct RenderedMusic {
    layers: [Vec<i16>; LAYERS],
    all: usize,
}

impl RenderedMusic {
    /// A layer that is complete.
    fn layer(&self, layer: usize) -> Option<&[i16]> {
        Some(&self.layers[layer][..]).filter(|samples| !samples.is_empty() && samples.len() == self.all)
    }
}

/// The mixer.
#[derive(Default)]
pub struct Mixer {
    /// Output samples per second.
    rate: f32,
    samples: Vec<Vec<i16>>,
    pieces: Vec<RenderedMusic>,
    playing: Vec<Playing>,
    tracks: Vec<Track>,
    /// Current and target volumes of music and effects.
    volumes: [f32; 2],
    goals: [f32; 2],
}

impl Mixer {
    /// A mixer for this many output samples per second.
    pub fn new(rate: f32) -> Self {
        Self { rate, playing: Vec::with_capacity(super::MAX_VOICES), ..Self::default() }
    }

    /// Carries out an order.
    pub fn take(&mut self, order: Order) {
        match order {
            Order::Effect { index, samples } => {
                if self.samples.len() <= index {
                    self.samples.resize_with(index + 1, Vec::new);
                }
                self.samples[index] = samples;
            }
            Order::Forget(piece) => {
                self.pieces.get_mut(piece).into_iter().for_each(|piece| *piece = RenderedMusic::default());
                self.tracks.retain(|track| track.piece != piece);
            }
            Order::Piece { index, layer, at, samples, all } => {
                if self.pieces.len() <= index {
                    self.pieces.resize_with(index + 1, RenderedMusic::default);
                }
                let piece = &mut self.pieces[index];
                piece.all = all;
                let known = &mut piece.layers[layer];
                known.truncate(at);
                known.reserve_exact(all - known.len());
                known.extend(samples);
            }
            Order::Play { sample, volume, pitch, pan } => {
                let side = |pan: f32| volume * ((1.0 + pan) * 0.5).clamp(0.0, 1.0).sqrt();
                let step = f64::from(pitch) * f64::from(RATE) / f64::from(self.rate);
                if self.playing.len() < super::MAX_VOICES && sample < self.samples.len() {
                    self.playing.push(Playing { sample, at: 0.0, step, left: side(-pan), right: side(pan) });
                }
            }
            Order::Music(piece, levels) => {
                for track in &mut self.tracks {
                    let plays_on = Some(track.piece) == piece;
                    track.goal = f32::from(u8::from(plays_on));
                    track.goals = if plays_on { levels } else { track.goals };
                }
                if let Some(piece) = piece.filter(|piece| self.tracks.iter().all(|track| track.piece != *piece)) {
                    self.tracks.push(Track { piece, at: 0.0, fade: 0.0, goal: 1.0, levels, goals: levels });
                }
            }
            Order::Volumes(volumes) => self.goals = volumes,
        }
    }

    /// Mixes the next samples, left and right interleaved.
    pub fn fill(&mut self, out: &mut [f32]) {
        let [smooth, fade, layer_fade] =
            [VOLUME_SMOOTHING, MUSIC_FADE, LAYER_FADE].map(|seconds| 1.0 / (seconds * self.rate));
        for pair in out.as_chunks_mut::<2>().0 {
            for (now, goal) in self.volumes.iter_mut().zip(self.goals) {
                *now += (goal - *now) * smooth;
            }
            let (mut music, mut effects) = ([0.0; 2], [0.0; 2]);
            for voice in &mut self.playing {
                let samples = &self.samples[voice.sample];
                let sample = interpolate(voice.at, |i| samples.get(i).copied().unwrap_or_default());
                effects[0] += sample * voice.left;
                effects[1] += sample * voice.right;
                voice.at += voice.step;
            }
            for track in &mut self.tracks {
                // The others join in once they are rendered.
                let Some(piece) = self.pieces.get(track.piece).filter(|piece| piece.layer(0).is_some()) else {
                    continue;
                };
                let frames = piece.all / 2;
                track.fade += (track.goal - track.fade).clamp(-fade, fade);
                // During a cross-fade, two pieces are together as loud as one.
                let level = track.fade * (2.0 - track.fade);
                for (layer, (now, goal)) in track.levels.iter_mut().zip(track.goals).enumerate() {
                    let Some(samples) = piece.layer(layer) else {
                        *now = 0.0;
                        continue;
                    };
                    *now += (goal - *now).clamp(-layer_fade, layer_fade);
                    if *now > 0.0 {
                        for (side, sum) in music.iter_mut().enumerate() {
                            *sum += level * *now * interpolate(track.at, |i| samples[(i % frames) * 2 + side]);
                        }
                    }
                }
                track.at += f64::from(RATE) / f64::from(self.rate);
                if track.at >= frames as f64 {
                    track.at -= frames as f64;
                }
            }
            for side in 0..2 {
                pair[side] = compress(music[side] * self.volumes[0] + effects[side] * self.volumes[1]);
            }
        }
        let samples = &self.samples;
        self.playing.retain(|voice| voice.at < samples[voice.sample].len() as f64);
        self.tracks.retain(|track| track.fade > 0.0 || track.goal > 0.0);
    }
}

/// Interpolates linearly between two samples.
fn interpolate(at: f64, sample: impl Fn(usize) -> i16) -> f32 {
    let i = at as usize;
    let part = (at - i as f64) as f32;
    let (a, b) = (f32::from(sample(i)), f32::from(sample(i + 1)));
    (a + (b - a) * part) / 32_768.0
}

/// Leaves quiet samples unchanged and compresses loud ones below 1.
fn compress(sample: f32) -> f32 {
    const KNEE: f32 = COMPRESSION_KNEE;
    let over = (sample.abs() - KNEE).max(0.0) / (1.0 - KNEE);
    if over == 0.0 { sample } else { (KNEE + (1.0 - KNEE) * over / (1.0 + over)).copysign(sample) }
}

#[cfg(test)]
mod tests {
    use seamwalker_synth::layers::ALL;

    use super::*;

    const RATE_OUT: f32 = 44_100.0;

    /// A mixer with a sample of half a second and two pieces of a second.
    fn mixer() -> Mixer {
        let mut mixer = Mixer::new(RATE_OUT);
        mixer.take(Order::Effect { index: 0, samples: vec![8000; 11_025] });
        for index in 0..2 {
            mixer.take(part(index, 0, 0, 44_100));
        }
        mixer.take(Order::Volumes([1.0, 1.0]));
        run(&mut mixer, 0.5);
        mixer
    }

    fn run(mixer: &mut Mixer, seconds: f32) -> Vec<f32> {
        let mut out = vec![0.0; (seconds * RATE_OUT) as usize * 2];
        mixer.fill(&mut out);
        out
    }

    /// A part of a piece of a second.
    fn part(index: usize, layer: usize, at: usize, count: usize) -> Order {
        Order::Piece { index, layer, at, samples: vec![4000; count], all: 44_100 }
    }

    fn play(volume: f32, pitch: f32, pan: f32) -> Order {
        Order::Play { sample: 0, volume, pitch, pan }
    }

    #[test]
    fn a_higher_pitch_makes_an_effect_shorter() {
        for (pitch, seconds) in [(1.0, 0.5), (2.0, 0.25)] {
            let mut mixer = mixer();
            mixer.take(play(1.0, pitch, 0.0));
            let heard = run(&mut mixer, 1.0).iter().filter(|s| s.abs() > 0.001).count() as f32 / 2.0 / RATE_OUT;
            assert!((heard - seconds).abs() < 0.01, "{heard}");
            assert!(mixer.playing.is_empty());
        }
    }

    #[test]
    fn a_sound_on_the_right_is_silent_on_the_left() {
        let mut mixer = mixer();
        mixer.take(play(1.0, 1.0, 1.0));
        let out = run(&mut mixer, 0.1);
        assert!(out[200] == 0.0 && out[201] > 0.2);
    }

    #[test]
    fn many_sounds_at_once_do_not_clip() {
        let mut mixer = mixer();
        mixer.take(Order::Music(Some(0), ALL));
        (0..100).for_each(|_| mixer.take(play(1.0, 1.0, 0.0)));
        assert_eq!(mixer.playing.len(), super::super::MAX_VOICES);
        let out = run(&mut mixer, 1.5);
        assert!(out.iter().all(|s| s.abs() < 1.0) && out.iter().any(|s| s.abs() > 0.9));
    }

    #[test]
    fn music_fades_into_other_music_and_loops() {
        let mut mixer = mixer();
        mixer.take(Order::Music(Some(0), ALL));
        run(&mut mixer, 3.0);
        mixer.take(Order::Music(Some(1), ALL));
        let crossing = run(&mut mixer, 0.6);
        assert_eq!(mixer.tracks.len(), 2);
        let step = crossing.windows(3).map(|s| (s[2] - s[0]).abs()).fold(0.0, f32::max);
        assert!(step < 0.001, "it clicks: {step}");
        assert!(crossing.iter().all(|s| (0.1..0.19).contains(s)), "neither a hole nor a hill");
        run(&mut mixer, 2.0);
        assert_eq!(mixer.tracks.len(), 1);
        mixer.take(Order::Music(None, ALL));
        run(&mut mixer, 2.0);
        assert!(run(&mut mixer, 0.1).iter().all(|s| *s == 0.0));
    }

    #[test]
    fn music_begins_once_it_is_rendered() {
        let mut mixer = mixer();
        mixer.take(Order::Music(Some(2), ALL));
        assert!(run(&mut mixer, 2.0).iter().all(|s| *s == 0.0));
        mixer.take(part(2, 0, 0, 22_050));
        assert!(run(&mut mixer, 2.0).iter().all(|s| *s == 0.0), "half of it is not it");
        mixer.take(part(2, 0, 22_050, 22_050));
        assert!(run(&mut mixer, 2.0).iter().any(|s| *s > 0.1));
    }

    #[test]
    fn layers_come_and_go_without_a_click_and_in_step() {
        let mut mixer = mixer();
        mixer.take(Order::Music(Some(0), [0.8, 0.0, 0.0]));
        let alone = run(&mut mixer, 3.0)[264_000];
        mixer.take(Order::Music(Some(0), ALL));
        let whole = run(&mut mixer, 1.0)[88_000];
        assert!((whole - alone / 0.8).abs() < 1e-5, "a layer that is not rendered is silent");
        mixer.take(part(0, 1, 0, 44_100));
        let out = run(&mut mixer, 1.0);
        mixer.take(Order::Music(Some(0), [1.0, 0.0, 0.0]));
        let out = [out, run(&mut mixer, 1.0)].concat();
        assert!(out[80_000] > alone * 2.0 && (out[170_000] - whole).abs() < 1e-5);
        assert!(out[2..].windows(3).all(|s| (s[2] - s[0]).abs() < 0.001));
        assert_eq!(mixer.tracks.len(), 1);
    }

    #[test]
    fn volumes_change_without_a_click() {
        let mut mixer = mixer();
        mixer.take(Order::Music(Some(0), ALL));
        run(&mut mixer, 2.0);
        mixer.take(Order::Volumes([0.0, 1.0]));
        let out = run(&mut mixer, 1.0);
        assert!(out.windows(3).all(|s| (s[2] - s[0]).abs() < 0.001));
        assert!(out[out.len() - 1].abs() < 0.001);
    }
}
