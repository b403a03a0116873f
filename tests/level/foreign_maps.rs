//! Maps by others: the examples of Debian's `tiled`, if installed. Orthogonal ones must be read and drawn as in Tiled, others refused
//! with one sentence. Also reads all folders that `MAPS` lists, separated by colons.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use seamwalker_level::{Folder, Severity, read};

/// Where Debian's package puts its examples.
const EXAMPLES: &str = "/usr/share/doc/tiled/examples";

/// Copies a folder; Debian packs some files, and they are unpacked.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else if path.extension().is_some_and(|e| e == "gz") {
            let mut bytes = Vec::new();
            let file = fs::File::open(&path).expect("a file");
            flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).expect("packed");
            fs::write(target.with_extension(""), bytes).expect("a file");
        } else {
            fs::copy(&path, &target).expect("a file");
        }
    }
}

/// Every map below a folder.
fn maps(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            maps(&path, into);
        } else if path.extension().is_some_and(|e| e == "tmx") {
            into.push(path);
        }
    }
    into.sort();
}

/// Reads a map, says what came of it, and compares what is drawn. `None` for one that is refused.
fn look_at(map: &Path) -> Option<f64> {
    let (files, name) = Folder::for_map(map).expect("the map is there");
    match read(&files, &name) {
        Ok(level) => {
            let differing = crate::tiled::difference(map, true);
            let (edges, warnings) = (level.terrain.edges().len(), level.warnings.len());
            println!("{name}: {edges} edges, {warnings} warnings, {:.3} % of the pixels differ", differing * 100.0);
            Some(differing)
        }
        Err(problems) => {
            let errors: Vec<_> = problems.iter().filter(|p| p.severity == Severity::Error).collect();
            println!("{}", errors[0]);
            assert!(errors.iter().all(|p| p.line > 0), "every error has a line: {errors:?}");
            None
        }
    }
}

#[test]
fn the_examples_of_tiled_are_read_and_drawn() {
    if !Path::new(EXAMPLES).is_dir() {
        println!("Debian's package `tiled` is not installed: nothing to read");
        return;
    }
    let folder = std::env::temp_dir().join(format!("seamwalker-examples-{}", std::process::id()));
    copy(Path::new(EXAMPLES), &folder);
    let mut found = Vec::new();
    maps(&folder, &mut found);
    assert!(found.len() > 5, "{found:?}");
    for map in &found {
        let text = fs::read_to_string(map).expect("a map");
        let orthogonal = text.contains("orientation=\"orthogonal\"");
        let differing = look_at(map);
        assert_eq!(differing.is_some(), orthogonal, "{}", map.display());
        assert!(differing.unwrap_or(0.0) < 0.01, "{}", map.display());
    }
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn any_maps_are_read_or_refused() {
    let folders = std::env::var("MAPS").unwrap_or_default();
    let mut found = Vec::new();
    folders.split(':').filter(|f| !f.is_empty()).for_each(|folder| maps(Path::new(folder), &mut found));
    for map in found {
        let _ = look_at(&map);
    }
}
