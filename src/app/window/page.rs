//! The web page around the program: three functions that its script offers. On other platforms every call returns nothing.

#![cfg_attr(
    target_family = "wasm",
    allow(unsafe_code, reason = "the three functions are JavaScript, which Rust cannot check")
)]

use macroquad::input::KeyCode;

use crate::app::input::named;
#[cfg(target_family = "wasm")]
use crate::app::{LabOptions, LabStart, LaunchOptions};

/// Whether there is a page.
pub const IS_THERE: bool = cfg!(target_family = "wasm");

/// Calls the page: a verb and its arguments (see `web/page.js`). `None` if it has no answer.
#[cfg(target_family = "wasm")]
pub fn ask(words: &[&str]) -> Option<String> {
    String::from_utf8(ask_bytes(words)?).ok()
}

/// Calls the page for an answer in bytes.
#[cfg(target_family = "wasm")]
fn ask_bytes(words: &[&str]) -> Option<Vec<u8>> {
    unsafe extern "C" {
        fn page_call(message: *const u8, length: usize) -> i32;
        fn page_take(into: *mut u8, length: usize);
    }
    let message = words.join("\0");
    // SAFETY: the page reads this many bytes during the call, and keeps no pointer.
    let length = unsafe { page_call(message.as_ptr(), message.len()) };
    let mut answer = vec![0; usize::try_from(length).ok()?];
    // SAFETY: the page writes at most this many bytes into the buffer.
    unsafe { page_take(answer.as_mut_ptr(), answer.len()) };
    Some(answer)
}

/// Passes bytes to the page for the next call.
#[cfg(target_family = "wasm")]
pub fn give(bytes: &[u8]) {
    unsafe extern "C" {
        fn page_give(bytes: *const u8, length: usize);
    }
    // SAFETY: the page copies this many bytes during the call, and keeps no pointer.
    unsafe { page_give(bytes.as_ptr(), bytes.len()) };
}

/// Without a page, does nothing.
#[cfg(not(target_family = "wasm"))]
pub fn give(_: &[u8]) {}

/// Without a page, returns nothing.
#[cfg(not(target_family = "wasm"))]
pub fn ask(_: &[&str]) -> Option<String> {
    None
}

/// A parameter of the page's address: `?map=spool_works&solver=swept`.
#[cfg(target_family = "wasm")]
fn parameter(name: &str) -> Option<String> {
    ask(&["param", name]).filter(|value| !value.is_empty())
}

/// The launch options in the page's address. Values that cannot be read are listed in `refused`.
#[cfg(target_family = "wasm")]
pub fn options() -> LaunchOptions {
    let mut refused = Vec::new();
    LaunchOptions {
        map: parameter("map").or_else(|| parameter("level")).map(Into::into),
        solver: read("solver", |name| name.parse().ok(), &mut refused),
        object: read("object", |number| number.parse().ok(), &mut refused),
        lab: read("lab", LabStart::named, &mut refused).map(|opened| LabOptions { opened, inputs: None }),
        pack: parameter("pack").zip(ask_bytes(&["pack"])),
        dump_state: parameter("state").is_some(),
        verify: parameter("verify").is_some(),
        refused,
        ..LaunchOptions::default()
    }
}

/// A parameter of the page's address as a value; what cannot be read goes to `refused`, with the parameter's name.
#[cfg(target_family = "wasm")]
fn read<T>(
    name: &'static str,
    parse: impl FnOnce(&str) -> Option<T>,
    refused: &mut Vec<(&'static str, String)>,
) -> Option<T> {
    let text = parameter(name)?;
    let value = parse(&text);
    if value.is_none() {
        refused.push((name, text));
    }
    value
}

/// What the player's layout writes on keys, once, where the browser tells.
pub fn labels() -> Option<Vec<(KeyCode, char)>> {
    let lines = ask(&["labels"])?;
    let labels = lines.lines().filter_map(|line| line.split_once(' '));
    Some(labels.filter_map(|(name, letter)| Some((named(name)?, letter.chars().next()?))).collect())
}

/// Lets the page show panics, which would otherwise only freeze the picture.
pub fn report_panics() {
    if IS_THERE {
        std::panic::set_hook(Box::new(|panic| drop(ask(&["panic", &panic.to_string()]))));
    }
}
