//! Controllers, from the events of any system: the buttons held, with sticks and triggers as buttons.

use std::collections::BTreeMap;

use glam::Vec2;
use seamwalker_collide::named_enum;

named_enum! {
    /// A controller button, by its position; the left stick is four more. The names are in save files. The first sixteen are in the
    /// order of the browsers' standard controller.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum PadButton {
        South = "south", East = "east", West = "west", North = "north",
        L1 = "l1", R1 = "r1", L2 = "l2", R2 = "r2",
        Select = "select", Start = "start", L3 = "l3", R3 = "r3",
        Up = "up", Down = "down", Left = "left", Right = "right",
        StickUp = "stick up", StickDown = "stick down", StickLeft = "stick left", StickRight = "stick right",
    }
}

named_enum! {
    /// Controllers whose buttons have the same labels. The names are those of the pictures.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub enum PadFamily {
        #[default]
        Xbox = "xbox", PlayStation = "playstation", Nintendo = "nintendo", SteamDeck = "deck",
    }
}

/// The USB vendors of Sony, Nintendo and Valve; all others build what has Xbox's labels.
const VENDORS: [(u16, PadFamily); 3] =
    [(0x054c, PadFamily::PlayStation), (0x057e, PadFamily::Nintendo), (0x28de, PadFamily::SteamDeck)];

/// Words in the names of controllers, where the vendor is not known.
const FAMILY_WORDS: [(&str, PadFamily); 10] = [
    ("dualsense", PadFamily::PlayStation),
    ("dualshock", PadFamily::PlayStation),
    ("playstation", PadFamily::PlayStation),
    ("sony", PadFamily::PlayStation),
    ("nintendo", PadFamily::Nintendo),
    ("switch pro", PadFamily::Nintendo),
    ("joy-con", PadFamily::Nintendo),
    ("vendor: 054c", PadFamily::PlayStation),
    ("vendor: 057e", PadFamily::Nintendo),
    ("steam deck", PadFamily::SteamDeck),
];

impl PadFamily {
    /// That of a controller, by its USB vendor where that is known, else by its name.
    pub fn of(vendor: Option<u16>, name: &str) -> Self {
        let name = name.to_lowercase();
        let by_vendor = VENDORS.iter().find(|(id, _)| vendor == Some(*id));
        // Steam passes all controllers on as one of Xbox's layout, under Valve's number; its own pads have other names.
        let by_vendor = by_vendor.filter(|(_, family)| *family != Self::SteamDeck || name.contains("deck"));
        let by_name = || FAMILY_WORDS.iter().find(|(word, _)| name.contains(word)).map(|(_, family)| *family);
        by_vendor.map(|(_, family)| *family).or_else(by_name).unwrap_or(Self::Xbox)
    }
}

impl PadButton {
    /// The label on a controller of this family.
    pub fn cap(self, family: PadFamily) -> &'static str {
        const ARROWS: [&str; 4] = ["↑", "↓", "←", "→"];
        let i = self as usize;
        if i >= Self::Up as usize {
            return ARROWS[(i - Self::Up as usize) % 4];
        }
        let caps: [&str; 12] = match family {
            PadFamily::Xbox => ["A", "B", "X", "Y", "LB", "RB", "LT", "RT", "SELECT", "START", "LS", "RS"],
            PadFamily::PlayStation => ["X", "O", "[]", "/\\", "L1", "R1", "L2", "R2", "SHARE", "OPTIONS", "L3", "R3"],
            PadFamily::Nintendo => ["B", "A", "Y", "X", "L", "R", "ZL", "ZR", "-", "+", "LS", "RS"],
            PadFamily::SteamDeck => ["A", "B", "X", "Y", "L1", "R1", "L2", "R2", "VIEW", "MENU", "L3", "R3"],
        };
        caps[i]
    }

    /// Its bit in sets of buttons.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Analogue inputs: the left stick (-1 to 1, y down) and the triggers (0 to 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    X,
    Y,
    L2,
    R2,
}

/// An event of a controller, which has an id while it is connected.
pub enum PadEvent {
    Plugged { pad: u32, name: String, family: PadFamily },
    Unplugged { pad: u32 },
    Button { pad: u32, button: PadButton, down: bool },
    Axis { pad: u32, axis: Axis, value: f32 },
}

