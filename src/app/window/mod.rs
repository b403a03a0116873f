//! The window: it is opened here, or else one sentence says what is missing.

pub mod pace;
pub mod page;
pub mod state_line;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod x11;

use std::any::Any;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use macroquad::miniquad::conf::{Conf, Platform};
use macroquad::prelude::FilterMode;

use super::library::LevelLibrary;
use super::render::{assets, canvas};

/// By this the window is known to the system.
const CLASS: &str = "seamwalker";

/// The default size of the window: twice the view.
const SIZE: (u32, u32) = (1280, 720);

/// What the system tells of the window while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A key, the mouse or the window's size changed.
    Input,
    /// Whether keys go to this window.
    Focused(bool),
    /// Whether nothing of the window can be seen.
    Hidden(bool),
}

/// What is known of the window beside what the window library knows.
#[derive(Debug, Default)]
pub struct Desktop {
    /// What the system tells, where it can be asked.
    pub told: Option<Receiver<Told>>,
    /// How many pictures the screen shows in a second, where the system says so.
    pub rate: Option<f32>,
}

/// Opens the window and runs what is to be shown in it.
///
/// # Errors
/// When there is no window to be had.
pub fn open<F: Future<Output = ()> + 'static>(
    library: LevelLibrary,
    size: Option<(u32, u32)>,
    shown: impl FnOnce(LevelLibrary, Desktop) -> F,
) -> io::Result<()> {
    let mut platform = Platform { linux_wm_class: CLASS, swap_interval: Some(1), ..Default::default() };
    let desktop = find_desktop(&mut platform)?;
    page::tell_of_panics();
    let (width, height) = size.unwrap_or(SIZE);
    let window = Conf {
        window_title: "Seamwalker".into(),
        window_width: i32::try_from(width).unwrap_or(i32::MAX),
        window_height: i32::try_from(height).unwrap_or(i32::MAX),
        // In a browser a logical pixel may be several of the screen's.
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
    let shown = shown(library, desktop);
    if page::IS_THERE {
        macroquad::Window::from_config(conf, shown);
        return Ok(());
    }
    run(conf, shown)
}

/// Runs the window. The window library panics where it cannot open one; until the first frame that is an error like any other.
fn run(conf: macroquad::conf::Conf, shown: impl Future<Output = ()> + 'static) -> io::Result<()> {
    let opened = Arc::new(AtomicBool::new(false));
    let (quiet, told) = (Arc::clone(&opened), panic::take_hook());
    panic::set_hook(Box::new(move |panic| {
        if quiet.load(Ordering::Relaxed) {
            told(panic);
        }
    }));
    let first = Arc::clone(&opened);
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        macroquad::Window::from_config(conf, async move {
            first.store(true, Ordering::Relaxed);
            shown.await;
        });
    }));
    let opened = opened.load(Ordering::Relaxed);
    match ended {
        Ok(()) if opened => Ok(()),
        Ok(()) => Err(io::Error::other("the window cannot be opened")),
        Err(panic) if opened => panic::resume_unwind(panic),
        Err(panic) => Err(io::Error::other(format!("the window cannot be opened: {}", said(&*panic)))),
    }
}

/// What a panic said, in one line.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no reason given").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(target_os = "linux")]
fn find_desktop(platform: &mut Platform) -> io::Result<Desktop> {
    let (backend, desktop) = linux::find().map_err(io::Error::other)?;
    platform.linux_backend = backend;
    Ok(desktop)
}

#[cfg(not(target_os = "linux"))]
#[allow(clippy::unnecessary_wraps, reason = "there is always a desktop, or else the window library says so")]
fn find_desktop(_: &mut Platform) -> io::Result<Desktop> {
    Ok(Desktop::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_panic_said_becomes_one_line() {
        for (panic, expected) in [
            (panic::catch_unwind(|| panic!("GLX error:\n  no {}", "config")), "GLX error: no config"),
            (panic::catch_unwind(|| panic!("plain")), "plain"),
            (panic::catch_unwind(|| panic::panic_any(7)), "no reason given"),
        ] {
            assert_eq!(said(&*panic.unwrap_err()), expected);
        }
    }
}
