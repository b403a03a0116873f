//! Sound: what is to be heard, how loud, from which side, at which pitch; and which music.
//!
//! The crate `seamwalker-synth` makes the samples, `maker.rs` in portions. `heard.rs` is the table from the world's events to effects. This file
//! decides and gives orders; an `output.rs` carries them out: the browser's page, or a thread with the sound card, for which
//! `mixer.rs` mixes. Where there is neither, the game is silent.
//!
//! It promises: the same effect started twice within a moment is one; two steps in a row never sound the same; nothing far
//! from the view is heard; and no frame waits for sound.

mod event_cues;
mod maker;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a page mixes by itself"))]
mod mixer;
mod output;

use glam::Vec2;
use seamwalker::level::{Files, Meta, without_bom};
use seamwalker::sim::{Event, World};

use super::render::view::Viewport;
use event_cues::Cue;
use maker::Maker;
use output::Output;
use seamwalker::lab::Rng;
use seamwalker_synth::score::Score;

pub use seamwalker_synth::effects::Effect;

/// How many effects sound at once; more are not begun. The page has the same number.
const MAX_VOICES: usize = 24;

/// How far pitches vary, as a part.
const VARY: f32 = 0.06;

/// How far beside the view something is still heard, in pixels.
const EARSHOT: f32 = 260.0;

/// How far to the side something at the border of the view is heard, -1 to 1.
const WIDTH: f32 = 0.6;

/// The volume of music while the game waits, as a part of the usual.
const HUSHED: f32 = 0.4;

/// Where the scores are.
const FOLDER: &str = "assets/music";

/// The pieces that the game itself asks for.
const TITLE: &str = "title";
const END: &str = "end";
/// The piece of themes without one, and the word for none at all.
const USUAL: &str = "drawer";
const SILENCE: &str = "none";

/// What an output is asked to do.
#[derive(Debug)]
pub enum Order {
    /// The next effect is made; they come in the order of [`Effect::ALL`], each with its versions.
    #[allow(dead_code, reason = "the place in the order says which it is; tests ask")]
    Effect { effect: Effect, samples: Vec<i16> },
    /// The next part of a piece of music is made; it has so many samples in all, left and right counted.
    Piece { index: usize, samples: Vec<i16>, all: usize },
    /// Begins an effect, at so many times its pitch, on a side from -1 to 1.
    Play { sample: usize, volume: f32, pitch: f32, pan: f32 },
    /// Fades to another piece, or to none.
    Music(Option<usize>),
    /// How loud music and effects are, 0 to 1.
    Volumes([f32; 2]),
}

/// Which music a screen has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Music<'a> {
    /// That of the title and the drawer of levels.
    Title,
    /// That of the last page.
    End,
    /// That of a level.
    Level(&'a Meta),
}

/// An effect as it was started last.
#[derive(Clone, Copy)]
struct Last {
    when: f64,
    version: u32,
}

/// Who decides what is heard.
pub struct Sound {
    output: Option<Box<dyn Output>>,
    /// The names of the pieces.
    pieces: Vec<String>,
    /// The piece that plays, and those that were ever wanted.
    music: Option<usize>,
    wanted: Vec<bool>,
    /// Volumes of music and effects, and whether the music steps back.
    volumes: [f32; 2],
    hushed: bool,
    told: Option<[f32; 2]>,
    /// Seconds since the program began.
    now: f64,
    last: Vec<Option<Last>>,
    rng: Rng,
    /// How many effects were started.
    pub started: u64,
}

impl Sound {
    /// With the scores among these files; what is wrong with them is said.
    pub fn new(files: &dyn Files, complain: impl FnMut(String)) -> Self {
        let (pieces, scores) = scores(files, complain);
        let output = output::usual(Maker::new(scores));
        Self::with(output, pieces)
    }

    fn with(output: Option<Box<dyn Output>>, pieces: Vec<String>) -> Self {
        Self {
            output,
            wanted: vec![false; pieces.len()],
            pieces,
            music: None,
            volumes: [1.0; 2],
            hushed: false,
            told: None,
            now: 0.0,
            last: vec![None; Effect::ALL.len()],
            rng: Rng::default(),
            started: 0,
        }
    }

    /// How loud music and effects are, 0 to 1.
    pub fn set_volumes(&mut self, music: f32, effects: f32) {
        self.volumes = [music, effects].map(|volume| volume.clamp(0.0, 1.0));
    }

