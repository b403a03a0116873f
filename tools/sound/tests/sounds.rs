//! The effects are the same on every machine, and all sounds keep to their levels.

use seamwalker_sound as sound;
use seamwalker_sound::measure::{Piece, effect, pieces as measured, spread, tables};
use seamwalker_synth::effects::Effect;
use seamwalker_synth::levels::Levels;
use seamwalker_synth::score::Score;
use std::sync::LazyLock;

/// Music peaks below this, in dBTP, and so do effects: above 0 dBTP, a sound card clips between two samples.
const MAX_TRUE_PEAK: f64 = -1.0;
/// The loudest and the quietest piece differ by less than this, in LU.
const MAX_MUSIC_SPREAD: f64 = 2.0;
/// The loudest effect, momentarily, is above the quietest piece by less than this, in LU; larger values let effects drown the music.
const MAX_EFFECT_OVER_MUSIC: f64 = 6.0;
/// The centroids of the variants of a step sound differ by at least this, in Hz; smaller values sound like one sample repeated.
const MIN_STEP_SPREAD: f64 = 50.0;

/// The loudness of a level's music changes by at least this in a run, in LU: free soundtracks of games have a median of 4.5 to 8.7.
const MIN_RANGE: f64 = 5.0;

/// At least this share of a piece's energy is above 2 kHz, in percent; with less it sounds muffled.
const MIN_HIGHS: f32 = 1.5;

/// The spectral centroid of a piece is at least this, in Hz: free soundtracks of games have a median of 2,000 to 2,500.
const MIN_MUSIC_CENTROID: f32 = 1000.0;

/// Every piece with its figures.
static MUSIC: LazyLock<Vec<Piece>> = LazyLock::new(|| measured().expect("the music"));

/// Every piece, by name.
fn pieces() -> Vec<(String, Score)> {
    sound::scores().expect("the music")
}

fn levels(samples: &[i16]) -> Levels {
    Levels::of(&samples.iter().map(|&s| f32::from(s) / 32_767.0).collect::<Vec<_>>())
}