/// Dead zone of a stick, as a share of its range.
const DEAD_ZONE: f32 = 0.25;
/// A trigger pulled farther than this is pressed.
const TRIGGER_THRESHOLD: f32 = 0.5;
/// Share of a stick's direction that counts as horizontal and as vertical. Vertical needs more: players mostly walk.
const HORIZONTAL_THRESHOLD: f32 = 0.38;
const VERTICAL_THRESHOLD: f32 = 0.65;
/// An axis that was off centre when it was connected may only have been held. It was, if it then stays centred this long, in
/// seconds.
const RECENTRE_SECONDS: f32 = 0.5;
/// An axis with less range than this from its rest to its end is ignored.
const MIN_AXIS_RANGE: f32 = 0.25;

/// Whether a stick points left, right, up and down: at most two of them.
pub fn ways(stick: Vec2) -> [bool; 4] {
    if stick.length() < DEAD_ZONE {
        return [false; 4];
    }
    let Vec2 { x, y } = stick.normalize_or_zero();
    [x < -HORIZONTAL_THRESHOLD, x > HORIZONTAL_THRESHOLD, y < -VERTICAL_THRESHOLD, y > VERTICAL_THRESHOLD]
}

/// An axis and its rest position, which is not always the centre.
#[derive(Clone, Copy, Debug, Default)]
struct Lever {
    value: f32,
    rest: Option<f32>,
    /// Seconds that it has been centred.
    centred: f32,
}

impl Lever {
    fn set(&mut self, value: f32) {
        if !value.is_finite() {
            return;
        }
        self.value = value.clamp(-1.0, 1.0);
        self.rest.get_or_insert(if self.value.abs() > DEAD_ZONE { self.value } else { 0.0 });
    }

    fn wait(&mut self, dt: f32) {
        self.centred = if self.value.abs() <= DEAD_ZONE { self.centred + dt } else { 0.0 };
        if self.centred > RECENTRE_SECONDS && self.rest.is_some() {
            self.rest = Some(0.0);
        }
    }

    /// The deflection from its rest, -1 to 1.
    fn deflection(&self) -> f32 {
        let rest = self.rest.unwrap_or(0.0);
        let by = self.value - rest;
        let range = if by > 0.0 { 1.0 - rest } else { 1.0 + rest };
        let at_rest = rest != 0.0 && (by.abs() <= DEAD_ZONE || self.value.abs() <= DEAD_ZONE);
        if at_rest || range < MIN_AXIS_RANGE { 0.0 } else { by / range }
    }
}

/// A connected controller.
#[derive(Clone, Debug, Default)]
struct Pad {
    family: PadFamily,
    buttons: u32,
    levers: [Lever; 4],
}

impl Pad {
    /// The bits of all buttons held, sticks and triggers included.
    fn held(&self) -> u32 {
        let [x, y, l2, r2] = self.levers.map(|lever| lever.deflection());
        let [left, right, up, down] = ways(Vec2::new(x, y));
        let more = [
            (left, PadButton::StickLeft),
            (right, PadButton::StickRight),
            (up, PadButton::StickUp),
            (down, PadButton::StickDown),
            (l2 > TRIGGER_THRESHOLD, PadButton::L2),
            (r2 > TRIGGER_THRESHOLD, PadButton::R2),
        ];
        more.into_iter().filter(|(held, _)| *held).fold(self.buttons, |bits, (_, button)| bits | button.bit())
    }
}

/// The input of all controllers together in a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PadFrame {
    /// Bits of the buttons held at the end of the frame.
    pub held: u32,
    /// Bits of the buttons that went down during the frame.
    pub pressed: u32,
    /// The family of the controller that was pressed last in the frame.
    pub family: Option<PadFamily>,
    /// The name of a controller that was connected.
    pub plugged: Option<String>,
    /// A controller was disconnected.
    pub lost: bool,
}

/// All connected controllers.
#[derive(Clone, Debug, Default)]
pub struct Pads {
    list: BTreeMap<u32, Pad>,
}