    /// Plays an effect of the menus, which are everywhere.
    pub fn play(&mut self, effect: Effect) {
        self.start(effect, 0.8, 0.0);
    }

    /// Plays what is heard of the events of a tick, in the part of the level that is in view.
    pub fn hear(&mut self, events: &[Event], world: &World, view: &Viewport) {
        self.cues(events.iter().filter_map(|event| event_cues::cue(event, world)), view);
    }

    /// Goes on with what blows and rolls around the view, as long as this is called in every frame.
    pub fn hear_around(&mut self, world: &World, view: &Viewport) {
        self.cues(event_cues::around(world), view);
    }

    fn cues(&mut self, cues: impl Iterator<Item = Cue>, view: &Viewport) {
        for cue in cues {
            let (near, pan) = cue.at.map_or((1.0, 0.0), |at| from_view(at, view));
            if near > 0.0 {
                self.start(cue.effect, cue.volume * near, pan);
            }
        }
    }

    /// Fades to the music of a screen, where it is another.
    pub fn music(&mut self, music: Music) {
        let piece = match music {
            Music::Title => self.piece(TITLE),
            Music::End => self.piece(END),
            Music::Level(meta) => self.piece_of(meta),
        };
        if piece == self.music {
            return;
        }
        self.music = piece;
        if let Some(piece) = piece.filter(|piece| !std::mem::replace(&mut self.wanted[*piece], true)) {
            self.output.iter_mut().for_each(|output| output.want(piece));
        }
        self.order(Order::Music(piece));
    }

    /// The music steps back while the game waits.
    pub fn duck(&mut self, hushed: bool) {
        self.hushed = hushed;
    }

    /// The name of the piece that plays, for tests.
    pub fn piece_name(&self) -> &str {
        self.music.map_or(SILENCE, |piece| &self.pieces[piece])
    }

    /// What to say of a level that names a piece which there is not.
    pub fn lacks(&self, meta: &Meta) -> Option<String> {
        let known = meta.music.is_empty() || meta.music == SILENCE || self.piece(&meta.music).is_some();
        (!known).then(|| format!("there is no music '{}'; there is {}, {SILENCE}", meta.music, self.pieces.join(", ")))
    }

    /// A frame has passed.
    pub fn update(&mut self, dt: f32) {
        self.now += f64::from(dt);
        let [music, effects] = self.volumes;
        let volumes = [music * if self.hushed { HUSHED } else { 1.0 }, effects];
        if self.told != Some(volumes) {
            self.told = Some(volumes);
            self.order(Order::Volumes(volumes));
        }
        self.output.iter_mut().for_each(|output| output.update());
    }

    fn piece(&self, name: &str) -> Option<usize> {
        self.pieces.iter().position(|known| known == name)
    }

    /// The piece that a level names, or that of its theme.
    fn piece_of(&self, meta: &Meta) -> Option<usize> {
        if meta.music == SILENCE {
            return None;
        }
        let theme = if meta.theme == "works" { "loom" } else { &meta.theme };
        [&meta.music, theme, USUAL].into_iter().find_map(|name| self.piece(name))
    }

    /// Begins an effect, unless it has just begun.
    fn start(&mut self, effect: Effect, volume: f32, pan: f32) {
        let last = self.last[effect as usize];
        if last.is_some_and(|last| self.now - last.when < effect.rest()) {
            return;
        }
        // Another version than the last one: a step further, by chance how far.
        let versions = effect.variants();
        let others = u64::from(versions.saturating_sub(1).max(1));
        let further = 1 + (self.rng.bits() % others) as u32;
        let version = last.map_or(0, |last| (last.version + further) % versions);
        self.last[effect as usize] = Some(Last { when: self.now, version });
        self.started += 1;
        let before: u32 = Effect::ALL[..effect as usize].iter().map(|effect| effect.variants()).sum();
        let pitch = if effect.is_tuned() { 1.0 } else { self.rng.range(1.0 - VARY, 1.0 + VARY) };
        self.order(Order::Play { sample: (before + version) as usize, volume, pitch, pan });
    }

    fn order(&mut self, order: Order) {
        if let Some(output) = &mut self.output {
            output.take(order);
        }
    }
}

