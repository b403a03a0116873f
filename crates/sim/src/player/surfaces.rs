//! What the material of ground and walls does to the player: elastic, velcro, belts. The numbers are in the feel.

use glam::Vec2;

use super::triggers::touches_area;
use super::{Player, PlayerTick};
use crate::probe::Probe;
use crate::{Event, TICK};
use seamwalker_collide::Aabb;
use seamwalker_collide::controller::Ground;
use seamwalker_level::{Area, Material, Surface};

/// Half the side of the box in the middle of a body that decides whether it is in water, in pixels.
const WATER_PROBE: f32 = 0.5;

/// Whether the middle of a body is in one of the areas.
pub fn is_in(areas: &[Area], middle: Vec2) -> bool {
    let middle = Aabb::new(middle, Vec2::splat(WATER_PROBE));
    areas.iter().any(|area| touches_area(&middle, area))
}

impl PlayerTick<'_> {
    /// Elastic gives back a part of the fall, more while jump is held, and the dash. Returns whether the player bounced.
    pub(super) fn bounce(&mut self, ground: &Ground, velocity: Vec2) -> bool {
        let held = self.state.holds_jump();
        let (player, feel) = (&mut self.state.player, &self.rules.feel);
        let into = -velocity.dot(ground.normal);
        if player.footing() != Surface::Bouncy || into < feel.bounce_from {
            return false;
        }
        let up = into * feel.bounce;
        let higher = up.max(feel.bounce_jump);
        let up = if held { higher } else { up };
        player.leave_ground();
        let thrown = |up: f32| velocity + ground.normal * (into + up);
        player.motion.velocity = thrown(up);
        player.motion.jump.throw(&self.rules.jump_settings(), thrown(higher).y, held, TICK);
        player.refill_dash(self.level);
        self.events.push(Event::Bounced { speed: up });
        true
    }
}

impl Player {
    /// The surface under the player; plain in the air.
    pub(super) fn footing(&self) -> Surface {
        if self.is_grounded() { Surface::from_tag(self.material) } else { Surface::Solid }
    }

    /// The speed of the belt that the player stands on, px/s to the right along the ground.
    pub(super) fn belt(&self) -> f32 {
        if self.is_grounded() { Material::from_tag(self.material).speed.into() } else { 0.0 }
    }
}

impl Probe<'_> {
    /// The material of the wall within `reach` pixels on one side, and its normal.
    pub(super) fn wall_material(&self, side: f32, reach: f32) -> Option<(Material, Vec2)> {
        let normal = self.wall(side, reach)?.normal;
        let aabb = self.state.player.aabb();
        let place = aabb.center + Vec2::new(side * aabb.half.x, 0.0);
        let material = self.nearest_material(&self.player_mover(), reach, place, |n| n.dot(normal) > 0.0)?;
        Some((material, normal))
    }

    /// Whether the wall on one side has this surface.
    pub(super) fn has_wall_of(&self, surface: Surface, side: f32) -> bool {
        self.wall_material(side, self.rules.feel.wall_probe).is_some_and(|(wall, _)| wall.surface == surface)
    }
}
