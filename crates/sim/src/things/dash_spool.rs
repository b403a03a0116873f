//! Spare thread: floats in place and refills the dash.

use super::ThingKind;
use crate::Event;
use crate::feel::ticks;
use crate::player::PlayerTick;
use crate::track::Track;
use seamwalker_collide::Aabb;
use seamwalker_level::{Level, Object};

pub struct DashSpool;

impl ThingKind for DashSpool {
    fn track(&self, _level: &Level, object: &Object) -> Track {
        Track::still(object.aabb.center)
    }

    fn meet(&self, tick: &mut PlayerTick, index: usize, place: &Aabb) -> bool {
        let player = &mut tick.state.player;
        if place.overlaps(&player.aabb()) && player.refill_dash(tick.level) {
            let thing = &mut tick.state.things[index];
            thing.away = ticks(tick.rules.feel.thread_return).max(1);
            tick.events.push(Event::DashRefilled { object: thing.object });
        }
        false
    }
}
