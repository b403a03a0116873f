//! Springs, pressure buttons, scissors, aglets, crates, rolling spools and pin balls.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::Vec2;
use seamwalker_collide::Direction;
use seamwalker_level::{Object, ObjectKind};
use seamwalker_sim::TICK;

use super::Brush;
use crate::app::render::{Style, palette};

/// The size of a pin ball, in pixels.
const PIN_BALL: f32 = 24.0;
/// Frames of a rolling spool per full turn.
const SPOOL_FRAMES: f32 = 8.0;
/// The length of the thread behind a rolling spool, in pixels.
const TAIL: f32 = 40.0;
/// The width of a pressure button as it is painted, in pixels.
const BUTTON: f32 = 16.0;
/// How often a clock ticks in its round.
const BEATS: f32 = 8.0;
/// The screw of scissors, as parts of their picture from its corner.
const SCREW: Vec2 = Vec2::new(0.5, 0.6);

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

/// A pressure button as wide as its box, up or pressed.
pub fn button(brush: &mut Brush, index: usize, object: &Object) {
    let pressed =
        brush.world.state.switches.iter().any(|switch| switch.object as usize == index && switch.is_pressed());
    let sprite = brush.sprites.get("pressure_button");
    let (region, origin) = (sprite.frame(usize::from(pressed)), sprite.origin);
    // Its middle column is stretched; the ends reach beyond the box.
    let (end, wider) = ((region.size.x * 0.5).floor(), object.aabb.size().x - BUTTON);
    let corner = (Vec2::new(object.aabb.center.x - wider * 0.5, object.aabb.max().y) - origin).round();
    let columns = [(0.0, end, 0.0, end), (end - 1.0, 1.0, end, wider), (end, region.size.x - end, end + wider, 0.0)];
    for (from, width, at, stretched) in columns {
        let size = Vec2::new(if stretched > 0.0 { stretched } else { width }, region.size.y);
        let part = region.part(from, 0.0, width, region.size.y);
        brush.canvas.stretched(part, corner + Vec2::new(at, 0.0), size, palette::PLAIN);
    }
}

/// The hand of a clock that strikes when `done` is 1: it ticks once round, and what is over of the time is coloured.
pub fn clock(brush: &mut Brush, middle: Vec2, radius: f32, done: f32) {
    let at = |beat: f32| middle + Vec2::from_angle(beat / BEATS * TAU - FRAC_PI_2) * radius;
    let beats = (done.clamp(0.0, 1.0) * BEATS).floor();
    for beat in 0..beats as u32 {
        brush.canvas.polygon(&[middle, at(beat as f32), at(beat as f32 + 1.0)], palette::DANGER);
    }
    brush.canvas.line(middle, at(beats), 1.5, palette::INK);
}

/// Scissors: open, trembling, closed; the clock on their screw tells when they close.
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
    let (seconds, of) = brush.world.state.snips_in(&object.kind);
    clock(
        brush,
        object.aabb.min().round() + (object.aabb.size() * SCREW).round(),
        object.aabb.half.x * 0.25,
        1.0 - seconds / of.max(TICK),
    );
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
            // It rolls without slipping, and leaves its thread behind.
            let back = if one.velocity.x == 0.0 { 0.0 } else { -one.velocity.x.signum() };
            let low = corner + size * Vec2::new(0.5, 1.0) - Vec2::Y;
            let wave = |i: usize| low + Vec2::new(back * TAIL * i as f32 / 8.0, if i % 4 == 2 { -2.0 } else { 0.0 });
            let tail: Vec<Vec2> = (0..=8).map(wave).collect();
            brush.canvas.strip(&tail, 3.0, palette::INK);
            brush.canvas.strip(&tail, 1.0, palette::RED);
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
