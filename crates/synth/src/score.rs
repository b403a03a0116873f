//! Scores: music as text, in the format of docs/MUSIC.md.

use std::fmt;

use super::music::is_drum;

/// An error in a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The problem and its remedy.
    pub what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "line {}: {}", self.line, self.what)
    }
}

/// A chord: the semitones of its tones above C, the root first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chord(pub Vec<u8>);

impl Chord {
    fn parse(word: &str) -> Option<Self> {
        let (root, kind) = letter(word)?;
        let steps: &[u8] = match kind {
            "" => &[0, 4, 7],
            "m" => &[0, 3, 7],
            "7" => &[0, 4, 7, 10],
            "m7" => &[0, 3, 7, 10],
            "maj7" => &[0, 4, 7, 11],
            "6" => &[0, 4, 7, 9],
            "sus4" => &[0, 5, 7],
            "dim" => &[0, 3, 6],
            _ => return None,
        };
        Some(Self(steps.iter().map(|step| (root + step) % 12).collect()))
    }
}

/// A voice: a part played by one instrument.
#[derive(Clone, Debug, PartialEq)]
pub struct Voice {
    /// The word that its lines begin with.
    pub name: String,
    /// The name of its instrument.
    pub instrument: String,
    /// Its level, and its position from left to right (-1 to 1).
    pub level: f32,
    pub pan: f32,
    /// Tones of chords are in the octave that begins at this pitch.
    pub from: u8,
    /// The [layer](Score::layers) that it belongs to.
    pub layer: usize,
}

/// A note. Times are beats from the beginning, pitches are those of MIDI (60 is middle C).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// Index into the voices.
    pub voice: usize,
    pub start: f32,
    pub beats: f32,
    pub pitch: u8,
    /// The strength, 0 to 1.
    pub force: f32,
}

/// A piece of music.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    pub title: String,
    /// Beats per minute, and beats per bar.
    pub tempo: f32,
    pub meter: f32,
    /// The semitones above C of its scale.
    pub scale: Vec<u8>,
    pub volume: f32,
    /// Delay of the echo in beats, and its level.
    pub echo: (f32, f32),
    pub voices: Vec<Voice>,
    pub notes: Vec<Note>,
    /// Every chord and the beat at which it begins.
    pub chords: Vec<(f32, Chord)>,
    /// Its length, in beats.
    pub beats: f32,
}

/// A line of a part: the voice and its bars.
#[derive(Clone, Debug, PartialEq)]
struct ScoreLine<'a> {
    number: usize,
    voice: &'a str,
    text: &'a str,
}

/// A word of a bar: its start and length in beats, and its text.
struct Word<'a> {
    at: f32,
    beats: f32,
    text: &'a str,
}

/// The most layers of a piece: each is rendered by itself, and takes as much memory as the whole.
pub const LAYERS: usize = 3;

/// The longest piece, in bars: bounds the memory that a score can request.
const MAX_BARS: usize = 500;

impl Score {
    /// Its length, in seconds.
    pub fn seconds(&self) -> f32 {
        self.beats * 60.0 / self.tempo
    }

    /// The chord at a beat.
    pub fn chord_at(&self, beat: f32) -> Option<&Chord> {
        self.chords.iter().rev().find(|(start, _)| *start <= beat + 0.001).map(|(_, chord)| chord)
    }

