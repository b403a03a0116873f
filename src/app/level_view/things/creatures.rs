//! Moths, pin bugs, and floating dash spools.

use glam::Vec2;
use seamwalker_level::ObjectKind;

use super::Brush;
use crate::app::render::Style;

/// Half extents for culling, in pixels.
const CREATURE_EXTENT: Vec2 = Vec2::splat(24.0);

/// All creatures in view.
pub fn all(brush: &mut Brush) {
    let world = brush.world;
    for thing in &world.state.things {
        let at = thing.previous_center.lerp(thing.center, brush.between);
        let object = world.level.objects.get(thing.object as usize);
        let Some(object) = object.filter(|_| brush.viewport.shows(at, CREATURE_EXTENT)) else { continue };
        // Not all in step.
        let time = brush.time + thing.object as f32 * 0.37;
        let reduce_motion = brush.comfort.reduce_motion;
        let bob = |rate: f32| Vec2::new(0.0, if reduce_motion { 0.0 } else { (time * rate).sin() * 1.5 });
        let style = Style { flip: thing.faces_left, ..Style::default() };
        match &object.kind {
            ObjectKind::PinBug { .. } if !thing.is_away() => {
                // The animation follows the distance.
                let step = (at.x.abs() / 4.0) as usize;
                brush.frame("pin_bug", step, at + Vec2::new(0.0, object.aabb.half.y), style);
            }
            ObjectKind::Moth(_) if !thing.is_away() => {
                brush.frame("moth", (time * 14.0) as usize, at + bob(9.0), style);
            }
            ObjectKind::DashSpool if thing.is_away() => brush.sprite("dash_spool_empty", 0.0, at),
            ObjectKind::DashSpool => {
                let glow = if brush.comfort.no_flashes { 0.0 } else { time };
                brush.sprite("dash_spool", glow, at + bob(3.2));
            }
            // A kind without looks of its own: the sprite that is called like it.
            kind if !thing.is_away() => {
                let sprite = brush.sprites.get(&sprite_name(kind));
                brush.canvas.sprite(sprite.looped(time), sprite.origin, (at + bob(9.0)).round(), style);
            }
            _ => {}
        }
    }
}

/// The name of a kind as sprites are called: `pin_bug` for `PinBug`.
fn sprite_name(kind: &ObjectKind) -> String {
    let text = format!("{kind:?}");
    let name = text.chars().take_while(|c| c.is_alphanumeric()).enumerate();
    name.flat_map(|(i, c)| [(i > 0 && c.is_uppercase()).then_some('_'), Some(c.to_ascii_lowercase())])
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sprite_is_called_like_its_kind() {
        assert_eq!(sprite_name(&ObjectKind::PinBug { speed: 1.0, faces_left: true }), "pin_bug");
        assert_eq!(sprite_name(&ObjectKind::DashSpool), "dash_spool");
    }
}
