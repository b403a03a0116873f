//! Searches for runs: that they end, and what they say when they find none.

use std::fs;
use std::process::Output;

use super::{TempFolder, err, out, seamwalker};

/// A map of one's own, after this change to its text.
fn map(place: &TempFolder, change: impl FnOnce(String) -> String) -> String {
    let path = place.path("attic.tmx");
    assert!(seamwalker(&["new", &path]).status.success());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, change(text)).unwrap();
    path
}

/// The same map with the exit in a box of ground.
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
fn a_goal_that_is_walled_off_is_named_with_its_line_and_how_near_the_search_came() {
    let place = TempFolder::new("walled");
    let path = map(&place, |text| walled_off(&text));
    let expected = format!("{path}:{}: object 2 (Exit 'exit'): found no run: no free space", line_of_exit(&path));
    let told = failed(&seamwalker(&["solve", &path]));
    assert!(told.starts_with(&expected), "{told}");
    assert!(told.contains("px from it"), "{told}");
    let check = seamwalker(&["check", &path, "--playable"]);
    assert!(check.status.success(), "a search proves nothing, so this is a warning: {}", out(&check));
    let expected =
        format!("{path}:{}: warning: object 2 (Exit 'exit'): no run was found: no free space", line_of_exit(&path));
    assert!(out(&check).contains(&expected), "{}", out(&check));
}

#[test]
fn a_search_ends_when_its_time_is_up_and_tells_how_near_it_came() {
    let place = TempFolder::new("timeout");
    let path = map(&place, |text| text);
    let told = failed(&seamwalker(&["solve", &path, "--timeout", "0"]));
    let expected = format!("{path}:{}: object 2 (Exit 'exit'): found no run: time is up", line_of_exit(&path));
    assert!(told.starts_with(&expected), "{told}");
    assert!(told.contains(" px ") && told.contains("--timeout SECONDS"), "{told}");
    let check = out(&seamwalker(&["check", &path, "--playable", "--timeout", "0"]));
    assert!(check.contains("no run was found: time is up"), "{check}");
    // Given time, it is found.
    assert_eq!(seamwalker(&["solve", &path, "--timeout", "1e300"]).status.code(), Some(2), "no clock counts so far");
    assert!(seamwalker(&["solve", &path, "--timeout", "100000"]).status.success());
    assert_eq!(out(&seamwalker(&["check", &path, "--playable"])), "1 map: 0 errors, 0 warnings\n");
    for bad in ["-1", "soon", "NaN", ""] {
        assert_eq!(seamwalker(&["solve", &path, "--timeout", bad]).status.code(), Some(2), "{bad}");
    }
    assert_eq!(seamwalker(&["check", &path, "--timeout", "5"]).status.code(), Some(2), "only with --playable");
}

#[test]
fn an_id_that_is_not_there_leads_to_the_nearest_ones() {
    let unknown = seamwalker(&["solve", "first_stitch", "--to", "4000"]);
    assert_eq!(unknown.status.code(), Some(1));
    let why = err(&unknown);
    assert!(why.contains("the map has no object 4000") && why.contains("the closest ids are object "), "{why}");
    assert!(why.contains("(Bead") || why.contains("(Sign") || why.contains("(Exit"), "with its class: {why}");
    let place = TempFolder::new("no-exit");
    let path = map(&place, |text| text.lines().filter(|line| !line.contains("exit.tx")).collect::<Vec<_>>().join("\n"));
    let none = seamwalker(&["solve", &path]);
    assert_eq!(none.status.code(), Some(1));
    assert!(err(&none).contains("the map has no exit"), "{}", err(&none));
}
