//! Springs: they launch players and crates.

use glam::Vec2;

use crate::feel::ticks;
use crate::level_cache::LevelCache;
use crate::player::PlayerTick;
use crate::{Event, Feel, State};
use seamwalker_collide::Direction;
use seamwalker_level::{Level, ObjectKind};

/// The speed that reaches a height, px/s.
fn launch_speed(feel: &Feel, height: f32) -> f32 {
    (2.0 * feel.gravity * height).sqrt()
}

/// Launches a player that comes to a spring, unless it moves away already.
pub fn launch_player(tick: &mut PlayerTick, object: u32, direction: Direction, height: f32) {
    let (player, feel) = (&mut tick.state.player, &tick.rules.feel);
    let away = direction.normal();
    if player.motion.velocity.dot(away) > 0.0 {
        return;
    }
    let velocity = if away.x == 0.0 {
        Vec2::new(player.motion.velocity.x, away.y * launch_speed(feel, height))
    } else {
        Vec2::new(away.x * feel.spring_side, -feel.spring_lift)
    };
    player.leave_ground();
    player.motion.velocity = velocity;
    (player.dash, player.motion.jump.hold, player.motion.jump.late) = (0, 0, 0);
    (player.motion.jump.coyote, player.retain_ticks) = (0, 0);
    (player.climbs, player.on_wall, player.max_fall) = (false, false, feel.fall);
    if away.x != 0.0 {
        (player.wall_lock, player.wall_lock_x) = (ticks(feel.wall_jump_lock), away.x);
        player.faces_left = away.x < 0.0;
    }
    player.refill_dash(tick.level);
    tick.events.push(Event::Sprung { object });
}

impl State {
    /// Springs that point up launch a crate that came down on them.
    pub(crate) fn launch_crate(
        &mut self,
        level: &Level,
        cache: &LevelCache,
        feel: &Feel,
        index: usize,
        events: &mut Vec<Event>,
    ) {
        let aabb = self.body(self.crates[index].body).aabb;
        for &object in &cache.springs {
            let spring = &level.objects[object as usize];
            if let ObjectKind::Spring { direction: Direction::Up, height } = spring.kind
                && spring.aabb.overlaps(&aabb)
            {
                self.crates[index].velocity.y = -launch_speed(feel, height);
                self.crates[index].grounded = false;
                events.push(Event::Sprung { object });
            }
        }
    }
}