/// How loud something is from the view, and on which side it is.
fn from_view(at: Vec2, view: &Viewport) -> (f32, f32) {
    let half = view.size * 0.5;
    let away = at - (view.corner + half);
    let outside = (away.abs() - half).max(Vec2::ZERO).length();
    let near = (1.0 - outside / EARSHOT).max(0.0);
    (near * near, (away.x / half.x).clamp(-1.4, 1.4) * WIDTH)
}

/// The scores among these files and their names.
fn scores(files: &dyn Files, mut complain: impl FnMut(String)) -> (Vec<String>, Vec<Score>) {
    let names = files.list(FOLDER).unwrap_or_default();
    let read = |path: &str| {
        let bytes = files.read(path).map_err(|error| error.to_string())?;
        Score::parse(&String::from_utf8_lossy(without_bom(&bytes))).map_err(|mistake| mistake.to_string())
    };
    let mut all = (Vec::new(), Vec::new());
    for file in &names {
        let (Some(name), path) = (file.strip_suffix(".score"), format!("{FOLDER}/{file}")) else { continue };
        match read(&path) {
            Ok(score) => {
                all.0.push(name.to_owned());
                all.1.push(score);
            }
            Err(why) => complain(format!("{path}: {why}")),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;
    use std::sync::Arc;

    use seamwalker::collide::SolverSetup;
    use seamwalker::level::{read, shipped};
    use seamwalker::sim::{Buttons, Input};

    use super::maker::Work;
    use super::mixer::Mixer;
    use super::*;
    use seamwalker_synth::levels::Levels;

    /// Notes what it is asked for.
    #[derive(Clone, Default)]
    struct Notes(Rc<RefCell<Vec<String>>>);

    impl Output for Notes {
        fn take(&mut self, order: Order) {
            let text = match order {
                Order::Play { sample, volume, .. } => format!("play {sample} {volume:.2}"),
                other => format!("{other:?}"),
            };
            self.0.borrow_mut().push(text);
        }

        fn want(&mut self, piece: usize) {
            self.0.borrow_mut().push(format!("want {piece}"));
        }
    }

    fn sound() -> (Sound, Notes) {
        let (pieces, scores) = scores(&shipped(), |why| panic!("{why}"));
        assert_eq!((pieces.len(), scores.len()), (6, 6));
        let notes = Notes::default();
        (Sound::with(Some(Box::new(notes.clone())), pieces), notes)
    }

    fn take(notes: &Notes) -> Vec<String> {
        notes.0.borrow_mut().drain(..).collect()
    }

    #[test]
    fn the_same_effect_twice_within_a_moment_is_one() {
        let (mut sound, notes) = sound();
        (0..3).for_each(|_| sound.play(Effect::MenuMove));
        sound.play(Effect::MenuBack);
        assert_eq!(take(&notes).len(), 2);
        sound.update(0.04);
        take(&notes);
        sound.play(Effect::MenuMove);
        assert_eq!(take(&notes).len(), 1);
    }

    #[test]
    fn no_two_steps_in_a_row_are_the_same() {
        let (mut sound, notes) = sound();
        for _ in 0..100 {
            sound.update(0.2);
            sound.play(Effect::Step);
        }
        let mut steps = take(&notes);
        steps.retain(|note| note.starts_with("play"));
        assert_eq!(steps.len(), 100);
        assert!(steps.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn wind_and_rolling_spools_are_heard_again_and_again_but_not_in_every_frame() {
        for (map, effect) in [("laundry_day", Effect::Wind), ("rolling_stock", Effect::Roll)] {
            let (mut sound, notes) = sound();
            let level = read(&shipped(), &format!("maps/{map}.tmx")).expect("shipped");
            let mut world = World::new(Arc::new(level), SolverSetup::default());
            (0..30).for_each(|_| drop(world.step(Input::default())));
            let near = event_cues::around(&world).next().and_then(|cue| cue.at).expect("something goes on");
            for (at, heard) in [(near, true), (near - Vec2::new(2000.0, 0.0), false)] {
                let before = sound.started;
                for _ in 0..120 {
                    sound.hear_around(&world, &Viewport::at(at - Vec2::new(320.0, 180.0)));
                    sound.update(1.0 / 60.0);
                }
                let most = (2.0 / effect.rest()) as u64 + 1;
                let started = sound.started - before;
                assert!(started <= if heard { most } else { 0 } && (started > 1) == heard, "{map}: {started}");
            }
            assert!(take(&notes).iter().any(|note| note.starts_with("play")));
        }
    }

    #[test]
    fn what_is_far_from_the_view_is_not_heard() {
        let view = Viewport::at(Vec2::ZERO);
        let heard = |x: f32| from_view(Vec2::new(x, 180.0), &view);
        assert_eq!(heard(320.0), (1.0, 0.0));
        assert_eq!(heard(640.0), (1.0, WIDTH));
        assert!(heard(700.0).0 < 0.7 && heard(700.0).0 > 0.4);
        assert_eq!(heard(-300.0).0, 0.0);
    }

    #[test]
    fn a_level_has_the_music_that_it_names_or_that_of_its_theme() {
        let (mut sound, notes) = sound();
        let meta = |music: &str, theme: &str| Meta { music: music.into(), theme: theme.into(), ..Meta::default() };
        for (music, theme, expected) in [
            ("", "", "drawer"),
            ("", "works", "loom"),
            ("", "eye", "eye"),
            ("end", "works", "end"),
            ("no such piece", "works", "loom"),
            ("none", "works", "none"),
        ] {
            sound.music(Music::Level(&meta(music, theme)));
            assert_eq!(sound.piece_name(), expected);
        }
        let all = take(&notes);
        assert_eq!(all.iter().filter(|note| note.starts_with("want")).count(), 4, "each is made once: {all:?}");
        sound.music(Music::Title);
        sound.music(Music::Title);
        assert_eq!(take(&notes).len(), 2, "wanted and begun once");
    }

    /// The whole way from keys to samples: what a speaker would get of a minute of play.
    #[derive(Clone)]
    struct Speaker(Rc<RefCell<(Mixer, Maker)>>);

    impl Output for Speaker {
        fn take(&mut self, order: Order) {
            self.0.borrow_mut().0.take(order);
        }

        fn want(&mut self, piece: usize) {
            let (mixer, maker) = &mut *self.0.borrow_mut();
            maker.want(piece);
            for _ in 0..100_000 {
                match maker.work() {
                    Work::Ready(order) => mixer.take(order),
                    Work::More => {}
                    Work::Done => return,
                }
            }
        }
    }

    #[test]
    fn a_minute_of_play_is_heard_and_does_not_clip() {
        let (pieces, scores) = scores(&shipped(), |why| panic!("{why}"));
        let speaker = Speaker(Rc::new(RefCell::new((Mixer::new(44_100.0), Maker::new(scores)))));
        let mut sound = Sound::with(Some(Box::new(speaker.clone())), pieces);
        let level = read(&shipped(), "maps/first_stitch.tmx").expect("shipped");
        let mut world = World::new(Arc::new(level), SolverSetup::default());
        let view = |world: &World| Viewport::at(world.state.player.feet() - Vec2::new(320.0, 180.0));
        let mut heard = Vec::new();
        for tick in 0..3600_u32 {
            let jump = if tick % 50 < 12 { Buttons::JUMP } else { 0 };
            let events = world.step(Input { buttons: Buttons::RIGHT | jump });
            sound.music(Music::Level(&world.level.meta));
            sound.hear(&events, &world, &view(&world));
            sound.update(1.0 / 60.0);
            let mut out = [0.0; 1470];
            speaker.0.borrow_mut().0.fill(&mut out);
            heard.extend(out);
        }
        assert!(sound.started > 60, "{}", sound.started);
        let levels = Levels::of(&heard);
        assert!(levels.peak < 0.95, "{levels:?}");
        assert!((0.04..0.2).contains(&levels.rms), "{levels:?}");
    }

    #[test]
    fn music_that_there_is_not_is_said() {
        let (sound, _) = sound();
        let lacks = |music: &str| sound.lacks(&Meta { music: music.into(), ..Meta::default() });
        assert_eq!((lacks(""), lacks("none"), lacks("loom")), (None, None, None));
        let said = "there is no music 'lomo'; there is drawer, end, eye, loom, title, wardrobe, none";
        assert_eq!(lacks("lomo").as_deref(), Some(said));
    }

    #[test]
    fn music_steps_back_while_the_game_waits() {
        let (mut sound, notes) = sound();
        sound.set_volumes(0.5, 2.0);
        sound.update(0.1);
        sound.duck(true);
        sound.update(0.1);
        sound.update(0.1);
        assert_eq!(take(&notes), ["Volumes([0.5, 1.0])", "Volumes([0.2, 1.0])"]);
    }
}
