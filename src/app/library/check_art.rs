//! Checks the art of a pack without a window.

use std::rc::Rc;

use macroquad::prelude::Image;
use seamwalker::level::{Embedded, Files, Problem, Severity};
use seamwalker::pack::Pack;

use super::own_art::OwnArt;
use crate::app::audio::check_sounds;
use crate::app::render::assets::OwnLook;
use crate::app::render::sprites::SpriteEntry;
use crate::app::render::{FABRICS, parse};
use crate::app::screens::BACKGROUNDS;

/// The errors in the pictures, sounds and music with which a pack replaces those of the game. `shipped` are the game's files.
pub fn art_problems(pack: &Pack, shipped: Embedded) -> Vec<Problem> {
    let mut problems = Vec::new();
    read_art(pack, shipped, &mut |complaint| {
        let (file, what) = complaint.split_once(": ").unwrap_or(("", &complaint));
        let file = format!("{}{file}", pack.folder);
        let [place, help] = [const { String::new() }; 2];
        problems.push(Problem { severity: Severity::Error, file, line: 0, place, what: what.to_owned(), help });
    });
    problems
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
        let backgrounds = BACKGROUNDS.iter().map(|(name, _)| format!("maps/backgrounds/{name}.png"));
        let fabrics = FABRICS.iter().map(|name| format!("maps/tilesets/{name}.png"));
        for path in backgrounds.chain(fabrics).chain(["assets/title.png".to_owned()]) {
            let bytes = files.read(&path).map_err(|error| error.to_string());
            let read =
                bytes.and_then(|bytes| Image::from_file_with_format(&bytes, None).map_err(|error| error.to_string()));
            read.err()
                .into_iter()
                .for_each(|why| complain(format!("{}: {why}", path.split_once('/').map_or("", |(_, own)| own))));
        }
    });
    dependencies.paths().map(str::to_owned).collect()
}
