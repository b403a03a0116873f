//! Moths: they fly along a track, can be stomped from above, and hurt otherwise.

use super::is_hurt_by;
use crate::feel::ticks;
use crate::player::{Player, PlayerTick};
use crate::{Event, TICK};
use seamwalker_collide::Aabb;

/// A stomped moth waits with its return while the player is this near, px.
const RETURN_DISTANCE: f32 = 16.0;

/// How far below its middle a moth can still be stomped, px.
const STOMP_REACH: f32 = 3.0;

/// Whether a moth that is due to return to `place` waits, because of where the player is.
pub fn waits(place: &Aabb, player: &Aabb) -> bool {
    place.grown(RETURN_DISTANCE).overlaps(player)
}

/// What happens when the player comes near. `place` is the box of the moth at `index`. Returns whether it hurts the player.
pub fn meet(tick: &mut PlayerTick, index: usize, place: &Aabb) -> bool {
    let player = &tick.state.player;
    if !(place.overlaps(&player.aabb()) && player.stomps(place)) {
        return is_hurt_by(tick, place);
    }
    stomp(tick);
    let thing = &mut tick.state.things[index];
    thing.away = ticks(tick.rules.feel.moth_return).max(1);
    tick.events.push(Event::Stomped { object: thing.object });
    false
}

impl Player {
    /// Whether the player comes from above, or in a dash.
    fn stomps(&self, place: &Aabb) -> bool {
        let feet_before = self.feet().y - self.motion.velocity.y.max(0.0) * TICK;
        let from_above = feet_before <= place.center.y + STOMP_REACH;
        self.dash > 0 || self.motion.velocity.y >= 0.0 && !self.is_grounded() && from_above
    }
}

/// Throws the player up, higher while jump is held. A dash goes on through the moth.
fn stomp(tick: &mut PlayerTick) {
    let held = tick.state.holds_jump();
    let (player, feel) = (&mut tick.state.player, &tick.rules.feel);
    player.refill_dash(tick.level);
    if player.dash > 0 {
        return;
    }
    player.motion.velocity.y = -feel.stomp;
    player.motion.jump.throw(&tick.rules.jump_settings(), player.motion.velocity.y, held, TICK);
    player.max_fall = feel.fall;
    player.wall_slide = ticks(feel.wall_slide_time);
}
