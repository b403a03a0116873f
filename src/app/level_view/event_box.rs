//! Where events happen, for particles, sounds and shakes.

use glam::Vec2;
use seamwalker_collide::{Aabb, BodyId};
use seamwalker_sim::{Event, World};

/// Half the size of a thing or a broken crate, in pixels.
const THING_HALF: Vec2 = Vec2::splat(8.0);

/// The box in which an event of the last tick happened: that of its object, thing, crate or platform, or else of the player.
pub fn event_box(event: &Event, world: &World) -> Option<Aabb> {
    let state = &world.state;
    let body = |body: BodyId| state.space.bodies.get(body).map(|body| body.aabb);
    match *event {
        Event::Took { object }
        | Event::Checkpoint { object }
        | Event::Sprung { object }
        | Event::Pressed { object }
        | Event::Released { object }
        | Event::Snipped { object }
        | Event::Stomped { object }
        | Event::DashRefilled { object }
        | Event::Returned { object } => {
            // Flying things have a position of their own, all others that of the map.
            let flying = state.things.iter().find(|thing| thing.object == object);
            let flying = flying.map(|thing| Aabb::new(thing.center, THING_HALF));
            flying.or_else(|| world.level.objects.get(object as usize).map(|object| object.aabb))
        }
        Event::CratePushed { index } | Event::CrateLanded { index, .. } | Event::CrateReturned { index } => {
            body(state.crates.get(index as usize)?.body)
        }
        Event::CrateBroke { index } => Some(Aabb::new(state.crates.get(index as usize)?.previous_center, THING_HALF)),
        Event::PlatformTurned { index }
        | Event::Opened { index }
        | Event::Closed { index }
        | Event::Loosened { index }
        | Event::GaveWay { index }
        | Event::CameBack { index }
        | Event::Slammed { index } => body(state.platforms.get(index as usize)?.body),
        _ => Some(state.player.aabb()),
    }
}
