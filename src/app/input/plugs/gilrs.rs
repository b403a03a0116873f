//! Controllers on all other systems, through gilrs.

use std::collections::BTreeSet;

use gilrs::ff::{BaseEffect, BaseEffectType, Effect, EffectBuilder, Replay, Ticks};
use gilrs::{Axis as Lever, Button, EventType, Gilrs};

use super::{MAX_EVENTS, Rumble};
use crate::app::input::pad::{Axis, PadButton, PadEvent, PadFamily};

/// Reads events from gilrs, where it works.
pub struct Plugs {
    gilrs: Option<Gilrs>,
    /// Controllers already reported. Some systems do not announce those connected before the program began.
    known: BTreeSet<u32>,
    /// What shakes them. They stop when this is dropped.
    shaking: Option<Effect>,
}

impl Plugs {
    /// Begins to read events.
    pub fn new() -> Self {
        Self { gilrs: Gilrs::new().ok(), known: BTreeSet::new(), shaking: None }
    }

    /// The events since the last frame.
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
                let family = PadFamily::of(gamepad.vendor_id(), gamepad.name());
                events.push(PadEvent::Plugged { pad, name: gamepad.name().to_owned(), family });
                // The stick's position when the controller is connected.
                for lever in [Lever::LeftStickX, Lever::LeftStickY] {
                    events.extend(gamepad.axis_data(lever).and_then(|data| stick(pad, lever, data.value())));
                }
            }
            match event.event {
                EventType::ButtonPressed(code, _) => events.extend(known(code).map(|code| button(code, true))),
                EventType::ButtonReleased(code, _) => events.extend(known(code).map(|code| button(code, false))),
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

    /// Shakes the controllers that can be shaken.
    pub fn rumble(&mut self, rumble: Rumble) {
        let Some(gilrs) = &mut self.gilrs else { return };
        let pads: Vec<_> = gilrs.gamepads().filter(|(_, pad)| pad.is_ff_supported()).map(|(id, _)| id).collect();
        let [strong, weak] = rumble.magnitudes();
        let mut builder = EffectBuilder::new();
        for kind in [BaseEffectType::Strong { magnitude: strong }, BaseEffectType::Weak { magnitude: weak }] {
            let play_for = Ticks::from_ms(u32::from(rumble.millis));
            let scheduling = Replay { play_for, with_delay: play_for, ..Replay::default() };
            builder.add_effect(BaseEffect { kind, scheduling, ..BaseEffect::default() });
        }
        builder.repeat(gilrs::ff::Repeat::For(Ticks::from_ms(u32::from(rumble.millis)))).gamepads(&pads);
        self.shaking = builder.finish(gilrs).ok();
        // It fails once the controller is gone.
        self.shaking.iter().for_each(|effect| _ = effect.play());
    }
}

/// The event of a moved stick. In gilrs, y goes up.
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
