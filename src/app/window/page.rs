//! The web page around the program: a bridge of three functions that its script offers. Elsewhere there is no page, and every
//! question stays without an answer.

#![cfg_attr(
    target_family = "wasm",
    allow(unsafe_code, reason = "the three functions are JavaScript, which Rust cannot check")
)]

#[cfg(target_family = "wasm")]
use crate::app::LaunchOptions;

/// Whether there is a page.
pub const IS_THERE: bool = cfg!(target_family = "wasm");

/// Asks the page to do something: a verb and what belongs to it (see `web/page.js`). `None` when it has no answer.
#[cfg(target_family = "wasm")]
pub fn ask(words: &[&str]) -> Option<String> {
    unsafe extern "C" {
        fn page_call(message: *const u8, length: usize) -> i32;
        fn page_take(into: *mut u8, length: usize);
    }
    let message = words.join("\0");
    // SAFETY: the page reads so many bytes while it is called, and keeps no pointer.
    let length = unsafe { page_call(message.as_ptr(), message.len()) };
    let mut answer = vec![0; usize::try_from(length).ok()?];
    // SAFETY: the page writes at most so many bytes, to memory that is ours.
    unsafe { page_take(answer.as_mut_ptr(), answer.len()) };
    String::from_utf8(answer).ok()
}

/// Hands bytes to the page, which the next question is about.
#[cfg(target_family = "wasm")]
pub fn give(bytes: &[u8]) {
    unsafe extern "C" {
        fn page_give(bytes: *const u8, length: usize);
    }
    // SAFETY: the page copies so many bytes while it is called, and keeps no pointer.
    unsafe { page_give(bytes.as_ptr(), bytes.len()) };
}

/// There is no page to be given anything.
#[cfg(not(target_family = "wasm"))]
pub fn give(_: &[u8]) {}

/// There is no page to be asked.
#[cfg(not(target_family = "wasm"))]
pub fn ask(_: &[&str]) -> Option<String> {
    None
}

/// A parameter of the page's address: `?map=spool_works&solver=swept`.
#[cfg(target_family = "wasm")]
fn parameter(name: &str) -> Option<String> {
    ask(&["param", name]).filter(|value| !value.is_empty())
}

/// How the page's address wants the program to be started. Words that mean nothing are left out.
#[cfg(target_family = "wasm")]
pub fn options() -> LaunchOptions {
    LaunchOptions {
        map: parameter("map").or_else(|| parameter("level")).map(Into::into),
        solver: parameter("solver").and_then(|name| name.parse().ok()),
        object: parameter("object").and_then(|id| id.parse().ok()),
        dump_state: parameter("state").is_some(),
        verify: parameter("verify").is_some(),
        ..LaunchOptions::default()
    }
}

/// Lets the page tell of a panic, which would otherwise leave a picture that stands still.
pub fn tell_of_panics() {
    if IS_THERE {
        std::panic::set_hook(Box::new(|panic| drop(ask(&["panic", &panic.to_string()]))));
    }
}
