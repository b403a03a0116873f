//! Bindings: the keys and controller buttons of every action, saved by names.

use std::collections::BTreeMap;

use macroquad::input::KeyCode;
use seamwalker_collide::named_enum;
use seamwalker_sim::Buttons;
use serde::{Deserialize, Serialize};

use super::names;
use super::pad::PadButton;

named_enum! {
    /// What keys and controller buttons can be bound to, in the order of the options page. The names are in save files and signs,
    /// and the language files have an entry for each.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Action {
        Left = "left", Right = "right", Up = "up", Down = "down",
        Jump = "jump", Dash = "dash", Retry = "retry", Pause = "pause",
    }
}

impl Action {
    /// The key of its word in the language files.
    #[rustfmt::skip]
    pub fn word(self) -> &'static str {
        [
            "action.left", "action.right", "action.up", "action.down", "action.jump", "action.dash", "action.retry",
            "action.pause",
        ][self as usize]
    }

    /// Its bit in an input of the simulation, which does not know pausing.
    pub fn bit(self) -> u8 {
        [Buttons::LEFT, Buttons::RIGHT, Buttons::UP, Buttons::DOWN, Buttons::JUMP, Buttons::DASH, Buttons::RETRY, 0]
            [self as usize]
    }

    /// Whether the game is unplayable without a binding for it. Esc always pauses.
    fn is_needed(self) -> bool {
        self != Self::Pause
    }
}

/// A key or a controller button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Key(KeyCode),
    Pad(PadButton),
}

/// Prefix of the names of controller buttons.
const PAD_PREFIX: &str = "pad ";

impl Source {
    fn name(self) -> String {
        match self {
            Self::Key(key) => names::name(key).to_owned(),
            Self::Pad(button) => format!("{PAD_PREFIX}{}", button.name()),
        }
    }

    fn named(name: &str) -> Option<Self> {
        match name.strip_prefix(PAD_PREFIX) {
            Some(button) => PadButton::from_name(button).map(Self::Pad),
            None => names::key(name).map(Self::Key),
        }
    }

    fn is_pad(self) -> bool {
        matches!(self, Self::Pad(_))
    }

    /// Menus and the program reserve these keys, so that players cannot lock themselves out.
    fn is_reserved(self) -> bool {
        use KeyCode as K;
        matches!(self, Self::Key(K::Escape | K::Enter | K::KpEnter | K::F1 | K::F5 | K::F11))
    }
}

/// The most keys, and the most controller buttons, of one action.
pub const KEYS: usize = 3;
pub const PADS: usize = 2;
/// Slots of an action: those of keys first.
pub const PLACES: usize = KEYS + PADS;

/// Why a binding was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The program reserves the key.
    Reserved,
    /// A key in a controller slot, or the other way round.
    Kind,
    /// It is the last binding of this action.
    Last(Action),
}

/// All bindings. They are saved as lists of names by action; unknown names are ignored.
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
        let defaults: [(&[KeyCode], &[PadButton]); Action::ALL.len()] = [
            (&[K::Left, K::A], &[P::StickLeft, P::Left]),
            (&[K::Right, K::D], &[P::StickRight, P::Right]),
            (&[K::Up, K::W], &[P::StickUp, P::Up]),
            (&[K::Down, K::S], &[P::StickDown, P::Down]),
            (&[K::Space, K::Z, K::C], &[P::South, P::North]),
            (&[K::X, K::LeftShift, K::K], &[P::West, P::East]),
            (&[K::R], &[P::Select]),
            (&[], &[P::Start]),
        ];
        for (action, (keys, buttons)) in Action::ALL.into_iter().zip(defaults) {
            let all = keys.iter().map(|&key| Source::Key(key)).chain(buttons.iter().map(|&b| Source::Pad(b)));
            all.for_each(|source| controls.put(action, source));
        }
        controls
    }
}

impl Controls {
    /// The slots of an action.
    pub fn of(&self, action: Action) -> &[Option<Source>; PLACES] {
        &self.places[action as usize]
    }

    /// The action that a source is bound to.
    pub fn action(&self, source: Source) -> Option<Action> {
        Action::ALL.into_iter().find(|&action| self.of(action).contains(&Some(source)))
    }

    /// The first key, or the first controller button, of an action.
    pub fn first(&self, action: Action, pad: bool) -> Option<Source> {
        self.of(action).iter().flatten().find(|source| source.is_pad() == pad).copied()
    }

    /// Adds a source in the first free slot of its kind, unless it is bound already.
    fn put(&mut self, action: Action, source: Source) {
        let places = if source.is_pad() { KEYS..PLACES } else { 0..KEYS };
        let free = places.into_iter().find(|&place| self.of(action)[place].is_none());
        if let Some(place) = free.filter(|_| self.action(source).is_none()) {
            self.places[action as usize][place] = Some(source);
        }
    }

    /// Binds a source to a slot of an action. If another action had it, that action gets the slot's old source and is returned.
    ///
    /// # Errors
    /// When the source is reserved or of the wrong kind, or when the other action would have no binding left.
    pub fn bind(&mut self, action: Action, place: usize, source: Source) -> Result<Option<Action>, Refused> {
        if source.is_reserved() {
            return Err(Refused::Reserved);
        }
        if source.is_pad() != (place >= KEYS) {
            return Err(Refused::Kind);
        }
        let before = self.of(action)[place];
        let owner = self.action(source).filter(|&owner| owner != action);
        if let Some(owner) = owner
            && before.is_none()
            && self.is_last(owner, source)
        {
            return Err(Refused::Last(owner));
        }
        for other in self.places.iter_mut().flatten().filter(|other| **other == Some(source)) {
            *other = before;
        }
        self.places[action as usize][place] = Some(source);
        Ok(owner)
    }

