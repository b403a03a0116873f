//! Controllers on Linux, as event devices. A thread looks for new ones every second, because that takes longer than a frame.
//! Devices without permission are skipped: most of them are no controllers.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{fs, thread};

use evdev::{
    AbsoluteAxisCode as Abs, Device, EventSummary, FFEffect, FFEffectCode, FFEffectData, FFEffectKind, FFReplay,
    FFTrigger, KeyCode as Key,
};

use super::{MAX_EVENTS, Rumble};
use crate::app::input::pad::{Axis, PadButton, PadEvent, PadFamily};

/// The kernel's folder of devices.
const DEVICE_FOLDER: &str = "/dev/input";
/// Time between two scans.
const SCAN_INTERVAL: Duration = Duration::from_secs(1);
/// The system sets the permissions of a new device with a delay: it is tried in this many scans.
const MAX_SCANS: u32 = 5;
/// Reads the connected controllers.
pub struct Plugs {
    found: Receiver<Device>,
    pads: BTreeMap<u32, EvdevPad>,
    next: u32,
}

/// A controller, and the meaning of its axes.
struct EvdevPad {
    device: Device,
    axes: Vec<(Abs, AxisKind)>,
    /// The driver of these controllers swaps the upper and the left button.
    swapped: bool,
    /// What shakes it. It stops when this is dropped.
    shaking: Option<FFEffect>,
}

/// The kind of an axis.
enum AxisKind {
    /// A stick or a trigger, with its minimum and maximum.
    Lever(Axis, i32, i32),
    /// A D-pad that is reported as an axis: the buttons below and above zero.
    Cross(PadButton, PadButton),
}

impl Plugs {
    /// Begins to look for controllers.
    pub fn new() -> Self {
        let (sender, found) = channel();
        thread::spawn(move || {
            let mut scans: BTreeMap<PathBuf, u32> = BTreeMap::new();
            loop {
                let present = event_files();
                scans.retain(|path, _| present.contains(path));
                for path in present {
                    let count = scans.entry(path.clone()).or_insert(0);
                    if *count >= MAX_SCANS {
                        continue;
                    }
                    *count += 1;
                    let Ok(device) = Device::open(&path) else { continue };
                    *count = MAX_SCANS;
                    // Sending fails once the game has ended.
                    if is_pad(&device) && sender.send(device).is_err() {
                        return;
                    }
                }
                thread::sleep(SCAN_INTERVAL);
            }
        });
        Self { found, pads: BTreeMap::new(), next: 0 }
    }

    /// The events since the last frame.
    pub fn events(&mut self) -> Vec<PadEvent> {
        let mut events = Vec::new();
        for device in self.found.try_iter() {
            let Ok(pad) = EvdevPad::new(device) else { continue };
            let id = self.next;
            self.next += 1;
            let name = pad.device.name().unwrap_or_default().to_owned();
            let family = PadFamily::of(Some(pad.device.input_id().vendor()), &name);
            events.push(PadEvent::Plugged { pad: id, name, family });
            events.extend(pad.rest(id));
            self.pads.insert(id, pad);
        }
        self.pads.retain(|&id, pad| {
            let connected = pad.read(id, &mut events);
            events.extend((!connected).then_some(PadEvent::Unplugged { pad: id }));
            connected
        });
        events
    }

    /// Shakes the controllers that can be shaken.
    pub fn rumble(&mut self, rumble: Rumble) {
        self.pads.values_mut().for_each(|pad| pad.rumble(rumble));
    }
}

/// The files of all event devices.
fn event_files() -> Vec<PathBuf> {
    let entries = fs::read_dir(DEVICE_FOLDER).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_event = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("event"));
    entries.filter(is_event).collect()
}

/// Whether a device has the lowest of the four buttons, as every controller does.
fn is_pad(device: &Device) -> bool {
    device.supported_keys().is_some_and(|keys| keys.contains(Key::BTN_SOUTH))
}

