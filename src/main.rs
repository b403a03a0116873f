//! The program: see `seamwalker --help`.

#![allow(clippy::disallowed_methods, reason = "what is drawn and heard may differ by a bit; what collides may not")]

mod app;
mod cli;
mod new_map;

fn main() -> std::process::ExitCode {
    cli::main()
}
