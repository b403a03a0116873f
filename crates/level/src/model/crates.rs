//! Crates that overlap at the start of a level.

use crate::model::object::{Object, ObjectKind};
use seamwalker_collide::{Aabb, DEFAULT_SKIN};

/// The fraction of the smaller crate that may overlap another at the start, up to a skin. Larger values allow more crates in
/// one place, and the time grows with the number of pairs.
const MAX_OVERLAP: f32 = 0.25;

/// Whether two crates overlap so deeply at the start that they would be torn apart. The later of the two, in the level's
/// order, then appears once there is room.
///
/// ```
/// use seamwalker_collide::Aabb;
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_level::start_overlapping;
///
/// let one = Aabb::new(Vec2::ZERO, Vec2::splat(8.0));
/// assert!(!start_overlapping(&one, &one.moved(Vec2::new(15.0, 0.0))), "a pixel is pushed apart");
/// assert!(start_overlapping(&one, &one.moved(Vec2::new(8.0, 0.0))));
/// ```
#[must_use]
pub fn start_overlapping(a: &Aabb, b: &Aabb) -> bool {
    let shared = a.half + b.half - (a.center - b.center).abs();
    let smaller = (a.half.min(b.half) * 2.0).min_element();
    shared.min_element() > (smaller * MAX_OVERLAP).min(DEFAULT_SKIN)
}

/// Whether an object is a crate or a rolling spool.
///
/// ```
/// use seamwalker_level::{Folder, is_crate, read};
///
/// let level = read(&Folder::new("../.."), "maps/rolling_stock.tmx").unwrap();
/// assert!(level.objects.iter().any(|object| is_crate(&object.kind)));
/// ```
#[must_use]
pub const fn is_crate(kind: &ObjectKind) -> bool {
    matches!(kind, ObjectKind::Crate { .. } | ObjectKind::RollingSpool { .. })
}

/// The crates and spools that have to wait, each with one that occupies its place.
pub fn waiting(objects: &[Object]) -> Vec<(&Object, &Object)> {
    let (mut there, mut waiting): (Vec<&Object>, Vec<(&Object, &Object)>) = (Vec::new(), Vec::new());
    for object in objects.iter().filter(|o| is_crate(&o.kind)) {
        match there.iter().find(|other| start_overlapping(&object.aabb, &other.aabb)) {
            Some(other) => waiting.push((object, other)),
            None => there.push(object),
        }
    }
    waiting
}
