//! The layers of docs/ARCHITECTURE.md, as far as Cargo does not check them: within the game, a file imports only from its own layer
//! and those below; only the app uses windows; the simulation uses neither clocks nor functions that differ between platforms.
//! The tests read the sources, so that they name file and line.

use std::fs;
use std::path::{Path, PathBuf};

/// Name and folder of each layer, from the lowest up. Each may use those before it. The first two are crates.
const LAYERS: [(&str, &str); 6] = [
    ("collide", "crates/collide/src"),
    ("level", "crates/level/src"),
    ("pack", "src/pack"),
    ("sim", "src/sim"),
    ("lab", "src/lab"),
    ("app", "src/app"),
];

/// Names that only the app may use, and names that would make two runs of the simulation differ.
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

/// Every line of code of a layer, with its file and line number.
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
fn no_layer_imports_from_a_higher_one() {
    let mut wrong = Vec::new();
    for (height, (layer, folder)) in LAYERS.iter().enumerate().skip(2) {
        for (place, line) in lines(folder) {
            for (above, _) in &LAYERS[height + 1..] {
                if line.contains(&format!("crate::{above}")) || line.contains(&format!("seamwalker::{above}")) {
                    wrong.push(format!("{place}: {layer} imports {above}: {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn only_the_app_uses_windows_and_the_simulation_no_clocks() {
    let mut wrong = Vec::new();
    for (layer, folder) in &LAYERS[..5] {
        for (place, line) in lines(folder) {
            for name in APP_ONLY {
                if line.contains(name) {
                    wrong.push(format!("{place}: {layer} names {name}"));
                }
            }
            for name in NO_CLOCK {
                if ["collide", "sim"].contains(layer) && line.contains(name) {
                    wrong.push(format!("{place}: {layer} names {name}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_simulation_calls_no_function_that_differs_between_platforms() {
    let mut wrong = Vec::new();
    for (layer, folder) in &LAYERS[..4] {
        for (place, line) in lines(folder) {
            for name in [".sin(", ".cos(", ".tan(", ".sin_cos(", ".atan2(", ".powf(", ".exp(", ".ln(", ".mul_add("] {
                if line.contains(name) && !line.contains("libm::") {
                    wrong.push(format!("{place}: {layer} calls {name}...): {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
