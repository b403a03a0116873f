//! Paints every picture of the game.
//!
//! ```text
//! cargo run --manifest-path tools/paint/Cargo.toml                       writes the files that differ
//! cargo run --manifest-path tools/paint/Cargo.toml -- --check            exit 1 if a committed file differs
//! cargo run --manifest-path tools/paint/Cargo.toml -- --preview DIR      enlarged pictures and a scene, to look at
//! ```

mod scene;

use seamwalker_paint::{Content, all, store};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => write(),
        ["--check"] => check(),
        ["--preview", folder] => preview(Path::new(folder)),
        _ => Err("usage: paint [--check | --preview DIR]".into()),
    }
}

/// The repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Writes every file that differs into the repository.
fn write() -> Result<(), Box<dyn Error>> {
    stale().try_for_each(|(path, content)| store::write(&root().join(path), &content, true))
}

/// The files that differ from what is committed.
fn stale() -> impl Iterator<Item = (String, Content)> {
    all().into_iter().filter(|(path, content)| !store::is_current(&root().join(path), content).unwrap_or(false))
}

/// Fails with the names of the files that differ.
fn check() -> Result<(), Box<dyn Error>> {
    let stale: Vec<String> = stale().map(|(path, _)| path).collect();
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("not what this program makes: {}", stale.join(", ")).into())
}

/// Writes every picture enlarged, and mock-ups of the game.
fn preview(folder: &Path) -> Result<(), Box<dyn Error>> {
    for (path, content) in all() {
        let Content::Picture(picture) = content else {
            continue;
        };
        let factor = (1280 / picture.width).clamp(1, 6);
        let name = Path::new(&path).file_name().ok_or("a file without a name")?;
        store::write(&folder.join(name), &Content::Picture(scene::enlarged(&picture, factor)), false)?;
    }
    for (name, picture) in scene::all() {
        let file = folder.join(format!("scene_{name}.png"));
        store::write(&file, &Content::Picture(scene::enlarged(&picture, 2)), false)?;
    }
    Ok(())
}
