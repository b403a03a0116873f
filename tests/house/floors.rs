//! What Cargo cannot check: within the game a file imports only from its own floor and those below, no floor but the app knows
//! windows, and what is simulated knows neither clocks nor functions that differ between platforms. Checked by reading the
//! sources, so that a fault is named with file and line.

use std::fs;
use std::path::{Path, PathBuf};

/// Name and folder of each floor, from the ground up. Each may use those before it; the first two are crates of their own.
const FLOORS: [(&str, &str); 5] = [
    ("collide", "crates/collide/src"),
    ("level", "crates/level/src"),
    ("sim", "src/sim"),
    ("lab", "src/lab"),
    ("app", "src/app"),
];

/// What only the app may name, and what the simulation must never see: it would make two runs differ.
const APP_ONLY: [&str; 4] = ["macroquad", "egui", "miniquad", "clap::"];
const NO_CLOCK: [&str; 4] = ["std::time", "Instant::now", "SystemTime", "HashMap"];

/// Adds the Rust files of a folder and of those in it.
pub fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

/// Every line of every source file of a floor that is code, with its place.
fn lines(folder: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().display().to_string();
        for (i, line) in text.lines().enumerate() {
            if !line.trim_start().starts_with("//") {
                lines.push((format!("{name}:{}", i + 1), line.to_string()));
            }
        }
    }
    lines
}

#[test]
fn no_import_climbs() {
    let mut wrong = Vec::new();
    for (level, (floor, folder)) in FLOORS.iter().enumerate().skip(2) {
        for (place, line) in lines(folder) {
            for (above, _) in &FLOORS[level + 1..] {
                if line.contains(&format!("crate::{above}")) || line.contains(&format!("seamwalker::{above}")) {
                    wrong.push(format!("{place}: {floor} imports {above}: {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn only_the_app_knows_windows_and_nothing_below_it_a_clock() {
    let mut wrong = Vec::new();
    for (floor, folder) in &FLOORS[..4] {
        for (place, line) in lines(folder) {
            for name in APP_ONLY {
                if line.contains(name) {
                    wrong.push(format!("{place}: {floor} names {name}"));
                }
            }
            for name in NO_CLOCK {
                if ["collide", "sim"].contains(floor) && line.contains(name) {
                    wrong.push(format!("{place}: {floor} names {name}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_simulation_calls_no_function_that_differs_between_platforms() {
    let mut wrong = Vec::new();
    for (floor, folder) in &FLOORS[..3] {
        for (place, line) in lines(folder) {
            for name in [".sin(", ".cos(", ".tan(", ".sin_cos(", ".atan2(", ".powf(", ".exp(", ".ln(", ".mul_add("] {
                if line.contains(name) && !line.contains("libm::") {
                    wrong.push(format!("{place}: {floor} calls {name}...): {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
