//! A second connection to the X server. It checks beforehand that there is a server, and reports events that the window
//! library does not: input while the game sleeps, focus, whether the window is hidden, and dropped files.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use x11rb::connection::Connection;
use x11rb::errors::ReplyError;
use x11rb::protocol::Event;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, InputFocus, Visibility, Window,
};
use x11rb::reexports::x11rb_protocol::parse_display::parse_display;
use x11rb::rust_connection::RustConnection;

use super::x11_drop::DropTarget;
use super::{MIN_SCREEN_RATE, WINDOW_CLASS, WindowEvent};

/// The highest display number: the port is 6000 higher.
const MAX_DISPLAY: u16 = u16::MAX - 6000;

/// The server named by `DISPLAY`.
pub struct Display {
    connection: RustConnection,
    root: Window,
}

impl Display {
    /// Connects, and watches for new windows from now on.
    pub fn connect() -> Result<Self, String> {
        let named = parse_display(None).map_err(|error| error.to_string())?;
        if named.display > MAX_DISPLAY {
            return Err(format!("displays have numbers up to {MAX_DISPLAY}"));
        }
        let (connection, screen) = x11rb::connect(None).map_err(|error| error.to_string())?;
        let root = connection.setup().roots[screen].root;
        let display = Self { connection, root };
        display.listen(root, EventMask::SUBSTRUCTURE_NOTIFY).map_err(|error| error.to_string())?;
        Ok(display)
    }

    /// Whether the server supports GLX.
    pub fn has_glx(&self) -> bool {
        let request = self.connection.query_extension(b"GLX");
        request.ok().and_then(|request| request.reply().ok()).is_some_and(|glx| glx.present)
    }

    /// The refresh rate of the screen in Hz, if known.
    pub fn rate(&self) -> Option<f32> {
        let info = self.connection.randr_get_screen_info(self.root).ok()?.reply().ok()?;
        Some(f32::from(info.rate)).filter(|rate| *rate >= MIN_SCREEN_RATE)
    }

    /// Reports the events of the window that has been opened since.
    pub fn watch(self) -> Receiver<WindowEvent> {
        let (sender, receiver) = channel();
        // The thread ends with the connection or with the receiver.
        thread::spawn(move || self.forward(&sender));
        receiver
    }

    fn listen(&self, window: Window, events: EventMask) -> Result<(), ReplyError> {
        let events = ChangeWindowAttributesAux::new().event_mask(events);
        self.connection.change_window_attributes(window, &events)?.check()
    }

    fn atom(&self, name: &str) -> Result<u32, ReplyError> {
        Ok(self.connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
    }

    fn forward(&self, events: &Sender<WindowEvent>) -> Result<(), ReplyError> {
        let window = self.find()?;
        let (state, hidden_state) = (self.atom("_NET_WM_STATE")?, self.atom("_NET_WM_STATE_HIDDEN")?);
        let mut drops = DropTarget::new(&self.connection, self.root, window).ok();
        // The reasons why the window is hidden.
        let (mut unmapped, mut covered, mut minimised) = (false, false, false);
        let (mut focused, mut reported) = (self.has_focus(window)?, (true, false));
        loop {
            let hidden = unmapped || covered || minimised;
            let list = [
                (focused != reported.0).then_some(WindowEvent::Focused(focused)),
                (hidden != reported.1).then_some(WindowEvent::Hidden(hidden)),
                Some(WindowEvent::Input),
            ];
            if list.into_iter().flatten().any(|event| events.send(event).is_err()) {
                return Ok(());
            }
            reported = (focused, hidden);
            let event = self.connection.wait_for_event()?;
            if let Some(drops) = &mut drops {
                // A source may be gone before it gets an answer.
                let dropped = drops.answer(&self.connection, &event).unwrap_or_default();
                if !dropped.is_empty() && events.send(WindowEvent::Dropped(dropped)).is_err() {
                    return Ok(());
                }
            }
            match event {
                Event::UnmapNotify(event) if event.window == window => unmapped = true,
                Event::MapNotify(event) if event.window == window => unmapped = false,
                Event::DestroyNotify(event) if event.window == window => return Ok(()),
                Event::VisibilityNotify(event) => covered = event.state == Visibility::FULLY_OBSCURED,
                Event::PropertyNotify(event) if event.atom == state => {
                    let list = self.connection.get_property(false, window, state, AtomEnum::ATOM, 0, 64)?.reply()?;
                    minimised = list.value32().is_some_and(|mut atoms| atoms.any(|atom| atom == hidden_state));
                }
                Event::FocusIn(_) | Event::FocusOut(_) | Event::EnterNotify(_) | Event::LeaveNotify(_) => {
                    focused = self.has_focus(window)?;
                }
                _ => {}
            }
        }
    }

    /// Waits for the game's window.
    fn find(&self) -> Result<Window, ReplyError> {
        loop {
            // A new window has no class yet, but gets one before it is shown.
            let window = match self.connection.wait_for_event()? {
                Event::CreateNotify(event) => event.window,
                Event::ConfigureNotify(event) => event.window,
                Event::ReparentNotify(event) => event.window,
                Event::MapNotify(event) => event.window,
                _ => continue,
            };
            // Other windows may be gone already.
            let class = self.class(window).unwrap_or_default();
            if class.split(|byte| *byte == 0).any(|name| name == WINDOW_CLASS.as_bytes()) {
                let events = EventMask::KEY_PRESS
                    | EventMask::KEY_RELEASE
                    | EventMask::POINTER_MOTION
                    | EventMask::ENTER_WINDOW
                    | EventMask::LEAVE_WINDOW
                    | EventMask::FOCUS_CHANGE
                    | EventMask::STRUCTURE_NOTIFY
                    | EventMask::VISIBILITY_CHANGE
                    | EventMask::PROPERTY_CHANGE;
                self.listen(window, events)?;
                self.listen(self.root, EventMask::NO_EVENT)?;
                return Ok(window);
            }
        }
    }

    fn class(&self, window: Window) -> Result<Vec<u8>, ReplyError> {
        let (property, kind) = (AtomEnum::WM_CLASS, AtomEnum::STRING);
        Ok(self.connection.get_property(false, window, property, kind, 0, 64)?.reply()?.value)
    }

    /// Whether the window has the keyboard focus: it or its parent has it, or no window has it and the mouse is over it.
    fn has_focus(&self, window: Window) -> Result<bool, ReplyError> {
        let mut parents = vec![window];
        while let Some(inner) = parents.last().filter(|inner| **inner != self.root) {
            parents.push(self.connection.query_tree(*inner)?.reply()?.parent);
        }
        parents.pop();
        let focus = self.connection.get_input_focus()?.reply()?.focus;
        if focus != self.root && focus != u32::from(InputFocus::POINTER_ROOT) {
            return Ok(parents.contains(&focus));
        }
        Ok(parents.contains(&self.connection.query_pointer(self.root)?.reply()?.child))
    }
}
