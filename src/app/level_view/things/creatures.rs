//! Moths and pin bugs; and the spare thread that floats where they do.

use glam::Vec2;
use seamwalker::level::ObjectKind;
use seamwalker::sim::Thing;

use super::Brush;
use crate::app::render::canvas::Style;

/// How far around its middle something may be seen, in pixels.
const REACH: Vec2 = Vec2::splat(24.0);

/// Everyone in view.
pub fn all(brush: &mut Brush) {
    let world = brush.world;
    for thing in &world.state.things {
        let at = thing.previous_center.lerp(thing.center, brush.between);
        if let Some(object) = world.level.objects.get(thing.object as usize)
            && brush.viewport.shows(at, REACH)
        {
            let foot = at + Vec2::new(0.0, object.aabb.half.y);
            one(brush, thing, &object.kind, at, foot);
        }
    }
}

/// One of them, with its middle and its feet.
fn one(brush: &mut Brush, thing: &Thing, kind: &ObjectKind, at: Vec2, foot: Vec2) {
    // Not all in step.
    let time = brush.time + thing.object as f32 * 0.37;
    let style = Style { flip: thing.faces_left, ..Style::default() };
    let calm = brush.comfort.reduce_motion;
    let bob = |rate: f32| Vec2::new(0.0, if calm { 0.0 } else { (time * rate).sin() * 1.5 });
    match kind {
        ObjectKind::PinBug { .. } if !thing.is_away() => {
            // It steps as fast as it goes.
            let step = (at.x.abs() / 4.0) as usize;
            brush.frame("pin_bug", step, foot, style);
        }
        ObjectKind::Moth(_) if !thing.is_away() => {
            brush.frame("moth", (time * 14.0) as usize, at + bob(9.0), style);
        }
        ObjectKind::DashSpool if thing.is_away() => brush.sprite("dash_spool_empty", 0.0, at),
        ObjectKind::DashSpool => {
            let glow = if brush.comfort.no_flashes { 0.0 } else { time };
            brush.sprite("dash_spool", glow, at + bob(3.2));
        }
        _ => {}
    }
}
