//! Game pads, as events of any system make them: which buttons are held, with sticks and triggers as buttons.

use std::collections::BTreeMap;

use glam::Vec2;

/// A button of a pad, by its place; the left stick is four more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PadButton {
    South,
    East,
    West,
    North,
    L1,
    R1,
    L2,
    R2,
    Select,
    Start,
    L3,
    R3,
    Up,
    Down,
    Left,
    Right,
    StickUp,
    StickDown,
    StickLeft,
    StickRight,
}

impl PadButton {
    /// All of them: the first sixteen in the order of the browsers' standard pad.
    pub const ALL: [Self; 20] = [
        Self::South,
        Self::East,
        Self::West,
        Self::North,
        Self::L1,
        Self::R1,
        Self::L2,
        Self::R2,
        Self::Select,
        Self::Start,
        Self::L3,
        Self::R3,
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
        Self::StickUp,
        Self::StickDown,
        Self::StickLeft,
        Self::StickRight,
    ];

    /// Its name in files, which stays the same for ever.
    #[rustfmt::skip]
    pub fn name(self) -> &'static str {
        [
            "south", "east", "west", "north", "l1", "r1", "l2", "r2", "select", "start", "l3", "r3", "up", "down", "left",
            "right", "stick up", "stick down", "stick left", "stick right",
        ][self as usize]
    }

    /// The button with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|button| button.name() == name)
    }

    /// What is written on it, on most pads.
    #[rustfmt::skip]
    pub fn cap(self) -> &'static str {
        [
            "A", "B", "X", "Y", "LB", "RB", "LT", "RT", "SELECT", "START", "LS", "RS", "↑", "↓", "←", "→", "↑", "↓", "←", "→",
        ][self as usize]
    }

    /// Its bit among those that are held.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// What is no button by itself: the left stick (-1 to 1, y down) and the triggers (0 to 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    X,
    Y,
    L2,
    R2,
}

/// Something that happened to a pad, which has a number while it is plugged in.
#[derive(Clone, Debug, PartialEq)]
pub enum PadEvent {
    Plugged { pad: u32, name: String },
    Unplugged { pad: u32 },
    Button { pad: u32, button: PadButton, down: bool },
    Axis { pad: u32, axis: Axis, value: f32 },
}

/// How far a stick must be pushed before it points anywhere, as a part of its way.
const DEAD: f32 = 0.25;
/// How far a trigger must be pulled.
const PULLED: f32 = 0.5;
/// The share of a stick's way that counts as left or right, and as up or down: more, for walking is what one mostly does.
const SLANTED: f32 = 0.38;
const STEEP: f32 = 0.65;
/// An axis that did not rest in the middle when it was plugged in was perhaps only held: it was, when it stays in the middle
/// for so many seconds.
const HELD: f32 = 0.5;
/// The least way that an axis must have from its rest to its end to count.
const MIN_WAY: f32 = 0.25;

/// Whether a stick points left, right, up and down: two of them at most.
pub fn ways(way: Vec2) -> [bool; 4] {
    if way.length() < DEAD {
        return [false; 4];
    }
    let toward = way.normalize_or_zero();
    [toward.x < -SLANTED, toward.x > SLANTED, toward.y < -STEEP, toward.y > STEEP]
}

/// An axis, and where it rests: some rest anywhere but in the middle.
#[derive(Clone, Copy, Debug, Default)]
struct Lever {
    value: f32,
    rest: Option<f32>,
    /// Seconds that it has been in the middle.
    centred: f32,
}

impl Lever {
    fn set(&mut self, value: f32) {
        if !value.is_finite() {
            return;
        }
        self.value = value.clamp(-1.0, 1.0);
        self.rest.get_or_insert(if self.value.abs() > DEAD { self.value } else { 0.0 });
    }

    fn wait(&mut self, dt: f32) {
        self.centred = if self.value.abs() <= DEAD { self.centred + dt } else { 0.0 };
        if self.centred > HELD && self.rest.is_some() {
            self.rest = Some(0.0);
        }
    }

