//! Searches for runs: they end, and report why they found none.

use std::fs;
use std::process::Output;

use super::{TempFolder, err, out, seamwalker};

/// A new map with a changed text.
fn map(place: &TempFolder, change: impl FnOnce(String) -> String) -> String {
    let path = place.path("attic.tmx");
    assert!(seamwalker(&["new", &path]).status.success());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, change(text)).unwrap();
    path
}

/// The map with the exit inside a box of ground.
fn walled_off(text: &str) -> String {
    let (before, ground) = text.split_at(text.find("name=\"ground\"").unwrap());
    let (ground, after) = ground.split_at(ground.find("</data>").unwrap());
    let mut row = 0;
    let mut boxed = String::new();
    for line in ground.lines() {
        let mut cells: Vec<&str> = line.split(',').collect();
        if cells.len() >= 80 {
            match row {
                14 => cells[70..79].fill("1"),
                15..20 => [cells[70], cells[78]] = ["1", "1"],
                _ => {}
            }
            row += 1;
        }
        boxed += &(cells.join(",") + "\n");
    }
    format!("{before}{boxed}{after}")
}

/// The line of the exit, counted from 1.
fn line_of_exit(path: &str) -> usize {
    fs::read_to_string(path).unwrap().lines().position(|line| line.contains("exit.tx")).unwrap() + 1
}

fn failed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}{}", out(output), err(output));
    out(output)
}

#[test]
fn a_walled_off_target_is_reported_with_its_line_and_the_nearest_distance() {
    let place = TempFolder::new();
    let path = map(&place, |text| walled_off(&text));
    let expected = format!("{path}:{}: object 2 (Exit 'exit'): found no run: no free space", line_of_exit(&path));
    let output = failed(&seamwalker(&["solve", &path]));
    assert!(output.starts_with(&expected), "{output}");
    assert!(output.contains("px from it"), "{output}");
    let check = seamwalker(&["check", &path, "--playable"]);
    assert!(check.status.success(), "a failed search proves nothing, so this is a warning: {}", out(&check));
    let expected =
        format!("{path}:{}: warning: object 2 (Exit 'exit'): no run was found: no free space", line_of_exit(&path));
    assert!(out(&check).contains(&expected), "{}", out(&check));
}

#[test]
fn a_search_ends_at_its_timeout_and_reports_how_near_it_came() {
    let place = TempFolder::new();
    let path = map(&place, |text| text);
    let output = failed(&seamwalker(&["solve", &path, "--timeout", "0"]));
    let expected = format!("{path}:{}: object 2 (Exit 'exit'): found no run: time is up", line_of_exit(&path));
    assert!(output.starts_with(&expected), "{output}");
    assert!(output.contains(" px ") && output.contains("--timeout SECONDS"), "{output}");
    let check = out(&seamwalker(&["check", &path, "--playable", "--timeout", "0"]));
    assert!(check.contains("no run was found: time is up"), "{check}");
    // With enough time it finds a run.
    assert_eq!(
        seamwalker(&["solve", &path, "--timeout", "1e300"]).status.code(),
        Some(2),
        "more than a clock can count"
    );
    assert!(seamwalker(&["solve", &path, "--timeout", "100000"]).status.success());
    assert_eq!(out(&seamwalker(&["check", &path, "--playable"])), "1 map: 0 errors, 0 warnings\n");
    for bad in ["-1", "soon", "NaN", ""] {
        assert_eq!(seamwalker(&["solve", &path, "--timeout", bad]).status.code(), Some(2), "{bad}");
    }
    assert_eq!(seamwalker(&["check", &path, "--timeout", "5"]).status.code(), Some(2), "only with --playable");
}

#[test]
fn an_unknown_id_is_answered_with_the_nearest_ones() {
    let unknown = seamwalker(&["solve", "first_stitch", "--to", "4000"]);
    assert_eq!(unknown.status.code(), Some(1));
    let why = err(&unknown);
    assert!(why.contains("the map has no object 4000") && why.contains("the closest ids are object "), "{why}");
    assert!(why.contains("object 94 (Exit 'exit'), object 93 (Bead)"), "with their classes: {why}");
    let place = TempFolder::new();
    let path = map(&place, |text| text.lines().filter(|line| !line.contains("exit.tx")).collect::<Vec<_>>().join("\n"));
    let none = seamwalker(&["solve", &path]);
    assert_eq!(none.status.code(), Some(1));
    assert!(err(&none).contains("the map has no exit"), "{}", err(&none));
}
