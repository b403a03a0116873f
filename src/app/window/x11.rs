//! A connection to the X server beside the window library's: it finds out beforehand whether there is a server, and later
//! tells what the library keeps to itself: a key that is pressed while the game sleeps, that the window has the focus,
//! and that it is hidden.

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

use super::{CLASS, Told};

/// The highest number of a display: where it becomes a port, 6000 is added.
const MAX: u16 = u16::MAX - 6000;

/// The server that `DISPLAY` names.
pub struct Display {
    connection: RustConnection,
    root: Window,
}

impl Display {
    /// Connects. What windows are made from now on is noted.
    pub fn connect() -> Result<Self, String> {
        let named = parse_display(None).map_err(|error| error.to_string())?;
        if named.display > MAX {
            return Err(format!("displays have numbers up to {MAX}"));
        }
        let (connection, screen) = x11rb::connect(None).map_err(|error| error.to_string())?;
        let root = connection.setup().roots[screen].root;
        let display = Self { connection, root };
        let asked = display.listen(root, EventMask::SUBSTRUCTURE_NOTIFY);
        asked.map_err(|error| error.to_string()).map(|()| display)
    }

    /// Whether the server draws with OpenGL by itself.
    pub fn has_glx(&self) -> bool {
        let asked = self.connection.query_extension(b"GLX");
        asked.ok().and_then(|asked| asked.reply().ok()).is_some_and(|glx| glx.present)
    }

    /// How many pictures a second its screen shows, if it knows.
    pub fn rate(&self) -> Option<f32> {
        let info = self.connection.randr_get_screen_info(self.root).ok()?.reply().ok()?;
        Some(f32::from(info.rate)).filter(|rate| *rate >= 20.0)
    }

    /// Tells from now on of the window that was made since.
    pub fn watch(self) -> Receiver<Told> {
        let (tell, told) = channel();
        // The thread ends with the connection, or with whoever listens.
        thread::spawn(move || self.tell(&tell));
        told
    }

    fn listen(&self, window: Window, events: EventMask) -> Result<(), ReplyError> {
        let events = ChangeWindowAttributesAux::new().event_mask(events);
        self.connection.change_window_attributes(window, &events)?.check()
    }

    fn atom(&self, name: &str) -> Result<u32, ReplyError> {
        Ok(self.connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
    }

    fn tell(&self, tell: &Sender<Told>) -> Result<(), ReplyError> {
        let window = self.find()?;
        let (state, minimised) = (self.atom("_NET_WM_STATE")?, self.atom("_NET_WM_STATE_HIDDEN")?);
        let mut hides = Hides::default();
        let mut is = (self.has_focus(window)?, false);
        let mut said = (true, false);
        loop {
            let list = [
                (is.0 != said.0).then_some(Told::Focused(is.0)),
                (is.1 != said.1).then_some(Told::Hidden(is.1)),
                Some(Told::Input),
            ];
            if list.into_iter().flatten().any(|told| tell.send(told).is_err()) {
                return Ok(());
            }
            said = is;
            match self.connection.wait_for_event()? {
                Event::UnmapNotify(event) if event.window == window => hides.unmapped = true,
                Event::MapNotify(event) if event.window == window => hides.unmapped = false,
                Event::DestroyNotify(event) if event.window == window => return Ok(()),
                Event::VisibilityNotify(event) => hides.covered = event.state == Visibility::FULLY_OBSCURED,
                Event::PropertyNotify(event) if event.atom == state => {
                    let list = self.connection.get_property(false, window, state, AtomEnum::ATOM, 0, 64)?.reply()?;
                    hides.minimised = list.value32().is_some_and(|mut atoms| atoms.any(|atom| atom == minimised));
                }
                Event::FocusIn(_) | Event::FocusOut(_) | Event::EnterNotify(_) | Event::LeaveNotify(_) => {
                    is.0 = self.has_focus(window)?;
                }
                _ => {}
            }
            is.1 = hides.any();
        }
    }

    /// The game's window among those that are made.
    fn find(&self) -> Result<Window, ReplyError> {
        loop {
            // A window that was just made has no class yet, but it has one before it is shown.
            let window = match self.connection.wait_for_event()? {
                Event::CreateNotify(event) => event.window,
                Event::ConfigureNotify(event) => event.window,
                Event::ReparentNotify(event) => event.window,
                Event::MapNotify(event) => event.window,
                _ => continue,
            };
            // Others may be gone before they are looked at.
            let class = self.class(window).unwrap_or_default();
            if class.split(|byte| *byte == 0).any(|name| name == CLASS.as_bytes()) {
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

    /// Whether keys go to the window: it or one around it has the focus, or no window has and the mouse is over it.
    fn has_focus(&self, window: Window) -> Result<bool, ReplyError> {
        let mut around = vec![window];
        while let Some(inner) = around.last().filter(|inner| **inner != self.root) {
            around.push(self.connection.query_tree(*inner)?.reply()?.parent);
        }
        around.pop();
        let focus = self.connection.get_input_focus()?.reply()?.focus;
        if focus != self.root && focus != u32::from(InputFocus::POINTER_ROOT) {
            return Ok(around.contains(&focus));
        }
        Ok(around.contains(&self.connection.query_pointer(self.root)?.reply()?.child))
    }
}

/// What hides a window.
#[derive(Clone, Copy, Debug, Default)]
struct Hides {
    unmapped: bool,
    covered: bool,
    minimised: bool,
}

impl Hides {
    fn any(self) -> bool {
        self.unmapped || self.covered || self.minimised
    }
}