    /// Reads a score.
    ///
    /// # Errors
    /// At the first line that cannot be understood.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let mut score = Self { tempo: 120.0, meter: 4.0, volume: 1.0, ..Self::default() };
        let mut parts: Vec<(&str, Vec<ScoreLine>)> = Vec::new();
        let (mut form, mut layer) = ((0, ""), 0);
        for (i, line) in text.lines().enumerate() {
            let number = i + 1;
            let mistake = |what: &str| Mistake { line: number, what: what.to_owned() };
            // `#` is also a sharp: a comment is a line of its own, or follows two spaces.
            let line = if line.starts_with('#') { "" } else { line.split("  #").next().unwrap_or_default() }.trim();
            let (key, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let rest = rest.trim();
            let numbers: Vec<f32> = rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            match (key, parts.last_mut(), &numbers[..]) {
                ("", ..) => {}
                ("part", ..) => {
                    let (name, other) = rest.split_once(" like ").unwrap_or((rest, ""));
                    let like = parts.iter().find(|(name, _)| *name == other.trim());
                    if !other.is_empty() && like.is_none() {
                        return Err(mistake("there is no such part above to be like"));
                    }
                    let lines = like.map(|(_, lines)| lines.clone()).unwrap_or_default();
                    parts.push((name.trim(), lines));
                }
                ("force", Some(_), numbers) if numbers.is_empty() || numbers.iter().any(|force| !(0.0..=1.0).contains(force)) => {
                    return Err(mistake("a part's force is a number from 0 to 1, or two: at its beginning and at its end"));
                }
                (voice, Some((_, lines)), _) => {
                    if !["chords", "force"].contains(&voice) && score.voice(voice).is_none() {
                        return Err(mistake("no voice of this name is listed above the parts"));
                    }
                    // Replaces a line copied from another part.
                    lines.retain(|line| line.voice != voice);
                    lines.push(ScoreLine { number, voice, text: rest });
                }
                ("title", ..) => rest.clone_into(&mut score.title),
                ("tempo", _, [tempo]) if (20.0..=400.0).contains(tempo) => score.tempo = *tempo,
                ("meter", _, [meter]) if (1.0..=16.0).contains(meter) => score.meter = *meter,
                ("volume", _, [volume]) => score.volume = volume.clamp(0.0, 4.0),
                ("echo", _, [beats, level]) => score.echo = (beats.clamp(0.0, 16.0), level.clamp(0.0, 0.9)),
                ("scale", ..) => score.scale = scale(rest).ok_or_else(|| mistake("a scale is as 'G major' or 'E minor'"))?,
                ("form", ..) => form = (number, rest),
                ("layer", ..) if layer + 1 < LAYERS => layer += 1,
                ("layer", ..) => return Err(mistake(&format!("a piece has at most {LAYERS} layers"))),
                ("voice", ..) => score.voices.push(voice(rest, layer).ok_or_else(|| {
                    mistake("a voice is a name, an instrument of those in docs/MUSIC.md, a level, a place from -1 to 1, and a note to take chords from")
                })?),
                _ => return Err(mistake("this is no line of a score; see docs/MUSIC.md")),
            }
        }
        for name in form.1.split_whitespace() {
            let part = parts.iter().find(|(known, _)| *known == name);
            let Some((_, lines)) = part else {
                return Err(Mistake { line: form.0, what: format!("there is no part '{name}'") });
            };
            score.append(lines)?;
        }
        if score.beats == 0.0 {
            return Err(Mistake { line: 1, what: "there is no 'form' line that names parts".to_owned() });
        }
        score.notes.sort_by(|a, b| a.start.total_cmp(&b.start).then(a.voice.cmp(&b.voice)));
        Ok(score)
    }

    fn voice(&self, name: &str) -> Option<usize> {
        self.voices.iter().position(|voice| voice.name == name)
    }

    /// The number of layers: groups of voices that can be heard without the later ones.
    pub fn layers(&self) -> usize {
        1 + self.voices.iter().map(|voice| voice.layer).max().unwrap_or_default()
    }

    /// Adds a part. Its chords determine the length; shorter lines are repeated.
    fn append(&mut self, lines: &[ScoreLine]) -> Result<(), Mistake> {
        let begin = self.beats;
        let Some(chords) = lines.iter().find(|line| line.voice == "chords") else {
            let line = lines.first().map_or(1, |line| line.number);
            return Err(Mistake { line, what: "a part needs a line of chords".to_owned() });
        };
        let bars = chords.bars(self.meter, self.meter)?;
        for (bar, words) in bars.iter().enumerate() {
            for &Word { at, text: word, .. } in words {
                let chord = Chord::parse(word).ok_or_else(|| chords.mistake(&format!("'{word}' is no chord")))?;
                self.chords.push((begin + bar as f32 * self.meter + at, chord));
            }
        }
        self.beats += bars.len() as f32 * self.meter;
        if self.beats > MAX_BARS as f32 * self.meter {
            return Err(chords.mistake(&format!("a piece has at most {MAX_BARS} bars")));
        }
        let first = self.notes.len();
        for line in lines {
            let Some(voice) = self.voice(line.voice) else { continue };
            let own = line.bars(self.meter, 1.0)?;
            if !bars.len().is_multiple_of(own.len()) {
                return Err(line.mistake(&format!("{} bars do not fit into {}", own.len(), bars.len())));
            }
            for (bar, words) in own.iter().cycle().take(bars.len()).enumerate() {
                for word in words {
                    self.play(voice, begin + bar as f32 * self.meter + word.at, word, line)?;
                }
            }
        }
        if let Some(force) = lines.iter().find(|line| line.voice == "force") {
            let numbers: Vec<f32> = force.text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            let (from, to) = (numbers[0], numbers[numbers.len() - 1]);
            let length = self.beats - begin;
            self.notes[first..]
                .iter_mut()
                .for_each(|note| note.force *= from + (to - from) * (note.start - begin) / length);
        }
        Ok(())
    }

