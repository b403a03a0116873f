//! A second connection to the X server. It checks beforehand that there is a server, and does what the window library does not: it
//! reports keys by their place, focus, a hidden window and dropped files, wakes the sleeping game, and enters and leaves full screen.

use std::error::Error;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use x11rb::connection::Connection;
use x11rb::errors::{ConnectionError, ReplyError};
use x11rb::protocol::Event;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask, NotifyMode, Window,
};
use x11rb::reexports::x11rb_protocol::parse_display::parse_display;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::x11_drop::DropTarget;
use super::x11_keys::ServerKeys;
use super::{MIN_SCREEN_RATE, WINDOW_CLASS, Watch, WindowEvent};
use crate::app::input::KeyChange;

/// The highest display number: the port is 6000 higher.
const MAX_DISPLAY: u16 = u16::MAX - 6000;

x11rb::atom_manager! {
    /// The names of window states, from "Extended Window Manager Hints" (freedesktop.org).
    StateNames: StateNamesCookie {
        _NET_WM_STATE,
        FULLSCREEN: b"_NET_WM_STATE_FULLSCREEN",
        HIDDEN: b"_NET_WM_STATE_HIDDEN",
    }
}

/// The server named by `DISPLAY`.
#[derive(Debug)]
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

    /// Watches the window, which must have been opened since. `None` if it cannot be watched: the window library must do.
    pub fn watch(self) -> Option<Watch> {
        let window = self.find()?;
        let events = EventMask::KEY_PRESS
            | EventMask::KEY_RELEASE
            | EventMask::KEYMAP_STATE
            | EventMask::POINTER_MOTION
            | EventMask::FOCUS_CHANGE
            | EventMask::STRUCTURE_NOTIFY
            | EventMask::PROPERTY_CHANGE;
        self.listen(window, events).ok()?;
        self.listen(self.root, EventMask::NO_EVENT).ok()?;
        let Self { connection, root } = self;
        let names = StateNames::new(&connection).ok()?.reply().ok()?;
        let keyboard = ServerKeys::new(&connection);
        let has_keys = keyboard.is_some();
        let connection = Arc::new(connection);
        let (sender, events) = channel();
        let watcher = Watcher { connection: Arc::clone(&connection), window, names, keyboard, events: sender };
        // The thread ends with the window, with the connection or with the receiver.
        thread::spawn(move || watcher.forward(root));
        let full_screen = Box::new(move |on| {
            // Without a connection, the window is as good as gone.
            let _ = ask_full_screen(&connection, root, window, names, on);
        });
        Some(Watch { events, has_keys, full_screen })
    }

    fn listen(&self, window: Window, events: EventMask) -> Result<(), ReplyError> {
        let events = ChangeWindowAttributesAux::new().event_mask(events);
        self.connection.change_window_attributes(window, &events)?.check()
    }

    /// The game's window: the first one of its class that has appeared since this connection was made.
    fn find(&self) -> Option<Window> {
        // All events until now have arrived when an answer has.
        self.connection.sync().ok()?;
        while let Some(event) = self.connection.poll_for_event().ok()? {
            let Event::CreateNotify(event) = event else { continue };
            // Other windows may be gone already.
            let class = self.class(event.window).unwrap_or_default();
            if class.split(|byte| *byte == 0).any(|name| name == WINDOW_CLASS.as_bytes()) {
                return Some(event.window);
            }
        }
        None
    }

    fn class(&self, window: Window) -> Result<Vec<u8>, ReplyError> {
        let (property, kind) = (AtomEnum::WM_CLASS, AtomEnum::STRING);
        Ok(self.connection.get_property(false, window, property, kind, 0, 64)?.reply()?.value)
    }
}

/// Asks the window manager for full screen, or for the window as it was before. The window library hides the window meanwhile,
/// and cannot leave full screen.
fn ask_full_screen(
    connection: &RustConnection,
    root: Window,
    window: Window,
    names: StateNames,
    on: bool,
) -> Result<(), ConnectionError> {
    // Remove or add one state, as an ordinary program.
    let data = [u32::from(on), names.FULLSCREEN, 0, 1, 0];
    let message = ClientMessageEvent::new(32, window, names._NET_WM_STATE, data);
    let to = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    connection.send_event(false, root, to, message)?;
    connection.flush()
}

