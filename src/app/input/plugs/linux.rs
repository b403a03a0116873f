//! Pads of Linux, as event devices: looked for once in a second, by a thread of their own, for that takes longer than a frame.
//! Devices that may not be opened are left alone, for most of them are none of a game's business.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{fs, thread};

use evdev::{AbsoluteAxisCode as Abs, Device, EventSummary, KeyCode as Key};

use crate::app::input::pad::{Axis, PadButton, PadEvent};

/// Where the kernel lists its devices.
const FOLDER: &str = "/dev/input";
/// From one look to the next.
const EVERY: Duration = Duration::from_secs(1);
/// A new device may be opened only a little later, when the system has seen to its permissions: so many looks.
const LOOKS: u32 = 5;
/// The most events of a pad that one frame takes in.
const MAX_EVENTS: usize = 1024;

/// Reads the pads that are plugged in.
pub struct Plugs {
    found: Receiver<Device>,
    pads: BTreeMap<u32, EvdevPad>,
    next: u32,
}

/// A pad, and what its axes mean.
struct EvdevPad {
    device: Device,
    axes: Vec<(Abs, Meaning)>,
    /// The driver of these pads takes the upper button for the left one.
    swapped: bool,
}

/// What an axis is, and its least and greatest value.
#[derive(Clone, Copy)]
enum Meaning {
    Lever(Axis, i32, i32),
    /// A cross of buttons that is told as an axis: what is pressed below and above zero.
    Cross(PadButton, PadButton),
}

impl Plugs {
    /// Begins to look for pads.
    pub fn new() -> Self {
        let (to, found) = channel();
        thread::spawn(move || {
            let mut seen: BTreeMap<PathBuf, u32> = BTreeMap::new();
            loop {
                let present = event_files();
                seen.retain(|path, _| present.contains(path));
                for path in present {
                    let looks = seen.entry(path.clone()).or_insert(0);
                    if *looks >= LOOKS {
                        continue;
                    }
                    *looks += 1;
                    let Ok(device) = Device::open(&path) else { continue };
                    *looks = LOOKS;
                    // Nobody listens any more: the game is over.
                    if is_pad(&device) && to.send(device).is_err() {
                        return;
                    }
                }
                thread::sleep(EVERY);
            }
        });
        Self { found, pads: BTreeMap::new(), next: 0 }
    }

    /// What happened since the last frame.
    pub fn events(&mut self) -> Vec<PadEvent> {
        let mut events = Vec::new();
        for device in self.found.try_iter() {
            let Ok(pad) = EvdevPad::new(device) else { continue };
            let id = self.next;
            self.next += 1;
            events.push(PadEvent::Plugged { pad: id, name: pad.device.name().unwrap_or_default().to_owned() });
            events.extend(pad.rest(id));
            self.pads.insert(id, pad);
        }
        self.pads.retain(|&id, pad| {
            let is_there = pad.read(id, &mut events);
            if !is_there {
                events.push(PadEvent::Unplugged { pad: id });
            }
            is_there
        });
        events
    }
}

/// The event devices that there are.
fn event_files() -> Vec<PathBuf> {
    let entries = fs::read_dir(FOLDER).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_event = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("event"));
    entries.filter(is_event).collect()
}

/// Whether a device has the lowest of the four buttons that every pad has.
fn is_pad(device: &Device) -> bool {
    device.supported_keys().is_some_and(|keys| keys.contains(Key::BTN_SOUTH))
}

impl EvdevPad {
    fn new(device: Device) -> std::io::Result<Self> {
        device.set_nonblocking(true)?;
        let name = device.name().unwrap_or_default();
        let swapped = ["X-Box", "Xbox", "XBOX"].iter().any(|word| name.contains(word));
        let axes = device.get_absinfo()?.filter_map(|(axis, info)| {
            let lever = |as_| Meaning::Lever(as_, info.minimum(), info.maximum());
            let meaning = match axis {
                Abs::ABS_X => lever(Axis::X),
                Abs::ABS_Y => lever(Axis::Y),
                Abs::ABS_Z => lever(Axis::L2),
                Abs::ABS_RZ => lever(Axis::R2),
                Abs::ABS_HAT0X => Meaning::Cross(PadButton::Left, PadButton::Right),
                Abs::ABS_HAT0Y => Meaning::Cross(PadButton::Up, PadButton::Down),
                _ => return None,
            };
            (info.maximum() > info.minimum()).then_some((axis, meaning))
        });
        let mut axes: Vec<_> = axes.collect();
        // Without another pair, these are the second stick and no triggers.
        let second = device.supported_absolute_axes().is_some_and(|all| all.contains(Abs::ABS_RX));
        axes.retain(|(axis, _)| second || !matches!(*axis, Abs::ABS_Z | Abs::ABS_RZ));
        Ok(Self { device, axes, swapped })
    }

