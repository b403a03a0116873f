//! Input: turns keyboard, controllers and touch into buttons of the game and commands of menus, by the player's bindings.

mod bindings;
mod holding;
mod keyboard;
mod names;
mod pad;
mod plugs;
mod queue;
pub mod touch;

pub use touch::{Touch, TouchArea};

use macroquad::input::{KeyCode, touches};
use seamwalker_collide::SolverKind;

pub use bindings::{Action, Controls, KEYS, PLACES, Refused, Source};
pub use holding::Holding;
pub use keyboard::{KeyChange, KeyLabels};
pub use names::key as named;
pub use pad::{PadButton, PadFamily, ways};
pub use plugs::Rumble;
pub use queue::InputBuffer;

use super::window::page;
use keyboard::Keyboard;
use pad::{PadFrame, Pads};
use plugs::Plugs;

/// Commands to the program or to menus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hotkey {
    /// Pauses the game, or leaves a menu.
    Menu,
    /// Confirms the selection.
    Accept,
    /// Moves the selection by columns and rows.
    Choose(i32, i32),
    /// Turns to the next page of a screen with tabs.
    Tab,
    /// Clears the selected entry.
    Clear,
    /// F1.
    Debug,
    /// F5.
    Reload,
    /// F11.
    FullScreen,
    /// P.
    Pause,
    /// B.
    GroundAssist,
    /// Full stop.
    Step,
    /// Comma.
    Back,
    /// F8.
    Picture,
    /// F9.
    Clip,
    /// `[` and `]`.
    Speed(i32),
    /// A number key.
    Solver(SolverKind),
}

/// The game's buttons in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ButtonState {
    /// Bits of the buttons held at the end of the frame.
    pub held: u8,
    /// Bits of the buttons that went down during the frame, even if they went up again.
    pub pressed: u8,
}

/// An input device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    #[default]
    Keyboard,
    Pad,
    Touch,
}

/// The family whose buttons a controller has: on a Steam Deck, one of Xbox is the Deck itself.
fn family_on(deck: bool, family: PadFamily) -> PadFamily {
    if deck && family == PadFamily::Xbox { PadFamily::SteamDeck } else { family }
}

/// All input of one frame.
#[derive(Clone, Debug, Default)]
pub struct InputFrame {
    /// The game's buttons.
    pub frame: ButtonState,
    /// Commands to the program or to menus.
    pub commands: Vec<Hotkey>,
    /// A key or button that went down, for the options page that binds it.
    pub caught: Option<Source>,
    /// The name of a controller that was connected.
    pub plugged: Option<String>,
    /// A controller was disconnected.
    pub lost: bool,
}

/// Keyboard and controllers.
pub struct Devices {
    keyboard: Keyboard,
    /// What the layout writes on keys.
    pub labels: KeyLabels,
    plugs: Plugs,
    pads: Pads,
    /// The device used last.
    pub last: Device,
    /// The family of the controller used last.
    pub family: PadFamily,
    /// The program runs on a Steam Deck, whose controls look like a controller of Xbox to programs.
    on_deck: bool,
    repeat: Repeat,
}

impl Devices {
    /// Opens the devices.
    pub fn new() -> Self {
        // Steam sets this on its own device, which has no keyboard.
        let on_deck = std::env::var_os("SteamDeck").is_some_and(|value| value == "1");
        let last = if page::has_touch() {
            Device::Touch
        } else if on_deck {
            Device::Pad
        } else {
            Device::Keyboard
        };
        let family = family_on(on_deck, PadFamily::Xbox);
        Self {
            keyboard: Keyboard::default(),
            labels: KeyLabels::default(),
            plugs: Plugs::new(),
            pads: Pads::default(),
            last,
            family,
            on_deck,
            repeat: Repeat::default(),
        }
    }

    /// Shakes the controller, if that is the device used last.
    pub fn rumble(&mut self, rumble: Rumble) {
        if self.last == Device::Pad {
            self.plugs.rumble(rumble);
        }
    }

