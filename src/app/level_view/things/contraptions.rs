//! Springs, pressure buttons, scissors, aglets, crates, rolling spools and pin balls.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::Vec2;
use seamwalker_collide::Direction;
use seamwalker_level::{Object, ObjectKind};

use super::Brush;
use crate::app::render::{Style, palette};

/// The size of a pin ball, in pixels.
const PIN_BALL: f32 = 24.0;
/// Frames of a rolling spool per full turn.
const SPOOL_FRAMES: f32 = 8.0;

/// A pincushion on its coil, `since` seconds after it fired.
pub fn spring(brush: &mut Brush, object: &Object, direction: Direction, since: f32) {
    let (frame, swing) = match since {
        ..0.05 => (1, 1.0),
        ..0.22 => (2, 1.0),
        // It swings out.
        ..0.45 => (3, 1.0 + (since * 40.0).sin() * 0.12),
        _ => (0, 1.0),
    };
    let (away, half) = (direction.normal(), object.aabb.half);
    let turn = match direction {
        Direction::Up => 0.0,
        Direction::Right => FRAC_PI_2,
        Direction::Down => PI,
        Direction::Left => -FRAC_PI_2,
    };
    let foot = object.aabb.center - away * half;
    brush.frame("spring", frame, foot, Style { turn, scale: Vec2::new(1.0, swing), ..Style::default() });
}

/// A pressure button, up or pressed.
pub fn button(brush: &mut Brush, object: usize, foot: Vec2) {
    let pressed =
        brush.world.state.switches.iter().any(|switch| switch.object as usize == object && switch.is_pressed());
    brush.frame("pressure_button", usize::from(pressed), foot, Style::default());
}

/// Scissors: open, trembling, closed.
pub fn scissors(brush: &mut Brush, object: &Object) {
    let closed = brush.world.state.scissors(&object.kind);
    let trembles = 1 + usize::from(brush.time % 0.1 < 0.05);
    let frame = match closed {
        1.0.. => 3,
        0.0 => 0,
        _ if brush.comfort.reduce_motion => 1,
        _ => trembles,
    };
    brush.stretched("scissors", frame, object.aabb.min(), object.aabb.size());
}

/// An aglet on its lace.
pub fn aglet(brush: &mut Brush, object: &Object) {
    let state = &brush.world.state;
    let Some((before, now)) = state.aglet(object, 1).zip(state.aglet(object, 0)) else { return };
    let (at, anchor) = (before.lerp(now, brush.between), Vec2::new(object.aabb.center.x, object.aabb.min().y));
    let along = (at - anchor).normalize_or(Vec2::Y);
    // Two strands side by side, as of a flat lace.
    for (width, color) in [(5.0, palette::INK), (3.0, palette::CREAM), (1.0, palette::LINEN)] {
        brush.canvas.line(anchor, at, width, color);
    }
    let style = Style { turn: -along.x.atan2(along.y), ..Style::default() };
    brush.frame("aglet", 0, at, style);
}

/// Crates and rolling spools.
pub fn crates(brush: &mut Brush) {
    for one in &brush.world.state.crates {
        let Some((corner, size)) = brush.body(one.body, one.previous_center) else { continue };
        if !brush.viewport.shows(corner + size * 0.5, size) {
            continue;
        }
        let object = brush.world.level.objects.get(one.object as usize);
        if object.is_some_and(|object| matches!(object.kind, ObjectKind::RollingSpool { .. })) {
            // It rolls without slipping.
            let turns = (corner.x + size.x * 0.5) / (PI * size.x.max(1.0));
            brush.stretched("rolling_spool", (turns * SPOOL_FRAMES).rem_euclid(SPOOL_FRAMES) as usize, corner, size);
        } else {
            // The cushion of its size, or the nearest one stretched.
            let away = |side: &f32| (side - size.x).abs();
            let nearest = [16.0, 24.0, 32.0].into_iter().min_by(|a, b| away(a).total_cmp(&away(b)));
            brush.stretched(&format!("crate_{}", nearest.unwrap_or(16.0)), 0, corner, size);
        }
    }
}

/// Fills a hazard area with pin balls.
pub fn pin_balls(brush: &mut Brush, object: &Object) {
    let count = (object.aabb.size() / PIN_BALL).round().max(Vec2::ONE).min(Vec2::splat(64.0));
    let step = object.aabb.size() / count;
    for y in 0..count.y as i32 {
        for x in 0..count.x as i32 {
            let at = object.aabb.min() + step * (Vec2::new(x as f32, y as f32) + 0.5);
            brush.frame("pin_ball", 0, at, Style::default());
        }
    }
}