#[test]
fn the_effects_are_the_same_on_every_machine() {
    // FNV-1a over all samples. A change of a sound changes it: print and take over.
    let samples = sound::effects().into_iter().flat_map(|(_, samples)| samples);
    let hash = samples.fold(0xcbf2_9ce4_8422_2325_u64, |hash, sample| {
        (hash ^ u64::from(sample as u16)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(format!("{hash:016x}"), "2086f1d3a4f1f04d");
}

#[test]
fn effects_are_as_loud_as_each_other_and_never_clip() {
    assert!(Effect::ALL.len() >= 30);
    let all = sound::effects();
    let loud = |samples: &[i16]| 20.0 * libm::log10f(levels(samples).loudest);
    let (least, most) = all
        .iter()
        .map(|(_, samples)| loud(samples))
        .fold((0.0_f32, -99.0_f32), |(least, most), level| (least.min(level), most.max(level)));
    assert!(most - least < 6.0, "from {least} to {most} dB");
    for (name, samples) in &all {
        let Levels { peak, .. } = levels(samples);
        assert!(peak < 0.9, "{name} clips: {peak}");
        let quiet = |sample: Option<&i16>| sample.is_some_and(|s| s.abs() < 330);
        assert!(quiet(samples.first()) && quiet(samples.last()), "{name} begins or ends with a click");
    }
}

#[test]
fn music_is_equally_loud_in_all_worlds_and_nothing_clips() {
    let loudness = || MUSIC.iter().map(|piece| piece.figures.integrated);
    assert!(spread(loudness()) < MAX_MUSIC_SPREAD, "{:?}", loudness().collect::<Vec<_>>());
    for piece in MUSIC.iter() {
        let figures = piece.figures;
        assert!(figures.true_peak < MAX_TRUE_PEAK && figures.clipped == 0, "{}: {figures:?}", piece.name);
    }
    let quietest = loudness().fold(f64::INFINITY, f64::min);
    for &kind in Effect::ALL {
        for figures in effect(kind).expect("figures") {
            assert!(figures.true_peak < MAX_TRUE_PEAK && figures.clipped == 0, "{kind:?}: {figures:?}");
            assert!(figures.momentary < quietest + MAX_EFFECT_OVER_MUSIC, "{kind:?}: {figures:?}");
        }
    }
}

#[test]
fn steps_vary() {
    for kind in [Effect::Step, Effect::StepSilk, Effect::StepVelcro, Effect::StepZip] {
        let centroids = effect(kind).expect("figures").into_iter().map(|figures| f64::from(figures.centroid));
        assert!(spread(centroids) >= MIN_STEP_SPREAD, "{kind:?}");
    }
}

/// Every world has a piece with a tempo and a key of its own.
#[test]
fn worlds_differ_in_tempo_and_key() {
    for (i, one) in MUSIC.iter().enumerate() {
        let same = MUSIC[..i].iter().find(|other| other.key == one.key || other.tempo == one.tempo);
        assert!(same.is_none(), "{} sounds like {:?}", one.name, same.map(|piece| &piece.name));
    }
}

#[test]
fn music_is_not_dull() {
    for Piece { name, centroid, highs, .. } in MUSIC.iter() {
        assert!(*centroid >= MIN_MUSIC_CENTROID && *highs >= MIN_HIGHS, "{name}: {centroid} Hz, {highs} %");
    }
}

/// A full-scale sine of 997 Hz in one channel has -3.01 LUFS, by ITU-R BS.1770. This one is 1 Hz lower, a whole number of periods of
/// the window of the centroid.
#[test]
fn a_sine_has_the_loudness_of_the_standard() {
    let sine = |i: u32| (32_767.0 * libm::sin(f64::from(i) * 340.0 / 16_384.0 * std::f64::consts::TAU)) as i16;
    let samples: Vec<i16> = (0..96_000).map(sine).collect();
    let figures = sound::measure::Measurement::of(&samples, 1, 48_000).expect("figures");
    assert!((figures.integrated + 3.01).abs() < 0.1 && figures.true_peak.abs() < 0.1, "{figures:?}");
    assert!((figures.centroid - 996.1).abs() < 60.0 && figures.clipped > 0, "{figures:?}");
}

#[test]
fn the_documented_tables_are_those_that_the_program_prints() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SOUND.md")).expect("docs/SOUND.md");
    let tables = tables().expect("tables");
    for line in tables.lines() {
        assert!(
            text.contains(line),
            "docs/SOUND.md lacks: {line}\nRun: cargo run --manifest-path tools/sound/Cargo.toml -- --measure"
        );
    }
}

#[test]
fn versions_of_an_effect_differ() {
    for &effect in Effect::ALL {
        let versions: Vec<_> = (0..effect.variants()).map(|variant| effect.samples(variant)).collect();
        for (i, one) in versions.iter().enumerate() {
            assert!(!versions[..i].contains(one), "{} has two versions that are one", effect.name());
        }
    }
}

#[test]
fn every_piece_is_complete() {
    let pieces = pieces();
    let names: Vec<&str> = pieces.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["drawer", "end", "eye", "loom", "title", "wardrobe"]);
    for (name, score) in &pieces {
        assert!((40.0..=80.0).contains(&score.seconds()), "{name} takes {} s", score.seconds());
        for (i, voice) in score.voices.iter().enumerate() {
            assert!(score.notes.iter().any(|note| note.voice == i), "{name}: {} never plays", voice.name);
        }
        // Two parts that differ: a piece has somewhere to go.
        let bars: Vec<_> = score.chords.iter().map(|(_, chord)| chord).collect();
        assert!(bars[..8] != bars[16..24], "{name} has no second part");
    }
}

#[test]
fn music_of_levels_has_layers_which_are_together_the_piece() {
    for (name, score) in pieces() {
        let is_of_a_level = !["title", "end"].contains(&name.as_str());
        assert_eq!(score.layers(), if is_of_a_level { 3 } else { 1 }, "{name}");
        let layers: Vec<_> = (0..score.layers()).map(|layer| sound::rendered(score.clone(), Some(layer))).collect();
        for (i, sample) in sound::rendered(score, None).into_iter().enumerate() {
            let sum: i16 = layers.iter().map(|layer| layer[i]).sum();
            assert!(sum.abs_diff(sample) <= 3, "{name}, sample {i}: {sum} and {sample}");
        }
    }
}

#[test]
fn music_of_levels_has_a_range() {
    for piece in MUSIC.iter().filter(|piece| !["title", "end"].contains(&piece.name.as_str())) {
        assert!(piece.range_in_a_run >= MIN_RANGE, "{}: {} LU", piece.name, piece.range_in_a_run);
    }
}

#[test]
fn a_part_is_as_loud_as_its_force() {
    let head = "meter 4\nscale C major\nvoice melody box 1 0\nform A B\n";
    let parts = "part A\nchords C\nmelody c4:2 c4\npart B like A\nforce 0.4 0.8";
    let score = Score::parse(&format!("{head}{parts}")).expect("a score");
    let forces: Vec<f32> = score.notes.iter().map(|note| note.force).collect();
    assert_eq!(forces, [1.0, 0.88, 0.4, 0.88 * 0.6]);
}

/// A loop has no click if the step from its last sample to the first is no larger than between any two neighbours.
#[test]
fn music_loops_without_a_click() {
    for (name, score) in pieces() {
        let samples = sound::rendered(score, None);
        for side in 0..2 {
            let one: Vec<i32> = samples.iter().skip(side).step_by(2).map(|&s| i32::from(s)).collect();
            let farthest = one.windows(2).map(|pair| (pair[1] - pair[0]).abs()).max().expect("samples");
            let around = (one[0] - one[one.len() - 1]).abs();
            assert!(around * 2 <= farthest, "{name}: {around} at the loop, {farthest} elsewhere");
        }
    }
}

#[test]
fn a_mistake_in_a_score_is_reported() {
    let head = "meter 4\nscale C major\nvoice melody box 1 0\nform A\npart A\n";
    for (lines, expected) in [
        ("chords C\nmelody c4:3", "line 7: melody: bar 1 has 3 beats and should have 4"),
        ("chords C\nmelody h4:4", "line 7: melody: 'h4' is no note"),
        ("chords H\nmelody c4:4", "line 6: chords: 'H' is no chord"),
        ("chords C | C | C\nmelody c4:4 | c4", "line 7: melody: 2 bars do not fit into 3"),
        ("chords C\nbanjo c4:4", "line 7: no voice of this name is listed above the parts"),
        ("melody c4:4", "line 6: a part needs a line of chords"),
        (
            "chords C\nforce 2\nmelody c4:4",
            "line 7: a part's force is a number from 0 to 1, or two: at its beginning and at its end",
        ),
        ("chords C\nmelody c4:x", "line 7: melody: 'c4:x': after the colon comes a length in beats, as in c5:0.5"),
    ] {
        let mistake = Score::parse(&format!("{head}{lines}")).expect_err(lines);
        assert_eq!(mistake.to_string(), expected);
    }
    let mistake = Score::parse("voice melody kazoo 1 0").expect_err("no such instrument");
    assert!(mistake.to_string().starts_with("line 1: a voice is a name, an instrument of those in docs/MUSIC.md"));
    let mistake = Score::parse("layer\nlayer\nlayer").expect_err("too many");
    assert_eq!(mistake.to_string(), "line 3: a piece has at most 3 layers");
    let mistake = Score::parse("form A").expect_err("no part");
    assert_eq!(mistake.to_string(), "line 1: there is no part 'A'");
}
