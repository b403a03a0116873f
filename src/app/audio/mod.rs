//! Sound: decides which effects play, their volume, side and pitch, and which music plays.
//!
//! The crate `seamwalker-synth` makes the samples, `maker.rs` in portions; `own_sounds.rs` reads those of a pack. `event_cues.rs` is the table from events to effects. This
//! file gives orders; `output.rs` carries them out: the browser's page, or a thread with the sound card, for which `mixer.rs` mixes.
//! Without either, the game is silent.
//!
//! It promises: an effect started twice within a moment plays once; two steps in a row never sound the same; sounds far from the
//! view are silent; and no frame waits for sound.

#[cfg(not(target_family = "wasm"))]
mod device;
mod event_cues;
mod maker;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a page mixes by itself"))]
mod mixer;
mod output;
mod own_sounds;

use std::collections::BTreeMap;

use glam::Vec2;
use seamwalker_level::{Files, Meta, ObjectKind, without_bom};
use seamwalker_sim::{Event, World};

use crate::app::level_view::SignFold;
use crate::app::render::Viewport;
use event_cues::Cue;
use maker::{Maker, SoundRequest};
use output::Output;
use own_sounds::own_sounds;
use seamwalker_lab::Rng;
use seamwalker_synth::layers::{ALL, LayerLevels, LayerMix};
use seamwalker_synth::score::Score;

pub use seamwalker_synth::effects::Effect;

/// The most effects that play at once; further ones are dropped. The page has the same number.
const MAX_VOICES: usize = 24;

/// Random variation of the pitch, as a share.
const PITCH_VARIATION: f32 = 0.06;

/// Distance beside the view at which sounds become silent, in pixels.
const EARSHOT: f32 = 260.0;

/// Pan of a sound at the border of the view, -1 to 1.
const STEREO_WIDTH: f32 = 0.6;

/// Volume of the music while the game is paused, as a share.
const DUCKED_VOLUME: f32 = 0.4;

/// A hero slower than this stands still, in px/s.
const STILL: f32 = 5.0;

/// Levels of layers are sent in this many steps.
const LEVEL_STEPS: f32 = 32.0;

/// The folder of the scores.
const MUSIC_FOLDER: &str = "assets/music";

/// The pieces of the title and of the last page.
const TITLE_MUSIC: &str = "title";
const END_MUSIC: &str = "end";
/// The piece of themes without one.
const DEFAULT_MUSIC: &str = "drawer";
/// The word for no music.
pub const NO_MUSIC: &str = "none";

/// An order to the output.
#[derive(Debug)]
pub enum Order {
    /// The samples of an effect. Indices follow the order of [`Effect::ALL`], each with its variants.
    Effect { index: usize, samples: Vec<i16> },
    /// The next part of a layer of a piece of music: the first of these samples and the number of all, both sides counted.
    Piece { index: usize, layer: usize, at: usize, samples: Vec<i16>, all: usize },
    /// Drops a piece of music.
    Forget(usize),
    /// Starts an effect at a relative pitch, with a pan from -1 to 1.
    Play { sample: usize, volume: f32, pitch: f32, pan: f32 },
    /// Fades to another piece, or to none, and to these levels of its layers.
    Music(Option<usize>, LayerLevels),
    /// Volumes of music and effects, 0 to 1.
    Volumes([f32; 2]),
}

/// The music of a screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Music<'a> {
    /// The title and the level select.
    Title,
    /// The last page.
    End,
    /// A level.
    Level(&'a Meta),
}

/// A piece of music.
struct Piece {
    name: String,
    score: Score,
    /// It was requested.
    requested: bool,
}

/// Decides what plays.
#[derive(Default)]
pub struct Sound {
    output: Option<Box<dyn Output>>,
    /// The pieces; those that were replaced have no name.
    pieces: Vec<Piece>,
    /// The current piece.
    music: Option<usize>,
    /// How much of it is heard in a level; everything elsewhere.
    mix: Option<LayerMix>,
    sent_music: Option<(Option<usize>, LayerLevels)>,
    /// The effects of a pack, by the index of their samples.
    own: BTreeMap<usize, Vec<i16>>,
    /// Volumes of music and effects.
    volumes: [f32; 2],
    /// The music is quieter, because the game is paused.
    pub ducked: bool,
    sent_volumes: Option<[f32; 2]>,
    /// Seconds since the program began.
    now: f64,
    /// Time and variant of the last start of every effect.
    last: Vec<Option<(f64, u32)>>,
    rng: Rng,
    /// The number of effects started so far.
    pub started: u64,
}

