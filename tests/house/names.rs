//! Each type has a name of its own in its crate, so that a name says which one it is wherever it is used.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Item, ItemMod, Meta};

/// Type names that occur more than once in a crate, with the reason.
const SHARED_TYPES: [(&str, &str); 1] =
    [("Plugs", "one for each source of controller events: only one of them is compiled")];

/// The sources of each crate.
const CRATES: [&str; 8] = [
    "src",
    "crates/assets/src",
    "crates/bevy_seamwalker/src",
    "crates/collide/src",
    "crates/lab/src",
    "crates/level/src",
    "crates/sim/src",
    "crates/synth/src",
];

/// Adds the Rust files of a folder and of those in it.
pub fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

/// The name of a type, if the item declares one.
fn type_name(item: &Item) -> Option<String> {
    Some(match item {
        Item::Struct(one) => one.ident.to_string(),
        Item::Enum(one) => one.ident.to_string(),
        Item::Union(one) => one.ident.to_string(),
        Item::Trait(one) => one.ident.to_string(),
        Item::Type(one) => one.ident.to_string(),
        _ => return None,
    })
}

fn is_for_tests(module: &ItemMod) -> bool {
    module.attrs.iter().any(|attribute| {
        let Meta::List(list) = &attribute.meta else { return false };
        let condition = list.tokens.to_string();
        list.path.is_ident("cfg") && (condition == "test" || condition.replace(' ', "").starts_with("all(test,"))
    })
}

/// The items of a list and of its inline modules, tests left out.
fn items(list: &[Item]) -> Vec<&Item> {
    let mut all = Vec::new();
    for item in list {
        match item {
            Item::Mod(module) if is_for_tests(module) => {}
            Item::Mod(module) => all.extend(module.content.iter().flat_map(|(_, inner)| items(inner))),
            item => all.push(item),
        }
    }
    all
}

/// The paths at which the test modules of a file may be.
fn test_files(file: &Path, list: &[Item]) -> Vec<PathBuf> {
    let is_root = ["mod", "lib", "main"].iter().any(|name| file.file_stem().is_some_and(|stem| stem == *name));
    let folder = if is_root { file.parent().unwrap().to_owned() } else { file.with_extension("") };
    let modules = list.iter().filter_map(|item| if let Item::Mod(module) = item { Some(module) } else { None });
    let tests = modules.filter(|module| is_for_tests(module)).map(|module| module.ident.to_string());
    tests.flat_map(|name| [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")]).collect()
}

/// The files in which a crate declares each type name.
fn declared() -> BTreeMap<(String, String), Vec<String>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut declared: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for folder in CRATES {
        let mut files = Vec::new();
        sources(&root.join(folder), &mut files);
        let parse = |file: &PathBuf| syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap().items;
        let parsed: Vec<(PathBuf, Vec<Item>)> = files.into_iter().map(|file| (file.clone(), parse(&file))).collect();
        let tests: BTreeSet<PathBuf> = parsed.iter().flat_map(|(file, list)| test_files(file, list)).collect();
        for (file, list) in parsed.iter().filter(|(file, _)| !tests.contains(file)) {
            let path = file.strip_prefix(root).unwrap().display().to_string().replace('\\', "/");
            for name in items(list).into_iter().filter_map(type_name) {
                declared.entry((folder.to_owned(), name)).or_default().push(path.clone());
            }
        }
    }
    declared
}

#[test]
fn a_type_name_is_declared_once_per_crate() {
    let declared = declared();
    assert!(declared.len() > 500, "{} types were found", declared.len());
    let is_shared = |name: &String| SHARED_TYPES.iter().any(|(shared, _)| shared == name);
    let twice = declared.iter().filter(|((_, name), files)| files.len() > 1 && !is_shared(name));
    let list: Vec<String> = twice.map(|((_, name), files)| format!("{name}: {}", files.join(", "))).collect();
    assert!(list.is_empty(), "give each a name of its own, or list it with a reason here:\n{}", list.join("\n"));
    for (name, _) in SHARED_TYPES {
        let several = |((_, known), files): (&(String, String), &Vec<String>)| known == name && files.len() > 1;
        assert!(declared.iter().any(several), "{name} needs no exception");
    }
}
