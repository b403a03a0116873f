//! What is written to standard error while the window opens. Xlib ends the program by itself if the graphics driver refuses what the
//! window library asks for, after some lines that say nothing to a player. Here they become one sentence.

#![allow(unsafe_code, reason = "only the C library can call something when Xlib ends the program")]

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::OwnedFd;
use std::sync::Mutex;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::dup;
use rustix::stdio::dup2_stderr;

/// The first words of Xlib's message.
const X_ERROR: &str = "X Error of failed request:";

/// The real standard error, and what has been written instead.
static HELD: Mutex<Option<(OwnedFd, File)>> = Mutex::new(None);

/// Holds back what is written to standard error, until [`release`]. If that is impossible, it is written as ever.
pub fn hold() {
    let held = || -> io::Result<_> {
        let file = File::from(memfd_create("stderr", MemfdFlags::CLOEXEC)?);
        let stderr = dup(io::stderr())?;
        dup2_stderr(&file)?;
        Ok((stderr, file))
    };
    let Ok(held) = held() else { return };
    if let Ok(mut place) = HELD.lock() {
        *place = Some(held);
        // SAFETY: the function does not panic, and may be called at any time.
        unsafe { libc::atexit(explain) };
    }
}

/// Writes to standard error again. Returns what was held back.
pub fn release() -> String {
    let Some((stderr, mut file)) = HELD.lock().ok().and_then(|mut held| held.take()) else { return String::new() };
    let _ = dup2_stderr(&stderr);
    let mut text = Vec::new();
    let _ = file.rewind().and_then(|()| file.read_to_end(&mut text));
    String::from_utf8_lossy(&text).into_owned()
}

/// Called when the program ends: says why, if the window was still opening.
extern "C" fn explain() {
    let text = release();
    let said = sentence(&text).map_or(text, |why| format!("seamwalker: the window cannot be opened: {why}\n"));
    let _ = io::stderr().write_all(said.as_bytes());
}

/// What is wrong, if it is an error of Xlib.
fn sentence(text: &str) -> Option<String> {
    let error = text.lines().find_map(|line| line.strip_prefix(X_ERROR))?.trim();
    Some(if error.starts_with("GLX") {
        format!("the graphics driver has no OpenGL 2.1 for it ({error}); LIBGL_ALWAYS_SOFTWARE=1 may help")
    } else {
        format!("the X server refuses it ({error})")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_xlib_becomes_a_sentence() {
        let text = "libGL: a warning\nX Error of failed request:  GLXBadFBConfig\n  Major opcode of failed request:  150 (GLX)\n";
        let why = sentence(text).expect("an error");
        assert!(why.contains("OpenGL 2.1 for it (GLXBadFBConfig)") && !why.contains('\n'), "{why}");
        assert!(sentence("X Error of failed request:  BadAlloc").is_some_and(|why| why.contains("(BadAlloc)")));
        assert_eq!(sentence("libGL: a warning\n"), None);
    }
}
