//! Output to a terminal: progress that is erased at the end, and colours if the terminal has them.

use std::fs;
use std::process::{Command, Stdio};

use super::{TempFolder, out};

/// The output of a shell command to a terminal; `@` is the program. `None` without the program `script` of util-linux, which creates
/// the terminal.
fn seen(command: &str, variables: &[(&str, &str)]) -> Option<String> {
    let command = command.replace('@', env!("CARGO_BIN_EXE_seamwalker"));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).env_remove("NO_COLOR").env_remove("CI").env("TERM", "xterm-256color");
    script.envs(variables.iter().copied()).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    script.output().ok().filter(|output| output.status.success()).map(|output| out(&output))
}

const ESCAPE: char = '\u{1b}';

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_progress_that_is_erased_at_the_end() {
    let place = TempFolder::new();
    let map = place.path("attic.tmx");
    for (command, shown) in [
        ("@ compare bump-33 hops".to_owned(), "/"),
        (format!("@ new {map} >/dev/null; @ solve {map}"), "states"),
        (format!("@ check {map} --playable"), "states"),
    ] {
        let answer = place.path("answer.txt");
        let Some(seen) = seen(&format!("({command}) > {answer}"), &[]) else { return };
        assert!(seen.contains(shown), "{command}: {seen:?}");
        // The line is erased, and the cursor was never hidden.
        let erased = [format!("\r{ESCAPE}[2K"), format!("\r{ESCAPE}[K")];
        assert!(erased.iter().any(|end| seen.ends_with(end)), "{command}: {seen:?}");
        assert!(!seen.contains(&format!("{ESCAPE}[?25l")), "{command}: {seen:?}");
        let answer = fs::read_to_string(answer).unwrap();
        assert!(!answer.is_empty() && !answer.contains(['\r', ESCAPE]), "{command}: {answer:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_without_control_sequences_gets_none() {
    let coloured = [("TERM", "xterm")];
    let Some(help) = seen("@ --help", &coloured) else { return };
    assert!(help.contains(ESCAPE), "this terminal has colours: {help:?}");
    for command in ["@ --help", "@ compare bump-33", "@ nonsense --nonsense; true"] {
        let seen = seen(command, &[("TERM", "dumb")]).unwrap();
        assert!(!seen.contains(ESCAPE), "{command}: {seen:?}");
    }
    assert!(!seen("@ --help", &[("NO_COLOR", "1")]).unwrap().contains(ESCAPE));
}
