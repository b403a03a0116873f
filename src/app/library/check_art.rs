//! Checks the art of a pack without a window.

use std::rc::Rc;

use seamwalker_level::pack::Pack;
use seamwalker_level::{Embedded, Files, Problem, Severity, read};

use super::own_art::OwnArt;
use crate::app::art_file::parse;
use crate::app::audio::{NO_MUSIC, check_sounds};
use crate::app::render::FABRICS;
use crate::app::render::assets::{OwnLook, image, title_picture};
use crate::app::render::sprites::SpriteEntry;
use crate::app::screens::BACKGROUNDS;

/// The errors in the pictures, sounds and music with which a pack replaces those of the game. `shipped` are the game's files.
pub fn art_problems(pack: &Pack, shipped: Embedded) -> Vec<Problem> {
    let mut problems = Vec::new();
    read_art(pack, shipped, &mut |complaint| {
        let (file, what) = complaint.split_once(": ").unwrap_or(("", &complaint));
        let file = format!("{}{file}", pack.folder);
        let (line, what) = with_line(what).unwrap_or((0, what));
        let [place, help] = [const { String::new() }; 2];
        problems.push(Problem { severity: Severity::Error, file, line, place, what: what.to_owned(), help });
    });
    problems.extend(pack.maps.iter().filter_map(|map| missing_music(pack, map, shipped)));
    problems
}

/// The line at the beginning of an error in a score, "line 2: ...", or in a RON file, "2:24-2:25: ...", and the rest.
fn with_line(what: &str) -> Option<(u32, &str)> {
    let (place, rest) = what.split_once(": ")?;
    let line = place.strip_prefix("line ").or_else(|| Some(place.split_once(':')?.0))?;
    Some((line.parse().ok()?, rest))
}

/// The error of a map whose music neither the pack nor the game has. Without a manifest, the property may be that of another game.
fn missing_music(pack: &Pack, map: &str, shipped: Embedded) -> Option<Problem> {
    let music = read(&*pack.files, map).ok()?.meta.music;
    let art = OwnArt::new(pack.files.clone(), &pack.folder, None, Rc::new(shipped));
    let has = |name: &str| name.strip_suffix(".score") == Some(&music);
    let is_known = music.is_empty() || music == NO_MUSIC || art.list("assets/music").ok()?.iter().any(|name| has(name));
    if is_known || !pack.has_manifest() {
        return None;
    }
    let text = pack.files.read(map).ok()?;
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().position(|line| line.contains("\"music\"")).map_or(0, |i| i + 1);
    Some(Problem {
        severity: Severity::Error,
        file: map.to_owned(),
        line: u32::try_from(line).unwrap_or_default(),
        place: "property 'music'".to_owned(),
        what: format!("there is no music '{music}'"),
        help: format!("write music/{music}.score, or remove the property"),
    })
}

/// The paths of the files with which a pack replaces those of the game, without those that are the same.
pub fn art_files(pack: &Pack, shipped: Embedded) -> Vec<String> {
    let mut found = read_art(pack, shipped, &mut |_| {});
    found.retain(|path| {
        let name = path.strip_prefix(&pack.folder).unwrap_or(path);
        let own = pack.files.read(path).ok();
        own.is_some_and(|own| shipped.read(&format!("maps/{name}")).ok().as_ref() != Some(&own))
    });
    found
}

/// Reads everything; the paths of what is read or looked for.
fn read_art(pack: &Pack, shipped: Embedded, complain: &mut dyn FnMut(String)) -> Vec<String> {
    let art = OwnArt::new(pack.files.clone(), &pack.folder, None, Rc::new(shipped));
    let dependencies = art.dependencies(|files| {
        let built_in: Vec<SpriteEntry> = parse(files, "assets/sprites.ron").unwrap_or_default();
        OwnLook::read(files, &built_in, complain);
        check_sounds(files, complain);
        let backgrounds = BACKGROUNDS.iter().map(|name| format!("backgrounds/{name}.png"));
        let fabrics = FABRICS.iter().map(|name| format!("tilesets/{name}.png"));
        for path in backgrounds.chain(fabrics) {
            image(files, &format!("maps/{path}")).err().into_iter().for_each(|why| complain(format!("{path}: {why}")));
        }
        title_picture(files).err().into_iter().for_each(|why| complain(format!("title.png: {why}")));
    });
    dependencies.paths().map(str::to_owned).collect()
}