    /// Where the axes are when the pad is plugged in.
    fn rest(&self, id: u32) -> Vec<PadEvent> {
        let states = self.device.get_absinfo().into_iter().flatten();
        states.flat_map(|(axis, info)| self.axis(id, axis, info.value())).collect()
    }

    /// Reads what happened; false when the pad is gone.
    fn read(&mut self, id: u32, events: &mut Vec<PadEvent>) -> bool {
        let list: Vec<_> = match self.device.fetch_events() {
            Ok(list) => list.take(MAX_EVENTS).collect(),
            Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
        };
        for event in list {
            match event.destructure() {
                EventSummary::Key(_, key, value) if value < 2 => {
                    if let Some(button) = button(key, self.swapped) {
                        events.push(PadEvent::Button { pad: id, button, down: value == 1 });
                    }
                }
                EventSummary::AbsoluteAxis(_, axis, value) => events.extend(self.axis(id, axis, value)),
                _ => {}
            }
        }
        true
    }

    /// What an axis at a value means.
    fn axis(&self, id: u32, axis: Abs, value: i32) -> Vec<PadEvent> {
        let Some((_, meaning)) = self.axes.iter().find(|(known, _)| *known == axis) else { return Vec::new() };
        match *meaning {
            Meaning::Lever(axis, least, most) => {
                vec![PadEvent::Axis { pad: id, axis, value: part(axis, value, least, most) }]
            }
            Meaning::Cross(below, above) => [(below, value < 0), (above, value > 0)]
                .map(|(button, down)| PadEvent::Button { pad: id, button, down })
                .into(),
        }
    }
}

/// Where a value lies on its way: -1 to 1 for a stick, 0 to 1 for a trigger.
fn part(axis: Axis, value: i32, least: i32, most: i32) -> f32 {
    let part = (f64::from(value) - f64::from(least)) / (f64::from(most) - f64::from(least));
    (if matches!(axis, Axis::X | Axis::Y) { part * 2.0 - 1.0 } else { part }) as f32
}

/// The button of a pad that a key of the kernel is.
fn button(key: Key, swapped: bool) -> Option<PadButton> {
    Some(match key {
        Key::BTN_SOUTH => PadButton::South,
        Key::BTN_EAST => PadButton::East,
        Key::BTN_WEST if swapped => PadButton::North,
        Key::BTN_NORTH if swapped => PadButton::West,
        Key::BTN_WEST => PadButton::West,
        Key::BTN_NORTH => PadButton::North,
        Key::BTN_TL => PadButton::L1,
        Key::BTN_TR => PadButton::R1,
        Key::BTN_TL2 => PadButton::L2,
        Key::BTN_TR2 => PadButton::R2,
        Key::BTN_SELECT => PadButton::Select,
        Key::BTN_START => PadButton::Start,
        Key::BTN_THUMBL => PadButton::L3,
        Key::BTN_THUMBR => PadButton::R3,
        Key::BTN_DPAD_UP => PadButton::Up,
        Key::BTN_DPAD_DOWN => PadButton::Down,
        Key::BTN_DPAD_LEFT => PadButton::Left,
        Key::BTN_DPAD_RIGHT => PadButton::Right,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_parts_of_their_way() {
        assert_eq!(part(Axis::X, -32_768, -32_768, 32_767), -1.0);
        assert_eq!(part(Axis::Y, 32_767, -32_768, 32_767), 1.0);
        assert!(part(Axis::X, 128, 0, 255).abs() < 0.01);
        assert_eq!(part(Axis::L2, 0, 0, 1023), 0.0);
        assert_eq!(part(Axis::X, i32::MAX, i32::MIN, i32::MAX), 1.0);
    }

    #[test]
    fn the_upper_button_is_the_upper_one_on_every_pad() {
        assert_eq!(button(Key::BTN_NORTH, false), Some(PadButton::North));
        assert_eq!(button(Key::BTN_WEST, true), Some(PadButton::North), "X-Box pads call it so");
        assert_eq!(button(Key::KEY_A, false), None);
    }

    #[test]
    fn no_pad_is_no_event() {
        let mut plugs = Plugs::new();
        assert!(plugs.events().iter().all(|event| !matches!(event, PadEvent::Unplugged { .. })));
    }
}
