//! Linux: chooses X11 or Wayland, and reports what is missing if neither can be used.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use macroquad::miniquad::conf::LinuxBackend;
use macroquad::miniquad::native::module::Module;

use super::Desktop;
use super::x11::Display;

/// The names of a library that the window library tries, and its Debian package.
type Library = (&'static [&'static str], &'static str);

/// Checks a display with this name.
type Opener = fn(&OsStr) -> Result<Desktop, String>;

const XKBCOMMON: Library = (&["libxkbcommon.so", "libxkbcommon.so.0"], "libxkbcommon0");
const EGL: Library = (&["libEGL.so", "libEGL.so.1"], "libegl1");
const GL: Library = (&["libGL.so", "libGL.so.1"], "libgl1");
const X11_LIBRARIES: [Library; 3] =
    [(&["libX11.so", "libX11.so.6"], "libx11-6"), (&["libXi.so", "libXi.so.6"], "libxi6"), XKBCOMMON];
const WAYLAND_LIBRARIES: [Library; 4] = [
    (&["libwayland-client.so", "libwayland-client.so.0"], "libwayland-client0"),
    (&["libwayland-egl.so", "libwayland-egl.so.1"], "libwayland-egl1"),
    XKBCOMMON,
    EGL,
];

/// Finds a usable backend. X11 comes first: the window library's Wayland has no cursor under compositors without
/// the cursor-shape protocol, and nearly all compositors run X11 programs.
pub fn find() -> Result<(LinuxBackend, Desktop), String> {
    let systems: [(&str, &str, LinuxBackend, Opener); 2] = [
        ("X11", "DISPLAY", LinuxBackend::X11Only, |_| x11()),
        ("Wayland", "WAYLAND_DISPLAY", LinuxBackend::WaylandOnly, |name| wayland(name).map(|()| Desktop::default())),
    ];
    let mut missing = Vec::new();
    for (system, name, backend, open) in systems {
        let Some(name) = variable(name) else { continue };
        match open(&name) {
            Ok(desktop) => return Ok((backend, desktop)),
            Err(why) => missing.push(format!("the {system} display '{}' cannot be used: {why}", name.display())),
        }
    }
    if missing.is_empty() {
        missing.push("neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned());
    }
    let missing = missing.join(", and ");
    Err(format!("there is no display to open a window on ({missing}); `seamwalker run` plays without one"))
}

/// An environment variable, if it is not empty.
fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

fn x11() -> Result<Desktop, String> {
    require(&X11_LIBRARIES)?;
    let display = Display::connect()?;
    let (no_gl, no_egl) = (require(&[GL]).err(), require(&[EGL]).err());
    match (no_gl, no_egl) {
        (Some(no_gl), Some(_)) => return Err(no_gl),
        // Without GLX the window library falls back to EGL.
        (None, Some(no_egl)) if !display.has_glx() => return Err(format!("its server has no GLX, and {no_egl}")),
        _ => {}
    }
    let rate = display.rate();
    Ok(Desktop { rate, display: Some(display) })
}

fn wayland(name: &OsStr) -> Result<(), String> {
    require(&WAYLAND_LIBRARIES)?;
    // An absolute path replaces the folder.
    let socket = PathBuf::from(variable("XDG_RUNTIME_DIR").unwrap_or_default()).join(name);
    UnixStream::connect(&socket).map(drop).map_err(|error| format!("{}: {error}", socket.display()))
}

/// Fails if a library is missing.
fn require(libraries: &[Library]) -> Result<(), String> {
    let is_missing = |(names, _): &&Library| !names.iter().any(|name| Module::load(name).is_ok());
    let Some((names, package)) = libraries.iter().find(is_missing) else { return Ok(()) };
    Err(format!("the library {} is missing (Debian: apt-get install {package})", names[names.len() - 1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_is_named_with_its_package() {
        let present: Library = (&["libnowhere.so", "libc.so.6"], "libc6");
        let gone: Library = (&["libnowhere.so", "libnowhere.so.1"], "libnowhere1");
        assert_eq!(require(&[present]), Ok(()), "one of its names is enough");
        let why = require(&[present, gone]).unwrap_err();
        assert!(why.contains("libnowhere.so.1") && why.contains("apt-get install libnowhere1"), "{why}");
    }

    #[test]
    fn a_wayland_socket_without_a_server_is_named() {
        let name = OsString::from("/nowhere/wayland-7");
        // Or the libraries are missing.
        let why = wayland(&name).unwrap_err();
        assert!(why.contains("/nowhere/wayland-7") || why.contains("apt-get"), "{why}");
    }
}
