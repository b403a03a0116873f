//! Numbers that come from files: whether they mean anything. A number that is merely finite can still make a tick take minutes.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use glam::Vec2;

use seamwalker_collide::SolverSetup;

/// A number in a file that has no meaning in the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` is {value}: allowed is {allowed}")]
pub struct OutOfRange {
    /// Where in the file it is.
    pub field: String,
    /// What stands there.
    pub value: String,
    /// What may stand there.
    pub allowed: String,
}

/// How often a solver may push out in a step. A step that needs more has no room.
const SOLVER_ROUNDS: RangeInclusive<u32> = 1..=64;

/// How far before an obstacle a move may stop, px.
const EPSILON: RangeInclusive<f32> = 0.0..=16.0;

/// The longest sub-step, px. 0 leaves the choice to the method.
const MAX_STEP: RangeInclusive<f32> = 0.0..=64.0;

/// The highest step that may be climbed without a jump, px.
const STEP_UP: RangeInclusive<f32> = 0.0..=64.0;

/// Allowed skins, px: the thickest is more than any mover is wide.
pub(super) const SKIN: RangeInclusive<f32> = 0.0..=64.0;

/// The maximum extra coyote time of the assists, s.
pub(super) const MAX_ASSIST_COYOTE: f32 = 1.0;

/// Where a number stands in a file: the member of a structure, or of an element of a list.
#[derive(Clone, Copy)]
pub(super) struct FieldPath<'a>(pub &'a str, pub Option<usize>, pub &'a str);

impl Display for FieldPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self(structure, index, member) = self;
        match index {
            Some(index) => write!(f, "{structure}[{index}].{member}"),
            None if structure.is_empty() => f.write_str(member),
            None => write!(f, "{structure}.{member}"),
        }
    }
}

/// Checks that a number is in a range.
pub(super) fn within<T: PartialOrd + Display + Copy>(
    field: impl Display,
    value: T,
    range: &RangeInclusive<T>,
) -> Result<(), OutOfRange> {
    // Not a number is in no range.
    ensure(range.contains(&value), field, &value, || format!("{} to {}", range.start(), range.end()))
}

/// Checks that both parts of a vector are in a range.
pub(super) fn vector_within(field: impl Display, value: Vec2, range: &RangeInclusive<f32>) -> Result<(), OutOfRange> {
    let fine = range.contains(&value.x) && range.contains(&value.y);
    ensure(fine, field, &value, || format!("{} to {} in both directions", range.start(), range.end()))
}

/// Refuses a value unless something holds.
pub(super) fn ensure(
    holds: bool,
    field: impl Display,
    value: &dyn Display,
    allowed: impl FnOnce() -> String,
) -> Result<(), OutOfRange> {
    let refused = || OutOfRange { field: field.to_string(), value: value.to_string(), allowed: allowed() };
    if holds { Ok(()) } else { Err(refused()) }
}

/// Checks the settings of a solver that come from a file.
///
/// # Errors
/// [`OutOfRange`] for the first number with which a slide could take minutes, or would lead nowhere.
pub fn check_solver(solver: &SolverSetup) -> Result<(), OutOfRange> {
    let (options, at) = (&solver.options, |member| FieldPath("solver.options", None, member));
    within(at("rounds"), options.rounds, &SOLVER_ROUNDS)?;
    within(at("max_step"), options.max_step, &MAX_STEP)?;
    within(at("epsilon"), options.epsilon, &EPSILON)?;
    within(at("step_up"), options.step_up, &STEP_UP)
}

/// Checks the depth of a mover's skin that comes from a file, px.
///
/// # Errors
/// [`OutOfRange`] for a skin that no mover can have.
pub fn check_skin(skin: f32) -> Result<(), OutOfRange> {
    within("skin", skin, &SKIN)
}
