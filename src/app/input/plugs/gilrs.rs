//! Pads of every other system, through gilrs.

use std::collections::BTreeSet;

use gilrs::{Axis as Lever, Button, EventType, Gilrs};

use crate::app::input::pad::{Axis, PadButton, PadEvent};

/// The most events that one frame takes in.
const MAX_EVENTS: usize = 1024;

/// What gilrs hears; nothing where it cannot work.
pub struct Plugs {
    gilrs: Option<Gilrs>,
    /// The pads that were told of. Those that were plugged in before the program began are not announced on every system.
    known: BTreeSet<u32>,
}

impl Plugs {
    /// Begins to listen.
    pub fn new() -> Self {
        Self { gilrs: Gilrs::new().ok(), known: BTreeSet::new() }
    }

    /// What happened since the last frame.
    pub fn events(&mut self) -> Vec<PadEvent> {
        let Some(gilrs) = &mut self.gilrs else { return Vec::new() };
        let mut events = Vec::new();
        for _ in 0..MAX_EVENTS {
            let Some(event) = gilrs.next_event() else { break };
            let pad = usize::from(event.id) as u32;
            let button = |button, down| PadEvent::Button { pad, button, down };
            if event.event == EventType::Disconnected {
                events.extend(self.known.remove(&pad).then_some(PadEvent::Unplugged { pad }));
                continue;
            }
            if self.known.insert(pad) {
                let gamepad = gilrs.gamepad(event.id);
                events.push(PadEvent::Plugged { pad, name: gamepad.name().to_owned() });
                // Where the stick is when the pad is plugged in.
                for lever in [Lever::LeftStickX, Lever::LeftStickY] {
                    events.extend(gamepad.axis_data(lever).and_then(|data| stick(pad, lever, data.value())));
                }
            }
            match event.event {
                EventType::ButtonPressed(which, _) => events.extend(known(which).map(|which| button(which, true))),
                EventType::ButtonReleased(which, _) => events.extend(known(which).map(|which| button(which, false))),
                EventType::ButtonChanged(Button::LeftTrigger2, value, _) => {
                    events.push(PadEvent::Axis { pad, axis: Axis::L2, value });
                }
                EventType::ButtonChanged(Button::RightTrigger2, value, _) => {
                    events.push(PadEvent::Axis { pad, axis: Axis::R2, value });
                }
                EventType::AxisChanged(lever, value, _) => events.extend(stick(pad, lever, value)),
                _ => {}
            }
        }
        events
    }
}

/// A stick that was moved. Its y goes up there.
fn stick(pad: u32, lever: Lever, value: f32) -> Option<PadEvent> {
    match lever {
        Lever::LeftStickX => Some(PadEvent::Axis { pad, axis: Axis::X, value }),
        Lever::LeftStickY => Some(PadEvent::Axis { pad, axis: Axis::Y, value: -value }),
        _ => None,
    }
}

fn known(button: Button) -> Option<PadButton> {
    Some(match button {
        Button::South => PadButton::South,
        Button::East => PadButton::East,
        Button::West => PadButton::West,
        Button::North => PadButton::North,
        Button::LeftTrigger => PadButton::L1,
        Button::RightTrigger => PadButton::R1,
        Button::Select => PadButton::Select,
        Button::Start => PadButton::Start,
        Button::LeftThumb => PadButton::L3,
        Button::RightThumb => PadButton::R3,
        Button::DPadUp => PadButton::Up,
        Button::DPadDown => PadButton::Down,
        Button::DPadLeft => PadButton::Left,
        Button::DPadRight => PadButton::Right,
        _ => return None,
    })
}
