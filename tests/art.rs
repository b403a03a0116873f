//! The committed pictures, tilesets and lists are what `cargo run --example paint` makes.

#[path = "../examples/paint/art.rs"]
mod art;

use art::{Content, all, store};
use std::collections::BTreeSet;
use std::path::Path;

/// A picture edited by hand would be lost with the next run of the program, so it may not differ.
#[test]
fn the_committed_art_is_what_the_program_makes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, content) in all() {
        let current = store::is_current(&root.join(&path), &content);
        assert!(
            matches!(current, Ok(true)),
            "{path} differs ({current:?}); run: cargo run --example paint --no-default-features"
        );
    }
}

/// What is written reads back as the same pixels, whatever compression and palette were chosen.
#[test]
fn every_file_survives_writing_and_reading() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("art");
    for (path, content) in all() {
        let copy = folder.join(&path);
        store::write(&copy, &content).expect("the target folder is writable");
        assert!(
            store::is_current(&copy, &content).expect("just written"),
            "{path}"
        );
    }
}

/// Two runs, one result: no clock, no random source, no hash order.
#[test]
fn painting_twice_gives_the_same() {
    for ((path, first), (_, second)) in all().into_iter().zip(all()) {
        let same = match (first, second) {
            (Content::Picture(a), Content::Picture(b)) => a == b,
            (Content::Text(a), Content::Text(b)) => a == b,
            _ => false,
        };
        assert!(same, "{path}");
    }
}

/// A sprite is found by its name, so names are unique; an animation has at least one frame.
#[test]
fn sprites_have_unique_names_and_frames() {
    let sprites = art::sprites();
    let names: BTreeSet<&str> = sprites.iter().map(|sprite| sprite.name.as_str()).collect();
    assert_eq!(names.len(), sprites.len());
    assert!(sprites.iter().all(|sprite| !sprite.frames.is_empty()));
}

/// A level is downloaded in a browser: no single picture may weigh more than 100 kB.
#[test]
fn no_picture_is_heavy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, _) in all() {
        let bytes = std::fs::metadata(root.join(&path)).map_or(u64::MAX, |file| file.len());
        assert!(bytes < 100_000, "{path} has {bytes} bytes");
    }
}