    /// The input since the last frame, with the keys as [`Keyboard::update`] takes them. While the player types text, they are ignored.
    pub fn poll(
        &mut self,
        keys: Option<Vec<KeyChange>>,
        controls: &Controls,
        (in_menu, typing): (bool, bool),
        dt: f32,
    ) -> InputFrame {
        self.keyboard.update(keys);
        let pad = self.pads.take(self.plugs.events(), dt);
        self.family = pad.family.map_or(self.family, |family| family_on(self.on_deck, family));
        let key = self.keyboard.caught().filter(|_| !typing);
        self.last = if pad.pressed != 0 {
            Device::Pad
        } else if key.is_some() {
            Device::Keyboard
        } else if !touches().is_empty() {
            Device::Touch
        } else {
            self.last
        };
        let is_down = |key| !typing && self.keyboard.is_down(key);
        let is_pressed = |key| !typing && self.keyboard.is_pressed(key);
        let held = bits(controls, is_down, pad.held);
        let pressed = bits(controls, is_pressed, pad.pressed);
        let mut commands = key_commands(controls, is_pressed);
        commands.extend(pad_commands(controls, &pad, in_menu));
        if in_menu {
            let pressed = direction(controls, is_pressed, pad.pressed);
            let held = direction(controls, is_down, pad.held);
            commands.extend(self.repeat.update(pressed, held, dt));
        } else {
            self.repeat = Repeat::default();
        }
        let button = PadButton::ALL.into_iter().find(|button| pad.pressed & button.bit() != 0);
        let caught = key.map(Source::Key).or(button.map(Source::Pad));
        InputFrame { frame: ButtonState { held, pressed }, commands, caught, plugged: pad.plugged, lost: pad.lost }
    }
}

/// Whether a key or a controller button of an action is down.
fn is_down(controls: &Controls, action: Action, key: impl Fn(KeyCode) -> bool, pad: u32) -> bool {
    controls.of(action).iter().flatten().any(|source| match *source {
        Source::Key(code) => key(code),
        Source::Pad(button) => pad & button.bit() != 0,
    })
}

/// The bits of the game's buttons, from keys and controller buttons.
fn bits(controls: &Controls, key: impl Fn(KeyCode) -> bool, pad: u32) -> u8 {
    let held = |action: &Action| is_down(controls, *action, &key, pad);
    Action::ALL.into_iter().filter(held).fold(0, |bits, action| bits | action.bit())
}

/// A direction in menus: the action, the key and the controller buttons that always work, and the step.
type Direction = (Action, KeyCode, [PadButton; 2], (i32, i32));

const DIRECTIONS: [Direction; 4] = [
    (Action::Left, KeyCode::Left, [PadButton::Left, PadButton::StickLeft], (-1, 0)),
    (Action::Right, KeyCode::Right, [PadButton::Right, PadButton::StickRight], (1, 0)),
    (Action::Up, KeyCode::Up, [PadButton::Up, PadButton::StickUp], (0, -1)),
    (Action::Down, KeyCode::Down, [PadButton::Down, PadButton::StickDown], (0, 1)),
];

/// The direction held, unless it is a diagonal.
fn direction(controls: &Controls, key: impl Fn(KeyCode) -> bool, pad: u32) -> Option<(i32, i32)> {
    let bound = bits(controls, &key, pad);
    let (mut x, mut y) = (0, 0);
    for (action, arrow, buttons, (dx, dy)) in DIRECTIONS {
        if bound & action.bit() != 0 || key(arrow) || buttons.iter().any(|button| pad & button.bit() != 0) {
            (x, y) = (x + dx, y + dy);
        }
    }
    ((x == 0) != (y == 0)).then_some((x, y))
}

/// The commands of keys, whatever they are bound to.
const FIXED_KEYS: [(KeyCode, Hotkey); 8] = [
    (KeyCode::Escape, Hotkey::Menu),
    (KeyCode::Enter, Hotkey::Accept),
    (KeyCode::KpEnter, Hotkey::Accept),
    (KeyCode::Delete, Hotkey::Clear),
    (KeyCode::Backspace, Hotkey::Clear),
    (KeyCode::F1, Hotkey::Debug),
    (KeyCode::F5, Hotkey::Reload),
    (KeyCode::F11, Hotkey::FullScreen),
];

