//! The way along a long ray or cast: near obstacles are looked up before far ones.

use glam::Vec2;

use crate::shape::Aabb;

/// How long a stride is at least, in pixels: two cells of the terrain's grid. Longer strides visit obstacles far from a slanted ray;
/// shorter ones visit the same obstacle several times. A large shape makes strides of its own size.
const STRIDE: f32 = 64.0;

/// The most strides of a query. Longer ways have longer strides.
const MAX_STRIDES: f32 = 4096.0;

/// How many strides there are on the way of a box.
pub(crate) fn stride_count(bounds: &Aabb, delta: Vec2) -> f32 {
    let stride = STRIDE.max(bounds.half.max_element() * 2.0);
    (delta.abs() / stride).ceil().max_element().clamp(1.0, MAX_STRIDES)
}

/// Calls `look` with boxes that together cover the way of a box, one after the other. `look` returns the fraction of the way
/// after which nothing matters; the last call is the one that covers it.
pub(crate) fn each_stride(bounds: &Aabb, delta: Vec2, look: &mut dyn FnMut(&Aabb) -> f32) {
    let count = stride_count(bounds, delta);
    for i in 0..count as u32 {
        let (from, to) = (i as f32 / count, (i + 1) as f32 / count);
        let area = bounds.moved(delta * from).swept(delta * (to - from));
        if look(&area) <= to {
            return;
        }
    }
}
