//! Standard output is written to its end or ends in an error; files are written whole or not at all.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::thread;

use super::{TempFolder, err, out, seamwalker};

/// Every command that writes to standard output, with arguments. `@` stands for the folder of [`place`].
const ANSWERS: [&[&str]; 14] = [
    &["--help"],
    &["--version"],
    &["help", "solve"],
    &["man"],
    &["new", "@/new/attic.tmx"],
    &["check", "@/attic.tmx"],
    &["check", "@/attic.tmx", "--json"],
    &["outline", "@/attic.tmx"],
    &["outline", "@/attic.tmx", "--save"],
    &["run", "@/attic.tmx", "--inputs", "@/inputs.txt"],
    &["run", "@/attic.tmx", "--inputs", "@/inputs.txt", "--json"],
    &["solve", "@/attic.tmx"],
    &["compare", "bump-33"],
    &["compare", "bump-33", "--json"],
];

/// A folder with a small map and inputs.
fn place() -> TempFolder {
    let place = TempFolder::new();
    assert!(seamwalker(&["new", &place.path("attic.tmx")]).status.success());
    fs::write(place.path("inputs.txt"), "30 right\n").unwrap();
    place
}

/// The program; `@` is the folder.
fn at(place: &TempFolder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_seamwalker"));
    command.args(arguments.iter().map(|argument| argument.replace("@/", &place.path(""))));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.stdin(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Runs `test` with each of [`ANSWERS`], all at the same time, each with files of its own.
fn each_answer(test: impl Fn(&TempFolder, &[&str]) + Sync) {
    thread::scope(|scope| {
        for arguments in ANSWERS {
            let test = &test;
            scope.spawn(move || test(&place(), arguments));
        }
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error() {
    each_answer(|place, arguments| {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = at(place, arguments).stdout(full).output().unwrap();
        let error = err(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.contains("seamwalker: standard output: No space left"), "{arguments:?}: {error}");
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_is_not_an_error() {
    each_answer(|place, arguments| {
        let mut child = at(place, arguments).stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {}", err(&output));
    });
}

/// The standard macro panics when standard error is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_does_not_change_the_exit_status() {
    let place = TempFolder::new();
    for (arguments, code) in [(&["check", "--nonsense"][..], 2), (&["outline", "nowhere.tmx"], 1), (&["frobnicate"], 2)]
    {
        let full = File::options().write(true).open("/dev/full").unwrap();
        assert_eq!(at(&place, arguments).stderr(full).status().unwrap().code(), Some(code), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_named() {
    let place = place();
    for arguments in [
        &["solve", "@/attic.tmx", "--write", "/dev/full"][..],
        &["solve", "@/attic.tmx", "--reach", "/dev/full"],
        &["solve", "@/attic.tmx", "--write", "@/no/such/folder.txt"],
        &["compare", "--document", "@/inputs.txt"],
    ] {
        let output = at(&place, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let named = arguments.iter().find(|argument| argument.contains("full") || argument.contains("no/such"));
        let named = named.unwrap_or(&"@/inputs.txt").replace("@/", &place.path(""));
        assert!(err(&output).contains(&named), "{arguments:?}: {}", err(&output));
    }
    // A file that can be written replaces the old one, and leaves no other file behind.
    let run = place.path("run.txt");
    fs::write(&run, "0 left # an old run\n".repeat(10_000)).unwrap();
    let solved = at(&place, &["solve", "@/attic.tmx", "--write", "@/run.txt"]).output().unwrap();
    assert!(solved.status.success(), "{}", out(&solved));
    assert!(!fs::read_to_string(&run).unwrap().contains("an old run"));
    let names = fs::read_dir(place.join("")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| !name.ends_with(".new")));
}
