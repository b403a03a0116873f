//! `adopt`: writes what the reader assumed of a map into its Tiled project, so that nothing has to be assumed any more.

use std::path::{Path, PathBuf};

use seamwalker_level::{Assumption, Embedded, Files, Level, MapAccess, MemoryFiles, Overlay, ReadOptions, without_bom};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::Failure;
use crate::output::write_file;

/// The project that has the game's classes.
const SHIPPED: &str = "maps/seamwalker.tiled-project";
/// The extension that checks maps in Tiled, in the folder that a new project names.
const EXTENSION: &str = "extensions/check.js";

/// A project before anything is added to it.
const NEW_PROJECT: &[u8] = br#"{ "compatibilityVersion": 1100, "extensionsPath": "extensions", "folders": ["."] }"#;

/// Writes the names that the reader took for surfaces, and the solid layers that the user named, into the map's project;
/// without one, a new project begins in the folder that the map's files begin in. No map, tileset or tile is changed.
pub fn adopt(map: &Path, shipped: &Embedded, access: &MapAccess) -> Result<(), Failure> {
    let (folder, path) = access.open(map).map_err(|error| format!("{}: {error}", map.display()))?;
    let level = seamwalker_level::read_with(&folder, &path, &access.options).map_err(|problems| {
        problems.iter().for_each(|problem| complain!("{problem}"));
        Failure::Reported
    })?;
    let named = access.options.solid_layers.iter().map(|name| ("solid_layers".to_owned(), name.as_str()));
    let lists: Vec<(String, &str)> = level.assumed.iter().filter_map(Assumption::property).chain(named).collect();
    if lists.is_empty() {
        say!("{}: nothing was assumed, so there is nothing to write", map.display());
        return Ok(());
    }
    let known = folder.project(&path).map(|name| folder.root.join(name));
    let file = known.clone().unwrap_or_else(|| new_project(&folder.root));
    let text = match &known {
        Some(_) => std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?,
        None => NEW_PROJECT.to_vec(),
    };
    let bad = |what: &str| Failure::from(format!("{}: {what}; open the project in Tiled and save it", file.display()));
    let text = without_bom(&text);
    let mut project: Json =
        serde_json::from_slice(text).map_err(|error| bad(&format!("it is not valid JSON: {error}")))?;
    let classes = shipped.read(SHIPPED).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    add_classes(&mut project, &classes)
        .and_then(|()| add_lists(&mut project, &lists))
        .ok_or_else(|| bad("it is no project"))?;
    let text = to_text(&project);
    let name = file.strip_prefix(&folder.root).unwrap_or(&file).display().to_string();
    let options = ReadOptions { solid_layers: Vec::new(), ..access.options.clone() };
    let adopted = Overlay(MemoryFiles::new([(name, text.clone())], &options.limits)?, &folder);
    let ground = |level: &Level| {
        (level.terrain.edges().to_vec(), [&level.hazards, &level.ladders, &level.waters].map(Clone::clone))
    };
    if !seamwalker_level::read_with(&adopted, &path, &options).is_ok_and(|after| ground(&after) == ground(&level)) {
        let what = "with these names in its project, the map would have other ground; nothing was written";
        return Err(Failure::from(format!("{}: {what}", map.display())));
    }
    write_file(&file, text)?;
    say!("{}", file.display());
    if known.is_none() {
        add_extension(&folder.root, shipped)?;
    }
    for (name, value) in &lists {
        say!("  {name}: {value}");
    }
    Ok(())
}

/// The file of a new project for a folder.
fn new_project(root: &Path) -> PathBuf {
    let name = root.file_name().map_or("game".into(), |name| name.to_string_lossy());
    root.join(format!("{name}.tiled-project"))
}

/// Writes the extension of a new project, unless there is one of that name.
fn add_extension(root: &Path, shipped: &Embedded) -> Result<(), Failure> {
    let file = root.join(EXTENSION);
    let failed = |error: std::io::Error| Failure::from(format!("{}: {error}", file.display()));
    if file.exists() {
        return Ok(());
    }
    let text = shipped.read(&format!("maps/{EXTENSION}")).map_err(failed)?;
    file.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(failed)?;
    write_file(&file, text)?;
    say!("{}", file.display());
    Ok(())
}

/// A list of the project, which begins empty.
fn list<'a>(project: &'a mut Json, name: &str) -> Option<&'a mut Vec<Json>> {
    project.as_object_mut()?.entry(name).or_insert_with(|| json!([])).as_array_mut()
}

/// Adds the game's classes and commands that the project does not have.
fn add_classes(project: &mut Json, shipped: &Json) -> Option<()> {
    for what in ["propertyTypes", "commands"] {
        let own = list(project, what)?;
        let mut id = own.iter().filter_map(|kind| kind["id"].as_u64()).max().unwrap_or(0);
        for kind in shipped[what].as_array().into_iter().flatten() {
            if own.iter().any(|known| known["name"] == kind["name"]) {
                continue;
            }
            let mut kind = kind.clone();
            if kind.get("id").is_some() {
                id += 1;
                kind["id"] = json!(id);
            }
            own.push(kind);
        }
    }
    Some(())
}

/// Adds names to the project's own lists.
fn add_lists(project: &mut Json, lists: &[(String, &str)]) -> Option<()> {
    let own = list(project, "properties")?;
    for (name, value) in lists {
        let found = own.iter_mut().find(|property| property["name"] == name.as_str());
        let Some(property) = found else {
            own.push(json!({ "name": name, "type": "string", "value": value }));
            continue;
        };
        let before = property["value"].as_str().unwrap_or_default();
        if !before.split(',').any(|known| known.trim() == *value) {
            let more = if before.trim().is_empty() { (*value).to_owned() } else { format!("{before}, {value}") };
            property["value"] = json!(more);
        }
    }
    Some(())
}

/// The text as Tiled writes it: four spaces per level.
fn to_text(project: &Json) -> Vec<u8> {
    let mut text = Vec::new();
    let format = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    // Writing to memory cannot fail.
    let _ = project.serialize(&mut serde_json::Serializer::with_formatter(&mut text, format));
    text.push(b'\n');
    text
}