    /// Adds the notes of a word: pitches, tones of the chord, a drum hit, or a rest.
    fn play(&mut self, voice: usize, start: f32, word: &Word, line: &ScoreLine) -> Result<(), Mistake> {
        let stress = if word.at == 0.0 {
            1.0
        } else if word.at.fract() == 0.0 {
            0.88
        } else {
            0.78
        };
        for one in word.text.split('+').filter(|one| *one != "r") {
            let (pitch, force) = match one {
                "x" => (60, stress * 0.7),
                "X" => (60, 1.0),
                _ => {
                    (self.pitch(voice, start, one).ok_or_else(|| line.mistake(&format!("'{one}' is no note")))?, stress)
                }
            };
            self.notes.push(Note { voice, start, beats: word.beats, pitch, force });
        }
        Ok(())
    }

    /// The pitch of `c#5`, or of a tone of the current chord: `1`, `3`, `5`, `7`, with `'` or `,` for an octave up or down.
    fn pitch(&self, voice: usize, start: f32, word: &str) -> Option<u8> {
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            return note(word);
        }
        let (octave, word) = match (word.strip_suffix('\''), word.strip_suffix(',')) {
            (Some(word), _) => (12, word),
            (_, Some(word)) => (-12, word),
            _ => (0, word),
        };
        let tones = &self.chord_at(start)?.0;
        let index = match word {
            "1" => 0,
            "3" => 1,
            "5" => 2,
            // Without a seventh, the root.
            "7" => 3 % tones.len(),
            _ => return None,
        };
        let from = self.voices.get(voice)?.from;
        let above = (tones[index] + 12 - from % 12) % 12;
        u8::try_from(i32::from(from + above) + octave).ok()
    }
}

impl<'a> ScoreLine<'a> {
    fn mistake(&self, what: &str) -> Mistake {
        Mistake { line: self.number, what: format!("{}: {what}", self.voice) }
    }

    /// Its bars. A word without a length has the length of the one before it.
    fn bars(&self, meter: f32, default: f32) -> Result<Vec<Vec<Word<'a>>>, Mistake> {
        let mut length = default;
        let mut bars = Vec::new();
        for bar in self.text.split('|') {
            let (mut at, mut words) = (0.0, Vec::new());
            for word in bar.split_whitespace() {
                let (what, beats) = word.split_once(':').unwrap_or((word, ""));
                if !beats.is_empty() {
                    length = beats.parse().ok().filter(|beats| (0.05..=64.0).contains(beats)).ok_or_else(|| {
                        self.mistake(&format!("'{word}': after the colon comes a length in beats, as in c5:0.5"))
                    })?;
                }
                words.push(Word { at, beats: length, text: what });
                at += length;
            }
            if (at - meter).abs() > 0.01 {
                return Err(self.mistake(&format!("bar {} has {at} beats and should have {meter}", bars.len() + 1)));
            }
            bars.push(words);
        }
        Ok(bars)
    }
}

/// A letter with its sharp or flat as semitones above C, and the rest of the word.
fn letter(word: &str) -> Option<(u8, &str)> {
    let first = word.chars().next()?.to_ascii_lowercase();
    let (_, step) = [('c', 0), ('d', 2), ('e', 4), ('f', 5), ('g', 7), ('a', 9), ('b', 11)]
        .into_iter()
        .find(|(letter, _)| *letter == first)?;
    let rest = &word[1..];
    Some(match (rest.strip_prefix('#'), rest.strip_prefix('b')) {
        (Some(rest), _) => ((step + 1) % 12, rest),
        (_, Some(rest)) => ((step + 11) % 12, rest),
        _ => (step, rest),
    })
}

/// The pitch of `c#5`.
fn note(word: &str) -> Option<u8> {
    let (step, octave) = letter(word)?;
    octave.parse::<u8>().ok().filter(|octave| *octave < 10).map(|octave| (octave + 1) * 12 + step)
}

/// The tones of `G major` or `E minor`.
fn scale(text: &str) -> Option<Vec<u8>> {
    let (root, kind) = text.split_once(' ')?;
    let (root, _) = letter(root)?;
    let steps = match kind.trim() {
        "major" => [0, 2, 4, 5, 7, 9, 11],
        "minor" => [0, 2, 3, 5, 7, 8, 10],
        _ => return None,
    };
    Some(steps.iter().map(|step| (root + step) % 12).collect())
}

fn voice(text: &str, layer: usize) -> Option<Voice> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [name, instrument, level, pan, rest @ ..] = &words[..] else { return None };
    Some(Voice {
        name: (*name).to_owned(),
        instrument: is_drum(instrument).map(|_| (*instrument).to_owned())?,
        level: level.parse().ok()?,
        pan: pan.parse().ok().filter(|pan| (-1.0..=1.0).contains(pan))?,
        from: match rest {
            [] => 60,
            [from] => note(from)?,
            _ => return None,
        },
        layer,
    })
}