    /// How far it is pushed from its rest, -1 to 1.
    fn pushed(&self) -> f32 {
        let rest = self.rest.unwrap_or(0.0);
        let by = self.value - rest;
        let way = if by > 0.0 { 1.0 - rest } else { 1.0 + rest };
        let at_rest = rest != 0.0 && (by.abs() <= DEAD || self.value.abs() <= DEAD);
        if at_rest || way < MIN_WAY { 0.0 } else { by / way }
    }
}

/// A pad that is plugged in.
#[derive(Clone, Debug, Default)]
struct Pad {
    buttons: u32,
    levers: [Lever; 4],
}

impl Pad {
    /// The bits of all buttons that are held, sticks and triggers included.
    fn held(&self) -> u32 {
        let [x, y, l2, r2] = self.levers.map(|lever| lever.pushed());
        let [left, right, up, down] = ways(Vec2::new(x, y));
        let more = [
            (left, PadButton::StickLeft),
            (right, PadButton::StickRight),
            (up, PadButton::StickUp),
            (down, PadButton::StickDown),
            (l2 > PULLED, PadButton::L2),
            (r2 > PULLED, PadButton::R2),
        ];
        more.into_iter().filter(|(held, _)| *held).fold(self.buttons, |bits, (_, button)| bits | button.bit())
    }
}

/// What all pads together did in a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PadFrame {
    /// Bits of buttons that are held at the end of the frame.
    pub held: u32,
    /// Bits of those that went down during the frame.
    pub pressed: u32,
    /// The name of a pad that was plugged in.
    pub plugged: Option<String>,
    /// A pad that was in use is gone.
    pub lost: bool,
}

/// All pads that are plugged in.
#[derive(Clone, Debug, Default)]
pub struct Pads {
    list: BTreeMap<u32, Pad>,
}

impl Pads {
    /// Takes in what happened during a frame of this many seconds.
    pub fn take(&mut self, events: impl IntoIterator<Item = PadEvent>, dt: f32) -> PadFrame {
        let mut frame = PadFrame::default();
        self.list.values_mut().flat_map(|pad| &mut pad.levers).for_each(|lever| lever.wait(dt));
        for event in events {
            let (PadEvent::Plugged { pad: id, .. }
            | PadEvent::Unplugged { pad: id }
            | PadEvent::Button { pad: id, .. }
            | PadEvent::Axis { pad: id, .. }) = event;
            match event {
                PadEvent::Plugged { name, .. } => {
                    self.list.insert(id, Pad::default());
                    frame.plugged = Some(name);
                }
                PadEvent::Unplugged { .. } => frame.lost |= self.list.remove(&id).is_some(),
                PadEvent::Button { button, down, .. } => self.change(id, &mut frame, |pad| {
                    pad.buttons = if down { pad.buttons | button.bit() } else { pad.buttons & !button.bit() };
                }),
                PadEvent::Axis { axis, value, .. } => {
                    self.change(id, &mut frame, |pad| pad.levers[axis as usize].set(value));
                }
            }
        }
        frame.held = self.list.values().fold(0, |bits, pad| bits | pad.held());
        frame
    }

