//! Which keys and buttons of a pad do what: the player's choice, saved by names.

use std::collections::BTreeMap;

use macroquad::input::KeyCode;
use seamwalker::sim::Buttons;
use serde::{Deserialize, Serialize};

use super::names;
use super::pad::PadButton;

/// What keys and buttons of a pad can be bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Left,
    Right,
    Up,
    Down,
    Jump,
    Dash,
    Retry,
    Pause,
}

impl Action {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 8] =
        [Self::Left, Self::Right, Self::Up, Self::Down, Self::Jump, Self::Dash, Self::Retry, Self::Pause];

    /// What it is called in files, in signs and in the tables of languages.
    pub fn name(self) -> &'static str {
        ["left", "right", "up", "down", "jump", "dash", "retry", "pause"][self as usize]
    }

    /// The key of its word in the tables of languages.
    pub fn word(self) -> &'static str {
        [
            "action.left",
            "action.right",
            "action.up",
            "action.down",
            "action.jump",
            "action.dash",
            "action.retry",
            "action.pause",
        ][self as usize]
    }

    /// The action with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// Its bit in an input of the simulation; pausing is none of its business.
    pub fn bit(self) -> u8 {
        [Buttons::LEFT, Buttons::RIGHT, Buttons::UP, Buttons::DOWN, Buttons::JUMP, Buttons::DASH, Buttons::RETRY, 0]
            [self as usize]
    }

    /// Whether the game cannot be played when nothing does it. Esc pauses whatever is bound.
    fn is_needed(self) -> bool {
        self != Self::Pause
    }
}

/// A key, or a button of a pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Key(KeyCode),
    Pad(PadButton),
}

/// What the names of buttons of a pad begin with.
const PAD: &str = "pad ";

impl Source {
    fn name(self) -> String {
        match self {
            Self::Key(key) => names::name(key).to_owned(),
            Self::Pad(button) => format!("{PAD}{}", button.name()),
        }
    }

    fn named(name: &str) -> Option<Self> {
        match name.strip_prefix(PAD) {
            Some(button) => PadButton::named(button).map(Self::Pad),
            None => names::key(name).map(Self::Key),
        }
    }

    /// Whether both are keys, or both buttons of a pad.
    fn is_like(self, other: Self) -> bool {
        matches!((self, other), (Self::Key(_), Self::Key(_)) | (Self::Pad(_), Self::Pad(_)))
    }

    /// Menus and the program itself have these keys, whatever is bound: nobody can lock themselves out.
    fn is_reserved(self) -> bool {
        use KeyCode as K;
        matches!(self, Self::Key(K::Escape | K::Enter | K::KpEnter | K::F1 | K::F5 | K::F11))
    }
}

/// How many keys and how many buttons of a pad one action can have.
pub const KEYS: usize = 3;
pub const PADS: usize = 2;
/// Places of an action: first those of keys.
pub const PLACES: usize = KEYS + PADS;

/// Why something was not bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The key is the program's own.
    Reserved,
    /// A key where a button of a pad belongs, or the other way round.
    Kind,
    /// It is all that this action has.
    Last(Action),
}

/// All bindings. As text they are lists of names by action; a name that is not known is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, Vec<String>>", into = "BTreeMap<String, Vec<String>>")]
pub struct Controls {
    places: [[Option<Source>; PLACES]; Action::ALL.len()],
}

impl Default for Controls {
    fn default() -> Self {
        use KeyCode as K;
        use PadButton as P;
        let mut controls = Self { places: Default::default() };
        let usual: [(&[KeyCode], &[PadButton]); Action::ALL.len()] = [
            (&[K::Left, K::A], &[P::StickLeft, P::Left]),
            (&[K::Right, K::D], &[P::StickRight, P::Right]),
            (&[K::Up, K::W], &[P::StickUp, P::Up]),
            (&[K::Down, K::S], &[P::StickDown, P::Down]),
            (&[K::Space, K::Z, K::C], &[P::South, P::North]),
            (&[K::X, K::LeftShift, K::K], &[P::West, P::East]),
            (&[K::R], &[P::Select]),
            (&[], &[P::Start]),
        ];
        for (action, (keys, buttons)) in Action::ALL.into_iter().zip(usual) {
            let all = keys.iter().map(|&key| Source::Key(key)).chain(buttons.iter().map(|&b| Source::Pad(b)));
            all.for_each(|source| controls.put(action, source));
        }
        controls
    }
}

