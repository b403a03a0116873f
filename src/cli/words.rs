//! Words on the command line: commands, maps, and what is suggested for an unknown one.

use std::path::Path;

use clap::CommandFactory;
use seamwalker_assets::shipped;

use super::Arguments;
use crate::app;
use crate::nearest::did_you_mean;

/// What is wrong with the first word of a command line, which should be a command or a map.
pub fn unknown_word(word: &Path, folder: Option<&Path>) -> Option<String> {
    let name = word.to_str().filter(|name| !name.starts_with('-'))?;
    let mut commands = Arguments::command();
    // Adds the command `help`.
    commands.build();
    let commands = || commands.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
    // A word with a folder or an extension is meant as a file.
    let is_file = word.components().count() > 1 || word.extension().is_some();
    if is_file || commands().any(|command| command == name) || is_known(word, folder) {
        return None;
    }
    let names = commands().map(str::to_owned).chain(map_names(folder));
    Some(format!("'{name}' is neither a command nor a map; {}", did_you_mean(name, names)))
}

/// Whether a map is a file, or the name of a playable map.
pub fn is_known(map: &Path, folder: Option<&Path>) -> bool {
    let named = |paths: Vec<String>| paths.iter().any(|path| seamwalker_level::is_called(path, map));
    // The error of an unreadable folder is reported when it is opened to play.
    map.exists() || app::maps(shipped(), folder).map_or(true, named)
}

/// The names of all maps that can be played without naming a file.
pub fn map_names(folder: Option<&Path>) -> Vec<String> {
    let paths = app::maps(shipped(), folder).unwrap_or_default();
    paths.iter().filter_map(|path| map_name(path)).collect()
}

/// A map's file name without folder and extension.
pub fn map_name(path: &str) -> Option<String> {
    Some(Path::new(path).file_stem()?.to_str()?.to_owned())
}

/// The error for a map that does not exist.
pub fn no_such_map(map: &Path, names: &[String]) -> String {
    let name = map.file_stem().unwrap_or_default().to_string_lossy();
    let question = did_you_mean(&name, names.to_owned());
    format!("{}: there is no such file; {question} Shipped maps: {}", map.display(), names.join(", "))
}
