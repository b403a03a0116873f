//! Sources of controller events: `/dev/input` on Linux, the page in a browser, gilrs everywhere else.

#[cfg_attr(target_family = "wasm", path = "page.rs")]
#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(any(target_family = "wasm", target_os = "linux")), path = "gilrs.rs")]
mod system;

/// How strongly and how long a controller shakes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rumble {
    /// The share of the heavy motor and of the light one, 0 to 1.
    pub strong: f32,
    pub weak: f32,
    /// For how many milliseconds.
    pub millis: u16,
}

impl Rumble {
    /// Both shares as most systems want them.
    #[cfg(not(target_family = "wasm"))]
    fn magnitudes(self) -> [u16; 2] {
        [self.strong, self.weak].map(|share| (share.clamp(0.0, 1.0) * f32::from(u16::MAX)) as u16)
    }
}

/// The most events of a controller that one frame handles.
#[cfg(not(target_family = "wasm"))]
const MAX_EVENTS: usize = 1024;

pub use system::Plugs;

/// Events from the difference of two lists of the page. A list has a line per controller: id, bits of the buttons in the standard
/// order, four axes, and name. `known` holds the bits of the last list.
#[cfg(any(target_family = "wasm", test))]
fn changed(known: &mut std::collections::BTreeMap<u32, u32>, list: &str) -> Vec<super::pad::PadEvent> {
    use super::pad::{Axis, PadButton, PadEvent, PadFamily};

    let mut events = Vec::new();
    let pads: Vec<(u32, u32, Vec<f32>, &str)> = list
        .lines()
        .filter_map(|line| {
            let mut words = line.splitn(7, '\t');
            let (pad, bits) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let axes = words.by_ref().take(4).map(|word| word.parse().unwrap_or(0.0)).collect();
            Some((pad, bits, axes, words.next().unwrap_or_default()))
        })
        .collect();
    known.retain(|&pad, _| {
        let connected = pads.iter().any(|(id, ..)| *id == pad);
        events.extend((!connected).then_some(PadEvent::Unplugged { pad }));
        connected
    });
    for (pad, bits, axes, name) in pads {
        let before = known.insert(pad, bits).unwrap_or_else(|| {
            events.push(PadEvent::Plugged { pad, name: name.to_owned(), family: PadFamily::of(None, name) });
            0
        });
        let changed = PadButton::ALL.into_iter().filter(|button| (bits ^ before) & button.bit() != 0);
        events.extend(changed.map(|button| PadEvent::Button { pad, button, down: bits & button.bit() != 0 }));
        let levers = [Axis::X, Axis::Y, Axis::L2, Axis::R2].into_iter().zip(axes);
        events.extend(levers.map(|(axis, value)| PadEvent::Axis { pad, axis, value }));
    }
    events
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::pad::{PadButton, PadFrame, Pads};
    use super::*;

    #[test]
    fn lists_of_the_page_become_events() {
        let (mut pads, mut known) = (Pads::default(), BTreeMap::new());
        let mut frame = |list: &str| pads.take(changed(&mut known, list), 0.016);
        assert_eq!(frame(""), PadFrame::default());
        let first = frame("3\t1\t0.02\t-0.01\t0\t0\tA pad\twith a tab");
        assert_eq!(first.plugged.as_deref(), Some("A pad\twith a tab"));
        assert_eq!(first.pressed, PadButton::South.bit(), "browsers show a pad with its first press");
        let second = frame("3\t16384\t0.9\t0\t0\t1\tA pad");
        assert_eq!(second.held, PadButton::Left.bit() | PadButton::StickRight.bit() | PadButton::R2.bit());
        assert_eq!(second.plugged, None);
        assert!(frame("nonsense\n4\tx").lost, "unreadable lines are no controllers");
    }
}
