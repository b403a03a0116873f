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
        (&["--windowed", "1280x720", "chek"], "'check'"),
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

/// Story: `--windowed 1280x720 play first_stitch` was refused: the map was taken for a command.
#[test]
fn options_may_stand_before_the_command() {
    for arguments in [
        &["--solver", "swept", "run", "first_stitch", "--inputs", "maps/runs/first_stitch.txt"][..],
        &["--limit=cells=100000000", "--root", "maps", "check", "maps/first_stitch.tmx"],
        &["--svg", "outline", "first_stitch"],
        &["--help", "check"],
    ] {
        let output = seamwalker(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    }
    // Without a display, windows end here.
    for arguments in [
        &["--windowed", "1280x720", "play", "first_stitch"][..],
        &["--windowed", "1280x720", "first_stitch"],
        &["--windowed=1280x720", "--solver", "swept", "lab", "hops"],
        &["--feel", "feel.ron", "--object", "12", "play", "first_stitch"],
    ] {
        assert!(err(&seamwalker(arguments)).contains("display"), "{arguments:?}: {}", err(&seamwalker(arguments)));
    }
    let refused = seamwalker(&["--windowed", "1280x720", "check", "first_stitch"]);
    assert!(err(&refused).contains("unexpected argument '--windowed'"), "{}", err(&refused));
    assert_eq!(refused.status.code(), Some(2));
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