    /// Clears a slot.
    ///
    /// # Errors
    /// When the action would have no binding left.
    pub fn clear(&mut self, action: Action, place: usize) -> Result<(), Refused> {
        if self.of(action)[place].is_some_and(|source| self.is_last(action, source)) {
            return Err(Refused::Last(action));
        }
        self.places[action as usize][place] = None;
        Ok(())
    }

    /// Whether this is the only binding of its kind of an action that needs one.
    fn is_last(&self, action: Action, source: Source) -> bool {
        let like = |other: &&Source| other.is_pad() == source.is_pad();
        action.is_needed() && self.of(action).iter().flatten().filter(like).count() == 1
    }

    /// Whether an action has a binding, or needs none.
    fn is_playable(&self, action: Action, pad: bool) -> bool {
        !action.is_needed() || self.first(action, pad).is_some()
    }
}

impl From<Controls> for BTreeMap<String, Vec<String>> {
    fn from(controls: Controls) -> Self {
        let list = |action| controls.of(action).iter().flatten().map(|source| source.name()).collect();
        Action::ALL.map(|action| (action.name().to_owned(), list(action))).into()
    }
}

impl From<BTreeMap<String, Vec<String>>> for Controls {
    /// Repairs any input: each source counts once, and actions without a needed binding get the default one.
    fn from(written: BTreeMap<String, Vec<String>>) -> Self {
        let default = Self::default();
        let mut controls = Self { places: Default::default() };
        for action in Action::ALL {
            let listed = written.get(action.name()).into_iter().flatten();
            let sources = listed.filter_map(|name| Source::named(name)).filter(|source| !source.is_reserved());
            sources.for_each(|source| controls.put(action, source));
        }
        for action in Action::ALL {
            let is_new = !written.contains_key(action.name());
            for pad in [false, true] {
                if is_new || !controls.is_playable(action, pad) {
                    let missing = default.of(action).iter().flatten().filter(|source| source.is_pad() == pad);
                    missing.for_each(|&source| controls.put(action, source));
                }
            }
        }
        // Another action may have taken all defaults of one: then the whole file is ignored.
        let playable = |action| [false, true].iter().all(|&pad| controls.is_playable(action, pad));
        if Action::ALL.into_iter().all(playable) { controls } else { default }
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_lab::Rng;

    use super::*;

    const JUMP_KEY: Source = Source::Key(KeyCode::Space);

    #[test]
    fn bindings_survive_a_round_trip_and_unknown_names_are_ignored() {
        let mut controls = Controls::default();
        controls.bind(Action::Jump, 0, Source::Key(KeyCode::J)).unwrap();
        controls.bind(Action::Dash, KEYS + 1, Source::Pad(PadButton::R2)).unwrap();
        let text = serde_json::to_string(&controls).unwrap();
        assert!(text.contains(r#""jump":["j","z","c","pad south","pad north"]"#), "{text}");
        assert_eq!(serde_json::from_str::<Controls>(&text).unwrap(), controls);

        let strange = r#"{"jump": ["warp", "esc", "space", "pad warp"], "fly": ["f"], "left": ["space", "a"]}"#;
        let controls: Controls = serde_json::from_str(strange).unwrap();
        assert_eq!(
            controls.action(JUMP_KEY),
            Some(Action::Left),
            "each counts once, for the first action that lists it"
        );
        assert_eq!(controls.of(Action::Left)[..2], [Some(JUMP_KEY), Some(Source::Key(KeyCode::A))]);
        assert_eq!(controls.first(Action::Jump, false), Some(Source::Key(KeyCode::Z)), "defaults fill what is missing");
        assert_eq!(controls.first(Action::Dash, true), Some(Source::Pad(PadButton::West)));

        let stolen = r#"{"left": ["space", "z", "c"], "jump": []}"#;
        assert_eq!(serde_json::from_str::<Controls>(stolen).unwrap(), Controls::default());
    }

    #[test]
    fn binding_the_key_of_another_action_swaps_the_two() {
        let mut controls = Controls::default();
        let owner = controls.bind(Action::Jump, 0, Source::Key(KeyCode::X));
        assert_eq!(owner, Ok(Some(Action::Dash)));
        assert_eq!(controls.action(Source::Key(KeyCode::X)), Some(Action::Jump));
        assert_eq!(controls.action(JUMP_KEY), Some(Action::Dash), "the old key goes to the other action");
        // Within one action, only the order changes.
        assert_eq!(controls.bind(Action::Jump, 1, Source::Key(KeyCode::X)), Ok(None));
        assert_eq!(controls.of(Action::Jump)[..2], [Some(Source::Key(KeyCode::Z)), Some(Source::Key(KeyCode::X))]);
    }

    #[test]
    fn last_bindings_and_reserved_keys_cannot_be_taken() {
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
    fn random_bindings_never_double_a_source_or_lose_a_needed_one() {
        let keys = ["a", "b", "left", "space", "r", "x", "k", "esc", "f1", "up"].map(|name| names::key(name).unwrap());
        let sources: Vec<Source> =
            keys.map(Source::Key).into_iter().chain(PadButton::ALL.into_iter().map(Source::Pad)).collect();
        let mut controls = Controls::default();
        let mut rng = Rng(1);
        let mut roll = |sides: usize| rng.bits() as usize % sides;
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
