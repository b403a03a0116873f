//! Tolerances of the rules.

/// Overlap that still counts as having room, in pixels; what a slide may leave (law 2).
pub const ROOM_SLACK: f32 = 0.01;
