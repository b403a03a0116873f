//! What can be pressed in a state, and when two states are alike.

use glam::Vec2;

use crate::level::Fnv;
use crate::level::ObjectKind;
use crate::sim::{Buttons, Input, World};

/// A stretch of held buttons: the first tick may differ, for what counts only when it is pressed anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Held in the first tick.
    pub first: u8,
    /// Held in all others.
    pub then: u8,
}

/// How near something that moves must be to count, px.
const NEARBY: Vec2 = Vec2::new(128.0, 112.0);

/// Of how many pixels things that move may differ in states that are alike.
const BODY_CELL: f32 = 12.0;

/// Everything that is worth pressing in a state.
pub fn moves(world: &World, into: &mut Vec<Move>) {
    into.clear();
    let player = &world.state.player;
    let held = world.state.previous_input.holds(Buttons::JUMP);
    for side in [Buttons::RIGHT, Buttons::LEFT, 0] {
        into.push(Move { first: side, then: side });
        let jump = side | Buttons::JUMP;
        if !held || !player.grounded {
            into.push(Move { first: jump, then: jump });
        }
        if held {
            into.push(Move { first: side, then: jump });
        }
        if player.climbs || player.swims || is_at_ladder(world) {
            into.push(Move { first: side | Buttons::UP, then: side | Buttons::UP });
            into.push(Move { first: side | Buttons::DOWN, then: side | Buttons::DOWN });
        }
        if player.grounded {
            into.push(Move { first: side | Buttons::DOWN, then: side | Buttons::DOWN });
        }
    }
    if player.grounded {
        into.push(Move { first: Buttons::DOWN | Buttons::JUMP, then: 0 });
    }
    if player.dashes > 0 && player.dash_wait == 0 {
        const SIDES: [u8; 8] = [
            Buttons::RIGHT,
            Buttons::RIGHT | Buttons::UP,
            Buttons::UP,
            Buttons::LEFT | Buttons::UP,
            Buttons::LEFT,
            Buttons::LEFT | Buttons::DOWN,
            Buttons::DOWN,
            Buttons::RIGHT | Buttons::DOWN,
        ];
        into.extend(SIDES.map(|aim| Move { first: aim | Buttons::DASH, then: aim }));
    }
}

fn is_at_ladder(world: &World) -> bool {
    world.level.ladders.iter().any(|area| area.aabb.overlaps(&world.state.player.aabb.grown(1.0)))
}

/// Plays a move for some ticks; false when the player died of it.
pub fn play(world: &mut World, way: Move, ticks: u32) -> bool {
    for tick in 0..ticks {
        world.step(Input { buttons: if tick == 0 { way.first } else { way.then } });
        if world.state.player.is_dead() {
            return false;
        }
        if world.state.finished {
            break;
        }
    }
    true
}

/// A number that states have in common that are alike: in place to `cell` px and in velocity to `speed` px/s.
pub fn likeness(world: &World, cell: f32, speed: f32) -> u64 {
    let mut fnv = Fnv::new();
    let mut whole = |value: f32, of: f32| fnv.bytes(&((value / of).floor() as i32).to_le_bytes());
    let player = &world.state.player;
    let feet = player.feet();
    whole(feet.x, cell);
    whole(feet.y, cell);
    whole(player.velocity.x + speed * 0.5, speed);
    whole(player.velocity.y + speed * 0.5, speed);
    let middle = player.aabb.center;
    let near = |place: Vec2| (place - middle).abs().cmple(NEARBY).all();
    for platform in &world.state.platforms {
        let body = &world.state.space.bodies[platform.body.0 as usize];
        if near(body.aabb.closest_point(middle)) {
            whole(body.aabb.center.x, BODY_CELL);
            whole(body.aabb.center.y, BODY_CELL);
            whole(f32::from(u8::from(body.enabled)), 1.0);
        }
    }
    for item in &world.state.crates {
        let body = &world.state.space.bodies[item.body.0 as usize];
        if near(body.aabb.center) {
            whole(body.aabb.center.x, BODY_CELL);
            whole(body.aabb.center.y, BODY_CELL);
            whole(f32::from(u8::from(body.enabled)), 1.0);
        }
    }
    for thing in world.state.things.iter().filter(|thing| near(thing.center)) {
        whole(thing.center.x, BODY_CELL);
        whole(thing.center.y, BODY_CELL);
        whole(f32::from(u8::from(thing.is_away())), 1.0);
    }
    for (object, done) in world.level.objects.iter().zip(&world.state.done) {
        match object.kind {
            ObjectKind::Scissors { .. } if near(object.aabb.center) => {
                whole(world.state.scissors(&object.kind) * 4.0, 1.0);
            }
            ObjectKind::KeyButton { .. } => whole(f32::from(u8::from(*done)), 1.0),
            _ => {}
        }
    }
    let timer = |ticks: u32| u8::from(ticks > 0);
    let pressed = world.state.switches.iter().fold(0_u64, |bits, switch| bits << 1 | u64::from(switch.is_pressed()));
    fnv.number(pressed);
    fnv.bytes(&[
        u8::from(player.grounded),
        u8::from(player.climbs),
        u8::from(player.ducked),
        u8::from(world.state.previous_input.holds(Buttons::JUMP)),
        timer(player.coyote),
        timer(player.jump_hold),
        timer(player.wall_slide),
        timer(player.dash),
        player.dashes as u8,
    ]);
    fnv.finish()
}