impl Controls {
    /// What is bound at the places of an action.
    pub fn of(&self, action: Action) -> &[Option<Source>; PLACES] {
        &self.places[action as usize]
    }

    /// What has a source, if anything.
    pub fn action(&self, source: Source) -> Option<Action> {
        Action::ALL.into_iter().find(|&action| self.of(action).contains(&Some(source)))
    }

    /// The first key, or the first button of a pad, of an action.
    pub fn first(&self, action: Action, pad: bool) -> Option<Source> {
        self.of(action).iter().flatten().find(|source| matches!(source, Source::Pad(_)) == pad).copied()
    }

    /// Adds a source at the first free place of its kind, unless something has it already.
    fn put(&mut self, action: Action, source: Source) {
        let places = if matches!(source, Source::Key(_)) { 0..KEYS } else { KEYS..PLACES };
        let free = places.into_iter().find(|&place| self.of(action)[place].is_none());
        if let Some(place) = free.filter(|_| self.action(source).is_none()) {
            self.places[action as usize][place] = Some(source);
        }
    }

    /// Binds a source to a place of an action. What had it gets what was at that place before, and is told.
    ///
    /// # Errors
    /// When the source is reserved or of another kind, or when its owner would have nothing left.
    pub fn bind(&mut self, action: Action, place: usize, source: Source) -> Result<Option<Action>, Refused> {
        if source.is_reserved() {
            return Err(Refused::Reserved);
        }
        if matches!(source, Source::Key(_)) != (place < KEYS) {
            return Err(Refused::Kind);
        }
        let before = self.of(action)[place];
        let owner = self.action(source);
        if let Some(owner) = owner.filter(|&owner| owner != action)
            && before.is_none()
            && self.is_last(owner, source)
        {
            return Err(Refused::Last(owner));
        }
        for other in self.places.iter_mut().flatten().filter(|other| **other == Some(source)) {
            *other = before;
        }
        self.places[action as usize][place] = Some(source);
        Ok(owner.filter(|&owner| owner != action))
    }

    /// Frees a place.
    ///
    /// # Errors
    /// When the action would have nothing left.
    pub fn clear(&mut self, action: Action, place: usize) -> Result<(), Refused> {
        match self.of(action)[place] {
            Some(source) if self.is_last(action, source) => Err(Refused::Last(action)),
            _ => {
                self.places[action as usize][place] = None;
                Ok(())
            }
        }
    }

    /// Whether this is all of its kind that an action has, and it needs one.
    fn is_last(&self, action: Action, source: Source) -> bool {
        action.is_needed() && self.of(action).iter().flatten().filter(|one| one.is_like(source)).count() == 1
    }
}

impl From<Controls> for BTreeMap<String, Vec<String>> {
    fn from(controls: Controls) -> Self {
        let list = |action| controls.of(action).iter().flatten().map(|source| source.name()).collect();
        Action::ALL.map(|action| (action.name().to_owned(), list(action))).into()
    }
}

