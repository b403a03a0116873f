//! The program: see `seamwalker --help`.

#![allow(clippy::disallowed_methods, reason = "what is drawn and heard may differ by a bit; what collides may not")]

/// As `print!`, but a failed write is reported at the end, by the exit status, instead of a panic.
macro_rules! say_part {
    ($($said:tt)*) => {
        crate::output::print(format_args!($($said)*))
    };
}

/// The same with an end of line.
macro_rules! say {
    ($($said:tt)*) => {
        say_part!("{}\n", format_args!($($said)*))
    };
}

/// As `eprintln!`, but without a panic when standard error cannot be written.
macro_rules! complain {
    ($($said:tt)*) => {
        crate::output::complain(format_args!("{}\n", format_args!($($said)*)))
    };
}

#[cfg_attr(
    target_family = "wasm",
    allow(dead_code, unused_imports, reason = "some of it is for the command line alone")
)]
mod app;
#[cfg(not(target_family = "wasm"))]
mod cli;
mod nearest;
#[cfg(not(target_family = "wasm"))]
mod new_map;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a page ends without an exit status"))]
mod output;

#[cfg(not(target_family = "wasm"))]
fn main() -> std::process::ExitCode {
    let code = cli::main();
    match output::finish() {
        Ok(()) => code,
        Err(why) => {
            complain!("seamwalker: {why}");
            std::process::ExitCode::FAILURE
        }
    }
}

/// A browser has no command line: the page passes the options.
#[cfg(target_family = "wasm")]
fn main() {
    if let Err(error) = app::run(app::page_options(), seamwalker_assets::shipped()) {
        panic!("{error}");
    }
}