/// The commands of keys unless they are bound to an action: turning pages, and the laboratory's.
const FREE_KEYS: [(KeyCode, Hotkey); 9] = [
    (KeyCode::Tab, Hotkey::Tab),
    (KeyCode::P, Hotkey::Pause),
    (KeyCode::B, Hotkey::GroundAssist),
    (KeyCode::Period, Hotkey::Step),
    (KeyCode::Comma, Hotkey::Back),
    (KeyCode::F8, Hotkey::Picture),
    (KeyCode::F9, Hotkey::Clip),
    (KeyCode::LeftBracket, Hotkey::Speed(-1)),
    (KeyCode::RightBracket, Hotkey::Speed(1)),
];

/// The keys of the solvers, in the order of [`SolverKind::ALL`].
const SOLVER_KEYS: [KeyCode; SolverKind::ALL.len()] = {
    use KeyCode as K;
    [K::Key1, K::Key2, K::Key3, K::Key4, K::Key5, K::Key6, K::Key7, K::Key8]
};

/// The commands of the keyboard.
fn key_commands(controls: &Controls, is_pressed: impl Fn(KeyCode) -> bool) -> Vec<Hotkey> {
    // An arrow that is bound to jump still moves the selection.
    let is_arrow = |key| DIRECTIONS.iter().any(|(_, arrow, ..)| *arrow == key);
    let jumps = is_down(controls, Action::Jump, |key| is_pressed(key) && !is_arrow(key), 0);
    let pauses = is_down(controls, Action::Pause, &is_pressed, 0);
    let bound = [(pauses, Hotkey::Menu), (jumps, Hotkey::Accept)].into_iter().filter(|(given, _)| *given);
    let solvers = SOLVER_KEYS.into_iter().zip(SolverKind::ALL.map(Hotkey::Solver));
    let free = FREE_KEYS.into_iter().chain(solvers).filter(|(key, _)| controls.action(Source::Key(*key)).is_none());
    let keys = FIXED_KEYS.into_iter().chain(free).filter(|(key, _)| is_pressed(*key));
    let mut commands: Vec<Hotkey> = bound.map(|(_, command)| command).collect();
    for (_, command) in keys {
        if !commands.contains(&command) {
            commands.push(command);
        }
    }
    commands
}

/// The commands of controllers. In menus, the lowest button confirms and the right one goes back, whatever is bound.
fn pad_commands(controls: &Controls, pad: &PadFrame, in_menu: bool) -> Vec<Hotkey> {
    let is_pressed = |button: PadButton| pad.pressed & button.bit() != 0;
    let pauses = is_down(controls, Action::Pause, |_| false, pad.pressed);
    let given = [
        (pauses || is_pressed(PadButton::Start) || (in_menu && is_pressed(PadButton::East)), Hotkey::Menu),
        (in_menu && is_pressed(PadButton::South), Hotkey::Accept),
        (in_menu && is_pressed(PadButton::North), Hotkey::Clear),
        (in_menu && is_pressed(PadButton::R1), Hotkey::Tab),
    ];
    given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, command)| command).collect()
}

/// Seconds until a held direction is repeated for the first time, and between further repeats.
const FIRST_REPEAT: f32 = 0.35;
const NEXT_REPEAT: f32 = 0.09;

/// Key repeat in menus: a press moves the selection at once, a held direction repeatedly after a while.
#[derive(Clone, Copy, Debug, Default)]
struct Repeat {
    left: f32,
}

