//! The player's hands: keyboard and pads, by the player's bindings, become buttons of the game and commands of menus.

mod bindings;
mod holding;
mod names;
mod pad;
mod plugs;
mod queue;
pub mod touch;

use macroquad::input::{KeyCode, get_keys_pressed, is_key_down, is_key_pressed, touches};
use seamwalker::collide::SolverKind;

pub use bindings::{Action, Controls, KEYS, PLACES, Refused, Source};
pub use holding::{Holding, ToggleHold};
pub use names::{cap, key as named};
pub use pad::{PadButton, ways};
pub use queue::InputBuffer;

use super::window::page;
use pad::{PadFrame, Pads};
use plugs::Plugs;

/// The number keys, in the order of the solvers.
const DIGITS: [KeyCode; 9] = [
    KeyCode::Key1,
    KeyCode::Key2,
    KeyCode::Key3,
    KeyCode::Key4,
    KeyCode::Key5,
    KeyCode::Key6,
    KeyCode::Key7,
    KeyCode::Key8,
    KeyCode::Key9,
];

/// What the keys ask of the program in this frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hotkey {
    /// Pauses, and leads back out of menus.
    Menu,
    /// Takes a choice.
    Accept,
    /// Moves a choice by columns and rows.
    Choose(i32, i32),
    /// Frees what is chosen.
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
    Bare,
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

/// What the game's buttons did in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ButtonState {
    /// Bits of buttons that are held at the end of the frame.
    pub held: u8,
    /// Bits that went down during the frame, perhaps for less than the whole of it.
    pub pressed: u8,
}

/// What the player plays with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    #[default]
    Keyboard,
    Pad,
    Touch,
}

/// Everything that the hands did in one frame.
#[derive(Clone, Debug, Default)]
pub struct InputFrame {
    /// The game's buttons.
    pub frame: ButtonState,
    /// What they ask of the program.
    pub commands: Vec<Hotkey>,
    /// A key or button that went down, for whoever binds it.
    pub caught: Option<Source>,
    /// The name of a pad that was plugged in.
    pub plugged: Option<String>,
    /// A pad is gone.
    pub lost: bool,
}

/// Keyboard and pads.
pub struct Devices {
    plugs: Plugs,
    pads: Pads,
    /// What was used last.
    pub last: Device,
    repeat: Repeat,
}

impl Devices {
    /// Nothing is held yet.
    pub fn new() -> Self {
        let last = if page::ask(&["touch"]).is_some() { Device::Touch } else { Device::Keyboard };
        Self { plugs: Plugs::new(), pads: Pads::default(), last, repeat: Repeat::default() }
    }

    /// What happened since the last frame. While somebody `types`, the keyboard is theirs.
    pub fn listen(&mut self, controls: &Controls, in_menu: bool, types: bool, dt: f32) -> InputFrame {
        let pad = self.pads.take(self.plugs.events(), dt);
        let key = get_keys_pressed().into_iter().find(|&key| !names::name(key).is_empty()).filter(|_| !types);
        self.last = if pad.pressed != 0 {
            Device::Pad
        } else if key.is_some() {
            Device::Keyboard
        } else if !touches().is_empty() {
            Device::Touch
        } else {
            self.last
        };
        let keys = |test: fn(KeyCode) -> bool| move |key| !types && test(key);
        let held = bits(controls, keys(is_key_down), pad.held);
        let pressed = bits(controls, keys(is_key_pressed), pad.pressed);
        let mut commands = if types { Vec::new() } else { key_commands(controls, is_key_pressed) };
        commands.extend(pad_commands(controls, &pad, in_menu));
        if in_menu {
            let pressed = direction(controls, keys(is_key_pressed), pad.pressed);
            let held = direction(controls, keys(is_key_down), pad.held);
            commands.extend(self.repeat.again(pressed, held, dt));
        } else {
            self.repeat = Repeat::default();
        }
        let button = PadButton::ALL.into_iter().find(|button| pad.pressed & button.bit() != 0);
        let caught = key.map(Source::Key).or(button.map(Source::Pad));
        InputFrame { frame: ButtonState { held, pressed }, commands, caught, plugged: pad.plugged, lost: pad.lost }
    }
}

