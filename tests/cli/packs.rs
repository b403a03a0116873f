//! Packs: checked, solved and packed, and what is refused.

use std::fs;
use std::path::Path;

use super::{TempFolder, err, out, seamwalker};

const EXAMPLE: &str = "examples/pack";

/// A copy of the example in a new folder.
struct Copy(TempFolder);

impl Copy {
    fn new() -> Self {
        let folder = TempFolder::new();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(EXAMPLE), &folder.join("mine"));
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path(name)
    }

    /// Changes the text of a file.
    fn edit(&self, name: &str, from: &str, to: &str) {
        let path = self.path(&format!("mine/{name}"));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{name} has no {from}");
        fs::write(path, text.replace(from, to)).unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn the_example_is_packed_checked_and_solved() {
    let copy = Copy::new();
    let zip = copy.path("ink.zip");
    let packed = seamwalker(&["pack", EXAMPLE, "--output", &zip]);
    assert!(packed.status.success(), "{}{}", out(&packed), err(&packed));
    assert!(fs::metadata(&zip).unwrap().len() < 20_000, "the example is small");
    for pack in [EXAMPLE, &zip] {
        let checked = seamwalker(&["check", pack]);
        assert!(checked.status.success(), "{}", out(&checked));
        assert_eq!(out(&checked), "3 maps: 0 errors, 0 warnings\n", "{pack}");
        let solved = seamwalker(&["solve", pack]);
        assert!(solved.status.success(), "{}{}", out(&solved), err(&solved));
        let order: Vec<usize> =
            ["margin", "ladder", "blots"].iter().map(|map| out(&solved).find(map).unwrap()).collect();
        assert!(order.is_sorted(), "the order of the manifest: {}", out(&solved));
        assert_eq!(out(&solved).matches("found a run").count(), 3);
    }
    fs::write(copy.path("mine/notes.psd"), "not for players").unwrap();
    let again = copy.path("again.zip");
    assert!(seamwalker(&["pack", &copy.path("mine"), "-o", &again]).status.success());
    let bytes = fs::read(&again).unwrap();
    let holds = |name: &str| bytes.windows(name.len()).any(|part| part == name.as_bytes());
    assert!(holds("mine/sprites/player_run.png") && holds("mine/LICENCE.txt"));
    assert!(!holds("notes.psd"), "only what the game uses is packed");
}

#[test]
fn a_pack_with_errors_is_refused_with_file_and_line() {
    let copy = Copy::new();
    copy.edit("pack.ron", "\"ladder\"", "\"lader\"");
    copy.edit("pack.ron", "licence: \"CC0-1.0\",", "");
    copy.edit("music/ink.score", "tempo", "tempi");
    copy.edit("blots.tmx", "tiles.tsx", "../outside.tsx");
    fs::write(copy.path("mine/sprites/player_idel.png"), "no picture").unwrap();
    let zip = copy.path("broken.zip");
    let refused = seamwalker(&["pack", &copy.path("mine"), "-o", &zip]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(!Path::new(&zip).exists());
    let text = out(&refused);
    for part in [
        "mine/pack.ron:7: there is no map \"lader\"; levels are file names without the extension",
        "mine/pack.ron: it has no licence; add",
        "mine/music/ink.score:2: ",
        "did you mean 'player_idle'?",
        "mine/blots.tmx:7: ",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(err(&refused).contains("not packed"), "{}", err(&refused));
    // A broken manifest is an error as well, and the maps are still checked.
    fs::write(copy.path("mine/pack.ron"), "(\n title: 3)").unwrap();
    let checked = seamwalker(&["check", &copy.path("mine")]);
    assert!(out(&checked).contains("mine/pack.ron:2: "), "{}", out(&checked));
    assert!(out(&checked).contains("3 maps: "), "{}", out(&checked));
}

/// What `pack` prints about the example after a change.
fn refused(change: impl FnOnce(&Copy)) -> String {
    let copy = Copy::new();
    change(&copy);
    let zip = copy.path("refused.zip");
    let output = seamwalker(&["pack", &copy.path("mine"), "-o", &zip]);
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    assert!(!Path::new(&zip).exists());
    (out(&output) + &err(&output)).replace(&copy.path(""), "")
}

#[test]
fn a_pack_that_would_not_play_as_its_author_sees_it_is_refused() {
    let write = |copy: &Copy, name: &str, text: &str| fs::write(copy.path(&format!("mine/{name}")), text).unwrap();
    let missing = refused(|copy| fs::remove_file(copy.path("mine/tiles.png")).unwrap());
    assert!(missing.contains("mine/tiles.png: there is no such file; not packed, because a map needs it"), "{missing}");
    let music = refused(|copy| fs::remove_file(copy.path("mine/music/ink.score")).unwrap());
    assert!(music.contains("mine/margin.tmx:4: property 'music': there is no music 'ink'; write"), "{music}");
    let next = refused(|copy| copy.edit("pack.ron", "(name: \"Page One\",", "(name: \"A\", opens_next: 9,"));
    assert!(next.contains("mine/pack.ron: the world \"A\" with 3 levels has opens_next: 9; write 3 or less"), "{next}");
    let last = refused(|copy| copy.edit("pack.ron", "\n    ],\n", "\n], last: (level: \"nix\", opened_by: 1),\n"));
    assert!(last.contains("mine/pack.ron:8: there is no map \"nix\"; "), "{last}");
    let frames = refused(|copy| write(copy, "sprites/frames.ron", "{\n \"player_run\": (frames: six)}"));
    assert!(frames.contains("mine/sprites/frames.ron:2: Expected integer"), "{frames}");
    let none = refused(|copy| write(copy, "sprites/frames.ron", "{\"player_run\": (frames: 0)}"));
    assert!(none.contains("mine/sprites/player_run.png: it has 0 frames in frames.ron; write 1 to "), "{none}");
    let hills = refused(|copy| write(copy, "backgrounds/hills_far.png", "no picture"));
    assert!(hills.contains("mine/backgrounds/hills_far.png: it is in no known format"), "{hills}");
    let title = refused(|copy| {
        fs::copy("maps/backgrounds/sky.png", copy.path("mine/title.png")).unwrap();
    });
    assert!(title.contains("mine/title.png: it has 640 x 360 pixels; the limit is 600 x 88"), "{title}");
    let step = refused(|copy| write(copy, "sounds/step.wav", "no sound"));
    assert_eq!(step.matches("mine/sounds/step.wav: it is no WAV file").count(), 1, "once for all variants: {step}");
}

#[test]
fn what_is_no_pack_is_named() {
    let copy = Copy::new();
    fs::create_dir_all(copy.path("empty")).unwrap();
    fs::write(copy.path("text.zip"), "no archive").unwrap();
    fs::write(copy.path("cut.zip"), b"PK\x03\x04 and no more").unwrap();
    fs::remove_file(copy.path("mine/pack.ron")).unwrap();
    for (command, path, part) in [
        ("check", "empty", "no maps in it"),
        ("play", "empty", "no maps in it"),
        ("check", "text.zip", "is neither a folder nor a zip archive"),
        ("solve", "cut.zip", "cut.zip"),
        ("pack", "mine", "pack.ron: there is no manifest; write one such as (title:"),
        ("pack", "text.zip", "it is not a folder"),
    ] {
        let output = seamwalker(&[command, &copy.path(path)]);
        assert_eq!(output.status.code(), Some(1), "{command} {path}");
        let text = out(&output) + &err(&output);
        assert!(text.contains(part), "{command} {path}: {text}");
    }
    let solved = seamwalker(&["solve", &copy.path("mine"), "--write", "x.txt"]);
    assert_eq!(solved.status.code(), Some(2), "{}", err(&solved));
}
