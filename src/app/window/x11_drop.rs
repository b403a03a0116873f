//! Files dropped onto the window under X11. The window library takes them only as `UTF8_STRING` with plain paths, but file managers
//! offer a list of URIs. So a window of our own stands in for the game's (`XdndProxy`) and gets the messages.
//!
//! Source: "Drag-and-Drop Protocol for the X Window System", version 5 (freedesktop.org).

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use percent_encoding::percent_decode;
use x11rb::connection::Connection;
use x11rb::errors::{ReplyError, ReplyOrIdError};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, SelectionNotifyEvent,
    Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

x11rb::atom_manager! {
    /// The names of the protocol.
    Names: NamesCookie {
        XdndAware,
        XdndProxy,
        XdndTypeList,
        XdndSelection,
        XdndEnter,
        XdndPosition,
        XdndStatus,
        XdndLeave,
        XdndDrop,
        XdndFinished,
        XdndActionCopy,
        URIS: b"text/uri-list",
    }
}

/// The version of the protocol.
const VERSION: u32 = 5;

/// The longest list of files, in bytes.
const MAX_BYTES: u32 = 1 << 20;

/// Takes what is dropped onto a window.
pub struct DropTarget {
    names: Names,
    window: Window,
    proxy: Window,
    /// The window that files are dragged from.
    source: Option<Window>,
}

impl DropTarget {
    /// Takes what is dropped onto `window` from now on.
    pub fn new(connection: &RustConnection, root: Window, window: Window) -> Result<Self, ReplyOrIdError> {
        let names = Names::new(connection)?.reply()?;
        let proxy = connection.generate_id()?;
        let (class, look) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
        connection.create_window(0, proxy, root, -1, -1, 1, 1, 0, class, 0, &look)?.check()?;
        let set = |of: Window, name: Atom, kind: AtomEnum, value: u32| {
            connection.change_property32(PropMode::REPLACE, of, name, kind, &[value])
        };
        set(proxy, names.XdndAware, AtomEnum::ATOM, VERSION)?;
        set(proxy, names.XdndProxy, AtomEnum::WINDOW, proxy)?;
        set(window, names.XdndAware, AtomEnum::ATOM, VERSION)?;
        set(window, names.XdndProxy, AtomEnum::WINDOW, proxy)?;
        connection.flush().map_err(ReplyError::from)?;
        Ok(Self { names, window, proxy, source: None })
    }

    /// Answers an event. Returns the files that were dropped.
    pub fn answer(&mut self, connection: &RustConnection, event: &Event) -> Result<Vec<PathBuf>, ReplyError> {
        let names = self.names;
        match event {
            Event::ClientMessage(message) if message.format == 32 => {
                let data = message.data.as_data32();
                if message.type_ == names.XdndEnter {
                    self.source = self.offered(connection, data)?;
                } else if message.type_ == names.XdndPosition {
                    self.tell(connection, names.XdndStatus)?;
                } else if message.type_ == names.XdndLeave {
                    self.source = None;
                } else if message.type_ == names.XdndDrop {
                    self.drop(connection, data[2])?;
                }
            }
            Event::SelectionNotify(event) if event.requestor == self.proxy => {
                let dropped = self.read(connection, event);
                self.tell(connection, names.XdndFinished)?;
                self.source = None;
                return dropped;
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    /// The window that files are dragged from; `None` if it offers something else.
    fn offered(&self, connection: &RustConnection, data: [u32; 5]) -> Result<Option<Window>, ReplyError> {
        let [source, flags, first @ ..] = data;
        let mut offered = first.to_vec();
        // More than three types are listed by the source.
        if flags & 1 != 0 {
            let list = connection.get_property(false, source, self.names.XdndTypeList, AtomEnum::ATOM, 0, 256)?;
            offered = list.reply()?.value32().into_iter().flatten().collect();
        }
        Ok(offered.contains(&self.names.URIS).then_some(source))
    }

    /// Asks for the files, or ends the drag if there are none.
    fn drop(&mut self, connection: &RustConnection, time: u32) -> Result<(), ReplyError> {
        if self.source.is_none() {
            return self.tell(connection, self.names.XdndFinished);
        }
        let selection = self.names.XdndSelection;
        connection.convert_selection(self.proxy, selection, self.names.URIS, selection, time)?;
        Ok(connection.flush()?)
    }

    /// The files of a drop.
    fn read(&self, connection: &RustConnection, event: &SelectionNotifyEvent) -> Result<Vec<PathBuf>, ReplyError> {
        if event.property == u32::from(AtomEnum::NONE) {
            return Ok(Vec::new());
        }
        let property = connection.get_property(true, self.proxy, event.property, AtomEnum::ANY, 0, MAX_BYTES / 4)?;
        Ok(files(&property.reply()?.value))
    }

    /// Tells the source whether its files are taken.
    fn tell(&self, connection: &RustConnection, kind: Atom) -> Result<(), ReplyError> {
        let Some(source) = self.source else { return Ok(()) };
        let copy = self.names.XdndActionCopy;
        let data =
            if kind == self.names.XdndStatus { [self.window, 1, 0, 0, copy] } else { [self.window, 1, copy, 0, 0] };
        let message = ClientMessageEvent::new(32, source, kind, data);
        connection.send_event(false, source, EventMask::NO_EVENT, message)?;
        Ok(connection.flush()?)
    }
}

/// The files of a list of URIs, one per line. Others than files of this computer are left out.
fn files(list: &[u8]) -> Vec<PathBuf> {
    list.split(|byte| matches!(byte, b'\r' | b'\n' | 0)).filter_map(file).collect()
}

fn file(line: &[u8]) -> Option<PathBuf> {
    let rest = line.strip_prefix(b"file:")?;
    // After two slashes comes the name of a computer, mostly none.
    let rest = match rest.strip_prefix(b"//") {
        Some(rest) => &rest[rest.iter().position(|byte| *byte == b'/')?..],
        None => rest,
    };
    let path: Vec<u8> = percent_decode(rest).collect();
    path.starts_with(b"/").then(|| PathBuf::from(OsString::from_vec(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_uris_become_files() {
        let found = |list: &str| files(list.as_bytes()).iter().map(|p| p.display().to_string()).collect::<Vec<_>>();
        assert_eq!(
            found("file:///home/a%20b/m.tmx\r\nfile://host/tmp/%C3%A4.tmx\r\n"),
            ["/home/a b/m.tmx", "/tmp/ä.tmx"]
        );
        assert_eq!(found("file:/short.tmx"), ["/short.tmx"]);
        assert_eq!(found("# a comment\r\nhttps://example.org/m.tmx\r\nfile://host\r\n\0"), Vec::<String>::new());
    }
}