/// The game's buttons among keys and buttons of pads.
fn bits(controls: &Controls, key: impl Fn(KeyCode) -> bool, pad: u32) -> u8 {
    let is_down = |source: &Source| match *source {
        Source::Key(code) => key(code),
        Source::Pad(button) => pad & button.bit() != 0,
    };
    let held = |action: &Action| controls.of(*action).iter().flatten().any(is_down);
    Action::ALL.into_iter().filter(held).fold(0, |bits, action| bits | action.bit())
}

/// A way that moves a choice: what is bound to it, and what does it whatever is bound.
struct Way {
    action: Action,
    key: KeyCode,
    buttons: [PadButton; 2],
    step: (i32, i32),
}

#[rustfmt::skip]
const WAYS: [Way; 4] = [
    Way { action: Action::Left, key: KeyCode::Left, buttons: [PadButton::Left, PadButton::StickLeft], step: (-1, 0) },
    Way { action: Action::Right, key: KeyCode::Right, buttons: [PadButton::Right, PadButton::StickRight], step: (1, 0) },
    Way { action: Action::Up, key: KeyCode::Up, buttons: [PadButton::Up, PadButton::StickUp], step: (0, -1) },
    Way { action: Action::Down, key: KeyCode::Down, buttons: [PadButton::Down, PadButton::StickDown], step: (0, 1) },
];

/// The way that is held, if it is one.
fn direction(controls: &Controls, key: impl Fn(KeyCode) -> bool, pad: u32) -> Option<(i32, i32)> {
    let bound = bits(controls, &key, pad);
    let is_held = |way: &&Way| {
        bound & way.action.bit() != 0 || key(way.key) || way.buttons.iter().any(|button| pad & button.bit() != 0)
    };
    let (x, y) = WAYS.iter().filter(is_held).fold((0, 0), |(x, y), way| (x + way.step.0, y + way.step.1));
    (x == 0 || y == 0).then_some((x, y)).filter(|way| *way != (0, 0))
}

/// What the keyboard asks for. Keys of the laboratory that are bound to an action do only that.
fn key_commands(controls: &Controls, is_pressed: impl Fn(KeyCode) -> bool) -> Vec<Hotkey> {
    use KeyCode as K;
    let mut list = Vec::new();
    // Who jumps with an arrow still moves the choice with it.
    let bound = bits(controls, |key| is_pressed(key) && !WAYS.iter().any(|way| way.key == key), 0);
    let pause = controls.of(Action::Pause).iter().flatten();
    let pauses = pause.into_iter().any(|source| matches!(source, Source::Key(key) if is_pressed(*key)));
    let mut on = |is_given: bool, command| {
        if is_given {
            list.push(command);
        }
    };
    on(is_pressed(K::Escape) || pauses, Hotkey::Menu);
    on([K::Enter, K::KpEnter].into_iter().any(&is_pressed) || bound & Action::Jump.bit() != 0, Hotkey::Accept);
    on(is_pressed(K::Delete) || is_pressed(K::Backspace), Hotkey::Clear);
    on(is_pressed(K::F1), Hotkey::Debug);
    on(is_pressed(K::F5), Hotkey::Reload);
    on(is_pressed(K::F11), Hotkey::FullScreen);
    let mut free = |key: KeyCode, command| on(is_pressed(key) && controls.action(Source::Key(key)).is_none(), command);
    free(K::P, Hotkey::Pause);
    free(K::B, Hotkey::Bare);
    free(K::Period, Hotkey::Step);
    free(K::Comma, Hotkey::Back);
    free(K::F8, Hotkey::Picture);
    free(K::F9, Hotkey::Clip);
    free(K::LeftBracket, Hotkey::Speed(-1));
    free(K::RightBracket, Hotkey::Speed(1));
    for (kind, key) in SolverKind::ALL.into_iter().zip(DIGITS) {
        free(key, Hotkey::Solver(kind));
    }
    list
}

/// What pads ask for. In menus the lowest button takes and the one to the right leads back, whatever is bound.
fn pad_commands(controls: &Controls, pad: &PadFrame, in_menu: bool) -> Vec<Hotkey> {
    let is_pressed = |button: PadButton| pad.pressed & button.bit() != 0;
    let pause = controls.of(Action::Pause).iter().flatten();
    let pauses = pause.into_iter().any(|source| matches!(source, Source::Pad(button) if is_pressed(*button)));
    let given = [
        (pauses || is_pressed(PadButton::Start) || (in_menu && is_pressed(PadButton::East)), Hotkey::Menu),
        (in_menu && is_pressed(PadButton::South), Hotkey::Accept),
        (in_menu && is_pressed(PadButton::North), Hotkey::Clear),
    ];
    given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, command)| command).collect()
}

