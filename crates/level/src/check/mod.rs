//! Reports what could be better about a map. Written for the map's designer, not for the player.
//!
//! `objects.rs` checks objects, exits and pictures, `ground.rs` the ground, `pins.rs` what stands on it; all add to the list in
//! `checker.rs`.

mod checker;
mod ground;
mod objects;
mod pins;

use crate::check::checker::Checker;
use crate::files::{Files, is_world};
use crate::limits::Limits;
use crate::problem::Problem;
use crate::reader::{MapSelection, ObjectLines, read_level};

/// All problems of the map or world at `path`: those of reading it, and those that only affect its design.
///
/// ```
/// use seamwalker_level::{Folder, Severity, check};
///
/// let problems = check(&Folder::new("../.."), "maps/first_stitch.tmx");
/// assert!(problems.iter().all(|problem| problem.severity == Severity::Warning), "it can be played");
/// ```
#[must_use]
pub fn check(files: &dyn Files, path: &str) -> Vec<Problem> {
    check_within(files, path, &Limits::DEFAULT)
}

/// Same as [`check`], with other limits than the default ones.
///
/// ```
/// use seamwalker_level::{Folder, Limits, Severity, check_within};
///
/// let limits = Limits { cells: 10, ..Limits::DEFAULT };
/// let problems = check_within(&Folder::new("../.."), "maps/first_stitch.tmx", &limits);
/// assert_eq!(problems[0].severity, Severity::Error, "{problems:?}");
/// ```
#[must_use]
pub fn check_within(files: &dyn Files, path: &str, limits: &Limits) -> Vec<Problem> {
    let reading = read_level(files, path, MapSelection::All, limits);
    let mut problems = reading.problems;
    if let Some(level) = &reading.level {
        let is_world = is_world(path);
        // Name a map the way the caller did.
        let mut lines = ObjectLines { sources: reading.sources, is_world };
        lines.sources.iter_mut().filter(|_| !is_world).for_each(|source| path.clone_into(&mut source.path));
        let mut checker = Checker { path, lines: &lines, problems: &mut problems };
        checker.assumed(level);
        checker.required_objects(level);
        checker.crates(level);
        checker.tracks(level);
        checker.ground(level);
        if reading.uses_surfaces {
            checker.own_ground(level);
            checker.pins(level);
        }
        checker.next_maps(files, level);
        checker.pictures(files, level, &reading.pictures, limits);
    }
    problems
}