impl Sound {
    /// Opens the output of this machine; there are no scores yet.
    pub fn open() -> Self {
        Self::with(output::open(Maker::new()))
    }

    fn with(output: Option<Box<dyn Output>>) -> Self {
        Self { output, volumes: [1.0; 2], last: vec![None; Effect::ALL.len()], ..Self::default() }
    }

    /// Loads the scores and the effects among these files instead of the current ones. What has not changed plays on.
    pub fn load(&mut self, files: &dyn Files, complain: &mut dyn FnMut(String)) {
        let scores = scores(files, complain);
        let own = own_sounds(files, complain);
        let before = std::mem::replace(&mut self.own, own);
        for (index, ..) in own_sounds::samples() {
            let now = self.own.get(&index).cloned();
            if now.as_ref() != before.get(&index) {
                self.request(SoundRequest::Effect(index, now));
            }
        }
        for index in 0..self.pieces.len() {
            let piece = &mut self.pieces[index];
            if !piece.name.is_empty()
                && !scores.iter().any(|(name, score)| piece.name == *name && piece.score == *score)
            {
                piece.name.clear();
                self.music = self.music.filter(|music| *music != index);
                self.order(Order::Forget(index));
            }
        }
        for (name, score) in scores {
            if self.piece(&name).is_none() {
                self.pieces.push(Piece { name, score, requested: false });
            }
        }
    }

    /// Sets the volumes of music and effects, 0 to 1.
    pub fn set_volumes(&mut self, music: f32, effects: f32) {
        self.volumes = [music, effects].map(|volume| volume.clamp(0.0, 1.0));
    }

    /// Plays an effect without a position.
    pub fn play(&mut self, effect: Effect) {
        self.start(effect, 0.8, 0.0);
    }

    /// Plays the events of a tick.
    pub fn play_events(&mut self, events: &[Event], world: &World, view: &Viewport) {
        self.cues(events.iter().filter_map(|event| event_cues::cue(event, world)), view);
    }

    /// Plays the signs that began to unfold or to fold up.
    pub fn play_folds(&mut self, folds: &[SignFold], view: &Viewport) {
        self.cues(folds.iter().map(event_cues::fold), view);
    }

