//! Words on the command line: commands, maps, and what is suggested for an unknown one.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use seamwalker_assets::shipped;

use super::Arguments;
use crate::app;
use crate::nearest::did_you_mean;

/// The same command line with the command, or the map, before its options: `--windowed 1280x720 play ribbons` becomes
/// `play --windowed 1280x720 ribbons`. So options may stand anywhere, and only those of the command are accepted.
pub fn first_word_first(mut line: Vec<OsString>) -> Vec<OsString> {
    let commands = built_commands();
    let find = |name: &str| {
        let is_called = |it: &&clap::Arg| {
            it.get_long().is_some_and(|long| name.strip_prefix("--") == Some(long))
                || it.get_short().is_some_and(|short| name.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4])))
        };
        commands.get_subcommands().find_map(|command| command.get_arguments().find(is_called))
    };
    let mut at = 1;
    while let Some(option) = line.get(at).and_then(|word| word.to_str()).filter(|word| word.starts_with('-')) {
        let name = option.split_once('=').map_or(option, |(name, _)| name);
        let Some(argument) = find(name) else { return line };
        at += if argument.get_action().takes_values() && name == option { 2 } else { 1 };
    }
    if let Some(beginning) = line.get_mut(1..=at) {
        beginning.rotate_right(1);
    }
    line
}

/// All commands with all of their options, and the command `help`.
fn built_commands() -> clap::Command {
    let mut commands = Arguments::command();
    commands.build();
    commands
}

/// What is wrong with the first word of a command line, which should be a command or a map.
pub fn unknown_word(word: &Path) -> Option<String> {
    let name = word.to_str().filter(|name| !name.starts_with('-'))?;
    let commands = built_commands();
    let commands = || commands.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
    // A word with a folder or an extension is meant as a file.
    let is_file = word.components().count() > 1 || word.extension().is_some();
    if is_file || commands().any(|command| command == name) || is_known(word) {
        return None;
    }
    let names = commands().map(str::to_owned).chain(map_names());
    Some(format!("'{name}' is neither a command nor a map; {}", did_you_mean(name, names)))
}

/// Whether a map is a file, or the name of a playable map.
pub fn is_known(map: &Path) -> bool {
    map.exists() || app::maps(shipped()).iter().any(|path| seamwalker_level::is_called(path, map))
}

/// The names of all maps that can be played without naming a file.
pub fn map_names() -> Vec<String> {
    app::maps(shipped()).iter().filter_map(|path| map_name(path)).collect()
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
