//! Opens the window, or reports what is missing.

pub mod pace;
pub mod page;
pub mod refresh;
pub mod signals;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod opening;
#[cfg(target_os = "linux")]
mod x11;
#[cfg(target_os = "linux")]
mod x11_drop;
#[cfg(target_os = "linux")]
mod x11_keys;

pub use pace::{Motion, Pacer, Picture};
pub use refresh::RefreshClock;

use std::any::Any;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use macroquad::input::KeyCode;
use macroquad::miniquad::conf::{Conf, Platform};
use macroquad::prelude::FilterMode;

use super::input::KeyChange;
use super::library::LevelLibrary;
use super::render::{assets, canvas};
use super::settings::FrameRate;

/// The X11 class of the window.
const WINDOW_CLASS: &str = "seamwalker";

/// The default size of the window: twice the view.
const DEFAULT_SIZE: (u32, u32) = (1280, 720);

/// Ignore reported refresh rates below this, in Hz.
#[cfg(not(target_family = "wasm"))]
const MIN_SCREEN_RATE: f32 = 20.0;

/// An event that the window library does not report.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only X11 is asked for them"))]
pub enum WindowEvent {
    /// A key, the mouse or the window's size changed.
    Input,
    /// A key went down or up, told by its place on the keyboard.
    Key(KeyChange),
    /// What the layout in use writes on letters and signs.
    Labels(Vec<(KeyCode, char)>),
    /// Whether the window has the keyboard focus.
    Focused(bool),
    /// Whether the window is minimised.
    Hidden(bool),
    /// Files were dropped onto the window.
    Dropped(Vec<PathBuf>),
}

/// Information about the desktop that the window library does not have.
#[derive(Debug, Default)]
pub struct Desktop {
    /// The refresh rate of the screen in Hz, if known.
    pub rate: Option<f32>,
    /// The X server, if there is one.
    #[cfg(target_os = "linux")]
    display: Option<x11::Display>,
}

impl Desktop {
    /// Watches the window that has just been opened, where the system reports more than the window library does.
    fn watch(self) -> Option<Watch> {
        #[cfg(target_os = "linux")]
        return self.display?.watch();
        #[cfg(not(target_os = "linux"))]
        None
    }
}

/// A connection to the window beside that of the window library.
pub struct Watch {
    /// Its events. Whatever they say, and when they end, frames go on.
    events: Receiver<WindowEvent>,
    /// Keys are among them.
    has_keys: bool,
    /// Enters full screen, or leaves it.
    full_screen: Box<dyn Fn(bool)>,
}

/// Opens the window, of this size and with frames as the player chose, and runs a task in it until it is closed.
///
/// # Errors
/// If no window can be opened.
pub fn open<F: Future<Output = ()> + 'static>(
    library: LevelLibrary,
    (size, frame_rate): (Option<(u32, u32)>, FrameRate),
    task: impl FnOnce(LevelLibrary, Desktop) -> F,
) -> io::Result<()> {
    let swap_interval = Some(i32::from(frame_rate != FrameRate::Unlimited));
    let mut platform = Platform { linux_wm_class: WINDOW_CLASS, swap_interval, ..Default::default() };
    let desktop = find_desktop(&mut platform)?;
    page::report_panics();
    let (width, height) = size.unwrap_or(DEFAULT_SIZE);
    let window = Conf {
        window_title: "Seamwalker".into(),
        window_width: i32::try_from(width).unwrap_or(i32::MAX),
        window_height: i32::try_from(height).unwrap_or(i32::MAX),
        // In a browser a logical pixel may be several screen pixels.
        high_dpi: page::IS_THERE,
        icon: assets::icon(&*library.art()),
        platform,
        ..Default::default()
    };
    let conf = macroquad::conf::Conf {
        miniquad_conf: window,
        default_filter_mode: FilterMode::Nearest,
        draw_call_vertex_capacity: canvas::MAX_VERTICES,
        draw_call_index_capacity: canvas::MAX_INDICES,
        ..Default::default()
    };
    let task = task(library, desktop);
    if page::IS_THERE {
        macroquad::Window::from_config(conf, task);
        return Ok(());
    }
    run(conf, task)
}

/// What the window library says in a panic when a Wayland compositor ends.
const COMPOSITOR_ENDED: &str = "Wayland display error";

/// Runs the window. The window library panics if it cannot open one, and if the display ends; both become errors.
fn run(conf: macroquad::conf::Conf, task: impl Future<Output = ()> + 'static) -> io::Result<()> {
    static OPENED: AtomicBool = AtomicBool::new(false);
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if OPENED.load(Ordering::Relaxed) && !panic_message(panic.payload()).starts_with(COMPOSITOR_ENDED) {
            default_hook(panic);
        }
    }));
    #[cfg(target_os = "linux")]
    opening::hold();
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        macroquad::Window::from_config(conf, async {
            OPENED.store(true, Ordering::Relaxed);
            #[cfg(target_os = "linux")]
            crate::output::complain(format_args!("{}", opening::release()));
            task.await;
        });
    }));
    let opened = OPENED.load(Ordering::Relaxed);
    #[cfg(target_os = "linux")]
    opening::release();
    match ended {
        Ok(()) if opened => Ok(()),
        Ok(()) => Err(io::Error::other("the window cannot be opened")),
        Err(panic) => {
            let why = panic_message(&*panic);
            match opened {
                true if why.starts_with(COMPOSITOR_ENDED) => {
                    Err(io::Error::other(format!("the Wayland compositor has ended ({why})")))
                }
                true => panic::resume_unwind(panic),
                false => Err(io::Error::other(format!("the window cannot be opened: {why}"))),
            }
        }
    }
}

/// The message of a panic, in one line.
fn panic_message(panic: &dyn Any) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no reason given").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(target_os = "linux")]
fn find_desktop(platform: &mut Platform) -> io::Result<Desktop> {
    let (backend, desktop) = linux::find().map_err(io::Error::other)?;
    platform.linux_backend = backend;
    Ok(desktop)
}

#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
#[allow(clippy::unnecessary_wraps, reason = "the signature is that of Linux")]
fn find_desktop(_: &mut Platform) -> io::Result<Desktop> {
    let screens = display_info::DisplayInfo::all().unwrap_or_default();
    let rate = screens.iter().find(|screen| screen.is_primary).map(|screen| screen.frequency);
    // Windows says 0 or 1 for "the hardware's default".
    Ok(Desktop { rate: rate.filter(|rate| *rate >= MIN_SCREEN_RATE) })
}

#[cfg(target_family = "wasm")]
#[allow(clippy::unnecessary_wraps, reason = "the signature is that of Linux")]
fn find_desktop(_: &mut Platform) -> io::Result<Desktop> {
    Ok(Desktop::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_a_panic_becomes_one_line() {
        for (panic, expected) in [
            (panic::catch_unwind(|| panic!("GLX error:\n  no {}", "config")), "GLX error: no config"),
            (panic::catch_unwind(|| panic!("plain")), "plain"),
            (panic::catch_unwind(|| panic::panic_any(7)), "no reason given"),
        ] {
            assert_eq!(panic_message(&*panic.unwrap_err()), expected);
        }
    }
}