    /// Plays the continuous sounds around the view, as long as this is called in every frame.
    pub fn play_ambience(&mut self, world: &World, view: &Viewport) {
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

    /// Fades to the music of a screen, unless it is already playing.
    pub fn music(&mut self, music: Music) {
        let piece = match music {
            Music::Title => self.piece(TITLE_MUSIC),
            Music::End => self.piece(END_MUSIC),
            Music::Level(meta) => self.piece_of(meta),
        };
        if piece == self.music {
            return;
        }
        // Each takes megabytes. The one before fades out, and the title is never far.
        let kept = [piece, self.music, self.piece(TITLE_MUSIC)];
        for index in (0..self.pieces.len()).filter(|index| !kept.contains(&Some(*index))) {
            if std::mem::take(&mut self.pieces[index].requested) {
                self.order(Order::Forget(index));
            }
        }
        self.music = piece;
        if let Some(piece) = piece.filter(|piece| !std::mem::replace(&mut self.pieces[*piece].requested, true)) {
            self.request(SoundRequest::Piece(piece, self.pieces[piece].score.clone()));
        }
    }

    /// Lets the layers of the music follow a run through a level for `dt` seconds; without one, all of them are heard.
    pub fn follow(&mut self, world: Option<&World>, dt: f32) {
        let Some(world) = world else { return self.mix = None };
        let still = world.state.player.motion.velocity.length() < STILL;
        self.mix.get_or_insert_default().update(progress(world), still, dt);
    }

    /// The name of the current piece, for tests.
    pub fn piece_name(&self) -> &str {
        self.music.map_or(NO_MUSIC, |piece| &self.pieces[piece].name)
    }

    /// An error message if a level names an unknown piece.
    pub fn lacks(&self, meta: &Meta) -> Option<String> {
        let known = meta.music.is_empty() || meta.music == NO_MUSIC || self.piece(&meta.music).is_some();
        let names = || self.pieces.iter().map(|piece| piece.name.as_str()).filter(|name| !name.is_empty());
        let names = || names().chain([NO_MUSIC]).collect::<Vec<_>>().join(", ");
        (!known).then(|| format!("there is no music '{}'; there is {}", meta.music, names()))
    }

    /// Ends a frame.
    pub fn update(&mut self, dt: f32) {
        self.now += f64::from(dt);
        let [music, effects] = self.volumes;
        let volumes = [music * if self.ducked { DUCKED_VOLUME } else { 1.0 }, effects];
        if self.sent_volumes.replace(volumes) != Some(volumes) {
            self.order(Order::Volumes(volumes));
        }
        let levels = self.mix.map_or(ALL, |mix| mix.levels.map(|level| (level * LEVEL_STEPS).round() / LEVEL_STEPS));
        if self.sent_music.replace((self.music, levels)) != Some((self.music, levels)) {
            self.order(Order::Music(self.music, levels));
        }
        self.output.iter_mut().for_each(|output| output.update());
    }

    fn piece(&self, name: &str) -> Option<usize> {
        self.pieces.iter().position(|known| known.name == name)
    }

    /// The piece that a level names, or that of its theme.
    fn piece_of(&self, meta: &Meta) -> Option<usize> {
        if meta.music == NO_MUSIC {
            return None;
        }
        let theme = if meta.theme == "works" { "loom" } else { &meta.theme };
        [&meta.music, theme, DEFAULT_MUSIC].into_iter().find_map(|name| self.piece(name))
    }

    /// Starts an effect, unless it has just been started.
    fn start(&mut self, effect: Effect, volume: f32, pan: f32) {
        let last = self.last[effect as usize];
        if last.is_some_and(|(time, _)| self.now - time < effect.rest()) {
            return;
        }
        // A random variant other than the last one.
        let variants = effect.variants();
        let step = 1 + (self.rng.bits() % u64::from(variants.saturating_sub(1).max(1))) as u32;
        let variant = last.map_or(0, |(_, variant)| (variant + step) % variants);
        self.last[effect as usize] = Some((self.now, variant));
        self.started += 1;
        let first: u32 = Effect::ALL[..effect as usize].iter().map(|effect| effect.variants()).sum();
        let (min, max) = (1.0 - PITCH_VARIATION, 1.0 + PITCH_VARIATION);
        let pitch = if effect.is_tuned() { 1.0 } else { self.rng.range(min, max) };
        self.order(Order::Play { sample: (first + variant) as usize, volume, pitch, pan });
    }

    fn request(&mut self, request: SoundRequest) {
        if let Some(output) = &mut self.output {
            output.make(request);
        }
    }

    fn order(&mut self, order: Order) {
        if let Some(output) = &mut self.output {
            output.take(order);
        }
    }
}

/// The progress through a level, 0 to 1: by checkpoints or, where there are few, by beads.
fn progress(world: &World) -> f32 {
    let share = |counts: fn(&ObjectKind) -> bool, more: f32| {
        let counted = || world.level.objects.iter().zip(&world.state.done).filter(|(object, _)| counts(&object.kind));
        let all = counted().count() as f32 + more;
        counted().filter(|(_, done)| **done).count() as f32 / all.max(1.0)
    };
    let checkpoints = share(|kind| matches!(kind, ObjectKind::Checkpoint), 1.0);
    let beads = share(|kind| matches!(kind, ObjectKind::Bead { .. }), 0.0);
    checkpoints.max(beads)
}

/// Passes the errors in the scores and effects among these files to `complain`.
pub fn check_sounds(files: &dyn Files, complain: &mut dyn FnMut(String)) {
    scores(files, complain);
    own_sounds(files, complain);
}

/// Volume and pan of a position, relative to the view.
fn from_view(at: Vec2, view: &Viewport) -> (f32, f32) {
    let half = view.size * 0.5;
    let offset = at - (view.corner + half);
    let outside = (offset.abs() - half).max(Vec2::ZERO).length();
    let near = (1.0 - outside / EARSHOT).max(0.0);
    (near * near, (offset.x / half.x).clamp(-1.4, 1.4) * STEREO_WIDTH)
}

/// The scores among these files, with their names.
fn scores(files: &dyn Files, complain: &mut dyn FnMut(String)) -> Vec<(String, Score)> {
    let read = |path: &str| {
        let bytes = files.read(path).map_err(|error| error.to_string())?;
        Score::parse(&String::from_utf8_lossy(without_bom(&bytes))).map_err(|mistake| mistake.to_string())
    };
    let named = |file: String| {
        let (name, path) = (file.strip_suffix(".score")?, format!("{MUSIC_FOLDER}/{file}"));
        let score = read(&path).map_err(|why| complain(format!("music/{file}: {why}"))).ok()?;
        Some((name.to_owned(), score))
    };
    files.list(MUSIC_FOLDER).unwrap_or_default().into_iter().filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;
    use std::sync::Arc;

    use seamwalker_assets::shipped;
    use seamwalker_collide::SolverSetup;
    use seamwalker_level::read;
    use seamwalker_sim::{Buttons, Input};

    use super::maker::Work;
    use super::mixer::Mixer;
    use super::*;
    use crate::app::render::LEVEL_SIZE;

    /// Writes down its orders.
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

        fn make(&mut self, request: SoundRequest) {
            if let SoundRequest::Piece(piece, _) = request {
                self.0.borrow_mut().push(format!("want {piece}"));
            }
        }
    }

