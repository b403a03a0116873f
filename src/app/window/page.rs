//! The web page around the program, by three functions that its script offers. On other platforms every call returns nothing.

#![cfg_attr(
    target_family = "wasm",
    allow(unsafe_code, reason = "the three functions are JavaScript, which Rust cannot check")
)]

use macroquad::input::KeyCode;

use seamwalker_synth::layers::LayerLevels;

#[cfg(target_family = "wasm")]
use crate::app::input::Rumble;
use crate::app::input::named;
#[cfg(target_family = "wasm")]
use crate::app::{LabOptions, LabStart, LaunchOptions};

/// Whether there is a page.
pub const IS_THERE: bool = cfg!(target_family = "wasm");

/// Calls the page: a verb and its arguments (see `web/page.js`). `None` if it has no answer.
#[cfg(target_family = "wasm")]
fn ask(words: &[&str]) -> Option<String> {
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
fn give(bytes: &[u8]) {
    unsafe extern "C" {
        fn page_give(bytes: *const u8, length: usize);
    }
    // SAFETY: the page copies this many bytes during the call, and keeps no pointer.
    unsafe { page_give(bytes.as_ptr(), bytes.len()) };
}

/// Without a page, does nothing.
#[cfg(not(target_family = "wasm"))]
fn give(_: &[u8]) {}

/// Without a page, returns nothing.
#[cfg(not(target_family = "wasm"))]
fn ask(_: &[&str]) -> Option<String> {
    None
}

/// The first picture is drawn.
pub fn ready() {
    ask(&["ready"]);
}

/// Nothing moves: the page may draw less often.
pub fn rest() {
    ask(&["rest"]);
}

/// At most so many frames a second.
pub fn limit(frames: f32) {
    ask(&["limit", &frames.to_string()]);
}

/// The page was hidden since the last call.
pub fn was_hidden() -> bool {
    ask(&["hidden"]).is_some()
}

/// The player has a touch screen.
pub fn has_touch() -> bool {
    ask(&["touch"]).is_some()
}

/// The player wants less motion.
pub fn wants_less_motion() -> bool {
    ask(&["calm"]).is_some()
}

/// The language of the browser, such as `en-GB`.
pub fn language() -> String {
    ask(&["language"]).unwrap_or_default()
}

/// Opens another page.
pub fn open(address: &str) {
    ask(&["open", address]);
}

/// Whether the laboratory is open, which gets some keys of the browser, and whether the player types there.
pub fn laboratory(open: bool, typing: bool) {
    let word = |holds| if holds { "1" } else { "" };
    ask(&["laboratory", word(open), word(typing)]);
}

/// Shows a text above the game until it is closed.
pub fn notice(text: &str) {
    ask(&["notice", text]);
}

/// Writes a line to the browser's console.
pub fn log(line: &str) {
    ask(&["log", line]);
}

/// A line of `--dump-state`.
pub fn state(line: &str) {
    ask(&["state", line]);
}

/// The controllers, as text.
#[cfg(target_family = "wasm")]
pub fn pads() -> String {
    ask(&["pads"]).unwrap_or_default()
}

/// Shakes the controllers that can be shaken.
#[cfg(target_family = "wasm")]
pub fn rumble(Rumble { strong, weak, millis }: Rumble) {
    ask(&["rumble", &strong.to_string(), &weak.to_string(), &millis.to_string()]);
}

/// The samples of an effect.
pub fn effect(index: usize, samples: &[i16]) {
    give_samples(samples);
    ask(&["sound_effect", &index.to_string()]);
}

/// The next part of a layer of a piece of music: the piece, the layer, the first of these samples and the number of all, both sides
/// counted.
pub fn piece(place: [usize; 4], samples: &[i16]) {
    give_samples(samples);
    let [index, layer, at, all] = place.map(|number| number.to_string());
    ask(&["sound_piece", &index, &layer, &at, &all]);
}

/// Drops a piece of music.
pub fn forget_piece(index: usize) {
    ask(&["sound_forget", &index.to_string()]);
}

/// Starts an effect with this volume, pitch and pan.
pub fn play(sample: usize, how: [f32; 3]) {
    let [volume, pitch, pan] = how.map(|number| format!("{number:.3}"));
    ask(&["sound_play", &sample.to_string(), &volume, &pitch, &pan]);
}

/// Fades to another piece, or to none, and to these levels of its layers.
pub fn music(piece: Option<usize>, levels: LayerLevels) {
    let [a, b, c] = levels.map(|level| format!("{level:.3}"));
    ask(&["sound_music", &piece.map_or_else(String::new, |piece| piece.to_string()), &a, &b, &c]);
}

/// Volumes of music and effects, 0 to 1.
pub fn volumes(volumes: [f32; 2]) {
    let [music, effects] = volumes.map(|volume| format!("{volume:.3}"));
    ask(&["sound_volumes", &music, &effects]);
}

fn give_samples(samples: &[i16]) {
    // Of the ways to write this, one of the fast ones in a build for size.
    let mut bytes = vec![0; samples.len() * 2];
    for (pair, sample) in bytes.chunks_exact_mut(2).zip(samples) {
        pair.copy_from_slice(&sample.to_le_bytes());
    }
    give(&bytes);
}

/// A saved file; `None` if there is none.
pub fn load(name: &str) -> Option<String> {
    ask(&["load", name])
}

/// Saves a file. Returns why that failed.
pub fn save(name: &str, text: &str) -> Option<String> {
    ask(&["save", name, text])
}

/// Removes a saved file.
pub fn remove(name: &str) {
    ask(&["remove", name]);
}

/// Hands a file to the player.
pub fn download(name: &str, bytes: &[u8]) {
    give(bytes);
    ask(&["download", name]);
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