impl Pads {
    /// Applies the events of a frame of this many seconds.
    pub fn take(&mut self, events: impl IntoIterator<Item = PadEvent>, dt: f32) -> PadFrame {
        let mut frame = PadFrame::default();
        self.list.values_mut().flat_map(|pad| &mut pad.levers).for_each(|lever| lever.wait(dt));
        for event in events {
            let (PadEvent::Plugged { pad: id, .. }
            | PadEvent::Unplugged { pad: id }
            | PadEvent::Button { pad: id, .. }
            | PadEvent::Axis { pad: id, .. }) = event;
            match event {
                PadEvent::Plugged { name, family, .. } => {
                    self.list.insert(id, Pad { family, ..Pad::default() });
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
        let pressed = pad.held() & !before;
        frame.pressed |= pressed;
        if pressed != 0 {
            frame.family = Some(pad.family);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    fn plugged(axes: &[(Axis, f32)]) -> (Pads, PadFrame) {
        let mut pads = Pads::default();
        let first = [PadEvent::Plugged { pad: 7, name: "a pad".into(), family: PadFamily::Xbox }];
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
    fn a_tap_within_one_frame_counts() {
        let (mut pads, first) = plugged(&[]);
        assert_eq!(first.plugged.as_deref(), Some("a pad"));
        let frame = pads.take([button(PadButton::South, true), button(PadButton::South, false)], DT);
        assert_eq!((frame.held, frame.pressed), (0, PadButton::South.bit()));
    }

    #[test]
    fn a_stick_has_a_round_dead_zone_and_eight_directions() {
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
    fn a_stick_held_while_connecting_is_recentred() {
        let (mut pads, _) = plugged(&[(Axis::X, -0.9), (Axis::Y, 0.0)]);
        assert_eq!(pads.take(axis(Axis::X, 0.05), DT).held, 0, "released");
        (0..40).for_each(|_| assert_eq!(pads.take([], DT).held, 0));
        assert_eq!(pads.take(axis(Axis::X, -0.9), DT).held, PadButton::StickLeft.bit());
        assert_eq!(pads.take(axis(Axis::X, 0.0), DT).held, 0);
    }

    #[test]
    fn disconnecting_releases_everything() {
        let (mut pads, _) = plugged(&[(Axis::X, 0.0)]);
        pads.take(axis(Axis::X, 1.0).into_iter().chain([button(PadButton::South, true)]), DT);
        let frame = pads.take([PadEvent::Unplugged { pad: 7 }, button(PadButton::East, true)], DT);
        assert_eq!(frame, PadFrame { lost: true, ..PadFrame::default() });
        assert!(!pads.take([PadEvent::Unplugged { pad: 7 }], DT).lost, "once");
        // Two controllers act as one player.
        let plug = |pad| PadEvent::Plugged { pad, name: String::new(), family: PadFamily::Xbox };
        let press = |pad, button| PadEvent::Button { pad, button, down: true };
        let both = [plug(1), plug(2), press(1, PadButton::Left), press(2, PadButton::South)];
        assert_eq!(pads.take(both, DT).held, PadButton::Left.bit() | PadButton::South.bit());
    }

    #[test]
    fn the_family_is_that_of_the_controller_used_last() {
        let mut pads = Pads::default();
        let plug =
            |pad, vendor, name: &str| PadEvent::Plugged { pad, name: name.into(), family: PadFamily::of(vendor, name) };
        pads.take([plug(1, Some(0x057e), "Pro Controller"), plug(2, None, "Sony DualSense")], DT);
        let mut press = |pad| pads.take([PadEvent::Button { pad, button: PadButton::South, down: true }], DT).family;
        assert_eq!(press(1), Some(PadFamily::Nintendo));
        assert_eq!(press(2), Some(PadFamily::PlayStation));
        assert_eq!(press(2), None, "held already");
    }

    #[test]
    fn families_are_found_by_vendor_or_name() {
        for (vendor, name, family) in [
            (Some(0x054c), "Wireless Controller", PadFamily::PlayStation),
            (None, "Wireless Controller (STANDARD GAMEPAD Vendor: 054c Product: 0ce6)", PadFamily::PlayStation),
            (None, "Pro Controller (STANDARD GAMEPAD Vendor: 057e Product: 2009)", PadFamily::Nintendo),
            (Some(0x045e), "Xbox Wireless Controller", PadFamily::Xbox),
            (Some(0x28de), "Steam Deck", PadFamily::SteamDeck),
            (Some(0x28de), "Microsoft X-Box 360 pad 0", PadFamily::Xbox),
            (None, "", PadFamily::Xbox),
        ] {
            assert_eq!(PadFamily::of(vendor, name), family, "{name}");
        }
    }
}
