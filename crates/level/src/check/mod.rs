//! Reports what could be better about a map. Written for the map's designer, not for the player.
//!
//! `objects.rs` checks objects, exits and pictures, `ground.rs` the ground, `pins.rs` what stands on it; all add to the list in
//! `checker.rs`.

mod checker;
mod ground;
mod objects;
mod pins;

use crate::check::checker::Checker;
use crate::files::{Files, ReadOptions};
use crate::objects::is_for_this_game;
use crate::problem::Problem;
use crate::reader::Reading;

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
    check_with(files, path, &ReadOptions::default())
}

/// Same as [`check`], with limits other than the default ones, or with what the user asks for.
///
/// ```
/// use seamwalker_level::{Folder, Limits, Severity, check_with};
///
/// let limits = Limits { cells: 10, ..Limits::DEFAULT };
/// let problems = check_with(&Folder::new("../.."), "maps/first_stitch.tmx", &limits.into());
/// assert_eq!(problems[0].severity, Severity::Error, "{problems:?}");
/// ```
#[must_use]
pub fn check_with(files: &dyn Files, path: &str, options: &ReadOptions) -> Vec<Problem> {
    let Reading { level, mut problems, pictures, uses_surfaces } = Reading::of(files, path, None, options);
    if let Some(level) = &level {
        let mut checker = Checker { level, problems: &mut problems };
        checker.assumed(level);
        if is_for_this_game(&level.objects, uses_surfaces, options) {
            checker.required_objects(level);
        }
        checker.crates(level);
        checker.tracks(level);
        checker.tiles_without_collision(level);
        checker.platform_stops(level);
        // Other games have slopes that do not fit, and objects in walls.
        if uses_surfaces {
            checker.notches(level);
            checker.objects_in_walls(level);
            checker.pins(level);
        }
        checker.next_maps(files, level);
        checker.pictures(files, level, &pictures, &options.limits);
    }
    problems
}
