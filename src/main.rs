//! The program: see `seamwalker --help`.

mod app;
mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
