//! Words that the command line does not know, and what it suggests.

use super::{err, out, seamwalker};

#[test]
fn a_word_that_is_neither_command_nor_map_opens_no_window() {
    for (arguments, meant) in [
        (&["frobnicate"][..], "did you mean"),
        (&["chek"], "'check'"),
        (&["hlep"], "'help'"),
        (&["frist_stitch"], "'first_stitch'"),
        (&["chek", "maps/first_stitch.tmx"], "'check'"),
    ] {
        let output = seamwalker(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains("is neither a command nor a map"), "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains(meant), "{arguments:?}: {}", err(&output));
        // Before it looks for a display.
        assert!(!err(&output).contains("display"), "{arguments:?}: {}", err(&output));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_map_that_is_not_there_leads_to_the_one_that_is_meant() {
    for arguments in [
        &["play", "frist_stitch"][..],
        &["maps/frist_stitch.tmx"],
        &["outline", "frist_stitch"],
        &["solve", "frist_stitch"],
        &["lab", "frist_stitch.tmx"],
    ] {
        let output = seamwalker(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", err(&output));
        let why = err(&output);
        assert!(why.contains("there is no such file; did you mean 'first_stitch'?"), "{arguments:?}: {why}");
    }
    let folder = seamwalker(&["maps"]);
    assert_eq!(folder.status.code(), Some(1));
    assert!(err(&folder).contains("seamwalker --maps maps"), "{}", err(&folder));
}

#[test]
fn the_help_tells_what_the_exit_status_means() {
    for arguments in [&["--help"][..], &["help"], &["man"]] {
        let help = seamwalker(arguments);
        assert!(help.status.success() && help.stderr.is_empty());
        assert!(out(&help).contains("Exit status:"), "{arguments:?}: {}", out(&help));
    }
}
