//! Documents name only tests and files that exist.

use std::fs;
use std::path::Path;

use super::names::sources;

#[test]
fn every_test_in_the_table_of_features_exists() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let text = fs::read_to_string(root.join("docs/TILED.md")).unwrap();
    let names: Vec<&str> = text.split('`').skip(1).step_by(2).filter(|name| name.contains("::")).collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        let (file, test) = name.rsplit_once("::").unwrap();
        let file = file.replace("::", "/");
        let source = fs::read_to_string(root.join(format!("tests/{file}.rs"))).unwrap_or_default();
        assert!(source.contains(&format!("fn {test}(")), "docs/TILED.md names {name}, which does not exist");
    }
}

#[test]
fn the_built_in_project_is_the_shipped_one() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let [shipped, built_in] = ["maps/seamwalker.tiled-project", "crates/level/src/seamwalker.tiled-project"]
        .map(|path| fs::read_to_string(root.join(path)).unwrap());
    assert_eq!(shipped, built_in, "copy maps/seamwalker.tiled-project to crates/level/src");
}

/// The folders whose files documents name by their whole path.
const FOLDERS: [&str; 13] = [
    "src/",
    "crates/",
    "tests/",
    "maps/",
    "docs/",
    "tools/",
    "benches/",
    "fuzz/",
    "assets/",
    "examples/",
    "web/",
    "dist/",
    ".ci/",
];
/// Names in documents of what does not exist: examples of new files and properties, and results of builds.
const EXAMPLES: [&str; 7] = ["attic", "wasp", "fr.ron", "title_fr", "web/dist", "web/shots", "NAME"];

#[test]
fn every_file_that_a_document_names_exists() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut documents: Vec<_> = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    documents.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    documents.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "web/README.md"].map(|name| root.join(name)));
    let (mut named, mut missing) = (0, Vec::new());
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        let folder = document.parent().unwrap();
        let quoted = text.split('`').skip(1).step_by(2).map(|path| (root, path));
        let quoted = quoted.filter(|(_, path)| FOLDERS.iter().any(|folder| path.starts_with(folder)));
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#', ' ']).next());
        let links = links.filter(|path| !path.is_empty() && !path.contains(':')).map(|path| (folder, path));
        for (from, path) in quoted.chain(links) {
            // The folder of a pattern, and the program of a shell command.
            let path = path.split([' ', '*']).next().unwrap();
            let is_example = EXAMPLES.iter().any(|example| path.contains(example));
            named += 1;
            if !is_example && !from.join(path).exists() {
                missing.push(format!("{}: {path}", document.display()));
            }
        }
    }
    // docs/ARCHITECTURE.md names sources by the end of their path.
    let mut files = Vec::new();
    ["src", "crates", "tests", "tools"].iter().for_each(|folder| sources(&root.join(folder), &mut files));
    let files: Vec<String> = files.iter().map(|file| file.display().to_string().replace('\\', "/")).collect();
    let text = fs::read_to_string(root.join("docs/ARCHITECTURE.md")).unwrap();
    for path in text.split('`').skip(1).step_by(2).filter(|path| path.ends_with(".rs") || path.ends_with('/')) {
        let is_there = |file: &String| file.contains(&format!("/{path}")) || root.join(path).exists();
        if !files.iter().any(is_there) {
            missing.push(format!("docs/ARCHITECTURE.md: {path}"));
        }
    }
    assert!(named > 150, "{named}");
    assert!(missing.is_empty(), "documents name files that do not exist:\n{}", missing.join("\n"));
}

#[test]
fn every_function_and_setting_that_a_document_names_exists() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut files = Vec::new();
    ["src", "crates", "tests", "tools"].iter().for_each(|folder| sources(&root.join(folder), &mut files));
    let code: String = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let is_name = |text: &&str| text.contains('_') && text.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    for document in ["README.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md"] {
        let text = fs::read_to_string(root.join(document)).unwrap();
        for name in text.split(['`', ':', '(', '<']).filter(is_name).filter(|name| !EXAMPLES.contains(name)) {
            assert!(code.contains(name), "{document} names {name}, which does not exist");
        }
    }
}

/// The pages of the crates on crates.io, where paths of the repository lead nowhere.
const CRATE_PAGES: [&str; 2] = ["crates/collide/README.md", "crates/level/README.md"];

#[test]
fn links_on_the_pages_of_the_crates_work_everywhere() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for page in CRATE_PAGES {
        let text = fs::read_to_string(root.join(page)).unwrap();
        let mut links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        assert!(links.clone().count() > 3, "{page}");
        let relative = links.find(|link| !link.starts_with("https://"));
        assert_eq!(relative, None, "{page} is shown on crates.io: link to docs.rs, crates.io or a whole address");
        assert!(!text.contains("\n# let ") && !text.contains("\n# use "), "{page}: crates.io shows hidden lines");
    }
}