impl EvdevPad {
    fn new(device: Device) -> std::io::Result<Self> {
        device.set_nonblocking(true)?;
        let name = device.name().unwrap_or_default();
        let swapped = ["X-Box", "Xbox", "XBOX"].iter().any(|word| name.contains(word));
        let axes = device.get_absinfo()?.filter_map(|(axis, info)| {
            let lever = |axis| AxisKind::Lever(axis, info.minimum(), info.maximum());
            let kind = match axis {
                Abs::ABS_X => lever(Axis::X),
                Abs::ABS_Y => lever(Axis::Y),
                Abs::ABS_Z => lever(Axis::L2),
                Abs::ABS_RZ => lever(Axis::R2),
                Abs::ABS_HAT0X => AxisKind::Cross(PadButton::Left, PadButton::Right),
                Abs::ABS_HAT0Y => AxisKind::Cross(PadButton::Up, PadButton::Down),
                _ => return None,
            };
            (info.maximum() > info.minimum()).then_some((axis, kind))
        });
        let mut axes: Vec<_> = axes.collect();
        // Without ABS_RX, these two are the second stick, not triggers.
        let second = device.supported_absolute_axes().is_some_and(|all| all.contains(Abs::ABS_RX));
        axes.retain(|(axis, _)| second || !matches!(*axis, Abs::ABS_Z | Abs::ABS_RZ));
        Ok(Self { device, axes, swapped, shaking: None })
    }

    /// Shakes it, if it has motors and may be written to.
    fn rumble(&mut self, rumble: Rumble) {
        if !self.device.supported_ff().is_some_and(|effects| effects.contains(FFEffectCode::FF_RUMBLE)) {
            return;
        }
        let [strong_magnitude, weak_magnitude] = rumble.magnitudes();
        let data = FFEffectData {
            direction: 0,
            trigger: FFTrigger::default(),
            replay: FFReplay { length: rumble.millis, delay: 0 },
            kind: FFEffectKind::Rumble { strong_magnitude, weak_magnitude },
        };
        // A controller has few places for effects: the last one gives its place up.
        self.shaking = None;
        self.shaking = self.device.upload_ff_effect(data).ok();
        // It fails once the controller is gone.
        self.shaking.iter_mut().for_each(|effect| _ = effect.play(1));
    }

    /// The positions of the axes when the controller is connected.
    fn rest(&self, id: u32) -> Vec<PadEvent> {
        let states = self.device.get_absinfo().into_iter().flatten();
        states.flat_map(|(axis, info)| self.axis(id, axis, info.value())).collect()
    }

    /// Reads the events; false once the controller is disconnected.
    fn read(&mut self, id: u32, events: &mut Vec<PadEvent>) -> bool {
        let list: Vec<_> = match self.device.fetch_events() {
            Ok(list) => list.take(MAX_EVENTS).collect(),
            Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
        };
        for event in list {
            match event.destructure() {
                EventSummary::Key(_, key, value) if value < 2 => {
                    let event = |button| PadEvent::Button { pad: id, button, down: value == 1 };
                    events.extend(button(key, self.swapped).map(event));
                }
                EventSummary::AbsoluteAxis(_, axis, value) => events.extend(self.axis(id, axis, value)),
                _ => {}
            }
        }
        true
    }

    /// The events of an axis at a value.
    fn axis(&self, id: u32, axis: Abs, value: i32) -> Vec<PadEvent> {
        let Some((_, kind)) = self.axes.iter().find(|(known, _)| *known == axis) else { return Vec::new() };
        match *kind {
            AxisKind::Lever(axis, min, max) => {
                vec![PadEvent::Axis { pad: id, axis, value: part(axis, value, min, max) }]
            }
            AxisKind::Cross(below, above) => [(below, value < 0), (above, value > 0)]
                .map(|(button, down)| PadEvent::Button { pad: id, button, down })
                .into(),
        }
    }
}

/// Normalizes a value: -1 to 1 for a stick, 0 to 1 for a trigger.
fn part(axis: Axis, value: i32, min: i32, max: i32) -> f32 {
    let part = (f64::from(value) - f64::from(min)) / (f64::from(max) - f64::from(min));
    (if matches!(axis, Axis::X | Axis::Y) { part * 2.0 - 1.0 } else { part }) as f32
}

/// The controller button of a key code.
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
    fn values_are_normalized() {
        assert_eq!(part(Axis::X, -32_768, -32_768, 32_767), -1.0);
        assert_eq!(part(Axis::Y, 32_767, -32_768, 32_767), 1.0);
        assert!(part(Axis::X, 128, 0, 255).abs() < 0.01);
        assert_eq!(part(Axis::L2, 0, 0, 1023), 0.0);
        assert_eq!(part(Axis::X, i32::MAX, i32::MIN, i32::MAX), 1.0);
    }

    #[test]
    fn xbox_controllers_swap_the_upper_and_the_left_button() {
        assert_eq!(button(Key::BTN_NORTH, false), Some(PadButton::North));
        assert_eq!(button(Key::BTN_WEST, true), Some(PadButton::North));
        assert_eq!(button(Key::KEY_A, false), None);
    }
}
