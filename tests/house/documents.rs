//! What docs/TILED.md says of tests is true: each that it names is there.

use std::fs;
use std::path::Path;

#[test]
fn every_test_that_the_table_of_features_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/TILED.md")).unwrap();
    let names: Vec<&str> = text.split('`').skip(1).step_by(2).filter(|name| name.contains("::")).collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        let (file, test) = name.rsplit_once("::").unwrap();
        let file = file.replace("::", "/");
        let source = fs::read_to_string(root.join(format!("tests/{file}.rs"))).unwrap_or_default();
        assert!(source.contains(&format!("fn {test}(")), "docs/TILED.md names {name}, which there is not");
    }
}

#[test]
fn the_classes_of_a_map_without_a_project_are_those_that_are_shipped() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [shipped, built_in] = ["maps/seamwalker.tiled-project", "crates/level/src/seamwalker.tiled-project"]
        .map(|path| fs::read_to_string(root.join(path)).unwrap());
    assert_eq!(shipped, built_in, "copy maps/seamwalker.tiled-project to crates/level/src");
}
