//! The possible moves in a state, and the similarity of states.

use glam::Vec2;

use seamwalker_collide::{Body, BodyId};
use seamwalker_level::{Fnv, ObjectKind};
use seamwalker_sim::{Buttons, Input, World};

/// A span of held buttons. The first tick may differ, for buttons that must be newly pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Held in the first tick.
    pub first: u8,
    /// Held in all others.
    pub then: u8,
}

/// Moving things within this distance count, px.
const NEARBY: Vec2 = Vec2::new(128.0, 112.0);

/// The grid for the positions of moving things in similar states, px.
const BODY_CELL: f32 = 12.0;

/// Collects the useful moves in a state.
pub fn moves(world: &World, into: &mut Vec<Move>) {
    into.clear();
    let player = &world.state.player;
    let held = world.state.previous_input.holds(Buttons::JUMP);
    for side in [Buttons::RIGHT, Buttons::LEFT, 0] {
        into.push(Move { first: side, then: side });
        let jump = side | Buttons::JUMP;
        if !held || !player.is_grounded() {
            into.push(Move { first: jump, then: jump });
        }
        if held {
            into.push(Move { first: side, then: jump });
        }
        if player.climbs || player.swims || is_at_ladder(world) {
            into.extend([side | Buttons::UP, side | Buttons::DOWN].map(|held| Move { first: held, then: held }));
        }
        if player.is_grounded() {
            into.push(Move { first: side | Buttons::DOWN, then: side | Buttons::DOWN });
        }
    }
    if player.is_grounded() {
        into.push(Move { first: Buttons::DOWN | Buttons::JUMP, then: 0 });
    }
    if player.dashes > 0 && player.dash_wait == 0 {
        let [right, left, up, down] = [Buttons::RIGHT, Buttons::LEFT, Buttons::UP, Buttons::DOWN];
        let aims = [right, right | up, up, left | up, left, left | down, down, right | down];
        into.extend(aims.map(|aim| Move { first: aim | Buttons::DASH, then: aim }));
    }
}

fn is_at_ladder(world: &World) -> bool {
    world.level.ladders.iter().any(|area| area.aabb.overlaps(&world.state.player.aabb().grown(1.0)))
}

/// Plays a move for some ticks. Returns false if the player died.
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

/// A number that similar states share: with positions in cells of `cell` px and velocities in steps of `speed` px/s.
pub fn similarity(world: &World, cell: f32, speed: f32) -> u64 {
    let mut fnv = Fnv::new();
    let mut whole = |value: f32, of: f32| fnv.bytes(&((value / of).floor() as i32).to_le_bytes());
    let player = &world.state.player;
    let feet = player.feet();
    whole(feet.x, cell);
    whole(feet.y, cell);
    whole(player.motion.velocity.x + speed * 0.5, speed);
    whole(player.motion.velocity.y + speed * 0.5, speed);
    let middle = player.aabb().center;
    let near = |place: Vec2| (place - middle).abs().cmple(NEARBY).all();
    let bodies = &world.state.space.bodies;
    let platforms = world.state.platforms.iter().map(|platform| (platform.body, &bodies[platform.body]));
    let platforms = platforms.filter(|(_, body)| near(body.aabb.closest_point(middle)));
    // How far one is turned shows in the place of an edge.
    let place = |(id, body): (BodyId, &Body)| {
        (bodies.edges(id).next().map_or(body.aabb.center, |edge| edge.segment.a), body.enabled)
    };
    let platforms = platforms.map(place);
    let crates = world.state.crates.iter().map(|item| &bodies[item.body]);
    let crates = crates.filter(|body| near(body.aabb.center)).map(|body| (body.aabb.center, body.enabled));
    let things = world.state.things.iter().filter(|thing| near(thing.center));
    let things = things.map(|thing| (thing.center, thing.is_away()));
    for (center, flag) in platforms.chain(crates).chain(things) {
        whole(center.x, BODY_CELL);
        whole(center.y, BODY_CELL);
        whole(f32::from(u8::from(flag)), 1.0);
    }
    for (object, done) in world.level.objects.iter().zip(&world.state.done) {
        match object.kind {
            ObjectKind::Scissors { .. } if near(object.aabb.center) => {
                whole(world.state.scissors(&object.kind) * 4.0, 1.0);
            }
            ObjectKind::Aglet { .. } if near(object.aabb.center) => {
                let [now, before] = [0, 1].map(|ago| world.state.aglet(object, ago).unwrap_or_default().x);
                whole(now, BODY_CELL);
                whole(f32::from(u8::from(now < before)), 1.0);
            }
            ObjectKind::KeyButton { .. } => whole(f32::from(u8::from(*done)), 1.0),
            _ => {}
        }
    }
    let timer = |ticks: u32| u8::from(ticks > 0);
    let pressed = world.state.switches.iter().fold(0_u64, |bits, switch| bits << 1 | u64::from(switch.is_pressed()));
    fnv.number(pressed);
    fnv.bytes(&[
        u8::from(player.is_grounded()),
        u8::from(player.climbs),
        u8::from(player.ducked),
        u8::from(world.state.previous_input.holds(Buttons::JUMP)),
        timer(player.motion.jump.coyote),
        timer(player.motion.jump.hold),
        timer(player.wall_slide),
        timer(player.dash),
        player.dashes as u8,
    ]);
    fnv.finish()
}
