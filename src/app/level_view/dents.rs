//! Cloth that gives way where something lands, and settles. Only the finished picture is bent (see `RenderTarget::bend`): the ground
//! that collides stays as it is.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::Hem;
use seamwalker_sim::{Event, TICK, World};

use super::event_box;
use crate::app::render::{Bend, Viewport};

/// The depth of the deepest dent, in pixels, and the speed of a landing that makes it, in px/s.
const DEEPEST: f32 = 3.0;
const FASTEST: f32 = 420.0;
/// The speed of a landing that leaves no dent, in px/s.
const SLOWEST: f32 = 120.0;
/// How much wider a dent is than what landed, on either side, in pixels.
const BESIDE: f32 = 14.0;
/// How quickly a dent fades, and how quickly it springs back and forth, per second.
const DENT_FADE: f32 = 9.0;
const SPRING: f32 = 21.0;
/// Older dents are forgotten, in seconds.
const LIFE: f32 = 0.5;
/// How far below a foot cloth is looked for, in pixels.
const FOOT_REACH: f32 = 3.0;

/// A place where something landed.
struct Dent {
    at: Vec2,
    half_width: f32,
    depth: f32,
    age: f32,
}

/// The dents of a level.
#[derive(Default)]
pub struct Dents {
    list: Vec<Dent>,
}

impl Dents {
    /// Reacts to an event of the last tick.
    pub fn react(&mut self, event: &Event, world: &World, hems: &[Hem]) {
        let speed = match *event {
            Event::Landed { speed } | Event::CrateLanded { speed, .. } => speed,
            Event::Slammed { .. } => FASTEST,
            _ => return,
        };
        let hard = ((speed - SLOWEST) / (FASTEST - SLOWEST)).clamp(0.0, 1.0);
        let Some(aabb) = event_box(event, world).filter(|_| hard > 0.0) else { return };
        let at = Vec2::new(aabb.center.x, aabb.max().y);
        if is_on_cloth(world, at, hems) {
            self.list.push(Dent { at, half_width: aabb.half.x + BESIDE, depth: DEEPEST * hard.sqrt(), age: 0.0 });
        }
    }

    /// One tick.
    pub fn tick(&mut self) {
        self.list.iter_mut().for_each(|dent| dent.age += TICK);
        self.list.retain(|dent| dent.age < LIFE);
    }

    /// How the picture of a viewport is bent now: the newest dents first.
    pub fn bends<'a>(&'a self, viewport: &'a Viewport) -> impl Iterator<Item = Bend> + 'a {
        let bend = |dent: &Dent| Bend {
            at: dent.at - viewport.corner,
            half_width: dent.half_width,
            depth: dent.depth * (-DENT_FADE * dent.age).exp() * (SPRING * dent.age).cos(),
        };
        self.list.iter().rev().map(bend)
    }
}

/// Whether a foot stands on the outline of cloth.
fn is_on_cloth(world: &World, foot: Vec2, hems: &[Hem]) -> bool {
    let edges = world.level.terrain.edges();
    let mut found = false;
    world.level.terrain.edges_near(&Aabb::new(foot, Vec2::splat(FOOT_REACH)), |i| {
        let is_cloth = hems.get(i as usize).is_some_and(|hem| hem.is_cloth());
        let edge = &edges[i as usize];
        found |= is_cloth && edge.normal.y < -0.5 && edge.segment.closest_point(foot).distance(foot) < FOOT_REACH;
    });
    found
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_collide::SolverSetup;
    use seamwalker_level::read;
    use seamwalker_sim::Input;

    use super::*;

    #[test]
    fn a_hard_landing_dents_cloth_alone_which_settles() {
        let level = read(&shipped(), "maps/first_stitch.tmx").expect("shipped");
        let hems = level.hems();
        let mut world = World::new(level.into(), SolverSetup::default());
        let start = world.state.player.aabb.center - Vec2::Y * 120.0;
        world.start_at_point(start, false);
        let (mut dents, mut deepest) = (Dents::default(), 0.0_f32);
        for _ in 0..240 {
            let events = world.step(Input::default());
            events.iter().for_each(|event| dents.react(event, &world, &hems));
            deepest = dents.list.iter().map(|dent| dent.depth).fold(deepest, f32::max);
            dents.tick();
        }
        assert!(deepest > 1.0, "no dent: {deepest}");
        assert!(dents.list.is_empty(), "it did not settle");
        dents.react(&Event::Landed { speed: FASTEST }, &world, &vec![Hem::None; hems.len()]);
        assert!(dents.list.is_empty(), "it is no cloth");
    }
}
