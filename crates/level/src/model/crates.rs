//! Crates that begin in one another.

use crate::model::object::{Object, ObjectKind};
use seamwalker_collide::{Aabb, DEFAULT_THICKNESS};

/// Which part of the smaller of two crates may be in the other one at the start of a level; at most a skin. Larger values
/// let more crates begin in one place, which takes as much time as there are pairs of them.
const DEEP: f32 = 0.25;

/// Whether two crates would begin so deep in one another that they could not be told apart, or would be torn apart. Then the
/// later of the two in the level's order waits until there is room.
#[must_use]
pub fn begin_in_one_another(a: &Aabb, b: &Aabb) -> bool {
    let shared = a.half + b.half - (a.center - b.center).abs();
    let smaller = (a.half.min(b.half) * 2.0).min_element();
    shared.min_element() > (smaller * DEEP).min(DEFAULT_THICKNESS)
}

/// Whether an object is a crate or a spool that rolls.
#[must_use]
pub const fn is_crate(kind: &ObjectKind) -> bool {
    matches!(kind, ObjectKind::Crate { .. } | ObjectKind::RollingSpool { .. })
}

/// The crates and spools that wait, each with one that is in its place.
pub fn waiting(objects: &[Object]) -> Vec<(&Object, &Object)> {
    let (mut there, mut waiting): (Vec<&Object>, Vec<(&Object, &Object)>) = (Vec::new(), Vec::new());
    for object in objects.iter().filter(|o| is_crate(&o.kind)) {
        match there.iter().find(|other| begin_in_one_another(&object.aabb, &other.aabb)) {
            Some(other) => waiting.push((object, other)),
            None => there.push(object),
        }
    }
    waiting
}
