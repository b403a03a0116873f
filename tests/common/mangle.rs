//! Damages files: bytes, numbers, words and lines, always the same for a seed.
#![allow(dead_code, reason = "every test program uses a part of it")]

#[path = "settings.rs"]
pub mod settings;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

use seamwalker_lab::Rng;
use settings::number;

/// Numbers at which something may break.
const NUMBERS: &str = "0 -1 1 2 0.5 -0.0 16 255 65535 65536 65537 2147483647 -2147483648 2147483648 4294967295 4294967296 \
    268435457 1e9 1e40 -1e400 NaN inf 1048576 0x10";

/// Words with a meaning in some format.
const WORDS: &str = "map layer tileset tile object objectgroup group imagelayer tilelayer data chunk chunks properties \
    property item class list type value name gid template source image polygon polyline ellipse point capsule \
    text csv base64 zlib gzip zstd true null Platform Hazard m.tmx";

/// Characters with a meaning to a parser.
const MARKS: &[u8] = b"<>/\"'=&;{}[]:,\\ \n\t#-+.%\0\xff\xfe\xef\xbb\xbf";

/// The most damages of one file.
const MAX: usize = 6;

fn below(rng: &mut Rng, n: usize) -> usize {
    (rng.bits() % n.max(1) as u64) as usize
}

/// The positions of the words and numbers of a file.
fn tokens(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'+' | b'_');
    let mut found = Vec::new();
    let mut start = None;
    for (i, b) in bytes.iter().copied().chain([b' ']).enumerate() {
        match (is_word(b), start) {
            (true, None) => start = Some(i),
            (false, Some(from)) => {
                found.push((from, i));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// The positions of line starts, and the end of the file.
fn lines(bytes: &[u8]) -> Vec<usize> {
    let breaks = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1);
    [0].into_iter().chain(breaks).chain([bytes.len()]).collect()
}

/// A random range between two of the `places`.
fn part(rng: &mut Rng, places: &[usize], most: usize) -> (usize, usize) {
    let first = below(rng, places.len());
    let last = (first + 1 + below(rng, most)).min(places.len() - 1);
    (places[first.min(last)], places[last])
}

/// The generator of one step: every step can be repeated alone.
pub fn rng(seed: u64, step: u64) -> Rng {
    Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ step.wrapping_mul(0xd1b5_4a32_d192_ed03))
}

/// Damages files again and again. `read` returns whether it could read one, and panics on anything that must not happen. Returns
/// how many files were read, and how many were refused. `STEPS`, `SEED` and `FROM` choose other damages; see
/// `tests/level/random.rs`.
pub fn each_damaged(name: &str, files: &[Vec<u8>], steps: u64, mut read: impl FnMut(&[u8]) -> bool) -> (u64, u64) {
    let (seed, from) = (number("SEED").unwrap_or(1), number("FROM").unwrap_or(0));
    let mut counts = (0, 0);
    for step in from..from + number("STEPS").unwrap_or(steps) {
        let mut rng = rng(seed, step);
        let (file, other) = (rng.pick(files).unwrap(), rng.pick(files).unwrap());
        let bytes = mangled(&mut rng, file, other);
        let Ok(could) = catch_unwind(AssertUnwindSafe(|| read(&bytes))) else {
            let path = env::temp_dir().join(format!("seamwalker-find-{name}-{seed}-{step}"));
            std::fs::write(&path, &bytes).unwrap();
            panic!("SEED={seed} FROM={step}: {name}, see {}", path.display());
        };
        *(if could { &mut counts.0 } else { &mut counts.1 }) += 1;
    }
    println!("{name}: {} read, {} refused", counts.0, counts.1);
    counts
}

/// The file with one to six damages. Parts of the `other` file may be copied into it.
pub fn mangled(rng: &mut Rng, file: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=below(rng, MAX) {
        damage(rng, &mut bytes, other);
    }
    bytes
}

/// One of the words of a list.
fn one_of(rng: &mut Rng, words: &str) -> Vec<u8> {
    let words: Vec<&str> = words.split(' ').collect();
    words[below(rng, words.len())].into()
}

fn damage(rng: &mut Rng, bytes: &mut Vec<u8>, other: &[u8]) {
    if bytes.is_empty() {
        bytes.extend_from_slice(&other[..other.len().min(4096)]);
        return;
    }
    let at = below(rng, bytes.len());
    match below(rng, 12) {
        0 => bytes[at] ^= 1 << below(rng, 8),
        1 => bytes[at] = MARKS[below(rng, MARKS.len())],
        2 => bytes.insert(at, MARKS[below(rng, MARKS.len())]),
        3 => bytes.truncate(at),
        4 => drop(bytes.drain(at..(at + 1 + below(rng, 40)).min(bytes.len()))),
        // A word or number becomes another one; numbers most often.
        5..=8 => {
            let tokens = tokens(bytes);
            let Some(&(from, to)) = tokens.get(below(rng, tokens.len())) else { return };
            let number = bytes[from..to].first().is_some_and(|b| b.is_ascii_digit() || *b == b'-');
            let new: Vec<u8> = match below(rng, 4) {
                0 => one_of(rng, WORDS),
                1 if !number => one_of(rng, WORDS),
                2 => {
                    let (from, to) = tokens[below(rng, tokens.len())];
                    bytes[from..to].to_vec()
                }
                _ => one_of(rng, NUMBERS),
            };
            bytes.splice(from..to, new);
        }
        // Lines are removed, copied or moved.
        9 => {
            let (from, to) = part(rng, &lines(bytes), 8);
            bytes.drain(from..to);
        }
        10 => {
            let places = lines(bytes);
            let (from, to) = part(rng, &places, 8);
            let copy = bytes[from..to].to_vec();
            let into = places[below(rng, places.len())];
            bytes.splice(into..into, copy);
        }
        _ => {
            let (from, to) = part(rng, &lines(other), 8);
            let places = lines(bytes);
            let into = places[below(rng, places.len())];
            bytes.splice(into..into, other[from..to.min(from + 4096)].iter().copied());
        }
    }
}