    fn change(&mut self, id: u32, frame: &mut PadFrame, act: impl FnOnce(&mut Pad)) {
        let Some(pad) = self.list.get_mut(&id) else { return };
        let before = pad.held();
        act(pad);
        frame.pressed |= pad.held() & !before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    fn plugged(axes: &[(Axis, f32)]) -> (Pads, PadFrame) {
        let mut pads = Pads::default();
        let first = [PadEvent::Plugged { pad: 7, name: "a pad".into() }];
        let rest = axes.iter().map(|&(axis, value)| PadEvent::Axis { pad: 7, axis, value });
        let frame = pads.take(first.into_iter().chain(rest), DT);
        (pads, frame)
    }

    fn axis(axis: Axis, value: f32) -> [PadEvent; 1] {
        [PadEvent::Axis { pad: 7, axis, value }]
    }

    fn button(button: PadButton, down: bool) -> PadEvent {
        PadEvent::Button { pad: 7, button, down }
    }

    #[test]
    fn a_tap_within_one_frame_is_heard() {
        let (mut pads, first) = plugged(&[]);
        assert_eq!(first.plugged.as_deref(), Some("a pad"));
        let frame = pads.take([button(PadButton::South, true), button(PadButton::South, false)], DT);
        assert_eq!((frame.held, frame.pressed), (0, PadButton::South.bit()));
    }

    #[test]
    fn a_stick_has_a_round_dead_zone_and_eight_ways() {
        let (mut pads, _) = plugged(&[(Axis::X, 0.0), (Axis::Y, 0.0)]);
        let mut at = |x: f32, y: f32| pads.take(axis(Axis::X, x).into_iter().chain(axis(Axis::Y, y)), DT).held;
        assert_eq!(at(0.17, 0.17), 0, "within the circle");
        assert_eq!(at(0.20, 0.20), PadButton::StickRight.bit() | PadButton::StickDown.bit(), "beyond it");
        assert_eq!(at(1.0, 0.3), PadButton::StickRight.bit());
        assert_eq!(at(-1.0, -1.0), PadButton::StickLeft.bit() | PadButton::StickUp.bit());
        assert_eq!(at(0.0, -1.0), PadButton::StickUp.bit());
        assert_eq!(at(f32::NAN, -1.0), PadButton::StickUp.bit());
        assert_eq!(at(0.0, 0.0), 0);
    }

    #[test]
    fn an_axis_that_rests_off_centre_is_not_pressed() {
        let (mut pads, first) = plugged(&[(Axis::X, 0.6), (Axis::L2, 0.55)]);
        assert_eq!((first.held, first.pressed), (0, 0));
        for jitter in [0.62, 0.5, 0.7, 0.6] {
            assert_eq!(pads.take(axis(Axis::X, jitter), DT).held, 0);
        }
        assert_eq!(pads.take(axis(Axis::X, 1.0), DT).pressed, PadButton::StickRight.bit());
        assert_eq!(pads.take(axis(Axis::X, -1.0), DT).pressed, PadButton::StickLeft.bit());
        assert_eq!(pads.take(axis(Axis::X, 0.6), DT).held, 0);
        assert_eq!(pads.take(axis(Axis::L2, 0.6), DT).held, 0);
        assert_eq!(pads.take(axis(Axis::L2, 1.0), DT).held, PadButton::L2.bit());
    }

    #[test]
    fn a_stick_that_was_held_while_it_was_plugged_in_is_a_stick_again() {
        let (mut pads, _) = plugged(&[(Axis::X, -0.9), (Axis::Y, 0.0)]);
        assert_eq!(pads.take(axis(Axis::X, 0.05), DT).held, 0, "let go");
        (0..40).for_each(|_| assert_eq!(pads.take([], DT).held, 0));
        assert_eq!(pads.take(axis(Axis::X, -0.9), DT).held, PadButton::StickLeft.bit());
        assert_eq!(pads.take(axis(Axis::X, 0.0), DT).held, 0);
    }

    #[test]
    fn pulling_the_plug_lets_go_of_everything() {
        let (mut pads, _) = plugged(&[(Axis::X, 0.0)]);
        pads.take(axis(Axis::X, 1.0).into_iter().chain([button(PadButton::South, true)]), DT);
        let frame = pads.take([PadEvent::Unplugged { pad: 7 }, button(PadButton::East, true)], DT);
        assert_eq!(frame, PadFrame { lost: true, ..PadFrame::default() });
        assert!(!pads.take([PadEvent::Unplugged { pad: 7 }], DT).lost, "once");
        // Two pads at once are one player.
        let plug = |pad| PadEvent::Plugged { pad, name: String::new() };
        let press = |pad, button| PadEvent::Button { pad, button, down: true };
        let both = [plug(1), plug(2), press(1, PadButton::Left), press(2, PadButton::South)];
        assert_eq!(pads.take(both, DT).held, PadButton::Left.bit() | PadButton::South.bit());
    }

    #[test]
    fn names_lead_back_to_their_buttons() {
        for (i, button) in PadButton::ALL.into_iter().enumerate() {
            assert_eq!((PadButton::named(button.name()), button as usize), (Some(button), i));
        }
    }
}
