//! Embeds everything under `maps/` and `assets/`, so that one file runs anywhere. It checks nothing: `tests/maps` does.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// The folders that become part of the program.
const FOLDERS: [&str; 2] = ["maps", "assets"];

fn main() -> ExitCode {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    for path in ["build.rs"].iter().chain(&FOLDERS) {
        // Cargo takes a path that does not exist for one that changes all the time.
        if package.join(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("embedded.rs");
    let files = match shipped(&package) {
        Ok(files) => files,
        Err(error) => {
            println!("cargo::error=cannot list the files to embed: {error}");
            return ExitCode::FAILURE;
        }
    };
    if let Err(error) = fs::write(&out, table(&package, &files)) {
        println!("cargo::error=cannot write {}: {error}", out.display());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The paths of all files to embed, relative to the package, with `/` between parts, sorted.
fn shipped(package: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    for folder in FOLDERS.iter().filter(|folder| package.join(folder).is_dir()) {
        list(package, folder, &mut files)?;
    }
    files.sort_unstable();
    Ok(files)
}

/// Lists a folder and those in it. Hidden files and what Tiled keeps for itself stay out.
fn list(package: &Path, folder: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(package.join(folder))? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') || name.ends_with(".tiled-session") {
            continue;
        }
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            list(package, &path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The table that `level::shipped` hands out.
fn table(package: &Path, files: &[String]) -> String {
    let mut text = String::from("/// Every shipped file: path and bytes, sorted by path.\n");
    text.push_str("static FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let whole = package.join(file);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    ({file:?}, include_bytes!({:?})),", whole.to_string_lossy());
    }
    text.push_str("];\n");
    text
}