impl Repeat {
    fn update(&mut self, pressed: Option<(i32, i32)>, held: Option<(i32, i32)>, dt: f32) -> Option<Hotkey> {
        self.left = if pressed.is_none() && held.is_some() { self.left - dt } else { FIRST_REPEAT };
        if self.left <= 0.0 {
            self.left = NEXT_REPEAT;
        } else if pressed.is_none() {
            return None;
        }
        pressed.or(held).map(|(x, y)| Hotkey::Choose(x, y))
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_sim::Buttons;

    use super::*;

    fn pressed(keys: &[KeyCode]) -> Vec<Hotkey> {
        key_commands(&Controls::default(), |key| keys.contains(&key))
    }

    #[test]
    fn keys_and_controllers_press_the_same_buttons() {
        let controls = Controls::default();
        let held = |keys: &[KeyCode], pad: u32| bits(&controls, |key| keys.contains(&key), pad);
        assert_eq!(held(&[KeyCode::A, KeyCode::Space], 0), Buttons::LEFT | Buttons::JUMP);
        assert_eq!(held(&[KeyCode::X], 0), Buttons::DASH);
        let pad = PadButton::StickRight.bit() | PadButton::West.bit() | PadButton::Start.bit();
        assert_eq!(held(&[], pad), Buttons::RIGHT | Buttons::DASH);
        assert_eq!(held(&[KeyCode::D], PadButton::South.bit()), Buttons::RIGHT | Buttons::JUMP);
    }

    #[test]
    fn keys_of_the_laboratory_can_be_bound_to_actions() {
        assert_eq!(pressed(&[KeyCode::B]), [Hotkey::GroundAssist]);
        let mut controls = Controls::default();
        controls.bind(Action::Dash, 1, Source::Key(KeyCode::B)).unwrap();
        assert_eq!(key_commands(&controls, |key| key == KeyCode::B), []);
        assert_eq!(pressed(&[KeyCode::Escape]), [Hotkey::Menu]);
        assert_eq!(pressed(&[KeyCode::Key2]), [Hotkey::Solver(SolverKind::ALL[1])]);
        controls.bind(Action::Jump, 0, Source::Key(KeyCode::Key2)).unwrap();
        assert_eq!(key_commands(&controls, |key| key == KeyCode::Key2), [Hotkey::Accept]);
        controls.bind(Action::Jump, 1, Source::Key(KeyCode::Up)).unwrap();
        assert_eq!(key_commands(&controls, |key| key == KeyCode::Up), [], "it moves the selection");
    }

    #[test]
    fn controller_buttons_confirm_and_go_back_only_in_menus() {
        let controls = Controls::default();
        let press = |button: PadButton| PadFrame { pressed: button.bit(), ..PadFrame::default() };
        let commands = |button, in_menu| pad_commands(&controls, &press(button), in_menu);
        assert_eq!(commands(PadButton::South, true), [Hotkey::Accept]);
        assert_eq!(commands(PadButton::East, true), [Hotkey::Menu]);
        assert_eq!(commands(PadButton::East, false), [], "it dashes");
        assert_eq!(commands(PadButton::Start, false), [Hotkey::Menu]);
    }

    #[test]
    fn a_steam_deck_shows_its_own_buttons_and_a_plugged_pad_those_of_the_pad() {
        assert_eq!(family_on(true, PadFamily::Xbox), PadFamily::SteamDeck);
        assert_eq!(family_on(true, PadFamily::PlayStation), PadFamily::PlayStation);
        assert_eq!(family_on(false, PadFamily::Xbox), PadFamily::Xbox);
    }

    #[test]
    fn a_held_direction_is_repeated_after_a_while() {
        let mut repeat = Repeat::default();
        let (up, down) = (Some((0, -1)), Some((0, 1)));
        let mut count = |pressed, held, frames: u32| {
            (0..frames).filter(|_| repeat.update(pressed, held, 1.0 / 60.0).is_some()).count()
        };
        assert_eq!(count(down, down, 1), 1);
        assert_eq!(count(None, down, 20), 0);
        assert_eq!(count(None, down, 60), 10);
        assert_eq!(count(None, None, 5), 0);
        assert_eq!(count(up, None, 1), 1, "shorter than a frame");
        assert_eq!(count(None, down, 10), 0, "held since before the menu opened");
    }
}
