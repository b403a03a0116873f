//! Embeds everything under `maps/` and `assets/`, so that one file runs anywhere. It checks nothing: `tests/maps` does.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

/// The folders that become part of the program.
const FOLDERS: [&str; 2] = ["maps", "assets"];

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        list(&root, folder, &mut files)?;
    }
    files.sort_unstable();
    let mut text =
        String::from("/// Every shipped file: path and bytes, sorted by path.\nstatic FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    ({file:?}, include_bytes!({:?})),", root.join(&file).to_string_lossy());
    }
    text.push_str("];\n");
    fs::write(Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("embedded.rs"), text)
}

/// Lists a folder and those in it, with `/` between the parts of a path. Hidden files and what Tiled keeps for itself stay out.
fn list(root: &Path, folder: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') || name.ends_with(".tiled-session") {
            continue;
        }
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            list(root, &path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
