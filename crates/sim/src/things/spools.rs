//! Rolling spools: crates that roll by themselves, push what is in the way, and break at walls.

use glam::Vec2;

use crate::{Event, TICK, World};
use seamwalker_collide::Solver;
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
    pub(crate) fn roll_spool(&mut self, index: usize, speed: f32, ground: &Ground, events: &mut Vec<Event>) {
        let (body, player) = (self.state.crates[index].body, self.state.player_body());
        let along = Vec2::new(-ground.normal.y, ground.normal.x);
        let belt = f32::from(self.moving_ground_below(index).speed);
        let delta = along * (speed + belt) * TICK;
        self.state.crates[index].velocity = Vec2::new(speed, 0.0);
        if belt != 0.0 {
            self.scratch.alone.clear();
        }
        if self.is_alone(index) {
            let mover = self.crate_mover(index);
            let (meter, state) = self.meter();
            let way = meter.slide(&state.space, &mover, delta).moved;
            self.shift_crate(index, way);
            if way.length() < delta.length() * WALL_HIT_SHARE {
                self.break_crate(index, events);
            }
            return;
        }
        let (way, carried) = self.with_carrier(|carrier, meter, space| {
            let way = carrier.slide(meter, space, body, delta, &[player]);
            (way, carrier.carry(meter, space, body, way))
        });
        if !carried || way.length() < delta.length() * WALL_HIT_SHARE {
            return self.break_crate(index, events);
        }
        self.with_carrier(|carrier, _, space| carrier.start_push(space, body, way));
        self.finish_push(events);
    }
}