/// Seconds until a held way moves the choice again for the first time, and from then on.
const FIRST: f32 = 0.35;
const NEXT: f32 = 0.09;

/// A press moves the choice at once, however short it is; a way that is held does so again and again after a while.
#[derive(Clone, Copy, Debug, Default)]
struct Repeat {
    left: f32,
}

impl Repeat {
    fn again(&mut self, pressed: Option<(i32, i32)>, held: Option<(i32, i32)>, dt: f32) -> Option<Hotkey> {
        let (x, y) = if pressed.is_some() {
            self.left = FIRST;
            pressed?
        } else {
            self.left = if held.is_some() { self.left - dt } else { FIRST };
            if self.left > 0.0 {
                return None;
            }
            self.left = NEXT;
            held?
        };
        Some(Hotkey::Choose(x, y))
    }
}

#[cfg(test)]
mod tests {
    use seamwalker::sim::Buttons;

    use super::*;

    fn pressed(keys: &[KeyCode]) -> Vec<Hotkey> {
        key_commands(&Controls::default(), |key| keys.contains(&key))
    }

    #[test]
    fn keys_and_pads_press_the_same_buttons() {
        let controls = Controls::default();
        let held = |keys: &[KeyCode], pad: u32| bits(&controls, |key| keys.contains(&key), pad);
        assert_eq!(held(&[KeyCode::A, KeyCode::Space], 0), Buttons::LEFT | Buttons::JUMP);
        assert_eq!(held(&[KeyCode::X], 0), Buttons::DASH);
        let pad = PadButton::StickRight.bit() | PadButton::West.bit() | PadButton::Start.bit();
        assert_eq!(held(&[], pad), Buttons::RIGHT | Buttons::DASH);
        assert_eq!(held(&[KeyCode::D], PadButton::South.bit()), Buttons::RIGHT | Buttons::JUMP);
    }

    #[test]
    fn keys_of_the_laboratory_that_are_bound_belong_to_the_game() {
        assert_eq!(pressed(&[KeyCode::B]), [Hotkey::Bare]);
        let mut controls = Controls::default();
        controls.bind(Action::Dash, 1, Source::Key(KeyCode::B)).unwrap();
        assert_eq!(key_commands(&controls, |key| key == KeyCode::B), []);
        assert_eq!(pressed(&[KeyCode::Escape]), [Hotkey::Menu]);
        assert_eq!(pressed(&[KeyCode::Key2]), [Hotkey::Solver(SolverKind::ALL[1])]);
        controls.bind(Action::Jump, 0, Source::Key(KeyCode::Key2)).unwrap();
        assert_eq!(key_commands(&controls, |key| key == KeyCode::Key2), [Hotkey::Accept]);
        controls.bind(Action::Jump, 1, Source::Key(KeyCode::Up)).unwrap();
        assert_eq!(key_commands(&controls, |key| key == KeyCode::Up), [], "it chooses, and takes nothing");
    }

    #[test]
    fn a_pad_leads_through_menus_and_only_there() {
        let controls = Controls::default();
        let press = |button: PadButton| PadFrame { pressed: button.bit(), ..PadFrame::default() };
        let asked = |button, in_menu| pad_commands(&controls, &press(button), in_menu);
        assert_eq!(asked(PadButton::South, true), [Hotkey::Accept]);
        assert_eq!(asked(PadButton::East, true), [Hotkey::Menu]);
        assert_eq!(asked(PadButton::East, false), [], "it dashes");
        assert_eq!(asked(PadButton::Start, false), [Hotkey::Menu]);
    }

    #[test]
    fn a_held_way_is_repeated_after_a_while() {
        let mut repeat = Repeat::default();
        let (up, down) = (Some((0, -1)), Some((0, 1)));
        let mut count = |pressed, held, frames: u32| {
            (0..frames).filter(|_| repeat.again(pressed, held, 1.0 / 60.0).is_some()).count()
        };
        assert_eq!(count(down, down, 1), 1);
        assert_eq!(count(None, down, 20), 0);
        assert_eq!(count(None, down, 60), 10);
        assert_eq!(count(None, None, 5), 0);
        assert_eq!(count(up, None, 1), 1, "shorter than a frame");
        assert_eq!(count(None, down, 10), 0, "held since before the menu opened");
    }
}
