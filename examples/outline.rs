//! Prints the outline of a map as JSON (or SVG): `cargo run --example outline -- outline MAP [--json|--svg]`.

use std::process::ExitCode;

use seamwalker::level::{Folder, export, read};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "outline" && a != "--json").collect();
    let svg = arguments.iter().any(|a| a == "--svg");
    let Some(map) = arguments.iter().find(|a| !a.starts_with("--")) else {
        eprintln!("usage: outline MAP [--json|--svg]");
        return ExitCode::from(2);
    };
    let (folder, path) = match Folder::for_map(map) {
        Ok(found) => found,
        Err(error) => {
            eprintln!("{map}: {error}");
            return ExitCode::FAILURE;
        }
    };
    match read(&folder, &path) {
        Ok(level) if svg => print!("{}", export::svg(&level)),
        Ok(level) => println!("{}", export::json(&level)),
        Err(problems) => {
            problems.iter().for_each(|problem| eprintln!("{problem}"));
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
