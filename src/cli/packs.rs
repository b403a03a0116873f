//! Packs on the command line: `seamwalker pack`, and the packs that `check` and `solve` take.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use seamwalker_level::pack::{Manifest, Pack};
use seamwalker_level::{MapAccess, Problem, Severity, TrackingFiles};

use super::{Failure, ResolvedMap, print_problems};
use crate::app;
use crate::output::write_file_with;

/// Files of these names, with any extension, are part of every pack.
const PAPERS: [&str; 5] = ["readme", "licence", "license", "credits", "copying"];

/// The first moment that an archive can hold, 1980-01-01, in seconds since 1970.
const ZIP_EPOCH: i64 = 315_532_800;

/// The manifest that the error for a missing one suggests.
const EXAMPLE: &str = "(title: \"...\", author: \"...\", licence: \"CC0-1.0\", worlds: [(levels: [\"first\"])])";

/// Opens a pack, as `play` does.
pub fn open(path: &Path, access: &MapAccess) -> Result<Pack, String> {
    Pack::open(path, access).map_err(|error| named(path, &error.to_string()))
}

/// An error with the path that it is about, unless it begins with it.
fn named(path: &Path, error: &str) -> String {
    let path = path.display().to_string();
    if error.starts_with(&path) { error.to_owned() } else { format!("{path}: {error}") }
}

/// The maps of a pack in the order of the campaign.
pub fn maps(pack: &Pack, path: &Path) -> Vec<ResolvedMap> {
    let root = pack.root.clone().or_else(|| Some(path.to_owned()));
    let map = |map: &str| ResolvedMap { files: Rc::clone(&pack.files), path: map.to_owned(), root: root.clone() };
    pack.in_order().into_iter().map(map).collect()
}

/// What is wrong with the manifest, and with the pictures, sounds and music that replace those of the game.
pub fn problems(pack: &Pack, path: &Path) -> Vec<Problem> {
    let mut problems = pack.problems();
    problems.extend(app::art_problems(pack, super::shipped()));
    let root = pack.root.clone().or_else(|| Some(path.to_owned()));
    ResolvedMap { files: Rc::clone(&pack.files), path: String::new(), root }.with_relative_files(problems)
}

/// Checks a pack and writes it as an archive, unless there is an error.
pub fn pack(folder: &Path, output: Option<PathBuf>, access: &MapAccess) -> Result<(), Failure> {
    if !folder.is_dir() {
        return Err(format!("{}: it is not a folder; name the folder with {}", folder.display(), Manifest::FILE).into());
    }
    // Nothing around its folder is in the archive, unless `--root` names another folder.
    let root = access.root.clone().or_else(|| Some(folder.to_owned()));
    let access = &MapAccess { root, ..access.clone() };
    let pack = open(folder, access)?;
    if !pack.has_manifest() {
        let file = folder.join(Manifest::FILE);
        return Err(format!("{}: there is no manifest; write one such as {EXAMPLE}", file.display()).into());
    }
    let mut found = problems(&pack, folder);
    let maps = maps(&pack, folder);
    for map in &maps {
        found.extend(map.with_relative_files(seamwalker_level::check_with(&*map.files, &map.path, &access.options)));
    }
    print_problems(&found, maps.len());
    // The author may have the files that players would miss.
    let refuses = |problem: &Problem| problem.severity == Severity::Error || problem.what.starts_with("cannot read '");
    if found.iter().any(refuses) {
        return Err(format!("{}: not packed; remove the errors first", folder.display()).into());
    }
    let name = folder.canonicalize()?.file_name().map_or("pack".into(), |name| name.to_string_lossy().into_owned());
    let output = output.unwrap_or_else(|| PathBuf::from(format!("{name}.zip")));
    let files = files(&pack, folder, access)?;
    let archive = archive(&name, &files)?;
    write_file_with(&output, |to| to.write_all(&archive))?;
    say!("{}: {} files, {} bytes", output.display(), files.len(), archive.len());
    Ok(())
}

/// Everything that belongs into the archive: the manifest, what its maps refer to, its art, and papers such as the licence.
fn files(pack: &Pack, folder: &Path, access: &MapAccess) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let tracked = TrackingFiles::new(&*pack.files);
    for map in &pack.maps {
        // Its problems are known; reading the pictures, too, is what a check does more than reading the level.
        let _ = seamwalker_level::check_with(&tracked, map, &access.options);
    }
    let art = app::art_files(pack, super::shipped());
    let papers = pack.files.list(pack.folder.trim_end_matches('/'))?.into_iter().filter(|name| {
        let stem = name.split('.').next().unwrap_or_default().to_lowercase();
        PAPERS.contains(&stem.as_str()) || name == Manifest::FILE
    });
    let papers = papers.map(|name| format!("{}{name}", pack.folder));
    let dependencies = tracked.into_dependencies();
    let paths = dependencies.paths().map(str::to_owned).chain(art).chain(papers);
    let read = |path: String| match pack.files.read(&path) {
        Ok(content) => Ok((path, content.into_owned())),
        Err(error) => {
            let (path, why) = (folder.join(path), error.to_string());
            let why = if error.kind() == ErrorKind::NotFound { "there is no such file" } else { &why };
            Err(format!("{}: {why}; not packed, because a map needs it: put it there", path.display()).into())
        }
    };
    paths.map(read).collect()
}

/// A zip archive of these files, in a folder of this name.
fn archive(folder: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    // Always the same date, so that the same files make the same archive.
    let date = rawzip::time::UtcDateTime::from_unix(ZIP_EPOCH);
    for (path, content) in files {
        let method = rawzip::CompressionMethod::DEFLATE;
        let name = format!("{folder}/{path}");
        let entry = archive.new_file(name.as_str()).compression_method(method).last_modified(date);
        let (mut entry, config) = entry.start()?;
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        writer.write_all(content)?;
        let (packer, descriptor) = writer.finish()?;
        packer.finish()?;
        entry.finish(descriptor)?;
    }
    archive.finish()?;
    Ok(bytes)
}
