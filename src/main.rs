//! The program: see `seamwalker --help`.

mod cli;
/// A stand-in until the window lands.
mod app {
    use seamwalker::{collide::SolverKind, level::Embedded};
    #[allow(dead_code)]
    pub struct Options {
        pub map: Option<std::path::PathBuf>,
        pub solver: Option<SolverKind>,
        pub object: Option<u32>,
        pub windowed: Option<(u32, u32)>,
        pub maps: Option<std::path::PathBuf>,
        pub dump_state: bool,
    }
    pub fn run(_: Options, _: Embedded) -> std::io::Result<()> {
        Ok(())
    }
}

fn main() -> std::process::ExitCode {
    cli::main()
}
