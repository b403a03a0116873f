//! What limits say of a map that exceeds them: every one names the file, and the line to begin at.

use crate::level_kit::{Memory, listed, map, objects};
use seamwalker::level::{Limits, Severity, check_within, read_within};

/// A map with so many objects of each of these classes, one a line.
fn with_bodies(classes: &[&str], each: usize) -> Memory {
    let objects_of = |class: &str, from: usize| -> String {
        let object = |i: usize| {
            format!("<object id=\"{}\" type=\"{class}\" x=\"16\" y=\"16\" width=\"16\" height=\"16\"/>\n", from + i)
        };
        (0..each).map(object).collect()
    };
    let inside: String = classes.iter().enumerate().map(|(i, class)| objects_of(class, 1 + i * each)).collect();
    Memory::with_map(&map(&["....", "####"], &objects(&inside)))
}

#[test]
fn every_kind_of_body_has_a_limit_whose_message_names_the_first_object_over_it() {
    let cases = [
        ("platforms", &["Platform", "Iron"][..]),
        ("patches", &["LoosePatch", "WornPatch"]),
        ("doors", &["ZipDoor", "Gate"]),
        ("crates", &["Crate"]),
        ("rolling_spools", &["RollingSpool"]),
        ("buttons", &["KeyButton", "PressureButton"]),
        ("pin_bugs", &["PinBug"]),
        ("things", &["Moth", "DashSpool", "Scissors", "Spring", "Wind"]),
    ];
    for (name, classes) in cases {
        let files = with_bodies(classes, 3);
        let most = classes.len() * 3;
        let mut limits = Limits::USUAL;
        limits.set(name, &most.to_string()).unwrap();
        let errors = |limits: &Limits| {
            let mut problems = check_within(&files, "m.tmx", limits);
            problems.retain(|problem| problem.severity == Severity::Error && !problem.what.contains("Player"));
            problems
        };
        assert!(errors(&limits).is_empty(), "{name}: {}", listed(&errors(&limits)));
        limits.set(name, &(most - 2).to_string()).unwrap();
        let errors = errors(&limits);
        assert_eq!(errors.len(), 1, "{name}: {}", listed(&errors));
        let (first_over, text) = (most - 1, errors[0].to_string());
        let line = 1 + String::from_utf8_lossy(&files.0["m.tmx"])
            .lines()
            .position(|line| line.contains(&format!("id=\"{first_over}\" type")))
            .unwrap();
        assert!(text.starts_with(&format!("m.tmx:{line}: object {first_over}: ")), "{name}: {text}");
        assert!(text.contains(&format!("--limit {name}=")), "{text}");
        let read = read_within(&files, "m.tmx", &limits).unwrap_err();
        assert!(read.contains(&errors[0]), "reading refuses it the same way: {}", listed(&read));
    }
}
