//! Maps by others: the examples of Debian's `tiled`, if installed. Orthogonal ones must be read and drawn as in Tiled, others refused
//! with one sentence.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use seamwalker_level::{Folder, Severity, read};

use crate::temp_folder::TempFolder;

/// Where Debian's package puts its examples.
const EXAMPLES: &str = "/usr/share/doc/tiled/examples";

/// Copies a folder and lists the maps in the copy. Debian packs some files, and they are unpacked.
fn copy(from: &Path, to: &Path, maps: &mut Vec<PathBuf>) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let (path, mut target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target, maps);
            continue;
        }
        let mut bytes = fs::read(&path).unwrap();
        if path.extension().is_some_and(|e| e == "gz") {
            let packed = std::mem::take(&mut bytes);
            flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
            target = target.with_extension("");
        }
        fs::write(&target, bytes).unwrap();
        if target.extension().is_some_and(|e| e == "tmx") {
            maps.push(target);
        }
    }
}

#[test]
fn the_examples_of_tiled_are_read_and_drawn() {
    if !Path::new(EXAMPLES).is_dir() {
        println!("Debian's package `tiled` is not installed: nothing to read");
        return;
    }
    let (folder, mut maps) = (TempFolder::new("examples"), Vec::new());
    copy(Path::new(EXAMPLES), &folder.0, &mut maps);
    assert!(maps.len() > 5, "{maps:?}");
    for map in &maps {
        let (files, name) = Folder::for_map(map).unwrap();
        let is_orthogonal = fs::read_to_string(map).unwrap().contains("orientation=\"orthogonal\"");
        match read(&files, &name) {
            Ok(_) => assert!(is_orthogonal && crate::tiled::difference(map, true) < 0.01, "{name}"),
            Err(problems) => {
                let mut errors = problems.iter().filter(|p| p.severity == Severity::Error);
                assert!(!is_orthogonal && errors.all(|p| p.line > 0), "{name}: {problems:?}");
            }
        }
    }
}