impl From<BTreeMap<String, Vec<String>>> for Controls {
    /// Whatever was written: each source counts once, and who lacks what it needs has the usual.
    fn from(written: BTreeMap<String, Vec<String>>) -> Self {
        let usual = Self::default();
        let mut controls = Self { places: Default::default() };
        for action in Action::ALL {
            let listed = written.get(action.name()).into_iter().flatten();
            let sources = listed.filter_map(|name| Source::named(name)).filter(|source| !source.is_reserved());
            sources.for_each(|source| controls.put(action, source));
        }
        for action in Action::ALL {
            let is_new = !written.contains_key(action.name());
            for pad in [false, true] {
                if is_new || (action.is_needed() && controls.first(action, pad).is_none()) {
                    let missing = usual.of(action).iter().flatten();
                    missing
                        .filter(|source| matches!(source, Source::Pad(_)) == pad)
                        .for_each(|&source| controls.put(action, source));
                }
            }
        }
        // A file in which others have all that is usual: then nothing of it counts.
        let playable = |action: Action| {
            !action.is_needed() || [false, true].iter().all(|&pad| controls.first(action, pad).is_some())
        };
        if Action::ALL.into_iter().all(playable) { controls } else { usual }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUMP_KEY: Source = Source::Key(KeyCode::Space);

    #[test]
    fn bindings_come_back_from_their_text_and_strange_names_are_left_out() {
        let mut controls = Controls::default();
        controls.bind(Action::Jump, 0, Source::Key(KeyCode::J)).unwrap();
        controls.bind(Action::Dash, KEYS + 1, Source::Pad(PadButton::R2)).unwrap();
        let text = serde_json::to_string(&controls).unwrap();
        assert!(text.contains(r#""jump":["j","z","c","pad south","pad north"]"#), "{text}");
        assert_eq!(serde_json::from_str::<Controls>(&text).unwrap(), controls);

        let strange = r#"{"jump": ["warp", "esc", "space", "pad warp"], "fly": ["f"], "left": ["space", "a"]}"#;
        let controls: Controls = serde_json::from_str(strange).unwrap();
        assert_eq!(controls.action(JUMP_KEY), Some(Action::Left), "each counts once: for the first that lists it");
        assert_eq!(controls.of(Action::Left)[..2], [Some(JUMP_KEY), Some(Source::Key(KeyCode::A))]);
        assert_eq!(controls.first(Action::Jump, false), Some(Source::Key(KeyCode::Z)), "who has nothing has the usual");
        assert_eq!(controls.first(Action::Dash, true), Some(Source::Pad(PadButton::West)));

        let stolen = r#"{"left": ["space", "z", "c"], "jump": []}"#;
        assert_eq!(serde_json::from_str::<Controls>(stolen).unwrap(), Controls::default());
    }

    #[test]
    fn what_another_action_has_is_swapped() {
        let mut controls = Controls::default();
        let owner = controls.bind(Action::Jump, 0, Source::Key(KeyCode::X));
        assert_eq!(owner, Ok(Some(Action::Dash)));
        assert_eq!(controls.action(Source::Key(KeyCode::X)), Some(Action::Jump));
        assert_eq!(controls.action(JUMP_KEY), Some(Action::Dash), "what was there went to the other");
        // The same within one action only changes places.
        assert_eq!(controls.bind(Action::Jump, 1, Source::Key(KeyCode::X)), Ok(None));
        assert_eq!(controls.of(Action::Jump)[..2], [Some(Source::Key(KeyCode::Z)), Some(Source::Key(KeyCode::X))]);
    }

    #[test]
    fn no_action_loses_its_last_key_and_no_menu_its_own() {
        let mut controls = Controls::default();
        let before = controls.clone();
        let retry = Source::Key(KeyCode::R);
        assert_eq!(controls.bind(Action::Left, 2, retry), Err(Refused::Last(Action::Retry)));
        assert_eq!(controls.clear(Action::Retry, 0), Err(Refused::Last(Action::Retry)));
        assert_eq!(controls.bind(Action::Jump, 0, Source::Key(KeyCode::Escape)), Err(Refused::Reserved));
        assert_eq!(controls.bind(Action::Jump, 0, Source::Pad(PadButton::South)), Err(Refused::Kind));
        assert_eq!(controls, before);
        assert_eq!(controls.clear(Action::Jump, 1), Ok(()));
        assert_eq!(controls.clear(Action::Pause, KEYS), Ok(()), "Esc is always there");
        assert_eq!(controls.bind(Action::Jump, 1, retry), Err(Refused::Last(Action::Retry)));
        assert_eq!(controls.bind(Action::Jump, 0, retry), Ok(Some(Action::Retry)), "that is a swap");
    }

    #[test]
    fn whatever_is_bound_nothing_is_there_twice_and_nothing_needed_is_missing() {
        let keys = ["a", "b", "left", "space", "r", "x", "k", "esc", "f1", "up"].map(|name| names::key(name).unwrap());
        let sources: Vec<Source> =
            keys.map(Source::Key).into_iter().chain(PadButton::ALL.into_iter().map(Source::Pad)).collect();
        let mut controls = Controls::default();
        let mut dice = 1_u64;
        let mut roll = |sides: usize| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) as usize % sides
        };
        for _ in 0..5000 {
            let (action, place) = (Action::ALL[roll(Action::ALL.len())], roll(PLACES));
            if roll(4) == 0 {
                let _ = controls.clear(action, place);
            } else {
                let _ = controls.bind(action, place, sources[roll(sources.len())]);
            }
            for source in &sources {
                let count = controls.places.iter().flatten().filter(|one| **one == Some(*source)).count();
                assert!(count <= 1, "{source:?} is bound {count} times");
            }
            for action in Action::ALL.into_iter().filter(|action| action.is_needed()) {
                assert!(controls.first(action, false).is_some() && controls.first(action, true).is_some());
            }
        }
        let text = serde_json::to_string(&controls).unwrap();
        let back = serde_json::from_str::<Controls>(&text).unwrap();
        assert!(Action::ALL.into_iter().all(|action| back.first(action, true) == controls.first(action, true)));
    }
}
