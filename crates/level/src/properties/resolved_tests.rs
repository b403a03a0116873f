use super::*;

#[test]
fn similar_names_are_suggested_and_nonsense_is_not() {
    let known = ["Platform", "Player", "Solid", "OneWay"];
    assert_eq!(nearest("platfrom", known.into_iter()), Some("Platform"));
    assert_eq!(nearest("One-Way", known.into_iter()), Some("OneWay"));
    assert_eq!(nearest("Zeppelin", known.into_iter()), None);
}

#[test]
fn misspelt_properties_are_recognised_and_others_are_not() {
    let known = ["par_time", "path", "speed", "theme"];
    let cases = [
        ("Speed", Some("speed")),
        ("sped", Some("speed")),
        ("paht", Some("path")),
        ("patth", Some("path")),
        ("bath", None),
        ("Par Time", Some("par_time")),
        ("partine", Some("par_time")),
        ("time", None),
        ("loot", None),
    ];
    for (name, meant) in cases {
        assert_eq!(misspelling_of(name, known.into_iter()), meant, "{name}");
    }
}