/// Why a watcher ends: the connection or the receiver has gone.
type Gone = Box<dyn Error + Send + Sync>;

/// Reports the events of the window. A request that fails is no reason to end: other windows come and go.
struct Watcher {
    connection: Arc<RustConnection>,
    window: Window,
    names: StateNames,
    /// `None` if the places of its keys are not known.
    keyboard: Option<ServerKeys>,
    events: Sender<WindowEvent>,
}

impl Watcher {
    fn forward(mut self, root: Window) -> Result<(), Gone> {
        let mut drops = DropTarget::new(&self.connection, root, self.window).ok();
        // The reasons why the window is hidden, and whether that was reported.
        let (mut unmapped, mut minimised, mut hidden) = (false, false, false);
        self.report_labels()?;
        loop {
            let event = self.connection.wait_for_event()?;
            if let Some(drops) = &mut drops {
                // A source may be gone before it gets an answer.
                let dropped = drops.answer(&self.connection, &event).unwrap_or_default();
                if !dropped.is_empty() {
                    self.events.send(WindowEvent::Dropped(dropped))?;
                }
            }
            match event {
                Event::UnmapNotify(event) if event.window == self.window => unmapped = true,
                Event::MapNotify(event) if event.window == self.window => unmapped = false,
                Event::DestroyNotify(event) if event.window == self.window => return Ok(()),
                Event::PropertyNotify(event) if event.atom == self.names._NET_WM_STATE => {
                    minimised = self.states().unwrap_or_default().contains(&self.names.HIDDEN);
                }
                Event::FocusIn(event) if !is_grab(event.mode) => self.events.send(WindowEvent::Focused(true))?,
                Event::FocusOut(event) if !is_grab(event.mode) => {
                    self.report_keys(ServerKeys::release_all)?;
                    self.events.send(WindowEvent::Focused(false))?;
                }
                // Comes after every `FocusIn`: keys may have been released while another window got them.
                Event::KeymapNotify(event) => self.report_keys(|keyboard| keyboard.release_others(&event.keys))?,
                Event::KeyPress(event) => {
                    self.report_keys(|keyboard| keyboard.press(event.detail))?;
                    if self.keyboard.as_mut().is_some_and(|keyboard| keyboard.use_group_of(event.state)) {
                        self.report_labels()?;
                    }
                }
                Event::KeyRelease(event) => self.report_keys(|keyboard| keyboard.release(event.detail))?,
                Event::MappingNotify(_) => {
                    if let Some(keyboard) = &mut self.keyboard {
                        keyboard.read(&self.connection);
                    }
                    self.report_labels()?;
                }
                _ => {}
            }
            if hidden != (unmapped || minimised) {
                hidden = !hidden;
                self.events.send(WindowEvent::Hidden(hidden))?;
            }
            self.events.send(WindowEvent::Input)?;
        }
    }

    fn report_keys(&mut self, change: impl FnOnce(&mut ServerKeys) -> Vec<KeyChange>) -> Result<(), Gone> {
        let changes = self.keyboard.as_mut().map(change).unwrap_or_default();
        Ok(changes.into_iter().try_for_each(|change| self.events.send(WindowEvent::Key(change)))?)
    }

    fn report_labels(&self) -> Result<(), Gone> {
        let labels = self.keyboard.as_ref().map(ServerKeys::labels);
        Ok(labels.into_iter().try_for_each(|labels| self.events.send(WindowEvent::Labels(labels)))?)
    }

    /// The states that the window manager gives the window.
    fn states(&self) -> Result<Vec<Atom>, ReplyError> {
        let (property, kind) = (self.names._NET_WM_STATE, AtomEnum::ATOM);
        let list = self.connection.get_property(false, self.window, property, kind, 0, 64)?.reply()?;
        Ok(list.value32().into_iter().flatten().collect())
    }
}

/// Whether the focus only seems to change, because a key of the window manager or of the volume grabs the keyboard for a moment.
fn is_grab(mode: NotifyMode) -> bool {
    mode == NotifyMode::GRAB || mode == NotifyMode::UNGRAB
}
