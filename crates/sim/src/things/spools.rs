//! Rolling spools: crates that roll by themselves, push what is in the way, and break at walls.

use glam::Vec2;

use crate::{Event, TICK, World};
use seamwalker_collide::Mover;
use seamwalker_collide::controller::Ground;
use seamwalker_level::ObjectKind;

/// A spool that gets less than this part of its way has met a wall.
const WALL_HIT_SHARE: f32 = 0.5;

impl World {
    /// How fast a crate rolls, px/s; `None` for one that does not.
    pub(crate) fn rolls(&self, index: usize) -> Option<f32> {
        match self.level.objects[self.state.crates[index].object as usize].kind {
            ObjectKind::RollingSpool { speed, .. } => Some(speed),
            _ => None,
        }
    }

    /// One tick of rolling along the ground, with its riders.
    pub(crate) fn roll_spool(
        &mut self,
        index: usize,
        speed: f32,
        (mover, ground): (&Mover, &Ground),
        events: &mut Vec<Event>,
    ) {
        let (body, player) = (self.state.crates[index].body, self.state.player_body());
        let along = Vec2::new(-ground.normal.y, ground.normal.x);
        let belt = f32::from(self.moving_ground_below(index).speed);
        let delta = along * (speed + belt) * TICK;
        self.state.crates[index].velocity = Vec2::new(speed, 0.0);
        self.forget_alone_beyond(delta);
        let is_far = |way: Vec2| way.length_squared() >= delta.length_squared() * WALL_HIT_SHARE * WALL_HIT_SHARE;
        if let Some(way) = self.slide_clear(index, mover, delta) {
            if !is_far(way) {
                self.break_crate(index, events);
            }
            return;
        }
        let goes_on = self.with_carrier(|carrier, meter, space| {
            let way = carrier.slide(meter, space, body, delta, &[player]);
            let carried = carrier.carry(meter, space, body, way);
            carrier.start_push(space, body, way);
            carried && is_far(way)
        });
        if goes_on { self.finish_push(events) } else { self.break_crate(index, events) }
    }
}
