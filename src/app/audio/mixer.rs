//! Mixes effects at any pitch and cross-fading music, for the sound card. In a browser the page mixes.

use super::Order;
use seamwalker_synth::RATE;

/// Seconds for music to fade in or out.
const MUSIC_FADE: f32 = 1.2;

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
}

/// The rendered part of a piece, and the length of the whole.
#[derive(Default)]
struct RenderedMusic {
    samples: Vec<i16>,
    all: usize,
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
            Order::Piece { index, samples, all } => {
                if self.pieces.len() <= index {
                    self.pieces.resize_with(index + 1, RenderedMusic::default);
                }
                let piece = &mut self.pieces[index];
                piece.all = all;
                piece.samples.reserve_exact(all - piece.samples.len());
                piece.samples.extend(samples);
            }
            Order::Play { sample, volume, pitch, pan } => {
                let side = |pan: f32| volume * ((1.0 + pan) * 0.5).clamp(0.0, 1.0).sqrt();
                let step = f64::from(pitch) * f64::from(RATE) / f64::from(self.rate);
                if self.playing.len() < super::MAX_VOICES && sample < self.samples.len() {
                    self.playing.push(Playing { sample, at: 0.0, step, left: side(-pan), right: side(pan) });
                }
            }
            Order::Music(piece) => {
                self.tracks.iter_mut().for_each(|track| track.goal = f32::from(u8::from(Some(track.piece) == piece)));
                if let Some(piece) = piece.filter(|piece| self.tracks.iter().all(|track| track.piece != *piece)) {
                    self.tracks.push(Track { piece, at: 0.0, fade: 0.0, goal: 1.0 });
                }
            }
            Order::Volumes(volumes) => self.goals = volumes,
        }
    }

    /// Mixes the next samples, left and right interleaved.
    pub fn fill(&mut self, out: &mut [f32]) {
        let (smooth, fade) = (1.0 / (VOLUME_SMOOTHING * self.rate), 1.0 / (MUSIC_FADE * self.rate));
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
                let Some(piece) = self.pieces.get(track.piece).filter(|p| p.all > 0 && p.samples.len() == p.all) else {
                    continue;
                };
                let frames = piece.all / 2;
                track.fade += (track.goal - track.fade).clamp(-fade, fade);
                // During a cross-fade, two pieces are together as loud as one.
                let level = track.fade * (2.0 - track.fade);
                for (side, sum) in music.iter_mut().enumerate() {
                    *sum += level * interpolate(track.at, |i| piece.samples[(i % frames) * 2 + side]);
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
    use super::*;

    const RATE_OUT: f32 = 44_100.0;

    /// A mixer with a sample of half a second and two pieces of a second.
    fn mixer() -> Mixer {
        let mut mixer = Mixer::new(RATE_OUT);
        mixer.take(Order::Effect { index: 0, samples: vec![8000; 11_025] });
        for index in 0..2 {
            mixer.take(Order::Piece { index, samples: vec![4000; 44_100], all: 44_100 });
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
        mixer.take(Order::Music(Some(0)));
        (0..100).for_each(|_| mixer.take(play(1.0, 1.0, 0.0)));
        assert_eq!(mixer.playing.len(), super::super::MAX_VOICES);
        let out = run(&mut mixer, 1.5);
        assert!(out.iter().all(|s| s.abs() < 1.0) && out.iter().any(|s| s.abs() > 0.9));
    }

    #[test]
    fn music_fades_into_other_music_and_loops() {
        let mut mixer = mixer();
        mixer.take(Order::Music(Some(0)));
        run(&mut mixer, 3.0);
        mixer.take(Order::Music(Some(1)));
        let crossing = run(&mut mixer, 0.6);
        assert_eq!(mixer.tracks.len(), 2);
        let step = crossing.windows(3).map(|s| (s[2] - s[0]).abs()).fold(0.0, f32::max);
        assert!(step < 0.001, "it clicks: {step}");
        assert!(crossing.iter().all(|s| (0.1..0.19).contains(s)), "neither a hole nor a hill");
        run(&mut mixer, 2.0);
        assert_eq!(mixer.tracks.len(), 1);
        mixer.take(Order::Music(None));
        run(&mut mixer, 2.0);
        assert!(run(&mut mixer, 0.1).iter().all(|s| *s == 0.0));
    }

    #[test]
    fn music_begins_once_it_is_rendered() {
        let mut mixer = mixer();
        mixer.take(Order::Music(Some(2)));
        assert!(run(&mut mixer, 2.0).iter().all(|s| *s == 0.0));
        mixer.take(Order::Piece { index: 2, samples: vec![4000; 22_050], all: 44_100 });
        assert!(run(&mut mixer, 2.0).iter().all(|s| *s == 0.0), "half of it is not it");
        mixer.take(Order::Piece { index: 2, samples: vec![4000; 22_050], all: 44_100 });
        assert!(run(&mut mixer, 2.0).iter().any(|s| *s > 0.1));
    }

    #[test]
    fn volumes_change_without_a_click() {
        let mut mixer = mixer();
        mixer.take(Order::Music(Some(0)));
        run(&mut mixer, 2.0);
        mixer.take(Order::Volumes([0.0, 1.0]));
        let out = run(&mut mixer, 1.0);
        assert!(out.windows(3).all(|s| (s[2] - s[0]).abs() < 0.001));
        assert!(out[out.len() - 1].abs() < 0.001);
    }
}
