//! The program: see `seamwalker --help`.

mod app;

use std::process::ExitCode;

use clap::Parser;
use seamwalker::collide::SolverKind;
use seamwalker::level::Embedded;

/// Plays a map.
#[derive(Parser)]
struct Arguments {
    /// The map; without it the title screen.
    map: Option<std::path::PathBuf>,
    /// The solver.
    #[arg(long, value_parser = |name: &str| SolverKind::from_name(name).ok_or("no such solver"))]
    solver: Option<SolverKind>,
    /// Where to begin.
    #[arg(long)]
    object: Option<u32>,
    /// A folder with maps.
    #[arg(long)]
    maps: Option<std::path::PathBuf>,
    /// The window's size.
    #[arg(long, value_parser = size)]
    windowed: Option<(u32, u32)>,
    /// Prints the state every second.
    #[arg(long)]
    dump_state: bool,
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parse = || text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    parse().ok_or_else(|| "expected WIDTHxHEIGHT".to_owned())
}

fn main() -> ExitCode {
    let Arguments { map, solver, object, maps, windowed, dump_state } = Arguments::parse();
    let options = app::Options { map, solver, object, windowed, maps, dump_state };
    match app::run(options, Embedded::shipped()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
