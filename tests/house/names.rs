//! A type has a name of its own in its crate, so that a name says which type it is wherever it stands.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use syn::{Item, Meta};

use super::layers::sources;

/// Names that several types of a crate share, each with the reason.
const SHARED: [(&str, &str); 2] = [
    ("FolderWatcher", "one for systems with files and one for the browser: only one of them is compiled"),
    ("Plugs", "one for each way to hear of game controllers: only one of them is compiled"),
];

/// The sources of each crate. The program and the library of the game are two: the first has the folders and files named here.
const CRATES: [&str; 4] = ["src", "crates/collide/src", "crates/level/src", "crates/synth/src"];
const PROGRAM: [&str; 6] = ["src/app/", "src/cli/", "src/cli.rs", "src/main.rs", "src/new_map.rs", "src/output"];

/// The types that a list of items declares, tests left out.
fn types(items: &[Item], found: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Struct(one) => found.push(one.ident.to_string()),
            Item::Enum(one) => found.push(one.ident.to_string()),
            Item::Union(one) => found.push(one.ident.to_string()),
            Item::Trait(one) => found.push(one.ident.to_string()),
            Item::Type(one) => found.push(one.ident.to_string()),
            Item::Mod(module) if !module.attrs.iter().any(is_for_tests) => {
                types(module.content.as_ref().map_or(&[], |(_, items)| items), found);
            }
            _ => {}
        }
    }
}

fn is_for_tests(attribute: &syn::Attribute) -> bool {
    matches!(&attribute.meta, Meta::List(list) if list.path.is_ident("cfg") && list.tokens.to_string() == "test")
}

#[test]
fn a_type_name_is_declared_once_per_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut declared: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for folder in CRATES {
        let mut files = Vec::new();
        sources(&root.join(folder), &mut files);
        for file in files {
            let name = file.strip_prefix(root).unwrap().display().to_string().replace('\\', "/");
            let of = if PROGRAM.iter().any(|part| name.starts_with(part)) { "program" } else { folder };
            let mut found = Vec::new();
            types(&syn::parse_file(&fs::read_to_string(&file).unwrap()).unwrap().items, &mut found);
            for one in found {
                declared.entry((of.to_owned(), one)).or_default().push(name.clone());
            }
        }
    }
    assert!(declared.len() > 500, "{} types were found", declared.len());
    let is_shared = |name: &String| SHARED.iter().any(|(shared, _)| shared == name);
    let twice = declared.iter().filter(|((_, name), files)| files.len() > 1 && !is_shared(name));
    let list: Vec<String> = twice.map(|((_, name), files)| format!("{name}: {}", files.join(", "))).collect();
    assert!(list.is_empty(), "give each type a name of its own, or a reason in SHARED:\n{}", list.join("\n"));
    for (name, _) in SHARED {
        let several = |((_, known), files): (&(String, String), &Vec<String>)| known == name && files.len() > 1;
        assert!(declared.iter().any(several), "{name} needs no exception any more");
    }
}
