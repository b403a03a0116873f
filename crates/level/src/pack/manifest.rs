//! The manifest of a pack: its title, author and licence, and the order of its levels.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{Problem, Severity, without_bom};

/// The manifest of a pack: the file `pack.ron` beside its maps.
///
/// ```
/// use seamwalker_level::pack::Manifest;
///
/// let manifest = Manifest::parse("(title: \"Attic\", worlds: [(levels: [\"rafters\"])])").unwrap();
/// assert_eq!(manifest.worlds[0].levels, ["rafters"]);
/// assert_eq!(Manifest::parse("(\n worlds: 3)").unwrap_err().line, 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Manifest {
    /// What players see on the title screen.
    pub title: String,
    /// The title in other languages, by codes such as "de".
    pub titles: BTreeMap<String, String>,
    /// Its author.
    pub author: String,
    /// The licence of everything in it, such as "CC0-1.0".
    pub licence: String,
    /// The worlds of the campaign, in the order in which they open. Without worlds, all maps are open.
    pub worlds: Vec<CampaignWorld>,
    /// The level after all worlds.
    pub last: Option<LastLevel>,
}

/// A world of the campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CampaignWorld {
    /// Its name.
    pub name: String,
    /// Its name in other languages, by codes such as "de".
    pub names: BTreeMap<String, String>,
    /// The tilesets of its levels, one after the other.
    pub fabrics: Vec<String>,
    /// The names of its maps.
    pub levels: Vec<String>,
    /// The number of finished levels that opens the next world.
    pub opens_next: usize,
}

/// The level after all worlds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastLevel {
    /// The name of its map.
    pub level: String,
    /// Its tileset.
    #[serde(default)]
    pub fabric: String,
    /// The number of finished levels of all worlds that opens it.
    pub opened_by: usize,
}

impl Manifest {
    /// The file's name.
    pub const FILE: &'static str = "pack.ron";

    /// The largest manifest, in bytes: thousands of names.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Reads the file.
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        if text.len() > Self::MAX_BYTES {
            return Err(problem(0, format!("it is larger than {} bytes", Self::MAX_BYTES), "shorten it"));
        }
        // `last: (...)` instead of `last: Some((...))`.
        let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        options.from_bytes(without_bom(text.as_bytes())).map_err(|error| {
            let help = "write it as in (title: \"...\", worlds: [(name: \"...\", levels: [\"...\"])])";
            problem(error.span.start.line, error.code.to_string(), help)
        })
    }

    /// The title in a language such as "de"; the default title if there is no translation.
    #[must_use]
    pub fn title_in(&self, language: &str) -> &str {
        self.titles.get(language).unwrap_or(&self.title)
    }

    /// The names of all levels of the campaign, in order.
    pub fn levels(&self) -> impl Iterator<Item = &str> {
        let last = self.last.iter().map(|last| &last.level);
        self.worlds.iter().flat_map(|world| &world.levels).chain(last).map(String::as_str)
    }

    /// What is wrong with it, if `text` is its file and `maps` are the names of the maps beside it.
    #[must_use]
    pub fn problems(&self, text: &str, maps: &[String]) -> Vec<Problem> {
        let line =
            |name: &str| text.lines().position(|line| line.contains(&format!("\"{name}\""))).map_or(0, |i| i + 1);
        let fields = [("title", &self.title), ("author", &self.author), ("licence", &self.licence)];
        let empty = fields.into_iter().filter(|(_, value)| value.trim().is_empty());
        let mut problems: Vec<Problem> = empty
            .map(|(field, _)| {
                problem(0, format!("it has no {field}"), &format!("add a line such as {field}: \"...\","))
            })
            .collect();
        let levels: Vec<&str> = self.levels().collect();
        for (i, level) in levels.iter().enumerate() {
            if levels[..i].contains(level) {
                let what = format!("the level \"{level}\" is listed twice");
                problems.push(problem(line(level), what, "remove one of them"));
            } else if !maps.iter().any(|map| map == level) {
                let help = "levels are file names without the extension, of maps beside this file";
                problems.push(problem(line(level), format!("there is no map \"{level}\""), help));
            }
        }
        problems.extend(self.unreachable());
        problems
    }

    /// Worlds, and the last level, that would need more finished levels than there are.
    fn unreachable(&self) -> Vec<Problem> {
        let too_many = |what: &str, field: &str, needed: usize, count: usize| {
            (needed > count)
                .then(|| problem(0, format!("{what} has {field}: {needed}"), &format!("write {count} or less")))
        };
        let world = |world: &CampaignWorld| {
            let what = format!("the world \"{}\" with {} levels", world.name, world.levels.len());
            too_many(&what, "opens_next", world.opens_next, world.levels.len())
        };
        let all = self.worlds.iter().map(|world| world.levels.len()).sum();
        let last = self
            .last
            .as_ref()
            .and_then(|last| too_many(&format!("the last level \"{}\"", last.level), "opened_by", last.opened_by, all));
        self.worlds.iter().filter_map(world).chain(last).collect()
    }
}

/// An error in the manifest.
fn problem(line: usize, what: impl Into<String>, help: &str) -> Problem {
    let line = u32::try_from(line).unwrap_or_default();
    let file = Manifest::FILE.to_owned();
    Problem { severity: Severity::Error, file, line, place: String::new(), what: what.into(), help: help.to_owned() }
}
