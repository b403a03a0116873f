//! What the manifest of a pack may say.

use seamwalker_level::pack::Manifest;

#[test]
fn a_broken_manifest_names_the_line() {
    let why = Manifest::parse("(\n worlds: [],\n wurlds: [])").unwrap_err().to_string();
    assert!(why.starts_with("pack.ron:3: ") && why.contains("wurlds"), "{why}");
    let nested = format!("(worlds: {}", "[".repeat(1 << 16));
    assert!(Manifest::parse(&nested).is_err(), "deep nesting ends in an error, not in a stack overflow");
    assert!(Manifest::parse(&" ".repeat(Manifest::MAX_BYTES + 1)).unwrap_err().to_string().contains("larger than"));
}

#[test]
fn the_last_level_is_written_with_or_without_some() {
    for last in ["(level: \"z\", opened_by: 3)", "Some((level: \"z\", opened_by: 3))"] {
        let manifest = Manifest::parse(&format!("(last: {last})")).unwrap();
        assert_eq!(manifest.last.unwrap().level, "z");
    }
}

#[test]
fn more_finished_levels_than_there_are_cannot_be_required() {
    let text = |next: usize, last: usize| {
        format!(
            "(title: \"T\", author: \"A\", licence: \"L\", worlds: [(name: \"One\", levels: [\"a\", \"b\"], \
             opens_next: {next}), (levels: [\"c\"])], last: (level: \"d\", opened_by: {last}))"
        )
    };
    let maps = ["a", "b", "c", "d"].map(str::to_owned);
    let problems = |text: String| Manifest::parse(&text).unwrap().problems(&text, &maps);
    assert_eq!(problems(text(2, 3)), []);
    let list: Vec<String> = problems(text(3, 4)).iter().map(ToString::to_string).collect();
    let expected = [
        "pack.ron: the world \"One\" with 2 levels has opens_next: 3; write 2 or less",
        "pack.ron: the last level \"d\" has opened_by: 4; write 3 or less",
    ];
    assert_eq!(list, expected);
}

#[test]
fn levels_that_do_not_exist_or_are_listed_twice_are_errors_with_a_line() {
    let text = "(\n title: \"T\", author: \"A\",\n worlds: [(levels: [\n\"one\",\n\"two\", \"one\"])])";
    let problems = Manifest::parse(text).unwrap().problems(text, &["one".to_owned()]);
    let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(list.len(), 3, "{list:#?}");
    assert!(list[0].starts_with("pack.ron: it has no licence; add"), "{list:#?}");
    assert!(list[1].starts_with("pack.ron:5: there is no map \"two\"; "), "{list:#?}");
    assert!(list[2].starts_with("pack.ron:4: the level \"one\" is listed twice"), "{list:#?}");
}