    fn sound() -> (Sound, Notes) {
        let notes = Notes::default();
        let mut sound = Sound::with(Some(Box::new(notes.clone())));
        sound.load(&shipped(), &mut |why| panic!("{why}"));
        assert_eq!(sound.pieces.len(), 6);
        (sound, notes)
    }

    fn take(notes: &Notes) -> Vec<String> {
        notes.0.borrow_mut().drain(..).collect()
    }

    #[test]
    fn an_effect_started_twice_within_a_moment_plays_once() {
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
    fn wind_and_rolling_spools_repeat_but_not_in_every_frame() {
        for (map, effect) in [("laundry_day", Effect::Wind), ("rolling_stock", Effect::Roll)] {
            let (mut sound, notes) = sound();
            let level = read(&shipped(), &format!("maps/{map}.tmx")).expect("shipped");
            let mut world = World::new(Arc::new(level), SolverSetup::default());
            (0..30).for_each(|_| drop(world.step(Input::default())));
            let near = event_cues::around(&world).next().and_then(|cue| cue.at).expect("a continuous sound");
            for (at, heard) in [(near, true), (near - Vec2::new(2000.0, 0.0), false)] {
                let before = sound.started;
                for _ in 0..120 {
                    sound.play_ambience(&world, &Viewport::at(at - LEVEL_SIZE * 0.5, LEVEL_SIZE));
                    sound.update(1.0 / 60.0);
                }
                let max = (2.0 / effect.rest()) as u64 + 1;
                let started = sound.started - before;
                assert!(started <= if heard { max } else { 0 } && (started > 1) == heard, "{map}: {started}");
            }
            assert!(take(&notes).iter().any(|note| note.starts_with("play")));
        }
    }

    #[test]
    fn sounds_far_from_the_view_are_silent() {
        let view = Viewport::at(Vec2::ZERO, LEVEL_SIZE);
        let heard = |x: f32| from_view(Vec2::new(x, 144.0), &view);
        assert_eq!(heard(256.0), (1.0, 0.0));
        assert_eq!(heard(512.0), (1.0, STEREO_WIDTH));
        assert!(heard(572.0).0 < 0.7 && heard(572.0).0 > 0.4);
        assert_eq!(heard(-300.0).0, 0.0);
    }

    #[test]
    fn a_level_has_the_music_it_names_or_that_of_its_theme() {
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
        let wanted = |notes: &[String]| notes.iter().filter(|note| note.starts_with("want")).count();
        assert_eq!(wanted(&all), 5, "the loom is made again, for only the last piece is kept: {all:?}");
        for _ in 0..2 {
            sound.music(Music::Title);
            sound.update(0.1);
        }
        let all = take(&notes);
        assert_eq!((wanted(&all), begun(&all).len()), (1, 1), "wanted and begun once: {all:?}");
        sound.music(Music::Level(&meta("", "works")));
        sound.music(Music::Title);
        take(&notes);
        sound.music(Music::Level(&meta("", "works")));
        assert_eq!(wanted(&take(&notes)), 0, "the one before is kept");
    }

    fn begun(notes: &[String]) -> Vec<&String> {
        notes.iter().filter(|note| note.starts_with("Music")).collect()
    }

    #[test]
    fn layers_follow_a_run_and_menus_play_all() {
        let (mut sound, notes) = sound();
        let level = read(&shipped(), "maps/spool_works.tmx").expect("shipped");
        let mut world = World::new(Arc::new(level), SolverSetup::default());
        let mut after = |world: Option<&World>, seconds: u32| {
            for _ in 0..seconds * 60 {
                sound.follow(world, 1.0 / 60.0);
                sound.update(1.0 / 60.0);
            }
            begun(&take(&notes)).last().map(|note| (*note).clone()).unwrap_or_default()
        };
        assert_eq!(after(None, 1), "Music(None, [1.0, 1.0, 1.0])");
        world.state.player.motion.velocity.x = 100.0;
        assert_eq!(after(Some(&world), 1), "Music(None, [0.84375, 0.0, 0.0])");
        assert_eq!(after(Some(&world), 1), "", "nothing has changed");
        world.state.done.fill(true);
        assert_eq!(after(Some(&world), 3), "Music(None, [1.0, 1.0, 1.0])");
        world.state.player.motion.velocity.x = 0.0;
        assert_eq!(after(Some(&world), 9), "Music(None, [0.84375, 0.0, 0.0])", "it rests");
    }

    /// The whole path from keys to samples of a speaker.
    #[derive(Clone)]
    struct Speaker(Rc<RefCell<(Mixer, Maker)>>);

    impl Output for Speaker {
        fn take(&mut self, order: Order) {
            self.0.borrow_mut().0.take(order);
        }

        fn make(&mut self, request: SoundRequest) {
            let (mixer, maker) = &mut *self.0.borrow_mut();
            maker.make(request);
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
    fn a_minute_of_play_is_audible_and_does_not_clip() {
        let speaker = Speaker(Rc::new(RefCell::new((Mixer::new(44_100.0), Maker::new()))));
        let mut sound = Sound::with(Some(Box::new(speaker.clone())));
        sound.load(&shipped(), &mut |why| panic!("{why}"));
        let level = read(&shipped(), "maps/first_stitch.tmx").expect("shipped");
        let mut world = World::new(Arc::new(level), SolverSetup::default());
        let view = |world: &World| Viewport::at(world.state.player.feet() - LEVEL_SIZE * 0.5, LEVEL_SIZE);
        let mut heard = Vec::new();
        for tick in 0..3600_u32 {
            let jump = if tick % 50 < 12 { Buttons::JUMP } else { 0 };
            let events = world.step(Input { buttons: Buttons::RIGHT | jump });
            sound.music(Music::Level(&world.level.meta));
            sound.play_events(&events, &world, &view(&world));
            sound.follow(Some(&world), 1.0 / 60.0);
            sound.update(1.0 / 60.0);
            let mut out = [0.0; 1470];
            speaker.0.borrow_mut().0.fill(&mut out);
            heard.extend(out);
        }
        assert!(sound.started > 60, "{}", sound.started);
        assert!(heard.iter().all(|sample| sample.abs() < 0.95));
        let power: f64 = heard.iter().map(|sample| f64::from(sample * sample)).sum();
        let loudness = (power / heard.len() as f64).sqrt();
        assert!((0.04..0.2).contains(&loudness), "{loudness}");
    }

    #[test]
    fn unknown_music_is_an_error() {
        let (sound, _) = sound();
        let lacks = |music: &str| sound.lacks(&Meta { music: music.into(), ..Meta::default() });
        assert_eq!((lacks(""), lacks("none"), lacks("loom")), (None, None, None));
        let said = "there is no music 'lomo'; there is drawer, end, eye, loom, title, wardrobe, none";
        assert_eq!(lacks("lomo").as_deref(), Some(said));
    }

    #[test]
    fn music_is_quieter_while_the_game_is_paused() {
        let (mut sound, notes) = sound();
        sound.set_volumes(0.5, 2.0);
        sound.update(0.1);
        sound.ducked = true;
        sound.update(0.1);
        sound.update(0.1);
        let mut volumes = take(&notes);
        volumes.retain(|note| note.starts_with("Volumes"));
        assert_eq!(volumes, ["Volumes([0.5, 1.0])", "Volumes([0.2, 1.0])"]);
    }
}
