//! Suggestions for unknown words on the command line.

use super::{err, seamwalker};

#[test]
fn an_unknown_word_opens_no_window() {
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
        // The error comes before any look for a display.
        assert!(!err(&output).contains("display"), "{arguments:?}: {}", err(&output));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_missing_map_is_answered_with_a_similar_one() {
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
    let folder = seamwalker(&["maps/templates"]);
    assert_eq!(folder.status.code(), Some(1));
    assert!(err(&folder).contains("maps/templates: no maps in it"), "{}", err(&folder));
}
